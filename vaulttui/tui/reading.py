"""The note in the preview of the main screen: which one, where in it, and what was seen before."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from textual.content import Content

from vaulttui.search.engine import NoteDetail
from vaulttui.tui import messages
from vaulttui.tui.text import plain
from vaulttui.tui.visits import Place, Visits
from vaulttui.tui.widgets.result_row import tail_of

if TYPE_CHECKING:
    from vaulttui.tui.session import Renderer, SearchSession
    from vaulttui.tui.widgets.detail_panel import DetailPanel
    from vaulttui.tui.widgets.preview_pane import PreviewPane


class Reading:
    """Loads notes and shows them in the preview and the panel below it.

    Args:
        session: Who reads notes.
        preview: Where they are shown.
        panel: Outline, backlinks and related notes.
        renderer: Makes the function that lays a note out from a line on, for the present width and query.
    """

    def __init__(
        self,
        session: SearchSession,
        preview: PreviewPane,
        panel: DetailPanel,
        renderer: Callable[[int], Renderer],
    ) -> None:
        self.visits = Visits()
        self.detail: NoteDetail | None = None
        """The note that is shown."""
        self._session = session
        self._preview = preview
        self._panel = panel
        self._renderer = renderer
        self._request = 0
        self._at_line: Place | None = None
        """Where the next note that comes is to begin; ``None``: where it is."""

    @property
    def place(self) -> Place | None:
        """What the preview shows or is about to show."""
        return self.visits.here

    def look_at(self, place: Place) -> bool:
        """Show what is selected in the results; no step in the history. Returns whether it is another place."""
        if place == self.place and (self.detail is not None or self._at_line is not None):
            return False
        self.visits.look_at(place)
        self._load(place)
        return True

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

    def reload(self) -> None:
        """Read the note again, because it may have changed; the place on the screen stays."""
        if self.place is not None and self._at_line is None:
            render = self._renderer(self._preview.source_line)
            self._request = self._session.load_note(self.place.path, render, known=self.detail)

    def lay_out_again(self) -> None:
        """Lay the note out for another width or query."""
        if self.detail is not None and self.place is not None and self.detail.path == self.place.path:
            self._request = self._session.lay_out(self.detail, self._renderer(self._preview.source_line))

    def _load_if(self, place: Place | None) -> bool:
        if place is not None:
            self._load(place)
        return place is not None

    def _load(self, place: Place) -> None:
        self._at_line = place
        if self.detail is not None and self.detail.path == place.path:
            self._request = self._session.lay_out(self.detail, self._renderer(place.line))
        else:
            self._request = self._session.load_note(place.path, self._renderer(place.line))

    def take_note(self, message: messages.NoteLoaded) -> bool:
        """Show a note that was read. Returns whether it is another one, or was read anew."""
        if message.request != self._request:
            return False
        changed = message.detail is not self.detail
        self.detail = message.detail
        place, self._at_line = self._at_line, None
        self._preview.show(message.rendered, at_line=None if place is None else line_of(place, message.detail))
        self._preview.border_title = Content(tail_of(plain(message.detail.path), self._preview.size.width - 6))
        if changed:
            self._panel.show_note(message.detail)
        return changed

    def take_failure(self, message: messages.NoteFailed) -> None:
        """Say why a note cannot be shown."""
        if message.request == self._request:
            self.detail = self._at_line = None
            self._preview.border_title = Content(plain(message.path))
            self._preview.show_problem(message.reason)

    def clear(self) -> None:
        """Show nothing; what was seen before can still be gone back to."""
        if self.detail is not None:
            self.detail = None
            self._request = 0
            self._preview.clear()
            self._preview.border_title = "Preview"
            self._panel.clear()


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
