"""Lines and blocks of a text: as SQL over a column, and in Python for what is shown."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import reduce

LINES = "string_split(text, chr(10))"
"""SQL for the lines of a column ``text``."""
_BLANK, _ITEM, _HEADING = r"[ \t]*", r"[ \t]*(?:[-*+]|[0-9]{1,9}[.)])[ \t]", r"#{1,6}[ \t]"
_BLOCK_START = re.compile(f"{_ITEM}|{_HEADING}")
_FENCE_LINE = rf"(?:{_ITEM})*{_BLANK}(?:```[^`\n]*|~~~[^\n]*)"
"""A line that opens or closes code, in a list item, too. With more backticks behind it, it is text with code in it."""
_FENCE = re.compile(_FENCE_LINE)
_MAY_HAVE_CODE = "(contains(text, '```') OR contains(text, '~~~'))"
_FENCED = rf"regexp_replace(text, '(?m)^({_FENCE_LINE})$', chr(29) || '\1', 'g')"
_PARTS = f"string_split(chr(10) || CASE WHEN {_MAY_HAVE_CODE} THEN {_FENCED} ELSE text END, chr(29))"
_BLOCK_STEPS = (
    # In code, which is every second part, ends of lines are hidden from the following steps.
    f"list_transform({_PARTS}, lambda part, number: if(number % 2 = 0, replace(part, chr(10), chr(31)), part))",
    "array_to_string({}, '')",
    rf"regexp_replace({{}}, '\n({_ITEM}|{_HEADING})', chr(30) || '\1', 'g')",
    rf"regexp_replace({{}}, '((?:^|\x1e){_HEADING}[^\n\x1e]*)\n', '\1' || chr(30), 'g')",
    rf"regexp_replace({{}}, '\n(?:{_BLANK}\n)+', chr(30), 'g')",
    "replace({}, chr(31), chr(10))",
)
_PIECES = f"string_split({reduce(lambda inner, step: step.replace('{}', inner), _BLOCK_STEPS)}, chr(30))"
BLOCKS = f"list_filter({_PIECES}, lambda piece: trim(piece, ' ' || chr(9) || chr(10)) <> '')"
"""SQL for the blocks of a column ``text``, as :func:`blocks_of` finds them."""


def goes_on(line: str, following: str) -> str:
    """SQL for whether the block that one line is in goes on in the next one, where neither is code.

    Args:
        line: SQL for the one.
        following: SQL for the other.
    """
    blank = [f"regexp_full_match({column}, '{_BLANK}')" for column in (line, following)]
    alone = f"regexp_matches({line}, '^{_HEADING}')"
    return f"NOT ({' OR '.join([*blank, alone])} OR regexp_matches({following}, '^(?:{_ITEM}|{_HEADING})'))"


def blocks_of(lines: Sequence[str]) -> Iterator[range]:
    """Which lines of a text, from 0, make up each block: a heading, a list item, or any other lines without a blank one
    between them. A line that begins with three backticks or tildes opens or closes code, of which no line ends a block.
    """
    begin: int | None = None
    alone = in_code = False
    for number, line in enumerate(lines):
        fence = _FENCE.fullmatch(line) is not None
        blank = not in_code and not line.strip(" \t")
        starts = alone or (not in_code and _BLOCK_START.match(line) is not None)
        if begin is not None and (blank or starts):
            yield range(begin, number)
            begin = None
        if begin is None and not blank:
            begin, alone = number, not in_code and re.match(_HEADING, line) is not None
        in_code ^= fence
    if begin is not None:
        yield range(begin, len(lines))
