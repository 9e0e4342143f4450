"""Words in a row in the texts of chunks: told by the rows of words that the index has, and nearly never by texts."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import numpy as np

from vaulttui.index.arrays import bits, scan
from vaulttui.index.tokenizer import MAX_FORM, fold, is_unspaced, query_forms, words_of
from vaulttui.index.word_codes import MOST_CODES, word_code
from vaulttui.search.holders import Holders, parts_of
from vaulttui.search.selection import Selection
from vaulttui.search.snapshot import IntArray, Mask
from vaulttui.search.text_conditions import Condition, holding_in_a_row, text_is
from vaulttui.search.texts import TextCache

_FEW = 100
"""So many chunks are looked up; for more, the database goes through all of them."""
_MANY = 2_000
"""The texts of so many chunks are looked through in the database, where it takes longer to begin."""
_MOST_WAYS = 8
"""So many ways to write a phrase are looked for one after the other, more of them at once."""


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
    told = False
    if not is_unspaced(text):
        words = words_of(text)
        row = [holders.terms[fold(part)] for word in words for part in parts_of(word)]
        numbers = _satisfying(_in_a_row(row), selected, numbers)
        # Of a word with joints, rows have the parts alone, and of a long one how it begins.
        told = all(query_forms(word) == (word,) and len(word) < MAX_FORM for word in words)
        told = told and max(itertools.chain(*row), default=0) < MOST_CODES
    if not told and len(numbers) > _MANY:
        numbers = _satisfying(text_is(text, "text"), selected, numbers)
    elif not told:
        numbers, read = texts.bare(selected.begin, selected.snapshot, numbers)
        numbers = numbers[list(holding_in_a_row(text)(read))]
    found = np.zeros(selected.snapshot.chunk_count, dtype=np.bool_)
    found[numbers] = True
    return found


def _in_a_row(row: Sequence[Sequence[int]]) -> Condition:
    """A condition for chunks whose words have some terms in a row, each one out of several that are one word."""
    if math.prod(map(len, row)) > _MOST_WAYS:
        sets = ["".join(rf"\x{{{ord(word_code(term)):x}}}" for term in terms) for terms in row]
        return "regexp_matches(words, ?)", ["".join(f"[{letters}]" for letters in sets)]
    ways = ["".join(map(word_code, way)) for way in itertools.product(*row)]
    return f"({' OR '.join(['contains(words, ?)'] * len(ways))})", list(ways)


def _satisfying(condition: Condition, selected: Selection, numbers: IntArray) -> IntArray:
    """Numbers of those of some chunks that satisfy a condition."""
    snapshot = selected.snapshot
    if not len(numbers):
        return numbers
    sql, parameters = condition
    identities = snapshot.chunk_ids[numbers]
    if len(numbers) <= _FEW:
        among = f"SELECT chunk_id FROM chunks WHERE chunk_id IN (SELECT id FROM rows) AND {sql}"
        rows = scan(selected.begin(), among, {"id": identities}, parameters)
    else:
        among = f"SELECT chunk_id FROM chunks WHERE get_bit(?::BLOB::BIT, chunk_id) = 1 AND {sql}"
        rows = selected.begin().execute(among, [bits(identities, len(snapshot.chunk_places)), *parameters])
    return snapshot.chunks_of(np.asarray(rows.fetchnumpy()["chunk_id"]))
