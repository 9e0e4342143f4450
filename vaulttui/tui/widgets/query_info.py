"""Beside the query: how it is matched, where one is in the results, and how long it took."""

from __future__ import annotations

from rich.text import Text
from textual.message import Message
from textual.reactive import reactive

from vaulttui.formatting import count
from vaulttui.tui.widgets.line_styles import LineStyled

_SLACK = 8
"""Cells that may stay empty on the left."""
_SHORT = 3
"""Letters of a mode's name where there is little room: no two begin alike."""


class QueryInfo(LineStyled):
    """Mode, place in the results, and how long the search took. A click changes the mode."""

    DEFAULT_CSS = """
    QueryInfo { width: 20; height: 1; text-align: right; }
    """
    ALLOW_SELECT = False

    mode: reactive[str] = reactive("")
    """Name of the mode that is asked for."""
    degraded: reactive[bool] = reactive(False)
    """Whether the answer is less than what the mode promises."""
    place: reactive[tuple[int, int] | None] = reactive[tuple[int, int] | None](None)
    """Number of the selected result, from 1, and how many there are."""
    milliseconds: reactive[float | None] = reactive[float | None](None)
    """How long the search took."""
    searching: reactive[bool] = reactive(False)
    """Whether what is looked for has no answer yet, though it should have: the numbers are of something else."""

    room: reactive[int] = reactive(80)
    """Cells that there are; what matters least gives way first."""

    class ModeClicked(Message):
        """The next mode is wanted."""

    def render(self) -> Text:
        """Draw mode and numbers, as much of them as has room."""
        styles = self.line_styles()
        mode, numbers = next((form for form in self._forms() if len("".join(form)) <= self.room), self._forms()[-1])
        text = Text(no_wrap=True, end="")
        text.append(mode, styles["info--degraded" if self.degraded else "info--mode"])
        text.append(numbers, styles["info--numbers"])
        return text

    def _forms(self) -> list[tuple[str, str]]:
        """Mode and numbers, from all there is to tell to what is told in any case."""
        short = self.mode if len(self.mode) <= _SHORT + 1 else self.mode[:_SHORT]
        if self.searching:
            return [(self.mode, "  searching …"), (self.mode, "  …"), (short, "  …")]
        time = "" if self.milliseconds is None else f"{self.milliseconds:.0f} ms"
        place = total = ""
        if self.place is not None:
            total = count(self.place[1]) if self.place[1] else "nothing"
            place = f"{count(self.place[0])} of {total}" if self.place[1] else total
        forms = (self.mode, " · ".join(filter(None, (place, time)))), (self.mode, place), (short, place), (short, total)
        return [(mode, f"  {numbers}" if numbers else "") for mode, numbers in forms]

    def _fit(self) -> None:
        """Take the room that the text needs. It grows in steps: a new layout at every key would cost time."""
        needed = self.render().cell_len if self.is_mounted else 0
        width = self.styles.width
        if needed and (width is None or not width.value - _SLACK <= needed <= width.value):
            self.styles.width = needed + 2

    watch_room = watch_mode = watch_place = watch_searching = watch_milliseconds = _fit

    def on_click(self) -> None:
        """Change the mode."""
        self.post_message(self.ModeClicked())
