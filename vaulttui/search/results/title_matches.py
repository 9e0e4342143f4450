"""What of a note's title a query found."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from vaulttui.index.reading.folded_text import letters_of
from vaulttui.search.expression import Expression, TextIs, affirmed
from vaulttui.search.folding import fold_as_column
from vaulttui.search.query import MatchRange
from vaulttui.search.results.places import Span, merged


def sought_in_titles(where: Expression | None) -> Iterator[str]:
    """The texts of all ``title:``, but for those of regular expressions and what is excluded."""
    for condition in affirmed(where):
        if isinstance(condition, TextIs) and condition.field == "title":
            yield condition.text


def title_matches(title: str, spans: Iterable[Span], sought: Sequence[str]) -> tuple[MatchRange, ...]:
    """What is marked in a title, in order, not overlapping.

    Args:
        title: As it is shown.
        spans: Where words and regular expressions match.
        sought: Texts that are marked wherever they stand, even within a word.
    """
    found = (span for text in sought for span in _places(title, text))
    return tuple(MatchRange(*span) for span in merged([*spans, *found]))


def _places(title: str, text: str) -> Iterator[Span]:
    """Where a text stands in a title, as ``title:`` compares them: folding makes two letters of one, or none."""
    wanted, spans = fold_as_column(text), letters_of(title)
    letters = [fold_as_column(title[start:end]) for start, end in spans]
    folded, places = "".join(letters), [span for span, letter in zip(spans, letters, strict=True) for _ in letter]
    begin = folded.find(wanted) if wanted else -1
    while begin >= 0:
        end = begin + len(wanted)
        yield places[begin][0], places[end - 1][1]
        begin = folded.find(wanted, end)
