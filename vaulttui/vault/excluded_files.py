"""Obsidian's list of excluded files: beginnings of paths, and regular expressions that are not let run for ever."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from math import comb
from time import perf_counter, thread_time
from typing import Final, NamedTuple

from vaulttui.patterns import late_pattern

_MOST_STEPS: Final = 50_000_000
"""Steps of matching that one expression may need for one path, at worst: about a second."""
_MOST_LENGTH: Final = 10_000
"""Characters that an expression may have, its fixed repetitions counted each time;"""
_MOST_REPEATS: Final = 8
"""repetitions that may end anywhere;"""
_MOST_BRANCHES: Final = 100_000
"""choices besides those."""
_LONGEST: Final = 2**16
"""Characters of a path: more than any system allows."""
_SLOW: Final = 0.1
"""Seconds of a processor for one path that are too many:"""
_MOST_SLOW: Final = 10
"""so often they are put up with."""
_UNLIMITED: Final = 2**63
_TOO_COSTLY: Final = (
    "on some paths it could take for ever; write it with fewer repetitions and alternatives, and repeat no group that "
    "holds some"
)


class TooCostlyError(ValueError):
    """An expression that could be tried on some path for longer than anybody would wait."""


class ExcludedFiles:
    """Tells which paths the items of Obsidian's list leave out.

    Python tries every way in which the repetitions of an expression may share a text. A vault is not always one's own:
    an expression for which that could take for ever is passed over.

    Args:
        items: Beginnings of paths, or regular expressions between slashes.
        warn: Told, once, what is passed over and why; when paths are asked for, too.
    """

    def __init__(self, items: Sequence[str], warn: Callable[[str], None] | None = None) -> None:
        self._tell = warn
        self._told: set[str] = set()
        self._beginnings = tuple(item for item in items if item and not _is_expression(item))
        self._expressions: list[_Expression] = []
        self._slow = 0
        for item in dict.fromkeys(filter(_is_expression, items)):
            try:
                self._expressions.append(_Expression(item, re.compile(item[1:-1]), longest_path(item[1:-1])))
            except (re.error, RecursionError, OverflowError, ValueError) as error:  # ValueError: of enormous numbers
                self._pass_over(item, str(error))

    def __bool__(self) -> bool:
        """Whether anything may be left out."""
        return bool(self._beginnings or self._expressions)

    def leave_out(self, path: str) -> bool:
        """Ask about one path; a folder's ends with ``/``."""
        if path.startswith(self._beginnings):
            return True
        for expression in self._expressions:
            if len(path) > expression.longest:
                self._pass_over(expression.item, "it could take too long", " on very long paths")
                continue
            begun = perf_counter()
            found = expression.pattern.search(path) is not None
            if perf_counter() - begun > _SLOW:
                self._measure(expression, path)
            if found:
                return True
        return False

    def _measure(self, expression: _Expression, path: str) -> None:
        """See whether the expression took so long and not the machine; pass over all if that is often so."""
        begun = thread_time()
        expression.pattern.search(path)
        self._slow += thread_time() - begun > _SLOW
        if self._slow >= _MOST_SLOW:
            for item, _, _ in self._expressions:
                self._pass_over(item, "looking for them takes too long")
            self._expressions = []

    def _pass_over(self, item: str, why: str, where: str = "") -> None:
        self._warn(f"The excluded files {_shown(item)} are passed over{where}: {why}.")

    def _warn(self, message: str) -> None:
        if self._tell is not None and message not in self._told:
            self._told.add(message)
            self._tell(message)


def longest_path(source: str) -> int:
    """Characters of the longest path on which a regular expression surely comes to an end soon.

    Args:
        source: It compiles.

    Raises:
        TooCostlyError: That cannot be said of any path.
    """
    cost = _Reader(source).read()
    longest = 0
    for characters in (2**power for power in range(_LONGEST.bit_length() - 1, -1, -1)):
        if longest + characters <= _LONGEST and cost.steps(longest + characters) <= _MOST_STEPS:
            longest += characters
    return longest


class _Expression(NamedTuple):
    item: str
    pattern: re.Pattern[str]
    longest: int


def _is_expression(item: str) -> bool:
    return len(item) > 2 and item.startswith("/") and item.endswith("/")


def _shown(item: str) -> str:
    return repr(item if len(item) <= 100 else f"{item[:100]}…")


