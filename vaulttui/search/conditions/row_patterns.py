"""Patterns (RE2) for words in a row in a text, and for several such rows in one line or block of it.

Words are folded. What stands between them is told by the letters that a text may have: see :class:`Alphabet`. They are
in a row if they are so in the source, or for a reader, who sees nothing of what interrupts them there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import combinations, pairwise, permutations
from math import factorial

from vaulttui.index.reading.letters import UNSPACED, combining_marks, is_unspaced
from vaulttui.index.reading.tokenizer import PART, WORD
from vaulttui.search.conditions.blocks import BULLETS, GOES_ON
from vaulttui.search.folding import fold_as_column
from vaulttui.values import dataclass
from vaulttui.vault.markdown.interruptions import INTERRUPTION

_MOST_WORDS = 24
"""In all orders that rows may stand in: three rows of two words each would be 36. To compile a pattern takes two
milliseconds or three for each, and of some hundreds RE2 compiles none."""


@dataclass(frozen=True, slots=True)
class Alphabet:
    """What is no part of words in texts of some kind, as patterns."""

    beside: str
    """A character that a word does not go on with: as in the index, one ends where a script without blanks begins."""
    beside_in_line: str
    """The same without the end of a line."""
    between: str
    """What may stand between words in a row, one or several: a character, or what interrupts them."""
    between_in_line: str


def _alphabet(sign: str, sign_in_line: str, beside: str = "") -> Alphabet:
    """The alphabet of texts of some kind.

    Args:
        sign: Pattern for a character that is no part of words.
        sign_in_line: The same without the end of a line.
        beside: Pattern for what else stands beside words.
    """
    either = [f"(?:{each}|{beside})" if beside else each for each in (sign, sign_in_line)]
    return Alphabet(*either, *(f"(?:{each}|{INTERRUPTION})" for each in (sign, sign_in_line)))


FOLDED = _alphabet(r"[^\p{L}\p{N}\p{M}]", r"[^\p{L}\p{N}\p{M}\n]", f"[{UNSPACED}]")
"""Of a folded text. The marks that it has are vowels and the like."""
PLAIN = _alphabet("[^a-z0-9]", r"[^a-z0-9\n]")
"""Of a text that is plain as :func:`~vaulttui.search.folding.is_plain` says, in which case is ignored."""
AMONG_SIGNS = _alphabet(r"[\x00-/:-`{-\x7f]", r"[\x00-\x09\x0b-/:-`{-\x7f]")
"""Of any text in lower case: of signs those of ASCII alone. Folding leaves what is matched so as it is, and may uncover
more."""


@dataclass(frozen=True, slots=True)
class Row:
    """Folded words (at least one) in a row, of scripts with blanks between them; the last one may be unfinished."""

    words: tuple[str, ...]
    unfinished: bool = False

    @property
    def plain(self) -> bool:
        """Whether plain texts need no folding to be compared with it. An apostrophe may be written as a quotation
        mark."""
        return all(word.isascii() and "'" not in word for word in self.words)

    @property
    def ends(self) -> bool:
        """Whether it ends where its last word does, whatever stands behind it."""
        return self.unfinished or ends_itself(self.words[-1])

    def apart_from(self, other: Row) -> bool:
        """Whether no word can be part of both in one place."""
        own, others = self._parts(), other._parts()
        if self.unfinished and any(part.startswith(own[-1]) for part in others):
            return False
        if other.unfinished and any(part.startswith(others[-1]) for part in own):
            return False
        return set(own).isdisjoint(others)

    def _parts(self) -> list[str]:
        return PART.findall(" ".join(self.words))


def row_of(text: str, *, unfinished: bool = False) -> Row | None:
    """The words of a text; ``None`` if it has none or some of a script without blanks.

    Args:
        text: As it was typed.
        unfinished: The last word may go on.
    """
    words = tuple(WORD.findall(fold_as_column(text)))
    return Row(words, unfinished) if words and not is_unspaced(text) else None


def ends_itself(word: str) -> bool:
    """Whether a word ends by itself, whatever stands behind it."""
    return word.endswith("++")


def in_a_row(words: Sequence[str], between: str) -> str:
    """A pattern for words in a row, also for :mod:`re`. Behind ``c++`` the next one may begin at once: ``C++11``.

    Args:
        words: Folded.
        between: Pattern for what stands between them, once or several times.
    """
    joined = (f"{re.escape(word)}{between}{'*' if ends_itself(word) else '+'}" for word in words[:-1])
    return "".join(joined) + re.escape(words[-1])


def sign_between(words: Sequence[str]) -> str:
    """A pattern for :mod:`re` of a character between some folded words. A mark is no letter there, but part of one."""
    return r"[\W_]" if all(map(str.isascii, words)) else rf"(?:[^\w{combining_marks()}]|_)"


def row_pattern(row: Row, alphabet: Alphabet) -> str:
    """A pattern for a row, as whole words."""
    body = in_a_row(row.words, alphabet.between)
    return f"(?:^|{alphabet.beside}){body}{_after(row, alphabet)}"


def line_pattern(rows: Sequence[Row], alphabet: Alphabet) -> str:
    """A pattern for a whole text of which a line has all of some rows that are apart. A row that stands only in what
    interrupts another one, in the address of a link, is not told."""
    orders = _orders(rows, alphabet, alphabet.between_in_line, lambda row, _: _in_line(row, alphabet))
    return f"(?:^|{alphabet.beside})(?:{orders})"


def paragraph_pattern(rows: Sequence[Row]) -> str:
    """A pattern for a plain text without code that matches only where a block has all of some rows that are apart: in
    one line, or in lines of a paragraph or of an item that begin as most do."""

    def gap(row: Row, following: Row) -> str:
        in_line = _in_line(row, PLAIN)  # "1." may begin an item
        return _over_lines(row, GOES_ON, f"{GOES_ON[:-1]}a-z]") if following.words[0][0].isalpha() else in_line

    begun = rf"(?:[^#\n][^\n]*{PLAIN.beside_in_line}|[^a-z0-9#\n])?"  # no heading
    orders = _orders(rows, PLAIN, PLAIN.between_in_line, gap)
    return rf"{line_pattern(rows, PLAIN)}|(?:^|\n){begun}(?:{orders})"


def block_pattern(rows: Sequence[Row]) -> str:
    """A pattern for a plain text without code that matches wherever a block has all of some rows that are apart. Some
    of what it matches goes beyond a block: past a heading, or past a number that begins an item."""
    first, sign = rf"(?:[^ \t\n{BULLETS}]|[{BULLETS}][^ \t\n])", rf"[{BULLETS}]?[^a-z0-9 \t\n]"
    gaps = _orders(rows, PLAIN, PLAIN.between, lambda row, _: _over_lines(row, first, sign))
    return f"(?:^|{PLAIN.beside})(?:{gaps})"


def _over_lines(row: Row, first: str, sign: str) -> str:
    """What stands between a row and one behind it in the same line of a plain text, or in one of the next ones.

    Args:
        row: The first one.
        first: Pattern for what such a line may begin with, behind blanks.
        sign: The same for what may stand alone before a word.
    """
    beside = PLAIN.beside_in_line
    rest = r"[^\n]*" if row.ends else rf"(?:{beside}[^\n]*)?"
    between = rf"(?:\n[ \t]*(?:{first}[^\n]*|{sign}))*"
    return rf"(?:{_in_line(row, PLAIN)}|{rest}{between}\n[ \t]*(?:{first}[^\n]*{beside}|{first}{beside}|{sign})?)"


def _orders(rows: Sequence[Row], alphabet: Alphabet, between: str, gap: Callable[[Row, Row], str]) -> str:
    """Patterns for rows in every order.

    Args:
        rows: As many as are wanted.
        alphabet: Of the text.
        between: Pattern for a character between words of a row.
        gap: Gives a pattern for what stands between a row and the one behind it.
    """
    orders = []
    for order in permutations(rows):
        bodies = [in_a_row(row.words, between) for row in order]
        gaps = [gap(row, following) for row, following in pairwise(order)]
        orders.append("".join(map("".join, zip(bodies, [*gaps, _after(order[-1], alphabet)], strict=True))))
    return "|".join(orders)


def _in_line(row: Row, alphabet: Alphabet) -> str:
    """What stands between a row and one behind it in a line. As no word can be part of both, that is something beside
    the one and the other."""
    beside = alphabet.beside_in_line
    behind = rf"(?:[^\n]*{beside})"
    if row.unfinished:
        return behind
    return f"{behind}?" if row.ends else f"{beside}{behind}?"


def _after(row: Row, alphabet: Alphabet) -> str:
    return "" if row.ends else f"(?:$|{alphabet.beside})"


def few_enough(rows: Sequence[Row]) -> bool:
    """Whether a pattern for some rows in any order is small."""
    return factorial(len(rows)) * sum(len(row.words) for row in rows) <= _MOST_WORDS


def all_apart(rows: Sequence[Row]) -> bool:
    """Whether no word can be part of two rows in one place."""
    return all(one.apart_from(other) for one, other in combinations(rows, 2))
