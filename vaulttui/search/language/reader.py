"""Query text → :class:`~vaulttui.search.query.Query`."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date, datetime

from vaulttui.clock import local_now
from vaulttui.errors import QuerySyntaxError
from vaulttui.search.language.builder import build
from vaulttui.search.language.parser import parse_tree
from vaulttui.search.language.ranked_words import ranked_text
from vaulttui.search.language.tree import Problem
from vaulttui.search.query import Query

_NO_TEXT = re.compile("[\ud800-\udfff]+")
"""Halves of characters."""


def parse_query(
    text: str, *, now: datetime | None = None, typing: bool = False, defaults: Query | None = None
) -> Query:
    """Read a query text.

    Args:
        text: In the language of ``query-language.md``.
        now: Local time that relative dates count from; the present by default.
        typing: The text may not be finished: its last word, if the text ends in it, also matches as a prefix, and what
            could become valid with more text at the end is ignored instead of refused.
        defaults: Gives everything that the text does not say, but never ``texts`` and ``where``. For what a caller
            gives beside the text, see :class:`~vaulttui.search.language.given.Given`.

    Returns:
        The query; its ``where`` is in normal form (no condition nested that need not be).

    Raises:
        QuerySyntaxError: The text cannot be understood; it tells the first place where.
    """
    no_text = _NO_TEXT.search(text)
    if no_text is not None:
        # Of bytes that are not UTF-8. What else would be found is not what was meant.
        raise QuerySyntaxError("What is looked for is not valid UTF-8: type or paste it again", *no_text.span())
    today = (now or local_now()).date()
    meaning = build(parse_tree(text), today, typing=typing)
    for problem in meaning.problems:
        if not (typing and problem.unfinished):
            raise QuerySyntaxError(problem.message, problem.start, problem.end, _suggestion(text, problem, today))
    base = defaults or Query()
    query = replace(
        base,
        texts=((ranked_text(meaning.pieces, prefix_last=typing and meaning.word_at_end),) if meaning.pieces else ()),
        where=meaning.where,
        mode=meaning.mode or base.mode,
        limit=meaning.limit or base.limit,
        most=meaning.limit or base.most,
        source=text,
    )
    if meaning.sort is not None:
        query = replace(query, sort=meaning.sort, descending=meaning.descending)
    return query


def _suggestion(text: str, problem: Problem, today: date) -> str:
    """What is suggested instead of what cannot be understood; ``""`` where that would be refused itself."""
    start, suggested = problem.start, problem.suggestion
    mended = text[:start] + suggested + text[problem.end :]
    refused = any(start <= other.start < start + len(suggested) for other in build(parse_tree(mended), today).problems)
    return "" if refused else suggested
