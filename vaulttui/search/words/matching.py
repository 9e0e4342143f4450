"""Which words of a text match a query."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache

from vaulttui.index.reading.folded_text import FoldedText, fold_with_origins
from vaulttui.index.reading.letters import NON_JOINER, UNSHADOWED, UNSPACED, fold, folded_shadow, is_unspaced
from vaulttui.index.reading.symbols import join_symbols, joined_words
from vaulttui.index.reading.tokenizer import JOINTS, MAX_FORM, PART, query_forms, words_of
from vaulttui.patterns import late_pattern
from vaulttui.search.conditions.row_spans import row_spans
from vaulttui.search.query import RankedText
from vaulttui.search.words.terms import Term

_MOST_ALTERNATIVES = 40
"""Compiling a pattern costs about as much a form as looking for it in several texts."""
_REMEMBERED = 256
_LONG = 20_000
"""Characters of a text that is not remembered."""
_AS_RARE: Mapping[str, float] = {}
_PHRASE_WEIGHT = 4.0
"""What a phrase counts where a snippet is chosen, against one word."""
_Spans = Callable[[str], Iterator[tuple[int, int]]]
_UNSPACED_FORM = late_pattern(rf"[{UNSPACED}]{{1,2}}")
_JOINT = re.compile(f"[{re.escape(''.join(JOINTS))}]")
_UNSHADOWED_RUN = re.compile(rf"(?<!\S)[^\s{UNSHADOWED}]*+{UNSHADOWED}\S*+")


@dataclass(frozen=True)
class Matcher:
    """Tells which words of a text match a query.

    Args:
        forms: Folded forms that match, with their weight (nearness of the relation times how rare their word is; of a
            word with joints, how rare its parts are in addition).
        phrases: Folded words in a row that match together.
        compounds: Folded words in a row, with blanks between them, that match as a form does; with their weight.
        families: For every folded word of the query the folded forms that stand for it.
        quoted: Forms that only match as part of phrases.
        beginnings: Forms of words that are too long for the index, which has no more of them than these beginnings.
    """

    forms: dict[str, float]
    phrases: tuple[tuple[str, ...], ...] = ()
    families: Mapping[str, frozenset[str]] = field(default_factory=dict)
    compounds: Mapping[str, float] = field(default_factory=dict)
    quoted: frozenset[str] = frozenset()
    beginnings: frozenset[str] = frozenset()
    _known: dict[str, list[tuple[int, int, str]]] = field(default_factory=dict, repr=False, compare=False)

    def family(self, word: str) -> frozenset[str]:
        """Folded forms that stand for a folded word of the query."""
        return self.families.get(word, frozenset((word,)))

    def marking_whole(self, words: Collection[str], others: Iterable[str]) -> Matcher:
        """The same, but some words match as they are written alone.

        Args:
            words: Of a script without blanks, of which others have pairs of characters.
            others: Words of the query that match as before.
        """
        forms = _folded_forms(words) - _folded_forms(others)
        families = self.families.items()
        apart = {form for word, family in families if word not in forms for form in family}
        quoted = {form for word, family in families if word in forms for form in family} - apart
        rows = tuple(tuple(map(fold, words_of(word))) for word in words)
        return replace(self, phrases=(*self.phrases, *rows), quoted=self.quoted | quoted, _known={})

    @property
    def marked_forms(self) -> tuple[str, ...]:
        """Forms and compounds that match by themselves; those of symbols also as they are shown to a reader."""
        shown = [form.replace(NON_JOINER, "") for form in self._weights if NON_JOINER in form]
        return tuple(dict.fromkeys((*self._weights, *shown)))

    def find(self, text: str) -> list[tuple[int, int, float]]:
        """All matches in a text as ``(start, end, weight)``, in order, not overlapping."""
        weights = self._weights
        places = self._known.get(text)
        if places is None:
            places = self._look_for_all(text)
        found = [(start, end, weights[form]) for start, end, form in places if form in weights]
        if self.phrases:
            found.extend((start, end, _PHRASE_WEIGHT) for start, end, _ in _in_a_row(text, self._phrase_rows))
        elif not (self.compounds or self._others or self._unspaced):
            return found  # what one pattern finds is in order, and does not overlap
        return _merge(found)

    def places(self, text: str) -> list[tuple[int, int, str]]:
        """Where forms and compounds stand in a text as ``(start, end, form)``, in order, those that are quoted, too;
        compounds, and forms of a script without blanks, may overlap others. Places of the texts last asked for are
        remembered."""
        found = self._known.get(text)
        if found is None:
            found = self._look_for_all(text)
            if len(self._known) >= _REMEMBERED:
                self._known.clear()
            self._known[text] = found
        return found

    def _look_for_all(self, text: str) -> list[tuple[int, int, str]]:
        found = self._look_for_forms(text)
        if not self.compounds:
            return found
        compounds = _in_a_row(text, self._compound_rows)
        return sorted([*found, *((start, end, " ".join(words)) for start, end, words in compounds)])

    def _look_for_forms(self, text: str) -> list[tuple[int, int, str]]:
        text, shadow = _compared(text)
        if shadow is None:
            return self._forms_in(fold_with_origins(text))
        if UNSHADOWED not in shadow:
            return self._forms_in(FoldedText(shadow, None))
        runs = [run.span() for run in _UNSHADOWED_RUN.finditer(shadow)]
        found = self._forms_in(FoldedText(_UNSHADOWED_RUN.sub(lambda run: " " * len(run[0]), shadow), None))
        for begin, behind in runs:
            within = self._forms_in(fold_with_origins(text[begin:behind]))
            found += [(begin + start, begin + end, form) for start, end, form in within]
        return sorted(found)

    def _forms_in(self, folded: FoldedText) -> list[tuple[int, int, str]]:
        """Where forms stand in a text, between the letters of no word; of those with joints in them none of the
        parts."""
        text = folded.text
        found: list[tuple[int, int, str]] = []
        if self._pattern is not None:
            found = [(*match.span(), match[0]) for match in self._pattern.finditer(text)]
            if not text.isascii():
                found = [place for place in found if not _goes_on(text, *place[:2])]
        for form in self._others:
            for start, end in _places(text, form):
                behind = _end_of_word(text, end) if form in self.beginnings else end
                if not _goes_on(text, start, behind):
                    found.append((start, behind, form))
        for first, forms in self._unspaced.items():
            for start, end in _places(text, first):
                ends = range(end, min(end + 1, len(text)) + 1)
                found += [(start, end, form) for end in ends if (form := text[start:end]) in forms]
        if self._others or self._unspaced:
            found = list(_without_parts(found)) if self._has_joints else sorted(found)
        if folded.origins is not None:
            found = [(*folded.span(start, end), form) for start, end, form in found]
        return found

    @cached_property
    def _pattern(self) -> re.Pattern[str] | None:
        """The forms that are ASCII as one pattern: to look for each takes several times as long. ``None`` for none, or
        for too many to pay."""
        forms = sorted(filter(str.isascii, self.forms.keys() - self.beginnings), key=len, reverse=True)
        if not 0 < len(forms) <= _MOST_ALTERNATIVES:
            return None
        # A pattern that begins with a set of characters is found several times as fast as one that looks back first.
        first = re.escape("".join(sorted({form[0] for form in forms})))
        rest = "|".join(f"(?<={re.escape(form[0])}){re.escape(form[1:])}" for form in forms)
        return re.compile(rf"[{first}](?<![a-z0-9].)(?:{rest})(?![a-z0-9])")

    @cached_property
    def _others(self) -> Sequence[str]:
        """Forms that the pattern does not have, but for those of a script without blanks."""
        others = [form for form in self.forms if self._pattern is None or form in self.beginnings or not form.isascii()]
        return [form for form in others if not _UNSPACED_FORM.fullmatch(form)]

    @cached_property
    def _unspaced(self) -> Mapping[str, set[str]]:
        """Forms of scripts without blanks, which stand within words, by their first character: one character may stand
        for thousands of pairs."""
        found: dict[str, set[str]] = {}
        for form in self.forms:
            if _UNSPACED_FORM.fullmatch(form):
                found.setdefault(form[0], set()).add(form)
        return found

    @cached_property
    def _has_joints(self) -> bool:
        return any(map(_JOINT.search, self.forms))

    @cached_property
    def _weights(self) -> Mapping[str, float]:
        forms = {form: weight for form, weight in self.forms.items() if form not in self.quoted}
        return {**forms, **self.compounds}

    @cached_property
    def _phrase_rows(self) -> Mapping[tuple[str, ...], _Spans]:
        # As for the condition that a phrase is: what it finds is marked.
        return {
            phrase: row_spans(phrase, whole_words=not any(map(is_unspaced, phrase)))
            for phrase in self.phrases
            if phrase
        }

    @cached_property
    def _compound_rows(self) -> Mapping[tuple[str, ...], _Spans]:
        return {words: row_spans(words) for words in map(tuple, map(str.split, self.compounds))}


def _compared(text: str) -> tuple[str, str | None]:
    """A text with its symbols joined, and the shadow of that: see :func:`folded_shadow`."""
    return _last_compared(text) if len(text) < _LONG else _last_compared.__wrapped__(text)


@lru_cache(maxsize=512)
def _last_compared(text: str) -> tuple[str, str | None]:
    # Behind the next letter that is typed much the same texts are found.
    joined = join_symbols(text)
    return joined, folded_shadow(joined)


class _Letters(dict[str, bool]):
    """Whether a folded character is a letter, digit or mark of a word that is written between blanks."""

    def __missing__(self, character: str) -> bool:
        letter = self[character] = PART.fullmatch(character) is not None and not is_unspaced(character)
        return letter


_LETTERS = _Letters()


def _goes_on(text: str, start: int, end: int) -> bool:
    """Whether a word goes on beside a piece of a folded text."""
    return (start > 0 and _LETTERS[text[start - 1]]) or (end < len(text) and _LETTERS[text[end]])


def _places(text: str, part: str) -> Iterator[tuple[int, int]]:
    """Where a part of a folded text stands in it."""
    start = text.find(part)
    while start >= 0:
        yield start, start + len(part)
        start = text.find(part, start + 1)


def _end_of_word(text: str, end: int) -> int:
    """Where the word ends of which a folded text has some letters before a place."""
    while end < len(text) and _LETTERS[text[end]]:
        end += 1
    return end


def _without_parts(found: Iterable[tuple[int, int, str]]) -> Iterator[tuple[int, int, str]]:
    """Places, in order, without those that lie within the whole of one with joints."""
    whole = 0
    for place in sorted(found, key=lambda place: (place[0], -place[1])):
        if place[1] > whole:
            if _JOINT.search(place[2]):
                whole = place[1]
            yield place


def _in_a_row(text: str, rows: Mapping[tuple[str, ...], _Spans]) -> Iterator[tuple[int, int, tuple[str, ...]]]:
    """Where folded words stand in a row in a text.

    Args:
        text: As it is.
        rows: For each the search in folded texts.
    """
    joined, shadow = _compared(text)
    if joined != text:
        shadow = folded_shadow(text)
    folded = fold_with_origins(text) if shadow is None or UNSHADOWED in shadow else FoldedText(shadow, None)
    for words, spans in rows.items():
        for start, end in spans(folded.text):
            yield (*folded.span(start, end), words)


def _merge(found: list[tuple[int, int, float]]) -> list[tuple[int, int, float]]:
    merged: list[tuple[int, int, float]] = []
    for start, end, weight in sorted(found):
        if merged and start < merged[-1][1]:
            first, last, before = merged[-1]
            merged[-1] = (first, max(last, end), max(before, weight))
        else:
            merged.append((start, end, weight))
    return merged


def matcher_for(terms: Sequence[Term], *texts: RankedText, rarities: Mapping[str, float] = _AS_RARE) -> Matcher:
    """What is highlighted for a query: all forms that its words stand for, and its phrases, whose words mean nothing by
    themselves.

    Args:
        terms: Of the query.
        texts: That they are from.
        rarities: How rare the terms' words are, 0..1 against the rarest; those that are missing are as rare as any.
    """
    forms: dict[str, float] = {}
    compounds: dict[str, float] = {}
    families: dict[str, frozenset[str]] = {}
    unquoted = _folded_forms(word for text in texts for word in joined_words(text.words))
    in_phrases = _folded_forms(word for text in texts for phrase in text.phrases for word in phrase) - unquoted
    apart: set[str] = set()
    beginnings: set[str] = set()
    minor = {term.word for term in terms if term.minor}
    for term in terms:
        if term.minor:
            continue  # it stands everywhere
        word = fold(term.word)
        # Where the whole of a word with joints stands, its parts do, too.
        rarity = sum(rarities.get(part, 1.0) for part in (term.word, *term.parts) if part not in minor)
        # Of forms that are folded alike the nearest counts, which comes last. Which was indexed first counts nothing.
        nearest_last = sorted(term.forms, key=lambda form: (form.weight, form.form))
        family = {fold(form.form): form.weight * rarity for form in nearest_last}
        for form, weight in family.items():
            of_kind = compounds if " " in form else forms
            if of_kind is forms or word not in in_phrases:
                of_kind[form] = max(of_kind.get(form, 0.0), weight)
        if word not in in_phrases:
            apart.update(family)
        families[word] = frozenset(family) | {word}
        beginnings.update(fold(form.form) for form in term.forms if len(form.form) == MAX_FORM)
    rows = [[word for part in phrase for word in words_of(part)] for text in texts for phrase in text.phrases]
    # Signs part what is one word of a query: R&D, 24/7 and std::string are words in a row.
    rows += [words for text in texts for word in joined_words(text.words) if len(words := words_of(word)) > 1]
    phrases = tuple(tuple(map(fold, words)) for words in rows if words)
    return Matcher(forms, phrases, families, compounds, frozenset(forms.keys() - apart), frozenset(beginnings))


def _folded_forms(words: Iterable[str]) -> set[str]:
    """Forms that some words of a query are looked up by, folded."""
    return {fold(form) for word in words for token in words_of(word) for form in query_forms(token)}
