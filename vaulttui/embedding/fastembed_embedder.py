"""An embedder on fastembed, one text a run.

Measured on two cores, notes of a public vault, int8 model: two threads that each run single texts are as fast as
batches sorted by length, with nothing to pad. And a vector depends on its text alone: int8 activations are scaled by
the largest one of a run, so a text's neighbours in a batch move its vector (cosine down to .98), and vectors are kept
by content.
"""

from __future__ import annotations

import os
import threading
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from vaulttui.embedding.embedder import Vectors
from vaulttui.embedding.loading import MAX_CHARACTERS, clean, load_model
from vaulttui.errors import ModelUnavailableError

if TYPE_CHECKING:
    from fastembed import TextEmbedding

_MOST_DEFAULT_THREADS = 2
"""More cores are left to whatever else the machine does, unless the settings say otherwise."""


class EmbeddingModel(Protocol):
    """A model that fastembed can load from a folder."""

    @property
    def name(self) -> str:
        """Name that fastembed knows it by."""

    @property
    def folder(self) -> Path:
        """Folder with the model's files."""

    @property
    def query_prefix(self) -> str:
        """What the model wants before a query, ``""`` mostly."""

    @property
    def passage_prefix(self) -> str:
        """What the model wants before a text that is searched."""

    @property
    def fingerprint(self) -> str:
        """Changes with the weights, the cut length and the prefixes.

        Raises:
            ModelUnavailableError: It depends on files that are missing or cannot be read.
        """

    @property
    def dimensions(self) -> int:
        """Length of every vector.

        Raises:
            ModelUnavailableError: There is no such model.
        """

    @property
    def languages(self) -> frozenset[str]:
        """Languages that the model was made for, by their Snowball names; empty if it was made for many."""

    def prepare(self) -> None:
        """Check the files and make fastembed know the model. Called once, before it is loaded.

        Raises:
            ModelUnavailableError: There is no such model, a file of it is missing or cannot be read, or fastembed
                cannot be imported.
        """


