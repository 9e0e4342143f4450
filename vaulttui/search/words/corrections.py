"""What a word that occurs nowhere may stand for: words that are spelt nearly so, or begin or end with it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from vaulttui.index.reading.letters import fold, is_alphabetic, is_alphanumeric, is_unspaced
from vaulttui.index.reading.stemming import stem
from vaulttui.search.memory.edit_distance import LetterIndex
from vaulttui.search.memory.lexicon import Entry, Lexicon
from vaulttui.search.words.beginnings import begun_with_any_joints
from vaulttui.search.words.closed_compounds import MIN_PART, begun_by_part, ending_with_stem
from vaulttui.search.words.terms import Form, Occurring, Relation, forms_of_entries, with_new

_MAX_TYPO_FORMS = 12
"""Forms that a misspelt word may stand for, the nearest first."""
_MIN_BEGINNING_LENGTH = 3
"""Letters from which a last word that occurs nowhere is taken for the beginning of others."""
_MAX_COMPOUNDS = 12
"""Words that one may be a part of, the most frequent first."""
_MANY_COMPOUNDS = 200
"""What so many words end or begin with is an ending, as of *-tion*, or a prefix, and no word."""
_MIN_TYPO_LENGTH = 4
_ANY_LETTER_LENGTH = 6
_TWO_TYPOS_LENGTH = 8
"""Letters from which one typing error is forgiven, from which it may be another first letter, and from which two are:
of the words that rhyme with a short one any may be another word."""
_MIN_STEM = 5
"""Letters of a stem that may be misspelt itself."""
_MUCH_MORE = 10
"""How much oftener than all that have the stem of a word another has to occur that is spelt nearly so, to be rather
meant: most words of which no note has just this form are not misspelt. So it is with those that end with it."""


class Corrections:
    """Finds other words for those that occur nowhere.

    Args:
        lexicon: All forms.
        languages: Whose stems are tried.
        occurring: Only what any note holds corrects.
    """

    def __init__(self, lexicon: Lexicon, languages: Sequence[str], occurring: Occurring) -> None:
        self._lexicon = lexicon
        self._languages = languages
        self._occurring = occurring

    def of(self, word: str, *, last: bool, minor: Callable[[str], bool]) -> list[Form]:
        """The forms that a word may stand for, the likeliest first.

        One that others end with is rather their last part (``suppe`` of *Kartoffelsuppe*) than another misspelt
        (*Puppe*): then only those stand for it. So it is, in languages that write compounds as one, with the first part
        of others, if it is not the query's last. But it is misspelt, and no part of any, if a content word that is one
        edit away occurs ten times as often as all of those, and begins with the same letter or is the word with a
        letter in front of it: seldom is another letter typed for the first.

        Args:
            word: As the tokenizer gives it.
            last: Whether it is a query's last: that may be a beginning, as while it is still being typed.
            minor: Tells function words.
        """
        begun = self.begun(word) if last else []
        compounds = self._compounds_with(word, first=not last)
        if not compounds:
            return with_new(begun, self._misspelt(word))
        near = [form for form in self._misspelt(word, 1) if not minor(form.form)]
        frequencies = self._frequencies([form.term_id for form in (*compounds, *near[:1])])
        enough = _MUCH_MORE * max(1, sum(frequencies[form.term_id] for form in compounds))
        if near and frequencies[near[0].term_id] >= enough and _begins_or_ends_alike(fold(near[0].form), fold(word)):
            return with_new(begun, near)
        return with_new(begun, compounds)

    def beside(self, word: str, forms: Sequence[Form]) -> list[Form]:
        """The nearest forms to a word that is written nowhere, though others have its stem: those of them, and what
        begins with the same letter and is so much more frequent that it is rather meant. The likeliest is the first.

        Args:
            word: As the tokenizer gives it.
            forms: What it stands for already.
        """
        near = self._misspelt(word)
        if not near:
            return []
        known = {form.term_id: form for form in forms}
        frequencies = self._frequencies([*known, *(form.term_id for form in near)])
        enough = _MUCH_MORE * max(1, sum(frequencies.get(term_id, 0) for term_id in known))
        return [
            known.get(form.term_id, form)
            for form in near
            if form.term_id in known or (frequencies[form.term_id] >= enough and fold(form.form)[:1] == fold(word)[:1])
        ]

    def begun(self, word: str) -> list[Form]:
        """The words that begin with one of three letters or more, the one that is written most often first. A number is
        no beginning of another."""
        folded = fold(word)
        if (
            len(folded) < _MIN_BEGINNING_LENGTH
            or not is_alphanumeric(folded)
            or folded[-1].isdigit()
            or is_unspaced(folded)
        ):
            return []
        found = begun_with_any_joints(self._lexicon, word, self._occurring)
        frequencies = self._frequencies([form.term_id for form in found])
        found = [form for form in found if form.term_id in frequencies]
        return sorted(found, key=lambda form: -frequencies[form.term_id])

    def _compounds_with(self, word: str, *, first: bool) -> list[Form]:
        """The words that have one as their last part, or, if it may be, as their first, the most frequent first."""
        folded = fold(word)
        if len(folded) < MIN_PART or not is_alphabetic(folded) or is_unspaced(folded):
            return []
        ending = (
            *self._lexicon.ending_with(folded, len(folded) + MIN_PART),
            *ending_with_stem(word, self._languages, self._lexicon),
        )
        beginning = begun_by_part(folded, self._languages, self._lexicon) if first else []
        return with_new(self._most_frequent(ending, "suffix"), self._most_frequent(beginning, "prefix"))

    def _most_frequent(self, compounds: Iterable[Entry], relation: Relation) -> list[Form]:
        found = {entry[0]: entry for entry in compounds if is_alphabetic(entry[2])}
        if len(found) > _MANY_COMPOUNDS:
            return []
        frequencies = self._frequencies(list(found))
        order = sorted((term for term in found if term in frequencies), key=lambda term: -frequencies[term])
        return forms_of_entries((found[term] for term in order[:_MAX_COMPOUNDS]), relation)

    def _misspelt(self, word: str, most: int = 2) -> list[Form]:
        """The nearest forms within one edit, which in a short word is no other first letter; for long words within
        two, the first letter being right, unless at most one is asked for. Of a name with digits only the letters are
        doubted: ``bg61`` is not ``bg60``. If there is none, forms of which the stem is one edit away, unless at most
        one is asked for: with an ending it may be two (*reciept*, *receipts*). The likeliest goes first: it begins with
        the same letter, and of several it is the one that is written most often."""
        folded = fold(word)
        digits = _digits(folded)
        letters = len(folded) - len(digits)
        if letters < _MIN_TYPO_LENGTH or not is_alphanumeric(folded) or is_unspaced(folded):
            return []
        found = [
            (distance, entry)
            for distance, entry in self._lexicon.near(folded, min(most, 2 if letters >= _TWO_TYPOS_LENGTH else 1))
            if distance
            and (entry[2][:1] == folded[0] or (distance == 1 and not _rhymes(entry[2], folded, _ANY_LETTER_LENGTH)))
            and (not digits or _digits(entry[2]) == digits)
        ]
        frequencies = self._frequencies([entry[0] for _, entry in found])
        found = [(distance, entry) for distance, entry in found if entry[0] in frequencies]
        if not found and most > 1 and _MIN_STEM <= len(folded) < _TWO_TYPOS_LENGTH and is_alphabetic(folded):
            found = [(2, entry) for entry in self._stemmed_near(folded)]
            frequencies = self._frequencies([entry[0] for _, entry in found])
            found = [(distance, entry) for distance, entry in found if entry[0] in frequencies]
        if not found:
            return []
        nearest = min(distance for distance, _ in found)
        entries = [entry for distance, entry in found if distance == nearest]
        entries.sort(
            key=lambda entry: (
                *(entry[2][:1] != folded[0], -frequencies[entry[0]]),
                *(-_common_beginning(entry[2], folded), entry[2], entry[1]),
            )
        )
        return forms_of_entries(entries[:_MAX_TYPO_FORMS], "typo")

    def _stemmed_near(self, folded: str) -> list[Entry]:
        """Terms two edits away whose stem is one from a word or its stem; all begin with the same letter."""
        entries = [
            entry
            for _, entry in self._lexicon.near(folded, 2)
            if entry[2][:1] == folded[0] and len(entry[2]) > _MIN_STEM and is_alphabetic(entry[2])
        ]
        found: dict[int, Entry] = {}
        for language in self._languages:
            stems = [stem(entry[2], language) for entry in entries]
            index = LetterIndex(stems)
            places = {place for word in {folded, stem(folded, language)} for place, _ in index.near(word, 1)}
            found.update((place, entries[place]) for place in places if len(stems[place]) >= _MIN_STEM)
        return [found[place] for place in sorted(found)]

    def _frequencies(self, term_ids: Sequence[int]) -> Mapping[int, int]:
        """How often notes hold some terms, for those that any does."""
        return self._occurring(term_ids) if term_ids else {}


def _begins_or_ends_alike(form: str, word: str) -> bool:
    """Whether a form has the first letter of a word, or is the word with more in front of it."""
    return form[:1] == word[:1] or form.endswith(word)


def _rhymes(form: str, word: str, letters: int) -> bool:
    """Whether a form is a word of fewer letters but for another first one."""
    return len(form) == len(word) < letters and form[1:] == word[1:]


def _digits(word: str) -> str:
    return "".join(filter(str.isdigit, word))


def _common_beginning(first: str, second: str) -> int:
    """How many characters two words begin with alike."""
    place = 0
    while place < min(len(first), len(second)) and first[place] == second[place]:
        place += 1
    return place
