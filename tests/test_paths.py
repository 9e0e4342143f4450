"""Where files go, and that they are for the user alone."""

from __future__ import annotations

import json
import os
import pwd
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

import platformdirs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaulttui import paths, spellings
from vaulttui.errors import SettingsError, UsageError


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("CACHE", "STATE", "DATA", "CONFIG"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name.lower()))
    monkeypatch.delenv("VAULTTUI_CACHE_DIR", raising=False)
    return tmp_path


@dataclass
class Place:
    index_dir: str = ""


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_every_kind_of_file_has_its_xdg_folder(home: Path) -> None:
    assert paths.config_path() == home / "config/vaulttui/config.toml"
    assert paths.state_dir() == home / "state/vaulttui"
    assert paths.data_dir() == home / "data/vaulttui"
    assert paths.cache_dir() == home / "cache/vaulttui"


@pytest.mark.parametrize("kind", ["cache", "config", "data", "state"])
def test_without_it_they_are_where_the_system_has_them(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(f"XDG_{kind.upper()}_HOME")
    folder = getattr(paths, f"{kind}_dir")()
    assert folder == getattr(platformdirs, f"user_{kind}_path")("vaulttui")


def test_a_relative_xdg_folder_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    assert paths.cache_dir().is_absolute()
    assert "relative" not in paths.cache_dir().parts


def test_the_index_goes_where_the_settings_say_then_where_the_environment_says(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    vault = home / "My Notes"
    name = paths.vault_id(vault)
    assert paths.index_path(vault) == home / "cache/vaulttui" / name / "index.duckdb"
    monkeypatch.setenv("VAULTTUI_CACHE_DIR", str(home / "elsewhere"))
    assert paths.index_path(vault, Place()) == home / "elsewhere" / name / "index.duckdb"
    assert paths.index_path(vault, Place(str(home / "set"))) == home / "set" / name / "index.duckdb"


def test_a_relative_index_folder_is_meant_from_the_working_directory_but_not_into_the_vault(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There it would be found by whatever syncs the notes. A whole path into the vault is meant so."""
    (home / "notes/sub").mkdir(parents=True)
    vault = home / "notes"
    monkeypatch.setenv("VAULTTUI_CACHE_DIR", "indexes")
    monkeypatch.chdir(home)
    assert paths.index_path(vault).is_relative_to(home / "indexes")
    monkeypatch.chdir(home / "notes/sub")
    with pytest.raises(SettingsError, match=r"VAULTTUI_CACHE_DIR is 'indexes', which from here means .*whole path"):
        paths.index_path(vault)
    assert paths.index_path(vault, Place("/elsewhere")).is_relative_to("/elsewhere")
    monkeypatch.setenv("VAULTTUI_CACHE_DIR", str(vault / ".index"))
    assert paths.index_path(vault).is_relative_to(vault / ".index")


def test_a_relative_index_folder_in_a_working_directory_that_is_gone_is_told(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "gone").mkdir()
    monkeypatch.chdir(home / "gone")
    (home / "gone").rmdir()
    monkeypatch.setenv("VAULTTUI_CACHE_DIR", "indexes")
    with pytest.raises(SettingsError, match=r"VAULTTUI_CACHE_DIR is 'indexes'.*was deleted\. Go to a folder"):
        paths.index_path(home / "notes")


def test_a_home_folder_in_the_index_folder_is_expanded(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(home))
    assert paths.cache_dir("~/indexes") == home / "indexes"


def test_who_has_no_home_folder_gets_none_that_is_called_by_its_sign(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unknown(user: int) -> NoReturn:
        raise KeyError(user)

    monkeypatch.setattr("pwd.getpwuid", unknown)
    for name in ("HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"):
        monkeypatch.delenv(name, raising=False)
    if os.uname().sysname == "Linux":
        assert paths.cache_dir() == Path("/.cache/vaulttui")
        assert paths.state_dir() == Path("/.local/state/vaulttui")
    assert paths.cache_dir("~/indexes") == Path("/indexes")
    assert paths.expanded("~") == Path("/")
    assert paths.expanded("./~/notes") == Path("~/notes")
    monkeypatch.setenv("HOME", str(home))
    assert paths.expanded("~/~") == home / "~"


def test_a_working_directory_that_is_gone_is_none(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gone = home / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    assert paths.working_directory() == gone
    gone.rmdir()
    assert paths.working_directory() is None


def test_the_own_folder_is_that_of_the_system_whatever_the_environment_says(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = pwd.struct_passwd(("someone", "x", os.getuid(), os.getgid(), "", str(home / "own"), "/bin/sh"))
    monkeypatch.setattr(pwd, "getpwuid", {os.getuid(): known}.__getitem__)
    monkeypatch.setenv("HOME", str(home / "notes"))
    paths.check_not_everything(home / "notes")
    for everything in (home / "own", home, Path("/")):
        with pytest.raises(UsageError):
            paths.check_not_everything(everything)


def test_who_is_not_known_to_the_system_has_the_folder_of_the_environment(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unknown(number: int) -> NoReturn:
        raise KeyError(number)

    monkeypatch.setattr(pwd, "getpwuid", unknown)
    monkeypatch.setenv("HOME", str(home))
    with pytest.raises(UsageError, match="is your own folder"):
        paths.check_not_everything(home)


def test_a_vault_is_known_by_a_readable_name_and_its_place(home: Path) -> None:
    (home / "a/Meine Notizen 2").mkdir(parents=True)
    (home / "b/Meine Notizen 2").mkdir(parents=True)
    first, second = paths.vault_id(home / "a/Meine Notizen 2"), paths.vault_id(home / "b/Meine Notizen 2")
    assert first.startswith("meine-notizen-2-")
    assert first != second
    (home / "link").symlink_to(home / "a/Meine Notizen 2")
    assert paths.vault_id(home / "link") == first
    assert paths.vault_id(home / "a/../a/Meine Notizen 2") == first


def test_a_vault_is_one_by_whatever_capitals_it_is_named_where_these_make_no_other_name(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on macOS, mostly: there the folder is there by any name, and is listed by its own."""
    (home / "Notes/Zoé").mkdir(parents=True)
    assert paths.vault_id(home / "nOTES/zOÉ") != paths.vault_id(home / "Notes/Zoé")
    monkeypatch.setattr(spellings, "_is_there_in_any_case", lambda path: path.is_relative_to(home) and path != home)
    assert spellings.real_place(home / "nOTES/zOE\N{COMBINING ACUTE ACCENT}") == home / "Notes/Zoé"
    assert paths.vault_id(home / "nOTES/zOÉ") == paths.vault_id(home / "Notes/Zoé")


def test_a_folder_beside_one_that_differs_by_capitals_alone_is_that_folder(home: Path) -> None:
    (home / "notes").mkdir()
    (home / "NOTES").symlink_to("notes")
    assert spellings._is_there_in_any_case(home / "notes")
    assert spellings.real_place(home / "NOTES") == spellings.real_place(home / "notes") == home / "notes"


@given(name=st.text(st.characters(exclude_characters="/\0", exclude_categories=["Cs"]), min_size=1, max_size=50))
def test_any_name_of_a_vault_makes_one_short_part_of_a_path(name: str) -> None:
    made = paths.vault_id(Path("/vaults") / name)
    assert len(made) <= 60
    assert Path(made).name == made
    assert not made.startswith((".", "-"))
    assert made.isascii()


def test_new_folders_and_files_are_for_the_user_alone(home: Path) -> None:
    old = os.umask(0)
    try:
        paths.write_private(home / "x/y/file", "text")
    finally:
        os.umask(old)
    assert [mode(home / "x"), mode(home / "x/y"), mode(home / "x/y/file")] == [0o700, 0o700, 0o600]


def test_a_file_in_the_place_of_a_folder_is_an_error(home: Path) -> None:
    (home / "x").write_text("in the way")
    with pytest.raises(OSError, match="x"):
        paths.make_private_dir(home / "x")


def test_a_file_that_cannot_be_written_leaves_the_old_one_and_no_litter(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths.write_private(home / "file", "old")

    def full(self: Path, target: Path) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OSError, match="No space"):
        paths.write_private(home / "file", "new")
    assert (home / "file").read_text() == "old"
    assert [path.name for path in home.iterdir()] == ["file"]


def test_vaults_are_remembered_the_last_one_first_and_forgotten_when_they_are_gone(home: Path) -> None:
    assert paths.recent_vaults() == ()
    for name in ("one", "two", "three"):
        (home / name).mkdir()
        paths.remember_vault(home / name)
    paths.remember_vault(home / "one")
    assert paths.recent_vaults() == (home / "one", home / "three", home / "two")
    (home / "three").rmdir()
    assert paths.recent_vaults() == (home / "one", home / "two")
    assert paths.vanished_vault() is None


def test_a_vault_on_a_disk_that_is_not_mounted_is_known_again_when_it_is(home: Path) -> None:
    for name in ("one", "two"):
        (home / name).mkdir()
        paths.remember_vault(home / name)
    (home / "two").rename(home / "away")
    assert paths.vanished_vault() == home / "two"
    paths.remember_vault(home / "one")
    assert paths.vanished_vault() is None
    (home / "away").rename(home / "two")
    assert paths.recent_vaults() == (home / "one", home / "two")


def test_a_vault_that_cannot_even_be_looked_at_is_not_there(home: Path) -> None:
    (home / "one").mkdir()
    paths.remember_vault(home / "one")
    lost = home / ("a" * 300)  # as with a mount whose server is gone, looking is a fault of the system
    remembered = paths._vaults_path()
    remembered.write_text(json.dumps([str(lost), *json.loads(remembered.read_text())]))
    assert paths.recent_vaults() == (home / "one",)
    assert paths.vanished_vault() == lost


def test_a_vault_whose_name_is_not_utf8_is_remembered(home: Path) -> None:
    vault = home / os.fsdecode(b"caf\xe9")
    vault.mkdir()
    paths.remember_vault(vault)
    assert paths.recent_vaults() == (vault,)


@pytest.mark.parametrize("text", ["", "{", "{}", "[1, null]", '["relative"]', '"x"', "[" * 100_000])
def test_a_memory_that_cannot_be_used_is_no_fault(home: Path, text: str) -> None:
    paths.write_private(paths.state_dir() / "vaults.json", text)
    assert paths.recent_vaults() == ()
    (home / "vault").mkdir()
    paths.remember_vault(home / "vault")
    assert paths.recent_vaults() == (home / "vault",)
