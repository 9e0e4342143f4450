"""vaulttui: browse and search a vault of Markdown notes by words, by meaning and by metadata."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from vaulttui.errors import VaultTuiError
from vaulttui.version import __version__

if TYPE_CHECKING:
    from vaulttui.api import Vault, open_vault
    from vaulttui.search.syntax import escape_text

__all__ = ["Vault", "VaultTuiError", "__version__", "escape_text", "open_vault"]


def __getattr__(name: str) -> Any:
    # Late, so that the command line's `--help` does not wait for the database's library.
    if name in ("Vault", "open_vault"):
        from vaulttui import api

        return getattr(api, name)
    if name == "escape_text":
        from vaulttui.search import syntax

        return syntax.escape_text
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
