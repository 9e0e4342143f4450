"""Opening a note by a part of its name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from textual import on

from vaulttui.tui import messages
from vaulttui.tui.screens.choosing import Choice, Chooser
from vaulttui.tui.session import SearchSession
from vaulttui.tui.widgets.result_row import folder_of

LIMIT = 50
"""Notes that are offered."""
_NEARLY = "≈"
"""Marks a note that is not called what was typed, but nearly so."""


class Chosen(NamedTuple):
    """What was chosen."""

    path: str
    """Path of a note that there is, or what was typed."""
    new: bool = False
    """Whether a note of that name is to be made."""


class Switcher(Chooser[Chosen, Chosen]):
    """The notes whose titles, aliases or paths fit, and below them a new one of that name. If none fits, the new one is
    first, and below it are the notes that are called nearly so.

    Args:
        session: Who knows the names.
        recent: Paths of the notes that were read last, the newest first; offered before anything is typed.
    """

    HEADING = "Open note"
    HINT = "Title, alias or path …"
    VERB = "open"

    def __init__(self, session: SearchSession, recent: Sequence[str] = ()) -> None:
        super().__init__()
        self._session = session
        self._recent = recent
        self._request = 0

    def look_up(self, text: str) -> None:
        """Ask for the notes that fit."""
        self.waiting = True
        self._request = self._session.suggest("note", text, limit=LIMIT, receiver=self)

    @on(messages.Suggested)
    def _suggested(self, message: messages.Suggested) -> None:
        if message.request != self._request:
            return
        typed = self.input.value.strip()
        found = [
            Choice(
                Chosen(suggestion.text),
                suggestion.label,
                folder_of(suggestion.text),
                mark=_NEARLY if suggestion.corrected else "",
            )
            for suggestion in message.suggestions
        ]
        if not typed:
            found = self._recent_first(found)
        elif typed.casefold() not in {choice.label.casefold() for choice in found}:
            fits = any(choice.mark != _NEARLY for choice in found)
            found.insert(len(found) if fits else 0, Choice(Chosen(typed, new=True), f"New note “{typed}” …", mark="+"))
        self.offer(found, "There are no notes yet")

    def _recent_first(self, found: Sequence[Choice[Chosen]]) -> list[Choice[Chosen]]:
        """Put the notes that were read last before the others."""
        known = {choice.value.path: choice for choice in found}
        recent = [
            known.get(path) or Choice(Chosen(path), path.rpartition("/")[2].removesuffix(".md"), folder_of(path))
            for path in self._recent
        ]
        return [choice._replace(mark="·") for choice in recent] + [
            choice for choice in found if choice.value.path not in self._recent
        ]

    def choose(self, choice: Choice[Chosen]) -> None:
        """Answer with the note."""
        self.dismiss(choice.value)
