"""How notes are laid out in the preview at the moment."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaulttui.tui.preview.page import FirstLine, Page, Renderer

if TYPE_CHECKING:
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

    def renderer(self, page: Page, line: FirstLine) -> Renderer:
        """Return what lays a note out, with what was folded in the one that is shown.

        Args:
            page: Its look.
            line: Its line that is wanted first.
        """
        note = self._preview.note
        return page.renderer(line, note.path if note is not None else "", dict(self._preview.folds))
