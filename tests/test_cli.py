"""The command line: what it prints, what it refuses, and with which status it ends."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, nullcontext, redirect_stdout
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from typing import Any, NoReturn, cast

import pytest
from rich.cells import cell_len

from tests.conftest import WORDS_ONLY
from tests.ear import wait_until
from vaulttui import __version__, paths
from vaulttui.cli import main
from vaulttui.cli.context import Context
from vaulttui.cli.dispatch import run
from vaulttui.cli.health import kept_aside
from vaulttui.cli.output import Output
from vaulttui.cli.parsers import COMMANDS, command_parser
from vaulttui.cli.services import Services
from vaulttui.cli.vaults import find_vault
from vaulttui.demo import copying
from vaulttui.demo.copying import copy_demo
from vaulttui.embedding.fastembed_embedder import FastembedEmbedder
from vaulttui.errors import IndexFault, KeymapError, VaultNotFoundError
from vaulttui.search.engine import Progress, RefreshReport, SearchEngine, Status
from vaulttui.search.query import Hit, MatchRange, Mode, Query, Result, ScoreParts, Snippet, Timings
from vaulttui.search.sharing import open_engine
from vaulttui.settings import Settings
from vaulttui.settings_file import load_settings
from vaulttui.vault.files.scan_ahead import ScanAhead


def hit(path: str = "Projects/rust.md", text: str = "the deadlock of Tokio", **other: Any) -> Hit:
    given: dict[str, Any] = {
        "path": path,
        "title": "Rust",
        "heading_path": ("Rust", "Locks"),
        "first_line": 9,
        "last_line": 14,
        "content": text,
        "snippet": Snippet(text, (MatchRange(4, 12),), 11),
        "score": 0.91237567,
        "parts": ScoreParts(lexical=0.5),
        "properties": {"status": "draft", "due": date(2025, 2, 1)},
        "tags": ("work",),
        "size": 120,
        "modified": datetime(2025, 1, 2, 3, 4, 5, 678),
        "created": datetime(2024, 1, 2),
        "explanation": "because",
    }
    return Hit(**(given | other))


@dataclass
class FakeEngine:
    """The few methods that commands call."""

    hits: tuple[Hit, ...] = (hit(),)
    warned: tuple[tuple[str, int | None, str], ...] = ()
    degraded: str = ""
    vault_path: str = "/v"
    index_path: str = "/i"
    fault: Exception | None = None
    work: Callable[[Callable[[Progress], None]], None] = lambda progress: None
    queries: list[Query] = field(default_factory=list)
    refreshed: list[bool] = field(default_factory=list)
    ahead: ScanAhead | None = None
    closed: int = 0
    cleared: int = 0
    model: str = "model/1"
    wrong: tuple[str, ...] = ()
    notes: int = 1234

    def clear(self) -> None:
        self.cleared += 1

    def refresh(
        self,
        *,
        embed: bool = True,
        progress: Callable[[Progress], None] | None = None,
        ahead: ScanAhead | None = None,
    ) -> RefreshReport:
        self.refreshed.append(embed)
        self.ahead = ahead
        self.work(progress or (lambda _: None))
        return RefreshReport(notes=1234, added=2, embedded=7 if embed else 0, warnings=1, seconds_vectors=3)

    def search(self, query: Query) -> Result:
        self.queries.append(query)
        if self.fault is not None:
            raise self.fault
        shown = self.hits[query.offset : query.offset + query.limit]
        more = query.offset + len(shown) < len(self.hits)
        return Result(shown, len(self.hits), more, self.degraded, (), Timings(12.5, {"lexical": 2.0}), query.mode)

    def warnings(self) -> Sequence[tuple[str, int | None, str]]:
        return self.warned

    def status(self) -> Status:
        return Status("/v", self.index_path, 2_000_000, 1234, 5000, 4000, 1000, 10, 20, 3, 1, 7, 1, self.model, "idle")

    def count(self) -> int:
        return self.notes

    def problems(self) -> tuple[str, ...]:
        return self.wrong

    def stale_notes(self) -> tuple[str, ...]:
        return ("a.md", "b.md")

    def close(self) -> None:
        self.closed += 1


class Screen(StringIO):
    """A stream that is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("CACHE", "STATE", "DATA", "CONFIG"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name.lower()))
    (tmp_path / "notes").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


class Shell:
    """Calls commands as a shell does."""

    def __init__(self, capsys: pytest.CaptureFixture[str], home: Path) -> None:
        self._capsys = capsys
        self.engine = FakeEngine()
        self.opened: list[tuple[Path | None, Settings]] = []
        self.environ: dict[str, str] = {"VAULTTUI_VAULT": str(home / "notes")}
        self.vaults: list[Path] = []
        self.screen: Screen | None = None
        self.has_terminal = True
        self.out = ""
        self.err = ""

    def __call__(self, *argv: str) -> int:
        services = Services(self._open, self._run_app, self.environ, has_terminal=lambda: self.has_terminal)
        with redirect_stdout(self.screen) if self.screen is not None else nullcontext():
            status = run(argv, services)
        self.out, self.err = self._capsys.readouterr()
        return status

    def _open(self, vault: Path, settings: Settings, ahead: bool) -> SearchEngine:
        self.vaults.append(vault)
        return cast(SearchEngine, self.engine)

    def _run_app(self, vault: Path | None, settings: Settings, settings_path: Path) -> int:
        del settings_path
        self.opened.append((vault, settings))
        return 0

    @property
    def document(self) -> dict[str, Any]:
        """What was printed, which must be one JSON document."""
        return cast(dict[str, Any], json.loads(self.out))


@pytest.fixture
def shell(capsys: pytest.CaptureFixture[str], home: Path) -> Shell:
    return Shell(capsys, home)


@pytest.fixture
def screen(shell: Shell) -> Screen:
    """Standard output as a terminal."""
    shell.screen = Screen()
    return shell.screen


# Searching


def test_a_hit_is_printed_as_grep_prints_a_line(shell: Shell) -> None:
    assert shell("search", "deadlock") == 0
    assert shell.out == "Projects/rust.md:11: the deadlock of Tokio\n"
    assert shell.err == ""


def test_nothing_found_is_silent_and_ends_with_1(shell: Shell) -> None:
    shell.engine.hits = ()
    assert shell("search", "deadlock") == 1
    assert (shell.out, shell.err) == ("", "")


def test_words_are_one_query_and_options_may_stand_anywhere(shell: Shell) -> None:
    assert shell("search", "--limit", "5", "rust", "tag:work", "--mode", "keyword", "deadlock", "--offset", "0") == 0
    query = shell.engine.queries[0]
    assert query.source == "rust tag:work deadlock"
    assert (query.mode, query.limit) == (Mode.KEYWORD, 5)


@dataclass
class Scan:
    """A scan by another process, as far as a command sees it."""

    closed: int = 0

    def close(self) -> None:
        self.closed += 1


@pytest.fixture
def scan(monkeypatch: pytest.MonkeyPatch) -> Scan:
    """Every scan that a command begins."""
    begun = Scan()
    monkeypatch.setattr(Context, "_begin_scan", lambda _: begun)
    return begun


