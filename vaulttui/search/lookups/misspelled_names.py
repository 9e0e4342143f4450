"""Notes whose names have nearly the words that were typed.

The words are looked up among those of names alone: what a text has misspelt, too, is no less a misspelling of a name.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from vaulttui.index.reading.letters import fold, is_unspaced, normalize
from vaulttui.index.reading.tokenizer import PART, query_forms
from vaulttui.index.storage.arrays import FloatArray
from vaulttui.search.memory.edit_distance import LetterIndex
from vaulttui.search.memory.postings import NOTE_FIELDS
from vaulttui.search.memory.snapshot import numbers_of
from vaulttui.search.view import IndexView
from vaulttui.values import dataclass

_ONE_EDIT = 4
"""Letters from which one typing error is forgiven."""
_TWO_EDITS = 6
"""Letters from which two are."""
_BEGINNING = 3
"""Letters from which the last word may be the beginning of one."""
_BEGUN = 0.5
"""What a beginning counts beside an edit."""
_IN_PATH = 0.5
"""The same for a word that is in the path alone: it may be in a folder."""
_MOST_BEGUN = 1_000
"""So many words are looked at that begin with the last one, the shortest first."""
_MOST_CANDIDATES = 500
"""So many notes are looked at word by word."""
_NAMES = [NOTE_FIELDS.index(field) for field in ("title", "alias")]
_PATH = NOTE_FIELDS.index("path")


@dataclass(frozen=True, slots=True)
class NearName:
    """A note, and that of its names which is nearest to what was typed."""

    path: str
    title: str
    name: str


def nearly_called(view: IndexView, typed: str, limit: int) -> list[NearName]:
    """Notes of which a title, an alias or the file's name has a word near to each of those typed.

    Args:
        view: The index.
        typed: Words; the last one may be the beginning of one.
        limit: How many at most.

    Returns:
        Those with the fewest edits first, then those with the fewest words besides.
    """
    words = _words(typed)
    if not words:
        return []
    costs = _candidates(view, words)
    numbers = np.flatnonzero(np.isfinite(costs))
    numbers = numbers[np.argsort(costs[numbers], kind="stable")[:_MOST_CANDIDATES]].tolist()
    heads = view.note_heads(numbers)
    names = [(number, name, _words(name)) for number in numbers for name in dict.fromkeys(heads[number].titles)]
    known = list({word for *_, own in names for word in own})
    near = [dict(_near(LetterIndex(known), known, word, last=last)) for word, last in _with_last(words)]
    best: dict[int, tuple[float, int, str]] = {}
    for number, name, own in names:
        edits = sum(min((known_as.get(word, np.inf) for word in own), default=np.inf) for known_as in near)
        if np.isfinite(edits):
            found = (edits, abs(len(own) - len(words)), name)
            best[number] = min(best.get(number, found), found, key=lambda item: item[:2])
    paths = view.snapshot.paths
    ranked = sorted(best, key=lambda number: (*best[number][:2], len(paths[number]), number))
    return [NearName(paths[number], heads[number].title, best[number][2]) for number in ranked[:limit]]


def _words(text: str) -> list[str]:
    return [fold(part) for part in PART.findall(normalize(text))]


def _with_last(words: Sequence[str]) -> Iterator[tuple[str, bool]]:
    return ((word, place == len(words) - 1) for place, word in enumerate(words))


def _edits(word: str) -> int:
    """How many typing errors are forgiven. Numbers and dates are what is meant, or are not."""
    if any(map(str.isdigit, word)):
        return 0
    return (len(word) >= _ONE_EDIT) + (len(word) >= _TWO_EDITS)


def _near(letters: LetterIndex, known: Sequence[str], word: str, *, last: bool) -> Iterator[tuple[str, float]]:
    """Words near to one that was typed, with what each costs; of one that is given twice the last counts."""
    if last and len(word) >= _BEGINNING:
        yield from ((other, _BEGUN) for other in known if other.startswith(word))
    yield from ((known[place], edits) for place, edits in letters.near(word, _edits(word)))


def _candidates(view: IndexView, words: Sequence[str]) -> FloatArray:
    """About what it costs to take each note's names for these words; infinite where they are not near."""
    costs = np.zeros(view.snapshot.note_count, dtype=np.float32)
    for word, last in _with_last(words):
        costs += _costs_of_word(view, word, last=last)
        if not np.isfinite(costs).any():
            break
    return costs


def _costs_of_word(view: IndexView, word: str, *, last: bool) -> FloatArray:
    lexicon = view.inverted.lexicon
    terms: dict[int, float] = {}
    if is_unspaced(word):  # the index has pairs of its characters
        terms.update((entry[0], 1) for entry in lexicon.folded_as({fold(form) for form in query_forms(word)}))
    if last and len(word) >= _BEGINNING:
        terms.update((entry[0], _BEGUN) for entry in lexicon.beginning_with(word, _MOST_BEGUN))
    terms.update((entry[0], edits) for edits, entry in lexicon.near(word, _edits(word)))
    costs = np.full(view.snapshot.note_count, np.inf, dtype=np.float32)
    if terms:
        rows = view.inverted.postings.of_notes(list(terms))
        of_rows = np.repeat(np.fromiter(terms.values(), dtype=np.float32), np.diff(rows.bounds))
        in_name = np.any([rows.counts[field] > 0 for field in _NAMES], axis=0)
        numbers = numbers_of(view.snapshot.note_numbers, rows.owners)
        kept = (numbers >= 0) & (in_name | (rows.counts[_PATH] > 0))
        np.minimum.at(costs, numbers[kept], (of_rows + np.where(in_name, np.float32(0), np.float32(_IN_PATH)))[kept])
    return costs
