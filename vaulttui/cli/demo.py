"""``vaulttui demo``: the sample vault, copied once to where its notes can be changed."""

from __future__ import annotations

import argparse
import filecmp
import shutil
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from vaulttui import paths
from vaulttui.errors import VaultTuiError

if TYPE_CHECKING:
    from vaulttui.cli.context import Context

DESCRIPTION = "Open a sample vault: your own copy of it, made the first time."
EPILOG = "exit status: 0 done, 2 wrong usage, 3 a fault of the vault or the index."


class DemoError(VaultTuiError):
    """The copy of the sample vault cannot be made."""

    code = "demo"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's own arguments."""
    parser.add_argument("--fresh", action="store_true", help="make a new copy; one that was changed is moved aside")
    parser.add_argument("--path", action="store_true", help="print where the copy is, and do not open it")
    parser.add_argument("--json", action="store_true", help="the same, as one JSON document")


def run(options: argparse.Namespace, context: Context) -> int:
    """Open the copy of the sample vault."""
    from vaulttui.demo import demo_vault

    folder = paths.data_dir() / "demo-vault"
    try:
        kept = copy_demo(demo_vault(), folder, fresh=options.fresh)
    except OSError as error:
        raise DemoError(f"The sample vault cannot be copied to {folder}: {error.strerror or error}.") from error
    if kept is not None:
        context.out.say(f"Your changed copy was kept as {kept}.")
    if options.json:
        context.out.document({"path": str(folder), "kept": None if kept is None else str(kept)})
        return 0
    if options.path:
        context.out.line(context.out.safe(str(folder)))
        return 0
    return context.run_app(folder)


def copy_demo(source: Path, folder: Path, *, fresh: bool = False, now: datetime | None = None) -> Path | None:
    """Copy the sample vault unless there is a copy.

    Args:
        source: The bundled vault.
        folder: Where the copy goes. It appears whole or not at all.
        fresh: Replace a copy that is there. One that differs from the original in anything is moved aside.
        now: The time that names a copy moved aside.

    Returns:
        Where a changed copy was moved to, if one was.

    Raises:
        OSError: It cannot be copied.
    """
    if folder.exists() and not fresh:
        return None
    paths.make_private_dir(folder.parent)
    arriving = folder.with_name(f".{folder.name}.new")
    if arriving.exists():
        shutil.rmtree(arriving)
    shutil.copytree(source, arriving, ignore=shutil.ignore_patterns("__pycache__"))
    # An installed package may be read-only.
    for place in (arriving, *arriving.rglob("*")):
        place.chmod(0o700 if place.is_dir() else 0o600)
    kept: Path | None = None
    if folder.exists():
        if _same(source, folder):
            shutil.rmtree(folder)
        else:
            kept = folder.with_name(f"{folder.name}-{(now or datetime.now()):%Y%m%d-%H%M%S}")
            folder.rename(kept)
    arriving.rename(folder)
    return kept


def _same(first: Path, second: Path) -> bool:
    """Whether two folders hold the same files with the same bytes."""
    files = [_files(first), _files(second)]
    if files[0] != files[1]:
        return False
    _, different, unread = filecmp.cmpfiles(first, second, [str(name) for name in files[0]], shallow=False)
    return not different and not unread


def _files(folder: Path) -> set[Path]:
    return {
        place.relative_to(folder) for place in folder.rglob("*") if place.is_file() and "__pycache__" not in place.parts
    }
