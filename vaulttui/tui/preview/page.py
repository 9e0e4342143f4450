"""How a note is laid out: what that depends on besides the note, and what does it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple, Protocol, TypeAlias

from vaulttui.search.engine import NoteDetail
from vaulttui.tui.preview import MatchTerms, RenderedNote


class Renderer(Protocol):
    """Lays a note out; may yield it several times, each time with more of it laid out."""

    def __call__(self, detail: NoteDetail, stopped: Callable[[], bool]) -> Iterator[RenderedNote]:
        """Lay it out until ``stopped`` answers true."""


FirstLine: TypeAlias = int | Callable[[NoteDetail], int]
"""A line of a note, or what tells it once the note is read."""

Folds: TypeAlias = Callable[[NoteDetail], Mapping[int, bool]]
"""Whether callouts of a note are folded, by what :func:`.fold_of` tells, where the person has said so."""


class Page(NamedTuple):
    """What the layout of a note depends on, besides the note."""

    width: int
    """Cells of a line."""
    terms: MatchTerms | None
    """Words to highlight."""
    source_view: bool
    """Whether notes are shown as they are written."""

    def renderer(self, line: FirstLine, folds: Folds = lambda detail: {}) -> Renderer:
        """Return what lays a note out like this, on any thread.

        Args:
            line: The note's line that is wanted first.
            folds: Tells which callouts of a note were folded or unfolded; called where it is laid out.
        """

        def render(detail: NoteDetail, stopped: Callable[[], bool]) -> Iterator[RenderedNote]:
            # Imports the Markdown parser: not before the first note.
            from vaulttui.tui.preview.render import render_progressively

            return render_progressively(
                detail,
                width=self.width,
                match=self.terms,
                source_view=self.source_view,
                folds=folds(detail),
                at_line=line if isinstance(line, int) else line(detail),
                stopped=stopped,
            )

        return render
