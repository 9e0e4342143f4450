"""Names of keys: how they are written in the settings, checked, and shown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from textual.keys import Keys, _character_to_key, format_key

from vaulttui.errors import KeymapError

NEVER_BIND = {"ctrl+h": "Backspace", "ctrl+i": "Tab", "ctrl+m": "Enter", "ctrl+left_square_bracket": "Escape"}
"""Keys that a terminal sends as another key, with the key that arrives instead."""

_MODIFIERS = frozenset({"ctrl", "alt", "shift", "super", "hyper", "meta"})
_ARROWS = frozenset({"up", "down", "left", "right", "enter", "backspace"})
_NAMED = frozenset(key.value.rpartition("+")[2] for key in Keys)


def split_keys(keys: str) -> tuple[str, ...]:
    """Split a list of keys joined by commas (the comma key itself is written ``comma``)."""
    return tuple(dict.fromkeys(arriving(key.strip()) for key in keys.split(",") if key.strip()))


def arriving(key: str) -> str:
    """The name under which a key arrives, however it is written.

    ``/``, ``Ctrl+S``, ``shift+n`` and ``alt+N`` are ``slash``, ``ctrl+s``, ``N`` and ``alt+shift+n``; what is shown as
    ``esc`` or ``↓`` may be written so.
    """
    *before, name = key.split("+") if len(key) > 1 else [key]
    modifiers = {modifier.strip().lower() for modifier in before}
    name = name.strip()
    if not name or not all(modifiers):
        return key
    if len(name) > 1 or name in _SHOWN_AS:
        name = _SHOWN_AS.get(name.lower(), name.lower())
    elif not name.isalnum():
        name = _character_to_key(name)
    elif modifiers:
        if name.isupper() and "ctrl" not in modifiers:
            modifiers.add("shift")
        name = name.lower()
        if modifiers == {"shift"} and name.isalpha():
            return name.upper()
    return "+".join((*sorted(modifiers), name))


def show_key(key: str) -> str:
    """Return a key as a person reads it: ``question_mark`` is ``?``, ``shift+up`` is ``shift+↑``."""
    *modifiers, name = key.split("+") if len(key) > 1 else [key]
    return "+".join((*modifiers, "↵" if name == "enter" else format_key(name)))


_SHOWN_AS: Final[Mapping[str, str]] = {
    "return": "enter",
    **{show_key(key): key for key in (*_ARROWS, "escape", "pageup", "pagedown", "delete")},
}
"""Keys that help and README show by another name than the one under which they arrive."""


def is_text(key: str) -> bool:
    """Whether an input takes a key as text."""
    return "+" not in key[1:] and (key == "space" or len(format_key(key)) == 1) and key not in _ARROWS


def check_key(key: str, command: str) -> None:
    """Check that a terminal can send a key.

    Args:
        key: One key, like ``j``, ``f3`` or ``ctrl+o``.
        command: Id of the command that it is for, for the message.

    Raises:
        KeymapError: The key does not exist or arrives as another one.
    """
    if instead := NEVER_BIND.get(key):
        raise KeymapError(
            f"[keys] {command}: terminals send {show_key(key)} as {instead}, so it cannot be told apart; "
            "choose another key"
        )
    *modifiers, name = key.split("+") if len(key) > 1 else [key]
    known = len(name) == 1 or name in _NAMED or len(format_key(name)) == 1
    if not known or not _MODIFIERS.issuperset(modifiers):
        raise KeymapError(
            f"[keys] {command}: there is no key {key!r}; write keys like j, question_mark, f3, ctrl+o, alt+left"
        )
