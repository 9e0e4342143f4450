"""Asking an engine by words, and what of its answer a person sees."""

from __future__ import annotations

from datetime import datetime

from vaulttui.search.engine import SearchEngine
from vaulttui.search.query import Hit, Mode, Query, Result
from vaulttui.search.syntax import parse_query

NOW = datetime(2025, 7, 20, 12)
"""What dates in queries count from."""


def search(engine: SearchEngine, text: str, **changes: object) -> Result:
    """The answer to a text in keyword mode; ``changes`` are fields of the query."""
    defaults = Query(mode=Mode.KEYWORD, **changes)  # type: ignore[arg-type]
    return engine.search(parse_query(text, now=NOW, defaults=defaults))


def marked(hit: Hit) -> list[str]:
    """What is marked in the snippet of a hit."""
    return [hit.snippet.text[match.start : match.end] for match in hit.snippet.matches]
