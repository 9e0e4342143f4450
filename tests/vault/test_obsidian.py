"""Settings of Obsidian are honoured where they can be read, and its defaults hold where they cannot."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from datetime import date
from pathlib import Path

import pytest

from vaulttui.settings import VaultSettings
from vaulttui.vault.new_note import usual_place
from vaulttui.vault.other_programs import obsidian
from vaulttui.vault.other_programs.obsidian import (
    READING_FILES,
    SELECTING_FILE,
    ObsidianSettings,
    read_obsidian_settings,
)
from vaulttui.vault.other_programs.settings_files import read_settings_text
from vaulttui.vault.reader import read_note
from vaulttui.vault.written import DayLink

MakeVault = Callable[[Mapping[str, str | bytes]], Path]


def test_a_vault_without_obsidian_has_the_defaults(tmp_path: Path) -> None:
    assert read_obsidian_settings(tmp_path) == ObsidianSettings()


def test_everything_that_matters_is_read(make_vault: MakeVault) -> None:
    root = make_vault(
        {
            ".obsidian/app.json": json.dumps({"userIgnoreFilters": ["Archive/", "/x/"], "spellcheck": True}),
            ".obsidian/types.json": json.dumps({"types": {"due": "date", "aliases": "aliases"}}),
            ".obsidian/daily-notes.json": json.dumps(
                {"folder": "/Journal/", "format": "YYYY/MM/YYYY-MM-DD", "template": "Templates/Day", "autorun": True}
            ),
            ".obsidian/templates.json": "\ufeff"
            + json.dumps({"folder": "Templates", "dateFormat": "DD.MM.YYYY", "timeFormat": "HH:mm:ss"}),
        }
    )
    assert read_obsidian_settings(root) == ObsidianSettings(
        property_types={"due": "date", "aliases": "aliases"},
        ignore_filters=("Archive/", "/x/"),
        daily_folder="Journal",
        daily_format="YYYY/MM/YYYY-MM-DD",
        daily_template="Templates/Day",
        template_folders=("Templates",),
        template_date="DD.MM.YYYY",
        template_time="HH:mm:ss",
    )


DAILY = {"format": "YYYY/MM-DD", "folder": "Journal", "template": "tpl/Daily.md", "enabled": True}
PERIODIC = ".obsidian/plugins/periodic-notes/data.json"
TEMPLATER = ".obsidian/plugins/templater-obsidian/data.json"


@pytest.mark.parametrize(
    ("files", "folder"),
    [
        ({}, "Journal"),
        ({"community-plugins": ["periodic-notes"]}, "Journal"),
        ({"community-plugins": ["dataview"]}, ""),
        ({"community-plugins": {}}, ""),
        ({"daily-notes": {"folder": "Days"}}, "Days"),
        ({"daily-notes": {}}, ""),
        ({"daily-notes": {"folder": "Days"}, "core-plugins": ["file-explorer", "daily-notes"]}, "Days"),
        ({"daily-notes": {"folder": "Days"}, "core-plugins": {"daily-notes": True}}, "Days"),
        ({"daily-notes": {"folder": "Days"}, "core-plugins": {"graph": False}}, "Days"),
        ({"daily-notes": {"folder": "Days"}, "core-plugins": ["file-explorer"]}, "Journal"),
        ({"daily-notes": {"folder": "Days"}, "core-plugins": {"daily-notes": False}}, "Journal"),
        (
            {"daily-notes": {"folder": "Days"}, "core-plugins": {"daily-notes": False}, "community-plugins": []},
            "Days",
        ),
    ],
)
def test_daily_notes_are_where_periodic_notes_has_them_if_it_makes_them(
    make_vault: MakeVault, files: Mapping[str, object], folder: str
) -> None:
    own = {f".obsidian/{name}.json": json.dumps(values) for name, values in files.items()}
    assert read_obsidian_settings(make_vault(own | {PERIODIC: json.dumps({"daily": DAILY})})).daily_folder == folder


def test_all_that_periodic_notes_says_of_days_counts(make_vault: MakeVault) -> None:
    found = read_obsidian_settings(make_vault({PERIODIC: json.dumps({"daily": DAILY, "weekly": {"folder": "W"}})}))
    assert found == ObsidianSettings(daily_folder="Journal", daily_format="YYYY/MM-DD", daily_template="tpl/Daily.md")


def test_links_to_the_notes_of_days_that_periodic_notes_names_are_dates(make_vault: MakeVault) -> None:
    daily = DAILY | {"format": "DD-MM-YYYY"}
    root = make_vault({PERIODIC: json.dumps({"daily": daily}), "a.md": '---\ndue: "[[03-04-2025]]"\n---\n'})
    (due,) = read_note(root, "a.md", VaultSettings()).properties
    assert isinstance(due.value, DayLink)
    assert due.value.moment == date(2025, 4, 3)
    (root / ".obsidian/community-plugins.json").write_text("[]")
    (due,) = read_note(root, "a.md", VaultSettings()).properties
    assert not isinstance(due.value, DayLink), "it is off now"


def test_whatever_is_read_but_of_templates_is_known_to_say_which_notes_are_read_and_how(
    make_vault: MakeVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make_vault({PERIODIC: json.dumps({"daily": DAILY}), TEMPLATER: "{}", ".obsidian/daily-notes.json": "{}"})
    asked: list[str] = []

    def reading(path: str) -> str:
        asked.append(os.path.relpath(path, root))
        return read_settings_text(path)

    monkeypatch.setattr(obsidian, "read_settings_text", reading)
    read_obsidian_settings(root)
    assert {*asked} == {*READING_FILES, SELECTING_FILE, ".obsidian/templates.json", TEMPLATER}


@pytest.mark.parametrize("daily", [DAILY | {"enabled": False}, {"folder": "Journal"}, None, [], 5])
def test_periodic_notes_without_daily_ones_say_nothing(make_vault: MakeVault, daily: object) -> None:
    root = make_vault({PERIODIC: json.dumps({"daily": daily, "weekly": {"folder": "W", "enabled": True}})})
    assert read_obsidian_settings(root) == ObsidianSettings()


@pytest.mark.parametrize(
    ("own", "plugins", "folders"),
    [
        (None, None, ("tpl",)),
        ("Templates", ["templater-obsidian"], ("Templates", "tpl")),
        ("tpl/", None, ("tpl",)),
        ("Templates", ["dataview"], ("Templates",)),
    ],
)
def test_the_folder_of_templater_is_one_of_templates(
    make_vault: MakeVault, own: str | None, plugins: list[str] | None, folders: tuple[str, ...]
) -> None:
    files = {TEMPLATER: json.dumps({"templates_folder": "/tpl", "trigger_on_file_creation": True})}
    if own is not None:
        files[".obsidian/templates.json"] = json.dumps({"folder": own})
    if plugins is not None:
        files[".obsidian/community-plugins.json"] = json.dumps(plugins)
    assert read_obsidian_settings(make_vault(files)).template_folders == folders


def test_broken_settings_of_a_plugin_are_a_warning_that_names_it(make_vault: MakeVault) -> None:
    found = read_obsidian_settings(make_vault({PERIODIC: "{", TEMPLATER: "[]", ".obsidian/daily-notes.json": "7"}))
    assert found == ObsidianSettings(warnings=found.warnings)
    named = [warning.message.partition(" ")[0] for warning in found.warnings]
    assert named == [".obsidian/daily-notes.json", PERIODIC, TEMPLATER]


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "null", "7", "[" * 100_000, b"\xff\xfe", b"\0", '{"a": 1' + "0" * 9999]
)
def test_a_broken_file_is_a_warning(make_vault: MakeVault, text: str | bytes) -> None:
    root = make_vault({".obsidian/app.json": text, ".obsidian/types.json": '{"types": {"due": "date"}}'})
    found = read_obsidian_settings(root)
    assert found.property_types == {"due": "date"}
    assert found.ignore_filters == ()
    assert [warning.code for warning in found.warnings] == ["obsidian_settings_invalid"]
    assert "app.json" in found.warnings[0].message


@pytest.mark.parametrize(
    ("settings", "place"),
    [
        ({}, "name.md"),
        ({"newFileLocation": "root", "newFileFolderPath": "Inbox"}, "name.md"),
        ({"newFileLocation": "folder", "newFileFolderPath": "/In box/"}, "In box/name.md"),
        ({"newFileLocation": "folder", "newFileFolderPath": "../outside"}, "name.md"),
        ({"newFileLocation": "folder"}, "name.md"),
        ({"newFileLocation": "current", "newFileFolderPath": "Inbox"}, "deep/down/name.md"),
        ({"newFileLocation": 1}, "name.md"),
    ],
)
def test_new_notes_lie_where_obsidian_has_them(make_vault: MakeVault, settings: object, place: str) -> None:
    found = read_obsidian_settings(make_vault({".obsidian/app.json": json.dumps(settings)}))
    assert usual_place("name.md", "deep/down/a.md", found) == place
    assert usual_place("x/name.md", "deep/down/a.md", found) == "x/name.md"
    if place.startswith("deep"):
        assert usual_place("name.md", "", found) == usual_place("name.md", "a.md", found) == "name.md"


def test_values_of_the_wrong_kind_are_passed_over(make_vault: MakeVault) -> None:
    root = make_vault(
        {
            ".obsidian/app.json": '{"userIgnoreFilters": ["a", 1, null]}',
            ".obsidian/types.json": '{"types": {"a": 1, "b": "text"}}',
            ".obsidian/daily-notes.json": '{"folder": 5, "format": "", "template": null}',
            ".obsidian/templates.json": '{"folder": []}',
        }
    )
    assert read_obsidian_settings(root) == ObsidianSettings(property_types={"b": "text"}, ignore_filters=("a",))


def test_a_pipe_or_link_in_place_of_a_file_is_not_read(make_vault: MakeVault, tmp_path: Path) -> None:
    root = make_vault({".obsidian/app.json/x": ""})
    os.mkfifo(root / ".obsidian" / "types.json")
    (tmp_path / "elsewhere.json").write_text('{"folder": "x"}')
    (root / ".obsidian" / "daily-notes.json").symlink_to(tmp_path / "elsewhere.json")
    found = read_obsidian_settings(root)
    assert found.daily_folder == ""
    assert len(found.warnings) == 3
