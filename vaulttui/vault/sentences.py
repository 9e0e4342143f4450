"""Where sentences end within a line of Markdown, and nothing is taken apart that belongs together."""

from __future__ import annotations

import re
from collections.abc import Iterator

_PIECES = re.compile(
    r"(?P<end>[.!?…][\"'”’»)\]*_~`]*[ \t]+(?=\S)|[。！？][”’」』）】]*(?=\S))"
    r"|(?P<open>\[\[)|(?P<close>\]\])|(?P<code>`+)"
)
_LONGEST_SPAN = 300
"""Characters of code or of a wikilink; what is opened and not closed that far on was no beginning."""


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
