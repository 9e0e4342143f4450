"""``find_notes``, sentence by sentence."""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Iterator, Mapping
from datetime import date
from itertools import permutations
from pathlib import Path
from typing import Any, cast

import pytest

from tests.conftest import WORDS_ONLY, MakeVault, OpenVault, ReadVault, write_notes
from vaulttui.errors import IndexFault
from vaulttui.search.engine import SearchEngine
from vaulttui.search.expression import PropertyIs
from vaulttui.search.local.local_engine import LocalEngine
from vaulttui.search.query import Mode, Query, Result
from vaulttui.search.syntax import parse_query
from vaulttui.settings import Settings
from vaulttui.tools import find, find_notes, search_notes
from vaulttui.tools.answers import find_notes_answer

EVERYTHING: dict[str, Any] = {"folder": "/", "recursive": True}


def answer(engine: SearchEngine, **arguments: Any) -> dict[str, Any]:
    return cast(dict[str, Any], json.loads(find_notes(engine, **arguments)))


def found(engine: SearchEngine, **arguments: Any) -> Any:
    told = answer(engine, **arguments)
    assert told["success"], told
    return told["results"]


def sources(engine: SearchEngine, **arguments: Any) -> list[str]:
    return [result["source"] for result in found(engine, mode="keyword", **arguments)]


# Its form


def test_names_and_defaults_are_the_contract() -> None:
    parameters = inspect.signature(find_notes).parameters
    assert {name: parameter.default for name, parameter in parameters.items() if name != "engine"} == {
        "query": "",
        "mode": "hybrid",
        "folder": "",
        "recursive": False,
        "frontmatter": None,
        "date_start": "",
        "date_end": "",
        "date_type": "modified",
        "sort": "",
        "include_fields": None,
        "n_results": 20,
        "offset": 0,
    }


def test_a_query_gives_the_best_part_of_each_note(engine: LocalEngine) -> None:
    told = answer(engine, query="TVA Q3", mode="keyword", n_results=1)
    assert told == {
        "success": True,
        "results": [
            {
                "source": "Projets/TVA.md",
                "content": "# TVA Q3\n\nLa déclaration de TVA Q3 attend les factures de Zoé.\n",
                "heading": "TVA Q3",
            }
        ],
        "total": 5,
        "has_more": True,
    }


def test_the_content_of_a_note_without_a_body_is_what_matches_of_its_properties(
    make_vault: MakeVault, open_vault: OpenVault
) -> None:
    engine = open_vault(make_vault({"Well Made.md": '---\nrating: 7\nguests:\n  - "[[Kevin Kelly]]"\n---\n'}))
    told = {"source": "Well Made.md", "content": "guests: Kevin Kelly", "heading": ""}
    assert found(engine, query="kevin kelly", mode="keyword") == found(engine, query="made kelly") == [told]
    assert found(engine, query="well made", mode="keyword") == [told | {"content": ""}]


def test_without_a_query_there_are_paths(engine: LocalEngine) -> None:
    assert answer(engine, folder="Projets") == {
        "success": True,
        "results": ["Projets/Bateau.md", "Projets/TVA.md"],
        "total": 2,
        "has_more": False,
    }


def test_a_projection_has_the_path_and_null_for_what_is_missing(engine: LocalEngine) -> None:
    fields = ["Status", "échéance", "urgent", "ports", "content", "nowhere"]
    assert found(engine, folder="Projets", include_fields=fields) == [
        {
            "path": "Projets/Bateau.md",
            "Status": "En cours",
            "échéance": None,
            "urgent": False,
            "ports": ["Brest", "Saint-Malo"],
            "content": "une coque",
            "nowhere": None,
        },
        {
            "path": "Projets/TVA.md",
            "Status": "bloqué",
            "échéance": "2025-07-31",
            "urgent": True,
            "ports": None,
            "content": None,
            "nowhere": None,
        },
    ]


def test_any_value_of_a_note_is_valid_json(make_vault: MakeVault, open_vault: OpenVault) -> None:
    root = make_vault(
        {
            "a.md": "---\ninfinite: .inf\nnone: .nan\nwhen: 2025-07-14 10:30:00\npath: mine\n"
            "deep: {2025-01-01: [2025-01-02]}\n---\n"
        }
    )
    engine = open_vault(root)
    text = find_notes(engine, folder=".", include_fields=["infinite", "none", "when", "deep", "path"])
    text.encode()
    result = json.loads(text, parse_constant=lambda name: pytest.fail(f"{name} is not JSON"))["results"][0]
    assert result["path"] == "a.md"
    assert result["when"] == "2025-07-14 10:30:00"
    assert result["infinite"] == ".inf"
    assert "2025-01-02" in str(result["deep"])


@pytest.mark.parametrize("given", ["status,urgent", " status , urgent,", ["status", "urgent"]])
def test_several_fields_may_be_one_text(engine: LocalEngine, given: Any) -> None:
    listed = found(engine, folder="Projets", include_fields=given)
    assert listed[0] == {"path": "Projets/Bateau.md", "status": "En cours", "urgent": False}


