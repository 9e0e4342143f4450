"""Faults of regular expressions that can be told from their text, before the engine tries to compile them."""

from __future__ import annotations

import re

_LITERAL = re.compile(r"\\Q.*?(?:\\E|\Z)", re.DOTALL)
_CLASS = re.compile(
    # The end of a range may be a bracket, which then begins no class: "(-[:alpha:]".
    r"\[\^?(?:\](?:-\[)?)?(?:\[:\^?\w+:\]|(?:\\[^dDsSwWpP]|[^\]\\])-(?:\\.|[^\]\\])|\\.|[^\]\\])*+(\]?)",
    re.DOTALL,
)
_REFERENCE = re.compile(r"\\(?:[89]|[1-7](?![0-7]))")
"""More than one octal digit is a character by its number."""
_LOOKAROUND = re.compile(r"\(\?(?:=|!|<=|<!)")


def find_regex_fault(pattern: str) -> tuple[int, str] | None:
    """Look for the commonest faults of a regular expression.

    Only what RE2 (https://github.com/google/re2/wiki/Syntax) is certain to refuse is reported, so a pattern that
    passes may still be malformed.

    Returns:
        Offset in the pattern and what is wrong there, ``None`` if nothing was found.
    """
    opened: list[int] = []
    pos, size = 0, len(pattern)
    repeatable = False
    while pos < size:
        char = pattern[pos]
        end = pos + 1
        if char == "\\":
            literal = _LITERAL.match(pattern, pos)
            if literal:
                pos, repeatable = literal.end(), True
                continue
            if end == size:
                return pos, "a backslash stands at the end"
            if _REFERENCE.match(pattern, pos):
                return pos, "references to earlier groups are not supported"
            end += 1
        elif char == "[":
            match = _CLASS.match(pattern, pos)
            if match is None or not match[1]:
                return pos, 'a "[" is not closed'
            end = match.end()
        elif char == "(":
            if _LOOKAROUND.match(pattern, pos):
                return pos, "looking ahead or behind is not supported"
            opened.append(pos)
        elif char == ")":
            if not opened:
                return pos, 'a ")" closes nothing'
            opened.pop()
        elif char in "*+?" and not repeatable:
            before = pattern[pos - 1 : pos]
            if not (before in "*+?}" and before) and (before, char) != ("(", "?"):
                return pos, f'"{char}" has nothing to repeat'
        repeatable = char not in "(|*+?"
        pos = end
    return (opened[-1], 'a "(" is not closed') if opened else None
