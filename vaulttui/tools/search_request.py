"""What ``search`` is asked for: its arguments, checked and made into queries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime
from pathlib import Path
from typing import Any, Literal, TypeAlias, get_args

from vaulttui.clock import local_now
from vaulttui.errors import QuerySyntaxError, UsageError
from vaulttui.search.engine import SearchEngine
from vaulttui.search.expression import DateIs, Expression, TagIs
from vaulttui.search.language.combine import all_of
from vaulttui.search.language.given import Given
from vaulttui.search.query import NO_LIMIT, Mode, Query
from vaulttui.tools.arguments import flag, one_of, share, text, whole_number
from vaulttui.tools.days import day_range
from vaulttui.tools.places import find_searched_folder, in_folder
from vaulttui.tools.query_text import ReadText, read_query
from vaulttui.tools.scopes import outside, scope_condition
from vaulttui.values import dataclass

Format: TypeAlias = Literal["notes", "chunks"]

MODES = ("hybrid", "vector", "semantic", "fulltext", "keyword", "fast", "deep")
"""``fulltext``, ``keyword`` and ``fast`` are one; so are ``vector`` and ``semantic``."""
FORMATS = get_args(Format)
DEFAULT_LIMIT = 10
DEFAULT_MIN_SCORE = 0.3
CONTEXT_LINES = 3
EVERYTHING = "*"
"""The query that matches all."""


@dataclass(frozen=True, slots=True)
class Search:
    """What ``search`` was asked for, checked."""

    queries: tuple[Query, ...]
    limit: int
    format: Format
    context_lines: int
    explain: bool
    remarks: tuple[str, ...] = ()

    def limited(self, most: int) -> Search:
        """The same with a limit that is not above another."""
        queries = tuple(replace(query, limit=min(most, query.limit)) for query in self.queries)
        return replace(self, queries=queries, limit=min(most, self.limit))


def plan_search(
    engine: SearchEngine,
    *,
    query: Any = None,
    queries: Any = None,
    mode: Any = "hybrid",
    path: Any = None,
    tag: Any = None,
    scopes: Any = None,
    limit: Any = None,
    min_score: Any = None,
    date_from: Any = None,
    date_to: Any = None,
    explain: Any = False,
    format: Any = None,  # noqa: A002 - the name is the tool's contract
    context_lines: Any = CONTEXT_LINES,
    exclude: Sequence[str] = (),
    now: datetime | None = None,
) -> Search:
    """Check what :func:`vaulttui.tools.search` was asked for.

    Raises:
        UsageError: An argument is wrong.
        QuerySyntaxError: A query cannot be understood; of several, the message names which.
    """
    texts = _texts(query, queries)
    chosen = _mode(mode)
    if format is not None:
        one_of("format", format, FORMATS)
    form: Format = format or ("notes" if queries is None else "chunks")
    most = whole_number("limit", limit, 1) if limit is not None else (DEFAULT_LIMIT if queries is None else None)
    around = whole_number("context_lines", context_lines, 0, 1000)
    explained = flag("explain", explain)
    least = share("min_score", min_score) if min_score is not None else None
    if least is None:
        # By meaning everything is a little like everything: all of that is nothing that anyone wants.
        least = DEFAULT_MIN_SCORE if queries is None or chosen is not Mode.KEYWORD else 0.0
    moment = now or local_now()
    where = all_of(
        (
            restrictions(engine, path, tag, scopes, date_from, date_to, moment.date()),
            outside(exclude, Path(engine.vault_path)),
        )
    )
    defaults = Query(
        mode=chosen,
        limit=most or NO_LIMIT,
        min_score=least,
        explain=explained,
        group_by="note" if form == "notes" else "chunk",
        max_per_note=1 if form == "notes" else 0,
    )
    # A mode that is the default may not have been given.
    given = Given(mode=None if chosen is Mode.HYBRID else chosen, limit=None if limit is None else most)
    read: list[ReadText] = []
    for words in texts:
        try:
            read.append(_read(engine, words, defaults, given, where, moment))
        except QuerySyntaxError as fault:
            if queries is None:
                raise
            message = f"queries[{[given.strip() for given in queries].index(words)}]: {fault.message}"
            raise QuerySyntaxError(message, fault.start, fault.end, fault.suggestion) from fault
    remarks = tuple(dict.fromkeys(remark for one in read for remark in one.remarks))
    return Search(tuple(one.query for one in read), most or NO_LIMIT, form, around, explained, remarks)


def restrictions(
    engine: SearchEngine, path: Any, tag: Any, scopes: Any, date_from: Any, date_to: Any, today: date
) -> Expression | None:
    """What the arguments of :func:`vaulttui.tools.search` let through, besides the queries; ``None`` for everything.

    Raises:
        UsageError: An argument is wrong.
    """
    label = text("tag", tag).strip().lstrip("#")
    first, last = day_range(("date_from", "date_to"), date_from, date_to, today)
    return all_of(
        (
            _folder(engine, path),
            TagIs(label) if label else None,
            scope_condition(scopes, Path(engine.vault_path)),
            DateIs("content", first, last) if first is not None or last is not None else None,
        )
    )


def _texts(query: Any, queries: Any) -> tuple[str, ...]:
    """The queries of either form."""
    if query is not None and queries is not None:
        raise UsageError("Give either query or queries, not both")
    if query is None and queries is None:
        raise UsageError("Give a query, or queries: one of them is required")
    if queries is None:
        if not isinstance(query, str):
            raise UsageError(f"query must be a text, got {query!r}")
        if not query.strip():
            raise UsageError("query is empty; '*' matches everything")
        return (query.strip(),)
    if isinstance(queries, (str, bytes)) or not isinstance(queries, Sequence):
        raise UsageError(f"queries must be a list of texts, got {queries!r}")
    if not queries:
        raise UsageError("queries is empty; ['*'] matches everything")
    for index, words in enumerate(queries):
        if not isinstance(words, str) or not words.strip():
            raise UsageError(f"queries[{index}] must be a text that is not empty, got {words!r}")
    return tuple(dict.fromkeys(words.strip() for words in queries))


def _mode(mode: Any) -> Mode:
    try:
        return Mode.parse(mode)
    except (ValueError, AttributeError) as error:
        raise UsageError(f"mode must be one of {sorted(MODES)}, got {mode!r}") from error


def _folder(engine: SearchEngine, path: Any) -> Expression | None:
    folder = text("path", path)
    return in_folder(find_searched_folder(engine, folder), recursive=True) if folder else None


def _read(
    engine: SearchEngine, words: str, defaults: Query, given: Given, where: Expression | None, now: datetime
) -> ReadText:
    """One query within what all of them are within."""
    if words == EVERYTHING:
        return ReadText(replace(defaults, where=where, source=words))
    read = read_query(engine, words, defaults, given, now)
    return replace(read, query=replace(read.query, where=all_of((read.query.where, where))))