class _Cost(NamedTuple):
    """How many ways there are to match a piece of an expression."""

    repeats: int = 0
    """Repetitions that may end anywhere;"""
    branches: int = 1
    """choices besides those."""
    length: int = 0
    """Characters, those of fixed repetitions counted each time."""

    def steps(self, characters: int) -> int:
        """Steps to try all of them on a text: each repetition ends behind the one before, wherever matching begins."""
        return self.branches * comb(characters + self.repeats + 1, self.repeats + 1)


_TOKEN: Final = late_pattern(
    r"(?P<set>\[\^?\]?(?:\\.|[^\]\\])*\])"
    r"|(?P<open>\((?:\?(?:P?<\w+>|<?[=!]|[aiLmsu-]*:|\#[^)]*|>|[aiLmsu]+(?=\))))?)"
    r"|(?P<close>\))|(?P<or>\|)"
    r"|(?P<many>(?:[*+]|\{\d*,\d*\}|\{\d+\})[?+]?)|(?P<maybe>\?[?+]?)"
    r"|\\.|.",
    re.DOTALL,
)
_LITERAL: Final = late_pattern(r"(?:\\(?=\W)|(?![.^$]))(.)", re.ASCII)
_VERBOSE: Final = late_pattern(r"\(\?[a-zA-Z-]*x")


class _Reader:
    """Reads as much of an expression as tells what matching it may cost.

    Args:
        source: It compiles.
    """

    def __init__(self, source: str) -> None:
        if len(source) > _MOST_LENGTH or _VERBOSE.search(source):
            raise TooCostlyError("they are too long, or written with blanks that do not count")
        self._tokens = [(found.lastgroup or "", found.group()) for found in _TOKEN.finditer(source)]
        self._at = 0

    def read(self) -> _Cost:
        cost = self._alternatives()
        if self._at < len(self._tokens) or cost.length > _MOST_LENGTH or cost.repeats > _MOST_REPEATS:
            raise TooCostlyError(_TOO_COSTLY)
        if cost.branches > _MOST_BRANCHES:
            raise TooCostlyError(_TOO_COSTLY)
        return cost

    def _kind(self, ahead: int = 0) -> str:
        at = self._at + ahead
        return self._tokens[at][0] if at < len(self._tokens) else "end"

    def _alternatives(self) -> _Cost:
        """Up to the end of the group, or of the expression."""
        cost = self._sequence()
        while self._kind() == "or":
            self._at += 1
            other = self._sequence()
            cost = _Cost(max(cost.repeats, other.repeats), cost.branches + other.branches, cost.length + other.length)
        return cost

    def _sequence(self) -> _Cost:
        whole = _Cost()
        while (kind := self._kind()) not in ("or", "close", "end"):
            token = self._tokens[self._at][1]
            self._at += 1
            piece = _Cost(length=1)
            if kind == "open":
                piece = self._alternatives()
                self._at += 1
            while self._kind() in ("many", "maybe"):
                piece = self._repeated(piece, token)
            whole = _Cost(whole.repeats + piece.repeats, whole.branches * piece.branches, whole.length + piece.length)
            if whole.branches > _MOST_BRANCHES:
                raise TooCostlyError(_TOO_COSTLY)
        return whole

    def _repeated(self, piece: _Cost, token: str) -> _Cost:
        """The cost of a piece with the quantifier behind it.

        Args:
            piece: What is repeated.
            token: How it begins.
        """
        kind, quantifier = self._tokens[self._at]
        self._at += 1
        if kind == "maybe":
            return piece._replace(branches=piece.branches + 1)
        least, most = _bounds(quantifier.rstrip("?+") or quantifier[0])
        if least == most:
            branches = piece.branches ** min(most, _MOST_BRANCHES.bit_length())
            return _Cost(piece.repeats * most, branches, max(piece.length, 1) * most)
        if piece.repeats or piece.branches > 1:
            raise TooCostlyError(_TOO_COSTLY)
        return _Cost(0 if self._ends_in_one_place(token) else 1, 1, max(piece.length, 1) * max(least, 1))

    def _ends_in_one_place(self, token: str) -> bool:
        """Whether what is repeated goes up to what follows and no further, as in ``[^/]+/``."""
        if self._kind() or self._kind(1) in ("many", "maybe"):
            return False
        literal = _LITERAL.fullmatch(self._tokens[self._at][1])
        return literal is not None and token in (f"[^{literal[1]}]", f"[^\\{literal[1]}]")


def _bounds(quantifier: str) -> tuple[int, int]:
    """Least and greatest number of repetitions."""
    if quantifier in ("*", "+"):
        return int(quantifier == "+"), _UNLIMITED
    least, comma, most = quantifier[1:-1].partition(",")
    fewest = int(least or 0)
    return fewest, (int(most) if most else _UNLIMITED) if comma else fewest
