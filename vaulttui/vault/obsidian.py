"""What a vault's ``.obsidian`` folder says that matters outside of Obsidian."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import field
from pathlib import Path
from typing import Any, Final

from vaulttui.values import dataclass
from vaulttui.vault.files import open_regular_file, read_start
from vaulttui.vault.note import NoteWarning
from vaulttui.vault.patience import PATIENCE
from vaulttui.vault.text import decode

_LARGEST_FILE: Final = 1_000_000
USUAL_DAY: Final = "YYYY-MM-DD"
OBSIDIAN: Final = ".obsidian"


@dataclass(frozen=True, slots=True)
class ObsidianSettings:
    """Settings of one vault, with Obsidian's own defaults where nothing is set."""

    property_types: Mapping[str, str] = field(default_factory=dict)
    """Property name to ``text``, ``multitext``, ``number``, ``checkbox``, ``date``, ``datetime``, ``tags``,
    ``aliases`` (``types.json``)."""
    ignore_filters: tuple[str, ...] = ()
    """Excluded files: beginnings of paths, or regular expressions between slashes (``app.json``)."""
    daily_folder: str = ""
    """Folder of the daily notes, ``""`` for the vault's root (``daily-notes.json``)."""
    daily_format: str = USUAL_DAY
    """Name of a daily note in the notation of Moment.js; may hold ``/``."""
    daily_template: str = ""
    """Path of the note that daily notes start from, ``""`` for none; may lack ``.md``."""
    template_folder: str = ""
    """Folder of the templates, ``""`` if none is set (``templates.json``)."""
    new_note_folder: str = ""
    """Folder of new notes, ``""`` for the vault's root (``app.json``)."""
    new_notes_beside: bool = False
    """Whether new notes lie beside the one that one looks at (``app.json``)."""
    warnings: tuple[NoteWarning, ...] = ()
    """Files that could not be read; their defaults hold."""

    @property
    def has_usual_days(self) -> bool:
        """Whether nothing is set about where daily notes are."""
        return not self.daily_folder and self.daily_format == USUAL_DAY


def read_obsidian_settings(root: Path) -> ObsidianSettings:
    """Read the settings of a vault. Never fails: what is missing or broken has its default.

    Args:
        root: The vault's folder. It need not have an ``.obsidian`` folder.
    """
    warnings: list[NoteWarning] = []
    folder = root / OBSIDIAN
    app = _read_object(folder / "app.json", warnings)
    types = _read_object(folder / "types.json", warnings).get("types")
    daily = _read_object(folder / "daily-notes.json", warnings)
    templates = _read_object(folder / "templates.json", warnings)
    filters = app.get("userIgnoreFilters")
    return ObsidianSettings(
        property_types={key: kind for key, kind in types.items() if isinstance(kind, str)}
        if isinstance(types, dict)
        else {},
        ignore_filters=tuple(item for item in filters if isinstance(item, str)) if isinstance(filters, list) else (),
        daily_folder=_text(daily, "folder").strip("/"),
        daily_format=_text(daily, "format") or USUAL_DAY,
        daily_template=_text(daily, "template").strip("/"),
        template_folder=_text(templates, "folder").strip("/"),
        new_note_folder=_folder(app, "newFileFolderPath") if app.get("newFileLocation") == "folder" else "",
        new_notes_beside=app.get("newFileLocation") == "current",
        warnings=tuple(warnings),
    )


def _text(values: Mapping[str, Any], key: str) -> str:
    value = values.get(key)
    return value.strip() if isinstance(value, str) else ""


def _folder(values: Mapping[str, Any], key: str) -> str:
    folder = _text(values, key).strip("/")
    return "" if ".." in folder.split("/") else folder


def _read_object(path: Path, warnings: list[NoteWarning]) -> Mapping[str, Any]:
    try:
        found = json.loads(decode(PATIENCE.call(str(path.parent), _read_bytes, path)).text)
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except OSError as error:
        warnings.append(_warning(path, error.strerror or str(error)))
        return {}
    except (ValueError, RecursionError) as error:
        warnings.append(_warning(path, f"it is not valid JSON ({error})"))
        return {}
    if not isinstance(found, dict):
        warnings.append(_warning(path, "it does not hold a JSON object"))
        return {}
    return found


def _read_bytes(path: Path) -> bytes:
    with open_regular_file(path) as descriptor:
        return read_start(descriptor, _LARGEST_FILE)


def _warning(path: Path, reason: str) -> NoteWarning:
    return NoteWarning(
        "obsidian_settings_invalid", f"{OBSIDIAN}/{path.name} cannot be read: {reason}. Defaults are used instead."
    )
