"""Where an HTML block starts and ends: CommonMark 0.31, section 4.6. Obsidian reads no Markdown inside of one."""

from __future__ import annotations

import re

_ATTRIBUTE = r"""\s++[A-Za-z_:][\w.:-]*+(?:\s*+=\s*+(?:"[^"]*+"|'[^']*+'|[^\s"'=<>`]++))?+"""

OPEN_OR_CLOSING_TAG = re.compile(
    rf"<[A-Za-z][A-Za-z0-9-]*+(?:{_ATTRIBUTE})*+\s*+/?>|</[A-Za-z][A-Za-z0-9-]*+\s*+>", re.ASCII
)
"""A whole HTML tag. Every repetition is possessive: no input makes it slow."""

_BLOCK_NAMES = (
    "address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|"
    "fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|"
    "menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|"
    "track|ul"
)

BLANK_LINE_END = re.compile(r"(?!)")
"""The end of a block that only a blank line ends: it matches nowhere."""

_KINDS = (
    (re.compile(r"<!--"), re.compile(r"-->")),
    (
        re.compile(r"<(?:script|pre|style|textarea)(?=[\s>]|$)", re.IGNORECASE),
        re.compile(r"</(?:script|pre|style|textarea)>", re.IGNORECASE),
    ),
    (re.compile(r"<\?"), re.compile(r"\?>")),
    (re.compile(r"<![A-Za-z]"), re.compile(r">")),
    (re.compile(r"<!\[CDATA\["), re.compile(r"\]\]>")),
    (re.compile(rf"</?(?:{_BLOCK_NAMES})(?=[\s>]|/>|$)", re.IGNORECASE), BLANK_LINE_END),
)
"""What blocks begin with, and what ends them: comments, text that is shown or read as it is, processing instructions,
declarations, CDATA, elements of a page."""


def html_block_end(text: str, start: int, *, interrupts: bool) -> re.Pattern[str] | None:
    """Tell whether an HTML block starts at a place that holds ``<``.

    Args:
        text: One line, without trailing blanks.
        start: Offset of the ``<``.
        interrupts: Whether a paragraph is open, which a lone inline tag does not end.

    Returns:
        The pattern that ends the block (:data:`BLANK_LINE_END` if a blank line does), ``None`` if no block starts here.
    """
    for begin, end in _KINDS:
        if begin.match(text, start):
            return end
    if not interrupts:
        tag = OPEN_OR_CLOSING_TAG.match(text, start)
        if tag and tag.end() == len(text):
            return BLANK_LINE_END
    return None
