"""Signs of vectors: packed, and compared with each other."""

from __future__ import annotations

import numpy as np

from vaulttui.index.signs import hamming, sign_words

VECTORS = np.random.default_rng(4).normal(size=(17_000, 384)).astype(np.float32)


def test_distances_count_the_dimensions_of_another_sign() -> None:
    query = VECTORS[3]
    expected = ((VECTORS > 0) != (query > 0)).sum(axis=1)
    signs, own = sign_words(VECTORS), sign_words(query[None])[:, 0]
    assert signs.nbytes == len(VECTORS) * 48
    assert hamming(signs, own).tolist() == expected.tolist()
    some = np.array([16_999, 3, 4_000, 3])
    assert hamming(signs, own, some).tolist() == expected[some].tolist()
