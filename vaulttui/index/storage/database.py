"""The DuckDB database of one vault: reading, writing, and what it takes of memory and disk."""

from __future__ import annotations

import contextlib
import logging
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

from vaulttui.beside import Beside
from vaulttui.errors import IndexFault, UsageError
from vaulttui.index.storage import compaction, duckdb, files
from vaulttui.index.storage.changes import Changes
from vaulttui.index.storage.database_memory import DatabaseMemory
from vaulttui.index.storage.index_file import IndexFile
from vaulttui.index.storage.opening import SHORT_OF_MEMORY, Opened

log = logging.getLogger(__name__)

NO_TEXT = "cannot encode str as UTF-8"
"""In the error of a parameter with half a character, as bytes that are no text become on the command line."""

Answer = TypeVar("Answer")
Begin = Callable[[], duckdb.DuckDBPyConnection]
"""Gives a cursor within a transaction, which the first call begins."""


class Database:
    """One open index file.

    Any number of threads may read, each through its own cursor; writes go through :meth:`write`, one at a time. A file
    that turns out to be unusable is mended by whoever comes next: opened again, or kept aside and begun anew.

    Args:
        path: The file; its folder must exist.
        replaced: Told when the index was begun anew while it was open: what is known of its contents is void.
        ahead: Opens the file already, and belongs to this from now on.
    """

    def __init__(
        self, path: Path, replaced: Callable[[], None] = lambda: None, ahead: Beside[Opened] | None = None
    ) -> None:
        self.path = path
        self.changes = Changes()
        """What the last transactions did to notes."""
        self._file = IndexFile(path, replaced, ahead)
        self._commits = 0
        self._write_lock = threading.RLock()
        self.memory = DatabaseMemory(self._file, self.read)
        """How much of it the database may take."""

    @property
    def replacements(self) -> int:
        """How often the index was begun anew while it was open."""
        return self._file.replacements

    # Opening and closing

    def open(self) -> None:
        """Open the file, creating its tables if it is new.

        A write-ahead log that cannot be read is kept beside the file, under a name that ends in ``.damaged.<time>``:
        what it held is read from the notes again. So is a file that cannot be read. An index with an older schema is
        emptied.

        Raises:
            IndexLockedError: Another process has it open.
            IndexTooNewError: A newer version of vaulttui wrote it.
            IndexFault: It cannot be opened for another reason.
        """
        self._file.open()

    def close(self) -> None:
        """Close the file. Safe to call twice. One that turned out to be damaged is moved aside for the next start."""
        self._file.close()

    # Reading and writing

    def cursor(self) -> duckdb.DuckDBPyConnection:
        """The calling thread's own cursor.

        Raises:
            IndexFault: The index is closed.
        """
        return self._file.cursor()

    @contextlib.contextmanager
    def write(self) -> Iterator[duckdb.DuckDBPyConnection]:
        """A transaction: committed at the end of the block, rolled back if it raises. One thread at a time. Whoever
        writes much does so within :meth:`DatabaseMemory.roomy`.

        Raises:
            IndexFault: The index cannot be written (full disk, closed …).
        """
        with self._write_lock, self._file.entered():
            cursor = self.cursor()
            try:
                cursor.execute("BEGIN")
                yield cursor
                with self._committing():
                    cursor.execute("COMMIT")
                files.make_private(files.log_path(self.path))
            except duckdb.Error as error:
                self._roll_back(cursor)
                raise self._fault(error, "written") from error
            except BaseException:
                self._roll_back(cursor)
                raise

    @contextlib.contextmanager
    def _committing(self) -> Iterator[None]:
        """Count a commit before and after, so that nobody takes what was read in between for what is there now."""
        self._commits += 1
        try:
            yield
        finally:
            self._commits += 1

    @property
    def commits(self) -> int | None:
        """A number that grows with each commit, by two; ``None`` during one."""
        commits = self._commits
        # What is known of a file that was closed holds no longer.
        return commits + 2 * self._file.closings if commits % 2 == 0 else None

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
        with self.read_when_asked() as begin:
            yield begin()

    def ask(self, question: Callable[[duckdb.DuckDBPyConnection], Answer]) -> Answer:
        """What a question reads within :meth:`read`, with more memory if it needs more.

        Raises:
            IndexFault: The index cannot be read.
        """

        def reading() -> Answer:
            with self.read() as cursor:
                return question(cursor)

        return self.memory.enough_for(reading)

    @contextlib.contextmanager
    def read_when_asked(self) -> Iterator[Begin]:
        """Like :meth:`read`, for readers who may need nothing of the file: the moment is that of the first call of
        what is yielded, which gives the cursor.

        Raises:
            UsageError: What is looked for is no text.
            IndexFault: The index cannot be read.
        """
        begun: duckdb.DuckDBPyConnection | None = None

        def begin() -> duckdb.DuckDBPyConnection:
            nonlocal begun
            if begun is None:
                cursor = self.cursor()
                cursor.execute("BEGIN")
                begun = cursor
            return begun

        with self._file.entered():
            try:
                yield begin
            except duckdb.Error as error:
                if NO_TEXT in str(error):
                    raise UsageError("What is looked for is not valid UTF-8: type or paste it again") from error
                raise self._fault(error, "read") from error
            finally:
                if begun is not None:
                    self._roll_back(begun)

    def checkpoint(self) -> None:
        """Fold the write-ahead log into the file. Left out while others read or the disk is full: the next one does it.

        Raises:
            IndexFault: It failed.
        """
        if not files.enough_space(self.path):
            log.warning("no checkpoint of %s: too little space", self.path)
            return
        with self._write_lock, self._file.entered():
            try:
                self.cursor().execute("CHECKPOINT")
            except duckdb.TransactionException as error:
                log.info("no checkpoint of %s: %s", self.path, error)
            except duckdb.Error as error:
                raise self._fault(error, "written") from error

    def _fault(self, error: duckdb.Error, doing: str) -> IndexFault:
        """What to tell of an error. If there was too little memory, there is more for the next try."""
        fault = self._file.fault(error, doing)
        if fault.code == SHORT_OF_MEMORY:  # again where the file was opened anew since
            log.warning("%s", fault.message)
            self.memory.was_short()
        return fault

    def log_size(self) -> int:
        """Bytes of the write-ahead log."""
        return files.log_size(self.path)

    def file_size(self) -> int:
        """Bytes of the file and its write-ahead log."""
        return files.bytes_used(self.path)

    def ensure_usable(self) -> None:
        """Mend the file now if it was found unusable.

        Raises:
            IndexFault: It cannot be mended.
        """
        with self._file.entered():
            pass

    def compact(self) -> bool:
        """Write the file anew if much of it is unused, nobody reads and the disk has the space, and put the new one in
        its place.

        Returns:
            Whether it was done.

        Raises:
            IndexFault: The file cannot be opened again.
        """
        with self._write_lock:
            with self.read() as cursor:
                if not (compaction.worth_compacting(cursor) or self._file.has_grown(cursor)):
                    return False
            return self._file.compact()
