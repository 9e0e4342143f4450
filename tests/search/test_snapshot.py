"""A snapshot that is read on is what one read from the beginning would be."""

from __future__ import annotations

import random
import threading
from copy import deepcopy
from dataclasses import fields
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import MakeVault, OpenVault, write_notes
from tests.search.advancing import Step, begin_anew, commits_fail, few_examples, steps, take
from vaulttui.search.local.local_engine import LocalEngine
from vaulttui.search.memory import snapshots
from vaulttui.search.memory.snapshot import Snapshot
from vaulttui.search.memory.snapshots import SnapshotCache, advance_snapshot, generation_of, load_snapshot

_WORDS = ["red", "green", "blue", "häuser", "maison", "casa", "running", "runs", "2025-07-14"]
_TOLD = [
    "",
    "It is what we have been planning for the winter because they were there and it is so.",
    "Es ist nicht das was wir für den Winter haben, aber die Häuser werden auch gemacht.",
    "Ce sont les arbres de la forêt qui sont plus grands que les autres, mais ils ne sont pas les mêmes.",
]
"""Sentences that tell a note's language."""


def _assert_equal(found: Snapshot, expected: Snapshot) -> None:
    for field in fields(Snapshot):
        one, other = getattr(found, field.name), getattr(expected, field.name)
        if isinstance(other, np.ndarray):
            assert np.array_equal(one, other), field.name
            assert one.dtype == other.dtype, field.name
        else:
            assert one == other, field.name


def _read(engine: LocalEngine, before: Snapshot | None) -> tuple[Snapshot, Snapshot]:
    """The snapshot read on from an earlier one, and the one read from the beginning."""
    with engine._database.read() as cursor:
        generation = generation_of(cursor)
        fresh = load_snapshot(cursor, generation)
        if before is None:
            return fresh, fresh
        changed = engine._database.changes.between(before.generation, generation)
        assert changed is not None
        return advance_snapshot(cursor, generation, before, changed), fresh


def _text(chance: random.Random) -> str:
    sections = [
        f"## {chance.choice(_WORDS)}\n\n{' '.join(chance.choices(_WORDS, k=40))}\n" for _ in range(chance.randrange(4))
    ]
    return f"---\nupdated: 2025-01-{chance.randrange(10, 29)}\n---\n" + "\n".join([chance.choice(_TOLD), *sections])


def _change(root: Path, chance: random.Random) -> None:
    """Write, move, touch or delete some notes."""
    for _ in range(chance.randrange(1, 6)):
        there = sorted(path for path in root.rglob("*.md"))
        path = (
            chance.choice(there)
            if there and chance.random() < 0.6
            else root / f"{chance.choice('abc')}/{chance.random()}.md"
        )
        match chance.randrange(4) if path.exists() else 0:
            case 0:
                write_notes(root, {path.relative_to(root).as_posix(): _text(chance)})
            case 1:
                path.unlink()
            case 2:
                path.rename(path.with_name(f"moved {chance.random()}.md"))
            case _:
                path.touch()


