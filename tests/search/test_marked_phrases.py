"""What is in quotes is marked as it stands there, and its line is the one that is told."""

from __future__ import annotations

import pytest

from tests.conftest import MakeVault, OpenVault, ReadVault
from tests.search.asking import marked, search


@pytest.mark.parametrize(
    ("asked", "text", "expected", "line"),
    [
        ('"cats 20"', "# Cats and 20\n\nintro\n\nmore\n\nentry cats 20 here\n", ["cats 20"], 7),
        ('"cats 20" entry', "# Cats and 20\n\nintro\n\nmore\n\nentry cats 20 here\n", ["entry", "cats 20"], 7),
        ('"cats 20" cats', "# Cats and 20\n\nA cat.\n\nentry cats 20 here\n", ["Cats", "cat", "cats 20"], 5),
        ('"dark mode"', "Darkmode, the mode, and dark.\n\nA *dark* mode.\n", ["dark mode"], 3),
        ('"vieux port"', "Un port, très vieux.\n\nLe vieux port est bloqué.\n", ["vieux port"], 3),
        ('"gpt-4 turbo"', "Déjà: turbo gpt-4.\n\nÀ gpt-4 turbo-x.\n", ["gpt-4 turbo"], 3),
        ('"the boats"', "The boat.\n\nAll of the boats.\n", ["the boats"], 3),
        ('"北京大学"', "我们去北京大学。\n\n北京的大学，大学生。A北京大学B\n", ["北京大学", "北京大学"], 1),
        ('"北京大学" 大学', "我们去北京大学。\n\n北京的大学。\n", ["北京大学", "大学"], 1),
        ('"ภาษาไทย"', "ภาษา และ ภาษาไทย\n", ["ภาษาไทย"], 1),
        ('"한국어"', "한국의 국어, 한국어를\n", ["한국어"], 1),
        ('"北京 大学"', "北京大学，北京、大学\n", ["北京、大学"], 1),
    ],
)
def test_words_in_quotes_are_marked_where_they_stand_in_a_row(
    read_vault: ReadVault, asked: str, text: str, expected: list[str], line: int
) -> None:
    engine = read_vault({"a.md": text})
    found = search(engine, asked)
    (hit,) = found.hits
    assert (marked(hit), hit.line) == (expected, line)


def test_their_single_words_are_not_handed_to_whoever_marks_the_note(
    make_vault: MakeVault, open_vault: OpenVault
) -> None:
    engine = open_vault(make_vault({"a.md": "All of the dark mode themes."}))
    assert set(search(engine, '"dark mode" themes').highlights) == {"themes"}


def test_words_are_handed_on_in_an_order_that_does_not_tell_which_was_indexed_first(
    make_vault: MakeVault, open_vault: OpenVault
) -> None:
    root = make_vault({})
    engine = open_vault(root)
    engine.refresh(embed=False)
    for path, text in (("b.md", "Those who sponsor."), ("a.md", "They sponsored what she sponsors, sponsoring it.")):
        (root / path).write_text(text)
        engine.index_note(path)
    assert search(engine, "sponsor").highlights == ("sponsored", "sponsoring", "sponsors", "sponsor")
