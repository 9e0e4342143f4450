"""What a query text says of how to search, as ``sort:`` does: reading it, and changing it without breaking the text."""

from __future__ import annotations

from collections.abc import Iterator

from vaulttui.search.language.parser import parse_tree
from vaulttui.search.language.tree import Choice, Group, Leaf, Node, Operator, Sequence


def is_setting(node: Node) -> bool:
    """Whether a part of a text says how to search."""
    return isinstance(node, Operator) and node.info is not None and node.info.setting


def settings_in(node: Node) -> Iterator[Node]:
    """What a part of a text says of how to search and not what for, in order."""
    match node:
        case Sequence(items=parts) | Choice(branches=parts):
            for part in parts:
                yield from settings_in(part)
        case Group(inner=inner):
            yield from settings_in(inner)
        case _ if is_setting(node):
            yield node


def written_setting(text: str, name: str) -> str:
    """The value of a setting as a query text has it, valid or not. Never raises.

    Args:
        text: The query text.
        name: The operator's name.

    Returns:
        The last value, which counts, in lower case; ``""`` if there is none.
    """
    value = _value(text, name)
    return "" if value is None else value.token.text.strip().casefold()


def with_setting(text: str, name: str, value: str) -> str:
    """A query text in which a setting that it has, see :func:`written_setting`, has another value; else the same."""
    found = _value(text, name)
    if found is None:
        return text
    behind = text[found.end :]
    glue = " " if behind and not (behind[0].isspace() or behind[0] == ")") else ""
    return text[: found.start] + value + glue + behind


def _value(text: str, name: str) -> Leaf | None:
    """Where the value stands that counts."""
    values = [
        node.value
        for node in settings_in(parse_tree(text).root)
        if isinstance(node, Operator) and node.info is not None and node.info.name == name
    ]
    return next((value for value in reversed(values) if isinstance(value, Leaf) and value.token.text.strip()), None)
