"""Making a new note: its name, and what it starts from; or opening the one that has the name."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from textual import on

from vaulttui.errors import VaultTuiError
from vaulttui.tui import messages
from vaulttui.tui.screens.choosing import Choice, Chooser
from vaulttui.tui.session.note_making import NoteMaker
from vaulttui.vault.new_note import note_path


class NewNote(NamedTuple):
    """A note that is to be made, or that is there already."""

    path: str
    """Relative to the vault, with its ending."""
    template: str = ""
    """Path of the note that it starts from, ``""`` for none."""
    there: bool = False
    """Whether there is a note of that name, which is to be opened."""


class NewNoteScreen(Chooser[NewNote, str]):
    """A name above the templates that there are; the answer is the note to be made, or the one that has the name.

    Args:
        text: What the name begins with.
        notes: Who knows the templates, and the names that are taken.
        now: What a note without a name is called by, in local time.
        beside: Path of the note that one looks at, ``""`` for none.
    """

    HEADING = "New note"
    HINT = "Name, or folder/name …"
    VERB = "make and edit"

    def __init__(self, text: str, notes: NoteMaker, now: datetime, beside: str = "") -> None:
        super().__init__(text)
        self._unnamed = f"{now:%Y-%m-%d %H%M}"
        self._asked = self._path = ""
        self._notes = notes
        self._beside = beside
        self._there = False
        self._templates: tuple[str, ...] = ()

    def on_mount(self) -> None:
        """Ask for the templates."""
        # Textual calls the handler of the base class as well.
        self._notes.list_templates(self)

    @property
    def verb(self) -> str:
        """What is done with the name that was typed."""
        return "open" if self._there else self.VERB

    @on(messages.TemplatesListed)
    def _listed(self, message: messages.TemplatesListed) -> None:
        self._templates = message.paths
        self.look_up(self.input.value)

    def look_up(self, text: str) -> None:
        """Ask whether the name is taken, or say why there can be no note of that name."""
        name = text.strip()
        try:
            self._asked = note_path(f"{name}{self._unnamed}" if not name or name.endswith("/") else text)
        except VaultTuiError as error:
            self._asked = ""
            self.offer([], error.message)
        else:
            self.waiting = True
            self._notes.look_for(self._asked, self._beside, self)

    @on(messages.NameLookedUp)
    def _looked_up(self, message: messages.NameLookedUp) -> None:
        """Offer an empty note and one of each template, or the note that is there."""
        if message.name != self._asked:
            return
        self._path, self._there = message.path, message.there
        self.show_edge()
        if message.there:
            self.offer([Choice("", "Open the note of this name", self._path)], "")
            return
        templates = [self._of_template(template) for template in self._templates]
        self.offer([Choice("", "Empty note", self._path, "+"), *templates], "", cursor=self.choices.cursor)

    @staticmethod
    def _of_template(template: str) -> Choice[str]:
        folder, _, name = template.rpartition("/")
        return Choice(template, f"From {name.rpartition('.')[0]}", folder, "❏")

    def choose_clicked(self, choice: Choice[str]) -> None:
        """Take what was clicked as soon as the name is looked up that it is for."""
        self.action_choose()

    def choose(self, choice: Choice[str]) -> None:
        """Answer with the note."""
        self.dismiss(NewNote(self._path, choice.value, self._there))
