"""Where nothing is found, a name in the query that nothing in the vault has is told, and what is called nearly so."""

from __future__ import annotations

import pytest

from tests.conftest import ReadVault
from vaulttui.search.local.local_engine import LocalEngine
from vaulttui.search.lookups.unknown_names import unknown_names
from vaulttui.search.syntax import parse_query


@pytest.fixture
def engine(read_vault: ReadVault) -> LocalEngine:
    return read_vault(
        {
            "01 - Community/Boards/kanban.md": "---\nplugin-id: kanban\nempty:\n---\n#placeholder text",
            "Inspired.md": "---\nauthor: Marty Cagan\npeople: ['[[Jonas Weber]]']\ndue: 2020-01-01\n---\n",
            "Dataview.md": "# Queries\n\nSee [[kanban]].",
            "Été.md": "---\naliases: [Summer]\n---\n",
        }
    )


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("folder:Comunity kanban", ["No note lies in a folder 'Comunity'. Did you mean '01 - Community'?"]),
        ("folder:Baords", ["No note lies in a folder 'Baords'. Did you mean '01 - Community/Boards'?"]),
        ("tag:placeholer", ["No note has the tag 'placeholer'. Did you mean 'placeholder'?"]),
        ("[plugn-id]", ["No note has a property 'plugn-id'. Did you mean 'plugin-id'?"]),
        ("[plunder]", ["No note has a property 'plunder'."]),
        ("[plugn-id:x] tag:xyz", ["No note has a property 'plugn-id'. Did", "No note has the tag 'xyz'."]),
        ("links-to:[[Dataveiw]]", ["No note is called 'Dataveiw'. Did you mean 'Dataview'?"]),
        ("links-to:[[Sumer]]", ["No note is called 'Sumer'."]),
        ("tag:xyz OR folder:zzz", ["No note has the tag 'xyz'.", "No note lies in a folder 'zzz'."]),
        ("tag:xyz tag:xyz", ["No note has the tag 'xyz'."]),
        ("[author:cagan]", ["No note has 'author: cagan'. Did you mean 'author: Marty Cagan'?"]),
        ('[Author:"Marti Cagan"] zzz', ["No note has 'Author: Marti Cagan'. Did you mean 'Author: Marty Cagan'?"]),
        ("[people:[[jonas]]]", ["No note has 'people: [[jonas]]'. Did you mean 'people: [[Jonas Weber]]'?"]),
    ],
)
def test_a_name_that_nothing_has_is_told(engine: LocalEngine, query: str, told: list[str]) -> None:
    sentences = [name.sentence for name in unknown_names(engine, parse_query(query).where)]
    assert len(sentences) == len(told)
    for sentence, begins in zip(sentences, told, strict=True):
        assert sentence.startswith(begins)


@pytest.mark.parametrize(
    "query",
    [
        "zzz",
        "folder:boards zzz",
        "folder:/ zzz",
        "tag:PLACEHOLDER zzz",
        "[Plugin-Id:zzz]",
        "[due:today]",
        "[author:~cagan] zzz",
        "[nothing:null] zzz",
        "-tag:xyz zzz",
        "links-to:[[dataview]]",
        "links-to:[[Dataview.md]]",
        "links-to:[[ete]]",
    ],
)
def test_names_that_something_has_and_those_that_are_left_out_are_no_reason(engine: LocalEngine, query: str) -> None:
    assert unknown_names(engine, parse_query(query).where) == []


@pytest.mark.parametrize(
    ("files", "target"),
    [
        ({"Bee.md": "---\naliases: [Zed]\n---\n"}, "[[Zed]]"),
        ({"Bee.md": "---\naliases: [A/B alias]\n---\n"}, "[[A/B alias]]"),
        ({"Bee.md": "---\ntitle: What it says\n---\n"}, "[[what it says]]"),
        ({"20250714 Spaced.md": ""}, "[[20250714]]"),
        ({"ab12 Spaced.md": "", ".zk/config.toml": ""}, "[[ab12]]"),
        ({"Nolink.md": "# H"}, "[[Nolink#H]]"),
        ({"Nolink.md": "# H"}, "[[Nolink#H|shown]]"),
        ({"Nolink.md": "# H"}, "[[#H]]"),
        ({"sub/Nolink.md": ""}, "[[../Nolink]]"),
        ({"sub/Nolink.md": ""}, r"[[sub\Nolink]]"),
        ({"Straße.md": ""}, "[[STRASSE]]"),
        ({"pages/a___b.md": "- text", "logseq/config.edn": "{:file/name-format :triple-lowbar}"}, "[[a/b]]"),
        ({"pages/c.md": "alias:: Bee", "logseq/config.edn": "{}"}, "[[Bee]]"),
        ({"orphan.png": ""}, "orphan.png"),
        ({"files/orphan.png": ""}, "[[../files/orphan.png]]"),
        ({"content/cfg/all.md": ""}, "/cfg/all/"),
        ({"content/cfg/_index.md": ""}, "/content/cfg/"),
        ({"content/docs/cfg/_index.md": ""}, "/docs/cfg/"),
    ],
)
def test_a_file_that_nothing_links_to_is_there_by_every_name_that_a_link_may_have(
    read_vault: ReadVault, files: dict[str, str], target: str
) -> None:
    engine = read_vault(files | {"Other.md": "text"})
    where = parse_query(f"links-to:{target}").where
    assert unknown_names(engine, where) == []


def test_a_heading_is_not_compared_with_names_of_notes(engine: LocalEngine) -> None:
    (name,) = unknown_names(engine, parse_query("links-to:[[Dataveiw#Queries and more]]").where)
    assert name.sentence == "No note is called 'Dataveiw#Queries and more'. Did you mean 'Dataview'?"
