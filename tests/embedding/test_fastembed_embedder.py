"""What an embedder promises, whatever the model: order, independence, stopping, threads, faults."""

from __future__ import annotations

import errno
import itertools
import shutil
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import NoReturn

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vaulttui.embedding import Embedder, create_embedder
from vaulttui.embedding.bundled import MODEL_FILES, MODEL_FOLDER, BundledModel
from vaulttui.embedding.fastembed_embedder import FastembedEmbedder
from vaulttui.embedding.loading import importing, reading
from vaulttui.errors import ModelUnavailableError
from vaulttui.settings import EmbeddingSettings

TEXTS = [
    "word",
    "A sentence of medium length, about bread and how long it keeps in summer.",
    "x" * 300,
    "日本語の短い文章です。",
    "one two three " * 40,
    "- [ ] buy milk",
    "word",
]


@pytest.fixture
def model_folder(tmp_path: Path) -> Path:
    """A folder with the bundled model's files, to be damaged."""
    folder = tmp_path / "model"
    folder.mkdir()
    for name in MODEL_FILES:
        shutil.copy(MODEL_FOLDER / name, folder)
    return folder


@dataclass(frozen=True)
class CountingModel(BundledModel):
    """The bundled model, which notes whenever it is about to be loaded."""

    loads: list[str] = field(default_factory=list)

    def prepare(self) -> None:
        self.loads.append(threading.current_thread().name)
        BundledModel.prepare(self)


def test_rows_are_unit_vectors_in_the_order_of_the_texts(embedder: Embedder) -> None:
    vectors = embedder.embed_passages(TEXTS)
    assert vectors.shape == (len(TEXTS), embedder.dimensions)
    assert vectors.dtype == np.float32
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-6)
    assert np.array_equal(vectors, [embedder.embed_passages([text])[0] for text in TEXTS])


@pytest.mark.parametrize("threads", [1, 3])
def test_a_vector_depends_neither_on_its_neighbours_nor_on_threads(embedder: Embedder, threads: int) -> None:
    other = FastembedEmbedder(BundledModel(), threads)
    expected = embedder.embed_passages(TEXTS)
    assert np.array_equal(other.embed_passages(TEXTS[::-1])[::-1], expected)
    assert np.array_equal(other.embed_passages(TEXTS[2:5]), expected[2:5])


def test_a_query_gets_the_vector_of_the_same_text(embedder: Embedder) -> None:
    assert np.array_equal(embedder.embed_query(TEXTS[1]), embedder.embed_passages([TEXTS[1]])[0])


def test_a_text_without_tokens_has_no_vector(embedder: Embedder) -> None:
    vectors = embedder.embed_passages(["", "bread", " \n\t ", "\u200b\u0000", "\u0301"])
    assert np.isnan(vectors).all(axis=1).tolist() == [True, False, True, True, True]


def test_no_texts_give_no_rows(embedder: Embedder) -> None:
    assert embedder.embed_passages([]).shape == (0, embedder.dimensions)


def test_a_query_always_has_a_vector(embedder: Embedder) -> None:
    for text in ("", "\u200b", "🕺", "\ud800", "word " * 100_000):
        assert np.linalg.norm(embedder.embed_query(text)) == pytest.approx(1, abs=1e-6)


@settings(max_examples=40)
@given(st.text(st.characters(exclude_categories=())))
def test_any_text_gives_a_unit_vector_or_nan(embedder: Embedder, text: str) -> None:
    (vector,) = embedder.embed_passages([text])
    assert np.isnan(vector).all() or np.linalg.norm(vector) == pytest.approx(1, abs=1e-6)


@pytest.mark.parametrize(("number", "told"), [(0, "knows nothing of what is asked"), (np.nan, "files are damaged")])
def test_a_query_of_which_a_model_knows_nothing_is_no_damage(
    embedder: Embedder, monkeypatch: pytest.MonkeyPatch, number: float, told: str
) -> None:
    monkeypatch.setattr("fastembed.TextEmbedding.query_embed", lambda *_: iter([np.full(384, number)]))
    with pytest.raises(ModelUnavailableError, match=told):
        embedder.embed_query("ሰላም")


@pytest.mark.parametrize(
    ("word", "known"),
    [
        ("boat", True),
        ("Boat", True),
        ("deadlokc", False),
        ("海豚", False),
        ("ሰላም", False),
        ("x" * 101, False),
        ("", False),
    ],
)
def test_a_word_of_the_models_own_is_one_token_that_means_it(embedder: Embedder, word: str, known: bool) -> None:
    assert embedder.knows(word) is known


