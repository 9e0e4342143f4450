"""Link targets that say where the file is, rather than what it is called."""

from __future__ import annotations

import posixpath


def fixed_place(target: str, folder: str) -> str | None:
    """The only path that a target may mean: from the root if it begins with ``/``, from the note's folder with ``./``
    or ``../``.

    Args:
        target: As written, percent-decoded.
        folder: That of the linking note, ``""`` for the root.

    Returns:
        Relative to the vault, beginning with ``..`` where it leads out of it; ``None`` for any other target, which is
        looked for everywhere.
    """
    if target.startswith("/"):
        return without_detours(target.lstrip("/"))
    if target.startswith(("./", "../")):
        return posixpath.normpath(f"{folder}/{target}" if folder else target)
    return None


def without_detours(path: str) -> str:
    """A path without ``..``, ``.`` and empty names. What is left of ``..`` at its beginning leads out of its place."""
    return posixpath.normpath(path) if "/." in path or "//" in path else path
