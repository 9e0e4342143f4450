"""``search``, sentence by sentence."""

from __future__ import annotations

import inspect
import os
import re
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any, Literal

import pytest

from tests.conftest import WORDS_ONLY, MakeVault, OpenVault, ReadVault, Travel, indexed_vault, write_notes
from vaulttui.errors import QuerySyntaxError, SettingsError, UsageError, VaultTuiError
from vaulttui.search.local.local_engine import LocalEngine
from vaulttui.settings import AgentSettings
from vaulttui.tools import search
from vaulttui.tools.scopes import exclusions
from vaulttui.tools.search_request import plan_search

NOW = datetime(2025, 7, 21, 12)


def paths(results: list[dict[str, Any]]) -> list[str]:
    return [result["path"] for result in results]


def all_chunks(engine: LocalEngine, **arguments: Any) -> list[tuple[str, str]]:
    found = search(engine, queries=["*"], now=NOW, **arguments)
    return [(result["path"], result["lines"]) for result in found]


# Its form


def test_names_and_defaults_are_the_contract() -> None:
    parameters = inspect.signature(search).parameters
    assert {
        name: parameter.default
        for name, parameter in parameters.items()
        if parameter.kind is parameter.POSITIONAL_OR_KEYWORD and name != "engine"
    } == {
        "query": None,
        "queries": None,
        "mode": "hybrid",
        "path": None,
        "tag": None,
        "scopes": None,
        "limit": None,
        "min_score": None,
        "date_from": None,
        "date_to": None,
        "explain": False,
        "format": None,
    }


def test_a_query_gives_the_best_section_of_each_note(engine: LocalEngine) -> None:
    results = search(engine, "troisième trimestre", mode="fulltext", limit=1)
    assert len(results) == 1
    assert list(results[0]) == ["path", "title", "section", "score", "snippet"]
    assert results[0] | {"score": 0} == {
        "path": "Projets/TVA.md",
        "title": "TVA Q3",
        "section": "TVA Q3 > Décision",
        "score": 0,
        "snippet": "On paie la TVA au réel dès le troisième trimestre.",
    }
    assert 0.3 <= results[0]["score"] <= 1


def test_queries_give_chunks_with_the_lines_around_them(engine: LocalEngine, french_vault: Path) -> None:
    results = search(engine, queries=["factures"], mode="fast", context_lines=2)
    assert results == [
        {
            "path": "Projets/TVA.md",
            "score": results[0]["score"],
            "lines": "11-14",
            "chunk_with_context": (
                " 9  | created: 2025-07-14\n"
                "10  | ---\n"
                "11  | # TVA Q3\n"
                "12  | \n"
                "13  | La déclaration de TVA Q3 attend les factures de Zoé.\n"
                "14  | \n"
                "15  | ## Décision\n"
                "16  | "
            ),
        }
    ]
    file = (french_vault / "Projets/TVA.md").read_text().split("\n")
    for line in results[0]["chunk_with_context"].split("\n"):
        number, text = re.fullmatch(r" *(\d+)  \| (.*)", line).groups()  # type: ignore[union-attr]
        assert file[int(number) - 1] == text


@pytest.mark.parametrize(
    ("context_lines", "first", "last"),
    [(0, "11  | # TVA Q3", "14  | "), (500, " 1  | ---", "17  | On paie la TVA au réel dès le troisième trimestre.")],
)
def test_context_is_clipped_at_the_files_ends(engine: LocalEngine, context_lines: int, first: str, last: str) -> None:
    lines = search(engine, queries=["factures"], mode="fast", context_lines=context_lines)[0]["chunk_with_context"]
    assert (lines.split("\n")[0], lines.split("\n")[-1]) == (first, last)


def test_of_a_long_line_that_was_cut_a_chunk_shows_its_part(make_vault: MakeVault, open_vault: OpenVault) -> None:
    filling = " ".join(f"Phrase {number} ne dit rien." for number in range(80))
    line = f"Le castor commence. {filling} Le blaireau est dedans. {filling} Le renard finit."
    engine = open_vault(make_vault({"a.md": f"avant\n\n{line}\n\naprès\n"}))
    found = search(engine, queries=["blaireau"], mode="fast", context_lines=2)
    assert [hit["lines"] for hit in found] == ["3-3"]
    before, empty, part, *behind = found[0]["chunk_with_context"].split("\n")
    assert (before, empty, behind) == ("1  | avant", "2  | ", ["4  | ", "5  | après"])
    own = re.fullmatch(r"3  \| …(Phrase .*\.)…", part)
    assert own is not None
    assert own[1] in line
    assert "Le blaireau est dedans." in own[1]
    first = search(engine, queries=["castor"], mode="fast", context_lines=0)[0]
    assert first["chunk_with_context"].split("\n")[-1].startswith("3  | Le castor commence. ")


