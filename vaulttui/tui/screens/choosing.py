"""What all dialogs have in common in which one types and chooses from a list."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar, cast

from rich.text import Text
from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import Input

from vaulttui.index.reading.letters import fold
from vaulttui.search.lookups.fuzzy import fuzzy_score
from vaulttui.terminal_text import plain
from vaulttui.tui.keymap import bindings
from vaulttui.tui.panes.edges import Button, edge
from vaulttui.tui.screens.dialog import Dialog
from vaulttui.tui.widgets.line_styles import LineStyles
from vaulttui.tui.widgets.note_place import tail_of
from vaulttui.tui.widgets.result_row import spread
from vaulttui.tui.widgets.safe_input import SafeInput
from vaulttui.tui.widgets.typed import typed_text
from vaulttui.tui.widgets.virtual_list import VirtualList

Value = TypeVar("Value")
Answer = TypeVar("Answer")

_CROSS = " × "


class Choice(NamedTuple, Generic[Value]):
    """One line of the list."""

    value: Value
    label: str
    """Shown on the left; may be text of a note."""
    detail: str = ""
    """Shown on the right; the end of it is kept where there is little room."""
    mark: str = ""
    """One character before the label, ``""`` for none."""
    removable: bool = False
    """Whether it has a cross that takes it out of the list."""
    cut: Callable[[int], str] | None = None
    """Gives as much of the detail as fits into so many cells, safe to draw, if that is not its end."""


class ChoiceList(VirtualList, Generic[Value], can_focus=False):
    """Choices, one to a line; the input moves the cursor, and a click chooses."""

    CLICKS_TO_CHOOSE = 1

    class Crossed(Message):
        """The cross of a choice was clicked."""

        def __init__(self, index: int) -> None:
            super().__init__()
            self.index = index

    class Chosen(VirtualList.Chosen):
        """A choice was clicked. It may be gone from the list by the time that this is heard."""

        def __init__(self, sender: ChoiceList[Any], index: int) -> None:
            super().__init__(sender, index)
            self.choice: Choice[Any] = sender.choices[index]

    def __init__(self) -> None:
        super().__init__(id="chooser-list")
        self.choices: Sequence[Choice[Value]] = ()
        """What is offered."""
        self.empty = ""
        """What is said if nothing is."""

    def show(self, choices: Sequence[Choice[Value]], empty: str, *, cursor: int = 0) -> None:
        """Offer these."""
        self.choices, self.empty = choices, empty
        self.set_count(len(choices), cursor=cursor)

    @property
    def chosen(self) -> Choice[Value] | None:
        """What the cursor is on."""
        return self.choices[self.cursor] if self.choices else None

    def row_key(self, index: int) -> object:
        """What the choice stands for."""
        return self.choices[index].value

    def draw_row(self, index: int, width: int, styles: LineStyles) -> list[Text]:
        """Draw a choice."""
        choice = self.choices[index]
        marked = any(other.mark for other in self.choices)
        mark = Text(f" {choice.mark or ' '}" if marked else "", styles["chooser--mark"], no_wrap=True, end="")
        label = mark + Text(f" {plain(choice.label)}", styles["chooser--label"], no_wrap=True, end="")
        cross = _CROSS if choice.removable else ""
        room = max(width // 3, width - label.cell_len - len(cross) - 3)
        detail = choice.cut(room) if choice.cut is not None else tail_of(plain(choice.detail), room)
        detail = f"{detail} " if detail else ""
        right = Text(f"{detail}{cross}", styles["chooser--detail"], no_wrap=True, end="")
        return [spread(label, right, width, styles.base)]

    def on_click(self, event: events.Click) -> None:
        """Tell that a cross was clicked, instead of choosing."""
        index, offset = self._row_at(event), event.get_content_offset(self)
        if index is None or offset is None or not self.choices[index].removable:
            return
        if offset.x >= self.scrollable_content_region.width - len(_CROSS):
            event.prevent_default()
            if self._same_as_clicked(event, index):  # not the next one, for which the first click has made room
                self.post_message(self.Crossed(index))

    def draw_empty(self, width: int, styles: LineStyles) -> list[Text]:
        """Say that there is nothing."""
        text = Text(plain(self.empty), styles["chooser--detail"])
        return [Text(" ") + line for line in text.wrap(self.app.console, max(1, width - 2))]


class ChooserInput(SafeInput):
    """The input of a dialog.

    Args:
        text: What it begins with.
        hint: Shown while it is empty.
    """

    LEAVING: ClassVar[frozenset[str]] = frozenset({"submit"})

    def __init__(self, text: str, hint: str) -> None:
        super().__init__(text, placeholder=hint, id="chooser-input", select_on_focus=False)
        self.chosen: str | None = None
        """The text that was chosen by and waits for what that leads to; ``None`` while one types."""

    async def action_submit(self) -> None:
        """Choose by what was typed until now."""
        self.chosen = self.value
        await super().action_submit()

    async def _on_key(self, event: events.Key) -> None:
        if typed_text(event) is not None and self.chosen is not None:
            # Meant for what the choice leads to. Added to the name, it would have another note opened, or made.
            event.stop()
            event.prevent_default()
            return
        await super()._on_key(event)
        # Textual does it when the event has come up to the application: behind letters typed meanwhile.
        if not event.is_printable and await self.app._check_bindings(event.key):
            event.stop()
            event.prevent_default()


class Chooser(Dialog[Answer], Generic[Answer, Value]):
    """An input above a list; what is typed decides what is listed.

    A subclass says what is looked for (:meth:`look_up`), offers what it found (:meth:`offer`), and may decide what
    choosing means (:meth:`choose`).
    """

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("switcher")]
    HEADING: ClassVar[str] = ""
    HINT: ClassVar[str] = ""
    """Text of the empty input."""
    VERB: ClassVar[str] = "choose"
    """What choosing is called at the lower edge, as a rule."""
    MORE: ClassVar[tuple[tuple[str, str, str], ...]] = ()
    """What else can always be done."""
    TYPED = True

    def __init__(self, text: str = "") -> None:
        super().__init__()
        self.waiting = False
        """Whether what is listed belongs to what was typed before: choosing waits for the next :meth:`offer`."""
        self._choose_when_offered = False
        self._moved = False
        """Whether the cursor was moved while waiting: what it is on is wanted, not what comes to stand there."""
        self.input = ChooserInput(text, self.HINT)
        self.choices: ChoiceList[Value] = ChoiceList()

    def compose(self) -> ComposeResult:
        """Build the box."""
        with Vertical(id="chooser", classes="dialog") as box:
            box.border_title = self.HEADING
            yield self.input
            yield self.choices

    @property
    def verb(self) -> str:
        """What choosing is called just now."""
        return self.VERB

    @property
    def more(self) -> Sequence[tuple[str, str, str]]:
        """What else can be done just now, for the lower edge: what :meth:`button` takes."""
        return self.MORE

    def on_resize(self) -> None:
        """Write the lower edge when the box has its size."""
        self.call_after_refresh(self.show_edge)

    def show_edge(self) -> None:
        """Write anew what can be done, at the lower edge: the end of it where there is little room."""
        more = [self.button(*words) for words in self.more]
        words = [Button(f"↵ {self.verb}", "screen.choose"), *more, self.close_button()]
        box = self.query_one("#chooser")
        box.border_subtitle = edge(box.outer_size.width, *([words[first:]] for first in range(len(words))))

    def on_mount(self) -> None:
        """Offer something before anything is typed."""
        self.input.focus()
        self.look_up(self.input.value)

    def look_up(self, text: str) -> None:
        """Find what fits what was typed, and :meth:`offer` it, now or later."""
        raise NotImplementedError

    def choose(self, choice: Choice[Value]) -> None:
        """Do what a choice means: mostly, answer with what it stands for."""
        self.dismiss(cast(Answer, choice.value))

    def offer(self, choices: Sequence[Choice[Value]], empty: str, *, cursor: int = 0) -> None:
        """List these; ``empty`` is said if there are none.

        Args:
            choices: What is listed.
            empty: What is said instead.
            cursor: Where the cursor goes, if nobody has moved it to one of these in the list before.
        """
        sought = self.choices.chosen if self._moved else None
        values = [choice.value for choice in choices]
        gone = sought is not None and sought.value not in values
        if sought is not None and not gone:
            cursor = values.index(sought.value)
        chooses = self._choose_when_offered
        self.waiting = self._moved = self._choose_when_offered = False
        self.choices.show(choices, empty, cursor=cursor)
        if chooses and gone:
            self.input.chosen = None
        elif chooses:
            self.action_choose()

    @on(Input.Changed, "#chooser-input")
    def _typed(self, event: Input.Changed) -> None:
        event.stop()
        if self.input.chosen not in (None, event.value):
            self._choose_when_offered, self.input.chosen = False, None  # something deleted takes the choice back
        self._moved = False
        self.look_up(event.value)

    @on(Input.Submitted, "#chooser-input")
    def action_choose(self) -> None:
        """Take what the cursor is on, as soon as it belongs to what was typed."""
        if self.waiting:
            self._choose_when_offered, self.input.chosen = True, self.input.value
            return
        self.input.chosen = None
        if self.choices.chosen is not None:
            self.choose(self.choices.chosen)

    @on(ChoiceList.Chosen)
    def _clicked(self, event: ChoiceList.Chosen) -> None:
        self.choose_clicked(event.choice)

    def choose_clicked(self, choice: Choice[Value]) -> None:
        """Take what was clicked, though the list is about to change."""
        self._choose_when_offered, self.input.chosen = False, None
        self.choose(choice)

    def action_move(self, delta: int) -> None:
        """Move in the list, at its ends round to the other."""
        if self.choices.count:
            self._moved = self.waiting
            self.choices.cursor = (self.choices.cursor + delta) % self.choices.count

    def action_complete(self) -> None:
        """Go to the next, where there is nothing to complete."""
        self.action_move(1)

    def action_page(self, direction: int) -> None:
        """Move a page in the list."""
        self._moved = self.waiting
        self.choices.action_page(direction)


def fitting(choices: Sequence[Choice[Value]], typed: str) -> list[Choice[Value]]:
    """The choices whose label or detail fits what was typed, best first; all of them if nothing was."""
    wanted = fold(typed.strip())
    if not wanted:
        return list(choices)
    # Not by Textual's matcher: it goes through all ways to find the letters, which in a long query never ends.
    scored = [
        (fuzzy_score(wanted, choice.label) or fuzzy_score(wanted, choice.detail) / 2, choice) for choice in choices
    ]
    return [choice for score, choice in sorted(scored, key=lambda item: -item[0]) if score > 0]
