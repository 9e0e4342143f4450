"""The model that comes with the program: all-MiniLM-L6-v2, int8. ``model/NOTICE`` says where it comes from."""

from __future__ import annotations

from pathlib import Path

from vaulttui.embedding.loading import MAX_CHARACTERS, importing, missing_files, reading
from vaulttui.errors import ModelUnavailableError
from vaulttui.values import dataclass

MODEL_FOLDER = Path(__file__).parent / "model"
MODEL_FILES = ("model.onnx", "tokenizer.json", "tokenizer_config.json", "special_tokens_map.json", "config.json")
MODEL_SHA256 = "40e86f897857a984976dbe6b05f2fa6ef99e998ba9e83008a551bdd44adfbad0"
"""Of ``model.onnx``; a test compares them, so that no start has to."""

MAX_TOKENS = 256
"""Texts are cut to this, the two tokens that mark begin and end included (``tokenizer_config.json``)."""
DIMENSIONS = 384
"""Length of its vectors."""


@dataclass(frozen=True, slots=True)
class BundledModel:
    """The bundled model, for :class:`~vaulttui.embedding.fastembed_embedder.FastembedEmbedder`."""

    folder: Path = MODEL_FOLDER
    name: str = "vaulttui/all-MiniLM-L6-v2-int8"
    query_prefix: str = ""
    passage_prefix: str = ""
    dimensions: int = DIMENSIONS
    languages: frozenset[str] = frozenset({"english"})
    fingerprint: str = f"all-MiniLM-L6-v2-int8/{MODEL_SHA256[:16]}/{MAX_TOKENS}/{MAX_CHARACTERS}"

    def prepare(self) -> None:
        """Check the files and add the model to those that fastembed knows.

        Raises:
            ModelUnavailableError: A file is missing or cannot be read, or fastembed cannot be imported: the
                installation is damaged.
        """
        with reading(self.name, self.folder, "set embedding.enabled = false"):
            missing = missing_files(self.folder, MODEL_FILES)
        if missing:
            raise ModelUnavailableError(
                f"The bundled model is incomplete: {', '.join(missing)} missing in {self.folder}. "
                "Install vaulttui anew; searching by words works meanwhile."
            )
        with importing():
            from fastembed import TextEmbedding
            from fastembed.common.model_description import ModelSource, PoolingType
        if any(model["model"] == self.name for model in TextEmbedding.list_supported_models()):
            return
        TextEmbedding.add_custom_model(
            self.name,
            pooling=PoolingType.MEAN,
            normalization=True,
            sources=ModelSource(hf="sentence-transformers/all-MiniLM-L6-v2"),  # required, and never asked for
            dim=self.dimensions,
            model_file="model.onnx",
            license="apache-2.0",
        )
