"""The preview: a note whose links, callouts and source can be gone into."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import ClassVar, Final

from textual import events
from textual.binding import BindingType
from textual.message import Message
from textual.reactive import var
from textual.strip import Strip

from vaulttui.tui.keymap import bindings
from vaulttui.tui.preview import LinkSpot, LinkTarget, RenderedNote
from vaulttui.tui.preview.hints import LinkHints
from vaulttui.tui.preview.place import Place
from vaulttui.tui.widgets.note_pane import Beginning, NotePane

_ENDS_LINK: Final = re.compile(r"[:#|^\\]|%%|\[\[|\]\]")
"""What may not stand in a link to a heading; Obsidian writes a blank for it, and finds the heading all the same."""


class PreviewPane(NotePane, can_focus=True, inherit_bindings=False):
    """Shows a note, and tells what the person wants to be done with it or with what it links to.

    The owner lays the note out anew when :class:`SourceToggled` or :class:`FoldToggled` tells that it is wanted
    otherwise.
    """

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("preview")]

    source_view: var[bool] = var(False)
    """Whether the note is wanted as it is written."""

    class LinkFollowed(Message):
        """A link was clicked, or followed by key. Footnotes are followed within the pane, see :class:`Leapt`."""

        def __init__(self, link: LinkTarget) -> None:
            super().__init__()
            self.link = link

    class Leapt(Message):
        """A footnote was followed to another part of the note."""

        def __init__(self, place: Place) -> None:
            super().__init__()
            self.place = place
            """Where one read before."""

    class LinkWanted(Message):
        """A link to a heading of the note is to be copied."""

        def __init__(self, path: str, heading: str) -> None:
            super().__init__()
            self.path = path
            self.heading = heading
            """As it stands in a link; ``""`` above the first."""

    class EditWanted(Message):
        """The note is to be opened in the editor, at the line that one reads."""

    class SourceToggled(Message):
        """The note is wanted as it is written, or as it is meant to be read."""

    class FoldToggled(Message):
        """A callout was folded or unfolded."""

    class HintsToggled(Message):
        """Letters stand beside the links now, and are no commands, or do so no longer."""

        def __init__(self, shown: bool) -> None:
            super().__init__()
            self.shown = shown

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._hints: LinkHints | None = None
        self._unfolded: int | None = None
        """The note's line to go to when it is laid out with the callout unfolded that the line is in."""
        self._followed = False
        """Whether the first of the clicks that follow each other at one place was on a link."""

    def show(
        self,
        rendered: RenderedNote,
        beginning: Beginning | None = None,
        *,
        moved: Callable[[int], int] | None = None,
    ) -> None:
        """Show a note; hints stay if it is the one of before. A callout is unfolded if the wanted line is in it."""
        same = self.note is not None and self.note.path == rendered.path
        if not same:
            self._set_hints(None)
        unfolded, self._unfolded = self._unfolded, None
        if unfolded is not None and beginning is None and same:
            beginning = Beginning(unfolded)
        super().show(rendered, beginning, moved=moved)
        if self._hints is not None:  # a letter that one has read is no command though its link may be gone
            self._hints.follow(self._links_in_sight())
            self.redraw()
        at_line = beginning.line if beginning is not None else None
        fold = rendered.fold_over(at_line) if at_line is not None else None
        # What is laid out may be older than the wish to unfold it; then there may be another callout in that one.
        if fold is not None and (at_line != unfolded or self.folds.get(fold) is not False):
            self._unfolded = at_line
            self.folds[fold] = False
            self.post_message(self.FoldToggled())

    def clear(self) -> None:
        """Show nothing."""
        self._set_hints(None)
        super().clear()

    def place_in(self, path: str) -> Place:
        """Where one reads, as a place of the note of that path, with all that one comes back to."""
        link = self._cursor.link_place if self._cursor is not None else None
        return Place(path, self.source_line, top=self.place_at_top, link=link)

    # Links

    @property
    def current_link(self) -> LinkTarget | None:
        """The link that the keys are on."""
        return self._cursor.link.link if self._cursor is not None and self._cursor.link is not None else None

    def action_step_link(self, direction: int) -> None:
        """Go to the next link (1) or the one before (-1), beginning with what is in sight; say so if there is none."""
        top = self.scroll_offset.y
        spot = self._cursor.step_link(direction, top, top + self.page_height) if self._cursor is not None else None
        if spot is None:
            self.notify("There are no links here.", markup=False, timeout=3)
            return
        self.redraw()
        self.bring_into_sight(spot.y)

    def action_follow_link(self) -> None:
        """Follow the link that the keys are on."""
        if self.current_link is not None:
            self._follow(self.current_link)
        else:
            self.notify("No link is chosen.", markup=False, timeout=3)

    def _follow(self, link: LinkTarget) -> None:
        note = self.note
        if note is None:
            return
        if link.kind == "fold" and link.line is not None:
            self.folds[link.line] = link.target == "open"
            self.post_message(self.FoldToggled())
        elif link.kind != "footnote":
            self.post_message(self.LinkFollowed(link))
        elif link.line is not None:
            self._leap(note, note.y_of_line(link.line))
        elif link.target in note.footnotes:
            self._leap(note, note.footnotes[link.target])

    def _leap(self, note: RenderedNote, y: int) -> None:
        """Go to a line of the screen, and tell from where if it was not in sight."""
        before, left = self.scroll_offset.y, self.place_in(note.path)
        self.bring_into_sight(y)
        if self.scroll_offset.y != before:
            self.post_message(self.Leapt(left))

    def action_toggle_fold(self) -> None:
        """Fold or unfold the callout that the keys are on, else the first one in sight."""
        switches = [spot for spot in self._links_in_sight() if spot.link.kind == "fold"]
        current = self.current_link
        chosen = next((spot.link for spot in switches if spot.link == current), switches[0].link if switches else None)
        if chosen is not None:
            self._follow(chosen)
        else:
            self.notify("There is no callout to fold in sight.", markup=False, timeout=3)

    def _links_in_sight(self) -> list[LinkSpot]:
        if self.note is None:
            return []
        top = self.scroll_offset.y
        return [spot for spot in self.note.first_links if top <= spot.y < top + self.page_height]

    # Hints

    def show_hints(self) -> bool:
        """Put letters beside the links in sight; the next keys choose one. Returns whether there are any."""
        spots = self._links_in_sight()
        self._set_hints(LinkHints(spots) if spots else None)
        return bool(spots)

    def _set_hints(self, hints: LinkHints | None) -> None:
        before, self._hints = self._hints, hints
        if before is not hints:
            self.redraw()
        if (before is None) != (hints is None):
            self.post_message(self.HintsToggled(hints is not None))

    @property
    def reads_keys(self) -> bool:
        """Whether keys are for the hints."""
        return self._hints is not None

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
        if spot is not None or letter is None or self._hints.empty:
            self._set_hints(None)
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
        self._set_hints(None)

    # Other actions

    def ask_for_link(self) -> None:
        """Ask for a link to the heading that one reads below."""
        if self.note is None:
            return
        spot = self.heading_read
        heading = "" if spot is None else " ".join(_ENDS_LINK.sub(" ", spot.heading.text).split())
        self.post_message(self.LinkWanted(self.note.path, heading))

    def action_edit(self) -> None:
        """Open the note in the editor."""
        self.post_message(self.EditWanted())

    def action_toggle_source(self) -> None:
        """Show the note as it is written, or as it is meant to be read."""
        self.source_view = not self.source_view
        self.post_message(self.SourceToggled())

    # Drawing

    def draw_line(self, y: int, width: int) -> Strip:
        """Draw one line of the note, with the hints on it."""
        strip = super().draw_line(y, width)
        if self._hints is None:
            return strip
        return self._hints.draw(strip, y, self._left(width), self.preview_theme.style("hit.current"))

    # Events

    def on_click(self, event: events.Click) -> None:
        """Follow the link below the mouse, unless it was dragged to select text."""
        if event.chain == 1:
            self._followed = False
        elif self._followed:
            event.prevent_default()  # by now there is something else below the mouse: it is not meant
            return
        spot = self._spot_below(event)
        if spot is not None and event.button == 1 and self._cursor is not None and not self.text_selection:
            self._followed = True
            self._cursor.link = spot
            self.redraw()
            self._follow(spot.link)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Show that what is below the mouse can be clicked."""
        self.styles.pointer = "pointer" if self._spot_below(event) is not None else "default"

    def _spot_below(self, event: events.MouseEvent) -> LinkSpot | None:
        offset = event.get_content_offset(self)
        if offset is None or self.note is None:
            return None
        left = self._left(self.line_width)
        y = offset.y + self.scroll_offset.y
        spot = self.note.link_at(offset.x - left, y)
        return spot or self.note.fold_at(y)
