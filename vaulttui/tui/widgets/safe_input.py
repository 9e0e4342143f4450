"""An input for whatever may come into it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.cells import cell_len
from textual import events
from textual.filter import LineFilter
from textual.widgets import Input

from vaulttui.tui.preview.cells import clusters
from vaulttui.tui.widgets.safe_lines import SafeLines
from vaulttui.tui.widgets.typed import pasted, typed_text

_SAFE_LINES = SafeLines()


class SafeInput(Input):
    """An input whose text may be pasted, or the name of a file: it keeps that as it is, and draws it without harm."""

    LEAVING: ClassVar[frozenset[str]] = frozenset()
    """Actions that may lead out of it."""

    _whole_placeholder: str | None = None

    def on_mount(self) -> None:
        """Let the cursor blink unless nothing is to move."""
        self.cursor_blink = self.app.animation_level != "none"

    def on_resize(self) -> None:
        """Show as much of the placeholder as there is room for."""
        if self._whole_placeholder is None:
            self._whole_placeholder = str(self.placeholder)
        self.placeholder = cut_words(self._whole_placeholder, self.content_size.width)

    async def _on_key(self, event: events.Key) -> None:
        text = typed_text(event)
        if event.is_printable == (text is not None):
            await super()._on_key(event)
            return
        event.prevent_default()
        if text is not None:  # what Textual leaves out
            event.stop()
            self.replace(text, *self.selection)

    def _cell_offset_to_index(self, offset: int) -> int:
        """Where a click puts the cursor: in front of the sign that is drawn there. Textual's own adds up the widths of
        characters, of which an emoji may have several and be no wider."""
        cells = offset + int(self.scroll_offset.x)
        for start, _, width in clusters(self.value):
            if cells < width:
                return start
            cells -= width
        return len(self.value)

    def _on_paste(self, event: events.Paste) -> None:
        event.text = pasted(self.app, event.text)  # Textual goes on to insert it

    def action_paste(self) -> None:
        """Paste what was copied in this program, as the terminal pastes: Textual's own takes line ends for letters."""
        self.replace(pasted(self.app, self.app.clipboard), *self.selection)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """What is done to every line. For all widgets, this would take 4 ms a key."""
        return [*super().get_line_filters(), _SAFE_LINES]


def cut_words(text: str, width: int) -> str:
    """Return the whole words of a text that fit into a width, with ``…`` behind them if there are more."""
    if cell_len(text) <= width:
        return text
    words = text.split(" ")
    while len(words) > 1 and cell_len(" ".join(words)) + 2 > width:
        del words[-1]
    return " ".join(words).rstrip(",· ") + " …"
