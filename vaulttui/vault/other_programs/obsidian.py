"""What a vault's ``.obsidian`` folder says that matters outside of Obsidian."""

from __future__ import annotations

import errno
import json
from collections.abc import Mapping
from dataclasses import field
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from vaulttui.values import dataclass
from vaulttui.vault.note import NoteWarning
from vaulttui.vault.other_programs.settings_files import (
    FileSignature,
    file_signature,
    folder_within,
    read_settings_text,
)

USUAL_DAY: Final = "YYYY-MM-DD"
USUAL_TIME: Final = "HH:mm"
OBSIDIAN: Final = ".obsidian"
_DAILY, _CORE, _COMMUNITY = "daily-notes.json", "core-plugins.json", "community-plugins.json"
_PERIODIC: Final = "periodic-notes"
READING_FILES: Final = tuple(
    f"{OBSIDIAN}/{name}" for name in ("types.json", _DAILY, _CORE, _COMMUNITY, f"plugins/{_PERIODIC}/data.json")
)
"""Files that say how notes are read, relative to the vault: the types of properties, and what daily notes are called.
Whatever :func:`read_obsidian_settings` reads for that is among them."""
SELECTING_FILE: Final = f"{OBSIDIAN}/app.json"
"""The file that says which notes are read, relative to the vault."""
_LASTING: Final = frozenset({errno.ELOOP, errno.EINVAL, errno.ENXIO, errno.EACCES, errno.EPERM})
"""Errors of a symbolic link, a folder, a pipe or a socket in a file's place, and of a file that may not be read: it
changes before it can be."""


@dataclass(frozen=True, slots=True)
class ObsidianSettings:
    """Settings of one vault, with Obsidian's own defaults where nothing is set."""

    property_types: Mapping[str, str] = field(default_factory=dict)
    """Property name to ``text``, ``multitext``, ``number``, ``checkbox``, ``date``, ``datetime``, ``tags``,
    ``aliases`` (``types.json``)."""
    ignore_filters: tuple[str, ...] = ()
    """Excluded files: beginnings of paths, or regular expressions between slashes (``app.json``)."""
    daily_folder: str = ""
    """Folder of the daily notes, ``""`` for the vault's root (``daily-notes.json``, or the plugin Periodic Notes)."""
    daily_format: str = USUAL_DAY
    """Name of a daily note in the notation of Moment.js; may hold ``/``."""
    daily_template: str = ""
    """Path of the note that daily notes start from, ``""`` for none; may lack ``.md``."""
    template_folders: tuple[str, ...] = ()
    """Folders of templates (``templates.json``, and the plugin Templater)."""
    template_date: str = USUAL_DAY
    """How ``{{date}}`` of a template is written, in the notation of Moment.js (``templates.json``)."""
    template_time: str = USUAL_TIME
    """How ``{{time}}`` is written."""
    new_note_folder: str = ""
    """Folder of new notes, ``""`` for the vault's root (``app.json``)."""
    new_notes_beside: bool = False
    """Whether new notes lie beside the one that one looks at (``app.json``)."""
    short_links: bool = True
    """Whether links name notes without their folders where that says enough (``app.json``)."""
    warnings: tuple[NoteWarning, ...] = ()
    """Files that could not be read; their defaults hold."""
    incomplete: bool = False
    """Whether one of these may be readable the next time, though it does not change."""

    @property
    def has_usual_days(self) -> bool:
        """Whether nothing is set about where daily notes are."""
        return not self.daily_folder and self.daily_format == USUAL_DAY


