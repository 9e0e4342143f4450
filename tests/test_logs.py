"""The log: private, bounded, shared by processes, and without anything that a terminal would obey."""

from __future__ import annotations

import logging
import os
import stat
import threading
from pathlib import Path

import pytest

from vaulttui import logs
from vaulttui.logs import log_path, start_logging


@pytest.fixture
def logger() -> logging.Logger:
    logging.getLogger("vaulttui").handlers = []
    start_logging()
    return logging.getLogger("vaulttui.test")


def test_an_entry_is_one_line_with_time_process_level_and_place(logger: logging.Logger) -> None:
    logger.warning("the index %s was opened again", "x")
    line = log_path().read_text()
    assert line.endswith("WARNING vaulttui.test: the index x was opened again\n")
    assert line[:4].isdigit()


def test_the_log_is_for_the_user_alone(logger: logging.Logger) -> None:
    logger.warning("x")
    assert stat.S_IMODE(log_path().stat().st_mode) == 0o600
    assert stat.S_IMODE(log_path().parent.stat().st_mode) == 0o700


def test_nothing_goes_to_the_terminal(logger: logging.Logger, capfd: pytest.CaptureFixture[str]) -> None:
    logger.error("x")
    assert capfd.readouterr() == ("", "")


def test_names_of_files_cannot_forge_entries_or_colour_terminals(logger: logging.Logger) -> None:
    logger.warning("unreadable: %s", "a\n2026-01-01 INFO all is well\x1b[31m\u202e\udcff.md")
    text = log_path().read_text()
    assert text.count("\n") == 1
    assert r"a\n2026-01-01 INFO all is well\x1b[31m\u202e\udcff.md" in text


def test_a_trace_is_indented_and_inert(logger: logging.Logger) -> None:
    try:
        raise ValueError("\x1b[31mred")
    except ValueError:
        logger.exception("it failed")
    first, *trace = log_path().read_text().splitlines()
    assert first.endswith("it failed")
    assert all(line.startswith("    ") for line in trace)
    assert trace[-1] == r"    ValueError: \x1b[31mred"


def test_how_much_is_logged_is_a_matter_of_the_environment(
    logger: logging.Logger, monkeypatch: pytest.MonkeyPatch
) -> None:
    logger.debug("left out")
    logger.info("kept")
    monkeypatch.setenv("VAULTTUI_LOG", "debug")
    start_logging()
    logger.debug("told")
    monkeypatch.setenv("VAULTTUI_LOG", "error")
    start_logging()
    logger.warning("hidden")
    text = log_path().read_text()
    assert "kept" in text
    assert "told" in text
    assert "left out" not in text
    assert "hidden" not in text
    assert len(logging.getLogger("vaulttui").handlers) == 1


def test_a_level_that_there_is_not_is_told(logger: logging.Logger, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VAULTTUI_LOG", "verbose")
    start_logging()
    expected = "VAULTTUI_LOG must be one of debug, info, warning, error, got 'verbose': info is used"
    assert expected in log_path().read_text()


def test_full_files_are_put_away_and_the_oldest_goes(logger: logging.Logger, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logs, "MOST_BYTES", 1000)
    for number in range(200):
        logger.warning("entry %d", number)
    files = sorted(log_path().parent.iterdir())
    assert [path.name for path in files] == ["vaulttui.log", "vaulttui.log.1", "vaulttui.log.2", "vaulttui.log.3"]
    assert all(path.stat().st_size < 1200 for path in files)
    newest = (log_path().parent / "vaulttui.log.1").read_text() + log_path().read_text()
    assert "entry 199" in newest


def test_entries_of_many_writers_are_all_there(
    logger: logging.Logger, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logs, "MOST_BYTES", 500)
    monkeypatch.setattr(logs, "KEPT", 50)

    def write(name: int) -> None:
        handler = logs.SharedLogFile(log_path())  # as in another process: nothing in common but the file
        for number in range(50):
            handler.emit(logging.makeLogRecord({"msg": f"writer {name} entry {number}."}))

    threads = [threading.Thread(target=write, args=(name,)) for name in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    text = "".join(path.read_text() for path in log_path().parent.iterdir())
    assert sorted(text.splitlines()) == sorted(f"writer {name} entry {n}." for name in range(4) for n in range(50))


def test_a_log_that_cannot_be_written_stops_nothing(
    logger: logging.Logger, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    log_path().parent.parent.mkdir(parents=True)
    log_path().parent.write_text("in the way")
    logger.error("x")
    assert capfd.readouterr() == ("", "")


def test_a_pipe_in_the_place_of_the_log_is_not_waited_for(logger: logging.Logger) -> None:
    log_path().parent.mkdir(parents=True)
    os.mkfifo(log_path())
    writing = threading.Thread(target=logger.error, args=("x",), daemon=True)
    writing.start()
    writing.join(timeout=30)
    assert not writing.is_alive()
