"""Texts of chunks, the last ones used kept in memory; of a vault that is small enough, all of them.

What stands under an identity never changes (a note that is written again gets new ones), so what was fetched once stays
true; modification times and sizes, which do change, are the snapshot's.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence

import numpy as np

from vaulttui.index.reading.heading_paths import decode_heading_path
from vaulttui.index.storage import duckdb
from vaulttui.index.storage.arrays import CHUNK_IS_SET, IntArray, bits, scan
from vaulttui.index.storage.database import Begin
from vaulttui.search.folding import is_plain
from vaulttui.search.memory.kept import Kept
from vaulttui.search.memory.snapshot import Mask, Snapshot
from vaulttui.values import dataclass

_LAST_CHARACTERS = 20_000_000
"""Characters that are kept of the last chunks used."""
_ALL_CHARACTERS = 30_000_000
"""Characters of a vault up to which all its chunks are kept: to read a few of them takes longer than to search."""
_HEADING_CHARACTERS = 2_000_000
"""Characters that are kept of the headings that chunks are under whose texts were not needed."""
_SHORT_CHUNK = 200
"""Characters that a chunk has at least, on the average."""


@dataclass(frozen=True, slots=True)
class ChunkText:
    """A chunk's texts."""

    heading_path: tuple[str, ...]
    first_line: int
    last_line: int
    text: str


_UNKNOWN, _PLAIN, _NOT_PLAIN = range(3)
_SELECT_NOT_PLAIN = f"SELECT chunk_id FROM chunks WHERE CASE WHEN {CHUNK_IS_SET} THEN NOT {is_plain('text')} END"
_CHUNKS = "SELECT chunk_id, heading_path, first_line, last_line, text FROM chunks"


def _chunks(rows: duckdb.DuckDBPyConnection) -> dict[int, ChunkText]:
    return {row[0]: ChunkText(decode_heading_path(row[1]), row[2], row[3], row[4]) for row in rows.fetchall()}


class TextCache:
    """Fetches texts, and keeps the last ones. Safe to use from several threads."""

    def __init__(self) -> None:
        self._chunks: Kept[int, ChunkText] = Kept(_LAST_CHARACTERS, lambda chunk: len(chunk.text) + 100)
        self._heading_paths: Kept[int, tuple[str, ...]] = Kept(
            _HEADING_CHARACTERS, lambda path: sum(map(len, path)) + 100
        )
        self._lock = threading.Lock()
        self._kinds = np.zeros(0, dtype=np.int8)
        """By identity of a chunk: what is known of its text."""

    def chunks(self, begin: Begin, snapshot: Snapshot, numbers: Sequence[int]) -> dict[int, ChunkText]:
        """Texts of some chunks, by their number in the snapshot."""

        def fetch(identities: list[int]) -> dict[int, ChunkText]:
            rows = {"id": np.array(identities, dtype=np.int32)}
            return _chunks(scan(begin(), f"{_CHUNKS} WHERE chunk_id IN (SELECT id FROM rows)", rows))

        return self._chunks.get_numbered(numbers, snapshot.chunk_ids, fetch)

    def heading_paths(self, begin: Begin, snapshot: Snapshot, numbers: Sequence[int]) -> dict[int, tuple[str, ...]]:
        """The headings that some chunks are under, by their number in the snapshot: read in a quarter of the time that
        their texts take."""
        identities = snapshot.chunk_ids[np.asarray(numbers, dtype=np.int64)]
        kept = zip(numbers, self._chunks.known(identities.tolist()), strict=True)
        found = {number: chunk.heading_path for number, chunk in kept if chunk is not None}

        def fetch(identities: list[int]) -> dict[int, tuple[str, ...]]:
            rows = {"id": np.array(identities, dtype=np.int32)}
            sql = "SELECT chunk_id, heading_path FROM chunks WHERE chunk_id IN (SELECT id FROM rows)"
            return {row[0]: decode_heading_path(row[1]) for row in scan(begin(), sql, rows).fetchall()}

        others = [number for number in numbers if number not in found]
        return found | self._heading_paths.get_numbered(others, snapshot.chunk_ids, fetch)

    def bare(self, begin: Begin, snapshot: Snapshot, numbers: IntArray) -> tuple[IntArray, list[str]]:
        """Texts of many chunks that are looked through once: they drive out none that are kept.

        Args:
            begin: Gives a cursor that sees the snapshot's generation.
            snapshot: The index's shape.
            numbers: Of the chunks.

        Returns:
            Numbers of the chunks in another order, and their texts.
        """
        identities = snapshot.chunk_ids[numbers]
        kept = self._chunks.known(identities.tolist())
        texts = [chunk.text for chunk in kept if chunk is not None]
        if len(texts) == len(kept):
            return numbers, texts
        known = np.array([chunk is not None for chunk in kept], dtype=np.bool_)
        sql = "SELECT chunk_id, text FROM chunks WHERE chunk_id IN (SELECT id FROM rows)"
        rows = scan(begin(), sql, {"id": identities[~known]}).fetchnumpy()
        fetched = snapshot.chunk_numbers[np.asarray(rows["chunk_id"])]
        return np.concatenate((numbers[known], fetched)), [*texts, *np.asarray(rows["text"]).tolist()]

    def not_plain(self, begin: Begin, snapshot: Snapshot, numbers: IntArray) -> Mask:
        """Which of some chunks have texts that are not plain: see :func:`~vaulttui.search.folding.is_plain`. Answers
        are kept.

        Args:
            begin: Gives a cursor that sees the snapshot's generation.
            snapshot: The index's shape.
            numbers: Of the chunks.
        """
        identities = snapshot.chunk_ids[numbers]
        with self._lock:
            missing = len(snapshot.chunk_numbers) - len(self._kinds)
            if missing > 0:
                self._kinds = np.concatenate((self._kinds, np.full(missing, _UNKNOWN, dtype=np.int8)))
            found = self._kinds[identities]
        unknown = identities[found == _UNKNOWN]
        if len(unknown):
            asked = bits(unknown, len(snapshot.chunk_numbers))
            rows = begin().execute(_SELECT_NOT_PLAIN, [asked]).fetchnumpy()
            with self._lock:
                self._kinds[unknown] = _PLAIN
                self._kinds[np.asarray(rows["chunk_id"])] = _NOT_PLAIN
                found = self._kinds[identities]
        wanted: Mask = found == _NOT_PLAIN
        return wanted

    def read_ahead(self, cursor: duckdb.DuckDBPyConnection) -> None:
        """Read everything, if the vault is small enough for all of it to be kept.

        Args:
            cursor: Within a transaction.
        """
        row = cursor.execute("SELECT count(*) FROM chunks").fetchone()
        if row is None or row[0] * _SHORT_CHUNK > _ALL_CHARACTERS:
            return  # to add up the lengths of all texts would be to read them
        row = cursor.execute("SELECT sum(length(text)) + 100 * count(*) FROM chunks").fetchone()
        if row is not None and (row[0] or 0) <= _ALL_CHARACTERS:
            self._chunks.make_room(_ALL_CHARACTERS)
            self._chunks.fill(_chunks(cursor.execute(_CHUNKS)))

    def drop_gone(self, snapshot: Snapshot) -> None:
        """Drop the texts and headings of chunks that are gone from the index."""
        self._chunks.drop_gone(snapshot.chunk_numbers)
        self._heading_paths.drop_gone(snapshot.chunk_numbers)
