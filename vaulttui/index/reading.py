"""Reading many notes at once: parsing and tokenising are heavy Python, so they run in worker processes."""

from __future__ import annotations

import contextlib
import logging
import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from multiprocessing import resource_tracker
from pathlib import Path

from vaulttui.index.columns import BatchBuilder, NoteBatch
from vaulttui.settings import VaultSettings
from vaulttui.vault.reader import content_hash, read_note
from vaulttui.vault.scan import file_stat

log = logging.getLogger(__name__)

INLINE_NOTES = 24
"""So many notes are read right here: starting processes would take longer."""
_INLINE_BYTES = 2_000_000
_BATCH_NOTES = 250
_BATCH_BYTES = 600_000
_WORKERS = 2
_NICENESS = 5

Stop = Callable[[], bool]


@dataclass(frozen=True, slots=True)
class ReadRequest:
    """One note to read."""

    path: str
    size: int
    known_hash: bytes | None = None
    """Digest of the bytes that the index has: the note is not parsed if it still holds them."""


def read_batch(root: str, requests: Sequence[ReadRequest], settings: VaultSettings) -> NoteBatch:
    """Read some notes. One that cannot be read is a failure of the batch, never an exception."""
    builder = BatchBuilder(settings.language)
    for request in requests:
        path = request.path
        try:
            if request.known_hash is not None:
                stat = file_stat(Path(root, path).stat())
                if content_hash(Path(root, path).read_bytes()) == request.known_hash:
                    builder.unchanged.append((path, stat))
                    continue
            builder.add(read_note(Path(root), path, settings))
        except OSError as error:
            builder.failures.append((path, error.strerror or str(error)))
        except Exception as error:  # one note must never stop the others, whatever is wrong with it
            log.exception("reading %r failed", path)
            builder.failures.append((path, f"unexpected {type(error).__name__}: {error}"))
    return builder.build()


def prepare_processes() -> None:
    """Start what Python's worker processes need while standard error is still the terminal's.

    Textual replaces it later with an object that has no file descriptor, and the helper process could not start.
    """
    with contextlib.suppress(OSError, ValueError):  # without it, reading falls back to this process
        resource_tracker.ensure_running()


def read_batches(
    root: Path, requests: Sequence[ReadRequest], settings: VaultSettings, stop: Stop
) -> Iterator[NoteBatch]:
    """Read notes in batches, in any order; each note is in exactly one batch, as a row or as a failure.

    Worker processes are used where there is enough to read. A process that dies (the system took its memory, a parser
    crashed) costs only the note that it died of.

    Args:
        stop: Asked between batches; when it answers true, the rest is left out.
    """
    if len(requests) <= INLINE_NOTES and sum(request.size for request in requests) < _INLINE_BYTES:
        for request in requests:
            if stop():
                return
            yield read_batch(str(root), [request], settings)
        return
    suspects: list[ReadRequest] = []
    batches = deque(_split(requests))
    while batches and not stop():
        suspects.extend((yield from _read_parallel(root, batches, settings, stop)))
    if suspects:
        yield from _read_singly(root, suspects, settings, stop)


def _split(requests: Sequence[ReadRequest]) -> Iterator[list[ReadRequest]]:
    """Cut a list into batches bounded by number and bytes."""
    batch: list[ReadRequest] = []
    size = 0
    for request in requests:
        if batch and (len(batch) >= _BATCH_NOTES or size + request.size > _BATCH_BYTES):
            yield batch
            batch, size = [], 0
        batch.append(request)
        size += request.size
    if batch:
        yield batch


def _pool(workers: int) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(
        max_workers=workers, mp_context=multiprocessing.get_context("spawn"), initializer=_start_worker
    )


def _start_worker() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides when to stop
    with contextlib.suppress(OSError, AttributeError):
        os.nice(_NICENESS)


def _read_parallel(
    root: Path, batches: deque[list[ReadRequest]], settings: VaultSettings, stop: Stop
) -> Generator[NoteBatch, None, list[ReadRequest]]:
    """Read batches until all are done or a process dies.

    Returns:
        What was in the batches that were under way when a process died.
    """
    pool = _pool(min(_WORKERS, len(batches)))
    pending: dict[Future[NoteBatch], list[ReadRequest]] = {}
    try:
        while (batches or pending) and not stop():
            while batches and len(pending) < _WORKERS + 1:
                batch = batches.popleft()
                pending[pool.submit(read_batch, str(root), batch, settings)] = batch
            finished, _ = wait(pending, timeout=0.1, return_when=FIRST_COMPLETED)
            for future in finished:
                result = future.result()
                del pending[future]
                yield result
    except BrokenProcessPool:
        log.warning("a worker process died while reading notes; reading on with new ones")
        return [request for batch in pending.values() for request in batch]
    finally:
        _shut_down(pool)
    return []


def _read_singly(
    root: Path, requests: Sequence[ReadRequest], settings: VaultSettings, stop: Stop
) -> Iterator[NoteBatch]:
    """Read notes one after the other in a process that each of them may take down."""
    pool = _pool(1)
    try:
        for request in requests:
            if stop():
                return
            try:
                yield pool.submit(read_batch, str(root), [request], settings).result()
            except BrokenProcessPool:
                builder = BatchBuilder(settings.language)
                builder.failures.append((request.path, "the process that read it died"))
                yield builder.build()
                _shut_down(pool)
                pool = _pool(1)
    finally:
        _shut_down(pool)


def _shut_down(pool: ProcessPoolExecutor) -> None:
    """End a pool at once: what is under way is not wanted any more."""
    pool.shutdown(wait=False, cancel_futures=True)
    for child in multiprocessing.active_children():
        child.terminate()