def read_obsidian_settings(root: Path) -> ObsidianSettings:
    """Read the settings of a vault. Never fails: what is missing or broken has its default.

    Args:
        root: The vault's folder. It need not have an ``.obsidian`` folder.
    """
    files = _SettingsFiles(root)
    app = files.read_object("app.json")
    types = files.read_object("types.json").get("types")
    daily = _daily_notes(files)
    templates = files.read_object("templates.json")
    template_folders = (
        _folder(templates, "folder"),
        _folder(files.of_plugin("templater-obsidian"), "templates_folder"),
    )
    filters = app.get("userIgnoreFilters")
    return ObsidianSettings(
        property_types={key: kind for key, kind in types.items() if isinstance(kind, str)}
        if isinstance(types, dict)
        else {},
        ignore_filters=tuple(item for item in filters if isinstance(item, str)) if isinstance(filters, list) else (),
        daily_folder=_text(daily, "folder").strip("/"),
        daily_format=_text(daily, "format") or USUAL_DAY,
        daily_template=_text(daily, "template").strip("/"),
        template_folders=tuple(dict.fromkeys(filter(None, template_folders))),
        template_date=_text(templates, "dateFormat") or USUAL_DAY,
        template_time=_text(templates, "timeFormat") or USUAL_TIME,
        new_note_folder=_folder(app, "newFileFolderPath") if app.get("newFileLocation") == "folder" else "",
        new_notes_beside=app.get("newFileLocation") == "current",
        short_links=app.get("newLinkFormat") not in ("relative", "absolute"),
        warnings=tuple(files.warnings),
        incomplete=files.incomplete,
    )


def settings_for_reading(root: Path) -> ObsidianSettings | None:
    """What says how notes are read, read again only when its files have changed, or could not all be read; ``None``
    where there are none of these files."""
    signature = tuple([file_signature(f"{root}/{path}") for path in READING_FILES])
    if not any(signature):
        return None
    found = _read_once(root, signature)
    if found.incomplete:
        _read_once.cache_clear()
    return found


@lru_cache(maxsize=8)
def _read_once(root: Path, signature: tuple[FileSignature | None, ...]) -> ObsidianSettings:
    return read_obsidian_settings(root)


class _SettingsFiles:
    """The files below a vault's ``.obsidian`` folder.

    Args:
        root: The vault's folder.
    """

    def __init__(self, root: Path) -> None:
        self._folder = root / OBSIDIAN
        self.warnings: list[NoteWarning] = []
        self.incomplete = False
        self._plugins: Any = self.read(_COMMUNITY, list)

    def read(self, name: str, *kinds: type) -> Any:
        """What a file holds, of one of some kinds; ``None`` if there is none, and an empty one if it cannot be read."""
        try:
            found = json.loads(read_settings_text(f"{self._folder}/{name}"))
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as error:
            self.incomplete |= error.errno not in _LASTING
            self._warn(name, error.strerror or str(error))
        except (ValueError, RecursionError) as error:
            self._warn(name, f"it is not valid JSON ({error})")
        else:
            if isinstance(found, kinds):
                return found
            self._warn(name, f"it does not hold a JSON {'object' if dict in kinds else 'array'}")
        return kinds[0]()

    def read_object(self, name: str) -> Mapping[str, Any]:
        """The values that a file holds."""
        values: Mapping[str, Any] | None = self.read(name, dict)
        return values or {}

    def of_plugin(self, plugin: str) -> Mapping[str, Any]:
        """The settings of a plugin of the community, none if it is off."""
        off = self._plugins is not None and plugin not in self._plugins
        return {} if off else self.read_object(f"plugins/{plugin}/data.json")

    def has_daily_notes(self) -> bool:
        """Whether Obsidian's own plugin for them is on, as it is where nothing is said."""
        known = self.read(_CORE, dict, list)
        if isinstance(known, list):
            return "daily-notes" in known
        return known is None or known.get("daily-notes") is not False

    def _warn(self, name: str, reason: str) -> None:
        message = f"{OBSIDIAN}/{name} cannot be read: {reason}. Defaults are used instead."
        self.warnings.append(NoteWarning("obsidian_settings_invalid", message))


def _daily_notes(files: _SettingsFiles) -> Mapping[str, Any]:
    """Where the notes of days are: as Obsidian has it, or Periodic Notes if that makes them in its place."""
    own: Mapping[str, Any] | None = files.read(_DAILY, dict)
    periodic = files.of_plugin(_PERIODIC).get("daily")
    in_use = isinstance(periodic, dict) and periodic.get("enabled") is True
    if in_use and (own is None or not files.has_daily_notes()):
        own = periodic
    return own or {}


def _text(values: Mapping[str, Any], key: str) -> str:
    value = values.get(key)
    return value.strip() if isinstance(value, str) else ""


def _folder(values: Mapping[str, Any], key: str) -> str:
    return folder_within(_text(values, key))
