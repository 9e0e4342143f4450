"""Keeps what is handed to an agent within what it can read, and says what was cut."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from vaulttui.tools.json_text import to_json
from vaulttui.tools.search_notes import TRUNCATED

LONGEST_ANSWER = 40_000
"""Characters of one answer: about 10,000 tokens."""
_LEAST_TEXT = 200
"""Shorter texts are never cut."""


def fitting(items: Sequence[Any], most: int = LONGEST_ANSWER) -> list[Any]:
    """As many whole items as fit as JSON; of the first, at least a part."""
    kept: list[Any] = []
    left = most
    for item in items:
        size = len(to_json(item)) + 2
        if size > left:
            break
        kept.append(item)
        left -= size
    if not kept and items:
        kept.append(_shortened(items[0], most))
    return kept


def _shortened(item: Any, most: int) -> Any:
    """An item with what is long in it cut evenly; of a list that is cut its text is left."""
    if isinstance(item, str):
        return cut_text(item, most)
    if not isinstance(item, Mapping):
        return cut_text(to_json(item), most)
    texts = {key: value if isinstance(value, str) else to_json(value) for key, value in item.items()}
    long = sum(len(text) > _LEAST_TEXT for text in texts.values())
    share = max(_LEAST_TEXT, most // (2 * max(1, long)))
    return {key: cut_text(texts[key], share) if len(texts[key]) > share else value for key, value in item.items()}


def cut_text(text: str, most: int = LONGEST_ANSWER) -> str:
    """A text with a sign where it was cut."""
    return text if len(text) <= most else f"{text[:most]}\n{TRUNCATED}"
