"""What a property filter means: brackets → condition."""

from __future__ import annotations

import re
from datetime import date, datetime, time

from vaulttui.index.reading.property_values import PLAIN_NUMBER
from vaulttui.search.expression import AnyOf, Expression, PropertyIs
from vaulttui.search.language.brackets import Alternative, PropertyFilter, has_time, is_range_end, split_range
from vaulttui.search.language.combine import any_of
from vaulttui.search.language.conditions import LeafContext, SyntaxProblem
from vaulttui.search.language.date_words import parse_date_words
from vaulttui.search.language.dates import day_for_end, is_date_word, is_time_of_words, parse_period
from vaulttui.search.language.lexer import Token
from vaulttui.search.language.periods import DateSyntaxError, Period
from vaulttui.search.language.quoting import QUOTES
from vaulttui.search.language.tree import Problem
from vaulttui.values import dataclass
from vaulttui.vault.dates.iso_dates import parse_iso

_NUMBER = re.compile(r"[+-]?\d+(?:\.\d+)?")
_MONTH = re.compile(r"\d{4}-\d{2}", re.ASCII)
_YEAR_OR_MONTH = re.compile(r"\d{4}(?:-\d{2})?", re.ASCII)
_COMPARED_KEY = re.compile(r"(?P<key>[^=<>]*?[^=<>!\s])\s*(?P<sign>==?|!=|<>|[<>]=?)\s*(?P<value>.+)")
_SIGN = re.compile(r"\s*(?P<sign>==?|!=|<>)\s*(?P<value>.+)")
_DIFFERENT = frozenset({"!=", "<>"})
_FURTHER = r"(?P<joint>(?:\s+(?:AND|and|&&?)|\s*[,&]+)?\s*)(?P<sign>[<>]=?)\s*(?P<last>\S.*)"
_SECOND = re.compile(rf"(?P<first>.*?[^\s,&]){_FURTHER}", re.DOTALL)
"""A value with another comparison behind it, ``5 <10`` of ``>5 <10``."""
_SECOND_OF_QUOTED = re.compile(rf'(?P<first>["“”„‟](?:[^"“”„‟\\]|\\.)*["“”„‟]){_FURTHER}', re.DOTALL)


def read_property_filter(context: LeafContext, token: Token) -> Expression | None:
    """The condition of a property filter; ``None`` if it is not complete."""
    found = token.property
    if found is None or not found.complete:
        return None
    if found.stray:
        _refuse_second_comparison(context, token, found)
        raise SyntaxProblem(Problem(*found.stray, "This does not fit here. Put the whole value in quotes."))
    if not found.key:
        raise context.fault(
            token, "Write the name of a property between the brackets. Tasks are found with task-todo: and task-done:."
        )
    if found.alternatives is None:
        compared = _COMPARED_KEY.fullmatch(context.text, found.key_start, found.key_end)
        if compared and compared["key"][0] not in QUOTES:
            raise _misplaced_sign(context, token, *compared.group("key", "sign", "value"))
        return PropertyIs(found.key, "exists")
    if len(found.alternatives) == 1:
        only = found.alternatives[0]
        signed = _SIGN.fullmatch(context.text, only.start, only.end)
        if signed:
            raise _misplaced_sign(context, token, found.key, *signed.group("sign", "value"))
    _refuse_second_comparison(context, token, found)
    return any_of(_read_alternative(context, found, alternative) for alternative in found.alternatives)


def _misplaced_sign(context: LeafContext, token: Token, key: str, sign: str, value: str) -> SyntaxProblem:
    """The problem of ``[key=value]``, ``[key!=value]`` and the like, as other programs write comparisons."""
    if sign in _DIFFERENT:
        negated = context.text[: token.start].endswith("-")
        message = f"What a property is not is written with a minus before it: -[{key}:{value}]."
        return context.fault(token, message, f"[{key}:{value}]" if negated else f"-[{key}:{value}]")
    sign = sign if sign[0] in "<>" else ""
    written = f"[{key}:{sign}{value}]"
    return context.fault(token, f"A property is compared behind a colon: {written}.", written)