def test_a_chunk_of_a_file_that_changed_since_stands_alone(make_vault: MakeVault, open_vault: OpenVault) -> None:
    root = make_vault({"a.md": "un\n\ndeux mots\n"})
    engine = open_vault(root)
    (root / "a.md").write_text("tout\nautre\nchose\n")
    assert search(engine, queries=["deux"], mode="fast")[0]["chunk_with_context"] == "1  | un\n2  | \n3  | deux mots"
    (root / "a.md").unlink()
    assert search(engine, queries=["deux"], mode="fast")[0]["chunk_with_context"] == "1  | un\n2  | \n3  | deux mots"


@pytest.mark.parametrize("around", [0, 2])
@pytest.mark.parametrize(
    ("text", "lines", "shown"),
    [
        ("", "1-1", ["1  | ", "1  | "]),
        ("\n", "1-1", ["1  | ", "1  | "]),
        ("\n\n \n", "1-3", ["1  | \n2  | \n3  |  "] * 2),
        ("---\nkey: x\n---\n", "3-3", ["3  | ---", "1  | ---\n2  | key: x\n3  | ---"]),
        ("---\nkey: x\n---\n\n", "4-4", ["4  | ", "2  | key: x\n3  | ---\n4  | "]),
    ],
)
def test_a_note_without_a_body_is_found_by_its_name_and_properties(
    read_vault: ReadVault, text: str, lines: str, shown: list[str], around: int
) -> None:
    engine = read_vault({"leer.md": text, "voll.md": "voll"})
    for query in ("leer", "*"):
        found = search(engine, queries=[query], mode="fast", context_lines=around)
        (note,) = (chunk for chunk in found if chunk["path"] == "leer.md")
        assert (note["lines"], note["chunk_with_context"]) == (lines, shown[around // 2])


def test_a_note_without_a_body_is_one_chunk_whichever_of_its_properties_match(
    make_vault: MakeVault, open_vault: OpenVault
) -> None:
    engine = open_vault(make_vault({"Inari.md": "---\nkind:\n- Parks\n- Shrines\nplace: Kyoto\n---\n"}))
    (found,) = search(engine, queries=["shrines"], mode="fast", context_lines=1)
    assert (found["lines"], found["chunk_with_context"]) == ("4-4", "3  | - Parks\n4  | - Shrines\n5  | place: Kyoto")
    assert len(search(engine, queries=["shrines", "kyoto"], mode="fast")) == 1
    (note,) = search(engine, "kyoto", mode="fast", min_score=0)
    assert note["snippet"] == "place: Kyoto"


def test_either_form_can_be_had_of_either(engine: LocalEngine) -> None:
    assert "chunk_with_context" in search(engine, "factures", mode="fast", format="chunks")[0]
    assert set(paths(search(engine, queries=["factures", "coque"], mode="fast", format="notes"))) == {
        "Projets/TVA.md",
        "Projets/Bateau.md",
    }


# Queries


def test_several_queries_are_merged_with_the_best_score_of_each_chunk(engine: LocalEngine) -> None:
    words = ["TVA", "factures"]
    alone = [search(engine, queries=[word], mode="fast") for word in words]
    best: dict[tuple[str, str], float] = {}
    for result in (result for results in alone for result in results):
        place = (result["path"], result["lines"])
        best[place] = max(best.get(place, 0), result["score"])
    together = search(engine, queries=words, mode="fast")
    assert {(result["path"], result["lines"]): result["score"] for result in together} == best
    assert len(together) == len(best)
    scores = [result["score"] for result in together]
    assert scores == sorted(scores, reverse=True)


def test_queries_have_no_limit_unless_given(make_vault: MakeVault, open_vault: OpenVault) -> None:
    engine = open_vault(make_vault({f"{number:02}.md": "le mot juste" for number in range(40)}))
    assert len(search(engine, queries=["mot"], mode="fast")) == 40
    assert len(search(engine, queries=["mot", "juste"], mode="fast", limit=3)) == 3
    assert len(search(engine, "mot", mode="fast", min_score=0)) == 10


@pytest.mark.parametrize(("limit", "shown"), [(None, 3), (2, 2), (5, 3)])
def test_of_a_limit_in_the_query_and_one_beside_it_the_smaller_counts(
    read_vault: ReadVault, limit: int | None, shown: int
) -> None:
    engine = read_vault({f"{number:02}.md": "le mot juste" for number in range(40)})
    assert len(search(engine, "mot limit:3", mode="fast", limit=limit, min_score=0)) == shown
    assert len(search(engine, queries=["mot limit:3", "juste limit:3"], mode="fast", limit=limit)) == shown
    assert len(search(engine, "mot limit:30", mode="fast", min_score=0)) == 30


def test_a_mode_of_the_query_wins_over_the_argument_which_is_told(engine: LocalEngine) -> None:
    found = search(engine, "factures mode:keyword", mode="vector")
    assert found == search(engine, "factures", mode="fulltext")
    planned = plan_search(engine, queries=["factures mode:keyword", "TVA mode:keyword"], mode="vector")
    assert planned.remarks == ("mode:keyword in the query counts, not the mode semantic.",)


MERGED = {
    "long.md": " ".join(["Le phare veille sur la mer."] * 400),  # one line, of which pieces are alike
    **{f"{letter}/{number}.md": f"#quai\n\n{'mot ' * number}" for letter in "bac" for number in range(5)},
    **{f"Z{number}.md": f"le phare {'et le mot ' * number}" for number in range(4)},
    "leer.md": "---\nlieu: phare\n---\n",
}


@pytest.fixture(scope="module")
def merged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalEngine]:
    folder = tmp_path_factory.mktemp("merged")
    write_notes(folder / "vault", MERGED)
    for place, name in enumerate(MERGED):
        os.utime(folder / "vault" / name, (1_700_000_000 + place * 86_400,) * 2)
    with indexed_vault(folder, {}) as engine:
        yield engine


@pytest.mark.parametrize("form", ["notes", "chunks"])
@pytest.mark.parametrize(
    "queries",
    [
        ["*", "phare"],
        ["tag:quai", "phare"],
        ["phare", "mot", "lieu"],
        ['"phare" sort:created', "tag:quai sort:name:desc", "zzz"],
        ["tag:quai limit:2", "mot limit:4", "phare"],
    ],
)
def test_a_limit_shows_the_first_of_what_several_queries_find_without_it(
    merged: LocalEngine, queries: list[str], form: Literal["notes", "chunks"]
) -> None:
    asked: dict[str, Any] = {"queries": queries, "mode": "fast", "format": form}
    whole = search(merged, **asked)
    scores = [result["score"] for result in whole]
    assert scores == sorted(scores, reverse=True)
    for limit in range(1, len(whole) + 1):
        assert search(merged, **asked, limit=limit) == whole[:limit]


def test_chunks_that_say_the_same_are_each_found_by_several_queries(merged: LocalEngine) -> None:
    chunks = merged.status().chunks
    assert chunks > len(MERGED) + 1
    assert len(search(merged, queries=["*", "phare"])) == chunks
    assert len(search(merged, queries=["*", "phare"], limit=chunks)) == chunks


def test_a_star_matches_all(engine: LocalEngine) -> None:
    chunks = all_chunks(engine)
    assert len(chunks) == len(set(chunks)) == engine.status().chunks
    assert {result["score"] for result in search(engine, queries=["*"])} == {1.0}


def test_quoted_phrases_are_exact_and_may_be_all_there_is(engine: LocalEngine) -> None:
    assert paths(search(engine, '"rapport de TVA"', mode="fulltext", min_score=0)) == ["changelog.md"]
    assert search(engine, '"TVA de rapport"', mode="fulltext", min_score=0) == []


def test_scores_below_the_least_are_left_out(engine: LocalEngine) -> None:
    everything = search(engine, "TVA", mode="fulltext", min_score=0)
    assert len(everything) == 5
    for result in everything:
        kept = search(engine, "TVA", mode="fulltext", min_score=result["score"])
        assert result in kept
        assert min(one["score"] for one in kept) == result["score"]
    assert paths(search(engine, "TVA", mode="fulltext")) == [
        result["path"] for result in everything if result["score"] >= 0.3
    ]


@pytest.mark.parametrize("mode", ["fast", "keyword", "fulltext", "FullText"])
def test_names_of_the_search_by_words(engine: LocalEngine, mode: str) -> None:
    assert search(engine, "factures", mode=mode) == search(engine, "factures", mode="fulltext")


@pytest.mark.parametrize("mode", ["hybrid", "deep"])
def test_without_a_model_the_rest_is_found_by_words(engine: LocalEngine, mode: str) -> None:
    assert paths(search(engine, "factures", mode=mode)) == ["Projets/TVA.md"]


@pytest.mark.parametrize("mode", ["vector", "semantic"])
def test_by_meaning_alone_needs_a_model(engine: LocalEngine, mode: str) -> None:
    with pytest.raises(VaultTuiError, match="switched off"):
        search(engine, "factures", mode=mode)


def test_markers_in_brackets_are_found(engine: LocalEngine) -> None:
    assert paths(search(engine, "[décision]", min_score=0)) == ["Projets/Bateau.md"]
    assert paths(search(engine, queries=["[décision]"], mode="fast")) == ["Projets/Bateau.md"]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("[?]", ["a.md"]),
        ("[?] vent", ["a.md"]),
        ("[-]vent", ["b.md"]),
        ("-[?] vent", ["b.md"]),
        ("-[?]vent", ["b.md"]),
        ("([?] OR [-]) vent", ["a.md", "b.md"]),
        ("[!] vent", []),
        ("[c\\] vent", ["b.md"]),
    ],
)
def test_markers_of_signs_alone_are_found(read_vault: ReadVault, query: str, expected: list[str]) -> None:
    engine = read_vault({"a.md": "- [?] le vent", "b.md": "- [-] le vent [c\\]"})
    assert sorted(paths(search(engine, query, mode="fulltext", min_score=0))) == expected