def test_a_scan_is_begun_where_there_is_an_index_whoever_has_it(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[Path] = []
    monkeypatch.setattr(ScanAhead, "begin", lambda vault, _: begun.append(vault))
    context = Context(Output(sys.stdout, sys.stderr, {}), Services(), vault=str(home / "notes"), config=None)

    def scans() -> int:
        del begun[:]
        with context.looking_ahead():
            return len(begun)

    assert scans() == 0, "there is no index"
    engine = open_engine(context.vault, WORDS_ONLY)
    engine.refresh()
    assert scans() == 1, "its owner will ask what was found"
    engine.close()
    assert scans() == 1


def test_the_owner_of_an_index_is_not_asked_twice(shell: Shell, home: Path, scan: Scan) -> None:
    with closing(open_engine(home / "notes", WORDS_ONLY)) as owner:
        owner.refresh()
        assert shell("search", "deadlock") == 0
    assert len(shell.engine.queries) == 1
    assert shell.engine.ahead is cast(ScanAhead, scan)


def test_it_is_asked_while_the_files_are_looked_at_and_again_when_that_is_done(shell: Shell, scan: Scan) -> None:
    asked_before: list[int] = []
    shell.engine.work = lambda _: asked_before.append(len(shell.engine.queries))
    assert shell("search", "deadlock") == 0
    assert asked_before == [1]
    assert shell.engine.ahead is cast(ScanAhead, scan), "it is asked for as the scan begins"
    first, second = shell.engine.queries
    assert first == second
    assert scan.closed == 1


@pytest.mark.usefixtures("scan")
def test_what_went_wrong_early_is_told_only_if_it_does_again(shell: Shell) -> None:
    shell.engine.fault = IndexFault("The index is damaged.")

    def mend(_: Callable[[Progress], None]) -> None:
        shell.engine.fault = None

    shell.engine.work = mend
    assert shell("search", "deadlock") == 0
    assert len(shell.engine.queries) == 2
    assert shell.err == ""

    shell.engine.fault, shell.engine.work = IndexFault("The index is damaged."), lambda _: None
    assert shell("search", "deadlock") == 3
    assert shell.err.count("The index is damaged.") == 1


def test_a_query_with_a_fault_ends_the_scan_and_opens_nothing(shell: Shell, scan: Scan) -> None:
    assert shell("search", "rust:(") == 2
    assert (scan.closed, shell.vaults) == (1, [])


def test_nothing_is_looked_at_for_an_index_that_may_be_stale(shell: Shell, home: Path, scan: Scan) -> None:
    make_index(home / "notes")
    assert shell("search", "deadlock", "--stale") == 0
    assert (scan.closed, len(shell.engine.queries)) == (0, 1)


@pytest.mark.parametrize("argv", [("deadlock",), ("deadlock", "--format", "chunks")])
@pytest.mark.parametrize("begun", [False, True], ids=["no index", "an empty one"])
def test_a_vault_that_was_never_indexed_is_told_where_nothing_is_looked_at(
    shell: Shell, home: Path, begun: bool, argv: tuple[str, ...]
) -> None:
    if begun:
        make_index(home / "notes")
        shell.engine.notes = 0
    assert shell("search", *argv, "--stale", "--json") == 3
    assert shell.document["error"]["code"] == "not_indexed"
    assert "run vaulttui index once, or leave out --stale" in shell.document["error"]["message"]
    assert shell.engine.queries == []
    assert paths.index_path(home / "notes").exists() is begun


@pytest.mark.parametrize(
    "argv",
    [
        ("search", "rust -tokio"),
        ("search", "--", "rust", "-tokio"),
        ("search", "rust", "-tokio"),
        ("search", "-tokio", "rust", "--limit", "3"),
        ("search", "--json", "--", "-tokio", "rust"),
    ],
)
def test_words_to_leave_out_may_be_given_in_any_way(shell: Shell, argv: tuple[str, ...]) -> None:
    assert shell(*argv) == 0
    query = shell.engine.queries[0]
    assert query.texts[0].words == ("rust",)
    assert query.where is not None
    assert "tokio" in repr(query.where)


def test_a_word_to_leave_out_may_be_one_character_but_not_an_option_of_another_program(shell: Shell) -> None:
    assert shell("search", "犬", "-猫") == 0
    assert "猫" in repr(shell.engine.queries[0].where)
    assert shell("search", "rust", "-i") == 2


@pytest.mark.parametrize(
    "arguments",
    [
        ["rust", "--path", "-Archive"],
        ["--path", "-Archive", "rust", "--limit", "3"],
        ["--path=-Archive", "rust"],
        ["--path", "-Archive", "--", "rust"],
    ],
)
def test_the_value_of_an_option_may_begin_with_a_dash(arguments: list[str]) -> None:
    parser = command_parser("search")
    options = parser.parse_args(parser.with_words(arguments))
    assert (options.path, [word.strip() for word in options.query]) == ("-Archive", ["rust"])


def test_an_option_with_one_dash_is_not_taken_for_a_word(shell: Shell) -> None:
    assert shell("search", "rust", "-json") == 2
    assert "--json" in shell.err


def test_the_text_wins_over_options_which_is_told_and_a_limit_of_zero_means_all(shell: Shell) -> None:
    options = ("--mode", "fulltext", "--sort", "modified", "--reverse", "--limit", "0")
    shell("search", "x mode:semantic sort:name:asc limit:3", *options)
    query = shell.engine.queries[0]
    assert (query.mode, query.sort, query.descending) == (Mode.SEMANTIC, "name", False)
    assert query.limit > 1_000_000
    assert query.most == 3
    assert shell.err.splitlines() == [
        "vaulttui: mode:semantic in the query counts, not the mode keyword.",
        "vaulttui: sort:name in the query counts, not the order modified.",
        "vaulttui: The direction in the query counts, not --reverse.",
    ]
    shell("search", "x", *options)
    query = shell.engine.queries[1]
    assert (query.mode, query.sort, query.descending) == (Mode.KEYWORD, "modified", False)
    assert shell.err == ""


def test_where_no_vectors_are_made_searches_are_by_words_unless_another_mode_is_named(
    shell: Shell, tmp_path: Path
) -> None:
    settings = tmp_path / "config.toml"
    settings.write_text("[embedding]\nenabled = false\n")
    shell("search", "--config", str(settings), "x")
    shell("search", "--config", str(settings), "--mode", "hybrid", "x")
    shell("search", "x")
    assert [query.mode for query in shell.engine.queries] == [Mode.KEYWORD, Mode.HYBRID, Mode.HYBRID]


@pytest.mark.parametrize(
    ("argv", "descending"),
    [(("x",), False), (("x", "--sort", "name"), True), (("tag:x",), False), (("x", "--sort", "title"), True)],
)
def test_reverse_turns_the_natural_direction(shell: Shell, argv: tuple[str, ...], descending: bool) -> None:
    shell("search", *argv, "--reverse")
    assert shell.engine.queries[0].descending is descending


def test_the_vault_is_read_before_it_is_searched_but_no_vectors_are_made(shell: Shell, home: Path) -> None:
    make_index(home / "notes")
    shell("search", "x")
    assert shell.engine.refreshed == [False]
    shell("search", "x", "--stale")
    assert shell.engine.refreshed == [False]
    assert shell.engine.closed == 2


def test_json_is_one_document_with_everything(shell: Shell) -> None:
    shell.engine.hits = (hit(), hit("b.md"))
    shell.engine.degraded = "no vectors"
    assert shell("search", "deadlock", "--json", "--limit", "1", "--explain") == 0
    assert shell.document == {
        "query": "deadlock",
        "mode": "hybrid",
        "hits": [
            {
                "path": "Projects/rust.md",
                "title": "Rust",
                "heading_path": ["Rust", "Locks"],
                "section": "Rust > Locks",
                "lines": "9-14",
                "line": 11,
                "score": 0.9123,
                "snippet": "the deadlock of Tokio",
                "matches": [[4, 12]],
                "tags": ["work"],
                "properties": {"status": "draft", "due": "2025-02-01"},
                "modified": "2025-01-02T03:04:05",
                "created": "2024-01-02T00:00:00",
                "size": 120,
                "explanation": "because",
                "parts": {"lexical": 0.5, "semantic": None, "fused": None, "rerank": None},
            }
        ],
        "total": 2,
        "offset": 0,
        "has_more": True,
        "degraded": "no vectors",
        "warnings": [],
        "timings": {"total": 12.5, "lexical": 2.0},
    }
    assert shell.err == ""


def test_json_has_the_moments_of_properties_as_they_are_written(shell: Shell, home: Path) -> None:
    (home / "notes/a.md").write_text("---\nwhen: 2025-07-14T10:30\nlist: [2025-07-14T10:30:05, 2025-07-14]\n---\n")
    written = {"when": "2025-07-14T10:30", "list": ["2025-07-14T10:30:05", "2025-07-14"]}
    assert shell("doctor", "a.md", "--json") == 0
    assert {key: item["value"] for key, item in shell.document["properties"].items()} == written
    moment = datetime(2025, 7, 14, 10, 30)
    shell.engine.hits = (hit(properties={"when": moment, "list": [moment.replace(second=5), moment.date()]}),)
    assert shell("search", "x", "--json") == 0
    assert shell.document["hits"][0]["properties"] == written


def test_every_place_that_is_meant_in_a_passage_is_a_line_of_its_own(shell: Shell) -> None:
    places = (Snippet("buy milk", (), 11), Snippet("buy bread", (MatchRange(4, 9),), 13))
    shell.engine.hits = (replace(hit(), places=places), hit("b.md"))
    assert shell("search", "task-todo:*", "--chunks") == 0
    assert shell.out.splitlines() == [
        "Projects/rust.md:11: buy milk",
        "Projects/rust.md:13: buy bread",
        "b.md:11: the deadlock of Tokio",
    ]
    shell("search", "task-todo:*", "--chunks", "--json")
    assert [found["places"] for found in shell.document["hits"]] == [
        [
            {"line": 11, "snippet": "buy milk", "matches": []},
            {"line": 13, "snippet": "buy bread", "matches": [[4, 9]]},
        ],
        [],
    ]


def test_json_of_nothing_found_is_a_document_too(shell: Shell) -> None:
    shell.engine.hits = ()
    assert shell("search", "x", "--json") == 1
    assert (shell.document["hits"], shell.document["total"]) == ([], 0)


def test_explain_says_why(shell: Shell) -> None:
    shell("search", "x", "--explain")
    assert shell.out.splitlines()[1] == "    0.91  because"
    assert shell.engine.queries[0].explain


def test_what_the_answer_lacks_is_told_beside_it(shell: Shell) -> None:
    shell.engine.degraded = "No note has a vector yet: found by words only."
    shell("search", "x")
    assert shell.out.count("\n") == 1
    assert shell.err == "vaulttui: No note has a vector yet: found by words only.\n"


@pytest.mark.parametrize("more", [(), ("--format", "notes")])
def test_a_person_is_told_what_makes_the_vectors_that_an_answer_lacks(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, more: tuple[str, ...]
) -> None:
    errors = Screen()
    monkeypatch.setattr("sys.stderr", errors)
    shell.engine.degraded = "No note has a vector yet: found by words only."
    shell("search", "x", *more)
    assert "found by words only.\nvaulttui: vaulttui index makes the vectors that are missing.\n" in errors.getvalue()


@pytest.mark.parametrize("model", ["", "unavailable: it needs model.onnx"])
def test_nobody_is_told_to_make_vectors_that_no_model_can_make(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, model: str
) -> None:
    errors = Screen()
    monkeypatch.setattr("sys.stderr", errors)
    shell.engine.model = model
    shell.engine.degraded = "Meaning is switched off: found by words only."
    shell("search", "x")
    shell("doctor", "--repair")
    assert "found by words only.\n" in errors.getvalue()
    assert "The index was built anew.\n" in errors.getvalue()
    assert "vaulttui index" not in errors.getvalue()


@pytest.mark.parametrize(
    ("environ", "columns", "told"),
    [
        ({}, 80, "\r\x1b[KReading 7 of 1,200 notes …\r\x1b[K"),
        ({}, 13, "\r\x1b[KReading 7 of\r\x1b[K"),
        ({"TERM": "dumb"}, 80, ""),
    ],
)
def test_what_takes_long_is_told_on_one_line_where_there_can_be_one(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, environ: dict[str, str], columns: int, told: str
) -> None:
    errors = Screen()
    monkeypatch.setattr("sys.stderr", errors)
    monkeypatch.setattr(errors, "fileno", lambda: 2)
    monkeypatch.setattr("os.get_terminal_size", lambda _: os.terminal_size((columns, 24)))
    monkeypatch.setattr("vaulttui.cli.context._PATIENCE", -1)
    shell.environ |= environ
    shell.engine.work = lambda tell: tell(Progress("reading", done=7, total=1200))
    shell("search", "x")
    assert errors.getvalue() == told


def test_a_terminal_gets_colours_and_a_pipe_does_not(shell: Shell, screen: Screen) -> None:
    shell("search", "x")
    assert screen.getvalue() == (
        "\x1b[35mProjects/rust.md\x1b[0m\x1b[36m:\x1b[0m\x1b[32m11\x1b[0m\x1b[36m:\x1b[0m "
        "the \x1b[1;31mdeadlock\x1b[0m of Tokio\n"
    )


@pytest.mark.parametrize("environ", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_colours_can_be_refused(shell: Shell, screen: Screen, environ: dict[str, str]) -> None:
    shell.environ |= environ
    shell("search", "x")
    assert screen.getvalue() == "Projects/rust.md:11: the deadlock of Tokio\n"


def test_nothing_in_a_note_acts_on_the_terminal(shell: Shell, screen: Screen) -> None:
    shell.environ["NO_COLOR"] = "1"
    shell.engine.hits = (hit("a\x1b[2J\nb.md", "x\x07\u202e [red]y"),)
    shell("search", "x")
    assert screen.getvalue() == "a␛[2J b.md:11: x␇ [red]y\n"
    shell("search", "x", "--json")
    assert not {"\x1b", "\x07", "\u202e"} & set(screen.getvalue())


def test_a_pipe_gets_names_as_they_are_but_one_line_for_each_hit(shell: Shell) -> None:
    shell.engine.hits = (hit("a\x1b[2J\nb.md", "x\u202ey"),)
    shell("search", "x")
    assert shell.out == "a\x1b[2J b.md:11: x\u202ey\n"


def test_a_name_that_is_not_utf8_can_be_printed_and_is_valid_json(shell: Shell) -> None:
    shell.engine.hits = (hit(os.fsdecode(b"caf\xe9.md")),)
    assert shell("search", "x", "--json") == 0
    assert shell.document["hits"][0]["path"] == "caf\udce9.md"


def test_json_loses_nothing_where_the_terminal_knows_few_characters(monkeypatch: pytest.MonkeyPatch) -> None:
    written = BytesIO()
    monkeypatch.setattr("sys.stdout", TextIOWrapper(written, encoding="iso-8859-1"))
    assert run(["config", "--json", "--config", "/船/é"], Services()) == 2
    assert "/船/é: there is no such settings file" in json.loads(written.getvalue())["error"]["message"]


# Faults


def test_a_malformed_query_shows_where(shell: Shell) -> None:
    assert shell("search", "rust modfied:2024") == 2
    lines = shell.err.splitlines()
    assert lines[0].startswith("vaulttui: ")
    assert lines[1] == "  rust modfied:2024"
    assert lines[2].index("^") == lines[1].index("modfied")
    assert shell.err.lower().count("did you mean") == 1


@pytest.mark.parametrize("before", ["日本語", "rust\nlocks", "a\tb", "e\u0301 \u200bx"])
def test_a_malformed_query_shows_where_however_wide_what_stands_before_it_is(shell: Shell, before: str) -> None:
    assert shell("search", f"{before} modified:船") == 2
    lines = shell.err.splitlines()
    assert lines[2].index("^") == cell_len(lines[1][: lines[1].index("船")])
    assert lines[2].count("^") == 2


def test_a_malformed_query_as_json_has_its_place(shell: Shell) -> None:
    assert shell("search", "rust modfied:2024", "--json") == 2
    error = shell.document["error"]
    assert error["code"] == "query_syntax"
    assert error["start"] == 5
    assert shell.err == ""


def test_a_fault_of_the_index_ends_with_3(shell: Shell) -> None:
    shell.engine.fault = IndexFault("The index /i cannot be read: full disk.")
    assert shell("search", "x") == 3
    assert (shell.out, shell.err) == ("", "vaulttui: The index /i cannot be read: full disk.\n")
    assert shell.engine.closed == 1


@pytest.mark.parametrize(
    ("argv", "code", "status"),
    [
        (("search", "--json"), "usage", 2),
        (("search", "x", "--json", "--mode", "telepathy"), "usage", 2),
        (("search", "x", "--json", "--limit", "-1"), "usage", 2),
        (("search", "x", "--json", "--limit", "many"), "usage", 2),
        (("search", "x", "--json", "--sort", "colour"), "usage", 2),
        (("search", "x", "--json", "--nonsense"), "usage", 2),
        (("search", "x", "--json", "--vault", "/no/such/vault"), "vault_not_found", 3),
        (("search", "x", "--json", "--config", "/no/such/file"), "settings", 2),
        (("--json", "serch"), "usage", 2),
    ],
)
def test_with_json_every_fault_is_a_document(shell: Shell, argv: tuple[str, ...], code: str, status: int) -> None:
    assert shell(*argv) == status
    error = shell.document["error"]
    assert error["code"] == code
    assert error["message"]
    assert shell.err == ""


def test_wrong_usage_tells_where_help_is(shell: Shell) -> None:
    assert shell("search", "x", "--nonsense") == 2
    assert "--nonsense" in shell.err
    assert "vaulttui search --help tells" in shell.err
    assert shell("--nonsense") == 2
    assert "vaulttui --help tells" in shell.err


@pytest.mark.parametrize("argv", [(), ("search", "x"), ("search-notes", "x"), ("find-notes", "x"), ("doctor",)])
def test_all_that_one_has_is_no_vault_until_it_is_indexed_on_purpose(
    shell: Shell, home: Path, monkeypatch: pytest.MonkeyPatch, argv: tuple[str, ...]
) -> None:
    monkeypatch.setattr(paths, "_own_folder", lambda: home / "notes")
    for folder, what in ((home / "notes", "is your own folder"), (home, "has all folders below it")):
        assert shell(*argv, "--vault", str(folder)) == 2
        assert f"{folder} {what}, with whatever lies there." in shell.err
        assert "run vaulttui index on it first" in shell.err
    assert (shell.vaults, shell.opened) == ([], [])
    assert shell("index", str(home)) == 0
    assert shell.vaults == [home]
    paths.make_private_dir(paths.index_path(home).parent)
    paths.index_path(home).touch()
    (home / "notes/.obsidian").mkdir()
    for folder in (home, home / "notes"):
        shell(*argv, "--vault", str(folder))
        assert "vaulttui index" not in shell.err
    assert len(shell.vaults) + len(shell.opened) == 3


def test_a_misspelt_command_is_told_its_neighbour(shell: Shell) -> None:
    assert shell("serch", "rust") == 2
    assert "serch is neither a command nor a folder; did you mean search?" in shell.err


@pytest.mark.parametrize("interrupt", [KeyboardInterrupt(), RuntimeError("Query interrupted")])  # within a statement
def test_ctrl_c_ends_with_130_and_no_traceback(shell: Shell, interrupt: BaseException) -> None:
    shell.engine.fault = interrupt  # type: ignore[assignment]
    assert shell("search", "x") == 130
    assert shell("search", "x", "--json") == 130
    assert shell.document["error"]["code"] == "interrupted"
    assert "Traceback" not in shell.err


@pytest.mark.parametrize(
    ("fault", "code"), [(OSError(28, "No space left on device", "/i"), "io"), (ZeroDivisionError("oh"), "internal")]
)
def test_what_nobody_foresaw_ends_with_3_and_is_a_document_too(shell: Shell, fault: Exception, code: str) -> None:
    shell.engine.fault = fault
    assert shell("search", "x", "--json") == 3
    assert shell.document["error"]["code"] == code
    assert ("Traceback" in shell.err) is (code == "internal")
    assert shell.engine.closed == 1


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        (OSError(24, "Too many open files"), r"Too many open files\. Close .*ulimit -n"),
        (OSError(24, "Too many open files", "/lib/x.py"), r"/lib/x.py: Too many open files\. Close .*ulimit -n"),
        (OSError(12, "Cannot allocate memory"), r"Cannot allocate memory\. Close .*ulimit -v"),
        (MemoryError(), r"out of memory\. Close .*ulimit -v"),
        (RuntimeError("can't start new thread"), r"can't start new thread\. Close .*ulimit -u"),
    ],
)
def test_of_what_the_system_has_too_little_is_told_with_what_helps(shell: Shell, fault: Exception, told: str) -> None:
    shell.engine.fault = fault
    assert shell("search", "x") == 3
    assert re.fullmatch(f"vaulttui: {told}.*, then try again\\.\n", shell.err)


