"""The tools on the command line: the same answers and the same faults as from Python."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from importlib import import_module
from pathlib import Path
from typing import Any, cast

import pytest

from tests.conftest import WORDS_ONLY, MakeVault, write_notes
from tests.tools.french import NOTES, date_files
from vaulttui.cli.dispatch import run
from vaulttui.cli.find_notes import conditions
from vaulttui.cli.services import Services
from vaulttui.errors import IndexFault
from vaulttui.paths import index_path
from vaulttui.search.engine import SearchEngine
from vaulttui.search.local.local_engine import LocalEngine
from vaulttui.settings import Settings
from vaulttui.tools import find, find_notes, search, search_notes


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("cli") / "coffre"
    write_notes(folder, NOTES)
    date_files(folder)
    return folder


@pytest.fixture(scope="module")
def engine(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Any:
    opened = LocalEngine(root, WORDS_ONLY, tmp_path_factory.mktemp("index") / "index.duckdb")
    opened.initialize()
    opened.refresh()
    yield opened
    opened.close()


class _Kept:
    """An engine that stays open when a command closes it."""

    def __init__(self, engine: LocalEngine) -> None:
        self._engine = engine

    def __getattr__(self, name: str) -> Any:
        return getattr(self._engine, name)

    def close(self) -> None:
        pass


class Shell:
    def __init__(self, engine: LocalEngine, root: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self._engine = engine
        self._environ = {"VAULTTUI_VAULT": str(root)}
        self._capsys = capsys
        self.out = ""
        self.err = ""

    def __call__(self, *argv: str) -> int:
        status = run(argv, Services(self._open, _no_app, self._environ))
        self.out, self.err = self._capsys.readouterr()
        return status

    def _open(self, vault: Path, settings: Settings, ahead: bool) -> SearchEngine:
        return cast(SearchEngine, _Kept(self._engine))

    @property
    def document(self) -> Any:
        return json.loads(self.out)


def _no_app(vault: Path | None, settings: Settings, settings_path: Path) -> int:
    raise AssertionError


@pytest.fixture
def shell(engine: LocalEngine, root: Path, capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(engine, root, capsys)


# JSON is what the tool gives


@pytest.mark.parametrize(
    ("argv", "arguments"),
    [
        (("--folder", "Projets"), {"folder": "Projets"}),
        (
            ("--folder", ".", "--recursive", "--sort", "modified"),
            {"folder": ".", "recursive": True, "sort": "modified"},
        ),
        (
            ("TVA", "Q3", "--mode", "keyword", "--n-results", "2"),
            {"query": "TVA Q3", "mode": "keyword", "n_results": 2},
        ),
        (("TVA", "--mode", "keyword", "--offset", "3"), {"query": "TVA", "mode": "keyword", "offset": 3}),
        (("--folder", ".", "--offset", "1" + "0" * 20), {"folder": ".", "offset": 10**20}),
        (
            ("--frontmatter", "status=bloqué", "--include-fields", "prio,urgent"),
            {
                "frontmatter": [{"field": "status", "value": "bloqué", "match_type": "equals"}],
                "include_fields": ["prio", "urgent"],
            },
        ),
        (
            ("--date-start", "2025-07-14", "--date-end", "2025-07-15", "--date-type", "modified"),
            {"date_start": "2025-07-14", "date_end": "2025-07-15", "date_type": "modified"},
        ),
        ((), {}),
        (("--folder", "nowhere"), {"folder": "nowhere"}),
        (("--folder", ".", "--n-results", "many"), {"folder": ".", "n_results": "many"}),
        (("--frontmatter", '{"value": "x"}'), {"frontmatter": [{"value": "x"}]}),
        (("--frontmatter", "[" * 100_000), {"frontmatter": ["[" * 100_000]}),
        (("ornithorynque", "--mode", "keyword"), {"query": "ornithorynque", "mode": "keyword"}),
    ],
)
def test_find_notes(shell: Shell, engine: LocalEngine, argv: tuple[str, ...], arguments: dict[str, Any]) -> None:
    status = shell("find-notes", "--json", *argv)
    expected = json.loads(find_notes(engine, **arguments))
    assert shell.document == expected
    assert shell.err == ""
    assert status == (2 if not expected["success"] else 0 if expected["results"] else 1)


def test_what_cannot_be_brought_up_to_date_says_so_in_the_json(
    shell: Shell, engine: LocalEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(**_: object) -> None:
        raise IndexFault("The disk is full.", code="disk_full")

    monkeypatch.setattr(engine, "refresh", full)
    for command in (("find-notes", "--folder", "Projets"), ("search-notes", "TVA"), ("search-notes", "ornithorynque")):
        shell(*command, "--json")
        assert shell.document["warnings"] == ["The disk is full. What follows is from the index as it is."]
        assert shell.document.get("success", True)


@pytest.mark.parametrize(
    ("argv", "arguments"),
    [
        (("--format", "notes", "TVA", "Q3"), {"query": "TVA Q3"}),
        (
            ("--format", "notes", "TVA", "--min-score", "0", "--limit", "3"),
            {"query": "TVA", "min_score": 0, "limit": 3},
        ),
        (("--queries", "TVA", "coque"), {"queries": ["TVA", "coque"]}),
        (("--queries", "*", "--scope", "changelog.md#2025-07"), {"queries": ["*"], "scopes": ["changelog.md#2025-07"]}),
        (("--format", "chunks", "factures", "--explain"), {"query": "factures", "format": "chunks", "explain": True}),
        (
            ("--queries", "TVA", "--date-from", "2025-07-14", "--date-to", "2025-07-14"),
            {"queries": ["TVA"], "date_from": "2025-07-14", "date_to": "2025-07-14"},
        ),
        (("--queries", "TVA", "--tag", "#impôts", "--path", "Projets"), {"queries": ["TVA"], "tag": "impôts"}),
    ],
)
def test_search(shell: Shell, engine: LocalEngine, argv: tuple[str, ...], arguments: dict[str, Any]) -> None:
    assert shell("search", "--json", "--mode", "fast", *argv) == 0
    assert shell.document == search(engine, mode="fast", **arguments)


def test_options_of_the_tool_narrow_the_plain_search_too(shell: Shell) -> None:
    assert shell("search", "TVA", "--mode", "keyword", "--path", "Projets", "--date-from", "2025-07-01") == 0
    assert shell.out.splitlines()[0].startswith("Projets/TVA.md:")
    assert len(shell.out.splitlines()) == 1


def test_chunks_are_shown_below_their_place(shell: Shell) -> None:
    assert shell("search", "--format", "chunks", "--context", "0", "factures", "--mode", "fast") == 0
    assert shell.out.startswith("Projets/TVA.md:11-14\n11  | # TVA Q3\n12  | \n13  | La déclaration")


@pytest.mark.parametrize(
    ("argv", "arguments"),
    [
        (("zo",), {"pattern": "zo"}),
        (("*.md", "--sort", "size", "--limit", "2"), {"pattern": "*.md", "sort": "size", "limit": 2}),
        (("--property", "status=bloqué"), {"property": {"key": "status", "value": "bloqué"}}),
        (("--property", "prio"), {"property": {"key": "prio"}}),
        (("--tag", "impôts", "--path", "Projets"), {"tag": "impôts", "path": "Projets"}),
    ],
)
def test_find(shell: Shell, engine: LocalEngine, argv: tuple[str, ...], arguments: dict[str, Any]) -> None:
    assert shell("find", "--json", *argv) == 0
    assert shell.document == find(engine, **arguments)


def test_find_opens_no_index(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def refuse(vault: Path, settings: Settings, ahead: bool) -> SearchEngine:
        raise AssertionError("find needs no index")

    for argv in (["find", "zo"], ["find", "zo", "--property", "aliases"]):
        assert run(argv, Services(refuse, _no_app, {"VAULTTUI_VAULT": str(root)})) == 0
        assert capsys.readouterr().out == "Équipe/Zoé.md\n"


@pytest.mark.parametrize("readable", [True, False])
def test_find_by_property_asks_an_index_that_is_there(
    root: Path, engine: LocalEngine, capsys: pytest.CaptureFixture[str], *, readable: bool
) -> None:
    opened: list[Path] = []

    def open_engine(vault: Path, settings: Settings, ahead: bool) -> SearchEngine:
        opened.append(vault)
        if not readable:
            raise IndexFault("The index is damaged.")
        return cast(SearchEngine, _Kept(engine))

    index = index_path(root, Settings())
    index.parent.mkdir(parents=True)
    index.touch()
    services = Services(open_engine, _no_app, {"VAULTTUI_VAULT": str(root)})
    assert run(["find", "--property", "status=bloqué", "--json"], services) == 0
    assert json.loads(capsys.readouterr().out) == find(engine, property={"key": "status", "value": "bloqué"})
    assert opened == [root]
    opened.clear()
    assert run(["find", "zo"], services) == 0
    assert not opened


def test_find_by_property_needs_no_folder_that_may_not_be_entered(
    root: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path) -> bool:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "exists", refuse)
    services = Services(environ={"VAULTTUI_VAULT": str(root)})
    assert run(["find", "--property", "status=bloqué"], services) == 0
    assert capsys.readouterr().out == "Projets/TVA.md\n"


def test_search_notes(shell: Shell, engine: LocalEngine) -> None:
    assert shell("search-notes", "--read-content", "factures", "q3") == 0
    assert shell.out == search_notes(engine, "factures q3", read_content=True) + "\n"
    assert shell("search-notes", "factures") == 0
    assert shell.out.startswith("Projets/TVA.md:13: ...")
    assert shell("search-notes", "--json", "factures") == 0
    document = shell.document
    assert (document["query"], document["total"]) == ("factures", 1)
    assert document["results"][0]["excerpts"][0]["line"] == 13


def test_search_notes_tells_of_a_note_that_cannot_be_read_now(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["vaulttui.tools.literal_words"], "read_note_text", lambda root, path: None)
    told = "Projets/TVA.md matches by the index, but cannot be read now; search still shows what was indexed."
    assert shell("search-notes", "factures") == 1
    assert (shell.out, shell.err) == ("", f"vaulttui: {told}\n")
    assert shell("search-notes", "--json", "factures") == 1
    assert shell.document == {"query": "factures", "results": [], "total": 0, "warnings": [told]}


def test_search_notes_prints_a_note_that_only_its_path_tells_of(shell: Shell) -> None:
    assert shell("search-notes", "inbox") == 0
    assert shell.out == "inbox/idée.md:1: Idée\n"


# Nothing found


@pytest.mark.parametrize(
    ("argv", "told"),
    [
        (("search", "--mode", "keyword", "folder:Projts", "tva"), "No note lies in a folder 'Projts'. Did you mean"),
        (
            ("search", "--mode", "keyword", "--tag", "voille", "x"),
            "No note has the tag 'voille'. Did you mean 'voile'?",
        ),
        (("search", "--mode", "fast", "--format", "chunks", "tag:voille"), "No note has the tag 'voille'."),
        (("search", "--mode", "fast", "--queries", "[staus:x]"), "No note has a property 'staus'. Did you mean"),
        (
            ("find-notes", "--mode", "keyword", "links-to:[[Batau]]"),
            "No note is called 'Batau'. Did you mean 'Bateau'?",
        ),
        (("find-notes", "--frontmatter", "staus=x"), "No note has a property 'staus'. Did you mean 'status'?"),
        (
            ("search", "--mode", "fast", "--scope", "Projts/*", "--tag", "voille", "tva"),
            "No note matches any of the scopes: paths are relative to the vault, and case matters.\n"
            "vaulttui: No note has the tag 'voille'.",
        ),
        (("search", "--mode", "fast", "--format", "notes", "--scope", "Projts/*", "tva"), "any of the scopes: paths"),
        (
            ("search", "--mode", "fast", "--queries", "tag:voille", "[staus:x]"),
            "No note has the tag 'voille'. Did you mean 'voile'?\nvaulttui: No note has a property 'staus'.",
        ),
    ],
)
def test_a_name_that_the_vault_does_not_have_is_told_beside_the_results(
    shell: Shell, argv: tuple[str, ...], told: str
) -> None:
    assert shell(*argv) == 1
    assert shell.out == ""
    assert told in shell.err
    assert shell(*argv, "--json") == 1
    assert told not in shell.out
    assert told in shell.err


@pytest.fixture
def indexed(root: Path) -> None:
    """Something lies where the index of the vault is kept."""
    index = index_path(root, Settings())
    index.parent.mkdir(parents=True)
    index.touch()


@pytest.mark.usefixtures("indexed")
@pytest.mark.parametrize(
    ("argv", "told"),
    [
        (("--tag", "#voille"), "vaulttui: No note has the tag 'voille'. Did you mean 'voile'?\n"),
        (("--property", "staus=x"), "vaulttui: No note has a property 'staus'. Did you mean 'status'?\n"),
        (
            ("--tag", "xyz", "--property", "staus"),
            "vaulttui: No note has the tag 'xyz'.\nvaulttui: No note has a property 'staus'. Did you mean 'status'?\n",
        ),
        (("zzz", "--tag", "voile"), ""),
        (("--property", "status=zzz"), ""),
    ],
)
def test_find_tells_the_names_that_an_index_does_not_have(shell: Shell, argv: tuple[str, ...], told: str) -> None:
    assert shell("find", *argv) == 1
    assert (shell.out, shell.err) == ("", told)


def test_find_tells_of_no_name_that_the_index_is_yet_to_learn(
    make_vault: MakeVault, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    vault = make_vault({"a.md": "text"})
    with closing(LocalEngine(vault, WORDS_ONLY, tmp_path / "index.duckdb")) as engine:
        engine.initialize()
        engine.refresh()
        index = index_path(vault, Settings())
        index.parent.mkdir(parents=True)
        index.touch()
        write_notes(vault, {"b.md": "#fresh"})
        shell = Shell(engine, vault, capsys)
        assert shell("find", "zzz", "--tag", "fresh") == 1
        assert shell.err == ""


# Paths


_FINDING = {
    "search": ("search", "--mode", "keyword", "factures"),
    "parts": ("search", "--mode", "keyword", "--chunks", "tva"),
    "tool": ("search", "--mode", "fast", "--format", "chunks", "tva"),
    "find": ("find", "TVA.md"),
    "folders": ("find", "Projets*"),
    "find-notes": ("find-notes", "--mode", "keyword", "factures"),
    "list": ("find-notes", "--folder", "Projets"),
    "fields": ("find-notes", "--folder", "Projets", "--include-fields", "status"),
    "search-notes": ("search-notes", "factures"),
    "whole": ("search-notes", "factures", "--read-content"),
}


def _paths(told: Any) -> list[str]:
    """All paths in a JSON document, in order."""
    if isinstance(told, dict):
        own = [told[name] for name in ("path", "source") if name in told]
        return own or _paths(next(told[name] for name in ("hits", "results") if name in told))
    return [path for item in told for path in ([item] if isinstance(item, str) else _paths(item))]


@pytest.mark.parametrize("argv", _FINDING.values(), ids=_FINDING.keys())
def test_whole_paths_can_be_used_from_everywhere(shell: Shell, root: Path, argv: tuple[str, ...]) -> None:
    assert shell(*argv) == 0
    within = shell.out
    assert str(root) not in within
    shell(*argv, "--absolute")
    assert shell.out.replace(f"{root}/", "") == within
    assert shell.out != within
    shell(*argv, "--absolute", "--json")
    paths = _paths(json.loads(shell.out))
    assert paths
    for path in paths:
        assert path.startswith(f"{root}/")
        assert Path(path).exists()


@pytest.mark.parametrize("argv", _FINDING.values(), ids=_FINDING.keys())
def test_paths_alone_are_printed_once_each_and_ended_by_nul(shell: Shell, argv: tuple[str, ...]) -> None:
    shell(*argv, "--json")
    paths = _paths(json.loads(shell.out))
    assert shell(*argv, "-0") == 0
    assert shell.out == "".join(f"{path}\0" for path in dict.fromkeys(paths))
    assert shell(*argv, "--print0", "--json") == 2
    assert "--print0 and --json are two forms" in shell.out


def test_a_path_that_has_a_line_break_is_handed_on_as_it_is(
    capfdbinary: pytest.CaptureFixture[bytes], make_vault: MakeVault
) -> None:
    vault = make_vault({"é of two\nlines.md": ""})
    assert run(["find", "-0", "two"], Services(environ={"VAULTTUI_VAULT": str(vault)})) == 0
    assert capfdbinary.readouterr().out == "é of two\nlines.md\0".encode()


def test_a_word_that_is_an_option_without_its_dash_is_a_word(shell: Shell) -> None:
    for word in ("0", "h"):
        assert shell("search", "--mode", "keyword", word) in (0, 1)
        assert "options have two dashes" not in shell.err


def test_a_number_that_is_to_be_left_out_is_no_option(shell: Shell) -> None:
    assert shell("search", "--mode", "keyword", "factures", "-7") == 0
    assert shell.out.startswith("Projets/TVA.md:")
    assert shell("search", "--mode", "keyword", "factures", "--limit", "-1") == 2
    assert "limit must be an integer of at least 0, got '-1'" in shell.err


# Plain output


@pytest.mark.parametrize(
    ("argv", "out"),
    [
        (("find-notes", "--folder", "Projets"), "Projets/Bateau.md\nProjets/TVA.md\n"),
        (
            ("find-notes", "--folder", "Projets", "--include-fields", "status,prio,ports"),
            'Projets/Bateau.md\tstatus: En cours\tprio: 10\tports: ["Brest", "Saint-Malo"]\n'
            "Projets/TVA.md\tstatus: bloqué\tprio: 2\tports: null\n",
        ),
        (
            ("find-notes", "factures", "--mode", "keyword"),
            "Projets/TVA.md:13: La déclaration de TVA Q3 attend les factures de Zoé.\n",
        ),
        (("find", "archive"), "Projets/Archive/\nProjets/Archive/Vieux.md\n"),
    ],
)
def test_plain_output_is_a_line_for_each_result(shell: Shell, argv: tuple[str, ...], out: str) -> None:
    assert shell(*argv) == 0
    assert shell.out == out


@pytest.mark.parametrize(
    "argv",
    [
        ("find-notes", "--folder", "Équipe", "--date-end", "1999-01-01"),
        ("find", "ornithorynque"),
        ("search-notes", "ornithorynque"),
        ("search", "--format", "notes", "ornithorynque", "--mode", "fast"),
    ],
)
def test_nothing_found_is_silent_and_ends_with_1(shell: Shell, argv: tuple[str, ...]) -> None:
    assert shell(*argv) == 1
    assert (shell.out, shell.err) == ("", "")


@pytest.mark.parametrize(
    ("argv", "told"),
    [
        (("find", "ornithorynque"), "nothing found"),
        (("find", "archive"), ""),
        (("find", "archive", "--limit", "1"), "1 shown; there may be more with a higher --limit"),
        (("search-notes", "ornithorynque"), "nothing found"),
        (("search-notes", "ornithorynque", "--read-content"), ""),
        (("search-notes", "ornithorynque", "--json"), ""),
        (("search-notes", "factures"), ""),
        (("search-notes", "TVA"), "the best 1 of 5 notes"),
    ],
)
def test_a_person_is_told_how_much_there_is(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, argv: tuple[str, ...], told: str
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setattr(import_module("vaulttui.tools.literal_words"), "MOST_NOTES", 1)
    shell(*argv)
    assert shell.err == (f"vaulttui: {told}\n" if told else "")


def test_the_json_is_what_the_help_tells(shell: Shell) -> None:
    def names(document: dict[str, Any]) -> str:
        return ", ".join(document)

    def told(command: str) -> str:
        return " ".join(import_module(f"vaulttui.cli.{command}").EPILOG.split())

    shell("search", "--json", "bateau")
    assert f"{{{names(shell.document)}}}" in told("search")
    shell("find", "--json", "*.md")
    assert f"[{{{names(shell.document[0])}}}]" in told("find")
    shell("search-notes", "--json", "bateau")
    note = shell.document["results"][0]
    excerpt = names(note["excerpts"][0])
    assert f"results: [{{{names(note)}: [{{{excerpt}}}]}}], total}}" in told("search_notes")


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (("find-notes",), "At least one filter is required"),
        (("find", "[x"), "The glob '[x' is malformed"),
        (("find", "--path", "nowhere"), "Folder not found: nowhere"),
        (("find", "--limit", "0"), "limit must be an integer of at least 1"),
        (("find", "--sort", "colour"), "sort must be one of ['modified', 'name', 'size'], got 'colour'"),
        (("search", "x", "--format", "xml"), "format must be one of ['chunks', 'notes'], got 'xml'"),
        (("search", "x", "--format", "notes", "--limit", "-1"), "limit must be an integer of at least 1, got -1"),
        (("search", "x", "--limit", "many"), "limit must be an integer of at least 0, got 'many'"),
        (("search", "x", "--offset", "many"), "offset must be an integer of at least 0, got 'many'"),
        (("search", '"x', "--format", "notes"), 'is not closed. Did you mean "x" ?'),
        (("find", "--property", "a", "--property", "b"), "--property can be given once only"),
        (("search", "--tag", "a", "--tag", "b", "x"), "--tag can be given once only"),
        (("find-notes", "--folder", "a", "--folder", "b"), "--folder can be given once only"),
        (("search", "x", "--path", ".."), "Path must be within vault"),
        (("search", "x", "--scope", "[x"), "Invalid scope '[x'"),
        (("search", "x", "--date-from", "someday"), "Invalid date_from"),
        (("search", "x", "--min-score", "7"), "min_score must be a number from 0 to 1"),
        (("search", "x", "--format", "notes", "--sort", "name"), "--format and --queries go without --sort"),
        (("search", "x", "--context", "2"), "--context goes with --format chunks and with --queries"),
        (("search", "x", "--context", "2", "--format", "notes"), "--context goes with --format chunks"),
        (("search-notes", " "), "query is empty"),
    ],
)
def test_wrong_usage_ends_with_2_and_is_a_document_with_json(shell: Shell, argv: tuple[str, ...], message: str) -> None:
    assert shell(*argv) == 2
    assert shell.out == ""
    assert message in shell.err
    assert shell(*argv, "--json") == 2
    error = shell.document["error"]
    assert message in (error if isinstance(error, str) else error["message"])
    assert shell.err == ""


@pytest.mark.parametrize(
    ("argv", "status", "message"),
    [
        (
            ("--sort", "colour", "--folder", "."),
            2,
            "sort must be one of ['created', 'modified', 'name', 'relevance'], got 'colour'",
        ),
        (("--colour",), 2, "unrecognized arguments: --colour"),
        (("--folder",), 2, "argument --folder: expected one argument"),
        (("--folder", ".", "--config", "nowhere.toml"), 2, "nowhere.toml: there is no such settings file"),
        (("--folder", ".", "--vault", "nowhere"), 3, "nowhere: there is no such folder."),
    ],
)
def test_every_fault_of_find_notes_has_the_form_of_the_tool(
    shell: Shell, argv: tuple[str, ...], status: int, message: str
) -> None:
    assert shell("find-notes", "--json", *argv) == status
    assert shell.document == {"success": False, "error": message}
    assert shell.err == ""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("status=draft", [{"field": "status", "value": "draft", "match_type": "equals"}]),
        ("status != draft", [{"field": "status", "value": "draft", "match_type": "not_equals"}]),
        ("a~b=c", [{"field": "a", "value": "b=c", "match_type": "contains"}]),
        ("a!~b", [{"field": "a", "value": "b", "match_type": "not_contains"}]),
        ("=b", [{"field": "", "value": "b", "match_type": "equals"}]),
        ("due", [{"field": "due", "match_type": "exists"}]),
        ("!due", [{"field": "due", "match_type": "missing"}]),
        ("!status=draft", [{"field": "status", "value": "draft", "match_type": "not_equals"}]),
        ("! status ~ dr", [{"field": "status", "value": "dr", "match_type": "not_contains"}]),
        ("!status!=draft", ["!status!=draft"]),
        ('{"field": "a"}', [{"field": "a"}]),
        ('[{"field": "a"}, {"field": "b"}]', [{"field": "a"}, {"field": "b"}]),
        ("{broken", ["{broken"]),
    ],
)
def test_conditions_can_be_written_short(text: str, expected: list[Any]) -> None:
    assert conditions(text) == expected


# On a terminal and in a pipe


def test_nothing_in_a_note_acts_on_the_terminal(
    make_vault: Callable[[dict[str, str]], Path], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    root = make_vault({"a\x1b[2Jb.md": '---\nstatus: "x\\ey"\n---\nmot \x1b[31mrouge\x07 \u202emot'})
    monkeypatch.setenv("VAULTTUI_VAULT", str(root))
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    for argv in (
        ["find", "md"],
        ["find", "md", "--json"],
        ["find-notes", "--folder", ".", "--include-fields", "status"],
        ["find-notes", "--folder", ".", "--include-fields", "status", "--json"],
        ["search-notes", "rouge"],
        ["search-notes", "rouge", "--read-content"],
        ["search", "--format", "chunks", "mot", "--mode", "fast", "--min-score", "0"],
    ):
        assert run(argv) == 0
        out = capsys.readouterr().out
        assert "a" in out
        assert not {"\x1b", "\x07", "\u202e"} & set(out), argv


def test_head_may_close_the_pipe(root: Path, tmp_path: Path) -> None:
    program = "import sys; from vaulttui.cli import main; sys.exit(main(sys.argv[1:]))"
    many = tmp_path / "many"
    write_notes(many, {f"{'x' * 200}-{number}.md": "" for number in range(500)})
    with subprocess.Popen(
        [sys.executable, "-c", program, "find", "--vault", str(many), "--limit", "9999"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline().startswith("xxx")
        process.stdout.close()
        assert process.stderr.read() == ""
        assert process.wait(30) == 0