def test_a_property_is_found_by_its_words(engine: LocalEngine) -> None:
    assert paths(search(engine, "status: bloqué", mode="fulltext"))[0] == "Projets/TVA.md"


# Restrictions


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({"path": "Projets"}, {"Projets/TVA.md", "Projets/Archive/Vieux.md"}),
        ({"path": "inbox/"}, {"inbox/idée.md"}),
        ({"tag": "finance"}, {"Projets/TVA.md"}),
        ({"tag": "#impôts"}, {"Projets/TVA.md"}),
        ({"tag": "impôts/tva"}, {"Projets/TVA.md"}),
        ({"tag": "tva"}, set()),
        ({"path": "Projets", "tag": "voile"}, set()),
        ({"scopes": ["Projets/*", "inbox/*"], "path": "Projets"}, {"Projets/TVA.md", "Projets/Archive/Vieux.md"}),
        (
            {"exclude": exclusions(AgentSettings(exclude_preset=True))},
            {"Projets/TVA.md", "Projets/Archive/Vieux.md", "changelog.md"},
        ),
        (
            {"exclude": exclusions(AgentSettings(exclude=("Projets/**",)))},
            {"changelog.md", "inbox/idée.md", "overview.md"},
        ),
        (
            {"exclude": exclusions(AgentSettings())},
            {"Projets/TVA.md", "Projets/Archive/Vieux.md", "changelog.md", "inbox/idée.md", "overview.md"},
        ),
    ],
)
def test_folder_tag_and_exclusions(engine: LocalEngine, arguments: dict[str, Any], expected: set[str]) -> None:
    assert set(paths(search(engine, "TVA", mode="fast", min_score=0, **arguments))) == expected


