"""The notes that are marked among the results, of this query and of those before."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from vaulttui.search.query import Hit
from vaulttui.tui.widgets.result_pages import hit_moved, place_of


class Marks:
    """Marked notes, each with the result that leads to it: a note is marked once, however many results it has."""

    def __init__(self) -> None:
        self._hits: dict[str, Hit] = {}

    def __contains__(self, path: str) -> bool:
        return path in self._hits

    @property
    def hits(self) -> tuple[Hit, ...]:
        """A result of each marked note, in the order in which they were marked."""
        return tuple(self._hits.values())

    def toggle(self, hit: Hit) -> None:
        """Mark the note of a result, or unmark it."""
        if self._hits.pop(hit.path, None) is None:
            self._hits[hit.path] = hit

    def add(self, hits: Iterable[Hit]) -> None:
        """Mark the notes of results; what is marked already stays as it was found."""
        for hit in hits:
            self._hits.setdefault(hit.path, hit)

    def last_in(self, found: Mapping[int, Hit]) -> bool:
        """Whether the note that was marked last is among results, or none is marked.

        Args:
            found: Results by their rows.
        """
        last = next(reversed(self._hits), None)
        return last is None or any(hit.path == last for hit in found.values())

    def last_row(self, found: Mapping[int, Hit]) -> int | None:
        """The row of the note that was marked last of those that are there; ``None`` if none is.

        Args:
            found: Results by their rows.
        """
        paths = {hit.path for hit in found.values()}
        last = next((hit for hit in reversed(self._hits.values()) if hit.path in paths), None)
        return None if last is None else place_of(last, found)

    def renew(self, found: Mapping[int, Hit]) -> None:
        """Take over what has come of marked notes: the same passage, which may stand on another line by now, or their
        best one for another query. What is not among it stays as it was found.

        Args:
            found: Results by their rows.
        """
        of_marked: dict[str, dict[int, Hit]] = {}
        for row, hit in found.items():
            if hit.path in self._hits:
                of_marked.setdefault(hit.path, {})[row] = hit
        for path, of_note in of_marked.items():
            place = place_of(self._hits[path], of_note)
            if place is not None:
                self._hits[path] = of_note[place]

    def take_moves(self, moved: Mapping[str, str]) -> None:
        """Take in that notes were moved.

        Args:
            moved: New paths of notes, by those of before.
        """
        hits = [hit_moved(hit, moved) for hit in self.hits]
        self._hits = {hit.path: hit for hit in hits}

    def drop(self, paths: Collection[str]) -> bool:
        """Unmark notes. Returns whether any of them was marked."""
        dropped = [self._hits.pop(path) for path in paths if path in self._hits]
        return bool(dropped)

    def clear(self) -> None:
        """Unmark all."""
        self._hits.clear()
