"""Notes as the preview asks for them: read, laid out, and made ready before they are wanted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from vaulttui.errors import VaultTuiError
from vaulttui.search.engine import NoteDetail, SearchEngine
from vaulttui.tui import messages
from vaulttui.tui.preview.prepared import is_long
from vaulttui.tui.session.engine_access import EngineAccess

if TYPE_CHECKING:
    from vaulttui.tui.preview import RenderedNote
    from vaulttui.tui.preview.page import Renderer
    from vaulttui.tui.preview.prepared import Asked


class NoteRequests(EngineAccess):
    """Notes for the preview, and places in them, on lanes of their own.

    Args:
        open_engine: Makes the engine; called on a thread, may import what is heavy.
    """

    def __init__(self, open_engine: Callable[[], SearchEngine]) -> None:
        super().__init__(open_engine)
        self._notes = self._make_lane("preview")
        self._places = self._make_lane("find", needs_engine=False)
        self._moves = 0
        self._left = 0
        """How many times the notes asked for were given up."""

    def load_note(self, path: str, render: Renderer) -> int:
        """Read a note and lay it out; forgets a note that still waits.

        Returns:
            The id that :class:`~vaulttui.tui.messages.NoteLoaded` (once or more often) or :class:`NoteFailed` carries.
        """
        request = next(self._ids)
        self._notes.drop("check")
        stopped = self._stopped()
        self._notes.submit("note", lambda: self._load(request, path, render, None, stopped))
        return request

    def check_note(self, known: NoteDetail, render: Renderer) -> int:
        """Read a note once more when there is nothing else to do, and lay it out if it is not as ``known`` any more.

        Returns:
            The id that is sent as with :meth:`load_note`, or by :class:`~vaulttui.tui.messages.NoteUnchanged`. Nothing
            is sent if another note is asked for, or this one is to be laid out again: then it has to be asked for once
            more.
        """
        request = next(self._ids)
        stopped = self._stopped()
        self._notes.submit("check", lambda: self._load(request, known.path, render, known, stopped), priority=2)
        return request

    def leave_notes(self) -> None:
        """Stop laying out what was asked for until now: something else is shown."""
        self._left += 1

    def _stopped(self) -> Callable[[], bool]:
        """Tell whether a note that is asked for now has to be given up."""
        left = self._left
        return lambda: self._closing or self._left != left or self._notes.waiting("note")

    def _load(
        self, request: int, path: str, render: Renderer, known: NoteDetail | None, stopped: Callable[[], bool]
    ) -> None:
        if (engine := self._opened) is not None:
            try:
                detail = engine.note(path)
            except VaultTuiError as error:
                self._post(messages.NoteFailed(request, path, error.message))
                return
            if detail != known:
                self._lay_out(request, detail, render, stopped)
            else:
                self._post(messages.NoteUnchanged(request))

    def lay_out(self, detail: NoteDetail, render: Renderer) -> int:
        """Lay out a note again that was read before (another width or query)."""
        request = next(self._ids)
        self._notes.drop("check")
        stopped = self._stopped()
        self._notes.submit("note", lambda: self._lay_out(request, detail, render, stopped))
        return request

    def find_places(self, rendered: RenderedNote, text: str) -> None:
        """Find a text in what is to be seen of a note; forgets what still waits to be found.

        :class:`~vaulttui.tui.messages.PlacesFound` tells.
        """

        def find() -> None:
            from vaulttui.tui.preview.found import with_found  # late: not needed for the first paint

            found = with_found(rendered, text, lambda: self._closing or self._places.waiting("find"))
            if found is not None:
                self._post(messages.PlacesFound(found))

        self._places.submit("find", find)

    def prepare(self, asked: Asked, wanted: Sequence[tuple[str, Renderer]]) -> None:
        """Read and lay out notes that may be wanted next: the beginning of each, then what else the shorter ones have.

        Forgets those that still wait, and stops as soon as a note is wanted now. A note that cannot be read is left
        out: whoever comes to it is told.

        Args:
            asked: Goes back with each :class:`~vaulttui.tui.messages.NotePrepared`.
            wanted: Paths and how each is laid out, the likeliest first.
        """
        moves = self._moves

        def overtaken() -> bool:
            return self._closing or self._notes.waiting("note")

        def moved_on() -> bool:
            return overtaken() or self._moves != moves

        def prepare() -> None:
            engine = self._opened
            begun: list[tuple[NoteDetail, Renderer]] = []
            for path, render in wanted:
                if engine is None or overtaken() or self._notes.waiting("ahead"):
                    return
                try:
                    detail = engine.note(path)
                except VaultTuiError:
                    continue
                rendered = next(render(detail, overtaken), None)
                if rendered is not None:
                    self._post(messages.NotePrepared(asked, rendered))
                    if not (rendered.complete or is_long(detail)):
                        begun.append((detail, render))
            for detail, render in begun:
                for rendered in render(detail, moved_on):
                    if rendered.complete:
                        self._post(messages.NotePrepared(asked, rendered))

        self._notes.submit("ahead", prepare, priority=1)

    def move_on(self) -> None:
        """Stop laying out the ends of notes that may be wanted next: the screen is about to be drawn."""
        self._moves += 1

    def _lay_out(self, request: int, detail: NoteDetail, render: Renderer, stopped: Callable[[], bool]) -> None:
        for rendered in render(detail, stopped):
            self._post(messages.NoteLoaded(request, rendered))
