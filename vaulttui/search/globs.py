"""Globs of vault paths as regular expressions (RE2)."""

from __future__ import annotations

import re
from collections.abc import Callable

from vaulttui.errors import UsageError

_LITERALS = re.compile(r"[^*?\[]+")


def has_wildcards(text: str) -> bool:
    """Whether a text has a sign that stands for others in a glob."""
    return any(sign in text for sign in "*?[")


def glob_pattern(glob: str, fold: Callable[[str], str] | None = None) -> str:
    """Turn a glob into a pattern that matches whole paths.

    ``*`` stands for anything within one path segment, at the very end for anything at all; ``**`` for any number of
    segments; ``?`` for one character of a segment; ``[abc]`` for one of some, ``[!abc]`` for any other of one.

    Args:
        glob: As it was typed.
        fold: Makes the paths that it is compared with, where case is not to matter; ``None`` where it is.

    Raises:
        UsageError: A bracket is not closed, or a range in it ends before it begins.
    """
    parts: list[str] = []
    position = 0
    while position < len(glob):
        character = glob[position]
        if glob.startswith("**/", position):
            parts.append("(?:.*/)?")
            while glob.startswith("**/", position):  # more mean no more, and Python would try every way to share
                position += 3
        elif glob.startswith("**", position):
            parts.append(".*")
            while glob.startswith("*", position):  # the same
                position += 1
        elif character == "*":
            parts.append(".*" if position == len(glob) - 1 else "[^/]*")
            position += 1
        elif character == "?":
            parts.append("[^/]")
            position += 1
        elif literals := _LITERALS.match(glob, position):
            parts.append(re.escape(fold(literals[0]) if fold else literals[0]))
            position = literals.end()
        else:
            negated = glob[position + 1 : position + 2] in ("!", "^")
            first = position + 1 + negated
            end = glob.find("]", first + 1)  # one that stands first is a member
            if end < 0:
                raise UsageError(f"The glob {glob!r} is malformed: '[' at character {position + 1} is never closed.")
            parts.append(f"[{'^/' if negated else ''}{_members(glob, first, end, fold)}]")
            position = end + 1
    return ("(?is)" if fold else "(?s)") + "".join(parts)


def _members(glob: str, start: int, end: int, fold: Callable[[str], str] | None) -> str:
    """What stands between two brackets, as a regular expression has it: characters, and ranges of them.

    A range is as it is written, whose case does not matter: folded, it may end before it begins. One of letters that
    have accents is one of those without, too, as paths have them.
    """
    members: list[str] = []
    while start < end:
        first = glob[start]
        if start + 2 < end and glob[start + 1] == "-":
            last = glob[start + 2]
            if last < first:
                message = f"the range '{first}-{last}' at character {start + 1} ends before it begins"
                raise UsageError(f"The glob {glob!r} is malformed: {message}.")
            start += 2
            members.append(_range(first, last))
            if fold and not (first + last).isascii():
                first, last = fold(first), fold(last)
                if len(first) == len(last) == 1 and first <= last:
                    members.append(_range(first, last))
        else:
            members.append(re.escape((fold(first) if fold else "") or first))
        start += 1
    return "".join(members)


def _range(first: str, last: str) -> str:
    return f"{re.escape(first)}-{re.escape(last)}"
