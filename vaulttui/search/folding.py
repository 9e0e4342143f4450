"""Folding as conditions do it, so that a text is compared without case and accents: in SQL, and the same in Python.

What is folded how is said once, by the tables here. First letters that are another way to write one become that one
(:func:`_usual_letters`), then marks go but for those that make another letter (:data:`_SIGNED`), and at last a few
letters become several (:data:`_LETTERS`).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import cache, lru_cache
from types import MappingProxyType

from vaulttui.index.reading.letters import ALIKE, APOSTROPHES, INVISIBLE
from vaulttui.patterns import late_pattern

_LETTERS = {
    **{"ß": "ss", "æ": "ae", "œ": "oe", "þ": "th", "ł": "l", "ø": "o", "đ": "d", "ð": "d", "ı": "i", "ς": "σ"},
    **{"ﬁ": "fi", "ﬂ": "fl", "ﬀ": "ff", "ﬃ": "ffi", "ﬄ": "ffl", "ﻻ": "لا", "ँ": "ं"},
    **{"ⅱ": "ii", "ⅲ": "iii", "ⅳ": "iv", "ⅵ": "vi", "ⅶ": "vii", "ⅷ": "viii", "ⅸ": "ix", "ⅺ": "xi", "ⅻ": "xii"},
    **dict.fromkeys(APOSTROPHES, "'"),
}
"""What is left when marks are dropped, and is found by what people type instead. Ligatures come from printed pages. Of
other letters that stand for several, units and words in one square, nothing is made."""
_IN_PLACE = {letter: plain for letter, plain in _LETTERS.items() if len(plain) == 1}
_TO_PLAIN_LETTERS, _TO_PLAIN_LETTER = str.maketrans(_LETTERS), str.maketrans(_IN_PLACE)
_AS_ONE = {plain: letter for letter, plain in _LETTERS.items() if len(plain) > 1}
_COMMON = "\u00aa\u00b2\u00b3\u00b5\u00b9\u00ba\u2070-\u209c\uff10-\uff9f"
"""Part of a character class: where letters stand that texts may well have, as wide as Chinese ones or as narrow as
Latin ones, small digits, the sign for a millionth."""
_OTHERS = (
    "\u017f\u02b0-\u02b8\u02e0-\u02e4\u03d0-\u03f9\u10fc\u1c80-\u1c88\u1d2c-\u1dbf\u1e9b\u2102-\u2115\u2119-\u211d"
    "\u2124-\u2149\u2160-\u217f\u2460-\u24ea\u2c7c\u2c7d\u2d6f\u2e9f-\u2fd5\u3038-\u303a\u3131-\u319f\u3244-\u32fe"
    "\ua69c\ua69d\ua770\ua7f1-\ua7f8\uab5c-\uab69\ufb20-\ufefc\uffa0-\uffdc\U00010781-\U000107ba"
    "\U0001ccd6-\U0001ccf9\U0001d400-\U0001d7ff\U0001e030-\U0001e06d\U0001ee00-\U0001eebb\U0001f12b-\U0001f251\U0001fbf0-\U0001fbf9"
)
"""The same for all others: shapes that Arabic letters have within words, which come from printed pages, letters of
formulas, letters in circles, radicals."""
_RANGES = re.compile("(.)(?:-(.))?")
_SIGNED = (
    "\u07a6-\u07b0\u0900-\u0928\u092a-\u0930\u0932\u0933\u0935-\u093b\u093d-\u0957\u0960-\u135c\u1360-\u180a"
    "\u1810-\u1aaf\u1b00-\u1ccf\u3041-\u30ff\ua800-\ua8df\ua900-\uabff"
)
"""Part of a character class: the scripts in which a mark makes another letter, or is the vowel behind it, so that it
stays: those of India and its neighbours, Thai and its neighbours, kana. Of them without what has a nukta, which may be
left out."""
_UNACCENTED = rf"\x00-\x7f{_SIGNED}\x{{4e00}}-\x{{9fff}}"
"""Part of a character class (RE2): what has no marks that are dropped."""
_BECOMING_SIGNED = f"{_SIGNED}\uff66-\uff9f\u32d0-\u32fe\U0001f213"
"""The same with what becomes one of them."""
_KEPT = late_pattern(f"[{_SIGNED}]")
SIGNS = (
    r"\x{a0}-\x{a7}\x{a9}\x{ab}\x{ac}\x{ae}\x{b0}\x{b1}\x{b6}\x{b7}\x{bb}\x{d7}\x{f7}\x{2010}-\x{2016}\x{2018}-\x{2022}"
    r"\x{2026}\x{2030}\x{2039}\x{203a}\x{20ac}\x{2190}-\x{21ff}\x{2500}-\x{2775}\x{2794}-\x{27bf}\x{1f300}-\x{1faff}"
)
"""Part of a character class (RE2): the commonest signs and emoji. They are no part of words, and normalising makes none
of them one."""
_NOT_ASCII = re.compile(r"[^\x00-\x7f]+")
_SHORT = 8
"""Letters: runs up to there are few, and come again and again."""


def folded(column: str, *, in_place: bool = False) -> str:
    """SQL for a column as conditions compare it: without case and accents, as :func:`fold_as_column` makes a text.

    Args:
        column: As it is written.
        in_place: Leave letters that stand for several as they are, as :func:`fold_in_place` does.
    """
    lower = f"lower({column})"
    common = f"{_COMMON}{INVISIBLE}{''.join(ALIKE)}\u06c2"
    # translate() takes as long as its table is.
    ways = [
        f"WHEN regexp_matches({column}, '[{looked_for}]') THEN translate({lower}, {_translation(others=others)})"
        for looked_for, others in ((_OTHERS, True), (common, False))
    ]
    usual = f"CASE {' '.join(ways)} ELSE {lower} END"
    run = f"CASE WHEN regexp_matches(run, '^[{_UNACCENTED}]') THEN run ELSE strip_accents(run) END"
    runs = f"list_transform(regexp_extract_all({usual}, '[{_UNACCENTED}]+|[^{_UNACCENTED}]+'), lambda run: {run})"
    # strip_accents() drops all marks.
    stripped = (
        f"CASE WHEN regexp_matches({column}, '[{_BECOMING_SIGNED}]') THEN nfc_normalize(array_to_string({runs}, '')) "
        f"ELSE strip_accents({usual}) END"
    )
    plain = "stripped"
    for letter, letters in (_IN_PLACE if in_place else _LETTERS).items():  # six times as fast as translate()
        plain = f"replace({plain}, '{letter}', '{letters.replace(chr(39), chr(39) * 2)}')"
    # In one another, the database takes a hundredth of a second to plan them.
    sql = f"list_transform([{stripped}], lambda stripped: {plain})[1]"
    return f"CASE WHEN strlen({column}) = length({column}) THEN lower({column}) ELSE {sql} END"


@cache
def _translation(*, others: bool) -> str:
    """What translate() takes to make what is usual of letters in lower case; see :func:`_usual_letters`."""
    table = _usual_letters(others=others)
    # What is left out stands last: nothing stands for it.
    letters = sorted(table, key=lambda letter: (table[letter] == "", letter))
    return f"'{''.join(letters)}', '{''.join(map(table.__getitem__, letters))}'"


@cache
def _usual_letters(*, others: bool) -> Mapping[str, str]:
    """What stands for each letter that is another way to write one, and for what says nothing in words: nothing. Letter
    for letter, in lower case; most texts have none of them.

    Args:
        others: With those of :data:`_OTHERS`.
    """
    table = {**ALIKE, "ۂ": ALIKE["ہ"], **dict.fromkeys(INVISIBLE, "")}
    for first, last in _RANGES.findall(_COMMON + _OTHERS if others else _COMMON):
        for letter in map(chr, range(ord(first), ord(last or first) + 1)):
            if letter == letter.lower():
                usual = _without_marks(unicodedata.normalize("NFKC", letter).casefold())
                usual = _AS_ONE.get(usual, usual)
                if len(usual) == 1 and not usual.isspace() and usual != _without_marks(letter):
                    table[letter] = table.get(usual, usual)
    return MappingProxyType(table)


def is_plain(column: str) -> str:
    """SQL for whether a column's text has ASCII characters and :data:`SIGNS` alone. Then its words are the same folded
    or not, and the same as the index has, but for their case."""
    others = rf"[^\x00-\x7f{SIGNS}\x{{fe0f}}]|(?:^|[^{SIGNS}])\x{{fe0f}}"
    # With an OR the database would choose what to look at first.
    return f"CASE WHEN strlen({column}) = length({column}) THEN TRUE ELSE NOT regexp_matches({column}, '{others}') END"


def fold_as_column(text: str) -> str:
    """A text as :func:`folded` makes it, letter for letter.

    :func:`vaulttui.index.reading.letters.fold` is not that: it keeps rarer marks, which are dropped here, and takes
    everything apart that stands for several letters.
    """
    lower = text.lower()
    return lower if lower.isascii() else _NOT_ASCII.sub(_plain_run, lower)


def fold_in_place(text: str) -> str:
    """The same, but a letter that stands for several stays one: ``Straße`` → ``straße``, ``État`` → ``etat``."""
    lower = text.lower()
    return lower if lower.isascii() else _without_marks(lower.translate(_to_usual())).translate(_TO_PLAIN_LETTER)


def _plain_run(run: re.Match[str]) -> str:
    return _known_plain_letters(run[0]) if run.end() - run.start() <= _SHORT else _plain_letters(run[0])


def _plain_letters(piece: str) -> str:
    """A run of letters that are not ASCII, as :func:`folded` makes it."""
    return _without_marks(piece.translate(_to_usual())).translate(_TO_PLAIN_LETTERS)


def _without_marks(text: str) -> str:
    """A text without the marks that make no other letter."""
    decomposed = unicodedata.normalize("NFD", text)
    stripped = "".join(letter for letter in decomposed if _KEPT.match(letter) or unicodedata.category(letter)[0] != "M")
    return unicodedata.normalize("NFC", stripped)


@cache
def _to_usual() -> Mapping[int, str]:
    return str.maketrans(dict(_usual_letters(others=True)))


_known_plain_letters = lru_cache(maxsize=4_096)(_plain_letters)
