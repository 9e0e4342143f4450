"""``find``, sentence by sentence."""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import MakeVault, OpenVault, ReadVault
from vaulttui.errors import IndexFault, UsageError
from vaulttui.search.local.local_engine import LocalEngine
from vaulttui.search.view import IndexViews
from vaulttui.settings import VaultSettings
from vaulttui.tools import VaultFinder, find
from vaulttui.vault.files.note_data import NoteData, read_note_data

ALL = [
    "carte.png",
    "changelog.md",
    "Équipe/",
    "Équipe/Léo.md",
    "Équipe/Zoé.md",
    "inbox/",
    "inbox/idée.md",
    "overview.md",
    "Projets/",
    "Projets/Archive/",
    "Projets/Archive/Vieux.md",
    "Projets/Bateau.md",
    "Projets/TVA.md",
    "vide/",
]


@pytest.fixture
def finder(french_vault: Path) -> VaultFinder:
    return VaultFinder(french_vault, VaultSettings())


def paths(finder: Any, **arguments: Any) -> list[str]:
    return [item["path"] for item in find(finder, **arguments)]


def test_names_and_defaults_are_the_contract() -> None:
    parameters = inspect.signature(find).parameters
    assert {name: parameter.default for name, parameter in parameters.items() if name != "finder"} == {
        "pattern": "",
        "path": None,
        "tag": None,
        "property": None,
        "limit": 50,
        "sort": None,
    }


def test_each_result_has_path_size_time_and_tags(finder: VaultFinder, french_vault: Path) -> None:
    size = (french_vault / "Projets/TVA.md").stat().st_size
    assert find(finder, "tva") == [
        {"path": "Projets/TVA.md", "size": size, "mtime": "2025-07-20T09:00:00", "tags": ["finance", "impôts/tva"]}
    ]


def test_an_open_engine_finds_the_same(finder: VaultFinder, engine: LocalEngine) -> None:
    assert find(engine) == find(finder)
    assert find(engine, tag="impôts") == find(finder, tag="impôts")


def with_and_without(engine: LocalEngine) -> tuple[LocalEngine, VaultFinder]:
    """What finds files of a vault with its index and without."""
    return engine, VaultFinder(Path(engine.vault_path), VaultSettings())


@pytest.mark.parametrize("arguments", [{}, {"tag": "ete"}])
def test_a_tag_in_several_spellings_is_shown_once_as_first_written(
    read_vault: ReadVault, arguments: dict[str, Any]
) -> None:
    for finder in with_and_without(read_vault({"a.md": "---\ntags: [Été]\n---\n#été #ete #Mer #mer/Nord #MER"})):
        assert [item["tags"] for item in find(finder, **arguments)] == [["Été", "Mer", "mer/Nord"]]


def test_no_index_is_made(finder: VaultFinder, tmp_path: Path) -> None:
    find(finder)
    assert not list(tmp_path.rglob("*.duckdb"))


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({}, ALL),
        ({"pattern": "zoe"}, ["Équipe/Zoé.md"]),
        ({"pattern": "ZOÉ"}, ["Équipe/Zoé.md"]),
        ({"pattern": "jets/b"}, ["Projets/Bateau.md"]),
        ({"pattern": "*.png"}, ["carte.png"]),
        ({"pattern": "V*.md"}, ["Projets/Archive/Vieux.md"]),
        ({"pattern": "Projets/*.md"}, ["Projets/Bateau.md", "Projets/TVA.md"]),
        ({"pattern": "**/*.md", "path": "Projets"}, [path for path in ALL if re.match(r"Projets/.*md", path)]),
        ({"pattern": "archive"}, ["Projets/Archive/", "Projets/Archive/Vieux.md"]),
        ({"pattern": "Archive/"}, ["Projets/Archive/", "Projets/Archive/Vieux.md"]),
        ({"pattern": "jets/"}, [path for path in ALL if path.startswith("Projets/")]),
        ({"pattern": "jet/"}, []),
        ({"pattern": "/"}, [path for path in ALL if "/" in path]),
        ({"pattern": "./Projets//"}, [path for path in ALL if path.startswith("Projets/")]),
        ({"pattern": "*/"}, ["Équipe/", "inbox/", "Projets/", "Projets/Archive/", "vide/"]),
        ({"pattern": "P*/A*/"}, ["Projets/Archive/"]),
        ({"pattern": "P*/*"}, [path for path in ALL if path.startswith("Projets/") and path != "Projets/"]),
        ({"pattern": "[ab]*.md"}, ["Projets/Bateau.md"]),
        ({"pattern": "secret"}, []),
        ({"path": "Équipe"}, ["Équipe/Léo.md", "Équipe/Zoé.md"]),
        ({"path": "vide"}, []),
        ({"path": "."}, ALL),
        ({"tag": "#impôts"}, ["Projets/TVA.md"]),
        ({"tag": "IMPOTS/tva"}, ["Projets/TVA.md"]),
        ({"tag": "tva"}, []),
        ({"property": {"key": "Status", "value": "en cours"}}, ["Projets/Bateau.md"]),
        ({"property": {"key": "urgent", "value": True}}, ["Projets/TVA.md"]),
        ({"property": {"key": "ports", "value": "Brest"}}, ["Projets/Bateau.md"]),
        ({"property": {"key": "responsable", "value": "Équipe/Zoé"}}, ["Projets/TVA.md"]),
        ({"property": {"key": "prio"}}, ["Projets/Bateau.md", "Projets/TVA.md"]),
        ({"property": {"key": "status"}, "path": "Projets/Archive"}, ["Projets/Archive/Vieux.md"]),
        ({"pattern": "md", "sort": "modified", "limit": 2}, ["changelog.md", "Projets/TVA.md"]),
        ({"pattern": "Projets/*.md", "sort": "size"}, ["Projets/TVA.md", "Projets/Bateau.md"]),
        ({"sort": "name", "limit": "3"}, ALL[:3]),
    ],
)
def test_what_is_found(
    finder: VaultFinder, engine: LocalEngine, arguments: dict[str, Any], expected: list[str]
) -> None:
    assert paths(finder, **arguments) == expected
    assert find(engine, **arguments) == find(finder, **arguments)


