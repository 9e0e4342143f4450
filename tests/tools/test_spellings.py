"""A letter with a mark is one character or two, two in names from a Mac: either is found as it is asked for."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path
from typing import Any, Literal
from unicodedata import normalize

import pytest

from tests.conftest import MakeVault, OpenVault
from vaulttui.api import Vault
from vaulttui.cli.doctor import _inside
from vaulttui.spellings import as_spelled, in_listed_case
from vaulttui.tools.mcp.resources import note_text
from vaulttui.tools.places import find_folder, find_searched_folder

Form = Literal["NFC", "NFD"]
FORMS: tuple[Form, ...] = ("NFC", "NFD")


@pytest.fixture(params=product(FORMS, FORMS), ids="-".join)
def spelled(request: pytest.FixtureRequest, make_vault: MakeVault, open_vault: OpenVault) -> Any:
    """An engine, how the files are spelled, and how they are asked for."""
    stored, asked = request.param
    note = "---\nprénom: Zoé\n---\n# Zoé\n\nécole\n"
    root = make_vault({normalize(stored, "Équipe/été/Zoé.md"): normalize(stored, note), "b.md": "école"})
    return open_vault(root), lambda text: normalize(stored, text), lambda text: normalize(asked, text)


def test_folders(spelled: Any) -> None:
    engine, stored, asked = spelled
    tools, folder, path = Vault(engine).tools, asked("Équipe/été"), stored("Équipe/été/Zoé.md")
    assert json.loads(tools.find_notes(folder=folder))["results"] == [path]
    assert [hit["path"] for hit in tools.search("école", mode="fast", path=folder, min_score=0)] == [path]
    assert [item["path"] for item in tools.find("*.md", path=folder)] == [path]


def test_scopes(spelled: Any) -> None:
    engine, stored, asked = spelled
    for scope in ("Équipe/*", "Équipe", "*/été/Zoé.md", "vault/Équipe/été/Zoé.md#Zoé"):
        found = Vault(engine).tools.search(queries=["*"], mode="fast", scopes=[asked(scope)])
        assert {hit["path"] for hit in found} == {stored("Équipe/été/Zoé.md")}


def test_notes(spelled: Any) -> None:
    engine, stored, asked = spelled
    path = asked("Équipe/été/Zoé.md")
    assert Vault(engine).note(path).title == stored("Zoé")
    assert "école" in normalize("NFC", note_text(engine, path))
    assert _inside(path, Path(engine.vault_path)) == stored("Équipe/été/Zoé.md")


def test_fields(spelled: Any) -> None:
    engine, _, asked = spelled
    name = asked("Prénom")
    listed = json.loads(Vault(engine).tools.find_notes(folder="/", recursive=True, include_fields=[name]))["results"]
    assert [normalize("NFC", note[name] or "") for note in listed] == ["", "Zoé"]


@pytest.mark.parametrize("path", ["/é", "../é", "b.md/é", "é\0", "é" * 5000, "nirgends/é", "é/\ud800"])
def test_what_is_not_there_is_given_back(make_vault: MakeVault, path: str) -> None:
    assert as_spelled(make_vault({"b.md": ""}), path) == path


@pytest.mark.parametrize(
    ("path", "listed"),
    [
        ("sub/DEEPER", "Sub/deeper"),
        ("Sub/deeper", "Sub/deeper"),
        ("SUB", "Sub"),
        ("both", "both"),
        ("sub/none", "sub/none"),
    ],
)
def test_capitals_are_as_the_folders_list_them(make_vault: MakeVault, path: str, listed: str) -> None:
    root = make_vault({"Sub/deeper/a.md": "", "Both/a.md": "", "both/b.md": ""})
    assert in_listed_case(root, path) == listed


def test_a_folder_is_found_by_other_capitals_where_they_make_no_other_name(
    make_vault: MakeVault, open_vault: OpenVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on macOS, mostly: there the folder is there by any name, and is listed by its own."""
    engine = open_vault(make_vault({"Sub/a.md": "", "b.md": ""}))
    monkeypatch.setattr("vaulttui.tools.places.is_folder", lambda path: path.name.casefold() == "sub")
    assert find_folder(engine, "sUB/") == find_searched_folder(engine, "sub") == "Sub"
