"""A pane of lines whose borders say what it shows."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual.content import Content, Span

from vaulttui.tui.widgets.line_pane import LinePane


class EdgedPane(LinePane, can_focus=True, inherit_bindings=False):
    """Writes its borders anew only if they say something else: Textual draws the whole pane for it."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self.edge: Callable[[], Content] | None = None
        """Says what stands in the lower border; asked by :meth:`show_edge`."""
        self._told_title = ""
        self._told_edge: tuple[str, Sequence[Span]] = ("", ())

    def show_title(self, title: Content) -> None:
        """Write the upper border."""
        if title.plain != self._told_title:
            self._told_title = title.plain
            self.border_title = title

    def show_edge(self) -> None:
        """Write the lower border as it is to be now: with every other thing that is shown."""
        told = self.edge() if self.edge is not None else Content()
        if (told.plain, told.spans) != self._told_edge:
            self._told_edge = (told.plain, told.spans)
            self.border_subtitle = told
