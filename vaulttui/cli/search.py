"""``vaulttui search``: notes by words, meaning and metadata."""

from __future__ import annotations

import argparse
import contextlib
import gc
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from vaulttui.cli import names
from vaulttui.cli.hits import comment, document, print_chunk, print_hit, print_hits, underlined
from vaulttui.cli.parsers import Once
from vaulttui.errors import IndexFault, QuerySyntaxError, UsageError
from vaulttui.paths import has_index

if TYPE_CHECKING:
    from vaulttui.cli.context import Context
    from vaulttui.search.engine import SearchEngine
    from vaulttui.search.query import Hit, Query, Result
    from vaulttui.tools.search import Answer
    from vaulttui.tools.search_request import Search

DESCRIPTION = "Find notes. Prints PATH:LINE: SNIPPET for the best part of each, the best first."
EPILOG = """\
The query language is that of the interface, and the words are one query:
  vaulttui search rust deadlock tag:work -tokio
  vaulttui search '"exact phrase" modified:30d sort:created'
  vaulttui search '[status:draft] folder:Projects'   # shells take brackets and quotes: quote the query
  vaulttui search -- -tokio rust

mode: and sort: of a query win over --mode and --sort, a direction as in sort:name:asc over --reverse. limit: bounds
all that is found, --limit what is shown of it.

--json prints {query, mode, hits, total, offset, has_more, degraded, warnings, timings}. The matches of a hit are
[start, end] in its snippet; timings are milliseconds. What fails is {error: {code, message}}.

Paths are those within the vault. With --absolute they can be used from everywhere:
  vaulttui search -0 --absolute --limit 0 tag:work deadlock | xargs -0 wc -w
  vim -q <(vaulttui search --absolute --limit 0 deadlock)

With --chunks each line, block and task of a passage that the query asks for is printed, as task-todo:* does; --limit
counts passages. With --json they are places: [{line, snippet, matches}].

--format and --queries give what the tool search gives to agents, with --json as a list, and with its defaults: at most
10 results, with --queries all; a score of at least 0.3, with --queries and --mode keyword any.

exit status: 0 found, 1 nothing found, 2 wrong usage or query, 3 a fault of the vault or the index.
"""

