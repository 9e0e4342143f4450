"""What title: finds is marked in the title, wherever it stands there."""

from __future__ import annotations

import pytest

from tests.conftest import ReadVault
from tests.search.asking import search
from vaulttui.search.results.title_matches import title_matches


@pytest.mark.parametrize(
    ("title", "text", "marked"),
    [
        ("Gardening", "arde", ["arde"]),
        ("Étude für Straßen", "ETU", ["Étu"]),
        ("E\u0301tude\u0301", "etude", ["E\u0301tude\u0301"]),
        ("Straße", "strasse", ["Straße"]),
        ("Straße", "as", ["aß"]),
        ("ﬁsh", "fi", ["ﬁ"]),
        ("tatata", "ta", ["ta", "ta", "ta"]),
        ("東京タワー", "京タ", ["京タ"]),
        ("は\u3099す停 バス停", "ばす", ["は\u3099す"]),
        ("ﾊﾞｽ停", "バス", ["ﾊﾞｽ"]),
        ("काला कल", "कल", ["कल"]),
        ("\u1112\u1161\u11ab\u1100\u116e\u11a8어", "국어", ["\u1100\u116e\u11a8어"]),
        ("ﻛﺘﺎﺏ", "تا", ["ﺘﺎ"]),
        ("🚀 launch", "🚀", ["🚀"]),
        ("Gardening", "x", []),
    ],
)
def test_a_text_is_marked_in_a_title_whatever_its_case_and_accents(title: str, text: str, marked: list[str]) -> None:
    assert [title[match.start : match.end] for match in title_matches(title, (), [text])] == marked


@pytest.mark.parametrize(
    ("query", "marked"),
    [
        ("title:arde", ["arde"]),
        ("title:(arde OR ote)", ["arde", "ote"]),
        ("title:arde /deni/", ["ardeni"]),
        ("title:(arde -rose)", ["arde"]),
        ("gardening -title:rose", ["Gardening"]),
        ("title:primer", []),
    ],
)
def test_a_hit_shows_what_of_its_title_was_found(read_vault: ReadVault, query: str, marked: list[str]) -> None:
    engine = read_vault({"a.md": "---\naliases: Primer\n---\n# Gardening notes\n"})
    (hit,) = search(engine, query).hits
    assert [hit.title[match.start : match.end] for match in hit.title_matches] == marked
