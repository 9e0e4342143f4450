"""Greek letters stand for their names where a science writes them, and nowhere else."""

from __future__ import annotations

import pytest

from vaulttui.search.words.greek_letters import parts_in_greek, spelt_in_greek


@pytest.mark.parametrize(
    ("word", "others"),
    [
        ("alpha", ("α",)),
        ("α-helix", ("alpha-helix",)),
        ("ifngamma", ("ifnγ",)),
        ("ifnγ", ("ifngamma",)),
        *((word, ()) for word in ("alphabet", "capi", "o", "μm", "kω", "και", "αλφα")),
    ],
)
def test_a_name_is_its_letter_alone_or_behind_others(word: str, others: tuple[str, ...]) -> None:
    assert spelt_in_greek(word) == others


def test_only_a_last_letter_tells_where_a_word_is_parted() -> None:
    assert parts_in_greek(["tnfα", "α", "μm", "κα", "tnf"]) == {"tnfα": ("tnf", "alpha")}