@pytest.mark.parametrize(
    "arguments",
    [
        {"query": "ornithorynque", "mode": "keyword"},
        {"folder": "vide"},
        {"frontmatter": [{"field": "status", "value": "perdu"}]},
        {"date_start": "2031-01-01"},
    ],
)
def test_nothing_found_is_a_success_that_says_so(engine: LocalEngine, arguments: dict[str, Any]) -> None:
    assert answer(engine, **arguments) == {
        "success": True,
        "message": "No matching notes found",
        "results": [],
        "total": 0,
    }


def test_a_page_behind_the_last_is_empty_but_knows_the_total(engine: LocalEngine) -> None:
    assert answer(engine, folder="Projets", offset=10) == {
        "success": True,
        "results": [],
        "total": 2,
        "has_more": False,
    }


def test_fields_with_a_query_change_nothing_and_the_answer_says_so(engine: LocalEngine) -> None:
    told = answer(engine, query="factures", mode="keyword", include_fields=["status"])
    assert list(told["results"][0]) == ["source", "content", "heading"]
    assert told["warnings"] == ["include_fields counts only without a query."]


# What is found


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({"folder": "Projets"}, ["Projets/Bateau.md", "Projets/TVA.md"]),
        ({"folder": "Projets/"}, ["Projets/Bateau.md", "Projets/TVA.md"]),
        ({"folder": "./Projets"}, ["Projets/Bateau.md", "Projets/TVA.md"]),
        (
            {"folder": "Projets", "recursive": True},
            ["Projets/Archive/Vieux.md", "Projets/Bateau.md", "Projets/TVA.md"],
        ),
        ({"folder": "Projets/Archive"}, ["Projets/Archive/Vieux.md"]),
        ({"folder": "."}, ["changelog.md", "overview.md"]),
        ({"folder": "/"}, ["changelog.md", "overview.md"]),
        ({"date_start": "2025-07-14", "date_end": "2025-07-14"}, ["Projets/Bateau.md", "Équipe/Zoé.md"]),
        ({"date_start": "2025-07-15"}, ["Projets/TVA.md", "changelog.md", "Équipe/Léo.md"]),
        ({"date_end": "2019-12-31"}, ["Projets/Archive/Vieux.md"]),
        ({"folder": "Projets", "date_type": "created", "date_end": "2024-12-31"}, ["Projets/Bateau.md"]),
        (
            {"folder": "Projets", "date_type": "created", "date_start": "2025-07-14", "date_end": "2025-07-14"},
            ["Projets/TVA.md"],
        ),
        (
            {"folder": "Projets", "frontmatter": [{"field": "prio", "match_type": "exists"}], "date_end": "2025-07-19"},
            ["Projets/Bateau.md"],
        ),
    ],
)
def test_folders_and_dates(engine: LocalEngine, arguments: dict[str, Any], expected: list[str]) -> None:
    assert sorted(found(engine, **arguments)) == sorted(expected)


