"""Text to index terms: which words a text holds, as they are looked up.

A *form* is a word as written, after NFKC normalisation and case folding; accents stay. Digits, dates and identifiers
are kept: ``gpt-4``, ``foo_bar``, ``v2.1``, ``C++`` and ``2025-07-14`` are forms of their own *and* give their parts;
so do numbers and symbols of which :mod:`vaulttui.index.reading.symbols` has made such words. Scripts that are written
without blanks (and Korean, which glues particles to words) give overlapping pairs of characters, the usual way to
search them without a dictionary.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

from vaulttui.index.reading.letters import (
    APOSTROPHES,
    INVISIBLE,
    NON_JOINER,
    UNSPACED,
    combining_marks,
    fold,
    is_alphanumeric,
    is_unspaced,
    normalize,
)
from vaulttui.index.reading.symbols import join_symbols
from vaulttui.patterns import late_pattern

TOKENIZER_VERSION = 7
"""Part of the index's fingerprint: raise it whenever the same text gives other terms, or a property other values."""

_LONG_NAME = 300
"""Characters of a name that are looked at."""
MAX_FORM = 64
"""Longer words (encoded data, mostly) are cut to this many characters."""
_MAX_PARTS = 8
"""A word of more parts is found by these alone, not as a whole."""
_PLAIN_LETTER = r"[^\W_\u02bc]"


@cache
def _letter() -> str:
    return rf"(?:{_PLAIN_LETTER}|[{combining_marks()}{INVISIBLE}])"


JOINTS = ("-", "_", ".", "'", NON_JOINER, "++", "#")
"""What may stand within a word or at its end, as normalised."""
OPEN_JOINTS = f"-_.{NON_JOINER}"
"""Joints that a word may be written without."""
_JOINER = rf"[{OPEN_JOINTS}'{APOSTROPHES}]"
_CLOSING = str.maketrans(dict.fromkeys(OPEN_JOINTS))
_JOINED_DIGITS = re.compile("[0-9][-_.][0-9]")
WORD = late_pattern(lambda: rf"{_PLAIN_LETTER}(?:{_letter()}|{_JOINER}(?={_PLAIN_LETTER}))*(?:\+\+|#(?!\w))?")
"""One word with its inner joints: ``l'api``, ``foo_bar``, ``v2.1``, ``c++``."""
_ASCII_WORD = re.compile(r"[a-z0-9]+(?:[-_.'][a-z0-9]+)*(?:\+\+|#(?!\w))?")
"""The same for lower-case ASCII, five times as fast."""
_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]")
_LETTER_BEYOND_ASCII = re.compile(r"[^\W\x00-\x7f\u02bc]")
"""Found many times as fast as it is told of each character of a text in another script what stands for it."""
PART = late_pattern(lambda: f"{_letter()}+")
"""What is between the joints of a word."""
_SCRIPT_RUNS = late_pattern(rf"[{UNSPACED}]+|[^{UNSPACED}]+")


def folded_words(name: str) -> str:
    """The words of a title or another name, folded, with blanks between them. Of a long one, its beginning: an alias
    may have 200,000 characters, and what was asked for is remembered."""
    return _folded_words(name[:_LONG_NAME])


@lru_cache(maxsize=20_000)
def _folded_words(name: str) -> str:
    return " ".join(fold(word) for word in words_of(join_symbols(name)))


def closed_form(form: str) -> str:
    """A form without the joints within it, as it may be written too: ``e-mail`` → ``email``.

    Returns:
        The form itself if it has none; "" if they are part of it: where they part digits (``v2.1``, ``2025-07``), are
        apostrophes (``we'll``) or signs (``c++``).
    """
    whole = form.translate(_CLOSING)
    return whole if is_alphanumeric(whole) and not _JOINED_DIGITS.search(form) else ""


def is_identifier(word: str) -> bool:
    """Whether a word is a number, a date or an identifier: it has digits or underscores."""
    return any(character.isdigit() or character == "_" for character in word)


def _pairs(run: str) -> Iterator[str]:
    """Overlapping pairs of a run, and its last character alone so that one character finds every place by prefix."""
    for start in range(len(run) - 1):
        yield run[start : start + 2]
    yield run[-1]


