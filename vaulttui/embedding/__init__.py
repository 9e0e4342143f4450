"""Texts to unit vectors: one protocol, the bundled model, and fastembed's other models."""

from vaulttui import environment
from vaulttui.embedding.creation import create_embedder
from vaulttui.embedding.embedder import Embedder

__all__ = ["Embedder", "create_embedder"]

# Before onnxruntime is imported, which would report to its maker: everything that imports it is below here.
environment.tell_models()
