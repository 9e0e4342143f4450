"""Searches that were saved, and those that were made last."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import ClassVar, NamedTuple

from textual import on
from textual.binding import BindingType

from vaulttui.search.syntax import written_setting
from vaulttui.tui.keymap import bindings
from vaulttui.tui.screens.choosing import Choice, ChoiceList, Chooser, fitting
from vaulttui.tui.state.remembered import SavedSearch, UiState

RECENT = 50
"""Searches of the history that are offered."""


class SearchesScreen(Chooser[SavedSearch, SavedSearch]):
    """Saved searches, then those of the history; the answer is the one to run.

    Args:
        state: Has them; a search that is deleted is deleted there.
        renew: Takes into it what other windows have saved by now.
        keep: Has it written down.
    """

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("searches")]
    HEADING = "Searches"
    HINT = "Name or text of a search …"
    VERB = "search"
    MORE = (("delete", "searches.remove", "remove"),)

    def __init__(self, state: UiState, renew: Callable[[], Awaitable[None]], keep: Callable[[], None]) -> None:
        super().__init__()
        self._state = state
        self._renew = renew
        self._keep = keep
        self._deleted: list[tuple[SavedSearch, int]] = []
        """What can be brought back, the last one last: each with how many were behind it in the history."""

    def on_mount(self) -> None:
        """List what there is by now, though another window saved it."""
        # Textual calls the handler of the base class as well.

        async def renew() -> None:
            before = self._all()
            await self._renew()
            if self._all() != before:
                self._list_again()

        self.run_worker(renew())

    def _all(self) -> Sequence[Choice[SavedSearch]]:
        saved = [Choice(search, search.name, _detail(search), "★", removable=True) for search in self._state.saved]
        recent = [
            Choice(SavedSearch("", text), text, removable=True) for text in reversed(self._state.history[-RECENT:])
        ]
        return [*saved, *recent]

    def look_up(self, text: str) -> None:
        """List those that fit."""
        self._list(text, 0)

    def _list(self, text: str, cursor: int) -> None:
        key = self.keymap.first_shown("searches.save")  # a letter, which is typed here
        empty = "No such search" if text.strip() else f"No searches yet. In the results, {key} saves the one shown."
        self.offer(fitting(self._all(), text), empty, cursor=cursor)

    def _list_again(self) -> None:
        """List them with the cursor where it is, on the same search if that is still there."""
        chosen, place = self.choices.chosen, self.choices.cursor
        self._list(self.input.value, place)
        if chosen in self.choices.choices:
            self.choices.cursor = self.choices.choices.index(chosen)

    @property
    def more(self) -> Sequence[tuple[str, str, str]]:
        """What else can be done: bring back what was deleted, if there is anything such."""
        return (*self.MORE, ("bring back", "searches.undo", "undo")) if self._deleted else self.MORE

    @on(ChoiceList.Crossed)
    def _crossed(self, event: ChoiceList.Crossed) -> None:
        self.choices.cursor = event.index
        self._remove()

    def action_remove(self) -> None:
        """Forget the search that the cursor is on; where some of what was typed is selected, cut that."""
        if self.input.selection.is_empty:
            self._remove()
        else:
            self.input.action_cut()

    def _remove(self) -> None:
        chosen = self.choices.chosen
        if chosen is None:
            return
        search, saved, history = chosen.value, self._state.saved, self._state.history
        # Another window may have deleted it meanwhile.
        if search.name and search in saved:
            saved.remove(search)
            self._deleted.append((search, 0))
        elif not search.name and search.text in history:
            place = history.index(search.text)
            del history[place]
            self._deleted.append((search, len(history) - place))
        self._keep()
        self.show_edge()
        self._list(self.input.value, self.choices.cursor)
        self.app.notify(f"Deleted {search.name or search.text}", markup=False, timeout=3)

    def action_undo(self) -> None:
        """Bring back the search that was deleted last, and go to it; not over another one that has its name by now."""
        if self._deleted:
            # By the application: it is brought back though this is closed by the next key.
            self.app.run_worker(self._bring_back(*self._deleted.pop()))
        else:
            self.app.bell()

    async def _bring_back(self, search: SavedSearch, behind: int) -> None:
        await self._renew()
        saved, history = self._state.saved, self._state.history
        if search.name in [other.name for other in saved] and search not in saved:
            told = f"Another window has saved a search as {search.name} meanwhile: {search.text} is not brought back."
            self.app.notify(told, severity="warning", markup=False)
        else:
            if search.name:
                self._state.save_search(search)
            elif search.text not in history:
                history.insert(max(0, len(history) - behind), search.text)
            self.app.notify(f"Brought back {search.name or search.text}", markup=False, timeout=3)
        self._keep()
        if self.is_running:
            self.show_edge()
            self._list(self.input.value, 0)
            values = [choice.value for choice in self.choices.choices]
            if search in values:
                self.choices.cursor = values.index(search)


class SearchName(NamedTuple):
    """What a search is to be called."""

    name: str
    replaces: bool
    """Whether it was said that another search of the name is replaced."""


class SaveSearchScreen(Chooser[SearchName, str]):
    """Asks what a search is to be called.

    Args:
        search: What is to be saved.
        state: Has the searches that are saved already.
        renew: Takes into it what other windows have saved by now.
    """

    HEADING = "Save search"
    HINT = "Name …"
    VERB = "save"

    def __init__(self, search: SavedSearch, state: UiState, renew: Callable[[], Awaitable[None]]) -> None:
        super().__init__(search.name or search.text)
        self._search = search
        self._state = state
        self._renew = renew
        self._names: list[str] = []

    def on_mount(self) -> None:
        """Offer a name that typing replaces, and say what it replaces though another window saved that."""
        # Textual calls the handler of the base class as well.
        self.input.select_all()

        async def renew() -> None:
            await self._renew()
            if [saved.name for saved in self._state.saved] != self._names:
                self.look_up(self.input.value)

        self.run_worker(renew())

    def look_up(self, text: str) -> None:
        """Say what saving means."""
        name = text.strip()
        self._names = [saved.name for saved in self._state.saved]
        what = "Replace" if name in self._names else "Save as"
        detail = _detail(self._search)
        offered = [Choice(name, f"{what} “{name}”", detail, "★")] if name else []
        others = [Choice(other, f"Replace “{other}”", "") for other in self._names if other != name]
        self.offer([*offered, *others], "A search needs a name")

    def choose(self, choice: Choice[str]) -> None:
        """Answer with the name."""
        self.dismiss(SearchName(choice.value, choice.value in self._names))


def _detail(search: SavedSearch) -> str:
    """What a search looks for, in a line. What its text says itself holds, not what was chosen beside that."""
    mode = "" if written_setting(search.text, "mode") else search.mode
    sort = "" if written_setting(search.text, "sort") else search.sort
    passages = "passages" if search.passages else ""
    return " · ".join(filter(None, (search.text, mode, sort, passages)))
