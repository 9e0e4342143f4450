"""Places in notes: where one is, was, or is to go."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Self

from vaulttui.search.engine import NoteDetail
from vaulttui.search.query import Hit
from vaulttui.vault.links.subpaths import find_block, find_heading

if TYPE_CHECKING:
    from vaulttui.tui.preview.rendered import Anchor, LinkPlace

_PART_LENGTH = 80
"""Characters that tell the parts of a line apart."""
_MOST_TRIES = 100
"""Lines before it that may begin like the part that is looked for: it is looked for on the interface's thread."""


@dataclass(frozen=True, slots=True)
class Place:
    """A line of a note."""

    path: str
    line: int = 1
    heading: str = ""
    """``A#B`` or ``^block``: says which line, once the note is read; ``""`` if the line is known."""
    top: Anchor | None = None
    """What was at the top of the screen when one went on from here. ``None`` where one has not been yet."""
    link: LinkPlace | None = None
    """The link that was chosen when one went on from here, mostly by it: from there one goes on to the next."""
    part: str = ""
    """How the part of the line begins that is meant, if it is known: a paragraph may be one long line."""

    def moved(self, moved: Mapping[str, str]) -> Self:
        """The same place where its note is now.

        Args:
            moved: New paths of notes, by those of before.
        """
        path = moved.get(self.path)
        return self if path is None else replace(self, path=path)

    @property
    def in_block(self) -> bool:
        """Whether the whole note has to be looked through for the line that is meant, as it is that of a block."""
        return self.heading.startswith("^")

    @classmethod
    def of(cls, hit: Hit) -> Self:
        """Where to read what was found: at its best match, or at the top of a note that was found as a whole."""
        if not (hit.passage or hit.snippet.matches):
            return cls(hit.path)
        part = hit.content.partition("\n")[0][:_PART_LENGTH] if hit.line == hit.first_line else ""
        return cls(hit.path, hit.line, part=part)

    def line_in(self, detail: NoteDetail) -> int:
        """The line that is meant, now that the note is read: that of the heading or block if there is one."""
        if self.in_block:
            return _line_of_block(detail.text, detail.body_line, self.heading[1:]) or self.line
        heading = find_heading(detail.headings, self.heading)
        return self.line if heading is None else heading.line

    def first_line_in(self, detail: NoteDetail) -> int:
        """The line that is to be laid out first: the one that was at the top of the screen, else the one meant."""
        return self.line_in(detail) if self.top is None else self.top.line

    def share_in(self, detail: NoteDetail) -> float:
        """The share of its line, from 0 to below 1, that stands before the part that is meant."""
        text, line, at = detail.text, 1, 0
        for _ in range(_MOST_TRIES if self.part else 0):
            before, at = at, text.find(self.part, at)
            line += text.count("\n", before, at) if at >= 0 else 0
            if at < 0 or line > self.line:
                break
            if line == self.line:
                begin, end = text.rfind("\n", 0, at) + 1, text.find("\n", at)
                return (at - begin) / ((end if end >= 0 else len(text)) - begin)
            at += 1
        return 0.0


@lru_cache(maxsize=2)
def _line_of_block(text: str, body_line: int, block: str) -> int | None:
    """Kept for the interface's thread, as whoever lays the note out is first to ask: it takes 0.2 s a megabyte."""
    found = find_block(text.split("\n")[body_line - 1 :], block)
    return None if found is None else body_line + found.start
