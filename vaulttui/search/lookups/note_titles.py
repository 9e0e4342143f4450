"""What notes are called."""

from __future__ import annotations

from collections.abc import Sequence

from vaulttui.search.engine import SearchEngine
from vaulttui.search.expression import AnyOf, PathGlob, literal
from vaulttui.search.query import Mode, Query


def note_titles(engine: SearchEngine, paths: Sequence[str]) -> dict[str, str]:
    """Titles of notes, by path; none of what the index does not have.

    Args:
        engine: Of the vault.
        paths: Relative to the vault. Few: each is looked for among all notes.

    Raises:
        IndexFault: The index cannot be read.
    """
    if not paths:
        return {}
    where = AnyOf(tuple(PathGlob(literal(path), exact=True) for path in paths))
    found = engine.search(Query(mode=Mode.KEYWORD, where=where, limit=len(paths)))
    return {hit.path: hit.title for hit in found.hits}