TVA, BATEAU, VIEUX = "Projets/TVA.md", "Projets/Bateau.md", "Projets/Archive/Vieux.md"


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ({"field": "status", "value": "bloqué"}, [TVA]),
        ({"field": "STATUS", "value": "BLOQUÉ", "match_type": "equals"}, [TVA]),
        ({"field": "status", "value": "bloq"}, [TVA]),
        ({"field": "status", "value": "bloq", "match_type": "equals"}, []),
        ({"field": "status", "value": "bloqué", "match_type": "not_equals"}, [VIEUX, BATEAU]),
        ({"field": "status", "value": "o", "match_type": "not_contains"}, [VIEUX]),
        ({"field": "prio", "value": "2"}, [TVA]),
        ({"field": "prio", "value": 2, "match_type": "equals"}, [TVA]),
        ({"field": "prio", "value": "1"}, [BATEAU]),
        ({"field": "urgent", "value": "true", "match_type": "equals"}, [TVA]),
        ({"field": "urgent", "value": False, "match_type": "equals"}, [BATEAU]),
        ({"field": "échéance", "value": "2025-07-31", "match_type": "equals"}, [TVA]),
        ({"field": "échéance", "value": date(2025, 7, 31), "match_type": "equals"}, [TVA]),
        ({"field": "échéance", "value": "2025-07"}, [TVA]),
        ({"field": "responsable", "value": "Équipe/Zoé", "match_type": "equals"}, [TVA]),
        ({"field": "responsable", "value": "[[Équipe/Zoé|elle]]", "match_type": "equals"}, [TVA]),
        ({"field": "ports", "value": "brest", "match_type": "equals"}, [BATEAU]),
        ({"field": "ports", "value": "malo"}, [BATEAU]),
        ({"field": "ports", "value": "brest", "match_type": "not_equals"}, [VIEUX, TVA]),
        ({"field": "tags", "value": "impôts/tva", "match_type": "equals"}, [TVA]),
        ({"field": "ports", "match_type": "exists"}, [BATEAU]),
        ({"field": "Ports", "match_type": "missing"}, [VIEUX, TVA]),
        ({"field": "nowhere", "value": "x"}, []),
        ({"field": "nowhere", "value": "x", "match_type": "equals"}, []),
        ({"field": "nowhere", "value": "x", "match_type": "not_contains"}, [VIEUX, BATEAU, TVA]),
        ({"field": "nowhere", "value": "x", "match_type": "not_equals"}, [VIEUX, BATEAU, TVA]),
    ],
)
def test_frontmatter(engine: LocalEngine, condition: Mapping[str, Any], expected: list[str]) -> None:
    assert found(engine, folder="Projets", recursive=True, frontmatter=[condition]) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("2025-07-14 09:30", ["a.md"]),
        ("2025-07-14T09:30", ["a.md"]),
        ("2025-07-14 09:30:00", ["a.md"]),
        ("2025-07-14", ["a.md", "b.md"]),
        ("2025-07-14 18:00+00:00", ["b.md"]),
        ("2025-07-14T20:00:00+02:00", ["b.md"]),
        ("2025-07-14 09:31", []),
        ("1.10", ["c.md"]),
        ("1.1", ["i.md"]),
        ("7", ["e.md"]),
        ("7.0", []),
        ("007", ["f.md"]),
        ("1e5", ["g.md"]),
        ("+7", []),
        ("[[Zoé]]", ["d.md"]),
    ],
)
def test_values_equal_what_was_written_and_find_agrees(read_vault: ReadVault, value: str, expected: list[str]) -> None:
    written = {
        "a.md": "2025-07-14 09:30",
        "b.md": "2025-07-14T20:00:00+02:00",
        "c.md": "1.10",
        "d.md": '"[[Zoé|elle]]"',
        "e.md": "7",
        "f.md": "007",
        "g.md": "1e5",
        "h.md": "100000",
        "i.md": "1.1",
    }
    engine = read_vault({path: f"---\nx: {text}\n---\n" for path, text in written.items()})
    condition = {"field": "x", "value": value, "match_type": "equals"}
    assert found(engine, frontmatter=[condition]) == expected
    assert [item["path"] for item in find(engine, property={"key": "x", "value": value})] == expected
    assert set(found(engine, frontmatter=[{"field": "x", "value": value}])) >= set(expected)
    without = found(engine, frontmatter=[{"field": "x", "value": value, "match_type": "not_contains"}])
    assert not set(without) & set(expected)


def test_numbers_and_moments_are_found_and_told_as_written_and_compare_by_value(
    make_vault: MakeVault, open_vault: OpenVault
) -> None:
    written = {
        "a.md": "version: 1.1",
        "b.md": "version: 1.10",
        "c.md": "version: [1.10, 2.0]",
        "d.md": "price: 12.50",
        "e.md": "at: 2025-01-01T23:30:00+05:00",
        "f.md": "nested:\n  version: 1.10",
    }
    engine = open_vault(make_vault({path: f"---\n{text}\n---\n# Note\n" for path, text in written.items()}))

    def paths(text: str) -> list[str]:
        return sorted(hit.path for hit in engine.search(parse_query(text, defaults=Query(mode=Mode.KEYWORD))).hits)

    def with_property(field: str, value: Any, match_type: str = "equals") -> Any:
        return found(engine, frontmatter=[{"field": field, "value": value, "match_type": match_type}])

    assert paths('"1.10"') == ["b.md", "c.md", "f.md"]
    assert paths("[version:1.1]") == paths("[version:1.10]") == ["a.md", "b.md", "c.md"]
    assert paths("[version:>1.05]") == ["a.md", "b.md", "c.md"]
    assert paths("[price:12.5]") == paths("[price:12..13]") == ["d.md"]
    assert paths("23:30") == paths('"2025-01-01T23:30:00+05:00"') == ["e.md"]
    assert paths("[at:2025-01-01T18:30Z]") == paths("[at:>2025-01-01T18:29Z]") == ["e.md"]
    assert search_notes(engine, "1.10").startswith("Found 3 notes")
    assert search_notes(engine, "2025-01-01T23:30:00+05:00").startswith("Found 1 note")
    assert with_property("version", "1.10") == ["b.md", "c.md"]
    assert with_property("version", 1.1) == ["a.md", "b.md", "c.md"], "a number has no zeros at its end"
    assert with_property("at", "23:30", "contains") == with_property("at", "2025-01-01 18:30+00:00") == ["e.md"]

    def told(field: str) -> Any:
        exists = [{"field": field, "match_type": "exists"}]
        answer = json.loads(find_notes(engine, frontmatter=exists, include_fields=[field]))
        return [note[field] for note in answer["results"]]

    assert told("version") == [1.1, "1.10", ["1.10", 2.0]]
    assert told("price") == ["12.50"]
    assert told("at") == ["2025-01-01T23:30:00+05:00"]
    assert told("nested") == [{"version": "1.10"}]