SCOPED = {
    "projects/x/state.md": "# État\n\nmot",
    "projects/x/sub/deep.md": "mot",
    "projects/y/state.md": "mot",
    "projects/y/sub/state.md": "mot",
    "notes/a [1].md": "mot",
    "notes/C#.md": "mot",
    "vault/inner.md": "mot",
    "top.md": "mot",
    "changelog.md": (
        "# Journal\n\n## 2025-07-01\n\npremier mot de juillet, assez long pour tenir debout tout seul.\n\n"
        "## Notes du 2025-07-14\n\ndeuxième mot de juillet, assez long pour tenir debout tout seul dans son coin.\n\n"
        "### Détails\n\nmot en dessous, assez long aussi pour tenir debout tout seul dans son coin, sans voisin.\n\n"
        "## 2025-08-01\n\nmot du mois d'août, assez long pour tenir debout tout seul dans son coin de page.\n"
    ),
}


@pytest.fixture(scope="module")
def scoped(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalEngine]:
    root = tmp_path_factory.mktemp("scoped") / "coffre"
    write_notes(root, SCOPED)
    engine = LocalEngine(root, WORDS_ONLY, tmp_path_factory.mktemp("index") / "index.duckdb")
    engine.initialize()
    engine.refresh()
    yield engine
    engine.close()


