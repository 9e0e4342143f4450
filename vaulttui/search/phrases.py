"""Words in a row in the texts of chunks: told by the rows of words that the index has, and hardly ever by texts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from vaulttui.index.arrays import bits, scan
from vaulttui.index.tokenizer import JOINTS, MAX_FORM, fold, is_unspaced, row_of, words_of
from vaulttui.index.word_codes import MOST_CODES, joint_code, word_code
from vaulttui.search.holders import Holders
from vaulttui.search.selection import Selection
from vaulttui.search.snapshot import IntArray, Mask
from vaulttui.search.text_conditions import Condition, holding_in_a_row
from vaulttui.search.texts import TextCache

_FEW = 100
"""So many chunks are looked up; for more, the database goes through all of them."""


def find_phrase(selected: Selection, texts: TextCache, text: str, holders: Holders) -> Mask:
    """Find words in a row.

    Args:
        selected: Asks the database.
        texts: Shared between searches.
        text: The words.
        holders: What holds all of them.

    Returns:
        A mask over chunks.
    """
    numbers = selected.snapshot.chunks_of(holders.chunks)
    words = words_of(text)
    told = False
    if len(numbers) and not is_unspaced(text):
        numbers = _satisfying(_in_a_row(words, holders.terms), selected, numbers)
        # Of long words the index has the beginnings.
        told = max(map(len, words)) < MAX_FORM and all(max(terms) < MOST_CODES for terms in holders.terms.values())
    if not told:
        numbers, read = texts.bare(selected.begin, selected.snapshot, numbers)
        numbers = numbers[list(holding_in_a_row(text)(read))]
    found = np.zeros(selected.snapshot.chunk_count, dtype=np.bool_)
    found[numbers] = True
    return found


def _in_a_row(words: Sequence[str], terms: Mapping[str, Sequence[int]]) -> Condition:
    """A condition for chunks in which some words stand in a row.

    Args:
        words: Normalised.
        terms: Identities of the terms that fold to each part of a word.
    """
    rows = [
        [[joint_code(item)] if item in JOINTS else list(map(word_code, terms[fold(item)])) for item in row_of(word)]
        for word in words
    ]
    plainest = "".join(ways[0] for row in rows for ways in row)
    between = f"{_any_of(map(joint_code, JOINTS))}?"
    pattern = between.join("".join(map(_any_of, row)) for row in rows)
    # Most chunks have the words as one writes them mostly, which is found in a tenth of the time.
    return "(contains(words, ?) OR regexp_matches(words, ?))", [plainest, pattern]


def _any_of(letters: Iterable[str]) -> str:
    """RE2 pattern for one of some characters, which may be any."""
    return "[" + "".join(rf"\x{{{ord(letter):x}}}" for letter in letters) + "]"


def _satisfying(condition: Condition, selected: Selection, numbers: IntArray) -> IntArray:
    """Numbers of those of some chunks that satisfy a condition."""
    snapshot = selected.snapshot
    sql, parameters = condition
    identities = snapshot.chunk_ids[numbers]
    if len(numbers) <= _FEW:
        among = f"SELECT chunk_id FROM chunks WHERE chunk_id IN (SELECT id FROM rows) AND {sql}"
        rows = scan(selected.begin(), among, {"id": identities}, parameters)
    else:
        among = f"SELECT chunk_id FROM chunks WHERE get_bit(?::BLOB::BIT, chunk_id) = 1 AND {sql}"
        rows = selected.begin().execute(among, [bits(identities, len(snapshot.chunk_places)), *parameters])
    return snapshot.chunks_of(np.asarray(rows.fetchnumpy()["chunk_id"]))
