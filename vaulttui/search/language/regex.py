"""Regular expressions: their faults that can be told from their text, before the engine tries to compile them, and
those that stand for words whose case matters."""

from __future__ import annotations

import re
import unicodedata

from vaulttui.index.reading.letters import is_unspaced

_LITERAL = re.compile(r"\\Q.*?(?:\\E|\Z)", re.DOTALL)
_CLASS = re.compile(
    # The end of a range may be a bracket, which then begins no class: "(-[:alpha:]".
    r"\[\^?(?:\](?:-\[)?)?(?:\[:\^?\w+:\]|(?:\\[^dDsSwWpP]|[^\]\\])-(?:\\.|[^\]\\])|\\.|[^\]\\])*+(\]?)",
    re.DOTALL,
)
_REFERENCE = re.compile(r"\\(?:[89]|[1-7](?![0-7]))")
"""More than one octal digit is a character by its number."""
_BEFORE, _BETWEEN, _AFTER = r"(?:^|[^\p{L}\p{N}_])", r"[^\p{L}\p{N}]+", r"(?:$|[^\p{L}\p{M}\p{N}_])"
_LETTERS = r"[\w\u0080-\U0010ffff]+"
_LITERAL_WORD = re.compile(rf"(?:[^\s()\[\]{{}}?*+|^$.\\]|\\[^\w\s()|]|\(\?:{_LETTERS}\|{_LETTERS}\))++")
"""Each character can be read in one way only, or it would take twice as long for each further one."""
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
            if pattern[pos + 1] == "C":
                return pos, "\\C, a part of a character, is not supported"
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
    words = unicodedata.normalize("NFC", text).split()
    before = _edge(words[0][0], _BEFORE)
    after = "" if unfinished else _edge(words[-1][-1], _AFTER)
    return f"(?-i){before}{_BETWEEN.join(map(_in_either_form, words))}{after}"


def cased_literals(pattern: str) -> list[str]:
    """Texts that all have which a pattern of :func:`cased_words` matches, or one that is written in the same way: to
    look for them takes a tenth of the time. None of any other pattern."""
    if not pattern.startswith("(?-i)"):
        return []
    body = pattern.removeprefix("(?-i)")
    body = body.removeprefix(_BEFORE).removeprefix(r"\b").removesuffix(_AFTER).removesuffix(r"\b")
    pieces = body.split(_BETWEEN)
    if not all(map(_LITERAL_WORD.fullmatch, pieces)):
        return []
    return [re.sub(r"\\(.)", r"\1", piece) for piece in pieces if "(" not in piece]


def without_edges(pattern: str, text: str, start: int, end: int) -> tuple[int, int]:
    """What a pattern matches without the letters that :func:`cased_words` makes it look at beside the words.

    Args:
        pattern: Any.
        text: Where it matches,
        start: from here
        end: to here.
    """
    if f"(?-i){_BEFORE}" in pattern and not text[start].isalnum():
        start += 1
    if pattern.endswith(_AFTER) and not (text[end - 1].isalnum() or unicodedata.category(text[end - 1])[0] == "M"):
        end -= 1
    return start, end


def _edge(letter: str, beside: str) -> str:
    """What ends a word that has a letter at its edge. RE2 knows words of ASCII letters only."""
    if letter.isascii():
        return r"\b" if letter.isalnum() or letter == "_" else ""
    return "" if is_unspaced(letter) or not letter.isalnum() else beside


def _in_either_form(word: str) -> str:
    """A pattern for a word with each letter with an accent as one character or as two: files have either."""
    both = ((re.escape(letter), re.escape(unicodedata.normalize("NFD", letter))) for letter in word)
    return "".join(one if one == two else f"(?:{one}|{two})" for one, two in both)
