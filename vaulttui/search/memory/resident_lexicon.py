"""The vocabulary of the index in memory: all forms, in a few sorted parts."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property

import numpy as np

from vaulttui.index.reading.letters import is_alphanumeric
from vaulttui.index.reading.tokenizer import closed_form
from vaulttui.index.storage import duckdb
from vaulttui.index.storage.arrays import IntArray
from vaulttui.index.writing.unused_forms import times_dropped
from vaulttui.search.memory.edit_distance import LetterIndex
from vaulttui.search.memory.growing import grown
from vaulttui.search.memory.lexicon import Entry
from vaulttui.values import dataclass


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
        """For typing errors and endings; made when the first one is looked for."""
        return LetterIndex(self.folded)

    @cached_property
    def _joined(self) -> tuple[list[str], IntArray]:
        """The terms with joints without them, sorted, and their places; made when the first one is looked for."""
        found = sorted(
            (whole, place)
            for place, folded in enumerate(self.folded)
            if not is_alphanumeric(folded) and (whole := closed_form(folded))
        )
        return [whole for whole, _ in found], np.array([place for _, place in found], dtype=np.int32)

    def get_ready(self) -> None:
        """Make what is else made when it is first asked for."""
        self.letters  # noqa: B018
        self._joined  # noqa: B018

    def joined(self, closed: str, *, beginning: bool = False) -> list[Entry]:
        """Terms with joints that are, or begin with, a text without them."""
        wholes, places = self._joined
        first = bisect_left(wholes, closed)
        behind = bisect_left(wholes, closed + "\U0010ffff", lo=first) if beginning else bisect_right(wholes, closed)
        return [self.entry(place) for place in places[first:behind].tolist()]

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


def _shortest(entries: Iterable[Entry]) -> list[Entry]:
    """The shortest first, then in the order of letters."""
    return sorted(entries, key=lambda entry: (len(entry[2]), entry[2], entry[1]))


@dataclass(frozen=True, slots=True)
class ResidentLexicon:
    """All forms in memory, in a few sorted parts, of which the first holds most."""

    terms: tuple[_Terms, ...] = ()
    stems: tuple[_Stems, ...] = ()
    known: int = 0
    """All identities below are in it."""
    stem_count: int = 0
    dropped: int = 0
    """How often forms had been dropped when it was read."""

    def get_ready(self) -> None:
        """Make now what the first search for a word, or for one with a typing error, needs of all terms."""
        for part in self.terms:
            part.get_ready()

    def folded_as(self, folded: Collection[str]) -> list[Entry]:
        """See :meth:`Lexicon.folded_as`."""
        found = [entry for text in folded for part in self.terms for entry in part.equal(text)]
        return sorted(found, key=lambda entry: (entry[2], entry[0]))

    def joined_as(self, closed: Collection[str]) -> list[Entry]:
        """See :meth:`Lexicon.joined_as`."""
        found = [entry for text in closed for part in self.terms for entry in part.joined(text)]
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
        return _shortest(entry for part in self.terms for entry in part.beginning_with(folded))[:limit]

    def joined_beginning_with(self, closed: str, limit: int | None) -> list[Entry]:
        """See :meth:`Lexicon.joined_beginning_with`."""
        return _shortest(entry for part in self.terms for entry in part.joined(closed, beginning=True))[:limit]

    def ending_with(self, folded: str, shortest: int, *, behind: int = 0) -> list[Entry]:
        """See :meth:`Lexicon.ending_with`."""
        return _shortest(
            part.entry(place) for part in self.terms for place in part.letters.ending_with(folded, shortest, behind)
        )

    def near(self, folded: str, edits: int) -> list[tuple[int, Entry]]:
        """See :meth:`Lexicon.near`."""
        found = [
            (distance, part.entry(place)) for part in self.terms for place, distance in part.letters.near(folded, edits)
        ]
        return sorted(found, key=lambda item: (item[0], item[1][0]))

    def read_on(self, cursor: duckdb.DuckDBPyConnection) -> ResidentLexicon:
        """This vocabulary with what was added since, as the cursor sees it; without what was dropped."""
        dropped = times_dropped(cursor)
        if dropped != self.dropped:
            return ResidentLexicon(dropped=dropped).read_on(cursor)
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
            stems = grown(stems, _Stems(rows), lambda parts: _Stems(row for part in parts for row in part.rows))
        terms, known = self.terms, self.known
        if len(ids):
            part = _Terms(ids, np.asarray(added["form"]).tolist(), np.asarray(added["folded"]).tolist())
            terms, known = grown(terms, part, _Terms.merged), int(ids.max()) + 1
        return ResidentLexicon(terms, stems, known, stem_count, dropped)
