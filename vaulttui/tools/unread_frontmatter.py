"""Frontmatter of which the index has not all that is written: because it is not valid YAML, or has a name twice."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from vaulttui.search.engine import SearchEngine
from vaulttui.search.expression import AllOf, Expression, HasFeature, Not
from vaulttui.search.query import Query
from vaulttui.search.results.context import read_note_text


def missed_for_frontmatter(engine: SearchEngine, where: Expression, holds: Callable[[str], bool]) -> list[str]:
    """Paths of notes that fit only as they are written, which is not how they were read.

    Args:
        engine: Tells which notes were not read as written.
        where: What notes are found by already.
        holds: Whether a text fits.
    """
    warned = Query(where=AllOf((HasFeature("warnings"), Not(where))), sort="name", limit=1_000_000)
    root = Path(engine.vault_path)
    missed: list[str] = []
    for hit in engine.search(warned).hits:
        content = read_note_text(root, hit.path)
        if content and holds(f"{hit.path}\n{hit.title}\n{content}"):
            missed.append(hit.path)
    return missed
