"""The vectors of the index, under the hashes of the texts that they were made from."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vaulttui.embedding.embedder import Embedder, Vectors
from vaulttui.index.storage.arrays import Array, objects, scan
from vaulttui.index.storage.meta import IndexMeta
from vaulttui.index.storage.schema import vector_columns
from vaulttui.index.vectors.codes import pack_codes
from vaulttui.index.vectors.signs import sign_words


def vector_fingerprint(embedder: Embedder) -> str:
    """Tells the vectors of one model from those of another.

    Raises:
        ModelUnavailableError: It depends on files that are missing or cannot be read (never for the bundled model).
    """
    return f"{embedder.fingerprint}/{embedder.dimensions}"


class VectorStore:
    """Writes vectors.

    Args:
        meta: Of an open index.
    """

    def __init__(self, meta: IndexMeta) -> None:
        self._meta = meta

    @property
    def fingerprint(self) -> str | None:
        """Of the model that the vectors were made with."""
        return self._meta.get("vector_fingerprint")

    def write(self, hashes: Sequence[int], vectors: Vectors) -> None:
        """Store vectors under the hashes of their texts. Rows that are not finite are left out.

        Args:
            hashes: Each of them once; those that are in the index already keep their vectors.
            vectors: Unit vectors, shape ``(len(hashes), dimensions)``.
        """
        finite = np.isfinite(vectors).all(axis=1)
        kept = vectors[finite]
        rows: dict[str, Array] = {
            "hash": np.array(hashes, dtype=np.uint64)[finite],
            "embedding": objects(list(kept)),
        }
        for prefix, words in (("s", sign_words(kept)), ("c", pack_codes(kept).T)):
            rows.update({f"{prefix}{number}": word.copy() for number, word in enumerate(words)})
        columns = ", ".join(f"embedding::FLOAT[{kept.shape[1]}]" if name == "embedding" else name for name in rows)
        with self._meta.changing(vectors=True) as cursor:
            scan(
                cursor,
                f"INSERT INTO vectors SELECT {columns} FROM rows WHERE hash NOT IN (SELECT hash FROM vectors)",
                rows,
            )

    def reset(self, fingerprint: str, dimensions: int) -> None:
        """Begin with an empty table for vectors of some length: the model has changed."""
        with self._meta.changing(vectors=True) as cursor:
            cursor.execute("DROP TABLE IF EXISTS vectors")
            cursor.execute(f"CREATE TABLE vectors ({vector_columns(dimensions)})")
            self._meta.put("vector_fingerprint", fingerprint)

    def drop_unused(self) -> None:
        """Drop vectors whose text stands in no chunk any more."""
        with self._meta.writing() as cursor:
            cursor.execute(
                "DELETE FROM vectors WHERE hash NOT IN (SELECT vector_hash FROM chunks WHERE vector_hash IS NOT NULL)"
            )
