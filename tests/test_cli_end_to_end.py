"""The command line over a real vault and the real engine, each call a process of its own."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from tests.interrupting import written_by_an_interrupted


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home folder with a small vault, and without a model, for tests that change none of its notes."""
    return furnished(tmp_path_factory.mktemp("home"))


def furnished(home: Path) -> Path:
    """Put a small vault into a home folder, and settings without a model."""
    (home / "config/vaulttui").mkdir(parents=True)
    (home / "config/vaulttui/config.toml").write_text("[embedding]\nenabled = false", encoding="utf-8")
    vault = home / "notes"
    for path, text in {
        "Projects/rust.md": "---\nstatus: draft\ntags: [work]\n---\n# Tokio deadlocks\n\nHolding the deadlock.\n",
        "Journal/2025-01-02.md": "# A day\n\nNothing about locks, #work though.\n",
        "broken.md": "---\na: [\n---\nStill found: deadlock.\n",
        ".obsidian/app.json": "{}",
    }.items():
        (vault / path).parent.mkdir(parents=True, exist_ok=True)
        (vault / path).write_text(text, encoding="utf-8")
    return home


def environment(home: Path) -> dict[str, str]:
    ours = ("VAULTTUI", "XDG", "PYTHONUNBUFFERED")
    environ = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    return environ | {f"XDG_{name}_HOME": str(home / name.lower()) for name in ("CACHE", "STATE", "DATA", "CONFIG")}


_UNBUFFERED = {"PYTHONUNBUFFERED": "1"}
_ROOTS_RIGHTS = "-dac_override,-dac_read_search"
"""Those by which root reads and enters everything."""
_WITHOUT_THEM = ("setpriv", "--bounding-set", _ROOTS_RIGHTS, "--inh-caps", _ROOTS_RIGHTS)


@pytest.fixture(scope="module")
def locked_out() -> tuple[str, ...]:
    """What runs a program that may not enter what is locked."""
    if os.geteuid() != 0:
        return ()
    if shutil.which("setpriv") is None or subprocess.run([*_WITHOUT_THEM, "true"], capture_output=True).returncode:
        pytest.skip("root reads and enters everything")
    return _WITHOUT_THEM


def vaulttui(home: Path, *argv: str, cwd: str = "notes", by: tuple[str, ...] = ()) -> subprocess.CompletedProcess[str]:
    """Run the program with a home of its own."""
    return subprocess.run(
        [*by, sys.executable, "-m", "vaulttui", *argv],
        capture_output=True,
        text=True,
        env=environment(home),
        cwd=home / cwd,
        stdin=subprocess.DEVNULL,
        timeout=60,
    )


def document(done: subprocess.CompletedProcess[str]) -> Any:
    return json.loads(done.stdout)


def test_a_vault_is_indexed_searched_and_examined(tmp_path: Path) -> None:
    home = furnished(tmp_path)
    indexed = vaulttui(home, "index", "--no-embed")
    assert (indexed.returncode, indexed.stdout) == (0, "3 notes: 3 new\n")

    found = vaulttui(home, "search", "--mode", "keyword", "deadlock", "tag:work")
    assert (found.returncode, found.stderr) == (0, "")
    # The line with the word itself, below a heading that has another form of it.
    assert found.stdout.startswith("Projects/rust.md:7: ")

    nothing = vaulttui(home, "search", "--mode", "keyword", "xyzzyplugh", cwd="notes/Journal")
    assert (nothing.returncode, nothing.stdout, nothing.stderr) == (1, "", "")

    # Searching looks for changed notes first.
    (home / "notes/new.md").write_text("Another deadlock", encoding="utf-8")
    again = document(vaulttui(home, "search", "--json", "--mode", "keyword", "deadlock", "--sort", "name"))
    assert [hit["path"] for hit in again["hits"]] == ["broken.md", "new.md", "Projects/rust.md"]
    assert again["hits"][2]["properties"]["status"] == "draft"

    status = document(vaulttui(home, "status", "--json"))
    assert (status["notes"], status["stale"]) == (4, 0)
    assert status["index_path"].startswith(str(home / "cache/vaulttui/notes-"))

    doctor = document(vaulttui(home, "doctor", "--json"))
    assert {warning["path"] for warning in doctor["warnings"]} == {"broken.md"}


