"""The vocabulary of the index: which forms of words there are, and what they are related to.

It is stored in the tables ``terms`` and ``stems``, whose rows grow in number until those that no note has any more are
dropped, see :mod:`vaulttui.index.writing.unused_forms`. :class:`StoredLexicon` asks the database,
:class:`vaulttui.search.memory.resident_lexicon.ResidentLexicon` keeps all forms in memory; both give the same answers
in the same order.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol, TypeAlias

from vaulttui.index.reading.letters import is_alphanumeric
from vaulttui.index.reading.tokenizer import OPEN_JOINTS, closed_form
from vaulttui.index.storage import duckdb
from vaulttui.search.memory.edit_distance import LetterIndex

Entry: TypeAlias = tuple[int, str, str]
"""Identity of a term, its form, and the form folded."""

_CLOSED = f"translate(folded, '{OPEN_JOINTS}', '')"
"""SQL for what :func:`vaulttui.index.reading.tokenizer.closed_form` makes of a term, where it makes anything of it."""


class Lexicon(Protocol):
    """Looks forms up."""

    def folded_as(self, folded: Collection[str]) -> list[Entry]:
        """Terms whose folded form is one of some texts."""

    def joined_as(self, closed: Collection[str]) -> list[Entry]:
        """Terms with joints (``e-mail``) that are one of some folded texts without them: see
        :func:`vaulttui.index.reading.tokenizer.closed_form`."""

    def stemmed_as(self, stems: Collection[str]) -> list[tuple[str, str, Entry]]:
        """``(language, stem, term)`` of the terms that have one of some stems in any language."""

    def beginning_with(self, folded: str, limit: int | None) -> list[Entry]:
        """Terms whose folded form begins with a text, the shortest first, then in the order of letters; all of them, or
        the first few."""

    def joined_beginning_with(self, closed: str, limit: int | None) -> list[Entry]:
        """Terms with joints that begin with a folded text without them, the shortest first, then in the order of
        letters; all of them, or the first few."""

    def ending_with(self, folded: str, shortest: int, *, behind: int = 0) -> list[Entry]:
        """Terms whose folded form, of at least some length, ends with a text and at most some letters more, the
        shortest first, then in the order of letters."""

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

    def joined_as(self, closed: Collection[str]) -> list[Entry]:
        """See :meth:`Lexicon.joined_as`."""
        if not closed:
            return []
        initials = {text[:1] for text in closed}
        rows = self._cursor.execute(
            f"SELECT term_id, form, folded FROM terms WHERE folded[1] IN ({_marks(initials)}) "
            f"AND {_CLOSED} IN ({_marks(closed)}) ORDER BY folded, term_id",
            [*initials, *closed],
        ).fetchall()
        return [entry for entry in rows if is_joined(entry)]

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
            "ORDER BY length(folded), folded, form LIMIT ?",
            [folded, limit],
        ).fetchall()

    def joined_beginning_with(self, closed: str, limit: int | None) -> list[Entry]:
        """See :meth:`Lexicon.joined_beginning_with`."""
        rows = self._cursor.execute(
            f"SELECT term_id, form, folded FROM terms WHERE folded[1] = ? AND starts_with({_CLOSED}, ?) "
            "ORDER BY length(folded), folded, form",
            [closed[0], closed],
        ).fetchall()
        return [entry for entry in rows if is_joined(entry)][:limit]

    def ending_with(self, folded: str, shortest: int, *, behind: int = 0) -> list[Entry]:
        """See :meth:`Lexicon.ending_with`."""
        return self._cursor.execute(
            "SELECT term_id, form, folded FROM terms WHERE contains(right(folded, ?), ?) AND length(folded) >= ? "
            "ORDER BY length(folded), folded, form",
            [len(folded) + behind, folded, shortest],
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


def is_joined(entry: Entry) -> bool:
    """Whether a term has joints that it may be written without."""
    return not is_alphanumeric(entry[2]) and closed_form(entry[2]) != ""


def _marks(values: Collection[str]) -> str:
    return ", ".join("?" * len(values))
