"""Ranking by meaning: cosine similarity of a query's vector with the vectors of chunks.

``array_cosine_similarity`` in the database decides the order. Where there are many vectors, the best ones are chosen in
two steps by what is kept of them in memory: first by their signs (:mod:`vaulttui.index.vectors.signs`), then by four
bits a dimension (:mod:`vaulttui.index.vectors.codes`). Of those only the very best are compared exactly.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Literal, TypeAlias
from weakref import WeakValueDictionary

import numpy as np

from vaulttui.embedding.embedder import Vectors
from vaulttui.index.storage import duckdb
from vaulttui.index.storage.arrays import Array, FloatArray, IntArray, bits, scan
from vaulttui.index.storage.database import Begin
from vaulttui.index.vectors.codes import estimated_cosines
from vaulttui.index.vectors.signs import sign_distances
from vaulttui.search.meaning.common_vectors import COMMON
from vaulttui.search.meaning.vector_shape import VectorShape, marked, vector_shape
from vaulttui.search.memory.snapshot import Mask, Snapshot
from vaulttui.values import dataclass

EXACT_BELOW = 2_000
"""Where an index has so many vectors, all are compared exactly: choosing would not pay."""
EXACT = 96
"""How many chunks are compared exactly otherwise, and the likeliest ones of how many notes."""
EXACT_OF_FEW = 192
"""All that may be found are compared exactly if they are so few: some hundreds of many lie in most of the file."""
CANDIDATES = 1_200
"""How many chunks are found at all otherwise."""
CANDIDATE_SHARE = 1 / 20
"""The share of all chunks that is found, if that is more."""
SIFTED_CANDIDATES = 12
"""How many times as many are looked at more closely, after their signs were compared."""
SIFTED_SHARE = 3 / 20
"""The share of all chunks that is looked at more closely, if that is more."""

Reach: TypeAlias = Literal["near", "far", "all"]
"""How many vectors are found of many: those that are near; as many as can be told apart in a moment; or all there are,
which takes four times as long where there are 100,000."""


@dataclass(frozen=True, slots=True)
class SemanticMatches:
    """Chunks by cosine similarity, best first; ties in the order of paths and lines."""

    chunks: IntArray
    """Numbers of chunks in the snapshot."""
    similarities: FloatArray
    """Cosine, -1..1. Where there are many vectors, those behind the best ones have an estimate, which is off by .006 on
    average."""
    notes: Mask
    """All notes with a chunk that may be found and has a vector, compared or not."""
    compared: Mask
    """Those of them whose vectors tell anything of them: not what very many notes say."""


@dataclass(frozen=True, slots=True)
class Candidates:
    """Vectors that may be the nearest, by what is kept in memory of them."""

    shape: VectorShape
    snapshot: Snapshot
    allowed: Mask | None
    """Chunks that may be found and are compared by a vector; ``None`` for all that are."""
    notes: Mask
    """Notes with a chunk that may be found and has a vector."""
    compared: Mask
    """Those with one that is compared."""
    places: IntArray
    """Of the vectors, the likeliest first."""
    estimates: FloatArray | None
    """Their cosines, nearly; ``None`` where they are so few that all are compared exactly."""


class SemanticSearch:
    """Finds chunks near a vector. Keeps the signs of the newest generation, and of those that searches still hold; safe
    to use from several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._shape: VectorShape | None = None
        """Of the newest generation that was asked for."""
        self._in_use: WeakValueDictionary[int, VectorShape] = WeakValueDictionary()
        """By generation; a search that began before a commit goes on with an older one."""

    def compare(
        self,
        cursor: duckdb.DuckDBPyConnection,
        query: Vectors,
        candidates: Candidates,
        *,
        also: IntArray | None = None,
    ) -> SemanticMatches:
        """Compare a query with the best of its candidates.

        Args:
            cursor: Sees the same generation as the snapshot that they were chosen by.
            query: A unit vector, shape ``(dimensions,)``.
            candidates: What may be the nearest to it.
            also: Chunks that are compared in any case.
        """
        shape, allowed, places = candidates.shape, candidates.allowed, candidates.places
        if not len(places):
            return SemanticMatches(
                np.zeros(0, dtype=np.int32), np.zeros(0, dtype=np.float32), candidates.notes, candidates.compared
            )
        similarities = np.empty(len(shape.hashes), dtype=np.float32)
        if candidates.estimates is not None:
            best = places[:EXACT]
            others = [_best_of_notes(candidates)]
            if also is not None:
                others.append(shape.chunk_vectors[also if allowed is None else also[allowed[also]]])
            more = np.unique(np.concatenate(others))
            # To read all at once costs least.
            compared = np.concatenate((best, more[(more >= 0) & ~np.isin(more, best)]))
            exact = self._cosines(cursor, shape, compared, query)
            # What is only estimated stays behind the best that are known.
            similarities[places] = np.minimum(candidates.estimates, exact[: len(best)].min())
            similarities[compared] = exact
            places = np.concatenate((places, compared))
        else:
            similarities[places] = self._cosines(cursor, shape, places, query)
        found = marked(places, len(shape.hashes)).take(shape.chunk_vectors)
        numbers = np.flatnonzero(found if allowed is None else found & allowed).astype(np.int32)
        cosines = similarities[shape.chunk_vectors[numbers]]
        order = np.argsort(-cosines, kind="stable")
        return SemanticMatches(numbers[order], cosines[order], candidates.notes, candidates.compared)

    def with_vectors(self, cursor: duckdb.DuckDBPyConnection, snapshot: Snapshot) -> Mask:
        """The chunks that have a vector."""
        return self.shape(cursor, snapshot).having

    def comparable(self, cursor: duckdb.DuckDBPyConnection, snapshot: Snapshot) -> Mask:
        """The chunks that are compared with questions: not what stands below very many notes, as a footer does."""
        return self.shape(cursor, snapshot).chunk_vectors >= 0

    def telling(self, cursor: duckdb.DuckDBPyConnection, snapshot: Snapshot) -> Mask:
        """The chunks whose vector tells something of their note: not what all have that were made from one template."""
        shape = self.shape(cursor, snapshot)
        telling: Mask = np.append(shape.sharing <= COMMON, False)
        return telling[shape.chunk_vectors]

    def notes_sharing(self, cursor: duckdb.DuckDBPyConnection, snapshot: Snapshot, chunks: IntArray) -> IntArray:
        """How many notes have the vector of each of some chunks that are compared."""
        shape = self.shape(cursor, snapshot)
        vectors = shape.chunk_vectors[chunks]
        same = np.flatnonzero(np.isin(shape.chunk_vectors, vectors))
        pairs = np.unique(np.stack((shape.chunk_vectors[same], snapshot.chunk_notes[same])), axis=1)
        counts: IntArray = np.bincount(pairs[0], minlength=len(shape.hashes))[vectors]
        return counts

    def notes_with_vectors(self, begin: Begin, snapshot: Snapshot, allowed: Mask | None) -> Mask:
        """The notes with a chunk that may be found and has a vector: whatever the question, these are found by meaning.

        Args:
            begin: Gives a cursor that sees the snapshot's generation; not called where all is in memory.
            snapshot: The index's shape.
            allowed: Chunks that may be found; ``None`` for all.
        """
        shape = self._shape
        if shape is None or shape.generation != snapshot.generation:
            shape = self.shape(begin(), snapshot)
        return shape.notes if allowed is None else snapshot.gather(allowed & shape.having)

    def vectors_of(
        self, cursor: duckdb.DuckDBPyConnection, snapshot: Snapshot, chunks: IntArray
    ) -> tuple[Vectors, IntArray]:
        """Stored vectors of those of some chunks that are compared by one.

        Returns:
            Vectors, shape ``(n, dimensions)``, and the places in ``chunks`` that they belong to.
        """
        shape = self.shape(cursor, snapshot)
        vector_places = shape.chunk_vectors[chunks]
        places = np.flatnonzero(vector_places >= 0)
        hashes = shape.hashes[vector_places[places]]
        found = self._read(cursor, shape, np.unique(vector_places[places]), "embedding")
        by_hash = dict(zip(found["hash"].tolist(), found["embedding"], strict=True))
        return np.array([by_hash[text_hash] for text_hash in hashes.tolist()], dtype=np.float32), places

    def shape(self, cursor: duckdb.DuckDBPyConnection, snapshot: Snapshot) -> VectorShape:
        """What is kept in memory of the vectors.

        Args:
            cursor: Sees the same generation as the snapshot.
            snapshot: The index's shape.
        """
        with self._lock:
            newest = self._shape
            shape = self._in_use.get(snapshot.generation)
            if shape is None:
                shape = self._in_use[snapshot.generation] = vector_shape(cursor, snapshot, newest)
                if newest is None or newest.generation < snapshot.generation:
                    self._shape = shape
        return shape

    def _cosines(
        self, cursor: duckdb.DuckDBPyConnection, shape: VectorShape, places: IntArray, query: Vectors
    ) -> FloatArray:
        """Exact cosines of some vectors."""
        cosine = f"array_cosine_similarity(embedding, ?::FLOAT[{len(query)}]) AS cosine"
        found = self._read(cursor, shape, places, cosine, [query])
        cosines = np.full(len(shape.hashes), -1.0, dtype=np.float32)
        cosines[shape.places_of(found["hash"])] = found["cosine"]
        return cosines[places]

    def _read(
        self,
        cursor: duckdb.DuckDBPyConnection,
        shape: VectorShape,
        places: IntArray,
        what: str,
        parameters: Sequence[object] = (),
    ) -> dict[str, Array]:
        """Read some vectors, or what SQL makes of them, with their hashes.

        By their rows takes a third of the time that it takes by their hashes, where they are few.
        """
        statement = f"SELECT hash, {what} FROM vectors WHERE"
        hashes, rows = shape.hashes[places], shape.rows[places]
        size = int(rows.max(initial=0)) + 1
        known = "CASE WHEN rowid < ? THEN get_bit(?::BLOB::BIT, rowid::INTEGER) = 1 ELSE FALSE END"
        found = cursor.execute(f"{statement} {known}", [*parameters, size, bits(rows, size)]).fetchnumpy()
        if not np.isin(hashes, found["hash"]).all():
            with self._lock:
                # The file was written anew since it was made: rows have other numbers.
                self._shape = None
                self._in_use.clear()
            wanted = {"hash": hashes}
            found = scan(cursor, f"{statement} hash IN (SELECT hash FROM rows)", wanted, parameters).fetchnumpy()
        return found


