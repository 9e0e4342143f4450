"""Patterns as in ``.gitignore`` files, asked about one file or folder at a time on the way down a tree.

After gitignore(5) and Git's wildmatch. Libraries for it are made for lists of files: a pattern that speaks of a folder
also matches whatever lies below it there, so that taking a folder in again takes in too much.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property
from typing import Final

_LONGEST: Final = 4096
"""Characters of a pattern: no path is longer, and to translate it would take seconds."""
_TOKEN: Final = re.compile(
    r"(?P<stars>\*+)|(?P<one>\?)|\[(?P<negated>[!^]?+)(?P<set>(?:\]|\[:\w+:\]|\\.|[^\]\\])(?:\[:\w+:\]|\\.|[^\]\\])*)\]"
    r"|\\(?P<escaped>.)|(?P<literal>[^\\\[])",
    re.DOTALL,
)
_SET_ITEM: Final = re.compile(r"\[:(?P<name>\w+):\]|(?P<first>\\.|.)(?:-(?P<last>\\.|.))?", re.DOTALL)
_CLASSES: Final = {
    "alnum": "0-9A-Za-z",
    "alpha": "A-Za-z",
    "blank": r"\ \t",
    "cntrl": r"\x00-\x1f\x7f",
    "digit": "0-9",
    "graph": "!-~",
    "lower": "a-z",
    "print": r"\ -~",
    "punct": r"!-/:-@\[-`{-~",
    "space": r"\s",
    "upper": "A-Z",
    "xdigit": "0-9A-Fa-f",
}


class InvalidPatternError(ValueError):
    """The line can match nothing: an open bracket, an unknown class, a lone backslash, more than a path can have."""


class _Pattern:
    """One rule. Its expression is compiled when it is first asked on its own: that of most never is."""

    def __init__(self, regex: str, *, ignores: bool, folders_only: bool) -> None:
        self.regex = regex
        self.ignores = ignores
        self.folders_only = folders_only

    def matches(self, path: str, *, folder: bool) -> bool:
        return (folder or not self.folders_only) and self._compiled.fullmatch(path) is not None

    @cached_property
    def _compiled(self) -> re.Pattern[str]:
        return re.compile(self.regex, re.DOTALL)


class IgnoreRules:
    """Patterns of which the last one that matches decides.

    Args:
        lines: One pattern each; blank lines and comments do nothing.
    """

    def __init__(self, lines: Iterable[str]) -> None:
        self.invalid: list[tuple[int, str]] = []
        """Number (from 1) and text of lines that are no pattern, and are passed over."""
        self._patterns: list[_Pattern] = []
        for number, line in enumerate(lines, 1):
            try:
                pattern = _parse(line)
            except InvalidPatternError:
                self.invalid.append((number, line))
            else:
                if pattern is not None:
                    self._patterns.append(pattern)
        self._patterns.reverse()
        # One combined expression answers for nearly all files at a fraction of the cost of asking pattern by pattern.
        self._any = re.compile("|".join(f"(?:{item.regex})" for item in self._patterns), re.DOTALL)

    def verdict(self, path: str, *, folder: bool) -> bool | None:
        """Ask about one file or folder.

        Args:
            path: Relative to where the rules hold. The folders that it lies in are taken not to be ignored.
            folder: Whether it is a folder.

        Returns:
            True if it is ignored, False if a pattern takes it in again, ``None`` if no pattern speaks of it.
        """
        if not self._any.fullmatch(path):
            return None
        for pattern in self._patterns:
            if pattern.matches(path, folder=folder):
                return pattern.ignores
        return None


def _parse(line: str) -> _Pattern | None:
    if line.startswith("#"):
        return None
    if len(line) > _LONGEST:
        raise InvalidPatternError(line[:_LONGEST])
    text = line.rstrip(" ")
    if text != line and (len(text) - len(text.rstrip("\\"))) % 2:  # the first of the blanks is escaped
        text += " "
    ignores = not text.startswith("!")
    text = text.removeprefix("!")
    folders_only = text.endswith("/")
    text = text.removesuffix("/")
    if not text:
        return None
    regex = _path_regex(text.removeprefix("/").split("/")) if "/" in text else f"(?:.*/)?{_name_regex(text)}"
    return _Pattern(regex, ignores=ignores, folders_only=folders_only)


def _path_regex(names: list[str]) -> str:
    groups: list[list[str]] = [[]]
    """What stands between ``**``."""
    for name in names:
        if len(name) > 1 and not name.strip("*"):
            groups.append([])
        else:
            groups[-1].append(_name_regex(name))
    if len(groups) == 1:
        return "/".join(groups[0])
    # The first place where a middle group fits is as good as any later one, so nothing need be tried twice.
    first = "".join(f"{name}/" for name in groups[0])
    middle = "".join(f"(?>(?:[^/]+/)*?{'/'.join(group)}/)" for group in groups[1:-1] if group)
    last = f"(?:.*/)?{'/'.join(groups[-1])}" if groups[-1] else ".*"
    return first + middle + last


def _name_regex(name: str) -> str:
    """Translate the pattern of one name, without ``/``."""
    parts = [""]
    """What stands between the stars."""
    position = 0
    while position < len(name):
        token = _TOKEN.match(name, position)
        if token is None:
            raise InvalidPatternError(name)
        position = token.end()
        if token["stars"]:
            parts.append("")
        elif token["one"]:
            parts[-1] += "[^/]"
        elif token["set"] is not None:
            parts[-1] += _set_regex(token["set"], negated=bool(token["negated"]))
        else:
            parts[-1] += re.escape(token["escaped"] or token["literal"])
    if len(parts) == 1:
        return parts[0]
    middle = "".join(f"(?>[^/]*?{part})" for part in parts[1:-1])
    return f"{parts[0]}{middle}[^/]*{parts[-1]}"


def _set_regex(items: str, *, negated: bool) -> str:
    members = ""
    for item in _SET_ITEM.finditer(items):
        name, first, last = item["name"], item["first"], item["last"]
        if name is not None:
            if name not in _CLASSES:
                raise InvalidPatternError(f"[:{name}:]")
            members += _CLASSES[name]
        elif last is None or last[-1] < first[-1]:
            members += re.escape(first[-1])
        else:
            members += f"{re.escape(first[-1])}-{re.escape(last[-1])}"
    if not members:
        return "[^/]" if negated else "(?!)"
    return f"[^/{members}]" if negated else f"(?!/)[{members}]"
