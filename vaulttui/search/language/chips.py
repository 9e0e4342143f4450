"""The filters of a query text as short labels that can be removed one by one."""

from __future__ import annotations

from collections.abc import Iterator

from vaulttui.search.language.brackets import PropertyFilter
from vaulttui.search.language.lexer import TAG_SIGNS, Token
from vaulttui.search.language.operators import ArgumentKind
from vaulttui.search.language.parser import parse_tree
from vaulttui.search.language.tree import Choice, Group, Leaf, Negation, Node, Operator, Sequence
from vaulttui.values import dataclass

_DATE_WORDS = ((">=", "since "), ("<=", "until "), (">", "after "), ("<", "before "))


@dataclass(frozen=True, slots=True)
class Chip:
    """One filter of a query text."""

    label: str
    """What to show, without a sign of negation: ``tag work``, ``status draft``, ``modified since 2024-01``."""
    start: int
    end: int
    """The filter's place in the text, a ``-`` in front included."""
    negated: bool = False


def filter_chips(text: str) -> tuple[Chip, ...]:
    """The filters of a query text that must all hold, in order. Never raises.

    Words, phrases, regular expressions and settings such as ``sort:`` are no filters here; alternatives are one chip
    if all of them are filters.
    """
    return tuple(_chips(text, parse_tree(text).root))


def _chips(text: str, node: Node) -> Iterator[Chip]:
    match node:
        case Sequence(items=items):
            for item in items:
                yield from _chips(text, item)
        case Group(inner=Sequence() as inner):
            yield from _chips(text, inner)
        case Negation(item=item, start=start, end=end):
            label = _label(text, item)
            if label:
                yield Chip(label, start, end, negated=True)
        case _:
            label = _label(text, node)
            if label:
                yield Chip(label, node.start, node.end)


def _label(text: str, node: Node) -> str:
    """What a filter is called; ``""`` for anything that is not wholly made of filters."""
    match node:
        case Leaf(token=token):
            return _leaf_label(token)
        case Operator(info=info, value=value) if info is not None and value is not None and not info.setting:
            return f"{info.name} {_value_label(text, value, info.argument)}"
        case Group(inner=inner):
            return _label(text, inner)
        case Negation(item=item):
            label = _part_label(text, item)
            return f"not {label}" if label else ""
        case Sequence(items=parts) | Choice(branches=parts):
            name = _part_label if len(parts) > 1 else _label
            labels = [name(text, part) for part in parts]
            return (" or " if isinstance(node, Choice) else " and ").join(labels) if all(labels) else ""
        case _:
            return ""


def _part_label(text: str, node: Node) -> str:
    """What a filter among others is called: in parentheses as in the text, if it consists of several."""
    label = _label(text, node)
    return f"({label})" if label and isinstance(node, Group) and _is_several(node) else label


def _is_several(node: Node) -> bool:
    match node:
        case Group(inner=inner):
            return _is_several(inner)
        case Sequence(items=parts) | Choice(branches=parts):
            return len(parts) > 1 or any(map(_is_several, parts))
        case _:
            return False


def _leaf_label(token: Token) -> str:
    if not token.complete:
        return ""
    match token.kind:
        case "tag":
            return f"tag {token.text}"
        case "link":
            return f"links-to {token.text}"
        case "property" if token.property is not None:
            return _property_label(token.property)
        case _:
            return ""


def _value_label(text: str, value: Leaf | Group, argument: ArgumentKind) -> str:
    if isinstance(value, Group) or value.token.kind == "regex":
        return text[value.start : value.end]
    label = value.token.text
    if argument == "date":
        for sign, word in _DATE_WORDS:
            if label.startswith(sign):
                return word + label.removeprefix(sign)
    return label.lstrip(TAG_SIGNS) if argument == "tag" else label


def _property_label(found: PropertyFilter) -> str:
    if found.alternatives is None:
        return found.key
    labels = []
    for alternative in found.alternatives:
        if alternative.comparison == "range":
            labels.append(f"{alternative.value}..{alternative.upper}")
        elif alternative.comparison == "equals":
            empty = alternative.value.casefold() == "null" and not alternative.quoted
            labels.append("empty" if empty else alternative.value)
        else:
            labels.append(
                f"{'~' if alternative.comparison == 'contains' else alternative.comparison} {alternative.value}"
            )
    return f"{found.key} {' or '.join(labels)}"
