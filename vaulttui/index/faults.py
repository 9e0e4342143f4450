"""What is said of faults of files, and the folder of the index. Imports no database: every process needs it."""

from __future__ import annotations

import os
from pathlib import Path

from vaulttui.errors import IndexFault
from vaulttui.paths import make_private_dir
from vaulttui.vault.untrusted import is_folder

ELSEWHERE = "point $VAULTTUI_CACHE_DIR (or index_dir, if the settings name one) at another folder"
"""The way out where a folder cannot be used."""


READ_ONLY = "index_read_only"
"""Code of the fault that tells that an index may not be written; it can be read all the same."""


def reason(error: OSError) -> str:
    """Why the system refused, in its words."""
    return error.strerror or str(error)


def may_write(path: Path) -> bool:
    """Whether an index that there is may be written, and its log beside it; one that there is not would be made."""
    return not _is_there(path) or (os.access(path, os.W_OK) and os.access(path.parent, os.W_OK))


def _is_there(path: Path) -> bool:
    """Whether there is something that can be looked at. Unlike :meth:`pathlib.Path.exists`, it never raises: the folder
    may be somebody else's, as after a start by ``sudo``."""
    return os.path.exists(path)  # noqa: PTH110 - see above


def check_index_file(path: Path) -> None:
    """See that a file which somebody names may be an index: one that cannot be read as such is moved aside and begun
    anew, which must not happen to a folder, to a note, or to whatever else a name was mistaken for.

    Raises:
        IndexFault: It is something else.
    """
    if is_folder(path):
        raise IndexFault(f"The index {path} is a folder: name a file, like {path / 'index.duckdb'}.")
    if path.suffix == ".duckdb" or not _is_there(path):
        return
    head = b""
    if path.is_file():
        try:
            with path.open("rb") as file:
                head = file.read(12)
        except OSError as error:
            raise IndexFault(f"The index {path} cannot be read: {reason(error)}.") from error
    if head[8:] != b"DUCK":
        raise IndexFault(f"The file {path} is no index: name another, like {path.with_suffix('.duckdb')}.")


def make_index_folder(folder: Path) -> None:
    """Make the folder of an index file, for the user alone.

    Raises:
        IndexFault: It cannot be made.
    """
    try:
        make_private_dir(folder)
    except OSError as error:
        raise IndexFault(
            f"The folder of the index, {folder}, cannot be made or entered: {reason(error)}. Mend that, or {ELSEWHERE}."
        ) from error