WRITTEN_DATES = {
    "a.md": "due: 2025-01-03 10:30:00",
    "b.md": "due: 2025-01-03T10:30:00",
    "c.md": "due: 2025-01-03T10:30:15.250",
    "d.md": "due: Jan 3, 2025",
    "e.md": "due: 01/03/2025",
    "f.md": "due: 2025-01-03 10:30 PM",
    "i.md": "due: [03.01.2025]",
    "g.md": 'due: "[[3 January 2025]]"',
    "h.md": "amount: +5",
}


@pytest.mark.parametrize("path", WRITTEN_DATES)
def test_dates_are_found_and_told_as_written_and_compare_by_value(read_vault: ReadVault, path: str) -> None:
    texts = {name: f"---\n{text}\n---\n# Note\n" for name, text in WRITTEN_DATES.items()}
    types = '{"types": {"Due": "date", "amount": "number"}}'
    engine = read_vault({".obsidian/types.json": types, **texts})
    field, _, value = WRITTEN_DATES[path].replace('"', "").partition(": ")
    value = re.sub(r"^\[(\d.*)\]$", r"\1", value)

    def paths(text: str) -> list[str]:
        return [hit.path for hit in engine.search(parse_query(text, defaults=Query(mode=Mode.KEYWORD))).hits]

    assert path in paths(f'"{value}"')
    assert path in paths(f'[{field}:"{value}"]')
    pattern = re.escape(value).replace("/", r"\/")
    assert paths(f"/^{field}: {pattern}/") == [path]
    assert path in search_notes(engine, value)
    for match_type in ("equals", "contains"):
        assert path in found(engine, frontmatter=[{"field": field, "value": value, "match_type": match_type}])
    assert path in [item["path"] for item in find(engine, property={"key": field, "value": value})]
    told = json.loads(find_notes(engine, folder=".", include_fields=[field]))["results"]
    assert [note[field] for note in told if note["path"] == path] in ([value], [[value]])
    assert path in paths("[amount:>4]" if field == "amount" else f"[{field}:2025-01-03]")
    assert path not in paths("[amount:>5]" if field == "amount" else f"[{field}:>2025-01-03]")


@pytest.mark.parametrize(("value", "expected"), [("2025-07-14T20:30+02:00", ["a.md"]), ("2025-07-14 17:30+00:00", [])])
def test_moments_of_other_time_zones_compare_as_moments(read_vault: ReadVault, value: str, expected: list[str]) -> None:
    engine = read_vault({"a.md": "---\nx: 2025-07-14T20:00:00+02:00\n---\n"})
    result = engine.search(Query(where=PropertyIs("x", "<", value)))
    assert [hit.path for hit in result.hits] == expected


def test_what_is_no_text_is_no_fault_of_the_index(engine: LocalEngine) -> None:
    told = answer(engine, frontmatter=[{"field": "status", "value": "\udcff"}])
    assert told == {"success": False, "error": "What is looked for is not valid UTF-8: type or paste it again"}
    assert found(engine, folder="Projets")


def test_conditions_hold_together(engine: LocalEngine) -> None:
    conditions = [
        {"field": "prio", "match_type": "exists"},
        {"field": "status", "value": "bloqué", "match_type": "not_equals"},
    ]
    assert found(engine, frontmatter=conditions) == [BATEAU]


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({"query": "TVA", "folder": "Projets"}, {TVA}),
        ({"query": "TVA", "folder": "Projets", "recursive": True}, {TVA, VIEUX}),
        ({"query": "TVA", "frontmatter": [{"field": "status", "value": "fini"}]}, {VIEUX}),
        ({"query": "TVA", "date_start": "2025-07-20"}, {TVA, "changelog.md"}),
        (
            {
                "query": "TVA",
                "folder": "Projets",
                "recursive": True,
                "frontmatter": [{"field": "status", "match_type": "exists"}],
                "date_end": "2020-01-01",
            },
            {VIEUX},
        ),
        ({"query": "tag:#impôts"}, {TVA}),
        ({"query": "[status:bloqué]"}, {TVA}),
        ({"query": '"TVA Q3"'}, {TVA}),
    ],
)
def test_a_query_and_other_conditions_hold_together(
    engine: LocalEngine, arguments: dict[str, Any], expected: set[str]
) -> None:
    assert set(sources(engine, **arguments)) == expected


@pytest.mark.parametrize("case", ["projets", "PROJETS"])
def test_folders_differ_by_case(make_vault: MakeVault, open_vault: OpenVault, case: str) -> None:
    root = make_vault({"projets/a.md": "a", "PROJETS/b.md": "b", "Autres/projets/c.md": "c"})
    assert found(open_vault(root), folder=case, recursive=True) == (
        [f"{case}/a.md"] if case == "projets" else [f"{case}/b.md"]
    )


def test_signs_of_globs_in_a_folders_name_are_letters(make_vault: MakeVault, open_vault: OpenVault) -> None:
    engine = open_vault(make_vault({"[a] *?/x.md": "x", "a bc/y.md": "y", "[a] *?/sous/z.md": "z"}))
    assert found(engine, folder="[a] *?") == ["[a] *?/x.md"]
    assert found(engine, folder="[a] *?", recursive=True) == ["[a] *?/sous/z.md", "[a] *?/x.md"]


