"""Changing a query text without breaking it."""

from __future__ import annotations

from vaulttui.search.language.lexer import Token, tokenize
from vaulttui.search.language.parser import parse_tree
from vaulttui.search.language.tree import Choice


def remove_span(text: str, start: int, end: int) -> str:
    """Take a part out of a query text, and with it what makes no sense without it.

    An ``OR`` that loses a side goes too, and so do parentheses that become empty, with the operator or ``-`` in front
    of them. Blanks are tidied where the cut was.

    Args:
        text: The query text.
        start: First character to go.
        end: Behind the last character to go. Both are moved into the text if they lie outside.
    """
    start = max(0, min(start, len(text)))
    end = max(start, min(end, len(text)))
    tokens = tokenize(text)
    before = [token for token in tokens if token.end <= start]
    after = [token for token in reversed(tokens) if token.start >= end]
    while True:
        previous = before[-1] if before else None
        following = after[-1] if after else None
        left_open = previous is None or previous.kind == "open"
        right_open = following is None or following.kind == "close"
        if previous and previous.kind == "or" and (right_open or (following and following.kind == "or")):
            start = before.pop().start
        elif following and following.kind == "or" and left_open:
            end = after.pop().end
        elif previous and following and previous.kind == "open" and following.kind == "close":
            start, end = before.pop().start, after.pop().end
            start = _without_prefix(before, start)
        else:
            break
    return _joined(text[:start], text[end:])


def _without_prefix(before: list[Token], start: int) -> int:
    """Where a group begins together with the operator and the ``-`` in front of it, which leave ``before``."""
    if before and before[-1].kind in ("operator", "unknown") and before[-1].complete:
        start = before.pop().start
    if before and before[-1].kind == "not" and before[-1].end == start:
        start = before.pop().start
    return start


def _joined(left: str, right: str) -> str:
    left, right = left.rstrip(), right.lstrip()
    if not left or not right:
        return left + right
    glue = "" if left.endswith(("(", "-")) or right.startswith(")") else " "
    return left + glue + right


def add_condition(text: str, condition: str) -> str:
    """Add a filter that all results must satisfy to a query text.

    It is appended, or put in front if the text is not finished. A text with ``OR`` is put in parentheses first,
    because ``OR`` binds less than what stands next to each other.

    Args:
        text: The query text, valid or not.
        condition: A complete filter as text.
    """
    base = _without_dangling_or(text.strip())
    if not base:
        return condition
    added = _signature(condition)
    if any(token.kind == "or" for token in _top_level(tokenize(base))):
        candidates = [f"({base}) {condition}", f"({_closed(base)}) {condition}"]
    else:
        if _sound(f"{base} {condition}", _signature(base) + added):
            return f"{base} {condition}"
        if _sound(f"{condition} {base}", added + _signature(base)):
            return f"{condition} {base}"
        candidates = [f"{_closed(base)} {condition}"]
    return next((text for text in candidates if _sound(text, _signature(text)[: -len(added)] + added)), candidates[-1])


def _signature(text: str) -> list[tuple[str, str]]:
    return [(token.kind, token.text) for token in tokenize(text)]


def _sound(text: str, expected: list[tuple[str, str]]) -> bool:
    """Whether a text consists of just these tokens, and is no choice as a whole."""
    return _signature(text) == expected and not isinstance(parse_tree(text).root, Choice)


def _top_level(tokens: list[Token]) -> list[Token]:
    """The tokens that stand in no parentheses."""
    depth = 0
    found = []
    for token in tokens:
        depth = max(0, depth - (token.kind == "close"))
        if not depth:
            found.append(token)
        depth += token.kind == "open"
    return found


def _without_dangling_or(text: str) -> str:
    tokens = tokenize(text)
    while tokens and tokens[-1].kind in ("or", "and"):
        text = text[: tokens.pop().start].rstrip()
    return text


def _closed(text: str) -> str:
    """The text with every quote, bracket and parenthesis closed that is still open at its end."""
    tokens = tokenize(text)
    last = tokens[-1] if tokens else None
    if last is not None and not last.complete:
        if last.kind == "phrase":
            text = text.rstrip("\\") + '"'
        elif last.kind == "link":
            text += "]]"
        elif last.kind == "property":
            text = text.rstrip("\\") + ("]" if tokenize(text + "]")[-1].complete else '"]')
        else:
            text = text[: last.start].rstrip()
    depth = 0
    for token in tokenize(text):
        depth = max(0, depth + (token.kind == "open") - (token.kind == "close"))
    return text + ")" * depth
