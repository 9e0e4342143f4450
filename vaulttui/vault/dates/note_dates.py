"""The dates of a note: when it was made, changed and, by its own account, worked on."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, time
from typing import Final

from vaulttui.settings import VaultSettings
from vaulttui.values import dataclass
from vaulttui.vault.dates.file_dates import created_by_file, local_time
from vaulttui.vault.dates.property_dates import parse_date
from vaulttui.vault.folding import fold_name
from vaulttui.vault.note import DateSource, FileStat, NoteWarning, Property

_LONGEST_SHOWN: Final = 80
"""Characters of a value that are told of it."""


@dataclass(frozen=True, slots=True)
class NoteDates:
    """When a note was made, changed and, by its own account, worked on."""

    created: datetime
    created_source: DateSource
    modified: datetime
    updated: datetime | None
    updated_source: DateSource
    """``""`` where nothing tells."""


def note_dates(properties: Sequence[Property], stat: FileStat, settings: VaultSettings) -> NoteDates:
    """Tell a note's dates from its frontmatter and its file.

    Created is the first of ``settings.created_properties`` that holds a date, else what
    :func:`~vaulttui.vault.dates.file_dates.created_by_file` says.
    """
    created, source = _first_date(properties, settings.created_properties)
    if created is None:
        created, source = created_by_file(stat)
    updated, updated_source = _first_date(properties, settings.updated_properties)
    return NoteDates(created, source, local_time(stat.mtime_ns), updated, updated_source)


def date_warnings(properties: Sequence[Property], settings: VaultSettings) -> tuple[NoteWarning, ...]:
    """Warn of properties that should tell a note's dates and hold something like a date that is none."""
    names = {fold_name(name) for name in (*settings.created_properties, *settings.updated_properties)}
    return tuple(
        NoteWarning(
            "date_not_understood",
            f"The property {prop.key!r} holds no date that can be read: {_told(prop)}. "
            "It does not count as a date of the note.",
            prop.line,
        )
        for prop in properties
        if fold_name(prop.key) in names and _seems_date(prop.value) and parse_date(prop.value) is None
    )


def _told(prop: Property) -> str:
    """A value for a person to read: of a list or map only that it is one, as its items are not kept as written."""
    return f"it is a {prop.type}" if isinstance(prop.value, (list, dict)) else repr(str(prop.value)[:_LONGEST_SHOWN])


def _seems_date(value: object) -> bool:
    """Whether a value is more than a remark or a template."""
    text = str(value)
    return any(map(str.isdigit, text)) and "{{" not in text and "<%" not in text


def _first_date(properties: Sequence[Property], names: Sequence[str]) -> tuple[datetime | None, DateSource]:
    """The first of some properties that holds a date, by the order of the names, and which that is."""
    for name in names:
        folded = fold_name(name)
        for prop in properties:
            if fold_name(prop.key) == folded and (found := parse_date(prop.value)) is not None:
                moment = found if isinstance(found, datetime) else datetime.combine(found, time.min)
                return moment, f"property:{prop.key}"
    return None, ""
