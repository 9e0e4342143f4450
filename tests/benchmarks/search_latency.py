"""How long searches take: ``python -m tests.benchmarks.search_latency VAULT``.

Queries of several kinds are made of the vault's own words by chance, with a seed, and asked once each in every mode,
through the engine, with the facets that the interface counts for them; no query is asked twice in a mode, so nothing is
answered from memory that would not be for a person. The same queries, where they can be said, are put to SQLite's FTS5
over the same chunks. Wall time is noisy on a busy machine: the processor time of all threads stands beside it, and how
many functions a search by words calls when it is asked again, which is the same everywhere: half a millisecond more in
each of ten places is seen there first.
"""

from __future__ import annotations

import argparse
import cProfile
import json
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.benchmarks.peers import Fts5
from tests.benchmarks.scale.measuring import percentile
from vaulttui import open_vault
from vaulttui.index.reading.tokenizer import words_of
from vaulttui.search.query import Mode, Query
from vaulttui.search.syntax import parse_query
from vaulttui.settings import Settings, VaultSettings
from vaulttui.vault.files.scan import scan_vault
from vaulttui.vault.note import Note
from vaulttui.vault.reader import read_note


@dataclass(frozen=True, slots=True)
class Question:
    """One query, in both languages."""

    kind: str
    text: str
    fts5: str = ""
    """In the language of FTS5; ``""`` if it has no way to say it."""
    typing: bool = False


@dataclass(frozen=True, slots=True)
class Spent:
    """Milliseconds of one call."""

    wall: float
    processor: float


class Words:
    """The words of a vault's chunks, to make queries of."""

    def __init__(self, notes: Sequence[Note], chance: random.Random) -> None:
        self._chance = chance
        self._texts = [chunk.text for note in notes for chunk in note.chunks if len(chunk.text) > 80]
        frequency = Counter(word for text in self._texts for word in set(words_of(text)) if word.isalpha())
        ordered = [word for word, _ in frequency.most_common() if len(word) > 2]
        self._common = ordered[:150]
        self._middle = ordered[150:2000]
        self._rare = [word for word in ordered[150:] if frequency[word] <= 3 and len(word) >= 5]
        self._tags = sorted({tag.name for note in notes for tag in note.tags})
        self._folders = sorted({note.path.rpartition("/")[0] for note in notes if "/" in note.path})

    def questions(self, count: int) -> Iterator[Question]:
        """So many queries of every kind, none of them twice.

        Raises:
            ValueError: The vault has too few words for that.
        """
        drawn = (self._chance.sample(words, count) for words in (self._common, self._rare, self._middle))
        for common, rare, middle, phrase in zip(*drawn, self._phrases(count), strict=True):
            yield Question("common word", common, _any([common]))
            yield Question("rare word", rare, _any([rare]))
            three = self._chance.sample(self._middle, 3)
            yield Question("three words", " ".join(three), _any(three))
            asked = ["how", "do", "i", "use", common, "with", middle, "in", "my", rare]
            yield Question("question", f"how do I use {common} with {middle} in my {rare}", _any(asked))
            yield Question("prefix", f"{common} {middle[:3]}", f'"{common}" OR "{middle[:3]}"*', typing=True)
            yield Question("typing error", f"{common} {middle[:2]}{middle[3:]}{middle[2:3]}x")
            yield Question("phrase", f'"{phrase}"', f'"{phrase}"')
            if self._tags:
                yield Question("filter", f'{middle} tag:"{self._chance.choice(self._tags)}" modified:>=2000')
            if self._folders:
                yield Question("operators", f'("{common}" OR title:{middle}) -"{rare}" has:links {middle}')
                yield Question("folder", f'{common} {middle} folder:"{self._chance.choice(self._folders)}"')

    def _phrases(self, count: int) -> list[str]:
        phrases: dict[str, None] = {}
        while len(phrases) < count:
            words = words_of(self._chance.choice(self._texts))
            start = self._chance.randrange(len(words) or 1)
            found = words[start : start + 3]
            if len(found) == 3 and all(word.isalpha() for word in found):
                phrases[" ".join(found)] = None
        return list(phrases)


def _any(words: Sequence[str]) -> str:
    return " OR ".join(f'"{word}"' for word in dict.fromkeys(words))


def timed(call: Callable[[], object]) -> Spent:
    """Call something once."""
    processor, wall = time.process_time(), time.perf_counter()
    call()
    return Spent((time.perf_counter() - wall) * 1000, (time.process_time() - processor) * 1000)


def calls(call: Callable[[], object]) -> int:
    """Call something, and count the functions that are called by it on this thread."""
    profile = cProfile.Profile()
    profile.runcall(call)
    return sum(entry.callcount for entry in profile.getstats())


