"""The line with the query: its input, and what stands beside it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import Input, Static

from vaulttui.tui.widgets.completion_menu import CompletionMenu
from vaulttui.tui.widgets.query_info import QueryInfo
from vaulttui.tui.widgets.query_input import QueryInput

_SHARE_OF_INFO = 3
"""What stands beside the query takes this part of the line at most."""


class BarButton(Static):
    """A sign that does something when it is clicked.

    Args:
        sign: One character.
        action: Textual action.
    """

    ALLOW_SELECT = False

    def __init__(self, sign: str, action: str, *, id: str) -> None:  # noqa: A002 - Textual's name
        super().__init__(sign, id=id, markup=False)
        self._action = action

    async def on_click(self) -> None:
        """Run the action."""
        await self.run_action(self._action)


class QueryBar(Horizontal):
    """Prompt, input, what clears it, the list of searches, and what the search is about."""

    DEFAULT_CSS = """
    QueryBar { height: 1; padding: 0 1; }
    QueryBar > QueryInput { width: 1fr; height: 1; }
    QueryBar > BarButton { width: 2; height: 1; text-align: right; }
    QueryBar > #prompt { text-align: left; }
    QueryBar > QueryInfo { margin-left: 2; }
    """

    def __init__(
        self,
        menu: CompletionMenu,
        history: Sequence[str],
        remember: Callable[[str], None],
        *,
        text: str = "",
    ) -> None:
        super().__init__(id="query-bar")
        self.input = QueryInput(menu, history, remember, value=text)
        self.info = QueryInfo()
        self._clear = BarButton("×", "screen.clear_query", id="clear-button")

    def compose(self) -> ComposeResult:
        """Put them in a row."""
        yield BarButton("›", "screen.focus_query", id="prompt")
        yield self.input
        yield self._clear
        yield BarButton("★", "screen.open_searches", id="searches-button")
        yield self.info

    def on_mount(self) -> None:
        """Show what clears the query if there is anything to clear."""
        self._clear.visible = bool(self.input.value)

    def on_resize(self, event: events.Resize) -> None:
        """Leave the better part of the line to the query."""
        self.info.room = event.size.width // _SHARE_OF_INFO

    @on(Input.Changed)
    def _query_changed(self, event: Input.Changed) -> None:
        self._clear.visible = bool(event.value)
