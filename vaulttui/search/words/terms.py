"""What a search by words ranks by: terms, each with the forms of the vocabulary that it stands for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Literal, TypeAlias

from vaulttui.search.memory.lexicon import Entry
from vaulttui.values import dataclass

Occurring: TypeAlias = Callable[[Sequence[int]], Mapping[int, int]]
"""Tells which of some terms any note holds, and how often."""


def all_occurring(term_ids: Sequence[int]) -> Mapping[int, int]:
    """As :data:`Occurring` of an index that no note is gone from: each is held, nobody counts how often."""
    return dict.fromkeys(term_ids, 1)


Relation: TypeAlias = Literal["exact", "accent", "joint", "stem", "prefix", "suffix", "typo"]

RELATION_WEIGHTS: dict[Relation, float] = {
    **{"exact": 1.0, "accent": 0.98, "joint": 0.95},
    **{"stem": 0.92, "prefix": 0.7, "suffix": 0.7, "typo": 0.5},
}
"""How much an occurrence of a related form counts, against one of the form itself: exact beats the same word with other
joints or blanks (``e-mail``, ``email``, ``e mail``), that beats stem, stem beats prefix and suffix, these beat typo."""


@dataclass(frozen=True, slots=True)
class Form:
    """One form of the vocabulary that a word may stand for, or several in a row."""

    term_id: int
    """Negative for several, see :mod:`vaulttui.search.words.open_compounds`."""
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
    minor: bool = False
    """Whether it is a function word among content words."""
    parts: tuple[str, ...] = ()
    """Of a word with joints the words that it consists of, if they are terms of the query, too; these come first."""
    longer: tuple[tuple[int, int], ...] = ()
    """Forms that say in fewer words what the query says, or join its words, by their identities: with each the words
    that every occurrence makes its text longer by, see :mod:`vaulttui.search.ranking.lengths`."""
    compound: str = ""
    """The word of the query that it is a part of, if that occurs nowhere and its parts stand for it."""
    meant: tuple[Form, ...] = ()
    """Of a word that occurs nowhere those of its forms that it may be a misspelling, the beginning or the last part of,
    the likeliest first. It may have others: some that occur may have its stem."""


def forms_of_entries(entries: Iterable[Entry], relation: Relation) -> list[Form]:
    """What a word stands for by one relation."""
    return [Form(term_id, form, relation) for term_id, form, _ in entries]


def with_new(forms: Sequence[Form], others: Iterable[Form]) -> list[Form]:
    """Forms, and behind them those of others that are not among them."""
    known = {form.term_id for form in forms}
    return [*forms, *(form for form in others if form.term_id not in known)]
