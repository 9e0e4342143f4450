"""What the value of an inline field means: one value, or the list of those between its commas."""

from __future__ import annotations

import re
from typing import Final

from vaulttui.vault.markdown.tag_names import TAG
from vaulttui.vault.note import PropertyValue
from vaulttui.vault.properties.scalars import read_scalar

MOST_ITEMS: Final = 500
"""Items of one field; more are a data dump."""

_ITEM: Final = re.compile(
    rf"\s*+(?:(?P<kept>!?\[\[[^\[\]]++\]\]|{TAG.pattern})"
    r'|"(?P<quoted>[^"]*+)"|(?P<bare>[\w.:+-][\w.:+ -]{0,39}+))\s*+(?:,|\Z)'
)
"""One item with the comma behind it. What is bare is one only if it is a number, a checkbox or a date."""
_QUOTED: Final = re.compile(r'"([^"]*+)"')
"""A whole value."""


def read_inline_value(text: str) -> PropertyValue:
    """Read the value of an inline field.

    As in Dataview, links, tags, quoted texts, numbers, checkboxes and dates between commas are a list, in any mixture,
    quotation marks taken off; so they are of a quoted text alone. Prose with commas is one text, and so are ``10,000``
    and ``1,5``, which are single numbers to those who write them, though not to Dataview, and a list of more than
    :data:`MOST_ITEMS`.

    Args:
        text: As written, without blanks around it.
    """
    if (quoted := _QUOTED.fullmatch(text)) is not None:
        return quoted[1]
    if "," not in text:
        return read_scalar(text)
    items: list[PropertyValue] = []
    end = len(text.rstrip(", "))  # a comma at the end parts nothing
    position = 0
    while position < end:
        found = _ITEM.match(text, position)
        position = found.end() if found is not None else 0
        if found is None or len(items) == MOST_ITEMS or _parts_digits(text, position - 1):
            return text
        bare = found["bare"]
        if bare is None:
            items.append(found["kept"] or found["quoted"])
            continue
        item = read_scalar(bare.rstrip())
        if item is None or type(item) is str:
            return text
        items.append(item)
    return items or text


def _parts_digits(text: str, comma: int) -> bool:
    return text[comma] == "," and text[comma - 1 : comma].isdigit() and text[comma + 1 : comma + 2].isdigit()
