"""``search``: the best part of each note for one query, or every matching chunk for several."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime
from pathlib import Path
from typing import Any, Literal, TypeAlias

from vaulttui.errors import UsageError
from vaulttui.search.engine import SearchEngine
from vaulttui.search.expression import DateIs, Expression, TagIs
from vaulttui.search.query import Hit, Mode, Query, Result
from vaulttui.tools.arguments import share, text, whole_number
from vaulttui.tools.context import ContextReader
from vaulttui.tools.days import day_range
from vaulttui.tools.find_notes import all_of
from vaulttui.tools.places import find_folder, in_folder
from vaulttui.tools.query_text import ReadText, read_query
from vaulttui.tools.relevance import relevance_reason
from vaulttui.tools.scopes import outside, scope_condition
from vaulttui.values import dataclass

Format: TypeAlias = Literal["notes", "chunks"]

MODES = ("hybrid", "vector", "semantic", "fulltext", "keyword", "fast", "deep")
"""``fulltext``, ``keyword`` and ``fast`` are one; so are ``vector`` and ``semantic``."""
FORMATS = ("notes", "chunks")
DEFAULT_LIMIT = 10
DEFAULT_MIN_SCORE = 0.3
CONTEXT_LINES = 3
EVERYTHING = "*"
"""The query that matches all."""

_ALL = 1_000_000_000


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


@dataclass(frozen=True, slots=True)
class Answer:
    """What ``search`` found, before it is brought into its form."""

    hits: tuple[Hit, ...]
    total: int
    """How many there are without the limit; of several queries with a limit, at least so many."""
    degraded: str = ""
    warnings: tuple[str, ...] = ()


def search(
    engine: SearchEngine,
    query: str | None = None,
    queries: Sequence[str] | None = None,
    mode: str = "hybrid",
    path: str | None = None,
    tag: str | None = None,
    scopes: Sequence[str] | None = None,
    limit: int | str | None = None,
    min_score: float | None = None,
    date_from: str | None = None,
    date_to: str | None = None,
    explain: bool = False,
    format: Format | None = None,  # noqa: A002 - the name is the tool's contract
    *,
    context_lines: int | str = CONTEXT_LINES,
    exclude: Sequence[str] = (),
    now: datetime | None = None,
) -> list[dict[str, Any]]:
    """Search contents, by one query or by several; exactly one of ``query`` and ``queries`` is given.

    Args:
        engine: Answers.
        query: In the query language; the best part of each note is a result.
        queries: Several of them; every chunk that matches any is a result, with its best score. ``*`` matches all.
        mode: ``hybrid``, ``vector`` (or ``semantic``), ``fulltext`` (or ``keyword``, ``fast``), or ``deep``.
        path: Only below this folder.
        tag: Only with this tag, with or without ``#``, or one nested below it.
        scopes: Globs, any of which a note has to match; ``note.md#heading`` for sections below such a heading.
        limit: Results at most; 10 with ``query``, all with ``queries``.
        min_score: Least score, 0..1; 0.3 with ``query``, and with ``queries`` where meaning counts.
        date_from: First day, ISO or relative (``7 days ago``), of the date heading that a chunk is below, else of the
            note's ``updated`` property. What has neither is left out.
        date_to: Last day, inclusive.
        explain: Say of each result why it was found.
        format: ``notes`` or ``chunks``: the form of results, where it shall not be that of ``query`` or ``queries``.
        context_lines: How many lines to show on each side of a chunk.
        exclude: Globs of notes that are left out.
        now: What ``today`` is; ``None`` for the clock's time.

    Returns:
        ``{path, title, section, score, snippet}`` for each note, or ``{path, score, lines, chunk_with_context}`` for
        each chunk, the best first; with ``relevance_reason`` if asked to explain.

    Raises:
        UsageError: An argument is wrong.
        VaultTuiError: The search failed.
    """
    asked = plan_search(
        engine,
        query=query,
        queries=queries,
        mode=mode,
        path=path,
        tag=tag,
        scopes=scopes,
        limit=limit,
        min_score=min_score,
        date_from=date_from,
        date_to=date_to,
        explain=explain,
        format=format,
        context_lines=context_lines,
        exclude=exclude,
        now=now,
    )
    return results_of(run_search(engine, asked), asked, engine.vault_path)


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
    """Check what :func:`search` was asked for.

    Raises:
        UsageError: An argument is wrong.
        QuerySyntaxError: A query cannot be understood.
    """
    texts = _texts(query, queries)
    chosen = _mode(mode)
    if format is not None and format not in FORMATS:
        raise UsageError(f"format must be one of {sorted(FORMATS)}, got {format!r}")
    form: Format = format or ("notes" if queries is None else "chunks")
    most = whole_number("limit", limit, 1) if limit is not None else (DEFAULT_LIMIT if queries is None else None)
    around = whole_number("context_lines", context_lines, 0, 1000)
    least = share("min_score", min_score) if min_score is not None else None
    if least is None:
        # By meaning everything is a little like everything: all of that is nothing that anyone wants.
        least = DEFAULT_MIN_SCORE if queries is None or chosen is not Mode.KEYWORD else 0.0
    moment = now or datetime.now()
    where = all_of(restrictions(engine, path, tag, scopes, date_from, date_to, moment.date()), outside(exclude))
    defaults = Query(
        mode=chosen,
        limit=most or _ALL,
        min_score=least,
        explain=bool(explain),
        group_by="note" if form == "notes" else "chunk",
        max_per_note=1 if form == "notes" else 0,
    )
    read = [_read(engine, words, defaults, where, moment) for words in texts]
    if limit is not None:  # an argument wins over what the text says
        read = [replace(one, query=replace(one.query, limit=defaults.limit)) for one in read]
    remarks = tuple(remark for one in read for remark in one.remarks)
    return Search(tuple(one.query for one in read), most or _ALL, form, around, bool(explain), remarks)


def restrictions(
    engine: SearchEngine, path: Any, tag: Any, scopes: Any, date_from: Any, date_to: Any, today: date
) -> Expression | None:
    """What the arguments of :func:`search` let through, besides the queries; ``None`` for everything.

    Raises:
        UsageError: An argument is wrong.
    """
    label = text("tag", tag).strip().lstrip("#")
    first, last = day_range(("date_from", "date_to"), date_from, date_to, today)
    return all_of(
        _folder(engine, path),
        TagIs(label) if label else None,
        scope_condition(scopes, Path(engine.vault_path)),
        DateIs("content", first, last) if first is not None or last is not None else None,
    )


def run_search(engine: SearchEngine, asked: Search) -> Answer:
    """Ask all queries, and merge what they find: the best score of each note or chunk counts.

    Raises:
        VaultTuiError: The search failed.
    """
    if len(asked.queries) == 1:
        result = engine.search(asked.queries[0])
        return Answer(result.hits, result.total, result.degraded, (*asked.remarks, *result.warnings))
    results: list[Result] = [engine.search(query) for query in asked.queries]
    best: dict[tuple[object, ...], Hit] = {}
    for hit in (hit for result in results for hit in result.hits):
        place = (hit.path, hit.first_line, hit.content) if asked.format == "chunks" else (hit.path,)
        if place not in best or hit.score > best[place].score:
            best[place] = hit
    merged = sorted(best.values(), key=lambda hit: (-hit.score, hit.path, hit.first_line))
    return Answer(
        tuple(merged[: asked.limit]),
        max(len(merged), *(result.total for result in results)),
        next((result.degraded for result in results if result.degraded), ""),
        (*asked.remarks, *dict.fromkeys(warning for result in results for warning in result.warnings)),
    )


def below_the_floor(engine: SearchEngine, asked: Search) -> str:
    """What to say where nothing reaches the least score: what there is below it; ``""`` if there is nothing.

    Raises:
        VaultTuiError: The search failed.
    """
    lower = replace(asked, queries=tuple(replace(query, min_score=0.0) for query in asked.queries), limit=1)
    best = run_search(engine, lower).hits[:1]
    least = max(query.min_score for query in asked.queries)
    if not best or best[0].score >= least:
        return ""
    return f"Nothing scores {least:g} or more; the best has {shown_score(best[0]):g}. A lower min_score shows it."


def results_of(answer: Answer, asked: Search, vault: str) -> list[dict[str, Any]]:
    """Results in the form that was asked for."""
    reader = ContextReader(Path(vault), asked.context_lines)
    listed: list[dict[str, Any]] = []
    for rank, hit in enumerate(answer.hits, 1):
        told: dict[str, Any]
        if asked.format == "notes":
            told = {
                "path": hit.path,
                "title": hit.title,
                "section": " > ".join(hit.heading_path),
                "score": shown_score(hit),
                "snippet": hit.snippet.text,
            }
        else:
            told = {
                "path": hit.path,
                "score": shown_score(hit),
                "lines": f"{hit.first_line}-{hit.last_line}",
                "chunk_with_context": reader.chunk_with_context(hit),
            }
        if asked.explain:
            told["relevance_reason"] = relevance_reason(hit, rank)
        listed.append(told)
    return listed


def shown_score(hit: Hit) -> float:
    """A score with four digits, never more than it is: as ``min_score`` it has to find the hit again."""
    return int(hit.score * 10_000) / 10_000


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
    if not folder:
        return None
    place = find_folder(engine, folder, lambda listed: engine.search(_counting(listed)).total > 0)
    return in_folder(place, recursive=True)


def _counting(folder: str) -> Query:
    return Query(where=in_folder(folder, recursive=True), limit=0)


def _read(engine: SearchEngine, words: str, defaults: Query, where: Expression | None, now: datetime) -> ReadText:
    """One query within what all of them are within."""
    if words == EVERYTHING:
        return ReadText(replace(defaults, where=where, source=words))
    read = read_query(engine, words, defaults, now)
    return replace(read, query=replace(read.query, where=all_of(read.query.where, where)))
