"""The vocabulary of the index: which forms of words there are, and what they are related to.

It is stored in the tables ``terms`` and ``stems``, whose rows only ever grow in number. :class:`StoredLexicon` asks the
database, :class:`ResidentLexicon` keeps all forms in memory; both give the same answers in the same order.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Protocol, TypeAlias, TypeVar

from vaulttui.index import duckdb
from vaulttui.search.edit_distance import LetterIndex
from vaulttui.values import dataclass

Entry: TypeAlias = tuple[int, str, str]
"""Identity of a term, its form, and the form folded."""

_MOST_SEGMENTS = 8


class Lexicon(Protocol):
    """Looks forms up."""

    def folded_as(self, folded: Collection[str]) -> list[Entry]:
        """Terms whose folded form is one of some texts."""

    def stemmed_as(self, stems: Collection[str]) -> list[tuple[str, str, Entry]]:
        """``(language, stem, term)`` of the terms that have one of some stems in any language."""

    def beginning_with(self, folded: str, limit: int) -> list[Entry]:
        """Terms whose folded form begins with a text, the shortest first, then in the order of letters."""

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

    def beginning_with(self, folded: str, limit: int) -> list[Entry]:
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
    """Some terms, sorted by folded form.

    Args:
        entries: In any order.
    """

    def __init__(self, entries: Iterable[Entry]) -> None:
        self.entries = sorted(entries, key=lambda entry: (entry[2], entry[0]))
        self.folded = [entry[2] for entry in self.entries]

    @cached_property
    def letters(self) -> LetterIndex:
        """For typing errors; made when the first one is looked for."""
        return LetterIndex(self.folded)

    def __len__(self) -> int:
        return len(self.entries)

    def equal(self, folded: str) -> Iterator[Entry]:
        """Terms with a folded form."""
        place = bisect_left(self.folded, folded)
        while place < len(self.folded) and self.folded[place] == folded:
            yield self.entries[place]
            place += 1

    def beginning_with(self, folded: str) -> list[Entry]:
        """Terms whose folded form begins with a text."""
        first = bisect_left(self.folded, folded)
        return self.entries[first : bisect_left(self.folded, folded + "\U0010ffff", lo=first)]


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
    by_id: Sequence[Entry | None] = ()
    """Term by identity."""
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
            if term_id < len(self.by_id) and (entry := self.by_id[term_id]) is not None
        ]

    def beginning_with(self, folded: str, limit: int) -> list[Entry]:
        """See :meth:`Lexicon.beginning_with`."""
        found = [entry for part in self.terms for entry in part.beginning_with(folded)]
        found.sort(key=lambda entry: (len(entry[2]), entry[2], entry[0]))
        return found[:limit]

    def near(self, folded: str, edits: int) -> list[tuple[int, Entry]]:
        """See :meth:`Lexicon.near`."""
        found = [
            (distance, part.entries[place])
            for part in self.terms
            for place, distance in part.letters.near(folded, edits)
        ]
        return sorted(found, key=lambda item: (item[0], item[1][0]))

    def read_on(self, cursor: duckdb.DuckDBPyConnection) -> ResidentLexicon:
        """This vocabulary with what was added since, as the cursor sees it."""
        known = len(self.by_id)
        added: list[Entry] = cursor.execute(
            "SELECT term_id, form, folded FROM terms WHERE term_id >= ?", [known]
        ).fetchall()
        row = cursor.execute("SELECT count(*) FROM stems").fetchone()
        stem_count = int(row[0]) if row else 0
        if not added and stem_count == self.stem_count:
            return self
        by_id = [*self.by_id]
        if added:
            by_id.extend([None] * (max(entry[0] for entry in added) + 1 - known))
            for number, entry in enumerate(added):
                form = entry[1]
                if entry[2] == form:  # most forms are folded: one text serves both
                    added[number] = entry = (entry[0], form, form)
                by_id[entry[0]] = entry
        stems = self.stems
        if stem_count != self.stem_count:
            rows: list[tuple[str, str, int]] = cursor.execute(
                "SELECT stem, language, term_id FROM stems WHERE rowid >= ?", [self.stem_count]
            ).fetchall()
            stems = _grown(stems, _Stems(rows), lambda parts: _Stems(row for part in parts for row in part.rows))
        terms = self.terms
        if added:
            terms = _grown(
                terms, _Terms(added), lambda parts: _Terms(entry for part in parts for entry in part.entries)
            )
        return ResidentLexicon(terms, stems, by_id, stem_count)
