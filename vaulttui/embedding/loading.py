"""Loads fastembed's models from a folder, quietly and without a connection."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

from vaulttui import shortage
from vaulttui.errors import ModelUnavailableError

MAX_CHARACTERS = 10_000
"""Longer texts are cut before they are split to tokens: far more than the 256 tokens of the bundled model."""

_ERROR = 3
"""onnxruntime's level."""


@contextmanager
def importing() -> Iterator[None]:
    """Tell that what models run on cannot be imported as that models cannot be used: all imports of it stand in such a
    block.

    Raises:
        ModelUnavailableError: Something in the block failed.
    """
    try:
        yield
    except Exception as error:  # most of it is native code: a system may refuse it in any way
        helps = shortage.remedy(error) or "Install vaulttui anew"
        raise ModelUnavailableError(
            f"No model can be used, because fastembed or onnxruntime cannot be imported: {_told(error)}. "
            f"{helps}; searching by words works meanwhile."
        ) from error


@contextmanager
def reading(name: str, folder: Path, remedy: str) -> Iterator[None]:
    """Tell that a model's files cannot be read as that the model cannot be used.

    Args:
        name: Of the model.
        folder: Holds its files.
        remedy: How to do without this model: the end of a sentence.

    Raises:
        ModelUnavailableError: The system refused something in the block.
    """
    try:
        yield
    except OSError as error:
        helps = shortage.remedy(error) or f"Let them be read, or {remedy}"
        raise ModelUnavailableError(
            f"The files of the model {name} in {folder} cannot be read: {error.strerror or error}. {helps}."
        ) from error


def missing_files(folder: Path, names: Sequence[str]) -> list[str]:
    """Which of some files are not there.

    Raises:
        OSError: One is there, as far as can be seen, and cannot be opened.
    """
    missing = []
    for name in names:
        try:
            (folder / name).open("rb").close()
        except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
            missing.append(name)
    return missing


def load_model(kind: Literal["embedding", "cross-encoder"], name: str, folder: Path, remedy: str) -> Any:
    """Load a model now. Takes about a second the first time, most of it the import of fastembed.

    Args:
        kind: What the model does.
        name: As fastembed names it.
        folder: Holds its files. Never written.
        remedy: How to do without this model: the end of a sentence.

    Returns:
        A ``TextEmbedding`` or a ``TextCrossEncoder`` that works with one thread.

    Raises:
        ModelUnavailableError: It cannot be loaded; the message says why and what to do.
    """
    with importing():
        import onnxruntime
        from fastembed import TextEmbedding
        from fastembed.rerank.cross_encoder import TextCrossEncoder
    try:
        onnxruntime.disable_telemetry_events()  # where somebody else had imported it before
        # Warnings of either would be written across the screen; they tell of options that do not matter here.
        onnxruntime.set_default_logger_severity(_ERROR)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            make: Callable[..., TextEmbedding | TextCrossEncoder] = (
                TextEmbedding if kind == "embedding" else TextCrossEncoder
            )
            return make(
                name,
                cache_dir=str(folder),  # never written; the default is a folder for all users below /tmp
                specific_model_path=str(folder),
                local_files_only=True,
                threads=1,
                providers=["CPUExecutionProvider"],
                enable_cpu_mem_arena=False,
            )
    except Exception as error:  # fastembed, onnxruntime and tokenizers have no exception of their own in common
        damaged = f"Its files are damaged or incomplete: install them anew, or {remedy}"
        raise ModelUnavailableError(
            f"The model {name} in {folder} cannot be loaded: {_told(error)}. {shortage.remedy(error) or damaged}."
        ) from error


def _told(error: Exception) -> str:
    """What an error says, without a full stop."""
    return str(error).rstrip(".") or type(error).__name__


def clean(text: str) -> str:
    """Bound a text's length, and replace lone surrogates, which the tokenizer refuses."""
    return text[:MAX_CHARACTERS].encode("utf-8", "replace").decode("utf-8")
