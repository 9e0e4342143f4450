"""A paragraph while its lines are read."""

from __future__ import annotations

import re
from itertools import pairwise

from vaulttui.vault.markdown.found_blocks import RunKind
from vaulttui.vault.markdown.inline import scan_inline

_ESCAPED = re.compile(r"\\.")


class Paragraph:
    """Lines of text that belong together, and may go on.

    Args:
        text: Its first line, without indentation.
        kind: What it is the text of.
    """

    __slots__ = ("_closed", "kind", "lines")

    def __init__(self, text: str = "", kind: RunKind = RunKind.PLAIN) -> None:
        self.lines = [text]
        self.kind = kind
        self._closed = 0  # so many lines have been looked at for what they leave open

    def text(self) -> str:
        """All lines, joined by a line feed."""
        return "\n".join(self.lines)

    def leaves_open(self, marker: str) -> bool:
        """Tell whether math or a comment is opened here and not closed."""
        text = "\n".join(self.lines[self._closed :])
        if marker not in text:
            return False
        opaque = [(0, 0), *scan_inline(text, {}).opaque, (len(text), len(text))]
        left = "\0".join(text[behind:start] for (_, behind), (start, _) in pairwise(opaque))
        return marker in _ESCAPED.sub("", left)

    def takes(self, marker: str) -> bool:
        """Tell whether the next line, which begins with a mark of math or of a comment, closes what is open here.

        If it does, it has to be added. Each line is looked at once.
        """
        if not self.leaves_open(marker):
            return False
        self._closed = len(self.lines) + 1
        return True