@pytest.mark.parametrize("waiting", [True, False])
def test_nothing_of_an_answer_is_lost_that_a_stop_interrupts(tmp_path: Path, waiting: bool) -> None:
    home = furnished(tmp_path)
    names = {f"{number:04}{'-' * 100}.md" for number in range(1_000)}
    for name in names:
        (home / "notes" / name).touch()
    find = [sys.executable, "-m", "vaulttui", "find", "--json", "--limit", "2000", "*--*.md"]
    environ = environment(home) | _UNBUFFERED
    answer = json.loads(written_by_an_interrupted(find, environ, cwd=home / "notes", waiting=waiting))
    assert {file["path"] for file in answer} == names


@pytest.mark.parametrize("kind", ["plain", "json"])
def test_a_search_by_words_imports_only_what_it_needs(home: Path, kind: str) -> None:
    program = (
        "import sys; from vaulttui.cli import main\n"
        "main(sys.argv[1:])\n"
        "print(*sorted({name.partition('.')[0] for name in sys.modules} | set(sys.modules)))\n"
    )
    search = ["search", "--vault", str(home / "notes"), "--mode", "keyword", "deadlock", *["--json"] * (kind == "json")]
    with TemporaryDirectory(dir="/tmp") as cache:  # a longer path of the socket is made short with more modules
        environ = os.environ | {"VAULTTUI_CACHE_DIR": cache}
        for _ in range(2):  # the first one reads the notes
            done = subprocess.run(
                [sys.executable, "-c", program, *search], capture_output=True, text=True, env=environ, check=True
            )
    imported = set(done.stdout.splitlines()[-1].split())
    assert "rust.md" in done.stdout
    assert {"numpy", "_duckdb", "vaulttui.search.local.local_engine"} <= imported
    heavy = {"textual", "rich", "pygments", "fastembed", "onnxruntime", "tokenizers", "mcp", "pydantic", "watchfiles"}
    parsers = {"yaml", "markdown_it", "mdit_py_plugins", "vaulttui.vault.reader", "vaulttui.vault.dates.property_dates"}
    around_the_database = {"duckdb", "importlib.metadata", "email", "numpy.ma", "decimal", "uuid", "html"}
    of_the_standard_library = {
        *("asyncio", "multiprocessing", "concurrent", "subprocess", "logging.handlers", "unittest", "tomllib"),
        *("difflib", "tempfile", "shutil", "zipfile", "random", "http", "ssl", "xml", "csv", "platformdirs"),
    }
    own = {
        *("vaulttui.tui.app", "vaulttui.formatting", "vaulttui.tools.search", "vaulttui.tools.search_request"),
        "vaulttui.api",
    }
    assert imported & (heavy | parsers | around_the_database | of_the_standard_library | own) == set()


def test_an_index_that_has_no_place_is_a_fault_that_says_what_to_do(home: Path) -> None:
    (home / "in the way").write_text("")
    config = home / "bad.toml"
    config.write_text(f"index_dir = '{home}/in the way'")
    done = vaulttui(home, "search", "x", "--json", "--config", str(config))
    assert done.returncode == 3
    error = document(done)["error"]
    assert error["code"] == "index"
    assert "VAULTTUI_CACHE_DIR" in error["message"]


def test_files_are_for_the_user_alone(home: Path) -> None:
    vaulttui(home, "index", "--no-embed")
    made = [place for place in (home / "cache").rglob("*")]
    assert made
    assert {place.stat().st_mode & 0o077 for place in made} == {0}


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize(
    ("argv", "unbuffered"),
    [
        *((("find",), {}), (("find", "--json"), {}), (("find", "--limit", "x", "--json"), {}), (("status",), {})),
        (("search", "--mode", "keyword", "Nothing"), {}),
        *((("find",), _UNBUFFERED), (("find", "--limit", "x", "--json"), _UNBUFFERED)),
    ],
)
def test_output_that_cannot_be_written_is_a_fault_in_one_line(
    home: Path, argv: tuple[str, ...], unbuffered: dict[str, str]
) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "vaulttui", *argv],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            env=environment(home) | unbuffered,
            cwd=home / "notes",
            check=False,
        )
    assert done.returncode == 3
    assert done.stderr == "vaulttui: The output cannot be written: No space left on device.\n"


