"""What the interface remembers from one start to the next, in one small JSON file per vault."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any, TypeVar

from textual.geometry import clamp

from vaulttui.paths import write_private

HISTORY_LENGTH = 200
"""Queries that are remembered."""
RECENT_NOTES = 30
"""Notes that are remembered."""
FILTERS_WIDTHS = (18, 60)
"""Between these the person chooses the columns of the filter pane."""
RESULTS_SHARES = (20, 80)
"""And between these the percent that the results take."""

Item = TypeVar("Item")


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


class StateStore:
    """Reads and writes the state file, which other windows on the same vault have, too.

    Args:
        path: The file, made with its folder when first saved; ``None`` to remember nothing.
    """

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self._known = UiState()
        """As this window last read or wrote it: what is otherwise by now, somebody changed."""
        self._turn = asyncio.Lock()
        self._writing = threading.RLock()  # whoever is hung up writes at once, even amidst writing

    def load(self) -> tuple[UiState, str]:
        """Read the state. A file that cannot be used is put aside: it may hold searches that somebody saved.

        Returns:
            The state, and a notice if the file could not be used (the state is then that of a first start).
        """
        read, notice = self._read()
        if notice and (aside := self._put_aside()) is not None:
            notice += f". It is kept as {aside.name}."
        state = read or UiState()
        self._known = state.copy()
        return state, notice

    def due(self, state: UiState) -> bool:
        """Whether a state has something to be written, and nothing is being written or read just now."""
        return self.path is not None and state != self._known and not self._turn.locked()

    async def keep(self, state: UiState) -> None:
        """Write a state in use away from this thread, and take into it what other windows have made of theirs.

        Raises:
            OSError: The file cannot be written.
        """
        if self.path is not None:
            async with self._turn:
                ours = state.copy()
                written = await asyncio.to_thread(self.save, ours)
                self._take_in(state, ours, written)

    async def renew(self, state: UiState) -> None:
        """Take into a state in use what other windows have written; read away from this thread.

        A file that cannot be used is left to :meth:`save`.
        """
        if self.path is not None:
            async with self._turn:
                read, _ = await asyncio.to_thread(self._read)
                if read is not None:
                    self._take_in(state, self._known, read)

    def _take_in(self, state: UiState, before: UiState, theirs: UiState) -> None:
        """Let the lists of a state have what others have made of them, and know that."""
        both = _joined(before, state, theirs)
        # In place: they are looked at by others.
        state.saved[:], state.history[:], state.recent[:] = both.saved, both.history, both.recent
        known = theirs.copy()
        self._known = replace(self._known, saved=known.saved, history=known.history, recent=known.recent)

    def _read(self) -> tuple[UiState | None, str]:
        """What the file says, ``None`` if there is none or it cannot be used; in the latter case with a notice."""
        if self.path is None:
            return None, ""
        try:
            values = json.loads(self.path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return None, ""
        except OSError as error:
            reason = error.strerror or str(error)
        except (ValueError, RecursionError) as error:
            reason = f"it is not valid JSON ({error})"
        else:
            if isinstance(values, dict):
                return _from_values(values), ""
            reason = "it is not a JSON object"
        return None, f"The remembered state could not be read and starts anew: {self.path}: {reason}"

    def _put_aside(self) -> Path | None:
        """Keep what cannot be used from being written over. Returns where it is; ``None`` where that cannot be."""
        if self.path is None:
            return None
        aside = self.path.with_name(f"{self.path.name}.damaged")
        try:
            self.path.replace(aside)
        except OSError:
            return None
        return aside

    def save(self, state: UiState) -> UiState:
        """Write the state, for the user alone, in one step: another process sees the old file or the new one.

        Searches that another window on the same vault has made, saved or deleted meanwhile stay so. A file that says
        the same already is left as it is.

        Returns:
            What the file says now.

        Raises:
            OSError: The file cannot be written.
        """
        if self.path is None:
            return state
        with self._writing:
            read, notice = self._read()
            if notice:
                self._put_aside()  # as when it is read at the start: somebody may have written in it by hand
            # A file that is gone or broken tells of nothing that was deleted.
            both = _joined(self._known, state, read or self._known)
            if both != read:
                write_private(self.path, json.dumps(asdict(both), indent=1))
            self._known = state.copy()
        return both


def _joined(before: UiState, ours: UiState, theirs: UiState) -> UiState:
    """What two windows have made of one state; of what they cannot share, it is ours."""
    both = replace(
        ours,
        saved=[],
        history=_merged_by_time(before.history, ours.history, theirs.history)[-HISTORY_LENGTH:],
        recent=_merged_by_time(before.recent[::-1], ours.recent[::-1], theirs.recent[::-1])[::-1][:RECENT_NOTES],
    )
    for search in _merged(before.saved, ours.saved, theirs.saved):
        both.save_search(search)
    return both


def _merged(before: Sequence[Item], ours: Sequence[Item], theirs: Sequence[Item]) -> list[Item]:
    """What two windows have made of one list whose order says nothing."""
    added = [item for item in theirs if item not in before and item not in ours]
    return added + [item for item in ours if item in theirs or item not in before]


def _merged_by_time(before: Sequence[str], ours: Sequence[str], theirs: Sequence[str]) -> list[str]:
    """What two windows have made of one list that is the oldest first: what is new in either is last, ours at the end.

    What one of them has deleted stays only where the other has remembered it anew. The list may be longer than both.
    """
    new, their_new = _newest(before, ours), _newest(before, theirs)
    gone = {*before}.difference(ours, their_new)
    both = [item for item in theirs if item not in gone and item not in new]
    deleted = {*before}.difference(theirs)
    behind = 0
    for item in ours[: len(ours) - len(new)]:
        if item in both:
            behind = both.index(item) + 1
        elif item not in deleted:  # brought back to where it was
            both.insert(behind, item)
            behind += 1
    return both + new


def _newest(before: Sequence[str], now: Sequence[str]) -> list[str]:
    """What was put at the end of a list, be it new or from further up."""
    place = {item: index for index, item in enumerate(before)}
    last, end = -1, 0
    for index, item in enumerate(now):
        if place.get(item, -1) > last:
            last, end = place[item], index + 1
    return [*now[end:]]


def _from_values(values: dict[str, Any]) -> UiState:
    """Take over every value that has the type of its default; leave the others at their default."""
    state = UiState()
    for item in fields(UiState):
        value, default = values.get(item.name), getattr(state, item.name)
        if type(value) is type(default):
            setattr(state, item.name, value)
    state.history = [query for query in state.history if isinstance(query, str)][-HISTORY_LENGTH:]
    state.recent = [path for path in state.recent if isinstance(path, str)][:RECENT_NOTES]
    state.saved = []
    for values_of_one in saved if isinstance(saved := values.get("saved"), list) else ():
        search = _saved_search(values_of_one)
        if search is not None:
            state.save_search(search)
    state.filters_width = clamp(state.filters_width, *FILTERS_WIDTHS)
    state.results_share = clamp(state.results_share, *RESULTS_SHARES)
    return state


def _saved_search(values: Any) -> SavedSearch | None:
    """A saved search of the file; ``None`` if it makes no sense."""
    if not isinstance(values, dict):
        return None
    known = {item.name: values[item.name] for item in fields(SavedSearch) if item.name in values}
    if not all(isinstance(known.get(name), str) and known[name] for name in ("name", "text")):
        return None
    wrong = [name for name in ("mode", "sort") if not isinstance(known.get(name, ""), str)]
    wrong += [name for name in ("reverse", "passages") if not isinstance(known.get(name, False), bool)]
    return None if wrong else SavedSearch(**known)