def find_candidates(
    shape: VectorShape,
    snapshot: Snapshot,
    query: Vectors,
    *,
    allowed: Mask | None = None,
    reach: Reach = "near",
) -> Candidates:
    """Choose the vectors that may be the nearest to a query. Reads nothing of the file.

    Args:
        shape: Of the snapshot's generation.
        snapshot: The index's shape.
        query: A unit vector, shape ``(dimensions,)``.
        allowed: Chunks that may be found; ``None`` for all.
        reach: Which vectors are chosen of many.
    """
    if allowed is None:
        places, notes, compared = shape.used, shape.notes, shape.compared
    else:
        notes = snapshot.gather(allowed & shape.having)
        allowed = allowed & (shape.chunk_vectors >= 0)
        compared = snapshot.gather(allowed)
        places = np.flatnonzero(marked(shape.chunk_vectors.compress(allowed), len(shape.hashes)))
    if len(places) <= EXACT_OF_FEW or len(shape.hashes) <= EXACT_BELOW:
        return Candidates(shape, snapshot, allowed, notes, compared, places, None)
    return Candidates(shape, snapshot, allowed, notes, compared, *_likeliest(shape, places, query, reach))


def _best_of_notes(candidates: Candidates) -> IntArray:
    """The likeliest vector of each of the likeliest notes: one long note may have all of the likeliest vectors."""
    shape, allowed, estimates = candidates.shape, candidates.allowed, candidates.estimates
    assert estimates is not None
    some = candidates.places[: max(CANDIDATES, EXACT)]
    places = np.full(len(shape.hashes) + 1, -1, dtype=np.int32)  # the last entry is where -1, of no vector, points to
    places[some] = np.arange(len(some), dtype=np.int32)
    of_chunks = places.take(shape.chunk_vectors)
    chunks = np.flatnonzero(of_chunks >= 0 if allowed is None else (of_chunks >= 0) & allowed)
    chunks = chunks[np.argsort(of_chunks[chunks], kind="stable")]
    firsts = np.unique(candidates.snapshot.chunk_notes[chunks], return_index=True)[1]
    return shape.chunk_vectors[chunks[np.sort(firsts)[:EXACT]]]


def _likeliest(shape: VectorShape, places: IntArray, query: Vectors, reach: Reach) -> tuple[IntArray, FloatArray]:
    """Those of some vectors that are likely to be the nearest, the likeliest first, and their estimated cosines."""
    sifted = max(SIFTED_CANDIDATES * CANDIDATES, round(len(places) * SIFTED_SHARE))
    candidates = max(CANDIDATES, round(len(places) * CANDIDATE_SHARE))
    if reach == "all":
        candidates = sifted = len(places)
    elif len(places) <= (sifted if reach == "far" else EXACT_BELOW):  # left by a filter: none of so few is lost
        candidates = len(places)
    if len(places) > sifted:
        # Mostly all are looked at: then none are copied.
        some = None if len(places) == len(shape.hashes) else places
        distances = sign_distances(shape.signs, query, some)
        places = places[np.argpartition(distances, sifted)[:sifted]]
    estimates = estimated_cosines(shape.codes, query, places)
    if len(places) > candidates:
        best = np.argpartition(-estimates, candidates)[:candidates]
        places, estimates = places[best], estimates[best]
    order = np.argsort(-estimates, kind="stable")
    return places[order], estimates[order]
