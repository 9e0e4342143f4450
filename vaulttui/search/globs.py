"""Globs of vault paths as regular expressions (RE2)."""

from __future__ import annotations

import re

from vaulttui.errors import UsageError


def glob_pattern(glob: str) -> str:
    """Turn a glob into a pattern that matches whole paths.

    ``*`` stands for anything within one path segment, at the very end for anything at all; ``**`` for any number of
    segments; ``?`` for one character of a segment; ``[abc]`` for one of some, ``[!abc]`` for any other of one.
    Case matters: fold both where it should not.

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
        elif character == "[":
            negated = glob[position + 1 : position + 2] in ("!", "^")
            first = position + 1 + negated
            end = glob.find("]", first + 1)  # one that stands first is a member
            if end < 0:
                raise UsageError(f"The glob {glob!r} is malformed: '[' at character {position + 1} is never closed.")
            parts.append(f"[{'^/' if negated else ''}{_members(glob, first, end)}]")
            position = end + 1
        else:
            parts.append(re.escape(character))
            position += 1
    return "(?s)" + "".join(parts)


def _members(glob: str, start: int, end: int) -> str:
    """What stands between two brackets, as a regular expression has it: characters, and ranges of them."""
    members: list[str] = []
    while start < end:
        first, last = glob[start], glob[start]
        if start + 2 < end and glob[start + 1] == "-":
            last = glob[start + 2]
            if last < first:
                message = f"the range '{first}-{last}' at character {start + 1} ends before it begins"
                raise UsageError(f"The glob {glob!r} is malformed: {message}.")
            start += 2
        members.append(re.escape(first) if first == last else f"{re.escape(first)}-{re.escape(last)}")
        start += 1
    return "".join(members)
