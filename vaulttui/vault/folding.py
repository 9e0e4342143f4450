"""The forms that names are compared in: those of files, and those that people write for them."""

from __future__ import annotations

import unicodedata


def composed(name: str) -> str:
    """A name with one character for a letter and its marks (NFC): names from a Mac have two."""
    return name if name.isascii() else unicodedata.normalize("NFC", name)


def fold_name(name: str) -> str:
    """Bring a path, a link target or a property's key into the form that such are compared in: composed, without
    case."""
    return name.lower() if name.isascii() else unicodedata.normalize("NFC", name).casefold()
