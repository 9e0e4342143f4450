"""What stands in a source between words that its reader sees in a row: where a link leads, what an element is made of,
a comment, the mark of a footnote.

It is not looked whether it is in code, where a reader sees it all, nor whether the label of a link is defined.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from vaulttui.patterns import late_pattern
from vaulttui.vault.markdown.plain_text import WITHIN_WORDS

ADDRESS: Final = r"(?:<[^<>\n]*>|[^()\s]*(?:\([^()\s]*\)[^()\s]*)*)"
"""Pattern of where a link leads, in one that other engines than :mod:`re` take."""
TITLE: Final = r"""(?:"[^"\n]*"|'[^'\n]*')"""
"""Pattern of the title that may follow it."""


def _elements(names: Iterable[str]) -> str:
    return rf"</?(?:{'|'.join(sorted(names))})(?:[ \t/][^<>\n]*)?>"


_UNSEEN: Final = (
    rf"\]\({ADDRESS}(?:[ \t]+{TITLE})?[ \t]*\)"
    r"|\]\[[^\[\]\n]*\]"  # of a link by its label
    r"|\[\[[^\[\]|\n]+\|"  # of a wikilink that is shown as another text
    r"|%%[^%\n]*(?:%[^%\n]+)*%%|<!--(?:[^<\n-]|-[^<\n-]|--[^<>\n])*-->"
    r"|\[\^[^\[\]\s]+\]"
)
INTERRUPTION: Final = rf"{_UNSEEN}|{_elements(WITHIN_WORDS | {'br', 'img'})}|&(?:#x?[0-9a-f]+|[a-z][a-z0-9]*);"
"""Pattern, for RE2 and :mod:`re`, of what interrupts a row of words in one line of a text in lower case."""
INTERRUPTIONS: Final = late_pattern(INTERRUPTION, re.IGNORECASE)
"""The same for a text in any case."""
BETWEEN_SEEN: Final = late_pattern(rf"(?>{INTERRUPTION}|[\W_])+")
"""What stands between two words that a reader sees in a row. Linear in time: none of it is tried twice."""
WITHIN_RUN: Final = rf"(?:{_UNSEEN}|{_elements(WITHIN_WORDS)}|[\[\]*`]|==|~~)+"
"""Pattern of what stands in one line of a text in lower case between two letters that a reader sees beside each other,
as in a script without blanks. It leaves nothing there."""
_SIGNS: Final = ("](", "][", "[[", "<", "%%", "&", "[^")
INTERRUPTION_SIGN: Final = f"(?:{'|'.join(map(re.escape, _SIGNS))})"
"""Pattern for what each of them begins with."""


def may_be_interrupted(text: str) -> bool:
    """Whether anything in a text looks as if it interrupted a row of words."""
    return any(sign in text for sign in _SIGNS)
