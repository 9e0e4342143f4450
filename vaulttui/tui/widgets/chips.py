"""The line below the query bar: the filters of the query as chips, or what is wrong with it, which may take more."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from rich.cells import cell_len, set_cell_size
from rich.text import Text
from textual import events
from textual.message import Message
from textual.reactive import reactive

from vaulttui.search.syntax import Chip
from vaulttui.terminal_text import plain
from vaulttui.tui.widgets.line_styles import LineStyled
from vaulttui.tui.widgets.note_place import tail_of

_INDENT = 2
_GAP = 2
_CROSS = " ×"
_LEAST = 16
"""Cells of a filter's words below which it is rather left out than cut."""
_PATHS = ("folder", "tag", "path", "links-to")
"""Operators of values that tell more at their ends."""


class Chips(LineStyled):
    """A line; an error that needs more of them gets up to four. A click on the cross of a chip takes its filter out of
    the query."""

    ALLOW_SELECT = False
    DEFAULT_CSS = """
    Chips { height: 1; padding: 0 1; }
    Chips.-failed { height: auto; max-height: 4; padding-left: 3; }
    """

    covered: reactive[bool] = reactive(False)
    """Whether something lies over the line: what is left beside it would read as one with that."""

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
            self._fit()
            self.refresh()

    def watch_covered(self) -> None:
        """Take no more room than a line while something lies over it."""
        self._fit()

    def _fit(self) -> None:
        self.set_class(self.failed and bool(self._hint) and not self.covered, "-failed")
        if self.has_class("-failed"):
            self.refresh(layout=True)

    def render(self) -> Text:
        """Draw the line."""
        styles = self.line_styles()
        text = Text(" " * _INDENT, no_wrap=True, end="")
        if self.covered:
            return text
        if self.has_class("-failed"):
            return Text(plain(self._hint), styles["chips--error"], end="")
        shown = list(_laid_out(self._chips, self.content_size.width))
        parts = [
            Text.assemble(
                (label, styles["chips--excluded" if chip.negated else "chips--label"]),
                (value, styles["chips--value"]),
                (_CROSS, styles["chips--remove"]),
            )
            for chip, label, value in shown
        ]
        if left_out := len(self._chips) - len(shown):
            parts.append(Text(f"+{left_out}", styles["chips--label"]))
        if self._hint:
            parts.append(Text(plain(self._hint), styles["chips--hint"]))
        text.append_text(Text(" " * _GAP).join(parts))
        text.truncate(self.content_size.width, overflow="ellipsis")
        return text

    def on_click(self, event: events.Click) -> None:
        """Take a filter out of the query."""
        offset = event.get_content_offset(self)
        before, self._clicked = self._clicked, None
        if offset is None or self.covered or self.failed:
            return
        x = _INDENT
        for chip, label, value in _laid_out(self._chips, self.content_size.width):
            width = cell_len(label + value + _CROSS)
            if x <= offset.x < x + width:
                self._clicked = chip.label
                if event.chain == 1 or chip.label == before:  # not the next one, which has come to its place
                    self.post_message(self.Removed(chip))
                return
            x += width + _GAP


class _ShownChip(NamedTuple):
    """A filter as there is room for it."""

    chip: Chip
    label: str
    value: str


def _laid_out(chips: Sequence[Chip], width: int) -> Iterator[_ShownChip]:
    """The filters that fit into a line, the first ones: long values are cut, each to the same share, so that all have
    their crosses; where little would be left of them, the last filters are left out.
    """
    words = [_words(chip) for chip in chips]
    wanted = [cell_len(label + value) for label, value in words]
    for shown in range(len(chips), 0, -1):
        left_out = f"+{len(chips) - shown}" if shown < len(chips) else ""
        gaps = _GAP * (shown if left_out else shown - 1)
        share = _share(wanted[:shown], width - _INDENT - len(_CROSS) * shown - gaps - len(left_out))
        if shown == 1 or share >= min(_LEAST, max(wanted[:shown])):
            break
    else:
        return
    for chip, (label, value) in zip(chips[:shown], words, strict=False):
        yield _ShownChip(chip, *_cut(label, value, share))


def _share(wanted: Sequence[int], room: int) -> int:
    """Cells that each may take at most so that all together fit; what the short ones spare goes to the long ones."""
    for place, cells in enumerate(sorted(wanted)):
        share = max(0, room) // (len(wanted) - place)
        if cells > share:
            return share
        room -= cells
    return max(wanted)


def _cut(label: str, value: str, width: int) -> tuple[str, str]:
    """Label and value in some cells: of a path the end, of anything else the beginning."""
    if cell_len(label + value) <= width:
        return label, value
    room = width - cell_len(label)
    if not value or room < 3:
        return _beginning(label, width), ""
    if label.rpartition(" ")[2] in _PATHS and " or " not in value:
        return label, " " + tail_of(value[1:], room - 1)
    return label, _beginning(value, room)


def _beginning(text: str, width: int) -> str:
    return set_cell_size(text, max(0, width - 1)).rstrip() + "…"


def _words(chip: Chip) -> tuple[str, str]:
    """What a filter is, and its value."""
    label, _, value = plain(chip.label).partition(" ")
    return ("not " if chip.negated else "") + label, f" {value}" if value else ""
