"""Where a note begins to say something: many begin with pictures, as READMEs do with badges."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from vaulttui.patterns import late_pattern
from vaulttui.search.memory.texts import ChunkText
from vaulttui.search.view import IndexView

_LOOKED_AT = 3
"""Chunks that are looked at behind a first one."""
_LEADS = r"(?:\([^()\n]*(?:\([^()\n]*\)[^()\n]*)*\)|\[[^\[\]\n]*\])"
_WITHOUT_WORDS = late_pattern(
    r"%%.*?%%|<!--(?:(?!<!--).)*?-->"
    rf"|!\[[^\[\]\n]*\]{_LEADS}|!\[\[[^\[\]\n]*\]\]"
    rf"|\]{_LEADS}"  # of a picture that is a link
    r"|</?[A-Za-z][^<>]{0,1000}>"
    r"|^[ ]{0,3}\#{1,6}[ \t].*?$",
    re.DOTALL | re.MULTILINE,
)
"""Pictures, what leads from them, elements of HTML, comments and headings."""


def past_pictures(
    view: IndexView, first: Sequence[int], texts: Mapping[int, ChunkText]
) -> tuple[Mapping[int, int], Mapping[int, ChunkText]]:
    """The chunks that say something in the place of those that hold nothing but pictures.

    Args:
        view: The index.
        first: Numbers of chunks, each the one that stands for its note.
        texts: Their texts.

    Returns:
        For each chunk without words, the next one of its note that has any, if there is one; and the texts of these.
    """
    wordless = [chunk for chunk in first if chunk in texts and not has_words(texts[chunk].text)]
    if not wordless:
        return {}, {}
    owners = view.snapshot.chunk_notes
    behind = {
        chunk: [
            number
            for number in range(chunk + 1, min(chunk + 1 + _LOOKED_AT, len(owners)))
            if owners[number] == owners[chunk]
        ]
        for chunk in wordless
    }
    next_texts = view.chunk_texts([number for numbers in behind.values() for number in numbers])
    found = {
        chunk: worded
        for chunk, numbers in behind.items()
        if (worded := next((number for number in numbers if has_words(next_texts[number].text)), None)) is not None
    }
    return found, {number: next_texts[number] for number in found.values()}


def has_words(text: str) -> bool:
    """Whether a piece of Markdown has letters or digits besides headings, pictures and what is hidden.

    >>> has_words("# Gauge\\n[![build](a.svg)](a.html)"), has_words("![build](a.svg) passes")
    (False, True)
    """
    if "!" not in text and "<" not in text and "%%" not in text:
        return True
    return any(map(str.isalnum, _WITHOUT_WORDS.sub("", text)))
