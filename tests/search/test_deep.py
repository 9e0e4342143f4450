"""Deep search looks at its best notes twice: sentence by sentence, or with a cross-encoder."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from tests.conftest import MakeVault, write_notes
from tests.embedding.overlap_model import NAME, put_model
from vaulttui.embedding.cross_encoder import CrossEncoder
from vaulttui.search.local.local_engine import LocalEngine
from vaulttui.search.local.query_vectors import QueryVectors
from vaulttui.search.query import Mode, Query, Result
from vaulttui.search.ranking.deep import JUDGED_NOTES, RERANKED_NOTES, blend, nearest_sentences
from vaulttui.search.syntax import parse_query
from vaulttui.settings import SearchSettings, Settings

NOTES = {
    **{
        f"log/{number:02}.md": f"The boat left the harbour on day {number} with fair wind and was back before dark.\n"
        for number in range(25)
    },
    "leak.md": "# Leak\n\nWater in the bilge of the boat. The stern gland drips, a drop a minute is normal there.\n",
    "paint.md": "# Paint\n\nThe boat wants two coats of antifouling paint in spring, before it goes into the water.\n",
}
Open = Callable[..., LocalEngine]


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalEngine]:
    """The vault with the bundled model, indexed once."""
    folder = tmp_path_factory.mktemp("deep")
    write_notes(folder / "vault", NOTES)
    engine = LocalEngine(folder / "vault", Settings(), folder / "index" / "index.duckdb")
    engine.initialize()
    engine.refresh()
    yield engine
    engine.close()


@pytest.fixture
def open_with(make_vault: MakeVault, tmp_path: Path) -> Iterator[Open]:
    """Open a vault with the bundled model and some settings."""
    root = make_vault(NOTES)
    with ExitStack() as stack:

        def open_(settings: SearchSettings) -> LocalEngine:
            engine = LocalEngine(root, Settings(search=settings), tmp_path / "index/index.duckdb")
            engine.initialize()
            stack.callback(engine.close)
            engine.refresh()
            return engine

        yield open_


def search(engine: LocalEngine, text: str, mode: Mode = Mode.DEEP) -> Result:
    return engine.search(parse_query(text, defaults=Query(mode=mode, limit=50)))


def test_the_best_notes_are_looked_at_twice_and_no_others(engine: LocalEngine) -> None:
    hits = search(engine, "boat drips").hits
    assert [hit.path for hit in hits[:1]] == ["leak.md"]
    assert sum(hit.parts.rerank is not None for hit in hits) == RERANKED_NOTES
    assert all(hit.parts.rerank is not None for hit in hits[:RERANKED_NOTES])
    assert all(0 <= hit.parts.rerank <= 1 for hit in hits if hit.parts.rerank is not None)


@pytest.mark.parametrize("mode", [Mode.KEYWORD, Mode.SEMANTIC, Mode.HYBRID])
def test_other_modes_do_not_look_twice(engine: LocalEngine, mode: Mode) -> None:
    assert all(hit.parts.rerank is None for hit in search(engine, "boat drips", mode).hits)


def test_scores_stay_in_order_and_within_their_scale(engine: LocalEngine) -> None:
    hits = search(engine, "when does the boat need paint").hits
    scores = [hit.score for hit in hits]
    assert scores == sorted(scores, reverse=True)
    assert 0 < scores[-1] <= scores[0] <= 1
    assert hits[0].path == "paint.md"


def test_what_the_second_look_gave_is_explained(engine: LocalEngine) -> None:
    hit = search(engine, "boat drips").hits[0]
    assert f"{hit.parts.rerank:.2f} of 1 at the second look" not in hit.explanation
    explained = engine.search(parse_query("boat drips", defaults=Query(mode=Mode.DEEP, explain=True))).hits[0]
    assert explained.explanation.endswith(f" and got {hit.parts.rerank:.2f} of 1 at the second look.")


def test_a_cross_encoder_decides_where_one_is_named(open_with: Open, tmp_path: Path) -> None:
    put_model(tmp_path / "model")
    engine = open_with(SearchSettings(cross_encoder=NAME, cross_encoder_path=str(tmp_path / "model")))
    result = search(engine, "boat harbour day 17 wind")
    assert result.degraded == ""
    assert result.hits[0].path == "log/17.md"
    judged = [hit.parts.rerank for hit in result.hits if hit.parts.rerank is not None]
    assert len(judged) == JUDGED_NOTES
    assert judged[0] == max(judged)


def test_the_second_look_orders_passages_as_it_orders_notes(
    open_with: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def only_day_13(_: CrossEncoder, query: str, passages: Sequence[str]) -> NDArray[np.float32]:
        return np.array(["day 13 " in passage for passage in passages], dtype=np.float32)

    put_model(tmp_path / "model")
    engine = open_with(SearchSettings(cross_encoder=NAME, cross_encoder_path=str(tmp_path / "model")))
    monkeypatch.setattr(CrossEncoder, "score", only_day_13)
    notes = search(engine, "boat left the harbour").hits
    query = parse_query("boat left the harbour", defaults=Query(mode=Mode.DEEP, group_by="chunk", max_per_note=0))
    passages = engine.search(query).hits
    assert notes[0].path == passages[0].path == "log/13.md"
    scores = [hit.score for hit in passages]
    assert scores == sorted(scores, reverse=True)
    assert scores[0] == pytest.approx(notes[0].score, abs=0.01)


def test_the_passage_that_is_looked_at_twice_is_the_best_by_words_and_meaning_together(
    open_with: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    judged: list[str] = []

    def keep(_: CrossEncoder, query: str, passages: Sequence[str]) -> NDArray[np.float32]:
        judged.extend(passages)
        return np.zeros(len(passages), dtype=np.float32)

    put_model(tmp_path / "model")
    engine = open_with(SearchSettings(cross_encoder=NAME, cross_encoder_path=str(tmp_path / "model")))
    (Path(engine.vault_path) / "sail.md").write_text(
        "# Rows\n\nKeel 4, keel 5, keel 6, keel 7: numbers of rows of the invoice for May.\n\n"
        "# Care\n\nTo clean the underside of a sailing boat, haul it out and scrub off the weed.\n"
    )
    engine.refresh()
    monkeypatch.setattr(CrossEncoder, "score", keep)
    search(engine, "how do I clean the keel of my sailing boat")
    assert [passage.split("\n")[0] for passage in judged if passage.startswith("Rows")] == ["Rows > Care"]


def test_nearness_to_a_note_counts_beside_words_in_all_scores(engine: LocalEngine) -> None:
    hits = search(engine, "boat like:[[leak]]", Mode.HYBRID).hits
    assert len(hits) == len(NOTES) - 1
    assert [hit.parts.fused for hit in hits] == [pytest.approx(hit.score, abs=1e-5) for hit in hits]


def test_nearness_to_a_note_counts_beside_words_for_passages_as_for_notes(engine: LocalEngine) -> None:
    query = parse_query("bilge drips like:[[paint]]", defaults=Query(mode=Mode.KEYWORD, limit=40))
    notes = {hit.path: hit.score for hit in engine.search(query).hits}
    passages = {hit.path: hit.score for hit in engine.search(replace(query, group_by="chunk")).hits}
    assert passages.keys() == notes.keys()
    assert passages.pop("leak.md") == pytest.approx(notes.pop("leak.md"), abs=0.1)
    assert passages == pytest.approx(notes, abs=1e-5)


@pytest.mark.parametrize("mode", Mode)
def test_beside_nearness_to_a_note_words_are_shown_as_without(open_with: Open, mode: Mode) -> None:
    engine = open_with(SearchSettings())
    text = f"The boat, a boat or boats. {'Something else is said here. ' * 12}Its varnish.\n"
    (Path(engine.vault_path) / "varnish.md").write_text(text)
    engine.refresh()
    alone, beside = (search(engine, f"boat varnish{more}", mode) for more in ("", " like:[[leak]]"))
    assert set(beside.highlights) == set(alone.highlights) >= {"boat", "varnish"}
    shown, as_ever = ({hit.path: hit.snippet for hit in result.hits} for result in (beside, alone))
    assert shown["varnish.md"] == as_ever["varnish.md"]


def test_a_cross_encoder_that_is_not_there_is_told_and_done_without(open_with: Open, tmp_path: Path) -> None:
    engine = open_with(SearchSettings(cross_encoder=NAME, cross_encoder_path=str(tmp_path / "nowhere")))
    result = search(engine, "boat drips")
    assert "without the cross-encoder" in result.degraded
    assert "needs onnx/model.onnx" in result.degraded
    assert result.hits[0].path == "leak.md"
    assert result.hits[0].parts.rerank is not None
    assert search(engine, "boat drips", Mode.HYBRID).degraded == ""


def test_a_cross_encoder_that_fails_in_the_midst_of_a_search_is_told_and_done_without(
    open_with: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("the weights are damaged")

    put_model(tmp_path / "model")
    engine = open_with(SearchSettings(cross_encoder=NAME, cross_encoder_path=str(tmp_path / "model")))
    monkeypatch.setattr(CrossEncoder, "score", fail)
    result = search(engine, "boat drips")
    assert result.mode is Mode.DEEP
    assert "without the cross-encoder" in result.degraded
    assert "the weights are damaged" in result.degraded
    assert sum(hit.parts.rerank is not None for hit in result.hits) == RERANKED_NOTES


def test_the_nearest_sentence_speaks_for_a_passage(engine: LocalEngine) -> None:
    assert engine._embedder is not None
    model = QueryVectors(engine._embedder).query_model(None)
    sentence = "The stern gland drips a little."
    passages = [f"Fair winds all day long, really. {sentence} Bread was eaten at noon.", sentence, "Short.", ""]
    near = nearest_sentences(model, model.embed(sentence), passages)
    assert near[0] == pytest.approx(near[1], abs=1e-4)
    assert near[:2] == pytest.approx([1.0, 1.0])
    assert near[2:].tolist() == [0.0, 0.0]
    wide = "船尾的填料函一直在慢慢地漏水，需要尽快更换填料。"
    passage = f"今天整天都是顺风，我们一直航行到了晚上才停下来。{wide}中午我们在甲板上吃了面包，还喝了一点热茶。"
    assert nearest_sentences(model, model.embed(wide), [passage]) == pytest.approx([1.0])


SCORES = st.lists(st.floats(0, 1, width=32), min_size=2, max_size=20)


@given(SCORES, st.randoms(use_true_random=False), st.floats(0, 1))
def test_blending_keeps_the_range(values: list[float], random: object, share: float) -> None:
    scores = np.array(values, dtype=np.float32)
    opinions = np.array([random.random() for _ in values], dtype=np.float32)  # type: ignore[attr-defined]
    blended = blend(scores, opinions, share)
    assert blended.min() >= scores.min() - 1e-6
    assert blended.max() <= scores.max() + 1e-6


@given(SCORES)
def test_an_opinion_of_the_same_order_changes_no_order(values: list[float]) -> None:
    scores = np.array(sorted(set(values)), dtype=np.float32)
    assert (np.diff(blend(scores, scores**2, 0.5)) >= -1e-6).all()


def test_equal_opinions_change_nothing() -> None:
    scores = np.array([0.2, 0.5, 0.9], dtype=np.float32)
    assert blend(scores, np.full(3, 0.4, dtype=np.float32), 0.8) is scores


def test_a_date_is_found_by_its_digits_and_not_by_what_it_resembles(make_vault: MakeVault, tmp_path: Path) -> None:
    notes = {
        f"2024-0{month}-11.md": f"# 2024-0{month}-11\n\nWritten on 2024-0{month}-11, and about 2024-0{month}-12.\n"
        for month in range(1, 9)
    }
    notes["yard.md"] = f"{'The yard wants the mast out and the boat under the roof by then. ' * 6}\nDone 2024-05-17.\n"
    engine = LocalEngine(make_vault(notes), Settings(), tmp_path / "dates/index.duckdb")
    engine.initialize()
    try:
        engine.refresh()
        for mode in (Mode.KEYWORD, Mode.HYBRID, Mode.DEEP):
            assert search(engine, "2024-05-17", mode).hits[0].path == "yard.md"
    finally:
        engine.close()
