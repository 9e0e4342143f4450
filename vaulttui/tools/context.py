"""Chunks with the lines around them, numbered as in the file."""

from __future__ import annotations

from collections.abc import Sequence

from vaulttui.search.query import Hit
from vaulttui.search.results.context import ContextReader
from vaulttui.tools.excerpts import excerpt


def chunk_with_context(reader: ContextReader, hit: Hit, most: int | None = None) -> str:
    """A chunk and the lines around it, each as ``number  | text``.

    Args:
        reader: Reads the lines.
        hit: The chunk.
        most: Room of what is shown around its best match; ``None`` for all.
    """
    passage = reader.around(hit)
    left_out, lines = excerpt(passage, most)
    return numbered(lines, passage.first_line + left_out)


def numbered(lines: Sequence[str], first: int) -> str:
    """Lines with their numbers, which are padded to one width."""
    width = len(str(first + len(lines) - 1))
    return "\n".join(f"{number:>{width}}  | {line}" for number, line in enumerate(lines, first))
