"""How notes are laid out in the preview at the moment."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaulttui.tui.preview.page import FirstLine, Page, Renderer
from vaulttui.tui.reading.moved_lines import moved_folds

if TYPE_CHECKING:
    from vaulttui.search.engine import NoteDetail
    from vaulttui.tui.preview import MatchTerms
    from vaulttui.tui.widgets.preview_pane import PreviewPane


class Pages:
    """Tells how notes are to be laid out now.

    Args:
        preview: Where they are shown, and callouts folded.
    """

    def __init__(self, preview: PreviewPane) -> None:
        self.terms: MatchTerms | None = None
        """Words to highlight."""
        self._preview = preview

    def page(self) -> Page:
        """The look of any note."""
        preview = self._preview
        return Page(preview.text_width, self.terms, preview.source_view)

    def is_folded(self, path: str) -> bool:
        """Whether the person has folded or unfolded anything in a note."""
        note = self._preview.note
        return note is not None and note.path == path and bool(self._preview.folds)

    def renderer(self, page: Page, line: FirstLine, shown: NoteDetail | None) -> Renderer:
        """Return what lays a note out, with what was folded in the one that is shown, though that was written again.

        Args:
            page: Its look.
            line: Its line that is wanted first.
            shown: The note that is shown.
        """
        folds = dict(self._preview.folds)

        def folds_in(detail: NoteDetail) -> dict[int, bool]:
            if shown is None or shown.path != detail.path:
                return {}
            return moved_folds(folds, shown.text, detail.text)

        return page.renderer(line, folds_in)

    def move_folds(self, before: NoteDetail, now: NoteDetail) -> None:
        """Take in that the note that is shown was written again."""
        self._preview.folds = moved_folds(self._preview.folds, before.text, now.text)
