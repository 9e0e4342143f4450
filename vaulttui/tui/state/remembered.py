"""What is remembered, and how it grows while the program is used."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

HISTORY_LENGTH = 200
"""Queries that are remembered."""
RECENT_NOTES = 30
"""Notes that are remembered."""
FILTERS_WIDTHS = (18, 60)
"""Between these the person chooses the columns of the filter pane."""
RESULTS_SHARES = (20, 80)
"""And between these the percent that the results take."""


@dataclass(frozen=True, slots=True)
class SavedSearch:
    """A search under a name."""

    name: str
    """``""`` for one that is only remembered."""
    text: str
    mode: str = ""
    """``""``: as it is chosen."""
    sort: str = ""
    """``""``: the natural order."""
    reverse: bool = False
    passages: bool = False
    """Whether every matching passage is a result of its own, not only the best of each note."""


@dataclass(slots=True)
class UiState:
    """The remembered values, with their values at the very first start."""

    query: str = ""
    mode: str = ""
    """The mode that was chosen; ``""``: what the settings say."""
    mode_setting: str = ""
    """What the settings said then; ``""`` if that is not known."""
    sort: str = ""
    """A sort key; ``""`` for the natural order."""
    reverse: bool = False
    """Whether the sort runs against its natural direction."""
    passages: bool = False
    """Whether every matching passage was a result of its own."""
    filters_width: int = 28
    """Columns of the filter pane."""
    results_share: int = 42
    """Percent of the columns beside the filters that the results take."""
    filters_shown: bool = True
    compact: bool = False
    theme: str = ""
    """The theme that was chosen; ``""``: what the settings say."""
    theme_setting: str = ""
    """What the settings said then; ``""`` if that is not known."""
    history: list[str] = field(default_factory=list)
    """Queries, oldest first, without repeats."""
    recent: list[str] = field(default_factory=list)
    """Paths of notes that were gone to or edited, newest first, without repeats."""
    saved: list[SavedSearch] = field(default_factory=list)
    """Searches that have a name, by name."""

    def copy(self) -> UiState:
        """The same as it is now, with lists of its own."""
        return replace(self, history=[*self.history], recent=[*self.recent], saved=[*self.saved])

    def follow_settings(self, theme: str, mode: str) -> None:
        """Forget a theme and a mode that were chosen when the settings said something else: what was said last counts.

        Args:
            theme: The theme of the settings.
            mode: Their mode.
        """
        if self.theme_setting not in ("", theme):
            self.theme = ""
        if self.mode_setting not in ("", mode):
            self.mode = ""
        self.theme_setting, self.mode_setting = theme, mode

    def remember_query(self, text: str) -> None:
        """Put a query at the end of the history. Blank ones are left out."""
        text = text.strip()
        if not text:
            return
        if text in self.history:
            self.history.remove(text)
        self.history.append(text)
        del self.history[:-HISTORY_LENGTH]

    def remember_note(self, path: str) -> None:
        """Put a note at the beginning of the recent ones."""
        self.recent[:] = [path, *(other for other in self.recent if other != path)][:RECENT_NOTES]

    def take_moves(self, moved: Mapping[str, str]) -> None:
        """Take in that notes were moved.

        Args:
            moved: New paths of notes, by those of before.
        """
        self.recent[:] = dict.fromkeys(moved.get(path, path) for path in self.recent)

    def save_search(self, search: SavedSearch) -> None:
        """Keep a search, in the place of another one of its name."""
        others = [saved for saved in self.saved if saved.name != search.name]
        self.saved[:] = sorted([*others, search], key=lambda saved: saved.name.casefold())
