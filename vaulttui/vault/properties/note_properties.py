"""What a note's properties say about it: tags, aliases, title; and properties that stand in the body."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from itertools import count, islice
from typing import Final

from vaulttui.vault.dates.property_dates import parse_date
from vaulttui.vault.folding import fold_name
from vaulttui.vault.markdown.plain_text import plain_text
from vaulttui.vault.markdown.tag_names import TAG_KEYS, is_tag_name
from vaulttui.vault.note import Heading, Property, PropertyValue, Tag, TitleSource
from vaulttui.vault.properties.inline_values import read_inline_value
from vaulttui.vault.properties.scalars import property_type, read_scalar
from vaulttui.vault.written import NumberText, with_text

ALIAS_KEYS: Final = frozenset(("aliases", "alias"))
"""Keys, in lower case, that hold further names of the note."""
TEXT_KEYS: Final = TAG_KEYS | ALIAS_KEYS | {"title"}
"""Keys, in lower case, whose values are texts even where they look like numbers or dates."""
LIST_TYPES: Final = frozenset(("multitext", "tags", "aliases"))
"""Property types of Obsidian that are lists of texts."""

_BETWEEN_TAGS: Final = re.compile(r"[,،，、\s]+")
_COMMAS: Final = re.compile("[,،，、]+")
_MARKED_TAGS: Final = re.compile(r"\s*#\S+(?:\s+#\S+)+\s*")
_TAG_OR_LINK: Final = re.compile(r"(?:\[\[[^\]]{0,300}\]\]|[^,])+")
_WHOLE_LINK: Final = re.compile(r"\A\[\[([^\[\]|]{1,300})\]\]\Z")
_NO_TAG: Final = re.compile(r"\{\{|<%|\[\[")
"""Templates and links keep their blanks and commas, and are no tags."""
_PLUS: Final = re.compile(r"\+(?=[0-9])")
"""The sign of a number, which nothing else is: ``++5`` and ``+-5`` are texts."""
_MOST_INLINE: Final = 500
"""Inline fields of one note; more are a log or a data dump."""

_LONGEST_TITLE: Final = 300
_DRAWING_NAME: Final = re.compile(r"(.*\S.*)\.excalidraw", re.IGNORECASE | re.DOTALL)
_PLACEHOLDER: Final = re.compile(r"(?:\{\{.*\}\}|<%.*%>)")
"""What a template has in the place of a title: all templates of a vault would be called the same."""


def make_property(
    key: str, value: PropertyValue, line: int | None, declared: str = "", item_lines: tuple[int, ...] = ()
) -> Property:
    """Build a property; tags and aliases become lists of texts, whatever way they were written.

    Args:
        key: As written.
        value: As read.
        line: Absolute line.
        declared: The property type that Obsidian has for the key, ``""`` if none.
        item_lines: Absolute lines of the items of a list, if they are known.
    """
    folded = key.lower()
    written = value
    if folded in TAG_KEYS or (declared == "tags" and folded not in ALIAS_KEYS):
        value = None if value is None else _tag_texts(value)
    elif folded in ALIAS_KEYS or declared == "aliases":
        value = None if value is None else _alias_texts(value)
    elif declared:
        value = _as_declared(value, declared)
    return Property(key, property_type(value), value, line, item_lines if value == written else ())


def frontmatter_tags(properties: Iterable[Property]) -> tuple[Tag, ...]:
    """The tags that properties hold: without ``#``, each once, in order; see :func:`is_tag`."""
    names: dict[str, str] = {}
    for prop in properties:
        if prop.key.lower() in TAG_KEYS and isinstance(prop.value, list):
            for name in prop.value:
                if isinstance(name, str) and is_tag(name):
                    names.setdefault(name.casefold(), name)
    return tuple(Tag(name, None) for name in names.values())


def is_tag(name: str) -> bool:
    """Whether an item of a property of tags is one, without its ``#``: no template, link or bare number."""
    return not _NO_TAG.search(name) and is_tag_name(name) and any(char.isalnum() or char > "\u2000" for char in name)


def frontmatter_aliases(properties: Iterable[Property]) -> tuple[str, ...]:
    """The further names that properties hold, each once, in order."""
    return tuple(
        dict.fromkeys(
            alias
            for prop in properties
            if prop.key.lower() in ALIAS_KEYS and isinstance(prop.value, list)
            for alias in prop.value
            if isinstance(alias, str)
        )
    )


