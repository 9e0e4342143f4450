"""Globs of vault paths as regular expressions (RE2)."""

from __future__ import annotations

import re

from vaulttui.errors import UsageError


def glob_pattern(glob: str) -> str:
    """Turn a glob into a pattern that matches whole paths.

    ``*`` stands for anything within one path segment, at the very end for anything at all; ``**`` for any number of
    segments; ``?`` for one character; ``[abc]`` for one of some. Case matters as the file system has it.

    Raises:
        UsageError: A bracket is not closed.
    """
    parts: list[str] = []
    position = 0
    while position < len(glob):
        character = glob[position]
        if glob.startswith("**/", position):
            parts.append("(?:.*/)?")
            position += 3
        elif glob.startswith("**", position):
            parts.append(".*")
            position += 2
        elif character == "*":
            parts.append(".*" if position == len(glob) - 1 else "[^/]*")
            position += 1
        elif character == "?":
            parts.append("[^/]")
            position += 1
        elif character == "[":
            end = glob.find("]", position + 2)
            if end < 0:
                raise UsageError(f"The glob {glob!r} is malformed: '[' at character {position + 1} is never closed.")
            inner = glob[position + 1 : end]
            negated = inner[:1] in ("!", "^")
            members = re.escape(inner[1:] if negated else inner).replace(r"\-", "-")
            parts.append(f"[{'^' if negated else ''}{members}]")
            position = end + 1
        else:
            parts.append(re.escape(character))
            position += 1
    return "(?s)" + "".join(parts)
