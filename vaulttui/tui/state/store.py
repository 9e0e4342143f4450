"""One small JSON file per vault that keeps what is remembered."""

from __future__ import annotations

import asyncio
import json
import threading
from dataclasses import asdict, fields, replace
from pathlib import Path
from typing import Any

from textual.geometry import clamp

from vaulttui.paths import write_private
from vaulttui.tui.state.merging import joined
from vaulttui.tui.state.remembered import (
    FILTERS_WIDTHS,
    HISTORY_LENGTH,
    RECENT_NOTES,
    RESULTS_SHARES,
    SavedSearch,
    UiState,
)


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
        both = joined(before, state, theirs)
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
            both = joined(self._known, state, read or self._known)
            if both != read:
                write_private(self.path, json.dumps(asdict(both), indent=1))
            self._known = state.copy()
        return both


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
