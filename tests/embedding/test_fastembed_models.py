"""fastembed's other models, loaded from a folder. The bundled weights stand in for theirs."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

from vaulttui.embedding import Embedder, create_embedder
from vaulttui.embedding.bundled import MODEL_FILES, MODEL_FOLDER
from vaulttui.embedding.fastembed_models import FastembedModel
from vaulttui.errors import ModelUnavailableError
from vaulttui.settings import EmbeddingSettings

ARCTIC = "Snowflake/snowflake-arctic-embed-xs"


@pytest.fixture
def arctic_folder(tmp_path: Path) -> Path:
    """Files under the names that fastembed expects of this model."""
    folder = tmp_path / "arctic"
    (folder / "onnx").mkdir(parents=True)
    for name in MODEL_FILES:
        shutil.copy(MODEL_FOLDER / name, folder / "onnx" / name if name == "model.onnx" else folder / name)
    return folder


def named(model: str, folder: Path | str) -> Embedder:
    embedder = create_embedder(EmbeddingSettings(model=model, model_path=str(folder)))
    assert embedder is not None
    return embedder


def test_a_model_loads_from_its_folder(embedder: Embedder) -> None:
    other = named("sentence-transformers/all-MiniLM-L6-v2", MODEL_FOLDER)
    assert other.dimensions == 384
    assert np.array_equal(other.embed_query("bread"), embedder.embed_query("bread"))


def test_queries_get_the_prefix_that_the_model_was_trained_with(arctic_folder: Path) -> None:
    arctic = named(ARCTIC, arctic_folder)
    expected = arctic.embed_passages(["Represent this sentence for searching relevant passages: bread", "bread"])
    assert np.array_equal(arctic.embed_query("bread"), expected[0])
    assert not np.allclose(arctic.embed_query("bread"), expected[1], atol=0.01)


@pytest.mark.parametrize(
    ("name", "query", "passage"),
    [
        ("BAAI/bge-small-en-v1.5", "Represent this sentence for searching relevant passages: ", ""),
        ("BAAI/bge-small-zh-v1.5", "为这个句子生成表示以用于检索相关文章：", ""),
        ("intfloat/multilingual-e5-large", "query: ", "passage: "),
        ("nomic-ai/nomic-embed-text-v1.5-Q", "search_query: ", "search_document: "),
        ("jinaai/jina-embeddings-v2-small-en", "", ""),
    ],
)
def test_prefixes_follow_the_name(name: str, query: str, passage: str) -> None:
    model = FastembedModel(name, Path("unused"))
    assert (model.query_prefix, model.passage_prefix) == (query, passage)


@pytest.mark.parametrize(
    ("name", "languages"),
    [
        ("BAAI/bge-small-en-v1.5", {"english"}),
        ("thenlper/gte-base", {"english"}),
        ("BAAI/bge-small-zh-v1.5", set()),
        ("jinaai/jina-embeddings-v2-base-de", set()),
        ("intfloat/multilingual-e5-large", set()),
    ],
)
def test_a_model_is_made_for_english_or_for_many_languages(name: str, languages: set[str]) -> None:
    assert FastembedModel(name, Path("unused")).languages == languages


def test_the_fingerprint_changes_with_the_files(arctic_folder: Path) -> None:
    before = named(ARCTIC, arctic_folder).fingerprint
    assert named(ARCTIC, arctic_folder).fingerprint == before
    with (arctic_folder / "onnx/model.onnx").open("ab") as file:
        file.write(b"\0")
    assert named(ARCTIC, arctic_folder).fingerprint != before


def test_the_fingerprint_tells_models_with_the_same_files_apart(arctic_folder: Path, embedder: Embedder) -> None:
    (arctic_folder / "model.onnx").symlink_to("onnx/model.onnx")
    fingerprints = {
        embedder.fingerprint,
        named(ARCTIC, arctic_folder).fingerprint,
        named("sentence-transformers/all-MiniLM-L6-v2", arctic_folder).fingerprint,
    }
    assert len(fingerprints) == 3


def test_an_unknown_model_is_told_with_those_that_there_are(tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailableError, match=r"'nobody/nothing'.* does not know.*BAAI/bge-small-en-v1\.5"):
        named("nobody/nothing", tmp_path).load()


def test_missing_files_are_named_with_their_folder(tmp_path: Path) -> None:
    embedder = named(ARCTIC, tmp_path)
    with pytest.raises(ModelUnavailableError, match=r"needs onnx/model\.onnx, tokenizer\.json in ") as error:
        embedder.load()
    assert str(tmp_path) in error.value.message
    with pytest.raises(ModelUnavailableError, match="needs"):
        assert embedder.fingerprint


def test_files_that_cannot_be_read_are_told_as_a_model_that_cannot_be_used(tmp_path: Path) -> None:
    embedder = named(ARCTIC, tmp_path / ("x" * 300))  # nobody may have such a name; root may read whatever there is
    for use in (embedder.load, lambda: embedder.fingerprint):
        with pytest.raises(ModelUnavailableError, match=r'cannot be read: .*or set embedding\.model = "bundled"\.$'):
            use()


def test_files_of_a_model_with_other_vectors_are_told_once(tmp_path: Path) -> None:
    for name in MODEL_FILES:
        shutil.copy(MODEL_FOLDER / name, tmp_path / ("model_optimized.onnx" if name == "model.onnx" else name))
    base = named("BAAI/bge-base-en-v1.5", tmp_path)
    told = r"in .* are another model's: their vectors have 384 numbers, those of BAAI/bge-base-en-v1\.5 have 768\."
    with pytest.raises(ModelUnavailableError, match=told):
        base.embed_query("bread")
    with pytest.raises(ModelUnavailableError, match=told) as error:
        base.embed_passages(["bread", "butter"])
    assert str(tmp_path) in error.value.message


def test_a_model_without_a_folder_says_what_to_set() -> None:
    with pytest.raises(ModelUnavailableError, match=r"embedding\.model_path is not set"):
        named(ARCTIC, "").load()
