"""Where sentences end within a line of Markdown, and nothing is taken apart that belongs together."""

from __future__ import annotations

import re
from collections.abc import Iterator

_MARKS = ".!?…।॥۔؟։።፧။។。！？｡"
_WIDE_MARKS = "。！？｡"
"""Of these marks, those of scripts that set no blank behind them."""
_CLOSING = r"”’»)\]」』）】"
_CLOSING_BEFORE_BLANK = rf"\"'*_~`{_CLOSING}"
"""Where no blank follows, those that are only here may just as well open something."""
_SENTENCE_END = re.compile(rf"[{_MARKS}][{_CLOSING_BEFORE_BLANK}]*+\s*$")
_PIECES = re.compile(
    rf"(?P<end>[{_MARKS}][{_CLOSING_BEFORE_BLANK}]*+[ \t]++(?=\S)"
    rf"|(?<![{_WIDE_MARKS}])[{_WIDE_MARKS}]++[{_CLOSING}]*+(?=\S)(?!(?<=\])\())"  # no link is parted from its address
    r"|(?P<open>\[\[)|(?P<close>\]\])|(?P<code>`+)"
)
_LONGEST_END = 20
"""Characters that are looked at for the end of a sentence."""
_LONGEST_SPAN = 300
"""Characters of code or of a wikilink; what is opened and not closed that far on was no beginning."""


def ends_sentence(line: str) -> bool:
    """Whether a line ends with a sentence. An abbreviation may be taken for an end."""
    return _SENTENCE_END.search(line[-_LONGEST_END:]) is not None


def sentence_starts(line: str) -> Iterator[int]:
    """Find where sentences begin behind another one in a line, in order.

    Within code and wikilinks none is looked for. An abbreviation may be taken for an end.

    Args:
        line: Without line feed, of any length: the time taken grows with it, not with its square.
    """
    link = code = -_LONGEST_SPAN
    fence = ""
    for match in _PIECES.finditer(line):
        at, text = match.start(), match[0]
        in_code, in_link = at - code < _LONGEST_SPAN, at - link < _LONGEST_SPAN
        if match["end"] is not None:
            if in_code and fence in text:
                code, in_code = -_LONGEST_SPAN, False
            if in_link and "]]" in text:
                link, in_link = -_LONGEST_SPAN, False
            if not (in_code or in_link):
                yield match.end()
        elif match["code"] is not None:
            if not in_code:
                code, fence = at, text
            elif text == fence:
                code = -_LONGEST_SPAN
        elif match["open"] is not None:
            link = at
        else:
            link = -_LONGEST_SPAN
