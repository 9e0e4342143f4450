"""Reading YAML from its parsing events: what was written is kept, and no input can exhaust stack, memory or time.

PyYAML's composer recurses in C and takes the process down at some 20,000 levels of nesting, its constructors change
values (``12:30`` to 750) and raise for dates that do not exist. Its event parser does none of this, and libyaml's is
fast, so values are built here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from typing import Final, NamedTuple, TypeAlias

import yaml

from vaulttui.vault.folding import fold_name
from vaulttui.vault.note import PropertyValue
from vaulttui.vault.properties.scalars import EMPTY, read_scalar
from vaulttui.vault.properties.written_mapping import MAX_DEPTH, Entry, InvalidMappingError, WrittenMapping

MAX_EXPANSION: Final = 200_000
"""Values and characters that aliases may add."""

_Loader: TypeAlias = "yaml.SafeLoader | yaml.CSafeLoader"
_LOADER: Final[type[_Loader]] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_UNSAFE_ESCAPED: Final = re.compile("[\0\ud800-\udfff]")
"""Characters that only an escape like ``\\0`` can bring into a value, and that no UTF-8 text can hold or show."""
_TOP: Final = 1
"""The depth of the values of the top level."""
_STANDARD_TAG: Final = "tag:yaml.org,2002:"


def read_yaml_mapping(
    text: str, text_keys: Collection[str], restore: Callable[[str], str] | None
) -> WrittenMapping | None:
    """Read a mapping.

    Args:
        text: YAML, one document.
        text_keys: Folded keys of the top level whose values are texts, whatever they look like.
        restore: Applied to every scalar before anything else.

    Returns:
        ``None`` if the text is valid but no mapping. A mapping without entries if there is nothing but comments.

    Raises:
        InvalidMappingError: The text is not valid YAML, nests deeper than
            :data:`~vaulttui.vault.properties.written_mapping.MAX_DEPTH`, has a key that is not a scalar, or its aliases
            expand beyond :data:`MAX_EXPANSION`.
    """
    try:
        return _Builder(yaml.parse(text, Loader=_LOADER), text_keys, restore).document()
    except yaml.MarkedYAMLError as error:
        raise InvalidMappingError(error.problem or error.context or "it cannot be read", _place(error, text)) from error
    except yaml.YAMLError as error:
        raise InvalidMappingError(str(error).partition("\n")[0]) from error


def _place(error: yaml.MarkedYAMLError, text: str) -> int | None:
    """The line that an error is about: where the unclosed thing begins if the end of the text was the problem."""
    marks = [mark for mark in (error.problem_mark, error.context_mark) if mark is not None]
    last_line = text.rstrip("\n").count("\n")
    return next((mark.line for mark in marks if mark.line <= last_line), last_line if marks else None)


def _line(event: yaml.Event) -> int:
    return event.start_mark.line if event.start_mark else 0


def _too_deep(event: yaml.Event) -> InvalidMappingError:
    return InvalidMappingError(f"it nests deeper than {MAX_DEPTH} levels", _line(event))


class _Anchored(NamedTuple):
    """What an alias stands for."""

    value: PropertyValue
    weight: int
    """Values and characters in it."""
    height: int = 0
    """Lists and maps within each other, 0 for a scalar."""


class _Builder:
    def __init__(
        self, events: Iterator[yaml.Event], text_keys: Collection[str], restore: Callable[[str], str] | None
    ) -> None:
        self._events = events
        self._text_keys = text_keys
        self._restore = restore
        self._anchors: dict[str, _Anchored] = {}
        self._weight = 0
        """Values and characters built so far, aliases counted as often as they stand."""
        self._expanded = 0
        self._deepest = 0
        """The depth of the deepest value built so far within the one that is being built."""
        self._item_lines: tuple[int, ...] = ()
        """Of the list of the top level that was built last."""
        self._mapping = WrittenMapping()

    def document(self) -> WrittenMapping | None:
        events = self._events
        next(events)  # the start of the stream
        if isinstance(next(events), yaml.StreamEndEvent):
            return self._mapping
        root = next(events)
        if isinstance(root, yaml.MappingStartEvent):
            self._top_level()
        else:
            value = self._value(root, 0, text_only=False)
            if value is not None:
                return None
        next(events)  # the end of the document
        after = next(events)
        if not isinstance(after, yaml.StreamEndEvent):
            raise InvalidMappingError("a second document begins", _line(after))
        return self._mapping

    def _top_level(self) -> None:
        entries: dict[str, Entry] = {}
        for event in self._events:
            if isinstance(event, yaml.MappingEndEvent):
                break
            key = self._key(event)
            line = _line(event)
            if key in entries:
                self._mapping.duplicates.append((key, line))
            self._item_lines = ()
            value = self._value(next(self._events), _TOP, text_only=fold_name(key) in self._text_keys)
            entries[key] = Entry(key, value, line, self._item_lines)
        self._mapping.entries = list(entries.values())

    def _value(self, event: yaml.Event, depth: int, *, text_only: bool) -> PropertyValue:
        if isinstance(event, yaml.AliasEvent):
            return self._alias(event, depth)
        before, around = self._weight, self._deepest
        self._deepest = depth
        self._weight += 1
        value: PropertyValue
        if isinstance(event, yaml.ScalarEvent):
            value = self._scalar(event, text_only=text_only)
        elif depth >= MAX_DEPTH:
            raise _too_deep(event)
        else:
            self._deepest = depth + 1
            read = self._sequence if isinstance(event, yaml.SequenceStartEvent) else self._map
            value = read(depth + 1, text_only=text_only)
        anchor = getattr(event, "anchor", None)
        if anchor is not None:
            self._anchors[anchor] = _Anchored(value, self._weight - before, self._deepest - depth)
        self._deepest = max(self._deepest, around)
        return value

    def _sequence(self, depth: int, *, text_only: bool) -> list[PropertyValue]:
        items: list[PropertyValue] = []
        lines: list[int] = []
        for event in self._events:
            if isinstance(event, yaml.SequenceEndEvent):
                break
            lines.append(_line(event))
            items.append(self._value(event, depth, text_only=text_only))
        if depth == _TOP + 1:
            self._item_lines = tuple(lines)
        return items

    def _map(self, depth: int, *, text_only: bool) -> dict[str, PropertyValue]:
        items: dict[str, PropertyValue] = {}
        for event in self._events:
            if isinstance(event, yaml.MappingEndEvent):
                break
            key = self._key(event)
            if key in items:
                self._mapping.duplicates.append((key, _line(event)))
            items[key] = self._value(next(self._events), depth, text_only=text_only)
        return items

    def _key(self, event: yaml.Event) -> str:
        if not isinstance(event, yaml.ScalarEvent):
            raise InvalidMappingError("a key is not a plain text", _line(event))
        self._weight += len(event.value)
        if event.anchor is not None:
            self._anchors[event.anchor] = _Anchored(event.value, len(event.value))
        return self._text(event)

    def _scalar(self, event: yaml.ScalarEvent, *, text_only: bool) -> PropertyValue:
        text = self._text(event)
        self._weight += len(text)
        if event.style:  # quoted, or a block
            return text.rstrip("\n") if event.style in "|>" else text
        tag = event.tag
        if tag and not tag.startswith(_STANDARD_TAG):  # ``!important`` is what someone wrote, not a type
            return f"{tag} {text}".rstrip()
        if text_only or tag == f"{_STANDARD_TAG}str":
            return None if text in EMPTY else text
        return read_scalar(text)

    def _text(self, event: yaml.ScalarEvent) -> str:
        text: str = event.value
        if event.style == '"' and not text.isprintable():
            text = _UNSAFE_ESCAPED.sub("\ufffd", text)
        return self._restore(text) if self._restore else text

    def _alias(self, event: yaml.AliasEvent, depth: int) -> PropertyValue:
        if event.anchor not in self._anchors:
            raise InvalidMappingError(f"the alias *{event.anchor} has no anchor", _line(event))
        value, weight, height = self._anchors[event.anchor]
        if depth + height > MAX_DEPTH:
            raise _too_deep(event)
        self._deepest = max(self._deepest, depth + height)
        self._weight += weight
        self._expanded += weight
        if self._expanded > MAX_EXPANSION:
            raise InvalidMappingError("its aliases expand to too much", _line(event))
        return value
