"""Greek letters stand for their names where a science writes them, and nowhere else."""

from __future__ import annotations

import pytest

from tests.conftest import ReadVault
from tests.search.asking import marked, search
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


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("alpha", ["α"]),
        ("TNF alpha", ["TNF", "TNFα", "α"]),
        ("TNFα", ["TNF-α", "TNFα"]),
        ("β-carotene", ["Beta"]),
        ("β", ["Beta"]),
        ("χ²", ["chi2"]),
        ("IFNγ", ["IFN gamma"]),
    ],
)
def test_letters_and_their_names_find_each_other(read_vault: ReadVault, typed: str, shown: list[str]) -> None:
    engine = read_vault(
        {"a.md": "All of TNF-α.", "b.md": "Of TNFα alphabets.", "c.md": "Beta, chi2.", "d.md": "IFN gamma."}
    )
    assert sorted(mark for hit in search(engine, typed).hits for mark in marked(hit)) == sorted(shown)
