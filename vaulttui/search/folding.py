"""Folding as conditions do it, so that a text is compared without case and accents: in SQL, and the same in Python."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from vaulttui.index.reading.letters import ALIKE, APOSTROPHES, INVISIBLE

_LETTERS = {
    **{"ß": "ss", "æ": "ae", "œ": "oe", "þ": "th", "ł": "l", "ø": "o", "đ": "d", "ð": "d", "ı": "i", "ς": "σ"},
    **{"ﬁ": "fi", "ﬂ": "fl", "ﬀ": "ff", "ﬃ": "ffi", "ﬄ": "ffl"},
    **dict.fromkeys(APOSTROPHES, "'"),
}
"""What is left when marks are dropped, and is found by what people type instead. Ligatures come from printed pages."""
_TO_PLAIN_LETTERS = str.maketrans(_LETTERS)
_WIDE, _NARROW = ("".join(chr(code + by) for code in (*range(48, 58), *range(97, 123))) for by in (0xFEE0, 0))
_RARE, _USUAL = _WIDE + "".join(ALIKE) + INVISIBLE, _NARROW + "".join(ALIKE.values())
"""Letters and digits as wide as Chinese ones, letters of the Arabic script, and what says nothing in words: most texts
have none of them. And what stands for each of the first ones; the last ones are left out."""
_TO_USUAL = str.maketrans({**dict(zip(_WIDE, _NARROW, strict=True)), **ALIKE, **dict.fromkeys(INVISIBLE)})
SIGNS = (
    r"\x{a0}-\x{a7}\x{a9}\x{ab}\x{ac}\x{ae}\x{b0}\x{b1}\x{b6}\x{b7}\x{bb}\x{d7}\x{f7}\x{2010}-\x{2016}\x{2018}-\x{2022}"
    r"\x{2026}\x{2030}\x{2039}\x{203a}\x{20ac}\x{2190}-\x{21ff}\x{2500}-\x{2775}\x{2794}-\x{27bf}\x{1f300}-\x{1faff}"
)
"""Part of a character class (RE2): the commonest signs and emoji. They are no part of words, and normalising makes none
of them one."""
_NOT_ASCII = re.compile(r"[^\x00-\x7f]+")
_SHORT = 8
"""Letters: runs up to there are few, and come again and again."""


def folded(column: str) -> str:
    """SQL for a column as conditions compare it: without case and accents, as :func:`fold_as_column` makes a text."""
    rare, lower = f"regexp_matches({column}, '(?i)[{_RARE}]')", f"lower({column})"
    sql = f"strip_accents(CASE WHEN {rare} THEN translate({lower}, '{_RARE}', '{_USUAL}') ELSE {lower} END)"
    for letter, plain in _LETTERS.items():  # six times as fast as translate()
        sql = f"replace({sql}, '{letter}', '{plain.replace(chr(39), chr(39) * 2)}')"
    return f"CASE WHEN strlen({column}) = length({column}) THEN lower({column}) ELSE {sql} END"


def is_plain(column: str) -> str:
    """SQL for whether a column's text has ASCII characters and :data:`SIGNS` alone. Then its words are the same folded
    or not, and the same as the index has, but for their case."""
    others = rf"[^\x00-\x7f{SIGNS}\x{{fe0f}}]|(?:^|[^{SIGNS}])\x{{fe0f}}"
    # With an OR the database would choose what to look at first.
    return f"CASE WHEN strlen({column}) = length({column}) THEN TRUE ELSE NOT regexp_matches({column}, '{others}') END"


def fold_as_column(text: str) -> str:
    """A text as :func:`folded` makes it, letter for letter.

    :func:`vaulttui.index.reading.letters.fold` is not that: it keeps the marks that are part of a letter in Indic
    scripts and in kana, which ``strip_accents`` drops.
    """
    lower = text.lower()
    return lower if lower.isascii() else _NOT_ASCII.sub(_plain_run, lower)


def _plain_run(run: re.Match[str]) -> str:
    return _known_plain_letters(run[0]) if run.end() - run.start() <= _SHORT else _plain_letters(run[0])


def _plain_letters(piece: str) -> str:
    """A run of letters that are not ASCII, as :func:`folded` makes it."""
    decomposed = unicodedata.normalize("NFD", piece.translate(_TO_USUAL))
    stripped = "".join(letter for letter in decomposed if unicodedata.category(letter) not in ("Mn", "Mc", "Me"))
    return unicodedata.normalize("NFC", stripped).translate(_TO_PLAIN_LETTERS)


_known_plain_letters = lru_cache(maxsize=4_096)(_plain_letters)
