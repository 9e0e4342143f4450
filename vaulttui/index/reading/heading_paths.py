"""Heading paths as one text each: fetching a few lists of texts takes as long as all else of a chunk."""

from __future__ import annotations

from collections.abc import Sequence

_END = "\n"
"""Ends every heading; none holds one, for a heading is a line."""


def encode_heading_path(path: Sequence[str]) -> str:
    """Headings, outermost first, each with its end."""
    return "".join(heading + _END for heading in path)


def decode_heading_path(encoded: str) -> tuple[str, ...]:
    """Headings, outermost first, of a text that :func:`encode_heading_path` made."""
    return tuple(encoded.split(_END)[:-1])