@pytest.mark.parametrize(
    ("scopes", "expected"),
    [
        (["projects/x/*"], {"projects/x/state.md", "projects/x/sub/deep.md"}),
        (["vault/projects/x/*"], {"projects/x/state.md", "projects/x/sub/deep.md"}),
        (["projects/*/state.md"], {"projects/x/state.md", "projects/y/state.md"}),
        (["projects/**/state.md"], {"projects/x/state.md", "projects/y/state.md", "projects/y/sub/state.md"}),
        (["**/deep.md"], {"projects/x/sub/deep.md"}),
        (["projects/x/state.md"], {"projects/x/state.md"}),
        (["/projects/x/state.md"], {"projects/x/state.md"}),
        (["projects/x/state"], {"projects/x/state.md"}),
        (["projects/x"], {"projects/x/state.md", "projects/x/sub/deep.md"}),
        (["*.md"], {"top.md", "changelog.md"}),
        (["*"], set(SCOPED)),
        (["projects/[x]/"], {"projects/x/state.md", "projects/x/sub/deep.md"}),
        (["projects/?/state.md"], {"projects/x/state.md", "projects/y/state.md"}),
        (["projects/[xz]/state.md"], {"projects/x/state.md"}),
        (["projects/x/state.md", "top.md"], {"projects/x/state.md", "top.md"}),
        (["nowhere/*", "top.md"], {"top.md"}),
        (["nowhere/*"], set()),
        ([""], set()),
        ([], set(SCOPED)),
        ("top.md", {"top.md"}),
        (["notes/a [1].md"], {"notes/a [1].md"}),
        (["notes/C#.md"], {"notes/C#.md"}),
        (["vault/inner.md"], {"vault/inner.md"}),
        (["vault/*"], set(SCOPED)),
        (["vault/"], set(SCOPED)),
        (["."], set(SCOPED)),
        (["/"], set(SCOPED)),
        (["../*"], set()),
        (["projects/x/state.md#état"], {"projects/x/state.md"}),
        (["projects/x/state.md#nulle part"], set()),
        (["projects/x/state.md:1"], {"projects/x/state.md"}),
        (["/vault/projects/*/state.md:1-2", "top.md:500"], {"projects/x/state.md", "projects/y/state.md"}),
        (["notes/a [1].md:1-"], {"notes/a [1].md"}),
        (["*.md:17-18"], {"changelog.md"}),
        (["top.md:2-1", "top:1", "projects:1"], set()),
    ],
)
def test_scopes(scoped: LocalEngine, scopes: Any, expected: set[str]) -> None:
    assert {path for path, _ in all_chunks(scoped, scopes=scopes)} == expected


SHARP = {
    "C#/b.md": "mot",
    "C#/sub/c.md": "mot",
    "dev/C#/d.md": "mot",
    "dev/C.md": "# Notes sur [x\n\nmot",
    "#tags/e.md": "mot",
    "f.md": "mot",
}


@pytest.mark.parametrize(
    ("scope", "expected"),
    [
        ("C#/*", {"C#/b.md", "C#/sub/c.md"}),
        ("C#/**", {"C#/b.md", "C#/sub/c.md"}),
        ("C#/?.md", {"C#/b.md"}),
        ("dev/C#/*", {"dev/C#/d.md"}),
        ("**/C#/*", {"C#/b.md", "C#/sub/c.md", "dev/C#/d.md"}),
        ("vault/C#/*.md", {"C#/b.md"}),
        ("#tags/*", {"#tags/e.md"}),
        ("[C#]*/[bc].md", {"C#/b.md"}),
        ("dev/C#notes", {"dev/C.md"}),
        ("dev/*#notes", {"dev/C.md"}),
        ("dev/C#notes sur [x", {"dev/C.md"}),
    ],
)
def test_a_folder_may_have_the_sign_of_headings_in_its_name(
    read_vault: ReadVault, scope: str, expected: set[str]
) -> None:
    engine = read_vault(SHARP)
    assert {path for path, _ in all_chunks(engine, scopes=[scope])} == expected
    if not scope.startswith("vault/"):
        assert {path for path, _ in all_chunks(engine, exclude=(scope,))} == set(SHARP) - expected


@pytest.mark.parametrize(
    ("excluded", "gone"),
    [
        ("projects/x", {"projects/x/state.md", "projects/x/sub/deep.md"}),
        ("projects/x/", {"projects/x/state.md", "projects/x/sub/deep.md"}),
        ("./top.md", {"top.md"}),
        ("/top.md", {"top.md"}),
        ("notes/a [1].md", {"notes/a [1].md"}),
        ("vault/*", {"vault/inner.md"}),
        ("**/state.md", {"projects/x/state.md", "projects/y/state.md", "projects/y/sub/state.md"}),
        # What the same globs exclude from a vault:
        ("*ate.md", {"projects/x/state.md", "projects/y/state.md", "projects/y/sub/state.md"}),
        ("*/sub", set()),
        ("*/*/sub", {"projects/x/sub/deep.md", "projects/y/sub/state.md"}),
        ("**/sub", {"projects/x/sub/deep.md", "projects/y/sub/state.md"}),
        ("pro?ects", {path for path in SCOPED if path.startswith("projects/")}),
    ],
)
def test_what_is_kept_from_agents_is_written_like_a_scope(scoped: LocalEngine, excluded: str, gone: set[str]) -> None:
    assert {path for path, _ in all_chunks(scoped, exclude=(excluded,))} == set(SCOPED) - gone


