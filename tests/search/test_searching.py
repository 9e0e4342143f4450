"""Searching a small vault by words: what is found, in which order, how it is shown."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import get_args

import pytest

from tests.conftest import WORDS_ONLY, MakeVault, OpenVault, ReadVault, write_notes
from tests.search.asking import search
from vaulttui.errors import ModelUnavailableError, NoteNotFoundError, QuerySyntaxError
from vaulttui.search.engine import FacetValue, IndexChanged, NamedBlock, SuggestKind
from vaulttui.search.local.local_engine import LocalEngine
from vaulttui.search.lookups.finding import name_test
from vaulttui.search.lookups.note_titles import note_titles
from vaulttui.search.query import FileQuery, GroupBy, Mode, Query
from vaulttui.search.syntax import active_filters, parse_query, set_filter
from vaulttui.settings import VaultSettings

NOTES = {
    "Rust/Tokio deadlocks.md": """---
tags: [work/rust, draft]
status: draft
prio: 3
created: 2024-02-10
---
# Tokio deadlocks

Holding the mutex across an await point causes a deadlock.

## Fix

Drop the guard before the await.
""",
    "Rust/Async notes.md": """---
tags: work
status: done
prio: 1
created: 2024-05-01
aliases: [Concurrency primer]
---
# Async notes

A deadlock can also come from a channel. See [[Tokio deadlocks]].

- [ ] read about channels
- [x] read about wakers
""",
    "Garden/Tomatoes.md": """---
status: bloqué
created: 2025-01-05
updated: 2025-06-01
---
# Tomatoes

Water them in the morning. The café near the station sells seedlings of version v2.1.

## 2025-07-14

