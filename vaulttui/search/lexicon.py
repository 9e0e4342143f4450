"""The vocabulary of the index: which forms of words there are, and what they are related to.

It is stored in the tables ``terms`` and ``stems``, whose rows only ever grow in number. :class:`StoredLexicon` asks the
database, :class:`ResidentLexicon` keeps all forms in memory; both give the same answers in the same order.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Protocol, TypeAlias, TypeVar

import numpy as np

from vaulttui.index import duckdb
from vaulttui.index.arrays import IntArray
from vaulttui.search.edit_distance import LetterIndex
from vaulttui.values import dataclass

Entry: TypeAlias = tuple[int, str, str]
"""Identity of a term, its form, and the form folded."""

_MOST_SEGMENTS = 8
"""When there are more, they are merged: each costs a look-up of every word."""


class Lexicon(Protocol):
    """Looks forms up."""

    def folded_as(self, folded: Collection[str]) -> list[Entry]:
        """Terms whose folded form is one of some texts."""

    def stemmed_as(self, stems: Collection[str]) -> list[tuple[str, str, Entry]]:
        """``(language, stem, term)`` of the terms that have one of some stems in any language."""

    def beginning_with(self, folded: str, limit: int | None) -> list[Entry]:
        """Terms whose folded form begins with a text, the shortest first, then in the order of letters; all of them, or
        the first few."""

    def near(self, folded: str, edits: int) -> list[tuple[int, Entry]]:
        """``(distance, term)`` of the terms whose folded form differs from a text by at most some edits: insertion,
        deletion, exchange of a letter, transposition of neighbours."""


class StoredLexicon:
    """The vocabulary as the database has it.

    Args:
        cursor: Used by the calling thread only.
    """

    def __init__(self, cursor: duckdb.DuckDBPyConnection) -> None:
        self._cursor = cursor

    def folded_as(self, folded: Collection[str]) -> list[Entry]:
        """See :meth:`Lexicon.folded_as`."""
        if not folded:
            return []
        return self._cursor.execute(
            f"SELECT term_id, form, folded FROM terms WHERE folded IN ({_marks(folded)}) ORDER BY folded, term_id",
            list(folded),
        ).fetchall()

    def stemmed_as(self, stems: Collection[str]) -> list[tuple[str, str, Entry]]:
        """See :meth:`Lexicon.stemmed_as`."""
        if not stems:
            return []
        rows = self._cursor.execute(
            "SELECT s.language, s.stem, t.term_id, t.form, t.folded FROM stems s JOIN terms t USING (term_id) "
            f"WHERE s.stem IN ({_marks(stems)}) ORDER BY s.stem, s.language, t.term_id",
            list(stems),
        ).fetchall()
        return [(language, stem, (term_id, form, folded)) for language, stem, term_id, form, folded in rows]

    def beginning_with(self, folded: str, limit: int | None) -> list[Entry]:
        """See :meth:`Lexicon.beginning_with`."""
        return self._cursor.execute(
            "SELECT term_id, form, folded FROM terms WHERE starts_with(folded, ?) "
            "ORDER BY length(folded), folded, term_id LIMIT ?",
            [folded, limit],
        ).fetchall()

    def near(self, folded: str, edits: int) -> list[tuple[int, Entry]]:
        """See :meth:`Lexicon.near`."""
        # The database's own distance counts bytes, not letters.
        entries: list[Entry] = self._cursor.execute(
            "SELECT term_id, form, folded FROM terms WHERE length(folded) BETWEEN ? AND ? ORDER BY term_id",
            [len(folded) - edits, len(folded) + edits],
        ).fetchall()
        near = LetterIndex([entry[2] for entry in entries]).near(folded, edits)
        return sorted((distance, entries[place]) for place, distance in near)


def _marks(values: Collection[str]) -> str:
    return ", ".join("?" * len(values))


class _Terms:
    """Terms of a range of identities, sorted by folded form, then identity. A term as a tuple of its own would take
    four times as much memory.

    Args:
        ids: Of the terms.
        forms: Of the same; ``None`` where the form is the folded one, as of most terms.
        folded: Of the same.
    """

    def __init__(self, ids: IntArray, forms: Sequence[str | None], folded: Sequence[str]) -> None:
        order = sorted(range(len(ids)), key=lambda place: (folded[place], ids[place]))
        self._ids = ids[order]
        self.folded = [folded[place] for place in order]
        self._forms = {place: form for place, before in enumerate(order) if (form := forms[before]) is not None}
        self._first = int(ids.min()) if len(ids) else 0
        self._places = np.full(int(ids.max()) + 1 - self._first if len(ids) else 0, -1, dtype=np.int32)
        self._places[self._ids - self._first] = np.arange(len(ids), dtype=np.int32)

    @classmethod
    def merged(cls, parts: Sequence[_Terms]) -> _Terms:
        """The terms of several ranges."""
        return cls(
            np.concatenate([part._ids for part in parts]),
            [part._forms.get(place) for part in parts for place in range(len(part))],
            [folded for part in parts for folded in part.folded],
        )

    @cached_property
    def letters(self) -> LetterIndex:
        """For typing errors; made when the first one is looked for."""
        return LetterIndex(self.folded)

    def __len__(self) -> int:
        return len(self.folded)

    def entry(self, place: int) -> Entry:
        """The term at a place."""
        folded = self.folded[place]
        return int(self._ids[place]), self._forms.get(place, folded), folded

    def with_id(self, term_id: int) -> Entry | None:
        """The term of an identity, if it is one of these."""
        number = term_id - self._first
        place = int(self._places[number]) if 0 <= number < len(self._places) else -1
        return self.entry(place) if place >= 0 else None

    def equal(self, folded: str) -> Iterator[Entry]:
        """Terms with a folded form."""
        place = bisect_left(self.folded, folded)
        while place < len(self.folded) and self.folded[place] == folded:
            yield self.entry(place)
            place += 1

    def beginning_with(self, folded: str) -> list[Entry]:
        """Terms whose folded form begins with a text."""
        first = bisect_left(self.folded, folded)
        return [self.entry(place) for place in range(first, bisect_left(self.folded, folded + "\U0010ffff", lo=first))]


class _Stems:
    """Some stems, sorted.

    Args:
        rows: ``(stem, language, term)`` in any order.
    """

    def __init__(self, rows: Iterable[tuple[str, str, int]]) -> None:
        self.rows = sorted(rows)

    def __len__(self) -> int:
        return len(self.rows)

    def equal(self, stem: str) -> Iterator[tuple[str, str, int]]:
        """Rows with a stem."""
        place = bisect_left(self.rows, (stem,))
        while place < len(self.rows) and self.rows[place][0] == stem:
            yield self.rows[place]
            place += 1


class _Part(Protocol):
    def __len__(self) -> int: ...


_AnyPart = TypeVar("_AnyPart", bound=_Part)


def _grown(
    parts: tuple[_AnyPart, ...], added: _AnyPart, merge: Callable[[Sequence[_AnyPart]], _AnyPart]
) -> tuple[_AnyPart, ...]:
    """Parts with one more; where they become many, the small ones become one, or all of them do."""
    parts = (*parts, added)
    if len(parts) <= _MOST_SEGMENTS:
        return parts
    recent = merge(parts[1:])
    return (merge((parts[0], recent)),) if len(recent) > len(parts[0]) // 4 else (parts[0], recent)


@dataclass(frozen=True, slots=True)
class ResidentLexicon:
    """All forms in memory, in a few sorted parts, of which the first holds most."""

    terms: tuple[_Terms, ...] = ()
    stems: tuple[_Stems, ...] = ()
    known: int = 0
    """All identities below are in it."""
    stem_count: int = 0

    def folded_as(self, folded: Collection[str]) -> list[Entry]:
        """See :meth:`Lexicon.folded_as`."""
        found = [entry for text in folded for part in self.terms for entry in part.equal(text)]
        return sorted(found, key=lambda entry: (entry[2], entry[0]))

    def stemmed_as(self, stems: Collection[str]) -> list[tuple[str, str, Entry]]:
        """See :meth:`Lexicon.stemmed_as`."""
        rows = sorted(row for stem in stems for part in self.stems for row in part.equal(stem))
        return [
            (language, stem, entry)
            for stem, language, term_id in rows
            for part in self.terms
            if (entry := part.with_id(term_id)) is not None
        ]

    def beginning_with(self, folded: str, limit: int | None) -> list[Entry]:
        """See :meth:`Lexicon.beginning_with`."""
        found = [entry for part in self.terms for entry in part.beginning_with(folded)]
        found.sort(key=lambda entry: (len(entry[2]), entry[2], entry[0]))
        return found[:limit]

    def near(self, folded: str, edits: int) -> list[tuple[int, Entry]]:
        """See :meth:`Lexicon.near`."""
        found = [
            (distance, part.entry(place)) for part in self.terms for place, distance in part.letters.near(folded, edits)
        ]
        return sorted(found, key=lambda item: (item[0], item[1][0]))

    def read_on(self, cursor: duckdb.DuckDBPyConnection) -> ResidentLexicon:
        """This vocabulary with what was added since, as the cursor sees it."""
        added = cursor.execute(
            "SELECT term_id, nullif(form, folded) AS form, folded FROM terms WHERE term_id >= ?", [self.known]
        ).fetchnumpy()
        ids = np.asarray(added["term_id"])
        row = cursor.execute("SELECT count(*) FROM stems").fetchone()
        stem_count = int(row[0]) if row else 0
        if not len(ids) and stem_count == self.stem_count:
            return self
        stems = self.stems
        if stem_count != self.stem_count:
            rows: list[tuple[str, str, int]] = cursor.execute(
                "SELECT stem, language, term_id FROM stems WHERE rowid >= ?", [self.stem_count]
            ).fetchall()
            stems = _grown(stems, _Stems(rows), lambda parts: _Stems(row for part in parts for row in part.rows))
        terms, known = self.terms, self.known
        if len(ids):
            part = _Terms(ids, np.asarray(added["form"]).tolist(), np.asarray(added["folded"]).tolist())
            terms, known = _grown(terms, part, _Terms.merged), int(ids.max()) + 1
        return ResidentLexicon(terms, stems, known, stem_count)
