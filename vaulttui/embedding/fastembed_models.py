"""fastembed's other models, from a folder with their files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import Any

from vaulttui.embedding.loading import MAX_CHARACTERS, importing, missing_files, reading
from vaulttui.errors import ModelUnavailableError

_REMEDY = 'set embedding.model = "bundled"'
_RETRIEVAL = "Represent this sentence for searching relevant passages: "

PREFIXES: Mapping[str, tuple[str, str]] = {
    "baai/bge-*-en*": (_RETRIEVAL, ""),
    "baai/bge-*-zh*": ("为这个句子生成表示以用于检索相关文章：", ""),
    "mixedbread-ai/mxbai-embed-large-v1": (_RETRIEVAL, ""),
    "snowflake/snowflake-arctic-embed-*": (_RETRIEVAL, ""),
    "intfloat/*e5-*": ("query: ", "passage: "),
    "nomic-ai/nomic-embed-text-*": ("search_query: ", "search_document: "),
    "google/embeddinggemma-*": ("task: search result | query: ", "title: none | text: "),
    "qwen/qwen3-embedding-*": (
        "Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery:",
        "",
    ),
}
"""What a model was trained to see before a query and before a passage, by glob of its lower-case name.

From the model cards, https://huggingface.co/<model name>, and the descriptions of
``fastembed.TextEmbedding.list_supported_models()``. Models that are not listed take texts as they are.
"""

_SAMPLE = 65_536
"""Bytes at either end of a file that tell it from another of its size."""


@dataclass(frozen=True)
class FastembedModel:
    """One of fastembed's models, for :class:`~vaulttui.embedding.fastembed_embedder.FastembedEmbedder`.

    Args:
        name: As ``TextEmbedding.list_supported_models()`` names it; case is ignored.
        folder: Folder that holds the model's files under the names that fastembed expects.
    """

    name: str
    folder: Path

    @property
    def query_prefix(self) -> str:
        """See :data:`PREFIXES`."""
        return self._prefixes[0]

    @property
    def passage_prefix(self) -> str:
        """See :data:`PREFIXES`."""
        return self._prefixes[1]

    @property
    def dimensions(self) -> int:
        """Length of every vector. Imports fastembed.

        Raises:
            ModelUnavailableError: fastembed has no such model, or cannot be imported.
        """
        return int(self._description["dim"])

    @property
    def fingerprint(self) -> str:
        """Name, prefixes, and size and ends of every file. Imports fastembed.

        Raises:
            ModelUnavailableError: fastembed has no such model or cannot be imported, or a file of it is missing or
                cannot be read.
        """
        digest = blake2b(repr((self._prefixes, MAX_CHARACTERS)).encode(), digest_size=8)
        with reading(self.name, self.folder, _REMEDY):
            for path in self._files():
                size = path.stat().st_size
                digest.update(f"{path.relative_to(self.folder)}:{size}".encode())
                with path.open("rb") as file:
                    digest.update(file.read(_SAMPLE))
                    file.seek(max(0, size - _SAMPLE))
                    digest.update(file.read(_SAMPLE))
        return f"{self.name.lower()}/{digest.hexdigest()}"

    def prepare(self) -> None:
        """Check the files.

        Raises:
            ModelUnavailableError: fastembed has no such model or cannot be imported, or a file of it is missing or
                cannot be read.
        """
        with reading(self.name, self.folder, _REMEDY):
            self._files()

    def _files(self) -> list[Path]:
        """The files to load.

        Raises:
            ModelUnavailableError: There is no such model, or a file of it is missing.
            OSError: A file cannot be opened.
        """
        if not self.folder.name:
            raise ModelUnavailableError(
                f"embedding.model_path is not set: the model {self.name} needs a folder with its files. "
                f"Set it, or {_REMEDY}."
            )
        names = [self._description["model_file"], *self._description["additional_files"], "tokenizer.json"]
        if missing := missing_files(self.folder, names):
            raise ModelUnavailableError(
                f"The model {self.name} needs {', '.join(missing)} in {self.folder} (embedding.model_path). "
                f"Put the files there, or {_REMEDY}."
            )
        config = "tokenizer_config.json"  # has the cut length; some models go without
        return [self.folder / name for name in (names if missing_files(self.folder, [config]) else [*names, config])]

    @property
    def languages(self) -> frozenset[str]:
        """See :attr:`Embedder.languages`. Only English is told, where fastembed's description of a model has it as a
        word of its own; all other models count as made for many languages.

        Raises:
            ModelUnavailableError: fastembed has no such model, or cannot be imported.
        """
        words = str(self._description.get("description", "")).lower().replace(",", " ").split()
        return frozenset({"english"}.intersection(words))

    @property
    def _prefixes(self) -> tuple[str, str]:
        name = self.name.lower()
        return next((pair for glob, pair in PREFIXES.items() if fnmatchcase(name, glob)), ("", ""))

    @cached_property
    def _description(self) -> dict[str, Any]:
        with importing():
            from fastembed import TextEmbedding
        models = TextEmbedding.list_supported_models()
        for model in models:
            if model["model"].lower() == self.name.lower():
                return dict(model)
        raise ModelUnavailableError(
            f"embedding.model is {self.name!r}, which fastembed does not know. "
            f'Set it to "bundled" or to one of {", ".join(sorted(model["model"] for model in models))}.'
        )
