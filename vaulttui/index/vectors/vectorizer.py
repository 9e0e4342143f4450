"""Phase 2: vectors for chunks that have none, newest notes first. Resumable: what is stored is done."""

from __future__ import annotations

import logging
import threading
import time
from collections import deque

import numpy as np

from vaulttui.embedding.embedder import Embedder, Vectors
from vaulttui.errors import ModelUnavailableError
from vaulttui.index.progress import IndexChanged, Progress
from vaulttui.index.reading.batches import Stop
from vaulttui.index.reading.embedding_text import embedding_text
from vaulttui.index.reading.heading_paths import decode_heading_path
from vaulttui.index.storage.arrays import integers, scan
from vaulttui.index.storage.database import Database
from vaulttui.index.sync.indexer import Indexer
from vaulttui.index.vectors.failed_texts import FailedTexts
from vaulttui.index.vectors.vector_counter import VectorCounter, VectorCounts
from vaulttui.index.vectors.vector_store import VectorStore, vector_fingerprint

log = logging.getLogger(__name__)

SLICE = 96
"""Chunks embedded between two commits: a few seconds of work, the most that a kill can lose."""

_PENDING = """
    SELECT arg_max(c.chunk_id, n.modified)
    FROM chunks c JOIN notes n USING (note_id)
    WHERE c.vector_hash IS NOT NULL AND c.vector_hash NOT IN (SELECT hash FROM vectors)
    GROUP BY c.vector_hash ORDER BY max(n.modified) DESC, c.vector_hash LIMIT ?
"""
_TEXTS = """
    SELECT c.vector_hash, c.heading_path, c.text,
           CASE WHEN n.title_source = 'filename' THEN '' ELSE n.title END
    FROM chunks c JOIN notes n USING (note_id)
    WHERE c.chunk_id IN (SELECT id FROM rows)
"""
_FEW_UNUSED = 2_000
_UNUSED_SHARE = 0.1
"""Vectors of texts that are gone stay until there are more than so many, and more than this share of the others:
texts come back, and what is kept of the index in memory is read anew behind their going."""
_AHEAD = 5_000
"""So many chunks are looked for at once: in a large vault that takes as long as embedding some."""


