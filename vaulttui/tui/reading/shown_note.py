"""The note in the preview: read, laid out, shown, and kept as it is on the disk."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from vaulttui.search.engine import NoteDetail
from vaulttui.terminal_text import plain
from vaulttui.tui import messages
from vaulttui.tui.preview.page import FirstLine, Page
from vaulttui.tui.preview.place import Place
from vaulttui.tui.preview.prepared import Asked, PreparedNotes, has_laid_out
from vaulttui.tui.reading.finding import Finding
from vaulttui.tui.reading.lost_place import PlaceKeeper
from vaulttui.tui.reading.moved_lines import moved_lines
from vaulttui.tui.reading.notes_ahead import NotesAhead
from vaulttui.tui.reading.pages import Pages
from vaulttui.tui.reading.related_notes import RelatedNotes
from vaulttui.tui.widgets.note_pane import Beginning
from vaulttui.tui.widgets.note_place import tail_of

if TYPE_CHECKING:
    from vaulttui.tui.preview import MatchTerms, RenderedNote
    from vaulttui.tui.session.session import SearchSession
    from vaulttui.tui.widgets.detail_panel import DetailPanel
    from vaulttui.tui.widgets.preview_pane import PreviewPane


class ShownNote:
    """Brings notes to the screen, and those that may be wanted next near to it.

    Args:
        session: Who reads notes.
        preview: Where they are shown.
        panel: Outline, backlinks and related notes.
    """

    def __init__(self, session: SearchSession, preview: PreviewPane, panel: DetailPanel) -> None:
        self.prepared = PreparedNotes()
        """Notes that can be shown at once."""
        self.coming: Place | None = None
        """Where the next note that comes is to begin; ``None``: where it is."""
        self.finding = Finding(session, preview)
        """What is found in it."""
        self._session = session
        self._preview = preview
        self._pages = Pages(preview)
        self.ahead = NotesAhead(session, preview, self._pages, self.prepared, lambda: self.detail)
        """Notes that may be wanted next."""
        self.related = RelatedNotes(session, panel, lambda: self.detail)
        """Notes near to it."""
        self._panel = panel
        self._asked: Asked | None = None
        """What the note that is to come was asked for with; ``None`` if it is laid out as no other note is."""
        self._request = 0
        self._check_request = 0
        """What is shown is being read once more; 0 if it is known to be as it is shown, or nobody has asked."""
        self._unchecked: NoteDetail | None = None
        """What is shown, if it was read before it was wanted."""
        self._keeper = PlaceKeeper(preview)
        """Keeps where one was in the note before its text was gone."""

    @property
    def detail(self) -> NoteDetail | None:
        """The note that is shown."""
        note = self._preview.note
        return None if note is None else note.detail

    @property
    def here(self) -> Place | None:
        """Where in the note one is; ``None`` where none is shown, or another is to come."""
        if self.detail is None or self.coming is not None:
            return None
        return self._preview.place_in(self.detail.path)

    def clear(self) -> None:
        """Show nothing."""
        # What was asked for comes too late.
        self._session.leave_notes()
        self.finding.leave_for(None)
        self._unchecked = self.coming = self._keeper.lost = None
        self._request = self._check_request = 0
        self._preview.clear()
        self._preview.show_title("Preview")
        self._panel.clear()

    def highlight(self, terms: MatchTerms) -> None:
        """Highlight other words from now on."""
        if terms != self._pages.terms:
            self._pages.terms = terms
            self.lay_out_again()

    def mark_again(self, paths: Collection[str]) -> None:
        """Have what is found in some notes marked that is not what was found in them before.

        Args:
            paths: Their paths.
        """
        self.prepared.forget(paths)
        wanted = self.coming or self.detail
        if wanted is not None and wanted.path in paths:
            self.lay_out_again()

    @property
    def may_have_matches(self) -> bool:
        """Whether there is anything that is marked where it stands in a note."""
        return self.finding.on or bool(self._pages.terms)

    def lay_out_again(self) -> None:
        """Lay the note out for another width, or with other words highlighted; if another is to come, that one."""
        if self.coming is not None and self.reads_another:
            self._load_note(self.coming)
        elif self.detail is not None:
            self._lay_out(self.detail, self._preview.source_line, check=bool(self._check_request))

    @property
    def reads_another(self) -> bool:
        """Whether another note than the one that is shown is being read."""
        return self.coming is not None and (self.detail is None or self.coming.path != self.detail.path)

    def check(self) -> None:
        """Read what is shown once more if it was read before it was wanted; if it has changed, show it anew."""
        detail, self._unchecked = self._unchecked, None
        if detail is not None:
            render = self._pages.renderer(self._ask(detail.path), self._keeper.line, detail)
            self._check_request = self._session.check_note(detail, render)

    def reload(self) -> None:
        """Read the note again, because it may have changed; the place on the screen stays."""
        self._unchecked = self.detail
        self.check()

    def try_again(self, place: Place) -> None:
        """Read a note that could not be read, where one was before if it was shown then.

        Args:
            place: Where to begin otherwise.
        """
        lost = self._keeper.lost
        if lost is None or lost.place.path != place.path:
            self.load(place)
        else:
            self.load(lost.place)
            self._keeper.lost = lost

    def take_moves(self, moved: Mapping[str, str]) -> None:
        """Read what is shown, or is to come, at its new path if it was moved; the place on the screen stays.

        Args:
            moved: New paths of notes, by those of before.
        """
        place = self.coming or self.here
        self.finding.take_moves(moved)
        if place is not None and place.path in moved:
            self.load(place.moved(moved))

    def load(self, place: Place) -> None:
        """Show a note from a place on."""
        self.finding.leave_for(place.path)
        self.coming = place
        # What else was asked for comes too late.
        self._session.leave_notes()
        note = self._preview.note
        whole = note is not None and note.complete
        unsure = self._unchecked is not None or bool(self._check_request) or not whole
        self._request = self._check_request = 0
        self._unchecked = self._keeper.lost = None
        self.prepared.ask(self._pages.page())
        at_once = not (place.in_block or self._pages.is_folded(place.path))
        prepared = self.prepared.take(place.path) if at_once else None
        same = self.detail is not None and self.detail.path == place.path
        if prepared is not None and has_laid_out(prepared, place) and (prepared.complete or not same):
            self._show_prepared(place, prepared)
        elif self.detail is not None and same:
            self._lay_out(self.detail, place.line_in, check=unsure)
        else:
            self._load_note(place)

    def _load_note(self, place: Place) -> None:
        page = self._ask(place.path)
        self._request = self._session.load_note(
            place.path, self._pages.renderer(page, place.first_line_in, self.detail)
        )

    def _lay_out(self, detail: NoteDetail, line: FirstLine, *, check: bool) -> None:
        """Lay out a note again.

        Args:
            detail: The note as it was read.
            line: Where to begin.
            check: Whether it is not sure to be as it is now: it is read once more after that, for it may have been read
                just now, and that is given up.
        """
        render = self._pages.renderer(self._ask(detail.path), line, detail)
        self._request = self._session.lay_out(detail, render)
        self._check_request = self._session.check_note(detail, render) if check else 0
        # It is not read anew.
        self._asked = None

    def _ask(self, path: str) -> Page:
        """Note that a note is asked for. Returns how it is to be laid out."""
        asked = self.prepared.ask(self._pages.page())
        self._asked = None if self._pages.is_folded(path) else asked
        return asked.page

    def take_note(self, message: messages.NoteLoaded) -> None:
        """Show a note that was read, if it is still the one that is wanted."""
        if message.request not in (self._request, self._check_request):
            return
        if message.request == self._check_request:
            self._request, self._check_request = message.request, 0
        if self._asked is not None:
            self.prepared.put(self._asked, message.rendered)
        self._show(message.rendered)
        self.ahead.look()

    def take_unchanged(self, message: messages.NoteUnchanged) -> None:
        """Take in that the note is as it is shown."""
        if message.request == self._check_request:
            self._check_request = 0

    def _show(self, rendered: RenderedNote) -> None:
        """Show a note, once what is looked for in it is found."""
        if not self.finding.withholds(rendered):
            self._bring(rendered)

    def _bring(self, rendered: RenderedNote) -> None:
        before, detail = self.detail, rendered.detail
        changed = detail != before
        place, self.coming = self.coming, None
        if before is not None and before.path == detail.path:
            self._pages.move_folds(before, detail)
        if changed:
            # First, because the edge of the preview has the numbers of its rows.
            self._panel.show_note(detail)
        place = self._keeper.find_again(detail) or place
        if place is None:
            moved = None
            if before is not None and before.path == detail.path and before.text != detail.text:
                moved = moved_lines(before.text, detail.text)
                self._keeper.note_loss(before, detail)
            self._preview.show(rendered, moved=moved)
        else:
            line, share = place.line_in(detail), place.share_in(detail)
            self._preview.show(rendered, Beginning(line, share, place.top, place.link))
        if before is None or before.path != detail.path:
            self._panel.go_to_section()  # its cursor was put where one read in the note before
        self._keeper.note_scrolled()
        self._preview.show_title(tail_of(plain(detail.path), self._preview.title_width))

    # Finding something in it

    def begin_to_find(self) -> bool:
        """Begin to find something from where one reads, or in the note to come. Returns whether there is a note."""
        note = self._preview.note
        if self.coming is not None and self.reads_another:
            if not self.finding.on:
                self.finding.begin_in(self.coming.path)
        elif self.finding.on:
            self.finding.begin_here()
        elif note is not None:
            self.finding.begin(note)
        return self.finding.on

    def find(self, text: str) -> None:
        """Mark the places of a text instead of the query's matches, and go to the first from where one read."""
        laid = self.finding.look_for(text)
        if laid is not None:
            self._bring(laid)

    def end_finding(self) -> bool:
        """Mark the query's matches again; the place stays. Returns whether anything was being found."""
        on, laid = self.finding.on, self.finding.end()
        if laid is not None and self._preview.note is not laid:
            self._bring(laid)
        return on

    def take_places(self, message: messages.PlacesFound) -> None:
        """Show the note with the places that were found, if they are still looked for."""
        if self.finding.takes(message.rendered):
            self._bring(message.rendered)
            self.finding.go()

    # Notes that are made ready before they are wanted

    def _show_prepared(self, place: Place, prepared: RenderedNote) -> None:
        """Show a note that was made ready before, at once."""
        self._show(prepared)
        if prepared.complete:
            self._unchecked = prepared.detail
        else:  # after this is on the screen: to read a long note takes the processor from who draws it
            self._preview.call_after_refresh(self._load_rest, place, prepared.detail)
        self.ahead.look()

    def _load_rest(self, place: Place, detail: NoteDetail) -> None:
        """Read all of a note whose beginning is shown, or will be once what is looked for is found in it, unless
        something else is wanted by now."""
        coming = self.coming
        wanted = self.detail is detail if coming is None else coming.path == detail.path
        if wanted and not self._request:
            self._load_note(coming or place)

    def take_prepared(self, message: messages.NotePrepared) -> None:
        """Keep a note that was made ready; show it if it has come to be wanted meanwhile."""
        prepared, place = message.rendered, self.coming
        self.prepared.put(message.asked, prepared)
        kept = place is not None and place.path == prepared.path and place.path in self.prepared
        if place is not None and kept and has_laid_out(prepared, place):
            self.load(place)

    def take_failure(self, message: messages.NoteFailed) -> None:
        """Say why a note cannot be shown."""
        if message.request in (self._request, self._check_request):
            self.finding.lose_note()
            if self.detail is not None and self.detail.path == message.path and self.coming is None:
                self._keeper.note_loss(self.detail, None)
            self.coming = None
            self._preview.show_title(plain(message.path))
            self._preview.show_problem(message.reason)
            self._panel.clear()
