"""What stands between the brackets of a property filter: ``[status:draft OR done]``, ``["due date":<today]``."""

from __future__ import annotations

import re
from typing import Literal, TypeAlias

from vaulttui.search.language.dates import RANGE, is_date_word, is_time_of_words
from vaulttui.search.language.quoting import opens_quote, read_quoted
from vaulttui.values import dataclass
from vaulttui.vault.dates.iso_dates import ISO_FORM

ValueComparison: TypeAlias = Literal["equals", "contains", "<", "<=", ">", ">=", "range"]

_BLANKS = re.compile(r"\s*")
_KEY = re.compile(r"[^:：\]]*")
_COLON = re.compile(r"::?|：")
_COMPARISON = re.compile(r"(>=|<=|>|<|~)\s*")
_DOTS = re.compile(r"\s*\.\.(?!\.)\s*")
_OR = re.compile(r"\s+(?:OR|ＯＲ)(?=[\s\])])\s*")
_BARE = re.compile(r"(?:\[\[[^\[\]]*\]\]|(?!\s+(?:OR|ＯＲ)[\s\])])[^\]])*+")
_BARE_IN_PARENTHESES = re.compile(r"(?:\[\[[^\[\]]*\]\]|(?!\s+(?:OR|ＯＲ)[\s\])]|\s*\)\s*\])[^\]])*+")
_CLOSING_PARENTHESIS = re.compile(r"\s*\)(?=\s*\])")
_NUMBER_OR_SPAN = re.compile(r"[+-]?\d+(?:\.\d+)?|\+?\d+[dwmy]", re.IGNORECASE)

_COMPARISONS: dict[str, ValueComparison] = {">=": ">=", "<=": "<=", ">": ">", "<": "<", "~": "contains"}


@dataclass(slots=True)
class Alternative:
    """One of the values of a property filter."""

    start: int
    end: int
    comparison: ValueComparison
    value: str
    upper: str = ""
    """Upper end of a ``range``."""
    quoted: bool = False
    """Whether the value (either end of a range) stood in quotes, so means itself whatever it looks like."""
    value_start: int = 0
    """Where the value begins, behind a comparison sign."""


@dataclass(slots=True)
class PropertyFilter:
    """A property filter as written, from ``[`` to ``]``."""

    start: int
    end: int
    complete: bool
    """Whether the closing bracket is there."""
    key: str
    key_start: int
    key_end: int
    alternatives: list[Alternative] | None
    """``None`` if there is no colon: any value will do."""
    stray: tuple[int, int] | None
    """Start and end of text that fits nowhere."""
    open_quote: int | None
    """Where a quote begins that is not closed."""


class _BracketReader:
    def __init__(self, text: str, start: int) -> None:
        self.text = text
        self.pos = start + 1
        self.start = start
        self.open_quote: int | None = None
        self.stray: tuple[int, int] | None = None

    def read(self) -> PropertyFilter:
        key, key_start, key_end = self._key()
        alternatives: list[Alternative] | None = None
        colon = _COLON.match(self.text, self.pos)
        if colon:
            self.pos = colon.end()  # two as in an inline field of a note
            alternatives = self._alternatives()
        self._skip_blanks()
        complete = self.text.startswith("]", self.pos)
        if not complete and self.open_quote is None and self.pos < len(self.text):
            stray_start = self.pos
            closing = self.text.find("]", self.pos)
            complete = closing >= 0
            self.pos = closing if complete else len(self.text)
            self.stray = (stray_start, self.pos)
        end = self.pos + 1 if complete else len(self.text)
        return PropertyFilter(
            self.start, end, complete, key, key_start, key_end, alternatives, self.stray, self.open_quote
        )

    def _skip_blanks(self) -> None:
        blanks = _BLANKS.match(self.text, self.pos)
        if blanks:
            self.pos = blanks.end()

    def _key(self) -> tuple[str, int, int]:
        self._skip_blanks()
        start = self.pos
        if opens_quote(self.text, start):
            key = self._quoted()
            end = self.pos
            self._skip_blanks()
            return key, start, end
        bare = _KEY.match(self.text, start)
        self.pos = bare.end() if bare else start
        key = self.text[start : self.pos].rstrip()
        return key, start, start + len(key)

    def _quoted(self) -> str:
        quoted = read_quoted(self.text, self.pos)
        if not quoted.complete:
            self.open_quote = self.pos
        self.pos = quoted.end
        return quoted.text

    def _alternatives(self) -> list[Alternative]:
        """The values behind the colon; parentheses around all of them are optional."""
        self._skip_blanks()
        begin = self.pos
        if self.text.startswith("(", begin):
            self.pos += 1
            found = self._list(_BARE_IN_PARENTHESES)
            closing = _CLOSING_PARENTHESIS.match(self.text, self.pos)
            if closing:
                self.pos = closing.end()
                return found
            self.pos, self.open_quote = begin, None
        return self._list(_BARE)

    def _list(self, bare: re.Pattern[str]) -> list[Alternative]:
        found = [self._alternative(bare)]
        while separator := _OR.match(self.text, self.pos):
            self.pos = separator.end()
            found.append(self._alternative(bare))
        return found

    def _alternative(self, bare: re.Pattern[str]) -> Alternative:
        self._skip_blanks()
        start = self.pos
        sign = _COMPARISON.match(self.text, start)
        if sign:
            self.pos = sign.end()
        value_start = self.pos
        value, quoted = self._operand(bare)
        found = Alternative(
            start, self.pos, _COMPARISONS[sign[1]] if sign else "equals", value, quoted=quoted, value_start=value_start
        )
        if sign:
            return found
        if quoted:
            if dots := _DOTS.match(self.text, self.pos):
                self.pos = dots.end()
                found.upper, _ = self._operand(bare)
                found.comparison = "range"
                found.end = self.pos
            return found
        ends = [_unquoted_time(end.strip()) for end in split_range(value)]
        if len(ends) == 2 and any(ends) and all(not end or is_range_end(end) for end in ends):
            found.comparison = "range"
            found.value, found.upper = ends
        return found

    def _operand(self, bare: re.Pattern[str]) -> tuple[str, bool]:
        if opens_quote(self.text, self.pos):
            return self._quoted(), True
        match = bare.match(self.text, self.pos)
        raw = match.group() if match else ""
        value = raw.rstrip()
        self.pos += len(value)
        return value, False


def is_range_end(text: str) -> bool:
    """Whether an unquoted text may be an end of a range: a number, a date, or one with a time."""
    return _NUMBER_OR_SPAN.fullmatch(text) is not None or is_date_word(text) or has_time(text)


def has_time(text: str) -> bool:
    """Whether a text is a date with a time, ``2025-07-14T09:30``, be there such a day and time or not."""
    return ":" in text and ISO_FORM.fullmatch(text) is not None


def split_range(text: str) -> list[str]:
    """What stands around the two dots of a text: two texts if it has the form of a range."""
    return RANGE.split(text)


def _unquoted_time(end: str) -> str:
    """The end of a range as in ``today.."next week"`` without its quotes; any other as it is."""
    if not opens_quote(end, 0):
        return end
    quoted = read_quoted(end, 0)
    whole = quoted.complete and quoted.end == len(end)
    return quoted.text.strip() if whole and is_time_of_words(quoted.text) else end


def read_property(text: str, start: int) -> PropertyFilter:
    """Read the property filter whose ``[`` is at ``start``. Never raises; what is missing is told by the value."""
    return _BracketReader(text, start).read()
