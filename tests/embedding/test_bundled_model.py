"""The model that comes with the program: its files, and how near its vectors are to those of the published weights."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest

from vaulttui.embedding import Embedder
from vaulttui.embedding.bundled import MAX_TOKENS, MODEL_FILES, MODEL_FOLDER, MODEL_SHA256

HERE = Path(__file__).parent


@pytest.fixture(scope="module")
def reference_texts() -> list[str]:
    texts: list[str] = json.loads((HERE / "reference_texts.json").read_text(encoding="utf-8"))
    return texts


def test_the_fingerprint_names_the_weights_that_are_bundled(embedder: Embedder) -> None:
    found = sha256((MODEL_FOLDER / "model.onnx").read_bytes()).hexdigest()
    assert found == MODEL_SHA256
    assert found[:16] in embedder.fingerprint


def test_the_model_comes_with_its_licence_and_its_origin() -> None:
    assert all((MODEL_FOLDER / name).is_file() for name in MODEL_FILES)
    assert "Apache License" in (MODEL_FOLDER / "LICENSE").read_text(encoding="utf-8")
    notice = (MODEL_FOLDER / "NOTICE").read_text(encoding="utf-8")
    assert MODEL_SHA256 in notice
    assert "scripts/build_model.py" in notice


def test_every_vector_is_near_that_of_the_unquantized_model(embedder: Embedder, reference_texts: list[str]) -> None:
    expected = np.load(HERE / "reference_vectors.npy").astype(np.float32)
    cosines = np.sum(embedder.embed_passages(reference_texts) * expected, axis=1)
    assert cosines.shape == (40,)
    assert cosines.min() > 0.98
    assert cosines.mean() > 0.99


def test_similarities_are_those_that_the_authors_publish(embedder: Embedder) -> None:
    # https://sbert.net/docs/quickstart.html
    lovely, sunny, stadium = embedder.embed_passages(
        ["The weather is lovely today.", "It's so sunny outside!", "He drove to the stadium."]
    )
    assert lovely @ sunny == pytest.approx(0.6660, abs=0.04)
    assert lovely @ stadium == pytest.approx(0.1046, abs=0.04)
    assert sunny @ stadium == pytest.approx(0.1411, abs=0.04)


@pytest.mark.parametrize(
    ("question", "answer", "others"),
    [
        (
            "how do I keep my notes the same on phone and laptop",
            "Synchronise the vault between your devices with Syncthing or Git.",
            ["The lock is held after the task was cancelled.", "Bake the bread for 25 minutes with the lid on."],
        ),
        (
            "threads that block each other for ever",
            "Two tasks each wait for a lock that the other one holds, which is a deadlock.",
            ["Synchronise the vault between your devices.", "Sewing threads come in cotton, silk and polyester."],
        ),
        (
            "what to cook without meat",
            "Chickpea stew with spinach, a vegetarian dinner in half an hour.",
            ["The meeting was moved to Thursday.", "How to sharpen a chisel."],
        ),
    ],
)
def test_what_is_meant_is_nearer_than_what_is_not(
    embedder: Embedder, question: str, answer: str, others: list[str]
) -> None:
    similarities = embedder.embed_passages([answer, *others]) @ embedder.embed_query(question)
    assert similarities[0] > similarities[1:].max() + 0.05


def test_a_text_is_cut_at_the_documented_length(embedder: Embedder) -> None:
    words = ["apple"] * (MAX_TOKENS - 2)  # one token each; two places are taken by the marks of begin and end
    full, longer, shorter = embedder.embed_passages(
        [" ".join(words), " ".join([*words, "railway", "bridge"]), " ".join([*words[:-1], "railway"])]
    )
    assert np.array_equal(full, longer)
    assert not np.array_equal(full, shorter)
