"""Rows of postings in memory, sorted by term, in segments."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vaulttui.index.storage import duckdb
from vaulttui.index.storage.arrays import IntArray, run_starts
from vaulttui.search.memory.packing import Counts, PackedCounts
from vaulttui.values import dataclass

_FEW_SHARE = 1 / 4
"""Rows behind a segment that are fewer than this share of it are not worth sorting among its own."""
_ROWS_AT_ONCE = 1_000_000


@dataclass(frozen=True, slots=True)
class PostingRows:
    """Occurrences of some terms, term by term."""

    owners: IntArray
    """Identities of chunks or notes; some may be gone from the index."""
    counts: tuple[NDArray[Any], ...]
    """Occurrences, one array a field; none if they were not asked for."""
    bounds: IntArray
    """Where each term's rows begin, and where the last one's end."""


def _column(cursor: duckdb.DuckDBPyConnection, table: str, name: str) -> NDArray[Any]:
    """A column of integers in the order of rows, read in parts: what the database makes of all at once takes as much
    memory again, and three times as long."""
    ((count, last),) = cursor.execute(f"SELECT count(*), coalesce(max(rowid), 0) FROM {table}").fetchall()
    column: NDArray[Any] | None = None
    filled = 0
    for start in range(0, last + 1, _ROWS_AT_ONCE):
        part = cursor.execute(
            f"SELECT {name} FROM {table} WHERE rowid BETWEEN ? AND ?", [start, start + _ROWS_AT_ONCE - 1]
        ).fetchnumpy()[name]
        if column is None:
            column = np.empty(count, dtype=part.dtype)
        column[filled : filled + len(part)] = part
        filled += len(part)
    assert column is not None
    assert filled == count
    return column


def _few_behind(terms: IntArray) -> list[int]:
    """Where the first row out of order stands, if few stand from there on: they need not be sorted among all."""
    out_of_order = np.flatnonzero(terms[1:] < terms[:-1])[:1] + 1
    return [place for place in out_of_order.tolist() if len(terms) - place < place * _FEW_SHARE]


def _by_term(terms: IntArray) -> tuple[IntArray | slice, IntArray, IntArray]:
    """How rows are brought in the order of their terms, the distinct terms, and where the rows of each begin then, with
    where the last one's end."""
    order: IntArray | slice = slice(None)
    if not (terms[1:] >= terms[:-1]).all():
        order = np.argsort(terms, kind="stable")  # they come in sorted runs, which a merge sort joins
    ordered = terms[order]
    starts = run_starts(ordered)
    return order, ordered[starts], np.append(starts, len(ordered))


