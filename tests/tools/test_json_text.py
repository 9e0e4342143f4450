"""JSON of what notes hold, as agents get it."""

from __future__ import annotations

import json

import pytest

from vaulttui.tools.json_text import to_json


@pytest.mark.parametrize("text", ["é", "日本", "😀"])
def test_letters_of_any_script_stand_as_they_are(text: str) -> None:
    # Escaped, a Chinese note would take six times the room in an answer that is bounded by its characters.
    assert to_json({"a": text}) == f'{{"a": "{text}"}}'


def test_half_a_character_is_written_as_its_escape() -> None:
    assert to_json("a\ud800b") == '"a\\ud800b"'
    assert json.loads(to_json("a\ud800b")) == "a\ud800b"


def test_numbers_that_json_lacks_are_texts() -> None:
    assert json.loads(to_json({"n": float("nan"), "i": [float("inf")], "f": 1.5})) == {
        "n": "nan",
        "i": ["inf"],
        "f": 1.5,
    }
