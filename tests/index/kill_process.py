"""A process that works on an index until it is killed: ``kill_process ROOT INDEX WORK``."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from unittest.mock import patch

import duckdb
import numpy as np

from vaulttui.embedding.embedder import Vectors
from vaulttui.index.storage import compaction
from vaulttui.index.storage.database import Database
from vaulttui.search.local.local_engine import LocalEngine
from vaulttui.settings import EmbeddingSettings, Settings

SETTINGS = Settings(embedding=EmbeddingSettings(enabled=False))

WORKS = ("refresh", "build", "migrate", "compact", "checkpoint", "background", "model")
"""What it can do: bring up to date with vectors; from nothing; from an older schema; copy the file; fold the log in
again and again; follow the vault; make vectors anew."""


class HashEmbedder:
    """Vectors that depend on the text alone, at no cost."""

    dimensions = 384
    languages: frozenset[str] = frozenset()

    def __init__(self, fingerprint: str = "hash") -> None:
        self.fingerprint = fingerprint

    def knows(self, word: str) -> bool:
        """No word."""
        return False

    def load(self) -> None:
        """There is nothing to load."""

    def embed_passages(self, texts: Sequence[str], stop: Callable[[], bool] | None = None) -> Vectors:
        """Embed texts."""
        del stop
        return np.stack([self.embed_query(text) for text in texts])

    def embed_query(self, text: str) -> Vectors:
        """Embed a text."""
        seed = int.from_bytes(hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=8).digest())
        vector = np.random.default_rng(seed).normal(size=self.dimensions).astype(np.float32)
        return vector / np.float32(np.linalg.norm(vector))


def open_local(root: Path, index: Path, model: str = "hash") -> LocalEngine:
    """An engine of one's own, open."""
    engine = LocalEngine(root, SETTINGS, index, embedder=HashEmbedder(model))
    engine.initialize()
    return engine


def prepare(index: Path, work: str) -> None:
    """Bring an index into the state that a work begins with."""
    if work == "build":
        for file in (index, index.with_name(index.name + ".wal")):
            file.unlink(missing_ok=True)
    elif work == "migrate" and index.exists():
        with duckdb.connect(str(index)) as connection:
            connection.execute("UPDATE meta SET value = '0' WHERE key = 'schema_version'")


def main() -> None:
    """Work until killed."""
    root, index, work = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
    print("begin", flush=True)
    if work in ("compact", "checkpoint"):
        engine = open_local(root, index)
        engine.refresh(embed=False)
        engine.close()
        database = Database(index)
        database.open()
        number = 0
        while True:
            number += 1
            with database.write() as cursor:
                cursor.execute(
                    "CREATE OR REPLACE TABLE ballast AS SELECT range, ? AS number FROM range(20000)", [number]
                )
            if work == "compact":
                with patch.object(compaction, "worth_compacting", return_value=True):
                    database.compact()
            else:
                database.checkpoint()
    engine = open_local(root, index, "another" if work == "model" else "hash")
    if work == "background":
        engine.start_background()
    engine.refresh()
    print("done", flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main()
