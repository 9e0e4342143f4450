"""How to write a word, a value or a property so that it is read as what it is."""

from __future__ import annotations

import re
from datetime import date

from vaulttui.index.reading.property_values import PLAIN_NUMBER, number_text
from vaulttui.index.reading.tokenizer import words_of
from vaulttui.search.expression import Expression, PropertyIs
from vaulttui.search.language.conditions import LeafContext, SyntaxProblem
from vaulttui.search.language.lexer import is_boolean, tokenize
from vaulttui.search.language.properties import as_written, read_property_filter
from vaulttui.search.language.quoting import PAIRED, quote

_BARE_VALUE = re.compile(r"""[^\s()\[\]"“”„‟«»「『/\\:*#-][^\s()\\*]*""")
_LINK_TARGET = re.compile(r"[^\s\[\]|](?:[^\[\]|]*[^\s\[\]|])?")
_PARENTHESES = re.compile(r"([()])")
_PATTERN_PART = re.compile(r"\\.|/", re.DOTALL)

_ANY_DAY = date(2000, 1, 1)
# A day to read written values back with: a text that depends on it is not a value of its own.


def is_plain_word(text: str) -> bool:
    """Whether a text, standing anywhere among other words, is read as that one word."""
    if text.isalnum():
        return not is_boolean(text)
    if not text or text[0] in "/-" or text[0] in PAIRED or text[-1] == "\\":
        return False
    tokens = tokenize(f"{text} x")
    return len(tokens) == 2 and tokens[0].kind == "word" and tokens[0].text == text


def written_word(text: str) -> str:
    """A word that only ranks: with a backslash where it would mean something else."""
    if is_plain_word(text):
        return text
    return "\\" + text[0] + _PARENTHESES.sub(r"\\\1", text[1:])


def escape_text(text: str) -> str:
    """Write any text as a query that means just its words: all of them rank, none is an operator.

    For texts that were not written as queries, like a question that is handed to a program. Signs and emoji that
    stand alone are left out, for no note can rank higher by them.
    """
    return " ".join(written_word(word) for word in text.split() if words_of(word))


def written_value(text: str) -> str:
    """A value behind an operator's colon: in quotes where needed."""
    return text if _BARE_VALUE.fullmatch(text) else quote(text)


def written_pattern(pattern: str) -> str:
    """A regular expression between slashes."""
    return "/" + _PATTERN_PART.sub(lambda part: "\\/" if part[0] == "/" else part[0], pattern) + "/"


def written_target(target: str) -> str:
    """A note's name behind ``links-to:``."""
    return f"[[{target}]]" if _LINK_TARGET.fullmatch(target) else quote(target)


def _read_property(text: str) -> Expression | None:
    """What a text means if all of it is one property filter."""
    tokens = tokenize(text)
    if len(tokens) != 1 or tokens[0].kind != "property":
        return None
    try:
        return read_property_filter(LeafContext(text, _ANY_DAY), tokens[0])
    except SyntaxProblem:
        return None


def written_key(key: str) -> str:
    """The name of a property: in quotes where needed."""
    return key if _read_property(f"[{key}]") == PropertyIs(key, "exists") else quote(key)


def value_condition(key: str, value: str) -> PropertyIs:
    """What finds the notes that a facet counts for a value: a number that could be written shorter is a text.

    Args:
        key: Of the property.
        value: As the facet has it, not empty.
    """
    number = PLAIN_NUMBER.fullmatch(value)
    shortest = number is None or number_text(float(value)) == value
    return PropertyIs(key, "equals", value) if shortest else as_written(key, value)


def written_property_value(item: PropertyIs) -> str:
    """What stands behind the colon of a property filter.

    Raises:
        ValueError: The comparison takes no value (``exists``, ``missing``).
    """
    match item.comparison:
        case "empty":
            return "null"
        case "exists" | "missing":
            raise ValueError(f"{item.comparison} takes no value")
        case "range":
            bare, quoted = f"{item.value}..{item.upper}", f"{quote(item.value)}..{quote(item.upper)}"
        case "written":
            return quote(item.value)
        case "equals" | "contains" | "<" | "<=" | ">" | ">=":
            sign = {"equals": "", "contains": "~"}.get(item.comparison, item.comparison)
            bare, quoted = sign + item.value, sign + quote(item.value)
    return bare if _read_property(f"[{written_key(item.key)}:{bare}]") == item else quoted
