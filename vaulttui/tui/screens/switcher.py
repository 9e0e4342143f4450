"""Opening a note by a part of its name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from textual import on, work
from textual.message import Message

from vaulttui.tui import messages
from vaulttui.tui.screens.choosing import Choice, Chooser
from vaulttui.tui.session.engine_access import NOT_OPEN
from vaulttui.tui.session.session import SearchSession
from vaulttui.tui.widgets.note_place import NotePlace
from vaulttui.vault.note_names import note_name

LIMIT = 50
"""Notes that are offered."""
_NEARLY = "≈"
"""Marks a note that is not called what was typed, but nearly so."""
_CALLED = " → "
"""Between an alias and the title of the note that has it."""


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
        recent: Gives the paths of the notes that were read last, the newest first; called on a thread. They are offered
            before anything is typed.
    """

    HEADING = "Open note"
    HINT = "Title, alias or path …"
    VERB = "open"

    class RecentKnown(Message):
        """The disk has answered."""

        def __init__(self, paths: Sequence[str]) -> None:
            super().__init__()
            self.paths = paths

    def __init__(self, session: SearchSession, recent: Callable[[], Sequence[str]] = tuple) -> None:
        super().__init__()
        self._session = session
        self._find_recent = recent
        self._recent: Sequence[str] | None = None
        self._titles: Mapping[str, str] = {}
        """Of the notes that were read last, by path."""
        self._request = 0

    def on_mount(self) -> None:
        """Find out which notes were read last."""
        # Textual calls the handler of the base class as well.
        self._look_for_recent()

    @work(thread=True, group="recent")
    def _look_for_recent(self) -> None:
        self.post_message(self.RecentKnown(self._find_recent()))

    def on_switcher_recent_known(self, event: RecentKnown) -> None:
        """Offer them, if nothing is typed yet."""
        self._recent = event.paths
        self._session.name_notes(event.paths, self)
        if not self.input.value.strip():
            self.look_up("")

    def look_up(self, text: str) -> None:
        """Ask for the notes that fit."""
        self.waiting = True
        if self._recent is None and not text.strip():
            self._request = 0  # what was read last comes first, and what was typed before comes too late
            return
        if not self._session.is_open:
            self.choices.show((), NOT_OPEN)
        self._request = self._session.suggest("note", text, limit=LIMIT, receiver=self)

    @on(messages.NotesNamed)
    def _named(self, message: messages.NotesNamed) -> None:
        self._titles = message.titles

    @on(messages.Suggested)
    def _suggested(self, message: messages.Suggested) -> None:
        if message.request != self._request:
            return
        typed = self.input.value.strip()
        found = [
            _choice(suggestion.text, suggestion.label, typed, _NEARLY if suggestion.corrected else "")
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
        read = self._recent or ()
        recent = [known.get(path) or _choice(path, self._titles.get(path) or note_name(path)) for path in read]
        return [choice._replace(mark="·") for choice in recent] + [
            choice for choice in found if choice.value.path not in read
        ]


def _choice(path: str, label: str, typed: str = "", mark: str = "") -> Choice[Chosen]:
    """A note, with its place; of its name, what was typed is in sight."""
    place = NotePlace.of(path, label, *label.split(_CALLED))
    return Choice(Chosen(path), label, place.text, mark, cut=lambda width: place.cut(width, typed))
