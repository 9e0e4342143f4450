"""Words with a colon that are no operators: which of them were meant as one, and what to write instead."""

from __future__ import annotations

from typing import NamedTuple

from vaulttui.search.language.dates import looks_like_date
from vaulttui.search.language.operators import OperatorInfo, find_operator
from vaulttui.search.language.quoting import QUOTES, quote
from vaulttui.search.language.spelling import nearest_operator

_DATE_PREFIXES = {
    **{"since": ">=", "after": ">", "before": "<", "until": "<=", "date": ""},
    **{"newer": ">", "older": "<", "newer_than": ">=", "older_than": "<"},
}
"""Names that others use for dates, and the comparison they stand for here."""

_LINKS = frozenset({"link", "links", "backlink", "backlinks"})

_CALLED_HERE = {"intitle": "title", "allintitle": "title", "intext": "content", "inurl": "path"}
"""Names that search engines have for operators."""

_ELSEWHERE = frozenset({"ignore-case", "ext", "filetype", "prop", "property", *_CALLED_HERE, *_LINKS})
"""Operators of other programs that are answered with what to write here, whatever their value is."""


class Hint(NamedTuple):
    """What is wrong with an unknown operator."""

    message: str
    suggestion: str
    """Replaces the name, or the whole of it with its value."""
    replaces_value: bool = False


def looks_attempted(name: str, value: str) -> bool:
    """Whether an unknown ``name:value`` was meant as an operator rather than as a word.

    It was if the value begins with a quote, bracket or parenthesis; if the name is one that other programs have; or
    if it is near to the name of an operator that could take the value. So ``status:"in work"`` and ``tga:work`` are
    reported, while ``12:30``, ``node:fs``, ``hash:1f3a`` and ``status:draft`` are words.
    """
    if len(name) < 2:
        return False
    if value[0] in QUOTES or value[0] in "([":
        return True
    folded = name.casefold()
    if folded in _ELSEWHERE:
        return True
    if folded in _DATE_PREFIXES:
        return looks_like_date(value)
    near = find_operator(nearest_operator(name))
    return near is not None and _could_take(near, value)


def could_be_extended(name: str, value: str) -> bool:
    """Whether more letters at the end of ``name:value`` could turn it into a word."""
    if value == "/":
        return True
    if value[0] in QUOTES or value[0] in "([":
        return False
    if name.casefold() in _DATE_PREFIXES:
        return True
    near = find_operator(nearest_operator(name))
    return near is not None and near.argument in ("date", "choice", "number")


def _could_take(info: OperatorInfo, value: str) -> bool:
    match info.argument:
        case "choice":
            return value.casefold().partition(":")[0] in info.choices
        case "number":
            return value.isdigit()
        case "date":
            return looks_like_date(value)
        case _:
            return True


def explain_unknown(name: str, value: str, bare_value: str) -> Hint:
    """Say what to write instead of an unknown operator.

    Args:
        name: What stands before the colon.
        value: The value as written, with its quotes or brackets.
        bare_value: The value without them, ``""`` if it is a group.
    """
    folded = name.casefold()
    if folded == "ignore-case":
        return Hint("ignore-case: is not needed: case is ignored unless match-case: asks for it.", value, True)
    if folded in ("prop", "property"):
        inner = bare_value[1:-1] if bare_value.startswith("[") and bare_value.endswith("]") else bare_value
        key, _, rest = (_in_brackets(part) for part in inner.partition(":"))
        suggestion = f"[{key}:{rest}]" if rest else f"[{key}]" if key else ""
        return Hint("Properties are written in brackets: [name] or [name:value].", suggestion, True)
    if folded in ("ext", "filetype"):
        extension = bare_value.lstrip(".")
        suggestion = f"file:.{extension}" if extension else ""
        return Hint(f"There is no {folded}: here. Use file: with the extension.", suggestion, True)
    if folded in _LINKS:
        return Hint(f'There is no operator "{name}:". Use links-to: or linked-from:.', "links-to")
    if folded in _DATE_PREFIXES and looks_like_date(bare_value or value):
        compared = (bare_value or value).startswith(("<", ">")) or ".." in value
        sign = "" if compared else _DATE_PREFIXES[folded]
        new = f"modified:{quote(sign + bare_value) if value[0] in QUOTES else sign + value}"  # the sign is quoted, too
        return Hint(f'There is no operator "{name}:". Use modified: or created: with a date.', new, True)
    near = find_operator(_CALLED_HERE.get(folded) or nearest_operator(name))
    if near:
        return Hint(f'There is no operator "{name}:". Did you mean {near.name}:?', near.name)
    if bare_value:
        new = f"[{name}:{quote(bare_value)}]"
        return Hint(f'There is no operator "{name}:". A property is written {new}.', new, True)
    return Hint(f'There is no operator "{name}:". To search for the word itself, put it in quotes.', "")


def _in_brackets(part: str) -> str:
    """The name or value of a property, in quotes where it would end the brackets."""
    return quote(part) if "]" in part else part
