"""New notes: made where nothing is, within the vault, and never over anything."""

from __future__ import annotations

import os
from datetime import date, datetime
from pathlib import Path
from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaulttui.errors import PathOutsideVaultError, VaultTuiError
from vaulttui.settings import NotesSettings
from vaulttui.spellings import as_there_is
from vaulttui.vault.new_note import (
    DailyNotes,
    NoteExistsError,
    NoteNotMadeError,
    create_note,
    note_path,
)
from vaulttui.vault.other_programs.obsidian import ObsidianSettings
from vaulttui.vault.templates import fill_template, list_templates, read_template

NOW = datetime(2025, 7, 4, 9, 5)


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    folder = tmp_path / "vault"
    folder.mkdir()
    return folder


# Names


@pytest.mark.parametrize(
    ("written", "path"),
    [
        ("Idea", "Idea.md"),
        (" Projects / A new idea ", "Projects/A new idea.md"),
        ("v2.1", "v2.1.md"),
        ("Idea.md", "Idea.md"),
        ("Idea.MD", "Idea.MD"),
        ("日記/メモ", "日記/メモ.md"),
    ],
)
def test_a_name_becomes_a_path(written: str, path: str) -> None:
    assert note_path(written) == path


@pytest.mark.parametrize(
    "written",
    [
        "",
        "  ",
        "a/",
        "a//b",
        ".md",
        ".hidden",
        ".obsidian/x",
        "a/.git/x",
        "a:b",
        "a#b",
        "a|b",
        "[a]",
        "a\nb",
        "a\x1bb",
        "a\u202eb",
        "a\\b",
    ],
)
def test_names_that_cannot_be_are_refused(written: str) -> None:
    with pytest.raises(NoteNotMadeError):
        note_path(written)


@pytest.mark.parametrize("written", ["../x", "a/../../x", "/etc/x", "a/..", "/"])
def test_paths_out_of_the_vault_are_refused(written: str) -> None:
    with pytest.raises(PathOutsideVaultError):
        note_path(written)


@pytest.mark.parametrize(
    ("written", "path"),
    [
        ("projects/rust/New.md", "Projects/Rust/New.md"),
        ("PROJECTS/New/Idea.md", "Projects/New/Idea.md"),
        ("idea.md", "Idea.md"),
        ("Cafe\u0301/x.md", "Caf\u00e9/x.md"),
        ("log/new.md", "log/new.md"),
        ("LOG/new.md", "Log/new.md"),
        ("other/projects/x.md", "other/projects/x.md"),
    ],
)
def test_a_folder_or_note_that_there_is_gets_no_twin_in_other_letters(vault: Path, written: str, path: str) -> None:
    for folder in ("Projects/Rust", "Caf\u00e9", "Log", "log"):
        (vault / folder).mkdir(parents=True)
    (vault / "Idea.md").write_text("")
    assert as_there_is(vault, written) == path


# Making


def test_a_note_is_made_with_its_folders(vault: Path) -> None:
    create_note(vault, "Projects/rust/Idea.md", "one\r\ntwö")
    assert (vault / "Projects/rust/Idea.md").read_bytes() == "one\r\ntwö".encode()


def test_nothing_is_ever_overwritten(vault: Path) -> None:
    (vault / "Idea.md").write_text("mine")
    with pytest.raises(NoteExistsError, match=r"'Idea\.md' already"):
        create_note(vault, "Idea.md", "other")
    assert (vault / "Idea.md").read_text() == "mine"


def test_a_link_that_leads_nowhere_is_not_written_through(vault: Path, tmp_path: Path) -> None:
    (vault / "Idea.md").symlink_to(tmp_path / "elsewhere.md")
    with pytest.raises(NoteExistsError):
        create_note(vault, "Idea.md", "x")
    assert not (tmp_path / "elsewhere.md").exists()


@pytest.mark.parametrize("target", ["outside", "vault/inside", "nowhere"])
def test_no_link_on_the_way_is_followed(vault: Path, tmp_path: Path, target: str) -> None:
    (tmp_path / "outside").mkdir()
    (vault / "inside").mkdir()
    (vault / "way").symlink_to(tmp_path / target)
    with pytest.raises(NoteNotMadeError, match="symbolic link"):
        create_note(vault, "way/Idea.md", "x")
    assert not list(tmp_path.rglob("Idea.md"))


def test_a_file_on_the_way_is_told(vault: Path) -> None:
    (vault / "way").write_text("")
    with pytest.raises(NoteNotMadeError, match="a symbolic link or a file"):
        create_note(vault, "way/Idea.md")


