"""Opening an index file beside other work: most of it is the database's own, and holds up nobody."""

from __future__ import annotations

import contextlib
import threading
from pathlib import Path

from vaulttui.index.storage import duckdb
from vaulttui.index.storage.opening import open_file


class OpenAhead:
    """An index file that is being opened; to be taken or dropped.

    Args:
        path: The file; its folder must exist.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._opened: tuple[duckdb.DuckDBPyConnection, bool] | None = None
        self._fault: Exception | None = None
        self._thread = threading.Thread(target=self._open, name="vaulttui-open", daemon=True)
        self._thread.start()

    def take(self) -> tuple[duckdb.DuckDBPyConnection, bool]:
        """Wait for what :func:`~vaulttui.index.storage.opening.open_file` returns. To be called once.

        Raises:
            IndexFault: The file cannot be opened.
        """
        self._thread.join()
        opened, self._opened = self._opened, None
        if opened is None:
            raise self._fault or RuntimeError("it was taken already")
        return opened

    def drop(self) -> None:
        """Close the file if nobody took it."""
        with contextlib.suppress(Exception):  # whatever is wrong with it, nobody wants it any more
            self.take()[0].close()

    def _open(self) -> None:
        try:
            self._opened = open_file(self._path)
        except Exception as fault:  # told to whoever takes it
            self._fault = fault
