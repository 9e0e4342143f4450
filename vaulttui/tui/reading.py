"""The note in the preview of the main screen: which one, where in it, and what was seen before."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from textual.content import Content

from vaulttui.search.engine import NoteDetail
from vaulttui.tui import messages
from vaulttui.tui.text import plain
from vaulttui.tui.visits import Place, Visits
from vaulttui.tui.widgets.result_row import tail_of

if TYPE_CHECKING:
    from textual.timer import Timer

    from vaulttui.tui.preview import MatchTerms, RenderedNote
    from vaulttui.tui.session import Renderer, SearchSession
    from vaulttui.tui.widgets.detail_panel import DetailPanel
    from vaulttui.tui.widgets.preview_pane import PreviewPane


LOOK_SECONDS = 0.06
"""While one holds a key down to move in the results, notes are shown at most this often."""


class Reading:
    """Loads notes and shows them in the preview and the panel below it.

    Args:
        session: Who reads notes.
        preview: Where they are shown.
        panel: Outline, backlinks and related notes.
    """

    def __init__(self, session: SearchSession, preview: PreviewPane, panel: DetailPanel) -> None:
        self.visits = Visits()
        self.detail: NoteDetail | None = None
        """The note that is shown."""
        self._session = session
        self._preview = preview
        self._panel = panel
        self._terms: MatchTerms | None = None
        self._request = 0
        self._begin: Place | None = None
        """Where the next note that comes is to begin; ``None``: where it is."""
        self._selected: Place | None = None
        self._wanted: Place | None = None
        self._pause: Timer | None = None

    @property
    def place(self) -> Place | None:
        """What the preview shows or is about to show."""
        return self.visits.here

    # Which note

    def select(self, place: Place) -> None:
        """Show what is selected in the results; no step in the history.

        What is selected already is not shown again: the person may have followed a link from there.
        """
        self._wanted = place
        if self._pause is None:
            self.look_now()

    def look_now(self) -> None:
        """Show what is selected by now."""
        self._pause = None
        place = self._wanted
        if place is None or (place == self._selected and (self.detail is not None or self._begin is not None)):
            return
        self._selected = place
        self.visits.look_at(place)
        self._load(place)
        self._pause = self._preview.set_timer(LOOK_SECONDS, self.look_now)

    def forget_selection(self) -> None:
        """Show what is selected next in any case: something else is being looked for."""
        self._selected = None

    def go_to(self, place: Place) -> None:
        """Follow a link or the like: a step in the history."""
        self.visits.visit(place)
        self._load(place)

    def go_back(self) -> bool:
        """Show the note seen before. Returns whether there is one."""
        return self._load_if(self.visits.back())

    def go_forward(self) -> bool:
        """Show the note seen after. Returns whether there is one."""
        return self._load_if(self.visits.forward())

    def clear(self) -> None:
        """Show nothing; what was seen before can still be gone back to."""
        self._selected = self._wanted = None
        if self.detail is not None:
            self.detail = None
            self._request = 0
            self._preview.clear()
            self._preview.border_title = "Preview"
            self._panel.clear()

    # Loading

    def highlight(self, terms: MatchTerms) -> None:
        """Highlight other words from now on."""
        if terms != self._terms:
            self._terms = terms
            self.lay_out_again()

    def reload(self) -> None:
        """Read the note again, because it may have changed; the place on the screen stays."""
        if self.place is not None and self._begin is None:
            render = self._renderer(self._preview.source_line)
            self._request = self._session.load_note(self.place.path, render, known=self.detail)

    def lay_out_again(self) -> None:
        """Lay the note out for another width, or with other words highlighted."""
        if self.detail is not None and self.place is not None and self.detail.path == self.place.path:
            self._request = self._session.lay_out(self.detail, self._renderer(self._preview.source_line))

    def _load_if(self, place: Place | None) -> bool:
        if place is not None:
            self._load(place)
        return place is not None

    def _load(self, place: Place) -> None:
        self._begin = place
        if self.detail is not None and self.detail.path == place.path:
            self._request = self._session.lay_out(self.detail, self._renderer(place.line))
        else:
            self._request = self._session.load_note(place.path, self._renderer(place.line))

    def _renderer(self, line: int) -> Renderer:
        """How a note is laid out now, from a line on; the function runs on a thread."""
        width, theme = self._preview.text_width, self._preview.preview_theme
        terms, source_view = self._terms, self._preview.source_view
        note = self._preview.note
        folded, folds = note.path if note is not None else "", dict(self._preview.folds)

        def render(detail: NoteDetail, stopped: Callable[[], bool]) -> Iterator[RenderedNote]:
            # Imports the Markdown parser: not before the first note.
            from vaulttui.tui.preview.render import render_progressively

            return render_progressively(
                detail,
                width=width,
                theme=theme,
                match=terms,
                source_view=source_view,
                folds=folds if detail.path == folded else None,
                at_line=line,
                stopped=stopped,
            )

        return render

    def take_note(self, message: messages.NoteLoaded) -> None:
        """Show a note that was read, if it is still the one that is wanted."""
        if message.request != self._request:
            return
        changed = message.detail is not self.detail
        self.detail = message.detail
        place, self._begin = self._begin, None
        self._preview.show(message.rendered, at_line=None if place is None else line_of(place, message.detail))
        self._preview.border_title = Content(tail_of(plain(message.detail.path), self._preview.size.width - 6))
        if changed:
            self._panel.show_note(message.detail)

    def take_failure(self, message: messages.NoteFailed) -> None:
        """Say why a note cannot be shown."""
        if message.request == self._request:
            self.detail = self._begin = None
            self._preview.border_title = Content(plain(message.path))
            self._preview.show_problem(message.reason)

    # Related notes

    @property
    def related_shown(self) -> bool:
        """Whether related notes can be seen."""
        return self._panel.tab == "related" and bool(self._panel.display)

    def find_related(self) -> None:
        """Look for related notes, if they can be seen."""
        if self.related_shown and self.detail is not None:
            self._session.find_related(self.detail.path)

    def take_related(self, message: messages.RelatedFound, *, incomplete: bool) -> None:
        """Show related notes, if they belong to the note that is shown.

        Args:
            message: The notes, or why there are none.
            incomplete: Whether there are vectors still to be made.
        """
        if self.detail is not None and message.path == self.detail.path:
            waiting = "Nothing yet: vectors are still being made" if incomplete else ""
            self._panel.show_related(message.result, message.reason or waiting)


def line_of(place: Place, detail: NoteDetail) -> int:
    """The line of a note that a place means: its heading or block if it has one, else its line."""
    if place.heading.startswith("^"):
        lines = enumerate(detail.text.split("\n"), start=1)
        return next((number for number, line in lines if line.rstrip().endswith(f" {place.heading}")), place.line)
    wanted = [part.strip().casefold() for part in place.heading.split("#")]
    for heading in detail.headings if place.heading else ():
        # ``A#B`` is a heading B somewhere below a heading A.
        path = [text.casefold() for text in heading.path]
        if path[-1] == wanted[-1] and all(part in path for part in wanted):
            return heading.line
    return place.line
