"""The words that a deep search adds to those of the query."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.conftest import indexed_vault
from vaulttui.search.local.local_engine import LocalEngine
from vaulttui.search.ranking.expansion import IMPORTANCE, expanding_terms
from vaulttui.search.view import IndexViews
from vaulttui.search.words.vocabulary import Vocabulary

_LONG = "x" * 70
NOTES = {
    "天气.md": "今天天气不好，出门要带雨伞。\n",
    "预报.md": "天气预报说要下雨，别忘了雨伞。\n",
    "Docker.md": "Docker容器在Linux上运行。\n",
    "rain.md": "Rain again: take an umbrella, the forecast says.\n",
    "long.md": f"Encoded {_LONG}.\n",
    "sun.md": "Nothing to see here.\n",
}


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalEngine]:
    """The vault, indexed once."""
    with indexed_vault(tmp_path_factory.mktemp("expansion"), NOTES) as engine:
        yield engine


def added(engine: LocalEngine, query: str, *notes: str) -> dict[str, float]:
    """What is added to a word, and how much it counts."""
    views = IndexViews(engine._database)
    with views.view() as view:
        terms = Vocabulary(view.inverted.lexicon, view.snapshot.languages).terms([query])
        found = expanding_terms(view, {NOTES[note]: 1.0 for note in notes}, terms)
    return {term.word: term.importance for term in found}


def test_words_that_the_best_notes_have_in_common_are_added(engine: LocalEngine) -> None:
    words = added(engine, "rain", "rain.md")
    assert {"umbrella", "forecast"} <= words.keys()
    assert "rain" not in words
    assert max(words.values()) == IMPORTANCE


def test_of_a_script_without_blanks_pairs_of_letters_are_added(engine: LocalEngine) -> None:
    words = added(engine, "天气", "天气.md", "预报.md")
    assert "雨伞" in words
    assert all(len(word) == 2 for word in words)
    assert max(words, key=words.__getitem__) == "雨伞"
    assert 0 < min(words.values()) <= max(words.values()) == IMPORTANCE


def test_words_beside_a_script_without_blanks_are_added_as_words(engine: LocalEngine) -> None:
    assert {"docker", "linux", "运行"} <= added(engine, "容器", "Docker.md").keys()


def test_a_word_that_is_too_long_to_be_kept_whole_is_added_as_it_is_looked_up(engine: LocalEngine) -> None:
    assert added(engine, "encoded", "long.md") == {"x" * 64: IMPORTANCE}