class FastembedEmbedder:
    """An :class:`~vaulttui.embedding.embedder.Embedder` on fastembed. Never opens a connection.

    Args:
        model: What to load.
        threads: How many texts are embedded side by side; 0 for one per core, two at most.
    """

    def __init__(self, model: EmbeddingModel, threads: int = 0) -> None:
        self._model = model
        self._threads = threads or min(_MOST_DEFAULT_THREADS, _usable_cores())
        self._loading = threading.Lock()
        self._loaded: TextEmbedding | None = None

    @property
    def fingerprint(self) -> str:
        """See :attr:`Embedder.fingerprint`.

        Raises:
            ModelUnavailableError: It depends on files that are missing or cannot be read (never for the bundled model).
        """
        return self._model.fingerprint

    @property
    def dimensions(self) -> int:
        """See :attr:`Embedder.dimensions`.

        Raises:
            ModelUnavailableError: There is no such model (never for the bundled one).
        """
        return self._model.dimensions

    @property
    def languages(self) -> frozenset[str]:
        """See :attr:`Embedder.languages`."""
        return self._model.languages

    @property
    def loaded(self) -> bool:
        """Whether the model is in memory."""
        return self._loaded is not None

    def load(self) -> None:
        """Load the model now, unless it is loaded already. Takes about a second, most of it the import of fastembed.

        Raises:
            ModelUnavailableError: The model cannot be loaded; the message says why and what to do.
        """
        self._ready()

    def embed_passages(self, texts: Sequence[str], stop: Callable[[], bool] | None = None) -> Vectors:
        """See :meth:`Embedder.embed_passages`. A batch is one text.

        The threads that do the work are made by the calling one and inherit its niceness (on Linux).
        """
        vectors = np.full((len(texts), self.dimensions), np.nan, np.float32)
        if not texts:
            return vectors
        embed = self._ready().passage_embed
        # Longest first, so that the threads end together.
        order = sorted(range(len(texts)), key=lambda row: len(texts[row]), reverse=True)
        from concurrent.futures import ThreadPoolExecutor  # late: searching by words does without

        pool = ThreadPoolExecutor(min(self._threads, len(texts)), thread_name_prefix="embedding")
        try:
            stopped = _once_true(stop or (lambda: False))
            running = [(row, pool.submit(self._passage, embed, texts[row], stopped)) for row in order]
            for row, vector in running:
                vectors[row] = vector.result()
        finally:
            pool.shutdown(cancel_futures=True)
        return vectors

    def embed_query(self, text: str) -> Vectors:
        """See :meth:`Embedder.embed_query`. A text without tokens gets a vector too, near to nothing in particular, but
        from a model that leaves out what it does not know: that one has none for it."""
        embed = self._ready().query_embed
        row = self._first(embed(clean(self._model.query_prefix + text)))
        vector = _unit(row)
        if not row.any():
            raise ModelUnavailableError(
                f"The model {self._model.name} knows nothing of what is asked. Ask with other words, or search by "
                "words with mode:keyword."
            )
        if np.isnan(vector[0]):
            raise ModelUnavailableError(
                f"The model {self._model.name} in {self._model.folder} gives no usable vectors: its files are damaged. "
                "Install them anew."
            )
        return vector

    def knows(self, word: str) -> bool:
        """See :meth:`Embedder.knows`."""
        model: Any = self._ready().model
        found = model.tokenizer.encode(word, add_special_tokens=False)
        tokens = [token for token, counts in zip(found.ids, found.attention_mask, strict=True) if counts]  # no padding
        # Decoding leaves out the token of all that is unknown, which stands for a whole word.
        return len(tokens) == 1 and model.tokenizer.decode(tokens) != ""

    def _passage(self, embed: Callable[..., Iterable[Any]], text: str, stopped: Callable[[], bool]) -> Vectors:
        if stopped():
            raise InterruptedError("embedding was stopped")
        if not _has_tokens(text):
            return np.full(self.dimensions, np.nan, np.float32)
        return _unit(self._first(embed([clean(self._model.passage_prefix + text)], batch_size=1)))

    def _first(self, rows: Iterable[Any]) -> NDArray[np.float64]:
        """The first of some rows.

        Raises:
            ModelUnavailableError: It is not as long as the model's vectors.
        """
        row = np.asarray(next(iter(rows)), np.float64)
        if row.shape != (self.dimensions,):
            raise ModelUnavailableError(
                f"The files in {self._model.folder} are another model's: their vectors have {row.size} numbers, "
                f"those of {self._model.name} have {self.dimensions}. Put its own files there, or name the model "
                "that they are of in embedding.model."
            )
        return row

    def _ready(self) -> TextEmbedding:
        """The loaded model."""
        if self._loaded is not None:
            return self._loaded
        with self._loading:
            if self._loaded is None:
                self._model.prepare()
                self._loaded = load_model(
                    "embedding", self._model.name, self._model.folder, "set embedding.enabled = false"
                )
            return self._loaded


def _unit(row: NDArray[np.float64]) -> Vectors:
    """A row scaled to length 1; NaN where that is not possible."""
    length = np.linalg.norm(row)
    if not (np.isfinite(length) and length > 0):
        return np.full(row.shape, np.nan, np.float32)
    return (row / length).astype(np.float32)


def _once_true(ask: Callable[[], bool]) -> Callable[[], bool]:
    """Answer as ``ask`` does until it has answered true, and true from then on."""
    answered = threading.Event()

    def answer() -> bool:
        if not answered.is_set() and ask():
            answered.set()
        return answered.is_set()

    return answer


def _usable_cores() -> int:
    """Cores that this process may run on."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _has_tokens(text: str) -> bool:
    """Whether there is more to a text than white space, control characters and loose accents."""
    return any(unicodedata.category(character)[0] not in "ZCM" for character in text[:MAX_CHARACTERS])
