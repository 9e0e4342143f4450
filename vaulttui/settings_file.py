"""The TOML file of the settings: reading it strictly, and writing it with everything described."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, get_type_hints

from vaulttui import paths
from vaulttui import settings as settings_module
from vaulttui.errors import SettingsError
from vaulttui.settings import CHOICES, FOLDERS, RANGES, WITHIN_VAULT, Settings

_Section = TypeVar("_Section")


def load_settings(path: Path | None = None) -> Settings:
    """Read the settings file.

    Args:
        path: The file, which must exist; ``None`` for the user's own, whose absence means the defaults.

    Raises:
        SettingsError: The file cannot be read, is no TOML, or has a key that does not exist or a value of another type
            or range; the message names the file, the key, and what it should be.
    """
    file = path or paths.config_path()
    try:
        text = file.read_text(encoding="utf-8-sig")  # some editors begin a file with a mark
    except (FileNotFoundError, NotADirectoryError) as error:  # the latter: a service's user may live in /dev/null
        if path is None:
            return Settings()
        raise SettingsError(f"{file}: there is no such settings file") from error
    except OSError as error:
        raise SettingsError(f"{file} cannot be read: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise SettingsError(f"{file} is not UTF-8 text (byte {error.start + 1})") from error
    import tomllib  # late: most people have no such file

    try:
        values = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # numbers of thousands of digits, and depths, are no TOMLDecodeError
        raise SettingsError(f"{file} is not valid TOML: {error}") from error
    return _read(Settings, values, "", file)


def default_toml() -> str:
    """A settings file with everything that can be set, described, at its default."""
    return settings_toml(Settings())


def settings_toml(settings: Settings) -> str:
    """A settings file that describes everything that can be set; what is at its default is commented out."""
    lines: list[str] = []
    plain = [item.name for item in fields(Settings) if not _is_section(getattr(settings, item.name))]
    for name in plain:
        lines += _entry(settings, name)
    for item in fields(Settings):
        section = getattr(settings, item.name)
        if is_dataclass(section):
            lines += [*_comment(_docstrings()[type(section).__name__][""]), f"[{item.name}]", ""]
            for entry in fields(section):
                lines += _entry(section, entry.name)
        elif isinstance(section, dict):
            lines += [*_comment(_docstrings()[Settings.__name__].get(item.name, "")), f"[{item.name}]"]
            lines += [f"{_toml(name)} = {_toml(value)}" for name, value in section.items()] + [""]
    return "\n".join(lines)


def _read(kind: type[_Section], values: Mapping[str, Any], prefix: str, file: Path) -> _Section:
    """Make a value of a settings class from a table of the file."""
    hints = get_type_hints(kind)
    for name in values:
        if name not in hints:
            raise SettingsError(f"{file}: there is no setting {prefix}{name}{_nearest(prefix + name)}")
    return kind(**{name: _value(hints[name], value, prefix + name, file) for name, value in values.items()})


def _value(kind: Any, value: Any, key: str, file: Path) -> Any:
    """Check one value of the file against the type of its field."""
    if is_dataclass(kind) and isinstance(kind, type):
        if not isinstance(value, dict):
            raise SettingsError(f"{file}: {key} must be a table, [{key}], got {_told(value)}")
        return _read(kind, value, f"{key}.", file)
    if kind == dict[str, str]:
        if not isinstance(value, dict):
            raise SettingsError(f"{file}: {key} must be a table, [{key}], got {_told(value)}")
        return dict(_texts(value, key, file))
    if kind == tuple[str, ...]:
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise SettingsError(f"{file}: {key} must be a list of texts, got {_told(value)}")
        return tuple(value)
    # bool is an int to Python, not to a person.
    if type(value) is not kind:
        expected = {bool: "true or false", int: "a whole number", str: "a text in quotes"}[kind]
        raise SettingsError(f"{file}: {key} must be {expected}, got {_told(value)}")
    if isinstance(value, str) and "\0" in value:
        raise SettingsError(f"{file}: {key} must be a text without NUL characters, got {_told(value)}")
    if key in FOLDERS and value and not paths.expanded(value).is_absolute():
        raise SettingsError(
            f"{file}: {key} must be the whole path of a folder, which begins with / or ~/, got {_told(value)}"
        )
    if key in WITHIN_VAULT and _is_of_the_disk(value):
        raise SettingsError(f"{file}: {key} must be a path within the vault, like Journal/Days, got {_told(value)}")
    choices = CHOICES.get(key)
    if choices is not None and value not in choices:
        import difflib

        near = difflib.get_close_matches(value, choices, n=1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise SettingsError(f"{file}: {key} must be one of {', '.join(choices)}, got {value!r}{hint}")
    low, high = RANGES.get(key, (None, None))
    if low is not None and high is not None and not low <= value <= high:
        raise SettingsError(f"{file}: {key} must be between {low} and {high}, got {value}")
    return value


def _is_of_the_disk(path: str) -> bool:
    """Whether a path is one of the whole disk: its folders would be made anew in the vault. ``/Days`` is none unless
    there is such a folder; Obsidian writes so what begins at the vault's root."""
    top = path.strip("/").partition("/")[0]
    return path.startswith("~") or (path.startswith("/") and top != "" and os.path.isdir(f"/{top}"))  # noqa: PTH112


