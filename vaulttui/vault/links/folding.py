"""The form that paths and link targets are compared in."""

from __future__ import annotations

import unicodedata


def fold_path(path: str) -> str:
    """Bring a path into the form that links are compared in: without case, and with composed characters."""
    return path.lower() if path.isascii() else unicodedata.normalize("NFC", path).casefold()
