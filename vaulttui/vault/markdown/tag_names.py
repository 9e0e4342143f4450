"""What a tag may be called, in a note and in a query."""

from __future__ import annotations

import re
import unicodedata

_PAUSES = "،؛؟۔।॥、。！，：；？｡､"
"""What ends a clause in scripts that set no blank behind it: with it, all of a sentence would be the tag."""
_PART = r"[^\x00-\x20\x7f-\x9f\u2000-\u206f\u2e00-\u2e7f\ufeff'!\"#$%&()*+,.:;<=>?@^`{|}~\[\]\\\s" + _PAUSES + "]++"
TAG = re.compile(rf"#({_PART}(?:[\u200c\u200d]++{_PART})*+)")
"""A tag, if it may begin there. The characters that end it are Obsidian's, control characters, and pauses. The joiners
of Persian words and of emoji of several parts belong to it."""
TAG_KEYS = frozenset(("tags", "tag"))
"""Keys of properties, in lower case, that hold tags."""
_NOT_A_DIGIT = re.compile(r"[^0-9]")


def is_tag_name(name: str) -> bool:
    """Whether a tag can be called so; numbers alone are none, nor are mere marks on other characters: the keycap ``#️⃣``
    is an emoji."""
    return _NOT_A_DIGIT.search(name) is not None and any(unicodedata.category(char)[0] != "M" for char in name)