def _texts(table: Mapping[str, Any], key: str, file: Path, prefix: str = "") -> Iterator[tuple[str, str]]:
    """Entries of a free table. ``a.b = "x"`` means what ``"a.b" = "x"`` means, though TOML reads it as nested."""
    for name, value in table.items():
        if isinstance(value, dict):
            yield from _texts(value, key, file, f"{prefix}{name}.")
        elif isinstance(value, str):
            yield prefix + name, value
        else:
            raise SettingsError(f"{file}: {key}.{prefix}{name} must be a text in quotes, got {_told(value)}")


def _told(value: Any) -> str:
    """Say a value of the file so that its type is seen."""
    if isinstance(value, bool):
        return str(value).lower()
    shown = repr(value) if len(repr(value)) <= 60 else f"{repr(value)[:60]}…"
    names = {dict: "table", list: "list", str: "text", int: "number", float: "number"}
    return f"the {names.get(type(value), 'value')} {shown}"


def _is_section(value: Any) -> bool:
    return is_dataclass(value) or isinstance(value, dict)


def _all_keys() -> Iterator[str]:
    """Every setting with its section, ``interface.theme``."""
    for item in fields(Settings):
        yield item.name
        section = get_type_hints(Settings)[item.name]
        if is_dataclass(section):
            yield from (f"{item.name}.{entry.name}" for entry in fields(section))


def _nearest(key: str) -> str:
    """A hint at the setting that was meant: one with a similar name, in whichever section."""
    import difflib

    by_name = {known.rpartition(".")[2]: known for known in _all_keys()} | {known: known for known in _all_keys()}
    by_name.pop(key.rpartition(".")[0], None)  # the section that it stands in is not what was meant
    for written in (key, key.rpartition(".")[2]):
        near = difflib.get_close_matches(written, by_name, n=1, cutoff=0.6)
        if near:
            return f"; did you mean {by_name[near[0]]}?"
    return f"; there are {', '.join(_all_keys())}"


def _entry(section: Any, name: str) -> list[str]:
    """Lines of one setting: what it means, and its value."""
    value = getattr(section, name)
    comment = "# " if value == getattr(type(section)(), name) else ""
    return [*_comment(_docstrings()[type(section).__name__].get(name, "")), f"{comment}{name} = {_toml(value)}", ""]


def _comment(text: str) -> list[str]:
    return [f"# {line.strip()}" for line in text.replace("``", "`").splitlines() if line.strip()]


@cache
def _docstrings() -> dict[str, dict[str, str]]:
    """The texts of the settings' classes, as ``""``, and those below their fields, by class and field. Python keeps the
    former only if it does not strip them, and the latter never."""
    import ast
    import inspect

    found: dict[str, dict[str, str]] = {}
    for kind in ast.parse(inspect.getsource(settings_module)).body:
        if not isinstance(kind, ast.ClassDef):
            continue
        texts = found.setdefault(kind.name, {"": ast.get_docstring(kind) or ""})
        for statement, after in zip(kind.body, kind.body[1:], strict=False):
            if not isinstance(after, ast.Expr) or not isinstance(after.value, ast.Constant):
                continue
            if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
                texts[statement.target.id] = inspect.cleandoc(str(after.value.value))
    return found


def _toml(value: Any) -> str:
    """Write a value as TOML."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return f"[{', '.join(_toml(item) for item in value)}]"
    # A JSON string is a TOML string, but for DEL, which TOML wants escaped.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
