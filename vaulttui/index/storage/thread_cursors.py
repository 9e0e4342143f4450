"""A cursor for each thread that works with one database."""

from __future__ import annotations

import contextlib
import threading

from vaulttui.index.storage import connecting, duckdb


class ThreadCursors:
    """The cursors of one connection at a time: they keep its file open until they are closed."""

    def __init__(self) -> None:
        self._local = threading.local()
        self._cursors: dict[threading.Thread, duckdb.DuckDBPyConnection] = {}
        self._lock = threading.Lock()
        self._epoch = 0

    def of(self, connection: duckdb.DuckDBPyConnection) -> duckdb.DuckDBPyConnection:
        """The calling thread's own cursor, made when it is first asked for."""
        if getattr(self._local, "epoch", None) != self._epoch:
            self._local.cursor = connecting.cursor_of(connection)
            self._local.epoch = self._epoch
            self._keep(self._local.cursor)
        cursor: duckdb.DuckDBPyConnection = self._local.cursor
        return cursor

    def _keep(self, cursor: duckdb.DuckDBPyConnection) -> None:
        """Remember a thread's cursor to close it; close those of ended threads."""
        with self._lock:
            for thread in [thread for thread in self._cursors if not thread.is_alive()]:
                self._cursors.pop(thread).close()
            self._cursors[threading.current_thread()] = cursor

    def close(self) -> None:
        """Close all; threads get new ones from now on."""
        with self._lock:
            cursors, self._cursors = list(self._cursors.values()), {}
        self._epoch += 1
        for cursor in cursors:
            with contextlib.suppress(duckdb.Error):
                cursor.close()
