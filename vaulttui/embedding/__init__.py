"""Texts to unit vectors: one protocol, the bundled model, and fastembed's other models."""

from vaulttui.embedding.creation import create_embedder
from vaulttui.embedding.embedder import Embedder

__all__ = ["Embedder", "create_embedder"]
