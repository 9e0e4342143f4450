"""The DuckDB file of one vault: opening it, recovering it, and a cursor for each thread."""

from __future__ import annotations

import contextlib
import logging
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

from vaulttui.errors import IndexFault
from vaulttui.index import duckdb, storage
from vaulttui.index.gate import Gate
from vaulttui.index.open_ahead import OpenAhead
from vaulttui.index.opening import file_fault, open_file

log = logging.getLogger(__name__)

_PATIENCE = 10.0
"""Seconds that mending waits for those who still read."""
MENDED = frozenset({"index_damaged", "index_reopened", "index_replaced"})
"""Codes of faults behind which the index is usable again: what failed can be tried once more."""

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

    def __init__(self, path: Path, replaced: Callable[[], None] = lambda: None, ahead: OpenAhead | None = None) -> None:
        self.path = path
        self._ahead = ahead
        self.moved_aside: Path | None = None
        """Where an unreadable file was moved to when this one was opened."""
        self.replacements = 0
        """How often the index was begun anew while it was open."""
        self._replaced = replaced
        self._connection: duckdb.DuckDBPyConnection | None = None
        self._local = threading.local()
        self._cursors: dict[threading.Thread, duckdb.DuckDBPyConnection] = {}
        self._cursors_lock = threading.Lock()
        self._epoch = 0
        self._commits = 0
        self._write_lock = threading.RLock()
        self._gate = Gate()
        self._trouble: storage.Trouble = ""
        self._roomy = False

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
        ahead, self._ahead = self._ahead, None
        self._connection, aside = ahead.take() if ahead is not None else open_file(self.path)
        self.moved_aside = aside or self.moved_aside

    def close(self) -> None:
        """Close the file. Safe to call twice. One that turned out to be damaged is moved aside for the next start."""
        self._commits += 2  # what is known of the file holds no longer
        connection, self._connection = self._connection, None
        ahead, self._ahead = self._ahead, None
        if ahead is not None:
            ahead.drop()
        with self._cursors_lock:
            cursors, self._cursors = list(self._cursors.values()), {}
        self._epoch += 1
        for handle in (*cursors, connection):
            if handle is not None:
                with contextlib.suppress(duckdb.Error):
                    handle.close()
        if connection is not None and self._trouble == "damaged":
            self._trouble = ""
            try:
                storage.move_aside(storage.log_path(self.path), self.path)
            except OSError as error:
                log.warning("the damaged index stays in its place: %s", error)

    # Reading and writing

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
        with self._write_lock, self._entered():
            cursor = self.cursor()
            try:
                cursor.execute("BEGIN")
                yield cursor
                with self._committing():
                    cursor.execute("COMMIT")
                storage.make_private(storage.log_path(self.path))
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
        """A number that is another one after each commit; ``None`` during one."""
        commits = self._commits
        return commits if commits % 2 == 0 else None

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

    @contextlib.contextmanager
    def read_when_asked(self) -> Iterator[Begin]:
        """Like :meth:`read`, for readers who may need nothing of the file: the moment is that of the first call of
        what is yielded, which gives the cursor.

        Raises:
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

        with self._entered():
            try:
                yield begin
            except duckdb.Error as error:
                raise self._fault(error, "read") from error
            finally:
                if begun is not None:
                    self._roll_back(begun)

    def checkpoint(self) -> None:
        """Fold the write-ahead log into the file. Left out while others read or the disk is full: the next one does it.

        Raises:
            IndexFault: It failed.
        """
        if not storage.enough_space(self.path):
            log.warning("no checkpoint of %s: too little space", self.path)
            return
        with self._write_lock, self._entered():
            try:
                self.cursor().execute("CHECKPOINT")
            except duckdb.TransactionException as error:
                log.info("no checkpoint of %s: %s", self.path, error)
            except duckdb.Error as error:
                raise self._fault(error, "written") from error

    @contextlib.contextmanager
    def roomy(self) -> Iterator[None]:
        """For the length of the block, let the database take more memory: for writing or sorting much."""
        self._roomy = True
        storage.set_memory(self.cursor(), roomy=True)
        try:
            yield
        finally:
            self._roomy = False
            with contextlib.suppress(duckdb.Error, IndexFault):  # it was closed meanwhile: the next opening sets it
                storage.set_memory(self.cursor(), roomy=False)

    def give_back_memory(self) -> None:
        """Let go of what was read of the file, unless somebody is reading or much is being written.

        Raises:
            IndexFault: The index is closed.
        """
        cursor = self.cursor()
        with self._gate.alone(0.0) as alone:  # a query that runs meanwhile would have too little
            if alone and not self._roomy:
                storage.drop_read(cursor)

    def log_size(self) -> int:
        """Bytes of the write-ahead log."""
        try:
            return storage.log_path(self.path).stat().st_size
        except FileNotFoundError:
            return 0

    def file_size(self) -> int:
        """Bytes of the file and its write-ahead log."""
        return storage.bytes_used(self.path)

    # Mending and compacting

    @contextlib.contextmanager
    def _entered(self) -> Iterator[None]:
        """Be inside while the file stays as it is; mend it first if the last one who was inside found it unusable."""
        if self._trouble and not self._gate.inside:
            self._mend()
        with self._gate.entered():
            yield

    def ensure_usable(self) -> None:
        """Mend the file now if it was found unusable.

        Raises:
            IndexFault: It cannot be mended.
        """
        with self._entered():
            pass

    def _mend(self) -> None:
        """Open the file again, or begin anew if it is damaged.

        Raises:
            IndexFault: It cannot be opened, or others are busy with it.
        """
        with self._gate.alone(_PATIENCE) as alone:
            kind = self._trouble
            if not kind:
                return
            if not alone:
                raise IndexFault(f"The index {self.path} is being mended: try again.", code="index_mending")
            log.warning("index %s is %s: opening it again", self.path, kind)
            self.close()  # moves a damaged file aside
            self._trouble = ""
            try:
                self.open()
            except IndexFault:
                self._trouble = "invalid"
                raise
            if kind == "damaged" or self.moved_aside is not None:
                self.replacements += 1
                self._replaced()

    def compact(self, *, at_least: Callable[[duckdb.DuckDBPyConnection], bool] = storage.worth_compacting) -> bool:
        """Write the file anew if much of it is unused and nobody reads, and put the new one in its place.

        Args:
            at_least: Whether it is worth it.

        Returns:
            Whether it was done.

        Raises:
            IndexFault: The file cannot be opened again.
        """
        with self._write_lock:
            with self.read() as cursor:
                if not at_least(cursor):
                    return False
            with self._gate.alone(1.0) as alone:
                if not alone:
                    return False
                try:
                    cursor = self.cursor()
                    cursor.execute("CHECKPOINT")
                    copy = storage.write_compact_copy(cursor, self.path)
                except (duckdb.Error, OSError) as error:
                    log.warning("index %s stays as large as it is: %s", self.path, error)
                    if isinstance(error, duckdb.FatalException):
                        self._trouble = "invalid"
                    storage.remove_compact_copy(self.path)
                    return False
                self.close()
                self._trouble = "invalid"  # until it is open again
                storage.log_path(self.path).unlink(missing_ok=True)  # all of it is in the file
                copy.replace(self.path)
                self.open()
                self._trouble = ""
                return True

    # Faults

    def _fault(self, error: duckdb.Error, doing: str) -> IndexFault:
        """What to tell of an error, and note what is to be mended."""
        fault = file_fault(self.path, error, doing, usable=self._connection is not None)
        if fault.code == "index_damaged":
            self._trouble = "damaged"
        elif fault.code == "index_reopened":
            self._trouble = self._trouble or "invalid"
        return fault
