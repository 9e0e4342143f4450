"""Markdown laid out as lines of styled text, off the interface's thread.

Here are the values that the rest of the interface needs. Laying out (:mod:`vaulttui.tui.preview.render`) loads a
Markdown parser and a highlighter: import it on the thread that does it.
"""

from vaulttui.tui.preview.match import MatchTerms, NoteMatches
from vaulttui.tui.preview.rendered import LinkSpot, LinkTarget, RenderedNote
from vaulttui.tui.preview.theme import PreviewTheme

__all__ = [
    "LinkSpot",
    "LinkTarget",
    "MatchTerms",
    "NoteMatches",
    "PreviewTheme",
    "RenderedNote",
]