def test_a_symbolic_link_within_the_vault_means_the_folder_it_leads_to(
    make_vault: MakeVault, open_vault: OpenVault
) -> None:
    root = make_vault({"vrai/x.md": "x"})
    (root / "lien").symlink_to(root / "vrai")
    assert found(open_vault(root), folder="lien") == ["vrai/x.md"]


# Order and pages


@pytest.mark.parametrize(
    ("sort", "expected"),
    [
        ("", [VIEUX, BATEAU, TVA]),
        ("name", [VIEUX, BATEAU, TVA]),
        ("modified", [TVA, BATEAU, VIEUX]),
    ],
)
def test_order_without_a_query(engine: LocalEngine, sort: str, expected: list[str]) -> None:
    assert found(engine, folder="Projets", recursive=True, sort=sort) == expected


@pytest.mark.parametrize(
    ("sort", "expected"),
    [
        ("name", ["changelog.md", "inbox/idée.md", "overview.md", VIEUX, TVA]),
        ("modified", ["changelog.md", TVA, "inbox/idée.md", "overview.md", VIEUX]),
    ],
)
def test_with_a_query_all_matches_are_ordered_then_paged(engine: LocalEngine, sort: str, expected: list[str]) -> None:
    assert sources(engine, query="TVA", sort=sort) == expected
    pages = [sources(engine, query="TVA", sort=sort, n_results=2, offset=offset) for offset in (0, 2, 4)]
    assert [path for page in pages for path in page] == expected


def test_created_orders_the_newest_first(make_vault: MakeVault, open_vault: OpenVault) -> None:
    notes = {f"{year}.md": f"---\ncreated: {year}-01-01\n---\nmot" for year in (2021, 2023, 2022)}
    engine = open_vault(make_vault(notes))
    assert found(engine, folder=".", sort="created") == ["2023.md", "2022.md", "2021.md"]
    assert sources(engine, query="mot", sort="created") == ["2023.md", "2022.md", "2021.md"]


@pytest.mark.parametrize("arguments", [EVERYTHING, {"query": "TVA", "mode": "keyword"}])
def test_pages_are_the_whole_without_overlap(engine: LocalEngine, arguments: dict[str, Any]) -> None:
    whole = answer(engine, **arguments)
    seen: list[Any] = []
    for offset in range(whole["total"]):
        page = answer(engine, **arguments, n_results="1", offset=str(offset))
        assert page["has_more"] is (offset < whole["total"] - 1)
        assert page["total"] == whole["total"]
        seen += page["results"]
    assert seen == whole["results"]


def test_a_limit_of_the_query_bounds_all_pages_together(engine: LocalEngine) -> None:
    whole = answer(engine, query="TVA", mode="keyword")
    pages = [answer(engine, query="TVA limit:3", mode="keyword", n_results=2, offset=offset) for offset in (0, 2, 4)]
    assert [page["results"] for page in pages] == [whole["results"][:2], whole["results"][2:3], []]
    assert [page["has_more"] for page in pages] == [True, False, False]
    assert {page["total"] for page in pages} == {whole["total"]}


def test_order_and_mode_of_the_query_win_over_the_arguments_which_is_told(engine: LocalEngine) -> None:
    found = answer(engine, query="TVA sort:name mode:keyword", sort="modified", mode="semantic")
    assert found["results"] == answer(engine, query="TVA", sort="name", mode="keyword")["results"]
    assert found["warnings"] == [
        "mode:keyword in the query counts, not the mode semantic.",
        "sort:name in the query counts, not the order modified.",
    ]
    assert "warnings" not in answer(engine, query="TVA sort:name mode:keyword", sort="name", mode="keyword")


# What is refused, in this order


WRONG: list[tuple[str, dict[str, Any], str]] = [
    ("sort", {"sort": "size"}, "sort must be one of ['created', 'modified', 'name', 'relevance'], got 'size'"),
    ("mode", {"query": "x", "mode": "deep"}, "mode must be one of ['hybrid', 'keyword', 'semantic'], got 'deep'"),
    ("date_type", {"date_type": "updated"}, "date_type must be 'created' or 'modified', got 'updated'"),
    ("date_start", {"date_start": "14/07/2025"}, "Invalid date_start format. Use YYYY-MM-DD, got '14/07/2025'"),
    ("date_end", {"date_end": "2025-02-30"}, "Invalid date_end format. Use YYYY-MM-DD, got '2025-02-30'"),
    (
        "frontmatter",
        {"frontmatter": [{"field": "a", "value": "b"}, {"value": "x"}]},
        "frontmatter[1]: 'field' is required",
    ),
    ("n_results", {"n_results": 0}, "Invalid pagination: n_results must be an integer from 1 to 2000, got 0"),
    ("folder", {"folder": "nulle part"}, "Folder not found: nulle part"),
]


