"""Kinds of callouts: ``> [!warning]`` and its relatives."""

from __future__ import annotations

from typing import Final, NamedTuple


class CalloutKind(NamedTuple):
    """How one kind of callout looks."""

    icon: str
    """One cell wide in every terminal."""
    color: str
    """Name that the theme knows as ``callout.<color>``."""


_KINDS: Final = {
    "note": CalloutKind("✎", "blue"),
    "info": CalloutKind("i", "blue"),
    "todo": CalloutKind("☐", "blue"),
    "abstract": CalloutKind("≡", "cyan"),
    "tip": CalloutKind("✦", "cyan"),
    "success": CalloutKind("✔", "green"),
    "question": CalloutKind("?", "yellow"),
    "warning": CalloutKind("▲", "orange"),
    "failure": CalloutKind("✘", "red"),
    "danger": CalloutKind("‼", "red"),
    "bug": CalloutKind("✱", "red"),
    "example": CalloutKind("❏", "yellow"),
    "quote": CalloutKind("❞", "grey"),
}

_ALIASES: Final = {
    "summary": "abstract",
    "tldr": "abstract",
    "hint": "tip",
    "important": "tip",
    "check": "success",
    "done": "success",
    "help": "question",
    "faq": "question",
    "caution": "warning",
    "attention": "warning",
    "fail": "failure",
    "missing": "failure",
    "error": "danger",
    "cite": "quote",
}


def callout_kind(written: str) -> CalloutKind:
    """Return the looks of a callout by its name as written; unknown ones look like a note."""
    name = written.partition("|")[0].strip().lower()
    return _KINDS.get(_ALIASES.get(name, name), _KINDS["note"])


def callout_title(written: str) -> str:
    """Return the title of a callout that was written without one."""
    name = written.partition("|")[0].strip()
    return name.replace("-", " ").replace("_", " ").capitalize()
