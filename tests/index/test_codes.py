"""Four bits a dimension: nearly the cosine."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vaulttui.index.vectors.codes import estimated_cosines, pack_codes


def unit(vectors: NDArray[np.float64]) -> NDArray[np.float32]:
    return np.asarray(vectors / np.linalg.norm(vectors, axis=-1, keepdims=True), dtype=np.float32)


def test_cosines_are_estimated_well() -> None:
    chance = np.random.default_rng(4)
    query = unit(chance.normal(size=384))
    vectors = unit(chance.normal(size=(9_000, 384)) + chance.uniform(0, 40, size=(9_000, 1)) * query)
    codes = pack_codes(vectors)
    assert codes.nbytes == len(vectors) * 192
    places = chance.permutation(len(vectors))[:5_000]
    errors = estimated_cosines(codes, query, places) - vectors[places] @ query
    assert abs(errors.mean()) < 0.004
    assert errors.std() < 0.008


def test_large_values_are_cut_and_nothing_runs_over() -> None:
    vectors = unit(np.eye(16, 64) * 100 + np.ones((16, 64)))
    estimates = estimated_cosines(pack_codes(vectors), vectors[3], np.arange(16))
    assert int(estimates.argmax()) == 3
    assert np.all(np.abs(estimates) <= 1)
