"""Vaults are found where people keep them, and any folder by its path."""

from __future__ import annotations

from pathlib import Path

import pytest

from vaulttui.tui.vaults.vault_finder import FoundVault, find_vaults, folders_like, is_path


@pytest.fixture
def home(tmp_path: Path) -> Path:
    for name in ("Documents/Notes/.obsidian", "Documents/Notes/inner/.obsidian", "wiki/.zk", ".hidden/x/.obsidian"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "node_modules/y/.obsidian").mkdir(parents=True)
    return tmp_path


def test_recent_vaults_come_first_then_those_below_the_home_folder(home: Path) -> None:
    found = find_vaults([home / "wiki"], home)
    assert found == [FoundVault(home / "wiki", recent=True), FoundVault(home / "Documents/Notes")]


def test_the_working_directory_is_offered_if_it_has_notes(home: Path) -> None:
    plain = home / "plain"
    plain.mkdir()
    (plain / ".hidden.md").touch()
    (plain / "folder.md").mkdir()
    assert FoundVault(plain) not in find_vaults([], home, plain)
    (plain / "note.md").touch()
    assert find_vaults([home / "wiki"], home, plain)[:2] == [FoundVault(home / "wiki", recent=True), FoundVault(plain)]
    assert find_vaults([plain], home, plain).count(FoundVault(plain, recent=True)) == 1
    (home / "note.md").touch()
    assert FoundVault(home) not in find_vaults([], home, home)
    assert len(find_vaults([], home, home / "gone")) == 2


def test_links_are_not_followed_and_what_cannot_be_read_is_left_out(home: Path, tmp_path: Path) -> None:
    (home / "loop").symlink_to(home)
    assert len(find_vaults([], home)) == 2
    assert find_vaults([], tmp_path / "nowhere") == []


def test_a_vault_that_is_called_like_the_folder_of_logseqs_settings_is_offered_and_its_surroundings_are_not(
    tmp_path: Path,
) -> None:
    graph = tmp_path / "Documents/logseq"
    (graph / "logseq").mkdir(parents=True)
    (graph / "logseq/config.edn").write_text("{}")
    assert find_vaults([], tmp_path) == [FoundVault(graph)]


def test_folders_are_found_by_the_beginning_of_their_path(home: Path) -> None:
    assert folders_like(f"{home}/doc") == [home / "Documents"]
    assert folders_like(f"{home}/Documents/") == [home / "Documents", home / "Documents/Notes"]
    assert folders_like("~nobody-has-this-name") == []
    assert folders_like(f"{home}/wiki") == [home / "wiki"]
    assert folders_like(f"{home}/.hid") == [home / ".hidden"]
    assert folders_like(f"{home}/nothing") == []


@pytest.mark.parametrize(("typed", "path"), [("/a", True), ("~", True), ("../x", True), ("notes", False), ("", False)])
def test_a_path_is_told_from_a_name(typed: str, path: bool) -> None:
    assert is_path(typed) is path
