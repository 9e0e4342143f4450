"""What of a line of Markdown a reader of the rendered note does not see."""

from __future__ import annotations

INLINE_MARKUP = (
    r"%%.*?%%|<!--(?:(?!<!--).)*?-->"  # comments; of many that are never closed, none is followed beyond the next
    r"|!\[\[(?:[^\[\]|\n]*\|)?|\[\[(?:[^\[\]|\n]*\|)?|\]\]"  # wikilinks: what is shown of them stays
    r"|\((?<=\]\()[^()\s]*(?:\s[^()]*)?\)|!\[(?=[^\[\]\n]*\]\()|\[(?=[^\[\]\n]*\]\()|\](?=\()"  # links stay as text
    r"|\*(?:\*{0,2}(?=\S)|(?<=\S\*)\*{0,2})|~~|==|`"  # emphasis, marks, code
    r"|</?[A-Za-z][^<>\n]{0,200}>"
)
"""A pattern for markup within a line. Every alternative begins with characters of its own, so that the engine tries
none elsewhere: that takes half the time."""
