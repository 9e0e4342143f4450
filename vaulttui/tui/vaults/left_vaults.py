"""Closing the vaults that another one took the place of, behind the scenes."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from vaulttui import paths

if TYPE_CHECKING:
    from vaulttui.tui.session.session import SearchSession
    from vaulttui.tui.state.remembered import UiState
    from vaulttui.tui.state.store import StateStore

CLOSE_SECONDS = 3.0
"""So long at most each of them is waited for at the end."""


class LeftVaults:
    """Closes each vault, and writes down what is to be remembered of it, on a thread of its own.

    Args:
        tell: Told on such a thread of what could not be written.
    """

    def __init__(self, tell: Callable[[str], object]) -> None:
        self._tell = tell
        self._threads: list[threading.Thread] = []

    def __bool__(self) -> bool:
        return bool(self._threads)

    def leave(self, session: SearchSession, store: StateStore, state: UiState) -> None:
        """Begin to close a vault. Nothing more is heard of its session.

        Args:
            session: Everything that was asked of its engine.
            store: What keeps the things that are remembered of it.
            state: These things.
        """
        session.mute()

        def close() -> None:
            session.close()
            try:
                store.save(state)
            except OSError as error:
                self._tell(paths.not_kept("What was open", error))

        thread = threading.Thread(target=close, name="vaulttui-leave", daemon=True)
        thread.start()
        self._threads.append(thread)

    def wait(self) -> None:
        """Wait until they are closed, within reason."""
        for thread in self._threads:
            thread.join(CLOSE_SECONDS)
