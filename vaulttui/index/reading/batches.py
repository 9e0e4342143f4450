"""Reading many notes at once: parsing and tokenising are heavy Python, so they run in worker processes."""

from __future__ import annotations

import logging
import queue
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from vaulttui.index.reading.columns import BatchBuilder, NoteBatch
from vaulttui.index.reading.inverting import Terms
from vaulttui.index.reading.worker import WorkerDiedError, WorkerProcess
from vaulttui.settings import VaultSettings
from vaulttui.values import dataclass
from vaulttui.vault.note import FileStat

log = logging.getLogger(__name__)

INLINE_NOTES = 100
"""So many notes are read right here: starting processes would take longer."""
INLINE_BYTES = 300_000
"""And no more of them than have so many bytes."""
INLINE_BATCH_BYTES = 200_000
"""A batch of those ends at so many bytes: it is asked in between whether to go on."""
_FIRST_NOTES = 50
"""Notes of such a batch, and of each worker's first: the newest do not wait for hundreds of others to be found."""
_BATCH_NOTES = 500
_BATCH_BYTES = 1_200_000
"""A batch ends at so many notes or so many bytes, whichever comes first."""
_WORKERS = 2
"""Processes that read, at most."""

Stop = Callable[[], bool]


@dataclass(frozen=True, slots=True)
class ReadRequest:
    """One note to read."""

    path: str
    size: int
    known_hash: bytes | None = None
    """Digest of the bytes that the index has: the note is not parsed if its file still holds them and has this size.
    Of a file that is read in part the bytes may be the same though it has grown."""
    new: FileStat | None = None
    """Of the file, if the index has no note of it: one that cannot be read is indexed by its name then."""


def read_batch(
    root: str, requests: Sequence[ReadRequest], settings: VaultSettings, terms: Terms | None = None
) -> NoteBatch:
    """Read some notes. One that cannot be read is a failure of the batch, or has nothing but its name, with a warning;
    it never is an exception.

    Args:
        root: The vault's folder.
        requests: What to read.
        settings: How it is read.
        terms: What other batches had; see :class:`~vaulttui.index.reading.columns.BatchBuilder`.
    """
    # Late: the parsers are a third of what starting costs, and where no note has changed nobody needs them.
    from vaulttui.vault.files.note_data import read_note_data, read_notes_data
    from vaulttui.vault.reader import content_hash, understand_note

    builder = BatchBuilder(settings.language, terms)
    folder = Path(root)
    ahead = read_notes_data(folder, [request.path for request in requests], settings) if len(requests) > 1 else ()
    for place, request in enumerate(requests):
        path = request.path
        try:
            found = ahead[place].get() if ahead else read_note_data(folder, path, settings)
            comparable = request.known_hash is not None and found.stat.size == request.size
            if comparable and content_hash(found.data) == request.known_hash:
                builder.unchanged.append((path, found.stat))
                continue
            builder.add(understand_note(folder, path, found, settings))
        except FileNotFoundError as error:  # it went since it was listed
            builder.failures.append((path, error.strerror or str(error)))
        except OSError as error:
            _add_unread(builder, folder, request, error.strerror or str(error), settings)
        except Exception as error:  # one note must never stop the others, whatever is wrong with it
            log.exception("reading %r failed", path)
            _add_unread(builder, folder, request, f"unexpected {type(error).__name__}: {error}", settings)
    return builder.build()


def _add_unread(builder: BatchBuilder, root: Path, request: ReadRequest, reason: str, settings: VaultSettings) -> None:
    """Add a note that could not be read: by its name, or as a failure that leaves in the index what that has."""
    from vaulttui.vault.reader import unread_note

    if request.new is None:
        builder.failures.append((request.path, reason))
    else:
        builder.add(unread_note(root, request.path, request.new, reason, settings))


_terms = Terms()
"""Of the worker process that this is."""


def read_next_batch(root: str, requests: Sequence[ReadRequest], settings: VaultSettings) -> NoteBatch:
    """As :func:`read_batch`, in a process that does nothing else: what one batch had helps with the next."""
    global _terms
    if _terms.many:
        _terms = Terms()
    return read_batch(root, requests, settings, _terms)


