"""Kills processes in the middle of their work on an index, and looks whether the next start mends everything."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.index.index_content import differences, index_content
from tests.index.kill_process import open_local, prepare

_WORDS = (
    *("harbour", "storm", "winter", "lantern", "copper", "violin", "meadow"),
    *("kernel", "thread", "river", "engine", "paper", "glass", "mirror"),
)


def note_text(chance: random.Random) -> str:
    """A note with everything that the index has tables for."""
    words = " ".join(chance.choices(_WORDS, k=chance.randint(5, 120)))
    target = f"note {chance.randint(0, 200)}"
    return (
        f"---\ntags: [{chance.choice(_WORDS)}/{chance.choice(_WORDS)}]\n"
        f"prio: {chance.choice([*range(9), 'high'])}\n---\n"
        f"# {chance.choice(_WORDS).title()} {chance.randint(0, 99)}\n\n"
        f"{words} [[{target}]] #{chance.choice(_WORDS)}\n\n"
        f"## Tasks\n\n- [ ] {chance.choice(_WORDS)} the {chance.choice(_WORDS)} ![[{chance.choice(_WORDS)}.png]]\n"
    )


def change(root: Path, chance: random.Random, times: int) -> None:
    """Write, rename and delete some notes and attachments."""
    for _ in range(times):
        notes = sorted(root.rglob("*.md"))
        dice = chance.random()
        if dice < 0.35 or len(notes) < 20:
            folder = root / chance.choice(["", "sub", "sub/deeper", "other"])
            folder.mkdir(parents=True, exist_ok=True)
            (folder / f"note {chance.randint(0, 200)}.md").write_text(note_text(chance))
        elif dice < 0.65:
            chance.choice(notes).write_text(note_text(chance))
        elif dice < 0.8:
            old = chance.choice(notes)
            old.rename(old.with_name(f"note {chance.randint(0, 200)}.md"))
        elif dice < 0.92:
            chance.choice(notes).unlink()
        else:
            picture = root / f"{chance.choice(_WORDS)}.png"
            if picture.exists():
                picture.unlink()
            else:
                picture.write_bytes(b"png")


@dataclass(slots=True)
class Round:
    """What came of one kill."""

    work: str
    delay: float
    """Seconds from the beginning of the work."""
    finished: bool
    """The work was done before the kill."""
    aside: list[str]
    """Files that were moved aside as damaged."""
    differences: dict[str, str]


@dataclass(slots=True)
class Killer:
    """A vault, its index, and processes that are killed over it.

    Args:
        folder: For everything.
        chance: Decides what is changed and when is killed.
        notes: Notes of the vault at the beginning.
    """

    folder: Path
    chance: random.Random
    notes: int = 120
    rounds: list[Round] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.root.mkdir(parents=True)
        change(self.root, self.chance, self.notes)
        self.index.parent.mkdir(parents=True)

    @property
    def root(self) -> Path:
        """The vault."""
        return self.folder / "vault"

    @property
    def index(self) -> Path:
        """The index that processes are killed over."""
        return self.folder / "index" / "index.duckdb"

    def kill_once(self, work: str, longest: float = 1.2) -> Round:
        """Change the vault, kill a process in the middle of its work, and compare what the next start makes of it."""
        change(self.root, self.chance, self.chance.randint(1, 40))
        prepare(self.index, work)
        delay = self.chance.uniform(0, longest)
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.index.kill_process", str(self.root), str(self.index), work],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert process.stdout is not None
        assert process.stdin is not None
        assert process.stdout.readline() == "begin\n"
        time.sleep(delay)  # the moment of the kill is what this is about
        os.kill(process.pid, 9)
        rest = process.stdout.read()
        process.wait()
        process.stdin.close()
        process.stdout.close()
        result = Round(work, delay, "done" in rest, [], self._compare())
        result.aside = sorted(path.name for path in self.index.parent.glob("*.damaged.*"))
        for name in result.aside:
            (self.index.parent / name).unlink()
        self.rounds.append(result)
        return result

    def _compare(self) -> dict[str, str]:
        engine = open_local(self.root, self.index)
        engine.refresh()
        engine.close()
        fresh = self.folder / "fresh" / "index.duckdb"
        other = open_local(self.root, fresh)
        other.refresh()
        other.close()
        found = differences(index_content(self.index), index_content(fresh))
        shutil.rmtree(fresh.parent)
        return found


def kill(folder: Path, works: Sequence[str], seed: int, **options: float) -> Killer:
    """Kill once in each of some works."""
    killer = Killer(folder, random.Random(seed))
    for work in works:
        killer.kill_once(work, **options)
    return killer
