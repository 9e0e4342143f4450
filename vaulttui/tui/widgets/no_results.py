"""What stands in the place of results where there are none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.console import Console
from rich.text import Text

from vaulttui.terminal_text import plain
from vaulttui.tui.widgets.line_styles import LineStyles
from vaulttui.tui.widgets.result_row import spread


class Offer(NamedTuple):
    """Another query that can be chosen instead."""

    label: str
    """What is said of it, on the left."""
    right: str
    """The same, on the right."""
    query: str
    """Its text."""


class NoResults:
    """Why there is nothing, what could be done, and other queries, of which one is chosen.

    Args:
        title: Why there is nothing.
        lines: What more there is to say.
        offers: Other queries.
        below: What is said below them.
        chosen: Text of the query that is chosen at first; the first of all if it is not among them.
    """

    def __init__(
        self,
        title: str = "",
        lines: Sequence[str] = (),
        offers: Sequence[Offer] = (),
        below: str = "",
        *,
        chosen: str | None = None,
    ) -> None:
        self._title = title
        self._lines = lines
        self._offers = offers
        self._below = below
        self._chosen = next((place for place, offer in enumerate(offers) if offer.query == chosen), 0)
        self._first_y = 0

    @property
    def chosen(self) -> str | None:
        """Text of the query that is chosen; ``None`` if none is offered."""
        return self._offers[self._chosen].query if self._offers else None

    @property
    def text(self) -> str:
        """What is said and offered, line by line, without what keys do here."""
        offers = (f"{offer.label}  {offer.right}".rstrip() for offer in self._offers)
        return "\n".join((self._title, *self._lines, *offers))

    def move(self, delta: int) -> bool:
        """Choose another. Returns whether there is any to choose."""
        self._chosen = max(0, min(self._chosen + delta, len(self._offers) - 1))
        return bool(self._offers)

    def query_at(self, y: int) -> str | None:
        """Text of the query that stands on a line, as last drawn."""
        place = y - self._first_y
        return self._offers[place].query if 0 <= place < len(self._offers) else None

    def draw(self, width: int, styles: LineStyles, console: Console) -> list[Text]:
        """Draw it all.

        Args:
            width: Cells of a line.
            styles: Styles of its parts.
            console: Breaks lines.
        """

        def told(line: str) -> list[Text]:
            text = Text(line, styles["empty--text"])
            return [Text("  ") + part for part in text.wrap(console, max(1, width - 4))]

        drawn = [Text(), Text("  ") + Text(self._title, styles["empty--title"])]
        for line in self._lines:
            drawn += told(line)
        self._first_y = len(drawn)
        for place, offer in enumerate(self._offers):
            current = place == self._chosen
            mark = Text("▌ " if current else "  ", styles["row--bar"], no_wrap=True, end="")
            style = styles["empty--offer" if current else "empty--text"]
            left = mark + Text(plain(offer.label), style, no_wrap=True, end="")
            drawn.append(spread(left, Text(f"{offer.right}  ", styles["empty--text"], end=""), width, styles.base))
        if self._below:
            drawn += [Text(), *told(self._below)]
        return drawn
