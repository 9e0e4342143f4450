"""Signs of vectors: packed, compared with each other, and with a query as it is."""

from __future__ import annotations

import numpy as np

from vaulttui.index.signs import hamming, projections, sign_words

VECTORS = np.random.default_rng(4).normal(size=(40, 384)).astype(np.float32)


def test_distances_count_the_dimensions_of_another_sign() -> None:
    query = VECTORS[3]
    expected = ((VECTORS > 0) != (query > 0)).sum(axis=1)
    assert hamming(sign_words(VECTORS), sign_words(query[None])[0]).tolist() == expected.tolist()


def test_projections_are_inner_products_with_the_signs() -> None:
    query = VECTORS[5]
    expected = np.where(VECTORS > 0, 1, -1) @ query
    np.testing.assert_allclose(projections(sign_words(VECTORS), query), expected, atol=1e-4)
