"""A note that begins with pictures is shown by its first words."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.conftest import indexed_vault
from tests.search.asking import search
from vaulttui.search.local.local_engine import LocalEngine
from vaulttui.search.results.note_beginnings import has_words

_BADGES = "%% badges %%\n\n![GitHub stars](https://img.example/stars.svg)  \n[![build](b.svg)](https://ci.example/b)\n"
NOTES: dict[str, str | bytes] = {
    "Badges.md": f"---\ntags: [plugin]\n---\n{_BADGES}\n# Badges\n\nIt draws charts of the vault.\n",
    "Pictures.md": f"{_BADGES}\n# Pictures\n\n![[chart.png]]\n",
    "Words.md": "![stars](s.svg) A chart.\n\n# Words\n\nLater text.\n",
    "Long.md": _BADGES + "".join(f"# {number}\n\n![a](a.svg)\n\n" for number in range(9)) + "# Last\n\nFar below.\n",
}


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalEngine]:
    with indexed_vault(tmp_path_factory.mktemp("beginnings"), NOTES) as engine:
        yield engine


@pytest.mark.parametrize(
    ("query", "path", "line", "text"),
    [
        ("", "Badges.md", 11, "It draws charts of the vault."),
        ("tag:plugin", "Badges.md", 11, "It draws charts of the vault."),
        ("build", "Badges.md", 7, "…stars build"),
        ("", "Pictures.md", 1, "GitHub stars build"),  # it has nothing else
        ("", "Words.md", 1, "stars A chart."),
        ("", "Long.md", 1, "GitHub stars build"),  # what comes so late is not what it begins with
    ],
)
def test_what_a_note_begins_with(engine: LocalEngine, query: str, path: str, line: int, text: str) -> None:
    found = next(hit for hit in search(engine, query).hits if hit.path == path)
    assert (found.line, found.snippet.text) == (line, text)


@pytest.mark.parametrize(
    "text",
    [
        "![a](b(c).svg)",
        "![a][b]",
        "<p align='center'>\n<img src='a'>\n</p>",
        "## Heading\n\n![[a.png|200]]",
        "<!-- a -->",
    ],
)
def test_pictures_are_no_words(text: str) -> None:
    assert not has_words(text)
    assert has_words(f"{text}\n\nwords")
