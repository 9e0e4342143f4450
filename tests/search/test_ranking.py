"""From two lists of scores to one order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import WORDS_ONLY, MakeVault, OpenVault, ReadVault
from tests.search.asking import search
from vaulttui.embedding.embedder import Vectors
from vaulttui.index.storage.arrays import FloatArray, IntArray
from vaulttui.search.local.local_engine import LocalEngine
from vaulttui.search.query import GroupBy, Hit, Mode, Query
from vaulttui.search.ranking.deep import DeepSearch
from vaulttui.search.ranking.evidence import TextEvidence, add_few, with_evidence, with_prominence
from vaulttui.search.ranking.fusion import fuse, lexical_scores, of_question, on_scale, put_first
from vaulttui.search.ranking.model_trust import corrected
from vaulttui.search.ranking.proximity import proximity
from vaulttui.search.ranking.query_row import OTHER_FORM, QueryRow
from vaulttui.search.ranking.ranking import Clock, QueryModel
from vaulttui.search.ranking.smoothing import smooth, smoothed
from vaulttui.search.ranking.titles import ALIKE, COMPLETED, title_likeness
from vaulttui.search.syntax import parse_query
from vaulttui.search.view import IndexView
from vaulttui.search.words.matching import Matcher
from vaulttui.search.words.terms import Form, Term


def scores(*values: float) -> np.ndarray:
    return np.array(values, dtype=np.float32)


def test_the_best_of_a_fusion_keeps_the_better_sides_best_score() -> None:
    fused = fuse(scores(0.2, 0.4, 0), scores(0.3, 0.9, 0.6))
    assert fused.max() == pytest.approx(0.9)
    assert fused.argmax() == 1


def test_the_least_of_few_is_not_taken_for_what_has_nothing_to_do_with_a_question() -> None:
    none = np.zeros(12, dtype=np.float32)
    assert fuse(none[:2], scores(0.445, 0.442)) == pytest.approx([0.445, 0.41], abs=0.01)
    assert fuse(none, scores(0.445, 0.442, *[0.3] * 10)).tolist()[2:] == pytest.approx([0.025] * 10)
    many = scores(0.445, 0.442, *np.linspace(0.3, 0.1, 60))
    fused = fuse(np.zeros_like(many), many)
    assert fused[-1] == 0
    assert fused[:2] == pytest.approx([0.445, 0.442], abs=0.01)


def test_meaning_counts_less_where_the_model_does_not_know_the_language() -> None:
    words, meaning = scores(0.30, 0.20, 0.0), scores(0.40, 0.70, 0.80)
    assert fuse(words, meaning, trust=1.0).argmax() == 1
    assert fuse(words, meaning, trust=0.0).argmax() == 0


def test_meaning_alone_decides_where_no_word_matches_in_any_language() -> None:
    assert fuse(scores(0, 0), scores(0.4, 0.6), trust=0.0).argmax() == 1


def test_a_note_among_good_neighbours_rises() -> None:
    vectors = np.array([[1, 0, 0], [0.6, 0.8, 0], [0.6, 0.79, 0.1], [0, 0, 1]], dtype=np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    before = scores(0.9, 0.8, 0.5, 0.55)
    after = smooth(before, vectors, 0.2)
    assert after[2] > after[3]
    assert after.max() == pytest.approx(0.9)


def test_notes_without_neighbours_keep_their_order() -> None:
    assert smooth(scores(0.9, 0.8, 0.7), np.eye(3, dtype=np.float32), 0.2).tolist() == pytest.approx([0.9, 0.8, 0.7])


class View:
    """Notes of one chunk each, as far as smoothing looks at them."""

    def __init__(self, vectors: Vectors) -> None:
        self.snapshot = SimpleNamespace(best_chunks=lambda notes, scores: dict(zip(notes, notes, strict=True)))
        self.cursor = None
        self.semantic = self
        self._vectors = vectors

    def vectors_of(self, cursor: None, snapshot: object, chunks: IntArray) -> tuple[Vectors, IntArray]:
        return self._vectors[chunks], chunks


def test_in_a_deep_search_more_notes_lend_each_other_more() -> None:
    alike = np.tile(np.array([[1, 0]], dtype=np.float32), (60, 1))
    alike[0] = [0, 1]  # the best note is about something else
    view = cast(IndexView, View(alike))
    before = np.linspace(0.9, 0.1, 60, dtype=np.float32)
    hybrid = smoothed(view, before, before)
    deep = DeepSearch(view, cast(QueryModel, None), Clock()).smoothed(before, before)
    assert [np.flatnonzero(after != before).max() for after in (hybrid, deep)] == [19, 49]
    assert deep[1] < hybrid[1] < before[1]
    assert deep[0] == hybrid[0] == pytest.approx(before[0])


def test_all_words_count_in_a_short_query_and_hardly_in_a_long_one() -> None:
    raw, coverage = scores(1.0, 1.1), scores(1.0, 0.5)
    assert lexical_scores(raw, 2.0, coverage, 2).argmax() == 0
    assert lexical_scores(raw, 2.0, coverage, 20).argmax() == 1


def test_what_is_put_first_is_above_all_others_and_within_the_scale() -> None:
    others, raised = put_first(scores(0.95, 0.9), np.array([False, True]))
    assert others == pytest.approx(0.95)
    assert others < raised <= 1.0
    assert others < put_first(scores(0.95, 0.9), np.array([False, True]), bound=0.96)[1] <= 0.96


SCORES = st.lists(st.just(0.0) | st.integers(1, 1000).map(lambda number: number / 1000), min_size=1, max_size=30)
"""No two that differ differ by less than is told apart."""


@given(SCORES, SCORES)
def test_scores_on_the_scale_of_others_keep_their_order(own: list[float], scale: list[float]) -> None:
    before = scores(*own)
    after = on_scale(before, scores(*scale))
    assert (np.sign(after[:, None] - after) == np.sign(before[:, None] - before)).all()
    assert ((after == 0) == (before == 0)).all()


@given(st.sets(st.integers(1, 1000), min_size=1, max_size=30), SCORES.filter(any))
def test_scores_are_as_good_as_those_on_whose_scale_they_are(own: set[int], scale: list[float]) -> None:
    given = np.sort(scores(*filter(None, scale)))[::-1]
    after = np.sort(on_scale(scores(*(number / 1000 for number in own)), scores(*scale)))[::-1]
    assert after[0] == pytest.approx(given[0])  # and none is above the scale's best
    assert after[: len(given)] == pytest.approx(given[: len(after)], abs=0.01)


def test_scores_without_a_scale_stay_as_they_are() -> None:
    assert on_scale(scores(0.5, 0), scores(0, 0)).tolist() == [0.5, 0]
    assert on_scale(scores(0, 0), scores(0.5, 0)).tolist() == [0, 0]


def test_scores_behind_the_last_of_a_scale_keep_their_proportions() -> None:
    assert on_scale(scores(0.8, 0.4, 0.2), scores(0.4)).tolist() == pytest.approx([0.4, 0.2, 0.1])


@given(st.lists(st.tuples(st.floats(0, 1, width=32), st.floats(0, 1, width=32)), min_size=1, max_size=20))
def test_the_question_alone_says_how_near_notes_are_as_far_as_it_reached(pairs: list[tuple[float, float]]) -> None:
    widened, own = (scores(*side) for side in zip(*pairs, strict=True))
    after = of_question(widened, own)
    reached = own > 0
    assert (after[reached] == own[reached]).all()
    farthest = own[reached].min() if reached.any() else 0.0
    assert (after[~reached] == np.minimum(widened[~reached], farthest)).all()


def word(text: str, replaced_by: str = "") -> Term:
    form = Form(1, replaced_by or text, "typo" if replaced_by else "exact")
    return Term(text, (form,), meant=(form,) if replaced_by else ())


@pytest.mark.parametrize(
    ("text", "known", "asked"),
    [
        ("The gardn, of Rosés!", "", "The garden, of Rosés!"),
        ("GARDN gardn gardner", "", "garden garden gardner"),
        ("The gardn, of Rosés!", "gardn", "The gardn, of Rosés!"),
    ],
)
def test_a_model_is_asked_with_what_was_searched_for_instead(text: str, known: str, asked: str) -> None:
    terms = [word("the"), word("gardn", "garden"), word("roses")]
    assert corrected(text, terms, known.__eq__) == asked


def test_a_model_is_asked_with_the_word_that_is_meant_rather_than_with_one_of_the_same_stem() -> None:
    stem, meant = Form(1, "attachemnts", "stem"), Form(2, "attachment", "typo")
    assert corrected("attachemnt", [Term("attachemnt", (stem, meant), meant=(meant,))], "x".__eq__) == "attachment"
    assert corrected("attachemnt", [Term("attachemnt", (stem,))], "x".__eq__) == "attachemnt"


def test_of_a_long_text_a_model_makes_more_than_of_a_guess() -> None:
    terms = [word("gardn", "garden"), *map(word, "abcd")]
    assert corrected("gardn a b c d", terms, "x".__eq__) == "garden a b c d"
    assert corrected("gardn a b c d e", [*terms, word("e")], "x".__eq__) == "gardn a b c d e"


@pytest.mark.parametrize(
    ("title", "expected"),
    [("Graph view", 1.0), ("graph VIEW", 1.0), ("Graph view settings", 0.63), ("My graph view", 0.51), ("View", 0.0)],
)
def test_how_much_of_a_title_a_query_is(title: str, expected: float) -> None:
    assert title_likeness(["graph", "view"], [title]) == pytest.approx(expected, abs=0.02)


def test_while_typing_the_title_that_is_nearly_written_is_more_like_it_than_a_longer_one() -> None:
    finished, longer = (
        title_likeness(["graph", "vie"], [title], prefix_last=True) for title in ("Graph view", "Graph view settings")
    )
    assert 1.0 > finished > 0.85 > longer > title_likeness(["graph", "vie"], ["Graph view settings"])


@pytest.mark.parametrize(
    ("title", "completed"),
    [("Graph view", True), ("The graph view", False), ("Graph view-finder", False), ("Graph view settings", False)],
)
def test_a_title_that_lacks_the_end_of_its_last_word_is_nearly_the_query_if_no_note_has_that_word(
    title: str, completed: bool
) -> None:
    likeness = title_likeness(["graph", "vie"], [title], prefix_last=True, usual=lambda word: 0.5)
    assert (COMPLETED < likeness < ALIKE) is completed


def test_how_often_a_note_was_saved_says_nothing_of_how_usual_the_words_of_its_title_are(
    make_vault: MakeVault, open_vault: OpenVault
) -> None:
    notes = {f"{number}.md": "A zebra.\n" if number < 3 else "Nothing.\n" for number in range(20)}
    root = make_vault({**notes, "Zebra.md": "Striped.\n", "Zephyr.md": "A zephyr, 0.\n"})
    engine = open_vault(root)
    query = parse_query("ze", defaults=Query(mode=Mode.KEYWORD), typing=True)
    before = {hit.path: hit.score for hit in engine.search(query).hits}
    for number in range(1, 6):
        (root / "Zephyr.md").write_text(f"A zephyr, {number}.\n")
        engine.index_note("Zephyr.md")
    assert {hit.path: hit.score for hit in engine.search(query).hits} == before


@pytest.mark.parametrize(
    ("nearer", "farther"),
    [
        ("the graph view", "the graph of every view"),
        ("the graph view", "the view graph"),
        ("a graph and its view", "a graph and then nothing of it, until much later a view"),
        ("图形视图", "视图 很多 很多 图形"),
    ],
)
def test_words_nearer_to_each_other_and_in_order_are_closer(nearer: str, farther: str) -> None:
    words = ["图形", "视图"] if not nearer.isascii() else ["graph", "view"]
    matcher = Matcher(dict.fromkeys(words, 1.0))
    assert proximity(words, nearer, matcher) > proximity(words, farther, matcher) > 0


def test_evidence_has_a_fixed_share_of_the_scale() -> None:
    raised = with_evidence(scores(1.0, 0.5), {0: TextEvidence(1.0, 1.0)})
    assert raised.tolist() == pytest.approx([1.0, 0.5 * 0.63])


@pytest.mark.parametrize("raised", [with_evidence, with_prominence])
def test_notes_that_the_query_names_come_first_in_their_order(
    raised: Callable[[FloatArray, dict[int, TextEvidence]], FloatArray],
) -> None:
    evidence = {1: TextEvidence(1.0, 0.85), 2: TextEvidence(0.0, 1.0), 4: TextEvidence(0.0, 1.0)}
    after = raised(scores(0.99, 0.98, 0.05, 0.6, 0.1, 0.0), evidence)
    assert np.argsort(-after).tolist() == [4, 2, 1, 0, 3, 5]
    assert after[0] / after[3] == pytest.approx(0.99 / 0.6)
    assert after.max() <= 1.0


class EnglishModel:
    """A model that was made for English, and takes texts for near by one word."""

    fingerprint = "english"
    dimensions = 384
    languages = frozenset({"english"})

    def load(self) -> None: ...

    def knows(self, word: str) -> bool:
        return word in ENGLISH

    def embed_passages(self, texts: Sequence[str], stop: object = None) -> Vectors:
        return np.stack([self.embed_query(text) for text in texts])

    def embed_query(self, text: str) -> Vectors:
        near = len(text) < 30 or "meaning" in text
        vector = np.full(384, 0.01, dtype=np.float32)
        vector[0 if near else 1] = 1.0
        return (vector / np.linalg.norm(vector)).astype(np.float32)


SPANISH = (
    "El faro de la isla se encendió por primera vez en el otoño de aquel año, cuando los barcos todavía no tenían "
    "más que una lámpara de aceite y el viento que venía del norte era muy fuerte para todos los que vivían allí. "
)
ENGLISH = (
    "The lighthouse of the island was lit for the first time in the autumn of that year, when the ships had no more "
    "than a lamp of oil and the wind that came from the north was very strong for all who lived there by the sea. "
)


class VagueModel(EnglishModel):
    """The same, but what is near to a question does not say the same."""

    def embed_query(self, text: str) -> Vectors:
        first = 1.0 if len(text) < 30 else 0.55 if "meaning" in text else 0.2
        vector = np.zeros(384, dtype=np.float32)
        vector[:2] = first, np.sqrt(1 - first**2)
        return vector


def first_by_both(root: Path, text: str, group_by: GroupBy = "note") -> str:
    """Path of the best hit of a hybrid search with that model."""
    return best_by_both(root, text, group_by).path


def best_by_both(root: Path, text: str, group_by: GroupBy = "note", model: EnglishModel | None = None) -> Hit:
    """The best hit of a hybrid search with a model, that one by default."""
    engine = LocalEngine(root, WORDS_ONLY, root.parent / "index" / "i.duckdb", embedder=model or EnglishModel())
    engine.initialize()
    try:
        engine.refresh()
        return engine.search(parse_query(text, defaults=Query(mode=Mode.HYBRID, group_by=group_by))).hits[0]
    finally:
        engine.close()


@pytest.mark.parametrize("group_by", ["note", "chunk"])
@pytest.mark.parametrize(("text", "word", "first"), [(SPANISH, "faro", "words"), (ENGLISH, "lighthouse", "meaning")])
def test_hybrid_search_trusts_the_model_in_languages_that_it_knows(
    make_vault: MakeVault, text: str, word: str, first: str, group_by: GroupBy
) -> None:
    others = {f"{number}.md": text.replace(word, "xyz") + f"{number}." for number in range(12)}
    holding = {f"words {number}.md": f"{text}{number}." for number in range(13)}
    root = make_vault({**holding, "meaning.md": text.replace(word, "meaning"), **others})
    assert first_by_both(root, word, group_by).startswith(first)


@pytest.mark.parametrize(("text", "first"), [(SPANISH, "words"), (ENGLISH, "meaning")])
def test_lists_are_taken_to_be_in_the_language_of_the_vault(make_vault: MakeVault, text: str, first: str) -> None:
    others = {f"{number}.md": f"{text}{number}." for number in range(3)}
    lists = {
        f"words {number}.md": f"- lamp\n- barco isla costa viento norte puerto radio {number}\n" for number in range(13)
    }
    root = make_vault({**lists, "meaning.md": "- meaning\n- isla costa viento norte puerto radio roca mar\n", **others})
    assert first_by_both(root, "lamp").startswith(first)


@pytest.mark.parametrize(("asked", "first"), [("lighthouse", "words.md"), ("lighthouse keeper salary", "meaning.md")])
def test_the_one_note_that_has_a_word_comes_before_what_means_the_same(
    make_vault: MakeVault, asked: str, first: str
) -> None:
    others = {f"{number}.md": ENGLISH.replace("lighthouse", "xyz") + f"{number}." for number in range(12)}
    root = make_vault({"words.md": ENGLISH, "meaning.md": ENGLISH.replace("lighthouse", "meaning"), **others})
    assert first_by_both(root, asked) == first


def test_the_one_note_that_has_a_word_in_its_name_and_another_in_its_text_comes_before_what_means_the_same(
    make_vault: MakeVault,
) -> None:
    near = {f"{number}.md": ENGLISH.replace("lighthouse", "meaning keeper") + f"{number}." for number in range(12)}
    root = make_vault({"Keeper 3.md": f"# Dues\n\n{ENGLISH}\n\nSalary: six shillings.", **near})
    assert best_by_both(root, "keeper salary", model=VagueModel()).path == "Keeper 3.md"


def test_the_passage_that_has_all_words_stands_for_its_note_before_what_means_the_same(make_vault: MakeVault) -> None:
    first = ENGLISH.replace("lighthouse", "meaning keeper")
    root = make_vault({"a.md": f"# One\n\n{first}\n\n# Two\n\n{ENGLISH} The keeper had no salary.\n"})
    assert best_by_both(root, "keeper salary").heading_path == ("Two",)


def test_notes_that_have_all_words_count_less_the_more_they_are() -> None:
    def together(count: int) -> float:
        found = {note: TextEvidence(closeness=1.0) for note in range(count)}
        add_few(found, range(count), several=True)
        return found[0].prominence

    assert together(1) == together(3) > together(4) > together(5) > together(12) > 0


def test_that_few_notes_have_a_word_tells_nothing_where_one_is_called_so() -> None:
    found = {0: TextEvidence(prominence=0.4), 1: TextEvidence()}
    add_few(found, [0, 1], several=False)
    assert [found[0].prominence, found[1].prominence] == [0.4, 0.0]


@pytest.mark.parametrize("group_by", ["note", "chunk"])
@pytest.mark.parametrize(
    "code",
    [
        "bg90",
        "site_description",
        "tag-3",
        "v2.1 bg90",
        "chart.js",
        "chart.js package.json",
        "ulauncher",
        "https://chart.js/10.1/x_1",
    ],
)
def test_of_identifiers_names_of_files_and_words_that_are_not_its_own_the_model_knows_nothing(
    make_vault: MakeVault, code: str, group_by: GroupBy
) -> None:
    others = {f"{number}.md": f"{ENGLISH}{number}." for number in range(12)}
    root = make_vault({"code.md": f"{ENGLISH}{code}", "meaning.md": f"{ENGLISH}meaning", **others})
    assert first_by_both(root, code, group_by) == "code.md"


@pytest.mark.parametrize(
    ("held", "first"),
    [
        ("The anchor in a winter storm.", "held.md"),
        (f"The anchor. {ENGLISH * 4} A winter. {ENGLISH * 4} A storm.", "meaning.md"),
    ],
)
def test_the_one_note_that_has_all_words_near_each_other_comes_before_what_means_the_same(
    make_vault: MakeVault, held: str, first: str
) -> None:
    words = ("anchor", "winter", "storm")
    others = {f"{word} {number}.md": f"{ENGLISH}{word} {number}." for number in range(6) for word in words}
    root = make_vault({"held.md": f"{ENGLISH}{held} {ENGLISH}", "meaning.md": f"The meaning. {ENGLISH}", **others})
    assert first_by_both(root, "anchor winter storm") == first


def test_a_note_that_is_hardly_more_than_its_name_is_found_by_it(make_vault: MakeVault) -> None:
    about = f"## Lighthouses\n\nmeaning of lighthouses, lighthouses and more lighthouses. {ENGLISH}\n"
    root = make_vault({"Lighthouses.md": "[[Coast]]", "Coast.md": about, "Keepers.md": about})
    assert first_by_both(root, "lighthouses") == "Lighthouses.md"


@pytest.mark.parametrize(
    "typed",
    ["weekly review template", '"weekly review" template', 'weekly "review template"', '"weekly review template"'],
)
def test_words_in_quotes_stand_where_they_are_written(read_vault: ReadVault, typed: str) -> None:
    often = "A template for the weekly review template, weekly review template: template, template, weekly review.\n"
    engine = read_vault({"Weekly review template.md": "Text.\n", "often.md": often})
    assert [hit.path for hit in search(engine, typed).hits] == ["Weekly review template.md", "often.md"]


def test_behind_words_in_quotes_the_last_word_may_go_on(read_vault: ReadVault) -> None:
    often = "The project alpha revision, project alpha revisions: the project alpha, and its revision.\n"
    engine = read_vault({"Project alpha revision.md": "Text.\n", "often.md": often})
    typed = parse_query('"project alpha" revis', typing=True, defaults=Query(mode=Mode.KEYWORD))
    assert [hit.path for hit in engine.search(typed).hits] == ["Project alpha revision.md", "often.md"]


def test_a_row_of_words_of_which_some_are_in_quotes_comes_before_words_that_stand_apart(read_vault: ReadVault) -> None:
    apart = "The dead lock of a thread pool. In a thread pool, no lock is dead: thread pool and dead, lock.\n"
    engine = read_vault({"apart.md": apart, "row.md": f"{ENGLISH}A thread pool dead lock here. {ENGLISH}\n"})
    assert [hit.path for hit in search(engine, '"thread pool" dead lock').hits] == ["row.md", "apart.md"]


def test_a_heading_and_words_in_a_row_come_before_words_that_stand_apart(make_vault: MakeVault) -> None:
    apart = "Start here. " + "Filler words about everything else. " * 8
    root = make_vault(
        {
            "Getting far with plugins.md": f"Getting plugins started. {apart}",
            "Heading.md": f"# Other\n\n{apart}\n\n## Getting started\n\nPlain text.\n",
            "Row.md": f"{apart} Nobody knows how the getting of a start is done by hand. {apart}",
            "Loose.md": "The hand is done. How is the start of getting known by nobody? " * 3,
        }
    )
    engine = LocalEngine(root, WORDS_ONLY, root.parent / "index" / "i.duckdb")
    engine.initialize()
    try:
        engine.refresh()
        heading = engine.search(parse_query("getting started", defaults=Query(mode=Mode.KEYWORD))).hits
        row = engine.search(parse_query("nobody knows how the getting", defaults=Query(mode=Mode.KEYWORD))).hits
    finally:
        engine.close()
    assert heading[0].path == "Heading.md"
    assert row[0].path == "Row.md"


@pytest.mark.parametrize("typed", ["coffee, themes?", "“coffee” themes!", "coffee (themes)", "coffee,, themes"])
def test_signs_around_the_words_of_a_query_make_no_difference(read_vault: ReadVault, typed: str) -> None:
    filler = "Of this and that, and more of it. " * 4
    near = f"{filler} The coffee themes are here. {filler}"
    apart = f"Themes of themes. {filler} Coffee and coffee. {filler} Coffee. {filler} Themes."
    engine = read_vault({"apart.md": apart, "near.md": near, "none.md": filler})
    plain = search(engine, "coffee themes")
    assert [hit.path for hit in plain.hits] == ["near.md", "apart.md"]
    assert [(hit.path, hit.score) for hit in search(engine, typed).hits] == [
        (hit.path, hit.score) for hit in plain.hits
    ]


def query_row(text: str, *, prefix_last: bool = False) -> QueryRow:
    """The words of a text, each with what it stands for in an index that has all words of the tests below."""
    families = ({"link", "links"}, {"plugin", "plugins"}, {"tracker", "trackers"}, {"for"})
    terms = []
    for typed in text.split():
        family = next((family for family in families if typed in family), {typed})
        forms = [Form(0, form, "exact" if form == typed else "stem") for form in sorted(family)]
        terms.append(Term(typed, tuple(forms), minor=typed == "for"))
    return QueryRow(text.split(), terms, prefix_last=prefix_last)


def test_the_more_of_a_query_a_title_is_and_the_more_as_it_is_written_the_liker_they_are() -> None:
    titles = ["Links plugins", "Plugin for links", "Links", "Link", "Link for", "For", "Links of plugins", ""]
    row = query_row("plugin for links")
    likenesses = [row.likeness([title]) for title in titles]
    assert likenesses == [0, OTHER_FORM, likenesses[2], likenesses[3], 0, 0, 0, 0]
    assert OTHER_FORM > likenesses[2] > likenesses[3] > 0.6
    assert query_row("plugin for links plugins").likeness(["Link plugin"]) > likenesses[2]


def test_what_an_unfinished_word_goes_on_to_is_no_other_form_of_it() -> None:
    assert query_row("tracker").likeness(["Trackers"]) == OTHER_FORM
    assert query_row("tracker", prefix_last=True).likeness(["Trackers"]) == 0
    assert query_row("trackers", prefix_last=True).likeness(["Tracker"]) == OTHER_FORM
    assert query_row("tracker plugin", prefix_last=True).likeness(["Trackers"]) > 0


def many_about(text: str, folder: str = "About") -> dict[str, str]:
    """More notes full of a text than have their titles looked at for being good alone."""
    return {f"{folder}/{number}.md": f"# Number {number} of many\n\n{text} {text} {number}." for number in range(80)}


@pytest.mark.parametrize("typed", ["links plugin", "plugin links", "Plugin for links", "link plugins"])
def test_a_title_is_found_with_a_word_beside_it_that_tells_its_folder(read_vault: ReadVault, typed: str) -> None:
    about = many_about("Shows links to a note, and links of these links: a link leads to links.", "Plugins")
    engine = read_vault({"Plugins/Links.md": "Shows what leads where.", **about})
    assert search(engine, typed).hits[0].path == "Plugins/Links.md"


def test_a_title_is_found_with_a_word_beside_it_that_most_notes_have(read_vault: ReadVault) -> None:
    about = many_about("A calendar, calendars, and a calendar of days.", "More")
    others = {f"{number}.md": "All about Obsidian." for number in range(100)}
    engine = read_vault({"Calendar.md": "Days and weeks.", **about, **others})
    assert search(engine, "calendar for obsidian").hits[0].path == "Calendar.md"


def test_a_misspelt_title_with_accents_is_recognised_as_one_without(read_vault: ReadVault) -> None:
    scores = []
    for title, typed in (("Kuchenliste", "kucehnliste"), ("Küchenliste", "kücehnliste")):
        about = {f"{number}.md": f"# Of it\n\n{f'A {title}. ' * 9}\n" for number in range(3)}
        hits = search(read_vault({f"{title}.md": ENGLISH} | about), typed).hits
        assert hits[0].path == f"{title}.md"
        scores.append([hit.score for hit in hits])
    assert scores[0] == pytest.approx(scores[1])


def test_a_title_among_words_that_tell_nothing_of_its_note_is_no_name(read_vault: ReadVault) -> None:
    filler = "Of this and that, and more of it. " * 4
    engine = read_vault(
        {
            "Links.md": f"Links and links. {filler}",
            "Tables.md": f"Quickly. {filler} Insert. {filler} A row. {filler}",
            "Rows.md": f"Anywhere. {filler}",
            **{f"{number}.md": filler for number in range(9)},
        }
    )
    assert search(engine, "quickly insert links anywhere").hits[0].path == "Tables.md"


@pytest.mark.parametrize(
    ("title", "typed", "text"),
    [
        ("Journals", "journal", "A journal is a journal. "),
        ("Tracker", "trackers", "All trackers are trackers. "),
        ("Weekly review", "weekly reviews", "Of weekly reviews: weekly reviews. "),
        ("Biblioteca", "bibliotecas", "Las bibliotecas de la ciudad y las bibliotecas de los barcos. "),
    ],
)
def test_a_title_is_found_by_its_other_number_behind_one_that_is_as_typed(
    read_vault: ReadVault, title: str, typed: str, text: str
) -> None:
    language = SPANISH if title == "Biblioteca" else ENGLISH
    about = many_about(f"{text * 3}{language}")
    engine = read_vault({f"{title}.md": language, **about})
    assert search(engine, typed).hits[0].path == f"{title}.md"
    engine = read_vault({f"{title}.md": text + language, f"Z/{typed}.md": language, **about})
    assert [hit.path for hit in search(engine, typed).hits[:2]] == [f"Z/{typed}.md", f"{title}.md"]


LISTED = [
    "Spring hiking gear list",
    "Trip to Portugal",
    "Guide to Sourdough",
    "Vacances en Bretagne",
    "Letters from Berlin",
]


@pytest.mark.parametrize(
    ("query", "title"),
    [
        ("spring hiking", "Spring hiking gear list"),
        ("gear list", "Spring hiking gear list"),
        ("lists spring", "Spring hiking gear list"),
        ("the spring list", "Spring hiking gear list"),
        ("trips portugal", "Trip to Portugal"),
        ("sourdough guide", "Guide to Sourdough"),
        ("vacances bretagne", "Vacances en Bretagne"),
        ("berlin leters", "Letters from Berlin"),
    ],
)
def test_a_title_with_all_words_comes_before_notes_that_list_it(read_vault: ReadVault, query: str, title: str) -> None:
    rows = "\n".join(f"- [[{each}]]" for each in LISTED)
    notes = {f"{each}.md": "We were out for a while, and it rained." for each in LISTED}
    engine = read_vault({**notes, "Map.md": f"# Map\n\n{rows}\n", "Index.md": f"# Index\n\n{rows}\n"})
    assert search(engine, query).hits[0].title == title


def test_while_the_last_word_is_typed_a_title_with_all_words_comes_first(read_vault: ReadVault) -> None:
    notes = {"Trip to Portugal.md": "We were out.", "Map.md": "- [[Trip to Portugal]]\n- [[Trip to Poland]]\n"}
    query = parse_query("portugal tr", defaults=Query(mode=Mode.KEYWORD), typing=True)
    assert read_vault(notes).search(query).hits[0].path == "Trip to Portugal.md"
