"""One vault, many processes: the first owns the index file, the others ask it through a local socket."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from vaulttui.search.engine import SearchEngine
from vaulttui.search.sharing.shared_engine import SharedEngine
from vaulttui.search.sharing.succession import local_engine
from vaulttui.settings import Settings

__all__ = ["SharedEngine", "open_engine"]


def open_engine(
    vault: Path,
    settings: Settings | None = None,
    index_path: Path | None = None,
    *,
    ahead: bool = False,
) -> SearchEngine:
    """Make the engine of a vault and open its index, or find the process that has it open.

    Args:
        vault: The vault's folder.
        settings: All settings; ``None`` for the defaults.
        index_path: The index file; ``None`` for its place in the user's cache.
        ahead: There will be a refresh with a scan that has begun.

    Raises:
        VaultNotFoundError: There is no such folder.
        IndexFault: The index cannot be opened, or whoever has it open cannot be asked.
    """
    engine = SharedEngine(vault, settings, index_path, make_local=partial(local_engine, ahead=ahead))
    engine.initialize()
    return engine
