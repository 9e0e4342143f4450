"""What is nearest to a vector, as the search finds it and as comparing with every vector would."""

from __future__ import annotations

from unittest.mock import patch

from vaulttui.embedding.embedder import Vectors
from vaulttui.index.storage.arrays import IntArray
from vaulttui.search.meaning import semantic
from vaulttui.search.meaning.semantic import SemanticMatches, SemanticSearch
from vaulttui.search.memory.snapshot import Mask
from vaulttui.search.view import IndexView


def nearest(
    view: IndexView,
    query: Vectors,
    *,
    allowed: Mask | None = None,
    also: IntArray | None = None,
    exactly: bool = False,
    search: SemanticSearch | None = None,
) -> SemanticMatches:
    """Compare a query with the chunks of an index that have vectors.

    Args:
        view: The index.
        query: A unit vector.
        allowed: Chunks that may be found; ``None`` for all.
        also: Chunks that are compared in any case.
        exactly: Compare all of them exactly, however many there are.
        search: Keeps what is read of the vectors; ``None`` for the index's own.
    """
    search = search or view.semantic
    shape = search.shape(view.cursor, view.snapshot)
    with patch.object(semantic, "EXACT_OF_FEW", len(shape.hashes) if exactly else semantic.EXACT_OF_FEW):
        candidates = semantic.find_candidates(shape, view.snapshot, query, allowed=allowed)
    return search.compare(view.cursor, query, candidates, also=also)
