"""What is said of faults of files, and the folder of the index. Imports no database: every process needs it."""

from __future__ import annotations

from pathlib import Path

from vaulttui.errors import IndexFault
from vaulttui.paths import make_private_dir

ELSEWHERE = "point $VAULTTUI_CACHE_DIR or index_dir of the settings at another folder"
"""The way out where a folder cannot be used."""


def reason(error: OSError) -> str:
    """Why the system refused, in its words."""
    return error.strerror or str(error)


def make_index_folder(folder: Path) -> None:
    """Make the folder of an index file, for the user alone.

    Raises:
        IndexFault: It cannot be made.
    """
    try:
        make_private_dir(folder)
    except OSError as error:
        raise IndexFault(
            f"The folder of the index, {folder}, cannot be made: {reason(error)}. "
            "Point $VAULTTUI_CACHE_DIR or index_dir of the settings at another."
        ) from error
