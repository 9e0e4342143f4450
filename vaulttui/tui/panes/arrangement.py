"""Which panes are shown, given the room there is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Pane: TypeAlias = Literal["filters", "results", "preview", "panel"]

SMALLEST = (40, 12)
"""Columns and lines below which nothing sensible can be shown."""
TOO_SMALL = "The terminal is too small for vaulttui.\nIt needs {} columns and {} lines.".format(*SMALLEST)
"""What is said then."""
TWO_PANES = 80
THREE_PANES = 120
LOW = 18
"""Lines below which there is no room for the panel below the preview: it takes its place."""
TALL = 24
"""Lines from which outline and backlinks are always shown beside three panes."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the person asked for."""

    filters: bool = True
    """Filters beside the results, where there is room for three panes."""
    drawer: bool = False
    """Filters over the results, where there is not."""
    reading: bool = False
    """The preview instead of the results, where there is room for one pane."""
    panel: bool = False
    """Outline and backlinks, where they are not always shown."""
    zen: bool = False
    """The preview alone."""


@dataclass(frozen=True, slots=True)
class Arrangement:
    """What is shown."""

    panes: tuple[Pane, ...]
    """Shown panes, from left to right and top to bottom."""
    drawer: bool = False
    """Whether the filters lie over the results."""
    too_small: bool = False

    @property
    def columns(self) -> tuple[Pane, ...]:
        """What stands side by side: without a panel below the preview."""
        return tuple(pane for pane in self.panes if pane != "panel" or "preview" not in self.panes)


def too_small(width: int, height: int) -> bool:
    """Whether nothing sensible can be shown.

    Args:
        width: Columns of the terminal.
        height: Lines of the terminal.
    """
    return width < SMALLEST[0] or height < SMALLEST[1]


def arrange(width: int, height: int, wishes: Wishes) -> Arrangement:
    """Decide what is shown.

    Args:
        width: Columns of the terminal.
        height: Lines of the terminal.
        wishes: What the person asked for.
    """
    if too_small(width, height):
        return Arrangement((), too_small=True)
    reading: tuple[Pane, ...] = ("preview",)
    if wishes.panel:
        reading = ("panel",) if height < LOW else ("preview", "panel")
    if wishes.zen:
        return Arrangement(reading)
    if width >= THREE_PANES:
        left: tuple[Pane, ...] = ("filters",) if wishes.filters else ()
        return Arrangement((*left, "results", *(("preview", "panel") if height >= TALL else reading)))
    if width >= TWO_PANES:
        drawn: tuple[Pane, ...] = ("filters",) if wishes.drawer else ()
        return Arrangement((*drawn, "results", *reading), drawer=wishes.drawer)
    if wishes.drawer:
        return Arrangement(("filters",))
    return Arrangement(reading if wishes.reading else ("results",))
