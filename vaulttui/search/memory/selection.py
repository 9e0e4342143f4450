"""From rows of the database to masks over notes and chunks."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vaulttui.index.storage.arrays import IntArray, scan
from vaulttui.index.storage.database import Begin
from vaulttui.search.memory.snapshot import Mask, Snapshot


class Selection:
    """Asks the database for identities, and gives masks over chunks.

    Args:
        begin: Gives a cursor that sees the same generation as the snapshot.
        snapshot: The index's shape.
    """

    def __init__(self, begin: Begin, snapshot: Snapshot) -> None:
        self.begin = begin
        self.snapshot = snapshot

    def notes(self, sql: str, parameters: Sequence[object]) -> Mask:
        """All chunks of the notes that a query gives as ``note_id``."""
        rows = self.begin().execute(sql, list(parameters)).fetchnumpy()
        return self.snapshot.spread(self.snapshot.note_mask(np.asarray(rows["note_id"])))

    def chunks(self, sql: str, parameters: Sequence[object]) -> Mask:
        """The chunks that a query gives as ``chunk_id``."""
        rows = self.begin().execute(sql, list(parameters)).fetchnumpy()
        return self.snapshot.chunk_mask(np.asarray(rows["chunk_id"]))

    def values(self, sql: str, identities: IntArray) -> list[tuple[int, str]]:
        """Identities and texts that a query gives of some identities: each an ``id`` of ``rows``."""
        if not len(identities):
            return []
        rows: list[tuple[int, str]] = scan(self.begin(), sql, {"id": identities}).fetchall()
        return rows
