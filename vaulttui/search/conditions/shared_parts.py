"""Which paragraphs and list items were cut into several chunks, and which part of each of these belongs to them."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from vaulttui.index.storage.arrays import CHUNK_IS_SET, IntArray, bits, integers
from vaulttui.search.conditions.blocks import BLOCKS, goes_on
from vaulttui.search.memory.selection import Selection
from vaulttui.search.memory.snapshot import Mask
from vaulttui.values import dataclass

_BESIDE = """
    SELECT behind.chunk_id, behind.first_line = before.last_line AS in_line FROM chunks before JOIN chunks behind
    ON behind.chunk_id = before.chunk_id + 1 AND behind.note_id = before.note_id
    AND behind.heading_path = before.heading_path
"""
"""Chunks of a section but its first one. The chunks of a note have identities in a row."""
_ENDS = f"""
    SELECT chunk_id, split_part(text, chr(10), 1) AS first, split_part(text, chr(10), -1) AS last FROM chunks
    WHERE CASE WHEN {CHUNK_IS_SET} THEN TRUE END
"""
_CONTINUING = f"""
    WITH beside AS MATERIALIZED ({_BESIDE}), ends AS MATERIALIZED ({_ENDS})
    SELECT chunk_id, in_line FROM beside JOIN ends behind USING (chunk_id)
    JOIN ends before ON before.chunk_id = behind.chunk_id - 1 WHERE in_line OR {goes_on("before.last", "behind.first")}
    ORDER BY chunk_id
"""
"""Chunks that go on with the block that the one before ends in."""
_BLOCKS = f"""
    SELECT chunk_id, len(blocks) AS blocks_count, length(ltrim(blocks[1], chr(10))) AS head,
        length(ltrim(blocks[-1], chr(10))) AS tail FROM (
        SELECT chunk_id, CASE WHEN {CHUNK_IS_SET} THEN {BLOCKS} END AS blocks FROM chunks
    ) WHERE blocks IS NOT NULL
"""


@dataclass(frozen=True, slots=True)
class SharedParts:
    """Parts of blocks that several chunks share, in pieces: any two beside each other, and all of one block."""

    runs: IntArray
    """By identity of a chunk: the number of the row of chunks each of which goes on with what the one before ends in;
    -1 for what shares no block."""
    run_count: int
    chunk_ids: IntArray
    """Identity of the chunk that each part is of."""
    sides: IntArray
    """How many characters the part has: so many that the text of its chunk begins with or, if negative, ends with."""
    on_new_line: Mask
    """Whether a part begins a line, and not the piece."""
    pieces: IntArray
    """Number of the piece that each part is of; those of two parts come first."""
    pair_count: int
    """How many pieces have two parts."""


class _Blocks(NamedTuple):
    """How many blocks a chunk has, and how many characters the first and the last one."""

    blocks: int
    head: int
    tail: int


def read_shared_parts(selected: Selection) -> SharedParts:
    """Find what was cut, from the ends of the texts of chunks.

    Args:
        selected: Asks the database.
    """
    cursor, size = selected.begin(), len(selected.snapshot.chunk_numbers)
    beside = np.asarray(cursor.execute(f"SELECT chunk_id FROM ({_BESIDE})").fetchnumpy()["chunk_id"])
    rows = cursor.execute(_CONTINUING, [bits(np.concatenate((beside - 1, beside)), size)]).fetchnumpy()
    continuing, in_line = np.asarray(rows["chunk_id"]), np.asarray(rows["in_line"])
    found = cursor.execute(_BLOCKS, [bits(np.concatenate((continuing - 1, continuing)), size)]).fetchnumpy()
    columns = (np.asarray(found[name]).tolist() for name in ("chunk_id", "blocks_count", "head", "tail"))
    return _parts_of(continuing, in_line, {each[0]: _Blocks(*each[1:]) for each in zip(*columns, strict=True)}, size)


def _parts_of(continuing: IntArray, in_line: Mask, blocks_in: Mapping[int, _Blocks], size: int) -> SharedParts:
    """Bring the parts of shared blocks into pieces.

    Args:
        continuing: Identities of the chunks that go on with a block, ascending.
        in_line: Whether they do in the middle of a line.
        blocks_in: What these and the chunks before them have.
        size: One more than the last identity there may be.
    """
    blocks: list[list[tuple[int, int, bool]]] = []
    unparted = -1  # the last chunk that goes on with a block and has nothing but that
    runs = np.full(size, -1, dtype=np.int32)
    run_count = 0
    for chunk_id, inside in zip(continuing.tolist(), in_line.tolist(), strict=True):
        if runs[chunk_id - 1] < 0:
            runs[chunk_id - 1] = run_count
            run_count += 1
        runs[chunk_id] = runs[chunk_id - 1]
        own = blocks_in[chunk_id]
        part = (chunk_id, own.head, not inside)
        if unparted == chunk_id - 1:
            blocks[-1].append(part)
        else:
            blocks.append([(chunk_id - 1, -blocks_in[chunk_id - 1].tail, False), part])
        if own.blocks == 1:
            unparted = chunk_id
    pieces = [list(pair) for block in blocks for pair in pairwise(block)]
    pair_count = len(pieces)
    pieces += [block for block in blocks if len(block) > 2]
    parts = [
        (number, chunk_id, side, on_new_line and place > 0)
        for number, piece in enumerate(pieces)
        for place, (chunk_id, side, on_new_line) in enumerate(piece)
    ]
    numbers, chunk_ids, sides, on_new_line = zip(*parts, strict=True) if parts else ((),) * 4
    return SharedParts(
        runs,
        run_count,
        integers(chunk_ids),
        integers(sides),
        np.array(on_new_line, dtype=np.bool_),
        integers(numbers),
        pair_count,
    )
