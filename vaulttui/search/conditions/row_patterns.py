"""Patterns (RE2) for words in a row in a text, and for two such rows in one line of it.

Words are folded. What stands between them is told by the letters that a text may have: see :class:`Alphabet`. They are
in a row if they are so in the source, or for a reader, who sees nothing of what interrupts them there.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import combinations, permutations

from vaulttui.index.reading.letters import UNSPACED, combining_marks, is_unspaced
from vaulttui.index.reading.tokenizer import PART, WORD
from vaulttui.search.folding import fold_as_column
from vaulttui.values import dataclass
from vaulttui.vault.markdown.interruptions import INTERRUPTION

_MOST_WORDS = 24
"""In both orders of two rows. To compile a pattern takes two milliseconds or three for each, and of some hundreds RE2
compiles none."""


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
    """A pattern for a whole text of which a line has all of some rows, see :func:`has_pattern`. A row that stands only
    in what interrupts another one, in the address of a link, is not told."""
    orders = []
    for order in permutations(rows):
        behind = [*(_in_line(row, alphabet) for row in order[:-1]), _after(order[-1], alphabet)]
        bodies = [in_a_row(row.words, alphabet.between_in_line) for row in order]
        orders.append("".join(map("".join, zip(bodies, behind, strict=True))))
    return f"(?:^|{alphabet.beside})(?:{'|'.join(orders)})"


def has_pattern(rows: Sequence[Row]) -> bool:
    """Whether a pattern tells where a line has all of some rows: one, or two of which no word can be part of both in
    one place. For more, those for all orders that they may stand in take longer to compile than what they save."""
    few = 0 < len(rows) <= 2 and len(rows) * sum(len(row.words) for row in rows) <= _MOST_WORDS
    return few and all(one.apart_from(other) for one, other in combinations(rows, 2))


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
