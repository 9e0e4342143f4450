"""The input in which one types what to look for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import ClassVar

from rich.cells import cell_len
from textual import events, on
from textual.binding import BindingType
from textual.message import Message
from textual.widgets import Input

from vaulttui.search.engine import Suggestion
from vaulttui.search.syntax import Completion, apply_completion
from vaulttui.tui.keymap import bindings
from vaulttui.tui.widgets.completing import Completing
from vaulttui.tui.widgets.completion_menu import CompletionMenu
from vaulttui.tui.widgets.query_colours import QueryColours
from vaulttui.tui.widgets.query_history import QueryHistory
from vaulttui.tui.widgets.safe_input import SafeInput


class QueryInput(SafeInput):
    """The input: coloured by the query language, with history and completion.

    Args:
        menu: Shows completions.
        history: Earlier queries, oldest first.
        remember: Puts a query at the end of the history.
        value: The text that it begins with.
    """

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("query")]
    LEAVING: ClassVar[frozenset[str]] = frozenset({"leave", "complete"})

    class Step(Message):
        """The selection in the results is to move."""

        def __init__(self, delta: int) -> None:
            super().__init__()
            self.delta = delta

    class Submit(Message):
        """The selected result is to be edited.

        Args:
            asked: When the key was taken up that says so; ``None`` if it was none.
        """

        def __init__(self, asked: float | None = None) -> None:
            super().__init__()
            self.asked = self.time if asked is None else asked
            """When that was asked for, by the clock of all messages: what is typed later may be taken up already."""

    class Leave(Message):
        """The focus is to go to the results."""

    class ScrollPreview(Message):
        """The preview is to scroll by a page (1 down, -1 up)."""

        def __init__(self, direction: int) -> None:
            super().__init__()
            self.direction = direction

    class KeysChanged(Message):
        """Some keys do something else now."""

        def __init__(self, labels: Mapping[str, str]) -> None:
            super().__init__()
            self.labels = labels
            """What commands do, by their ids, where that is something else than otherwise."""

    class CompletionEnded(Message):
        """What was typed is no longer a beginning that may be completed."""

    class CompletionWanted(Message):
        """Completions are wanted for a place of the text."""

        def __init__(self, completion: Completion) -> None:
            super().__init__()
            self.completion = completion

    def __init__(
        self,
        menu: CompletionMenu,
        history: Sequence[str],
        remember: Callable[[str], None],
        *,
        value: str = "",
    ) -> None:
        self._colours = QueryColours(self)
        super().__init__(value=value, placeholder="Search words, tags, folders, dates …", highlighter=self._colours)
        self.select_on_focus = False
        self._menu = menu
        self._history = QueryHistory(history)
        self._remember = remember
        self._completion = Completing(value)
        self._labels: Mapping[str, str] = {}
        """What was told last of the keys."""
        self._by_letter = False
        """Whether a single letter is being deleted."""
        self._key_time: float | None = None
        """When the key was taken up whose command is being done."""

    # Text

    def set_text(self, text: str) -> None:
        """Replace the text, with the cursor at its end and no completions. Where it is only taken away, it is kept."""
        if not text:
            self._remember(self.value)
        self._put(text)

    def _put(self, text: str) -> None:
        self.value = text
        self.cursor_position = len(text)
        self.close_menu()

    def replace(self, text: str, start: int, end: int) -> None:
        """Replace some of the text, as all keys do that change it. What is taken away at once can be had back."""
        whole = min(start, end) <= 0 and max(start, end) >= len(self.value)
        if whole and text != self.value and not self._by_letter:
            self._remember(self.value)
        super().replace(text, start, end)

    def action_delete_left(self) -> None:
        """Delete the letter before the cursor, or what is selected."""
        with self._letter_by_letter():
            super().action_delete_left()

    def action_delete_right(self) -> None:
        """Delete the letter behind the cursor, or what is selected."""
        with self._letter_by_letter():
            super().action_delete_right()

    @contextmanager
    def _letter_by_letter(self) -> Iterator[None]:
        """Take the last letter that is deleted for no query: the rest of it has been deleted before."""
        self._by_letter = self.selection.is_empty
        try:
            yield
        finally:
            self._by_letter = False

    def mark_error(self, place: tuple[int, int] | None) -> None:
        """Underline the place of an error, or none."""
        if place != self._colours.error:
            self._colours.error = place
            self.refresh()

    def notify_style_update(self) -> None:
        """Forget the colours."""
        super().notify_style_update()
        self._colours.forget_styles()

    # Completion

    @on(Input.Changed)
    def _look_for_completion(self) -> None:
        """Ask for completions of what was just typed."""
        if self._completion.has_looked_at(self.value):
            return  # by a key that came at once behind it
        completion = self._completion.look_at(self.value, self.cursor_position if self.has_focus else None)
        if completion is None:
            self.close_menu()
        elif completion != self._completion.wanted:
            self._completion.wanted = completion
            self.post_message(self.CompletionWanted(completion))

    def offer(self, suggestions: Sequence[Suggestion], completion: Completion) -> None:
        """Show completions, if they are still wanted."""
        if completion != self._completion.wanted or not self.has_focus:
            return
        # One in other letters' case finds the same: the value is whole, and what it finds counts, were it nothing.
        whole = [item.text.casefold() for item in suggestions] == [completion.prefix.casefold()]
        if not suggestions or whole:
            self.close_menu()
            return
        column = self.content_region.x + cell_len(self.value[: completion.start]) - self.scroll_offset.x
        self._menu.offer(suggestions, max(0, column - 1), self.region.bottom)
        accept = self._completion.offer()
        self._tell_keys()
        if accept:
            self.accept_completion()

    def close_menu(self) -> None:
        """Hide the completions."""
        if self._completion.end():
            self.post_message(self.CompletionEnded())
        self._menu.close()
        self._tell_keys()

    def _tell_keys(self) -> None:
        """Tell what keys do, if the completions have changed it."""
        labels = {}
        if self._menu.suggestions:
            labels["query.complete"] = "complete"
        if self._menu_has_arrows:
            labels["query.leave"] = "close"
            if self._menu.cursor > 0:
                labels["query.edit"] = "complete"
        if labels != self._labels:
            self._labels = labels
            self.post_message(self.KeysChanged(labels))

    @property
    def completing(self) -> bool:
        """Whether the value of a filter is being typed that may be completed."""
        return self._completion.of_value

    def accept_completion(self) -> None:
        """Put the chosen completion into the text; if it is of a text before, the first of those that are to come."""
        self._look_for_completion()
        chosen = self._menu.chosen
        if chosen is None:
            return
        completion = self._completion.accept()
        if completion is not None:
            self.value, self.cursor_position = apply_completion(self.value, completion, chosen.text)
            self.close_menu()  # after the text, so that what was said of the beginning is not said once more

    @property
    def _menu_has_arrows(self) -> bool:
        """Whether the arrow keys move in the completions. Names of operators only ever wait for the tab key."""
        return self.completing and bool(self._menu.suggestions)

    def on_blur(self, event: events.Blur) -> None:
        """Hide the completions."""
        del event
        self.close_menu()

    # Actions

    def action_move(self, delta: int) -> None:
        """Move in the completions if they are shown, else in the results."""
        if self._menu_has_arrows:
            self._menu.cursor += delta
            self._tell_keys()
        else:
            self.post_message(self.Step(delta))

    def action_complete(self) -> None:
        """Accept the completion, or go to the results."""
        if self._menu.suggestions:
            self.accept_completion()
        else:
            self._go_on(self.Leave())

    async def action_submit(self) -> None:
        """Ask for the editor; accept the completion first if one was chosen with the arrow keys."""
        # A letter typed since takes the choice back.
        if self._menu_has_arrows and self._menu.cursor > 0 and self._completion.has_looked_at(self.value):
            self.accept_completion()
            return
        self.close_menu()
        self._go_on(self.Submit(self._key_time))

    def action_leave(self) -> None:
        """Close the completions, or go to the results."""
        leaves = not self._menu_has_arrows
        self.close_menu()
        if leaves:
            self._go_on(self.Leave())

    def _go_on(self, message: Message) -> None:
        """Take the text for what is looked for."""
        self._history.leave()
        self.post_message(message)

    def action_history(self, direction: int) -> None:
        """Show an earlier (-1) or later (1) query; behind the last one is what was being typed."""
        text = self._history.step(direction, self.value)
        if text is not None:
            self._put(text)

    def action_scroll_preview(self, direction: int) -> None:
        """Scroll the preview by a page."""
        self.post_message(self.ScrollPreview(direction))

    async def _on_key(self, event: events.Key) -> None:
        await super()._on_key(event)
        active = None if event.is_printable else self.screen.active_bindings.get(event.key)
        if active is not None and active.node is self:
            # Textual would do it when the event has come up to the application: behind letters typed meanwhile.
            event.stop()
            event.prevent_default()
            self._key_time = event.time
            try:
                await self.run_action(active.binding.action)
            finally:
                self._key_time = None