@pytest.mark.parametrize(
    ("argv", "status", "unbuffered"),
    [
        (("index", "--json"), 0, {}),
        (("search", "--mode", "keyword", "xyzzyplugh"), 1, {}),
        (("search", "tag:"), 2, {}),
        (("nosuchcommand",), 2, {}),
        (("search", "x", "--vault", "/no/such/vault"), 3, {}),
        (("index", "--json"), 0, _UNBUFFERED),
        (("nosuchcommand",), 2, _UNBUFFERED),
    ],
)
def test_a_command_does_its_work_where_nobody_reads_its_errors(
    home: Path, argv: tuple[str, ...], status: int, unbuffered: dict[str, str]
) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = subprocess.run(
            [sys.executable, "-m", "vaulttui", *argv],
            stdout=subprocess.PIPE,
            stderr=writing,
            text=True,
            env=environment(home) | unbuffered,
            cwd=home / "notes",
            check=False,
        )
    finally:
        os.close(writing)
    assert done.returncode == status
    if "--json" in argv:
        assert document(done)["notes"] >= 3


@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-", "<&- >&- 2>&-"])
def test_streams_may_be_closed(home: Path, closed: str) -> None:
    done = subprocess.run(
        ["sh", "-c", f'"$0" -m vaulttui search --mode keyword Nothing {closed}', sys.executable],
        capture_output=True,
        text=True,
        env=environment(home),
        cwd=home / "notes",
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_what_stands_behind_two_dashes_is_no_option(home: Path) -> None:
    (home / "dashes").mkdir()
    (home / "dashes/-draft.md").write_text("Begins with a dash.")
    for command in ("find", "doctor"):
        done = vaulttui(home, command, "--vault", ".", "--json", "--", "-draft.md", cwd="dashes")
        assert (done.returncode, done.stderr) == (0, "")
        assert "-draft.md" in done.stdout


@pytest.mark.parametrize("closed", ["cache/vaulttui", "cache/vaulttui/*"], ids=["all indexes", "this one"])
def test_an_index_folder_that_may_not_be_entered_is_told_with_what_to_do(
    tmp_path: Path, locked_out: tuple[str, ...], closed: str
) -> None:
    furnished(tmp_path)
    assert vaulttui(tmp_path, "index", "--no-embed", "--vault", ".").returncode == 0
    (folder,) = tmp_path.glob(closed)
    folder.chmod(0)
    try:
        done = [vaulttui(tmp_path, *argv, "--vault", ".", by=locked_out) for argv in (("search", "x"), ("status",))]
    finally:
        folder.chmod(0o700)
    for each in done:
        assert each.returncode == 3
        assert "Permission denied" in each.stderr
        assert "point $VAULTTUI_CACHE_DIR (or index_dir, if the settings name one) at another folder" in each.stderr


def test_notes_in_a_folder_that_may_not_be_listed_are_found_and_it_is_told(
    home: Path, tmp_path: Path, locked_out: tuple[str, ...]
) -> None:
    def run(*argv: str) -> str:
        return vaulttui(tmp_path, *argv, "--vault", ".", by=locked_out).stdout

    shutil.copytree(home / "config", tmp_path / "config")
    closed = tmp_path / "notes/closed"
    closed.mkdir(parents=True)
    (closed / "a.md").write_text("deadlock")
    assert run("index", "--no-embed") == "1 note: 1 new\n"
    closed.chmod(0)
    try:
        assert run("index", "--no-embed") == "1 note: nothing has changed\n"
        assert run("search", "--mode", "keyword", "deadlock") == "closed/a.md:1: deadlock\n"
        assert "closed: The folder cannot be listed (Permission denied)" in run("doctor")
    finally:
        closed.chmod(0o700)
    assert "cannot be listed" not in run("doctor")
