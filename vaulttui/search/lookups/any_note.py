"""Whether there is any note that a condition lets through."""

from __future__ import annotations

from vaulttui.search.engine import SearchEngine
from vaulttui.search.expression import Expression
from vaulttui.search.query import Query


def any_note(engine: SearchEngine, where: Expression) -> bool:
    """Whether the index has any such note."""
    return engine.search(Query(where=where, limit=0)).total > 0