def test_a_malformed_glob_of_the_settings_is_named(scoped: LocalEngine) -> None:
    with pytest.raises(SettingsError, match=r"agents\.exclude in the settings: Invalid scope '\[x'"):
        search(scoped, "mot", exclude=("[x",))


@pytest.mark.parametrize("scope", ["lien/*", "lien/", "lien/**/b.md", "vault/lien/*", "lien", "lien/*/b.md#B"])
def test_a_scope_goes_through_symbolic_links(make_vault: MakeVault, open_vault: OpenVault, scope: str) -> None:
    root = make_vault({"vrai [1]/sous/b.md": "# B", "a.md": ""})
    (root / "lien").symlink_to("vrai [1]")
    assert paths(search(open_vault(root), "*", scopes=[scope])) == ["vrai [1]/sous/b.md"]


@pytest.mark.parametrize("scope", [" lead.md", " lead.md ", "trail /x.md", "trail /", " trail /*"])
def test_a_scope_keeps_the_blanks_of_names(read_vault: ReadVault, scope: str) -> None:
    engine = read_vault({" lead.md": "a", "trail /x.md": "a", "lead.md": "a"})
    expected = "trail /x.md" if "trail" in scope else "lead.md" if scope.endswith(" ") else " lead.md"
    assert [path for path, _ in all_chunks(engine, scopes=[scope])] == [expected]


@pytest.mark.parametrize("suffix", ["", ":1", ":1-2", "#titre"])
@pytest.mark.parametrize("name", [' ".md', "\t[a.md", " only.md", "notes/ [b.md"])
def test_a_scope_keeps_the_blanks_of_names_before_lines_and_headings(
    read_vault: ReadVault, name: str, suffix: str
) -> None:
    names = ('".md', ' ".md', "\t[a.md", " only.md", "notes/ [b.md")
    engine = read_vault(dict.fromkeys(names, "# Titre\n\nmot"))
    assert [path for path, _ in all_chunks(engine, scopes=[name + suffix])] == [name]
    assert [path for path, _ in all_chunks(engine, scopes=[f"vault/{name}{suffix}"])] == [name]


@pytest.mark.parametrize(
    ("scope", "expected"),
    [
        ("changelog.md#2025-07", ["1-6", "7-10", "11-14"]),
        ("vault/changelog.md#2025-07", ["1-6", "7-10", "11-14"]),
        ("changelog.md#2025-07-01", ["1-6"]),
        ("changelog.md#notes DU", ["7-10", "11-14"]),
        ("changelog.md#détails", ["11-14"]),
        ("changelog.md#2025-07#Détails", ["11-14"]),
        ("changelog.md#Journal > Notes du 2025-07-14 > Détails", ["11-14"]),
        ("*.md#2025-08", ["15-17"]),
        ("changelog#2025-08", ["15-17"]),
        ("changelog.md#2026", []),
    ],
)
def test_heading_scopes_give_only_what_is_below_such_headings(
    scoped: LocalEngine, scope: str, expected: list[str]
) -> None:
    assert [lines for _, lines in all_chunks(scoped, scopes=[scope])] == expected


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ("1", ["1-6"]),
        ("7-10", ["7-10"]),
        ("6-7", ["1-6", "7-10"]),
        ("11-", ["11-14", "15-17"]),
        ("17-400", ["15-17"]),
        ("18-", []),
        ("0", []),
        ("8-5", []),
    ],
)
def test_scopes_of_lines_give_what_has_any_of_them(scoped: LocalEngine, lines: str, expected: list[str]) -> None:
    found = search(scoped, queries=["*"], scopes=[f"changelog.md:{lines}"])
    assert [result["lines"] for result in found] == expected


@pytest.mark.parametrize(("word", "expected"), [("juillet", []), ("août", ["15-17"])])
def test_what_a_query_asks_for_has_to_stand_on_the_lines_in_scope(
    scoped: LocalEngine, word: str, expected: list[str]
) -> None:
    found = search(scoped, queries=[f'"{word}"'], mode="fast", scopes=["changelog.md:15-"])
    assert [result["lines"] for result in found] == expected


def test_a_folder_that_is_named_like_lines_of_a_note_is_one(make_vault: MakeVault, open_vault: OpenVault) -> None:
    engine = open_vault(make_vault({"a.md": "mot", "a.md:1/b.md": "mot"}))
    assert {path for path, _ in all_chunks(engine, scopes=["a.md:1"])} == {"a.md:1/b.md"}
    assert {path for path, _ in all_chunks(engine, scopes=["a.md:1-1"])} == {"a.md"}


