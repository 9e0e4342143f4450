"""What is less than was asked for is said: no model, a broken one, no vectors yet, some of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from tests.conftest import WORDS_ONLY, MakeVault, write_notes
from tests.search.filter_reference import WordVectors
from vaulttui.embedding import create_embedder
from vaulttui.embedding.embedder import Embedder, Vectors
from vaulttui.errors import ModelUnavailableError
from vaulttui.search.local.local_engine import LocalEngine
from vaulttui.search.query import Mode, Query
from vaulttui.search.syntax import parse_query
from vaulttui.settings import EmbeddingSettings

NOTES = {
    "amber.md": "# Amber\n\nAmber is fossil resin, and it has been loved for its colour since the stone age.\n",
    "basil.md": "# Basil\n\nBasil is a herb of the mint family that cooks everywhere put on tomatoes and pasta.\n",
    "cedar.md": "# Cedar\n\nCedar is a tree whose wood smells so well that moths keep away from it for decades.\n",
}
OpenWith = Callable[..., LocalEngine]


class BrokenModel(WordVectors):
    """A model that cannot be loaded."""

    def load(self) -> None:
        raise ModelUnavailableError("The model is broken. Install vaulttui again.")

    def embed_passages(self, texts: Sequence[str], stop: Callable[[], bool] | None = None) -> Vectors:
        raise ModelUnavailableError("The model is broken. Install vaulttui again.")

    def embed_query(self, text: str) -> Vectors:
        raise ModelUnavailableError("The model is broken. Install vaulttui again.")


class FailingModel(WordVectors):
    """A model that is loaded, and fails when it is asked."""

    def __init__(self, failure: Exception) -> None:
        self._failure = failure

    def embed_query(self, text: str) -> Vectors:
        raise self._failure


class OtherModel(WordVectors):
    """A model whose vectors have nothing to do with those of another."""

    fingerprint = "other"

    def __init__(self, dimensions: int) -> None:
        self.dimensions = dimensions


FAILURES = [
    ModelUnavailableError("The model's files are damaged. Install them anew."),
    RuntimeError("files are damaged"),
]


@pytest.fixture
def open_with(make_vault: MakeVault, tmp_path: Path) -> Iterator[OpenWith]:
    """Open the vault, or one of other notes, with a model; vectors are made unless ``embed=False``."""
    with ExitStack() as stack:

        def open_(model: Embedder | None, notes: Mapping[str, str] = NOTES, *, embed: bool = True) -> LocalEngine:
            root = make_vault(notes)
            engine = LocalEngine(root, WORDS_ONLY, tmp_path / "index" / "index.duckdb", embedder=model)
            engine.initialize()
            stack.callback(engine.close)
            engine.refresh(embed=embed)
            return engine

        yield open_


@pytest.fixture(scope="module")
def understood(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalEngine]:
    """The vault with vectors of the bundled model, for tests that change nothing."""
    folder = tmp_path_factory.mktemp("understood")
    write_notes(folder / "vault", NOTES)
    model = create_embedder(EmbeddingSettings())
    engine = LocalEngine(folder / "vault", WORDS_ONLY, folder / "index.duckdb", embedder=model)
    engine.initialize()
    engine.refresh()
    yield engine
    engine.close()


def asked(mode: Mode, text: str = "amber resin") -> Query:
    return parse_query(text, defaults=Query(mode=mode))


@pytest.mark.parametrize("mode", list(Mode))
def test_with_a_model_and_all_vectors_nothing_is_less(open_with: OpenWith, mode: Mode) -> None:
    result = open_with(WordVectors()).search(asked(mode))
    assert (result.mode, result.degraded) == (mode, "")
    assert result.hits[0].path == "amber.md"


@pytest.mark.parametrize("mode", list(Mode))
@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("qqzzxx", "“qqzzxx” is not found; these are only near in meaning."),
        ("qqzzxx wwvvkk", "No word is found; these are only near in meaning."),
        # What the query leaves out may have them.
        ("qqzzxx wwvvkk -cedar", "The words are in none of these; they are only near in meaning."),
        ("cedar -path:cedar", "“cedar” is in none of these; they are only near in meaning."),
        ("qqzzxx amber", ""),
        ("like:[[cedar]]", ""),
    ],
)
def test_it_is_told_where_nothing_but_meaning_finds_notes(
    understood: LocalEngine, mode: Mode, text: str, told: str
) -> None:
    result = understood.search(asked(mode, text))
    both = mode in (Mode.HYBRID, Mode.DEEP)
    assert (told in result.warnings) == (both and bool(told))
    assert any("only near in meaning" in warning for warning in result.warnings) == (both and bool(told))
    assert bool(result.hits) == (mode is not Mode.KEYWORD or not told)


def test_deep_needs_no_cross_encoder(open_with: OpenWith) -> None:
    result = open_with(WordVectors()).search(asked(Mode.DEEP))
    assert result.degraded == ""
    assert result.hits[0].path == "amber.md"


@pytest.mark.parametrize("mode", [Mode.SEMANTIC, Mode.HYBRID])
def test_what_is_not_near_is_explained_so_and_by_filters_only_where_there_are_some(
    open_with: OpenWith, mode: Mode
) -> None:
    engine = open_with(WordVectors())
    *_, last = engine.search(replace(asked(mode), explain=True)).hits
    assert last.parts.semantic == 0
    assert last.explanation == "The note is hardly near in meaning (0.00 of 1)."
    *_, last = engine.search(replace(asked(mode, "-path:basil amber resin"), explain=True)).hits
    assert last.explanation == "It satisfies the filters."


@pytest.mark.parametrize("mode", [Mode.HYBRID, Mode.DEEP])
@pytest.mark.parametrize(
    ("model", "reason"), [(None, "switched off"), (BrokenModel(), "The model is broken")], ids=["none", "broken"]
)
def test_without_a_model_words_are_searched_and_the_reason_is_said(
    open_with: OpenWith, mode: Mode, model: Embedder | None, reason: str
) -> None:
    open_with(WordVectors()).close()
    result = open_with(model, embed=False).search(asked(mode))
    assert result.mode is Mode.KEYWORD
    assert reason in result.degraded
    assert [hit.path for hit in result.hits] == ["amber.md"]


@pytest.mark.parametrize("model", [None, BrokenModel()], ids=["none", "broken"])
def test_semantic_without_a_model_is_an_error_that_says_what_to_do(open_with: OpenWith, model: Embedder | None) -> None:
    with pytest.raises(ModelUnavailableError, match=r"(Switch it on|Install)"):
        open_with(model, embed=False).search(asked(Mode.SEMANTIC))


@pytest.mark.parametrize("mode", [Mode.HYBRID, Mode.DEEP])
@pytest.mark.parametrize("failure", FAILURES, ids=lambda failure: type(failure).__name__)
def test_a_model_that_fails_in_the_midst_of_a_search_is_done_without(
    open_with: OpenWith, mode: Mode, failure: Exception
) -> None:
    open_with(WordVectors()).close()
    engine = open_with(FailingModel(failure), embed=False)
    result = engine.search(asked(mode))
    assert result.mode is Mode.KEYWORD
    assert result.degraded.startswith("Found by words only: ")
    assert "files are damaged" in result.degraded
    assert engine.facets(asked(mode, "nowhere")).total == 0
    assert [hit.path for hit in result.hits] == ["amber.md"]


@pytest.mark.parametrize("failure", FAILURES, ids=lambda failure: type(failure).__name__)
def test_a_model_that_fails_in_the_midst_of_a_semantic_search_is_a_clear_error(
    open_with: OpenWith, failure: Exception
) -> None:
    open_with(WordVectors()).close()
    with pytest.raises(ModelUnavailableError, match="files are damaged"):
        open_with(FailingModel(failure), embed=False).search(asked(Mode.SEMANTIC))


def test_of_a_model_that_fails_it_is_told_where_its_trace_is(open_with: OpenWith) -> None:
    open_with(WordVectors()).close()
    with pytest.raises(ModelUnavailableError, match=r"^The model failed: bad node\. The trace is in the log"):
        open_with(FailingModel(RuntimeError("bad node.")), embed=False).search(asked(Mode.SEMANTIC))


@pytest.mark.parametrize("dimensions", [384, 128])
@pytest.mark.parametrize("mode", [Mode.HYBRID, Mode.DEEP])
def test_no_question_is_compared_with_the_vectors_of_another_model(
    open_with: OpenWith, mode: Mode, dimensions: int
) -> None:
    open_with(WordVectors()).close()
    engine = open_with(OtherModel(dimensions), embed=False)
    result = engine.search(asked(mode))
    assert result.mode is Mode.KEYWORD
    assert "another model's" in result.degraded
    assert [hit.path for hit in result.hits] == ["amber.md"]
    assert engine.facets(asked(mode, "nowhere")).total == 0
    with pytest.raises(ModelUnavailableError, match=r"another model's.*mode:keyword"):
        engine.search(asked(Mode.SEMANTIC))
    assert engine.status().embedded == 0
    engine.refresh()
    result = engine.search(asked(mode))
    assert (result.mode, result.degraded) == (mode, "")


@pytest.mark.parametrize("mode", [Mode.HYBRID, Mode.DEEP])
def test_before_there_are_vectors_words_are_searched_and_it_is_said(open_with: OpenWith, mode: Mode) -> None:
    result = open_with(WordVectors(), embed=False).search(asked(mode))
    assert result.mode is Mode.KEYWORD
    assert "vector" in result.degraded
    assert [hit.path for hit in result.hits] == ["amber.md"]


@pytest.mark.parametrize("mode", [Mode.HYBRID, Mode.DEEP])
@pytest.mark.parametrize("notes", [NOTES, {"short.md": "amber resin"}], ids=["not yet", "too short"])
def test_the_model_is_not_loaded_to_compare_a_query_with_nothing(
    open_with: OpenWith, mode: Mode, notes: Mapping[str, str]
) -> None:
    engine = open_with(BrokenModel(), notes, embed=False)
    result = engine.search(asked(mode))
    assert (result.mode, result.total) == (Mode.KEYWORD, 1)
    assert "model" not in result.degraded


def test_semantic_before_there_are_vectors_finds_nothing_and_says_why(open_with: OpenWith) -> None:
    result = open_with(WordVectors(), embed=False).search(asked(Mode.SEMANTIC))
    assert (result.hits, result.total) == ((), 0)
    assert "vector" in result.degraded


@pytest.mark.parametrize("mode", [Mode.SEMANTIC, Mode.HYBRID, Mode.DEEP])
def test_with_some_of_the_vectors_their_share_is_said_and_the_rest_is_found_by_words(
    open_with: OpenWith, mode: Mode
) -> None:
    engine = open_with(WordVectors())
    for number in range(3):
        (Path(engine.vault_path) / f"new {number}.md").write_text(
            f"Number {number} of some new notes about resin, which nobody has made a vector of so far.\n"
        )
    engine.refresh(embed=False)
    result = engine.search(asked(mode))
    assert result.mode is mode
    assert "50 %" in result.degraded
    found = {hit.path for hit in result.hits}
    assert ("new 0.md" in found) == ("is found by words" in result.degraded) == (mode is not Mode.SEMANTIC)


@pytest.mark.parametrize("mode", [Mode.HYBRID, Mode.DEEP])
def test_where_no_note_is_long_enough_for_a_vector_there_is_nothing_to_wait_for(
    open_with: OpenWith, mode: Mode
) -> None:
    result = open_with(WordVectors(), {"short.md": "resin"}).search(asked(mode))
    assert [hit.path for hit in result.hits] == ["short.md"]
    assert result.degraded == ""


@pytest.mark.parametrize("signs", ["\ue0a0", "\u200b\u2063"])
def test_for_a_text_of_nothing_but_signs_no_vector_is_waited_for(open_with: OpenWith, signs: str) -> None:
    engine = open_with(create_embedder(EmbeddingSettings()), {**NOTES, "icons.md": signs * 60})
    assert engine.search(asked(Mode.HYBRID)).degraded == ""
    assert engine.search(parse_query("like:[[amber]]", defaults=Query(mode=Mode.SEMANTIC))).degraded == ""
    assert not engine.warnings()


@pytest.mark.parametrize("mode", list(Mode))
def test_a_query_that_only_filters_is_not_less_without_a_model(open_with: OpenWith, mode: Mode) -> None:
    result = open_with(None, embed=False).search(asked(mode, "path:amber"))
    assert result.degraded == ""
    assert [hit.path for hit in result.hits] == ["amber.md"]


@pytest.mark.parametrize("mode", [Mode.KEYWORD, Mode.HYBRID, Mode.DEEP])
@pytest.mark.parametrize("model", [None, BrokenModel(), WordVectors()], ids=["none", "broken", "no vectors yet"])
def test_likeness_without_vectors_says_why_it_finds_nothing(
    open_with: OpenWith, mode: Mode, model: Embedder | None
) -> None:
    engine = open_with(model, embed=False)
    why = " (embedding.enabled is off in the settings)" if model is None else ""
    for text in ("like:[[amber]]", "resin like:[[amber]]"):
        result = engine.search(asked(mode, text))
        assert result.degraded.endswith(f"No note has a vector{why}, so none is near to another.")


def test_likeness_needs_vectors_but_no_model(open_with: OpenWith) -> None:
    open_with(WordVectors()).close()
    result = open_with(None, embed=False).search(asked(Mode.KEYWORD, "like:[[amber]]"))
    assert result.degraded == ""
    assert {hit.path for hit in result.hits} == {"basil.md", "cedar.md"}


def test_likeness_with_some_of_the_vectors_says_so(open_with: OpenWith) -> None:
    engine = open_with(WordVectors())
    assert engine.search(asked(Mode.KEYWORD, "like:[[amber]]")).degraded == ""
    for number in range(3):
        (Path(engine.vault_path) / f"new {number}.md").write_text(
            f"Number {number} of some new notes about resin, which nobody has made a vector of so far.\n"
        )
    engine.refresh(embed=False)
    result = engine.search(asked(Mode.HYBRID, "like:[[amber]]"))
    assert result.degraded == "like: finds only what has a vector, 50 % so far."
    assert result.total == 2


def test_likeness_to_a_note_without_a_vector_says_why_it_finds_nothing(open_with: OpenWith) -> None:
    engine = open_with(WordVectors(), {**NOTES, "short.md": "resin"})
    result = engine.search(asked(Mode.HYBRID, "like:[[short]]"))
    assert (result.total, result.degraded) == (0, "")
    (warning,) = result.warnings
    assert warning.startswith("“short” has no vector")
