"""A word of a query into the vocabulary's forms that it may stand for: itself, its stem's family, prefixes, typos."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import Literal, TypeAlias

from vaulttui.index.stemming import stem
from vaulttui.index.tokenizer import fold, forms_of, is_identifier, is_unspaced, query_forms, words_of
from vaulttui.search.lexicon import Lexicon
from vaulttui.values import dataclass
from vaulttui.vault.language import function_words

Relation: TypeAlias = Literal["exact", "accent", "stem", "prefix", "typo"]

RELATION_WEIGHTS: dict[Relation, float] = {"exact": 1.0, "accent": 0.98, "stem": 0.92, "prefix": 0.7, "typo": 0.5}
"""How much an occurrence of a related form counts, against one of the form itself: exact beats stem, stem beats
prefix, prefix beats typo."""

FUNCTION_WORD_IMPORTANCE = 0.05
"""What a function word counts beside content words, against one of those."""

_MAX_PREFIX_FORMS = 200
"""Forms that a word which is still being typed may stand for, the shortest first."""
_MAX_TYPO_FORMS = 12
"""Forms that a misspelt word may stand for, the nearest first."""
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_MIN_BEGINNING_LENGTH = 3
"""Letters from which a last word that occurs nowhere is taken for the beginning of others."""
_MIN_TYPO_LENGTH = 4
_TWO_TYPOS_LENGTH = 8
"""Letters from which one typing error is forgiven, and from which two are."""


@dataclass(frozen=True, slots=True)
class Form:
    """One form of the vocabulary that a word may stand for."""

    term_id: int
    form: str
    relation: Relation

    @property
    def weight(self) -> float:
        """What an occurrence counts."""
        return RELATION_WEIGHTS[self.relation]


@dataclass(frozen=True, slots=True)
class Term:
    """One term to rank by: a word of the query (or a part of one) with all forms that it may stand for."""

    word: str
    """As the tokenizer gives it."""
    forms: tuple[Form, ...]
    occurrences: int = 1
    """How often the query has it."""
    importance: float = 1.0
    """Less for a function word among content words: *how do I keep …* is not about *how*."""
    replaced: bool = False
    """Whether it occurs nowhere, and stands for words that are spelt nearly so or begin with it. The likeliest is the
    first of its forms."""


class Vocabulary:
    """Looks words up in the index's vocabulary.

    Args:
        lexicon: All forms.
        languages: Languages whose stems are tried (those that the vault's notes are in).
        occurring: Tells which of some terms any note holds, and how often; only such correct typing errors.
    """

    def __init__(
        self,
        lexicon: Lexicon,
        languages: Sequence[str],
        occurring: Callable[[Sequence[int]], Mapping[int, int]] | None = None,
    ) -> None:
        self._lexicon = lexicon
        self._occurring = occurring
        self._languages = languages
        self._function_words = [function_words(language) for language in languages]

    def terms(self, words: Sequence[str], *, prefix_last: bool = False, typos: bool = True) -> tuple[Term, ...]:
        """Look up the words of a query.

        A word with joints (``gpt-4``) counts as a whole if the vocabulary has it, or longer ones that begin with it and
        a joint (``gpt-4-mini``), and it is an identifier (with digits or underscores), and as its parts besides
        otherwise.

        Args:
            words: As written.
            prefix_last: The last word also stands for everything that begins with it.
            typos: Try words that occur nowhere with one or two typing errors.

        Returns:
            Terms in the order of the words, repeats counted once. A word that stands for nothing has no forms.
        """
        wanted: dict[str, int] = {}
        last = ""
        for word in words:
            for token in words_of(word):
                for form in query_forms(token):
                    wanted[form] = wanted.get(form, 0) + 1
                last = query_forms(token)[-1]
        if not wanted:
            return ()
        found = self._exact_and_stems(list(wanted))
        if prefix_last and last:
            found[last] = self._with_prefix(last, found[last])
        self._settle_parts(wanted, found)
        # A function word is no other word misspelt: of *what does it cost* nobody means *that*. Alone, it may be.
        sure = {form for form in wanted if self._is_function_word(form)}
        sure = sure if len(sure) < len(wanted) else set()
        terms = []
        for form, occurrences in wanted.items():
            term = Term(form, tuple(found[form]), occurrences)
            unknown = typos and not term.forms and form not in sure
            terms.append(self._replaced(term, last=form == last) if unknown else term)
        return self._weigh(terms)

    def _settle_parts(self, wanted: dict[str, int], found: dict[str, list[Form]]) -> None:
        """Let a word with joints count as a whole or as its parts, and a single character for the pairs it begins.

        Args:
            wanted: Occurrences of the query's forms; those that do not count are taken out.
            found: What each stands for; is widened.
        """
        for form in list(wanted):
            if len(form) == 1 and is_unspaced(form):
                found[form] = self._with_prefix(form, found[form], "exact")  # it stands first in indexed pairs
            parts = [part for part in forms_of(form) if part != form]
            if parts and not is_unspaced(form):
                if is_identifier(form):
                    found[form] = self._with_longer(form, found[form])
                if not found[form]:
                    del wanted[form]
                elif is_identifier(form):
                    for part in parts:
                        wanted.pop(part, None)

    def corrected(self, terms: Sequence[Term], gone: Collection[int]) -> tuple[Term, ...]:
        """Terms with others instead of some of them: words that no note holds any more.

        Args:
            terms: As :meth:`terms` gave them.
            gone: Places of those terms.
        """

        def instead(term: Term) -> Term:
            return self._replaced(term, last=term is terms[-1]) if term.importance == 1.0 else replace(term, forms=())

        return tuple(instead(term) if place in gone else term for place, term in enumerate(terms))

    def _replaced(self, term: Term, *, last: bool) -> Term:
        """A term that occurs nowhere with the words that it may stand for: nearly the same ones, and for the last of a
        query those that begin with it, as while it is still being typed."""
        forms = self._longer(term.word) if last else []
        longer = {form.term_id for form in forms}
        forms.extend(form for form in self._typos(term.word) if form.term_id not in longer)
        return replace(term, forms=tuple(forms), replaced=bool(forms))

    def _weigh(self, terms: Sequence[Term]) -> tuple[Term, ...]:
        """Let function words count less where there are content words beside them."""
        function = [self._is_function_word(term.word) for term in terms]
        if all(function):
            return tuple(terms)
        return tuple(
            replace(term, importance=FUNCTION_WORD_IMPORTANCE) if minor else term
            for term, minor in zip(terms, function, strict=True)
        )

    def _is_function_word(self, word: str) -> bool:
        return any(word in words for words in self._function_words)

    def _exact_and_stems(self, words: Sequence[str]) -> dict[str, list[Form]]:
        by_folded: dict[str, list[str]] = {}
        by_stem: dict[tuple[str, str], list[str]] = {}
        for word in words:
            by_folded.setdefault(fold(word), []).append(word)
            if word.isalpha():
                for language in self._languages:
                    by_stem.setdefault((language, stem(word, language)), []).append(word)
        found: dict[str, dict[int, Form]] = {word: {} for word in words}
        for term_id, form, folded in self._lexicon.folded_as(by_folded):
            for word in by_folded[folded]:
                found[word][term_id] = Form(term_id, form, "exact" if form == word else "accent")
        stems = {key[1] for key in by_stem}
        for language, stemmed, (term_id, form, _) in self._lexicon.stemmed_as(stems):
            for word in by_stem.get((language, stemmed), ()):
                found[word].setdefault(term_id, Form(term_id, form, "stem"))
        return {word: list(forms.values()) for word, forms in found.items()}

    def _with_prefix(self, word: str, forms: list[Form], relation: Relation = "prefix") -> list[Form]:
        """Add forms that begin with a word; the shortest first where there are too many."""
        known = {form.term_id for form in forms}
        longer = self._lexicon.beginning_with(fold(word), _MAX_PREFIX_FORMS)
        return [*forms, *(Form(term_id, form, relation) for term_id, form, _ in longer if term_id not in known)]

    def _with_longer(self, word: str, forms: list[Form]) -> list[Form]:
        """Add identifiers that go on behind a joint: of a month its days, of a day its hours."""
        behind = re.compile(r"t\d\d|[\W_]" if _DAY.fullmatch(word) else r"[\W_]")
        longer = self._with_prefix(word, forms)[len(forms) :]
        return [*forms, *(form for form in longer if behind.match(fold(form.form), len(fold(word))))]

    def _longer(self, word: str) -> list[Form]:
        """The words that begin with one of some letters, the one that is written most often first. A number is no
        beginning of another."""
        folded = fold(word)
        if len(folded) < _MIN_BEGINNING_LENGTH or not folded.isalnum() or folded[-1].isdigit() or is_unspaced(folded):
            return []
        found = self._with_prefix(word, [])
        frequencies = self._frequencies([form.term_id for form in found])
        found = [form for form in found if form.term_id in frequencies]
        return sorted(found, key=lambda form: -frequencies[form.term_id])

    def _typos(self, word: str) -> list[Form]:
        """The nearest forms within one edit; for long words within two, the first letter being right. Of a name with
        digits only the letters are doubted: ``bg61`` is not ``bg60``. The likeliest goes first: it begins with the
        same letter, and of several it is the one that is written most often."""
        folded = fold(word)
        digits = _digits(folded)
        letters = len(folded) - len(digits)
        if letters < _MIN_TYPO_LENGTH or not folded.isalnum() or is_unspaced(folded):
            return []
        found = [
            (distance, entry)
            for distance, entry in self._lexicon.near(folded, 2 if letters >= _TWO_TYPOS_LENGTH else 1)
            if (distance == 1 or (distance and entry[2][:1] == folded[0]))
            and (not digits or _digits(entry[2]) == digits)
        ]
        frequencies = self._frequencies([entry[0] for _, entry in found])
        found = [(distance, entry) for distance, entry in found if entry[0] in frequencies]
        if not found:
            return []
        nearest = min(distance for distance, _ in found)
        entries = [entry for distance, entry in found if distance == nearest]
        entries.sort(
            key=lambda entry: (
                *(entry[2][:1] != folded[0], -frequencies[entry[0]]),
                *(-_common_beginning(entry[2], folded), entry[2]),
            )
        )
        return [Form(term_id, form, "typo") for term_id, form, _ in entries[:_MAX_TYPO_FORMS]]

    def _frequencies(self, term_ids: Sequence[int]) -> Mapping[int, int]:
        """How often notes hold some terms, for those that any does."""
        if not term_ids:
            return {}
        return dict.fromkeys(term_ids, 0) if self._occurring is None else self._occurring(term_ids)


def _digits(word: str) -> str:
    return "".join(filter(str.isdigit, word))


def _common_beginning(first: str, second: str) -> int:
    """How many characters two words begin with alike."""
    place = 0
    while place < min(len(first), len(second)) and first[place] == second[place]:
        place += 1
    return place
