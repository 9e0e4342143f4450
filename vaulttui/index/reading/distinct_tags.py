"""The tags of a note, each once."""

from __future__ import annotations

from collections.abc import Iterable

from vaulttui.index.reading.letters import fold
from vaulttui.vault.note import Tag


def distinct_tags(tags: Iterable[Tag]) -> list[Tag]:
    """A note's tags without repeats, whatever their case and accents: as first written, with the line of their first
    use."""
    seen: dict[str, Tag] = {}
    for tag in tags:
        seen.setdefault(fold(tag.name), tag)
    return list(seen.values())
