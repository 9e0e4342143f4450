"""A query that is the path or the file of a note, as one copies these, finds that note first."""

from __future__ import annotations

import pytest

from tests.conftest import ReadVault
from tests.search.asking import search

NOTES = {
    "01 - Work/Rosé plan.md": "A note with few words.",
    "01 - Work/Old/Rosé plan.md": "Another one of that name.",
    "01 - Work/Index.md": "Work: [[Rosé plan]], [[plan.md]]. The plan of all work, the rosé, rosé-plan.md.",
    "Other/Making of.md": "How `Rosé plan.md` was made: 01 - Work/Rosé plan.md, 01 - Work/Old/Rosé plan.md.",
    "Other/漢字/ガイド.markdown": "案内",
    "Other/Guide.md": "ガイド.markdown は 漢字/ガイド.markdown です。 漢字 ガイド",
    "ファイル.md": "Other/漢字",
}


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("01 - Work/Rosé plan.md", "01 - Work/Rosé plan.md"),
        ("01 - Work/Rosé plan", "01 - Work/Rosé plan.md"),
        ("01 - work/rose plan.MD", "01 - Work/Rosé plan.md"),
        ("./01 - Work/Rose\u0301 plan.md", "01 - Work/Rosé plan.md"),
        ("Old/Rosé plan", "01 - Work/Old/Rosé plan.md"),
        ("漢字/ガイド.markdown", "Other/漢字/ガイド.markdown"),
        ("Other/漢字/ガイド", "Other/漢字/ガイド.markdown"),
        ("ガイド.markdown", "Other/漢字/ガイド.markdown"),
        ("Making of.md", "Other/Making of.md"),
        ("folder:Other Other/Making of.md", "Other/Making of.md"),
    ],
)
def test_the_path_of_a_note_finds_it_first(read_vault: ReadVault, query: str, first: str) -> None:
    assert search(read_vault(NOTES), query).hits[0].path == first


def test_the_name_of_several_files_finds_all_of_them_first(read_vault: ReadVault) -> None:
    hits = search(read_vault(NOTES), "Rosé plan.md").hits
    assert {hit.path for hit in hits[:2]} == {"01 - Work/Rosé plan.md", "01 - Work/Old/Rosé plan.md"}


@pytest.mark.parametrize("query", ["plans.md", "Other/plan.md", "https://a.example/plan.md"])
def test_a_path_that_no_note_has_is_words(read_vault: ReadVault, query: str) -> None:
    found = [hit.path for hit in search(read_vault(NOTES), query).hits]
    assert found
    assert "01 - Work/Index.md" in found


def test_what_a_condition_leaves_out_is_not_found_by_its_path(read_vault: ReadVault) -> None:
    found = [hit.path for hit in search(read_vault(NOTES), "-folder:Other/漢字 Other/漢字/ガイド").hits]
    assert "Other/漢字/ガイド.markdown" not in found
    assert "Other/Guide.md" in found
