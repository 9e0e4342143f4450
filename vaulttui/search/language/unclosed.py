"""What begins and is never closed: a quote, a link, a bracket. It runs to the end of the text, whatever is there."""

from __future__ import annotations

import re

from vaulttui.search.language.brackets import PropertyFilter
from vaulttui.search.language.lexer import Token
from vaulttui.search.language.tree import Problem

_MARKS = {"phrase": ("quote", '"', '"'), "link": ("link", "[[", "]]"), "property": ("bracket", "[", "]")}
"""Of each kind of token that may be open: what it is called, what opens it and what closes it."""
_COLON = re.compile("[:：]")
_LAST_BACKSLASHES = re.compile(r"\\*\Z")


def is_open(token: Token) -> bool:
    """Whether a token is a quote, link or property filter that is not closed."""
    return not token.complete and token.kind in _MARKS


def unclosed(text: str, token: Token, *, in_parentheses: bool) -> Problem:
    """Say of an open token what is not closed.

    The problem, and with it what is suggested, ends in front of the first bracket or parenthesis that was meant to
    close what stands around it.

    Args:
        text: The whole query.
        token: One that is open.
        in_parentheses: Whether it stands between parentheses.
    """
    name, opening, closing = _MARKS[token.kind]
    start = token.start
    end: int | None = None
    found = token.property
    if found is not None and found.open_quote is not None:
        name, opening, closing = _MARKS["phrase"]
        start = found.open_quote
        end = _end_of_operand(text, found, start)
        if end is None:
            closing += "]"
    if end is None and in_parentheses:
        end = _closing_bracket(text, start + 1, "()")
    if end is None:
        end = len(text)
    written = text[start:end].rstrip()
    if name == "quote" and len(_LAST_BACKSLASHES.findall(written)[0]) % 2:
        written += "\\"  # else it would take the quote for a part of the text
    suggestion = written + closing if len(written) > len(opening) else ""
    return Problem(start, end, f"The {name} that begins here is not closed.", suggestion, unfinished=True)


def _end_of_operand(text: str, found: PropertyFilter, start: int) -> int | None:
    """Where the name or value of a property that an open quote begins was meant to end; ``None`` if nothing tells."""
    bracket = _closing_bracket(text, start + 1, "［］" if text[found.start] == "［" else "[]")
    colon = _COLON.search(text, start, len(text) if bracket is None else bracket)
    return colon.start() if colon and start == found.key_start else bracket


def _closing_bracket(text: str, start: int, pair: str) -> int | None:
    """Where the first bracket stands that closes none which is opened behind ``start``."""
    opened = 0
    for bracket in re.compile(f"[{re.escape(pair)}]").finditer(text, start):
        if bracket.group() == pair[0]:
            opened += 1
        elif not opened:
            return bracket.start()
        else:
            opened -= 1
    return None
