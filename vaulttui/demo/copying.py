"""The sample vault: the person's own copy of it, which they may change."""

from __future__ import annotations

import os
import shutil
import time
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from vaulttui import paths
from vaulttui.demo import demo_vault
from vaulttui.errors import VaultTuiError

ABANDONED_AFTER = 3600.0
"""Seconds after which a copy in the making is taken for one that was killed; it takes less than one."""


class DemoError(VaultTuiError):
    """The copy of the sample vault cannot be made."""

    code = "demo"


def own_copy() -> Path:
    """Folder of the person's copy, which need not be there yet."""
    return paths.data_dir() / "demo-vault"


def make_own_copy(*, fresh: bool = False) -> Path | None:
    """Make the person's copy unless there is one.

    Args:
        fresh: Make a new one even so.

    Returns:
        Where a changed copy was moved to, if one was.

    Raises:
        DemoError: It cannot be made.
    """
    folder = own_copy()
    try:
        return copy_demo(demo_vault(), folder, fresh=fresh)
    except OSError as error:
        raise DemoError(f"The sample vault cannot be copied to {folder}: {error.strerror or error}.") from error


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
    import tempfile  # late: the interface imports this module at its start

    paths.make_private_dir(folder.parent)
    _remove_abandoned(folder)
    # A folder of its own: two demos that are started for the first time at once both copy.
    making = Path(tempfile.mkdtemp(prefix=_arriving_prefix(folder), dir=folder.parent))
    arriving = making / folder.name  # the copy gets the age of the original, by which it would be taken for abandoned
    try:
        _copy(source, arriving)
        kept: Path | None = None
        if folder.exists() and fresh:
            if _same(source, folder):
                shutil.rmtree(folder)
            else:
                kept = folder.with_name(f"{folder.name}-{(now or datetime.now()):%Y%m%d-%H%M%S}")
                folder.rename(kept)
        try:
            arriving.rename(folder)
        except OSError:
            if not folder.is_dir():  # else another process was faster, and its copy is as good
                raise
        return kept
    finally:
        shutil.rmtree(making, ignore_errors=True)  # half a copy takes room that the disk may not have


def _copy(source: Path, folder: Path) -> None:
    """Make a folder with the sample vault.

    Raises:
        OSError: It cannot be copied.
    """
    try:
        shutil.copytree(source, folder, ignore=shutil.ignore_patterns("__pycache__"))
    except shutil.Error as error:  # it lists all files that failed; the first one tells why
        raise OSError(error.args[0][0][2]) from error
    # An installed package may be read-only.
    for place in (folder, *folder.rglob("*")):
        place.chmod(0o700 if place.is_dir() else 0o600)
    date_notes(folder)


def _arriving_prefix(folder: Path) -> str:
    """How the names of folders begin in which copies are made."""
    return f".{folder.name}.new-"


def _remove_abandoned(folder: Path) -> None:
    """Remove what copies left behind that were killed in the middle."""
    for place in folder.parent.glob(f"{_arriving_prefix(folder)}*"):
        with suppress(FileNotFoundError):  # another process does the same
            if time.time() - place.stat().st_mtime > ABANDONED_AFTER:
                shutil.rmtree(place)


def date_notes(folder: Path) -> None:
    """Let the notes of a sample vault have been changed when they say so: an installation dates them all the same.

    Those that do not say it come before all others.

    Args:
        folder: The vault.

    Raises:
        OSError: A note cannot be read, or not be dated.
    """
    from vaulttui.settings import VaultSettings  # late: the interface imports this module at its start
    from vaulttui.vault.reader import read_note

    said: dict[Path, datetime | None] = {}
    for place in sorted(folder.rglob("*.md")):
        note = read_note(folder, place.relative_to(folder).as_posix(), VaultSettings())
        said[place] = note.updated or (note.created if note.created_source.startswith("property:") else None)
    first = min((moment for moment in said.values() if moment is not None), default=None)
    for place, moment in said.items():
        seconds = (moment or first or datetime.now()).timestamp()
        os.utime(place, (seconds, seconds))


def _same(first: Path, second: Path) -> bool:
    """Whether two folders hold the same files with the same bytes."""
    import filecmp  # late: the interface imports this module at its start

    files = [_files(first), _files(second)]
    if files[0] != files[1]:
        return False
    _, different, unread = filecmp.cmpfiles(first, second, [str(name) for name in files[0]], shallow=False)
    return not different and not unread


def _files(folder: Path) -> set[Path]:
    return {
        place.relative_to(folder) for place in folder.rglob("*") if place.is_file() and "__pycache__" not in place.parts
    }
