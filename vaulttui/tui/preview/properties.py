"""The properties of a note as a table above its text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date

from rich.cells import cell_len

from vaulttui.search.engine import NoteDetail
from vaulttui.terminal_text import plain
from vaulttui.tui.preview.canvas import Canvas, plain_row
from vaulttui.tui.preview.cells import cut
from vaulttui.tui.preview.flow import Flow, Row
from vaulttui.tui.preview.highlight import highlight
from vaulttui.tui.preview.inline import link_style
from vaulttui.tui.preview.links import NoteLinks, shown_target
from vaulttui.tui.preview.match import Finder
from vaulttui.tui.preview.rendered import LinkTarget
from vaulttui.vault.markdown.inline import WIKILINK
from vaulttui.vault.markdown.tag_names import TAG_KEYS
from vaulttui.vault.note import PropertyValue
from vaulttui.vault.properties.frontmatter_lines import fence_of
from vaulttui.vault.properties.note_properties import is_tag
from vaulttui.vault.written import date_text

_WIDEST_KEY = 24
_AS_WRITTEN = ("number", "date", "datetime")
"""Types of which a value may have kept its text."""
_WIDEST_INDENT = 8
"""Blanks before what is nested."""
_LINK = re.compile(rf"!?{WIKILINK.pattern}|\[([^\[\]\n]+)\]\(([^()\s]+)\)|(https?://[^\s<>\"]+)")


def write_properties(canvas: Canvas, detail: NoteDetail, links: NoteLinks, finder: Finder) -> None:
    """Write the properties, one below the other, with a line under them; unreadable frontmatter as it is written.

    Inline fields are not among them: they stand where they are written.
    """
    frontmatter = detail.text.split("\n", detail.body_line - 1)[: detail.body_line - 1]
    properties = {key: value for key, value in detail.properties.items() if key not in detail.inline}
    if not properties:
        _write_raw(canvas, frontmatter, finder)
        return
    lines = _key_lines(frontmatter)
    names = {key: cut(plain(key), min(_WIDEST_KEY, max(canvas.room // 3, 4))) for key in properties}
    width = max(map(cell_len, names.values()))
    for key, value in properties.items():
        line = lines.get(key, max(canvas.source, 1))
        flow = Flow(line)
        if isinstance(value, str) and detail.property_types.get(key) in _AS_WRITTEN and "[[" not in value:
            flow.add(value, "token.number")
        else:
            _write_value(flow, value, links, key.casefold() in TAG_KEYS)
        name = Flow(line)
        name.add(names[key], "property.key")
        beside = name.rows(max(width, 2), finder)[0]
        for row in flow.rows(max(canvas.room - width - 2, 2), finder):
            beside.pad(width + 2)
            beside.source, beside.joint = row.source, row.joint
            beside.append(row)
            canvas.write(beside)
            beside = Row([], 0, row.source)
    canvas.write(plain_row([("─" * canvas.room, "rule")], max(detail.body_line - 1, canvas.source)))


def _write_raw(canvas: Canvas, frontmatter: list[str], finder: Finder) -> None:
    if not any(line.strip("-+ ") for line in frontmatter):
        return
    for number, runs in enumerate(highlight("\n".join(frontmatter).expandtabs(4), "yaml")):
        flow = Flow(1 + number)
        for text, style in runs:
            flow.add(text, f"muted {style}")
        canvas.write_all(flow.rows(canvas.room, finder))


def _key_lines(frontmatter: list[str]) -> dict[str, int]:
    """Find the line of every key of the frontmatter."""
    if frontmatter[:1] and fence_of(frontmatter[0]) == "+++":
        from vaulttui.vault.properties.toml_mapping import key_lines  # late: few vaults need it

        return {key: 2 + at for key, at in key_lines("\n".join(frontmatter[1:])).items()}
    lines: dict[str, int] = {}
    for number, line in enumerate(frontmatter, 1):
        if line[:1] not in ("", " ", "\t", "-", "#") and ":" in line:
            key = line.partition(":")[0].strip()
            lines[key.strip("\"'") or key] = number
    return lines


def _write_value(flow: Flow, value: PropertyValue, links: NoteLinks, tags: bool = False, indent: int = 0) -> None:
    if value is None or value == "" or value == [] or value == {}:
        flow.add("–", "faint")
    elif isinstance(value, bool):
        flow.add("☑ yes" if value else "☐ no", "task.done" if value else "muted")
    elif isinstance(value, date):
        flow.add(date_text(value), "token.number")
    elif isinstance(value, int | float):
        flow.add(str(value), "token.number")
    elif isinstance(value, Mapping):
        for number, (key, inner) in enumerate(value.items()):
            if number:
                _new_line(flow, indent)
            flow.add(f"{key}: ", "property.key")
            if _has_lines(inner):
                _new_line(flow, indent + 2)
            _write_value(flow, inner, links, indent=indent + 2)
    elif isinstance(value, list) and _has_lines(value):
        for number, item in enumerate(value):
            if number:
                _new_line(flow, indent)
            flow.add("• ", "bullet")
            _write_value(flow, item, links, indent=indent + 2)
    elif isinstance(value, list):
        _write_list(flow, value, links, tags)
    elif tags:
        _write_list(flow, [part for part in re.split(r"[,\s]+", value) if part], links, tags)
    else:
        _write_text(flow, value, links)


def _has_lines(value: PropertyValue) -> bool:
    """Whether a value is written as several lines: a map, or a list that has one in it."""
    if isinstance(value, Mapping):
        return bool(value)
    return isinstance(value, list) and any(map(_has_lines, value))


def _new_line(flow: Flow, indent: int) -> None:
    flow.newline()
    flow.add(" " * min(indent, _WIDEST_INDENT))


def _write_list(flow: Flow, items: list[PropertyValue], links: NoteLinks, tags: bool) -> None:
    for number, item in enumerate(items):
        if number:
            flow.add(" " if tags else " · ", "faint")
        name = item.removeprefix("#") if tags and isinstance(item, str) else ""
        if is_tag(name):
            flow.add(f"#{name}", "tag", LinkTarget("tag", name))
        else:
            _write_value(flow, item, links)


def _write_text(flow: Flow, text: str, links: NoteLinks) -> None:
    """Write text of a property, in which only links mean anything."""
    at = 0
    text = text.strip("\n")
    for match in _LINK.finditer(text):
        _write_lines(flow, text[at : match.start()])
        if match[1] is not None:
            target, shown = links.split(match[1])
            link = links.note(target)
            flow.add(shown or shown_target(target), link_style(link), link)
        else:
            link = links.address(match[3] or match[4])
            flow.add(match[2] or match[4], link_style(link), link)
        at = match.end()
    _write_lines(flow, text[at:])


def _write_lines(flow: Flow, text: str) -> None:
    for number, line in enumerate(text.split("\n")):
        if number:
            flow.newline()
        flow.add(line)
