"""Which part of a query text is what: for colouring it while it is typed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date
from typing import Literal, TypeAlias

from vaulttui.search.language.brackets import PropertyFilter
from vaulttui.search.language.builder import build
from vaulttui.search.language.lexer import Token, TokenKind, is_boolean
from vaulttui.search.language.parser import parse_tree
from vaulttui.values import dataclass

SpanKind: TypeAlias = Literal[
    "word",
    "phrase",
    "regex",
    "operator",
    "value",
    "tag",
    "property",
    "negation",
    "boolean",
    "paren",
    "error",
]


@dataclass(frozen=True, slots=True)
class Span:
    """Characters ``start`` to ``end`` (exclusive) of a query text that belong together."""

    start: int
    end: int
    kind: SpanKind


_KINDS: dict[TokenKind, SpanKind] = {
    "word": "word",
    "phrase": "phrase",
    "regex": "regex",
    "tag": "tag",
    "link": "value",
    "operator": "operator",
    "unknown": "operator",
    "not": "negation",
    "or": "boolean",
    "and": "boolean",
    "open": "paren",
    "close": "paren",
}


def highlight_spans(text: str) -> tuple[Span, ...]:
    """Tell what each part of a query text is. Never raises.

    Returns:
        Spans in order, without overlaps; blanks between them belong to none. ``error`` covers what cannot be
        understood, except where the text may just not be finished.
    """
    tree = parse_tree(text)
    problems = build(tree, date.today()).problems
    errors = [(problem.start, min(problem.end, len(text))) for problem in problems if not problem.unfinished]
    return tuple(_with_errors(_token_spans(text, tree.tokens), errors))


def _token_spans(text: str, tokens: Iterable[Token]) -> Iterator[Span]:
    # One entry for each open parenthesis: whether it belongs to the value of an operator.
    in_value: list[bool] = []
    value_next = False
    for token in tokens:
        inside = value_next or bool(in_value and in_value[-1])
        value_next = token.kind in ("operator", "unknown") and token.complete
        if token.kind == "open":
            in_value.append(inside)
        elif token.kind == "close" and in_value:
            in_value.pop()
        if token.kind == "property" and token.property is not None:
            yield from _property_spans(text, token.property)
        elif inside and token.kind in ("word", "phrase", "tag"):
            yield Span(token.start, token.end, "value")
        else:
            yield Span(token.start, token.end, _KINDS[token.kind])


def _property_spans(text: str, found: PropertyFilter) -> Iterator[Span]:
    position = found.start
    for alternative in found.alternatives or ():
        if alternative.end > alternative.start:
            yield from _punctuation_spans(text, position, alternative.start)
            yield Span(alternative.start, alternative.end, "value")
            position = alternative.end
    yield from _punctuation_spans(text, position, found.end)


def _punctuation_spans(text: str, start: int, end: int) -> Iterator[Span]:
    """What stands around the values of a property filter."""
    inner = text[start:end].strip()
    if inner:
        begin = text.index(inner, start)
        yield Span(begin, begin + len(inner), "boolean" if is_boolean(inner) else "property")


def _with_errors(spans: Iterable[Span], errors: list[tuple[int, int]]) -> Iterator[Span]:
    """Lay errors over spans, cutting off what they cover."""
    covered = _merged(errors)
    pieces = [Span(start, end, "error") for start, end in covered]
    for span in spans:
        position = span.start
        for start, end in covered:
            if end <= position or start >= span.end:
                continue
            if start > position:
                pieces.append(Span(position, start, span.kind))
            position = max(position, end)
        if position < span.end:
            pieces.append(Span(position, span.end, span.kind))
    return iter(sorted(pieces, key=lambda span: span.start))


def _merged(ranges: list[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, end in sorted(ranges):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        elif end > start:
            merged.append((start, end))
    return merged
