"""Finding a text in the note that is shown: its places are marked there in place of the query's matches."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from vaulttui.tui.preview.rendered import Anchor

if TYPE_CHECKING:
    from vaulttui.tui.preview import RenderedNote
    from vaulttui.tui.session.session import SearchSession
    from vaulttui.tui.widgets.preview_pane import PreviewPane


class Finding:
    """What is looked for in one note, from when the person begins to when another note is shown.

    It goes on while the note is gone or has another path, and in another note as long as the person types: what they
    type is never to become commands.

    Places are looked for on a thread. A layout of the note is shown when its places are found: whoever has one gives it
    to :meth:`withholds` first.

    Args:
        session: Who looks for places.
        preview: Where the note is shown.
    """

    def __init__(self, session: SearchSession, preview: PreviewPane) -> None:
        self.text = ""
        """What is looked for; ``""`` for nothing."""
        self.last = ""
        """What was looked for last, in whatever note."""
        self.ended: Callable[[], object] = lambda: None
        """Called when it ends."""
        self.typing: Callable[[], bool] = lambda: False
        """Whether the person types what to find."""
        self._session = session
        self._preview = preview
        self._path: str | None = None
        self._laid: RenderedNote | None = None
        """The note as it was laid out last, with the matches of the query."""
        self._origin: Anchor | None = None
        """Where one read before: the first place from there on is gone to."""
        self._goes = False
        """Whether such a place is still to be gone to."""

    @property
    def on(self) -> bool:
        """Whether the person finds something in the note that is shown."""
        return self._path is not None

    @property
    def waits(self) -> bool:
        """Whether places are still to come: of what was typed, or of parts of the note that are not laid out yet."""
        note = self._preview.note
        return bool(self.text) and (note is None or note.found != self.text or not note.complete)

    def begin(self, laid: RenderedNote) -> None:
        """Begin to find something in the note that is shown, from where one reads."""
        self._path, self._laid = laid.path, laid
        self.begin_here()

    def begin_in(self, path: str) -> None:
        """Begin to find something in a note that is still to be shown, from its beginning; or go on in that one."""
        self.lose_note()
        self._path, self._origin, self._goes = path, Anchor(1, 0, 1), True

    def begin_here(self) -> None:
        """Go to the first place from where one is by now, whatever is looked for next."""
        self._origin = self._preview.place_read

    def look_for(self, text: str) -> RenderedNote | None:
        """Look for a text. Returns what is to be shown at once, if there is nothing to be looked for."""
        self.text, self._goes = text, True
        self.last = text or self.last
        if self._laid is None:
            return None
        return None if self.withholds(self._laid) else self._laid

    def withholds(self, rendered: RenderedNote) -> bool:
        """Look for the text in a new layout. Returns whether it is to be shown when its places are there."""
        if self._path != rendered.path:
            return False
        self._laid = rendered.plain
        if self.text:
            self._session.find_places(rendered.plain, self.text)
        return bool(self.text)

    def takes(self, rendered: RenderedNote) -> bool:
        """Whether places are what is looked for by now, in what is to be shown by now."""
        return self._laid is not None and rendered.plain is self._laid and rendered.found == self.text

    def go(self) -> None:
        """Go to the first place, now that the note is shown with all that are found by now."""
        note = self._preview.note
        if self._goes and self._origin is not None and note is not None and note.found == self.text:
            found = self._preview.go_to_hit_from(self._origin, round_the_end=note.complete)
            self._goes = not (found or note.complete)

    def take_moves(self, moved: Mapping[str, str]) -> None:
        """Go on in the note where it is now, as soon as it is read there.

        Args:
            moved: New paths of notes, by those of before.
        """
        if self._path is not None and self._path in moved:
            self._path = moved[self._path]
            self.lose_note()

    def lose_note(self) -> None:
        """Go on when there is a note again: what is shown is not it, or no longer."""
        self._laid = None

    def leave_for(self, path: str | None) -> None:
        """End it if another note is to be shown, or go on in that while the person types.

        Args:
            path: Of the note that is to be shown; ``None`` if none is.
        """
        if path == self._path:
            return
        if self._path is None or not self.typing():
            self.end()
            return
        if path is not None:
            self.begin_in(path)
        else:
            self.lose_note()

    def end(self) -> RenderedNote | None:
        """Look for nothing any longer. Returns what is to be shown, if the note is."""
        laid, self._laid = self._laid, None
        if self._path is not None:
            self._path = self._origin = None
            self.text, self._goes = "", False
            self.ended()
        return laid
