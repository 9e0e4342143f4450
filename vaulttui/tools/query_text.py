"""Query texts from agents: the query language, but what stands between brackets may be a marker in the text."""

from __future__ import annotations

import re
from datetime import datetime

from vaulttui.errors import QuerySyntaxError
from vaulttui.search.engine import SearchEngine
from vaulttui.search.expression import PropertyIs, RegexIs
from vaulttui.search.language.given import Given
from vaulttui.search.language.lexer import has_word, tokenize
from vaulttui.search.language.quoting import quote
from vaulttui.search.language.reader import parse_query
from vaulttui.search.language.values import written_pattern
from vaulttui.search.lookups.any_note import any_note
from vaulttui.search.query import Query
from vaulttui.tools.arguments import told
from vaulttui.values import dataclass

_BRACKETS = re.compile(r"\[([^\[\]:\"]+)\]")
_NOTHING = Given()
_OF_QUERIES = ("phrase", "not", "or", "operator")
"""Kinds of tokens that hardly mean themselves; brackets and regular expressions may."""


@dataclass(frozen=True, slots=True)
class ReadText:
    """A query text, understood."""

    query: Query
    remarks: tuple[str, ...] = ()
    """How it was taken, where that is not as it is written."""


def looks_like_query(text: str) -> bool:
    """Whether a text that is to be found word by word seems to be written in the query language."""
    return any(token.kind in _OF_QUERIES and token.complete for token in tokenize(text))


def read_query(
    engine: SearchEngine, text: str, otherwise: Query, given: Given = _NOTHING, now: datetime | None = None
) -> ReadText:
    """Read a query text.

    ``[word]`` asks for notes that have the property ``word``. Where no note of the vault has it, the marker itself is
    looked for, as people write ``[decision]`` into their notes. ``word:value`` is looked for as it stands; where notes
    have such a property, a remark tells how to ask for it.

    Args:
        engine: Knows what notes have.
        text: In the query language.
        otherwise: What counts where neither the text nor an argument says anything.
        given: What is given by arguments.
        now: What ``today`` is; ``None`` for the clock's time.

    Raises:
        QuerySyntaxError: The text cannot be understood; the message says where, and what was probably meant.
    """
    try:
        read = _read(engine, text, given.defaults(otherwise), now)
    except QuerySyntaxError as fault:
        own = _as_written(text, fault)
        # Nothing is underlined for an agent: "the quote that begins here" would be anywhere.
        message = f"At character {own.start + 1}: {told(own)}"
        raise QuerySyntaxError(message, own.start, own.end, own.suggestion) from fault
    return ReadText(given.paged(read.query), (*read.remarks, *given.overruled(read.query)))


def _as_written(text: str, fault: QuerySyntaxError) -> QuerySyntaxError:
    """A fault with its place in the text that was given, in which no marker has been replaced."""
    try:
        parse_query(text)
    except QuerySyntaxError as own:
        return own
    return fault


def _read(engine: SearchEngine, text: str, defaults: Query, now: datetime | None) -> ReadText:
    remarks: list[str] = []
    parts: list[str] = []
    end = 0
    tokens = tokenize(text)
    groups: list[bool] = []  # whether what stands in each of the parentheses around a token is negated
    for place, token in enumerate(tokens):
        before = tokens[place - 1].kind if place else ""
        negated = (before == "not") != (bool(groups) and groups[-1])
        if token.kind == "open":
            groups.append(negated)
        elif token.kind == "close" and groups:
            groups.pop()
        written = text[token.start : token.end]
        marker = _BRACKETS.fullmatch(written) if token.kind == "property" else None
        if marker is None or any_note(engine, PropertyIs(marker[1].strip(), "exists")):
            continue
        parts += [text[end : token.start], _as_text(engine, written, marker[1].strip(), negated=negated)]
        end = token.end
        remarks.append(f"No note has a property {marker[1].strip()!r}: searched for the text {written} instead.")
    query = parse_query("".join([*parts, text[end:]]), now=now, defaults=defaults)
    if query.where is None and not query.ranked and text != "*" and not any(map(str.isalnum, text)):
        remarks.append(f"There is no letter or digit in {text!r}: every note is found.")
    return ReadText(query, tuple(remarks))


def _as_text(engine: SearchEngine, written: str, word: str, *, negated: bool) -> str:
    """The marker as it stands, if any note has it so or it is made of signs alone, else its words. Who wants none of it
    is not after the words: notes that only say them stay."""
    pattern = re.escape(written)
    literal = f"{written_pattern(pattern)} "  # what follows at once would make it a word
    if negated or not has_word(word):
        return literal
    return f"{literal}{quote(word)}" if any_note(engine, RegexIs(pattern, "content")) else quote(word)
