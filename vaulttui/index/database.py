"""The DuckDB file of one vault: opening it, recovering it, and a cursor for each thread."""

from __future__ import annotations

import contextlib
import logging
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import duckdb

from vaulttui.errors import IndexFault, IndexLockedError, IndexTooNewError
from vaulttui.index.schema import SCHEMA_VERSION, create_statements

log = logging.getLogger(__name__)

_MEMORY_LIMIT = "400MB"


class Database:
    """One open index file.

    Any number of threads may read, each through its own cursor; writes go through :meth:`write`, one at a time.

    Args:
        path: The file; its folder must exist.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.moved_aside: Path | None = None
        """Where an unreadable file was moved to when this one was opened."""
        self._connection: duckdb.DuckDBPyConnection | None = None
        self._local = threading.local()
        self._cursors: dict[threading.Thread, duckdb.DuckDBPyConnection] = {}
        self._cursors_lock = threading.Lock()
        self._epoch = 0
        self._write_lock = threading.RLock()

    def open(self) -> None:
        """Open the file, creating its tables if it is new.

        An unreadable file is kept beside the new one, under a name that ends in ``.damaged.<time>``; an index with an
        older schema is emptied.

        Raises:
            IndexLockedError: Another process has it open.
            IndexTooNewError: A newer version of vaulttui wrote it.
            IndexFault: It cannot be opened for another reason.
        """
        try:
            self._connection = self._connect()
            self._prepare()
        except IndexTooNewError:
            self.close()
            raise
        except duckdb.IOException as error:
            if "lock" in str(error).lower():
                raise IndexLockedError(
                    f"The index {self.path} is in use by another process. Close the other vaulttui on this vault, "
                    "or point $VAULTTUI_CACHE_DIR at another folder."
                ) from error
            self._recover(error)
        except duckdb.Error as error:
            self._recover(error)

    def _connect(self) -> duckdb.DuckDBPyConnection:
        connection = duckdb.connect(str(self.path))
        connection.execute(f"SET memory_limit = '{_MEMORY_LIMIT}'")
        connection.execute("SET threads = 2")
        connection.execute("SET checkpoint_threshold = '32MB'")
        # Quitting is not the moment for it: the next start replays what is left in the log.
        connection.execute("PRAGMA disable_checkpoint_on_shutdown")
        connection.execute("SET preserve_insertion_order = true")
        with contextlib.suppress(OSError):
            self.path.chmod(0o600)
        return connection

    def _prepare(self) -> None:
        cursor = self.cursor()
        tables = {row[0] for row in cursor.execute("SELECT table_name FROM duckdb_tables()").fetchall()}
        if tables:
            if "meta" not in tables:
                raise duckdb.CatalogException("the file is not an index of vaulttui")
            row = cursor.execute("SELECT value FROM meta WHERE key = 'schema_version'").fetchone()
            version = int(row[0]) if row else 0
            if version > SCHEMA_VERSION:
                raise IndexTooNewError(
                    f"The index {self.path} was written by a newer vaulttui (schema {version}, this one knows "
                    f"{SCHEMA_VERSION}). Update vaulttui, or delete the file: it is rebuilt from the notes."
                )
            if version == SCHEMA_VERSION:
                return
            log.info("index schema %s is older than %s: rebuilding", version, SCHEMA_VERSION)
            for table in tables:
                cursor.execute(f'DROP TABLE IF EXISTS "{table}"')
        self._create_tables(cursor)

    def _create_tables(self, cursor: duckdb.DuckDBPyConnection) -> None:
        cursor.execute("BEGIN")
        for statement in create_statements():
            cursor.execute(statement)
        cursor.execute("INSERT INTO meta VALUES ('schema_version', ?), ('generation', '0')", [str(SCHEMA_VERSION)])
        cursor.execute("COMMIT")
        cursor.execute("CHECKPOINT")

    def _recover(self, error: Exception) -> None:
        """Move an unreadable file aside and start afresh: the index can always be rebuilt from the notes."""
        self.close()
        wal = self.path.with_name(self.path.name + ".wal")
        if not self.path.exists() and not wal.exists():
            raise IndexFault(f"The index {self.path} cannot be created: {error}") from error
        suffix = f".damaged.{time.strftime('%Y%m%d-%H%M%S')}"
        try:
            for part in (wal, self.path):
                if part.exists():
                    part.rename(part.with_name(part.name + suffix))
            self.moved_aside = self.path.with_name(self.path.name + suffix)
            log.warning("unreadable index moved to %s: %s", self.moved_aside, error)
            self._connection = self._connect()
            self._prepare()
        except (OSError, duckdb.Error) as second:
            raise IndexFault(
                f"The index {self.path} cannot be read ({error}) and cannot be replaced ({second}). "
                "Check the folder's permissions and free space."
            ) from second

    def cursor(self) -> duckdb.DuckDBPyConnection:
        """The calling thread's own cursor.

        Raises:
            IndexFault: The index is closed.
        """
        connection = self._connection
        if connection is None:
            raise IndexFault("The index is closed.", code="index_closed")
        if getattr(self._local, "epoch", None) != self._epoch:
            self._local.cursor = connection.cursor()
            self._local.epoch = self._epoch
            self._keep(self._local.cursor)
        cursor: duckdb.DuckDBPyConnection = self._local.cursor
        return cursor

    def _keep(self, cursor: duckdb.DuckDBPyConnection) -> None:
        """Remember a thread's cursor, which keeps the file open until it is closed; close those of ended threads."""
        with self._cursors_lock:
            for thread in [thread for thread in self._cursors if not thread.is_alive()]:
                self._cursors.pop(thread).close()
            self._cursors[threading.current_thread()] = cursor

    @contextlib.contextmanager
    def write(self) -> Iterator[duckdb.DuckDBPyConnection]:
        """A transaction: committed at the end of the block, rolled back if it raises. One thread at a time.

        Raises:
            IndexFault: The index cannot be written (full disk, closed …).
        """
        with self._write_lock:
            cursor = self.cursor()
            try:
                cursor.execute("BEGIN")
                yield cursor
                cursor.execute("COMMIT")
            except duckdb.Error as error:
                self._roll_back(cursor)
                raise IndexFault(f"The index {self.path} cannot be written: {error}") from error
            except BaseException:
                self._roll_back(cursor)
                raise

    @staticmethod
    def _roll_back(cursor: duckdb.DuckDBPyConnection) -> None:
        with contextlib.suppress(duckdb.Error):  # the fault that led here is the one to report
            cursor.execute("ROLLBACK")

    @contextlib.contextmanager
    def read(self) -> Iterator[duckdb.DuckDBPyConnection]:
        """A consistent view: everything read within the block is of one moment.

        Raises:
            IndexFault: The index cannot be read.
        """
        cursor = self.cursor()
        try:
            cursor.execute("BEGIN")
            yield cursor
        except duckdb.Error as error:
            raise IndexFault(f"The index {self.path} cannot be read: {error}") from error
        finally:
            self._roll_back(cursor)

    def checkpoint(self) -> None:
        """Fold the write-ahead log into the file. Skipped silently while others read: the next one does it."""
        with self._write_lock, contextlib.suppress(duckdb.TransactionException):
            self.cursor().execute("CHECKPOINT")

    def file_size(self) -> int:
        """Bytes of the file and its write-ahead log."""
        size = 0
        for path in (self.path, self.path.with_name(self.path.name + ".wal")):
            with contextlib.suppress(FileNotFoundError):
                size += path.stat().st_size
        return size

    def close(self) -> None:
        """Close the file. Safe to call twice."""
        connection, self._connection = self._connection, None
        with self._cursors_lock:
            cursors, self._cursors = list(self._cursors.values()), {}
        self._epoch += 1
        for handle in (*cursors, connection):
            if handle is not None:
                with contextlib.suppress(duckdb.Error):
                    handle.close()
