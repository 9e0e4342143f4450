"""What of a line of Markdown a reader of the rendered note does not see."""

from __future__ import annotations

import re

from vaulttui.patterns import late_pattern

INLINE_MARKUP = (
    r"%%.*?%%|<!--(?:(?!<!--).)*?-->"  # comments; of many that are never closed, none is followed beyond the next
    r"|!\[\[(?:[^\[\]|\n]*\|)?|\[\[(?:[^\[\]|\n]*\|)?|\]\]"  # wikilinks: what is shown of them stays
    r"|\((?<=\]\()[^()\s]*(?:\s[^()]*)?\)|!\[(?=[^\[\]\n]*\]\()|\[(?=[^\[\]\n]*\]\()|\](?=\()"  # links stay as text
    r"|\*(?:\*{0,2}(?=\S)|(?<=\S\*)\*{0,2})|~~|==|`"  # emphasis, marks, code
    r"|</?[A-Za-z][^<>\n]{0,200}>"
)
"""A pattern for markup within a line. Every alternative begins with characters of its own, so that the engine tries
none elsewhere: that takes half the time."""

_INLINE = late_pattern(INLINE_MARKUP, re.DOTALL)
_ESCAPED = late_pattern(rf"\\([!-/:-@\[-`{{-~])|&(?:#\w{{1,8}}|\w{{2,31}});|{INLINE_MARKUP}", re.DOTALL)
"""The same, and characters that are written otherwise so that they are none."""


def shown_text(text: str) -> str:
    """A heading as the rendered note shows it: links as their text, no emphasis; as written if nothing would be left.

    Args:
        text: One line, without its heading mark.
    """
    if "`" in text or not ("\\" in text or "&" in text):  # in code nothing is written otherwise
        return _INLINE.sub("", text).strip() or text
    from html import unescape  # late: it brings the names of two thousand characters

    shown = _ESCAPED.sub(lambda found: found[1] or (unescape(found[0]) if found[0].startswith("&") else ""), text)
    return shown.strip() or text
