"""The index follows the vault: what is read, what is left alone, what goes."""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.conftest import WORDS_ONLY, MakeVault, OpenVault, Travel, write_notes
from tests.ear import Ear
from tests.index.unreadable import READING, refuse, refuse_all_but
from vaulttui.errors import VaultNotFoundError
from vaulttui.index.progress import IndexChanged, Progress
from vaulttui.index.reading import batches
from vaulttui.index.reading.batches import ReadRequest, read_batches
from vaulttui.index.reading.columns import NoteBatch
from vaulttui.index.storage.meta import IndexMeta
from vaulttui.index.sync.file_table import FileTable
from vaulttui.index.sync.note_store import NoteStore
from vaulttui.index.upkeep import refresher
from vaulttui.index.writing.writer import IndexWriter
from vaulttui.search.engine import Backlink
from vaulttui.search.local.local_engine import LocalEngine
from vaulttui.search.query import FileQuery, Mode, Query
from vaulttui.search.syntax import parse_query
from vaulttui.settings import EmbeddingSettings, Settings, VaultSettings
from vaulttui.tools.conditions import property_conditions
from vaulttui.vault.files import looking
from vaulttui.vault.patience import Patience


def found(engine: LocalEngine, text: str) -> list[str]:
    result = engine.search(parse_query(text, defaults=Query(mode=Mode.KEYWORD, limit=1000)))
    return sorted(hit.path for hit in result.hits)


def dump(engine: LocalEngine) -> dict[str, list[tuple[object, ...]]]:
    """Everything that the index says, without identities, to compare two indexes by content."""
    queries = {
        "notes": "SELECT path, title, aliases, tags, properties, size, content_hash, language, line_count FROM notes",
        "chunks": "SELECT path, ordinal, heading_path, first_line, last_line, text, length, vector_hash "
        "FROM chunks JOIN notes USING (note_id)",
        "postings": "SELECT path, ordinal, form, body, heading FROM postings JOIN terms USING (term_id) "
        "JOIN chunks USING (chunk_id) JOIN notes USING (note_id)",
        "note_postings": "SELECT n.path, form, p.title, alias, tag, p.path, property "
        "FROM note_postings p JOIN terms USING (term_id) JOIN notes n USING (note_id)",
        "links": "SELECT n.path, line, target, resolved FROM links JOIN notes n USING (note_id)",
        "properties": "SELECT path, key, type, text FROM properties JOIN notes USING (note_id)",
        "tags": "SELECT path, t.tag FROM tags t JOIN notes n USING (note_id)",
        "tasks": "SELECT path, line, status, text FROM tasks JOIN notes USING (note_id)",
        "warnings": "SELECT path, line, code FROM warnings",
        "attachments": "SELECT path FROM attachments",
    }
    with engine._database.read() as cursor:
        return {name: sorted(cursor.execute(sql).fetchall(), key=repr) for name, sql in queries.items()}


BuildFresh = Callable[[Path], dict[str, list[tuple[object, ...]]]]


@pytest.fixture
def fresh(tmp_path: Path) -> BuildFresh:
    """Dump of an index built anew from a vault."""

    def build(root: Path) -> dict[str, list[tuple[object, ...]]]:
        engine = LocalEngine(root, WORDS_ONLY, tmp_path / "fresh" / "index.duckdb")
        engine.initialize()
        try:
            engine.refresh()
            return dump(engine)
        finally:
            engine.close()
            shutil.rmtree(tmp_path / "fresh")

    return build


NOTES: dict[str, str | bytes] = {
    "a.md": "# A\n\nalpha links to [[b]] and [[missing]]\n",
    "sub/b.md": "---\ntags: [x]\nstatus: open\n---\nbeta #y\n",
    "sub/c.md": "gamma\n\n- [ ] task\n",
    "image.png": b"\x89PNG",
}


def test_a_refresh_reports_what_it_did(make_vault: MakeVault, open_vault: OpenVault) -> None:
    root = make_vault(NOTES)
    engine = open_vault(root, refresh=False)
    first = engine.refresh()
    assert (first.notes, first.added, first.changed, first.removed) == (3, 3, 0, 0)
    (root / "a.md").write_text("# A\n\nchanged entirely\n")
    (root / "sub/c.md").unlink()
    (root / "d.md").write_text("delta")
    second = engine.refresh()
    assert (second.notes, second.added, second.changed, second.removed) == (3, 1, 1, 1)
    third = engine.refresh()
    assert (third.added, third.changed, third.removed) == (0, 0, 0)


@pytest.mark.parametrize("step", ["edit", "add", "delete", "rename", "move folder", "attachment", "empty"])
def test_following_a_change_gives_the_index_that_building_anew_gives(
    make_vault: MakeVault, open_vault: OpenVault, fresh: BuildFresh, step: str
) -> None:
    root = make_vault(NOTES)
    engine = open_vault(root)
    match step:
        case "edit":
            (root / "sub/b.md").write_text("entirely other words, linking [[a]]\n")
        case "add":
            write_notes(root, {"missing.md": "now it is there"})
        case "delete":
            (root / "sub/b.md").unlink()
        case "rename":
            (root / "sub/b.md").rename(root / "sub/b2.md")
        case "move folder":
            (root / "sub").rename(root / "other")
        case "attachment":
            write_notes(root, {"a.md": "![[photo.jpg]]", "media/photo.jpg": b"x"})
        case "empty":
            (root / "a.md").write_text("")
    engine.refresh()
    assert dump(engine) == fresh(root)


def test_following_single_paths_gives_the_same_index(
    make_vault: MakeVault, open_vault: OpenVault, fresh: BuildFresh
) -> None:
    root = make_vault(NOTES)
    engine = open_vault(root)
    (root / "sub/b.md").rename(root / "missing.md")
    (root / "sub/c.md").write_text("other")
    for path in ("sub/b.md", "missing.md", "sub/c.md"):
        engine.index_note(path)
    assert dump(engine) == fresh(root)


def test_a_touched_file_is_not_read_again_as_a_change(make_vault: MakeVault, open_vault: OpenVault) -> None:
    root = make_vault(NOTES)
    engine = open_vault(root)
    os.utime(root / "a.md", (1_800_000_000, 1_800_000_000))
    report = engine.refresh()
    assert (report.added, report.changed) == (0, 0)
    hit = engine.search(parse_query("alpha", defaults=Query(mode=Mode.KEYWORD))).hits[0]
    assert hit.modified.timestamp() == 1_800_000_000