@pytest.mark.parametrize("scope", ["notes/[draft.md", "vault/notes/[draft.md", "/notes/[draft.md"])
def test_a_note_that_is_named_like_half_a_glob_is_found_by_its_path(read_vault: ReadVault, scope: str) -> None:
    engine = read_vault({"notes/[draft.md": "mot", "b.md": "mot"})
    assert {path for path, _ in all_chunks(engine, scopes=[scope])} == {"notes/[draft.md"}


@pytest.mark.parametrize("scope", ["projects/[x", "projects/[z-a]/*", "vault/[", "[x.md#heading"])
def test_a_malformed_glob_is_named(scoped: LocalEngine, scope: str) -> None:
    with pytest.raises(UsageError, match=re.escape(repr(scope))):
        search(scoped, "mot", scopes=["top.md", scope])


# Dates


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({"date_from": "2025-07-14", "date_to": "2025-07-14"}, {("changelog.md", "9-12")}),
        ({"date_from": "2025-08-01"}, {("changelog.md", "13-15")}),
        ({"date_to": "2025-07-13"}, {("changelog.md", "5-8")}),
        ({"date_from": "2025-07"}, {("changelog.md", "5-8"), ("changelog.md", "9-12"), ("changelog.md", "13-15"),
                                    ("Projets/TVA.md", "11-14"), ("Projets/TVA.md", "15-17")}),
        ({"date_to": "2025-07"}, {("changelog.md", "5-8"), ("changelog.md", "9-12"),
                                  ("Projets/TVA.md", "11-14"), ("Projets/TVA.md", "15-17")}),
        ({"date_from": "7 days ago", "date_to": "today"},
         {("changelog.md", "9-12"), ("Projets/TVA.md", "11-14"), ("Projets/TVA.md", "15-17")}),
        ({"date_from": "yesterday", "date_to": "yesterday"},
         {("Projets/TVA.md", "11-14"), ("Projets/TVA.md", "15-17")}),
        ({"date_from": "2025-07-20T08:00:00", "date_to": "2025-07-20T09:00:00Z"},
         {("Projets/TVA.md", "11-14"), ("Projets/TVA.md", "15-17")}),
        ({"date_to": "2020"}, set()),
    ],
)  # fmt: skip
def test_dates_of_headings_count_and_else_the_property_updated(
    engine: LocalEngine, arguments: dict[str, Any], expected: set[tuple[str, str]]
) -> None:
    assert set(all_chunks(engine, **arguments)) == expected


def test_today_is_that_of_the_present_time_zone(engine: LocalEngine, travel: Travel) -> None:
    travel("EAST-14")
    east = plan_search(engine, query="*", date_from="today").queries
    travel("WEST12")  # 26 hours behind: never the same day
    assert plan_search(engine, query="*", date_from="today").queries != east


# Explaining


def test_explaining_says_what_really_happened(engine: LocalEngine) -> None:
    first, second = search(engine, "factures coque", mode="fulltext", explain=True, min_score=0)
    assert first["relevance_reason"].count(".") <= 3
    reasons = {result["path"]: result["relevance_reason"] for result in (first, second)}
    assert "“factures”" in reasons["Projets/TVA.md"]
    assert "“coque”" not in reasons["Projets/TVA.md"]
    assert reasons["Projets/TVA.md"].startswith(f"Rank {1 if first['path'] == 'Projets/TVA.md' else 2}: ")
    assert "“coque”" in reasons["Projets/Bateau.md"]
    assert "relevance_reason" not in search(engine, "factures", mode="fulltext")[0]


@pytest.mark.parametrize(
    ("query", "where"),
    [
        ("kyoto", "its properties"),
        ("osaka", "its properties"),
        ('"osaka"', "its properties"),
        ("/Osa/", "its properties"),
        ("nara", "the section “Port”"),
        ("harbour", "its text"),
    ],
)
def test_words_are_said_to_match_where_they_stand(read_vault: ReadVault, query: str, where: str) -> None:
    notes = {
        "a.md": "---\nplace: Kyoto\n---\n",
        "b.md": "---\nplace: Osaka\n---\n# Port\n\nNara\n",
        "c.md": "A harbour.",
    }
    (found,) = search(read_vault(notes), query, mode="fulltext", explain=True, min_score=0)
    assert f"words match in {where} (" in found["relevance_reason"]


def test_what_was_only_filtered_is_explained_too(engine: LocalEngine) -> None:
    reason = search(engine, "tag:#voile", explain=True)[0]["relevance_reason"]
    assert "satisfies the filters" in reason