def test_head_may_close_the_pipe() -> None:
    program = (
        "import sys; from vaulttui.cli.output import Output; from vaulttui.cli import dispatch\n"
        "def endless(argv, services, out):\n"
        "    while True: out.line('x' * 1000)\n"
        "dispatch._run = endless\n"
        "sys.exit(dispatch.run(['search', 'x']))\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline().startswith("xxx")
        process.stdout.close()
        assert process.stderr.read() == ""
        assert process.wait(30) == 0


# Help


@pytest.mark.parametrize("argv", [("--help",), *((command, "--help") for command in COMMANDS)])
def test_help_tells_the_options_and_ends_with_0(shell: Shell, argv: tuple[str, ...]) -> None:
    assert shell(*argv) == 0
    assert "usage: vaulttui" in shell.out
    assert ("--vault" in shell.out) == (argv[0] not in ("demo", "config", "completion"))


@pytest.mark.parametrize("command", ["find", "status", "doctor"])
def test_help_is_as_narrow_as_the_terminal(shell: Shell, monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    monkeypatch.setenv("COLUMNS", "50")
    shell(command, "--help")
    usage = shell.out.partition("\n\n")[0]
    assert max(map(len, usage.splitlines())) <= 50


def test_help_names_every_command_and_the_exit_statuses(shell: Shell) -> None:
    shell("--help")
    assert all(f"  {command}" in shell.out for command in COMMANDS)
    assert "1 nothing found" in shell.out


def test_the_version_is_printed(shell: Shell) -> None:
    assert shell("--version") == 0
    assert shell.out == f"vaulttui {__version__}\n"


def test_help_and_faults_come_without_loading_what_is_heavy() -> None:
    program = (
        "import sys; from vaulttui.cli.dispatch import run\n"
        "run(['--help']); run(['search', '--help']); run(['nonsense'])\n"
        "print([name for name in ('textual', 'duckdb', 'fastembed', 'rich', 'numpy') if name in sys.modules])\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


# Which vault


@pytest.mark.parametrize("marker", [".obsidian/app.json", ".zk/config.toml", ".foam/templates", "logseq/config.edn"])
def test_the_vault_around_the_working_directory_is_known_by_what_its_program_keeps_in_it(
    home: Path, marker: str
) -> None:
    (home / "v/a/b").mkdir(parents=True)
    (home / "v" / marker).parent.mkdir()
    (home / "v" / marker).touch()
    assert find_vault(None, {}, home / "v/a/b", [home / "notes"]) == home / "v"


def test_a_vault_that_is_called_like_the_folder_of_logseqs_settings_makes_no_vault_of_its_surroundings(
    home: Path,
) -> None:
    (home / "logseq/logseq").mkdir(parents=True)
    (home / "logseq/logseq/config.edn").write_text("{}")
    (home / "projects").mkdir()
    assert find_vault(None, {}, home / "projects", [home / "notes"]) == home / "notes"
    assert find_vault(None, {}, home / "logseq/logseq", [home / "notes"]) == home / "logseq"


def test_a_vault_that_was_used_before_is_one_to_be_inside_of(home: Path) -> None:
    (home / "notes/a").mkdir()
    (home / "other").mkdir()
    assert find_vault(None, {}, home / "notes/a", [home / "other", home / "notes"]) == home / "notes"


def test_from_a_folder_whose_surroundings_cannot_be_looked_at_the_last_vault_is_used(home: Path) -> None:
    unseen = home / ("x" * 300)  # nobody may look below such a name; root may look anywhere else
    assert find_vault(None, {}, unseen / "a", [home / "notes"]) == home / "notes"


def test_the_order_is_argument_environment_surroundings_last_one(home: Path) -> None:
    for name in ("given", "environ", "around/.obsidian", "last"):
        (home / name).mkdir(parents=True)
    environ = {"VAULTTUI_VAULT": str(home / "environ")}
    around, last = home / "around", [home / "last"]
    assert find_vault(str(home / "given"), environ, around, last) == home / "given"
    assert find_vault(None, environ, around, last) == home / "environ"
    assert find_vault(None, {}, around, last) == around
    assert find_vault(None, {"VAULTTUI_VAULT": ""}, home, last) == home / "last"


def test_the_path_of_a_vault_goes_no_way_back(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (home / "vault").mkdir()
    (home / "elsewhere/deep").mkdir(parents=True)
    (home / "elsewhere/notes").mkdir()
    (home / "link").symlink_to(home / "elsewhere/deep")
    (home / "alias").symlink_to(home / "vault")
    monkeypatch.chdir(home / "elsewhere")
    for given, found in (("../vault/", "vault"), ("../link/../notes", "elsewhere/notes"), ("../alias", "vault")):
        assert find_vault(given, {}, home / "elsewhere", []) == (home / found).resolve()
    assert find_vault(str(home / "alias"), {}, home, []) == home / "alias"


@pytest.mark.parametrize("name", ["gone", "file"])
def test_a_vault_that_is_no_folder_is_an_error_that_names_it(home: Path, name: str) -> None:
    (home / "file").write_text("")
    with pytest.raises(VaultNotFoundError, match=name):
        find_vault(str(home / name), {}, home, [])
    with pytest.raises(VaultNotFoundError, match=name):
        find_vault(None, {"VAULTTUI_VAULT": str(home / name)}, home, [])


@pytest.mark.parametrize("arguments", [["search", "--vault", "", "x"], ["index", ""], ["status", ""], [""]])
def test_an_empty_path_is_not_the_working_directory(shell: Shell, arguments: list[str]) -> None:
    assert shell(*arguments) == 3
    assert "The path of the vault is empty" in shell.err


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["search", "--vault", "~nobody-has-this-name/notes", "x"], 3),
        (["~nobody-has-this-name"], 2),
        (["config", "--config", "~nobody-has-this-name/config.toml"], 2),
    ],
)
def test_the_folder_of_an_unknown_user_is_not_there(shell: Shell, arguments: list[str], status: int) -> None:
    assert shell(*arguments) == status
    assert "~nobody-has-this-name" in shell.err
    assert "Traceback" not in shell.err


def test_a_vault_can_be_named_from_a_working_directory_that_is_gone(
    shell: Shell, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "gone").mkdir()
    monkeypatch.chdir(home / "gone")
    (home / "gone").rmdir()
    assert shell("search", "--vault", str(home / "notes"), "x") in (0, 1)
    assert shell.vaults == [home / "notes"]
    assert shell("doctor", "--vault", str(home / "notes"), "none.md") == 3
    assert "there is no such note" in shell.err
    shell.environ.clear()
    assert shell("search", "x") == 3
    assert "Which vault? Open it once" in shell.err
    assert shell() == 0
    assert shell.opened[-1][0] is None


@pytest.mark.parametrize("name", [".", "../notes"])
def test_a_vault_cannot_be_told_from_a_working_directory_that_is_gone(
    shell: Shell, home: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    (home / "gone").mkdir()
    monkeypatch.chdir(home / "gone")
    (home / "gone").rmdir()
    told = f"vaulttui: {name}: the working directory, from where that is meant, was deleted. Go to a folder"
    for arguments in (("status", "--vault", name), ("status", name), (name,)):
        assert shell(*arguments) == 3
        assert shell.err.startswith(told)
    shell.environ["VAULTTUI_VAULT"] = name
    assert shell("search", "x") == 3
    assert shell.err.startswith(told)


def test_without_any_vault_the_error_says_how_to_name_one(shell: Shell) -> None:
    shell.environ.clear()
    assert shell("search", "x") == 3
    assert "--vault" in shell.err
    assert "vaulttui demo" in shell.err


@pytest.mark.parametrize(
    "arguments",
    [["demo", "--path", "--vault", "x"], ["--vault", "x", "config"], ["completion", "bash", "--config", "x"]],
)
def test_an_option_that_a_command_would_not_use_is_refused(shell: Shell, arguments: list[str]) -> None:
    assert shell(*arguments) == 2
    assert "unrecognized arguments: --" in shell.err


def test_without_any_vault_the_interface_lets_one_choose(shell: Shell) -> None:
    shell.environ.clear()
    assert shell() == 0
    assert [vault for vault, _ in shell.opened] == [None]


def test_keys_that_cannot_be_used_are_told_with_their_file(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(vault: Path | None, settings: Settings, settings_path: Path) -> int:
        raise KeymapError("[keys] there is no command 'sort.nxt'; did you mean 'sort.next'?")

    monkeypatch.setattr(shell, "_run_app", refuse)
    for command in ((), ("demo",)):
        assert shell(*command) == 2
        assert "config.toml: [keys] there is no command 'sort.nxt'; did you mean 'sort.next'?" in shell.err


def test_a_vault_that_is_named_must_be_there(shell: Shell) -> None:
    shell.environ["VAULTTUI_VAULT"] = "/no/such/vault"
    assert shell() == 3
    assert not shell.opened


@pytest.mark.parametrize(
    "argv", [("--vault", "notes", "search", "x"), ("search", "--vault=notes", "x"), ("search", "x", "--vault", "notes")]
)
def test_the_vault_may_be_given_before_or_behind_the_command(shell: Shell, home: Path, argv: tuple[str, ...]) -> None:
    shell.environ.clear()
    assert shell(*argv) == 0
    assert shell.vaults == [home / "notes"]


# The interface


def test_a_folder_is_opened_and_remembered(shell: Shell, home: Path) -> None:
    shell.environ.clear()
    assert shell("notes") == 0
    assert shell() == 0
    assert [vault for vault, _ in shell.opened] == [home / "notes"] * 2
    assert paths.recent_vaults() == (home / "notes",)


@pytest.mark.parametrize("refused", ["without a terminal", "everything", "settings"])
def test_a_vault_that_was_not_opened_is_not_the_last_one_used(
    shell: Shell, home: Path, monkeypatch: pytest.MonkeyPatch, refused: str
) -> None:
    shell.environ.clear()
    (home / "other").mkdir()
    assert shell("notes") == 0
    if refused == "everything":
        monkeypatch.setattr(paths, "_own_folder", lambda: home / "other")
    elif refused == "settings":
        (home / "config/vaulttui").mkdir(parents=True)
        (home / "config/vaulttui/config.toml").write_text("[")
    else:
        shell.has_terminal = False
    assert shell("other") == 2
    assert paths.recent_vaults() == (home / "notes",)


def test_in_place_of_the_last_vault_that_is_gone_no_other_is_opened(shell: Shell, home: Path) -> None:
    shell.environ.clear()
    (home / "other").mkdir()
    assert shell("notes") == shell("other") == 0
    (home / "other").rename(home / "away")
    assert shell() == 0
    assert shell.opened[-1][0] is None, "a vault is asked for"
    assert shell("notes") == shell() == 0
    assert shell.opened[-1][0] == home / "notes"


@pytest.mark.parametrize("command", [("search", "x"), ("find", "x"), ("find-notes", "x"), ("index",), ("status",)])
def test_in_place_of_the_last_vault_that_is_gone_no_other_is_searched(
    shell: Shell, home: Path, command: tuple[str, ...]
) -> None:
    shell.environ.clear()
    (home / "other").mkdir()
    assert shell("notes") == shell("other") == 0
    (home / "other").rename(home / "away")
    assert shell(*command, "--json") == 3
    assert "other: the vault that was used last is not there. Is its disk mounted?" in shell.out
    assert shell.vaults == []
    assert shell(*command, "--vault", str(home / "notes")) in (0, 1)


def test_a_command_is_no_folder_unless_it_is_written_as_a_path(shell: Shell, home: Path) -> None:
    (home / "status").mkdir()
    assert shell("./status") == 0
    assert shell.opened[0][0] == home / "status"
    assert shell("status") == 0
    assert len(shell.opened) == 1


def test_the_settings_of_a_named_file_reach_the_interface(shell: Shell, home: Path) -> None:
    (home / "my.toml").write_text('[interface]\ntheme = "nord"')
    assert shell("--config", "my.toml", "notes") == 0
    assert shell.opened[0][1].interface.theme == "nord"


class _Interrupted:
    """Has Ctrl-C pressed while the commands are imported."""

    def find_spec(self, name: str, path: object, target: object = None) -> None:
        if name == "vaulttui.cli.dispatch":
            raise KeyboardInterrupt


def test_what_is_broken_off_while_it_is_imported_ends_without_a_trace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "vaulttui.cli.dispatch")
    monkeypatch.setattr(sys, "meta_path", [_Interrupted(), *sys.meta_path])
    assert main(["status"]) == 130


def test_what_is_broken_off_when_it_is_all_but_done_ends_without_a_trace(monkeypatch: pytest.MonkeyPatch) -> None:
    def flush(self: Output) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Output, "flush", flush)
    assert main(["--version"]) == 130


def test_the_interface_refuses_to_run_in_a_pipe(home: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "vaulttui", "notes"], capture_output=True, text=True, stdin=subprocess.DEVNULL, cwd=home
    )
    assert done.returncode == 2
    assert "needs a terminal" in done.stderr


