"""What belongs to the note in the preview: its outline, the notes that link to it, and those near to it."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter
from pathlib import PurePosixPath
from typing import ClassVar, Literal, TypeAlias, get_args

from rich.text import Text
from textual.binding import BindingType
from textual.message import Message

from vaulttui.formatting import count, score
from vaulttui.search.engine import NoteDetail
from vaulttui.search.query import MatchRange, Result, Snippet
from vaulttui.terminal_text import plain
from vaulttui.tui.keymap import bindings
from vaulttui.tui.widgets.line_styles import LineStyles
from vaulttui.tui.widgets.note_place import NotePlace
from vaulttui.tui.widgets.result_row import SHORTEST_PLACE, highlighted, spread, window
from vaulttui.tui.widgets.virtual_list import VirtualList
from vaulttui.vault.folding import fold_name
from vaulttui.vault.markdown.plain_text import plain_text

Tab: TypeAlias = Literal["outline", "backlinks", "related"]
TABS: tuple[Tab, ...] = get_args(Tab)


_LINE_MARKS = re.compile(r"(?:>[ \t]?)*(?:(?:[-*+]|\d{1,9}[.)]|#{1,6})[ \t]+)?(?:\[.\][ \t]+)?")
"""Marks of quotes, lists, tasks and headings that a line begins with."""
_AROUND = 240
"""Characters before and behind a link, of which no line of a terminal shows more."""
_LINK = "\ufdd0"
"""Stands for the link while marks are left out around it: no character."""


@dataclass(frozen=True, slots=True)
class PanelRow:
    """One place to go to."""

    path: str
    line: int
    title: str
    text: str = ""
    """A second line, ``""`` for none."""
    alike: bool = False
    """Whether a row of another note has the same title."""
    right: str = ""
    indent: int = 0

    @property
    def said(self) -> tuple[str, str, str, int]:
        """What tells it from others, whatever line it is of by now."""
        return self.path, self.title, self.text, self.indent


class DetailPanel(VirtualList):
    """Outline, backlinks and related notes, one of them at a time, named in the border. A click goes there."""

    CLICKS_TO_CHOOSE = 1
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("panel")]
    DEFAULT_CSS = "DetailPanel { overflow-y: scroll; }"

    class GoTo(Message):
        """A row was chosen."""

        def __init__(self, path: str, line: int) -> None:
            super().__init__()
            self.path = path
            self.line = line

    class TabShown(Message):
        """Another tab was chosen, or the same for another note."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._tab: Tab = "outline"
        self._path = ""
        """Of the note."""
        self._rows: dict[Tab, Sequence[PanelRow] | None] = dict.fromkeys(TABS)
        self._shown: Sequence[PanelRow] = ()
        """The rows that are on the screen."""
        self._reason = ""
        self._section: int | None = None
        """Row of the outline that one reads below in the note."""
        self._section_line = 0

    def on_mount(self) -> None:
        """Name the tabs."""
        self._show_rows()

    @property
    def tab(self) -> Tab:
        """The tab that is shown."""
        return self._tab

    @property
    def rows(self) -> Sequence[PanelRow]:
        """The rows that are shown."""
        return self._rows[self._tab] or ()

    def show_note(self, detail: NoteDetail) -> None:
        """Take over another note, or the same as it is now: then the cursor stays as far as it can."""
        same, self._path = detail.path == self._path, detail.path
        top = min((heading.level for heading in detail.headings), default=1)
        self._rows = {
            "outline": [
                PanelRow(detail.path, heading.line, heading.text, indent=heading.level - top)
                for heading in detail.headings
            ],
            "backlinks": _backlinks(detail),
            "related": self._rows["related"] if same else None,
        }
        self._section = self._row_of_section()
        self._reason = self._reason if same else ""
        self._show_rows(keep=same)
        self.post_message(self.TabShown())

    def clear(self) -> None:
        """Show nothing."""
        self._path = ""
        self._rows = dict.fromkeys(TABS)
        self._section = None
        self._show_rows()

    def show_related(self, result: Result | None, reason: str) -> None:
        """Take over the related notes, or the reason why there are none."""
        hits = () if result is None else result.hits
        self._rows["related"] = [PanelRow(hit.path, hit.line, hit.title, right=score(hit.score)) for hit in hits]
        self._reason = reason or ("" if result is None else result.degraded)
        self._show_rows(keep=True)

    def show_tab(self, tab: Tab) -> None:
        """Show a tab."""
        if tab != self._tab:
            self._tab = tab
            self._show_rows()
            self.post_message(self.TabShown())

    def show_section(self, line: int) -> None:
        """Mark the heading that one reads below; the cursor goes along as long as one is not here.

        Args:
            line: The note's line that the heading stands on; 0 for none.
        """
        self._section_line = line
        before, self._section = self._section, self._row_of_section()
        if self._tab == "outline" and before != self._section:
            for row in (before, self._section):
                if row is not None:
                    self.rows_changed(range(row, row + 1))
            if self._is_left:
                self.cursor = self._section or 0

    def _row_of_section(self) -> int | None:
        rows = self._rows["outline"] or ()
        at = bisect_right(rows, self._section_line, key=attrgetter("line"))
        return at - 1 if at else None

    def on_blur(self) -> None:
        """Let the cursor go back to the section that one reads."""
        if self._is_left:
            self.go_to_section()

    def go_to_section(self) -> None:
        """Put the cursor of the outline on the section that one reads in the note, wherever the keyboard is."""
        if self._tab == "outline":
            self.cursor = self._section or 0

    def _show_rows(self, *, keep: bool = False) -> None:
        """Show the rows of the tab.

        Args:
            keep: Leave the cursor on its row and all on its line of the screen, as far as it is still there.
        """
        before, self._shown = self._shown, self.rows
        cursor, top = self.cursor, self.scroll_offset.y
        in_sight = cursor in self.visible_rows
        height, first = (1, self._section or 0) if self._tab == "outline" else (2, 0)
        if height != self.row_height:
            self.set_row_height(height)
        self.set_count(len(self.rows), cursor=_place(before, cursor, self.rows) if keep else first)
        if keep and top and before:
            anchor = cursor if in_sight else top // height
            moved = _place(before, anchor, self.rows) - anchor
            self.scroll_to(y=top + moved * height, animate=False)
        self.border_title = self._tab_line()

    def tab_labels(self) -> dict[Tab, str]:
        """What each tab is called, with the number of its rows where that is known."""
        numbers: dict[Tab, str] = {
            tab: f" {count(len(rows))}" for tab, rows in self._rows.items() if rows and tab != "related"
        }
        return {tab: tab.capitalize() + numbers.get(tab, "") for tab in TABS}

    def _tab_line(self) -> str:
        """The tabs in Textual markup; nothing of it comes from a note."""
        parts = []
        for tab, label in self.tab_labels().items():
            style = "bold underline" if tab == self._tab else "not bold"
            parts.append(f"[{style}][@click=screen.show_panel('{tab}')]{label}[/][/]")
        return " │ ".join(parts)

    def draw_row(self, index: int, width: int, styles: LineStyles) -> list[Text]:
        """Draw a place to go to."""
        row = self.rows[index]
        section = self._tab == "outline" and index == self._section
        marks = ("▌" if index == self.cursor and self.has_focus else " ") + ("›" if section else " ")
        cursor = Text(marks, styles["panel--mark"], end="")
        name = plain((plain_text(row.title) or row.title) if self._tab == "outline" else row.title)
        style = styles["panel--section" if section else "panel--title"]
        title = Text("  " * row.indent + name, style, no_wrap=True, end="")
        right = Text(row.right, styles["panel--text"], end="")
        inner = width - 3
        if self._tab == "outline":
            return [cursor + spread(title, right, inner, styles.base)]
        place = NotePlace.of(row.path, row.title)
        if self._tab == "related":
            below = Text(place.cut(inner), styles["panel--text"], end="")
        else:
            below = self._linking(row.text, inner, styles)
            room = inner - title.cell_len - 2
            if (place.name or row.alike) and room >= SHORTEST_PLACE:
                title.append(f"  {place.cut(room)}", styles["panel--text"])
        return [cursor + spread(line, end, inner, styles.base) for line, end in ((title, right), (below, Text()))]

    def _linking(self, text: str, width: int, styles: LineStyles) -> Text:
        """A line that links to the note, from where its link is in sight."""
        seen = window(_with_link(text, self._path), width)
        return highlighted(seen.text, seen.matches, styles["panel--text"], styles["panel--link"])

    def draw_empty(self, width: int, styles: LineStyles) -> list[Text]:
        """Say why there is nothing, if there is a note to have something."""
        if self._rows["outline"] is None:
            return []
        reasons = {
            "outline": "No headings",
            "backlinks": "No note links here",
            "related": self._reason or ("Looking …" if self._rows["related"] is None else "No related notes"),
        }
        text = Text(plain(reasons[self._tab]), styles["panel--empty"])
        return [Text("  ") + line for line in text.wrap(self.app.console, max(1, width - 3))]

    def action_open(self) -> None:
        """Go to the place of the row."""
        if self.rows:
            row = self.rows[self.cursor]
            self.post_message(self.GoTo(row.path, row.line))

    def on_virtual_list_chosen(self, event: VirtualList.Chosen) -> None:
        """Go to the place of a row that was clicked."""
        event.stop()
        self.action_open()


