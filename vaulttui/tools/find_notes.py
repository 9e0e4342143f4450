"""``find_notes``: discover notes by any combination of a text query, frontmatter, folder and dates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal, cast
from unicodedata import normalize

from vaulttui.errors import UsageError, VaultTuiError
from vaulttui.index.reading.letters import fold
from vaulttui.search.engine import SearchEngine
from vaulttui.search.expression import DateIs, Expression
from vaulttui.search.language.combine import all_of
from vaulttui.search.language.given import Given
from vaulttui.search.query import Hit, Mode, Query, Result, SortKey
from vaulttui.search.results.context import passage_of
from vaulttui.tools.arguments import flag, one_of, text, told, whole_number
from vaulttui.tools.conditions import property_conditions
from vaulttui.tools.days import strict_day
from vaulttui.tools.excerpts import excerpt
from vaulttui.tools.json_text import to_json
from vaulttui.tools.places import find_searched_folder, in_folder
from vaulttui.tools.query_text import read_query
from vaulttui.values import dataclass

MODES = ("hybrid", "keyword", "semantic")
SORTS = ("created", "modified", "name", "relevance")
MOST_RESULTS = 2000
NOTHING_FOUND = "No matching notes found"


@dataclass(frozen=True, slots=True)
class NoteList:
    """What ``find_notes`` found, before it is written as JSON."""

    result: Result
    asked: Query
    """What the engine was asked."""
    beside: Expression | None
    """What had to hold of notes beside the conditions on their properties; ``None`` for nothing."""
    by_text: bool
    """Whether there was a text query: results are the best part of each note then, else paths."""
    fields: tuple[str, ...] = ()
    """Properties to tell of each note, as they were asked for."""
    offset: int = 0
    """How many were left out first."""


class SearchFailed(VaultTuiError):
    """The search itself failed: the arguments had the right form.

    Args:
        fault: Why.
    """

    code = "search_failed"

    def __init__(self, fault: VaultTuiError) -> None:
        super().__init__(f"Search failed: {told(fault)}")
        self.exit_status = fault.exit_status


def find_notes(
    engine: SearchEngine,
    query: str = "",
    mode: str = "hybrid",
    folder: str = "",
    recursive: bool = False,
    frontmatter: Sequence[Mapping[str, Any]] | None = None,
    date_start: str = "",
    date_end: str = "",
    date_type: str = "modified",
    sort: str = "",
    include_fields: Sequence[str] | None = None,
    n_results: int | str = 20,
    offset: int | str = 0,
) -> str:
    """Find notes by any combination of conditions, which all hold together.

    Args:
        engine: Answers.
        query: In the query language. Its ``mode:`` and ``sort:`` win over the arguments, which a warning tells;
            ``limit:`` bounds all pages together.
        mode: ``hybrid``, ``keyword`` or ``semantic``; counts only with a query.
        folder: Relative to the vault; ``.`` or ``/`` is its root, ``""`` is no condition.
        recursive: Take the folder's subfolders, too.
        frontmatter: Conditions ``{field, value, match_type}`` on properties; ``match_type`` is ``contains`` (default),
            ``equals``, ``not_contains``, ``not_equals``, ``exists`` or ``missing``.
        date_start: First day, ``YYYY-MM-DD``.
        date_end: Last day, inclusive.
        date_type: ``modified`` or ``created``.
        sort: ``relevance``, ``modified`` or ``created`` (newest first), or ``name``. Unset: by relevance with a query,
            by name without. In other orders than relevance, ``hybrid`` finds only notes that have any of the words, or
            at most the 100 nearest in meaning if none has.
        include_fields: Properties to tell of each note, as a list or as one text with commas; without a query only.
        n_results: How many to return at most, 1 to 2000.
        offset: How many to leave out first.

    Returns:
        JSON. With a query, results are ``{source, content, heading}``, the best part of each note (of one that has only
        properties, those that match); without, paths, or ``{path, field…}`` with ``include_fields``.
        What is wrong is told as ``{"success": false, "error": …}``.
    """
    try:
        found = list_notes(
            engine,
            query=query,
            mode=mode,
            folder=folder,
            recursive=recursive,
            frontmatter=frontmatter,
            date_start=date_start,
            date_end=date_end,
            date_type=date_type,
            sort=sort,
            include_fields=include_fields,
            n_results=n_results,
            offset=offset,
        )
    except VaultTuiError as fault:
        return error_json(fault)
    return to_json(notes_document(found))


def list_notes(
    engine: SearchEngine,
    *,
    query: Any = "",
    mode: Any = "hybrid",
    folder: Any = "",
    recursive: Any = False,
    frontmatter: Any = None,
    date_start: Any = "",
    date_end: Any = "",
    date_type: Any = "modified",
    sort: Any = "",
    include_fields: Any = None,
    n_results: Any = 20,
    offset: Any = 0,
) -> NoteList:
    """Do what :func:`find_notes` does. The order of the checks is part of its contract.

    Raises:
        UsageError: An argument is wrong.
        SearchFailed: The search failed.
    """
    words = text("query", query).strip()
    folder = text("folder", folder)
    if not (words or folder or frontmatter or date_start or date_end):
        raise UsageError("At least one filter is required: query, folder, frontmatter, or date_start/date_end")
    sort = one_of("sort", sort, SORTS) if sort not in ("", None) else ""
    if sort == "relevance" and not words:
        raise UsageError("sort='relevance' requires a query parameter")
    if words:
        one_of("mode", mode, MODES)
    if date_type not in ("created", "modified"):
        raise UsageError(f"date_type must be 'created' or 'modified', got {date_type!r}")
    first, last = strict_day("date_start", date_start), strict_day("date_end", date_end)
    if first is not None and last is not None and first > last:
        raise UsageError(f"date_start ({first}) is after date_end ({last})")
    of_properties = property_conditions(frontmatter)
    conditions: list[Expression | None] = []
    if first is not None or last is not None:
        conditions.append(DateIs(cast(Literal["created", "modified"], date_type), first, last))
    try:
        limit, start = whole_number("n_results", n_results, 1, MOST_RESULTS), whole_number("offset", offset, 0)
    except UsageError as error:
        raise UsageError(f"Invalid pagination: {error.message}") from error
    fields, below = _fields(include_fields), flag("recursive", recursive)
    remarks: tuple[str, ...] = ()
    try:
        if folder:
            place = find_searched_folder(engine, folder)
            conditions.append(in_folder(place, recursive=below))
        order = cast(SortKey, sort) if sort else None if words else "name"
        asked = Query(limit=limit, offset=start, fields=tuple(fields), sort=order)
        if words:
            # A mode that is the default may not have been given.
            given = Given(None if mode == Mode.HYBRID else Mode.parse(mode), order, limit)
            read = read_query(engine, words, asked, given)
            asked, remarks = read.query, read.remarks
        beside = all_of((asked.where, *conditions))
        asked = replace(asked, where=all_of((beside, of_properties)))
        result = engine.search(asked)
    except UsageError:
        raise
    except VaultTuiError as error:
        raise SearchFailed(error) from error
    if words and fields:
        remarks = (*remarks, "include_fields counts only without a query.")
    return NoteList(replace(result, warnings=(*remarks, *result.warnings)), asked, beside, bool(words), fields, start)


def _fields(names: Any) -> tuple[str, ...]:
    if not names:
        return ()
    # One text is what the command line takes: several names with commas between them.
    listed = [name for name in names.split(",") if name.strip()] if isinstance(names, str) else names
    if not isinstance(listed, Sequence) or not all(isinstance(name, str) and name.strip() for name in listed):
        raise UsageError(f"include_fields must be a list of property names, got {names!r}")
    return tuple(dict.fromkeys(name.strip() for name in listed))


def notes_document(found: NoteList) -> dict[str, Any]:
    """What was found, in the tool's form before it is written as JSON."""
    result = found.result
    if not result.total:
        return {"success": True, "message": NOTHING_FOUND, "results": [], "total": 0} | _remarks(result)
    listed: list[Any]
    if found.by_text:
        listed = [best_part(hit) for hit in result.hits]
    elif found.fields:
        listed = [projection(hit, found.fields) for hit in result.hits]
    else:
        listed = [hit.path for hit in result.hits]
    told_about = {"success": True, "results": listed, "total": result.total, "has_more": result.has_more}
    return told_about | _remarks(result)