_SORTS = ("relevance", "modified", "created", "updated", "name", "title", "size")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's own arguments."""
    parser.add_argument("query", nargs="+", metavar="QUERY", help="words, operators, filters")
    parser.add_argument(
        "--mode",
        metavar="MODE",
        help="keyword (no model is loaded), semantic, hybrid or deep (default: that of the settings)",
    )
    parser.add_argument("--path", action=Once, metavar="DIR", help="only below this folder of the vault")
    parser.add_argument("--tag", action=Once, metavar="TAG", help="only with this tag or one nested below it")
    parser.add_argument(
        "--scope",
        dest="scopes",
        action="append",
        metavar="GLOB",
        help="only notes that match, or NOTE.md#HEADING for sections, NOTE.md:12-30 for lines; several may be given",
    )
    parser.add_argument(
        "--date-from",
        metavar="DATE",
        help="from this day on (2025-07-14, '7 days ago') by the date heading above, else by the note's updated: date; "
        "what has neither is left out",
    )
    parser.add_argument("--date-to", metavar="DATE", help="up to this day, likewise")
    parser.add_argument("--min-score", metavar="SCORE", help="least score, from 0 to 1")
    parser.add_argument("--limit", metavar="N", help="most notes to show (default 20, 0 for all)")
    parser.add_argument("--offset", default="0", metavar="N", help="notes to leave out at the beginning")
    parser.add_argument("--sort", choices=_SORTS, help="order (default: relevance)")
    parser.add_argument("--reverse", action="store_true", help="the order's other direction")
    parser.add_argument("--chunks", action="store_true", help="every matching part of a note, not the best alone")
    parser.add_argument("--explain", action="store_true", help="say of each hit why it was found")
    parser.add_argument("--format", metavar="{notes,chunks}", help="best part of each note, or chunks with context")
    parser.add_argument("--queries", action="store_true", help="each argument is a query of its own; gives chunks")
    parser.add_argument("--context", metavar="N", help="lines around each, with --format chunks (default 3)")
    names.add_arguments(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument("--stale", action="store_true", help="do not look for new and changed notes first")


def run(options: argparse.Namespace, context: Context) -> int:
    """Search, print, and say whether anything was found."""
    collecting = gc.isenabled()
    gc.disable()  # what a start makes stays to the end: looking through it for garbage again and again finds nothing
    try:
        return _run(options, context)
    finally:
        if collecting:
            gc.enable()


def _run(options: argparse.Namespace, context: Context) -> int:
    out = context.out
    names.check(options)
    if options.context is not None and not (options.format == "chunks" or options.queries):
        raise UsageError("--context goes with --format chunks and with --queries")
    if options.format or options.queries:
        return _run_tool(options, context)
    text = " ".join(word.strip() for word in options.query)
    try:
        with contextlib.nullcontext() if options.stale else context.looking_ahead():
            query, remarks = _query(text, options, context.settings.starting_mode)

            def ask(engine: SearchEngine) -> Result:
                return engine.search(_restricted(query, options, engine))

            with _engine(options, context, ask) as engine:
                result = ask(engine)
                result = replace(result, warnings=(*remarks, *result.warnings))
                unknown = [] if result.total else _unknown(engine, options, _restricted(query, options, engine))
                hint = context.vectors_hint(engine, result.degraded)
    except QuerySyntaxError as error:
        out.fault(error, underlined(text, error))
        return error.exit_status
    result = replace(result, hits=_named(result.hits, options, context))
    if options.json:
        told = replace(result, warnings=(*context.remarks, *result.warnings))
        out.document(document(text, query, told))
    else:
        if options.print0:
            out.names(hit.path for hit in result.hits)
        else:
            print_hits(result, out, explain=options.explain)
        comment(result, query, hint, out)
    out.say(*unknown)
    return 0 if result.hits else 1


def _run_tool(options: argparse.Namespace, context: Context) -> int:
    """Do what the tool ``search`` does."""
    from vaulttui.search.query import NO_LIMIT
    from vaulttui.tools.scopes import exclusions
    from vaulttui.tools.search import also_below_the_floor, below_the_floor, results_of, run_search
    from vaulttui.tools.search_request import CONTEXT_LINES, plan_search

    if options.sort or options.reverse or options.offset != "0" or options.chunks:
        raise UsageError("--format and --queries go without --sort, --reverse, --offset and --chunks")
    out = context.out
    words = [word.strip() for word in options.query]

    def ask(engine: SearchEngine) -> tuple[Search, Answer]:
        planned = plan_search(
            engine,
            query=None if options.queries else " ".join(words),
            queries=words if options.queries else None,
            mode=options.mode or "hybrid",
            path=options.path,
            tag=options.tag,
            scopes=options.scopes,
            limit=NO_LIMIT if options.limit == "0" else options.limit,
            min_score=options.min_score,
            date_from=options.date_from,
            date_to=options.date_to,
            explain=options.explain,
            format=options.format,
            context_lines=CONTEXT_LINES if options.context is None else options.context,
            exclude=exclusions(context.settings.agents),
        )
        return planned, run_search(engine, planned)

    with _engine(options, context, ask) as engine:
        asked, answer = ask(engine)
        results = results_of(answer, asked, engine.vault_path)
        unknown = [] if results else _unknown(engine, options, *asked.queries)
        low = ""
        if out.talkative:
            low = also_below_the_floor(engine, asked, answer) if results else below_the_floor(engine, asked)
        hint = context.vectors_hint(engine, answer.degraded)
    hits = _named(answer.hits, options, context)
    results = [{**told, "path": hit.path} for hit, told in zip(hits, results, strict=True)]
    if options.json:
        out.document(results)
    elif options.print0:
        out.names(hit.path for hit in hits)
    else:
        for hit, told in zip(hits, results, strict=True):
            if asked.format == "chunks":
                print_chunk(hit, told, out)
            else:
                print_hit(hit, out)
            if options.explain:
                out.line(out.styled(f"    {told['relevance_reason']}", "quiet"))
    out.say(answer.degraded, hint, *answer.warnings)
    if out.talkative and (low or not results):
        out.say(low or "nothing found")
    out.say(*unknown)
    return 0 if results else 1


@contextlib.contextmanager
def _engine(
    options: argparse.Namespace, context: Context, ask: Callable[[SearchEngine], object]
) -> Iterator[SearchEngine]:
    """The engine to ask.

    Raises:
        IndexFault: It is not to look for notes, and knows of none.
    """
    unknown = IndexFault(
        f"No note of {context.vault} is indexed yet, and --stale looks for none: run vaulttui index once, or leave "
        "out --stale.",
        code="not_indexed",
    )
    if options.stale and not has_index(context.vault, context.settings):  # to be told that makes none
        raise unknown
    with context.engine(fresh=not options.stale, ahead=ask) as engine:
        if options.stale and not engine.count():
            raise unknown
        yield engine


def _named(hits: Sequence[Hit], options: argparse.Namespace, context: Context) -> tuple[Hit, ...]:
    """Hits with paths as they are to be told."""
    named = names.namer(options, context)
    return tuple(replace(hit, path=named(hit.path)) for hit in hits) if options.absolute else tuple(hits)


def _unknown(engine: SearchEngine, options: argparse.Namespace, *queries: Query) -> list[str]:
    """What a person is told of names in queries and options that nothing in the vault has."""
    from vaulttui.tools.nothing_found import reasons

    return reasons(engine, [query.where for query in queries], options.scopes)


def _restricted(query: Query, options: argparse.Namespace, engine: SearchEngine) -> Query:
    """The query within what the options let through."""
    if not (options.path or options.tag or options.scopes or options.date_from or options.date_to):
        return query
    from vaulttui.clock import local_now
    from vaulttui.search.language.combine import all_of
    from vaulttui.tools.search_request import restrictions

    given = (options.path, options.tag, options.scopes, options.date_from, options.date_to)
    return replace(query, where=all_of((query.where, restrictions(engine, *given, local_now().date()))))


def _natural(name: str, text: str) -> int:
    """Read a whole number. The tools' own reading of it would bring all of them along."""
    if not (text.isascii() and text.isdigit() and len(text) <= 4000):
        raise UsageError(f"{name} must be an integer of at least 0, got {text!r}")
    return int(text)


def _query(text: str, options: argparse.Namespace, default_mode: str) -> tuple[Query, Sequence[str]]:
    """The query of the arguments, and which of the options do not count beside it."""
    from vaulttui.search.language.given import Given
    from vaulttui.search.language.reader import parse_query  # alone: the rest of the language helps to type
    from vaulttui.search.query import NO_LIMIT, Mode, Query

    try:
        mode = Mode.parse(options.mode or default_mode)
    except ValueError as error:
        raise UsageError(f"--mode must be one of {', '.join(Mode)}, got {options.mode}") from error
    given = Given(
        mode=mode if options.mode else None,
        sort=options.sort,
        limit=None if options.limit is None else _natural("limit", options.limit) or NO_LIMIT,
    )
    query = given.paged(parse_query(text, defaults=given.defaults(Query(mode=mode))))
    remarks = [*given.overruled(query)]
    if options.reverse and query.descending is not None:
        remarks.append("The direction in the query counts, not --reverse.")
    elif options.reverse:
        query = replace(query, descending=not query.naturally_descending)
    if options.min_score is not None:
        from vaulttui.tools.arguments import share

        query = replace(query, min_score=share("min_score", options.min_score))
    if options.chunks:
        query = replace(query, group_by="chunk", max_per_note=0)
    query = replace(query, offset=_natural("offset", options.offset), explain=options.explain)
    return query, remarks
