"""Judges how well passages answer a query by reading both together, with one of fastembed's cross-encoders."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vaulttui.embedding.loading import clean, importing, load_model, missing_files, reading
from vaulttui.errors import ModelUnavailableError
from vaulttui.paths import expanded
from vaulttui.settings import SearchSettings

_REMEDY = 'set search.cross_encoder = ""'
_TOKENIZER_FILES = ("tokenizer.json", "tokenizer_config.json")
_BATCH = 8
"""Passages of one run: longer batches pad more than they gain."""


def create_cross_encoder(settings: SearchSettings) -> CrossEncoder | None:
    """Give the cross-encoder that the settings name. Cheap: nothing is imported, read or loaded yet.

    Args:
        settings: Which model, and where.

    Returns:
        The same object for the same settings, so that a program never holds a model twice; ``None`` if none is named.
    """
    if not settings.cross_encoder:
        return None
    return _cross_encoder(settings.cross_encoder, settings.cross_encoder_path)


@cache
def _cross_encoder(name: str, folder: str) -> CrossEncoder:
    return CrossEncoder(name, expanded(folder))


class CrossEncoder:
    """One of fastembed's cross-encoders. Never opens a connection; safe to use from several threads.

    Args:
        name: As ``TextCrossEncoder.list_supported_models()`` names it; case is ignored.
        folder: Folder that holds the model's files under the names that fastembed expects.
    """

    def __init__(self, name: str, folder: Path) -> None:
        self._name = name
        self._folder = folder
        self._lock = threading.Lock()
        self._model: Any = None

    def load(self) -> None:
        """Load the model now, unless it is loaded already.

        Raises:
            ModelUnavailableError: It cannot be loaded; the message says why and what to do.
        """
        with self._lock:
            if self._model is None:
                self._check()
                self._model = load_model("cross-encoder", self._name, self._folder, _REMEDY)

    def score(self, query: str, passages: Sequence[str]) -> NDArray[np.float32]:
        """How well passages answer a query.

        Args:
            query: Any text.
            passages: Any number of texts. What is longer than the model reads is cut.

        Returns:
            0..1, shape ``(len(passages),)``: the logistic function of the model's output, which is the probability
            of relevance for models trained with cross-entropy.

        Raises:
            ModelUnavailableError: It cannot be loaded.
        """
        self.load()
        texts = [clean(passage) for passage in passages]
        logits = np.fromiter(self._model.rerank(clean(query), texts, batch_size=_BATCH), np.float64, len(texts))
        scores: NDArray[np.float32] = (1 / (1 + np.exp(-np.clip(logits, -50, 50)))).astype(np.float32)
        return scores

    def _check(self) -> None:
        with importing():
            from fastembed.rerank.cross_encoder import TextCrossEncoder
        known = {model["model"].lower(): model for model in TextCrossEncoder.list_supported_models()}
        model = known.get(self._name.lower())
        if model is None:
            raise ModelUnavailableError(
                f"search.cross_encoder is {self._name!r}, which fastembed does not know. "
                f"Set it to one of {', '.join(sorted(each['model'] for each in known.values()))}, or {_REMEDY}."
            )
        if not self._folder.name:
            raise ModelUnavailableError(
                f"search.cross_encoder_path is not set: the model {self._name} needs a folder with its files. "
                f"Set it, or {_REMEDY}."
            )
        names = (model["model_file"], *model["additional_files"], *_TOKENIZER_FILES)
        with reading(self._name, self._folder, _REMEDY):
            missing = missing_files(self._folder, names)
        if missing:
            raise ModelUnavailableError(
                f"The model {self._name} needs {', '.join(missing)} in {self._folder} (search.cross_encoder_path). "
                f"Put the files there, or {_REMEDY}."
            )
