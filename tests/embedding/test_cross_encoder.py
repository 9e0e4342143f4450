"""A cross-encoder reads query and passage together. A tiny model stands in for the published ones."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.embedding.overlap_model import NAME, put_model
from vaulttui.embedding.cross_encoder import CrossEncoder, create_cross_encoder
from vaulttui.errors import ModelUnavailableError
from vaulttui.settings import SearchSettings


def named(name: str, folder: Path | str) -> CrossEncoder:
    encoder = create_cross_encoder(SearchSettings(cross_encoder=name, cross_encoder_path=str(folder)))
    assert encoder is not None
    return encoder


def test_without_a_name_there_is_none() -> None:
    assert create_cross_encoder(SearchSettings()) is None


def test_passages_get_the_probability_of_what_the_model_says(tmp_path: Path) -> None:
    put_model(tmp_path / "model")
    scores = named(NAME, tmp_path / "model").score("red boat", ["a red boat", "a red house", "nothing"])
    expected = 1 / (1 + np.exp(-np.array([4.0, 0.0, -4.0])))
    assert scores == pytest.approx(expected, abs=1e-6)


def test_passages_come_back_in_their_order_whatever_their_lengths(tmp_path: Path) -> None:
    put_model(tmp_path / "model")
    passages = [("boat " if number % 3 == 0 else "house ") * (number + 1) for number in range(30)]
    scores = named(NAME, tmp_path / "model").score("boat", passages)
    assert [bool(score > 0.5) for score in scores] == [number % 3 == 0 for number in range(30)]


def test_nothing_to_judge_is_no_fault(tmp_path: Path) -> None:
    put_model(tmp_path / "model")
    assert named(NAME, tmp_path / "model").score("boat", []).shape == (0,)


def test_what_a_tokenizer_refuses_is_replaced(tmp_path: Path) -> None:
    put_model(tmp_path / "model")
    assert named(NAME, tmp_path / "model").score("boat \ud800", ["boat \udfff"])[0] > 0.5


def test_the_same_settings_share_one_model(tmp_path: Path) -> None:
    assert named(NAME, tmp_path) is named(NAME, tmp_path)


@pytest.mark.parametrize(
    ("name", "folder", "told"),
    [
        ("Xenova/ms-marco-MiniLM", "model", "does not know. Set it to one of BAAI/bge-reranker-base, "),
        (NAME, "", "search.cross_encoder_path is not set"),
        pytest.param(NAME, "x" * 300, "cannot be read: File name too long. Let them be read, or ", id="not readable"),
        (NAME, "elsewhere", "needs onnx/model.onnx, tokenizer.json, tokenizer_config.json in "),
    ],
)
def test_what_is_missing_is_told_with_the_way_out(tmp_path: Path, name: str, folder: str, told: str) -> None:
    with pytest.raises(ModelUnavailableError) as caught:
        named(name, tmp_path / folder if folder else "").load()
    assert told in caught.value.message
    assert caught.value.message.endswith('or set search.cross_encoder = "".')


def test_a_damaged_file_is_told(tmp_path: Path) -> None:
    put_model(tmp_path / "model")
    (tmp_path / "model/onnx/model.onnx").write_bytes(b"damaged")
    with pytest.raises(ModelUnavailableError, match="Its files are damaged or incomplete"):
        named(NAME, tmp_path / "model").load()
