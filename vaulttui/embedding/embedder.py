"""What the rest of the program knows of embedding models."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]
"""Shape ``(n, dimensions)``, every row of length 1."""


class Embedder(Protocol):
    """Turns texts into unit vectors. Safe to call from several threads; the model is loaded at the first call."""

    @property
    def fingerprint(self) -> str:
        """Changes whenever the same text could get another vector (model, weights, cut length, prefixes).

        Raises:
            ModelUnavailableError: It depends on files that are missing or cannot be read (never for the bundled model).
        """

    @property
    def dimensions(self) -> int:
        """Length of every vector.

        Raises:
            ModelUnavailableError: There is no such model (never for the bundled one).
        """

    @property
    def languages(self) -> frozenset[str]:
        """Languages that the model was made for, by their Snowball names; empty if it was made for many."""

    def knows(self, word: str) -> bool:
        """Whether a word is one of the model's own, not put together from pieces: then it hardly is a typing error.

        Raises:
            ModelUnavailableError: The model cannot be loaded.
        """

    def load(self) -> None:
        """Load the model now.

        Raises:
            ModelUnavailableError: The model cannot be loaded; the message says why and what to do.
        """

    def embed_passages(self, texts: Sequence[str], stop: Callable[[], bool] | None = None) -> Vectors:
        """Embed texts of notes.

        Args:
            texts: Any number; they are batched by length inside and come back in the order given.
            stop: Asked before each batch, on the threads that do the work, which it may have wait; when it answers
                true, the rest is given up.

        Returns:
            Unit vectors, shape ``(len(texts), dimensions)``. A text without any token gets a row of NaN,
            which must not be stored.

        Raises:
            ModelUnavailableError: The model cannot be loaded, or its files are another one's.
            InterruptedError: ``stop`` answered true.
        """

    def embed_query(self, text: str) -> Vectors:
        """Embed a query.

        Returns:
            One unit vector, shape ``(dimensions,)``.

        Raises:
            ModelUnavailableError: The model cannot be loaded, its files are another one's, or it knows nothing of the
                text.
        """
