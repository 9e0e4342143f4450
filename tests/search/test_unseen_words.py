"""Words that only a note's source shows: addresses of links, and the markup of HTML elements."""

from __future__ import annotations

import pytest

from tests.conftest import ReadVault
from tests.search.asking import marked, search
from vaulttui.search.local.local_engine import LocalEngine
from vaulttui.search.query import Hit

_FOOTER = '\n\n# Further\n\n<span class="git-footer">[Edit](https://example.org/edit/{}?by=sync)</span>\n'
_NOTES = {
    "Git.md": "# Git\n\nHow to keep notes in it.\n",
    "Sync.md": "# Sync\n\nSync by any means, sync often.\n",
    "Strava sync.md": "# Strava sync\n\nRuns, sync by sync.\n",
    "Tool.md": "![builds](https://example.org/anna/tool)\n\n# Tool\n\nIt works.\n\n# Credits\n\nMade by anna.\n",
    "Code.md": "# Code\n\n```html\n<figure class='wide'>\n```\n",
    "Releases.md": "## [1.2.0](https://example.org/runs)\n\nNew.\n",
    "Figure.md": "# Drawn\n\n<figure class='wide'>A ship.</figure>\n",
}


@pytest.fixture
def engine(read_vault: ReadVault) -> LocalEngine:
    return read_vault({path: text + _FOOTER.format(path[:3]) for path, text in _NOTES.items()})


def _paths(engine: LocalEngine, asked: str) -> list[str]:
    return [hit.path for hit in search(engine, asked).hits]


def _first(engine: LocalEngine, asked: str) -> Hit:
    return search(engine, asked).hits[0]


def test_the_class_of_an_element_finds_nothing_where_a_word_is_shown(engine: LocalEngine) -> None:
    assert _paths(engine, "git") == ["Git.md"]


def test_the_class_of_an_element_is_found_where_it_is_shown_nowhere(engine: LocalEngine) -> None:
    assert len(_paths(engine, "footer")) == len(_NOTES)


def test_the_markup_of_an_element_is_found_in_quotes(engine: LocalEngine) -> None:
    assert len(_paths(engine, '"git-footer"')) == len(_NOTES)


def test_a_word_in_every_address_tells_notes_apart_by_where_it_is_shown(engine: LocalEngine) -> None:
    assert _paths(engine, "strava sync")[0] == "Strava sync.md"
    assert set(_paths(engine, "sync")[:2]) == {"Sync.md", "Strava sync.md"}
    assert _first(engine, "git sync").path == "Git.md"  # the word that is shown in one note only


def test_an_address_is_found_also_where_a_word_is_shown(engine: LocalEngine) -> None:
    assert len(_paths(engine, "sync")) == len(_NOTES)


def test_an_address_in_a_heading_is_no_word_of_it(engine: LocalEngine) -> None:
    assert _paths(engine, "runs") == ["Strava sync.md", "Releases.md"]
    hit = _first(engine, "1.2.0")
    assert (hit.path, hit.heading_path) == ("Releases.md", ("[1.2.0](https://example.org/runs)",))


def test_an_address_that_is_shown_nowhere_counts_as_any_word(engine: LocalEngine) -> None:
    (hit,) = search(engine, "example.org/anna/tool").hits[:1]
    assert hit.path == "Tool.md"
    assert _first(engine, "example.org").score > 0.3


def test_the_passage_that_shows_the_word_stands_for_its_note(engine: LocalEngine) -> None:
    hit = _first(engine, "anna")
    assert (hit.path, hit.heading_path, marked(hit)) == ("Tool.md", ("Credits",), ["anna"])


def test_code_shows_what_looks_like_an_element(engine: LocalEngine) -> None:
    assert _paths(engine, "wide") == ["Code.md"]


def test_an_explanation_names_words_that_are_shown(engine: LocalEngine) -> None:
    hits = {hit.path: hit for hit in search(engine, "strava sync", explain=True).hits}
    assert "all words" in (hits["Strava sync.md"].explanation or "")


@pytest.mark.parametrize("asked", ["darkmode", "DarkMode"])
def test_words_in_a_row_that_one_word_is_are_told_from_what_is_unseen(read_vault: ReadVault, asked: str) -> None:
    engine = read_vault(
        {
            "Shown.md": "The dark mode.\n",
            "Heading.md": "# Dark mode\n\n<b id='x'>How to use it.</b>\n",
            "Element.md": '<span class="dark mode">Here.</span>\n',
            "Half.md": '<span class="dark">mode</span>\n',
            "Address.md": "[Here](https://example.org/dark/mode), or [there](https://example.org/dark/mode).\n",
        }
    )
    assert _paths(engine, asked) == ["Heading.md", "Shown.md", "Address.md"]


def test_words_in_a_row_in_an_element_are_found_by_the_one_that_they_are_where_nothing_shows_them(
    read_vault: ReadVault,
) -> None:
    engine = read_vault({"Element.md": '<span class="dark mode">Here.</span>\n', "Other.md": "Here.\n"})
    assert _paths(engine, "darkmode") == ["Element.md"]
