"""The footnotes of a note: their numbers and lines, whichever part of it is laid out first."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator

from vaulttui.tui.preview.syntax import LONGEST_PARAGRAPH
from vaulttui.vault.markdown.found_blocks import FoundBlocks
from vaulttui.vault.markdown.inline import scan_inline

_BRACKET = re.compile(r"\\[!-/:-@\[-`{-~]|\[\^(?P<label>[^\]\s]{1,200})\]|\^?\[|\]")


class Footnotes:
    """Footnotes, numbered in the order in which they are referred to; behind these, those that nothing refers to.

    Args:
        blocks: What the body of the note holds.
    """

    def __init__(self, blocks: FoundBlocks) -> None:
        self._lines: dict[str, int] = {}
        for label, line in blocks.footnotes:
            self._lines.setdefault(label, line)
        self._numbers: dict[str, int] = {}
        self._unnamed: list[tuple[int, int]] = []
        """Line and number of every ``^[footnote]``."""
        total = 0
        for label, line in [*_references(blocks), *((label, 0) for label in self._lines)]:
            if not label:
                total += 1
                self._unnamed.append((line, total))
            elif label in self._lines and label not in self._numbers:
                total += 1
                self._numbers[label] = total

    @property
    def labels(self) -> list[str]:
        """Labels of those that are defined."""
        return list(self._lines)

    def number(self, label: str) -> int:
        """Return the number of the footnote that is called so, 0 if there is none."""
        return self._numbers.get(label, 0)

    def line(self, label: str) -> int | None:
        """Return the line that a footnote is defined on."""
        return self._lines.get(label)

    def unnamed(self, line: int, nth: int) -> tuple[int, int]:
        """Return number and line of the ``nth`` (from 0) ``^[footnote]`` from a line on; zeros if there are not so
        many."""
        at = bisect_left(self._unnamed, (line, 0)) + nth
        if at >= len(self._unnamed):
            return 0, 0
        line, number = self._unnamed[at]
        return number, line


def _references(blocks: FoundBlocks) -> Iterator[tuple[str, int]]:
    """Label and line of all references, in order; the label of a ``^[footnote]`` is ``""``."""
    for text, line, _ in blocks.runs:
        if "^" in text and len(text) <= LONGEST_PARAGRAPH:
            for start, label in _references_in(text):
                yield label, line + text.count("\n", 0, start)


def _references_in(text: str) -> list[tuple[int, str]]:
    """Offset and label of the references of one text. Those in code are none, nor is what no bracket closes."""
    scanned = scan_inline(text, {})
    opaque = iter([*scanned.opaque, (len(text), len(text))])
    link_texts = dict(scanned.link_texts)
    found: list[tuple[int, str]] = []
    unclosed: set[int] = set()
    opened: list[int] = []
    begin, end = next(opaque)
    for match in _BRACKET.finditer(text):
        start = match.start()
        while end <= start < len(text):
            begin, end = next(opaque)
        if begin <= start or match[0][0] == "\\":
            continue
        if match["label"]:
            found.append((start, match["label"]))
        elif match[0] == "]":
            if opened:
                unclosed.discard(opened.pop())
        else:
            if match[0] == "^[":
                found.append((start, ""))
            if match.end() - 1 not in link_texts:  # else what closes it is read as a part of the link
                opened.append(start)
                unclosed.add(start)
    return [(start, label) for start, label in found if label or start not in unclosed]
