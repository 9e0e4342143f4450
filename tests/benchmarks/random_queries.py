"""Ten thousand valid queries and ten thousand strings: ``python -m tests.benchmarks.random_queries VAULT``.

Each is taken apart as the query bar does it, searched for in one of the modes, and its facets are counted. Whatever
raises anything but the program's own faults, or takes over a second of wall time twice, is printed.
"""

from __future__ import annotations

import argparse
import json
import random
import time
import traceback
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.benchmarks.scale.measuring import percentile
from tests.search.random_queries import RandomQueries, ask, use_text
from vaulttui import open_vault
from vaulttui.errors import QuerySyntaxError, VaultTuiError
from vaulttui.index.reading.tokenizer import words_of
from vaulttui.search.engine import SearchEngine
from vaulttui.search.query import Mode
from vaulttui.settings import Settings, VaultSettings
from vaulttui.vault.files.scan import scan_vault
from vaulttui.vault.reader import read_note

SLOW = 1.0
"""Seconds that no query may take."""


def vault_samples(root: Path, chance: random.Random) -> dict[str, Sequence[str]]:
    """Words, names, tags and properties of a vault, by rule of the grammar."""
    settings = VaultSettings()
    files = list(scan_vault(root, settings).notes)
    notes = [read_note(root, file.path, settings) for file in chance.sample(files, min(400, len(files)))]
    texts = [chunk.text for note in notes for chunk in note.chunks]
    words = sorted({word for text in texts for word in words_of(text) if word.isalpha()})
    names = [note.path.rpartition("/")[2].removesuffix(".md") for note in notes]
    folders = sorted({note.path.rpartition("/")[0] for note in notes})
    properties = sorted({prop.key for note in notes for prop in note.properties})
    tags = sorted({tag.name for note in notes for tag in note.tags})
    phrases = [" ".join(words_of(text)[:3]) for text in texts]
    return {
        **{rule: words for rule in ("word", "plain", "simple")},
        "target": [name for name in names if not set(name) & set("[]|")],
        "name": tags or words,
        "property-name": [key for key in properties if not set(key) & set('[]:"')],
        "phrase": [f'"{text}"' for text in (*folders, *names, *phrases) if text and '"' not in text],
    }


class Run:
    """Asks query after query, and remembers what went wrong.

    Args:
        engine: Answers.
        chance: Chooses modes.
    """

    def __init__(self, engine: SearchEngine, chance: random.Random) -> None:
        self._engine = engine
        self._chance = chance
        self.counts: Counter[str] = Counter()
        self.faults: list[str] = []
        self.slow: list[str] = []
        self.wall: list[float] = []
        self.processor: list[float] = []

    def ask(self, text: str, *, valid: bool) -> None:
        """Ask one query."""
        mode = self._chance.choice(list(Mode))
        processor = time.process_time()
        try:
            use_text(text)
            seconds = ask(self._engine, text, mode)
            if seconds > SLOW:
                again = ask(self._engine, text, mode)
                if again > SLOW:
                    self.slow.append(f"{again:.2f} s, {mode}: {text!r}")
            self.wall.append(seconds)
            self.processor.append(time.process_time() - processor)
            self.counts["answered"] += 1
        except VaultTuiError as error:
            self.counts[error.code] += 1
            if valid and not (isinstance(error, QuerySyntaxError) and "regular expression" in error.message):
                self.faults.append(f"{mode}: {text!r}\n{error.message}")
        except Exception:
            self.counts["unhandled"] += 1
            self.faults.append(f"{mode}: {text!r}\n{traceback.format_exc()}")

    def report(self, name: str) -> dict[str, object]:
        """Print how it went."""
        figures = [percentile([value * 1000 for value in self.wall], share) for share in (0.5, 0.95, 1.0)]
        cpu = [percentile([value * 1000 for value in self.processor], share) for share in (0.5, 0.95, 1.0)]
        print(
            f"{name}: {dict(self.counts)}, {len(self.faults)} faults, {len(self.slow)} slower than {SLOW:.0f} s twice"
        )
        print("  wall p50, p95, max: " + ", ".join(f"{value:.0f} ms" for value in figures), end="; ")
        print("CPU: " + ", ".join(f"{value:.0f} ms" for value in cpu))
        for text in (*self.faults, *self.slow):
            print(" ", text)
        return {"what": name, "counts": self.counts, "faults": self.faults, "slow": self.slow, "wall": figures}


def main() -> None:
    """Ask and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("vault", type=Path)
    parser.add_argument("--count", type=int, default=10_000, metavar="N", help="of each of both kinds")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--no-embed", action="store_true", help="make no vectors: search with those that are there")
    parser.add_argument("--index", type=Path, help="keep the index here")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write what went wrong here")
    options = parser.parse_args()
    chance = random.Random(options.seed)
    queries = RandomQueries(options.seed, vault_samples(options.vault, chance))
    reports = []
    with ExitStack() as stack:
        index = options.index or Path(stack.enter_context(TemporaryDirectory())) / "index.duckdb"
        vault = stack.enter_context(open_vault(options.vault, index, settings=Settings()))
        vault.refresh(embed=not options.no_embed)
        for name, make, valid in (("valid", queries.valid, True), ("strings", queries.anything, False)):
            run = Run(vault.engine, chance)
            for _ in range(options.count):
                run.ask(make(), valid=valid)
            reports.append(run.report(name))
    if options.json:
        options.json.write_text(json.dumps(reports, indent=1) + "\n")


if __name__ == "__main__":
    main()
