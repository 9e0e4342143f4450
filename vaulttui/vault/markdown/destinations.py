"""What a link points to, read from the text between its brackets. Finding the file is another module's work."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple, TypeAlias
from urllib.parse import unquote

from vaulttui.vault.markdown.plain_text import ONE_CHARACTER, character_of

SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:")
_WIKI_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+://|mailto:")
"""A note's name may hold a colon, as in ``[[Re: budget]]``."""
_ONE_CHARACTER = re.compile(ONE_CHARACTER)
_IMAGE_SIZE = re.compile(r"(?:^|\|)\s*[0-9]+(?:x[0-9]+)?\s*$")


class Destination(NamedTuple):
    """A place in the vault, as a link spells it."""

    target: str
    """Path or name of a file; ``""`` for the note itself."""
    heading: str
    """Headings from the outermost to the innermost, joined by ``#``."""
    block: str
    """Block id without ``^``."""

    @property
    def written(self) -> str:
        """The place as a wikilink spells it, without brackets."""
        return self.target + (f"#{self.heading}" if self.heading else "") + (f"#^{self.block}" if self.block else "")


WikilinkReader: TypeAlias = Callable[[str], tuple[Destination, str] | None]
"""Reads the text between ``[[`` and ``]]``, as :func:`wikilink_destination` does."""


def wikilink_destination(inner: str) -> tuple[Destination, str] | None:
    """Read the text between ``[[`` and ``]]``.

    Returns:
        Where it points and the text that is shown instead; ``None`` if it points nowhere or to a URL.
    """
    link, _, display = inner.partition("|")
    if display and link.endswith("\\"):  # ``\|`` keeps a table from ending the cell
        link = link[:-1]
    target, _, fragment = link.partition("#")
    target = target.strip()
    if _WIKI_SCHEME.match(target):
        return None
    destination = _with_fragment(target, fragment)
    return (destination, display.strip()) if any(destination) else None


def markdown_destination(text: str) -> Destination | None:
    """Read the destination of ``[text](destination)``, with or without angle brackets.

    Returns:
        Where it points, percent-decoded; ``None`` if it is empty, or a URL.
    """
    if text.startswith("<") and text.endswith(">"):
        text = text[1:-1]
    text = text.strip()
    if SCHEME.match(text) or text.startswith("//"):
        return None
    if "\\" in text or "&" in text:
        text = _ONE_CHARACTER.sub(lambda found: found["escaped"] or character_of(found["entity"]), text)
    target, _, fragment = text.partition("#")
    destination = _with_fragment(_percent_decoded(target), _percent_decoded(fragment))
    return destination if any(destination) else None


def without_image_size(display: str) -> str:
    """Cut the size off the text of an embedded image: ``alt|100`` and ``100x50`` show ``alt`` and nothing."""
    return _IMAGE_SIZE.sub("", display)


def _with_fragment(target: str, fragment: str) -> Destination:
    if not fragment:
        return Destination(target, "", "")
    parts = [part.strip() for part in fragment.split("#")]
    block = parts.pop()[1:] if parts[-1].startswith("^") else ""
    return Destination(target, "#".join(part for part in parts if part), block)


def _percent_decoded(text: str) -> str:
    """Decode ``%20`` and the like, unless what comes out is not UTF-8."""
    if "%" not in text:
        return text
    try:
        return unquote(text, errors="strict")
    except UnicodeDecodeError:
        return text
