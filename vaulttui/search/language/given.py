"""What is given beside a query text by arguments and options, and which of the two counts.

One rule for all surfaces: ``mode:`` and ``sort:`` of the text win, ``limit:`` bounds all that the query finds, and a
limit that is given is the size of a page of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from vaulttui.search.query import Mode, Query, SortKey
from vaulttui.values import dataclass


@dataclass(frozen=True, slots=True)
class Given:
    """What is given beside a text; ``None`` where nothing is."""

    mode: Mode | None = None
    sort: SortKey | None = None
    limit: int | None = None
    """Size of a page. Where none is given, one page has all that ``limit:`` of the text lets through."""

    def defaults(self, otherwise: Query) -> Query:
        """What counts where the text says nothing.

        Args:
            otherwise: What counts where nothing is given either.
        """
        return replace(otherwise, mode=self.mode or otherwise.mode, sort=self.sort or otherwise.sort)

    def paged(self, read: Query) -> Query:
        """A query that was read, with pages of the size that is given."""
        return read if self.limit is None else replace(read, limit=self.limit)

    def overruled(self, read: Query) -> Iterator[str]:
        """Say what does not count because the text of a query, which was read, says otherwise."""
        if self.mode not in (None, read.mode):
            yield f"mode:{read.mode} in the query counts, not the mode {self.mode}."
        if self.sort not in (None, read.sort):
            yield f"sort:{read.sort} in the query counts, not the order {self.sort}."
