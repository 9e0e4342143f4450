"""What agents get to read of each tool: its result within bounds, with remarks on what it lacks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import accumulate
from operator import eq
from typing import Any

from vaulttui.errors import IndexFault, VaultTuiError
from vaulttui.formatting import counted
from vaulttui.search.engine import SearchEngine
from vaulttui.search.expression import Not, PathGlob, literal
from vaulttui.search.language.combine import all_of
from vaulttui.search.language.settings import written_setting
from vaulttui.search.query import Mode
from vaulttui.tools.arguments import flag, whole_number
from vaulttui.tools.bounds import LONGEST_ANSWER, cut_text, fitting
from vaulttui.tools.excerpts import room_of
from vaulttui.tools.find import DEFAULT_LIMIT, find
from vaulttui.tools.find_notes import NoteList, best_part, error_json, list_notes, notes_document
from vaulttui.tools.json_text import to_json
from vaulttui.tools.literal_words import find_words, words_of_query
from vaulttui.tools.note_addresses import note_address
from vaulttui.tools.nothing_found import tags_remark, why_nothing, why_refused
from vaulttui.tools.query_text import looks_like_query
from vaulttui.tools.scopes import lines_scope
from vaulttui.tools.search import Answer, ResultForm, also_below_the_floor, below_the_floor, run_search
from vaulttui.tools.search_notes import cut_line, notes_parts
from vaulttui.tools.search_request import Search, plan_search
from vaulttui.values import dataclass

_SHORTEST_RESULT = 76
"""Characters of a result with the shortest path, nothing else, and what parts it from the next."""
_PARTS = (
    'A scope "PATH#HEADING" gives one section, "PATH:LINE-LINE" some lines, '
    "the resource vault://note/PATH the whole note."
)
_AS_TEXT = "Quotes, -, OR and operators are plain text here; find_notes and search read them."
_MOST_RESULTS = LONGEST_ANSWER // _SHORTEST_RESULT
"""More results than these never fit."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What a tool answers."""

    text: str
    remarks: tuple[str, ...] = ()
    """What has to be known beside it; empty ones do not count."""
    failed: bool = False


def answered(engine: SearchEngine, work: Callable[[], Reply], form: Callable[[VaultTuiError], str]) -> Reply:
    """What a tool answers; what is wrong is told in its words, with what helps on.

    Args:
        engine: Is asked.
        work: Gives the answer.
        form: Tells a fault that it does not tell itself.
    """
    try:
        return work()
    except VaultTuiError as fault:
        return Reply(form(fault), (why_refused(engine, fault),), failed=True)


def find_notes_answer(engine: SearchEngine, arguments: Mapping[str, Any]) -> Reply:
    """Answer ``find_notes``; what is wrong is told in its own form."""
    try:
        found = list_notes(engine, **arguments)
    except VaultTuiError as fault:
        return Reply(error_json(fault), (why_refused(engine, fault),), failed=True)
    document = notes_document(found)
    results = document["results"]
    hits = found.result.hits
    kept = fitting(results, (lambda index, most: best_part(hits[index], most)) if found.by_text else None)
    known = (
        _counted_by_words(engine, found, arguments.get("query") or ""),
        tags_remark(engine, found, arguments.get("frontmatter") or ()),
    )
    if not found.result.total:
        return Reply(to_json(document), (why_nothing(engine, arguments), *known))
    if len(kept) == len(results):
        return Reply(to_json(document | {"results": kept}), (*known, _cut(kept, results)))
    remark = (
        f"Only {len(kept)} of these {len(results)} results fit into one answer. "
        f"Go on with offset={found.offset + len(kept)}, or ask for less."
    )
    return Reply(to_json(document | {"results": kept, "has_more": True}), (*known, remark, _cut(kept, results)))


def _counted_by_words(engine: SearchEngine, found: NoteList, query: str) -> str:
    """How many notes have the words that were asked for, where others are counted that are only near in meaning, as
    nearly all are; ``""`` where all have them."""
    asked, total = found.asked, found.result.total
    if found.offset or found.result.mode is Mode.KEYWORD or not asked.ranked:
        return ""
    by_words = engine.search(replace(asked, mode=Mode.KEYWORD, limit=0)).total
    if by_words == total:
        return ""
    # Not "of these": by meaning alone, notes that have no vectors are not counted.
    have = f"{counted(by_words, 'note')} {'has' if by_words == 1 else 'have'} any of the words"
    how = "mode:keyword in the query" if written_setting(query, "mode") else 'mode="keyword"'
    return f"Words only rank, and total counts by meaning: {have}. {how} lists only these; quote what must occur."


