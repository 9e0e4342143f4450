"""What stands below very many notes, and words that the model knows, in searches by meaning."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path

import pytest

from tests.conftest import write_notes
from vaulttui.search.local.local_engine import LocalEngine
from vaulttui.search.query import Mode, Query, Result
from vaulttui.search.syntax import parse_query
from vaulttui.settings import Settings

FOOTER = "## This note on GitHub\n\nEdit this note on GitHub, share it there or open it on GitHub in another window.\n"
BODIES = {
    "editor.md": "A note can be edited in the browser: press the full stop in the repository, and an editor opens.",
    "cooking.md": "Recipes for evening meals: boil the pasta, chop the onions and serve all of it hot.",
    "pinner.md": "The pinner keeps a file of the day at the top of the list, so that it is found at once.",
    "cluster.md": "Kubernetes runs containers on many machines and starts them again when they die.",
    **{f"day {number}.md": f"On day {number} the ship went on to the north in fair weather." for number in range(12)},
}
NOTES = {path: f"# Note\n\n{text}\n\n{FOOTER}" for path, text in BODIES.items()} | {
    "empty.md": FOOTER,
    "bare.md": FOOTER,
}


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalEngine]:
    """The vault with the bundled model, indexed once."""
    folder = tmp_path_factory.mktemp("footers")
    write_notes(folder / "vault", NOTES)
    engine = LocalEngine(folder / "vault", Settings(), folder / "index" / "index.duckdb")
    engine.initialize()
    engine.refresh()
    yield engine
    engine.close()


def search(engine: LocalEngine, text: str, mode: Mode, **fields: object) -> Result:
    return engine.search(parse_query(text, defaults=Query(mode=mode, limit=50, **fields)))  # type: ignore[arg-type]


@pytest.mark.parametrize("mode", [Mode.SEMANTIC, Mode.HYBRID, Mode.DEEP])
def test_a_footer_of_all_notes_is_near_to_no_question(engine: LocalEngine, mode: Mode) -> None:
    result = search(engine, "how do I edit a note on github", mode)
    assert result.hits[0].path == "editor.md"
    assert result.hits[0].heading_path == ("Note",)
    assert result.total == len(NOTES)  # they have vectors all the same
    without = [hit for hit in result.hits if hit.path in ("empty.md", "bare.md")]
    assert [hit.parts.semantic for hit in without] == [0, 0]
    assert search(engine, "ship", Mode.SEMANTIC, min_score=0.001).total < len(NOTES)


def test_a_note_that_has_nothing_of_its_own_is_like_no_other(engine: LocalEngine) -> None:
    result = search(engine, "like:[[empty]]", Mode.HYBRID)
    assert result.total == 0
    assert ["no vector of its own" in warning for warning in result.warnings] == [True]
    assert search(engine, "like:[[cooking]]", Mode.HYBRID).total == len(NOTES) - 1


def test_what_a_few_notes_share_makes_them_less_alike_than_what_they_say(tmp_path: Path) -> None:
    told = {
        f"week {number}.md": f"# Week\n\n{text}\n\n{FOOTER}"
        for number, text in enumerate(BODIES.values())
        if number < 4
    }
    write_notes(
        tmp_path / "vault", told | {"pasta.md": "A recipe: cook pasta and onions, and serve the meal hot at night."}
    )
    with closing(LocalEngine(tmp_path / "vault", Settings(), tmp_path / "index.duckdb")) as engine:
        engine.initialize()
        engine.refresh()
        assert search(engine, "like:[[week 1]]", Mode.HYBRID).hits[0].path == "pasta.md"


def by_meaning(engine: LocalEngine, text: str, mode: Mode, paths: Sequence[str]) -> list[float | None]:
    parts = {hit.path: hit.parts.semantic for hit in search(engine, text, mode).hits}
    return [parts[path] for path in paths]


def test_a_word_that_the_model_knows_keeps_its_meaning_though_no_note_has_it(engine: LocalEngine) -> None:
    wanted = ("cooking.md", "pinner.md", "cluster.md")
    text = "dinner for tonight"
    assert search(engine, text, Mode.HYBRID).hits[0].path == "cooking.md"
    meant = by_meaning(engine, text, Mode.SEMANTIC, wanted)
    assert by_meaning(engine, text, Mode.HYBRID, wanted) == pytest.approx(meant, abs=1e-5)
    assert by_meaning(engine, text, Mode.DEEP, wanted) == pytest.approx(meant, abs=1e-5)
    meant = by_meaning(engine, "kubernetes", Mode.SEMANTIC, wanted)
    assert by_meaning(engine, "kubernates", Mode.HYBRID, wanted) == pytest.approx(meant, abs=1e-5)


@pytest.mark.parametrize("text", ["the capital of France", "growing tomatoes", "weather in the north", "files"])
def test_deep_scores_let_through_what_hybrid_ones_do(engine: LocalEngine, text: str) -> None:
    hybrid, deep = (
        sorted((hit.score for hit in search(engine, text, mode).hits), reverse=True)
        for mode in (Mode.HYBRID, Mode.DEEP)
    )
    found = [score for score in hybrid if score > 0]
    assert deep[: len(found)] == pytest.approx(found, abs=0.02)
    for group in ("note", "chunk"):
        good = [search(engine, text, mode, min_score=0.3, group_by=group).total for mode in (Mode.HYBRID, Mode.DEEP)]
        assert abs(good[0] - good[1]) <= 2


def test_words_of_a_question_are_shown_where_they_stand_in_what_meaning_finds(engine: LocalEngine) -> None:
    hit = search(engine, "pasta and vegetables", Mode.SEMANTIC).hits[0]
    assert hit.path == "cooking.md"
    assert [hit.snippet.text[match.start : match.end] for match in hit.snippet.matches] == ["pasta"]


def test_a_note_that_repeats_itself_says_what_it_says(tmp_path: Path) -> None:
    times = "Lift the weights slowly, breathe out on the way up, rest for two minutes and do it all again."
    sections = "\n\n".join(f"## Strength\n\n{times * 9}" for _ in range(13))
    others = {
        f"{number}.md": f"Container {number} runs on a machine of the cluster in rack {number}." for number in range(5)
    }
    write_notes(tmp_path / "vault", {"training.md": sections, **others})
    with closing(LocalEngine(tmp_path / "vault", Settings(), tmp_path / "index" / "index.duckdb")) as engine:
        engine.initialize()
        engine.refresh()
        assert search(engine, "fitness exercise", Mode.SEMANTIC).hits[0].path == "training.md"
        assert search(engine, "like:[[training]]", Mode.HYBRID).total == 5


def test_a_note_without_a_vector_is_ranked_by_its_words(tmp_path: Path) -> None:
    """It may be too short, say nothing of its own, or be still to be embedded."""
    text = "The harbour keeps boats dry in winter, and the crane lifts them out in the last week of autumn."
    others = {f"{number}.md": f"# Boats {number}\n\n{text} Berth {number} is free." for number in range(8)}
    write_notes(tmp_path / "vault", {"Winter storage.md": "---\ntopic: storage of boats in winter\n---\n", **others})
    with closing(LocalEngine(tmp_path / "vault", Settings(), tmp_path / "index" / "index.duckdb")) as engine:
        engine.initialize()
        engine.refresh()
        for mode in (Mode.KEYWORD, Mode.HYBRID, Mode.DEEP):
            assert search(engine, "topic of winter storage", mode).hits[0].path == "Winter storage.md"
            chunks = search(engine, "topic of winter storage", mode, group_by="chunk").hits
            assert "Winter storage.md" in [hit.path for hit in chunks[:2]]


STORAGE = (
    "A claim asks the cluster for disk space; once a volume of that size is free it is bound to the pod, and the data "
    "survives a restart of the container."
)
COLOURS = (
    "## Colours\n\nThe web console is drawn in the colours of the theme that was chosen: blue on white by day, white "
    "on black by night. Who sees colours badly takes the third one, whose lines are thicker and whose letters are "
    "larger, and in which nothing is told by red or green alone."
)
VERSIONS = range(12)


def versions(tmp_path: Path, page: Callable[[int], str]) -> LocalEngine:
    """A documentation with one page of storage for each of its versions, and notes of cooking."""
    recipes = {
        f"recipe {number}.md": f"Keep the dough in a container in the fridge for {number + 1} days so that it tastes."
        for number in range(6)
    }
    write_notes(tmp_path / "vault", {f"v1.{number}/storage.md": page(number) for number in VERSIONS} | recipes)
    engine = LocalEngine(tmp_path / "vault", Settings(), tmp_path / "index" / "index.duckdb")
    engine.initialize()
    engine.refresh()
    return engine


PAGES: dict[str, Callable[[int], str]] = {
    "the same": lambda number: f"# Storage\n\n{STORAGE}\n",
    "all but a version": lambda number: (
        f"# Storage\n\n{STORAGE}\n\n{COLOURS}\n\n"
        f"## Binaries\n\nFetch them at example.org as the archive 1.{number} there.\n"
    ),
    "changed twice": lambda number: (
        f"# Storage\n\n{STORAGE}\n\n## Limits\n\n"
        f"As many as {number // 4 + 2} claims can wait for a volume at the same time; all of the others are refused.\n"
    ),
}


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
def test_a_page_that_is_in_all_versions_of_a_documentation_is_found_by_meaning(
    tmp_path: Path, page: Callable[[int], str]
) -> None:
    with closing(versions(tmp_path, page)) as engine:
        found = search(engine, "how do I keep my files when a machine is recreated", Mode.SEMANTIC)
        assert [hit.path.rpartition("/")[2] for hit in found.hits[: len(VERSIONS)]] == ["storage.md"] * len(VERSIONS)
        assert STORAGE[:20] in found.hits[0].content
        like = search(engine, "like:[[v1.0/storage]]", Mode.HYBRID)
        assert like.total == len(VERSIONS) - 1 + 6
        assert like.hits[0].path.endswith("/storage.md")


def test_a_footer_of_pages_that_are_in_all_versions_is_a_footer(tmp_path: Path) -> None:
    pages = {
        f"v{version}/{path}": text
        for path, text in NOTES.items()
        for version in range(2)
        if path not in ("empty.md", "bare.md")
    }
    write_notes(tmp_path / "vault", pages)
    with closing(LocalEngine(tmp_path / "vault", Settings(), tmp_path / "index" / "index.duckdb")) as engine:
        engine.initialize()
        engine.refresh()
        result = search(engine, "how do I edit a note on github", Mode.SEMANTIC)
        assert [hit.path for hit in result.hits[:2]] == ["v0/editor.md", "v1/editor.md"]
        assert FOOTER.split("\n")[0] not in result.hits[0].content