@pytest.mark.parametrize("seed", range(2))
def test_after_any_edits_it_is_as_if_read_from_the_beginning(
    seed: int, make_vault: MakeVault, open_vault: OpenVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = random.Random(seed)
    root = make_vault({f"{chance.choice('abc')}/{number}.md": _text(chance) for number in range(20)})
    engine = open_vault(root)
    engine.refresh(embed=False)
    snapshot, _ = _read(engine, None)
    monkeypatch.setattr(snapshots, "load_snapshot", lambda *_: pytest.fail("it was read from the beginning"))
    for _ in range(12):
        _change(root, chance)
        engine.refresh(embed=False)
        snapshot, fresh = _read(engine, snapshot)
        _assert_equal(snapshot, fresh)


def test_an_empty_index_and_one_that_becomes_empty_are_read_on(make_vault: MakeVault, open_vault: OpenVault) -> None:
    root = make_vault({"attachment.txt": ""})
    engine = open_vault(root)
    engine.refresh(embed=False)
    empty, _ = _read(engine, None)
    write_notes(root, {"a.md": "red", "b.md": "green"})
    engine.refresh(embed=False)
    two, fresh = _read(engine, empty)
    _assert_equal(two, fresh)
    assert two.paths == ("a.md", "b.md")
    (root / "a.md").unlink()
    (root / "b.md").unlink()
    engine.refresh(embed=False)
    _assert_equal(*_read(engine, two))


def test_notes_are_in_the_order_of_the_characters_of_their_paths(make_vault: MakeVault, open_vault: OpenVault) -> None:
    names = ["a", "Z", "a b/c", "a/b", "é", "\uff21", "\U0001f600", "中", "a-", "a\n", "~"]
    engine = open_vault(make_vault({f"{name}.md": "red" for name in names}))
    engine.refresh(embed=False)
    snapshot, _ = _read(engine, None)
    assert snapshot.paths == tuple(sorted(f"{name}.md" for name in names))


def test_a_view_that_began_earlier_does_not_push_out_what_is_newer(
    make_vault: MakeVault, open_vault: OpenVault
) -> None:
    root = make_vault({"a.md": "red"})
    engine = open_vault(root)
    engine.refresh(embed=False)
    cache = SnapshotCache(engine._database.changes)
    with engine._database.read() as cursor:
        old = cache.current(cursor)
    write_notes(root, {"b.md": "green"})
    engine.refresh(embed=False)
    with engine._database.read() as cursor:
        new = cache.current(cursor)
        cursor.execute("UPDATE meta SET value = ? WHERE key = 'generation'", [str(old.generation)])
        assert cache.current(cursor).generation == old.generation
    with engine._database.read() as cursor:
        assert cache.current(cursor) is new


@pytest.fixture
def engine(make_vault: MakeVault, open_vault: OpenVault) -> LocalEngine:
    return open_vault(make_vault({"attachment.txt": ""}))


@few_examples
@given(st.lists(st.tuples(steps, st.booleans()), min_size=1, max_size=12))
def test_after_any_steps_it_is_as_if_read_from_the_beginning(
    engine: LocalEngine, happenings: list[tuple[Step, bool]]
) -> None:
    begin_anew(engine)
    cache = SnapshotCache(engine._database.changes)
    seen: list[tuple[Snapshot, Snapshot]] = []
    for step, looks in happenings:
        take(engine, step)
        if looks:
            with engine._database.read() as cursor:
                snapshot, fresh = cache.current(cursor), load_snapshot(cursor, generation_of(cursor))
            _assert_equal(snapshot, fresh)
            seen.append((snapshot, deepcopy(snapshot)))
    for snapshot, then in seen:  # nobody wrote into what others may still read
        _assert_equal(snapshot, then)


def test_what_was_rolled_back_is_not_there(engine: LocalEngine, monkeypatch: pytest.MonkeyPatch) -> None:
    root = Path(engine.vault_path)
    write_notes(root, {"a.md": "red", "b.md": "green", "c.md": "blue"})
    engine.refresh(embed=False)
    first, _ = _read(engine, None)
    (root / "a.md").unlink()
    write_notes(root, {"b.md": "yellow"})
    with commits_fail():
        for path in ("a.md", "b.md"):
            with pytest.raises(OSError, match="no space"):
                engine.index_note(path)
    monkeypatch.setattr(snapshots, "load_snapshot", lambda *_: pytest.fail("it was read from the beginning"))
    write_notes(root, {"d.md": "white"})
    engine.index_note("d.md")
    second, fresh = _read(engine, first)
    _assert_equal(second, fresh)
    assert second.paths == ("a.md", "b.md", "c.md", "d.md")
    for path in ("a.md", "b.md"):
        engine.index_note(path)
    third, fresh = _read(engine, second)
    _assert_equal(third, fresh)
    assert third.paths == ("b.md", "c.md", "d.md")
    assert third.note_ids[0] != second.note_ids[1]


def test_a_reader_of_an_earlier_moment_gets_that_moment(engine: LocalEngine) -> None:
    root = Path(engine.vault_path)
    write_notes(root, {"a.md": "red", "b.md": "green"})
    engine.refresh(embed=False)
    cache = SnapshotCache(engine._database.changes)
    with engine._database.read() as cursor:
        cache.current(cursor)
    write_notes(root, {"b.md": "green and red"})
    engine.index_note("b.md")
    looks, written = threading.Event(), threading.Event()
    seen: list[tuple[Snapshot, Snapshot]] = []

    def look() -> None:
        with engine._database.read() as cursor:
            generation = generation_of(cursor)
            looks.set()
            written.wait(30)
            seen.append((cache.current(cursor), load_snapshot(cursor, generation)))

    reader = threading.Thread(target=look)
    reader.start()
    assert looks.wait(30)
    (root / "a.md").unlink()
    write_notes(root, {"c.md": "blue"})
    engine.refresh(embed=False)
    written.set()
    reader.join()
    _assert_equal(*seen[0])
    assert seen[0][0].paths == ("a.md", "b.md")
    with engine._database.read() as cursor:
        _assert_equal(cache.current(cursor), load_snapshot(cursor, generation_of(cursor)))


def test_an_index_that_is_begun_anew_has_no_changes(engine: LocalEngine) -> None:
    changes = engine._database.changes
    write_notes(Path(engine.vault_path), {"a.md": "red"})
    engine.index_note("a.md")
    generation = engine._opened.meta.generation
    assert changes.between(generation - 1, generation) == frozenset()
    engine._opened.meta.reload()
    assert changes.between(generation - 1, generation) is None
    assert changes.between(generation, generation) == frozenset()
    assert changes.between(generation, generation + 1) is None
