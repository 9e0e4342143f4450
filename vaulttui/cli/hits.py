"""How hits are told on the command line: as grep tells lines, with what a person should know beside, or as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from vaulttui.terminal_text import plain

if TYPE_CHECKING:
    from vaulttui.cli.output import Output
    from vaulttui.errors import QuerySyntaxError
    from vaulttui.search.query import Hit, Query, Result, Snippet


def print_hits(result: Result, out: Output, *, explain: bool) -> None:
    """Print hits as grep prints lines: one for each place that is meant within a passage."""
    for hit in result.hits:
        for snippet in hit.places or (hit.snippet,):
            out.found(hit.path, snippet.line, _shown(snippet, out))
        if explain:
            out.line(out.styled(f"    {hit.score:.2f}  {hit.explanation}", "quiet"))


def print_hit(hit: Hit, out: Output) -> None:
    """Print a hit as ``PATH:LINE: SNIPPET``."""
    out.found(hit.path, hit.line, _shown(hit.snippet, out))


def _shown(snippet: Snippet, out: Output) -> str:
    """A snippet with its matches in colour."""
    text, parts, end = snippet.text, [], 0
    for match in sorted(snippet.matches, key=lambda match: match.start):
        if end <= match.start < match.end <= len(text):
            parts += [out.safe(text[end : match.start]), out.styled(text[match.start : match.end], "match")]
            end = match.end
    return "".join([*parts, out.safe(text[end:])])


def comment(result: Result, query: Query, hint: str, out: Output) -> None:
    """Tell a person what the hits do not."""
    out.say(result.degraded, hint, *result.warnings)
    if not out.talkative:
        return
    if not result.hits:
        out.say("nothing found" if not query.offset else "nothing more found")
    elif query.end < result.total:
        more = f"; --offset {query.end} goes on" if result.has_more else ""
        out.say(f"{query.end:,} of {result.total:,}{more}")


def underlined(text: str, error: QuerySyntaxError) -> str:
    """The query, as a terminal shows it on one line, with its fault underlined."""
    from rich.cells import cell_len  # late: few queries have a fault

    told = not error.suggestion or "Did you mean" in error.message
    hint = "" if told else f"\n  did you mean {error.suggestion} ?"
    indent = " " * cell_len(plain(text[: error.start]))
    carets = "^" * max(1, cell_len(plain(text[error.start : error.end])))
    return f"  {plain(text)}\n  {indent}{carets}{hint}"


def print_chunk(hit: Hit, told: dict[str, Any], out: Output) -> None:
    """A chunk with its context below a line that says where it is."""
    out.line(f"{out.styled(hit.path, 'path')}{out.styled(':', 'mark')}{out.styled(told['lines'], 'line')}")
    for line in told["chunk_with_context"].split("\n"):
        out.line(out.safe(line))
    out.line()


def document(text: str, query: Query, result: Result) -> dict[str, Any]:
    """The JSON document of a result."""
    return {
        "query": text,
        "mode": str(result.mode),
        "hits": [_hit(hit, query) for hit in result.hits],
        "total": result.total,
        "offset": query.offset,
        "has_more": result.has_more,
        "degraded": result.degraded,
        "warnings": list(result.warnings),
        "timings": {"total": result.timings.total, **result.timings.parts},
    }


def _hit(hit: Hit, query: Query) -> dict[str, Any]:
    """One hit as JSON has it."""
    from vaulttui.vault.properties.plain_values import plain_value

    told: dict[str, Any] = {
        "path": hit.path,
        "title": hit.title,
        "heading_path": list(hit.heading_path),
        "section": " > ".join(hit.heading_path),
        "lines": hit.lines,
        "line": hit.line,
        "score": hit.shown_score,
        "snippet": hit.snippet.text,
        "matches": _matches(hit.snippet),
        "tags": list(hit.tags),
        "properties": plain_value(hit.properties),
        "modified": hit.modified.isoformat(timespec="seconds"),
        "created": hit.created.isoformat(timespec="seconds"),
        "size": hit.size,
    }
    if query.group_by == "chunk":
        told["places"] = [
            {"line": place.line, "snippet": place.text, "matches": _matches(place)} for place in hit.places
        ]
    if query.explain:
        parts = hit.parts
        told["explanation"] = hit.explanation
        told["parts"] = {name: getattr(parts, name) for name in ("lexical", "semantic", "fused", "rerank")}
    return told


def _matches(snippet: Snippet) -> list[list[int]]:
    return [[match.start, match.end] for match in snippet.matches]
