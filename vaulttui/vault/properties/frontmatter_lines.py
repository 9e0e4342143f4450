"""The lines around a frontmatter."""

from __future__ import annotations

from collections.abc import Sequence


def frontmatter_end(lines: Sequence[str]) -> int | None:
    """The place of the line that closes the block which the first line opens; ``None`` without such a block.

    A block without keys, or a very long one, is part of the body all the same: see
    :func:`~vaulttui.vault.properties.frontmatter.read_frontmatter`.
    """
    fence = fence_of(lines[0]) if lines else None
    if fence is None:
        return None
    return next((index for index in range(1, len(lines)) if fence_of(lines[index]) == fence), None)


def fence_of(line: str) -> str | None:
    """What a line opens or closes a block with: ``---`` around YAML, ``+++`` around TOML; ``None`` for another line."""
    return line[:3] if line.startswith(("---", "+++")) and not line[3:].strip(" \t") else None
