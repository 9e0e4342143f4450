"""What keys do by way of a dialog: open, make and save things by their names."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

from vaulttui import paths
from vaulttui.search.syntax import active_filters, set_filter
from vaulttui.terminal_text import plain
from vaulttui.tui.preview import LinkTarget
from vaulttui.tui.preview.place import Place
from vaulttui.tui.screens.note_actions import NoteActions
from vaulttui.tui.searching.question import Question
from vaulttui.tui.session.note_making import folder_as_named
from vaulttui.tui.state.remembered import SavedSearch
from vaulttui.vault.note_names import is_note_name
from vaulttui.vault.other_programs.logseq import BLOCK_REFERENCE

if TYPE_CHECKING:
    from vaulttui.tui import messages
    from vaulttui.tui.screens.dates import Period
    from vaulttui.tui.screens.new_note import NewNote
    from vaulttui.tui.screens.switcher import Chosen


_FILE_NAME = re.compile(r"\.[A-Za-z]\w{1,4}$")
"""What ends so is a picture or the like, rather than a note."""


class DialogActions(NoteActions):
    """Actions of the main screen that ask something first."""

    def visit(self, place: Place) -> None:
        """Show a note, as a step in the history."""
        self.state.remember_note(place.path)
        if self.focused is self.find_bar.input:  # what is found would go on in that note
            self.panes.focus("preview")
        self.reading.go_to(place)
        self.panes.focus("preview")

    # Links

    def follow(self, link: LinkTarget) -> None:
        """Go where a link leads to."""
        if link.kind == "url":
            self.hand_over(lambda opener: opener.open_address(link.target))
        elif link.kind == "tag":
            self.reading.keep()
            self.look_for_instead(set_filter("", "tag", link.target, state="include"))
        elif link.path is None and BLOCK_REFERENCE.fullmatch(link.target):
            self.vault_app.notify(f"No note has the block {link.target}.", severity="warning", markup=False)
        elif link.path is None:
            self.vault_app.notify(f"There is no note {plain(link.target)!r}.", severity="warning", markup=False)
            if is_note_name(link.target) or not _FILE_NAME.search(link.target):
                self._offer_linked_note(link.target)
        elif not is_note_name(link.path):
            told = f"{plain(link.path)} is not a note, and only notes are shown here."
            self.vault_app.notify(told, severity="warning", markup=False)
        else:
            self.reading.go_to(Place(link.path, heading=f"^{link.block}" if link.block else link.heading))

    def _offer_linked_note(self, target: str) -> None:
        """Offer to make a note that the one that is shown links to, where the link leads; none outside the vault."""
        from vaulttui.vault.links.fixed_places import fixed_place  # late: not needed for the first paint

        shown = self.shown_note.detail
        place = fixed_place(target, shown.path.rpartition("/")[0] if shown is not None else "")
        if place is None:
            self.offer_new_note(target)
        elif place.partition("/")[0] not in ("", ".", ".."):
            self._ask_for_new_note(place)

    # Notes by name

    def action_open_switcher(self) -> None:
        """Open a note by its name."""
        from vaulttui.tui.screens.switcher import Switcher

        self.vault_app.push_screen(Switcher(self.session, self._recent_notes), self._note_chosen)

    def _recent_notes(self) -> list[str]:
        """Paths of the notes that were read last and are still there; all of them where the vault is not. Blocks."""
        from vaulttui.vault.files.looking import vanished

        recent = [*self.state.recent]
        gone = vanished(self.vault_app.vault, recent)
        return [path for path in recent if path not in gone]

    def _note_chosen(self, chosen: Chosen | None) -> None:
        if chosen is not None and chosen.new:
            self.offer_new_note(chosen.path)
        elif chosen is not None:
            self.visit(Place(chosen.path))

    def action_show_warnings(self) -> None:
        """Show what could not be read as written."""
        from vaulttui.tui.screens.warnings import WarningsScreen

        self.vault_app.push_screen(WarningsScreen(self.session), self._warning_chosen)

    def _warning_chosen(self, place: Place | None) -> None:
        if place is not None:
            self.visit(place)

    # New notes

    def action_new_note(self) -> None:
        """Make a note; its name begins with the folder that one looks at."""
        self._ask_for_new_note(self._folder_for_notes())

    def offer_new_note(self, name: str) -> None:
        """Ask for the name of a note that somebody wants, beginning with what they call it."""
        self._ask_for_new_note(name if "/" in name else self._folder_for_notes() + name)

    def _folder_for_notes(self) -> str:
        """What the name of a new note begins with: the folder that is filtered by, else that of the settings."""
        folders = [
            item.value for item in active_filters(self.question.text) if item.operator == "folder" and not item.negated
        ]
        if len(folders) == 1:
            hits = self.searching.result.hits if self.searching.result is not None else ()
            folder = folder_as_named(folders[0], [hit.path for hit in hits])
        else:
            folder = self.vault_app.settings.notes.folder.strip("/")
        return f"{folder}/" if folder else ""

    def _ask_for_new_note(self, name: str) -> None:
        from vaulttui.tui.screens.new_note import NewNoteScreen

        beside = self.reading.place.path if self.reading.place is not None else ""
        self.vault_app.push_screen(NewNoteScreen(name, self.notes, self._now(), beside), self._new_note_named)

    def _new_note_named(self, note: NewNote | None) -> None:
        if note is not None and note.there:
            self.visit(Place(note.path))
        elif note is not None:
            self.notes.make(note.path, note.template)

    def on_note_not_made(self, message: messages.NoteNotMade) -> None:
        """Say why, and ask once more, beginning with what was typed."""
        self.vault_app.notify(message.reason, title="The note was not made", severity="error", markup=False)
        self._ask_for_new_note(message.path.removesuffix(".md"))

    def action_daily_note(self) -> None:
        """Go to the note of today, making it if need be."""
        self.notes.open_daily(self._now().date())

    def on_note_ready(self, message: messages.NoteReady) -> None:
        """Show the note; one that was just made is edited at once, unless a dialog was opened meanwhile: what is typed
        there would go to the editor."""
        if not message.made:
            self.visit(Place(message.path))
            return
        place = Place(message.path, message.line)
        # Before the editor takes over, so that the note is there behind it.
        self.session.index_note(message.path)
        self.visit(place)
        if self.is_active:
            self.edit_at(place)
        else:
            self.vault_app.notify(f"Made {message.path}", markup=False, timeout=3)
        if message.left_out:  # behind the editor: what is told before it is gone when the editor closes
            told = f".gitignore, Obsidian, Logseq or the settings leave {message.path} out: it will not be found."
            self.vault_app.notify(told, severity="warning", markup=False, timeout=10)

    # Dates

    def action_go_to_date(self) -> None:
        """Go to the daily note of a day, or look for the notes of a time."""
        from vaulttui.tui.screens.dates import DatesScreen

        self.vault_app.push_screen(DatesScreen(self._now()), self._date_chosen)

    def _date_chosen(self, chosen: date | Period | None) -> None:
        if isinstance(chosen, date):
            self.notes.open_daily(chosen)
        elif chosen is not None:
            self.look_for_instead(f"{chosen.operator}:{chosen.written}")
            self.panes.focus("results")

    # Searches

    def action_open_searches(self) -> None:
        """Run a saved search or one of the last ones again."""
        from vaulttui.tui.screens.searches import SearchesScreen

        self.state.remember_query(self.question.text)
        app = self.vault_app
        app.push_screen(SearchesScreen(self.state, app.renew_state, app.begin_to_keep_state), self._search_chosen)

    def _search_chosen(self, search: SavedSearch | None) -> None:
        if search is None:
            return
        question = self.question
        if search.name:
            question = Question.restore(
                search.text,
                search.mode,
                search.sort,
                question.mode.value,
                reverse=search.reverse,
                passages=search.passages,
            )
        self.ask(replace(question, text=search.text))
        self.state.remember_query(search.text)
        self.panes.focus("results")

    def action_save_search(self) -> None:
        """Save what is looked for under a name."""
        question = self.question
        if not question.text.strip():
            self.vault_app.notify("There is no search to save: type a query first.", markup=False, timeout=4)
            return
        known = {saved.text: saved.name for saved in self.state.saved}
        search = SavedSearch(
            known.get(question.text, ""),
            question.text,
            "" if question.said("mode") else question.mode.value,
            "" if question.said("sort") else question.sort or "",
            question.reverse and not question.said("sort"),
            question.passages,
        )
        self._ask_for_name(search)

    def _ask_for_name(self, search: SavedSearch) -> None:
        from vaulttui.tui.screens.searches import SaveSearchScreen, SearchName

        async def save(answer: SearchName | None) -> None:
            if answer is None:
                return
            name = answer.name
            await self.vault_app.renew_state()
            if not answer.replaces and name in [saved.name for saved in self.state.saved]:
                told = f"Another window has saved a search as {name} just now."
                self.vault_app.notify(told, severity="warning", markup=False)
                self._ask_for_name(replace(search, name=name))
                return
            self.state.save_search(replace(search, name=name))
            try:
                await self.vault_app.keep_state()
            except OSError as error:
                told = paths.not_kept(f"The search {name}", error)
                self.vault_app.notify(told, severity="warning", markup=False)
            else:
                self.vault_app.notify(f"Saved as {name}", markup=False, timeout=3)

        self.vault_app.push_screen(SaveSearchScreen(search, self.state, self.vault_app.renew_state), save)

    # Vaults

    def action_open_vaults(self) -> None:
        """Open another vault in the place of this one."""
        self.vault_app.choose_vault()