@dataclass(frozen=True, slots=True)
class Segment:
    """Rows sorted by term."""

    terms: IntArray
    """Distinct terms, ascending."""
    starts: IntArray
    """Where the rows of each begin, and where the last one's end."""
    owners: IntArray
    counts: tuple[Counts, ...]

    @classmethod
    def of(cls, terms: IntArray, owners: IntArray, counts: tuple[NDArray[Any], ...]) -> Segment:
        """Sort rows as the database gives them."""
        order, distinct, starts = _by_term(np.asarray(terms))
        return cls(distinct, starts, np.asarray(owners)[order], tuple(np.asarray(count)[order] for count in counts))

    @classmethod
    def read(
        cls, cursor: duckdb.DuckDBPyConnection, table: str, owner: str, fields: Sequence[str]
    ) -> tuple[Segment, ...]:
        """All rows of a table, packed; one column after the other, of which all together would take much memory.

        Args:
            cursor: Within a transaction.
            table: Its name.
            owner: The column of chunks or notes.
            fields: The columns of occurrences.

        Returns:
            One segment, or two where few rows lie behind those that stand in the order of their terms.
        """
        terms = _column(cursor, table, "term_id")
        cuts = [0, *_few_behind(terms), len(terms)]
        parts = [slice(start, stop) for start, stop in pairwise(cuts)]
        orders = [_by_term(terms[part]) for part in parts]
        del terms
        owners = _column(cursor, table, owner)
        counts: list[list[Counts]] = [[] for _ in parts]
        for name in fields:
            column = _column(cursor, table, name)
            for part, (order, _, _), packed in zip(parts, orders, counts, strict=True):
                packed.append(PackedCounts(column[part][order]))
        return tuple(
            cls(distinct, starts, owners[part][order], tuple(packed))
            for part, (order, distinct, starts), packed in zip(parts, orders, counts, strict=True)
        )

    @classmethod
    def merged(cls, segments: Sequence[Segment]) -> Segment:
        """The rows of several segments."""
        return cls.of(
            np.concatenate([np.repeat(part.terms, np.diff(part.starts)) for part in segments]),
            np.concatenate([part.owners for part in segments]),
            tuple(
                np.concatenate([column[:] for column in columns])
                for columns in zip(*(part.counts for part in segments), strict=True)
            ),
        )

    def packed(self) -> Segment:
        """The same rows in less memory."""
        counts = tuple(PackedCounts(count[:]) for count in self.counts)
        return Segment(self.terms, self.starts, self.owners, counts)

    def without(self, gone: NDArray[np.bool_]) -> Segment:
        """Leave rows out, by a mask over them."""
        kept = ~gone
        terms = np.repeat(self.terms, np.diff(self.starts))[kept]
        return Segment.of(terms, self.owners[kept], tuple(count[:][kept] for count in self.counts))

    def __len__(self) -> int:
        return len(self.owners)

    def slices(self, term_ids: IntArray) -> tuple[IntArray, IntArray]:
        """First and last place of each term's rows; equal where it has none."""
        if not len(self.terms):
            return np.zeros(len(term_ids), dtype=np.int64), np.zeros(len(term_ids), dtype=np.int64)
        places = np.minimum(np.searchsorted(self.terms, term_ids), len(self.terms) - 1)
        known = self.terms[places] == term_ids
        first = self.starts[places]
        return first, np.where(known, self.starts[places + 1], first)


def rows_of(segments: Sequence[Segment], term_ids: Sequence[int], *, counted: bool = True) -> PostingRows:
    """Rows of some terms out of one segment or more, with or without their occurrences, which have to be unpacked."""
    wanted = np.asarray(term_ids, dtype=np.int32)
    fields = len(segments[0].counts) if counted else 0
    if not len(wanted):
        return no_rows(fields, 0)
    parts: list[tuple[Segment, int, int]] = []
    lengths = np.zeros(len(wanted), dtype=np.int64)
    found = [segment.slices(wanted) for segment in segments]
    for place in range(len(wanted)):
        for segment, (first, last) in zip(segments, found, strict=True):
            start, end = int(first[place]), int(last[place])
            if end > start:
                parts.append((segment, start, end))
                lengths[place] += end - start
    bounds = np.concatenate((np.zeros(1, dtype=np.int64), np.cumsum(lengths)))
    if not parts:
        return PostingRows(segments[0].owners[:0], tuple(count[:0] for count in segments[0].counts[:fields]), bounds)
    if len(parts) == 1:
        segment, start, end = parts[0]
        return PostingRows(
            segment.owners[start:end], tuple(count[start:end] for count in segment.counts[:fields]), bounds
        )
    return PostingRows(
        np.concatenate([segment.owners[start:end] for segment, start, end in parts]),
        tuple(
            np.concatenate([segment.counts[number][start:end] for segment, start, end in parts])
            for number in range(fields)
        ),
        bounds,
    )


def no_rows(fields: int, terms: int) -> PostingRows:
    """Of so many terms that occur nowhere, with so many fields."""
    empty = np.zeros(0, dtype=np.int32)
    return PostingRows(empty, (empty,) * fields, np.zeros(terms + 1, dtype=np.int64))