def _backlinks(detail: NoteDetail) -> list[PanelRow]:
    """The lines that link to a note; a line that does several times is one place to go to."""
    notes = Counter(title for _, title in {(link.path, link.title) for link in detail.backlinks})
    rows = (
        PanelRow(link.path, link.line, link.title, link.context, alike=notes[link.title] > 1)
        for link in detail.backlinks
    )
    return [*dict.fromkeys(rows)]


def _place(before: Sequence[PanelRow], index: int, rows: Sequence[PanelRow]) -> int:
    """Where a row is among others, whatever line it is of by now; where it was, if it is gone."""
    if index >= len(before):
        return index
    wanted = before[index].said
    # The nearest first: mostly it is where it was, and a note may have thousands of backlinks.
    distances = range(max(index + 1, len(rows) - index))
    nearest = (place for distance in distances for place in (index - distance, index + distance))
    return next((place for place in nearest if 0 <= place < len(rows) and rows[place].said == wanted), index)


def _with_link(text: str, path: str) -> Snippet:
    """A line as its reader sees it, with the first link that has the file name of a note, however it is spelt there."""
    from vaulttui.vault.markdown.inline import scan_inline  # late: not needed for the first paint

    text = _LINE_MARKS.sub("", text, count=1)
    name = PurePosixPath(path)
    names = (fold_name(name.name), fold_name(name.stem))
    for link in scan_inline(text, {}).links:
        if fold_name(PurePosixPath(link.destination.target.replace("\\", "/")).name) in names:
            around = text[max(0, link.start - _AROUND) : link.start] + _LINK + text[link.end :][:_AROUND]
            before, _, behind = map(plain, plain_text(around).partition(_LINK))
            written = text[link.start : link.end]
            linked = plain(plain_text(written.replace(r"\|", "|")) or written)
            return Snippet(before + linked + behind, (MatchRange(len(before), len(before) + len(linked)),))
    return Snippet(plain(plain_text(text)), ())