def search_answer(engine: SearchEngine, arguments: Mapping[str, Any], exclude: Sequence[str]) -> Reply:
    """Answer ``search``.

    Raises:
        VaultTuiError: An argument is wrong, or the search failed.
    """
    asked = plan_search(engine, **arguments, exclude=exclude)
    if arguments.get("limit") is None:
        asked = asked.limited(_MOST_RESULTS)
    answer = run_search(engine, asked)
    form = ResultForm(answer, asked, engine.vault_path)
    results = [form(index) for index in range(len(answer.hits))]
    kept = fitting(results, form)
    cut = ""
    if not results:
        cut = below_the_floor(engine, asked) or why_nothing(engine, arguments)
    elif len(kept) < len(results):
        how = "Narrow it down with scopes, path, tag, dates or min_score, or set a lower limit."
        if _of_one_note(engine, asked, answer):  # which is read in parts
            how = _PARTS if any(query.ranked for query in asked.queries) else _rest(answer, len(kept))
        total = max(len(results), answer.total)
        cut = f"Only the {_which(asked)} {len(kept)} of {total} results fit into one answer. {how}"
    elif answer.total > len(results):
        what = "notes" if asked.format == "notes" else "chunks"
        cut = f"The {_which(asked)} {len(results)} of {answer.total} matching {what}; a higher limit shows more."
    else:
        cut = also_below_the_floor(engine, asked, answer)
    return Reply(to_json(kept), (answer.degraded, *answer.warnings, cut, _cut(kept, results)))


def _which(asked: Search) -> str:
    """What those are called that come first."""
    return "best" if all(query.order == "relevance" and query.descends for query in asked.queries) else "first"


def _of_one_note(engine: SearchEngine, asked: Search, answer: Answer) -> bool:
    """Whether all that there is to be found is in one note, also what lies beyond the limit."""
    paths = {hit.path for hit in answer.hits}
    if len(paths) > 1 or answer.total <= len(answer.hits):
        return len(paths) == 1
    beyond = Not(PathGlob(literal(paths.pop()), exact=True))
    queries = tuple(replace(query, where=all_of((query.where, beyond))) for query in asked.queries)
    return not run_search(engine, replace(asked, queries=queries).limited(1)).hits


def _rest(answer: Answer, shown: int) -> str:
    """How to read on in a note of which so many of the parts that were found are shown, in their order."""
    hits = answer.hits
    path, reached = hits[0].path, hits[shown].first_line
    last = hits[-1].last_line if answer.total == len(hits) else None
    if reached < hits[0].first_line:  # from the end
        return _PARTS
    # A scope gives all that has any of its lines: what it names must lie behind the first part, or that comes again.
    if hits[0].last_line < reached:
        return f"Go on with scopes=[{to_json(lines_scope(path, reached, last))}]."
    more = f"The last of them ends within line {reached}; {note_address(path, reached)} has the rest of that line"
    if last is not None and last <= reached:
        return f"{more}."
    return f"{more}, scopes=[{to_json(lines_scope(path, reached + 1, last))}] what follows it."


def _cut(shown: Sequence[Any], whole: Sequence[Any]) -> str:
    """What to say where some results are shown in part; ``""`` if all are whole."""
    if all(map(eq, shown, whole)):
        return ""
    return "Long lines and texts are shown in part (…); the resource vault://note/PATH has the whole note."


def find_answer(engine: SearchEngine, arguments: Mapping[str, Any], up_to_date: Callable[[], bool]) -> Reply:
    """Answer ``find``.

    Args:
        engine: Finds; it need not have an index.
        arguments: Of the tool.
        up_to_date: Brings the index up to date, and tells whether it knows the notes as they are.

    Raises:
        VaultTuiError: An argument is wrong, or the vault cannot be read.
    """
    limit = whole_number("limit", arguments.get("limit", DEFAULT_LIMIT), 1)
    results = find(engine, **{**arguments, "limit": limit + 1})  # one more tells whether there are more
    kept = fitting(results[:limit])
    if len(kept) < min(limit, len(results)):
        cut = f"Only {len(kept)} of {len(results[:limit])} results fit into one answer: narrow it down."
    elif len(results) > limit:
        cut = f"There are more than these {limit}: a higher limit shows them, or narrow it down."
    else:
        cut = "" if results else _why_nothing_by_the_index(engine, arguments, up_to_date)
    return Reply(to_json(kept), (cut,))


def _why_nothing_by_the_index(
    engine: SearchEngine, arguments: Mapping[str, Any], up_to_date: Callable[[], bool]
) -> str:
    """As :func:`why_nothing`, where files were asked; ``""`` where the index does not know as much as these."""
    if arguments.get("tag") or arguments.get("property"):
        with suppress(IndexFault):
            return why_nothing(engine, arguments) if up_to_date() else ""
    return ""


def search_notes_answer(engine: SearchEngine, arguments: Mapping[str, Any]) -> Reply:
    """Answer ``search_notes``.

    Raises:
        VaultTuiError: An argument is wrong, or the search failed.
    """
    words, whole = words_of_query(arguments["query"]), flag("read_content", arguments.get("read_content", False))
    found = find_words(engine, words)
    parts = notes_parts(found, words, whole=whole)
    ends = accumulate(room_of(part) + len("\n\n") for part in parts)
    shown = sum(end - len("\n\n") <= LONGEST_ANSWER for end in ends) - 1
    cut = [(note.path, cut_line(note)) for note in found.best[:shown]] if whole else []
    further = ", ".join(to_json(lines_scope(path, line)) for path, line in cut if line is not None)
    remarks = [found.remark, _AS_TEXT if looks_like_query(arguments["query"]) else ""]
    if further:
        remarks.append(f'search(queries=["*"], scopes=[SCOPE], mode="fast") goes on with what was cut: {further}.')
    if shown < len(found.best):
        remarks.append(
            "Not all fits into one answer: read single notes as vault://note/PATH, "
            'or part by part with search(queries=["*"], scopes=["PATH"], mode="fast").'
        )
    return Reply(cut_text("\n\n".join(parts)), tuple(remarks))
