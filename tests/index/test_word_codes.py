"""Texts as rows of words: terms stand in a row in a text where their characters stand in a row in its words."""

from __future__ import annotations

import duckdb
import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from vaulttui.index.reading.columns import BatchBuilder
from vaulttui.index.reading.tokenizer import JOINTS
from vaulttui.index.reading.word_codes import MOST_CODES, WordRows, joint_code, word_code
from vaulttui.index.storage.arrays import objects, scan
from vaulttui.settings import VaultSettings
from vaulttui.vault.note import FileStat
from vaulttui.vault.reader import parse_note

BORDERS = tuple(
    number - 1 - len(JOINTS)
    for number in (
        *(len(JOINTS) + 1, 0x7F, 0x80, 0x7FF, 0x800, 0xD7FF, 0xD800),
        *(0xF7FF, 0xF800),
        MOST_CODES + len(JOINTS),
    )
)
"""Where characters take a byte more, around the surrogates, and at the end."""

rows_of_terms = st.lists(st.sampled_from(BORDERS) | st.integers(0, 40), max_size=12)


def encoded(*rows: list[int]) -> list[str]:
    numbers = np.array([len(JOINTS) + term for row in rows for term in row], dtype=np.int32)
    return WordRows(numbers, np.array([len(row) for row in rows], dtype=np.int64)).encoded()


def test_every_term_has_a_character_of_its_own_as_far_as_they_go() -> None:
    codes = [word_code(term) for term in BORDERS]
    assert len({*codes, *map(joint_code, JOINTS)}) == len(BORDERS) + len(JOINTS)
    assert encoded(list(BORDERS)) == ["".join(codes)]
    assert word_code(MOST_CODES) == word_code(MOST_CODES + 7) == "\U0010ffff" not in codes
    assert encoded([MOST_CODES, 2_000_000_000, 0]) == ["\U0010ffff\U0010ffff" + word_code(0)]


def test_joints_have_characters_too() -> None:
    term, *joints = 3, *range(len(JOINTS))
    rows = WordRows(np.array([len(JOINTS) + term, *joints], dtype=np.int32), np.array([len(JOINTS) + 1]))
    assert rows.encoded() == [word_code(term) + "".join(map(joint_code, JOINTS))]
    assert rows.occurrences(5).tolist() == [0, 0, 0, 1, 0]
    moved = rows.renumbered(np.array([9, 9, 9, 7], dtype=np.int32))
    assert moved.encoded() == [word_code(7) + "".join(map(joint_code, JOINTS))]


@given(st.lists(rows_of_terms, max_size=5), st.lists(st.sampled_from(BORDERS), min_size=1, max_size=3))
def test_the_database_finds_terms_in_a_row_where_they_are(rows: list[list[int]], wanted: list[int]) -> None:
    rows = [*rows, [5, *wanted, 6]]
    found = scan(
        duckdb.connect(),
        "SELECT number FROM rows WHERE contains(words, ?) ORDER BY number",
        {"number": np.arange(len(rows)), "words": objects(encoded(*rows))},
        ["".join(map(word_code, wanted))],
    ).fetchall()
    holding = [
        number
        for number, row in enumerate(rows)
        if any(row[start : start + len(wanted)] == wanted for start in range(len(row)))
    ]
    assert [number for (number,) in found] == holding


def test_no_texts_have_no_rows() -> None:
    assert encoded() == []
    assert encoded([], [3], []) == ["", word_code(3), ""]


def test_the_most_frequent_terms_of_a_batch_come_first() -> None:
    builder = BatchBuilder()
    texts = {"a.md": b"rare words, and the rest of the notes: the end of a row", "b.md": b"the rest of it"}
    for path, text in texts.items():
        builder.add(parse_note(text, path, FileStat(0, 0, 0, 0), VaultSettings()))
    batch = builder.build()
    assert batch.terms[:3] == ["the", "of", "rest"]
    names = (*JOINTS, *batch.terms)
    assert [names[number] for number in batch.words.numbers][:5] == ["rare", "words", "and", "the", "rest"]