# What is refused


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({}, "Give a query, or queries: one of them is required"),
        ({"query": "a", "queries": ["b"]}, "Give either query or queries, not both"),
        ({"query": "a", "queries": []}, "Give either query or queries, not both"),
        ({"queries": []}, "queries is empty; ['*'] matches everything"),
        ({"query": "  "}, "query is empty; '*' matches everything"),
        ({"queries": ["a", " "]}, "queries[1] must be a text that is not empty, got ' '"),
        ({"queries": "a"}, "queries must be a list of texts, got 'a'"),
        ({"query": "a", "mode": "psychic"}, "mode must be one of ['deep', 'fast', 'fulltext', 'hybrid', 'keyword', "
         "'semantic', 'vector'], got 'psychic'"),
        ({"query": "a", "limit": 0}, "limit must be an integer of at least 1, got 0"),
        ({"query": "a", "limit": True}, "limit must be an integer of at least 1, got True"),
        ({"query": "a", "min_score": 2}, "min_score must be a number from 0 to 1, got 2"),
        ({"query": "a", "min_score": "nan"}, "min_score must be a number from 0 to 1, got 'nan'"),
        ({"query": "a", "min_score": "2"}, "min_score must be a number from 0 to 1, got 2"),
        ({"query": "a", "explain": "perhaps"}, "explain must be true or false, got 'perhaps'"),
        ({"query": "a", "min_score": True}, "min_score must be a number from 0 to 1, got True"),
        ({"query": "a", "path": "nowhere"}, "Folder not found: nowhere"),
        ({"query": "a", "path": "../coffre-2"}, "Path must be within vault"),
        ({"query": "a", "path": "/etc"}, "Path must be within vault"),
        ({"query": "a", "scopes": [1]}, "scopes must be a list of globs, got [1]"),
        ({"query": "a", "date_from": "2025-08-01", "date_to": "2025-07-01"},
         "date_from (2025-08-01) is after date_to (2025-07-01)"),
        ({"query": "a", "date_from": "today", "date_to": "7 days ago"},
         "date_from (2025-07-21) is after date_to (2025-07-14)"),
        ({"query": "a", "date_from": "someday"}, "Invalid date_from. Use YYYY-MM-DD, YYYY-MM, YYYY, or words like "
         "'today', 'yesterday', '7 days ago', 'last week', got 'someday'"),
        ({"query": "a", "date_to": "14.07.2025"}, "Invalid date_to. Use YYYY-MM-DD, YYYY-MM, YYYY, or words like "
         "'today', 'yesterday', '7 days ago', 'last week', got '14.07.2025'"),
        ({"query": "a", "date_to": "2025-02-30"}, 'Invalid date_to: There is no date "2025-02-30". Use YYYY-MM-DD, '
         "YYYY-MM, YYYY, or words like 'today', 'yesterday', '7 days ago', 'last week', got '2025-02-30'"),
        ({"query": "a", "format": "xml"}, "format must be one of ['chunks', 'notes'], got 'xml'"),
    ],
)  # fmt: skip
def test_what_is_refused(engine: LocalEngine, arguments: dict[str, Any], error: str) -> None:
    with pytest.raises(UsageError) as raised:
        search(engine, now=NOW, **arguments)
    assert raised.value.message == error


def test_a_query_that_cannot_be_read_is_refused(engine: LocalEngine) -> None:
    with pytest.raises(QuerySyntaxError) as raised:
        search(engine, '"TVA')
    assert raised.value.message == 'At character 1: The quote that begins here is not closed. Did you mean "TVA" ?'
    with pytest.raises(QuerySyntaxError, match="Did you mean modified:") as raised:
        search(engine, "modfied:2024")
    assert raised.value.message.count("Did you mean") == 1


def test_of_a_query_that_cannot_be_read_the_place_is_told(engine: LocalEngine) -> None:
    with pytest.raises(QuerySyntaxError, match=r'^At character 22: This "\(" is not closed') as raised:
        search(engine, "[nothing has this] a (b")  # the marker is replaced before the query is read
    assert raised.value.start == 21
    with pytest.raises(QuerySyntaxError, match=r'^queries\[2\]: At character 3: This "\(" is not closed'):
        search(engine, queries=["facture", " facture", "a (b"])
    with pytest.raises(QuerySyntaxError) as raised:
        search(engine, queries=["ok", " (x "])  # places are those of what is read, without blanks around it
    assert raised.value.message == 'queries[1]: At character 1: This "(" is not closed.'


@pytest.mark.parametrize(("query", "told"), [("→", True), ("??? --", True), ("*", False), ("sort:name", False)])
def test_a_query_without_a_word_says_that_every_note_is_found(engine: LocalEngine, query: str, told: bool) -> None:
    remarks = plan_search(engine, query=query).remarks
    assert remarks == ((f"There is no letter or digit in {query!r}: every note is found.",) if told else ())