class Table:
    """Collects times and prints them."""

    def __init__(self) -> None:
        self.rows: list[dict[str, object]] = []

    def head(self, title: str) -> None:
        """Print the names of the columns."""
        print(f"\n{title:32} {'n':>5} {'p50':>8} {'p95':>8} {'max':>8} | {'CPU p50':>8} {'p95':>8} {'max':>8}  ms")

    def add(self, system: str, what: str, spent: Sequence[Spent]) -> None:
        """Print one row, and keep it."""
        if not spent:
            return
        walls, processor = [time.wall for time in spent], [time.processor for time in spent]
        figures = [percentile(values, share) for values in (walls, processor) for share in (0.5, 0.95, 1.0)]
        first, second = (" ".join(f"{figure:8.1f}" for figure in part) for part in (figures[:3], figures[3:]))
        print(f"  {what:30} {len(spent):5} {first} | {second}")
        names = ("wall_p50", "wall_p95", "wall_max", "cpu_p50", "cpu_p95", "cpu_max")
        self.rows.append(
            {"system": system, "what": what, "count": len(spent), **dict(zip(names, figures, strict=True))}
        )

    def add_calls(self, system: str, counts: Sequence[int]) -> None:
        """Print how many functions searches called, and keep it."""
        p50, p95, most = (percentile(counts, share) for share in (0.5, 0.95, 1.0))
        print(f"  {'functions called':30} {len(counts):5} {p50:8,.0f} {p95:8,.0f} {most:8,.0f}")
        self.rows.append(
            {"system": system, "what": "functions called", "count": len(counts), "p50": p50, "p95": p95, "max": most}
        )

    def add_by_kind(self, system: str, what: str, kinds: Sequence[str], spent: Sequence[Spent]) -> None:
        """One row for every kind of query, and one for all."""
        for kind in dict.fromkeys(kinds):
            self.add(system, f"{what}: {kind}", [time for name, time in zip(kinds, spent, strict=True) if name == kind])
        self.add(system, f"{what}: all", spent)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("vault", type=Path)
    modes = [mode.value for mode in Mode]
    parser.add_argument("--modes", nargs="+", choices=modes, default=["keyword", "semantic", "hybrid"])
    parser.add_argument("--count", type=int, default=20, metavar="N", help="queries of each kind")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--index", type=Path, help="keep the index here")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures here")
    options = parser.parse_args()
    settings = VaultSettings()
    notes = [read_note(options.vault, file.path, settings) for file in scan_vault(options.vault, settings).notes]
    rows = [(" ".join((note.title, *chunk.heading_path)), chunk.text) for note in notes for chunk in note.chunks]
    print(f"{len(notes):,} notes, {len(rows):,} chunks")
    questions = list(Words(notes, random.Random(options.seed)).questions(options.count))
    table = Table()
    with ExitStack() as stack:
        index = options.index or Path(stack.enter_context(TemporaryDirectory())) / "index.duckdb"
        vault = stack.enter_context(open_vault(options.vault, index, settings=Settings()))
        vault.refresh(embed=options.modes != ["keyword"])
        for mode in options.modes:
            table.head(mode)
            table.add(mode, "first of all", [timed(lambda mode=mode: vault.search("warm up", mode))])  # type: ignore[misc]
            searches: list[Spent] = []
            facets: list[Spent] = []
            queries = [
                parse_query(question.text, typing=question.typing, defaults=Query(mode=Mode(mode)))
                for question in questions
            ]
            for query in queries:
                searches.append(timed(lambda query=query: vault.engine.search(query)))  # type: ignore[misc]
                facets.append(timed(lambda query=query: vault.engine.facets(query)))  # type: ignore[misc]
            kinds = [question.kind for question in questions]
            both = [Spent(a.wall + b.wall, a.processor + b.processor) for a, b in zip(searches, facets, strict=True)]
            table.add_by_kind(mode, "search", kinds, searches)
            table.add_by_kind(mode, "facets", kinds, facets)
            table.add(mode, "search and facets: all", both)
            if mode == "keyword":  # the others use threads
                table.add_calls(mode, [calls(lambda query=query: vault.engine.search(query)) for query in queries])  # type: ignore[misc]
    peer = Fts5(rows, "english")
    said = [question for question in questions if question.fts5]
    table.head(peer.name)
    spent = [timed(lambda question=question: peer.match(question.fts5)) for question in said]  # type: ignore[misc]
    table.add_by_kind(peer.name, "search", [question.kind for question in said], spent)
    if options.json:
        options.json.write_text(json.dumps(table.rows, indent=1) + "\n")


if __name__ == "__main__":
    main()
