"""What a query asks for around the chunks that it finds."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from tests.conftest import MakeVault, OpenVault, ReadVault
from tests.search.asking import search
from vaulttui.search.local.local_engine import LocalEngine
from vaulttui.search.results import context
from vaulttui.vault.patience import Patience

NOTE = "---\nstatus: done\n---\n# One\n\nfirst\n\n# Two\n\na badger\n\n# Three\n\nlast\n"


NOTES: dict[str, str | bytes] = {"a.md": NOTE, "b.md": "a badger alone"}


@pytest.fixture
def engine(make_vault: MakeVault, open_vault: OpenVault) -> LocalEngine:
    return open_vault(make_vault(NOTES))


def contents(engine: LocalEngine, text: str, **changes: object) -> list[str]:
    return [hit.content for hit in search(engine, text, **changes).hits]


@pytest.mark.parametrize(
    ("lines", "first", "last"), [(0, 8, 11), (1, 7, 12), (3, 5, 14), (7, 1, 14), (1000, 1, 14)], ids=str
)
@pytest.mark.parametrize("group", ["note", "chunk"])
def test_contents_have_lines_around_them_clipped_at_the_notes_ends(
    read_vault: ReadVault, lines: int, first: int, last: int, group: str
) -> None:
    (hit,) = search(read_vault(NOTES), "badger path:a.md", context_lines=lines, group_by=group).hits
    assert hit.content.rstrip("\n") == "\n".join(NOTE.split("\n")[first - 1 : last]).rstrip("\n")
    assert (hit.first_line, hit.last_line, hit.line) == (8, 11, 10)


def test_each_hit_has_the_lines_of_its_own_note(engine: LocalEngine) -> None:
    assert contents(engine, "badger sort:name", context_lines=1) == ["\n# Two\n\na badger\n\n# Three", "a badger alone"]


@pytest.mark.parametrize("change", ["changed", "gone"])
def test_of_a_note_that_is_another_by_now_the_chunk_stands_alone(engine: LocalEngine, change: str) -> None:
    note = Path(engine.vault_path) / "a.md"
    if change == "gone":
        note.unlink()
    else:
        note.write_text("something\n" * 20)
    assert contents(engine, "badger path:a.md", context_lines=2) == contents(engine, "badger path:a.md")


def test_a_file_system_that_does_not_answer_leaves_the_chunk_alone(
    engine: LocalEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    over = threading.Event()
    monkeypatch.setattr(context, "PATIENCE", Patience(0.01))
    monkeypatch.setattr(context, "read_regular_file", lambda *_: over.wait())
    try:
        assert contents(engine, "badger path:a.md", context_lines=2) == contents(engine, "badger path:a.md")
    finally:
        over.set()


def test_a_part_of_a_long_line_says_where_that_goes_on(make_vault: MakeVault, open_vault: OpenVault) -> None:
    line = "".join(f"Sentence number {number} tells of nothing at all. " for number in range(100))
    engine = open_vault(make_vault({"a.md": f"before\n\n{line}\n\nafter\n"}))
    (alone,) = contents(engine, '"number 50"')
    assert contents(engine, '"number 50"', context_lines=1) == [f"\n…{alone.rstrip()}…\n"]


def test_an_empty_note_has_nothing_around_it(make_vault: MakeVault, open_vault: OpenVault) -> None:
    assert contents(open_vault(make_vault({"a.md": ""})), "", context_lines=3) == [""]
