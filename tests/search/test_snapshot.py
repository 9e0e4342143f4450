"""A snapshot that is read on is what one read from the beginning would be."""

from __future__ import annotations

import random
from dataclasses import fields
from pathlib import Path

import numpy as np
import pytest

from tests.conftest import MakeVault, OpenVault, write_notes
from vaulttui.search import snapshots
from vaulttui.search.local_engine import LocalEngine
from vaulttui.search.snapshot import Snapshot
from vaulttui.search.snapshots import SnapshotCache, advance_snapshot, generation_of, load_snapshot

_WORDS = ["red", "green", "blue", "häuser", "maison", "casa", "running", "runs", "2025-07-14"]


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
    return f"---\nupdated: 2025-01-{chance.randrange(10, 29)}\n---\n" + "\n".join(sections)


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
