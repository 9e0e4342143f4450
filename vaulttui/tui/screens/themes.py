"""Choosing a theme, each tried as one comes to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import on

from vaulttui.tui.screens.choosing import Choice, Chooser, fitting
from vaulttui.tui.widgets.virtual_list import VirtualList

if TYPE_CHECKING:
    from textual.timer import Timer

TRYING_SECONDS = 0.15
"""So long one is on a theme before all is painted in it: that takes some time, and one may only be passing."""


class ThemesScreen(Chooser[str, str]):
    """The application takes the theme that one is on; whoever opens this puts it back if the answer is ``None``.

    Args:
        present: The theme that is in use.
    """

    HEADING: ClassVar[str] = "Choose a theme"
    HINT: ClassVar[str] = "Name of a theme …"
    VERB: ClassVar[str] = "use it"

    def __init__(self, present: str) -> None:
        super().__init__()
        self._present = present
        self._trying: Timer | None = None

    def look_up(self, text: str) -> None:
        """Offer the themes with such a name; at first, one is on the present one."""
        themes = sorted(self.app.available_themes.values(), key=lambda theme: theme.name)
        choices = [
            Choice(
                theme.name, theme.name, "dark" if theme.dark else "light", "✓" if theme.name == self._present else ""
            )
            for theme in themes
        ]
        offered = fitting(choices, text)
        names = [choice.value for choice in offered]
        first = names.index(self._present) if not text.strip() and self._present in names else 0
        self.offer(offered, "No theme has such a name.", cursor=first)

    @on(VirtualList.Moved)
    def _try_soon(self) -> None:
        if self._trying is not None:
            self._trying.stop()
        self._trying = self.set_timer(TRYING_SECONDS, self._try)

    def _try(self) -> None:
        if self.choices.chosen is not None and self.on_top:
            self.app.theme = self.choices.chosen.value

    def choose(self, choice: Choice[str]) -> None:
        """Use a theme."""
        self.app.theme = choice.value
        self.dismiss(choice.value)
