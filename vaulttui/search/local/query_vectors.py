"""Vectors that searches ask for, the last ones kept: people page, and type back and forth."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import numpy as np

from vaulttui.embedding.cross_encoder import CrossEncoder
from vaulttui.embedding.embedder import Embedder, Vectors
from vaulttui.errors import ModelUnavailableError
from vaulttui.search.memory.kept import Kept
from vaulttui.search.ranking.ranking import QueryModel

log = logging.getLogger(__name__)

_QUERIES = 32
_SENTENCES = 2_000
"""Three megabytes of vectors."""


class QueryVectors:
    """Makes and keeps vectors of queries and of sentences. Safe to use from several threads.

    Args:
        embedder: The model.
    """

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._queries: Kept[str, Vectors] = Kept(_QUERIES, lambda _: 1)
        self._sentences: Kept[str, Vectors] = Kept(_SENTENCES, lambda _: 1)

    def query_model(self, cross_encoder: CrossEncoder | None) -> QueryModel:
        """What a search needs of the models.

        Args:
            cross_encoder: One that is loaded, for searches that use one.

        Returns:
            Models that raise :class:`ModelUnavailableError` whatever goes wrong within them.
        """
        judge = _told()(cross_encoder.score) if cross_encoder is not None else None
        return QueryModel(self.embed_query, self.embed_sentences, self.knows, self._embedder.languages, judge)

    def embed_query(self, text: str) -> Vectors:
        """See :meth:`Embedder.embed_query`."""
        with _told():
            return self._queries.get([text], lambda _: {text: self._embedder.embed_query(text)})[text]

    def knows(self, word: str) -> bool:
        """See :meth:`Embedder.knows`."""
        with _told():
            return self._embedder.knows(word)

    def embed_sentences(self, texts: Sequence[str]) -> Vectors:
        """See :meth:`Embedder.embed_passages`."""
        with _told():
            known = self._sentences.get(
                list(dict.fromkeys(texts)), lambda new: dict(zip(new, self._embedder.embed_passages(new), strict=True))
            )
        return np.array([known[text] for text in texts], dtype=np.float32).reshape(len(texts), -1)


@contextmanager
def _told() -> Iterator[None]:
    """Tell of a fault of a model's runtime, which may be any, as of a model that cannot be used."""
    try:
        yield
    except ModelUnavailableError:
        raise
    except Exception as error:
        log.exception("a model failed in a search")
        what = str(error).rstrip(".") or type(error).__name__
        raise ModelUnavailableError(
            f"The model failed: {what}. The trace is in the log, which vaulttui doctor names."
        ) from error
