"""Changing a query text without breaking it."""

from __future__ import annotations

from vaulttui.search.language.lexer import Token, tokenize
from vaulttui.search.language.parser import parse_tree


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
    left, right = text[:start].rstrip(), text[end:].lstrip()
    # A "-" keeps its blank: it would leave out what comes next.
    close = not left or not right or bool(before and before[-1].kind == "open") or right.startswith(")")
    return left + ("" if close else " ") + right


def _without_prefix(before: list[Token], start: int) -> int:
    """Where a group begins together with the operator and the ``-`` in front of it, which leave ``before``."""
    if before and before[-1].kind in ("operator", "unknown") and before[-1].complete:
        start = before.pop().start
    if before and before[-1].kind == "not" and before[-1].end == start:
        start = before.pop().start
    return start


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
    if any(token.kind == "or" for token in _top_level(tokenize(base))):
        return f"({_balanced(base)}) {condition}"
    added, present = _signature(condition), _signature(base)
    unfinished = any(problem.unfinished for problem in parse_tree(base).problems)
    appended, prepended = f"{base} {condition}", f"{condition} {base}"
    if not unfinished and _signature(appended) == present + added:
        return appended
    if _signature(prepended) == added + present:
        return prepended
    return f"{_balanced(base)} {condition}"


def _signature(text: str) -> list[tuple[str, str]]:
    return [(token.kind, token.text) for token in tokenize(text)]


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


def _balanced(text: str) -> str:
    """The text with every quote, bracket and parenthesis closed, and without parentheses that close nothing."""
    tokens = tokenize(text)
    last = tokens[-1] if tokens else None
    if last is not None and not last.complete:
        if last.kind == "phrase":
            text = text.rstrip("\\") + '"'
        elif last.kind == "link":
            text += "]]"
        elif last.kind == "property":
            text = text.rstrip("\\")
            text += "]" if tokenize(text + "]")[-1].complete else '"]'
        else:
            text = text[: last.start].rstrip()
    depth = 0
    stray = []
    for token in tokenize(text + " "):
        if token.kind == "close" and not depth:
            stray.append(token.start)
        elif token.kind in ("open", "close"):
            depth += 1 if token.kind == "open" else -1
    for position in reversed(stray):
        text = text[:position] + " " + text[position + 1 :]
    text = text.strip()
    # A backslash would take a following parenthesis for a letter.
    return text + (" " if text.endswith("\\") else "") + ")" * depth
