"""A file system that does not answer costs a bounded time, and only what lies there."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from vaulttui.errors import VaultNotFoundError
from vaulttui.settings import VaultSettings
from vaulttui.vault.files import note_data, scan
from vaulttui.vault.files.scan import scan_vault
from vaulttui.vault.other_programs import obsidian, settings_files
from vaulttui.vault.patience import MOST_STUCK, Patience
from vaulttui.vault.reader import read_note

SETTINGS = VaultSettings()


@pytest.fixture
def silent() -> Iterator[Callable[[], None]]:
    """A call that returns when the test is over."""
    over = threading.Event()

    def wait() -> None:
        over.wait()

    yield wait
    over.set()


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> Patience:
    """What reads vaults waits a moment only, though long enough for what does answer on a busy machine."""
    short = Patience(0.5)
    for module in (note_data, scan, settings_files):
        monkeypatch.setattr(module, "PATIENCE", short)
    return short


def test_what_a_call_returns_and_raises_comes_through() -> None:
    patient = Patience()
    assert patient.call("/vault", divmod, 7, 2) == (3, 1)
    with pytest.raises(ZeroDivisionError):
        patient.call("/vault", divmod, 7, 0)


def test_a_call_that_does_not_return_is_given_up(silent: Callable[[], None]) -> None:
    with pytest.raises(TimeoutError, match=r"did not answer within 0\.01 s"):
        Patience(0.01).call("/vault/mount", silent)


def test_neighbours_are_read_all_the_same(silent: Callable[[], None]) -> None:
    patient = Patience(0.01)
    with pytest.raises(TimeoutError):
        patient.call("/vault", silent)
    patient._seconds = 300.0
    assert patient.call("/vault", len, "abc") == 3


def test_many_calls_are_made_on_one_thread_and_each_gives_what_it_returned_or_raised() -> None:
    threads = set()

    def halve(number: int) -> float:
        threads.add(threading.get_ident())
        return 4 / number

    first, second, third = Patience(300).call_each([("/vault", (number,)) for number in (1, 0, 2)], halve)
    assert (first.get(), third.get()) == (4, 2)
    with pytest.raises(ZeroDivisionError):
        second.get()
    assert len(threads) == 1


def test_of_many_calls_one_that_does_not_return_costs_only_itself() -> None:
    over = threading.Event()
    made: list[str] = []

    def look(name: str) -> str:
        made.append(name)
        if name == "b":
            short._seconds = 300.0  # for those behind it, on however busy a machine
            over.wait()
        return name.upper()

    short = Patience(0.5)
    answers = short.call_each([(f"/vault/{name}", (name,)) for name in "abcd"], look)
    assert [answer.result for answer in answers] == ["A", None, "C", "D"]
    assert isinstance(answers[1].error, TimeoutError)
    (stuck,) = short._stuck.items()
    assert stuck[1] == "/vault/b/"
    over.set()
    stuck[0].thread.join()
    assert made == ["a", "b", "c", "d"], "what was given up makes no call of those behind it"


def test_calls_that_take_long_together_are_not_given_up() -> None:
    returned = threading.Event()
    short = Patience(0.6)
    taken = short.call_each([("/vault", (0.05,))] * 15, returned.wait)
    assert [answer.get() for answer in taken] == [False] * 15


def test_below_a_folder_where_many_calls_wait_none_is_made_until_they_return() -> None:
    over = threading.Event()
    begun: list[None] = []

    def wait() -> None:
        begun.append(None)
        over.wait()

    short = Patience(0.01)
    while len(begun) < MOST_STUCK:  # one whose thread comes too late to begin does not count
        with pytest.raises(TimeoutError):
            short.call("/vault/mount", wait)
    with pytest.raises(TimeoutError, match="any more"):
        short.call("/vault/mount/below", len, "abc")
    assert Patience(10).call("/vault/mounted", len, "abc") == 3
    callers = list(short._stuck)
    over.set()
    for caller in callers:
        caller.thread.join()
    short._seconds = 300.0
    assert short.call("/vault/mount/below", len, "abc") == 3


@pytest.mark.usefixtures("impatient")
def test_a_note_that_cannot_be_had_is_an_error_of_the_system(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, silent: Callable[[], None]
) -> None:
    (tmp_path / "a.md").write_text("a")
    monkeypatch.setattr(note_data, "read_start", lambda *_: silent())
    with pytest.raises(OSError, match="did not answer"):
        read_note(tmp_path, "a.md", SETTINGS)


@pytest.mark.usefixtures("impatient")
def test_a_folder_that_does_not_answer_is_a_warning_and_its_notes_count_as_unknown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, silent: Callable[[], None]
) -> None:
    (tmp_path / "mount").mkdir()
    (tmp_path / "a.md").write_text("a")
    listing = scan._list_folder

    def dead(path: str) -> list[object]:
        if path.endswith("mount"):
            silent()
        return list(listing(path))

    monkeypatch.setattr(scan, "_list_folder", dead)
    found = scan_vault(tmp_path, SETTINGS)
    assert [file.path for file in found.notes] == ["a.md"]
    assert found.unreadable_folders == ("mount",)
    assert [(path, warning.code) for path, warning in found.warnings] == [("mount", "folder_unreadable")]


@pytest.mark.usefixtures("impatient")
def test_a_vault_that_does_not_answer_cannot_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, silent: Callable[[], None]
) -> None:
    monkeypatch.setattr(scan, "_list_folder", lambda _: silent())
    with pytest.raises(VaultNotFoundError, match="did not answer"):
        scan_vault(tmp_path, SETTINGS)


@pytest.mark.usefixtures("impatient")
def test_settings_that_cannot_be_had_are_at_their_defaults_and_warned_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, silent: Callable[[], None]
) -> None:
    (tmp_path / ".obsidian").mkdir()
    (tmp_path / ".obsidian" / "app.json").write_text("{}")
    monkeypatch.setattr("vaulttui.vault.untrusted.read_start", lambda *_: silent())
    found = obsidian.read_obsidian_settings(tmp_path)
    assert found.ignore_filters == ()
    assert ["did not answer" in warning.message for warning in found.warnings] == [True]
