"""Dates with blanks or quotes in the wrong place: what was meant, and how to write it."""

from __future__ import annotations

import re
from datetime import date

from vaulttui.search.language.date_words import is_bare_month
from vaulttui.search.language.dates import parse_date_range
from vaulttui.search.language.lexer import Token
from vaulttui.search.language.periods import DateSyntaxError
from vaulttui.search.language.quoting import QUOTES, read_quoted
from vaulttui.search.language.tree import Problem

_FOLLOWING_WORDS = re.compile(r"(\s+[^\s()]+)(\s+[^\s()]+)?")
_SIGN_BEFORE_QUOTES = re.compile(rf"(?:>=|<=|>|<)(?=[{QUOTES}])")
_YEAR_BEHIND = re.compile(r"\s+((?:19|20)\d\d)(?![^\s()])", re.ASCII)
_BEFORE_LAST = re.compile(r".*\.\.|(?:>=|<=|>|<)")
_END_OF_RANGE = re.compile(rf"\.\.(?:(?=[{QUOTES}])|[^\s()]*)")


def meant_date(text: str, token: Token, today: date) -> Problem | None:
    """The problem of a value that is no date because of where its quotes are; ``None`` if that is not why.

    Args:
        text: The whole query text.
        token: The value.
        today: What relative dates count from.
    """
    if token.kind != "word":
        return None
    return _sign_before_quotes(text, token, today) or _without_quotes(text, token, today)


def range_of_quotes(text: str, token: Token, today: date) -> Problem | None:
    """The problem of a ``"last week"..today``, whose second half would be a word of its own; ``None`` if it is none.

    Args:
        text: The whole query text.
        token: A value that is a date.
        today: What relative dates count from.
    """
    further = _END_OF_RANGE.match(text, token.end) if token.kind == "phrase" else None
    if further is None:
        return None
    end, last, complete = further.end(), further[0].removeprefix(".."), True
    if text[end : end + 1] in tuple(QUOTES):
        quoted = read_quoted(text, end)
        end, last, complete = quoted.end, quoted.text, quoted.complete
    written = f"{token.text.strip()}..{last.strip()}"
    message = "Both ends of a range stand in the same quotes."
    return Problem(
        token.start, end, message, f'"{written}"' if _is_date(written, today) else "", unfinished=not complete
    )


def year_behind(text: str, token: Token) -> Problem | None:
    """The problem of a ``march 2025`` without quotes, whose year would be a word of its own; ``None`` if it is none.

    Args:
        text: The whole query text.
        token: A value that is a date.
    """
    year = _YEAR_BEHIND.match(text, token.end) if token.kind == "word" else None
    last = _BEFORE_LAST.sub("", token.text)
    if year is None or not is_bare_month(last):
        return None
    message = "A date of more than one word stands in quotes."
    return Problem(token.start, year.end(), message, f'"{token.text} {year[1]}"')


def _sign_before_quotes(text: str, token: Token, today: date) -> Problem | None:
    """The problem of a ``<"last week"``, which a blank cuts in two."""
    sign = _SIGN_BEFORE_QUOTES.match(text, token.start)
    if sign is None:
        return None
    quoted = read_quoted(text, sign.end())
    written = f"{sign[0]}{quoted.text.strip()}"
    if quoted.complete and not _is_date(written, today):
        return None
    message = "The sign stands in the quotes, too."
    return Problem(token.start, quoted.end, message, f'"{written}"', unfinished=not quoted.complete)


def _without_quotes(text: str, token: Token, today: date) -> Problem | None:
    """The problem of an unquoted ``last week``: the words behind the value belong to it."""
    following = _FOLLOWING_WORDS.match(text, token.end)
    if following is None:
        return None
    for group in (2, 1):
        if following[group] is None:
            continue
        words = " ".join(text[token.start : following.end(group)].split())
        if _is_date(words, today):
            message = "A date of more than one word stands in quotes."
            return Problem(token.start, following.end(group), message, f'"{words}"')
    return None


def _is_date(written: str, today: date) -> bool:
    try:
        parse_date_range(written, today)
    except DateSyntaxError:
        return False
    return True
