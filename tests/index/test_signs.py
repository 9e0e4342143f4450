"""Signs of vectors: packed, and compared with a query."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from vaulttui.index.vectors.signs import sign_distances, sign_words

VECTORS = np.random.default_rng(4).normal(size=(17_000, 384)).astype(np.float32)


def test_distances_weigh_the_dimensions_of_another_sign_by_what_the_query_has_of_them() -> None:
    query = VECTORS[3]
    ranks = np.argsort(np.argsort(-np.abs(query)))
    weights = (ranks < 288).astype(int) + (ranks < 134)
    expected = ((VECTORS > 0) != (query > 0)) @ weights
    signs = sign_words(VECTORS)
    assert signs.nbytes == len(VECTORS) * 48
    assert sign_distances(signs, query).tolist() == expected.tolist()
    some = np.array([16_999, 3, 4_000, 3])
    assert sign_distances(signs, query, some).tolist() == expected[some].tolist()


def test_weighed_signs_tell_the_nearest_better_than_counted_ones() -> None:
    queries = np.random.default_rng(5).normal(size=(20, 384)).astype(np.float32)
    signs = sign_words(VECTORS)
    lengths = np.linalg.norm(VECTORS, axis=1)

    def found(distances: NDArray[Any], query: NDArray[np.float32]) -> int:
        """How many of the nearest twenty are among the first tenth."""
        nearest = np.argsort(-(VECTORS @ query) / lengths)[:20]
        return int(np.isin(nearest, np.argsort(distances, kind="stable")[: len(VECTORS) // 10]).sum())

    weighed = sum(found(sign_distances(signs, query), query) for query in queries)
    counted = sum(found(((VECTORS > 0) != (query > 0)).sum(axis=1), query) for query in queries)
    assert weighed > 1.1 * counted
