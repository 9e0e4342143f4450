"""Themes of the person's own: one TOML file for each, named like the theme."""

from __future__ import annotations

import difflib
import re
import tomllib
from pathlib import Path
from typing import Any, Final

from textual.color import Color, ColorParseError
from textual.css.constants import VALID_STYLE_FLAGS
from textual.theme import Theme

from vaulttui.errors import SettingsError

_COLORS: Final = (
    *("primary", "secondary", "accent", "warning", "error", "success"),
    *("foreground", "background", "surface", "panel", "boost"),
)
_KEYS: Final = (*_COLORS, "dark", "variables")
_PERCENTAGE: Final = re.compile(r"\s+\d+(\.\d+)?%$")
"""How much of a colour there is, as Textual writes it."""


def load_themes(folder: Path) -> list[Theme]:
    """Read all themes of a folder. One that does not exist has none, and hidden files are none: editors and disks put
    files of their own there (``.#ink.toml``, ``._ink.toml``).

    A file ``ink.toml`` makes the theme ``ink``. It needs ``primary``, a colour like ``"#7fb4ca"``; the other colours
    are derived from it unless they are given. ``dark = false`` says that the ground is light; ``[variables]`` sets
    single variables of Textual's design system.

    Raises:
        SettingsError: A file cannot be read or says what a theme cannot have; the message names file and key.
    """
    try:
        files = sorted(path for path in folder.iterdir() if path.suffix == ".toml" and path.name[0] != ".")
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as error:
        raise SettingsError(f"{folder} cannot be read: {error.strerror or error}") from error
    return [_read(file) for file in files]


def _read(file: Path) -> Theme:
    try:
        values = tomllib.loads(file.read_text(encoding="utf-8-sig"))  # some editors begin a file with a mark
    except OSError as error:
        raise SettingsError(f"{file} cannot be read: {error.strerror or error}") from error
    except (ValueError, RecursionError) as error:
        raise SettingsError(f"{file} is not valid TOML: {error}") from error
    for key in values:
        if key not in _KEYS:
            near = difflib.get_close_matches(key, _KEYS, n=1)
            hint = f"did you mean {near[0]}?" if near else f"a theme has {', '.join(_KEYS)}"
            raise SettingsError(f"{file}: there is no {key} in a theme; {hint}")
    if "primary" not in values:
        raise SettingsError(f'{file}: primary is missing, the colour that all others are derived from, like "#7fb4ca"')
    colors: dict[str, str] = {key: _color(file, key, values[key]) for key in _COLORS if key in values}
    dark = values.get("dark", True)
    if not isinstance(dark, bool):
        raise SettingsError(f"{file}: dark must be true or false, got {dark!r}")
    theme = Theme(
        file.stem,
        colors["primary"],
        dark=dark,
        variables=_variables(file, values.get("variables", {}), colors["primary"]),
    )
    for key, color in colors.items():
        setattr(theme, key, color)
    return theme


def _color(file: Path, key: str, value: Any) -> str:
    try:
        Color.parse(value if isinstance(value, str) else "")
    except ColorParseError as error:
        raise SettingsError(f'{file}: {key} must be a colour like "#7fb4ca", got {value!r}') from error
    return str(value)


def _variables(file: Path, values: Any, primary: str) -> dict[str, str]:
    if not isinstance(values, dict) or not all(isinstance(value, str) for value in values.values()):
        raise SettingsError(f"{file}: variables must be a table of texts, [variables]")
    # What Textual cannot read ends the program, not before the theme is chosen.
    usual = Theme("usual", primary).to_color_system().generate() if values else {}
    for name, value in values.items():
        if name not in usual:
            near = difflib.get_close_matches(name, usual, n=1)
            hint = f"; did you mean {near[0]}?" if near else ""
            raise SettingsError(f"{file}: there is no variable {name}{hint}")
        if VALID_STYLE_FLAGS.issuperset(usual[name].split()):
            if not value.split() or not VALID_STYLE_FLAGS.issuperset(value.split()):
                raise SettingsError(f'{file}: variables.{name} must be a style like "bold", got {value!r}')
        elif not _is_shade(name, value, usual[name]):
            raise SettingsError(f'{file}: variables.{name} must be a colour like "#7fb4ca", got {value!r}')
    return dict(values)


def _is_shade(name: str, value: str, usual: str) -> bool:
    """Whether a variable can be a colour: one with a percentage, and what follows the ground where that is usual."""
    color = _PERCENTAGE.sub("", value) if name not in _COLORS else value
    if color in ("auto", "initial"):
        return usual.startswith(("auto", "initial"))
    try:
        Color.parse(color)
        if color != value:  # Textual derives other variables from some, which must be whole colours
            Theme("tried", "red", variables={name: value}).to_color_system().generate()
    except ColorParseError:
        return False
    return True
