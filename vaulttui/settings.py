"""What a person can set: plain values with defaults, and the TOML file that they are read from."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import field, fields, is_dataclass
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, get_type_hints

from vaulttui import paths
from vaulttui.errors import SettingsError
from vaulttui.values import dataclass


@dataclass(frozen=True, slots=True)
class VaultSettings:
    """How a vault is read. A change of any of these re-reads the vault."""

    exclude: tuple[str, ...] = ()
    """Globs of paths (relative to the vault) that are not indexed, not found, not listed."""
    use_gitignore: bool = True
    """Leave out what the vault's ``.gitignore`` files leave out."""
    use_obsidian_settings: bool = True
    """Honour ``userIgnoreFilters``, property types and daily-note settings of ``.obsidian``."""
    max_note_bytes: int = 5_000_000
    """Larger notes are indexed by name, metadata and this much of their beginning."""
    created_properties: tuple[str, ...] = ("created", "date")
    """Properties that tell when a note was made, compared without case, first one that holds a date wins."""
    updated_properties: tuple[str, ...] = ("updated", "modified", "last_modified")
    """Properties that tell when a note was last worked on."""
    language: str = "auto"
    """Snowball language for stemming, ``auto`` to tell it from each note, ``none`` for no stemming."""


@dataclass(frozen=True, slots=True)
class EmbeddingSettings:
    """Which model turns texts into vectors."""

    enabled: bool = True
    """Without vectors, notes are found by words alone."""
    model: str = "bundled"
    """``bundled``, or a model name of fastembed whose files are in ``model_path``."""
    model_path: str = ""
    """Folder with the model's files; needed for any model but the bundled one."""
    threads: int = 0
    """Threads for the model, 0 for one per core, two at most."""
    speed: str = "full"
    """How fast vectors are made while the program is used: ``full``, ``half``, or ``paused``. Words and metadata are
    always up to date, and ``vaulttui index`` always works at full speed."""
    speed_on_battery: str = "half"
    """The same while the machine runs on battery, which is known on Linux and macOS; the slower of the two counts."""


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """How deep searches order their best results."""

    cross_encoder: str = ""
    """Name of one of fastembed's cross-encoders, whose files are in ``cross_encoder_path``; empty: by the meaning of
    single sentences, which needs no further model."""
    cross_encoder_path: str = ""
    """Folder with the cross-encoder's files."""


@dataclass(frozen=True, slots=True)
class InterfaceSettings:
    """How the interface looks and behaves."""

    theme: str = "vault-dark"
    """Name of a theme of the program, of Textual (the command palette lists them), or of your own: ``themes/ink.toml``
    beside this file, with colours like ``primary = "#7fb4ca"``, makes the theme ``ink``."""
    debounce_ms: int = 80
    """Milliseconds without a key before a search starts."""
    default_mode: str = "hybrid"
    """How texts are matched: ``keyword``, ``semantic``, ``hybrid`` or ``deep``."""
    reduced_motion: bool = False
    """No animations and no blinking."""
    keymap: str = "vim"
    """Preset of keys that ``[keys]`` changes: ``vim`` or ``plain``."""
    editor: str = ""
    """Command line of the editor; empty: ``$VISUAL``, then ``$EDITOR``."""


@dataclass(frozen=True, slots=True)
class NotesSettings:
    """New notes. What is empty is taken from the vault's own ``.obsidian`` settings, where there are any."""

    folder: str = ""
    """Folder that the name of a new note begins with; empty: the vault's own."""
    templates: str = ""
    """Folder of the notes that new ones can start from."""
    daily_folder: str = ""
    """Folder of the daily notes."""
    daily_format: str = ""
    """Name of a daily note in the notation of Moment.js, ``YYYY/MM/YYYY-MM-DD``; empty: ``YYYY-MM-DD``."""
    daily_template: str = ""
    """Path of the note that daily notes start from."""


@dataclass(frozen=True, slots=True)
class AgentSettings:
    """What agents get to see."""

    exclude_preset: bool = False
    """Leave the root's ``overview.md``, ``tree.md`` and ``profile.md``, and all of ``inbox``, out of ``search``."""
    exclude: tuple[str, ...] = ()
    """Further globs of notes that the tool ``search`` leaves out."""


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings."""

    vault: VaultSettings = field(default_factory=VaultSettings)
    embedding: EmbeddingSettings = field(default_factory=EmbeddingSettings)
    search: SearchSettings = field(default_factory=SearchSettings)
    interface: InterfaceSettings = field(default_factory=InterfaceSettings)
    agents: AgentSettings = field(default_factory=AgentSettings)
    notes: NotesSettings = field(default_factory=NotesSettings)
    keys: dict[str, str] = field(default_factory=dict)
    """Keys of commands, joined by commas, by the command's id: ``"sort.next" = "s,f5"``. The README lists the ids."""
    index_dir: str = ""
    """Folder for index files; empty: ``$VAULTTUI_CACHE_DIR``, then the user's cache directory."""


_Section = TypeVar("_Section")

_LANGUAGES = (
    *("arabic", "danish", "dutch", "english", "finnish", "french", "german", "greek", "hungarian", "italian"),
    *("norwegian", "portuguese", "romanian", "russian", "spanish", "swedish", "tamil", "turkish"),
)
_CHOICES: Mapping[str, tuple[str, ...]] = {
    "vault.language": ("auto", "none", *_LANGUAGES),
    "embedding.speed": ("full", "half", "paused"),
    "embedding.speed_on_battery": ("full", "half", "paused"),
    "interface.default_mode": ("keyword", "semantic", "hybrid", "deep"),
    "interface.keymap": ("vim", "plain"),
}
_RANGES: Mapping[str, tuple[int, int]] = {
    "vault.max_note_bytes": (1_000, 1_000_000_000),
    "embedding.threads": (0, 256),
    "interface.debounce_ms": (0, 5_000),
}


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
        text = file.read_text(encoding="utf-8")
    except FileNotFoundError as error:
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
    except tomllib.TOMLDecodeError as error:
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
            lines += [*_comment(type(section).__doc__ or ""), f"[{item.name}]", ""]
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
    choices = _CHOICES.get(key)
    if choices is not None and value not in choices:
        import difflib

        near = difflib.get_close_matches(value, choices, n=1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise SettingsError(f"{file}: {key} must be one of {', '.join(choices)}, got {value!r}{hint}")
    low, high = _RANGES.get(key, (None, None))
    if low is not None and high is not None and not low <= value <= high:
        raise SettingsError(f"{file}: {key} must be between {low} and {high}, got {value}")
    return value


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
    return f"the {'table' if isinstance(value, dict) else type(value).__name__} {shown}"


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
    """The texts below the fields of this module's classes, which Python itself does not keep, by class and field."""
    import ast
    import inspect
    import sys

    found: dict[str, dict[str, str]] = {}
    for kind in ast.parse(inspect.getsource(sys.modules[__name__])).body:
        if not isinstance(kind, ast.ClassDef):
            continue
        texts = found.setdefault(kind.name, {})
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
