"""Runs of letters in scripts without blanks as a reader sees them: what parts letters there is not taken for a blank.

Of ``参见[[线性代数]]笔记`` a reader sees one run. A link in such a text nearly always touches the letters beside it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import Final

from vaulttui.index.reading.letters import UNSPACED
from vaulttui.patterns import late_pattern
from vaulttui.values import dataclass
from vaulttui.vault.markdown.interruptions import WITHIN_RUN

_LETTER: Final = late_pattern(f"[{UNSPACED}]")
_BEFORE, _BEHIND = r"[\[\]<%*`=~]", r"[\[\]>%*`=~)|]"
"""What begins, and what ends, as :data:`WITHIN_RUN` does."""
_BECOMING = "\u1100-\u11ff\u3099\u309a\uf900-\ufaff\uff66-\uffdc"
"""Part of a character class: what folding makes other letters of such scripts of."""
_UNSEEN: Final = late_pattern(WITHIN_RUN)
_PATTERN: Final = "'{}'".format(WITHIN_RUN.replace("'", "''"))
"""The same in SQL."""


@dataclass(frozen=True, slots=True)
class RunText:
    """A text without what parts letters in it."""

    text: str
    firsts: Sequence[int]
    """Where each piece of it begins,"""
    origins: Sequence[int]
    """and where that piece stood."""

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Where a part of it (not empty) stood, with what parted its letters."""
        return self._origin(start), self._origin(end - 1) + 1

    def _origin(self, place: int) -> int:
        piece = bisect_right(self.firsts, place) - 1
        return self.origins[piece] + place - self.firsts[piece]


def run_text(text: str) -> RunText:
    """A folded text without what parts letters in it."""
    pieces, firsts, origins = [], [], []
    size = behind = 0
    for begin, end in (*(match.span() for match in _UNSEEN.finditer(text)), (len(text), len(text))):
        if begin > behind:
            pieces.append(text[behind:begin])
            firsts.append(size)
            origins.append(behind)
            size += begin - behind
        behind = end
    return RunText("".join(pieces), firsts, origins)


def runs_of(column: str) -> str:
    """SQL for the same as :func:`run_text` gives, of a folded column."""
    return f"regexp_replace({column}, {_PATTERN}, '', 'g')"


def parted(words: Sequence[str], *, folded: bool = True) -> str:
    """Pattern (RE2, :mod:`re`) for what every text has that has words in a row for a reader, but not in the source: one
    of their letters beside something that parts letters.

    Args:
        words: Folded, with letters of scripts without blanks.
        folded: Whether the text is folded, too.
    """
    letters = "".join(dict.fromkeys(_LETTER.findall("".join(words))))
    of_words = f"[{letters}{'' if folded else _BECOMING}]"
    return f"{of_words}{_BEFORE}|{_BEHIND}{of_words}"
