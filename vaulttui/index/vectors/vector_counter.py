"""How many texts have vectors: asked behind every saved note, and not cheap to count in a large vault."""

from __future__ import annotations

from dataclasses import replace

from vaulttui.index.storage.database import Database
from vaulttui.values import dataclass

_COUNTS = (
    "SELECT count(*), count(*) FILTER (hash IN (SELECT hash FROM vectors)) FROM "
    "(SELECT DISTINCT vector_hash AS hash FROM chunks WHERE vector_hash IS NOT NULL)"
)
_MADE_WITH = "SELECT value FROM meta WHERE key = 'vector_fingerprint'"
_SIZES = "SELECT count(*), coalesce(max(chunk_id), -1), (SELECT count(*) FROM vectors) FROM chunks"
_PASSED_OVER = 1 / 100
"""Where a smaller share of all texts has no vector, nearly all have one: those of saved notes follow at once."""


@dataclass(frozen=True, slots=True)
class VectorCounts:
    """How many distinct chunk texts can have vectors, and how many have."""

    embeddable: int
    embedded: int

    @property
    def nearly_all(self) -> bool:
        """Whether hardly any text lacks its vector, and there are texts."""
        return 0 < self.embeddable * (1 - _PASSED_OVER) <= self.embedded


@dataclass(frozen=True, slots=True)
class _Sizes:
    """What the database knows without counting."""

    chunks: int
    last_chunk: int
    """The highest identity of a chunk: what is written gets higher ones."""
    vectors: int


@dataclass(frozen=True, slots=True)
class _Counted:
    """What was counted, and when."""

    commits: int
    counts: VectorCounts
    sizes: _Sizes


class VectorCounter:
    """Counts texts and their vectors, and remembers. Safe to use from several threads.

    Args:
        database: An open index.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._counted: _Counted | None = None

    def counts(self) -> VectorCounts:
        """Where phase 2 stands. Counted anew when something was written.

        Raises:
            IndexFault: The index cannot be read.
        """
        counted, commits = self._counted, self._database.commits
        if counted is not None and counted.commits == commits:
            return counted.counts
        counts, sizes = self._database.ask(
            lambda cursor: (
                VectorCounts(*cursor.execute(_COUNTS).fetchall()[0]),
                _Sizes(*cursor.execute(_SIZES).fetchall()[0]),
            )
        )
        if commits is not None and commits == self._database.commits:
            self._counted = _Counted(commits, counts, sizes)
        return counts

    def known(self) -> VectorCounts:
        """Where phase 2 stood when that was last counted; counted if it never was.

        Raises:
            IndexFault: The index cannot be read.
        """
        counted = self._counted
        return self.counts() if counted is None else counted.counts

    def of_another(self, fingerprint: str) -> bool:
        """Whether there are vectors, but those of a model with another fingerprint: of no use to compare with.

        Raises:
            IndexFault: The index cannot be read.
        """
        row = self._database.ask(lambda cursor: cursor.execute(_MADE_WITH).fetchone())
        return row is not None and row[0] != fingerprint and self.counts().embedded > 0

    def added(self, vectors: int, before: int | None) -> None:
        """Take note of vectors for texts that had none, instead of counting anew.

        Args:
            vectors: How many.
            before: :attr:`Database.commits` before the one commit in which they were written.
        """
        counted = self._counted
        if counted is not None and before == counted.commits and self._database.commits == before + 2:
            self._counted = replace(
                counted,
                commits=before + 2,
                counts=replace(counted.counts, embedded=counted.counts.embedded + vectors),
                sizes=replace(counted.sizes, vectors=counted.sizes.vectors + vectors),
            )

    def nearly_all(self) -> bool:
        """Whether hardly any text lacks its vector. Behind a saved note nothing is counted for it: of what was written
        since, nothing is taken to have one.

        Raises:
            IndexFault: The index cannot be read.
        """
        counted = self._counted
        if counted is not None and counted.commits != self._database.commits:
            with self._database.read() as cursor:
                sizes = _Sizes(*cursor.execute(_SIZES).fetchall()[0])
            if _at_worst(counted, sizes).nearly_all:
                return True
        return self.counts().nearly_all


def _at_worst(counted: _Counted, now: _Sizes) -> VectorCounts:
    """The least that can have a vector, by what was counted before and what has come and gone since."""
    before = counted.sizes
    new = now.last_chunk - before.last_chunk
    gone = before.chunks + new - now.chunks
    if now.vectors < before.vectors or new < 0 or gone < 0:  # another model's, or another index
        return VectorCounts(1, 0)
    return VectorCounts(counted.counts.embeddable - gone + new, counted.counts.embedded - gone)
