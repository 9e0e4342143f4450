"""Links in properties that another program writes otherwise than Obsidian: they compare as what they lead to."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from vaulttui.vault.markdown.destinations import WikilinkReader
from vaulttui.vault.note import Property, PropertyValue
from vaulttui.vault.written import DateText, OtherLink


def mark_links(properties: Iterable[Property], wikilinks: WikilinkReader) -> tuple[Property, ...]:
    """Have links known as such that are all of a value, or of an item of one.

    Args:
        properties: Of a note.
        wikilinks: Reads what stands between the brackets of a link.

    Returns:
        The properties, with an :class:`~vaulttui.vault.written.OtherLink` for every such link.
    """
    return tuple(replace(prop, value=_marked(prop.value, wikilinks)) for prop in properties)


def _marked(value: PropertyValue, wikilinks: WikilinkReader) -> PropertyValue:
    if isinstance(value, str):
        link = None if isinstance(value, DateText) else link_of(value.strip(), wikilinks)
        return value if link in (None, value) else OtherLink(value, link or "")
    if isinstance(value, list):
        return [_marked(item, wikilinks) for item in value]
    if isinstance(value, dict):
        return {key: _marked(item, wikilinks) for key, item in value.items()}
    return value


def link_of(text: str, wikilinks: WikilinkReader) -> str | None:
    """A link as Obsidian writes it; ``None`` if a text is none, or leads to no note.

    Args:
        text: All of a property's value, or of an item of one.
        wikilinks: Reads what stands between the brackets of a link.
    """
    if not (text.startswith("[[") and text.endswith("]]")) or "[[" in text[2:]:
        return None
    found = wikilinks(text[2:-2])
    if found is None:
        return None
    destination, shown = found
    return f"[[{destination.written}|{shown}]]" if shown else f"[[{destination.written}]]"
