"""What is painted of a change, on what was painted before, is what painting all of the screen would show."""

from __future__ import annotations

from typing import Any

import pytest
from rich.console import RenderableType
from rich.style import Style
from textual._compositor import ChopsUpdate, Compositor, LayoutUpdate
from textual.screen import Screen
from textual.strip import Strip

from . import painting
from .interface import Interface, running

KEYS = [
    *("escape", "tab", "tab", "tab", "tab", "tab", "shift+tab", "shift+tab", "f", "j", "j", "space", "k", "escape"),
    *("j", "j", "space", "k", "enter", "slash", "r", "u", "s", "escape", "escape", "p", "n", "N", "j", "ctrl+d", "g"),
    *("tab", "b", "j", "enter", "o", "escape", "ctrl+o", "b", "down", "escape", "f1", "down", "escape", "m", "z", "z"),
    *("ctrl+p", "down", "escape", "slash", "ctrl+u", "tab", "slash", "t", "a", "g", "colon", "down", "escape", "d"),
    *("escape", "w", "escape", "G", "slash", "ctrl+u", "enter", "f", "f", "v", "V", "escape"),
]


class Painted:
    """A terminal that keeps what is painted."""

    def __init__(self) -> None:
        self.rows: list[Strip] = []
        self.partial = 0
        """How often not all was painted."""

    def paint(
        self, compositor: Compositor, full: bool = False, screen_stack: list[Screen[Any]] | None = None, *_: object
    ) -> RenderableType | None:
        """Paint what is owed, as Textual would."""
        update = render(compositor, full, screen_stack)
        if isinstance(update, LayoutUpdate):
            self.rows = [Strip.join(list(strips)) for strips in update.strips]
        elif isinstance(update, ChopsUpdate):
            self.partial += 1
            for y, left, right in update.spans:
                for end, (x, strip) in zip(update.chop_ends[y], update.chops[y].items(), strict=False):
                    if strip is not None and x <= right and end > left:
                        self._put(x, y, strip if x >= left and end <= right else strip.crop(0, min(end, right) - x))
        return update

    def _put(self, x: int, y: int, strip: Strip) -> None:
        row = self.rows[y]
        self.rows[y] = Strip.join([row.crop(0, x), strip, row.crop(x + strip.cell_length)])

    @property
    def text(self) -> str:
        """What can be read."""
        return "\n".join(row.text for row in self.rows)

    @property
    def cells(self) -> list[list[tuple[str, Style | None]]]:
        """Letters and their styles, line by line."""
        return cells(self.rows)


render = painting._paint


def cells(rows: list[Strip]) -> list[list[tuple[str, Style | None]]]:
    """Letters and their styles, line by line."""
    return [[(letter, style) for text, style, _ in row for letter in text] for row in rows]


def stale(ui: Interface, painted: Painted) -> list[int]:
    """Lines of the terminal that are not what the screen has there."""
    painting.paint()
    now = cells(ui.app.screen._compositor.render_strips())
    return [y for y, (row, before) in enumerate(zip(now, painted.cells, strict=True)) if row != before]


@pytest.mark.parametrize("size", [(60, 20), (100, 30), (160, 45)])
async def test_what_a_key_changes_is_painted(size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    painted = Painted()
    monkeypatch.setattr(painting, "_paint", painted.paint)
    async with running(size=size, toasts=True) as ui:
        assert not stale(ui, painted)
        for number, key in enumerate(KEYS):
            await ui.press(key)
            keys = " ".join(KEYS[max(number - 3, 0) : number + 1])
            await ui.until(lambda: not stale(ui, painted), f"all is painted after {keys}")
    assert painted.partial > len(KEYS) / 2


async def test_a_message_that_goes_leaves_nothing_on_the_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    painted = Painted()
    monkeypatch.setattr(painting, "_paint", painted.paint)
    async with running(size=(100, 30), toasts=True) as ui:
        ui.app.notify("It will go.", title="A message", timeout=1_000)
        await ui.until(lambda: not stale(ui, painted) and "It will go." in painted.text, "it is painted")
        ui.main.query_one("#clear-button").refresh()  # it is not in sight
        await ui.until(lambda: ui.main._compositor._full_map_invalidated, "Textual has dropped the layout for that")
        ui.app.withdraw("A message")
        await ui.until(lambda: not stale(ui, painted) and "It will go." not in painted.text, "what it covered is")