def read_batches(
    root: Path, requests: Sequence[ReadRequest], settings: VaultSettings, stop: Stop
) -> Iterator[NoteBatch]:
    """Read notes in batches, in any order; each note is in exactly one batch, as a row or as a failure.

    Worker processes are used where there is enough to read. A process that dies (the system took its memory, a parser
    crashed) costs only the note that it died of.

    Args:
        stop: Asked between batches; when it answers true, the rest is left out.
    """
    if len(requests) <= INLINE_NOTES and sum(request.size for request in requests) < INLINE_BYTES:
        yield from read_here(root, requests, settings, stop)
        return
    batches = _split(requests, _FIRST_NOTES, _BATCH_NOTES, _BATCH_BYTES)
    pool = _ReaderPool(str(root), settings, batches, min(_WORKERS, len(batches)))
    try:
        yield from pool.results(stop)
    finally:
        pool.shut_down()


def read_here(
    root: Path, requests: Sequence[ReadRequest], settings: VaultSettings, stop: Stop = lambda: False
) -> Iterator[NoteBatch]:
    """As :func:`read_batches`, in this process and in the order given."""
    # Each batch is a transaction, which takes longer than most notes take to be read.
    for batch in _split(requests, _FIRST_NOTES, _FIRST_NOTES, INLINE_BATCH_BYTES):
        if stop():
            return
        yield read_batch(str(root), batch, settings)


def _split(
    requests: Sequence[ReadRequest], first_notes: int, batch_notes: int, batch_bytes: int
) -> list[list[ReadRequest]]:
    """Cut a list into batches bounded by number and bytes, the first of each worker by a number of its own."""
    batches: list[list[ReadRequest]] = []
    size = 0
    for request in requests:
        most = first_notes if len(batches) <= _WORKERS else batch_notes
        if not batches or len(batches[-1]) >= most or size + request.size > batch_bytes:
            batches.append([])
            size = 0
        batches[-1].append(request)
        size += request.size
    return batches


class _ReaderPool:
    """Threads that each drive one worker process through the batches of a common queue."""

    def __init__(self, root: str, settings: VaultSettings, batches: Sequence[list[ReadRequest]], workers: int) -> None:
        self._root = root
        self._settings = settings
        self._batches = deque(batches)
        self._results: queue.Queue[NoteBatch | BaseException] = queue.Queue(maxsize=1)  # some are huge
        self._left = sum(len(batch) for batch in batches)
        self._closed = threading.Event()
        self._lock = threading.Lock()
        self._processes: set[WorkerProcess] = set()
        self._threads = [
            threading.Thread(target=self._drive, name=f"vaulttui-reader-{number}", daemon=True)
            for number in range(workers)
        ]
        for thread in self._threads:
            thread.start()

    def results(self, stop: Stop) -> Iterator[NoteBatch]:
        """Batches as they get ready, until every note has been in one."""
        while self._left > 0 and not stop():
            try:
                result = self._results.get(timeout=0.1)
            except queue.Empty:
                continue
            if isinstance(result, BaseException):
                raise result
            self._left -= len(result.paths) + len(result.failures) + len(result.unchanged)
            yield result
            del result  # before the next is waited for: some are large

    def shut_down(self) -> None:
        """End everything at once: what is under way is not wanted any more."""
        self._closed.set()
        with self._lock:
            for process in self._processes:
                process.kill()
        while any(thread.is_alive() for thread in self._threads):
            try:  # a thread may wait for room in the queue
                self._results.get(timeout=0.01)
            except queue.Empty:
                continue

    def _drive(self) -> None:
        try:
            self._read_all()
        except BaseException as error:  # whoever takes the results raises it
            self._results.put(error)

    def _read_all(self) -> None:
        """Read batches with one process after another, until none is left."""
        process: WorkerProcess | None = None
        try:
            while not self._closed.is_set():
                try:
                    batch = self._batches.popleft()
                except IndexError:
                    break
                try:
                    process = process or self._start()
                    self._results.put(process.call(read_next_batch, (self._root, batch, self._settings)))
                except WorkerDiedError:
                    self._end(process)
                    process = None
                    if not self._closed.is_set():
                        self._divide(batch)
        finally:
            self._end(process)

    def _divide(self, batch: list[ReadRequest]) -> None:
        """Find the note that a process died of by halving the batch that it died in."""
        if len(batch) > 1:
            middle = len(batch) // 2
            self._batches.extendleft((batch[middle:], batch[:middle]))
            return
        log.warning("a worker process died of %r", batch[0].path)
        builder = BatchBuilder(self._settings.language)
        _add_unread(builder, Path(self._root), batch[0], "the process that read it died", self._settings)
        self._results.put(builder.build())

    def _start(self) -> WorkerProcess:
        process = WorkerProcess()
        with self._lock:
            self._processes.add(process)
            if self._closed.is_set():
                process.kill()
        return process

    def _end(self, process: WorkerProcess | None) -> None:
        if process is not None:
            with self._lock:
                self._processes.discard(process)
                process.kill()
