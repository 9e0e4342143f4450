"""The notes that may be wanted next, laid out before they are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from vaulttui.search.engine import NoteDetail
from vaulttui.tui.preview.place import Place
from vaulttui.tui.preview.prepared import PreparedNotes
from vaulttui.tui.reading.pages import Pages

if TYPE_CHECKING:
    from vaulttui.tui.session.session import SearchSession
    from vaulttui.tui.widgets.preview_pane import PreviewPane


class NotesAhead:
    """Has them made ready while what is wanted now is read.

    Args:
        session: Who reads notes.
        preview: Where they will be shown.
        pages: How they are to be laid out.
        prepared: Where they are kept once they are ready.
        shown: Gives the note in the preview.
    """

    def __init__(
        self,
        session: SearchSession,
        preview: PreviewPane,
        pages: Pages,
        prepared: PreparedNotes,
        shown: Callable[[], NoteDetail | None],
    ) -> None:
        self.places: Sequence[Place] = ()
        """What may be wanted next, the likeliest first."""
        self._session = session
        self._preview = preview
        self._pages = pages
        self._prepared = prepared
        self._shown = shown

    def look(self) -> None:
        """Make them ready once what is shown is on the screen."""
        self._preview.call_after_refresh(self._prepare)

    def _prepare(self) -> None:
        asked = self._prepared.ask(self._pages.page())
        wanted = [place for place in self.places if self._prepared.lacks(place.path)]
        if wanted:
            shown = self._shown()
            renderers = [(place.path, self._pages.renderer(asked.page, place.line, shown)) for place in wanted]
            self._session.prepare(asked, renderers)
