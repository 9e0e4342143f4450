"""The blocks of a note's body, with each mark of math and comments taken for what it is: a beginning or an end."""

from __future__ import annotations

from collections.abc import Sequence

from vaulttui.vault.markdown.block_scanner import BlockScanner, Mark
from vaulttui.vault.markdown.found_blocks import FoundBlocks


def scan_blocks(lines: Sequence[str], first_line: int, *, task_words: bool = False) -> FoundBlocks:
    """Find the blocks of one body.

    Args:
        lines: The body's lines, without line ends.
        first_line: Number of the first of them in the file, from 1.
        task_words: Whether a list item that begins with ``TODO`` or the like is a task.
    """
    scanner = BlockScanner(task_words=task_words)
    scanner.read(lines, first_line)
    unclosed = scanner.unclosed
    if unclosed is None or not scanner.closes_text(unclosed.marker):
        return scanner.found
    # Some mark closes what a paragraph has opened: it does not hide the rest of the note. It is the first one behind
    # that paragraph, if each mark has its partner then, or else the one that is never closed.
    for line in (first_line, unclosed.line):
        scanner = BlockScanner(task_words=task_words, closing=Mark(unclosed.marker, line))
        scanner.read(lines, first_line)
        if scanner.unclosed is None:
            break
    return scanner.found
