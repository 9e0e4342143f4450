"""The line below the query bar: the filters of the query as chips, or what is wrong with it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Literal

from rich.text import Text
from textual import events
from textual.message import Message
from textual.widget import Widget

from vaulttui.search.syntax import Chip
from vaulttui.terminal_text import plain
from vaulttui.tui.widgets.line_styles import LineStyles

_CLASSES = ("chips--label", "chips--value", "chips--excluded", "chips--remove", "chips--hint", "chips--error")
_INDENT = 2
_GAP = 2


class Chips(Widget):
    """One line. A click on the cross of a chip takes its filter out of the query."""

    ALLOW_SELECT = False
    COMPONENT_CLASSES: ClassVar[set[str]] = set(_CLASSES)
    DEFAULT_CSS = """
    Chips { height: 1; padding: 0 1; }
    """

    class Removed(Message):
        """A filter is to go."""

        def __init__(self, chip: Chip) -> None:
            super().__init__()
            self.chip = chip

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._chips: tuple[Chip, ...] = ()
        self._hint = ""
        self._severity: Literal["hint", "error"] = "hint"
        self._clicked: str | None = None
        """Label of the chip that was clicked last."""

    @property
    def hint(self) -> str:
        """The text that is shown beside or instead of the chips."""
        return self._hint

    @property
    def failed(self) -> bool:
        """Whether that text is an error."""
        return self._severity == "error"

    def show_chips(self, chips: Sequence[Chip]) -> None:
        """Show these filters."""
        if tuple(chips) != self._chips:
            self._chips = tuple(chips)
            self.refresh()

    def show_hint(self, text: str, severity: Literal["hint", "error"] = "hint") -> None:
        """Show a text: an error instead of the chips, anything else behind them."""
        if (text, severity) != (self._hint, self._severity):
            self._hint, self._severity = text, severity
            self.refresh()

    def render(self) -> Text:
        """Draw the line."""
        styles = LineStyles(self, _CLASSES)
        text = Text(" " * _INDENT, no_wrap=True, end="")
        if self._severity == "error" and self._hint:
            return text.append(plain(self._hint), styles["chips--error"])
        for chip in self._chips:
            label, value = _words(chip)
            text.append(label, styles["chips--excluded" if chip.negated else "chips--label"])
            text.append(value, styles["chips--value"])
            text.append(" ×", styles["chips--remove"])
            text.append(" " * _GAP)
        text.append(plain(self._hint), styles["chips--hint"])
        text.truncate(self.content_size.width, overflow="ellipsis")
        return text

    def on_click(self, event: events.Click) -> None:
        """Take a filter out of the query."""
        offset = event.get_content_offset(self)
        before, self._clicked = self._clicked, None
        if offset is None or self._severity == "error":
            return
        x = _INDENT
        for chip in self._chips:
            width = Text("".join(_words(chip))).cell_len + 2
            if x <= offset.x < x + width:
                self._clicked = chip.label
                if event.chain == 1 or chip.label == before:  # not the next one, which has come to its place
                    self.post_message(self.Removed(chip))
                return
            x += width + _GAP


def _words(chip: Chip) -> tuple[str, str]:
    """What a filter is, and its value."""
    label, _, value = plain(chip.label).partition(" ")
    return ("not " if chip.negated else "") + label, f" {value}" if value else ""
