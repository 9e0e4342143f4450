"""The pages that results are loaded in, and where a result is among others that were asked anew."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from vaulttui.search.query import Hit

PAGE_SIZE = 50
"""Results that are asked for at once."""


@dataclass(frozen=True, slots=True)
class SoughtResult:
    """The result that the cursor belongs on, as long as it is not among those that are loaded."""

    hit: Hit
    """As it was before."""
    pages: list[int]
    """First rows of the pages that it may be on, at least one."""

    def without(self, page: int) -> SoughtResult | None:
        """What is left to look through after one page; ``None`` for nothing."""
        pages = [other for other in self.pages if other != page]
        return replace(self, pages=pages) if pages else None


def place_of(hit: Hit, hits: Mapping[int, Hit]) -> int | None:
    """The row of a result among others: the same passage, else one that begins on the same line, else its note."""
    same_path = [index for index, other in hits.items() if other.path == hit.path]
    same_lines = [index for index in same_path if hits[index].first_line == hit.first_line]
    exact = [index for index in same_lines if hits[index].content == hit.content]  # a line may be several
    return next(iter(exact or same_lines or same_path), None)


def moved_by(rows: Mapping[int, Hit | None], hits: Mapping[int, Hit]) -> int | None:
    """By how many rows results came to stand lower among others: most of them, for one that was saved goes elsewhere.

    Args:
        rows: The results by their rows, ``None`` for one that is not loaded.
        hits: The others.

    Returns:
        The number, below 0 if they stand higher; ``None`` if none is among the others.
    """
    places = {row: place_of(hit, hits) for row, hit in rows.items() if hit is not None}
    moves = sorted(place - row for row, place in places.items() if place is not None)
    return moves[len(moves) // 2] if moves else None


def page_of(index: int) -> int:
    """The first row of the page that a row is on."""
    return index - index % PAGE_SIZE


def pages_near(index: int) -> tuple[int, int, int]:
    """First rows of the page that a row is on, of the next one and of the one before: what was added or is gone moves a
    result by few rows."""
    page = page_of(index)
    return page, page + PAGE_SIZE, page - PAGE_SIZE
