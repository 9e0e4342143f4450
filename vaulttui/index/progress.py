"""What the index work tells about itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from typing import Literal, TypeAlias

from vaulttui.values import dataclass

Phase: TypeAlias = Literal["idle", "scanning", "reading", "embedding", "paused", "failed"]


@dataclass(frozen=True, slots=True)
class Progress:
    """Where the index work stands. Sent often; only the newest matters."""

    phase: Phase
    done: int = 0
    """Notes read, or texts embedded, in this phase."""
    total: int = 0
    rate: float = 0.0
    """Notes or texts a second."""
    seconds_left: float | None = None
    notes: int = 0
    """Notes in the index."""
    embeddable: int = 0
    """Texts of chunks that have or will get a vector; equal ones are one."""
    embedded: int = 0
    """Those that have one."""
    message: str = ""
    """What a person should know (a vanished vault, a failed model), ``""`` mostly."""
    shared: bool = False
    """Whether another process does the work."""


@dataclass(frozen=True, slots=True)
class IndexChanged:
    """Notes were added, changed or removed, or are others by their files or warnings: what was found before may be
    stale."""

    generation: int
    """Grows with every change."""
    paths: frozenset[str] | None = None
    """The notes concerned; ``None`` for many."""
    vectors: bool = False
    """True if only vectors were added."""
    moved: Mapping[str, str] = field(default_factory=dict)
    """Where notes seem to have been moved or renamed to, by their paths of before. A note that is gone and not among
    these may have been moved all the same."""

    def and_then(self, later: IndexChanged) -> IndexChanged:
        """This change and a later one as one."""
        paths = None if self.paths is None or later.paths is None else self.paths | later.paths
        moved = {**later.moved, **{old: later.moved.get(new, new) for old, new in self.moved.items()}}
        return IndexChanged(
            max(self.generation, later.generation),
            paths,
            self.vectors and later.vectors,
            {old: new for old, new in moved.items() if old != new},
        )


IndexEvent: TypeAlias = Progress | IndexChanged
Listener: TypeAlias = Callable[[IndexEvent], None]
"""Called on the index's own threads: must return at once."""


@dataclass(frozen=True, slots=True)
class RefreshReport:
    """What a refresh did."""

    notes: int
    added: int = 0
    changed: int = 0
    moved: int = 0
    removed: int = 0
    embedded: int = 0
    """Vectors made."""
    warnings: int = 0
    """Notes with warnings, in the whole vault."""
    seconds_vectors: float = 0.0
    seconds_looking: float = 0.0
    """What it took to list the vault, without waiting for others at work; 0 if another's listing served."""