def test_stopping_gives_up_the_rest(embedder: Embedder) -> None:
    answers = itertools.chain([False, False], itertools.repeat(True))
    asked: list[bool] = []

    def stop() -> bool:
        asked.append(next(answers))
        return asked[-1]

    with pytest.raises(InterruptedError):
        embedder.embed_passages(["some text"] * 500, stop=stop)
    assert asked.count(False) == 2
    assert asked.count(True) <= 2  # no thread takes another text


def test_all_rows_are_returned_if_stopping_comes_too_late(embedder: Embedder) -> None:
    asked = 0

    def stop() -> bool:
        nonlocal asked
        asked += 1
        return asked > len(TEXTS)

    assert np.array_equal(embedder.embed_passages(TEXTS, stop), embedder.embed_passages(TEXTS))


def test_threads_share_one_model(embedder: Embedder) -> None:
    model = CountingModel()
    fresh = FastembedEmbedder(model)
    start = threading.Barrier(6)

    def work(number: int) -> bool:
        start.wait()
        if number % 2:
            return np.array_equal(fresh.embed_query(TEXTS[1]), embedder.embed_query(TEXTS[1]))
        return np.array_equal(fresh.embed_passages(TEXTS), embedder.embed_passages(TEXTS))

    with ThreadPoolExecutor(6) as pool:
        assert all(pool.map(work, range(6)))
    assert len(model.loads) == 1


def test_nothing_is_loaded_before_it_is_needed() -> None:
    model = CountingModel()
    embedder = FastembedEmbedder(model)
    assert (embedder.dimensions, embedder.loaded, model.loads) == (384, False, [])
    assert embedder.fingerprint
    embedder.load()
    assert embedder.loaded


def test_a_missing_file_is_named(model_folder: Path) -> None:
    (model_folder / "tokenizer.json").unlink()
    embedder = FastembedEmbedder(BundledModel(model_folder))
    with pytest.raises(ModelUnavailableError, match=r"tokenizer\.json missing in .*Install vaulttui anew") as error:
        embedder.load()
    assert str(model_folder) in error.value.message
    assert not embedder.loaded


def test_files_that_cannot_be_read_are_a_clear_error(tmp_path: Path) -> None:
    embedder = FastembedEmbedder(BundledModel(tmp_path / ("x" * 300)))
    with pytest.raises(ModelUnavailableError, match=r"cannot be read: .*or set embedding\.enabled = false\.$"):
        embedder.load()


@pytest.mark.parametrize(
    "telling", [importing(), reading("a model", Path("there"), "set embedding.enabled = false")], ids=["import", "read"]
)
def test_too_many_open_files_are_no_fault_of_the_model(telling: AbstractContextManager[None]) -> None:
    with pytest.raises(ModelUnavailableError, match=r"Too many open files\. Close .*ulimit -n") as error, telling:
        raise OSError(errno.EMFILE, "Too many open files")
    assert "anew" not in error.value.message
    assert "embedding.enabled" not in error.value.message


def test_too_little_memory_is_no_fault_of_the_model(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> NoReturn:
        raise MemoryError

    monkeypatch.setattr("fastembed.TextEmbedding.__init__", fail)
    with pytest.raises(ModelUnavailableError, match=r"cannot be loaded: MemoryError\. Close .*ulimit -v") as error:
        FastembedEmbedder(BundledModel()).load()
    assert "damaged" not in error.value.message


@pytest.mark.parametrize("name", ["model.onnx", "tokenizer.json", "tokenizer_config.json"])
def test_a_damaged_file_is_a_clear_error_until_it_is_mended(model_folder: Path, name: str) -> None:
    content = (model_folder / name).read_bytes()
    (model_folder / name).write_bytes(content[: len(content) // 2])
    embedder = FastembedEmbedder(BundledModel(model_folder))
    with pytest.raises(ModelUnavailableError, match="install them anew") as error:
        embedder.embed_query("bread")
    assert str(model_folder) in error.value.message
    (model_folder / name).write_bytes(content)
    assert embedder.embed_query("bread").shape == (384,)


def test_the_same_settings_give_the_same_embedder() -> None:
    assert create_embedder(EmbeddingSettings()) is create_embedder(EmbeddingSettings())
    assert create_embedder(EmbeddingSettings(threads=1)) is not create_embedder(EmbeddingSettings())


def test_vectors_can_be_switched_off() -> None:
    assert create_embedder(EmbeddingSettings(enabled=False)) is None
