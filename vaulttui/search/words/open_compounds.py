"""Open compounds: two words in a row that a query has as one (``darkmode``, *dark mode*).

They are no terms of the index, see :mod:`vaulttui.search.words.word_pairs`. One that occurs is handed on as a form of
the word and as postings of that form, so that whatever ranks, explains or marks it need not know.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vaulttui.index.reading.letters import fold, is_alphabetic, is_unspaced
from vaulttui.index.reading.stemming import stem
from vaulttui.index.reading.tokenizer import OPEN_JOINTS, closed_form
from vaulttui.index.reading.word_codes import MOST_CODES
from vaulttui.search.memory.lexicon import Entry, Lexicon
from vaulttui.search.memory.posting_segments import PostingRows
from vaulttui.search.memory.postings import Postings
from vaulttui.search.words.terms import Form
from vaulttui.search.words.word_pairs import Occurrences, Pair, PairRows, WordPairs

_MIN_PART = 3
"""Letters of each of the two words: shorter ones stand beside each other by chance."""
_NUMBERED = re.compile(r"([^\W\d_]{2,})(\d+)")
"""A name with a number behind it: ``python3``, *Python 3*."""
_JOINED = re.compile(rf"([^\W\d_]+)[{OPEN_JOINTS}]([^\W_]+)")
"""Two with a joint between them: ``dark-mode``, *dark mode*."""
_MOST_PAIRS = 12
"""Of forms of both words, for each word of a query."""

IsMinor = Callable[[str], bool]
"""Tells function words: of those no word is made (``together``, *to get her*)."""


def _parts(word: str) -> list[tuple[str, str]]:
    """The two words that a folded one may be made of."""
    apart = _NUMBERED.fullmatch(word) or (_JOINED.fullmatch(word) if closed_form(word) else None)
    if apart:
        return [(apart[1], apart[2])]
    if not is_alphabetic(word) or is_unspaced(word):
        return []
    return [(word[:cut], word[cut:]) for cut in range(_MIN_PART, len(word) - _MIN_PART + 1)]


class OpenCompounds:
    """Finds open compounds, and is the postings of those that it found and of all terms of the index; used by one
    thread, at one moment of the index.

    Args:
        lexicon: All forms of the index.
        postings: Of its terms.
        pairs: Finds where two of these stand in a row.
    """

    def __init__(self, lexicon: Lexicon, postings: Postings, pairs: WordPairs) -> None:
        self._lexicon = lexicon
        self._postings = postings
        self._pairs = pairs
        self._found: list[PairRows] = []

    def forms_of(self, words: Iterable[str], languages: Sequence[str], is_minor: IsMinor) -> dict[str, list[Form]]:
        """The open compounds that some words are, each with a negative number as its term's identity.

        The second word may be inflected (``codeblock``, *code blocks*).

        Args:
            words: As the tokenizer gives them.
            languages: Whose stems are tried.
            is_minor: Tells what is part of none.
        """
        possible = self._possible({word: _parts(fold(word)) for word in words}, languages, is_minor)
        found = self._pairs.find([pair for _, pair in possible])
        forms: dict[str, list[Form]] = {}
        for (word, (first, second)), rows in zip(possible, found, strict=True):
            if self._pairs.occurs(rows):
                self._found.append(rows)
                forms.setdefault(word, []).append(Form(-len(self._found), f"{first[1]} {second[1]}", "joint"))
        return forms

    def of_chunks(self, term_ids: Sequence[int]) -> PostingRows:
        """See :meth:`Postings.of_chunks`."""
        return _rows(self._postings.of_chunks, [rows.chunks for rows in self._found], term_ids)

    def of_notes(self, term_ids: Sequence[int]) -> PostingRows:
        """See :meth:`Postings.of_notes`."""
        return _rows(self._postings.of_notes, [rows.notes for rows in self._found], term_ids)

    def _possible(
        self, parts: Mapping[str, Sequence[tuple[str, str]]], languages: Sequence[str], is_minor: IsMinor
    ) -> list[tuple[str, Pair]]:
        """The terms that the parts of words may be."""
        wanted = {part for both in parts.values() for pair in both for part in pair}
        exact: dict[str, list[Entry]] = {}
        for entry in self._lexicon.folded_as({part for part in wanted if not is_minor(part)}):
            exact.setdefault(entry[2], []).append(entry)
        cuts = [
            (word, first, second)
            for word, both in parts.items()
            for first, second in both
            if first in exact and not is_minor(second)
        ]
        families = self._families({second for _, _, second in cuts}, exact, languages, is_minor)
        possible: list[tuple[str, Pair]] = []
        for word in parts:
            pairs = [
                (one, other)
                for own, first, second in cuts
                if own == word
                for one in exact[first]
                for other in families[second]
                if max(one[0], other[0]) < MOST_CODES  # all others share a character in rows of words
            ]
            whole = closed_form(fold(word))
            exactly = [pair for pair in pairs if pair[0][2] + pair[1][2] == whole]
            others = [pair for pair in pairs if pair not in exactly]
            possible += [(word, pair) for pair in [*exactly, *others][:_MOST_PAIRS]]
        return possible

    def _families(
        self, words: Iterable[str], exact: Mapping[str, Sequence[Entry]], languages: Sequence[str], is_minor: IsMinor
    ) -> dict[str, list[Entry]]:
        """Terms that some words are, or have the stem of. Short words and function words are no more meant by their
        stem than by themselves: ``comands`` is not *com and*."""
        families = {word: {entry[0]: entry for entry in exact.get(word, ())} for word in words}
        stems: dict[tuple[str, str], list[str]] = {}
        for word in filter(is_alphabetic, families):
            for language in languages:
                stems.setdefault((language, stem(word, language)), []).append(word)
        for language, stemmed, entry in self._lexicon.stemmed_as({stemmed for _, stemmed in stems}):
            if len(entry[2]) >= _MIN_PART and not is_minor(entry[2]):
                for word in stems.get((language, stemmed), ()):
                    families[word].setdefault(entry[0], entry)
        return {word: list(family.values()) for word, family in families.items()}


def _rows(
    of_terms: Callable[[Sequence[int]], PostingRows], found: Sequence[Occurrences], term_ids: Sequence[int]
) -> PostingRows:
    """Rows of terms of the index and, by negative identities, of what was found."""
    if min(term_ids, default=0) >= 0:
        return of_terms(term_ids)
    rows = of_terms([term_id for term_id in term_ids if term_id >= 0])
    compounds = [found[-1 - term_id] for term_id in term_ids if term_id < 0]
    is_compound = np.array([term_id < 0 for term_id in term_ids], dtype=np.bool_)
    sizes = np.empty(len(term_ids), dtype=np.int64)
    sizes[~is_compound] = np.diff(rows.bounds)
    sizes[is_compound] = [len(compound.owners) for compound in compounds]
    places = np.repeat(rows.bounds[np.cumsum(~is_compound)[is_compound]], sizes[is_compound])

    def inserted(column: NDArray[Any], of_compounds: Sequence[NDArray[Any]]) -> NDArray[Any]:
        counted = np.concatenate(of_compounds)
        # Columns are as narrow as what is in them.
        wide_enough = column.astype(np.result_type(column, counted), copy=False)
        return np.insert(wide_enough, places, counted)

    return PostingRows(
        inserted(rows.owners, [compound.owners for compound in compounds]),
        tuple(
            inserted(column, [compound.counts[at] for compound in compounds]) for at, column in enumerate(rows.counts)
        ),
        np.append(0, np.cumsum(sizes)),
    )
