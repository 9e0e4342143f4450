"""A long day in fast motion: a vault that is edited, renamed, deleted and checked out while searches run."""

from __future__ import annotations

import gc
import random
import resource
import shutil
import subprocess
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from tests.index.index_content import differences, index_content
from tests.index.kill_process import SETTINGS, HashEmbedder, open_local
from tests.index.killing import change, note_text
from vaulttui.search.engine import SearchEngine
from vaulttui.search.local.local_engine import LocalEngine
from vaulttui.search.query import Mode, Query
from vaulttui.search.sharing import SharedEngine
from vaulttui.search.syntax import parse_query
from vaulttui.settings import Settings

_QUERIES = (
    *("harbour storm", "tag:winter", "[prio:>5] lantern", "path:sub", '"storm harbour"', "task-todo:copper", "storn"),
    *("links-to:[[note 5]]", "is:unresolved", "sort:modified", "kernel OR violin -river", "mead"),
)


@dataclass(frozen=True, slots=True)
class Sample:
    """What the process uses at one moment."""

    changes: int
    memory: int
    """Resident bytes now."""
    file: int
    """Bytes of the index and its log."""
    threads: int
    descriptors: int
    searches: int
    slowest: float
    """Seconds of the slowest search since the sample before."""


@dataclass(slots=True)
class Day:
    """A vault, an owner that keeps its index fresh, a follower, and searches in both.

    Args:
        folder: For everything.
        notes: Notes at the beginning.
        seed: Decides what happens.
    """

    folder: Path
    notes: int
    seed: int = 1
    samples: list[Sample] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    _searches: int = 0
    _slowest: float = 0.0
    _over: threading.Event = field(default_factory=threading.Event)

    @property
    def root(self) -> Path:
        """The vault."""
        return self.folder / "vault"

    @property
    def index(self) -> Path:
        """The index."""
        return self.folder / "index" / "index.duckdb"

    def live(self, changes: int, sample_every: int, told: Callable[[Sample], None] = lambda sample: None) -> None:
        """Live through so many changes."""
        chance = random.Random(self.seed)
        self._make_vault(chance)
        engines = [self._open(), self._open()]
        engines[0].start_background()
        threads = [
            threading.Thread(target=self._search, args=(engine, number)) for number, engine in enumerate(engines)
        ]
        for thread in threads:
            thread.start()
        try:
            self._change(engines[0], chance, changes, sample_every, told)
        finally:
            self._over.set()
            for thread in threads:
                thread.join()
        engines[0].refresh()
        for engine in reversed(engines):
            engine.close()

    def _change(
        self,
        owner: SharedEngine,
        chance: random.Random,
        changes: int,
        sample_every: int,
        told: Callable[[Sample], None],
    ) -> None:
        done = 0
        while done < changes:
            burst = min(chance.choice([1, 1, 2, 5, 20, 60]), changes - done)
            change(self.root, chance, burst)
            done += burst
            if chance.random() < 0.05:
                done += self._check_out()
            self._over.wait(chance.choice([0.0, 0.02, 0.1, 0.4]))  # shorter and longer than the watcher's patience
            if done >= (len(self.samples) + 1) * sample_every:
                self._settle(owner)
                self.samples.append(self._sample(done))
                told(self.samples[-1])

    def differences(self) -> dict[str, str]:
        """Where the index differs from one built afresh."""
        fresh = self.folder / "fresh" / "index.duckdb"
        engine = open_local(self.root, fresh)
        engine.refresh()
        engine.close()
        return differences(index_content(self.index), index_content(fresh))

    def _make_vault(self, chance: random.Random) -> None:
        for number in range(self.notes):
            path = self.root / ["", "sub", "other"][number % 3] / f"note {number}.md"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(note_text(chance))
        if shutil.which("git"):
            self._git("init", "-q", "-b", "morning")
            self._git("config", "user.email", "nobody@example.org")
            self._git("config", "user.name", "Nobody")
            self._commit()
            self._git("checkout", "-q", "-b", "evening")
            for path in sorted(self.root.rglob("*.md"))[::3]:
                path.write_text(note_text(chance))
            for path in sorted(self.root.rglob("*.md"))[1::7]:
                path.unlink()
            self._commit()

    def _check_out(self) -> int:
        """Commit what there is and check out the other branch; the number of files that changed."""
        if not shutil.which("git"):
            return 0
        self._commit()
        here = self._git("branch", "--show-current").strip()
        there = "morning" if here == "evening" else "evening"
        changed = self._git("diff", "--name-only", here, there, "--").count("\n")
        self._git("checkout", "-q", there, "--")
        return changed

    def _commit(self) -> None:
        self._git("add", "-A")
        self._git("commit", "-q", "--allow-empty", "-m", "x")

    def _git(self, *arguments: str) -> str:
        return subprocess.run(
            ["git", "-c", "gc.auto=0", *arguments], cwd=self.root, check=True, capture_output=True, text=True
        ).stdout

    def _open(self) -> SharedEngine:
        def local(root: Path, settings: Settings, index: Path) -> SearchEngine:
            return LocalEngine(root, settings, index, embedder=HashEmbedder())

        engine = SharedEngine(self.root, SETTINGS, self.index, make_local=local)
        engine.initialize()
        return engine

    def _search(self, engine: SharedEngine, number: int) -> None:
        chance = random.Random(number)
        while not self._over.wait(0.01):
            started = time.perf_counter()
            try:
                query = parse_query(chance.choice(_QUERIES), defaults=Query(mode=chance.choice(list(Mode))))
                for hit in engine.search(query).hits[:1]:
                    engine.backlinks(hit.path)
                if chance.random() < 0.1:
                    engine.facets(query)
            except Exception as error:
                self.faults.append(f"{type(error).__name__}: {error}")
            self._searches += 1
            self._slowest = max(self._slowest, time.perf_counter() - started)

    def _settle(self, engine: SharedEngine) -> None:
        """Let the index catch up, so that samples can be compared."""
        engine.refresh()
        gc.collect()

    def _sample(self, changes: int) -> Sample:
        slowest, self._slowest = self._slowest, 0.0
        log = self.index.with_name(self.index.name + ".wal")
        return Sample(
            changes=changes,
            memory=_resident(),
            file=self.index.stat().st_size + (log.stat().st_size if log.exists() else 0),
            threads=threading.active_count(),
            descriptors=len(list(Path("/dev/fd").iterdir())),
            searches=self._searches,
            slowest=slowest,
        )


def _resident() -> int:
    """Bytes of memory in use now; where the system tells only of the most so far, that."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    return pages * resource.getpagesize()
