"""What is kept in memory of the vectors: whose they are, and what tells nearly where they point."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vaulttui.index.storage import duckdb
from vaulttui.index.storage.arrays import IntArray, as_mask, scan
from vaulttui.index.storage.meta import value_of
from vaulttui.index.vectors.codes import Codes
from vaulttui.index.vectors.signs import Signs
from vaulttui.search.meaning.common_vectors import is_common, notes_sharing
from vaulttui.search.meaning.packed_vectors import PackedVectors
from vaulttui.search.memory.snapshot import Mask, Snapshot
from vaulttui.values import dataclass

Hashes = NDArray[np.uint64]

_HASHES = "SELECT chunk_id, vector_hash FROM chunks WHERE vector_hash IS NOT NULL"
_ROWS_AT_ONCE = 8_192
"""So many vectors' bits are read at a time: of 250,000 at once 500 MB would be taken."""


@dataclass(frozen=True, slots=True, weakref_slot=True)
class VectorShape:
    """The vectors of one generation, without the vectors themselves: 260 bytes each instead of 1,536."""

    generation: int
    fingerprint: str
    """Of the model that the vectors were made with."""
    columns: tuple[str, ...]
    """That signs and codes stand in, in their order."""
    hashes: Hashes
    """Hash of every vector."""
    checksum: int
    """All hashes, combined by exclusive or."""
    order: IntArray
    """Places in ``hashes``, ascending by hash."""
    rows: NDArray[np.int64]
    """Row of every vector in its table, as it was when this was made."""
    packed: PackedVectors
    signs: Signs
    """Columns in the order of ``hashes``."""
    codes: Codes
    """In the order of ``hashes``."""
    vectors_by_chunk: IntArray
    """For every identity of a chunk the place of its vector in ``hashes``, -1 if it has none."""
    chunk_vectors: IntArray
    """The same for every chunk of the snapshot, by number; -1 as well for what very many different notes say word for
    word."""
    used: IntArray
    """Places of the vectors that some chunk is compared by, ascending."""
    sharing: IntArray
    """See :func:`~vaulttui.search.meaning.common_vectors.notes_sharing`."""
    having: Mask
    """Chunks of the snapshot that have a vector, compared or not."""
    notes: Mask
    """Notes of the snapshot with such a chunk."""
    compared: Mask
    """Notes of the snapshot with a chunk that is compared."""

    def places_of(self, hashes: Hashes) -> IntArray:
        """Place of every hash, -1 where there is no such vector."""
        return _places(self.hashes, self.order, hashes)


def vector_shape(
    cursor: duckdb.DuckDBPyConnection, snapshot: Snapshot, before: VectorShape | None = None
) -> VectorShape:
    """Read what is kept of the vectors.

    Args:
        cursor: Sees the same generation as the snapshot.
        snapshot: The index's shape.
        before: An earlier one of the same index: if it is the beginning of this one, only the rest is read.
    """
    fingerprint = value_of(cursor, "vector_fingerprint") or ""
    shape = None
    if before is not None and before.fingerprint == fingerprint:  # else there are others under the same hashes
        shape = _with_new(cursor, snapshot, before)
    while shape is None:
        shape = _load(cursor, snapshot, fingerprint)
    return shape


def _with_new(cursor: duckdb.DuckDBPyConnection, snapshot: Snapshot, before: VectorShape) -> VectorShape | None:
    """The next shape, by the new vectors and chunks; ``None`` if other vectors went or came, or if many did."""
    if before.generation > snapshot.generation:
        return None
    last_row = int(before.rows.max(initial=-1))
    found = cursor.execute(
        f"{_packed_from(before.columns)} > ? ORDER BY rowid LIMIT ?", [last_row, _ROWS_AT_ONCE + 1]
    ).fetchnumpy()
    new = np.asarray(found["hash"], dtype=np.uint64)
    ((count, checksum),) = cursor.execute("SELECT count(*), coalesce(bit_xor(hash), 0) FROM vectors").fetchall()
    # Vectors may have gone, and rows of a file that was written anew have other numbers.
    same_before = count == len(before.hashes) + len(new) and checksum == before.checksum ^ _checksum(new)
    if len(new) > _ROWS_AT_ONCE or not same_before:
        return None
    hashes, order, rows, packed = before.hashes, before.order, before.rows, before.packed
    if len(new):
        words = np.array([found[name] for name in before.columns], dtype=np.uint64)
        packed = packed.with_more(len(hashes), words[: len(before.signs)], words[len(before.signs) :].T)
        ascending = np.argsort(new, kind="stable").astype(order.dtype)
        places = np.searchsorted(hashes, new[ascending], sorter=order)
        order = np.insert(order, places, ascending + order.dtype.type(len(hashes)))
        hashes, rows = np.concatenate((hashes, new)), np.concatenate((rows, found["rowid"]))
    vectors_by_chunk = np.full(len(snapshot.chunk_numbers), -1, dtype=np.int32)
    known = min(len(vectors_by_chunk), len(before.vectors_by_chunk))
    vectors_by_chunk[:known] = before.vectors_by_chunk[:known]
    chunks = [cursor.execute(f"{_HASHES} AND chunk_id >= ?", [known]).fetchnumpy()]
    if len(new):
        chunks.append(scan(cursor, f"{_HASHES} AND vector_hash IN (SELECT hash FROM rows)", {"hash": new}).fetchnumpy())
    for some in chunks:
        vectors_by_chunk[some["chunk_id"]] = _places(hashes, order, np.asarray(some["vector_hash"], dtype=np.uint64))
    model = before.fingerprint, before.columns
    return _shape(snapshot, model, hashes, checksum, order, rows, packed, vectors_by_chunk)


