"""Open compounds: words in a row that a query has as one (``darkmode``, *dark mode*).

They are no terms of the index, see :mod:`vaulttui.search.words.compound_places`. One that occurs is handed on as a form
of the word and as postings of that form, so that whatever ranks, explains or marks it need not know.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from itertools import chain, islice, product
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from vaulttui.index.reading.letters import fold, is_alphabetic, is_unspaced, normalize
from vaulttui.index.reading.stemming import stem
from vaulttui.index.reading.tokenizer import OPEN_JOINTS, PART, closed_form
from vaulttui.index.reading.word_codes import MOST_CODES
from vaulttui.search.memory.lexicon import Entry, Lexicon
from vaulttui.search.memory.posting_segments import PostingRows
from vaulttui.search.memory.postings import Postings
from vaulttui.search.words.compound_places import Compound, CompoundPlaces, CompoundRows, Occurrences
from vaulttui.search.words.terms import Form

_MIN_PART = 3
"""Letters of words that nothing tells from each other: shorter ones stand beside each other by chance."""
_NUMBERED = re.compile(r"([^\W\d_]{2,}(?=\d)|\d+(?=[^\W\d_]{2}))(\d+|[^\W\d_]+)")
"""A name with a number behind it, or a number with a unit: ``python3``, *Python 3*; ``10kg``, *10 kg*."""
_JOINED = re.compile(rf"([^\W\d_]+)[{OPEN_JOINTS}]([^\W_]+)")
"""Two with a joint between them: ``dark-mode``, *dark mode*."""
_CAPITALIZED = re.compile("A{2,}a(?!a)|A+(?!a)|A?a+")
"""One that begins with a capital (``A``), or capitals alone, if with one letter behind them: ``TaskURLs``."""
_MOST_COMPOUNDS = 12
"""Of forms of their words, for each word of a query."""

IsMinor = Callable[[str], bool]
"""Tells function words: of one and another no word is made (``together``, *to get her*)."""
_Parts: TypeAlias = tuple[str, ...]


def parts_by_capitals(words: Iterable[str]) -> dict[str, _Parts]:
    """What words of a query are made of that have capitals within them, folded, by the form that they are looked up as.

    >>> parts_by_capitals(["TaskProgressBar", "HTMLParser", "README"])
    {'taskprogressbar': ('task', 'progress', 'bar'), 'htmlparser': ('html', 'parser')}

    Args:
        words: As written.
    """
    found: dict[str, _Parts] = {}
    for whole in [part for word in words for part in PART.findall(word)]:
        cases = "".join("A" if letter.isupper() else "a" for letter in whole)
        parts = tuple(fold(whole[place.start() : place.end()]) for place in _CAPITALIZED.finditer(cases))
        if len(parts) > 1 and not is_unspaced(whole):
            found[normalize(whole)] = parts
    return found


def _cuts(word: str, particles: Collection[str]) -> list[_Parts]:
    """The two words that a folded one may be made of: the second may be a short one of those given."""
    apart = _NUMBERED.fullmatch(word) or (_JOINED.fullmatch(word) if closed_form(word) else None)
    if apart:
        return [(apart[1], apart[2])]
    if not is_alphabetic(word) or is_unspaced(word):
        return []
    halves = [(word[:cut], word[cut:]) for cut in range(_MIN_PART, len(word) - 1)]
    return [parts for parts in halves if len(parts[1]) >= _MIN_PART or parts[1] in particles]


class OpenCompounds:
    """Finds open compounds, and is the postings of those that it found and of all terms of the index; used by one
    thread, at one moment of the index.

    Args:
        lexicon: All forms of the index.
        postings: Of its terms.
        places: Finds where these stand in a row.
    """

    def __init__(self, lexicon: Lexicon, postings: Postings, places: CompoundPlaces) -> None:
        self._lexicon = lexicon
        self._postings = postings
        self._places = places
        self._found: list[CompoundRows] = []

    def forms_of(
        self,
        words: Iterable[str],
        languages: Sequence[str],
        is_minor: IsMinor,
        particles: Collection[str],
        told: Mapping[str, _Parts],
    ) -> dict[str, list[Form]]:
        """The open compounds that some words are, each with a negative number as its term's identity.

        The last word may be inflected (``codeblock``, *code blocks*). There may be more than two of them where they
        are told from each other.

        Args:
            words: As the tokenizer gives them.
            languages: Whose stems are tried.
            is_minor: Tells what is part of none, but for one of three words or more.
            particles: What may nevertheless be the second of two, if nothing is told: *back up* for ``backup``.
            told: What some are made of: as :func:`parts_by_capitals` gives it, or the parts of a number.
        """
        cuts: dict[str, list[_Parts]] = {}
        for word in words:
            own, endings = ([told[word]], ()) if word in told else ([], particles)
            possible = dict.fromkeys([*own, *_cuts(fold(word), endings)])
            cuts[word] = [parts for parts in possible if not _is_minor_row(parts, is_minor, endings)]
        compounds = self._possible(cuts, languages, is_minor)
        found = self._places.find([compound for _, compound in compounds])
        forms: dict[str, list[Form]] = {}
        for (word, compound), rows in zip(compounds, found, strict=True):
            if self._places.occurs(rows):
                self._found.append(rows)
                form = " ".join(form for _, form, _ in compound)
                forms.setdefault(word, []).append(Form(-len(self._found), form, "joint"))
        return forms

    def of_chunks(self, term_ids: Sequence[int], *, counted: bool = True) -> PostingRows:
        """See :meth:`Postings.of_chunks`."""
        return _rows(
            partial(self._postings.of_chunks, counted=counted), [rows.chunks for rows in self._found], term_ids
        )

    def of_notes(self, term_ids: Sequence[int], *, counted: bool = True) -> PostingRows:
        """See :meth:`Postings.of_notes`."""
        return _rows(partial(self._postings.of_notes, counted=counted), [rows.notes for rows in self._found], term_ids)

    def _possible(
        self, cuts: Mapping[str, Sequence[_Parts]], languages: Sequence[str], is_minor: IsMinor
    ) -> list[tuple[str, Compound]]:
        """The terms that the parts of words may be; first those that are written as the parts are."""
        exact: dict[str, list[Entry]] = {}
        for entry in self._lexicon.folded_as(set(chain(*chain(*cuts.values())))):
            if entry[0] < MOST_CODES:  # all others share a character in rows of words
                exact.setdefault(entry[2], []).append(entry)
        begun = {
            word: [parts for parts in several if all(part in exact for part in parts[:-1])]
            for word, several in cuts.items()
        }
        inflected = self._inflected({parts[-1] for several in begun.values() for parts in several}, languages, is_minor)
        possible: list[tuple[str, Compound]] = []
        for word, several in begun.items():
            before = [[exact[part] for part in parts[:-1]] for parts in several]
            exactly = [product(*first, exact.get(parts[-1], ())) for first, parts in zip(before, several, strict=True)]
            others = [product(*first, inflected[parts[-1]]) for first, parts in zip(before, several, strict=True)]
            compounds = islice(chain.from_iterable([*exactly, *others]), _MOST_COMPOUNDS)
            possible += [(word, compound) for compound in compounds]
        return possible

    def _inflected(self, words: Iterable[str], languages: Sequence[str], is_minor: IsMinor) -> dict[str, list[Entry]]:
        """Terms that have the stem of some words. Short words and function words are no more meant by their stem than
        by themselves: ``comands`` is not *com and*."""
        found: dict[str, dict[int, Entry]] = {word: {} for word in words}
        stems: dict[tuple[str, str], list[str]] = {}
        for word in filter(is_alphabetic, found):
            for language in languages:
                stems.setdefault((language, stem(word, language)), []).append(word)
        for language, stemmed, entry in self._lexicon.stemmed_as({stemmed for _, stemmed in stems}):
            if entry[0] < MOST_CODES and len(entry[2]) >= _MIN_PART and not is_minor(entry[2]):
                for word in stems.get((language, stemmed), ()):
                    if entry[2] != word:
                        found[word].setdefault(entry[0], entry)
        return {word: list(inflected.values()) for word, inflected in found.items()}


def _is_minor_row(parts: _Parts, is_minor: IsMinor, particles: Collection[str]) -> bool:
    """Whether words say too little to be one. Of three or more that capitals tell from each other some may be function
    words: ``ListOfBooks``."""
    minor = [is_minor(part) for part in parts]
    if len(parts) > 2:
        return all(minor)
    return any(minor) if parts[-1] not in particles else minor[0]


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