def test_a_vault_that_has_vanished_is_not_made_anew(tmp_path: Path) -> None:
    with pytest.raises(NoteNotMadeError, match="No such file"):
        create_note(tmp_path / "gone", "Idea.md")
    assert not (tmp_path / "gone").exists()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_half_a_note_is_taken_away_again(vault: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.open

    def full(path: str, flags: int, mode: int = 0o777, *, dir_fd: int | None = None) -> int:
        made = real(path, flags, mode, dir_fd=dir_fd)
        if not flags & os.O_CREAT:
            return made
        os.close(made)
        return real("/dev/full", os.O_WRONLY)

    monkeypatch.setattr(os, "open", full)
    with pytest.raises(NoteNotMadeError, match="No space left"):
        create_note(vault, "Idea.md", "x" * 100_000)
    assert not (vault / "Idea.md").exists()


@given(st.text(max_size=40))
def test_whatever_is_written_nothing_is_made_outside(tmp_path_factory: pytest.TempPathFactory, written: str) -> None:
    above = tmp_path_factory.mktemp("above")
    vault = above / "vault"
    vault.mkdir()
    try:
        create_note(vault, written, "x")
    except VaultTuiError:
        assert not list(vault.rglob("*.md"))
    assert [path.name for path in above.iterdir()] == ["vault"]


# Templates


def test_templates_are_listed_with_those_in_folders(vault: Path) -> None:
    for name in ("Templates/Meeting.md", "Templates/work/Plan.md", "Templates/.x.md", "Templates/a.png", "Other.md"):
        (vault / name).parent.mkdir(parents=True, exist_ok=True)
        (vault / name).write_text("")
    assert list_templates(vault, "Templates") == ("Templates/Meeting.md", "Templates/work/Plan.md")


@pytest.mark.parametrize("folder", ["Modèles", normalize("NFD", "Modèles"), "modèles"])
def test_templates_are_found_in_a_folder_that_the_disk_spells_another_way(vault: Path, folder: str) -> None:
    there = normalize("NFD", "Modèles/journée.md")
    (vault / there).parent.mkdir()
    (vault / there).write_text("x")
    assert list_templates(vault, folder) == (there,)
    assert read_template(vault, f"{folder}/journée") == read_template(vault, f"{folder}/Journée.md") == "x"


def test_there_are_no_templates_outside_or_nowhere(vault: Path, tmp_path: Path) -> None:
    (tmp_path / "x.md").write_text("")
    (vault / "out").symlink_to(tmp_path)
    assert [list_templates(vault, folder) for folder in ("", "..", "out", "none")] == [(), (), (), ()]


def test_a_template_is_filled() -> None:
    text = "# {{title}}\n{{date}} {{ TIME }} {{date:dddd}} {{time:HH}} {{other}} <% tp.x %>"
    assert fill_template(text, "An idea", NOW) == "# An idea\n2025-07-04 09:05 Friday 09 {{other}} <% tp.x %>"


def test_a_template_is_filled_with_dates_and_times_as_they_are_written_unless_it_says_how() -> None:
    filled = fill_template("{{date}} {{Time}} {{date:YYYY}}", "x", NOW, date_format="DD.MM.YYYY", time_format="h:mm a")
    assert filled == "04.07.2025 9:05 am 2025"


def test_what_is_put_in_is_not_read_as_a_template() -> None:
    assert fill_template("{{title}}", "{{date}} \\1", NOW) == "{{date}} \\1"


def test_a_template_may_lack_its_ending(vault: Path) -> None:
    (vault / "T.md").write_text("x")
    assert read_template(vault, "T") == read_template(vault, "T.md") == "x"


def test_a_template_that_is_missing_or_outside_is_told(vault: Path, tmp_path: Path) -> None:
    (tmp_path / "secret.md").write_text("x")
    (vault / "link.md").symlink_to(tmp_path / "secret.md")
    with pytest.raises(NoteNotMadeError, match="template 'none' cannot be read"):
        read_template(vault, "none")
    with pytest.raises(PathOutsideVaultError):
        read_template(vault, "link.md")


# Daily notes


def test_a_daily_note_is_where_obsidian_has_it() -> None:
    obsidian = ObsidianSettings(daily_folder="Journal", daily_format="YYYY/MM-DD", daily_template="T")
    daily = DailyNotes.of(NotesSettings(), obsidian)
    assert daily == DailyNotes("Journal", "YYYY/MM-DD", "T")
    assert daily.path(date(2025, 7, 4)) == "Journal/2025/07-04.md"


def test_the_settings_come_before_obsidian() -> None:
    obsidian = ObsidianSettings(daily_folder="Journal", daily_format="YYYY/MM-DD")
    daily = DailyNotes.of(NotesSettings(daily_folder="/Days/", daily_format="DD.MM.YY"), obsidian)
    assert daily.path(date(2025, 7, 4)) == "Days/04.07.25.md"


def test_a_daily_note_stays_within_the_vault() -> None:
    with pytest.raises(PathOutsideVaultError):
        DailyNotes(format="[../]YYYY").path(date(2025, 7, 4))