def _refuse_second_comparison(context: LeafContext, token: Token, found: PropertyFilter) -> None:
    """Refuse ``[key:>a <b]`` and ``[key:>=a..b]``, whose value would be a text that nobody meant.

    Raises:
        SyntaxProblem: Something is compared twice.
    """
    alternatives = found.alternatives or []
    for alternative in alternatives:
        if alternative.comparison not in ("<", "<=", ">", ">="):
            continue
        start, end = alternative.value_start, alternative.end
        if found.stray and alternative is alternatives[-1]:
            second = _SECOND_OF_QUOTED.fullmatch(context.text, start, found.stray[1])
        else:
            second = None if alternative.quoted else _SECOND.fullmatch(context.text, start, end)
        ends = [] if alternative.quoted else [part.strip() for part in split_range(context.text[start:end])]
        key, sign = context.text[found.key_start : found.key_end], alternative.comparison
        if len(ends) == 2 and any(ends) and all(not part or is_range_end(part) for part in ends):
            message, suggestion = "A range has no sign before it.", f"[{key}:{'..'.join(ends)}]"
        elif second is not None and _is_comparison(second):
            first, other, last = (part.rstrip() for part in second.group("first", "sign", "last"))
            if (sign, other) == (">=", "<="):
                message, suggestion = "From one value to another is a range, with two dots.", f"[{key}:{first}..{last}]"
            else:
                message = "A property filter compares once: two comparisons are two filters, one next to the other."
                suggestion = f"[{key}:{sign}{first}] [{key}:{other}{last}]"
                if context.text[: token.start].endswith("-"):
                    suggestion = f"({suggestion})"
        else:
            continue
        if len(alternatives) > 1:
            raise _fault(alternative, message)
        raise context.fault(token, message, suggestion)


def _is_comparison(second: re.Match[str]) -> bool:
    """Whether what follows a value is another comparison; without a blank, only of numbers and dates."""
    return bool(second["joint"]) or (is_range_end(second["first"]) and is_range_end(second["last"]))


def _fault(alternative: Alternative, message: str, suggestion: str = "") -> SyntaxProblem:
    return SyntaxProblem(Problem(alternative.start, alternative.end, message, suggestion))


def _read_alternative(context: LeafContext, found: PropertyFilter, alternative: Alternative) -> Expression:
    value = alternative.value
    if alternative.comparison == "range":
        return _read_range(found.key, alternative, context.today)
    if not value and not alternative.quoted:
        start = min(alternative.start, found.end - 1)
        message = f"Write a value for {found.key}, or null for an empty one."
        raise SyntaxProblem(Problem(start, max(alternative.end, start + 1), message))
    match alternative.comparison:
        case "equals":
            if not alternative.quoted:
                return _read_bare(found.key, alternative, context.today)
            if is_time_of_words(value):
                return _of_time(found.key, value, context.today)
            return as_written(found.key, value)
        case "contains":
            return PropertyIs(found.key, "contains", value)
        case comparison:
            if _may_be_days(alternative, value) and not _NUMBER.fullmatch(value):
                period = _period(alternative, value.strip(), context.today)
                if period:
                    upper = comparison in ("<=", ">")
                    value = _compared(value, period.last if upper else period.first)
            return PropertyIs(found.key, comparison, value)


def as_written(key: str, value: str) -> PropertyIs:
    """What a value in quotes means: itself, also where it is a number. A year does not end in zeros it could lose."""
    number = PLAIN_NUMBER.fullmatch(value) is not None and not _YEAR_OR_MONTH.fullmatch(value)
    return PropertyIs(key, "written" if number else "equals", value)


def _may_be_days(alternative: Alternative, text: str) -> bool:
    return not alternative.quoted or is_time_of_words(text)