def test_a_file_that_was_just_written_is_found(make_vault: MakeVault) -> None:
    root = make_vault({})
    finder = VaultFinder(root, VaultSettings())
    assert paths(finder) == []
    (root / "neuf.md").write_text("neuf")
    assert paths(finder) == ["neuf.md"]


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("Plan [2].md", ["Plan 2.md", "Plan [2].md"]),
        ("plan [2]", ["Plan [2].md"]),
        ("a?", ["a?.md"]),
        ("plan [23].md", ["Plan 2.md"]),
    ],
)
def test_a_name_with_the_characters_of_a_glob_is_found(
    make_vault: MakeVault, pattern: str, expected: list[str]
) -> None:
    root = make_vault({"Plan [2].md": "", "Plan 2.md": "", "a?.md": ""})
    assert paths(VaultFinder(root, VaultSettings()), pattern=pattern) == expected


@pytest.mark.parametrize("value", ["[[Zoé]]", "[[Zoé|Z.]]", "zoé"])
def test_a_property_that_is_a_link_is_found_as_it_is_written(read_vault: ReadVault, value: str) -> None:
    engine = read_vault({"a.md": '---\nowner: "[[Zoé]]"\n---\n', "b.md": "---\nowner: Léo\n---\n"})
    for finder in with_and_without(engine):
        assert paths(finder, property={"key": "owner", "value": value}) == ["a.md"]


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"limit": 0}, "limit must be an integer of at least 1, got 0"),
        ({"limit": True}, "limit must be an integer of at least 1, got True"),
        ({"limit": "all"}, "limit must be an integer of at least 1, got 'all'"),
        ({"sort": "colour"}, "sort must be one of ['modified', 'name', 'size'], got 'colour'"),
        ({"path": "nowhere"}, "Folder not found: nowhere"),
        ({"path": "overview.md"}, "Not a folder: overview.md"),
        ({"path": "brouillons"}, "Folder is excluded: brouillons"),
        ({"path": ".."}, "Path must be within vault"),
        ({"path": "/etc"}, "Path must be within vault"),
        ({"pattern": "[a"}, "The glob '[a' is malformed: '[' at character 1 is never closed."),
        ({"pattern": "[b-a]"}, "The glob '[b-a]' is malformed: the range 'b-a' at character 2 ends before it begins."),
        (
            {"property": {"value": "x"}},
            """property must be an object {"key", "value"} with a key, got {'value': 'x'}""",
        ),
        ({"property": "status"}, """property must be an object {"key", "value"}, got 'status'"""),
        ({"pattern": 5}, "pattern must be a text, got 5"),
    ],
)
def test_what_is_refused(finder: VaultFinder, arguments: dict[str, Any], error: str) -> None:
    with pytest.raises(UsageError) as raised:
        find(finder, **arguments)
    assert raised.value.message == error


