"""Numbers and symbols that signs part though they are one word: ``2,300``, ``m^2``, ``$V_{max}$``, ``CO<sub>2</sub>``.

The signs are replaced by a joint that nobody sees: to the tokenizer the whole is a word with a joint in it, which has
its parts and is found by what it is without: *2300*, *m²*, *Vmax*, *CO₂*.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Final

from vaulttui.index.reading.letters import NON_JOINER, UNSPACED
from vaulttui.patterns import late_pattern

_UNSEEN: Final = "\u2060"
"""Belongs to a word without being a letter of it."""
_NARROW: Final = "\u00a0\u2009\u202f"
"""Blanks that no line is broken at."""
_GOES_ON: Final = rf"[^\W{UNSPACED}]"
"""Of a word that a number is a part of. Scripts without blanks stand beside numbers that are words of their own."""
_NUMBER: Final = late_pattern(
    rf"[1-9](?<!{_GOES_ON}.)(?<![.,].)\d{{0,2}}(?:(?:,\d{{3}})+(?!{_GOES_ON}|[.,]\d)"
    rf"|(?<!\d[ {_NARROW}]\d)(?<!\d[ {_NARROW}]\d\d)(?<!\d[ {_NARROW}]\d\d\d)"
    rf"(?:(?:[{_NARROW}]\d{{3}})+|(?: \d{{3}}){{2,}})(?!{_GOES_ON}|[., {_NARROW}]\d))"
)
"""In groups of three. A blank that is as any other tells two of them only in a row: ``2 300`` may be two numbers, and
more digits beside these are others."""
_BEHIND_COMMA: Final = late_pattern(r",\d{3}")
_BEHIND_BLANK: Final = late_pattern(r" \d{3} \d{3}")
"""As they begin with a literal, they are found ten times as fast as numbers are."""
_SCRIPT: Final = late_pattern(
    r"[<}^_](?<=[^\W_].)(?:(?<=<)(?P<element>su[bp]>)|(?:(?<=\})[\^_]|(?<=\^)|(?<=_)(?=\{))(?P<braced>\{)?)"
    r"(?P<inner>[^\W_]+)(?P<end>(?(element)[-+]?</su[bp]>|(?(braced)[-+]?\}|)))"
)
"""An index or exponent behind a letter or digit."""
_DECIMAL: Final = r"\d+(?:\.\d+)+"
_AMOUNT: Final = late_pattern(
    rf"(?<![\w.-])(?:(?P<number>{_DECIMAL})(?P<unit>[^\W\d_{UNSPACED}]{{1,4}})"
    rf"|(?P<name>[^\W\d_{UNSPACED}]{{2,}})(?P<version>{_DECIMAL}))(?!\w|[.-]\w)"
)
_ELEMENT: Final = re.compile("</?(su[bp])>")
SCRIPT_ELEMENTS: Final = frozenset(("sub", "sup"))
"""Elements that are signs of symbols."""


def join_symbols(text: str) -> str:
    """A text of the same length in which numbers and symbols are words for the tokenizer.

    Digits that are raised behind others make no number with these: ``10^6`` stays. What follows an index or exponent
    goes on with its symbol behind digits alone: in ``H<sub>2</sub>O``, but not in ``x_{max}y``.
    """
    # Every text that is indexed comes here, and hardly one has any of this.
    if (
        _BEHIND_COMMA.search(text)
        or _BEHIND_BLANK.search(text)
        or (not text.isascii() and any(blank in text for blank in _NARROW))
    ):
        text = _NUMBER.sub(_joined_number, text)
    if "^" in text or "_{" in text or "}_" in text or "<su" in text:
        text = _SCRIPT.sub(_joined_script, text)
    return text


def lost_elements(text: str, joined: str) -> list[str]:
    """Names of the elements that a text has no more: of the opening and of the closing ones."""
    return list((Counter(_ELEMENT.findall(text)) - Counter(_ELEMENT.findall(joined))).elements())


def is_amount(word: str) -> bool:
    """Whether a word is a decimal number with a unit, or a name with a version: ``2.4ghz``, ``python3.11``."""
    return _AMOUNT.fullmatch(word) is not None


def joined_words(words: Iterable[str]) -> list[str]:
    """Words of a query as they are looked up: numbers and symbols joined, those of several words, too. Amounts are
    two words each.

    >>> joined_words(["2.4GHz", "python3.11", "v2.1"])
    ['2.4', 'GHz', 'python', '3.11', 'v2.1']
    """
    joined = join_symbols(" ".join(words))
    return (_AMOUNT.sub(r"\g<number>\g<name> \g<unit>\g<version>", joined) if "." in joined else joined).split()


def _joined_number(found: re.Match[str]) -> str:
    return "".join(sign if sign.isdecimal() else NON_JOINER for sign in found[0])


def _joined_script(found: re.Match[str]) -> str:
    inner, end = found["inner"], found["end"]
    before, behind = found.string[found.start() - 1], found.string[found.end() : found.end() + 1]
    if before.isdecimal() and inner[0].isdecimal():
        return found[0]
    signs = found.start("inner") - found.start()
    joined = _UNSEEN * (signs - 1) + NON_JOINER + inner
    if not end or not behind.isalnum():
        return joined + _UNSEEN * len(end)
    return joined + (_UNSEEN * (len(end) - 1) + NON_JOINER if inner.isdecimal() else " " * len(end))
