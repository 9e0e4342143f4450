"""Whether a note that one knows comes first: ``python -m tests.benchmarks.known_items VAULT``.

Titles, aliases, headings, phrases, titles with a typing error and so on are drawn from the vault by chance, with a
seed, and looked for. A search counts as successful when the first hit is any note that truly has what was typed. The
misses are printed with what came first instead. ``--modes switcher`` asks the quick switcher for what is in names.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.benchmarks.known_item_sets import Item, draw_items, read_known_vault
from vaulttui import Vault, open_vault
from vaulttui.search.query import Mode, Query, Result
from vaulttui.search.syntax import escape_text, parse_query
from vaulttui.settings import Settings

TARGETS = {"title": 0.95, "popular title": 0.95, "alias": 0.95, "heading": 0.90, "phrase": 0.90, "typo": 0.80}
"""Least share of items that are to come first, by kind."""
SWITCHER = "switcher"
_NAMES = ("title", "popular title", "alias", "typo", "accents", "prefix", "popular prefix")
"""Kinds of items that are in the names of notes."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a search for one item gave."""

    item: Item
    paths: tuple[str, ...]
    titles: tuple[str, ...]
    scores: tuple[float, ...]
    milliseconds: float

    @property
    def rank(self) -> int | None:
        """Place of the first note that fulfils the item, from 1; ``None`` if it is not among the first ten."""
        return next((place for place, path in enumerate(self.paths, 1) if path in self.item.accepted), None)


def look_for(vault: Vault, item: Item, mode: Mode) -> Found:
    """Search for one item as a person would."""
    text = item.text if item.kind == "quoted phrase" else escape_text(item.text)
    query = parse_query(text, typing=item.typing, defaults=Query(mode=mode, limit=10))
    started = time.perf_counter()
    result: Result = vault.engine.search(query)
    milliseconds = (time.perf_counter() - started) * 1000
    hits = result.hits
    return Found(
        item,
        tuple(hit.path for hit in hits),
        tuple(hit.title for hit in hits),
        tuple(hit.score for hit in hits),
        milliseconds,
    )


def look_up(vault: Vault, item: Item) -> Found:
    """Ask for one item as the quick switcher does."""
    started = time.perf_counter()
    notes = vault.engine.suggest("note", item.text, limit=10)
    milliseconds = (time.perf_counter() - started) * 1000
    return Found(
        item,
        tuple(note.text for note in notes),
        tuple(note.label for note in notes),
        (0.0,) * len(notes),
        milliseconds,
    )


def print_table(mode: str, found: Sequence[Found]) -> list[dict[str, object]]:
    """Print success and mean reciprocal rank by kind, and return them."""
    print(f"{mode:14} {'items':>6} {'success@1':>10} {'success@10':>11} {'MRR@10':>8} {'p50 ms':>8}")
    rows: list[dict[str, object]] = []
    for kind in dict.fromkeys(search.item.kind for search in found):
        ranks = [search.rank for search in found if search.item.kind == kind]
        first = sum(rank == 1 for rank in ranks) / len(ranks)
        ten = sum(rank is not None for rank in ranks) / len(ranks)
        mrr = sum(1 / rank for rank in ranks if rank) / len(ranks)
        median = statistics.median(search.milliseconds for search in found if search.item.kind == kind)
        target = TARGETS.get(kind)
        verdict = "" if target is None else f"  aim {target:.2f}: {'met' if first >= target else 'missed'}"
        print(f"  {kind:12} {len(ranks):6} {first:10.3f} {ten:11.3f} {mrr:8.3f} {median:8.1f}{verdict}")
        rows.append(
            {"mode": mode, "kind": kind, "items": len(ranks), "success_1": first, "success_10": ten, "mrr_10": mrr}
        )
    return rows


def print_misses(mode: str, found: Sequence[Found]) -> None:
    """Print every item that did not come first, with what did."""
    for search in found:
        if search.rank == 1:
            continue
        item = search.item
        place = f"place {search.rank}" if search.rank else "not in ten"
        print(f"\n{mode}, {item.kind}: {item.text!r}  {place}")
        for path in sorted(item.accepted)[:2]:
            print(f"    wanted {path}" + (f"  (one of {len(item.accepted)})" if len(item.accepted) > 1 else ""))
        for path, title, score in list(zip(search.paths, search.titles, search.scores, strict=True))[:2]:
            print(f"    came {score:.3f} {title!r} in {path}")
        if search.rank and search.rank > 1:
            print(f"    its score {search.scores[search.rank - 1]:.3f}")


def main() -> None:
    """Draw, search and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("vault", type=Path)
    parser.add_argument("--modes", nargs="+", choices=[*(mode.value for mode in Mode), SWITCHER], default=["keyword"])
    parser.add_argument("--per-kind", type=int, default=200, metavar="N")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--index", type=Path, help="keep the index here")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the table here")
    options = parser.parse_args()
    items = draw_items(read_known_vault(options.vault), options.per_kind, options.seed)
    rows: list[dict[str, object]] = []
    with ExitStack() as stack:
        index = options.index or Path(stack.enter_context(TemporaryDirectory())) / "index.duckdb"
        vault = stack.enter_context(open_vault(options.vault, index, settings=Settings()))
        vault.refresh(embed=not {"keyword", SWITCHER}.issuperset(options.modes))
        for name in options.modes:
            if name == SWITCHER:
                found = [look_up(vault, item) for item in items if item.kind in _NAMES]
            else:
                vault.search("warm up", name)
                found = [look_for(vault, item, Mode(name)) for item in items]
            print_misses(name, found)
            print()
            rows += print_table(name, found)
    if options.json:
        options.json.write_text(json.dumps(rows, indent=1) + "\n")


if __name__ == "__main__":
    main()
