"""What tells a vault of Logseq's, and which of its folders hold no notes."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

VERSIONS: Final = frozenset({"logseq/bak", "logseq/version-files"})
"""Folders in which Logseq keeps what notes were before: each note would be found once more for each of its versions."""


def is_logseq(root: str | Path) -> bool:
    """Whether Logseq has its settings in a vault."""
    return os.path.isfile(f"{root}/logseq/config.edn")  # noqa: PTH113 - never raises, and asked for every note
