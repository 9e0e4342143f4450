"""What makes a task of a list item: a check box, or in Logseq a word."""

from __future__ import annotations

import re
from typing import Final

_CHECKBOX: Final = re.compile(r"\[(.)\](?:[ \t]++|$)")
_WORDS: Final = {
    **dict.fromkeys(("TODO", "LATER"), " "),
    **dict.fromkeys(("DOING", "NOW", "IN-PROGRESS"), "/"),
    **dict.fromkeys(("WAIT", "WAITING"), "?"),
    "DONE": "x",
    **dict.fromkeys(("CANCELED", "CANCELLED"), "-"),
}
"""Logseq's words, by the mark that a check box of that meaning has."""
_WORD: Final = re.compile(rf"({'|'.join(sorted(_WORDS, reverse=True))})[ \t]++(?=\S)")


def task_at(text: str, start: int, *, words: bool) -> tuple[str, str] | None:
    """Read the mark of a task.

    Args:
        text: A line without blanks at its end.
        start: Where the content of a list item begins in it.
        words: Whether words are marks, too.

    Returns:
        The character in the check box, or that a word stands for, and the text behind it; ``None`` if it is no task.
    """
    checkbox = _CHECKBOX.match(text, start)
    # Without text behind it, the usual ones count: editors strip the blank that belongs there.
    if checkbox is not None and (checkbox.end() < len(text) or checkbox[1] in " xX"):
        return checkbox[1], text[checkbox.end() :]
    word = _WORD.match(text, start) if words else None
    return None if word is None else (_WORDS[word[1]], text[word.end() :])
