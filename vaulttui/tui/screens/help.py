"""All keys, and the query language, made from the registry and the table of operators."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from rich.cells import cell_len
from rich.style import Style
from rich.table import Table
from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container, VerticalScroll
from textual.widgets import Input, Static

from vaulttui.index.reading.letters import fold
from vaulttui.search.syntax import OPERATORS
from vaulttui.tui.keymap import bindings, commands_by_group
from vaulttui.tui.panes.edges import Button, buttons
from vaulttui.tui.preview.theme import PreviewTheme
from vaulttui.tui.screens.dialog import Dialog
from vaulttui.tui.widgets.safe_input import SafeInput

_BESIDE = 116
"""Columns from which keys and query language stand side by side."""
Rows = list[tuple[str, str]]
"""What to press or type, and what it does."""

_QUERY: Rows = [
    ("rust deadlock", "Notes with these words, best first; not every word need be there."),
    ('"exact words"', "These words in a row."),
    ("-draft", "Not this word."),
    ("cat OR dog", "One of them; ( ) groups."),
    ("/gr[ae]y/", "A regular expression."),
    ("[status]", "Notes that have a property."),
    ("[status:draft]", "With a value; also >5, null, 1..9, a OR b."),
]
_MOUSE: Rows = [
    ("click", "A result: select it. A link, a heading, a note of a list: go there."),
    ("double click", "Edit the result."),
    ("click its margin", "Mark or unmark the result, as ctrl and a click do."),
    ("click a filter", "Only these; with ctrl or the right button: not these."),
    ("click a bar", "The notes of that month."),
    ("click a border", "The words in borders and footer do what they say."),
    ("drag a border", "Make the panes beside it wider and narrower."),
    ("drag over a note", "Select its text, with two clicks a word; ctrl+c copies it."),
    ("≡ ★ × ▾", "All commands, searches, clear, another vault."),
]


def _fitting(group: str, rows: Rows, wanted: Sequence[str]) -> Rows:
    """The rows of a group that have all words in them, of which its name may have some."""
    return [row for row in rows if all(word in fold(" ".join((group, *row))) for word in wanted)]


def _longest_word(group: tuple[str, Rows]) -> int:
    """Cells of the longest word of what to press or type: no such word is broken."""
    return max((cell_len(word) for shown, _ in group[1] for word in shown.split()), default=0)


class HelpBox(VerticalScroll, inherit_bindings=False):
    """Scrolls by the keys of all lists."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("help")]

    def action_cursor_down(self) -> None:
        """Scroll a line down."""
        self.scroll_down(animate=False)

    def action_cursor_up(self) -> None:
        """Scroll a line up."""
        self.scroll_up(animate=False)

    def action_first(self) -> None:
        """Go to the top."""
        self.scroll_home(animate=False)

    def action_last(self) -> None:
        """Go to the end."""
        self.scroll_end(animate=False)

    def action_page(self, direction: int) -> None:
        """Scroll a page down (1) or up (-1)."""
        self.scroll_relative(y=direction * self.size.height, animate=False)

    def action_half_page(self, direction: int) -> None:
        """Scroll half a page down (1) or up (-1)."""
        self.scroll_relative(y=direction * self.size.height // 2, animate=False)

    async def action_find(self) -> None:
        """Let one type what is to be listed alone: at once, for what is typed next belongs there."""
        await self.run_action("screen.find")


class HelpScreen(Dialog[None]):
    """Keys by group, and what a query may consist of; side by side where there is room."""

    def compose(self) -> ComposeResult:
        """Build the box."""
        box = HelpBox(id="help", classes="dialog")
        box.border_title = "Help"
        with box:
            yield SafeInput(placeholder="Find a key, or what it does …", id="help-find")
            with Container(id="help-columns"):
                yield Static(classes="help-column")
                yield Static(classes="help-column")
            yield Static("Nothing in the help matches.", id="help-nothing")

    def on_mount(self) -> None:
        """Let the keys scroll the text."""
        self._arrange(self.app.size.width)
        self.query_one("#help").focus()
        self._show_edge()
        self._list("")

    def action_find(self) -> None:
        """Let one type what is to be listed alone."""
        line = self.query_one("#help-find", Input)
        line.display = True
        line.focus()
        self._show_edge()

    def action_close(self) -> None:
        """List all again, if one has typed what is to be listed; else close it."""
        line = self.query_one("#help-find", Input)
        if not line.display:
            super().action_close()
            return
        line.value = ""
        line.display = False
        self.query_one("#help").focus()
        self._show_edge()

    @on(Input.Changed, "#help-find")
    def _narrowed(self, event: Input.Changed) -> None:
        self._list(event.value)

    def _show_edge(self) -> None:
        if self.query_one("#help-find").display:
            key = self.keymap.first_shown("dialog.close", typing=True)
            words = [Button(f"{key} all keys", "screen.close")]
        else:
            words = [self.button("find", "help.find", "find"), self.close_button()]
        self.query_one("#help").border_subtitle = buttons(*words)

    def _list(self, typed: str) -> None:
        """List what has all words of a text in it."""
        wanted = fold(typed).split()
        operators = [(info.example, info.help.replace("`", "")) for info in OPERATORS]
        others = [("Query", _QUERY), ("Operators", operators), ("Mouse", _MOUSE)]
        sides = (self.key_groups(), 13), (others, 22)
        found = 0
        for column, (groups, width) in zip(self.query(".help-column").results(Static), sides, strict=True):
            left = [(group, fitting) for group, rows in groups if (fitting := _fitting(group, rows, wanted))]
            column.update(self._table(left, max(width, *map(_longest_word, groups))))
            column.display = bool(left)
            found += len(left)
        self.query_one("#help-nothing").display = not found
        self.query_one("#help").scroll_home(animate=False)

    def on_resize(self) -> None:
        """Put the columns beside each other if there is room."""
        self._arrange(self.size.width)

    def _arrange(self, width: int) -> None:
        self.set_class(width >= _BESIDE, "-beside")

    def key_groups(self) -> list[tuple[str, Rows]]:
        """All commands that have keys now, by group."""
        return [
            (group, [(shown, command.description) for command in commands if (shown := self.keymap.shown(command.id))])
            for group, commands in commands_by_group().items()
        ]

    def _table(self, groups: Iterable[tuple[str, Rows]], width: int) -> Table:
        """Two columns, a heading above each group."""
        table = Table.grid(padding=(0, 2, 0, 0))
        table.add_column(justify="right", width=width, style=PreviewTheme(self.app.theme_variables).style("help.key"))
        table.add_column(overflow="fold")
        for group, rows in groups:
            if table.row_count:
                table.add_row()
            table.add_row("", Text(group, Style(bold=True, underline=True)))
            for keys, description in rows:
                table.add_row(Text(keys), Text(description))
        return table
