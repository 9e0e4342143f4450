"""How one row of the filter sidebar looks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text

from vaulttui.formatting import count, counted
from vaulttui.search.engine import FacetValue
from vaulttui.terminal_text import plain
from vaulttui.tui.preview.cells import clusters
from vaulttui.tui.widgets.facet_row import FacetRow, Narrowing
from vaulttui.tui.widgets.facet_sections import UNKNOWN
from vaulttui.tui.widgets.histogram import Bar, bars, spark
from vaulttui.tui.widgets.note_place import tail_of
from vaulttui.tui.widgets.result_row import spread

if TYPE_CHECKING:
    from vaulttui.tui.widgets.line_styles import LineStyles

_MARKS = {"off": " ", "include": "■", "exclude": "✗"}
_STATE_CLASSES = {"include": "facet--included", "exclude": "facet--excluded"}
_NARROW = 26
"""Columns below which nesting takes one column a level, not two."""
_WIDE_LEVELS = 3
"""Levels that take two, where there are so many columns; what is nested deeper takes one."""
_MOST_NESTED = 0.35
"""Of the columns, that nesting takes in all: without a name no depth tells anything."""
_MOST_BARS = 24
"""Bars of the histogram, a month each: two years."""


def inner_width(width: int) -> int:
    """Columns that a row fills: a wide sidebar keeps one free before the next pane."""
    return width - 1 if width >= 22 else width


def fold_column(row: FacetRow, width: int) -> int:
    """Column of the triangle that folds a row."""
    if row.kind == "section":
        return 0
    wide = 0 if width < _NARROW else min(row.depth, _WIDE_LEVELS)
    return 1 + min(row.depth + wide, int(inner_width(width) * _MOST_NESTED))


def header_bars(
    row: FacetRow, months: Sequence[FacetValue], width: int, narrowing: Narrowing | None
) -> tuple[int, tuple[Bar, ...]]:
    """Where the histogram of a section's first line begins, and its bars; none for other sections than the dates, nor
    while these are narrowed: the text stands there."""
    if row.kind != "section" or row.section.id != "dates" or _own(row, narrowing):
        return width, ()
    room = inner_width(width) - cell_len(_header_left(row)) - 2
    shown = bars(months, min(room, _MOST_BARS))
    return inner_width(width) - len(shown), shown


def bar_at(row: FacetRow, x: int, months: Sequence[FacetValue], width: int, narrowing: Narrowing | None) -> Bar | None:
    """The bar of the histogram in a column of a row."""
    start, shown = header_bars(row, months, width, narrowing)
    return shown[x - start] if 0 <= x - start < len(shown) else None


def tip(row: FacetRow, bar: Bar | None, width: int) -> str:
    """What a place in a row has to tell besides: the months of the bar there, a name that is cut off; ``""`` mostly."""
    if bar is not None:
        return f"{bar.filter_value.replace('..', ' – ')}: {counted(bar.count, 'note')}"
    if row.kind not in ("section", "value"):
        return ""
    used = fold_column(row, width) + 2 + cell_len(row.label) + len(count(max(0, row.amount))) + 1
    return row.label if used > inner_width(width) else ""


def facet_line(
    row: FacetRow, width: int, styles: LineStyles, *, months: Sequence[FacetValue], narrowing: Narrowing | None
) -> Text:
    """Draw a row.

    Args:
        row: The row; its label is safe to draw.
        width: Cells of the line.
        styles: Styles of its parts.
        months: What the histogram is made of.
        narrowing: The text that a section is narrowed by.
    """
    inner = inner_width(width)
    if row.kind == "section":
        return _header(row, width, styles, months, narrowing)
    if row.kind == "switch":
        return _switch(row, inner, styles)
    start = fold_column(row, width) + 2 if row.section.nested else 2
    if row.kind == "value":
        return _value(row, start, inner, styles)
    told = f"… {count(row.amount)} more" if row.kind == "more" else row.label
    return spread(Text(f"{'':{start}}{told}", styles["facet--more"]), Text(), inner, styles.base)


def _value(row: FacetRow, start: int, inner: int, styles: LineStyles) -> Text:
    """Mark, triangle, name and count of a value."""
    empty = row.amount == 0
    name = _STATE_CLASSES.get(row.state, "facet--zero" if empty else "facet--label")
    left = Text(no_wrap=True, end="")
    if row.below and row.state == "off":
        left.append("□", styles["facet--included"])
    else:
        # Only the name is struck out, not the mark and the blanks before it.
        left.append(_MARKS[row.state], styles[name] + Style(strike=False))
    fold = "" if row.open is None else "▾" if row.open else "▸"
    left.append(f"{fold:>{start - 2}} " if row.section.nested else " ", styles["facet--fold"])
    right = (
        Text() if row.amount == UNKNOWN else Text(count(row.amount), styles["facet--zero" if empty else "facet--count"])
    )
    label = row.label
    if "/" in label and row.section.operator in ("folder", "tag"):
        # A whole path: what does not fit is left out of its beginning, which many have in common.
        label = tail_of(label, inner - start - right.cell_len - 1)
    left.append(label, styles[name])
    return spread(left, right, inner, styles.base)


def _own(row: FacetRow, narrowing: Narrowing | None) -> Narrowing | None:
    """A narrowing, if it is that of the row's section."""
    return narrowing if narrowing is not None and narrowing.section == row.section.id else None


def _header_left(row: FacetRow) -> str:
    return f"▾ {row.label}" + (f" ■{row.below}" if row.below else "")


def _header(
    row: FacetRow, width: int, styles: LineStyles, months: Sequence[FacetValue], narrowing: Narrowing | None
) -> Text:
    """Triangle and name of a section, and what there is to say of all of it."""
    left = Text(no_wrap=True, end="")
    left.append("▾ " if row.open else "▸ ", styles["facet--fold"])
    left.append(row.label, styles["facet--section"])
    if row.below:
        left.append(f" ■{row.below}", styles["facet--included"])
    right = Text(no_wrap=True, end="")
    narrowing = _own(row, narrowing)
    if narrowing is not None:
        room = max(4, inner_width(width) - left.cell_len - 3)
        right.append(f"/{_end_of(plain(narrowing.text), room)}", styles["facet--typed"])
        right.append("▏" if narrowing.typing else " ", styles["facet--typed"])
    elif row.section.id == "dates":
        heights = [bar.count for bar in header_bars(row, months, width, narrowing)[1]]
        for height, character in zip(heights, spark(heights), strict=True):
            right.append(character, styles["facet--bar" if height else "facet--no-bar"])
    elif row.amount != UNKNOWN:
        right.append(count(row.amount), styles["facet--count"])
    return spread(left, right, inner_width(width), styles.base)


def _end_of(text: str, width: int) -> str:
    """The end of a text that fits into a width."""
    start = len(text)
    for first, _, cells in reversed(clusters(text)):
        width -= cells
        if width < 0:
            break
        start = first
    return text[start:]


def _switch(row: FacetRow, inner: int, styles: LineStyles) -> Text:
    """Which date of the notes is meant, with the other one if there is room."""
    line = Text(" ", no_wrap=True, end="")
    other = "created" if row.label == "modified" else "modified"
    if inner < 1 + len("modified · created"):
        line.append(f"by {row.label}", styles["facet--typed"])
    else:
        for place, field in enumerate(("modified", "created")):
            line.append(" · " if place else "", styles["facet--more"])
            line.append(field, styles["facet--more" if field == other else "facet--typed"])
    return spread(line, Text(), inner, styles.base)
