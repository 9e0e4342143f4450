"""The values of the search engine as JSON, and back.

Every value that is not plain JSON becomes a list that begins with the name of its type. Only the value types of the
engine have names, so that nothing that comes in can make anything else: no pickle. Fields go by place; two programs
understand each other if their :data:`SHAPE` is the same.
"""

from __future__ import annotations

import builtins
import dataclasses
import hashlib
import numbers
from collections.abc import Callable, Iterator, Mapping
from datetime import date, datetime
from enum import Enum
from typing import Any, TypeAlias

from vaulttui import errors
from vaulttui.errors import QuerySyntaxError, VaultTuiError
from vaulttui.index import progress
from vaulttui.search import answers, expression, query
from vaulttui.vault import note

Json: TypeAlias = Any
"""What :mod:`json` writes and reads."""


class CodecError(ValueError):
    """Something came in that no vaulttui of this version sends."""


def _value_types() -> Iterator[type]:
    for module in (query, expression, answers, progress, note):
        for found in vars(module).values():
            if (
                isinstance(found, type)
                and found.__module__ == module.__name__
                and (dataclasses.is_dataclass(found) or issubclass(found, Enum))
            ):
                yield found


_TYPES: Mapping[str, type] = {found.__name__: found for found in _value_types()}
_FIELDS: Mapping[type, tuple[str, ...]] = {
    found: tuple(item.name for item in dataclasses.fields(found))
    for found in _TYPES.values()
    if dataclasses.is_dataclass(found)
}
_PLAIN = frozenset({type(None), bool, int, float, str})

SHAPE = hashlib.blake2b(
    repr([(name, _FIELDS.get(found)) for name, found in sorted(_TYPES.items())]).encode(), digest_size=6
).hexdigest()
"""Changes whenever a value type gets, loses or moves a field."""


def encode(value: object) -> Json:
    """Turn a value into JSON.

    Raises:
        TypeError: It is no value of the engine.
    """
    kind = type(value)
    if kind in _PLAIN:
        return value
    if kind in _FIELDS:
        return [kind.__name__, *[encode(getattr(value, name)) for name in _FIELDS[kind]]]
    match value:
        case Enum() if _TYPES.get(kind.__name__) is kind:
            return [kind.__name__, value.value]
        case str():  # a number or moment that is kept as it was written
            return str(value)
        case tuple():
            return ["tuple", *map(encode, value)]
        case list():
            return ["list", *map(encode, value)]
        case frozenset() | set():
            return ["set", *map(encode, value)]
        case Mapping():
            return ["map", *[[encode(key), encode(item)] for key, item in value.items()]]
        case datetime():
            return ["datetime", value.isoformat()]
        case date():
            return ["date", value.isoformat()]
        case numbers.Integral():  # of numpy
            return int(value)
        case numbers.Real():
            return float(value)
    raise TypeError(f"{kind.__name__} is no value of the search engine")


def decode(raw: Json) -> Any:
    """Turn JSON that :func:`encode` made back into the value.

    Raises:
        CodecError: It was not made by it.
    """
    if not isinstance(raw, list):
        if isinstance(raw, dict):
            raise CodecError("a value without a type came in")
        return raw
    try:
        name, *items = raw
        if name in _CONTAINERS:
            return _CONTAINERS[name](items)
        kind = _TYPES[name]
        if kind in _FIELDS and len(items) != len(_FIELDS[kind]):
            raise CodecError(f"a {name} with {len(items)} fields came in")
        return kind(*map(decode, items))
    except CodecError:
        raise
    except (KeyError, TypeError, ValueError) as error:
        raise CodecError(f"an unknown value came in: {error}") from error


_CONTAINERS: Mapping[str, Callable[[list[Json]], object]] = {
    "tuple": lambda items: tuple(map(decode, items)),
    "list": lambda items: list(map(decode, items)),
    "set": lambda items: frozenset(map(decode, items)),
    "map": lambda items: {decode(key): decode(item) for key, item in items},
    "datetime": lambda items: datetime.fromisoformat(*items),
    "date": lambda items: date.fromisoformat(*items),
}

_FAULTS: Mapping[str, type[VaultTuiError]] = {
    name: found for name, found in vars(errors).items() if isinstance(found, type) and issubclass(found, VaultTuiError)
}
_BUILTIN_FAULTS = ("ValueError", "TypeError", "KeyError", "RuntimeError", "RecursionError", "MemoryError")


def encode_fault(fault: BaseException) -> Json:
    """Turn an exception into JSON."""
    if isinstance(fault, VaultTuiError):
        extra = [fault.start, fault.end, fault.suggestion] if isinstance(fault, QuerySyntaxError) else []
        name = next(kind.__name__ for kind in type(fault).__mro__ if _FAULTS.get(kind.__name__) is kind)
        return [name, fault.message, fault.code, *extra]
    if isinstance(fault, OSError):
        place = fault.filename if isinstance(fault.filename, str) else None
        return ["OSError", fault.errno, fault.strerror or str(fault), place]
    name = type(fault).__name__
    if name in _BUILTIN_FAULTS:
        return [name, str(fault)]
    return ["VaultTuiError", f"unexpected {name}: {fault}", "internal"]


def decode_fault(raw: Json) -> Exception:
    """Turn JSON that :func:`encode_fault` made back into an exception of the same class, text and code."""
    match raw:
        case ["QuerySyntaxError", str(message), str(), int(start), int(end), str(suggestion)]:
            return QuerySyntaxError(message, start, end, suggestion)
        case ["OSError", int() | None as number, str(reason), str() | None as place]:
            return OSError(number, reason, place) if number is not None else OSError(reason)
        case [str(name), str(message), str(code)] if name in _FAULTS and name != "QuerySyntaxError":
            return _FAULTS[name](message, code=code)
        case [str(name), str(message)] if name in _BUILTIN_FAULTS:
            fault: Exception = getattr(builtins, name)(message)
            return fault
    raise CodecError("an unknown fault came in")
