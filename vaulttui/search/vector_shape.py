"""What is kept in memory of the vectors: whose they are, and what tells nearly where they point."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vaulttui.index import duckdb
from vaulttui.index.arrays import scan
from vaulttui.index.codes import Codes
from vaulttui.index.signs import Signs
from vaulttui.search.snapshot import IntArray, Mask, Snapshot
from vaulttui.values import dataclass

Hashes = NDArray[np.uint64]

_COLUMNS_AT_ONCE = 6
"""Of packed bits: they are copied into one array, and are not to be in memory twice."""


@dataclass(frozen=True, slots=True)
class VectorShape:
    """The vectors of one generation, without the vectors themselves: 260 bytes each instead of 1,536."""

    generation: int
    fingerprint: str
    """Of the model that the vectors were made with."""
    hashes: Hashes
    """Hash of every vector."""
    order: IntArray
    """Places in ``hashes``, ascending by hash."""
    rows: NDArray[np.int64]
    """Row of every vector in its table, as it was when this was made."""
    signs: Signs
    """Columns in the order of ``hashes``."""
    codes: Codes
    """In the order of ``hashes``."""
    chunk_vectors: IntArray
    """For every chunk of the snapshot the place of its vector in ``hashes``, -1 if it has none."""
    used: IntArray
    """Places of the vectors that some chunk has, ascending."""
    notes: Mask
    """Notes with a chunk that has a vector."""

    def places_of(self, hashes: Hashes) -> IntArray:
        """Place of every hash, -1 where there is no such vector."""
        return _places(self.hashes, self.order, hashes)


def load_vector_shape(
    cursor: duckdb.DuckDBPyConnection, snapshot: Snapshot, before: VectorShape | None = None
) -> VectorShape:
    """Read what is kept of the vectors.

    Args:
        cursor: Sees the same generation as the snapshot.
        snapshot: The index's shape.
        before: An earlier one of the same index: what is in it is not read again.
    """
    table = cursor.execute("SELECT rowid, hash FROM vectors").fetchnumpy()
    hashes = np.asarray(table["hash"], dtype=np.uint64)
    order = np.argsort(hashes, kind="stable").astype(np.int32)
    names = _packed_columns(cursor)
    sign_names, code_names = ([name for name in names if name.startswith(prefix)] for prefix in "sc")
    row = cursor.execute("SELECT value FROM meta WHERE key = 'vector_fingerprint'").fetchone()
    fingerprint = str(row[0]) if row else ""
    if before is not None and before.fingerprint != fingerprint:
        before = None  # other vectors under the same hashes
    known = np.full(len(hashes), -1, dtype=np.int32) if before is None else before.places_of(hashes)
    signs = _packed(cursor, sign_names, hashes, order, known, None if before is None else before.signs.T)
    codes = _packed(cursor, code_names, hashes, order, known, None if before is None else before.codes)
    chunk_vectors = np.full(snapshot.chunk_count, -1, dtype=np.int32)
    chunks = cursor.execute("SELECT chunk_id, vector_hash FROM chunks WHERE vector_hash IS NOT NULL").fetchnumpy()
    if len(hashes) and len(chunks["chunk_id"]):
        places = _places(hashes, order, np.asarray(chunks["vector_hash"], dtype=np.uint64))
        has = places >= 0
        chunk_vectors[snapshot.chunk_places[np.asarray(chunks["chunk_id"])[has]]] = places[has]
    return VectorShape(
        *(snapshot.generation, fingerprint, hashes, order),
        np.asarray(table["rowid"], dtype=np.int64),
        np.ascontiguousarray(signs.T),
        codes,
        chunk_vectors,
        used=np.flatnonzero(marked(chunk_vectors, len(hashes))).astype(np.int32),
        notes=snapshot.gather(chunk_vectors >= 0),
    )


def marked(places: IntArray, count: int) -> Mask:
    """A mask over so many vectors that is set for some of them, and one more entry that is not: what the place -1, of
    no vector, points to."""
    mask = np.zeros(count + 1, dtype=np.bool_)
    mask[places] = True
    mask[-1] = False
    return mask


def _packed_columns(cursor: duckdb.DuckDBPyConnection) -> list[str]:
    return [
        row[0]
        for row in cursor.execute(
            "SELECT column_name FROM duckdb_columns() WHERE table_name = 'vectors' AND data_type = 'UBIGINT' "
            "AND column_name <> 'hash' ORDER BY column_index"
        ).fetchall()
    ]


def _packed(
    cursor: duckdb.DuckDBPyConnection,
    names: list[str],
    hashes: Hashes,
    order: IntArray,
    known: IntArray,
    before: NDArray[np.uint64] | None,
) -> NDArray[np.uint64]:
    """Packed bits of all vectors, one row each.

    Args:
        cursor: To read those that are not known.
        names: The columns that they stand in.
        hashes: Of all vectors.
        order: Places in ``hashes``, ascending by hash.
        known: Place in ``before`` of every vector, -1 where it is not there.
        before: What is known.
    """
    bits = np.empty((len(hashes), len(names)), dtype=np.uint64)
    if before is not None:
        if len(known) == len(before) and (known == np.arange(len(known))).all():
            return before
        bits[known >= 0] = before[known[known >= 0]]
    new = hashes[known < 0]
    some = "" if len(new) == len(hashes) else " WHERE hash IN (SELECT hash FROM rows)"
    for start in range(0, len(names) if len(new) else 0, _COLUMNS_AT_ONCE):
        wanted = names[start : start + _COLUMNS_AT_ONCE]
        columns = scan(cursor, f"SELECT hash, {', '.join(wanted)} FROM vectors{some}", {"hash": new}).fetchnumpy()
        places = _places(hashes, order, np.asarray(columns["hash"], dtype=np.uint64))
        for number, name in enumerate(wanted, start):
            bits[places, number] = columns[name]
    return bits


def _places(hashes: Hashes, order: IntArray, wanted: Hashes) -> IntArray:
    """Place in ``hashes`` of every wanted one, -1 where it is not there."""
    if not len(hashes):
        return np.full(len(wanted), -1, dtype=np.int32)
    found = np.minimum(np.searchsorted(hashes, wanted, sorter=order), len(hashes) - 1)
    places = order[found]
    return np.where(hashes[places] == wanted, places, np.int32(-1))
