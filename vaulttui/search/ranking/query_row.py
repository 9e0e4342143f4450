"""Titles that are a query, a part of one, or more than one, by the forms of their words: *Links* for ``link`` and for
``link plugin``, *A trip to Portugal* for ``portugal trips``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vaulttui.index.reading.letters import fold
from vaulttui.index.reading.tokenizer import folded_words
from vaulttui.search.ranking.titles import folded_row, without_joints
from vaulttui.search.words.terms import Relation, Term

OTHER_FORM = 0.95
"""Likeness of a title that the query is but for the endings of words, and what is left of another for being so."""
_PART = 0.5
"""Likeness, at least, of a title that is a part of the query. The rest to :data:`OTHER_FORM` tells how much of it."""
_WHOLE = 0.8
"""Likeness, at least, of a title that holds all of a query's words, as of a text that has them in a row. The rest to
:data:`OTHER_FORM` tells how much of the title they are."""
_FORMS: frozenset[Relation] = frozenset({"exact", "accent", "joint", "stem", "suffix", "typo"})
"""What a word of a title may be of one of the query's. A beginning is told by :func:`.titles.title_likeness`."""


class QueryRow:
    """The words of a query in their order, to find titles among them.

    Args:
        words: As written.
        terms: What they stand for in the index.
        prefix_last: The last word may be unfinished: what only goes on behind it is no other form of it.
    """

    def __init__(self, words: Sequence[str], terms: Sequence[Term], *, prefix_last: bool = False) -> None:
        self._words = _words(folded_row(tuple(words)))
        self._length = sum(map(len, self._words))
        self._minor = {word for term in terms if term.minor for word in _words(fold(term.word))}
        self._forms: dict[str, set[str]] = {word: {word} for word in self._words}
        """The words of the query that a word of a title may be a form of."""
        unfinished = self._words[-1:] if prefix_last else []
        self._unfinished = "".join(unfinished)
        self._content = {word for word in self._words if word not in self._minor}
        for term in terms:
            word = without_joints(fold(term.word))
            for form in term.forms if word in self._forms else ():
                written = without_joints(fold(form.form))
                if form.relation in _FORMS and not (word in unfinished and written.startswith(word)):
                    self._forms.setdefault(written, set()).add(word)

    def likeness(self, titles: Sequence[str]) -> float:
        """How much of the query one of some titles is, if another form of it: :data:`OTHER_FORM` for all, from .47
        upwards for words in a row, by their letters, 0 for none or for function words alone.

        Args:
            titles: Of one note, of which the other words of the query tell what it is.
        """
        return max((self._likeness(_words(folded_words(title))) for title in titles), default=0.0)

    def likeness_of_whole(self, titles: Sequence[str]) -> float:
        """How much of one of some titles the query is whose words all stand in it, wherever: from .8 upwards to
        :data:`OTHER_FORM`, by their letters. 0 if they do not, or if there is only one. Function words do not count.

        Args:
            titles: Of one note.
        """
        if len(self._content) < 2:
            return 0.0
        return max((self._likeness_of_whole(_words(folded_words(title))) for title in titles), default=0.0)

    def _likeness_of_whole(self, title: Sequence[str]) -> float:
        held: set[str] = set()
        letters = 0
        for word in title:
            own = self._forms.get(word, set())
            if self._unfinished and word.startswith(self._unfinished):
                own = own | {self._unfinished}
            held |= own
            letters += len(word) if own else 0
        if not self._content <= held:
            return 0.0
        return _WHOLE + (OTHER_FORM - _WHOLE) * letters / sum(map(len, title))

    def _likeness(self, title: Sequence[str]) -> float:
        if len(title) > len(self._words):  # most: of one word no longer title is another form
            return 0.0
        best = 0.0
        for row in self._rows_like(title):
            if len(row) == len(self._words):
                return OTHER_FORM
            if not self._minor.issuperset(row):
                likeness = _PART + (OTHER_FORM - _PART) * sum(map(len, row)) / self._length
                best = max(best, likeness if row == title else likeness * OTHER_FORM)
        return best

    def _rows_like(self, title: Sequence[str]) -> Iterator[Sequence[str]]:
        """Words in a row of the query that those of a title are forms of."""
        if not all(word in self._forms for word in title):
            return
        for start in range(len(self._words) - len(title) + 1):
            row = self._words[start : start + len(title)]
            if all(word in self._forms[own] for word, own in zip(row, title, strict=True)):
                yield row


def _words(folded: str) -> list[str]:
    return without_joints(folded).split()
