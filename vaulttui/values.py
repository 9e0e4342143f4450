"""Dataclasses with slots, frozen or not, whose methods are made when they are first looked up.

The decorator of the standard library writes, compiles and runs the source of six methods for each class while the
class's module is imported. That is 0.6 ms a class and was a tenth of a second of every start, though one run of the
program makes values of few of its classes. What is made here is a dataclass with slots in every other respect, for
:mod:`dataclasses`, for :mod:`pickle` and for type checkers.
"""

from __future__ import annotations

import dataclasses
from functools import partial
from typing import TYPE_CHECKING, Any

__all__ = ["dataclass"]

_METHODS: dict[str, dict[str, Any]] = {
    "__init__": {"repr": False, "eq": False},
    "__repr__": {"init": False, "eq": False},
    "__eq__": {"init": False, "repr": False},
    "__hash__": {"init": False, "repr": False, "unsafe_hash": True},
}
"""What the standard library is to make for each method and little else."""


def _light(made: type, *, frozen: bool) -> type:
    """Turn a class into a dataclass with slots."""
    if any(map(dataclasses.is_dataclass, made.__mro__[1:])):
        return dataclasses.dataclass(frozen=frozen, slots=True)(made)
    own = set(vars(made))
    if made.__doc__ is None:
        made.__doc__ = made.__name__  # else the standard library writes down a signature
    light: type = dataclasses.dataclass(init=False, repr=False, eq=False, slots=True)(made)
    vars(light)["__dataclass_params__"].frozen = frozen  # for dataclasses that inherit from it
    for name in _METHODS:
        if name not in own:
            setattr(light, name, _Method(light, name) if frozen or name != "__hash__" else None)
    for method in (__setattr__, __delattr__, __getstate__, __setstate__) if frozen else ():
        setattr(light, method.__name__, method)
    return light


class _Method:
    """A method that is made when it is first looked up."""

    def __init__(self, owner: type, name: str) -> None:
        self._owner = owner
        self._name = name

    def __get__(self, value: object, kind: type | None = None) -> object:
        if vars(self._owner)[self._name] is self:
            setattr(self._owner, self._name, _make(self._owner, self._name))
        return vars(self._owner)[self._name].__get__(value, kind)


def _make(light: type, name: str) -> Any:
    """Have the standard library make a method."""
    frozen = name == "__init__" and vars(light).get("__setattr__") is __setattr__
    body = {name: getattr(light, name) for name in ("__doc__", "__post_init__") if hasattr(light, name)}
    fields: list[Any] = [(item.name, item.type, item) for item in dataclasses.fields(light)]
    whole = dataclasses.make_dataclass(light.__name__, fields, namespace=body, frozen=frozen, **_METHODS[name])
    method = getattr(whole, name)
    method.__qualname__ = f"{light.__qualname__}.{name}"
    return method


def __setattr__(self: Any, name: str, value: object) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")


def __delattr__(self: Any, name: str) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")


def __getstate__(self: Any) -> list[Any]:
    return [getattr(self, item.name) for item in dataclasses.fields(self)]


def __setstate__(self: Any, state: list[Any]) -> None:
    for item, value in zip(dataclasses.fields(self), state, strict=True):
        object.__setattr__(self, item.name, value)


if TYPE_CHECKING:
    from dataclasses import dataclass
else:

    def dataclass(made=None, /, **options):
        """See :func:`dataclasses.dataclass`. With other options than ``slots`` and ``frozen``, it is that one."""
        if made is not None or options not in ({"slots": True}, {"slots": True, "frozen": True}):
            return dataclasses.dataclass(made, **options)
        return partial(_light, frozen="frozen" in options)
