"""Which panes are shown, given the room there is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Pane: TypeAlias = Literal["filters", "results", "preview", "panel"]

SMALLEST = (40, 12)
"""Columns and lines below which nothing sensible can be shown."""
TWO_PANES = 80
THREE_PANES = 120
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


def arrange(width: int, height: int, wishes: Wishes) -> Arrangement:
    """Decide what is shown.

    Args:
        width: Columns of the terminal.
        height: Lines of the terminal.
        wishes: What the person asked for.
    """
    if width < SMALLEST[0] or height < SMALLEST[1]:
        return Arrangement((), too_small=True)
    below: tuple[Pane, ...] = ("panel",) if wishes.panel else ()
    if wishes.zen:
        return Arrangement(("preview", *below))
    if width >= THREE_PANES:
        left: tuple[Pane, ...] = ("filters",) if wishes.filters else ()
        return Arrangement((*left, "results", "preview", *(("panel",) if height >= TALL else below)))
    if width >= TWO_PANES:
        drawn: tuple[Pane, ...] = ("filters",) if wishes.drawer else ()
        return Arrangement((*drawn, "results", "preview", *below), drawer=wishes.drawer)
    if wishes.drawer:
        return Arrangement(("filters",))
    return Arrangement(("preview", *below) if wishes.reading else ("results",))
