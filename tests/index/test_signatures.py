"""Signatures of texts: whatever holds words in a row has their bits, and little else has."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from numpy.typing import NDArray

from tests.conftest import MakeVault, OpenVault
from vaulttui.index.inverting import Inverter, Terms
from vaulttui.index.signatures import phrase_masks
from vaulttui.index.tokenizer import words_of
from vaulttui.search import text_filters
from vaulttui.search.query import Query
from vaulttui.search.syntax import parse_query
from vaulttui.search.text_conditions import holding_in_a_row
from vaulttui.search.texts import TextCache

WORDS = (
    "the",
    "gpt-4",
    "v2.1",
    "foo_bar",
    "c++",
    "don’t",
    "Straße",
    "bloqué",
    "NOTE",
    "x" * 80,
    "日本語",
    "7",
    "a",
    "ﬁne",
    "½",
)
SEPARATORS = (" ", ", ", " — ", "\n\n", "🙂", "|", "-", "_", ".", "'", "  ", "/", "́ ")


def signature(*texts: str) -> NDArray[np.uint64]:
    words = Inverter(Terms(), {"body": 65_535})
    for owner, text in enumerate(texts):
        words.add("body", owner, text)
    return words.signatures("body", len(texts))


def has_bits(signed: NDArray[np.uint64], phrase: str) -> bool:
    return all(int(signed[word]) & bits == bits for word, bits in phrase_masks(phrase).items())


texts = st.lists(st.tuples(st.sampled_from(WORDS), st.sampled_from(SEPARATORS)), min_size=1, max_size=12).map(
    lambda parts: "".join(word + separator for word, separator in parts)
)


@given(texts, st.integers(0, 60), st.integers(1, 40))
@example("Read GPT-4-turbo's notes", 5, 14)
@example("Trade ™ ㏒ of", 6, 3)
@example("foo_bar", 3, 1)
@example("café ́ bar", 0, 20)
def test_who_holds_a_phrase_has_its_bits(text: str, start: int, length: int) -> None:
    phrase = text[start : start + length]
    if words_of(phrase) and any(True for _ in holding_in_a_row(phrase)([text])):
        assert has_bits(signature("something else before it", text)[1], phrase)


def test_words_that_stand_apart_have_other_bits() -> None:
    phrases = [f"word{number} after{number}" for number in range(400)]
    signed = signature(" ".join(f"after{number} and word{number} or" for number in range(20)))[0]
    assert sum(has_bits(signed, phrase) for phrase in phrases) < 80  # 80 of 512 bits are set: 14 % of 400 would be 58
    assert has_bits(signed, "and word7")
    assert has_bits(signed, "AND word7, or after8")


@pytest.mark.parametrize("phrase", ["日本 語", "één 日本", "one"])
def test_what_cannot_be_told_rules_nothing_out(phrase: str) -> None:
    assert phrase_masks(phrase) == {}


def test_signs_that_are_words_to_the_index_alone_are_looked_for_as_they_are() -> None:
    assert list(holding_in_a_row("™ ㏒")(["mark", "a mark ™ ㏒", "™ and ㏒"])) == [1]


@pytest.mark.parametrize("way", ["signatures", "looked through", "texts of the database", "texts in memory"])
def test_phrases_are_found_with_signatures_and_without(
    make_vault: MakeVault, open_vault: OpenVault, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    monkeypatch.setattr(text_filters, "_FEW", 0 if way in ("signatures", "looked through") else 1_000)
    if way == "looked through":
        monkeypatch.setattr(text_filters, "_MANY", 0)
    if way != "texts in memory":
        monkeypatch.setattr(text_filters, "_SOME", 0)
    engine = open_vault(
        make_vault(
            {
                "apart.md": "The blue. The old boat is blue, and the harbour is old.",
                "row.md": "It is the old, *blue* harbour.",
                "accents.md": "Le vieux port est bloqué ici.",
                "joined.md": "A new gpt-4-turbo model.",
                "signs.md": "A mark ™ ㏒ of signs.",
                "ligature.md": "The ﬁne old-blue harbour.",
            }
        )
    )

    if way == "texts in memory":
        engine._views.read_ahead()
        monkeypatch.delattr(TextCache, "bare")

    def found(text: str) -> set[str]:
        return {hit.path for hit in engine.search(parse_query(text, defaults=Query())).hits}

    assert found('"old blue harbour"') == {"row.md", "ligature.md"}
    assert found('"the old"') == {"apart.md", "row.md"}
    assert found('"est bloque ici"') == {"accents.md"}
    assert found('"gpt-4 turbo"') == {"joined.md"}
    assert found('"harbour old"') == set()
    assert found('"™ ㏒"') == {"signs.md"}
