"""The pane that shows a rendered note: scrolling, matches, links."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import PurePosixPath
from typing import ClassVar

from rich.segment import Segment
from textual import events
from textual.binding import BindingType
from textual.message import Message
from textual.reactive import var
from textual.selection import Selection
from textual.strip import Strip

from vaulttui.tui.clipboard import copy_text
from vaulttui.tui.keymap import bindings
from vaulttui.tui.preview import LinkSpot, LinkTarget, PreviewTheme, RenderedNote
from vaulttui.tui.preview.cells import wrap
from vaulttui.tui.preview.cursor import ReadingCursor
from vaulttui.tui.preview.draw import draw_line
from vaulttui.tui.preview.hints import LinkHints
from vaulttui.tui.text import plain
from vaulttui.tui.widgets.line_pane import LinePane

WIDEST_TEXT = 100
"""Cells; longer lines are hard to read, so a wider pane has margins."""
_MARGIN = 1


class PreviewPane(LinePane, can_focus=True, inherit_bindings=False):
    """Draws a :class:`~vaulttui.tui.preview.RenderedNote`, only as much of it as is seen.

    It lays out nothing itself: its owner renders for :attr:`text_width` cells on another thread and hands the result
    to :meth:`show`, again when :class:`WidthChanged` or :class:`SourceToggled` tells that it is out of date. A change
    of the theme needs no new layout.
    """

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("preview")]

    source_view: var[bool] = var(False)
    """Whether the note is wanted as it is written."""

    class LinkFollowed(Message):
        """A link was clicked, or followed by key. Footnotes are followed within the pane and not told."""

        def __init__(self, link: LinkTarget, note: RenderedNote) -> None:
            super().__init__()
            self.link = link
            self.note = note
            """The note that the link is in."""

    class EditWanted(Message):
        """The note is to be opened in the editor, at the line that one reads."""

    class HitChanged(Message):
        """Another match is the current one, or there are others."""

        def __init__(self, current: int | None, total: int) -> None:
            super().__init__()
            self.current = current
            """Number of the match from 0, ``None`` if none is."""
            self.total = total

    class LinkFocused(Message):
        """The keys came to a link."""

        def __init__(self, link: LinkTarget) -> None:
            super().__init__()
            self.link = link

    class WidthChanged(Message):
        """Notes must be rendered for another width now."""

        def __init__(self, width: int) -> None:
            super().__init__()
            self.width = width

    class SourceToggled(Message):
        """The note is wanted as it is written, or as it is meant to be read."""

        def __init__(self, source_view: bool) -> None:
            super().__init__()
            self.source_view = source_view

    class FoldToggled(Message):
        """A callout was folded or unfolded."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self.folds: dict[int, bool] = {}
        """Whether callouts are folded, by the line that they begin on, where the person has said so."""
        self._hints: LinkHints | None = None
        self._note: RenderedNote | None = None
        self._cursor: ReadingCursor | None = None
        self._theme: PreviewTheme | None = None
        self._problem = ""
        self._told_width = 0

    # What is shown

    @property
    def note(self) -> RenderedNote | None:
        """What is shown."""
        return self._note

    @property
    def text_width(self) -> int:
        """Cells that a note is to be rendered for."""
        width = self.scrollable_content_region.width - 2 * _MARGIN
        return max(min(width, WIDEST_TEXT), 8)

    @property
    def preview_theme(self) -> PreviewTheme:
        """The colours that a note is drawn in here."""
        if self._theme is None:
            self._theme = PreviewTheme(self.app.theme_variables, self.background_colors[1].css)
        return self._theme

    @property
    def source_line(self) -> int:
        """The note's line that one reads: that of the current match if it is in sight, else the first in sight."""
        if self._note is None:
            return 1
        hit = self._cursor.hit if self._cursor is not None else None
        top = self.scroll_offset.y
        return self._note.source_line(hit.y if hit is not None and top <= hit.y < top + self.page_height else top)

    @property
    def current_hit(self) -> int | None:
        """Number of the current match, from 0."""
        return self._cursor.hit.number if self._cursor is not None and self._cursor.hit is not None else None

    @property
    def current_link(self) -> LinkTarget | None:
        """The link that the keys are on."""
        return self._cursor.link.link if self._cursor is not None and self._cursor.link is not None else None

    def show(self, rendered: RenderedNote, *, at_line: int | None = None, hit: int | None = None) -> None:
        """Show a note.

        Args:
            rendered: The note.
            at_line: The note's line to begin at; the first match from there on becomes the current one. ``None``: the
                place that one reads stays if it is the same note, else it begins at its top.
            hit: Number of the match to go to instead.
        """
        before, cursor = self._note, self._cursor
        line, down = self._anchor()
        self._hints = None
        self._note = rendered
        self._cursor = ReadingCursor(rendered)
        self._problem = ""
        self.lines_changed()
        if before is None or before.path != rendered.path:
            self.folds.clear()
        if at_line is None and hit is None and before is not None and before.path == rendered.path:
            if cursor is not None:
                self._cursor.follow(cursor)
            self.scroll_to_y(rendered.y_of_line(line) + down)
        else:
            self._begin(rendered, self._cursor, at_line, hit)
        self._tell_hit()

    def _begin(self, note: RenderedNote, cursor: ReadingCursor, at_line: int | None, hit: int | None) -> None:
        """Go to where a note is to be read first."""
        y = note.y_of_line(at_line) if at_line is not None else 0
        first = cursor.hit_from(y)
        if hit is not None and hit < len(note.first_hits):
            cursor.hit = note.first_hits[hit]
            y = cursor.hit.y
        elif first is not None and at_line is not None and first.y < y + self.page_height // 2:
            y = first.y
        # Some of what stands above is kept in sight.
        self.scroll_to_y(max(0, y - self.page_height // 4) if y >= self.page_height - 2 else 0)

    def show_problem(self, reason: str) -> None:
        """Show why there is no note."""
        self.clear()
        self._problem = plain(reason)
        self.lines_changed()

    def clear(self) -> None:
        """Show nothing."""
        self._note = self._cursor = self._hints = None
        self._problem = ""
        self.lines_changed()
        self._tell_hit()

    def _anchor(self) -> tuple[int, int]:
        """What is at the top: a line of the note, and how many lines of the screen behind its first."""
        if self._note is None:
            return 1, 0
        y = self.scroll_offset.y
        line = self._note.source_line(y)
        return line, max(0, y - self._note.y_of_line(line))

    def scroll_to_line(self, source_line: int) -> None:
        """Bring a line of the note to the top."""
        if self._note is not None:
            self.scroll_to_y(self._note.y_of_line(source_line))

    def _tell_hit(self) -> None:
        self.post_message(self.HitChanged(self.current_hit, len(self._note.first_hits) if self._note else 0))

    # Matches and links

    def action_next_hit(self) -> None:
        """Go to the next match, behind the last one to the first."""
        self._step_hit(1)

    def action_previous_hit(self) -> None:
        """Go to the match before, before the first one to the last."""
        self._step_hit(-1)

    def _step_hit(self, direction: int) -> None:
        spot = self._cursor.step_hit(direction, self.scroll_offset.y) if self._cursor is not None else None
        if spot is not None:
            self.redraw()
            self.bring_into_sight(spot.y)
            self._tell_hit()

    def action_next_link(self) -> None:
        """Go to the next link, beginning with what is in sight."""
        self._step_link(1)

    def action_previous_link(self) -> None:
        """Go to the link before."""
        self._step_link(-1)

    def _step_link(self, direction: int) -> None:
        if self._cursor is None:
            return
        top = self.scroll_offset.y
        spot = self._cursor.step_link(direction, top, top + self.page_height)
        if spot is not None:
            self.redraw()
            self.bring_into_sight(spot.y)
            self.post_message(self.LinkFocused(spot.link))

    def action_follow_link(self) -> None:
        """Follow the link that the keys are on."""
        if self.current_link is not None:
            self._follow(self.current_link)

    def _follow(self, link: LinkTarget) -> None:
        if self._note is None:
            return
        if link.kind == "fold" and link.line is not None:
            self.folds[link.line] = link.target == "open"
            self.post_message(self.FoldToggled())
        elif link.kind != "footnote":
            self.post_message(self.LinkFollowed(link, self._note))
        elif link.line is not None:
            self.bring_into_sight(self._note.y_of_line(link.line))

    def action_toggle_fold(self) -> None:
        """Fold or unfold the callout that the keys are on, else the first one in sight."""
        switches = [spot for spot in self._links_in_sight() if spot.link.kind == "fold"]
        current = self.current_link
        chosen = next((spot.link for spot in switches if spot.link == current), switches[0].link if switches else None)
        if chosen is not None:
            self._follow(chosen)

    def _links_in_sight(self) -> list[LinkSpot]:
        if self._note is None:
            return []
        top = self.scroll_offset.y
        return [spot for spot in self._note.first_links if top <= spot.y < top + self.page_height]

    # Hints

    def show_hints(self) -> bool:
        """Put letters beside the links in sight; the next keys choose one. Returns whether there are any."""
        spots = self._links_in_sight()
        self._hints = LinkHints(spots) if spots else None
        self.redraw()
        return bool(spots)

    def check_consume_key(self, key: str, character: str | None) -> bool:
        """Take letters while there are hints: they are no commands then."""
        del key
        return self._hints is not None and character is not None and character.isprintable()

    def on_key(self, event: events.Key) -> None:
        """Choose a link by its hint; any key but a letter takes the hints away."""
        if self._hints is None:
            return
        letter = event.character if event.is_printable else None
        spot = self._hints.type(letter) if letter is not None else None
        if spot is not None or letter is None:
            self._hints = None
        self.redraw()
        if spot is not None:
            if self._cursor is not None:
                self._cursor.link = spot
            self._follow(spot.link)
        if letter is not None or event.key == "escape":
            event.stop()
            event.prevent_default()

    def on_blur(self) -> None:
        """Take the hints away: letters go elsewhere."""
        if self._hints is not None:
            self._hints = None
            self.redraw()

    # Other actions

    def action_copy_heading(self) -> None:
        """Copy a wikilink to the heading that one reads below."""
        if self._note is None:
            return
        spot = self._note.heading_at(self.scroll_offset.y + self.page_height // 3)
        link = f"[[{PurePosixPath(self._note.path).stem}{f'#{spot.heading.text}' if spot is not None else ''}]]"
        copy_text(self.app, link)
        self.notify(f"Copied {plain(link)}", markup=False, timeout=3)

    def action_edit(self) -> None:
        """Open the note in the editor."""
        self.post_message(self.EditWanted())

    def action_toggle_source(self) -> None:
        """Show the note as it is written, or as it is meant to be read."""
        self.source_view = not self.source_view
        self.post_message(self.SourceToggled(self.source_view))

    # Drawing

    @property
    def line_count(self) -> int:
        """How many lines there are."""
        if self._note is not None:
            return self._note.height
        return len(self._problem_lines(self.scrollable_content_region.width))

    def draw_line(self, y: int, width: int) -> Strip:
        """Draw one line of the note, or of the reason why there is none."""
        if self._note is not None and self._cursor is not None:
            left = self._left(width)
            theme, base = self.preview_theme, self.rich_style
            strip = draw_line(self._note, y, theme, self._cursor, left=left, width=width, base=base)
            return strip if self._hints is None else self._hints.draw(strip, y, left, theme.style("hit.current"))
        text = " " * _MARGIN + self._problem_lines(width)[y]
        style = self.rich_style + self.preview_theme.style("muted")
        return Strip([Segment(text, style)]).crop_extend(0, width, style)

    def line_texts(self) -> Iterable[str]:
        """Return the text of all lines."""
        if self._note is None:
            return [self._problem]
        left = " " * self._left(self.scrollable_content_region.width)
        return [left + line.text for line in self._note.lines]

    def get_selection(self, selection: Selection) -> tuple[str, str] | None:
        """Return the selected text, without the margin and the blanks at the ends of lines."""
        selected = super().get_selection(selection)
        if selected is None:
            return None
        left = " " * self._left(self.scrollable_content_region.width)
        return "\n".join(line.removeprefix(left) for line in selected[0].split("\n")), selected[1]

    def _left(self, width: int) -> int:
        """Blank cells to the left of the text: it stands in the middle of a pane that is wider than it may be."""
        text = self._note.width if self._note is not None else width
        return max(0, min(_MARGIN, width - text), (width - text) // 2)

    def _problem_lines(self, width: int) -> list[str]:
        if not self._problem:
            return []
        return [self._problem[start:end] for start, end in wrap(self._problem, max(width - 2 * _MARGIN, 2))]

    def notify_style_update(self) -> None:
        """Forget the colours."""
        super().notify_style_update()
        self._theme = None

    # Events

    def on_resize(self) -> None:
        """Tell the width that notes are to be rendered for."""
        if self.text_width != self._told_width:
            self._told_width = self.text_width
            self.post_message(self.WidthChanged(self.text_width))

    def on_click(self, event: events.Click) -> None:
        """Follow the link below the mouse, unless it was dragged to select text."""
        spot = self._spot_below(event)
        if spot is not None and event.button == 1 and self._cursor is not None and not self.text_selection:
            self._cursor.link = spot
            self.redraw()
            self._follow(spot.link)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Show that what is below the mouse can be clicked."""
        self.styles.pointer = "pointer" if self._spot_below(event) is not None else "default"

    def _spot_below(self, event: events.MouseEvent) -> LinkSpot | None:
        offset = event.get_content_offset(self)
        if offset is None or self._note is None:
            return None
        left = self._left(self.scrollable_content_region.width)
        y = offset.y + self.scroll_offset.y
        spot = self._note.link_at(offset.x - left, y)
        # The whole title of a callout folds it.
        return spot or next((spot for spot in self._note.links_at(y) if spot.link.kind == "fold"), None)
