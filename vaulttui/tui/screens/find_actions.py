"""What keys do to find something in the note that is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaulttui.tui.screens.asking import AskingScreen

if TYPE_CHECKING:
    from textual.widget import Widget

    from vaulttui.tui import messages
    from vaulttui.tui.widgets.find_bar import FindBar


class FindActions(AskingScreen):
    """Actions of the main screen that find a text in the note."""

    _found_from: Widget | None = None
    """What had the keyboard when one began."""
    _over_results = False
    """Whether the note has taken the place of the results since then."""

    def action_find_in_note(self) -> None:
        """Type what to find in the note, beginning with what was found last."""
        self.reading.look_now()
        if not self.shown_note.begin_to_find():
            self.vault_app.notify("There is no note to find anything in.", markup=False, timeout=3)
            return
        self._found_from, results_shown = self.focused, self.panes.shown("results")
        self.panes.focus("preview")
        self._over_results = results_shown and not self.panes.shown("results")
        text = self.shown_note.finding.text or self.shown_note.finding.last
        self.find_bar.open(text)
        self._find(text)

    def action_end_finding(self) -> None:
        """Mark the query's matches again."""
        self.shown_note.end_finding()

    def step_out_of_finding(self) -> bool:
        """End what is being found where one reads or goes through the results. Returns whether anything was."""
        here = self.panes.focused in ("preview", "results") and self.panes.shown("preview")
        return here and self.shown_note.end_finding()

    def on_find_bar_typed(self, event: FindBar.Typed) -> None:
        """Find another text."""
        self._find(event.text)

    def _find(self, text: str) -> None:
        if self.shown_note.finding.on and text != self.shown_note.finding.text:
            self.shown_note.find(text)
            self.tell_places()

    def on_find_bar_step(self, event: FindBar.Step) -> None:
        """Go to another place while one types."""
        self.preview.step_hit(event.direction)
        self.shown_note.finding.begin_here()

    def on_find_bar_left(self, event: FindBar.Left) -> None:
        """Go on in the note, or end it."""
        if event.reading and self.find_bar.input.value:
            self.panes.focus("preview")
            return
        before = self._found_from
        back = before is not None and before is not self.preview and not event.reading
        self.shown_note.end_finding()
        if back and self._over_results:
            self.panes.reveal("results")
        if before is not None and back and (before is self.results or before.is_on_screen):
            before.focus()

    def on_places_found(self, message: messages.PlacesFound) -> None:
        """Show the note with what was found."""
        self.shown_note.take_places(message)

    def types_what_to_find(self) -> bool:
        """Whether the next letter is one of what is to be found."""
        return self.focused is self.find_bar.input

    def finding_ended(self) -> None:
        """Take the line out of sight in which one typed."""
        if self.find_bar.input.has_focus:
            self.panes.focus("preview")
        self.find_bar.close()
        self.tell_places()

    def tell_places(self) -> None:
        """Say which of how many places one is at."""
        note, finding = self.preview.note, self.shown_note.finding
        if finding.on and note is not None and finding.text:
            total = len(note.first_hits)
            unknown = note.found != finding.text or (finding.waits and not total)
            places = None if unknown else (self.preview.current_hit, total)
            self.find_bar.show_places(places, more=note.more_found, folded=note.hides_text)
        else:
            self.find_bar.show_places(None)
        self.footer.matches = self.shown_note.may_have_matches
        self.tell_keys()
