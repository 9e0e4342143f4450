"""The quotes, list items and footnotes that a line of Markdown stands in: CommonMark 0.31, sections 5.1 and 5.2."""

from __future__ import annotations

from vaulttui.vault.markdown.block_syntax import skip_blanks

CODE_INDENT = 4
"""Text that is indented this far, and goes on with no paragraph, is code."""
_QUOTE = 0
_FOOTNOTE_INDENT = 4
_MAX_DEPTH = 100
"""What is nested deeper is text: this bounds the work per line."""


class Containers:
    """The containers that are open, outermost first.

    Offsets are offsets within a line whose leading tabs were expanded, without trailing blanks.
    """

    __slots__ = ("_empty_item", "widths")

    def __init__(self) -> None:
        self.widths: list[int] = []
        """How far the lines of each are indented; 0 for a quote. Always the same list object."""
        self._empty_item = False  # the innermost is a list item that has no content so far

    @property
    def full(self) -> bool:
        """Whether no further container may be opened."""
        return len(self.widths) >= _MAX_DEPTH

    def match(self, text: str) -> tuple[int, int]:
        """Walk through the open containers.

        Returns:
            Offset behind their marks and indentation, and how many of them the line goes on with.
        """
        position = matched = 0
        widths = self.widths
        for width in widths:
            start = skip_blanks(text, position)
            blank = start == len(text)
            if width == _QUOTE:
                if blank or start - position >= CODE_INDENT or text[start] != ">":
                    break
                position = start + 1 + text.startswith(" ", start + 1)
            elif blank:
                # A blank line goes on with list items; it ends quotes, and an item that is empty so far.
                end = widths.index(_QUOTE, matched) if _QUOTE in widths[matched:] else len(widths)
                return position, end - (self._empty_item and end == len(widths))
            elif start - position >= width:
                position += width
            else:
                break
            matched += 1
        return position, matched

    def leave(self, count: int) -> None:
        """Close all but the first ``count``."""
        del self.widths[count:]
        self._empty_item = False

    def open_quote(self, text: str, start: int) -> int:
        """Open a quote whose ``>`` is at ``start``; returns the offset of its content."""
        self.widths.append(_QUOTE)
        return start + 1 + text.startswith(" ", start + 1)

    def open_footnote(self) -> None:
        """Open the definition of a footnote."""
        self.widths.append(_FOOTNOTE_INDENT)

    def open_item(self, text: str, position: int, marker_end: int) -> int:
        """Open a list item.

        Args:
            text: The line.
            position: Offset of what the surrounding containers hold.
            marker_end: Offset behind the list marker.

        Returns:
            Offset of the item's content.
        """
        content = skip_blanks(text, marker_end)
        self._empty_item = content == len(text)
        if self._empty_item or content - marker_end > CODE_INDENT:
            content = marker_end + 1
        self.widths.append(content - position)
        return content

    def fill(self) -> None:
        """Note that the innermost container has content."""
        self._empty_item = False
