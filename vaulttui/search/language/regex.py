"""Regular expressions: their faults that can be told from their text, before the engine tries to compile them, and
those that stand for words whose case matters."""

from __future__ import annotations

import re

from vaulttui.index.tokenizer import is_unspaced

_LITERAL = re.compile(r"\\Q.*?(?:\\E|\Z)", re.DOTALL)
_CLASS = re.compile(
    # The end of a range may be a bracket, which then begins no class: "(-[:alpha:]".
    r"\[\^?(?:\](?:-\[)?)?(?:\[:\^?\w+:\]|(?:\\[^dDsSwWpP]|[^\]\\])-(?:\\.|[^\]\\])|\\.|[^\]\\])*+(\]?)",
    re.DOTALL,
)
_REFERENCE = re.compile(r"\\(?:[89]|[1-7](?![0-7]))")
"""More than one octal digit is a character by its number."""
_NO_PART, _BETWEEN = r"[^\p{L}\p{N}_]", r"[^\p{L}\p{N}]+"
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


def cased_words(text: str, *, unfinished: bool = False) -> str:
    """A pattern (RE2) for words in a row in just this case, as whole words.

    Args:
        text: The words.
        unfinished: The last one may go on.
    """
    words = _BETWEEN.join(map(re.escape, text.split()))
    before = _edge(text.split()[0][0], "^")
    after = "" if unfinished else _edge(text.split()[-1][-1], "$")
    return f"(?-i){before}{words}{after}"


def _edge(letter: str, end: str) -> str:
    """What ends a word that has a letter at its edge. RE2 knows words of ASCII letters only."""
    if letter.isascii():
        return r"\b" if letter.isalnum() or letter == "_" else ""
    return "" if is_unspaced(letter) or not letter.isalnum() else f"(?:{end}|{_NO_PART})"
