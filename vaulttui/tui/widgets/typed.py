"""What a key, or a paste, is as text: what inputs, and whatever else is typed into, take of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from textual.app import App
    from textual.events import Key

_JOINERS: Final = frozenset("\u200c\u200d")
"""The zero-width non-joiner and joiner. Persian and Indic keyboards have keys for them, as words are spelt with them,
and emoji of several come with them. Nothing else that cannot be seen is text: it would hide, or turn the line round."""

LONGEST_PASTE: Final = 4_000
"""Characters that are taken of a text: a hundred thousand would be coloured for seconds at each key of a query."""


def typed_text(event: Key) -> str | None:
    """The character that a key types, ``None`` if it types none.

    One with alt is none: it is a command, or nothing. Textual's ``is_printable`` counts that, but no joiner.
    """
    character = event.character
    if character is None or event.key.startswith("alt+"):
        return None
    return character if character.isprintable() or character in _JOINERS else None


def one_line(text: str) -> str:
    """A text of several lines as one of words, as a sentence or a title is that was wrapped; one line as it is."""
    lines = text.splitlines()
    return " ".join(" ".join(lines).split()) if len(lines) > 1 else "".join(lines)


def pasted(app: App[object], text: str) -> str:
    """What of a text is pasted, as one line. If that is not all, ``app`` tells it."""
    if len(text) > LONGEST_PASTE:
        app.notify(f"Only the first {LONGEST_PASTE:,} characters are taken.", severity="warning")
    return one_line(text[:LONGEST_PASTE])