First harvest.
""",
    "Garden/Roses.md": "Roses need sun.\n\n#garden/flowers\n\nRunning water runs.\n",
    "中文.md": "# 学习\n\n今天学习机器学习和深度学习。\n",
    "Empty.md": "",
}


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalEngine]:
    """The vault, indexed once: nothing here that asks for it changes anything."""
    folder = tmp_path_factory.mktemp("searching")
    root = folder / "vault"
    write_notes(root, NOTES)
    for place, name in enumerate(sorted(NOTES)):
        os.utime(root / name, (1_700_000_000 + place * 86_400,) * 2)
    engine = LocalEngine(root, WORDS_ONLY, folder / "index" / "index.duckdb")
    engine.initialize()
    engine.refresh()
    yield engine
    engine.close()


def paths(engine: LocalEngine, text: str, **changes: object) -> list[str]:
    return [hit.path for hit in search(engine, text, **changes).hits]


def test_every_note_is_found_without_a_query_newest_first(engine: LocalEngine) -> None:
    assert paths(engine, "") == sorted(NOTES, reverse=True)


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("deadlock", "Rust/Tokio deadlocks.md"),
        ("tokio deadlocks", "Rust/Tokio deadlocks.md"),
        ("concurrency primer", "Rust/Async notes.md"),
        ("cafe", "Garden/Tomatoes.md"),
        ("CAFÉ", "Garden/Tomatoes.md"),
        ("run", "Garden/Roses.md"),
        ("v2.1", "Garden/Tomatoes.md"),
        ("2025-07-14", "Garden/Tomatoes.md"),
        ("机器学习", "中文.md"),
        ("学", "中文.md"),
        ("bloqué", "Garden/Tomatoes.md"),
        ("bloque", "Garden/Tomatoes.md"),
        ("tomatos", "Garden/Tomatoes.md"),
        ("Empty", "Empty.md"),
    ],
)
def test_the_note_that_is_meant_comes_first(engine: LocalEngine, text: str, first: str) -> None:
    assert paths(engine, text)[0] == first


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("tag:work", {"Rust/Tokio deadlocks.md", "Rust/Async notes.md"}),
        ("tag:#work/rust", {"Rust/Tokio deadlocks.md"}),
        ("-tag:work folder:Rust", set()),
        ("folder:Garden", {"Garden/Tomatoes.md", "Garden/Roses.md"}),
        ("[status:draft]", {"Rust/Tokio deadlocks.md"}),
        ("[prio:>1]", {"Rust/Tokio deadlocks.md"}),
        ("[status:draft OR done]", {"Rust/Tokio deadlocks.md", "Rust/Async notes.md"}),
        ("[aliases]", {"Rust/Async notes.md"}),
        ("created:2024", {"Rust/Tokio deadlocks.md", "Rust/Async notes.md"}),
        ("created:>=2024-05-01 created:<2025", {"Rust/Async notes.md"}),
        ("updated:2025-06", {"Garden/Tomatoes.md"}),
        ("content-date:2025-07-14", {"Garden/Tomatoes.md"}),
        ('"await point"', {"Rust/Tokio deadlocks.md"}),
        ('"point await"', set()),
        ("deadlock -channel", {"Rust/Tokio deadlocks.md"}),
        ("(tomatoes OR roses)", {"Garden/Tomatoes.md", "Garden/Roses.md"}),
        ("/har+vest/", {"Garden/Tomatoes.md"}),
        ("title:tokio", {"Rust/Tokio deadlocks.md"}),
        ("file:roses", {"Garden/Roses.md"}),
        ("path:gard", {"Garden/Tomatoes.md", "Garden/Roses.md"}),
        ("content:mutex", {"Rust/Tokio deadlocks.md"}),
        ("section:(guard await)", {"Rust/Tokio deadlocks.md"}),
        ("section:(guard mutex)", set()),
        ("line:(mutex deadlock)", {"Rust/Tokio deadlocks.md"}),
        ("task-todo:channels", {"Rust/Async notes.md"}),
        ("task-done:channels", set()),
        ("links-to:[[Tokio deadlocks]]", {"Rust/Async notes.md"}),
        ('linked-from:"Async notes"', {"Rust/Tokio deadlocks.md"}),
        ("has:tasks", {"Rust/Async notes.md"}),
        ("has:backlinks", {"Rust/Tokio deadlocks.md"}),
        ("is:orphan folder:Garden", {"Garden/Tomatoes.md", "Garden/Roses.md"}),
    ],
)
def test_filters_let_through_exactly_what_they_say(engine: LocalEngine, text: str, found: set[str]) -> None:
    result = search(engine, text, limit=100)
    assert {hit.path for hit in result.hits} == found
    assert result.total == len(found)


def test_a_filter_is_applied_before_ranking(engine: LocalEngine) -> None:
    assert paths(engine, "water tag:garden", limit=1) == ["Garden/Roses.md"]


def test_a_note_with_all_words_in_one_passage_comes_before_those_with_some(
    make_vault: MakeVault, open_vault: OpenVault
) -> None:
    filler = "Other words that stand here for nothing but the length of a note. " * 5
    engine = open_vault(
        make_vault(
            {
                "Harbour.md": "---\ntags: harbour\naliases: [harbour dues]\n---\n# Harbour\n\nharbour "
                + "harbour " * 20,
                "beacon.md": "# Beacon\n\n## Beacon, beacon\n\n" + "beacon " * 20,
                "both.md": f"{filler} harbour, {filler.lower()} beacon",
                "by its tag.md": f"---\ntags: beacon\n---\n{filler} harbour {filler}",
                "apart.md": f"# One\n\n{filler} harbour {filler}\n\n# Two\n\n{filler} beacon {filler}\n",
                **{f"{number}.md": filler for number in range(30)},
            }
        )
    )
    for query in ("harbour beacon", "the beacon of a harbour", "harbour beacon xqzwvk"):
        result = search(engine, query)
        paths = [hit.path for hit in result.hits]
        assert set(paths[:2]) == {"both.md", "by its tag.md"}, query
        assert paths.index("Harbour.md") < paths.index("apart.md")
        assert [hit.score for hit in result.hits] == sorted((hit.score for hit in result.hits), reverse=True)
    assert search(engine, "harbour beacon dues").hits[0].path != "both.md"


def test_having_all_words_beats_having_one_often(make_vault: MakeVault, open_vault: OpenVault) -> None:
    engine = open_vault(
        make_vault({"often.md": "rust " * 50, "both.md": "Some rust on the gate.", "other.md": "A gate."})
    )
    assert paths(engine, "rust gate")[0] == "both.md"


def test_words_near_each_other_and_in_order_beat_scattered_ones(make_vault: MakeVault, open_vault: OpenVault) -> None:
    far = "graph " + "filler " * 40 + "view"
    engine = open_vault(
        make_vault({"a.md": far, "b.md": "view graph " + "filler " * 40, "c.md": "graph view " + "filler " * 40})
    )
    assert paths(engine, "graph view") == ["c.md", "b.md", "a.md"]


def test_exact_beats_stem_beats_prefix(make_vault: MakeVault, open_vault: OpenVault) -> None:
    prose = "The boat was in the harbour and all of them were there with it for the day, as it had been before. "
    engine = open_vault(
        make_vault({name: f"{prose}{word}" for name, word in (("a.md", "logs"), ("b.md", "logbook"), ("c.md", "log"))})
    )
    query = parse_query("log", typing=True, defaults=Query(mode=Mode.KEYWORD))
    assert [hit.path for hit in engine.search(query).hits] == ["c.md", "a.md", "b.md"]


_MARKED = {
    "Markdown.md": "A way to write.\n",
    "Markdoc.md": "Markdoc, markdoc and markdoc once more.\n",
    "Markdown tables.md": "Markdown, markdown and more markdown: markdown.\n",
    "markdown-tags.md": "# Tags of markdown\n\nMarkdown and markdown.\n",
    "Prose.md": "Nothing but markdown.\n",
}


@pytest.mark.parametrize("mode", [Mode.KEYWORD, Mode.HYBRID])
def test_titles_that_want_only_the_end_of_what_is_typed_come_first_and_of_these_the_most_usual_word(
    read_vault: ReadVault, mode: Mode
) -> None:
    engine = read_vault(_MARKED)
    query = parse_query("markdo", typing=True, defaults=Query(mode=mode))
    assert [hit.path for hit in engine.search(query).hits][:2] == ["Markdown.md", "Markdoc.md"]


def test_a_word_that_occurs_nowhere_is_corrected_and_says_so(engine: LocalEngine) -> None:
    result = search(engine, "seedlinks")
    assert result.hits[0].path == "Garden/Tomatoes.md"
    assert result.warnings == ("“seedlinks” occurs nowhere; searched for “seedlings” instead.",)


def test_a_form_of_a_word_is_not_a_correction(engine: LocalEngine) -> None:
    result = search(engine, "tomatos")
    assert result.hits[0].path == "Garden/Tomatoes.md"
    assert result.warnings == ()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("seedlings", "the word “seedlings”"),
        ("cafe", "the word “cafe”"),
        ("sedlings", "the word “seedlings” for “sedlings”"),
        ("seedlings caffé sells", "all words of the query (“seedlings”, “café” for “caffé”, “sells”)"),
        ("stations", "the word “station” for “stations”"),
    ],
)
def test_an_explanation_names_the_words_that_the_note_holds(engine: LocalEngine, text: str, told: str) -> None:
    (hit,) = search(engine, text, explain=True).hits
    assert hit.explanation == f"The note holds {told}."


@pytest.mark.parametrize("group_by", get_args(GroupBy))
@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[status:draft]", "It satisfies the filters."),
        ("-tag:nothing sort:name", "It satisfies the filters."),
        ("sort:name", "Every note is listed."),
    ],
)
def test_what_is_found_without_words_is_explained_too(
    engine: LocalEngine, text: str, told: str, group_by: GroupBy
) -> None:
    hits = search(engine, text, explain=True, group_by=group_by).hits
    assert {hit.explanation for hit in hits} == {told}


def test_an_explanation_names_the_form_that_each_note_holds(make_vault: MakeVault, open_vault: OpenVault) -> None:
    prose = "The boat was in the harbour and all of them were there with it for the day, as it had been before. "
    words = {"a.md": "developed", "b.md": "developer", "c.md": "developing", "d.md": "developing developed"}
    engine = open_vault(make_vault({name: f"{prose}{word}" for name, word in words.items()}))
    assert {hit.path: hit.explanation for hit in search(engine, "developed", explain=True).hits} == {
        "a.md": "The note holds the word “developed”.",
        "b.md": "The note holds the word “developer” for “developed”.",
        "c.md": "The note holds the word “developing” for “developed”.",
        "d.md": "The note holds the word “developed”.",
    }


def test_the_passage_that_has_the_words_which_the_title_has_not_stands_for_a_note(read_vault: ReadVault) -> None:
    ride = "# Brevet\n\nFinished the brevet in thirty-seven hours.\n\n## Wrong\n\n" + "The light went out. " * 40
    engine = read_vault({"Brevet.md": f"{ride}\n\nMy left knee.\n", "Other.md": "Squats for the knee."})
    assert search(engine, "brevet knee").hits[0].snippet.text.endswith("My left knee.")


def test_the_snippet_shows_the_match_and_its_line(engine: LocalEngine) -> None:
    hit = search(engine, "guard").hits[0]
    shown = [hit.snippet.text[match.start : match.end] for match in hit.snippet.matches]
    assert shown == ["guard"]
    assert hit.line == 13
    assert hit.heading_path == ("Tokio deadlocks", "Fix")
    assert (hit.first_line, hit.last_line) == (11, 13)


def test_a_hit_carries_properties_tags_and_dates(engine: LocalEngine) -> None:
    hit = search(engine, "tokio").hits[0]
    assert hit.tags == ("work/rust", "draft")
    assert hit.properties["prio"] == 3
    assert hit.created == datetime(2024, 2, 10)
    assert hit.title_matches


@pytest.mark.parametrize("text", ["", "word"])
def test_notes_of_one_title_come_by_path_in_either_direction(text: str, read_vault: ReadVault) -> None:
    titles = {"c.md": "same", "a.md": "Same", "b.md": "Other", "d.md": "SAME"}
    engine = read_vault({name: f"# {title}\n\nword" for name, title in titles.items()})
    assert paths(engine, f"{text} sort:title") == ["b.md", "a.md", "c.md", "d.md"]
    assert paths(engine, f"{text} sort:title:desc") == ["a.md", "c.md", "d.md", "b.md"]


def test_sorting_orders_all_matches_before_paging(engine: LocalEngine) -> None:
    names = sorted(NOTES, key=str.casefold)
    assert paths(engine, "sort:name", limit=3) == names[:3]
    assert paths(engine, "sort:name", limit=3, offset=3) == names[3:]


@pytest.mark.parametrize("group_by", get_args(GroupBy))
def test_a_limit_of_the_text_bounds_all_pages_together(engine: LocalEngine, group_by: GroupBy) -> None:
    options: dict[str, object] = {"group_by": group_by, "max_per_note": int(group_by == "note")}
    everything = search(engine, "sort:name", limit=100, **options)
    pages = [search(engine, "sort:name", limit=2, offset=offset, most=5, **options) for offset in (0, 2, 4, 6)]
    assert [[hit.path for hit in page.hits] for page in pages] == [
        [hit.path for hit in everything.hits[offset : min(offset + 2, 5)]] for offset in (0, 2, 4, 6)
    ]
    assert [page.has_more for page in pages] == [True, True, False, False]
    assert {page.total for page in pages} == {everything.total}


@pytest.mark.parametrize("group_by", get_args(GroupBy))
def test_relevance_can_be_turned_round(engine: LocalEngine, group_by: GroupBy) -> None:
    options: dict[str, object] = {"group_by": group_by, "max_per_note": int(group_by == "note")}
    best = search(engine, "the water deadlock", **options).hits
    worst = search(engine, "the water deadlock sort:relevance:asc", **options).hits
    assert len({hit.score for hit in best}) > 2
    assert [hit.score for hit in worst] == [hit.score for hit in reversed(best)]
    assert {hit.path for hit in worst} == {hit.path for hit in best}
    pages = [search(engine, "the water deadlock sort:relevance:asc", limit=1, offset=n, **options) for n in range(3)]
    assert [page.hits[0] for page in pages] == list(worst[:3])


@pytest.mark.parametrize("order", ["", "sort:relevance:asc", "sort:name"])
def test_the_best_passages_of_a_note_are_kept_in_any_order(engine: LocalEngine, order: str) -> None:
    text = f"drop guard await path:deadlocks {order}"
    every = search(engine, text, group_by="chunk", max_per_note=0).hits
    (kept,) = search(engine, text, group_by="chunk", max_per_note=1).hits
    best = max(every, key=lambda hit: hit.score)
    assert len({hit.score for hit in every}) > 1
    assert best != every[0] or not order  # in an order of its own, what is best does not come first
    assert (kept.path, kept.first_line, kept.score) == (best.path, best.first_line, best.score)


def test_pages_do_not_overlap_and_totals_hold(engine: LocalEngine) -> None:
    seen: list[str] = []
    for offset in range(0, 6, 2):
        result = search(engine, "the water deadlock", limit=2, offset=offset)
        seen.extend(hit.path for hit in result.hits)
        assert result.total == 4
        assert result.has_more == (offset + 2 < 4)
    assert len(seen) == len(set(seen)) == 4


def test_grouping_by_chunk_gives_every_section(engine: LocalEngine) -> None:
    result = search(engine, "await", group_by="chunk", max_per_note=0)
    assert {(hit.path, hit.first_line, hit.last_line) for hit in result.hits} == {
        ("Rust/Tokio deadlocks.md", 7, 10),
        ("Rust/Tokio deadlocks.md", 11, 13),
    }


@pytest.mark.parametrize(
    ("text", "passage"),
    [
        ("", False),
        ("tag:work path:rust", False),
        ("[status:draft] -tag:x (folder:Rust OR has:links) created:2024", False),
        ("deadlock", True),
        ("folder:Rust -harvest", True),
        ("tag:work content:deadlock", True),
        ("/dead.ock/", True),
        ("section:(guard await)", True),
        ("line:(guard await)", True),
        ("tag:x OR task-todo:read", True),
        ("content-date:2025-07-14", True),
    ],
)
def test_a_passage_was_found_if_the_query_says_anything_about_passages(
    engine: LocalEngine, text: str, passage: bool
) -> None:
    hits = search(engine, text).hits
    assert hits
    assert {hit.passage for hit in hits} == {passage}


def test_passages_grouped_by_chunk_are_passages(engine: LocalEngine) -> None:
    assert {hit.passage for hit in search(engine, "tag:work", group_by="chunk", max_per_note=0).hits} == {True}


@pytest.mark.parametrize(
    ("text", "headings"),
    [
        ("boat", ["Harbour"]),
        ("path:a boat", ["Harbour"]),
        ("path:a", ["Garden", "Harbour"]),
        ("", ["Garden", "Harbour"]),
        ("/the b.at/", ["Harbour"]),
        ("tag:log OR boat", ["Harbour"]),
        ("title:log", ["Garden", "Harbour"]),
    ],
)
def test_the_hits_of_a_note_are_the_chunks_that_a_query_finds(
    read_vault: ReadVault, text: str, headings: list[str]
) -> None:
    note = (
        f"---\ntitle: log\n---\n# Garden\n\n{'Beans grow well. ' * 60}\n\n# Harbour\n\nthe boat. {'Fair wind. ' * 80}\n"
    )
    engine = read_vault({"a.md": note})
    hits = search(engine, text, max_per_note=0).hits
    assert sorted({hit.heading_path[-1] for hit in hits}) == headings


def test_scores_lie_between_0_and_1_and_fall(engine: LocalEngine) -> None:
    scores = [hit.score for hit in search(engine, "deadlock await tokio channel").hits]
    assert scores == sorted(scores, reverse=True)
    assert all(0 < score <= 1 for score in scores)


def test_min_score_leaves_out_what_scores_less(engine: LocalEngine) -> None:
    scores = [hit.score for hit in search(engine, "deadlock await tokio").hits]
    kept = search(engine, "deadlock await tokio", min_score=scores[0])
    assert kept.total == len(kept.hits) == 1


def test_no_hit_has_a_lower_score_than_was_asked_for(engine: LocalEngine) -> None:
    scores = [hit.score for hit in search(engine, "deadlock await tokio channel").hits]
    for number, score in enumerate(scores):
        assert search(engine, "deadlock await tokio channel", min_score=score).total == number + 1
        assert search(engine, "deadlock await tokio channel", min_score=score + 6e-7).total == number


def test_hybrid_without_a_model_degrades_and_says_so(engine: LocalEngine) -> None:
    result = engine.search(parse_query("deadlock"))
    assert result.mode is Mode.KEYWORD
    assert "words only" in result.degraded
    assert result.hits


def test_semantic_without_a_model_is_an_error(engine: LocalEngine) -> None:
    with pytest.raises(ModelUnavailableError, match="switched off"):
        engine.search(parse_query("deadlock mode:semantic"))


def test_a_malformed_regular_expression_is_an_error_of_the_query(engine: LocalEngine) -> None:
    with pytest.raises(QuerySyntaxError, match="regular expression"):
        search(engine, "/(?=look)ahead/")


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("rust /a**/ café", "/a**/"),
        ("/a/ line:(x OR /b{1001}/)", "/b{1001}/"),
        (r"-/x\/y++*/", r"/x\/y++*/"),
        ("match-case:/a**/", "/a**/"),
    ],
)
def test_what_only_the_engine_finds_wrong_has_its_place_in_the_text(engine: LocalEngine, text: str, wrong: str) -> None:
    with pytest.raises(QuerySyntaxError) as caught:
        search(engine, text)
    assert text[caught.value.start : caught.value.end] == wrong


@pytest.mark.parametrize("text", ["/(?<day>x)/", "/a(?'day'x)/"])
def test_who_names_a_group_as_other_engines_do_is_told_how_it_is_written(engine: LocalEngine, text: str) -> None:
    with pytest.raises(QuerySyntaxError) as caught:
        search(engine, text)
    assert caught.value.message.endswith(". A named group is written (?P<day>…).")


def test_facets_count_notes_and_leave_out_their_own_filter(engine: LocalEngine) -> None:
    facets = engine.facets(parse_query("tag:work [status:draft]", defaults=Query(mode=Mode.KEYWORD)))
    assert facets.total == 1
    assert {value.value: value.count for value in facets.tags} == {"work": 1, "work/rust": 1, "draft": 1}
    status = next(facet for facet in facets.properties if facet.key == "status")
    assert {value.value: value.count for value in status.values} == {"draft": 1, "done": 1}
    assert {value.value: value.count for value in facets.folders} == {"Rust": 1}


def test_facets_of_everything(engine: LocalEngine) -> None:
    facets = engine.facets(Query())
    assert facets.total == len(NOTES)
    assert {value.value: value.count for value in facets.folders} == {"Garden": 2, "Rust": 2}
    assert [(value.value, value.count) for value in facets.months] == [("2023-11", 6)]
    assert sum(value.count for value in facets.days) == 6
    assert all(value.value.startswith("2023-11-") for value in facets.days)


def test_notes_are_suggested_by_fuzzy_name_and_alias(engine: LocalEngine) -> None:
    assert engine.suggest("note", "tkdead")[0].text == "Rust/Tokio deadlocks.md"
    assert engine.suggest("note", "conc prim")[0].text == "Rust/Async notes.md"
    assert engine.suggest("note", "zzz") == ()


def test_tags_folders_properties_and_values_are_completed(engine: LocalEngine) -> None:
    assert [item.text for item in engine.suggest("tag", "wo")] == ["work", "work/rust"]
    assert [item.text for item in engine.suggest("folder", "g")] == ["Garden"]
    assert [item.text for item in engine.suggest("property", "st")] == ["status"]
    assert [item.text for item in engine.suggest("value", "d", key="status")][:2] == ["done", "draft"]


def test_notes_are_named_by_their_exact_paths(read_vault: ReadVault) -> None:
    engine = read_vault(
        {"a [1].md": "# One", "A [1].md": "# Another", "sub/b.md": "---\ntitle: Two\n---\n", "c.md": ""}
    )
    assert note_titles(engine, ["a [1].md", "sub/b.md", "gone.md"]) == {"a [1].md": "One", "sub/b.md": "Two"}
    assert note_titles(engine, []) == {}


@pytest.mark.parametrize("new", ["renamed.md", "other/renamed.md"])
def test_a_note_that_is_read_again_and_was_renamed_is_the_same_note(
    make_vault: MakeVault, open_vault: OpenVault, new: str
) -> None:
    root = make_vault({"a.md": "storm", "other/b.md": "calm"})
    engine = open_vault(root)
    moved: dict[str, str] = {}
    engine.subscribe(lambda event: moved.update(event.moved) if isinstance(event, IndexChanged) else None)
    (root / "a.md").rename(root / new)
    assert engine.index_note("a.md")
    assert moved == {"a.md": new}
    assert [hit.path for hit in search(engine, "storm").hits] == [new]
    assert not engine.index_note("a.md"), "nothing is left to be found"


def test_completions_are_counted_as_the_filters_are(make_vault: MakeVault, open_vault: OpenVault) -> None:
    engine = open_vault(
        make_vault(
            {
                "A/B/one.md": "---\ntags: [work/rust, work/go, Work]\nstatus: [Draft, draft]\nempty:\n---\n",
                "A/two.md": "---\ntags: [work/rust]\nstatus: draft\n---\n",
                "gone.md": "---\ntags: [work/gone]\nstatus: gone\nonly: here\n---\n",
            }
        )
    )
    (Path(engine.vault_path) / "gone.md").unlink()
    assert engine.index_note("gone.md")
    facets = engine.facets(Query())
    status = next(facet for facet in facets.properties if facet.key == "status")

    def counted(kind: SuggestKind, key: str = "") -> dict[str, str]:
        return {item.text.lower(): item.detail for item in engine.suggest(kind, "", key=key)}

    def filtered(values: Iterable[FacetValue]) -> dict[str, str]:
        return {value.value.lower(): str(value.count) for value in values}

    assert counted("tag") == filtered(facets.tags) == {"work": "2", "work/rust": "2", "work/go": "1"}
    assert counted("folder") == filtered(facets.folders) == {"a": "2", "a/b": "1"}
    assert counted("value", "STATUS") == filtered(status.values) == {"draft": "2"}
    assert counted("value", "empty") == counted("value", "nowhere") == {}
    assert counted("property") == {"tags": "2", "status": "2", "empty": "1"}


def test_values_as_frequent_as_others_are_offered_by_value_the_latest_day_first(
    make_vault: MakeVault, open_vault: OpenVault
) -> None:
    values = [("2024-05-01", 10), ("2025-01-31", 9), ("2025-02-01T08:00:00", -2.5), ("2023-12-24", "high")]
    heads = [*values, ("2023-12-24", 7)]
    engine = open_vault(
        make_vault(
            {f"{n}.md": f"---\npublished: {day}\nrating: {rating}\n---\n" for n, (day, rating) in enumerate(heads)}
        )
    )

    def offered(key: str, typed: str = "") -> list[str]:
        return [item.text for item in engine.suggest("value", typed, key=key)]

    assert offered("Published") == ["2023-12-24", "2025-02-01", "2025-01-31", "2024-05-01"]
    assert offered("published", "2025") == ["2025-02-01", "2025-01-31"]
    assert offered("rating") == ["-2.5", "7", "9", "10", "high"]


def test_blanks_at_the_ends_of_a_name_are_part_of_it_in_quotes(make_vault: MakeVault, open_vault: OpenVault) -> None:
    engine = open_vault(
        make_vault({" old/one.md": "[[two]]\n", " old/two.md": "", "old/three.md": "", "late /a.md": ""})
    )
    for folder, found in [
        (" old", {" old/one.md", " old/two.md"}),
        ("old", {"old/three.md"}),
        ("late ", {"late /a.md"}),
    ]:
        text = set_filter("", "folder", folder, state="include")
        assert set(paths(engine, text)) == found
        assert [item.value for item in active_filters(text)] == [folder]
    assert paths(engine, 'linked-from:" old/one.md"') == [" old/two.md"]


def test_a_note_is_meant_by_its_path_whatever_signs_are_in_it(make_vault: MakeVault, open_vault: OpenVault) -> None:
    engine = open_vault(
        make_vault({"x|y.md": "[[other]] [[x]]", "[[z]].md": "[[other]]", "other.md": "[z](%5B%5Bz%5D%5D.md)"})
    )
    assert paths(engine, 'linked-from:"x|y.md"') == paths(engine, 'linked-from:"[[z]].md"') == ["other.md"]
    assert paths(engine, 'links-to:"[[z]].md"') == ["other.md"]
    assert paths(engine, 'links-to:"x|y.md"') == []
    assert paths(engine, "links-to:[[x|y.md]]") == ["x|y.md"]


def test_a_blank_line_is_no_block_without_a_word(make_vault: MakeVault, open_vault: OpenVault) -> None:
    engine = open_vault(
        make_vault({"all.md": "---\nk: v\n---\n\n\none\n\n\none more\n", "some.md": "---\nk: v\n---\n\none\n\ntwo\n"})
    )
    assert paths(engine, "block:(-one)") == paths(engine, "block:two") == ["some.md"]
    assert paths(engine, "-block:(-one)") == ["all.md"]


def test_find_is_done_soon_whatever_the_glob(make_vault: MakeVault, open_vault: OpenVault) -> None:
    name = "a" * 200
    engine = open_vault(make_vault({f"sub/{name}.md": "", "b.md": ""}))
    assert [file.path for file in engine.find(FileQuery("*a" * 25 + "*.md"))] == [f"sub/{name}.md"]
    assert [file.path for file in engine.find(FileQuery("**/*a*/**/*a*/**/*.md"))] == []
    assert [file.path for file in engine.find(FileQuery("s*/" + "*a" * 25 + "*"))] == [f"sub/{name}.md"]
    assert engine.find(FileQuery("*a" * 25 + "*b")) == ()
    deep = "/".join(["a" * 200] * 18)
    assert not any(map(name_test("**a**a**b", [f"{deep}/{number}" for number in range(9)]), [deep] * 9))


def test_ranges_of_a_glob_are_as_they_are_written(make_vault: MakeVault, open_vault: OpenVault) -> None:
    engine = open_vault(make_vault({"Zebra.md": "", "apple.md": "", "Berta.md": "", "2025.md": ""}))
    assert [file.path for file in engine.find(FileQuery("[Z-a]*"))] == ["apple.md", "Zebra.md"]
    assert sorted(paths(engine, "path:[Z-a]*")) == ["Zebra.md", "apple.md"]


def test_find_sees_names_not_contents(engine: LocalEngine) -> None:
    assert [item.path for item in engine.find(FileQuery("*.md", path="Garden"))] == [
        "Garden/Roses.md",
        "Garden/Tomatoes.md",
    ]
    assert [item.path for item in engine.find(FileQuery("tokio"))] == ["Rust/Tokio deadlocks.md"]
    assert [item.path for item in engine.find(FileQuery("garden")) if item.folder] == ["Garden"]
    assert [item.path for item in engine.find(FileQuery(tag="work/rust"))] == ["Rust/Tokio deadlocks.md"]
    assert [item.path for item in engine.find(FileQuery(property={"key": "Status", "value": "DONE"}))] == [
        "Rust/Async notes.md"
    ]


def test_a_note_is_read_with_links_backlinks_and_properties(engine: LocalEngine) -> None:
    detail = engine.note("Rust/Async notes.md")
    assert detail.links[0].path == "Rust/Tokio deadlocks.md"
    assert detail.body_line == 8
    assert detail.property_types["prio"] == "number"
    back = engine.note("Rust/Tokio deadlocks.md").backlinks
    assert [(link.path, link.line) for link in back] == [("Rust/Async notes.md", 10)]
    assert "channel" in back[0].context


def test_the_ids_of_headings_are_known_to_whoever_reads_a_note(make_vault: MakeVault, open_vault: OpenVault) -> None:
    text = "---\nx: 1\n---\n# Setup guide {#setup}\n## First\nOne {#a}\n===\n"
    engine = open_vault(make_vault({"a.md": text, "b.md": "![[a#setup]]"}))
    assert [(heading.text, heading.name) for heading in engine.note("a.md").headings] == [
        *(("Setup guide", "setup"), ("First", ""), ("One", "a"))
    ]
    assert engine.note("a.md").title == "Setup guide"
    assert engine.note("b.md").embeds["a#setup"] == "# Setup guide {#setup}\n## First"


def test_whoever_reads_a_note_is_told_which_properties_stand_in_its_body(
    make_vault: MakeVault, open_vault: OpenVault
) -> None:
    engine = open_vault(
        make_vault({"a.md": "---\nx: 1\ny: [1, 2]\nz:\n---\nwind:: west\n\n(wind:: east)\n[run:: 3]\n"})
    )
    detail = engine.note("a.md")
    assert list(detail.properties) == ["x", "y", "z", "wind", "run"]
    assert sorted(detail.inline) == ["run", "wind"]


def test_properties_in_toml_are_found_and_no_part_of_what_is_embedded(
    make_vault: MakeVault, open_vault: OpenVault
) -> None:
    post = "+++\ntags = ['go']\ndraft = true\n[params]\nx = 1\n+++\nBody.\n"
    engine = open_vault(make_vault({"a.md": post, "b.md": "![[a]]"}))
    assert found(engine, "tag:go [draft:true]") == {"a.md"}
    assert [item.path for item in engine.find(FileQuery(tag="go", property={"key": "draft", "value": "true"}))] == [
        "a.md"
    ]
    assert engine.note("a.md").body_line == 7
    assert engine.note("a.md").inline == ()
    assert engine.note("b.md").embeds["a"] == "Body.\n"


def test_a_note_that_is_gone_is_said_to_be_gone_before_the_index_knows_it(
    make_vault: MakeVault, open_vault: OpenVault
) -> None:
    root = make_vault({"a.md": "alpha"})
    engine = open_vault(root)
    (root / "a.md").unlink()
    with pytest.raises(NoteNotFoundError, match=r"The note 'a\.md' is not there: moved, deleted"):
        engine.note("a.md")


def test_a_note_that_is_too_large_is_read_as_far_as_it_is_searched(
    make_vault: MakeVault, open_vault: OpenVault
) -> None:
    root = make_vault({"map.md": "![[big]]", "big.md": "# Big\n\n" + "日本語の行です。\n" * 100})
    engine = open_vault(root, replace(WORDS_ONLY, vault=VaultSettings(max_note_bytes=1_000)))
    detail = engine.note("big.md")
    assert detail.truncated
    assert detail.text == "# Big\n\n" + "日本語の行です。\n" * 39
    assert engine.note("map.md").embeds["big"] == detail.text


def test_a_note_is_read_with_what_it_embeds_and_where_the_links_of_that_lead(
    make_vault: MakeVault, open_vault: OpenVault
) -> None:
    engine = open_vault(
        make_vault(
            {
                "map.md": "![[Inner#Part]] ![[Inner]] ![[pic.png]] ![[Gone]] [[twin]]",
                "far/Inner.md": "# Inner\n\n[[twin]]\n\n## Part\ntext",
                "far/twin.md": "",
                "a/twin.md": "",
            }
        )
    )
    detail = engine.note("map.md")
    assert detail.embeds == {"Inner#Part": "## Part\ntext", "Inner": "# Inner\n\n[[twin]]\n\n## Part\ntext"}
    assert [link.path for link in detail.links if link.target == "twin"] == ["a/twin.md"]
    assert {path: [link.path for link in links] for path, links in detail.embedded_links.items()} == {
        "far/Inner.md": ["far/twin.md"]
    }


def test_an_embed_shows_the_section_below_the_heading_that_it_names_and_the_block_above_its_id(
    make_vault: MakeVault, open_vault: OpenVault
) -> None:
    days = "# Monday\n## Done\nmonday\n# Tuesday\n## Done\ntuesday\n\n> words\n\n^words\n"
    engine = open_vault(make_vault({"map.md": "![[days#Tuesday#Done]] ![[days#^words]]", "days.md": days}))
    assert engine.note("map.md").embeds == {
        "days#Tuesday#Done": "## Done\ntuesday\n\n> words\n\n^words\n",
        "days#^words": "> words",
    }


def test_an_embed_of_a_note_that_begins_with_a_rule_shows_all_of_it(
    make_vault: MakeVault, open_vault: OpenVault
) -> None:
    ruled = "---\nJust words.\n\n# Head\ntext\n\n---\n\nMore"
    notes = {"map.md": "![[ruled]] ![[ruled#Head]] ![[keyed]]", "ruled.md": ruled, "keyed.md": "---\na: 1\n---\ntext"}
    assert open_vault(make_vault(notes)).note("map.md").embeds == {
        "ruled": ruled,
        "ruled#Head": "# Head\ntext\n\n---\n\nMore",
        "keyed": "text",
    }


def test_an_embed_of_a_heading_or_block_that_there_is_not_shows_nothing_else_of_the_note(
    make_vault: MakeVault, open_vault: OpenVault
) -> None:
    engine = open_vault(make_vault({"map.md": "![[days#Sunday]] ![[days#^x]]", "days.md": "# Monday\nmonday"}))
    assert engine.note("map.md").embeds == {"days#Sunday": None, "days#^x": None}


def test_links_lead_to_attachments_that_obsidian_excludes_and_nothing_else_tells_of_them(
    make_vault: MakeVault, open_vault: OpenVault
) -> None:
    root = make_vault(
        {
            ".obsidian/app.json": '{"userIgnoreFilters": ["Assets/"]}',
            "a.md": "![[pic.png]] [[old.png]]",
            "b.md": "[[Draft]]",
            "Assets/pic.png": "",
            "Assets/Draft.md": "",
        }
    )
    engine = open_vault(root)
    assert [link.path for link in engine.note("a.md").links] == ["Assets/pic.png", None]
    assert {hit.path for hit in search(engine, "is:unresolved").hits} == {"a.md", "b.md"}
    (root / "Assets/old.png").touch()
    engine.refresh(embed=False)
    assert [hit.path for hit in search(engine, "is:unresolved").hits] == ["b.md"]
    assert [hit.path for hit in search(engine, "has:attachment").hits] == ["a.md"]
    assert [file.path for file in engine.find(FileQuery(pattern="*"))] == ["a.md", "b.md"]


def test_blocks_that_logseq_has_named_are_found_in_any_note(make_vault: MakeVault, open_vault: OpenVault) -> None:
    engine, other, gone = (f"64f0c2a1-1234-4abc-9def-0123456789a{digit}" for digit in "abc")
    notes = {
        "day.md": f"- (({engine})), (({other})), (({gone})) {{{{embed [[Parts]]}}}}",
        "Boat.md": f"- first\n- [[Parts]] of the engine\n  id:: {engine}\n\t- below\n- last",
        "deep/Other.md": f"---\na: 1\n---\n- id:: {other}\n  another",
        "Parts.md": "- bolts",
    }
    detail = open_vault(make_vault(notes)).note("day.md")
    assert detail.blocks == {
        engine: NamedBlock("Boat.md", f"- [[Parts]] of the engine\n  id:: {engine}\n\t- below"),
        other: NamedBlock("deep/Other.md", f"- id:: {other}\n  another"),
    }
    assert [link.path for link in detail.embedded_links["Boat.md"]] == ["Parts.md"]
    assert detail.embeds == {"Parts": "- bolts"}


def test_a_note_is_read_though_what_it_embeds_is_out_of_the_vault_by_now(
    make_vault: MakeVault, open_vault: OpenVault, tmp_path: Path
) -> None:
    root = make_vault({"map.md": "![[Inner]]", "far/Inner.md": "inside"})
    engine = open_vault(root)
    (root / "far").rename(tmp_path / "elsewhere")
    (root / "far").symlink_to(tmp_path / "elsewhere")
    detail = engine.note("map.md")
    assert (detail.text, detail.embeds) == ("![[Inner]]", {})


def test_status_counts(engine: LocalEngine) -> None:
    status = engine.status()
    assert (status.notes, status.links, status.unresolved, status.embedded) == (len(NOTES), 1, 0, 0)
    assert Path(status.index_path).exists()


def found(engine: LocalEngine, text: str) -> set[str]:
    return {hit.path for hit in engine.search(parse_query(text)).hits}


def test_a_month_or_a_year_of_a_property_is_any_date_in_it_and_that_text(
    make_vault: MakeVault, open_vault: OpenVault
) -> None:
    engine = open_vault(
        make_vault(
            {
                "first.md": "---\nmoment: 2025-07-01\n---\n",
                "last.md": "---\nmoment: 2025-07-31T23:59:00\n---\n",
                "next.md": "---\nmoment: 2025-08-01\n---\n",
                "text.md": "---\nmoment: 2025-07\n---\n",
                "number.md": "---\nmoment: 2025\n---\n",
                "other.md": "---\nmoment: soon\n---\n",
            }
        )
    )
    assert found(engine, "[moment:2025-07]") == {"first.md", "last.md", "text.md"}
    assert found(engine, '[moment:"2025-07"]') == {"text.md"}
    assert found(engine, "[moment:2025]") == {"first.md", "last.md", "next.md", "text.md", "number.md"}
    assert found(engine, "[moment:2025-13]") == set()


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("[day:<2025-08-01]", "link shown plain"),
        ("[day:2025-07]", "link shown"),
        ("[day:>=2025-07-14]", "later link shown"),
        ("[day:2025-07-14..2025-07-31]", "link shown"),
        ("[day:2025-07-14]", "link shown"),
        ("[day:[[2025_07_14]]]", "link shown"),
        ("[day:[[2025-07-14]]]", "link shown"),
        ("[day:[[2025-01-01|New Year]] OR [[Jan 1st, 2026]]]", "later plain"),
        ('[day:<"[[2025-07-14]]"]', "plain"),
        ('[day:"[[2025-07-14]]".."[[2025-12-31]]"]', "link shown"),
    ],
)
def test_a_link_to_a_daily_note_compares_as_its_day(read_vault: ReadVault, text: str, names: str) -> None:
    days = {
        "link": "[[2025-07-14]]",
        "shown": "[[2025-07-14|Monday]]",
        "later": "[[2026-01-01]]",
        "plain": "2025-01-01",
    }
    engine = read_vault({f"{name}.md": f'---\nday: "{day}"\n---\n' for name, day in days.items()})
    assert found(engine, text) == {f"{name}.md" for name in names.split()}


@pytest.mark.parametrize(
    "text", ['"acme"', '"acme corp"', '"gpt-4"', "gpt-4 OR nowhere", '"due date"', '"due date: May"', '-"nowhere else"']
)
def test_words_in_a_row_are_found_wherever_single_ones_are(read_vault: ReadVault, text: str) -> None:
    note = "---\ndue date: May\n---\nnothing\n"
    engine = read_vault({"Acme Corp/gpt-4/plan.md": note, "other.md": "nowhere else to be"})
    assert found(engine, text) - {"other.md"} == {"Acme Corp/gpt-4/plan.md"}
    assert "Acme Corp/gpt-4/plan.md" not in found(engine, f"-({text})")


@pytest.mark.parametrize("text", ["title:rust", "title:/^RUST$/", "title:(/^ru/ /st$/)", "-title:/^oxide$/"])
def test_title_takes_aliases_for_titles(read_vault: ReadVault, text: str) -> None:
    engine = read_vault({"a.md": "---\naliases: [Red, Rust]\n---\n", "Oxide.md": "rust"})
    assert found(engine, text) == {"a.md"}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("task:*", "cancelled done half open"),
        ("task-todo:*", "half open"),
        ("task-done:*", "done"),
        ("-task-todo:* has:tasks", "cancelled done"),
    ],
)
def test_a_cancelled_task_is_neither_to_do_nor_done(read_vault: ReadVault, text: str, names: str) -> None:
    marks = {"open": " ", "half": "/", "done": "x", "cancelled": "-"}
    engine = read_vault({f"{name}.md": f"- [{mark}] call\n" for name, mark in marks.items()})
    assert found(engine, text) == {f"{name}.md" for name in names.split()}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("links-to:C#/Plan.md", "in"),
        ("[[C#/Plan]]", "in"),
        ('links-to:"C# notes"', "named"),
        ('links-to:"# 1"', "one"),
        ("links-to:D#/plan.pdf", "file"),
        ("links-to:C#heading", "C#/Plan + C# notes"),
        ("links-to:Gone#heading", "lost"),
        ('linked-from:"C# notes"', "C"),
    ],
)
def test_a_hash_may_be_part_of_a_name(read_vault: ReadVault, text: str, names: str) -> None:
    notes: dict[str, str | bytes] = {
        "C#/Plan.md": "[[C#heading]]",
        "C# notes.md": "[[C]]",
        "C.md": "",
        "# 1.md": "",
        "in.md": "[x](C%23/Plan.md)",
        "named.md": "[x](C%23%20notes.md#top)",
        "one.md": "[x](%23%201.md)",
        "file.md": "[x](D%23/plan.pdf)",
        "lost.md": "[[Gone#heading]]",
        "D#/plan.pdf": b"%PDF",
    }
    engine = read_vault(notes)
    assert found(engine, text) == {f"{name}.md" for name in names.split(" + ")}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("links-to:[[Plan]]", "here"),
        ("links-to:New/Plan.md", "here"),
        ("links-to:[[The Plan]]", "here titled"),
        ("links-to:[[Old/Plan]]", "old above"),
        ("links-to:[[Gone]]", "other"),
    ],
)
def test_links_into_another_folder_lead_to_no_note_of_the_same_name(
    read_vault: ReadVault, text: str, names: str
) -> None:
    notes = {
        "New/Plan.md": "# The Plan",
        "here.md": "[[Plan]]",
        "titled.md": "[[The Plan]]",
        "old.md": "[[Old/Plan]]",
        "above.md": "[x](../Plan.md)",
        "other.md": "[[Old/Gone]]",
    }
    engine = read_vault(notes)
    assert found(engine, text) == {f"{name}.md" for name in names.split()}
    assert {link.path for link in engine.backlinks("New/Plan.md")} == {"here.md"}


@pytest.mark.parametrize("text", ["links-to:a", "linked-from:a", "links-to:a has:backlinks"])
def test_a_note_that_links_to_itself_is_not_among_those_that_link_to_it(read_vault: ReadVault, text: str) -> None:
    notes = {"a.md": "# A\n[[a]] [[#A]] [x](a.md)\n\n[[b]]", "b.md": "[[A]]\n\n[[#Top]]\n\n[[c]]", "c.md": ""}
    engine = read_vault(notes)
    assert found(engine, text) == {"b.md"}
    assert {link.path for link in engine.backlinks("a.md")} == {"b.md"}
    assert found(engine, "-links-to:a") == {"a.md", "c.md"}


def test_a_note_that_only_links_to_itself_is_an_orphan(read_vault: ReadVault) -> None:
    notes = {"a.md": "# A\n[[a]]", "b.md": "[[#B]]", "c.md": "[[a]] [[nowhere]]", "d.md": "", "e.md": "[[e]] [[c]]"}
    engine = read_vault({**notes, "f.md": "[[F]] [x](f.md#F)", "g.md": "[[g]] [[gone]]"})
    assert found(engine, "is:orphan") == {"b.md", "d.md", "f.md"}


@pytest.mark.parametrize("name", ["Foo", "foo", "Foo.markdown", "sub/foo", "Title"])
def test_notes_whose_names_end_in_markdown_are_named_like_others(read_vault: ReadVault, name: str) -> None:
    engine = read_vault({"sub/Foo.markdown": "# Title\n[[b]]", "a.md": "[[Foo]]", "b.md": "text"})
    assert found(engine, f"links-to:[[{name}]]") == {"a.md"}
    assert found(engine, f"linked-from:[[{name}]]") == {"b.md"}


@pytest.mark.parametrize(
    "address",
    ["/Configuration/", "/configuration/#all", "[[/configuration/]]", "configuration/", "/x/../Configuration/"],
)
@pytest.mark.parametrize("folder", ["", "docs/", "content/en/"])
@pytest.mark.parametrize("page", ["_index.md", "index.md", "README.md"])
def test_the_address_of_a_folder_stands_for_its_page(
    read_vault: ReadVault, folder: str, page: str, address: str
) -> None:
    notes: dict[str, str | bytes] = {
        f"{folder}configuration/{page}": "# Settings\n\n[x](/configuration/all/)",
        f"{folder}configuration/all.md": "",
        f"{folder}start.md": "[c](/configuration/)",
        "other/deeper/still/titled.md": "---\ntitle: Configuration\naliases: [configuration]\n---\n",
        "unresolved.md": "[x](/configuration) [[configuration]] [y](/none/configuration/)",
    }
    if not folder:
        notes["unresolved.md"] = "[[configuration]] [y](/none/configuration/)"
    engine = read_vault(notes)
    assert engine.note(f"{folder}start.md").links[0].path == f"{folder}configuration/{page}"
    assert found(engine, f"links-to:{address}") == {f"{folder}start.md"}
    assert found(engine, f"linked-from:{address}") == {f"{folder}configuration/all.md"}


@pytest.mark.parametrize(
    ("address", "names"),
    [
        ("/Straße/", "street"),
        ("/strasse/ΟΔΌΣ", "road"),
        ("/both/", "note"),
        ("/old/", "called"),
        ("/titled", "heading"),
        ("/readme/", "root"),
        ("/straße", ""),
        ("/", ""),
        ("//", ""),
    ],
)
def test_the_note_that_an_address_stands_for(read_vault: ReadVault, address: str, names: str) -> None:
    notes: dict[str, str | bytes] = {
        "content/STRASSE/index.md": "[[street]]",
        "content/STRASSE/οδός.md": "[[road]]",
        "docs/both.md": "[[note]]",
        "docs/both/README.md": "[[folder]]",
        "content/called.md": "---\naliases: [/old/]\n---\n[[called]]",
        "content/old/index.md": "[[folder]]",
        "content/heading.md": "# Titled\n[[heading]]",
        "content/index.md": "[[content]]",
        "README.md": "[[root]]",
    }
    others = ("street", "road", "note", "folder", "called", "heading", "content", "root")
    engine = read_vault(notes | {f"{name}.md": "" for name in others})
    assert found(engine, f"linked-from:{address}") == {f"{name}.md" for name in names.split()}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("links-to:plan.pdf", "embed named"),
        ("[[Files/Plan.PDF]]", "embed"),
        ("links-to:Old/plan.pdf", "named"),
        ("links-to:[[gone.pdf]]", "gone"),
        ("-links-to:plan.pdf", "gone Plan"),
        ("links-to:plan", ""),
    ],
)
def test_links_to_attachments_are_found(read_vault: ReadVault, text: str, names: str) -> None:
    notes: dict[str, str | bytes] = {
        "embed.md": "first\n\n![[Files/plan.pdf]]\n",
        "named.md": "see [it](Old/plan.pdf)\n",
        "gone.md": "![[gone.pdf]]\n",
        "Plan.md": "no link\n",
        "Files/plan.pdf": b"%PDF",
        "Old/plan.pdf": b"%PDF",
    }
    engine = read_vault(notes)
    hits = {hit.path: hit for hit in engine.search(parse_query(text)).hits}
    assert set(hits) == {f"{name}.md" for name in names.split()}
    if "embed.md" in hits:
        assert hits["embed.md"].line == 3


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        ("path:projects/*", "Projects/Plan.md"),
        ("path:/projects/*", "Projects/Plan.md"),
        ("path:/projects", "Projects/Plan.md"),
        ('path:"/Projects/Plan.md"', "Projects/Plan.md"),
        ("path:/pl", "Projects/Plan.md Café/Pläne/Zoë.md"),
        ("path:*/pläne/[A-Z]*.MD", "Café/Pläne/Zoë.md"),
        ("path:cafe/*", "Café/Menu.md Café/Pläne/Zoë.md"),
        ("path:café/*.md", "Café/Menu.md"),
        ("-path:CAFE/*", "Projects/Plan.md"),
        ("folder:plane", "Café/Pläne/Zoë.md"),
        ("folder:plane/.", "Café/Pläne/Zoë.md"),
        ("folder:cafe/.", "Café/Menu.md"),
    ],
)
def test_case_and_accents_of_paths_do_not_matter(read_vault: ReadVault, text: str, paths: str) -> None:
    engine = read_vault({"Projects/Plan.md": "x", "Café/Menu.md": "x", "Café/Pläne/Zoë.md": "x"})
    assert found(engine, text) == set(paths.split())


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("[due:>=2025]", "first last number later"),
        ("[due:>2025]", "later"),
        ("[due:<2025]", "before"),
        ("[due:<=2025]", "before first last number"),
        ("[due:2025..2025]", "first last number"),
        ("[due:..2024]", "before"),
        ("[due:2025..9999]", "first last number later"),
        ("[due:<=9999-12-31]", "before first last later"),
    ],
)
def test_years_compare_with_dates_and_with_numbers(read_vault: ReadVault, text: str, names: str) -> None:
    dues = {
        "before": "2024-12-31T23:59:00",
        "first": "2025-01-01",
        "last": "2025-12-31T08:00:00",
        "number": "2025",
        "later": "2026-01-01",
        "other": "soon",
    }
    engine = read_vault({f"{name}.md": f"---\ndue: {due}\n---\n" for name, due in dues.items()})
    assert found(engine, text) == {f"{name}.md" for name in names.split()}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("[due:today]", "today day"),
        ('[due:"today"]', "today"),
        ("[due:this-week]", "monday day sunday"),
        ("[due:this week]", "week monday day sunday"),
        ('[due:"this week"]', "week monday day sunday"),
        ("-[due:this week]", "today next weekday"),
        ("[due:today..next-week]", "day sunday next"),
        ('[due:today.."next week"]', "day sunday next"),
        ("[due:2025-07-14..this-week]", "monday day sunday"),
        ("[due:2d]", "day sunday next"),
        ("[due:in 2 days]", "sunday"),
        ("[due:next 7 days]", "day sunday"),
        ('[due:>"next 2 days"]', "next"),
        ("[due:last monday]", "monday"),
        ("[due:last-monday..next-sunday]", "monday day sunday"),
        ("[due:monday]", "weekday"),
    ],
)
def test_times_that_count_from_today_find_what_lies_in_them_and_what_is_written_so(
    read_vault: ReadVault, text: str, names: str
) -> None:
    dues = {
        "today": "today",
        "week": "This week",
        "weekday": "Monday",
        "monday": "2025-07-14",
        "day": "2025-07-18T10:00:00",
        "sunday": "2025-07-20",
        "next": "2025-07-27",
    }
    engine = read_vault({f"{name}.md": f"---\ndue: {due}\n---\n" for name, due in dues.items()})
    query = parse_query(text, now=datetime(2025, 7, 18, 12))
    assert {hit.path for hit in engine.search(query).hits} == {f"{name}.md" for name in names.split()}


def test_an_empty_list_is_empty(make_vault: MakeVault, open_vault: OpenVault) -> None:
    notes = {"none.md": "", "list.md": " []", "text.md": " ''", "some.md": " [Ann, []]", "one.md": " Ann"}
    engine = open_vault(make_vault({path: f"---\nauthor:{value}\n---\n" for path, value in notes.items()}))
    assert found(engine, "[author:null]") == {"none.md", "list.md", "text.md", "some.md"}
    assert found(engine, "[author]") == set(notes)
    (facet,) = engine.facets(Query()).properties
    assert [(value.value, value.count) for value in facet.values] == [("Ann", 2)]


@pytest.mark.parametrize("name", ["Draft [2]", "[[Draft [2]]]"])
def test_a_note_that_is_not_there_is_told_by_its_whole_name(engine: LocalEngine, name: str) -> None:
    assert engine.search(parse_query(f'linked-from:"{name}"')).warnings == (
        "There is no note “Draft [2]”, so linked-from: finds nothing.",
    )


@pytest.mark.parametrize("text", ["like:[[Nowhere]]", "deadlock like:[[Nowhere]]", "linked-from:[[Nowhere]]"])
def test_a_note_that_is_not_there_is_told(engine: LocalEngine, text: str) -> None:
    operator = "linked-from:" if "linked" in text else "like:"
    warnings = engine.search(parse_query(text)).warnings
    assert warnings == (f"There is no note “Nowhere”, so {operator} finds nothing.",)
    assert not engine.search(parse_query(text.replace("Nowhere", "Concurrency primer"))).warnings


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("deadlock NOT async", "-async"),
        ("NOT tag:rust deadlock", "-tag:rust"),
        ('deadlock NOT "two words"', '-"two words"'),
        ("deadlock NOT (a b)", "-(…)"),
        ("deadlock NOT [status:draft OR done]", "-[status:draft OR done]"),
        ('deadlock NOT title:"two words"', '-title:"two words"'),
        ("deadlock NOT title:(a b)", "-title:(…)"),
        ("(deadlock NOT title:plan)", "-title:plan"),
    ],
)
def test_a_not_as_other_programs_have_it_is_told(engine: LocalEngine, text: str, written: str) -> None:
    (warning,) = engine.search(parse_query(text)).warnings
    assert warning == f"NOT is a word like any other here. To leave out, write {written}"


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("deadlock Status:draft", "[Status:draft]"),
        ("status:<2027", "[status:<2027]"),
        ("-status:draft deadlock", "-[status:draft]"),
        *((text, None) for text in ("stage:draft", "status: draft", "status:", "title:status:draft")),
        *((text, None) for text in ("line:(status:draft)", '"status:draft"', "[status:draft]", "status://draft")),
    ],
)
def test_a_property_that_is_written_like_an_operator_is_told(
    engine: LocalEngine, text: str, written: str | None
) -> None:
    warnings = engine.search(parse_query(text)).warnings
    assert [warning.rpartition(" ")[2] for warning in warnings if "For the property" in warning] == [written] * bool(
        written
    )


@pytest.mark.parametrize(
    ("text", "written"),
    [("content:-async", "-content:async"), ("deadlock LINE:-async", "-LINE:async"), ("title:-(a b)", None)]
    + [(text, None) for text in ("-content:async", "line:(-async)", "content:--async", 'content:"-async"', "tag:-x")],
)
def test_a_sign_behind_an_operator_that_leaves_nothing_out_is_told(
    engine: LocalEngine, text: str, written: str | None
) -> None:
    warnings = engine.search(parse_query(text)).warnings
    assert [warning.rpartition(" ")[2] for warning in warnings if "leave out" in warning] == [written] * bool(written)


@pytest.mark.parametrize(
    "text",
    [
        *("DO NOT DISTURB", "NOT", "not deadlock", '"a NOT b"', "deadlock NOT OR x", "-NOT deadlock"),
        *("title:NOT deadlock", "\\NOT deadlock", "NOT sort:name deadlock"),
    ],
)
def test_a_not_that_is_a_word_is_not_told(engine: LocalEngine, text: str) -> None:
    assert not [warning for warning in engine.search(parse_query(text)).warnings if warning.startswith("NOT")]


@pytest.mark.parametrize(("text", "key"), [("[aliases]", "aliases"), ("[title:x] OR [title:y]", "title")])
def test_a_property_that_is_mostly_left_out_has_a_facet_if_the_query_names_it(
    read_vault: ReadVault, text: str, key: str
) -> None:
    engine = read_vault({"a.md": "---\ntitle: x\naliases: [one, two]\n---\n"})
    assert key not in [facet.key for facet in engine.facets(Query()).properties]
    facet = next(facet for facet in engine.facets(parse_query(text)).properties if facet.key == key)
    assert [value.value for value in facet.values] == (["one", "two"] if key == "aliases" else ["x"])
