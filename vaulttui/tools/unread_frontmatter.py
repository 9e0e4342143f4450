"""Frontmatter that is not valid YAML: the index knows its words, but has nothing of it as it is written."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from vaulttui.search.engine import SearchEngine
from vaulttui.search.expression import AllOf, Expression, HasFeature, Not
from vaulttui.search.query import Query
from vaulttui.search.results.context import read_note_text
from vaulttui.vault.properties.frontmatter import read_frontmatter


def missed_for_frontmatter(engine: SearchEngine, where: Expression, holds: Callable[[str], bool]) -> list[str]:
    """Paths of notes that fit only with their frontmatter as it is written, which is not valid YAML.

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
        # Most warnings are about something else; what fits is asked first, as it takes less.
        if content and holds(f"{hit.path}\n{hit.title}\n{content}") and read_frontmatter(content.split("\n")).unread:
            missed.append(hit.path)
    return missed
