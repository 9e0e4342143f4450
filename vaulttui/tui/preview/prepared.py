"""Notes that were laid out before they are wanted, so that moving in the results waits for none."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from vaulttui.search.engine import NoteDetail
from vaulttui.tui.preview import RenderedNote
from vaulttui.tui.preview.page import Page
from vaulttui.tui.preview.place import Place

MOST_NOTES = 12
MOST_CHARACTERS = 3_000_000
"""Characters of all notes together; a longer note is not kept at all."""
LONG_CHARACTERS = 200_000
"""Of a longer note only the beginning of a layout is kept: all of it takes a hundred times as much memory."""


def is_long(detail: NoteDetail) -> bool:
    """Whether only the beginning of a note is kept."""
    return len(detail.text) > LONG_CHARACTERS


class Asked(NamedTuple):
    """What a note was asked for with."""

    page: Page
    changes: int
    """How many times notes had changed by then."""


def has_laid_out(note: RenderedNote, place: Place) -> bool:
    """Whether a place in a note is laid out: what is not has no matches, and a long line of it is cut.

    Where only a part is, no block counts as laid out: to find its line, all of the note has to be looked through.
    """
    if note.complete or place.in_block:
        return note.complete
    return note.lines.has_read(place.first_line_in(note.detail))


class PreparedNotes:
    """The few notes that were shown last or are likely to be shown next, all laid out for one page.

    Args:
        most: Notes that are kept, those that were wanted last.
        most_characters: Characters of their texts together.
    """

    def __init__(self, most: int = MOST_NOTES, most_characters: int = MOST_CHARACTERS) -> None:
        self._most = most
        self._most_characters = most_characters
        self._page: Page | None = None
        self._notes: dict[str, RenderedNote] = {}
        self._changes = 0

    def __contains__(self, path: str) -> bool:
        return path in self._notes

    def lacks(self, path: str) -> bool:
        """Whether more of a note should be here than is."""
        note = self._notes.get(path)
        return note is None or not (note.complete or is_long(note.detail))

    def ask(self, page: Page) -> Asked:
        """Note that a note is asked for now; another page than before makes all that is there useless."""
        if page != self._page:
            self._page = page
            self._notes.clear()
        return Asked(page, self._changes)

    def put(self, asked: Asked, rendered: RenderedNote) -> None:
        """Keep a note, unless notes are laid out otherwise by now or it may have been read before it was changed."""
        detail = rendered.detail
        if asked != (self._page, self._changes) or len(detail.text) > self._most_characters:
            return
        if rendered.complete and is_long(detail):
            return
        self._notes.pop(detail.path, None)
        self._notes[detail.path] = rendered
        while len(self._notes) > self._most or self._characters > self._most_characters:
            del self._notes[next(iter(self._notes))]

    def take(self, path: str) -> RenderedNote | None:
        """Return a note that is here; it is now the one that was wanted last."""
        prepared = self._notes.pop(path, None)
        if prepared is not None:
            self._notes[path] = prepared
        return prepared

    def forget(self, paths: Collection[str]) -> None:
        """Drop notes because they have changed; those that are being read at this moment will not be kept."""
        self._changes += 1
        for path in paths:
            self._notes.pop(path, None)

    @property
    def _characters(self) -> int:
        return sum(len(note.detail.text) for note in self._notes.values())