@pytest.mark.parametrize(("name", "arguments", "error"), WRONG)
def test_a_wrong_argument_is_told(engine: LocalEngine, name: str, arguments: dict[str, Any], error: str) -> None:
    given = {"folder": ".", **arguments}
    assert answer(engine, **given) == {"success": False, "error": error}


@pytest.mark.parametrize(("first", "second"), [(a, b) for a, b in permutations(range(len(WRONG)), 2) if a < b])
def test_of_two_wrong_arguments_the_earlier_check_speaks(engine: LocalEngine, first: int, second: int) -> None:
    arguments = {"query": "x", **WRONG[second][1], **WRONG[first][1]}
    assert answer(engine, **arguments)["error"] == WRONG[first][2]


@pytest.mark.parametrize(
    "arguments",
    [
        {},
        {"query": "  \n"},
        {"frontmatter": []},
        {"sort": "nonsense", "mode": "nonsense", "n_results": 0, "include_fields": ["x"], "recursive": True},
    ],
)
def test_something_has_to_be_asked_for(engine: LocalEngine, arguments: dict[str, Any]) -> None:
    assert answer(engine, **arguments) == {
        "success": False,
        "error": "At least one filter is required: query, folder, frontmatter, or date_start/date_end",
    }


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"sort": "relevance"}, "sort='relevance' requires a query parameter"),
        ({"sort": "relevance", "query": "  "}, "sort='relevance' requires a query parameter"),
        (
            {"date_start": "2025-08-01", "date_end": "2025-07-01"},
            "date_start (2025-08-01) is after date_end (2025-07-01)",
        ),
        ({"date_start": "20250714"}, "Invalid date_start format. Use YYYY-MM-DD, got '20250714'"),
        ({"date_start": "2025-W29-1"}, "Invalid date_start format. Use YYYY-MM-DD, got '2025-W29-1'"),
        ({"date_start": "7 days ago"}, "Invalid date_start format. Use YYYY-MM-DD, got '7 days ago'"),
        ({"date_end": "２０２５-07-14"}, "Invalid date_end format. Use YYYY-MM-DD, got '２０２５-07-14'"),
        (
            {"frontmatter": [{"field": "a", "value": "b", "match_type": "like"}]},
            "frontmatter[0]: match_type must be one of "
            "['contains', 'equals', 'exists', 'missing', 'not_contains', 'not_equals'], got 'like'",
        ),
        ({"frontmatter": [{"field": " ", "value": "b"}]}, "frontmatter[0]: 'field' is required"),
        ({"frontmatter": [{"field": "a"}]}, "frontmatter[0]: 'value' is required for match_type 'contains'"),
        (
            {"frontmatter": [{"field": "a", "value": "", "match_type": "not_equals"}]},
            "frontmatter[0]: 'value' is required for match_type 'not_equals'",
        ),
        (
            {"frontmatter": [{"field": "a", "value": "b", "operator": "equals"}]},
            "frontmatter[0]: there is no 'operator' in a condition, only field, value, match_type",
        ),
        (
            {"frontmatter": ["status"]},
            "frontmatter[0] must be an object with field, value and match_type, got 'status'",
        ),
        ({"frontmatter": {}}, "frontmatter must be a list of conditions {field, value, match_type}, got {}"),
        (
            {"frontmatter": {"field": "status"}},
            "frontmatter must be a list of conditions {field, value, match_type}, got {'field': 'status'}",
        ),
        ({"frontmatter": False}, "frontmatter must be a list of conditions {field, value, match_type}, got False"),
        ({"n_results": 2001}, "Invalid pagination: n_results must be an integer from 1 to 2000, got 2001"),
        ({"n_results": True}, "Invalid pagination: n_results must be an integer from 1 to 2000, got True"),
        ({"n_results": 2.0}, "Invalid pagination: n_results must be an integer from 1 to 2000, got 2.0"),
        ({"n_results": "viele"}, "Invalid pagination: n_results must be an integer from 1 to 2000, got 'viele'"),
        ({"n_results": None}, "Invalid pagination: n_results must be an integer from 1 to 2000, got None"),
        ({"n_results": "0"}, "Invalid pagination: n_results must be an integer from 1 to 2000, got 0"),
        (
            {"n_results": 10**400},
            f"Invalid pagination: n_results must be an integer from 1 to 2000, got 1{'0' * 400}",
        ),
        (
            {"offset": f"-{'9' * 400}"},
            f"Invalid pagination: offset must be an integer of at least 0, got -{'9' * 400}",
        ),
        ({"recursive": "deep"}, "recursive must be true or false, got 'deep'"),
        ({"folder": "no  such  folder"}, "Folder not found: no  such  folder"),
        ({"offset": -1}, "Invalid pagination: offset must be an integer of at least 0, got -1"),
        ({"offset": "1.5"}, "Invalid pagination: offset must be an integer of at least 0, got '1.5'"),
        ({"offset": False}, "Invalid pagination: offset must be an integer of at least 0, got False"),
        ({"folder": "overview.md"}, "Not a folder: overview.md"),
        ({"folder": ".."}, "Path must be within vault"),
        ({"folder": "Projets/../.."}, "Path must be within vault"),
        ({"folder": "../coffre-2"}, "Path must be within vault"),
        ({"folder": "/etc"}, "Path must be within vault"),
        ({"folder": "Projets\0"}, "Path must be within vault"),
        ({"folder": "brouillons"}, "Folder is excluded: brouillons"),
        ({"folder": ".obsidian"}, "Folder is excluded: .obsidian"),
        ({"folder": "projets"}, "Folder not found: projets"),
        ({"include_fields": [1]}, "include_fields must be a list of property names, got [1]"),
    ],
)
def test_what_is_refused(engine: LocalEngine, arguments: dict[str, Any], error: str) -> None:
    given = {"folder": ".", **arguments}
    assert answer(engine, **given) == {"success": False, "error": error}