@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        ("---\ntags: [Été/Juin]\n---\n", {"tag": "ete"}),
        ("Un #Été, enfin", {"tag": "été"}),
        ("---\nx: 1\n---\nUn #été/juin", {"tag": "#ETE/juin"}),
        ('---\ntags: ["\\u00e9t\\u00e9"]\n---\n', {"tag": "été"}),
        ("---\nÉtat: ouvert\n---\n", {"property": {"key": "etat", "value": "OUVERT"}}),
        ('---\n"\\u00c9tat": ouvert\n---\n', {"property": {"key": "état"}}),
        ("\ufeff---\r\nétat: ouvert\r\n---\r\n", {"property": {"key": "état"}}),
        ("état:: ouvert\n", {"property": {"key": "état", "value": "ouvert"}}),
        ("Il est (état:: ouvert) ici", {"property": {"key": "état"}}),
        ("Un #/été", {"tag": "ete"}),
        ("---\ntags: ['#été']\n---\n", {"tag": "#été"}),
        ('---\ntags: ["fin de\n  l\'été"]\n---\n', {"tag": "fin de l'été"}),
        ("---\n'l''état': ouvert\n---\n", {"property": {"key": "l'état", "value": "ouvert"}}),
        ("---\n? état de\n  choses\n: ouvert\n---\n", {"property": {"key": "état de choses"}}),
        ("---\n---x: y\nétat: ouvert\ntags: été\n---\n", {"property": {"key": "état"}, "tag": "été"}),
        ("+++\n+++x = 1\n+++\n#été", {"tag": "été"}),
        ("---\nÉtat: clos\nétat: ouvert\n---\n", {"property": {"key": "état", "value": "ouvert"}}),
        ("---\nun: {état: clos}\nun.état: ouvert\n---\n", {"property": {"key": "un.état", "value": "ouvert"}}),
    ],
)
def test_tags_and_properties_are_found_however_they_are_written(
    make_vault: MakeVault, open_vault: OpenVault, text: str, arguments: dict[str, Any]
) -> None:
    root = make_vault({"a.md": text.encode(), "b.md": "état, été"})
    for finder in (VaultFinder(root, VaultSettings()), open_vault(root)):
        assert paths(finder, **arguments) == ["a.md"]


KINDS = {
    "empty.md": "",
    "property alone.md": "---\nstatus: open\n---\n",
    "empty property.md": "---\nstatus:\n---\n",
    "empty list.md": "---\nstatus: []\n---\n",
    "list.md": "---\nstatus: [open, 2]\ntags: [b, a, b]\n---\n#c",
    "number.md": "---\nstatus: 2.0\n---\n",
    "day.md": "---\nstatus: 2025-07-14\n---\n",
    "binary.md": "status: open\0#a",
    "goes.md": "---\nstatus: open\ntags: a\n---\n",
    "changes.md": "---\nstatus: open\ntags: a\n---\n",
}
ASKED: tuple[dict[str, Any], ...] = (
    {"tag": "a"},
    {"tag": ""},
    {"property": {"key": "status"}},
    {"property": {"key": "status", "value": "open"}},
    {"property": {"key": "status", "value": "2"}},
    {"property": {"key": "status", "value": 2}},
    {"property": {"key": "status", "value": "2025-07-14"}},
    {"property": {"key": "status", "value": "open"}, "tag": "a"},
)


def test_an_index_finds_what_the_files_say_now(make_vault: MakeVault, open_vault: OpenVault) -> None:
    root = make_vault(KINDS)
    engine, finder = open_vault(root), VaultFinder(root, VaultSettings())
    assert all(find(engine, **asked) == find(finder, **asked) for asked in ASKED)
    (root / "goes.md").unlink()
    (root / "changes.md").write_text("---\nstatus: shut\ntags: b\n---\n")
    (root / "comes.md").write_text("---\nstatus: open\ntags: a\n---\n")
    assert all(find(engine, **asked) == find(finder, **asked) for asked in ASKED)
    assert paths(engine, tag="a") == ["comes.md", "list.md"]


@pytest.mark.parametrize(
    ("value", "found"),
    [
        (2, ["list.md", "number.md"]),
        (2.0, ["list.md", "number.md"]),
        ("2", ["list.md"]),
        ("2.0", ["number.md"]),
        (True, []),
    ],
)
def test_a_number_is_found_however_it_is_written_and_a_text_as_it_is(
    read_vault: ReadVault, value: object, found: list[str]
) -> None:
    for finder in with_and_without(read_vault(KINDS)):
        assert paths(finder, property={"key": "status", "value": value}) == found


def test_an_index_spares_reading_what_has_not_changed(
    make_vault: MakeVault, open_vault: OpenVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make_vault(KINDS)
    engine = open_vault(root)
    (root / "changes.md").write_text("---\nstatus: shut\ntags: a\n---\n")
    read: list[str] = []

    def reading(root: Path, path: str, settings: VaultSettings) -> NoteData:
        read.append(path)
        return read_note_data(root, path, settings)

    monkeypatch.setattr("vaulttui.search.lookups.finding.read_note_data", reading)
    assert paths(engine, tag="a") == ["changes.md", "goes.md", "list.md"]
    assert read == ["changes.md"]


def test_where_the_index_cannot_be_read_the_files_are(
    make_vault: MakeVault, open_vault: OpenVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(views: IndexViews, question: object) -> None:
        raise IndexFault("The index is damaged.")

    engine = open_vault(make_vault(KINDS))
    monkeypatch.setattr(IndexViews, "ask", fail)
    assert paths(engine, tag="a") == ["changes.md", "goes.md", "list.md"]
