"""The open file of an index: a cursor for each thread, and the mending of a file that turns out to be unusable."""

from __future__ import annotations

import contextlib
import logging
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from vaulttui.beside import Beside
from vaulttui.errors import IndexFault
from vaulttui.index.storage import compaction, database_errors, duckdb, files
from vaulttui.index.storage.gate import Gate
from vaulttui.index.storage.opening import Opened, file_fault, open_file
from vaulttui.index.storage.thread_cursors import ThreadCursors

log = logging.getLogger(__name__)

_PATIENCE = 10.0
"""Seconds that mending waits for those who still read."""
_PAUSE = 0.3
"""Seconds that making the file small waits for those before it begins: nobody else gets in meanwhile, and it can be
done later."""
_MOMENT = 2.0
"""Seconds that it waits for them when all that is left is to put the new file in its place."""
_FULL_SECONDS = 10.0
"""So long a file that the disk had no room to be written in is not tried again: that reads the log twice."""
MENDED = frozenset({"index_damaged", "index_reopened", "index_replaced"})
"""Codes of faults behind which the index is usable again: what failed can be tried once more."""


class IndexFile:
    """A database file that threads enter to work with it.

    One that turns out to be unusable is mended by whoever enters next: opened again, or kept aside and begun anew.

    Args:
        path: The file; its folder must exist.
        replaced: Told when the index was begun anew while it was open: what is known of its contents is void.
        ahead: Opens the file already, and belongs to this from now on.
    """

    def __init__(self, path: Path, replaced: Callable[[], None], ahead: Beside[Opened] | None) -> None:
        self.path = path
        self.replacements = 0
        """How often the index was begun anew while it was open."""
        self.closings = 0
        """How often it was closed, to be opened again or for good."""
        self._replaced = replaced
        self._ahead = ahead
        self._connection: duckdb.DuckDBPyConnection | None = None
        self._cursors = ThreadCursors()
        self._gate = Gate()
        self._trouble: database_errors.Trouble = ""
        self._full_until: float | None = None
        """When to try whether there is room again for a file that can only be read, ``None`` if it can be written."""
        self._lost = False
        """Whether a damaged file was closed, and none was opened since."""
        self._size_alone = 0
        """Bytes of the file when nobody else was inside the last time, 0 if nobody has looked."""

    # Opening and closing

    def open(self) -> bool:
        """Open the file, see :func:`vaulttui.index.storage.opening.open_file`; close it first if it is open.

        Returns:
            Whether something unreadable was moved aside, now or when it was closed: all that it held, or what its log
            did.

        Raises:
            IndexLockedError: Another process has it open, or another part of this one.
            IndexTooNewError: A newer version of vaulttui wrote it.
            IndexFault: It cannot be opened for another reason.
        """
        if self._connection is not None:
            self.close()
        ahead, self._ahead = self._ahead, None
        opened = ahead.take() if ahead is not None else open_file(self.path)
        self._connection = opened.connection
        self._full_until = time.monotonic() + _FULL_SECONDS if opened.no_room else None
        lost, self._lost = self._lost or opened.aside, False
        return lost

    def close(self) -> None:
        """Close the file. Safe to call twice. One that turned out to be damaged is moved aside for the next start."""
        self.closings += 1
        connection, self._connection = self._connection, None
        ahead, self._ahead = self._ahead, None
        if ahead is not None:
            with contextlib.suppress(Exception):  # whatever is wrong with it, nobody wants it any more
                ahead.take()[0].close()
        self._cursors.close()
        if connection is None:
            return
        with contextlib.suppress(duckdb.Error):
            connection.close()
        if self._trouble == "damaged":
            self._trouble = ""
            self._lost = True
            try:
                files.move_aside(files.log_path(self.path), self.path)
            except OSError as error:
                log.warning("the damaged index stays in its place: %s", error)

    # Working with it

    def cursor(self) -> duckdb.DuckDBPyConnection:
        """The calling thread's own cursor; for who is inside.

        Raises:
            IndexFault: The index is closed.
        """
        connection = self._connection
        if connection is None:
            raise IndexFault("The index is closed.", code="index_closed")
        return self._cursors.of(connection)

    @contextlib.contextmanager
    def entered(self, *, mending: bool = True) -> Iterator[None]:
        """Be inside while the file stays as it is.

        Args:
            mending: Mend it first if the last one who was inside found it unusable, or if it could only be read and
                there is room now to write it.

        Raises:
            IndexFault: It cannot be mended.
        """
        if mending and not self._gate.inside and (self._trouble or self._has_room_again()):
            self._mend()
        with self._gate.entered():
            yield

    def alone(self, timeout: float) -> contextlib.AbstractContextManager[bool]:
        """Be inside alone, see :meth:`vaulttui.index.storage.gate.Gate.alone`."""
        return self._gate.alone(timeout)

    def fault(self, error: duckdb.Error, doing: str) -> IndexFault:
        """What to tell of an error, see :func:`vaulttui.index.storage.opening.file_fault`; what is to be mended is
        noted."""
        usable, no_room = self._connection is not None, self._full_until is not None
        fault = file_fault(self.path, error, doing, usable=usable, no_room=no_room)
        if fault.code == "index_damaged":
            self._trouble = "damaged"
        elif fault.code == "index_reopened":
            self._trouble = self._trouble or "invalid"
        return fault

    # Opening again

    def _mend(self) -> None:
        """Open the file again, or begin anew if it is damaged.

        Raises:
            IndexFault: It cannot be opened, or others are busy with it.
        """
        with self._gate.alone(_PATIENCE) as alone:
            kind = self._trouble
            if not kind and not (alone and self._has_room_again()):
                return
            if not alone:
                raise IndexFault(f"The index {self.path} is being mended: try again.", code="index_mending")
            log.warning("index %s is %s: opening it again", self.path, kind or "to be written from now on")
            self.close()  # moves a damaged file aside
            self._open_again()

    def _has_room_again(self) -> bool:
        """Whether the disk was full when the file was opened, and is not any more."""
        until = self._full_until
        return until is not None and time.monotonic() >= until and files.has_room(self.path)

    def _open_again(self) -> None:
        """Open the file that this closed, and tell if it was begun anew.

        Raises:
            IndexFault: It cannot be opened: the next who enters tries again.
        """
        self._trouble = "invalid"
        lost = self.open()
        self._trouble = ""
        if lost:
            self.replacements += 1
            self._replaced()

    def has_grown(self, cursor: duckdb.DuckDBPyConnection) -> bool:
        """Whether the file is so much larger than when nobody read that there may be more room in it than it says."""
        return compaction.has_grown(compaction.blocks_bytes(cursor), self._size_alone)

    def compact(self) -> bool:
        """Write the file anew unless it is not worth it or the disk has too little space, and put the new one in its
        place, in a moment in which nobody else is inside. Others may read until then; to keep them from writing is up
        to the caller.

        Returns:
            Whether it was done.

        Raises:
            IndexFault: The file cannot be opened again.
        """
        closings = self.closings
        try:
            with self._gate.alone(_PAUSE) as alone:
                if not (alone and files.enough_space(self.path)):
                    return False
                cursor = self.cursor()
                cursor.execute("CHECKPOINT")
                self._size_alone = compaction.blocks_bytes(cursor)
                if not compaction.worth_compacting(cursor):  # all unused room is counted now
                    return False
                if not files.enough_space(self.path, compaction.copy_bytes(cursor)):  # others are to save meanwhile
                    log.info("index %s stays as large as it is: too little space for a copy", self.path)
                    return False
            with self._gate.entered():
                compaction.write_compact_copy(self.cursor(), self.path)
        except (duckdb.Error, OSError) as error:
            log.warning("index %s stays as large as it is: %s", self.path, error)
            if isinstance(error, duckdb.FatalException):
                self._trouble = "invalid"
            compaction.remove_compact_copy(self.path)
            return False
        with self._gate.alone(_MOMENT) as alone:
            if not alone or self._trouble or self.closings != closings:
                compaction.remove_compact_copy(self.path)
                return False
            self.close()
            self._trouble = "invalid"  # until it is open again
            files.log_path(self.path).unlink(missing_ok=True)  # all of it is in the file
            compaction.compact_path(self.path).replace(self.path)
            self._size_alone = self.path.stat().st_size
            self._open_again()
            return True
