"""Where one was in a note whose text is gone, perhaps only until it is written or brought back."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from vaulttui.tui.moved_lines import moved_lines
from vaulttui.tui.visits import Place

if TYPE_CHECKING:
    from vaulttui.tui.preview.rendered import Anchor


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


def ends_before(text: str, top: Anchor) -> bool:
    """Whether a text has come to be so short that it has not the line that was at the top."""
    return text.count("\n") + 1 < top.line