def choose_title(properties: Sequence[Property], headings: Iterable[Heading], name: str) -> tuple[str, TitleSource]:
    """A note's title: its ``title`` property, else its first heading of level 1, else its file's name.

    Of a template, whose title is still to be filled in (``{{title}}``, ``<% tp.file.title %>``), it is the file's name,
    and so it is of a drawing of Excalidraw's, whose headings the plugin writes, without ``.excalidraw``.

    Args:
        properties: Of the note.
        headings: Of the note.
        name: What its file is called, without ``.md``.
    """
    for prop in properties:
        if prop.key.lower() == "title" and isinstance(prop.value, (str, int, float, date)):
            title = " ".join(str(prop.value).split())[:_LONGEST_TITLE]
            if title and not _PLACEHOLDER.fullmatch(title):
                return title, "property"
    drawn = _DRAWING_NAME.fullmatch(name)
    if drawn is not None or any(prop.key == "excalidraw-plugin" for prop in properties):
        return drawn[1] if drawn is not None else name, "filename"
    for heading in headings:
        if heading.level == 1:
            title = plain_text(heading.text[:_LONGEST_TITLE])
            if title and not _PLACEHOLDER.fullmatch(heading.text):
                return title, "heading"
            break
    return name, "filename"


def leading_fields(fields: Iterable[Property], lines: Sequence[str]) -> int:
    """How many lines a note begins with that are properties, and nothing else.

    Args:
        fields: What the note holds, values as text.
        lines: Of the note.
    """
    alone = {field.line for field in fields if field.line and lines[field.line - 1].startswith(f"{field.key}::")}
    return next(number for number in count() if number + 1 not in alone)


def inline_properties(fields: Iterable[Property], known: Iterable[Property]) -> tuple[Property, ...]:
    """Properties written in the body as ``key:: value``, as the Dataview plugin has them.

    A value may be a list, see :func:`~vaulttui.vault.properties.inline_values.read_inline_value`. A key that stands
    several times has the list of all its values.

    Args:
        fields: What the body holds, values as text.
        known: Properties of the frontmatter: their keys, compared by :func:`fold_name`, win.
    """
    taken = {fold_name(prop.key) for prop in known}
    found: dict[str, list[tuple[Property, PropertyValue]]] = {}
    for field in islice(fields, _MOST_INLINE):
        folded = fold_name(field.key)
        if folded in taken:
            continue
        # Texts are read as such: what parts tags and aliases is another rule.
        read = read_scalar if folded in TEXT_KEYS else read_inline_value
        found.setdefault(folded, []).append((field, read(field.value) if isinstance(field.value, str) else field.value))
    return tuple(map(_inline_property, found.values()))


def _inline_property(written: Sequence[tuple[Property, PropertyValue]]) -> Property:
    """One property of all that the body says of it."""
    (first, value), *others = written
    if not others:
        return make_property(first.key, value, first.line)
    # Each is parted as if it stood alone.
    made_alone = [make_property(field.key, value, field.line) for field, value in written]
    items = [(item, of.line) for of in made_alone for item in (of.value if isinstance(of.value, list) else [of.value])]
    values = [item for item, _ in items]
    made = make_property(first.key, values, first.line)
    return replace(made, item_lines=tuple(line for _, line in items)) if made.value == values else made


def _tag_texts(value: PropertyValue) -> list[PropertyValue]:
    """Tags as people write them: blanks and commas part those of a text. An item of a list is one, whatever blanks are
    in it, unless each word has its ``#``."""
    texts: list[PropertyValue] = []
    for text in _texts(value):
        if "[[" in text:
            parts = _TAG_OR_LINK.findall(text)
        elif _NO_TAG.search(text):
            parts = [text]
        elif isinstance(value, str) or _MARKED_TAGS.fullmatch(text):
            parts = _BETWEEN_TAGS.split(text)
        else:
            parts = _COMMAS.split(text)
        texts.extend(name for part in parts if (name := " ".join(part.split()).lstrip("#").rstrip("/")))
    return texts


def _alias_texts(value: PropertyValue) -> list[PropertyValue]:
    texts: Iterable[str] = _texts(value)
    if isinstance(value, str) and "[[" in value:  # Logseq writes ``alias:: [[a]], [[b]]``
        texts = [_WHOLE_LINK.sub(r"\1", text.strip()) for text in _TAG_OR_LINK.findall(value)]
    elif isinstance(value, str) and not _NO_TAG.search(value):
        texts = value.split(",")
    return [name for text in texts if (name := text.strip())]


def _texts(value: PropertyValue) -> Iterator[str]:
    """All texts in a value. ``- Foo: bar`` was meant as one text, though YAML makes a map of it."""
    if isinstance(value, list):
        for item in value:
            yield from _texts(item)
    elif isinstance(value, dict):
        for key, item in value.items():
            yield f"{key}: {item}" if isinstance(item, str) else key
    elif value is not None:
        yield str(value)


def _as_declared(value: PropertyValue, declared: str) -> PropertyValue:
    """Read a text, or those of a list, as the type that its property has in this vault, where they can be read so."""
    if declared in LIST_TYPES:
        return [value] if isinstance(value, str) else value
    if isinstance(value, list):
        return [_as_declared(item, declared) for item in value]
    if not isinstance(value, str):
        return value
    if declared in ("date", "datetime"):
        moment = parse_date(value)
        return value if moment is None else with_text(moment, value.strip())
    if declared == "number":
        written = value.strip()
        signed = _PLUS.match(written) is not None
        number = read_scalar(written[1:] if signed else written)
        if property_type(number) != "number":
            return value
        return NumberText(written) if signed else number
    return value
