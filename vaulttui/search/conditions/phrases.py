"""Words in a row in the texts of chunks.

Those in the source are told by the rows of words that the index has, and hardly ever by texts. Those that only a reader
sees in a row are looked for in the texts of what has them in this order.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vaulttui.index.reading.letters import fold, is_unspaced
from vaulttui.index.reading.symbols import SCRIPT_ELEMENTS
from vaulttui.index.reading.tokenizer import JOINTS, MAX_FORM, row_of, words_of
from vaulttui.index.reading.word_codes import MOST_CODES, joint_code, word_code
from vaulttui.index.storage.arrays import CHUNK_IS_SET, IntArray
from vaulttui.search.conditions.holders import Holders
from vaulttui.search.conditions.row_spans import holding_in_a_row
from vaulttui.search.conditions.runs_as_seen import parted
from vaulttui.search.conditions.text_conditions import Condition
from vaulttui.search.expression import TextIs
from vaulttui.search.memory.selection import Selection
from vaulttui.search.memory.snapshot import Mask
from vaulttui.search.memory.texts import TextCache

_AMONG_FEW = (
    f"WITH wanted AS MATERIALIZED (SELECT chunk_id, words FROM chunks WHERE {CHUNK_IS_SET}) "
    "SELECT {columns} FROM wanted WHERE {condition}"
)
_AMONG_MANY = f"SELECT {{columns}} FROM chunks WHERE CASE WHEN {CHUNK_IS_SET} THEN {{condition}} END"
_PARTED = f"SELECT chunk_id FROM chunks WHERE CASE WHEN {CHUNK_IS_SET} THEN regexp_matches(text, ?) END"
_FEW = 10_000
"""The words of so many chunks are read in less time than all; to hold those of many takes memory."""


def find_phrase(selected: Selection, texts: TextCache, condition: TextIs, holders: Holders) -> Mask:
    """Find words in a row.

    Args:
        selected: Asks the database.
        texts: Shared between searches.
        condition: The words.
        holders: What holds all of them.

    Returns:
        A mask over chunks.
    """
    snapshot, text = selected.snapshot, condition.text
    numbers = snapshot.chunks_of(holders.chunks)
    words = words_of(text)
    found = np.zeros(snapshot.chunk_count, dtype=np.bool_)
    if not len(numbers):
        return found

    def among(numbers: IntArray, wanted: Condition) -> IntArray:
        return snapshot.chunks_of(np.asarray(select_among(selected, numbers, "chunk_id", wanted)["chunk_id"]))

    if not SCRIPT_ELEMENTS.isdisjoint(words):
        pass  # rows of words have these elsewhere
    elif not any(map(is_unspaced, words)):
        in_source = among(numbers, _in_a_row(words, holders.terms))
        others = np.setdiff1d(numbers, in_source)
        numbers = among(others, _in_order(words, holders.terms)) if len(others) and len(words) > 1 else others[:0]
        # Of long words the index has the beginnings. What an unfinished one may be, the same word before it may not.
        plain = max(map(len, words)) < MAX_FORM and not condition.unfinished
        if plain and all(max(terms) < MOST_CODES for terms in holders.terms.values()):
            found[in_source] = True
        else:
            numbers = np.concatenate((in_source, numbers))
    else:
        unparted = snapshot.chunks_of(holders.unparted)
        others = np.setdiff1d(numbers, unparted)
        numbers = np.concatenate((unparted, _parted(selected, others, words))) if len(others) else unparted
    if not len(numbers):
        return found
    numbers, read = texts.bare(selected.begin, snapshot, numbers)
    found[numbers[list(holding_in_a_row(text, unfinished=condition.unfinished)(read))]] = True
    return found


def select_among(
    selected: Selection, numbers: IntArray, columns: str, condition: Condition
) -> Mapping[str, NDArray[Any]]:
    """Look at the rows of words of some chunks.

    Args:
        selected: Asks the database.
        numbers: Of the chunks.
        columns: What is wanted of ``chunk_id`` and ``words``.
        condition: SQL over ``words`` for those that count.

    Returns:
        The columns, in any order of the chunks.
    """
    sql, parameters = condition
    wanted = selected.snapshot.chunk_bits(numbers)
    sql = (_AMONG_FEW if len(numbers) <= _FEW else _AMONG_MANY).format(columns=columns, condition=sql)
    return selected.begin().execute(sql, [wanted, *parameters]).fetchnumpy()


def _parted(selected: Selection, numbers: IntArray, words: Sequence[str]) -> IntArray:
    """Those of some chunks in which letters of some words may be parted: to read and fold the others takes long."""
    wanted = [selected.snapshot.chunk_bits(numbers), parted(words, folded=False)]
    return np.flatnonzero(selected.chunks(_PARTED, wanted))


def _in_a_row(words: Sequence[str], terms: Mapping[str, Sequence[int]]) -> Condition:
    """A condition for chunks in which some words stand in a row.

    Args:
        words: Normalised.
        terms: Identities of the terms that fold to each part of a word.
    """
    rows = [_codes_of(word, terms) for word in words]
    plainest = "".join(ways[0] for row in rows for ways in row)
    between = f"{_any_of(map(joint_code, JOINTS))}?"
    pattern = between.join("".join(map(_any_of, row)) for row in rows)
    # Most chunks have the words as they are mostly written, which is found in a tenth of the time. That it comes first
    # is sure of a CASE only.
    return "CASE WHEN contains(words, ?) THEN TRUE ELSE regexp_matches(words, ?) END", [plainest, pattern]


def _in_order(words: Sequence[str], terms: Mapping[str, Sequence[int]]) -> Condition:
    """A condition for chunks in which some words stand in their order, with anything between them; see
    :func:`_in_a_row`."""
    pattern = ".*".join("".join(map(_any_of, _codes_of(word, terms))) for word in words)
    return "regexp_matches(words, ?)", [f"(?s){pattern}"]


def _codes_of(word: str, terms: Mapping[str, Sequence[int]]) -> list[list[str]]:
    """The characters that may stand for each part of a word and for its joints, in order."""
    return [[joint_code(item)] if item in JOINTS else list(map(word_code, terms[fold(item)])) for item in row_of(word)]


def _any_of(letters: Iterable[str]) -> str:
    """RE2 pattern for one of some characters, which may be any."""
    return "[" + "".join(rf"\x{{{ord(letter):x}}}" for letter in letters) + "]"
