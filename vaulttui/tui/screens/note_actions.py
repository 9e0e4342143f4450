"""What keys do with notes: edit, copy, go back."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from textual.actions import SkipAction

from vaulttui.formatting import count
from vaulttui.tui import messages
from vaulttui.tui.opening.opener import CannotOpenError, Opener, obsidian_uri
from vaulttui.tui.preview.place import Place
from vaulttui.tui.screens.asking import AskingScreen

if TYPE_CHECKING:
    from textual.timer import Timer

    from vaulttui.tui.widgets.preview_pane import PreviewPane

MANY = 20
"""So many notes are opened in the editor without a question."""
ASKING_SECONDS = 8.0
"""So long the question stands whether more are to be."""


class NoteActions(AskingScreen):
    """Actions of the main screen on the selected note, or on all that are marked."""

    _asked_for: frozenset[str] = frozenset()
    """Paths of the many notes of which it was asked whether they are to be opened."""
    _asking: Timer | None = None
    """Ends the question."""

    def _note_at_hand(self) -> Place | None:
        """What the preview shows, at the line that one reads when the focus is there; else what is selected, which may
        still be to come."""
        # While one moves fast, the preview is a little behind.
        self.reading.look_now()
        place, selected, shown = self.reading.place, self.results.selected, self.shown_note
        reads = self.panes.focused == "preview" and shown.detail is not None and not shown.reads_another
        if place is not None and reads:
            return Place(place.path, self.preview.source_line)
        if self._selected_is_to_come:
            return None
        if place is not None and selected is not None and self.panes.focused in (None, "results"):
            # The preview may show what a link led to: what one is on is another note then.
            return place if place.path == selected.path else Place.of(selected)
        return place

    @property
    def _selected_is_to_come(self) -> bool:
        """Whether one is on a result that is not loaded: the preview shows the one before."""
        results = self.results
        return self.panes.focused in (None, "results") and bool(results.count) and results.selected is None

    def _say_no_note(self) -> None:
        self.vault_app.notify("There is no note here.", markup=False, timeout=3)

    def action_edit(self) -> None:
        """Open the note in the editor, or all that are marked when one is in the results; then read them again."""
        self.edit_at_hand(self.vault_app.last_input)

    def edit_at_hand(self, asked: float) -> None:
        """Open the note in the editor, or all that are marked; a result as soon as there is an answer with it.

        Args:
            asked: When the person asked for it, by the clock of all messages.
        """
        place = self._note_at_hand()
        marked = list(map(Place.of, self.results.marked))
        if marked and self.panes.focused == "results":
            if self._is_sure(marked):
                self.edit_at(*marked)
        elif (self.panes.focused == "results" and self.searching.outdated) or self._selected_is_to_come:
            self.edit_when_answered(asked)
        elif place is not None:
            self.edit_at(place)
        else:
            self._say_no_note()

    def _is_sure(self, places: list[Place]) -> bool:
        """Whether so many notes are to be opened: if they are many, by the second key while that is told."""
        paths = frozenset(place.path for place in places)
        sure = len(paths) <= MANY or paths == self._asked_for
        self._asked_for = frozenset() if sure else paths
        if self._asking is not None:
            self._asking.stop()  # it would end this question, too soon
        if not sure:
            self._asking = self.vault_app.set_timer(ASKING_SECONDS, self._ask_anew)
            told = f"{count(len(paths))} notes are marked. Once more opens all of them in the editor."
            self.vault_app.notify(told, severity="warning", markup=False, timeout=ASKING_SECONDS)
        return sure

    def _ask_anew(self) -> None:
        self._asked_for = frozenset()

    def edit_at(self, *places: Place) -> None:
        """Open notes in the editor at their lines, then read them again."""
        for place in places[-MANY:]:
            self.state.remember_note(place.path)
        files = [(self.vault_app.vault / place.path, place.line) for place in places]
        outcome = self.vault_app.launcher.open(self.vault_app, *files)
        if outcome.message:
            if outcome.status == "failed":
                self.vault_app.notify(outcome.message, severity="error", markup=False, timeout=10)
            else:
                self.vault_app.notify(outcome.message, markup=False)
        if outcome.status == "detached":
            return
        if len(places) > MANY:
            self.session.refresh()
        else:
            for place in places:
                self.session.index_note(place.path)

    def look_after_marks(self) -> None:
        """Unmark notes that are not there any more, though the present query may find none of them."""
        vault, paths = self.vault_app.vault, [hit.path for hit in self.results.marked]

        def work() -> messages.NotesVanished:
            from vaulttui.vault.files.looking import vanished  # late: not needed for the first paint

            return messages.NotesVanished(vanished(vault, paths))

        if paths:
            self.session.look_up("marks", work, "The marks could not be checked")

    def on_notes_vanished(self, message: messages.NotesVanished) -> None:
        """Unmark what cannot be edited or copied any more."""
        self.results.drop_marks(message.paths)

    def _paths_at_hand(self) -> list[str]:
        marked = [hit.path for hit in self.results.marked]
        place = self._note_at_hand()
        if not marked and place is None:
            self._say_no_note()
        return marked or ([place.path] if place is not None else [])

    def action_copy_path(self) -> None:
        """Copy the path of the note, or of all that are marked, one to a line."""
        self._copy(self._paths_at_hand(), "path")

    def action_copy_link(self) -> None:
        """Copy the note as a wikilink, or all that are marked, one to a line."""
        self._copy_links(self._paths_at_hand())

    def action_copy_heading(self) -> None:
        """Copy a link to the heading that one reads below."""
        self.preview.ask_for_link()

    def on_preview_pane_link_wanted(self, message: PreviewPane.LinkWanted) -> None:
        """Copy a link to a heading of the note that one reads."""
        self._copy_links([message.path], message.heading)

    def _copy_links(self, paths: list[str], heading: str = "") -> None:
        vault, settings = self.vault_app.vault, self.vault_app.settings.vault

        def work() -> messages.LinksNamed:
            from vaulttui.vault.links.written_links import written_links  # late: not needed for the first paint

            return messages.LinksNamed(written_links(vault, paths, settings, heading))

        if paths:
            self.session.look_up("links", work, "The link was not copied")

    def on_links_named(self, message: messages.LinksNamed) -> None:
        """Copy what leads to the notes."""
        self._copy(message.links, "link")

    def _copy(self, lines: list[str], what: str) -> None:
        if lines:
            self.vault_app.copy_to_clipboard("\n".join(lines))
            copied = lines[0] if len(lines) == 1 else f"{len(lines)} {what}s"
            self.vault_app.notify(f"Copied {copied}", markup=False, timeout=3)

    def action_copy_text(self) -> None:
        """Copy what is selected with the mouse. Textual's own says nothing."""
        selected = self.get_selected_text()
        if not selected:
            raise SkipAction
        self.vault_app.copy_to_clipboard(selected)
        self.vault_app.notify("Copied the selected text", timeout=3)

    def hand_over(self, open_it: Callable[[Opener], None]) -> None:
        """Let the desktop open something, and say if it cannot."""
        try:
            open_it(self.vault_app.opener)
        except CannotOpenError as error:
            self.vault_app.notify(error.message, severity="warning", markup=False)

    def action_open_in_obsidian(self) -> None:
        """Open the note in Obsidian."""
        place = self._note_at_hand()
        if place is not None:
            self.hand_over(lambda opener: opener.open_address(obsidian_uri(self.vault_app.vault.name, place.path)))
        else:
            self._say_no_note()

    def action_open_folder(self) -> None:
        """Open the folder of the note in the file manager."""
        place = self._note_at_hand()
        if place is not None:
            self.hand_over(lambda opener: opener.open_folder((self.vault_app.vault / place.path).parent))
        else:
            self._say_no_note()

    def on_preview_pane_leapt(self, message: PreviewPane.Leapt) -> None:
        """Let one come back to where a footnote was followed from."""
        self.reading.leap_from(message.place)

    def action_go_back(self) -> None:
        """Show the note seen before."""
        if not self.reading.go_back():
            self.vault_app.bell()

    def action_go_forward(self) -> None:
        """Show the note seen after."""
        if not self.reading.go_forward():
            self.vault_app.bell()
