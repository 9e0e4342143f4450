"""These dataclasses are those of the standard library, whenever their methods are made."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
from collections.abc import Callable
from dataclasses import field
from typing import Any, ClassVar, get_type_hints

import pytest

from vaulttui.values import dataclass


@dataclass(frozen=True, slots=True)
class Point:
    """A value with all that fields can have."""

    limit: ClassVar[int] = 7

    x: int
    y: int = 2
    tags: list[str] = field(default_factory=list, compare=False, hash=False)
    secret: str = field(default="", repr=False)
    colour: str = field(default="red", kw_only=True)

    @property
    def total(self) -> int:
        return self.x + self.y


@dataclass(frozen=True, slots=True)
class Place(Point):
    name: str = "here"


@dataclass(frozen=True, slots=True)
class Positive:
    number: int

    def __post_init__(self) -> None:
        if self.number < 0:
            raise ValueError(self.number)


def fresh() -> Any:
    """A value type that nothing was asked of yet."""

    @dataclass(frozen=True, slots=True)
    class Fresh:
        x: int
        y: str = "b"

    return Fresh


def unmade(kind: Any, *state: object) -> Any:
    """A value that was never initialised, as unpickling makes one."""
    value = object.__new__(kind)
    value.__setstate__(list(state))
    return value


def test_a_value_has_its_fields_and_their_defaults() -> None:
    point = Point(1, colour="blue")
    assert (point.x, point.y, point.tags, point.secret, point.colour) == (1, 2, [], "", "blue")
    assert point.total == 3
    assert Point.limit == 7
    assert Point(1).tags is not Point(1).tags


@pytest.mark.parametrize("arguments", [(), (1, 2, [], "", "red"), (1, 2, [], "", "red", 9)])
def test_a_wrong_number_of_arguments_is_refused(arguments: tuple[Any, ...]) -> None:
    with pytest.raises(TypeError, match="argument"):
        Point(*arguments)


def test_values_are_equal_by_their_fields_and_only_to_their_own_type() -> None:
    assert Point(1, tags=["a"]) == Point(1, tags=["b"])
    assert hash(Point(1, tags=["a"])) == hash(Point(1, tags=["b"]))
    assert Point(1) != Point(2)
    assert Point(1) != Place(1)
    assert Point(1).__eq__((1, 2)) is NotImplemented


@pytest.mark.parametrize(
    "ask",
    [repr, hash, lambda value: value == value, lambda value: dataclasses.replace(value, x=2), copy.copy, pickle.dumps],
    ids=["repr", "hash", "equality", "replace", "copy", "pickle"],
)
def test_whatever_is_asked_first_finds_its_method(ask: Callable[[Any], object]) -> None:
    first = unmade(fresh(), 1, "b")
    if ask is pickle.dumps:
        first = unmade(Point, 1, 2, [], "", "red")  # a class that has a place
    assert ask(first) is not None


def test_a_value_that_was_unpickled_first_is_like_any_other() -> None:
    kind = fresh()
    assert unmade(kind, 1, "b") == kind(1)
    assert repr(unmade(kind, 1, "b")).endswith("Fresh(x=1, y='b')")


def test_what_a_value_is_made_of_can_be_told() -> None:
    assert str(inspect.signature(fresh())) == "(x: 'int', y: 'str' = 'b') -> None"
    assert get_type_hints(fresh().__init__) == {"x": int, "y": str, "return": type(None)}
    assert [item.name for item in dataclasses.fields(fresh())] == ["x", "y"]


def test_a_value_cannot_be_changed() -> None:
    point = Point(1)
    with pytest.raises(dataclasses.FrozenInstanceError):
        point.x = 2  # type: ignore[misc]
    with pytest.raises(dataclasses.FrozenInstanceError):
        del point.x
    with pytest.raises((dataclasses.FrozenInstanceError, AttributeError)):
        point.other = 2  # type: ignore[attr-defined]
    assert not hasattr(point, "__dict__")


def test_a_value_shows_its_fields() -> None:
    assert repr(Point(1, secret="s")) == "Point(x=1, y=2, tags=[], colour='red')"


def test_a_value_type_may_inherit_from_another() -> None:
    place = Place(1, name="there")
    assert (place.x, place.name, place.total) == (1, "there", 3)
    assert repr(place) == "Place(x=1, y=2, tags=[], colour='red', name='there')"


def test_what_follows_the_initialisation_is_done() -> None:
    assert Positive(1).number == 1
    with pytest.raises(ValueError, match="-1"):
        Positive(-1)


def test_values_are_matched_copied_replaced_and_pickled() -> None:
    match Point(1, 5):
        case Point(1, y):
            assert y == 5
        case _:
            pytest.fail("not matched")
    point = Point(1, tags=["a"])
    assert copy.deepcopy(point) == point
    assert copy.deepcopy(point).tags is not point.tags
    assert dataclasses.replace(point, x=3) == Point(3)
    assert dataclasses.asdict(point) == {"x": 1, "y": 2, "tags": ["a"], "secret": "", "colour": "red"}
    again = pickle.loads(pickle.dumps(point))
    assert (again, again.tags) == (point, ["a"])


def test_a_method_is_made_once_and_not_before_it_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    make = dataclasses.make_dataclass

    def count(name: str, *arguments: Any, **options: Any) -> Any:
        made.append(name)
        return make(name, *arguments, **options)

    monkeypatch.setattr(dataclasses, "make_dataclass", count)
    kind = fresh()
    assert made == []
    assert (kind(1).x, kind(2).x) == (1, 2)
    assert made == ["Fresh"]
    assert kind(1) == kind(1) != kind(2)
    assert hash(kind(1)) == hash(kind(1))
    assert made == ["Fresh"] * 3


@pytest.mark.parametrize("options", [{"slots": True}, {}, {"order": True, "slots": True}], ids=str)
def test_what_is_not_frozen_can_be_changed(options: dict[str, bool]) -> None:
    @dataclass(**options)
    class Counter:
        number: int = 0
        told: list[int] = field(default_factory=list)

    counter = Counter()
    counter.number += 1
    counter.told.append(7)
    assert counter == Counter(1, [7]) != Counter(1)
    assert repr(counter).endswith("Counter(number=1, told=[7])")
    assert copy.deepcopy(counter) == counter
    with pytest.raises(TypeError, match="unhashable"):
        hash(counter)
    assert hasattr(counter, "__dict__") is not options.get("slots", False)
