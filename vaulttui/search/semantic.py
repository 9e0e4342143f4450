"""Ranking by meaning: cosine similarity of a query's vector with the vectors of chunks.

``array_cosine_similarity`` in the database decides the order. Where there are many vectors, those that it is computed
for are chosen by their signs first (see :mod:`vaulttui.index.signs`), which are kept in memory: 48 bytes a vector
instead of 1,536.
"""

from __future__ import annotations

import threading

import numpy as np
from numpy.typing import NDArray

from vaulttui.embedding.embedder import Vectors
from vaulttui.index import duckdb
from vaulttui.index.arrays import scan
from vaulttui.index.signs import Signs, hamming, projections, sign_words
from vaulttui.search.snapshot import IntArray, Mask, Snapshot
from vaulttui.values import dataclass

EXACT_BELOW = 4_000
"""So many vectors are all compared exactly: choosing candidates would not pay."""
CANDIDATES = 1_200
"""So many are compared exactly otherwise,"""
CANDIDATE_SHARE = 1 / 20
"""or this share of them, if that is more: among more vectors more are as near by their signs."""
_SIFTED = 4
"""So many times as many are looked at with the query itself, after signs were compared with signs."""


@dataclass(frozen=True, slots=True)
class SemanticMatches:
    """Chunks by cosine similarity, best first; ties in the order of paths and lines."""

    chunks: IntArray
    """Numbers of chunks in the snapshot."""
    similarities: NDArray[np.float32]
    """Cosine, -1..1."""
    eligible: Mask
    """All chunks that may be found and have a vector, compared or not."""


@dataclass(frozen=True, slots=True)
class _VectorShape:
    """Which chunks have vectors, and the vectors' signs."""

    generation: int
    hashes: NDArray[np.uint64]
    """Hash of every vector, ascending."""
    signs: Signs
    """In the order of ``hashes``."""
    chunk_vectors: IntArray
    """For every chunk of the snapshot the place of its vector in ``hashes``, -1 if it has none."""


