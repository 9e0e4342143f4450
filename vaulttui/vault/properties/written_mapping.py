"""A mapping as a frontmatter has it, whatever language it is written in."""

from __future__ import annotations

from dataclasses import field
from typing import Final

from vaulttui.values import dataclass
from vaulttui.vault.note import PropertyValue

MAX_DEPTH: Final = 64
"""Lists and maps within each other."""


class InvalidMappingError(ValueError):
    """The text is no mapping that can be read.

    Args:
        message: What is wrong, without the place.
        line: Where, from 0; ``None`` if not known.
    """

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.line = line


@dataclass(frozen=True, slots=True)
class Entry:
    """One key of the top level."""

    key: str
    value: PropertyValue
    line: int
    """From 0."""
    item_lines: tuple[int, ...] = ()
    """Where each item of a list begins, from 0; empty if the value is no list, or it is not known."""


@dataclass(slots=True)
class WrittenMapping:
    """A mapping as it was written."""

    entries: list[Entry] = field(default_factory=list)
    """In order; of equal keys only the last."""
    duplicates: list[tuple[str, int]] = field(default_factory=list)
    """Keys, on any level, that stood in their mapping before, with the line (from 0) where they stand again."""
