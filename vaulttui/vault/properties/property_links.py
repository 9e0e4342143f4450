"""Links that stand in the properties of a note, as ``up: "[[Map]]"`` does: Obsidian counts them as the body's."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence

from vaulttui.vault.markdown.body import cut_context
from vaulttui.vault.markdown.destinations import WikilinkReader
from vaulttui.vault.markdown.inline import FoundLink, scan_inline
from vaulttui.vault.note import Link, Property, PropertyValue


def property_links(properties: Sequence[Property], lines: Sequence[str], wikilinks: WikilinkReader) -> tuple[Link, ...]:
    """Find the links in the values of a frontmatter.

    Args:
        properties: What was read of it.
        lines: The note's lines, at least those of its frontmatter.
        wikilinks: Reads what stands between the brackets of a wikilink.

    Returns:
        The links in order of their lines. One that is written otherwise there than it reads (with escapes, or over two
        lines) stands in the line of its property.
    """
    found = [(prop, text, link) for prop in properties for text, link in _links_of(prop.value, wikilinks)]
    if not found:
        return ()
    places: dict[str, list[tuple[int, int]]] = {}
    for number, line in enumerate(lines, 1):
        for link in _scan(line, wikilinks):
            places.setdefault(_written(line, link), []).append((number, link.start))
    links = [_link(link, _place(prop, places.get(_written(text, link), ())), lines) for prop, text, link in found]
    return tuple(sorted(links, key=lambda link: link.line))


def _links_of(value: PropertyValue, wikilinks: WikilinkReader) -> Iterator[tuple[str, FoundLink]]:
    """Links with the texts that they stand in."""
    if isinstance(value, str):
        for link in _scan(value, wikilinks):
            yield value, link
    elif isinstance(value, list):
        for item in value:
            yield from _links_of(item, wikilinks)
    elif isinstance(value, dict):
        for item in value.values():
            yield from _links_of(item, wikilinks)


def _scan(text: str, wikilinks: WikilinkReader) -> list[FoundLink]:
    return scan_inline(text, {}, wikilinks).links if "[[" in text or "](" in text else []


def _written(text: str, link: FoundLink) -> str:
    return text[link.start : link.end]


def _place(prop: Property, places: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """The first of some lines, with offsets, that may be one of a property."""
    first = (prop.line or 1, 0)
    index = bisect_left(places, first)
    return places[index] if index < len(places) else first


def _link(found: FoundLink, place: tuple[int, int], lines: Sequence[str]) -> Link:
    line, offset = place
    context = cut_context(lines[line - 1], offset + (found.end - found.start) // 2)
    target, heading, block = found.destination
    return Link(target, line, found.kind, heading, block, found.display, found.embed, context)
