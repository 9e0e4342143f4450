"""TOML as the frontmatter of Hugo's notes has it, read without changing what was written."""

from __future__ import annotations

import re
import tomllib
from datetime import date, datetime, time, timedelta
from typing import Any, Final

from vaulttui.vault.note import PropertyValue
from vaulttui.vault.properties.scalars import read_scalar
from vaulttui.vault.properties.written_mapping import MAX_DEPTH, Entry, InvalidMappingError, WrittenMapping

_KEY: Final = r"(?:[\w-]++|\"[^\"\n]*+\"|'[^'\n]*+')"
_DEEP_KEY: Final = re.compile(rf"(?<![\w-])(?:{_KEY}[ \t]*+\.[ \t]*+){{{MAX_DEPTH}}}")
"""Of more parts than may lie within each other: the parser takes a time that grows with the square of them."""
_LINE_KEY: Final = re.compile(rf"[ \t]*+(?P<table>\[\[?)?[ \t]*+(?P<key>{_KEY})[ \t]*+[.=\]]")
_PLACE: Final = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")


def read_toml_mapping(text: str) -> WrittenMapping:
    """Read a document.

    Numbers that end in zeros keep their text, as in YAML, and times their seconds and zone; what is written ``1e5``
    stays text.

    Raises:
        InvalidMappingError: The text is not valid TOML, or nests deeper than
            :data:`~vaulttui.vault.properties.written_mapping.MAX_DEPTH`.
    """
    deep = _DEEP_KEY.search(text)
    if deep is not None:
        raise InvalidMappingError(f"it nests deeper than {MAX_DEPTH} levels", text.count("\n", 0, deep.start()))
    try:
        found = tomllib.loads(text, parse_float=read_scalar)
        values = {key: _value(value, 1) for key, value in found.items()}
    except tomllib.TOMLDecodeError as error:
        raise InvalidMappingError(_PLACE.sub("", str(error)), _line_of(str(error), text)) from error
    except RecursionError as error:
        raise InvalidMappingError(f"it nests deeper than {MAX_DEPTH} levels") from error
    except ValueError as error:  # a number of thousands of digits
        raise InvalidMappingError(str(error)) from error
    lines = key_lines(text)
    return WrittenMapping([Entry(key, value, lines.get(key, 0)) for key, value in values.items()])


def _value(value: Any, depth: int) -> PropertyValue:
    if isinstance(value, (dict, list)):
        if depth >= MAX_DEPTH:
            raise RecursionError
        if isinstance(value, list):
            return [_value(item, depth + 1) for item in value]
        return {_text(key): _value(item, depth + 1) for key, item in value.items()}
    if type(value) is str:
        return _text(value)
    if isinstance(value, datetime):
        written = value.isoformat()
        return read_scalar(f"{written[:-6]}Z" if value.utcoffset() == timedelta() else written)
    if isinstance(value, time):
        return value.isoformat()
    if isinstance(value, int) and not isinstance(value, bool):
        return read_scalar(str(value))  # of many digits it is an id
    assert value is None or isinstance(value, (str, float, bool, date))
    return value


def _text(text: str) -> str:
    """Without the character that only an escape can bring in, and that nothing can hold or show."""
    return text.replace("\0", "\ufffd")


def _line_of(message: str, text: str) -> int:
    """The line, from 0, that an error is about."""
    found = _PLACE.search(message)
    return int(found[1]) - 1 if found is not None and found[1] else text.rstrip("\n").count("\n")


def key_lines(text: str) -> dict[str, int]:
    """Where keys of the top level are written first, tables included; lines from 0."""
    lines: dict[str, int] = {}
    within = False
    for number, line in enumerate(text.split("\n")):
        found = _LINE_KEY.match(line)
        if found is not None and (found["table"] or not within):
            lines.setdefault(found["key"].strip("\"'"), number)
            within = within or found["table"] is not None
    return lines
