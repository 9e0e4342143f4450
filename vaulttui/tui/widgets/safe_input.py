"""An input for whatever may come into it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.filter import LineFilter
from textual.widgets import Input

from vaulttui.tui.safe_lines import SafeLines

_SAFE_LINES = SafeLines()


class SafeInput(Input):
    """An input whose text may be pasted, or the name of a file: it keeps that as it is, and draws it without harm."""

    LEAVING: ClassVar[frozenset[str]] = frozenset()
    """Actions that may lead out of it."""

    def pasted(self, text: str) -> str:
        """What of a text is pasted."""
        return next(iter(text.splitlines()), "")

    def action_paste(self) -> None:
        """Paste what was copied in this program, as the terminal pastes: Textual's own takes line ends for letters."""
        self.replace(self.pasted(self.app.clipboard), *self.selection)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """What is done to every line. For all widgets, this would take 4 ms a key."""
        return [*super().get_line_filters(), _SAFE_LINES]
