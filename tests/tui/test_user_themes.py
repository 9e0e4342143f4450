"""Themes of the person's own are read from files, and what is wrong in one is told with its place."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.theme import BUILTIN_THEMES, Theme

from vaulttui.errors import SettingsError
from vaulttui.settings import InterfaceSettings, Settings
from vaulttui.tui.app import VaultApp
from vaulttui.tui.colors.theme import THEMES
from vaulttui.tui.colors.user_themes import load_themes

from .fake_engine import FakeEngine


def write(folder: Path, text: str, name: str = "ink.toml") -> Path:
    (folder / name).write_text(text, encoding="utf-8")
    return folder


def test_a_theme_is_read(tmp_path: Path) -> None:
    text = '\ufeffprimary = "#112233"\nbackground = "#fefefe"\ndark = false\n[variables]\nscrollbar = "#eeeeee"\n'
    (theme,) = load_themes(write(tmp_path, text))
    assert (theme.name, theme.primary, theme.background, theme.dark) == ("ink", "#112233", "#fefefe", False)
    assert theme.variables == {"scrollbar": "#eeeeee"}


@pytest.mark.parametrize("theme", [*BUILTIN_THEMES.values(), *THEMES], ids=lambda theme: theme.name)
def test_a_theme_may_say_of_variables_what_those_that_are_there_say(tmp_path: Path, theme: Theme) -> None:
    variables = Theme("usual", "red").to_color_system().generate() | theme.variables
    text = "primary = 'red'\n[variables]\n" + "\n".join(f"{name} = {value!r}" for name, value in variables.items())
    assert load_themes(write(tmp_path, text))[0].variables == variables


def test_a_theme_can_be_chosen_in_the_settings(tmp_path: Path) -> None:
    themes = load_themes(write(tmp_path, 'primary = "teal"\n'))
    settings = Settings(interface=InterfaceSettings(theme="ink"))
    app = VaultApp(lambda vault: FakeEngine(), Path("/v"), settings, themes=themes)
    assert app.theme == "ink"


def test_other_files_and_a_missing_folder_are_no_themes(tmp_path: Path) -> None:
    assert load_themes(write(tmp_path, "x", "notes.txt")) == []
    (tmp_path / ".#ink.toml").symlink_to("somebody@somewhere.1234")
    (tmp_path / "._ink.toml").write_bytes(b"\x00\x05\x16\x07\xff")
    assert load_themes(tmp_path) == []
    assert load_themes(tmp_path / "none") == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("primari = '#112233'", "there is no primari in a theme; did you mean primary?"),
        ("dark = true", "primary is missing"),
        ("primary = 'blueish'", "primary must be a colour like \"#7fb4ca\", got 'blueish'"),
        ("primary = 3", "primary must be a colour"),
        ("primary = 'red'\ndark = 'yes'", "dark must be true or false"),
        ("primary = 'red'\nvariables = 3", "variables must be a table"),
        ("primary = 'red'\n[variables]\nscrolbar = 'red'", "there is no variable scrolbar; did you mean scrollbar?"),
        ("primary = 'red'\n[variables]\nscrollbar = 'rad'", 'variables.scrollbar must be a colour like "#7fb4ca"'),
        ("primary = 'red'\n[variables]\nborder = '{'", "variables.border must be a colour"),
        ("primary = 'red'\n[variables]\nborder = 'auto'", "variables.border must be a colour"),
        ("primary = 'red'\n[variables]\nbackground = 'red 50%'", "variables.background must be a colour"),
        (
            "primary = 'red'\n[variables]\nprimary-lighten-1 = 'red 50%'",
            "variables.primary-lighten-1 must be a colour",
        ),
        ("primary = 'red'\n[variables]\nlink-style = 'bald'", 'variables.link-style must be a style like "bold"'),
        ("primary = ", "is not valid TOML"),
        (f"primary = {'[' * 5_000}", "is not valid TOML"),
    ],
)
def test_what_is_wrong_is_told_with_file_and_key(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(SettingsError) as caught:
        load_themes(write(tmp_path, text))
    assert str(tmp_path / "ink.toml") in caught.value.message
    assert told in caught.value.message
