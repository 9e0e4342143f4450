"""What notes are called, and their metadata, is the same from the database and from memory."""

from __future__ import annotations

import pytest

from tests.conftest import MakeVault, OpenVault
from vaulttui.index.storage import duckdb
from vaulttui.search.local.local_engine import LocalEngine
from vaulttui.search.memory import note_rows
from vaulttui.search.memory.note_rows import NoteHead, NoteMetadata
from vaulttui.search.query import Mode, Query
from vaulttui.search.syntax import parse_query
from vaulttui.search.view import IndexView

NOTES = {
    "plain.md": "Only a word.\n",
    "folder/titled.md": '---\ntitle: "A title: of its own"\naliases: [Ä, "two words"]\ntags: [one, two/three]\n---\n',
    "no ending..md": "# Heading\n\n#tag\n",
    "props.md": "---\nstatus: active\nlist: [1, 2]\n---\n",
}


def _known(engine: LocalEngine) -> dict[str, tuple[NoteHead, NoteMetadata]]:
    def ask(view: IndexView) -> dict[str, tuple[NoteHead, NoteMetadata]]:
        numbers = list(range(view.snapshot.note_count))
        heads, metadata = view.note_heads(numbers), view.note_metadata(numbers)
        return {view.snapshot.paths[number]: (heads[number], metadata[number]) for number in numbers}

    return engine._views.ask(ask)


@pytest.mark.parametrize("most_objects", [1, 10_000])
def test_notes_in_memory_are_as_in_the_database(
    make_vault: MakeVault, open_vault: OpenVault, monkeypatch: pytest.MonkeyPatch, most_objects: int
) -> None:
    root = make_vault(NOTES)
    engine = open_vault(root)
    stored = _known(engine)
    assert stored["folder/titled.md"][0].titles == ("A title: of its own", "titled", "Ä", "two words")
    assert stored["folder/titled.md"][1].tags == ("one", "two/three")
    monkeypatch.setattr(note_rows, "_KEPT", most_objects)
    engine._views.forget()
    engine._views._shared.resident.read()
    assert _known(engine) == stored
    # What is written later is fetched, and packed when there is more of it.
    (root / "later.md").write_text("---\ntags: [late]\n---\n", encoding="utf-8")
    engine.refresh()
    assert _known(engine)["later.md"][1].tags == ("late",)
    monkeypatch.setattr(note_rows, "_FEW", 0)
    (root / "plain.md").unlink()
    (root / "latest.md").write_text("Another word.\n", encoding="utf-8")
    engine.refresh()
    assert set(_known(engine)) == {*NOTES, "later.md", "latest.md"} - {"plain.md"}
    with engine._views.view() as view:
        assert view.notes._heads._packed.last == max(view.snapshot.note_ids)


def test_a_property_that_the_query_names_lifts_its_note(make_vault: MakeVault, open_vault: OpenVault) -> None:
    root = make_vault(
        {
            "a.md": "Status active, active status: status active and active.\n",
            "b.md": "---\nstatus: active\n---\nSomething else.\n",
        }
    )
    engine = open_vault(root)
    query = parse_query("status active", defaults=Query(mode=Mode.KEYWORD))
    for _ in range(2):
        assert [hit.path for hit in engine.search(query).hits] == ["b.md", "a.md"]
        engine._views._shared.resident.read()


def test_nobody_waits_while_notes_are_packed(make_vault: MakeVault, open_vault: OpenVault) -> None:
    engine = open_vault(make_vault(NOTES))
    stored = _known(engine)
    engine._views.forget()
    with engine._views.view() as view:
        asked: list[dict[int, NoteHead]] = []

        def ask_meanwhile() -> duckdb.DuckDBPyConnection:
            if not asked:
                asked.append({})
                view.notes.read_on(view.begin, view.snapshot)  # another one has begun
                asked[0].update(view.note_heads(range(view.snapshot.note_count)))
            return view.cursor

        view.notes.read_on(ask_meanwhile, view.snapshot)
        heads = {view.snapshot.paths[number]: head for number, head in asked[0].items()}
    assert heads == {path: head for path, (head, _) in stored.items()}
