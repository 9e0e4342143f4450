"""Which words of a condition also raise the rank of what holds them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from vaulttui.index.reading.tokenizer import words_of
from vaulttui.search.expression import AllOf, AnyOf, Expression, TaskHas, TextIs, Within
from vaulttui.search.query import Query, RankedText

Piece: TypeAlias = tuple[str, ...]
"""A single word, or the words of a phrase."""


def split_phrase(text: str) -> Piece:
    """The words of a text that an index can hold; signs and emoji that stand alone only filter."""
    return tuple(word for word in text.split() if words_of(word))


def ranked_pieces(expression: Expression) -> list[Piece]:
    """The words and phrases of a condition that rank, in order: those of its positive text conditions.

    Negated text, regular expressions and parts of paths and file names do not rank.
    """
    match expression:
        case TextIs(text, field, unfinished):
            piece = split_phrase(text)
            if not piece or field in ("path", "file"):
                return []
            return [(word,) for word in piece] if unfinished else [piece]  # a phrase matches as it stands
        case AllOf() | AnyOf():
            return [piece for item in expression.items for piece in ranked_pieces(item)]
        case Within():
            return ranked_pieces(expression.item)
        case TaskHas():
            return ranked_pieces(expression.item) if expression.item is not None else []
        case _:
            return []


def ranked_text(pieces: Sequence[Piece], *, prefix_last: bool = False) -> RankedText:
    """Put words and phrases together into the text that is ranked by."""
    return RankedText(
        text=" ".join(word for piece in pieces for word in piece),
        words=tuple(piece[0] for piece in pieces if len(piece) == 1),
        phrases=tuple(piece for piece in pieces if len(piece) > 1),
        prefix_last=prefix_last,
    )


def words_of_conditions(query: Query) -> list[str]:
    """The single words that a query ranks by and its conditions ask for as they stand."""
    said = set(ranked_pieces(query.where)) if query.where is not None else set()
    return [word for text in query.texts for word in text.words if (word,) in said]


def conditions_decide(query: Query) -> bool:
    """Whether a query has no words but those of its conditions, which tell better what it is to find.

    ``title:gard`` finds "Gardening", which has no such word, and ``tag:work OR garden`` what is tagged and says nothing
    of gardens. With a word of its own, a hit has to match any of all words.
    """
    texts = query.ranking_texts
    said = set(ranked_pieces(query.where)) if query.where is not None else set()
    pieces = [
        *((word,) for text in texts for word in text.words),
        *(phrase for text in texts for phrase in text.phrases),
    ]
    return bool(pieces) and said.issuperset(pieces)
