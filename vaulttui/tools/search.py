"""``search``: the best part of each note for one query, or every matching chunk for several."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

from vaulttui.formatting import counted
from vaulttui.search.engine import SearchEngine
from vaulttui.search.query import NO_LIMIT, Hit, Mode, Query, Result
from vaulttui.search.results.context import ContextReader
from vaulttui.tools.context import chunk_with_context
from vaulttui.tools.relevance import relevance_reason
from vaulttui.tools.scopes import BETWEEN_HEADINGS
from vaulttui.tools.search_request import CONTEXT_LINES, Format, Search, plan_search
from vaulttui.values import dataclass


@dataclass(frozen=True, slots=True)
class Answer:
    """What ``search`` found, before it is brought into its form."""

    hits: tuple[Hit, ...]
    total: int
    """How many there are without the argument for a limit; of several queries with one, at least so many."""
    degraded: str = ""
    warnings: tuple[str, ...] = ()
    by_words: bool = False
    """Whether nothing but words counted for one query."""


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
        query: In the query language; the best part of each note is a result. Its ``mode:`` and ``sort:`` win over the
            arguments; ``limit:`` bounds what it finds, of which ``limit`` shows so many.
        queries: Several of them; every chunk that matches any is a result, with its best score. ``*`` matches all.
        mode: ``hybrid``, ``vector`` (or ``semantic``), ``fulltext`` (or ``keyword``, ``fast``), or ``deep``.
        path: Only below this folder.
        tag: Only with this tag, with or without ``#``, or one nested below it.
        scopes: Globs, any of which a note has to match; ``note.md#heading`` for sections below such a heading,
            ``note.md:12-30`` for what has any of these lines.
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


def run_search(engine: SearchEngine, asked: Search) -> Answer:
    """Ask all queries, and merge what they find: the best score of each note or chunk counts, and ties come by path.

    Raises:
        VaultTuiError: The search failed.
    """
    if len(asked.queries) == 1:
        result = engine.search(asked.queries[0])
        total = min(result.total, asked.queries[0].most)
        warnings = (*asked.remarks, *result.warnings)
        return Answer(result.hits, total, result.degraded, warnings, result.mode is Mode.KEYWORD)
    ordered = [_as_merged(query) for query in asked.queries]
    results: list[Result] = [engine.search(query) for query in ordered]
    best: dict[tuple[str, int], Hit] = {}
    for hit in (hit for result in results for hit in result.hits):
        place = (hit.path, 0 if asked.format == "notes" else hit.chunk)
        if place not in best or hit.score > best[place].score:
            best[place] = hit
    merged = sorted(best.values(), key=lambda hit: (-hit.score, hit.path, hit.chunk))
    totals = [min(result.total, query.most) for result, query in zip(results, ordered, strict=True)]
    return Answer(
        tuple(merged[: asked.limit]),
        max(len(merged), *totals),
        next((result.degraded for result in results if result.degraded), ""),
        (*asked.remarks, *dict.fromkeys(warning for result in results for warning in result.warnings)),
    )


def _as_merged(query: Query) -> Query:
    """A query in the order in which what several find is merged: the best of it are the only ones that can be among the
    best of all. One that has a limit of its own finds what it has within that, in its own order."""
    if query.most < NO_LIMIT:
        return replace(query, limit=query.most)
    by_relevance = replace(query, sort=None, descending=None)
    return by_relevance if by_relevance.order == "relevance" else replace(by_relevance, sort="path")


def below_the_floor(engine: SearchEngine, asked: Search) -> str:
    """What to say where nothing reaches the least score: what there is below it; ``""`` if there is nothing.

    Raises:
        VaultTuiError: The search failed.
    """
    lower = replace(asked, queries=tuple(replace(query, min_score=0.0) for query in asked.queries)).limited(1)
    first = run_search(engine, lower).hits[:1]
    least = max(query.min_score for query in asked.queries)
    if not first or first[0].score >= least:
        return ""
    if len(asked.queries) == 1 and asked.queries[0].order != "relevance":
        return f"Nothing scores {least:g} or more. A lower min_score shows what scores less."
    return f"Nothing scores {least:g} or more; the best has {first[0].shown_score:g}. A lower min_score shows it."


def also_below_the_floor(engine: SearchEngine, asked: Search, answer: Answer) -> str:
    """What to say where some results reach the least score and others, which have only some of the words, do not.

    By meaning everything has some score, so that what does not reach it is nearly all that there is.

    Args:
        engine: Has answered.
        asked: What.
        answer: It. Where it has more than is shown, the rest comes before those.

    Returns:
        ``""`` if there is nothing to be said.

    Raises:
        VaultTuiError: The search failed.
    """
    query = asked.queries[0]
    if not answer.by_words or not query.min_score or not query.ranked or answer.total > len(answer.hits):
        return ""
    others = engine.search(replace(query, min_score=0.0, limit=0)).total - answer.total
    if others <= 0:
        return ""
    what = "note" if asked.format == "notes" else "chunk"
    return (
        f"{counted(others, f'more {what}')} with any of the words {'scores' if others == 1 else 'score'} less than "
        f"{query.min_score:g}. A lower min_score shows {'it' if others == 1 else 'them'}."
    )


def results_of(answer: Answer, asked: Search, vault: str) -> list[dict[str, Any]]:
    """Results in the form that was asked for."""
    form = ResultForm(answer, asked, vault)
    return [form(index) for index in range(len(answer.hits))]


class ResultForm:
    """Brings results into the form that was asked for.

    Args:
        answer: What was found.
        asked: In which form.
        vault: The vault's folder.
    """

    def __init__(self, answer: Answer, asked: Search, vault: str) -> None:
        self._hits = answer.hits
        self._asked = asked
        self._reader = ContextReader(Path(vault), asked.context_lines)

    def __call__(self, index: int, most: int | None = None) -> dict[str, Any]:
        """One result.

        Args:
            index: Which, from 0.
            most: Room of the chunk with its context, around the best match; ``None`` for all.
        """
        hit = self._hits[index]
        told: dict[str, Any]
        if self._asked.format == "notes":
            told = {
                "path": hit.path,
                "title": hit.title,
                "section": BETWEEN_HEADINGS.join(hit.heading_path),
                "score": hit.shown_score,
                "snippet": hit.snippet.text,
            }
        else:
            told = {
                "path": hit.path,
                "score": hit.shown_score,
                "lines": hit.lines,
                "chunk_with_context": chunk_with_context(self._reader, hit, most),
            }
        if self._asked.explain:
            told["relevance_reason"] = relevance_reason(hit, index + 1)
        return told