def forms_of(word: str) -> tuple[str, ...]:
    """Forms of one match of :data:`WORD` in normalised text: its parts in order, then the whole if it has parts. What
    touches a script without blanks is a word of its own: nobody writes a blank there.

    >>> forms_of("gpt-4"), forms_of("版本2.0")
    (('gpt', '4', 'gpt-4'), ('版本', '本', '2', '0', '2.0'))
    """
    return _forms_of_short(word) if len(word) <= MAX_FORM else _forms_of(word)


def _forms_of(word: str) -> tuple[str, ...]:
    if word.isalnum() and word.isascii():
        return (word[:MAX_FORM],)
    return forms_in_row(row_of(word), word)


def forms_in_row(row: Sequence[str], word: str) -> tuple[str, ...]:
    """What :func:`forms_of` gives for a word, of what :func:`row_of` gives for it."""
    if is_unspaced(word):
        return tuple(form for run in _SCRIPT_RUNS.findall(word) for form in _forms_of_run(run))
    forms = [item for item in row if item not in JOINTS]
    whole = word[:MAX_FORM]
    if whole not in forms and len(forms) <= _MAX_PARTS:
        forms.append(whole)
    return tuple(forms)


def _forms_of_run(run: str) -> Iterator[str]:
    """Forms of a part of a word: characters of a script without blanks, or what stands among these without a blank."""
    if is_unspaced(run):
        yield from _pairs(run)
    else:
        for word in WORD.findall(run):
            yield from forms_of(word)


def row_of(word: str) -> tuple[str, ...]:
    """What a match of :data:`WORD` in normalised text is made of, in order: parts as :func:`forms_of` gives them, and
    those of :data:`JOINTS` that stand between and behind them.

    >>> row_of("gpt-4")
    ('gpt', '-', '4')
    """
    row: list[str] = []
    end = 0
    for part in PART.finditer(word):
        if part.start() > end:
            row.append(word[end : part.start()])
        end = part.end()
        if is_unspaced(part[0]):
            for run in _SCRIPT_RUNS.findall(part[0]):
                row.extend(_pairs(run) if is_unspaced(run) else (run[:MAX_FORM],))
        else:
            row.append(part[0][:MAX_FORM])
    if end < len(word):
        row.append(word[end:])
    return tuple(row)


_forms_of_short = lru_cache(maxsize=65_536)(_forms_of)


def query_forms(word: str) -> tuple[str, ...]:
    """As :func:`forms_of`, for a word that is looked for: a run of an unspaced script gives its pairs alone, and a
    single character of one itself.

    >>> query_forms("3月"), query_forms("東京都")
    (('3', '月'), ('東京', '京都'))
    """
    forms = forms_of(word)
    if len(word) > 1 and is_unspaced(word):
        # The last character of a run stands behind the last of its pairs.
        before = ("", *forms)
        return tuple(form for form, last in zip(forms, before, strict=False) if len(form) > 1 or not _is_pair(last))
    return forms


def _is_pair(form: str) -> bool:
    return len(form) > 1 and is_unspaced(form)


def words_of(text: str) -> list[str]:
    """Normalised words of a text in order, joints kept."""
    plain = as_ascii(text)
    return WORD.findall(normalize(text)) if plain is None else _ASCII_WORD.findall(plain.lower())


def as_ascii(text: str) -> str | None:
    """A text of the same length that has the same words and only ASCII characters; ``None`` if there is none.

    Most texts with other characters have only signs among them (dashes, quotation marks, emoji): these become blanks.
    """
    if text.isascii():
        return text
    if _LETTER_BEYOND_ASCII.search(text):
        return None
    signs = set(_BEYOND_ASCII.findall(text))
    replacements = {}
    for sign in signs:
        replacement = _ascii_sign(sign)
        if not replacement:
            return None
        replacements[sign] = replacement
    return _BEYOND_ASCII.sub(lambda sign: replacements[sign[0]], text)


@lru_cache(maxsize=4_096)
def _ascii_sign(sign: str) -> str:
    """What stands for a character in ASCII text without making other words of it; ``""`` if nothing does."""
    if sign in APOSTROPHES:
        return "'"
    if sign == "‘":
        return " "
    plain = unicodedata.normalize("NFKC", sign)
    if any(
        character.isalnum()
        or character in f"{OPEN_JOINTS}'+#{APOSTROPHES}{INVISIBLE}"
        or unicodedata.category(character)[0] == "M"
        for character in plain
    ):
        return ""
    return " "
