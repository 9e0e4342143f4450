"""Chunks with the lines around them, numbered as in the file."""

from __future__ import annotations

from collections.abc import Sequence

from vaulttui.search.query import Hit
from vaulttui.search.results.context import ContextReader


def chunk_with_context(reader: ContextReader, hit: Hit) -> str:
    """A chunk and the lines around it, each as ``number  | text``."""
    passage = reader.around(hit)
    return numbered(passage.lines, passage.first_line)


def numbered(lines: Sequence[str], first: int) -> str:
    """Lines with their numbers, which are padded to one width."""
    width = len(str(first + len(lines) - 1))
    return "\n".join(f"{number:>{width}}  | {line}" for number, line in enumerate(lines, first))
