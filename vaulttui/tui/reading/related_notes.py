"""The notes that are near in meaning to the one in the preview."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from vaulttui.search.engine import NoteDetail
from vaulttui.tui import messages

if TYPE_CHECKING:
    from vaulttui.tui.session.session import SearchSession
    from vaulttui.tui.widgets.detail_panel import DetailPanel


class RelatedNotes:
    """Looks for them while they can be seen.

    Args:
        session: Who looks for them.
        panel: Where they are listed.
        shown: Gives the note in the preview.
    """

    def __init__(self, session: SearchSession, panel: DetailPanel, shown: Callable[[], NoteDetail | None]) -> None:
        self._session = session
        self._panel = panel
        self._shown = shown

    @property
    def in_sight(self) -> bool:
        """Whether they can be seen."""
        return self._panel.tab == "related" and bool(self._panel.display)

    def find(self) -> None:
        """Look for them, if they can be seen."""
        detail = self._shown()
        if self.in_sight and detail is not None:
            self._session.find_related(detail.path)

    def take(self, message: messages.RelatedFound, *, incomplete: bool) -> None:
        """List them, if they belong to the note that is shown.

        Args:
            message: The notes, or why there are none.
            incomplete: Whether there are vectors still to be made.
        """
        detail = self._shown()
        if detail is not None and message.path == detail.path:
            waiting = "Nothing yet: vectors are still being made" if incomplete else ""
            self._panel.show_related(message.result, message.reason or waiting)
