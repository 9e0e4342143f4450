"""Regular expressions: their faults that can be told from their text, before the engine tries to compile them, and
those that stand for words whose case matters."""

from __future__ import annotations

import re
import unicodedata

from vaulttui.index.reading.letters import UNSPACED, is_unspaced
from vaulttui.patterns import late_pattern

_LITERAL = re.compile(r"\\Q.*?(?:\\E|\Z)", re.DOTALL)
_CLASS = re.compile(
    # The end of a range may be a bracket, which then begins no class: "(-[:alpha:]".
    r"\[\^?(?:\](?:-\[)?)?(?:\[:\^?\w+:\]|(?:\\[^dDsSwWpP]|[^\]\\])-(?:\\.|[^\]\\])|\\.|[^\]\\])*+(\]?)",
    re.DOTALL,
)
_REFERENCE = re.compile(r"\\(?:[89]|[1-7](?![0-7]))")
"""More than one octal digit is a character by its number."""
_APART = rf"[^\p{{L}}\p{{M}}\p{{N}}_]|[{UNSPACED}]"
_BEFORE, _BETWEEN, _AFTER = rf"(?:^|{_APART}|\x{{fe0f}})", r"[^\p{L}\p{N}]+", rf"(?:$|{_APART})"
"""What stands beside words, and between them. The variation selector ends an emoji."""
_LETTERS = r"[\w\u0080-\U0010ffff]+"
_LITERAL_WORD = late_pattern(rf"(?:[^\s()\[\]{{}}?*+|^$.\\]|\\[^\w\s()|]|\(\?:{_LETTERS}\|{_LETTERS}\))++")
"""Each character can be read in one way only, or it would take twice as long for each further one."""
_EITHER = late_pattern(rf"\(\?:({_LETTERS})\|{_LETTERS}\)")
_LOOKAROUND = re.compile(r"\(\?(?:=|!|<=|<!)")


def find_regex_fault(pattern: str) -> str | None:
    """Look for the commonest faults of a regular expression.

    Only what RE2 (https://github.com/google/re2/wiki/Syntax) is certain to refuse is reported, so a pattern that
    passes may still be malformed.

    Returns:
        What is wrong, ``None`` if nothing was found.
    """
    opened = 0
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
                return "a backslash stands at the end"
            if _REFERENCE.match(pattern, pos):
                return "references to earlier groups are not supported"
            if pattern[pos + 1] == "C":
                return "\\C, a part of a character, is not supported"
            end += 1
        elif char == "[":
            match = _CLASS.match(pattern, pos)
            if match is None or not match[1]:
                return 'a "[" is not closed'
            end = match.end()
        elif char == "(":
            if _LOOKAROUND.match(pattern, pos):
                return "looking ahead or behind is not supported"
            opened += 1
        elif char == ")":
            if not opened:
                return 'a ")" closes nothing'
            opened -= 1
        elif char in "*+?" and not repeatable:
            before = pattern[pos - 1 : pos]
            if not (before in "*+?}" and before) and (before, char) != ("(", "?"):
                return f'"{char}" has nothing to repeat'
        repeatable = char not in "(|*+?"
        pos = end
    return 'a "(" is not closed' if opened else None


def cased_words(text: str, *, unfinished: bool = False) -> str:
    """A pattern (RE2) for words in a row in just this case, as whole words.

    Args:
        text: The words.
        unfinished: The last one may go on.
    """
    words = unicodedata.normalize("NFC", text).split()
    before = _BEFORE if _begins(words[0][0]) else ""
    after = _AFTER if _begins(words[-1][-1]) and not unfinished else ""
    return f"(?-i){before}{_BETWEEN.join(map(_in_either_form, words))}{after}"


def cased_literals(pattern: str) -> list[str]:
    """Texts that all have which a pattern of :func:`cased_words` matches, or one that is written in the same way: to
    look for them takes a tenth of the time. None of any other pattern."""
    return [_unescaped(piece) for piece in _pieces_of(pattern) if "(" not in piece]


def cased_text(pattern: str) -> str:
    """The words that a pattern of :func:`cased_words` matches; "" for any other pattern."""
    return " ".join(_unescaped(_EITHER.sub(r"\1", piece)) for piece in _pieces_of(pattern))


def without_end(pattern: str) -> str:
    """A pattern as it is, but one of :func:`cased_words` without the character behind the words, which may be the one
    before the next ones that match."""
    return pattern.removesuffix(_AFTER) if _pieces_of(pattern) else pattern


def whole_words(pattern: str, text: str, start: int, end: int) -> tuple[int, int] | None:
    """What a pattern matches without the character that :func:`cased_words` makes it look at before the words.

    Args:
        pattern: Any.
        text: Where :func:`without_end` of it matches.
        start: Where that match begins.
        end: Where it ends.

    Returns:
        ``None`` if the last word goes on there.
    """
    if not _pieces_of(pattern):
        return start, end
    if pattern.endswith(_AFTER) and _goes_on(text[end : end + 1]):
        return None
    # A word begins with a letter or digit there, of a script with blanks between words.
    if _BEFORE in pattern and not _begins(text[start]):
        start += 1
    return start, end


def _pieces_of(pattern: str) -> list[str]:
    """Patterns for the words that a pattern of :func:`cased_words` is for; none of any other pattern."""
    body = pattern.removeprefix("(?m)")
    if not body.startswith("(?-i)"):
        return []
    body = body.removeprefix("(?-i)").removeprefix(_BEFORE).removeprefix(r"\b").removesuffix(_AFTER).removesuffix(r"\b")
    pieces = body.split(_BETWEEN)
    return pieces if all(map(_LITERAL_WORD.fullmatch, pieces)) else []


def _unescaped(piece: str) -> str:
    return re.sub(r"\\(.)", r"\1", piece)


def _begins(letter: str) -> bool:
    """Whether a word of a script with blanks between words may begin or end with a character."""
    return (letter.isalnum() or letter == "_") and not is_unspaced(letter)


def _goes_on(letter: str) -> bool:
    return _begins(letter) or (unicodedata.category(letter or " ")[0] == "M" and not is_unspaced(letter))


def _in_either_form(word: str) -> str:
    """A pattern for a word with each letter with an accent as one character or as two: files have either."""
    both = ((re.escape(letter), re.escape(unicodedata.normalize("NFD", letter))) for letter in word)
    return "".join(one if one == two else f"(?:{one}|{two})" for one, two in both)