def _load(cursor: duckdb.DuckDBPyConnection, snapshot: Snapshot, fingerprint: str) -> VectorShape | None:
    """The shape of all vectors; ``None`` if their rows got other numbers meanwhile, as a checkpoint may give them, also
    within a transaction."""
    table = cursor.execute("SELECT rowid, hash FROM vectors").fetchnumpy()
    by_row = np.argsort(table["rowid"], kind="stable")  # mostly they are in order
    rows = np.asarray(table["rowid"], dtype=np.int64)[by_row]
    hashes = np.asarray(table["hash"], dtype=np.uint64)[by_row]
    order = np.argsort(hashes, kind="stable").astype(np.int32)
    columns, sign_words = _packed_columns(cursor)
    packed = PackedVectors(len(rows), sign_words, len(columns) - sign_words)
    signs, codes = packed.first(len(rows))
    for start in range(0, len(rows), _ROWS_AT_ONCE):
        part = slice(start, start + _ROWS_AT_ONCE)
        ends = rows[part][[0, -1]].tolist()
        found = cursor.execute(f"{_packed_from(columns)} BETWEEN ? AND ? ORDER BY rowid", ends).fetchnumpy()
        if not np.array_equal(found["hash"], hashes[part]):
            return None
        words = np.array([found[name] for name in columns], dtype=np.uint64)
        signs[:, part], codes[part] = words[:sign_words], words[sign_words:].T
    vectors_by_chunk = np.full(len(snapshot.chunk_numbers), -1, dtype=np.int32)
    chunks = cursor.execute(_HASHES).fetchnumpy()
    vectors_by_chunk[chunks["chunk_id"]] = _places(hashes, order, np.asarray(chunks["vector_hash"], dtype=np.uint64))
    model = fingerprint, columns
    return _shape(snapshot, model, hashes, _checksum(hashes), order, rows, packed, vectors_by_chunk)


def _packed_from(columns: tuple[str, ...]) -> str:
    """SQL that reads columns of packed bits where the row …"""
    return f"SELECT rowid, hash, {', '.join(columns)} FROM vectors WHERE rowid"


def _shape(
    snapshot: Snapshot,
    model: tuple[str, tuple[str, ...]],
    hashes: Hashes,
    checksum: int,
    order: IntArray,
    rows: NDArray[np.int64],
    packed: PackedVectors,
    vectors_by_chunk: IntArray,
) -> VectorShape:
    chunk_vectors = vectors_by_chunk.take(snapshot.chunk_ids)
    having = chunk_vectors >= 0
    sharing = notes_sharing(snapshot, chunk_vectors, hashes)
    common = np.append(is_common(sharing, snapshot.note_count), False)  # the last entry is of no vector
    chunk_vectors[common[chunk_vectors]] = -1
    return VectorShape(
        *(snapshot.generation, *model, hashes, checksum, order, rows, packed),
        *packed.first(len(hashes)),
        *(vectors_by_chunk, chunk_vectors),
        used=np.flatnonzero(marked(chunk_vectors, len(hashes))).astype(np.int32),
        sharing=sharing,
        having=having,
        notes=snapshot.gather(having),
        compared=snapshot.gather(chunk_vectors >= 0),
    )


def _checksum(hashes: Hashes) -> int:
    return int(np.bitwise_xor.reduce(hashes))


def marked(places: IntArray, count: int) -> Mask:
    """A mask over so many vectors that is set for some of them, and one more entry that is not: what the place -1, of
    no vector, points to."""
    mask = as_mask(places, count + 1)
    mask[-1] = False
    return mask


def _packed_columns(cursor: duckdb.DuckDBPyConnection) -> tuple[tuple[str, ...], int]:
    """Names of the columns of signs, then of codes, and how many of the former there are."""
    names = [
        row[0]
        for row in cursor.execute(
            "SELECT column_name FROM duckdb_columns() WHERE table_name = 'vectors' AND data_type = 'UBIGINT' "
            "AND column_name <> 'hash' ORDER BY column_index"
        ).fetchall()
    ]
    signs = [name for name in names if name.startswith("s")]
    return (*signs, *(name for name in names if name.startswith("c"))), len(signs)


def _places(hashes: Hashes, order: IntArray, wanted: Hashes) -> IntArray:
    """Place in ``hashes`` of every wanted one, -1 where it is not there."""
    if not len(hashes):
        return np.full(len(wanted), -1, dtype=np.int32)
    found = np.minimum(np.searchsorted(hashes, wanted, sorter=order), len(hashes) - 1)
    places = order[found]
    return np.where(hashes[places] == wanted, places, np.int32(-1))
