"""Where one was in a note whose text is gone, perhaps only until it is written or brought back."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from vaulttui.tui.preview.place import Place
from vaulttui.tui.reading.moved_lines import moved_lines

if TYPE_CHECKING:
    from vaulttui.search.engine import NoteDetail
    from vaulttui.tui.preview.rendered import Anchor
    from vaulttui.tui.widgets.preview_pane import PreviewPane


class LostPlace(NamedTuple):
    """A place of a text that the note has no longer."""

    place: Place
    top: Anchor
    """What was at the top of the screen."""
    text: str
    """The text that it is a place of."""
    scrolled: int
    """Line that is at the top since the text is gone: who moves from there is looking at something else."""

    def found_in(self, text: str) -> Place | None:
        """The place in a later text; ``None`` if that has no such line."""
        before, lines = self.text.split("\n"), text.split("\n")
        # A blank line is told from others by what follows it.
        told = next((number for number in range(self.top.line, len(before) + 1) if before[number - 1].strip()), 0)
        found = moved_lines(self.text, text)(told) if told else 0
        line = found - (told - self.top.line)
        if not 1 <= line <= found <= len(lines) or lines[found - 1] != before[told - 1]:
            return None
        return Place(self.place.path, line, top=self.top._replace(line=line))


class PlaceKeeper:
    """Keeps the place that was lost last, until the note has it again or one has moved since.

    A note is gone or empty for a moment while other programs write it.

    Args:
        preview: Where the note is shown.
    """

    def __init__(self, preview: PreviewPane) -> None:
        self.lost: LostPlace | None = None
        """The place; ``None`` if there is none to go back to."""
        self._preview = preview

    @property
    def line(self) -> int:
        """The note's line that is wanted when it is read once more: that of the place, else the one that one reads."""
        return self._preview.source_line if self.lost is None else self.lost.top.line

    def note_loss(self, before: NoteDetail, now: NoteDetail | None) -> None:
        """Note where one was if that is gone.

        Args:
            before: The note as it is shown.
            now: As it is to be shown, ``None`` if it cannot be read.
        """
        top = self._preview.place_at_top
        if self.lost is None and self._preview.scroll_offset.y and (now is None or _ends_before(now.text, top)):
            self.lost = LostPlace(Place(before.path, self._preview.source_line, top=top), top, before.text, 0)

    def note_scrolled(self) -> None:
        """Note what is at the top now that the text is gone."""
        if self.lost is not None:
            self.lost = self.lost._replace(scrolled=self._preview.scroll_offset.y)

    def find_again(self, detail: NoteDetail) -> Place | None:
        """Where one was before the note's text was gone, if it has that again and one has not moved since."""
        lost = self.lost
        if lost is None or self._preview.scroll_offset.y != lost.scrolled or detail.path != lost.place.path:
            self.lost = None
            return None
        found = lost.found_in(detail.text)
        if found is not None:
            self.lost = None
        return found


def _ends_before(text: str, top: Anchor) -> bool:
    """Whether a text has come to be so short that it has not the line that was at the top."""
    return text.count("\n") + 1 < top.line
