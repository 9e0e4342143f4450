"""How much memory the database of one file may take, and when it lets go of what it has read."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator
from typing import TypeVar

from vaulttui.errors import IndexFault
from vaulttui.index.storage import connecting, duckdb
from vaulttui.index.storage.index_file import IndexFile
from vaulttui.index.storage.opening import SHORT_OF_MEMORY

_MUCH_READ = 32_000_000
"""Bytes that it pays to let go of."""

Answer = TypeVar("Answer")


class DatabaseMemory:
    """Gives the database more memory and takes it back. Safe to use from several threads.

    Args:
        file: An open index file.
        read: Begins a transaction that reads it.
    """

    def __init__(
        self, file: IndexFile, read: Callable[[], contextlib.AbstractContextManager[duckdb.DuckDBPyConnection]]
    ) -> None:
        self._file = file
        self._read = read
        self._lock = threading.Lock()
        self._roomy = 0
        """How many need much memory at this moment."""
        self._short = False
        """Whether there was too little: then there is more until somebody needed much and has done with it."""
        self._in_use = 0
        """Bytes that the database held after :meth:`rest`."""

    def enough_for(self, work: Callable[[], Answer]) -> Answer:
        """Do some work; if the database had too little memory for it, once more with more.

        Raises:
            IndexFault: The index cannot be read or written.
        """
        try:
            return work()
        except IndexFault as fault:
            if fault.code != SHORT_OF_MEMORY:
                raise
        with self.roomy():
            return work()

    @contextlib.contextmanager
    def roomy(self, *, whole_tables: bool = False) -> Iterator[None]:
        """For the length of the block, let the database take more memory: for writing or sorting much.

        Args:
            whole_tables: Tables are made whose rows are written into the file at once, not gathered in memory.

        Raises:
            IndexFault: The index is closed, or cannot be mended.
        """
        with self._file.entered(), self._lock:
            connecting.set_memory(self._cursor(), roomy=True)
            if whole_tables:
                connecting.set_writing_ahead(self._cursor(), True)
            self._roomy += 1
        try:
            yield
        finally:
            with self._file.entered(mending=False), self._lock:
                self._roomy -= 1
                if not self._roomy:
                    self._short = False
                with contextlib.suppress(IndexFault):  # it was closed meanwhile: the next opening sets both
                    if whole_tables:
                        connecting.set_writing_ahead(self._cursor(), False)
                    if not self._roomy:
                        connecting.set_memory(self._cursor(), roomy=False)

    def _cursor(self) -> duckdb.DuckDBPyConnection:
        """The calling thread's own cursor; for who is inside, or a file that is being replaced would stay open.

        Raises:
            IndexFault: The index is closed or damaged.
        """
        try:
            return self._file.cursor()
        except duckdb.Error as error:  # none can be made
            raise self._file.fault(error, "read") from error

    def was_short(self) -> None:
        """Take note that there was too little memory: let the database take more for the next try. For who is inside,
        where that was met."""
        self._short = True
        # The thread's own cursor is still in the transaction that failed. Closed meanwhile, nothing is short.
        with contextlib.suppress(IndexFault), connecting.cursor_of(self._cursor()) as other:
            connecting.set_memory(other, roomy=True)

    def give_back(self) -> bool:
        """Let go of what was read of the file, unless somebody is reading or much is being written.

        Returns:
            Whether that was done.

        Raises:
            IndexFault: The index is closed or damaged.
        """
        with self._file.alone(0.0) as alone:  # a query that runs meanwhile would have too little
            done = alone and not (self._roomy or self._short)
            if done:
                connecting.drop_read(self._cursor())
        return done

    def rest(self) -> bool:
        """As :meth:`give_back`, if what was read is much. Called now and then; what was too little once, and was not
        tried again since, is enough from then on.

        Returns:
            Whether that was done.

        Raises:
            IndexFault: The index cannot be read.
        """
        if self._short:
            with self.roomy():
                pass
        with self._read() as cursor:
            if connecting.memory_used(cursor) <= self._in_use + _MUCH_READ:
                return False
        if not self.give_back():
            return False
        with self._read() as cursor:  # what is in use did not go: it is not tried again and again
            self._in_use = connecting.memory_used(cursor)
        return True