class SemanticSearch:
    """Finds chunks near a vector. Keeps the signs of one generation; safe to use from several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._shape: _VectorShape | None = None

    def nearest(
        self,
        cursor: duckdb.DuckDBPyConnection,
        snapshot: Snapshot,
        query: Vectors,
        *,
        allowed: Mask | None = None,
        also: IntArray | None = None,
        candidates: int | None = None,
    ) -> SemanticMatches:
        """Compare a query with the chunks that have vectors.

        Args:
            cursor: Sees the same generation as the snapshot.
            snapshot: The index's shape.
            query: A unit vector, shape ``(dimensions,)``.
            allowed: Chunks that may be found; ``None`` for all.
            also: Chunks that are compared in any case.
            candidates: How many vectors are compared exactly where there are too many for all; ``None`` to choose by
                how many there are.
        """
        shape = self._current(cursor, snapshot)
        eligible = shape.chunk_vectors >= 0
        if allowed is not None:
            eligible &= allowed
        numbers = np.flatnonzero(eligible).astype(np.int32)
        if not len(numbers):
            return SemanticMatches(numbers, np.zeros(0, dtype=np.float32), eligible)
        vector_places = shape.chunk_vectors[numbers]
        compared = np.zeros(len(shape.hashes), dtype=np.bool_)
        compared[vector_places] = True
        places = np.flatnonzero(compared)
        if candidates is None:
            candidates = max(CANDIDATES, round(len(places) * CANDIDATE_SHARE))
        if len(places) > max(EXACT_BELOW, candidates):
            compared[:] = False
            compared[_likeliest(shape.signs, places, query, candidates)] = True
            wanted = eligible & False
            wanted[numbers[compared[vector_places]]] = True
            if also is not None:
                wanted[also] = True
            numbers = np.flatnonzero(wanted & eligible).astype(np.int32)
        similarities = self._cosines(cursor, shape, numbers, query)
        order = np.argsort(-similarities, kind="stable")
        return SemanticMatches(numbers[order], similarities[order], eligible)

    def with_vectors(self, cursor: duckdb.DuckDBPyConnection, snapshot: Snapshot) -> Mask:
        """The chunks that have a vector."""
        return self._current(cursor, snapshot).chunk_vectors >= 0

    def vectors_of(
        self, cursor: duckdb.DuckDBPyConnection, snapshot: Snapshot, chunks: IntArray
    ) -> tuple[Vectors, IntArray]:
        """Stored vectors of those of some chunks that have one.

        Returns:
            Vectors, shape ``(n, dimensions)``, and the places in ``chunks`` that they belong to.
        """
        shape = self._current(cursor, snapshot)
        vector_places = shape.chunk_vectors[chunks]
        places = np.flatnonzero(vector_places >= 0)
        hashes = shape.hashes[vector_places[places]]
        rows = {"hash": np.unique(hashes)}
        found = scan(
            cursor, "SELECT hash, embedding FROM vectors WHERE hash IN (SELECT hash FROM rows)", rows
        ).fetchall()
        by_hash = {row[0]: row[1] for row in found}
        return np.array([by_hash[int(text_hash)] for text_hash in hashes], dtype=np.float32), places

    def _current(self, cursor: duckdb.DuckDBPyConnection, snapshot: Snapshot) -> _VectorShape:
        with self._lock:
            shape = self._shape
        if shape is None or shape.generation != snapshot.generation:
            shape = _load_shape(cursor, snapshot)
            with self._lock:
                self._shape = shape
        return shape

    @staticmethod
    def _cosines(
        cursor: duckdb.DuckDBPyConnection, shape: _VectorShape, numbers: IntArray, query: Vectors
    ) -> NDArray[np.float32]:
        places = shape.chunk_vectors[numbers]
        distinct, inverse = np.unique(places, return_inverse=True)
        rows = {"hash": shape.hashes[distinct]}
        dimensions = len(query)
        found = scan(
            cursor,
            f"SELECT hash, array_cosine_similarity(embedding, ?::FLOAT[{dimensions}]) AS similarity FROM vectors "
            "WHERE hash IN (SELECT hash FROM rows)",
            rows,
            [query],
        ).fetchnumpy()
        by_place = np.full(len(distinct), -1.0, dtype=np.float32)
        by_place[np.searchsorted(rows["hash"], found["hash"])] = found["similarity"]
        return by_place[inverse]


def _likeliest(signs: Signs, places: IntArray, query: Vectors, most: int) -> IntArray:
    """Those of some vectors that are likely to be the nearest, by their signs."""
    sifted = most * _SIFTED
    if len(places) > sifted:
        distances = hamming(signs[places], sign_words(query.reshape(1, -1))[0])
        places = places[np.argpartition(distances, sifted)[:sifted]]
    if len(places) <= most:
        return places
    return places[np.argpartition(-projections(signs[places], query), most)[:most]]


def _load_shape(cursor: duckdb.DuckDBPyConnection, snapshot: Snapshot) -> _VectorShape:
    names = [
        row[0]
        for row in cursor.execute(
            "SELECT column_name FROM duckdb_columns() WHERE table_name = 'vectors' AND data_type = 'UBIGINT' "
            "ORDER BY column_index"
        ).fetchall()
    ]
    vectors = cursor.execute(f"SELECT {', '.join(names)} FROM vectors").fetchnumpy()
    order = np.argsort(vectors["hash"], kind="stable")
    hashes = np.asarray(vectors["hash"], dtype=np.uint64)[order]
    signs = np.stack([np.asarray(vectors[name], dtype=np.uint64)[order] for name in names[1:]], axis=1)
    chunk_vectors = np.full(snapshot.chunk_count, -1, dtype=np.int32)
    chunks = cursor.execute("SELECT chunk_id, vector_hash FROM chunks WHERE vector_hash IS NOT NULL").fetchnumpy()
    if len(hashes) and len(chunks["chunk_id"]):
        wanted = np.asarray(chunks["vector_hash"], dtype=np.uint64)
        places = np.minimum(np.searchsorted(hashes, wanted), len(hashes) - 1)
        known = hashes[places] == wanted
        chunk_vectors[snapshot.chunk_places[np.asarray(chunks["chunk_id"])[known]]] = places[known]
    return _VectorShape(snapshot.generation, hashes, signs, chunk_vectors)
