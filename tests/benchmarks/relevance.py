"""How well is ranked: ``python -m tests.benchmarks.relevance COLLECTION…`` (``pip install bm25s`` first).

Each document of a collection (see :mod:`tests.benchmarks.eval_vaults`) is written as a note of a vault, the vault is
opened and searched through the public Python interface, and the rankings are measured beside those of bm25s and
SQLite's FTS5 over the same documents. A question is handed over as it is, in one string, with
:func:`~vaulttui.search.syntax.escape_text`, so that its quotes, colons and parentheses are not taken for operators;
how many would have been, is told below the table.

``--work DIR`` keeps vaults and indexes, so that a second run need not embed again.
"""

from __future__ import annotations

import argparse
import json
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import get_args

from tests.benchmarks.eval_vaults import Collection, Layout, read_collection, write_vault
from tests.benchmarks.metrics import Measures, measure
from tests.benchmarks.peers import Bm25s, Bm25sSameTokens, Fts5, Peer, language_of
from vaulttui import Vault, open_vault
from vaulttui.errors import QuerySyntaxError
from vaulttui.search.syntax import escape_text, parse_query
from vaulttui.settings import Settings

MODES = ("keyword", "semantic", "hybrid", "deep")


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one way to search one collection did."""

    collection: str
    system: str
    measures: Measures
    wall_ms: float
    """Median time of a question."""
    cpu_ms: float
    """Mean processor time of a question, all threads."""


def run_modes(collection: Collection, folder: Path, layout: Layout, modes: Sequence[str]) -> list[Outcome]:
    """Search a collection's vault in some modes."""
    documents = write_vault(collection, folder / collection.name, layout)
    embed = any(mode != "keyword" for mode in modes)
    with open_vault(folder / collection.name, folder / f"{collection.name}.duckdb", settings=Settings()) as vault:
        report = vault.refresh(embed=embed)
        print(f"{collection.name}: {report.notes} notes, {report.embedded} vectors made", flush=True)
        return [_run_mode(collection, vault, documents, mode) for mode in modes]


def _run_mode(collection: Collection, vault: Vault, documents: dict[str, str], mode: str) -> Outcome:
    def ask(question: str) -> list[str]:
        result = vault.search(escape_text(question), mode, limit=100)
        assert not result.degraded, result.degraded
        return [documents[hit.path.casefold()] for hit in result.hits]

    vault.search("warm up", mode)
    return _outcome(collection, mode, ask)


def run_peers(collection: Collection) -> list[Outcome]:
    """Search a collection's documents with the peers."""
    rows = [(document.title, document.text) for document in collection.documents]
    texts = [f"{title}\n{text}" for title, text in rows]
    language = language_of(texts)
    peers: list[Peer] = [Bm25s(texts, language), Bm25sSameTokens(texts, language), Fts5(rows, language)]
    identities = [document.identity for document in collection.documents]
    return [
        _outcome(collection, peer.name, lambda text, peer=peer: [identities[number] for number in peer.search(text)])  # type: ignore[misc]
        for peer in peers
    ]


def _outcome(collection: Collection, system: str, ask: Callable[[str], list[str]]) -> Outcome:
    rankings: dict[str, list[str]] = {}
    walls: list[float] = []
    processor = time.process_time()
    for question, text in collection.questions.items():
        started = time.perf_counter()
        found = ask(text)
        walls.append(time.perf_counter() - started)
        rankings[question] = collection.ranking(question, found)
    processor = time.process_time() - processor
    measures = measure(rankings, collection.judgments)
    count = len(walls) or 1
    return Outcome(collection.name, system, measures, statistics.median(walls) * 1000, processor / count * 1000)


def taken_for_operators(collection: Collection) -> int:
    """How many questions would mean something else as texts of the query language, or be refused."""
    return sum(_means_more(text) for text in collection.questions.values())


def _means_more(text: str) -> bool:
    try:
        query = parse_query(text)
    except QuerySyntaxError:
        return True
    return (query.texts, query.where) != (parse_query(escape_text(text)).texts, None)


def print_table(outcomes: Sequence[Outcome]) -> None:
    """Print the measures of one collection."""
    print(f"{outcomes[0].collection:20} {'nDCG@10':>8} {'MRR@10':>8} {'R@100':>8} {'p50 ms':>8} {'CPU ms':>8}")
    for outcome in outcomes:
        found = outcome.measures
        print(
            f"  {outcome.system:18} {found.ndcg_10:8.4f} {found.mrr_10:8.4f} {found.recall_100:8.4f} "
            f"{outcome.wall_ms:8.1f} {outcome.cpu_ms:8.1f}"
        )


def print_differences(outcomes: Sequence[Outcome]) -> None:
    """Print by how much nDCG@10 differs where one is to be at least the other."""
    scores = {outcome.system: outcome.measures.ndcg_10 for outcome in outcomes}
    sides = [scores[side] for side in ("keyword", "semantic") if side in scores]
    pairs: list[tuple[str, str, float]] = [
        (mode, "bm25s", scores["bm25s"]) for mode in ("keyword",) if mode in scores and "bm25s" in scores
    ]
    if len(sides) == 2 and "hybrid" in scores:
        pairs.append(("hybrid", "its better side", max(sides)))
    if "deep" in scores and "hybrid" in scores:
        pairs.append(("deep", "hybrid", scores["hybrid"]))
    for mode, other, score in pairs:
        print(f"  {mode} against {other}: {scores[mode] - score:+.4f}")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("collections", nargs="+", type=Path, metavar="COLLECTION")
    parser.add_argument("--modes", nargs="+", choices=MODES, default=MODES)
    parser.add_argument("--layout", choices=get_args(Layout), default="heading", help="where a note has its title")
    parser.add_argument("--sample", type=int, default=1, metavar="N", help="ask every Nth question only")
    parser.add_argument("--no-peers", action="store_true")
    parser.add_argument("--work", type=Path, help="keep vaults and indexes here")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures here")
    options = parser.parse_args()
    everything: list[Outcome] = []
    with ExitStack() as stack:
        work = options.work or Path(stack.enter_context(tempfile.TemporaryDirectory()))
        for folder in options.collections:
            collection = read_collection(folder).sample(options.sample)
            outcomes = run_modes(collection, work / options.layout, options.layout, options.modes)
            if not options.no_peers:
                outcomes += run_peers(collection)
            print_table(outcomes)
            print_differences(outcomes)
            operators = taken_for_operators(collection)
            print(f"  {operators} of {len(collection.questions)} questions hold what would be taken for an operator")
            everything += outcomes
    if options.json:
        options.json.write_text(json.dumps([asdict(outcome) for outcome in everything], indent=1) + "\n")


if __name__ == "__main__":
    main()