@pytest.mark.parametrize(("term", "fits"), [("xterm", True), ("dumb", False)])
def test_a_terminal_that_cannot_place_text_is_none_for_the_interface(
    term: str, fits: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", term)
    for stream in (sys.stdin, sys.stdout):
        monkeypatch.setattr(stream, "isatty", lambda: True)
    assert Services().has_terminal() is fits


# Index


def embedding(done: int) -> Progress:
    return Progress("embedding", done, 10, 5.0, 3.0, 1234, 10, done)


def test_index_tells_when_words_are_found_and_what_was_done(shell: Shell) -> None:
    def work(progress: Callable[[Progress], None]) -> None:
        progress(Progress("reading", 600, 1234, 900.0, 1.0, 600))
        progress(embedding(4))

    shell.engine.work = work
    assert shell("index") == 0
    assert shell.out == "1,234 notes: 2 new, 7 vectors made in 3 s\n"
    assert "All 1,234 notes can be found by words after " in shell.err
    assert "1 note was not read quite as written" in shell.err
    assert shell.engine.refreshed == [True]


@pytest.mark.parametrize("command", ["index", "status"])
def test_the_vault_may_be_named_by_itself_but_not_twice(shell: Shell, home: Path, command: str) -> None:
    (home / "other").mkdir()
    make_index(home / "other")
    assert shell(command, str(home / "other")) == 0
    assert shell.vaults == [home / "other"]
    assert shell(command, str(home / "other"), "--vault", str(home / "notes")) == 2
    assert "twice" in shell.err


def test_index_without_vectors_and_as_json(shell: Shell) -> None:
    assert shell("index", "--no-embed", "--json") == 0
    assert shell.engine.refreshed == [False]
    assert shell.document["added"] == 2


def test_index_shows_bars_on_a_terminal(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    stream = Screen()
    monkeypatch.setattr(sys, "stderr", stream)

    def work(progress: Callable[[Progress], None]) -> None:
        progress(Progress("reading", 600, 1234, 900.0, 1.0, 600))
        wait_until(lambda: "600 of 1,234 · 900/s · 1 s left" in stream.getvalue())
        progress(embedding(4))
        wait_until(lambda: "4 of 10 · 5/s · 3 s left" in stream.getvalue())

    shell.engine.work = work
    assert shell("index") == 0
    shown = stream.getvalue()
    assert shown.index("can be found by words") < shown.index("4 of 10")


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Ctrl-C as in a terminal: a process that was started in the background ignores it, and so do these tests then."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
def test_ctrl_c_stops_the_index_between_two_steps_and_says_how_far_it_came(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vaulttui.cli.index._GRACE", 60.0)  # on however busy a machine

    def work(progress: Callable[[Progress], None]) -> None:
        progress(embedding(4))
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
        deadline = time.monotonic() + 60  # the main thread may have to wait for a processor
        while time.monotonic() < deadline:
            progress(embedding(5))
        raise AssertionError("it was never stopped")

    shell.engine.work = work
    assert shell("index") == 130
    assert "Stopped. All 1,234 notes can be found by words" in shell.err
    assert "Run it again to go on." in shell.err
    assert shell.engine.closed == 1
    assert shell("index", "--json") == 130
    assert shell.document["error"]["code"] == "interrupted"


def test_a_fault_of_the_index_work_is_told(shell: Shell) -> None:
    def work(progress: Callable[[Progress], None]) -> None:
        raise IndexFault("No space left for the index.")

    shell.engine.work = work
    assert shell("index") == 3
    assert "No space left for the index." in shell.err


def test_what_is_indexed_can_be_searched_when_the_disk_is_full(shell: Shell) -> None:
    def work(progress: Callable[[Progress], None]) -> None:
        raise IndexFault("The index cannot be written: the disk is full.", code="disk_full")

    shell.engine.work = work
    assert shell("search", "deadlock") == 0
    assert "disk is full. What follows is from the index as it is." in shell.err
    assert shell.out
    assert shell("search", "deadlock", "--json") == 0
    remark = "The index cannot be written: the disk is full. What follows is from the index as it is."
    assert shell.document["warnings"] == [remark]


# Status and doctor


def make_index(vault: Path) -> None:
    """Put a file where the index of a vault is looked for."""
    paths.index_path(vault).parent.mkdir(parents=True)
    paths.index_path(vault).touch()


def test_status_is_a_table(shell: Shell, home: Path) -> None:
    make_index(home / "notes")
    assert shell("status") == 0
    assert "notes     1,234, 2 more to be read or removed" in shell.out
    assert "vectors   1,000 of 4,000 (25 %)" in shell.out
    assert shell.engine.refreshed == []


def test_status_as_json(shell: Shell, home: Path) -> None:
    make_index(home / "notes")
    assert shell("status", "--json") == 0
    assert (shell.document["notes"], shell.document["stale"]) == (1234, 2)
    assert shell.document["open_in"] == ""
    assert shell.document["log"].endswith("vaulttui.log")


def test_an_index_that_lies_in_its_vault_is_told(shell: Shell, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = "it lies in the vault, and whatever syncs the notes takes it along; point $VAULTTUI_CACHE_DIR (or"
    shell("status")
    assert told not in shell.out
    monkeypatch.setenv("VAULTTUI_CACHE_DIR", str(home / "notes/.index"))
    shell("status")
    assert told in shell.out
    shell.engine.index_path = str(paths.index_path(home / "notes"))
    shell("doctor")
    assert told in shell.err


def test_an_index_folder_among_the_notes_is_told_before_the_screen_is_taken(
    shell: Shell, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(home / "notes")
    monkeypatch.setenv("VAULTTUI_CACHE_DIR", "cache")
    for arguments in ((), ("status",), ("search", "x")):
        assert shell(*arguments) == 2
        assert "$VAULTTUI_CACHE_DIR is 'cache', which from here means" in shell.err
    assert shell.opened == []


def test_the_status_of_a_vault_that_was_never_indexed_makes_no_index(shell: Shell, home: Path) -> None:
    (home / "notes/a.md").touch()
    assert shell("status") == 0
    assert "index.duckdb (not made yet)" in shell.out
    assert "notes     0, 1 more to be read or removed" in shell.out
    assert "vectors   0 of 0\n" in shell.out
    assert shell("status", "--json") == 0
    assert (shell.document["notes"], shell.document["stale"], shell.document["index_bytes"]) == (0, 1, 0)
    assert shell.vaults == []
    assert not list(home.rglob("*.duckdb"))
    told = set(shell.document)
    make_index(home / "notes")
    assert shell("status", "--json") == 0
    assert set(shell.document) == told


def test_where_one_may_not_look_for_the_index_it_is_asked_for_its_status(
    shell: Shell, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    exists = Path.exists

    def refuse(path: Path) -> bool:
        if path.name == "index.duckdb":
            raise PermissionError(13, "Permission denied", str(path))
        return exists(path)

    monkeypatch.setattr(Path, "exists", refuse)
    assert shell("status") == 0
    assert shell.vaults == [home / "notes"]


def test_doctor_lists_warnings_as_places(shell: Shell) -> None:
    paths.write_private(paths.config_path(), "[embedding]\nenabled = false")
    shell.engine.warned = (("a.md", 3, "tabs in the frontmatter"), ("b.md", None, "not UTF-8"))
    assert shell("doctor") == 0
    assert shell.out == "a.md:3: tabs in the frontmatter\nb.md: not UTF-8\n"
    assert "2 warnings" in shell.err
    assert "model: switched off" in shell.err
    assert shell("doctor", "--json") == 0
    assert shell.document["warnings"][0] == {"path": "a.md", "line": 3, "message": "tabs in the frontmatter"}


def test_doctor_tells_what_searching_stands_on(shell: Shell) -> None:
    paths.write_private(paths.config_path(), "[embedding]\nenabled = false")
    assert shell("doctor") == 0
    assert "versions: vaulttui " in shell.err
    assert "log: " in shell.err
    assert "not sound" not in shell.err
    shell.engine.wrong = ("3 chunks of no note",)
    assert shell("doctor") == 0
    assert "The index is not sound: 3 chunks of no note. vaulttui doctor --repair builds it anew." in shell.err
    assert shell("doctor", "--json") == 0
    assert shell.document["problems"] == ["3 chunks of no note"]


def test_doctor_tells_what_limits_watching(shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "max_user_watches").write_text("65536\n")
    (tmp_path / "max_user_instances").write_text("128\n")
    monkeypatch.setattr("vaulttui.cli.health._INOTIFY", tmp_path)
    assert shell("doctor") == 0
    assert (
        "watching: at most 65,536 folders (fs.inotify.max_user_watches) by 128 watchers "
        "(fs.inotify.max_user_instances), of all programs of a user together\n"
    ) in shell.err


def test_doctor_tells_of_a_model_that_fails_as_a_search_does(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(embedder: FastembedEmbedder, text: str) -> NoReturn:
        del embedder, text
        raise ValueError("output of another rank")

    monkeypatch.setattr(FastembedEmbedder, "embed_query", fail)
    assert shell("doctor") == 0
    assert "model: The model failed: output of another rank. The trace is in the log" in shell.err
    assert "\nvaulttui: log: " in shell.err


def test_doctor_repairs_by_building_anew(shell: Shell) -> None:
    paths.write_private(paths.config_path(), "[embedding]\nenabled = false")
    assert shell("doctor", "--repair") == 0
    assert shell.engine.cleared == 1
    assert len(shell.engine.refreshed) == 1
    assert "built anew" in shell.err
    assert shell("doctor", "a.md", "--repair") == 2


def test_doctor_tells_and_mends_an_index_that_cannot_be_brought_up_to_date(shell: Shell) -> None:
    paths.write_private(paths.config_path(), "[embedding]\nenabled = false")

    def refuse(_: object) -> None:
        if not shell.engine.cleared:
            raise IndexFault("The index /i cannot be read.")

    shell.engine.work = refuse
    assert shell("search", "x") == 3
    assert shell("doctor") == 0
    assert "The index is not sound: The index /i cannot be read. vaulttui doctor --repair" in shell.err
    assert "log: " in shell.err
    assert shell("doctor", "--repair") == 0
    assert "built anew" in shell.err


def test_a_folder_that_was_in_the_place_of_the_index_is_not_for_doctor_to_delete(tmp_path: Path) -> None:
    (tmp_path / "index.duckdb.damaged.1").touch()
    (tmp_path / "index.duckdb.damaged.2").mkdir()
    assert kept_aside(tmp_path / "index.duckdb") == [tmp_path / "index.duckdb.damaged.1"]


def test_doctor_tells_by_which_rules_a_note_was_read(shell: Shell, home: Path) -> None:
    (home / "notes/a.md").write_text("---\ncreated: 2024-05-06\n---\n# Title\n#tag text #TAG\n")
    assert shell("doctor", "a.md") == 0
    assert "created     2024-05-06 00:00:00 (the property created)" in shell.out
    assert "title       Title (the first heading)" in shell.out
    assert "  tags        #tag\n" in shell.out
    assert shell("doctor", "notes/a.md", "--json") == 0
    assert shell.document["created_source"] == "property:created"
    assert shell.document["tags"] == ["tag"]


def test_doctor_says_that_links_may_lead_to_a_folder_that_cannot_be_listed_now(
    shell: Shell, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "notes/a.md").write_text("[[sub/b]]")
    (home / "notes/sub").mkdir()
    (home / "notes/sub/b.md").write_text("")
    listed = os.scandir

    def refuse(path: Any) -> Any:
        if str(path).endswith("/sub"):
            raise PermissionError(13, "Permission denied", path)
        return listed(path)

    monkeypatch.setattr(os, "scandir", refuse)
    told = "sub: The folder cannot be listed (Permission denied). Links to notes in it seem unresolved."
    assert shell("doctor", "a.md") == 0
    assert f"warning: {told}" in shell.out
    assert shell("doctor", "a.md", "--json") == 0
    assert [item["message"] for item in shell.document["warnings"]] == [told]
    (home / "notes/a.md").write_text("No links.")
    assert shell("doctor", "a.md", "--json") == 0
    assert shell.document["warnings"] == []


def test_doctor_tells_where_the_links_of_a_note_lead_and_what_was_odd_in_it(shell: Shell, home: Path) -> None:
    (home / "notes/a.md").write_text("---\nlast_modified: 2024-05-06\na: 1\na: 2\n---\n[[B#Part]] and\n[[nowhere]]\n")
    (home / "notes/sub").mkdir()
    (home / "notes/sub/b.md").write_text("")
    assert shell("doctor", "a.md") == 0
    assert "updated     2024-05-06 00:00:00 (the property last_modified)" in shell.out
    assert "line 6: B#Part → sub/b.md\n" in shell.out
    assert "line 7: nowhere → unresolved\n" in shell.out
    assert "warning in line 4: The frontmatter has 'a' more than once" in shell.out
    assert shell("doctor", "a.md", "--json") == 0
    assert [(link["line"], link["path"]) for link in shell.document["links"]] == [(6, "sub/b.md"), (7, None)]
    assert shell.document["updated_source"] == "property:last_modified"


def test_doctor_tells_where_links_by_id_lead(shell: Shell, home: Path) -> None:
    (home / "notes/a.md").write_text("[[20250714]] [[p4tz]]")
    (home / "notes/20250714 Memory.md").write_text("")
    (home / "notes/p4tz-plan.md").write_text("")
    for word in ("unresolved", "p4tz-plan.md"):
        assert shell("doctor", "a.md") == 0
        assert "20250714 → 20250714 Memory.md\n" in shell.out
        assert f"p4tz → {word}\n" in shell.out
        (home / "notes/.zk").mkdir(exist_ok=True)


def test_doctor_says_of_a_note_that_is_excluded_that_it_is(shell: Shell, home: Path) -> None:
    for name in ("a.md", "drafts/b.md"):
        (home / "notes" / name).parent.mkdir(exist_ok=True)
        (home / "notes" / name).write_text("text")
    (home / "notes/.gitignore").write_text("drafts/\n")
    for name, excluded in (("a.md", False), ("drafts/b.md", True)):
        assert shell("doctor", name) == 0
        assert ("excluded    by a dot before a name, .gitignore" in shell.out) == excluded
        assert shell("doctor", name, "--json") == 0
        assert shell.document["excluded"] == excluded


@pytest.mark.parametrize("command", [["doctor", ""], ["config", "--config", ""], ["search", "--config", "", "x"]])
def test_a_path_that_is_empty_is_told_as_that(shell: Shell, command: list[str]) -> None:
    assert shell(*command) == 2
    assert "is empty: name" in shell.err


def test_doctor_takes_no_other_file_for_a_note(shell: Shell, home: Path) -> None:
    (home / "notes/map.png").write_bytes(b"\x89PNG")
    assert shell("doctor", "map.png") == 3
    assert "map.png is no note: the names of notes end in .md or .markdown." in shell.err


@pytest.mark.parametrize(("name", "code"), [("gone.md", "note_not_found"), ("../secret.md", "path_outside_vault")])
def test_doctor_keeps_to_the_vault(shell: Shell, home: Path, name: str, code: str) -> None:
    (home / "secret.md").write_text("secret")
    assert shell("doctor", name, "--json") in (2, 3)
    assert shell.document["error"]["code"] == code


# Settings


def test_config_prints_what_is_set_as_a_file_that_can_be_used(shell: Shell, home: Path) -> None:
    (home / "my.toml").write_text('[interface]\ntheme = "nord"')
    assert shell("config", "--config", "my.toml") == 0
    assert 'theme = "nord"\n' in shell.out
    (home / "copy.toml").write_text(shell.out)
    assert load_settings(home / "copy.toml") == load_settings(home / "my.toml")


def test_config_makes_a_file_once(shell: Shell) -> None:
    assert shell("config", "--path") == 0
    file = Path(shell.out.strip())
    assert not file.exists()
    assert shell("config", "--init") == 0
    assert load_settings(file) == Settings()
    file.write_text("[vault]\nlanguage = 'german'")
    assert shell("config", "--init") == 2
    assert "german" in file.read_text()
    assert shell("config", "--json") == 0
    assert shell.document["settings"]["vault"]["language"] == "german"
    assert shell("config", "--default") == 0
    assert "language = 'german'" not in shell.out
    assert 'language = "german"' not in shell.out
    assert shell("config", "--default", "--json") == 0
    assert shell.document["settings"]["vault"]["language"] == Settings().vault.language
    assert shell("config", "--path", "--json") == 0
    assert shell.document == {"path": str(file), "exists": True}


def test_config_tells_the_place_of_a_file_that_cannot_be_read(shell: Shell) -> None:
    assert shell("config", "--path") == 0
    place = shell.out.strip()
    paths.write_private(Path(place), "[interface\n")
    assert shell("config") == 2
    assert shell("config", "--path") == 0
    assert shell.out.strip() == place
    assert shell("config", "--path", "--json") == 0
    assert shell.document == {"path": place, "exists": True}


def test_what_is_printed_for_a_person_can_be_had_as_json(shell: Shell, home: Path) -> None:
    assert shell("demo", "--path") == 0
    folder = shell.out.strip()
    assert shell("demo", "--json") == 0
    assert shell.document == {"path": folder, "kept": None}
    assert not shell.opened
    assert shell("completion", "fish") == 0
    script = shell.out
    assert shell("completion", "fish", "--json") == 0
    assert shell.document == {"shell": "fish", "script": script.removesuffix("\n")}


# Demo


def test_demo_opens_a_copy_that_can_be_changed_and_is_not_overwritten(shell: Shell, home: Path) -> None:
    assert shell("demo") == 0
    vault = shell.opened[0][0]
    assert vault == home / "data/vaulttui/demo-vault"
    note = next(vault.rglob("*.md"))
    note.write_text("mine")
    assert shell("demo") == 0
    assert note.read_text() == "mine"
    assert paths.recent_vaults() == ()


def test_a_fresh_demo_keeps_what_was_changed(shell: Shell) -> None:
    shell("demo", "--path")
    vault = Path(shell.out.strip())
    note = next(vault.rglob("*.md"))
    before = note.read_text()
    note.write_text("mine")
    assert shell("demo", "--fresh") == 0
    assert note.read_text() == before
    kept = [place for place in vault.parent.iterdir() if place != vault]
    assert len(kept) == 1
    assert (kept[0] / note.relative_to(vault)).read_text() == "mine"
    assert str(kept[0]) in shell.err


def test_a_fresh_demo_replaces_a_copy_that_was_not_changed(tmp_path: Path) -> None:
    source, folder = tmp_path / "source", tmp_path / "data/copy"
    (source / "a").mkdir(parents=True)
    (source / "a/note.md").write_text("text")
    (source / "a/note.md").chmod(0o444)
    assert copy_demo(source, folder) is None
    assert copy_demo(source, folder, fresh=True) is None
    assert [place.name for place in folder.parent.iterdir()] == ["copy"]
    (folder / "a/note.md").write_text("can be changed")
    (folder / "new.md").write_text("mine")
    kept = copy_demo(source, folder, fresh=True, now=datetime(2025, 1, 2, 3, 4, 5))
    assert kept == tmp_path / "data/copy-20250102-030405"


def test_a_demo_that_cannot_be_copied_says_why_and_leaves_nothing(
    shell: Shell, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = home / "source"
    source.mkdir()
    (source / "note.md").touch()
    os.mkfifo(source / "pipe")
    monkeypatch.setattr(copying, "demo_vault", lambda: source)
    assert shell("demo") == 3
    assert "cannot be copied to" in shell.err
    assert "is a named pipe" in shell.err
    assert "[(" not in shell.err
    assert list((home / "data/vaulttui").iterdir()) == []


def test_two_first_demos_at_once_share_one_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second begins and ends while the first is copying."""
    source, folder = tmp_path / "source", tmp_path / "data/copy"
    source.mkdir()
    (source / "note.md").write_text("text")
    os.utime(source, (0, 0))  # a package may be older than any copy that was killed
    date_notes = copying.date_notes

    def overtaken(arriving: Path) -> None:
        monkeypatch.setattr(copying, "date_notes", date_notes)
        assert copy_demo(source, folder) is None
        assert (arriving / "note.md").exists(), "what another one makes is left alone"
        (folder / "note.md").write_text("mine already")
        date_notes(arriving)

    monkeypatch.setattr(copying, "date_notes", overtaken)
    assert copy_demo(source, folder) is None
    assert (folder / "note.md").read_text() == "mine already"
    assert [place.name for place in folder.parent.iterdir()] == ["copy"]


def test_a_demo_removes_what_a_killed_copy_left(tmp_path: Path) -> None:
    source, folder = tmp_path / "source", tmp_path / "data/copy"
    source.mkdir()
    (source / "note.md").write_text("text")
    killed, running = folder.parent / ".copy.new-old", folder.parent / ".copy.new-young"
    for place in (killed, running):
        place.mkdir(parents=True)
    os.utime(killed, (0, 0))
    copy_demo(source, folder)
    assert sorted(place.name for place in folder.parent.iterdir()) == [running.name, "copy"]


def test_the_notes_of_a_sample_vault_were_changed_when_they_say_so(tmp_path: Path) -> None:
    source, folder = tmp_path / "source", tmp_path / "data/copy"
    notes = {
        "created.md": "---\ncreated: 2025-03-02\n---\n",
        "updated.md": "---\ncreated: 2024-01-02\nupdated: 2025-06-07T08:09\n---\n",
        "template.md": "---\ncreated: '{{date}}'\n---\n",
    }
    source.mkdir()
    for name, text in notes.items():
        (source / name).write_text(text)
    copy_demo(source, folder)
    changed = {name: datetime.fromtimestamp((folder / name).stat().st_mtime) for name in notes}
    assert changed == {
        "created.md": datetime(2025, 3, 2),
        "updated.md": datetime(2025, 6, 7, 8, 9),
        "template.md": datetime(2025, 3, 2),
    }


# Completion


@pytest.mark.parametrize("name", ["bash", "zsh", "fish"])
def test_completion_knows_every_command(shell: Shell, name: str) -> None:
    assert shell("completion", name) == 0
    assert all(command in shell.out for command in COMMANDS)
    assert "no-embed" in shell.out


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["st"], {"status"}),
        (["search", "--mo"], {"--mode"}),
        (["search", "--mode", "key"], {"keyword"}),
        (["search", "rust", "--sort", "m"], {"modified"}),
        (["search", "rust", "--sort", "u"], {"updated"}),
        (["find", "--sort", ""], {"name", "modified", "size"}),
        (["find-notes", "--sort", "r"], {"relevance"}),
        (["find-notes", "--mode", ""], {"hybrid", "keyword", "semantic"}),
        (["search", "x", "--format", "n"], {"notes"}),
        (["--vault", "notes", "ind"], {"index"}),
        (["completion", "z"], {"zsh"}),
        (["no"], {"notes"}),
        (["index", "--vault", "no"], {"notes"}),
        (["search", "--mode", "=", "key"], {"keyword"}),  # as bash divides --mode=key
        (["find", "--sort", "="], {"name", "modified", "size"}),
        (["--vault", "=", "notes", "ind"], {"index"}),
    ],
)
def test_completion_works_in_bash(shell: Shell, home: Path, words: list[str], expected: set[str]) -> None:
    shell("completion", "bash")
    (home / "script").write_text(shell.out)
    line = " ".join(["vaulttui", *(word or "''" for word in words)])
    setup = f"source ./script; COMP_WORDS=({line}); COMP_CWORD={len(words)}"
    program = setup + "; _vaulttui; printf '%s\\n' \"${COMPREPLY[@]}\""
    environ = os.environ | {"LC_ALL": "C"}  # bash complains of one that is not installed
    done = subprocess.run(["bash", "-c", program], capture_output=True, text=True, check=True, cwd=home, env=environ)
    assert set(done.stdout.split()) == expected
    assert done.stderr == ""


@pytest.mark.skipif(shutil.which("zsh") is None, reason="zsh is not there")
@pytest.mark.parametrize(
    "use",
    [
        "compinit -u -D; source ./_vaulttui",
        'compinit -u -D; eval "$(cat _vaulttui)"',
        "fpath=($PWD $fpath); compinit -u -D",
    ],
)
def test_zsh_knows_the_completion_sourced_or_in_a_folder_of_its_own(shell: Shell, home: Path, use: str) -> None:
    shell("completion", "zsh")
    (home / "_vaulttui").write_text(shell.out)
    program = f"autoload -U compinit; {use}; print $_comps[vaulttui]"
    done = subprocess.run(["zsh", "-f", "-c", program], capture_output=True, text=True, check=True, cwd=home)
    assert (done.stdout, done.stderr) == ("_vaulttui\n", "")


def test_zsh_is_told_to_register_a_completion_that_was_sourced(shell: Shell) -> None:
    shell("completion", "zsh")
    assert "compdef _vaulttui vaulttui" in shell.out
    assert "--mode=[" in shell.out
    assert "--json[" in shell.out
