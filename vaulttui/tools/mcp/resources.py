"""What agents can read without searching: a note, which tags, properties and folders there are, the query language."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import Any

import anyio.to_thread
from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ResourceError, ResourceNotFoundError
from mcp_types import Completion, CompletionArgument, CompletionContext, PromptReference, ResourceTemplateReference

from vaulttui.errors import IndexFault, VaultTuiError
from vaulttui.formatting import counted
from vaulttui.search.engine import FacetValue, NoteDetail, SearchEngine
from vaulttui.search.expression import PathGlob, literal
from vaulttui.search.lookups.any_note import any_note
from vaulttui.search.query import Query
from vaulttui.spellings import as_listed
from vaulttui.tools.arguments import whole_number
from vaulttui.tools.bounds import LONGEST_ANSWER, fitting
from vaulttui.tools.excerpts import room_of
from vaulttui.tools.json_text import to_json
from vaulttui.tools.note_addresses import note_address
from vaulttui.tools.search_notes import TRUNCATED
from vaulttui.vault.untrusted import resolve_inside

MOST_NOTE_CHARACTERS = 200_000
_TOO_LONG = "it is longer than max_note_bytes under [vault] in the settings allows"
_PROPERTIES_SHOWN = 60
"""How many properties are told of with their values: the most frequent."""
_VALUES_SHOWN = 10
"""How many values are told of each of them: the most frequent."""
_MOST_COMPLETIONS = 100
"""The protocol allows no more at once."""
_LONGEST_VALUE = 60
"""Characters of a value."""


def add_resources(mcp: MCPServer[Any], engine: SearchEngine, ready: Callable[[], Awaitable[str]]) -> None:
    """Offer a vault's resources on a server.

    Args:
        mcp: The server.
        engine: Answers.
        ready: Waits until all notes can be found by their words, those saved just now too, but not for long; returns
            what has to be known if they cannot. Raises a :class:`VaultTuiError` where there is no vault any more.
    """

    async def asked(question: Callable[[str], str]) -> str:
        """The answer to a question, which gets what :func:`ready` returns."""
        try:
            return await anyio.to_thread.run_sync(question, await ready())
        except VaultTuiError as fault:
            raise ResourceError(fault.message) from fault

    @mcp.resource(
        "vault://note/{+path}{?line,column}",
        name="note",
        title="One note",
        description="A note's Markdown with its frontmatter, by path; from a line on with ?line=120, "
        "from a character of a long line on with ?line=120&column=5000",
        mime_type="text/markdown",
    )
    async def note(path: str, line: str = "1", column: str = "1") -> str:
        return await asked(lambda remark: note_text(engine, path, remark, line, column))

    @mcp.completion()  # type: ignore[no-untyped-call, untyped-decorator]  # of the library
    async def complete(
        ref: PromptReference | ResourceTemplateReference, argument: CompletionArgument, _: CompletionContext | None
    ) -> Completion | None:
        """Paths of notes that are called like what is typed, the best first."""
        if not isinstance(ref, ResourceTemplateReference) or argument.name != "path":
            return None
        with suppress(VaultTuiError):  # reading the note tells it
            suggest = partial(engine.suggest, "note", argument.value, limit=_MOST_COMPLETIONS + 1)
            paths = [found.text for found in await anyio.to_thread.run_sync(suggest)]
            return Completion(values=paths[:_MOST_COMPLETIONS], has_more=len(paths) > _MOST_COMPLETIONS)
        return None

    @mcp.resource(
        "vault://tags",
        name="tags",
        title="Tags",
        description="All tags with the number of notes that have them or one nested below, most frequent first",
        mime_type="application/json",
    )
    async def tags() -> str:
        return await asked(lambda remark: _listing(_counts(engine.facets(Query()).tags, "tag"), remark))

    @mcp.resource(
        "vault://properties",
        name="properties",
        title="Properties",
        description="All frontmatter properties with the number of notes; most with type and most frequent values",
        mime_type="application/json",
    )
    async def properties() -> str:
        return await asked(lambda remark: _listing(_properties(engine), remark))

    @mcp.resource(
        "vault://folders",
        name="folders",
        title="Folders",
        description="All folders that hold notes, with their number, subfolders included",
        mime_type="application/json",
    )
    async def folders() -> str:
        return await asked(lambda remark: _listing(_counts(engine.facets(Query()).folders, "folder"), remark))

    @mcp.resource(
        "vault://query-language",
        name="query-language",
        title="Query language",
        description="All operators of query: links, tasks, dates, properties, and how words are matched",
        mime_type="text/markdown",
    )
    async def query_language() -> str:
        return _query_language()


def note_text(engine: SearchEngine, path: str, remark: str = "", line: int | str = 1, column: int | str = 1) -> str:
    """The text of a note of the index, or so much of it as fits: what is excluded is not shown.

    Args:
        engine: Answers.
        path: Of the note.
        remark: What has to be known if the note is not found.
        line: Where to begin, from 1.
        column: With which character of that line, from 1.

    Raises:
        ResourceNotFoundError: There is no such note, or it has no such line, or that no such character.
        UsageError: The line or the column is no such number.
        IndexFault: The index cannot be asked.
    """
    root = Path(engine.vault_path)
    first, begin = whole_number("line", line, 1), whole_number("column", column, 1)
    try:
        resolve_inside(root, path)
        path = as_listed(root, path)
        if any_note(engine, PathGlob(literal(path), exact=True)):
            return _from_line(engine.note(path), path, first, begin)
    except IndexFault:
        raise
    except VaultTuiError as fault:
        raise ResourceNotFoundError(fault.message) from fault
    missing = f"There is no note {path!r}; the tool find looks for names"
    raise ResourceNotFoundError(f"{missing}. {remark}" if remark else missing)


def _query_language() -> str:
    """The reference of the query language, without its grammar: that says in symbols what has been said."""
    reference = (files("vaulttui.search") / "query-language.md").read_text(encoding="utf-8")
    return reference.partition("\n## Grammar\n")[0]


def _from_line(note: NoteDetail, path: str, first: int, column: int) -> str:
    """So many whole lines of a note as fit, from a character of one on, and how to go on behind them.

    Raises:
        ResourceNotFoundError: There is no such line, or it has no such character, or so far the note is not read.
    """
    text = note.text
    lines = text.split("\n")
    count = len(lines) - (text.endswith("\n") and not note.truncated)  # what ends the last line begins no other
    if first > count or column > max(len(lines[first - 1]), 1):
        if note.truncated and first >= count:
            raise ResourceNotFoundError(f"{path} is read as far as line {count:,}: {_TOO_LONG}")
        if first > count:
            raise ResourceNotFoundError(f"{path} has only {counted(count, 'line')}")
        raise ResourceNotFoundError(f"Line {first} of {path} has only {counted(len(lines[first - 1]), 'character')}")
    rest = text if first == 1 else "\n".join(lines[first - 1 :])
    rest = rest[column - 1 :]
    if len(rest.removesuffix("\n")) <= MOST_NOTE_CHARACTERS:
        return f"{rest}\n{TRUNCATED}\nThe rest of {path} is not read: {_TOO_LONG}." if note.truncated else rest
    end = rest.rfind("\n", 0, MOST_NOTE_CHARACTERS + 1)
    if end < 0:  # a line that is too long is shown in parts
        shown = rest[:MOST_NOTE_CHARACTERS]
        further = note_address(path, first, column + MOST_NOTE_CHARACTERS)
    else:
        shown = rest[:end]
        further = note_address(path, first + shown.count("\n") + 1)
    return f"{shown}\n{TRUNCATED}\n{further} goes on."


def _listing(values: Sequence[Mapping[str, Any]], remark: str) -> str:
    """A list as JSON, so much of it as fits, with what has to be known of it at its end."""
    kept = fitting(values)
    if len(kept) < len(values):
        cut = f"Only the first {len(kept):,} of {len(values):,} fit into one answer: others exist, too."
        remark = f"{remark} {cut}".strip()
    return to_json([*kept, {"remark": remark}] if remark else kept)


def _properties(engine: SearchEngine) -> list[Mapping[str, Any]]:
    """All properties: the most frequent ones with their values, as far as there is room beside the names of all, the
    others by name."""
    names = [
        {"property": known.text, "notes": known.count} for known in engine.suggest("property", "", limit=1_000_000)
    ]
    facets = engine.facets(Query(), limit=_VALUES_SHOWN).properties[:_PROPERTIES_SHOWN]
    with_values = [
        {
            "property": facet.key,
            "type": facet.type,
            "notes": facet.count,
            "distinct": facet.distinct,
            "values": [_short(value) for value in _counts(facet.values, "value")],
        }
        for facet in facets
    ]
    shown = fitting(with_values, most=LONGEST_ANSWER - room_of(to_json(names)))
    told = {each["property"] for each in shown}
    return [*shown, *(each for each in names if each["property"] not in told)]


def _short(value: Mapping[str, Any]) -> Mapping[str, Any]:
    """A value of a property, of which the beginning says enough if it is a whole text."""
    text = value["value"]
    return value if len(text) <= _LONGEST_VALUE else {**value, "value": f"{text[:_LONGEST_VALUE]}…"}


def _counts(values: tuple[FacetValue, ...], name: str) -> list[dict[str, Any]]:
    return [{name: value.value, "notes": value.count} for value in values]
