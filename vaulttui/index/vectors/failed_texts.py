"""Texts that no vector comes out of: left out until the next start, and told with the notes that have them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vaulttui.index.storage.arrays import scan
from vaulttui.index.storage.database import Database
from vaulttui.index.sync.indexer import Indexer

_EMBEDDING_FAILED = "embedding_failed"

_OWNERS = """
    SELECT DISTINCT c.vector_hash, n.path
    FROM chunks c JOIN notes n USING (note_id)
    WHERE c.vector_hash IN (SELECT hash FROM rows)
"""


class FailedTexts:
    """Remembers texts by their hashes.

    Args:
        database: An open index.
        indexer: Phase 1 of the same index.
    """

    def __init__(self, database: Database, indexer: Indexer) -> None:
        self._database = database
        self._meta = indexer.meta
        self._warnings = indexer.warnings
        self._reasons: dict[int, str] = {}
        """Why there is no vector, by hash."""
        self._counted = (-1, 0)
        """A generation, and how many of them notes had then."""

        self._earlier = True
        """Whether there may be warnings of an earlier process."""

    def __len__(self) -> int:
        return len(self._reasons)

    def __contains__(self, hash_: int) -> bool:
        return hash_ in self._reasons

    def count(self) -> int:
        """How many of them notes still have.

        Raises:
            IndexFault: The index cannot be read.
        """
        if not self._reasons:
            return 0
        generation = self._meta.generation
        if self._counted[0] != generation:
            self._counted = generation, len({hash_ for hash_, _ in self._owners()})
        return self._counted[1]

    def add(self, hashes: Sequence[int], reason: str) -> None:
        """Leave texts without vectors, and say so.

        Args:
            hashes: Of the texts.
            reason: For a person.

        Raises:
            IndexFault: The index cannot be written.
        """
        self._reasons.update(dict.fromkeys(hashes, reason))
        self._counted = (-1, 0)
        self.warn()

    def warn(self) -> None:
        """Warn of the notes that have one of them and are not warned of: whoever writes a note anew drops its warnings,
        and others may have the same text.

        Raises:
            IndexFault: The index cannot be written.
        """
        if not self._reasons:
            return
        warned = set(self._warnings.failed_paths(_EMBEDDING_FAILED))
        reasons = {path: self._reasons[hash_] for hash_, path in self._owners() if path not in warned}
        self._warnings.write(
            [
                (
                    path,
                    None,
                    _EMBEDDING_FAILED,
                    f"A part of the note has no vector ({reason}); it is found by words only.",
                )
                for path, reason in reasons.items()
            ],
            replacing=[],
        )

    def forget_earlier(self) -> None:
        """Drop the warnings of texts that an earlier process gave up, once: they are tried again.

        Raises:
            IndexFault: The index cannot be written.
        """
        if self._earlier:
            self._warnings.forget_failures(self._warnings.failed_paths(_EMBEDDING_FAILED), _EMBEDDING_FAILED)
            self._earlier = False

    def _owners(self) -> list[tuple[int, str]]:
        """Each of them with the path of each note that has it."""
        with self._database.read() as cursor:
            return scan(cursor, _OWNERS, {"hash": np.array(list(self._reasons), dtype=np.uint64)}).fetchall()