def test_who_listens_hears_of_a_touched_file_and_nothing_else_is_looked_at(
    make_vault: MakeVault, open_vault: OpenVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make_vault(NOTES)
    engine = open_vault(root)
    ear = Ear(engine)
    looked: list[NoteStore] = []
    monkeypatch.setattr(NoteStore, "check_property_types", looked.append)
    os.utime(root / "sub/b.md", (1_800_000_000, 1_800_000_000))
    assert not engine.index_note("sub/b.md")
    ear.wait_for_change("sub/b.md")
    assert (ear.changes, looked) == ([], [])


@pytest.mark.parametrize(
    ("before", "after"),
    [("short\n", "short\n" + "x" * 90), ("short\n" + "x" * 90, "short\n"), ("x" * 90, "x" * 91)],
    ids=["grown over the limit", "shrunk below it", "grown beyond it"],
)
def test_a_note_that_is_read_in_part_is_told_apart_from_one_that_begins_alike(
    make_vault: MakeVault, open_vault: OpenVault, before: str, after: str
) -> None:
    settings = replace(WORDS_ONLY, vault=VaultSettings(max_note_bytes=50))
    root = make_vault({"a.md": before})
    engine = open_vault(root, settings)
    (root / "a.md").write_text(after)
    engine.refresh()
    with engine._database.read() as cursor:
        assert cursor.execute("SELECT size, partial FROM notes").fetchall() == [(len(after), len(after) > 50)]
    assert [f"has {len(after)} bytes" in message for _, _, message in engine.warnings()] == [True] * (len(after) > 50)


def test_a_file_of_a_far_future_is_indexed_like_any_other(make_vault: MakeVault, open_vault: OpenVault) -> None:
    root = make_vault(NOTES)
    os.utime(root / "a.md", (10_000_000_000, 10_000_000_000))  # more nanoseconds than 64 bits hold
    engine = open_vault(root)
    assert engine.status().notes == 3
    assert not engine.stale_notes()
    hit = engine.search(parse_query("alpha", defaults=Query(mode=Mode.KEYWORD))).hits[0]
    assert hit.modified.year == 2262


def test_a_renamed_note_counts_as_moved(make_vault: MakeVault, open_vault: OpenVault) -> None:
    root = make_vault(NOTES)
    engine = open_vault(root)
    (root / "a.md").rename(root / "renamed.md")
    report = engine.refresh()
    assert (report.moved, report.added, report.removed) == (1, 0, 0)


def test_a_note_of_the_same_size_in_the_place_of_a_deleted_one_did_not_move(
    make_vault: MakeVault, open_vault: OpenVault
) -> None:
    root = make_vault(NOTES)
    engine = open_vault(root)
    text = (root / "a.md").read_text()
    (root / "a.md").unlink()
    (root / "new.md").write_text("x" * len(text))  # with the inode of the deleted one on many file systems
    report = engine.refresh()
    assert (report.moved, report.added, report.removed) == (0, 1, 1)


@pytest.mark.parametrize("scanned", [True, False])
def test_listeners_are_told_where_notes_were_moved_to(
    make_vault: MakeVault, open_vault: OpenVault, scanned: bool
) -> None:
    root = make_vault(NOTES)
    engine = open_vault(root)
    heard: list[object] = []
    engine.subscribe(heard.append)
    (root / "a.md").rename(root / "renamed.md")
    (root / "sub/b.md").unlink()
    if scanned:
        engine.refresh()
    else:
        engine._opened.update_paths(["a.md", "renamed.md", "sub/b.md"])
    moves = [event.moved for event in heard if isinstance(event, IndexChanged) and event.moved]
    assert moves == [{"a.md": "renamed.md"}]


def test_notes_of_a_folder_that_is_renamed_are_told_of_once_they_are_there(
    make_vault: MakeVault, open_vault: OpenVault
) -> None:
    root = make_vault(NOTES)
    engine = open_vault(root)
    moved: dict[str, str] = {}

    def hear(event: object) -> None:
        if isinstance(event, IndexChanged):
            there = engine.search(parse_query("", defaults=Query(mode=Mode.KEYWORD))).hits
            moved.update(event.moved)
            waiting = {"sub/b.md", "sub/c.md"} - moved.keys()  # each is found all the time
            assert {hit.path for hit in there} == {"a.md", *moved.values(), *waiting}

    engine.subscribe(hear)
    (root / "sub").rename(root / "new")
    engine.refresh()
    assert moved == {"sub/b.md": "new/b.md", "sub/c.md": "new/c.md"}


def test_what_could_not_be_read_is_no_longer_warned_of_when_it_is_gone(
    make_vault: MakeVault, open_vault: OpenVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make_vault(NOTES)
    with monkeypatch.context() as broken:
        broken.setattr(READING, refuse_all_but())
        engine = open_vault(root)
        assert {path for path, _, _ in engine.warnings()} == {"a.md", "sub/b.md", "sub/c.md"}
        (root / "a.md").unlink()
        engine.index_note("a.md")
    assert {path for path, _, _ in engine.warnings()} == {"sub/b.md", "sub/c.md"}
    (root / "sub/b.md").unlink()
    engine.refresh()
    assert engine.warnings() == []


def test_a_path_that_cannot_be_looked_at_is_a_warning(make_vault: MakeVault, open_vault: OpenVault) -> None:
    engine = open_vault(make_vault(NOTES))
    path = "x" * 300 + ".md"
    assert engine.index_note(path) is False
    assert [(warned, line) for warned, line, _ in engine.warnings()] == [(path, None)]


@pytest.mark.parametrize("batch_bytes", [1, 200_000])
def test_notes_saved_together_give_the_index_that_building_anew_gives(
    make_vault: MakeVault,
    open_vault: OpenVault,
    fresh: BuildFresh,
    monkeypatch: pytest.MonkeyPatch,
    batch_bytes: int,
) -> None:
    root = make_vault({**NOTES, "d.md": "---\nprio: 1\n---\n", "e.md": "---\nprio: 2\n---\n"})
    engine = open_vault(root)
    saved: dict[str, str | bytes] = {
        "a.md": "[[new]] [[missing]] [[d]]",
        "missing.md": "[[a]] [[new]]",
        "new.md": "---\nprio: 3\n---\n[[missing]]",
        "e.md": "---\nprio: high\n---\n",
        "sub/b.md": NOTES["sub/b.md"],
    }
    write_notes(root, saved)
    (root / "d.md").unlink()
    monkeypatch.setattr(batches, "INLINE_BATCH_BYTES", batch_bytes)
    told: list[object] = []
    engine.subscribe(told.append)
    changed = engine._opened.update_paths([*saved, "d.md"])
    assert changed == {"a.md", "missing.md", "new.md", "e.md", "d.md"}
    assert dump(engine) == fresh(root)
    assert next(event.paths for event in told if isinstance(event, IndexChanged)) == frozenset({*saved, "d.md"})


def test_notes_saved_together_are_written_in_one_transaction(
    make_vault: MakeVault, open_vault: OpenVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make_vault({f"{number}.md": "before" for number in range(20)})
    engine = open_vault(root)
    write_notes(root, {f"{number}.md": f"behind {number}" for number in range(20)})
    written: list[list[str]] = []
    write = IndexWriter.write_notes

    def counting(writer: IndexWriter, batch: NoteBatch, *others: Any, **more: Any) -> int:
        written.append(batch.paths)
        return write(writer, batch, *others, **more)

    monkeypatch.setattr(IndexWriter, "write_notes", counting)
    engine._opened.update_paths([f"{number}.md" for number in range(20)])
    assert [len(paths) for paths in written] == [20]
    assert found(engine, "17") == ["17.md"]


def test_an_edited_note_is_found_by_its_new_words_and_no_more_by_the_old(
    make_vault: MakeVault, open_vault: OpenVault
) -> None:
    root = make_vault(NOTES)
    engine = open_vault(root)
    (root / "a.md").write_text("omega")
    assert engine.index_note("a.md") is True
    assert found(engine, "omega") == ["a.md"]
    assert found(engine, "alpha") == []
    assert engine.index_note("a.md") is False


def test_a_link_resolves_as_soon_as_its_note_exists_and_no_more_when_it_goes(
    make_vault: MakeVault, open_vault: OpenVault
) -> None:
    root = make_vault(NOTES)
    engine = open_vault(root)
    assert found(engine, "is:unresolved") == ["a.md"]
    write_notes(root, {"missing.md": "here"})
    engine.index_note("missing.md")
    assert found(engine, "is:unresolved") == []
    (root / "missing.md").unlink()
    engine.index_note("missing.md")
    assert found(engine, "is:unresolved") == ["a.md"]


def test_links_to_pages_of_logseq_resolve_as_their_files_come_and_go(
    make_vault: MakeVault, open_vault: OpenVault, fresh: BuildFresh
) -> None:
    root = make_vault({"logseq/config.edn": "{}", "pages/x.md": "- [[a/b]] on [[Jul 4th, 2025]]\n"})
    engine = open_vault(root)
    write_notes(root, {"pages/a___b.md": "- here", "journals/2025_07_04.md": "- there"})
    engine.refresh()
    assert found(engine, "is:unresolved") == []
    assert found(engine, "links-to:[[a/b]]") == found(engine, "links-to:[[Jul 4th, 2025]]") == ["pages/x.md"]
    assert engine.backlinks("pages/a___b.md")[0].path == "pages/x.md"
    assert dump(engine) == fresh(root)
    (root / "pages/a___b.md").unlink()
    engine.index_note("pages/a___b.md")
    assert found(engine, "is:unresolved") == ["pages/x.md"]
    assert dump(engine) == fresh(root)


@pytest.mark.parametrize("alone", [False, True], ids=["refresh", "single note"])
def test_links_to_pages_of_a_website_resolve_as_these_come_and_go(
    make_vault: MakeVault, open_vault: OpenVault, fresh: BuildFresh, *, alone: bool
) -> None:
    root = make_vault({"content/x.md": "[a](/way/to/)", "content/way/y.md": "[b](./)\n\n[c](../)"})
    engine = open_vault(root)
    for path, lost in [
        ("content/way/to/_index.md", ["content/way/y.md"]),
        ("content/way/index.md", ["content/way/y.md"]),
        ("content/README.md", []),
    ]:
        write_notes(root, {path: "here"})
        engine.index_note(path) if alone else engine.refresh()
        assert found(engine, "is:unresolved") == lost
        assert dump(engine) == fresh(root)
    assert [link.path for link in engine.backlinks("content/way/to/_index.md")] == ["content/x.md"]
    assert found(engine, "linked-from:[[content/x]]") == ["content/way/to/_index.md"]
    for path, lost in [
        ("content/way/to/_index.md", ["content/x.md"]),
        ("content/way/index.md", ["content/way/y.md", "content/x.md"]),
    ]:
        (root / path).unlink()
        engine.index_note(path) if alone else engine.refresh()
        assert found(engine, "is:unresolved") == lost
        assert dump(engine) == fresh(root)


def test_links_are_read_anew_when_a_vault_becomes_one_of_dendrons(make_vault: MakeVault, open_vault: OpenVault) -> None:
    root = make_vault({"notes/x.md": "[[The plan|dendron://mine/work.plan#goals]]", "notes/work.plan.md": "# Goals"})
    engine = open_vault(root)
    assert found(engine, "is:unresolved") == ["notes/x.md"]
    (root / "dendron.yml").write_text("version: 5\n")
    engine.refresh()
    assert found(engine, "is:unresolved") == found(engine, "is:orphan") == []
    assert found(engine, "links-to:[[work.plan]]") == ["notes/x.md"]


def test_a_link_in_a_property_of_dendrons_compares_as_what_it_leads_to(
    make_vault: MakeVault, open_vault: OpenVault
) -> None:
    tips = {"a.md": '---\nrel: "[[Shown|dev.pro.tips]]"\n---\n', "b.md": '---\nrel: ["[[dev.pro.tips]]", x]\n---\n'}
    days = {"d.md": '---\ndue:\n  by: "[[Monday|2025-07-14]]"\n---\n', "dev.pro.tips.md": "#x\n"}
    engine = open_vault(make_vault({**tips, **days, "dendron.yml": "version: 5\n"}))
    assert found(engine, "[rel:dev.pro.tips]") == found(engine, "[rel:[[dev.pro.tips]]]") == ["a.md", "b.md"]
    assert found(engine, "[rel:Shown]") == []
    note = engine.note("a.md")
    assert note is not None
    assert note.properties == {"rel": "[[Shown|dev.pro.tips]]"}
    for facet in engine.facets(Query()).properties:
        for value in facet.values:
            assert len(found(engine, f"[{facet.key}:{value.value}]")) == value.count
    listed = engine.find(FileQuery(property={"key": "rel", "value": "dev.pro.tips"}))
    assert sorted(item.path for item in listed) == ["a.md", "b.md"]
    assert found(engine, "[due.by:2025-07-14]") == ["d.md"]


def test_a_link_in_a_property_of_dendrons_is_found_as_it_is_written(
    make_vault: MakeVault, open_vault: OpenVault
) -> None:
    tips = {"a.md": '---\nrel: "[[Tips|dev.pro.tips]]"\n---\n', "b.md": '---\nrel: ["[[T|dendron://v/b#c]]"]\n---\n'}
    days = {"d.md": '---\ndue: "[[Day|2025-01-02]]"\n---\n', "e.md": '---\nrel: "[[Other|dev.pro.tips]]"\n---\n'}
    engine = open_vault(make_vault({**tips, **days, "dendron.yml": "version: 5\n"}))
    for key, link, path in [
        ("rel", "[[Tips|dev.pro.tips]]", "a.md"),
        ("rel", "[[T|dendron://v/b#c]]", "b.md"),
        ("due", "[[Day|2025-01-02]]", "d.md"),
    ]:
        assert found(engine, f'[{key}:"{link}"]') == [path]
        assert [item.path for item in engine.find(FileQuery(property={"key": key, "value": link}))] == [path]
        asked = property_conditions([{"field": key, "value": link, "match_type": "equals"}])
        assert [hit.path for hit in engine.search(Query(where=asked)).hits] == [path]


def test_a_link_in_a_property_of_obsidians_is_found_by_its_text_in_no_order(
    make_vault: MakeVault, open_vault: OpenVault
) -> None:
    notes = {"a.md": '---\nrel: "[[x|y]]"\n---\n', "b.md": '---\nrel: "[[y|x]]"\n---\n', "c.md": "---\nrel: y\n---\n"}
    engine = open_vault(make_vault(notes))
    assert found(engine, '[rel:"[[x|y]]"]') == ["a.md"]
    assert found(engine, '[rel:"[[y|x]]"]') == ["b.md", "c.md"]


@pytest.mark.parametrize("alone", [False, True], ids=["refresh", "single note"])
@pytest.mark.parametrize("key", ["20250714", "p4tzq"])
def test_links_by_id_resolve_as_notes_come_go_and_are_renamed(
    make_vault: MakeVault, open_vault: OpenVault, fresh: BuildFresh, key: str, *, alone: bool
) -> None:
    def settle(*names: str) -> None:
        for name in names if alone else ():
            engine.index_note(name)
        if not alone:
            engine.refresh()
        assert dump(engine) == fresh(root)

    root = make_vault({".zk/config.toml": "", "x.md": f"[[{key}]]", f"{key} One.md": "[[y]]", "y.md": "y"})
    engine = open_vault(root)
    assert found(engine, "is:unresolved") == []
    (root / f"{key} One.md").rename(root / f"{key}-two.md")
    settle(f"{key} One.md", f"{key}-two.md")
    assert found(engine, f"links-to:[[{key}]]") == found(engine, f"links-to:[[{key}-two]]") == ["x.md"]
    assert found(engine, f"linked-from:[[{key}]]") == ["y.md"]
    assert [link.path for link in engine.backlinks(f"{key}-two.md")] == ["x.md"]
    write_notes(root, {f"sub/{key}_three.md": "second"})
    settle(f"sub/{key}_three.md")
    assert found(engine, "is:unresolved") == found(engine, f"links-to:[[{key}]]") == ["x.md"]
    assert engine.backlinks(f"{key}-two.md") == ()
    (root / f"{key}-two.md").unlink()
    settle(f"{key}-two.md")
    assert [link.path for link in engine.backlinks(f"sub/{key}_three.md")] == ["x.md"]


def test_names_that_begin_alike_are_no_ids_but_in_a_vault_of_zk(make_vault: MakeVault, open_vault: OpenVault) -> None:
    root = make_vault({"x.md": "[[plan]]", "plan-b.md": "b"})
    engine = open_vault(root)
    assert found(engine, "is:unresolved") == found(engine, "links-to:[[plan]]") == ["x.md"]
    assert found(engine, "links-to:[[plan-b]]") == []
    (root / ".zk").mkdir()
    engine.refresh()
    assert found(engine, "is:unresolved") == []
    assert found(engine, "links-to:[[plan-b]]") == ["x.md"]


@pytest.mark.parametrize("alone", [False, True], ids=["refresh", "single note"])
def test_links_in_logseq_find_notes_by_titles_and_aliases(
    make_vault: MakeVault, open_vault: OpenVault, fresh: BuildFresh, *, alone: bool
) -> None:
    def write(name: str, text: str | None) -> None:
        if text is None:
            (root / name).unlink()
        else:
            write_notes(root, {name: text})
        if alone:
            engine.index_note(name)
        else:
            engine.refresh()
        assert dump(engine) == fresh(root)

    root = make_vault({"logseq/config.edn": "{}", "x.md": "- [[JS]], [[The Script]], [[js/next]]\n", "y.md": "- y\n"})
    engine = open_vault(root)
    write("js.md", "title:: The script\nalias:: ecma, js/next\n\n- text\n")
    assert found(engine, "is:unresolved") == []
    assert len(engine.backlinks("js.md")) == 3
    write("js.md", "title:: The script\n\n- text\n")
    assert found(engine, "is:unresolved") == ["x.md"]
    write("y.md", "alias:: js/next\n\n- y\n")
    assert found(engine, "is:unresolved") == []
    assert len(engine.backlinks("y.md")) == 1
    write("js.md", None)
    assert found(engine, "is:unresolved") == ["x.md"]
    write("y.md", "alias:: js, the script, js/next\n\n- y\n")
    assert found(engine, "is:unresolved") == []
    write("js.md", "- text")
    assert (len(engine.backlinks("js.md")), len(engine.backlinks("y.md"))) == (1, 2)
    (root / "logseq/config.edn").unlink()
    engine.refresh()
    assert found(engine, "is:unresolved") == ["x.md"]
    assert dump(engine) == fresh(root)


def test_a_name_that_a_note_gets_is_not_lost_by_a_process_that_ends_behind_it(
    make_vault: MakeVault, open_vault: OpenVault, fresh: BuildFresh, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make_vault({"logseq/config.edn": "{}", "x.md": "- [[js]]\n", "y.md": "- y\n"})
    engine = open_vault(root)
    write_notes(root, {"y.md": "alias:: js\n\n- y\n"})
    with monkeypatch.context() as patch:
        patch.setattr(NoteStore, "settle", lambda *arguments, **named: None)
        engine.index_note("y.md")
    engine.close()
    again = open_vault(root)
    assert found(again, "is:unresolved") == []
    assert dump(again) == fresh(root)


def test_what_logseq_calls_days_takes_effect_when_it_changes(
    make_vault: MakeVault, open_vault: OpenVault, fresh: BuildFresh
) -> None:
    root = make_vault({"journals/2025_07_04.md": "- text", "x.md": "[[04.07.2025]]"})
    engine = open_vault(root)
    assert engine.note("journals/2025_07_04.md").title == "2025_07_04"
    for pattern, title in (("dd.MM.yyyy", "04.07.2025"), ("yyyy-MM-dd", "2025-07-04")):
        write_notes(root, {"logseq/config.edn": f'{{:journal/page-title-format "{pattern}"}}'})
        engine.refresh()
        assert engine.note("journals/2025_07_04.md").title == title
        assert dump(engine) == fresh(root)


def test_a_link_in_a_property_is_a_backlink(make_vault: MakeVault, open_vault: OpenVault) -> None:
    engine = open_vault(make_vault({"a.md": "---\nup: '[[b]]'\n---\n# Down\n\nalpha\n", "b.md": "beta"}))
    assert engine.backlinks("b.md") == (Backlink("a.md", "Down", 2, "up: '[[b]]'"),)
    assert found(engine, "is:orphan") == []
    assert found(engine, "links-to:[[b]]") == ["a.md"]


@pytest.mark.parametrize("name", ["a.md.md", "a.md.markdown", "sub/A.MD.md"])
def test_a_link_resolves_to_a_file_whose_name_ends_in_md_twice(
    make_vault: MakeVault, open_vault: OpenVault, name: str
) -> None:
    root = make_vault({"x.md": "[[a.md]]"})
    engine = open_vault(root)
    write_notes(root, {name: "here"})
    engine.refresh()
    assert found(engine, "is:unresolved") == []
    (root / name).unlink()
    engine.refresh()
    assert found(engine, "is:unresolved") == ["x.md"]


def test_a_vanished_vault_removes_nothing_and_says_so(make_vault: MakeVault, open_vault: OpenVault) -> None:
    root = make_vault(NOTES)
    engine = open_vault(root)
    root.rename(root.with_name("elsewhere"))
    with pytest.raises(VaultNotFoundError):
        engine.refresh()
    assert engine.index_note("a.md") is False
    assert engine.count() == 3
    assert found(engine, "alpha") == ["a.md"]


def test_an_unreadable_note_stays_as_it_was_and_is_warned_of(
    make_vault: MakeVault, open_vault: OpenVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make_vault(NOTES)
    engine = open_vault(root)
    assert found(engine, "has:warnings") == []
    (root / "a.md").write_text("new words")

    def fail(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("vaulttui.vault.reader.content_hash", fail)
    engine.refresh()
    assert found(engine, "alpha") == ["a.md"]
    assert [path for path, _, message in engine.warnings() if "Permission denied" in message] == ["a.md"]
    assert found(engine, "has:warnings") == ["a.md"]
    monkeypatch.undo()
    engine.refresh()
    assert found(engine, "new words") == ["a.md"]
    assert engine.warnings() == []
    assert found(engine, "has:warnings") == []


def test_who_listens_hears_of_warnings_that_come_and_go(
    make_vault: MakeVault, open_vault: OpenVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make_vault(NOTES)
    engine = open_vault(root)
    ear = Ear(engine)
    (root / "a.md").write_text("new words")

    def fail(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    with monkeypatch.context() as failing:
        failing.setattr("vaulttui.vault.reader.content_hash", fail)
        assert not engine.index_note("a.md")
        ear.wait_for_change("a.md")
        assert found(engine, "has:warnings") == ["a.md"]
        assert not engine.index_note("a.md")
        assert ear.changes == []
    write_notes(root, {"d.md": "---\nstatus: 7\n---\n", "e.md": "---\nstatus: closed\n---\n"})
    for path in ("a.md", "e.md", "d.md"):
        engine.index_note(path)
    assert ear.changes[-1].generation == engine.status().generation
    assert found(engine, "has:warnings") == ["d.md"]


def test_what_links_to_an_attachment_is_found_once_that_is_known(
    make_vault: MakeVault, open_vault: OpenVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = open_vault(make_vault({"a.md": "![[chart.png]]", "chart.png": b"\x89PNG"}), refresh=False)
    early: list[list[str]] = []
    check = NoteStore.check_property_types

    def ask_meanwhile(store: NoteStore) -> None:
        early.append(found(engine, "has:attachment"))
        check(store)

    monkeypatch.setattr(NoteStore, "check_property_types", ask_meanwhile)
    engine.refresh()
    assert (early, found(engine, "has:attachment")) == ([[]], ["a.md"])


def test_a_note_that_the_program_fails_at_has_its_name_alone_and_a_warning_until_it_is_read(
    make_vault: MakeVault, open_vault: OpenVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make_vault({"a.md": "alpha", "b.md": "---\nn: marked\n---\nbeta"})
    with monkeypatch.context() as failing:

        def number(value: object) -> float | None:
            raise RuntimeError("of a mistake in the program")

        failing.setattr("vaulttui.index.reading.columns.property_number", number)
        engine = open_vault(root)
        for _ in range(2):
            assert [path for path, _, message in engine.warnings() if "of a mistake" in message] == ["b.md"]
            assert (found(engine, "alpha"), found(engine, "path:b"), found(engine, "beta")) == (["a.md"], ["b.md"], [])
            engine.refresh()
    engine.refresh()
    assert engine.warnings() == []
    assert found(engine, "beta [n:marked]") == ["b.md"]


def test_an_unreadable_note_that_can_be_read_again_as_it_was_is_no_longer_warned_of(
    make_vault: MakeVault, open_vault: OpenVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make_vault(NOTES)
    engine = open_vault(root)
    (root / "a.md").touch()
    with monkeypatch.context() as broken:
        broken.setattr(READING, refuse_all_but())
        engine.index_note("a.md")
    assert [path for path, _, _ in engine.warnings()] == ["a.md"]
    assert engine.index_note("a.md") is False
    assert engine.warnings() == []


@pytest.mark.parametrize("how", ["reconciled", "watched"])
def test_a_renamed_note_that_cannot_be_read_stays_until_it_can(
    make_vault: MakeVault, open_vault: OpenVault, fresh: BuildFresh, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    root = make_vault({"one.md": "alpha one\n", "two.md": "beta [[one]]\n"})
    engine = open_vault(root)
    indexer = engine._make_indexer()
    (root / "one.md").rename(root / "uno.md")
    with monkeypatch.context() as broken:
        broken.setattr(READING, refuse_all_but("two.md"))
        if how == "watched":
            indexer.update_paths(["one.md", "uno.md"])
        else:
            report = engine.refresh(embed=False)
            assert (report.added, report.moved, report.removed) == (0, 0, 0)
        assert found(engine, "alpha") == ["one.md"]
        assert engine.count() == 2
        assert [path for path, _, _ in engine.warnings()] == ["uno.md"]
    if how == "watched":
        assert indexer.update_paths(["uno.md"]) == {"one.md", "uno.md"}
    else:
        report = engine.refresh(embed=False)
        assert (report.added, report.moved, report.removed) == (0, 1, 0)
    assert found(engine, "alpha") == ["uno.md"]
    assert engine.warnings() == []
    assert dump(engine) == fresh(root)


@pytest.mark.parametrize("how", ["reconciled", "watched"])
@pytest.mark.parametrize(
    ("moves", "unreadable", "there"),
    [
        pytest.param("c>d b>c a>b", "bcd", {"apple": "a", "banana": "b", "cherry": "c"}, id="row, none readable"),
        pytest.param("c>d b>c a>b", "d", {"apple": "a", "banana": "b", "cherry": "c"}, id="row, end unreadable"),
        pytest.param("c>d b>c a>b", "c", {"apple": "a", "banana": "b", "cherry": "d"}, id="row, middle unreadable"),
        pytest.param("c>d b>c a>b", "bc", {"apple": "a", "banana": "b", "cherry": "d"}, id="row, end readable"),
        pytest.param("c>d b>c a>b", "", {"apple": "b", "banana": "c", "cherry": "d"}, id="row, all readable"),
        pytest.param("a>t b>a t>b", "b", {"apple": "a", "banana": "b", "cherry": "c"}, id="swap, one unreadable"),
        pytest.param("a>t b>a t>b", "ab", {"apple": "a", "banana": "b", "cherry": "c"}, id="swap, none readable"),
        pytest.param("a>t b>a t>b", "", {"apple": "b", "banana": "a", "cherry": "c"}, id="swap"),
        pytest.param("c>t b>c a>b t>a", "c", {"apple": "a", "banana": "b", "cherry": "c"}, id="circle"),
        pytest.param("a>z b>a", "z", {"apple": "a", "banana": "b", "cherry": "c"}, id="taken by another"),
        pytest.param("a>z >a", "z", {"apple": "", "new": "a", "banana": "b", "cherry": "c"}, id="taken by a new one"),
        pytest.param(
            *("b>z a>b >a", "z", {"new": "a", "apple": "b", "banana": "", "cherry": "c"}), id="row behind a new one"
        ),
        pytest.param("a>b", "b", {"apple": "a", "banana": "b", "cherry": "c"}, id="over another"),
        pytest.param("a>b", "", {"apple": "b", "banana": "", "cherry": "c"}, id="over another, readable"),
    ],
)
def test_no_note_that_moved_is_lost_or_there_twice_while_some_cannot_be_read(
    make_vault: MakeVault,
    open_vault: OpenVault,
    fresh: BuildFresh,
    monkeypatch: pytest.MonkeyPatch,
    how: str,
    moves: str,
    unreadable: str,
    there: dict[str, str],
) -> None:
    root = make_vault({"a.md": "apple\n", "b.md": "banana [[a]]\n", "c.md": "cherry, [[b]]\n"})
    engine = open_vault(root)
    indexer = engine._make_indexer()
    for old, new in (move.split(">") for move in moves.split()):
        if old:
            (root / f"{old}.md").replace(root / f"{new}.md")
        else:
            write_notes(root, {f"{new}.md": "new one\n"})
    paths = [f"{name}.md" for name in "abcdz"]

    def follow() -> None:
        if how == "watched":
            indexer.update_paths(paths)
        else:
            before = engine.count()
            report = engine.refresh(embed=False)
            assert min(report.added, report.changed, report.moved, report.removed) >= 0
            assert report.notes == before + report.added - report.removed

    def finds() -> dict[str, list[str]]:
        return {word: found(engine, word) for word in there}

    with monkeypatch.context() as broken:
        readable = [path for path in paths if path[0] not in unreadable]
        broken.setattr(READING, refuse_all_but(*readable))
        for _ in range(2):
            follow()
            assert finds() == {word: [f"{name}.md"] if name else [] for word, name in there.items()}
    follow()
    assert engine.warnings() == []
    assert dump(engine) == fresh(root)


@pytest.mark.parametrize("how", ["reconciled", "watched"])
def test_a_note_that_failed_behind_the_look_at_it_is_read_though_another_took_its_place(
    make_vault: MakeVault, open_vault: OpenVault, fresh: BuildFresh, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    root = make_vault({"a.md": "apple\n", "b.md": "banana\n"})
    engine = open_vault(root)
    (root / "a.md").rename(root / "c")
    (root / "b.md").rename(root / "a.md")
    (root / "c").rename(root / "b.md")
    reads: list[str] = []

    def read_once(folder: Path, path: str, limit: int) -> Any:
        reads.append(path)
        return refuse(*["a.md"] * (reads.count("a.md") > 1))(folder, path, limit)

    with monkeypatch.context() as broken:
        broken.setattr(READING, read_once)
        if how == "watched":
            engine._opened.update_paths(["a.md", "b.md"])
        else:
            engine.refresh(embed=False)
    assert [path for path, _, _ in engine.warnings()] == ["a.md"]
    engine.refresh(embed=False)
    assert (found(engine, "apple"), found(engine, "banana")) == (["b.md"], ["a.md"])
    assert engine.warnings() == []
    assert dump(engine) == fresh(root)


def test_notes_that_moved_in_a_row_follow_once_the_last_can_be_read(
    make_vault: MakeVault, open_vault: OpenVault, fresh: BuildFresh, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make_vault({"a.md": "apple\n", "b.md": "banana\n"})
    engine = open_vault(root)
    indexer = engine._make_indexer()
    (root / "b.md").rename(root / "c.md")
    (root / "a.md").rename(root / "b.md")
    with monkeypatch.context() as broken:
        broken.setattr(READING, refuse_all_but("b.md"))
        indexer.update_paths(["a.md", "b.md", "c.md"])
        assert (found(engine, "apple"), found(engine, "banana")) == (["a.md"], ["b.md"])
        assert sorted(path for path, _, _ in engine.warnings()) == ["b.md", "c.md"]
    assert indexer.update_paths(["c.md"]) == {"a.md", "b.md", "c.md"}
    assert dump(engine) == fresh(root)


def test_an_unreadable_note_that_is_renamed_by_other_rules_stays_and_goes_once_its_file_does(
    make_vault: MakeVault, open_vault: OpenVault, fresh: BuildFresh, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make_vault({"one.md": "alpha one\n", "two.md": "beta\n"})
    engine = open_vault(root)
    with monkeypatch.context() as broken:
        broken.setattr(READING, refuse_all_but("two.md"))
        write_notes(root, {".obsidian/types.json": '{"types": {"due": "date"}}'})  # all is to be read once more
        engine.refresh(embed=False)
        (root / "one.md").rename(root / "uno.md")
        engine.refresh(embed=False)
        assert found(engine, "alpha") == ["one.md"]
        (root / "uno.md").unlink()
        assert engine.refresh(embed=False).removed == 1
    assert dump(engine) == fresh(root)


def test_two_names_of_one_file_that_both_move_to_a_third_are_gone(
    make_vault: MakeVault, open_vault: OpenVault, fresh: BuildFresh
) -> None:
    root = make_vault({"one.md": "alpha one\n", "two.md": "beta\n"})
    (root / "also.md").hardlink_to(root / "one.md")
    engine = open_vault(root)
    (root / "also.md").unlink()
    (root / "one.md").rename(root / "uno.md")
    report = engine.refresh(embed=False)
    assert (report.added, report.changed, report.moved, report.removed) == (0, 0, 1, 1)
    assert found(engine, "alpha") == ["uno.md"]
    assert dump(engine) == fresh(root)


def test_a_touched_note_that_goes_while_others_are_read_is_gone(
    make_vault: MakeVault, open_vault: OpenVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make_vault(NOTES)
    engine = open_vault(root)
    (root / "a.md").touch()

    def read(*arguments: Any) -> Iterator[NoteBatch]:
        for batch in read_batches(*arguments):
            (root / "a.md").unlink()
            engine.index_note("a.md")
            yield batch

    monkeypatch.setattr("vaulttui.index.sync.loading.read_batches", read)
    engine.refresh()
    assert found(engine, "path:a") == []


def test_an_index_that_is_emptied_while_it_is_filled_is_filled_again(
    make_vault: MakeVault, open_vault: OpenVault, fresh: BuildFresh, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make_vault({f"{number}.md": f"word{number} [[{number + 1}]] ![[image.png]]" for number in range(4)})
    write_notes(root, {"image.png": ""})
    engine = open_vault(root, refresh=False)
    emptied: list[int] = []

    def read(folder: Path, requests: Sequence[ReadRequest], *others: Any) -> Iterator[NoteBatch]:
        for request in requests:
            yield from read_batches(folder, [request], *others)
            if not emptied:
                emptied.append(engine.count())
                engine.clear()

    monkeypatch.setattr("vaulttui.index.sync.loading.read_batches", read)
    engine.refresh()
    assert emptied == [1]
    assert dump(engine) == fresh(root)


def test_a_link_leads_to_a_note_that_was_gone_for_a_while_before_it_was_read(
    make_vault: MakeVault, open_vault: OpenVault, fresh: BuildFresh, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make_vault({"a.md": "[[b]]", "b.md": "beta"})
    engine = open_vault(root, refresh=False)

    def read(folder: Path, requests: Sequence[ReadRequest], *others: Any) -> Iterator[NoteBatch]:
        for request in sorted(requests, key=lambda request: request.path):
            yield from read_batches(folder, [request], *others)
            if request.path == "a.md":
                engine.index_note("b.md")
                (root / "b.md").unlink()
                engine.index_note("b.md")
                write_notes(root, {"b.md": "beta again"})

    monkeypatch.setattr("vaulttui.index.sync.loading.read_batches", read)
    engine.refresh()
    assert [link.path for link in engine.note("a.md").links] == ["b.md"]
    assert dump(engine) == fresh(root)


@pytest.mark.parametrize("indexed", [False, True])
def test_no_link_leads_to_a_note_that_went_before_it_was_read(
    make_vault: MakeVault, open_vault: OpenVault, monkeypatch: pytest.MonkeyPatch, indexed: bool
) -> None:
    root = make_vault({"deep/b.md": "beta"})
    engine = open_vault(root, refresh=indexed)
    write_notes(root, {"a.md": "[[b]]", "b.md": "here for a moment"})

    def read(*arguments: Any) -> Iterator[NoteBatch]:
        (root / "b.md").unlink(missing_ok=True)
        yield from read_batches(*arguments)

    monkeypatch.setattr("vaulttui.index.sync.loading.read_batches", read)
    engine.refresh()
    assert [link.path for link in engine.note("a.md").links] == ["deep/b.md"]
    write_notes(root, {"c.md": "[[b]]"})
    engine.index_note("c.md")
    assert [link.path for link in engine.backlinks("deep/b.md")] == ["a.md", "c.md"]


def test_no_link_leads_to_a_note_that_came_and_went_while_others_were_read(
    make_vault: MakeVault, open_vault: OpenVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make_vault({"deep/b.md": "beta"})
    engine = open_vault(root)
    write_notes(root, {"a.md": "[[b]]", "b.md": "here for a moment"})

    def read(*arguments: Any) -> Iterator[NoteBatch]:
        yield from read_batches(*arguments)
        (root / "b.md").unlink()
        engine.index_note("b.md")

    monkeypatch.setattr("vaulttui.index.sync.loading.read_batches", read)
    engine.refresh()
    assert [link.path for link in engine.note("a.md").links] == ["deep/b.md"]


def test_what_a_folder_holds_that_cannot_be_listed_stays_what_links_lead_to(
    make_vault: MakeVault, open_vault: OpenVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make_vault({"a.md": "![[photo.jpg]] and [[b]]", "locked/photo.jpg": b"x", "locked/b.md": "beta"})
    engine = open_vault(root)
    scandir = os.scandir

    def refuse(path: str) -> object:
        if Path(path).name == "locked":
            raise PermissionError(13, "Permission denied", path)
        return scandir(path)

    with monkeypatch.context() as broken:
        broken.setattr(os, "scandir", refuse)
        engine.refresh()
    assert [path for path, _, _ in engine.warnings()] == ["locked"]
    assert found(engine, "has:attachment") == ["a.md"]
    assert found(engine, "is:unresolved") == []
    (root / "locked/photo.jpg").unlink()
    engine.refresh()
    assert engine.warnings() == []
    assert found(engine, "is:unresolved") == ["a.md"]


@pytest.fixture
def silence(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    """Lets what looks at a path not answer until the test is over."""
    over = threading.Event()
    monkeypatch.setattr(looking, "PATIENCE", Patience(0.05))
    yield lambda name: monkeypatch.setattr(looking, name, lambda _: over.wait())
    over.set()


def test_a_note_whose_file_system_does_not_answer_stays_as_it_was_and_is_warned_of(
    make_vault: MakeVault, open_vault: OpenVault, silence: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make_vault(NOTES)
    engine = open_vault(root)
    (root / "a.md").write_text("new words")
    silence("stat_file")
    assert not engine.index_note("a.md")
    assert found(engine, "alpha") == ["a.md"]
    assert [path for path, _, message in engine.warnings() if "did not answer" in message] == ["a.md"]
    monkeypatch.undo()
    assert engine.index_note("a.md")
    assert found(engine, "new words") == ["a.md"]
    assert engine.warnings() == []


def test_of_a_vault_that_does_not_answer_nothing_is_removed(
    make_vault: MakeVault, open_vault: OpenVault, silence: Callable[[str], None]
) -> None:
    root = make_vault(NOTES)
    engine = open_vault(root)
    (root / "a.md").unlink()
    silence("_kind_of")
    assert not engine.index_note("a.md")
    assert found(engine, "alpha") == ["a.md"]
    assert not engine._opened.needs_scan(["sub"])


def test_what_some_changed_paths_mean_is_found_out_while_another_thread_has_a_note_read(
    make_vault: MakeVault, open_vault: OpenVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make_vault(NOTES)
    engine = open_vault(root)
    saving = threading.Thread(target=engine.index_note, args=["new.md"])

    def paths(table: FileTable) -> Iterator[str]:
        monkeypatch.undo()
        write_notes(root, {"new.md": "alpha"})
        for path in table:
            yield path
            if saving.ident is None:
                saving.start()
                saving.join(0.3)

    monkeypatch.setattr(FileTable, "__iter__", paths)
    assert not engine._opened.needs_scan(["gone.md"])
    saving.join()
    assert "new.md" in found(engine, "alpha")


def test_excluded_notes_are_neither_indexed_nor_found(make_vault: MakeVault, open_vault: OpenVault) -> None:
    root = make_vault({**NOTES, ".trash/old.md": "alpha", "drafts/x.md": "alpha"})
    settings = Settings(VaultSettings(exclude=("drafts/*",)), EmbeddingSettings(enabled=False))
    engine = open_vault(root, settings)
    assert found(engine, "alpha") == ["a.md"]
    assert engine.index_note("drafts/x.md") is False
    assert found(engine, "alpha") == ["a.md"]


def test_other_exclusions_read_only_what_they_add(make_vault: MakeVault, tmp_path: Path) -> None:
    root = make_vault({"a.md": "[[b]]", "drafts/b.md": "two", "c.md": "three", ".gitignore": "c.md"})
    reports = []
    for vault in (VaultSettings(), VaultSettings(exclude=("drafts/*",)), VaultSettings(use_gitignore=False)):
        engine = LocalEngine(root, replace(WORDS_ONLY, vault=vault), tmp_path / "index.duckdb")
        engine.initialize()
        report = engine.refresh(embed=False)
        reports.append((report.notes, report.added, report.changed, report.removed))
        assert engine.status().unresolved == (1 if vault.exclude else 0)
        engine.close()
    assert reports == [(2, 2, 0, 0), (1, 0, 0, 1), (3, 2, 0, 0)]


def test_other_settings_read_the_vault_again(make_vault: MakeVault, open_vault: OpenVault) -> None:
    root = make_vault({"a.md": "---\nborn: 2001-02-03\n---\ntext\n"})
    open_vault(root).close()
    changed = Settings(VaultSettings(created_properties=("born",)), EmbeddingSettings(enabled=False))
    engine = open_vault(root, changed)
    assert found(engine, "created:2001") == ["a.md"]


@pytest.mark.parametrize("fault", ["folder", "note"])
def test_what_cannot_be_read_by_other_settings_is_read_by_them_when_it_can(
    make_vault: MakeVault, open_vault: OpenVault, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    root = make_vault({"sub/a.md": "---\nborn: 2001-02-03\n---\ntext\n", "b.md": "text"})
    open_vault(root).close()
    changed = Settings(VaultSettings(created_properties=("born",)), EmbeddingSettings(enabled=False))
    scandir = os.scandir

    def refuse_folder(path: str) -> object:
        if Path(path).name == "sub":
            raise PermissionError(13, "Permission denied", path)
        return scandir(path)

    with monkeypatch.context() as broken:
        if fault == "folder":
            broken.setattr(os, "scandir", refuse_folder)
        else:
            broken.setattr(READING, refuse("sub/a.md"))
        engine = open_vault(root, changed)
        engine.refresh()
        assert found(engine, "created:2001") == []
        assert len(engine.warnings()) == 1
    engine.refresh()
    assert found(engine, "created:2001") == ["sub/a.md"]
    assert engine.warnings() == []
    assert engine.refresh().changed == 0


def test_a_closed_index_opens_as_it_was(make_vault: MakeVault, open_vault: OpenVault) -> None:
    root = make_vault(NOTES)
    before = open_vault(root)
    content = dump(before)
    before.close()
    again = open_vault(root, refresh=False)
    assert dump(again) == content
    assert again.stale_notes() == ()


def test_many_notes_are_read_in_worker_processes(
    make_vault: MakeVault, open_vault: OpenVault, fresh: BuildFresh
) -> None:
    root = make_vault({f"n{number}.md": f"number{number} [[n{number + 1}]]" for number in range(60)})
    engine = open_vault(root, refresh=False)
    seen: list[Progress] = []
    report = engine.refresh(progress=seen.append)
    assert report.added == 60
    assert found(engine, "number42") == ["n42.md"]
    assert [event.done for event in seen if event.phase == "reading"][-1] == 60


def test_a_refresh_ends_by_saying_so(make_vault: MakeVault, open_vault: OpenVault) -> None:
    root = make_vault(NOTES)
    engine = open_vault(root, refresh=False)
    for text in ("new", "newer"):
        (root / "a.md").write_text(text)
        seen: list[Progress] = []
        engine.refresh(embed=False, progress=seen.append)
        assert seen[-1].phase == "idle"
        assert engine.status().phase == "idle"
    root.rename(root.with_name("unmounted"))
    with pytest.raises(VaultNotFoundError):
        engine.refresh(embed=False, progress=seen.append)
    assert seen[-1].phase == "failed"
    assert engine.status().phase == "failed"


def test_who_waited_for_anothers_look_at_the_vault_has_not_looked(
    make_vault: MakeVault, open_vault: OpenVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = open_vault(make_vault({"a.md": "A"}), refresh=False)
    seconds = iter((1.0, 2.0, 1.5))  # asked, begun; the other asked in between
    monkeypatch.setattr(refresher, "time", SimpleNamespace(monotonic=lambda: next(seconds)))
    looked, waited = engine.refresh(embed=False), engine.refresh(embed=False)
    assert looked.seconds_looking > 0
    assert waited == replace(looked, seconds_looking=0.0)


def test_clearing_forgets_everything_and_a_refresh_brings_it_back(make_vault: MakeVault, open_vault: OpenVault) -> None:
    root = make_vault(NOTES)
    engine = open_vault(root)
    content = dump(engine)
    engine.clear()
    assert engine.count() == 0
    assert found(engine, "") == []
    engine.refresh()
    assert dump(engine) == content


def test_listeners_hear_of_changes_until_they_leave(make_vault: MakeVault, open_vault: OpenVault) -> None:
    root = make_vault(NOTES)
    engine = open_vault(root)
    heard: list[object] = []
    leave = engine.subscribe(heard.append)
    (root / "a.md").write_text("omega")
    engine.index_note("a.md")
    assert [event.paths for event in heard if isinstance(event, IndexChanged)] == [frozenset({"a.md"})]
    leave()
    (root / "a.md").write_text("again")
    engine.index_note("a.md")
    assert len([event for event in heard if isinstance(event, IndexChanged)]) == 1


@pytest.mark.parametrize("with_note", [True, False])
def test_links_that_lead_elsewhere_are_told_of_behind_a_scan(
    make_vault: MakeVault, open_vault: OpenVault, with_note: bool
) -> None:
    root = make_vault({"a.md": "![[pic.png]]"})
    engine = open_vault(root)
    heard: list[int] = []
    engine.subscribe(lambda event: heard.append(event.generation) if isinstance(event, IndexChanged) else None)
    write_notes(root, {"new/pic.png": "", **({"new/b.md": "beta"} if with_note else {})})
    engine.refresh()
    assert [link.path for link in engine.note("a.md").links] == ["new/pic.png"]
    assert heard[-1:] == [engine.status().generation]


def test_an_emptied_mount_point_removes_nothing_and_says_so(make_vault: MakeVault, open_vault: OpenVault) -> None:
    root = make_vault(NOTES)
    engine = open_vault(root)
    shutil.rmtree(root)
    root.mkdir()
    for question in (engine.refresh, engine.stale_notes):
        with pytest.raises(VaultNotFoundError, match="mounted"):
            question()
    assert found(engine, "alpha") == ["a.md"]
    (root / ".keep").write_text("")
    engine.refresh()
    assert engine.count() == 0


def test_declared_property_types_take_effect_when_they_change(make_vault: MakeVault, open_vault: OpenVault) -> None:
    root = make_vault({"a.md": "---\nrating: 5\n---\ntext\n"})
    engine = open_vault(root)
    assert engine.note("a.md").property_types["rating"] == "number"
    write_notes(root, {".obsidian/types.json": '{"types": {"rating": "text"}}'})
    engine.refresh()
    assert engine.note("a.md").property_types["rating"] == "text"


def test_what_days_are_called_takes_effect_when_it_changes(make_vault: MakeVault, open_vault: OpenVault) -> None:
    root = make_vault({"a.md": "---\nwhen: '[[05.11.26]]'\n---\n", "b.md": "when:: [[See]], [[11-05-2026]]\n"})
    engine = open_vault(root)
    assert found(engine, "[when:2026-11-05]") == []
    for pattern, path in (("DD.MM.YY", "a.md"), ("YYYY/MM-DD-YYYY", "b.md")):
        write_notes(root, {".obsidian/daily-notes.json": f'{{"format": "{pattern}"}}'})
        engine.refresh()
        assert found(engine, "[when:2026-11-05]") == [path]
        assert found(engine, "[when:>2026-10]") == [path]


def test_days_of_logseq_are_dates_in_properties(make_vault: MakeVault, open_vault: OpenVault) -> None:
    config = '{:journal/page-title-format "dd-MM-yyyy"}'
    notes = {"pages/a.md": "when:: [[05-11-2026]]\n", "pages/b.md": "- x\n  when:: [[Nov 5th, 2026]], [[See]]\n"}
    engine = open_vault(make_vault({"logseq/config.edn": config, **notes}))
    assert found(engine, "[when:2026-11-05]") == ["pages/a.md", "pages/b.md"]
    assert found(engine, "[when:<2026-11]") == []


@pytest.mark.parametrize("config", ["{}", '{:journal/file-name-format "dd.MM.yyyy"}'])
@pytest.mark.parametrize(
    "link", ["[[{}]]", "[[journals/{}]]", "[[{}|the day]]", "[d](journals/{}.md)", "[d](../journals/{}.md)"]
)
def test_links_to_files_of_days_of_logseq_are_dates_in_properties(
    make_vault: MakeVault, open_vault: OpenVault, config: str, link: str
) -> None:
    written = link.format("05.12.2026" if "dd" in config else "2026_12_05")
    notes = {"pages/a.md": f"due:: {written}\n\n- x\n", "pages/b.md": "due:: [[Dec 5th, 2026]]\n\n- x\n"}
    engine = open_vault(make_vault({"logseq/config.edn": config, **notes}))
    for query in ("[due:2026-12-05]", "[due:2026-12]", "[due:>2026-12-04]", '[due:"[[2026_12_05]]"]'):
        assert found(engine, query) == ["pages/a.md", "pages/b.md"], query
    assert found(engine, f'[due:"{written}"]')[0] == "pages/a.md"


@pytest.mark.parametrize(
    ("settings", "path", "head"),
    [
        (
            {".obsidian/daily-notes.json": '{"format": "[Day] MM-DD-YYYY"}'},
            "a.md",
            "---\ncreated: '[[Daily/Day 01-02-2025|new year]]'\nupdated: [then, '[[Day 02-01-2025]]']\n---\n",
        ),
        (
            {"logseq/config.edn": '{:journal/page-title-format "MM-dd-yyyy"}'},
            "pages/a.md",
            "created:: [[01-02-2025]]\nupdated:: [[02-01-2025]]\n\n- x\n",
        ),
        (
            {"logseq/config.edn": "{}"},
            "pages/a.md",
            "created:: [[2025_01_02]]\nupdated:: [then](../journals/2025_02_01.md)\n\n- x\n",
        ),
        ({}, "a.md", "---\ncreated: '[new year](Daily/2025-01-02.md)'\nupdated: '[](2025-02-01.md)'\n---\n"),
    ],
)
def test_the_dates_of_a_note_are_read_by_what_the_vault_calls_days(
    make_vault: MakeVault, open_vault: OpenVault, settings: dict[str, str], path: str, head: str
) -> None:
    engine = open_vault(make_vault({**settings, path: head, "plain.md": "---\ncreated: 2025-01-03\n---\n"}))
    detail = engine.note(path)
    assert detail.created == datetime(2025, 1, 2)
    assert detail.warnings == ()
    assert found(engine, "created:2025-01-02") == found(engine, "updated:2025-02-01") == [path]
    assert found(engine, "created:2025-01-03") == ["plain.md"], "a date that is no link is as it is written"


def test_property_types_that_change_while_notes_are_read_take_effect_with_the_next_refresh(
    make_vault: MakeVault, open_vault: OpenVault, fresh: BuildFresh, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make_vault({"a.md": "---\nprio: 3\n---\n", ".obsidian/types.json": "{}"})
    engine = open_vault(root)
    write_notes(root, {"b.md": "---\nprio: 4\n---\n"})

    def read(*arguments: Any) -> Iterator[NoteBatch]:
        yield from read_batches(*arguments)
        write_notes(root, {".obsidian/types.json": '{"types": {"prio": "text"}}'})

    with monkeypatch.context() as patch:
        patch.setattr("vaulttui.index.sync.loading.read_batches", read)
        engine.refresh()
    engine.refresh()
    assert dump(engine) == fresh(root)


def test_in_another_time_zone_times_are_those_of_its_clocks(
    make_vault: MakeVault, open_vault: OpenVault, fresh: BuildFresh, travel: Travel
) -> None:
    root = make_vault({"a.md": "---\ndue: 2025-07-14T10:00+02:00\n---\n"})
    os.utime(root / "a.md", (1_752_530_400, 1_752_530_400))
    engine = open_vault(root)
    assert found(engine, "modified:2025-07-14") == ["a.md"]
    travel("Asia/Tokyo")
    engine.refresh()
    assert found(engine, "modified:2025-07-15") == ["a.md"]
    assert dump(engine) == fresh(root)


def test_a_time_zone_whose_clocks_showed_another_time_only_in_years_past_is_another_one(
    make_vault: MakeVault, open_vault: OpenVault, travel: Travel
) -> None:
    travel("Asia/Riyadh")
    root = make_vault({"a.md": ""})
    winter = int(datetime(2015, 1, 1, 21, 30, tzinfo=UTC).timestamp())
    os.utime(root / "a.md", (winter, winter))
    engine = open_vault(root)
    assert found(engine, "modified:2015-01-02") == ["a.md"]
    travel("Europe/Istanbul")  # has had the time of Riyadh all the year since 2016
    engine.refresh()
    assert found(engine, "modified:2015-01-01") == ["a.md"]


def test_the_hour_that_clocks_show_twice_has_an_order(
    make_vault: MakeVault, open_vault: OpenVault, travel: Travel
) -> None:
    travel("America/New_York")
    root = make_vault({"early.md": "", "late.md": "", "last.md": ""})
    early = int(datetime(2025, 11, 2, 5, 30, tzinfo=UTC).timestamp())  # 1:30, before clocks went back
    for name, stamp in (("early.md", early), ("late.md", early + 40 * 60), ("last.md", early + 24 * 3600)):
        os.utime(root / name, (stamp, stamp))
    engine = open_vault(root)
    newest_first = ["last.md", "late.md", "early.md"]
    assert [hit.path for hit in engine.search(parse_query("sort:modified")).hits] == newest_first
    assert [hit.path for hit in engine.search(parse_query("sort:modified:asc")).hits] == newest_first[::-1]
    assert [file.path for file in engine.find(FileQuery("*.md", sort="modified"))] == newest_first
    assert [note.text for note in engine.suggest("note", "")] == newest_first


def test_a_refresh_of_an_unchanged_vault_writes_nothing(
    make_vault: MakeVault, open_vault: OpenVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make_vault({**NOTES, "image.png": b"", "link.md": "[[image.png]]"})
    (root / "out.md").symlink_to(root.parent / "elsewhere.md")
    engine = open_vault(root)
    before = dump(engine)

    def refuse(self: IndexMeta) -> None:
        raise AssertionError("nothing has changed")

    with monkeypatch.context() as patched:
        patched.setattr(IndexMeta, "writing", refuse)
        report = engine.refresh()
    assert (report.notes, report.added, report.changed, report.moved, report.removed) == (engine.count(), 0, 0, 0, 0)
    assert dump(engine) == before


def test_a_look_at_what_is_not_there_writes_nothing(make_vault: MakeVault, open_vault: OpenVault) -> None:
    engine = open_vault(make_vault(NOTES))
    commits = engine._database.commits
    assert engine.index_note("missing.md") is False
    assert engine._database.commits == commits


def test_attachments_and_warnings_are_followed_where_no_note_has_changed(
    make_vault: MakeVault, open_vault: OpenVault
) -> None:
    root = make_vault({"link.md": "[[image.png]]"})
    engine = open_vault(root)
    assert found(engine, "is:unresolved") == ["link.md"]
    (root / "image.png").write_bytes(b"")
    (root / "out.md").symlink_to(root.parent / "elsewhere.md")
    engine.refresh()
    assert found(engine, "is:unresolved") == []
    assert [path for path, _, _ in engine.warnings()] == ["out.md"]
    (root / "image.png").unlink()
    (root / "out.md").unlink()
    engine.refresh()
    assert found(engine, "is:unresolved") == ["link.md"]
    assert engine.warnings() == []


def test_sections_without_headings_before_many_with_headings(make_vault: MakeVault, open_vault: OpenVault) -> None:
    paragraph = "word " * 90
    start = "\n\n".join(f"{paragraph} {number}" for number in range(6_002))
    root = make_vault({"long.md": f"{start}\n\n# Late\n\nlast"})
    assert found(open_vault(root), "last") == ["long.md"]