def test_a_sibling_folder_with_the_vaults_name_as_prefix_is_outside(engine: LocalEngine, french_vault: Path) -> None:
    assert answer(engine, folder=f"{french_vault}-2")["error"] == "Path must be within vault"


def test_a_folder_of_a_vault_that_has_vanished_is_not_told_to_be_missing(
    make_vault: MakeVault, open_vault: OpenVault
) -> None:
    root = make_vault({"Boat/a.md": "a"})
    opened = open_vault(root)
    root.rename(root.with_name("unmounted"))
    assert answer(opened, folder="Boat")["error"] == (
        f"Search failed: The vault '{root}' is not there any more. "
        "Check the path, and whether its disk is mounted; nothing was removed from the index."
    )


def test_a_link_out_of_the_vault_is_outside(make_vault: MakeVault, open_vault: OpenVault, tmp_path: Path) -> None:
    root = make_vault({"a.md": "a"})
    (tmp_path / "dehors").mkdir()
    (root / "lien").symlink_to(tmp_path / "dehors")
    assert answer(open_vault(root), folder="lien")["error"] == "Path must be within vault"


def test_a_mode_counts_only_with_a_query(engine: LocalEngine) -> None:
    assert answer(engine, folder=".", mode="telepathy")["success"]


@pytest.mark.parametrize(("n_results", "offset"), [("2000", "0"), (" 3 ", "+0".lstrip("+")), (1, 0)])
def test_numbers_may_be_texts(engine: LocalEngine, n_results: int | str, offset: int | str) -> None:
    assert answer(engine, folder=".", n_results=n_results, offset=offset)["success"]


# Failures


def test_a_query_that_cannot_be_read_says_what_to_write(engine: LocalEngine) -> None:
    error = answer(engine, query="modfied:2024")["error"]
    assert error.startswith("Search failed: At character 1: ")
    assert "modified" in error


def test_searching_by_meaning_without_a_model_says_what_to_do(engine: LocalEngine) -> None:
    error = answer(engine, query="bateau", mode="semantic")["error"]
    assert error.startswith("Search failed: ")
    assert "mode:keyword" in error


def test_an_answer_by_words_alone_says_so(engine: LocalEngine) -> None:
    assert "words only" in answer(engine, query="bateau")["degraded"]


def test_a_fault_of_the_index_is_a_failed_search(french_vault: Path) -> None:
    class Broken(LocalEngine):
        def search(self, query: Query) -> Result:
            raise IndexFault("The index /i cannot be read: full disk. Free some space.")

    engine = Broken(french_vault, WORDS_ONLY, french_vault.parent / "none.duckdb")
    assert answer(engine, query="x") == {
        "success": False,
        "error": "Search failed: The index /i cannot be read: full disk. Free some space.",
    }


# Markers


def test_brackets_of_no_property_are_text(engine: LocalEngine) -> None:
    told = answer(engine, query="[décision]", mode="keyword")
    assert [result["source"] for result in told["results"]] == [BATEAU]
    assert told["warnings"] == ["No note has a property 'décision': searched for the text [décision] instead."]


def test_brackets_of_a_property_are_a_condition(engine: LocalEngine) -> None:
    assert sorted(sources(engine, query="[status]")) == sorted([TVA, BATEAU, VIEUX])


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("-[due]", ["a.md", "b.md"]),
        ("-([due] OR [bread])", ["a.md", "b.md"]),
        ("-(-[due])", ["a.md"]),
        ("-[paid]", ["a.md"]),
        ("-([paid] OR [due])", ["a.md"]),
        ("[due]", ["a.md"]),
    ],
)
def test_notes_without_a_property_that_none_has_are_all_but_those_with_the_marker(
    read_vault: ReadVault, query: str, expected: list[str]
) -> None:
    opened = read_vault({"a.md": "the rent is due, not paid", "b.md": "bread [paid]"})
    assert sorted(sources(opened, query=query)) == expected


