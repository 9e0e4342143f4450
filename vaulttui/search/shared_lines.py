"""Conditions on one line, where a long line was cut into several chunks."""

from __future__ import annotations

from collections.abc import Sequence

from vaulttui.search.selection import Selection
from vaulttui.search.snapshot import Mask

_LINES = """
    WITH cuts AS MATERIALIZED (
        SELECT before.chunk_id AS before, behind.chunk_id AS behind
        FROM chunks before JOIN chunks behind
        ON behind.chunk_id = before.chunk_id + 1 AND behind.note_id = before.note_id
        AND behind.first_line = before.last_line
    ), parts AS (
        SELECT note_id, chunk_id, first_line AS number, split_part(text, chr(10), 1) AS part
        FROM chunks WHERE chunk_id IN (SELECT behind FROM cuts)
        UNION ALL
        SELECT note_id, chunk_id, last_line, split_part(text, chr(10), -1)
        FROM chunks WHERE chunk_id IN (SELECT before FROM cuts) AND (
            first_line < last_line OR chunk_id NOT IN (SELECT behind FROM cuts)
        )
    ), lines AS (
        SELECT string_agg(part, '' ORDER BY chunk_id) AS line, list(chunk_id) AS chunks
        FROM parts GROUP BY note_id, number
    )
"""
"""Whole lines of which several chunks have a part each, and these chunks. A note's chunks have identities in a row."""


def in_shared_lines(selected: Selection, condition: str, parameters: Sequence[object]) -> Mask:
    """Chunks that have a part of a line for which a condition holds, of lines that several chunks share.

    Args:
        selected: Asks the database.
        condition: SQL over ``line``.
        parameters: Of it.
    """
    sql = f"{_LINES} SELECT unnest(chunks) AS chunk_id FROM lines WHERE {condition}"
    return selected.chunks(sql, parameters)
