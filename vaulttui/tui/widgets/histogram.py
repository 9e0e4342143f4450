"""A histogram of notes over time that fits into one line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from vaulttui.search.engine import FacetValue

_LEVELS = "▂▃▄▅▆▇█"
_EMPTY = "▁"
_SPANS = (1, 2, 3, 4, 6, 12, 24, 60, 120, 600)
"""Months that one bar may stand for; each divides a year or is made of years, so that bars end where years end."""
_OUTLIERS = 0.01
"""Share of the notes that may be left out before the first bar, and behind the last: one note of 1970 would flatten
the rest."""


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar: the notes of one or more whole months."""

    first: str
    """First month, ``YYYY-MM``."""
    last: str
    """Last month, ``YYYY-MM``; the first for a bar of one month."""
    count: int

    @property
    def filter_value(self) -> str:
        """What a date operator takes for these months."""
        return self.first if self.first == self.last else f"{self.first}..{self.last}"


def bars(months: Sequence[FacetValue], width: int) -> tuple[Bar, ...]:
    """Spread notes over at most ``width`` bars of equal length, the oldest first.

    Args:
        months: Counts by ``YYYY-MM``, oldest first, months without notes left out.
        width: The most bars; nothing comes of less than 1.
    """
    counts = _trimmed({_number(month.value): month.count for month in months if month.count > 0})
    if not counts or width < 1:
        return ()
    first, last = min(counts), max(counts)
    span = next((span for span in _SPANS if last // span - first // span < width), _SPANS[-1])
    leftmost = max(first // span, last // span - width + 1)
    heights = [0] * (last // span - leftmost + 1)
    for number, count in counts.items():
        if number // span >= leftmost:
            heights[number // span - leftmost] += count
    return tuple(
        Bar(_month((leftmost + place) * span), _month((leftmost + place + 1) * span - 1), height)
        for place, height in enumerate(heights)
    )


def spark(heights: Sequence[int]) -> str:
    """Draw bars as one character each: ``▁`` for nothing, then seven levels up to the highest bar."""
    peak = max(heights, default=0)
    return "".join(_LEVELS[round((height / peak) * (len(_LEVELS) - 1))] if height else _EMPTY for height in heights)


def _number(month: str) -> int:
    """Months since the year 0."""
    year, _, rest = month.partition("-")
    return int(year) * 12 + int(rest) - 1


def _month(number: int) -> str:
    year, month = divmod(number, 12)
    return f"{year:04}-{month + 1:02}"


def _trimmed(counts: dict[int, int]) -> dict[int, int]:
    """Leave out the few notes that lie far before or behind all others."""
    spare = sum(counts.values()) * _OUTLIERS
    kept = dict(counts)
    for order in (sorted(counts), sorted(counts, reverse=True)):
        left_out = 0
        for number in order:
            left_out += counts[number]
            if left_out > spare:
                break
            del kept[number]
    return kept
