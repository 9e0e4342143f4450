"""Links to the notes of days in properties: ``deadline:: [[Dec 1st, 2026]]`` is a day, and compares as one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date
from typing import Final

from vaulttui.vault.dates.heading_dates import whole_date
from vaulttui.vault.dates.moment_days import read_day, read_day_of_path
from vaulttui.vault.markdown.inline import scan_inline
from vaulttui.vault.note import Property, PropertyValue
from vaulttui.vault.note_names import is_note_name
from vaulttui.vault.written import DayLink, OtherLink

_LOGSEQ_FILE: Final = "YYYY_MM_DD"
"""How Logseq names the file of a day unless it is set otherwise."""


def mark_days(properties: Iterable[Property], patterns: Sequence[str]) -> tuple[Property, ...]:
    """Have links to the notes of days known as such.

    Args:
        properties: Of a note.
        patterns: How the vault names these notes, in the notation of Moment.js.

    Returns:
        The properties, with a :class:`~vaulttui.vault.written.DayLink` for every such link but wikilinks to names that
        :func:`day_of_link` reads: their text tells enough.
    """
    return tuple(
        prop if (value := _marked(prop.value, patterns)) is prop.value else replace(prop, value=value)
        for prop in properties
    )


def day_of_link(target: str) -> date | None:
    """Read a full date that cannot be mistaken out of the target of a link, whatever the vault's settings are.

    Args:
        target: Without brackets; may have folders, or a heading behind ``#``.
    """
    name = target.partition("#")[0]
    last = name.rpartition("/")[2]
    return whole_date(name) or whole_date(last) or read_day(last.strip(), _LOGSEQ_FILE)


def _marked(value: PropertyValue, patterns: Sequence[str]) -> PropertyValue:
    """A value with its links to days marked; the same object if there are none."""
    if isinstance(value, str):
        link = (value.link if isinstance(value, OtherLink) else value).strip()
        if link.endswith("]]"):
            day = _day(link[2:-2].partition("|")[0].partition("#")[0].strip(), patterns) if link[:2] == "[[" else None
        else:
            day = _day_of_markdown(link, patterns)
        return value if day is None else DayLink(value, day)
    if isinstance(value, list):
        items = [_marked(item, patterns) for item in value]
        return value if all(item is before for item, before in zip(items, value, strict=True)) else items
    return value


def _day(path: str, patterns: Sequence[str]) -> date | None:
    return next((day for pattern in patterns if (day := read_day_of_path(path, pattern)) is not None), None)


def _day_of_markdown(text: str, patterns: Sequence[str]) -> date | None:
    """The day of a text that is one Markdown link, and nothing else."""
    if not (text.startswith("[") and text.endswith(")") and "](" in text):
        return None
    links = scan_inline(text, {}).links
    if len(links) != 1 or (links[0].start, links[0].end) != (0, len(text)):
        return None
    target = links[0].destination.target
    path = target.rpartition(".")[0] if is_note_name(target) else target
    return _day(path, patterns) or day_of_link(path)
