"""What stands in maps of the frontmatter as properties of their own: ``outer.inner``, as Dataview has it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from vaulttui.vault.note import Property, PropertyValue


def with_nested(properties: Iterable[Property]) -> Iterator[Property]:
    """Properties, each followed by what is nested in it.

    A list of maps gives the values of all of them: ``scenes.title`` is a list. What is nested has its property's line.
    """
    from vaulttui.vault.properties.scalars import property_type  # late, with the readers of dates: a search needs none

    for prop in properties:
        yield prop
        for key, value in nested_values(prop.key, prop.value):
            yield Property(key, property_type(value), value, prop.line)


def nested_values(key: str, value: PropertyValue) -> Iterator[tuple[str, PropertyValue]]:
    """Names and values of what is nested in a value, the outer before the inner; nothing if it holds no map.

    Args:
        key: What the value is called.
        value: Of any type; as deep as the frontmatter's reader lets it be.
    """
    found: dict[str, list[PropertyValue]] = {}
    for item in value if isinstance(value, list) else (value,):
        if isinstance(item, Mapping):
            for inner, own in item.items():
                found.setdefault(f"{key}.{inner}", []).append(own)
    for name, values in found.items():
        joined = values[0] if len(values) == 1 else list(_items(values))
        yield name, joined
        yield from nested_values(name, joined)


def _items(values: Iterable[PropertyValue]) -> Iterator[PropertyValue]:
    for value in values:
        if isinstance(value, list):
            yield from value
        else:
            yield value
