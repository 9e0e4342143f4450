"""The letters of words: which there are, and folding, that makes letters equal which people write for each other."""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache

from vaulttui.patterns import late_pattern

_SHORT = 64
"""Characters of a text up to which what it folds to is kept."""


@cache
def combining_marks() -> str:
    """Character-class text of the marks that belong to words but are not ``\\w`` in :mod:`re` (vowel signs …)."""
    ranges: list[tuple[int, int]] = []
    for code in (*range(0x300, 0x3400), *range(0xA000, 0xAC00)):  # what lies between has no marks
        if unicodedata.category(chr(code)) in ("Mn", "Mc"):
            if ranges and ranges[-1][1] == code - 1:
                ranges[-1] = (ranges[-1][0], code)
            else:
                ranges.append((code, code))
    return "".join(rf"\u{first:04x}-\u{last:04x}" for first, last in ranges)


INVISIBLE = "\u00ad\u0640\u200b\u200d\u2060\ufeff"
"""Characters within words that say nothing: soft hyphens, the stroke that makes Arabic words longer, places to break a
line, joiners of letters, marks of byte order. A word is the same without them."""
NON_JOINER = "\u200c"
"""Parts what a Persian word is made of, as a hyphen does, and as a hyphen may be left out."""
ALIKE = {"ی": "ي", "ى": "ي", "ک": "ك", "ة": "ه", "ہ": "ه"}
"""Letters of the Arabic script that are written for each other, by habit or by what a keyboard has: those that the
normalisation of Arabic and Persian in Lucene makes one."""
APOSTROPHES = "’\u02bc"
"""How an apostrophe is written besides ``'``. The second one is a letter to Unicode; it stands in Ukrainian words."""
UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u3005-\u3007\u3021-\u3029\u3031-\u3035\u3038-\u303c"
    "\u3040-\u318f\u31a0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff"
)
"""Letters of the scripts that are indexed by pairs of characters, as part of a character class; with the signs that
stand for a letter or a number among them: ``々``, ``〇``."""
_UNSPACED_RUN = late_pattern(rf"[{UNSPACED}]+")
_MARKS = late_pattern(lambda: f"[{combining_marks()}]")
_DROPPED_MARKS = late_pattern(
    "[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670\u093c]"
)
_SPECIAL_LETTERS = str.maketrans(
    {
        **{"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i"},
        **{"ँ": "ं", **ALIKE},
        **dict.fromkeys(APOSTROPHES, "'"),
        **dict.fromkeys(INVISIBLE),
    }
)
_NORMALIZED = str.maketrans({**dict.fromkeys(APOSTROPHES, "'"), **dict.fromkeys(INVISIBLE)})


def normalize(text: str) -> str:
    """NFKC and case folding without :data:`INVISIBLE`: what makes two spellings of one word equal, accents kept."""
    if text.isascii():
        return text.lower()
    return unicodedata.normalize("NFKC", text).casefold().translate(_NORMALIZED)


def fold(text: str) -> str:
    """Normalise and drop accents and other marks that may be left out: ``Bloqué`` → ``bloque``, ``straße`` →
    ``strasse``, ``ज़`` → ``ज``."""
    if text.isascii():
        return text.lower()
    return _fold_short(text) if len(text) <= _SHORT else _fold(text)


def _fold(text: str) -> str:
    # Folded once more after the decomposition: what it uncovers (a letter out of a circle, say) may be a capital.
    decomposed = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text.casefold()).casefold())
    stripped = _DROPPED_MARKS.sub("", decomposed).translate(_SPECIAL_LETTERS)
    return unicodedata.normalize("NFC", stripped)


_fold_short = lru_cache(maxsize=16_384)(_fold)
"""Long texts are not kept: a property may hold 200,000 characters."""


def is_alphabetic(text: str) -> bool:
    """Whether a text has letters alone, and marks on them: vowel signs of Indic scripts are no letters to
    :meth:`str.isalpha`."""
    return text.isalpha() or (not text.isascii() and _MARKS.sub("", text).isalpha())


def is_alphanumeric(text: str) -> bool:
    """As :func:`is_alphabetic`, with digits."""
    return text.isalnum() or (not text.isascii() and _MARKS.sub("", text).isalnum())


def is_unspaced(text: str) -> bool:
    """Whether a text has letters of a script that is indexed by pairs of characters."""
    return not text.isascii() and _UNSPACED_RUN.search(text) is not None


_BEYOND_ASCII_RUN = re.compile(r"[^\x00-\x7f]+")
_MOSTLY_ASCII = 64
"""A text that begins with so many characters of ASCII has others here and there: these are looked for."""
UNSHADOWED = "\0"
"""In a text's shadow: part of a word, but not one letter of it. ``ß`` is two, and a mark behind its letter is none."""


class _Shadows(dict[int, str]):
    """What stands for each character in a text's shadow."""

    def __missing__(self, code: int) -> str:
        folded = fold(chr(code))
        if len(folded) != 1:
            folded = UNSHADOWED if not folded or any(map(is_alphanumeric, folded)) else " "
        self[code] = folded
        return folded


_SHADOWS = _Shadows()


def folded_shadow(text: str) -> str | None:
    """A text of the same length, folded, in which what folds to several letters or to none is :data:`UNSHADOWED`.

    Returns:
        ``None`` where letters become one with their neighbours: vowels and ends of Korean syllables that are written
        apart, say.
    """
    if text.isascii():
        return text.lower()
    first = _BEYOND_ASCII_RUN.search(text)
    if first is not None and first.start() >= _MOSTLY_ASCII:
        shadow = _BEYOND_ASCII_RUN.sub(lambda run: run[0].translate(_SHADOWS), text).lower()
    else:
        shadow = text.translate(_SHADOWS)
    return shadow if unicodedata.is_normalized("NFC", shadow) else None
