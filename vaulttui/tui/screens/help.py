"""All keys, and the query language, made from the registry and the table of operators."""

from __future__ import annotations

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Static

from vaulttui.search.syntax import OPERATORS
from vaulttui.tui.keymap import Keymap, commands_by_group
from vaulttui.tui.screens.dialog import Dialog

_KEY_STYLE = "bold $primary"


class HelpScreen(Dialog[None]):
    """Two columns: keys by group, and what a query may consist of.

    Args:
        keymap: The keys in force.
    """

    def __init__(self, keymap: Keymap) -> None:
        super().__init__()
        self._keymap = keymap

    def compose(self) -> ComposeResult:
        """Build the box."""
        box = VerticalScroll(id="help", classes="dialog")
        box.border_title = "Help"
        box.border_subtitle = "esc to close"
        with box, Horizontal(id="help-columns"):
            yield Static(self.key_text(), id="help-keys", markup=False)
            yield Static(self.query_text(), id="help-query", markup=False)

    def on_mount(self) -> None:
        """Let the keys scroll the text."""
        self.query_one("#help").focus()

    def key_text(self) -> Text:
        """All commands that have keys, by group."""
        rows: list[tuple[str, str]] = []
        for group, commands in commands_by_group().items():
            rows.append(("", group))
            rows.extend(
                (shown, command.description) for command in commands if (shown := self._keymap.shown(command.id))
            )
        return _table(rows)

    def query_text(self) -> Text:
        """Words, phrases, operators."""
        rows = [
            ("", "Query"),
            ("rust deadlock", "Either word; both are better"),
            ('"exact words"', "These words in a row"),
            ("-draft", "Not this word"),
            ("a OR b  ( )", "One of them; grouping"),
            ("/regex/", "A regular expression"),
            ("[status]", "Notes with a property"),
            ("[status:draft]", "… with a value; also >5, null, a..b"),
        ]
        rows.extend((info.example, info.help) for info in OPERATORS)
        return _table(rows)


def _table(rows: list[tuple[str, str]]) -> Text:
    """Two columns; a row without a key is a heading."""
    width = max(Text(key).cell_len for key, _ in rows)
    text = Text()
    for key, description in rows:
        if not key:
            text.append(f"\n{description}\n" if text else f"{description}\n", "bold underline")
        else:
            text.append(key.rjust(width), "bold")
            text.append(f"  {description}\n")
    return text