class Vectorizer:
    """Fills the ``vectors`` table.

    Args:
        database: An open index.
        indexer: Phase 1 of the same index.
        embedder: The model; loaded when the first chunk needs it.
        counter: Of the same index.
    """

    def __init__(self, database: Database, indexer: Indexer, embedder: Embedder, counter: VectorCounter) -> None:
        self._database = database
        self._counter = counter
        self._meta = indexer.meta
        self.store = VectorStore(indexer.meta)
        self._embedder = embedder
        self._embedding = threading.Lock()
        self._failed = FailedTexts(database, indexer)
        self._pending: deque[int] = deque()
        """Chunks without vectors, the newest notes' first, as they were at a generation."""
        self._generation = -1
        self._started: float | None = None
        """When the series began in which vectors are made now, one slice behind the other."""
        self._done_since_start = 0

    def check_fingerprint(self) -> None:
        """Drop vectors that another model made."""
        current = vector_fingerprint(self._embedder)
        if self.store.fingerprint != current:
            self.store.reset(current, self._embedder.dimensions)
            self._database.checkpoint()

    def counts(self) -> VectorCounts:
        """Where phase 2 stands."""
        return self._counter.counts()

    def drop_many_unused(self) -> None:
        """Drop the vectors of texts that are gone, where they have become many: each saving of a note leaves one.

        Raises:
            IndexFault: The index cannot be written.
        """
        embedded = self.counts().embedded
        with self._database.read() as cursor:
            row = cursor.execute("SELECT count(*) FROM vectors").fetchone()
        if row is not None and row[0] - embedded > max(_FEW_UNUSED, _UNUSED_SHARE * embedded):
            self.drop_unused()

    def drop_unused(self) -> None:
        """Drop the vectors of texts that are gone.

        Raises:
            IndexFault: The index cannot be written.
        """
        with self._database.memory.roomy():  # it looks at those of all texts
            self.store.drop_unused()

    def embed_slice(self, stop: Stop) -> int:
        """Embed the next few chunks and store their vectors.

        Args:
            stop: Asked between batches, and may wait; when it answers true, the slice is given up.

        Returns:
            How many chunks were dealt with; 0 when there is nothing left to do.

        Raises:
            ModelUnavailableError: The model cannot be loaded.
            IndexFault: The index cannot be written.
        """
        while not self._embedding.acquire(timeout=0.1):  # another thread makes some: the same ones would be next
            if stop():
                return 0
        try:
            return self._embed_slice(stop)
        finally:
            self._embedding.release()

    def end_series(self) -> None:
        """Take note that no vectors are made for now: that time says nothing of how fast the next ones are."""
        self._started = None

    def _embed_slice(self, stop: Stop) -> int:
        rows = self._next_rows()
        if not rows:
            self.end_series()
            return 0
        if self._started is None:
            self._embedder.load()
            self._failed.forget_earlier()
            self._started, self._done_since_start = time.perf_counter(), 0
        texts = [embedding_text(title, decode_heading_path(path), text) for _, path, text, title in rows]
        try:
            vectors, reason = self._embed(texts, stop)
        except InterruptedError:
            self._pending.clear()  # these come first again
            return 0
        hashes = [row[0] for row in rows]
        finite = np.isfinite(vectors).all(axis=1)
        if not finite.all():
            self._failed.add([hashes[place] for place in np.flatnonzero(~finite)], reason)
            if not finite.any():
                return len(rows)
        commits = self._database.commits
        others_wrote = self._meta.generation != self._generation
        self._database.memory.enough_for(lambda: self.store.write(hashes, vectors))
        if not others_wrote:
            self._generation = self._meta.generation
            self._counter.added(int(finite.sum()), commits)
        self._done_since_start += len(rows)
        return len(rows)

    def _embed(self, texts: list[str], stop: Stop) -> tuple[Vectors, str]:
        """Vectors of some texts, NaN where there are none, and why: a fault of the model's runtime must not end the
        indexing of everything else, and that of one text not cost the others of its slice their vectors."""
        try:
            return self._embedder.embed_passages(texts, stop), "no vector came out"
        except (InterruptedError, ModelUnavailableError):
            raise
        except Exception as error:
            if len(texts) == 1:
                log.warning("a text has no vector: %s", error)
                return np.full((1, self._embedder.dimensions), np.nan, np.float32), str(error)
            log.exception("embedding a slice failed; its texts are tried one by one")
        parts = [self._embed([text], stop) for text in texts]
        failed = [reason for vectors, reason in parts if not np.isfinite(vectors).all()]
        return np.concatenate([vectors for vectors, _ in parts]), next(iter(failed), "")

    def _next_rows(self) -> list[tuple[int, str, str, str]]:
        """Hash, heading path, text and written title of the next chunks, the newest notes' first."""
        if self._generation != self._meta.generation or not self._pending:  # a note that was just saved comes first
            self._failed.warn()
            self._generation = self._meta.generation
            most = _AHEAD + len(self._failed)
            pending = self._database.ask(lambda cursor: cursor.execute(_PENDING, [most]).fetchall())
            self._pending = deque(row[0] for row in pending)
        while self._pending:
            chunks = [self._pending.popleft() for _ in range(min(SLICE, len(self._pending)))]
            with self._database.read() as cursor:
                found = scan(cursor, _TEXTS, {"id": integers(chunks)}).fetchall()
            rows = [row for row in found if row[0] not in self._failed]
            if rows:
                return rows
        return []

    def progress(self, notes: int, *, exactly: bool = True) -> Progress:
        """Progress of phase 2, with the rate since it last began.

        Args:
            notes: How many there are.
            exactly: Count what was written since it was last counted.
        """
        counts = self.counts() if exactly else self._counter.known()
        started = self._started
        elapsed = 0.0 if started is None else time.perf_counter() - started
        rate = self._done_since_start / elapsed if elapsed > 0 else 0.0
        left = counts.embeddable - counts.embedded
        return Progress(
            "embedding" if left > self._failed.count() else "idle",
            done=counts.embedded,
            total=counts.embeddable,
            rate=rate,
            seconds_left=left / rate if rate > 0 else None,
            notes=notes,
            embeddable=counts.embeddable,
            embedded=counts.embedded,
        )

    def changed(self) -> IndexChanged:
        """The event that tells of new vectors."""
        return IndexChanged(self._meta.generation, None, vectors=True)
