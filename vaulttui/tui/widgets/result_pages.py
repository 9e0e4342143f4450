"""The pages that results are loaded in, and where a result is among others that were asked anew."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from vaulttui.search.query import Hit

PAGE_SIZE = 50
"""Results that are asked for at once."""
MOST_SOUGHT = 200
"""Pages that are looked through for one result, at most."""


class ResultPages:
    """The results that are loaded, by their rows, and what pages are still to be asked for."""

    def __init__(self) -> None:
        self._hits: dict[int, Hit] = {}
        self._asked: set[int] = set()
        """First rows of the pages that were asked for and have not come."""
        self._stale: set[int] = set()
        """First rows of the pages whose results are from before they were asked for again."""

    @property
    def hits(self) -> Mapping[int, Hit]:
        """The results that are loaded, by their rows; those of pages that are asked for anew are from before."""
        return self._hits

    def at(self, row: int) -> Hit | None:
        """The result on a row, ``None`` if it is not loaded."""
        return self._hits.get(row)

    def are_just(self, hits: Sequence[Hit]) -> bool:
        """Whether a first page is what is loaded, and all of it."""
        return len(hits) == len(self._hits) and all(self._hits.get(row) == hit for row, hit in enumerate(hits))

    def begin(self, hits: Sequence[Hit], total: int, *, again: bool) -> None:
        """Begin anew with a first page.

        Args:
            hits: The page.
            total: How many results there are in all.
            again: Whether the same was asked before: further pages stay as they were until they are loaded anew.
        """
        further = {row: hit for row, hit in self._hits.items() if again and len(hits) <= row < total}
        self._stale = {page_of(row) for row in further}
        self._hits = {**dict(enumerate(hits)), **further}
        self._asked.clear()

    def add(self, offset: int, hits: Sequence[Hit]) -> None:
        """Take in a further page."""
        self._hits.update(enumerate(hits, start=offset))
        self._asked.discard(offset)
        self._stale.discard(offset)

    def take_moves(self, moved: Mapping[str, str]) -> None:
        """Take in that notes were moved, see :func:`hit_moved`."""
        self._hits = {row: hit_moved(hit, moved) for row, hit in self._hits.items()}

    def forget_asked(self) -> None:
        """Ask once more for pages that were asked for: none of them may come."""
        self._asked.clear()

    def to_ask_for(self, rows: Iterable[int]) -> list[int]:
        """First rows of the pages that some rows need, which count as asked for from now on."""
        needed = {page_of(row): None for row in rows if row not in self._hits or page_of(row) in self._stale}
        pages = [page for page in needed if page not in self._asked]
        self._asked.update(pages)
        return pages

    def moved_by(self, rows: Mapping[int, Hit | None]) -> int | None:
        """By how many rows results came to stand lower: most of them, for one that was saved goes elsewhere.

        Args:
            rows: The results by the rows that they were on, ``None`` for one that was not loaded.

        Returns:
            The number, below 0 if they stand higher; ``None`` if none is loaded that is not stale.
        """
        fresh = self._fresh()
        places = {row: place_of(hit, fresh) for row, hit in rows.items() if hit is not None}
        moves = sorted(place - row for row, place in places.items() if place is not None)
        return moves[len(moves) // 2] if moves else None

    def follow(
        self, hit: Hit, row: int, total: int, *, grown: int = 0, reach: int | None = None
    ) -> tuple[int, SoughtResult | None]:
        """The row of a result after all was asked anew.

        Args:
            hit: The result.
            row: The row that it was on.
            total: How many results there are in all.
            grown: By how many they have become more, below 0 if they are fewer.
            reach: By how many rows it may have moved at most, if it is still found; ``None``: by any number.

        Returns:
            Its row, as far as can be told, and what it is to be looked for with if that is not certain.
        """
        fresh = self._fresh()
        place = place_of(hit, fresh)
        if place is not None:
            return place, None
        still = place_of(hit, self._hits)
        row = row if still is None else still
        pages = [page for page in pages_around(row, total, grown=grown, reach=reach) if page not in fresh]
        sought = SoughtResult(hit, pages[:MOST_SOUGHT], reach, certain=len(pages) <= MOST_SOUGHT)
        return row, sought if pages else None

    def _fresh(self) -> dict[int, Hit]:
        return {row: hit for row, hit in self._hits.items() if page_of(row) not in self._stale}


@dataclass(frozen=True, slots=True)
class SoughtResult:
    """The result that the cursor belongs on, as long as it is not among those that are loaded."""

    hit: Hit
    """As it was before."""
    pages: list[int]
    """First rows of the pages that are still to be looked through, the likeliest first."""
    reach: int | None
    """By how many rows it may have moved at most; ``None``: by any number."""
    certain: bool = True
    """Whether it is found no longer if it is on none of them."""

    def without(self, page: int) -> SoughtResult | None:
        """What is left to look for after one page; ``None`` if it is found no longer."""
        pages = [other for other in self.pages if other != page]
        return replace(self, pages=pages) if pages or not self.certain else None


def hit_moved(hit: Hit, moved: Mapping[str, str]) -> Hit:
    """A result whose note may have been moved, with its new path. Its title is that of before, until it is asked anew.

    Args:
        hit: The result.
        moved: New paths of notes, by those of before.
    """
    path = moved.get(hit.path)
    return hit if path is None else replace(hit, path=path)


def place_of(hit: Hit, hits: Mapping[int, Hit]) -> int | None:
    """The row of a result among others: the same passage, if need be on another line, else one that begins on the same
    line, else its note."""
    same_path = [index for index, other in hits.items() if other.path == hit.path]
    same_lines = [index for index in same_path if hits[index].first_line == hit.first_line]
    exact = [index for index in same_lines if hits[index].content == hit.content]  # a line may be several
    shifted = [index for index in same_path if hits[index].content == hit.content]
    return next(iter(exact or shifted or same_lines or same_path), None)


def page_of(index: int) -> int:
    """The first row of the page that a row is on."""
    return index - index % PAGE_SIZE


def pages_around(row: int, total: int, *, grown: int, reach: int | None) -> list[int]:
    """First rows of the pages that a result may be on, the likeliest first: that of its row, that of the row it has if
    all that is new stands above it, then those around both. The pages beside that of its row are always among them.

    Args:
        row: The row that it was on.
        total: How many results there are in all.
        grown: By how many they have become more, below 0 if they are fewer.
        reach: By how many rows it may have moved at most; ``None``: by any number.
    """
    likely = {page_of(row): None, page_of(max(0, row + grown)): None}
    lowest, highest = (0, total) if reach is None else (row - reach, row + reach + 1)
    lowest, highest = min(lowest, page_of(row) - PAGE_SIZE), max(highest, page_of(row) + 2 * PAGE_SIZE)
    pages = range(page_of(max(0, lowest)), min(highest, total), PAGE_SIZE)
    return sorted(pages, key=lambda page: (min(abs(page - other) for other in likely), -page))
