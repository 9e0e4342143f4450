"""Where nothing is found, a name in the query that nothing in the vault has is told, and what is called nearly so."""

from __future__ import annotations

import pytest

from tests.conftest import MakeVault, OpenVault
from vaulttui.search.local.local_engine import LocalEngine
from vaulttui.search.lookups.unknown_names import unknown_names
from vaulttui.search.syntax import parse_query


@pytest.fixture
def engine(make_vault: MakeVault, open_vault: OpenVault) -> LocalEngine:
    return open_vault(
        make_vault(
            {
                "01 - Community/Boards/kanban.md": "---\nplugin-id: kanban\nempty:\n---\n#placeholder text",
                "Dataview.md": "# Queries\n\nSee [[kanban]].",
                "Été.md": "---\naliases: [Summer]\n---\n",
            }
        )
    )


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("folder:Comunity kanban", ["No note lies in a folder 'Comunity'. Did you mean '01 - Community'?"]),
        ("folder:Baords", ["No note lies in a folder 'Baords'. Did you mean '01 - Community/Boards'?"]),
        ("tag:placeholer", ["No note has the tag 'placeholer'. Did you mean 'placeholder'?"]),
        ("[plugn-id]", ["No note has a property 'plugn-id'. Did you mean 'plugin-id'?"]),
        ("[plugn-id:x] tag:xyz", ["No note has a property 'plugn-id'. Did", "No note has the tag 'xyz'."]),
        ("links-to:[[Dataveiw]]", ["No note is called 'Dataveiw'. Did you mean 'Dataview'?"]),
        ("links-to:[[Sumer]]", ["No note is called 'Sumer'."]),
        ("tag:xyz OR folder:zzz", ["No note has the tag 'xyz'.", "No note lies in a folder 'zzz'."]),
        ("tag:xyz tag:xyz", ["No note has the tag 'xyz'."]),
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
        "[nothing:null] zzz",
        "-tag:xyz zzz",
        "links-to:[[dataview]]",
        "links-to:[[Dataview.md]]",
        "links-to:[[ete]]",
    ],
)
def test_names_that_something_has_and_those_that_are_left_out_are_no_reason(engine: LocalEngine, query: str) -> None:
    assert unknown_names(engine, parse_query(query).where) == []