def _read_bare(key: str, alternative: Alternative, today: date) -> Expression:
    value = alternative.value
    folded = value.casefold()
    if value == "*":
        return PropertyIs(key, "exists")
    if folded == "null":
        return PropertyIs(key, "empty")
    if "*" in value and value.strip("*") and "*" not in value.strip("*"):
        message = "A * means nothing in a property. A ~ finds a part of the value; quotes make the * part of it."
        raise _fault(alternative, message, f"~{value.strip('*')}")
    if len(value) > 2 and value[0] == value[-1] == "/":
        raise _fault(alternative, "A property cannot be compared with a regular expression.", f'"{value}"')
    if _YEAR_OR_MONTH.fullmatch(value):
        return PropertyIs(key, "equals", value, _last_day(value, today))
    return _of_time(key, value, today)


def _of_time(key: str, value: str, today: date) -> Expression:
    """A date in words stands for the days, and for itself: a text may be just that."""
    try:
        period = parse_date_words(value.strip(), today)
    except DateSyntaxError:  # no days that anything could lie on
        period = None
    # A link compares as its text: so what would mean days in quotes can be written.
    itself = PropertyIs(key, "equals", f"[[{value}]]" if is_time_of_words(value) else value)
    if period is None:
        return itself
    if period.first == period.last and not period.since:
        return AnyOf((itself, PropertyIs(key, "equals", str(period.first))))
    return AnyOf((itself, PropertyIs(key, "range", str(period.first), "" if period.since else str(period.last))))


def _last_day(text: str, today: date) -> str:
    """The last day of a year or a month, ``""`` if there is none of that number."""
    try:
        period = parse_period(text, today)
    except DateSyntaxError:
        return ""
    return str(period.last) if period else ""


def _period(alternative: Alternative, text: str, today: date) -> Period | None:
    try:
        return parse_period(text, today)
    except DateSyntaxError as error:
        raise _fault(alternative, error.message, error.suggestion) from None


def _read_range(key: str, alternative: Alternative, today: date) -> PropertyIs:
    low, high = alternative.value, alternative.upper
    if alternative.quoted and not _are_days(low, high):
        return PropertyIs(key, "range", low, high)
    if all(not end or _NUMBER.fullmatch(end) for end in (low, high)):
        if low and high and float(low) > float(high):
            raise _fault(alternative, f"The range ends ({high}) before it begins ({low}).", f"{high}..{low}")
        return PropertyIs(key, "range", low, high)
    first = _read_end(alternative, low.strip(), today, last=False) if low else None
    last = _read_end(alternative, high.strip(), day_for_end(low, high, today), last=True) if high else None
    if (low and first is None) or (high and last is None):
        raise _fault(alternative, f'"{low}" and "{high}" are not both numbers or both dates.')
    if first and last and first.moment > last.moment:
        message = f"The range ends ({last.told}) before it begins ({first.told})."
        raise _fault(alternative, message, f"{high}..{low}")
    return PropertyIs(key, "range", first.compared if first else "", last.compared if last else "")


@dataclass(frozen=True, slots=True)
class _End:
    """One end of a range of dates."""

    moment: datetime
    """Local, the first or the last one that is within the range."""
    told: str
    compared: str
    """What notes are compared with."""


def _read_end(alternative: Alternative, text: str, today: date, *, last: bool) -> _End | None:
    if has_time(text):
        moment = parse_iso(text)
        if not isinstance(moment, datetime):
            raise _fault(alternative, f'There is no date "{text}".')
        return _End(moment, text, text)
    period = _period(alternative, text, today)
    if period is None:
        return None
    day = period.last if last else period.first
    return _End(datetime.combine(day, time.max if last else time.min), str(day), _compared(text, day))


def _compared(text: str, day: date) -> str:
    """What notes are compared with: a day of the period that a text stands for, but a month in figures as it is, for
    notes may have just that."""
    return text if _MONTH.fullmatch(text) else str(day)


def _are_days(low: str, high: str) -> bool:
    """Whether the ends of a range are dates although one stands in quotes, as one of several words does."""
    ends = [end.strip() for end in (low, high) if end]
    return any(map(is_time_of_words, ends)) and all(is_date_word(end) or has_time(end) for end in ends)