def best_part(hit: Hit, most: int | None = None) -> dict[str, str]:
    """The best part of a note; of one without a body, the properties that match.

    Args:
        hit: What was found.
        most: Room of its content, around the best match; ``None`` for all.
    """
    content = "\n".join(excerpt(passage_of(hit), most)[1])
    return {"source": hit.path, "content": content or hit.snippet.text, "heading": heading_of(hit)}


def error_json(fault: VaultTuiError) -> str:
    """What went wrong, in the tool's form."""
    return to_json(error_document(fault))


def error_document(fault: VaultTuiError) -> dict[str, Any]:
    """What went wrong, in the tool's form before it is written as JSON."""
    return {"success": False, "error": told(fault)}


def heading_of(hit: Hit) -> str:
    """The nearest heading above what was found; ``""`` above the first."""
    return hit.heading_path[-1] if hit.heading_path else ""


def projection(hit: Hit, fields: Sequence[str]) -> dict[str, Any]:
    """A note's path and some of its properties; ``None`` where it has none of that name. Names are the same as for
    conditions: case and accents do not matter, but one that is written just so is meant first."""
    known: tuple[dict[str, Any], ...] = {}, {}, {}
    for key, value in hit.properties.items():
        for values, name in zip(known, _names(key), strict=True):
            values.setdefault(name, value)
    found = {
        field: next((values[name] for values, name in zip(known, _names(field), strict=True) if name in values), None)
        for field in fields
        if field != "path"
    }
    return {"path": hit.path, **found}


def _names(key: str) -> tuple[str, str, str]:
    """How a property may be called, the nearest first: as it is, in either case, and without accents."""
    composed = normalize("NFC", key)
    return composed, composed.casefold(), fold(key)


def _remarks(result: Result) -> dict[str, Any]:
    """What an agent must know to judge the results, where there is anything."""
    remarks: dict[str, Any] = {}
    if result.degraded:
        remarks["degraded"] = result.degraded
    if result.warnings:
        remarks["warnings"] = list(result.warnings)
    return remarks