def test_a_property_without_its_brackets_is_words_and_the_answer_says_so(engine: LocalEngine) -> None:
    told = answer(engine, query="status:bloqué TVA", mode="keyword")
    assert told["warnings"] == ["status: is no operator. For the property, write [status:bloqué]"]
    for query in ("[status:bloqué]", "12:30", "nowhere:bloqué", "status: bloqué", '"status:bloqué"'):
        assert "For the property" not in str(answer(engine, query=query, mode="keyword"))


@pytest.mark.parametrize("query", ["tag:work sort:created:asc", "title:created:plan", "sort: created:asc"])
def test_the_value_of_an_operator_is_no_property_without_its_brackets(read_vault: ReadVault, query: str) -> None:
    opened = read_vault({"a.md": "---\ncreated: 2025-01-01\nkind: x\n---\n#work"})
    assert "For the property" not in str(answer(opened, query=query, mode="keyword"))
    assert "For the property" in str(answer(opened, query=f"{query} kind:x", mode="keyword"))


def test_what_was_given_is_told_again_as_far_as_one_reads_it(engine: LocalEngine) -> None:
    error = answer(engine, query="x", mode="m" * 3_000_000)["error"]
    assert error.startswith("mode must be one of ['hybrid', 'keyword', 'semantic'], got 'mmm")
    assert error.endswith("mmm'")
    assert len(error) < 2_100


MEANT = {
    "1.md": "A kanban board shows the work of the whole team in columns.",
    "2.md": "The kanban of the boat has two columns, one for the sails and one for the engine.",
    "3.md": "Bread needs flour, water, salt and a long night of rest.",
    "a/4.md": "The sail was mended in the harbour before the storm came.",
    "a/heron.md": "",
}


@pytest.fixture(scope="module")
def by_meaning(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalEngine]:
    """Four notes with vectors, and one that has nothing to make one of."""
    root = tmp_path_factory.mktemp("meant") / "vault"
    write_notes(root, MEANT)
    opened = LocalEngine(root, Settings(), tmp_path_factory.mktemp("index") / "index.duckdb")
    opened.initialize()
    opened.refresh()
    yield opened
    opened.close()


@pytest.mark.parametrize(
    ("arguments", "total"),
    [
        ({"query": "kanban"}, 4),
        ({"query": "kanban", "sort": "relevance"}, 4),
        ({"query": "kanban", "sort": "name"}, 2),
        ({"query": "sort:modified kanban"}, 2),
        ({"query": "kanban", "sort": "name", "mode": "semantic"}, 4),
    ],
)
def test_in_another_order_than_relevance_notes_with_the_words_are_found_if_any_has_them(
    by_meaning: LocalEngine, arguments: dict[str, Any], total: int
) -> None:
    assert answer(by_meaning, **arguments)["total"] == total


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({"query": "kanban"}, "2 notes have any of the words"),
        ({"query": "kanban zzzqqq", "mode": "semantic"}, "2 notes have any of the words"),
        ({"query": "zzzqqq", "n_results": 1}, "0 notes have any of the words"),
        ({"query": "bread", "folder": "."}, "1 note has any of the words"),
        ({"query": "heron kanban bread sail", "mode": "semantic"}, "5 notes have any of the words"),
        ({"query": "kanban", "offset": 1}, ""),
        ({"query": "kanban", "mode": "keyword"}, ""),
        ({"query": '"kanban"'}, ""),
        ({"query": "path:a/*", "mode": "semantic"}, ""),
        ({"folder": "."}, ""),
    ],
)
def test_where_notes_are_counted_by_meaning_it_is_told_how_many_have_the_words(
    by_meaning: LocalEngine, arguments: dict[str, Any], told: str
) -> None:
    remark = "".join(find_notes_answer(by_meaning, arguments).remarks)
    assert bool(remark) == bool(told)
    assert f"total counts by meaning: {told}. " in remark or not told


@pytest.mark.parametrize(
    ("arguments", "how"),
    [
        ({"query": "kanban", "mode": "semantic"}, 'mode="keyword" lists'),
        ({"query": "kanban mode:semantic"}, "mode:keyword in the query lists"),
        ({"query": "mode:hybrid kanban"}, "mode:keyword in the query lists"),
    ],
)
def test_the_advice_to_count_by_words_names_the_mode_that_counts(
    by_meaning: LocalEngine, arguments: dict[str, Any], how: str
) -> None:
    assert f". {how} only these; " in "".join(find_notes_answer(by_meaning, arguments).remarks)


def test_a_property_that_a_condition_finds_is_shown_by_the_same_name(
    make_vault: MakeVault, open_vault: OpenVault
) -> None:
    texts = ["État: ouvert", "etat: clos", "état: a\netat: b", "Map: {Éa: 1}"]
    engine = open_vault(make_vault({f"{number}.md": f"---\n{text}\n---\n" for number, text in enumerate(texts)}))

    def shown(field: str) -> list[object]:
        exists = [{"field": field, "match_type": "exists"}]
        return [note[field] for note in found(engine, frontmatter=exists, include_fields=[field])]

    assert (shown("etat"), shown("état"), shown("map.ea")) == (["ouvert", "clos", "b"], ["ouvert", "clos", "a"], [1])
