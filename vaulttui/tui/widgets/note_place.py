"""Where a note lies, and what its file is called, in as few cells as there are."""

from __future__ import annotations

import unicodedata
from typing import NamedTuple

from rich.cells import cell_len, set_cell_size

from vaulttui.index.reading.letters import fold
from vaulttui.terminal_text import plain
from vaulttui.vault.note_names import note_name

_LONGEST_TITLE = 300
"""Characters of a title that are compared with a name: no file has a longer one."""
_LEAST_OF_NAME = 10
"""Cells of what the name alone tells, below which the end that repeats the title gives way."""


class NotePlace(NamedTuple):
    """A note's folder, and the name of its file where the title does not tell it."""

    folder: str
    """Safe to draw; ``""`` for the root of the vault."""
    name: str
    """Safe to draw, without ``.md``; ``""`` if the title says the same but for case and joints."""
    repeated: int = 0
    """Characters at the end of the name that say what the title says, as in ``topic.links.commands``."""

    @classmethod
    def of(cls, path: str, *titles: str) -> NotePlace:
        """The place of a note.

        Args:
            path: Its path within the vault.
            titles: What is shown of its titles, as they are.
        """
        folder, name = plain(path.rpartition("/")[0]), plain(note_name(path))
        letters, told = _letters(name), [_letters(plain(title[:_LONGEST_TITLE])) for title in titles]
        if letters in told:
            return cls(folder, "")
        return cls(folder, name, max((_end_of(name, title) for title in told if letters.endswith(title)), default=0))

    @property
    def text(self) -> str:
        """All of it; ``/`` for the root of the vault alone."""
        return "/".join(part for part in (self.folder, self.name) if part) or "/"

    @property
    def narrowest(self) -> int:
        """Cells in which the name is whole; 0 without one."""
        return cell_len(self.name) + (2 if self.folder else 0) if self.name else 0

    def cut(self, width: int, sought: str = "") -> str:
        """As much as fits into a width: the beginning of the folder gives way first, then that of the name.

        Args:
            width: Cells.
            sought: Words of which the last that is in the name stays in sight.
        """
        if not self.name or self.narrowest <= width:
            return tail_of(self.text, width)
        # Names that grow by parts begin alike.
        lowered, end = self.name.lower(), len(self.name)
        if width - self.repeated < _LEAST_OF_NAME:
            end = len(self.name[: end - self.repeated].rstrip("-_. ")) or end
        for word in sought.lower().split():
            if (start := lowered.rfind(word)) >= 0:
                end = start + len(word)
        return _around(self.name, end, width)


def tail_of(path: str, width: int) -> str:
    """Return a path that fits into a width, cut at its beginning: its end tells more."""
    if cell_len(path) <= width:
        return path
    parts = path.split("/")
    while len(parts) > 1 and cell_len("/".join(parts)) + 2 > width:
        del parts[0]
    tail = "/".join(parts)
    tail = tail if tail == path else f"…/{tail}"
    return tail if cell_len(tail) <= width else set_cell_size(tail, max(0, width - 1)) + "…"


def _around(name: str, end: int, width: int) -> str:
    """The part of a name up to some character, cut at its beginning; the name cut behind that where this is enough."""
    if cell_len(name) < width:
        return f"…{name}"
    behind = "…" if end < len(name) else ""
    if behind and cell_len(name[:end]) < width:
        return set_cell_size(name, width - 1).rstrip() + behind
    start = 0
    while start < end and cell_len(name[start:end]) + 1 + len(behind) > width:
        start += 1
    return f"…{name[start:end]}{behind}" if start < end else "…"


def _letters(name: str) -> str:
    """What is left of a name without case, accents, blanks, joints and signs; the name if that is nothing."""
    folded = fold(name)
    return "".join(filter(_is_letter, folded)) or folded


def _is_letter(sign: str) -> bool:
    return unicodedata.category(sign)[0] in "LMN"


def _end_of(name: str, letters: str) -> int:
    """How many characters at the end of a name have these letters, which it ends with."""
    start, left = len(name), len(letters)
    while start and left:
        start -= 1
        left -= _is_letter(name[start])
    return len(name) - start
