"""Conditions on whole lines, where a long line was cut into several chunks."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vaulttui.index.storage.arrays import CHUNK_IS_SET
from vaulttui.search.conditions.filter_caches import MaskCache
from vaulttui.search.memory.selection import Selection
from vaulttui.search.memory.snapshot import Mask

_CONTINUING = """
    SELECT behind.chunk_id FROM chunks before JOIN chunks behind
    ON behind.chunk_id = before.chunk_id + 1 AND behind.note_id = before.note_id
    AND behind.first_line = before.last_line
"""
"""Chunks that go on with the line that the one before ends in. The chunks of a note have identities in a row."""
_LINES = f"""
    SELECT string_agg(part, '' ORDER BY chunk_id) AS line, list(chunk_id) AS chunks FROM (
        SELECT note_id, chunk_id, first_line AS number,
            CASE WHEN {CHUNK_IS_SET} THEN split_part(text, chr(10), 1) END AS part FROM chunks
        UNION ALL
        SELECT note_id, chunk_id, last_line,
            CASE WHEN {CHUNK_IS_SET} THEN split_part(text, chr(10), -1) END FROM chunks
    ) WHERE part IS NOT NULL GROUP BY note_id, number
"""
"""Whole lines of which several chunks have a part each, and these chunks: those that continue a line, and those that
begin one."""


class SharedLines:
    """Looks for lines that several chunks share.

    Args:
        selected: Asks the database.
        masks: Shared between searches.
    """

    def __init__(self, selected: Selection, masks: MaskCache) -> None:
        self._selected = selected
        self._masks = masks

    def continuing(self) -> Mask:
        """Chunks that begin within a line."""
        generation = self._selected.snapshot.generation
        return self._masks.get(generation, _CONTINUING, lambda: self._selected.chunks(_CONTINUING, []))

    def holding(self, condition: str, parameters: Sequence[object]) -> Mask:
        """Chunks that have a part of a line for which a condition holds, of lines that several chunks share.

        Args:
            condition: SQL over ``line``.
            parameters: Of it.
        """
        snapshot = self._selected.snapshot
        continuing = self.continuing()
        if not continuing.any():
            return np.zeros_like(continuing)
        beginning = np.zeros_like(continuing)
        beginning[:-1] = continuing[1:]
        several_lines = self._selected.chunks("SELECT chunk_id FROM chunks WHERE first_line < last_line", [])
        beginning &= ~continuing | several_lines
        chosen = [snapshot.chunk_bits(mask) for mask in (continuing, beginning)]
        sql = f"SELECT unnest(chunks) AS chunk_id FROM ({_LINES}) WHERE {condition}"
        return self._selected.chunks(sql, [*chosen, *parameters])
