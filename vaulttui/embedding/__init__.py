"""Texts to unit vectors: one protocol, the bundled model, and fastembed's other models."""
