"""Random query texts: valid ones, written by the grammar of the reference, and strings of any kind."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Mapping, Sequence

from tests.search.grammar import Writer
from tests.search.query_texts import FRAGMENTS
from vaulttui.errors import QuerySyntaxError
from vaulttui.search.engine import SearchEngine
from vaulttui.search.language.operators import find_operator
from vaulttui.search.query import Mode, Query
from vaulttui.search.syntax import (
    completion_context,
    describe_query,
    filter_chips,
    highlight_spans,
    parse_query,
)

BESIDES_THE_GRAMMAR = re.compile(
    r"needs? (a value|a letter|the name)|Write the name of a|no letter or digit|cannot be negated|regular expression"
    r"|There is no date|range ends|outside the years|not both|whole number from 1 to 1000000|leave out the \*"
    r"|for a pattern|The glob"
)
"""What may be wrong with a text that follows the grammar: the rules that the reference lists below it."""

_OPERATOR = re.compile(r"([^\W\d_][\w-]*):(?!:|//).*", re.DOTALL)


def is_operator(text: str) -> bool:
    """Whether a text begins with the name and colon of an operator."""
    match = _OPERATOR.fullmatch(text)
    return match is not None and find_operator(match[1]) is not None


def _may_be_operator(text: str) -> bool:
    """As :func:`is_operator`, or with what may be near to a name."""
    return _OPERATOR.fullmatch(text) is not None


class RandomQueries:
    """Makes query texts.

    Args:
        seed: The same seed gives the same texts.
        samples: Words, names and so on of a vault, by rule of the grammar.
    """

    def __init__(self, seed: int, samples: Mapping[str, Sequence[str]]) -> None:
        self._chance = random.Random(seed)
        self._writer = Writer(self._chance, samples, _may_be_operator)

    def valid(self) -> str:
        """A text that follows the grammar and what is said besides it.

        Raises:
            AssertionError: A text that follows the grammar was refused for another reason.
        """
        while True:
            text = self._writer.text("choice")
            try:
                parse_query(text)
            except QuerySyntaxError as error:
                swallowed = "\\)" in text and "is not closed" in error.message
                if not swallowed and not BESIDES_THE_GRAMMAR.search(error.message):
                    raise AssertionError(f"{text!r} was refused: {error.message}") from error
            else:
                return text

    def anything(self) -> str:
        """A string of any kind: pieces of queries, characters, or a valid text with a few changes."""
        chance = self._chance
        match chance.randrange(3):
            case 0:
                return "".join(chance.choices(FRAGMENTS, k=chance.randint(0, 9)))
            case 1:
                return "".join(chance.choice((chr(chance.randrange(1, 0x300)), self._character())) for _ in range(20))
            case _:
                return self._spoilt(self._writer.text("choice"))

    def _character(self) -> str:
        code = self._chance.randrange(0x110000)
        return chr(code) if not 0xD800 <= code < 0xE000 else "�"

    def _spoilt(self, text: str) -> str:
        for _ in range(self._chance.randint(1, 4)):
            place = self._chance.randint(0, len(text))
            added = self._chance.choice((*'()[]"“/\\:-#*', " OR ", "\n", ""))
            text = text[:place] + added + text[place + self._chance.randint(0, 2) :]
        return text


def use_text(text: str) -> None:
    """Do with a text what the query bar does, apart from searching.

    Raises:
        VaultTuiError: The text cannot be understood.
    """
    highlight_spans(text)
    completion_context(text, len(text) // 2)
    filter_chips(text)
    describe_query(parse_query(text, typing=True))


def ask(engine: SearchEngine, text: str, mode: Mode) -> float:
    """Search for a text, with its facets.

    Returns:
        Seconds until both were there.

    Raises:
        VaultTuiError: The text cannot be understood.
    """
    started = time.perf_counter()
    query = parse_query(text, defaults=Query(mode=mode))
    result = engine.search(query)
    engine.facets(query)
    seconds = time.perf_counter() - started
    assert len(result.hits) <= max(query.limit, result.total)
    assert all(0 <= hit.score <= 1 for hit in result.hits)
    return seconds
