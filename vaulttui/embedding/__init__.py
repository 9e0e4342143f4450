"""Texts to unit vectors: one protocol, the bundled model, and fastembed's other models."""

import os

from vaulttui.embedding.creation import create_embedder
from vaulttui.embedding.embedder import Embedder

__all__ = ["Embedder", "create_embedder"]

# The published builds of onnxruntime (from 1.29 on) report to their maker who uses them on which models, and keep an
# identifier of the machine, unless this is set before they are imported. Everything that imports them is below here.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
