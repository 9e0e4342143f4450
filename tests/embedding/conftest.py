from __future__ import annotations

import pytest

from vaulttui.embedding import Embedder, create_embedder
from vaulttui.settings import EmbeddingSettings


@pytest.fixture(scope="session")
def embedder() -> Embedder:
    """The bundled model, loaded once for all tests."""
    embedder = create_embedder(EmbeddingSettings())
    assert embedder is not None
    return embedder
