"""Obsidian's list of excluded files: beginnings of paths, and regular expressions that are not let run for ever."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Sequence
from math import ceil, comb, log2
from time import perf_counter, thread_time
from typing import Final, NamedTuple

from vaulttui.patterns import late_pattern
from vaulttui.vault.folding import composed

_MOST_STEPS: Final = 50_000_000
"""Steps of matching that one expression may need for one path, at worst: about a second."""
_MOST_LENGTH: Final = 10_000
"""Characters that an expression may have."""
_MOST_REPEATS: Final = 8
"""Repetitions of an expression that may end anywhere."""
_LONGEST: Final = 4096
"""Characters of a path: Linux opens no longer ones."""
_SHORTEST: Final = 30
"""An expression that could take too long for paths of less characters is of no use."""
_SLOW: Final = 0.1
"""Seconds of a processor for one path that are too many."""
_MOST_SLOW: Final = 10
"""How often that is put up with."""

_ONE_CHARACTER: Final = late_pattern(r"\\.|\[\^\\?/\][*+](?=\\?/(?![*+?{]))|\[\^?\]?(?:\\.|[^\]\\])*\]", re.DOTALL)
"""What stands for one character, and a name in a path with its slash behind it: that ends in one place."""
_PLAIN_GROUP: Final = late_pattern(r"\([^()*+?{|]*\)")
"""One without repetitions and choices: it matches in one way."""
_REPEAT: Final = late_pattern(r"(?:[*+]|\{\d*,\d*\})[?+]?")
_REFERENCE: Final = late_pattern(r"\\[1-9]|\(\?P=")
"""To a group: what that has matched is compared anew each time, which takes as long as a repetition may."""
_NUMBER: Final = late_pattern(r"(?<=[{,])\d+(?=[\d,]*\})")
_REPEATED_GROUP: Final = late_pattern(r"\)(?:[*+]|\{[\d,]+\})")
_HARD_TO_READ: Final = late_pattern(r"\(\?(?:#|[a-zA-Z-]*x)")
"""A comment, or the flag with which blanks and comments do not count."""
_LOOKS_AHEAD: Final = late_pattern(r"\$|\\[bBZz]|\(\?[=!>]|[*+?}]\+")
"""What may keep an expression that matches the beginning of a path from matching the whole: an end, a lookahead, or a
repetition that gives nothing back."""
_ANY_END: Final = late_pattern(r"(?<!\\)\.[*+]\$\Z")
"""An end that any path has."""


class TooCostlyError(ValueError):
    """An expression that could be tried on some path for longer than anybody would wait."""


class ExcludedFiles:
    """Tells which paths the items of Obsidian's list leave out.

    Obsidian asks about files only. A folder is left out if all below it surely are: if its path begins as an item says,
    or if an expression matches it that looks no further.

    Python tries every way in which the repetitions of an expression may share a text. A vault is not always one's own:
    an expression for which that could take for ever is passed over.

    Args:
        items: Beginnings of paths, or regular expressions between slashes; composed letters are no others than
            decomposed ones.
        warn: Told, once, what is passed over and why; when paths are asked for, too.
    """

    def __init__(self, items: Sequence[str], warn: Callable[[str], None] | None = None) -> None:
        self._warn = warn
        self._told: set[str] = set()
        items = [composed(item) for item in items]
        self._beginnings = tuple(item for item in items if item and not _is_expression(item))
        self._expressions: list[_Expression] = []
        self._slow = 0
        for item in dict.fromkeys(filter(_is_expression, items)):
            try:
                self._expressions.append(_read_expression(item))
            except (re.error, RecursionError, OverflowError, ValueError) as error:  # ValueError: of enormous numbers
                self._pass_over(item, str(error))

    def __bool__(self) -> bool:
        """Whether anything may be left out."""
        return bool(self._beginnings or self._expressions)

    def leave_out(self, path: str) -> bool:
        """Ask about one path; a folder's ends with ``/``."""
        if not path.isascii():  # a call for each path of a vault is saved
            path = composed(path)
        if path.startswith(self._beginnings):
            return True
        folder = path.endswith("/")
        for expression in self._expressions:
            if folder and expression.looks_ahead:
                continue
            if len(path) > expression.longest:
                longer = f" on paths of more than {expression.longest} characters"
                self._pass_over(expression.item, "it could take too long", longer)
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
            for slow in self._expressions:
                self._pass_over(slow.item, "looking for them takes too long")
            self._expressions = []

    def _pass_over(self, item: str, why: str, where: str = "") -> None:
        message = f"The excluded files {_shown(item)} are passed over{where}: {why}."
        if self._warn is not None and message not in self._told:
            self._told.add(message)
            self._warn(message)


class _Expression(NamedTuple):
    item: str
    pattern: re.Pattern[str]
    longest: int
    """Characters of the longest path that it is tried on."""
    looks_ahead: bool
    """Whether it may match a path and not match what begins so."""


def _read_expression(item: str) -> _Expression:
    source = item[1:-1]
    looks_ahead = _LOOKS_AHEAD.search(_ANY_END.sub("", source)) is not None
    return _Expression(item, re.compile(source), longest_path(source), looks_ahead)


def longest_path(source: str) -> int:
    """Characters of the longest path on which a regular expression surely comes to an end soon.

    Each repetition ends at or behind the end of the one before, wherever matching begins: with k of them there are
    about n to the power of k + 1 ways to share n characters. A repeated group that holds a repetition or a choice has
    no such bound and is not let through. Choices multiply, those of one group add up.

    Args:
        source: It compiles.

    Raises:
        TooCostlyError: That cannot be said of paths as most are.
    """
    if len(source) > _MOST_LENGTH or _HARD_TO_READ.search(source):
        raise TooCostlyError("they are too long, or written with comments")
    plain, simpler = "", _ONE_CHARACTER.sub("x", source).replace("(?", "(")
    while simpler != plain:
        plain, simpler = simpler, _PLAIN_GROUP.sub("x", simpler)
    without, repeats = _REPEAT.subn("", plain)
    repeats += len(_REFERENCE.findall(source))
    groups = plain.count("(") + 1
    choices = without.count("?") + groups * log2(1 + plain.count("|") / groups)
    longest = 0
    if repeats <= _MOST_REPEATS and choices < log2(_MOST_STEPS) and not _REPEATED_GROUP.search(plain):
        tries = ceil(2**choices) * (1 + len(source) // 100 + sum(map(int, _NUMBER.findall(plain))))
        longest = bisect_right(
            range(1, _LONGEST + 1), _MOST_STEPS, key=lambda length: tries * comb(length + repeats + 1, repeats + 1)
        )
    if longest < _SHORTEST:
        raise TooCostlyError(
            "on some paths it could take for ever; write it with fewer repetitions and alternatives, and repeat no "
            "group that holds some"
        )
    return longest


def _is_expression(item: str) -> bool:
    return len(item) > 2 and item.startswith("/") and item.endswith("/")


def _shown(item: str) -> str:
    return repr(item if len(item) <= 100 else f"{item[:100]}…")
