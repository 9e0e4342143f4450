"""Signs of vectors: packed, and compared with each other."""

from __future__ import annotations

import numpy as np

from vaulttui.index.signs import hamming, sign_words

VECTORS = np.random.default_rng(4).normal(size=(40, 384)).astype(np.float32)


def test_distances_count_the_dimensions_of_another_sign() -> None:
    query = VECTORS[3]
    expected = ((VECTORS > 0) != (query > 0)).sum(axis=1)
    assert hamming(sign_words(VECTORS), sign_words(query[None])[0]).tolist() == expected.tolist()
