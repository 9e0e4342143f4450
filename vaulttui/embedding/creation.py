"""From the settings to an embedder."""

from __future__ import annotations

from functools import cache

from vaulttui.embedding.bundled import BundledModel
from vaulttui.embedding.embedder import Embedder
from vaulttui.embedding.fastembed_embedder import FastembedEmbedder
from vaulttui.embedding.fastembed_models import FastembedModel
from vaulttui.paths import expanded
from vaulttui.settings import EmbeddingSettings

BUNDLED = "bundled"


def create_embedder(settings: EmbeddingSettings) -> Embedder | None:
    """Give the embedder that the settings name. Cheap: nothing is imported, read or loaded yet.

    Args:
        settings: Which model, where, and with how many threads.

    Returns:
        The same object for the same settings, so that a program never holds a model twice; ``None`` if vectors are
        switched off.
    """
    if not settings.enabled:
        return None
    return _embedder(settings.model, settings.model_path, settings.threads)


@cache
def _embedder(model: str, model_path: str, threads: int) -> Embedder:
    if model == BUNDLED:
        return FastembedEmbedder(BundledModel(), threads)
    return FastembedEmbedder(FastembedModel(model, expanded(model_path)), threads)
