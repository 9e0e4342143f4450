"""The tools as a server of the Model Context Protocol over standard input and output."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Sequence
from typing import Annotated, Any

import anyio
import anyio.abc
import anyio.to_thread
from mcp.server.mcpserver import Context, MCPServer
from mcp_types import CallToolResult, TextContent, ToolAnnotations
from pydantic import PlainValidator, WithJsonSchema

from vaulttui.errors import VaultTuiError
from vaulttui.search.engine import SearchEngine
from vaulttui.tools import guide
from vaulttui.tools.answers import Reply, find_answer, find_notes_answer, search_answer, search_notes_answer
from vaulttui.tools.arguments import told
from vaulttui.tools.mcp_resources import add_resources
from vaulttui.tools.readiness import Readiness
from vaulttui.tools.strict_server import StrictServer
from vaulttui.version import __version__

PATIENCE = 15.0
"""Seconds that a call waits for an index that is being built, before it is answered from what there is."""
_LOOK_SECONDS = 0.25
_READ_ONLY = ToolAnnotations(read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False)


_Text = Annotated[str, PlainValidator(lambda given: given)]
"""A text that the tool checks itself. Declared as text alone: the server reads what else looks like JSON, as ``[2025]``
and ``null`` do, as JSON."""
_NOT_GIVEN: Any = None


def _shape(description: str, **schema: Any) -> Any:
    """A value that the tool checks itself, so that faults read the same everywhere."""
    return WithJsonSchema({"description": description, **schema})


def _text(description: str) -> Any:
    """A text."""
    return _shape(description, type="string")


def _text_or_none(description: str) -> Any:
    """A text that need not be given."""
    return _shape(description, type=["string", "null"])


def _flag(description: str) -> Any:
    """A truth value."""
    return _shape(description, type="boolean")


def _choice(*words: str) -> Any:
    """A text of which the schema tells the values; the tool refuses others in its own words."""
    return WithJsonSchema({"type": "string", "enum": list(words)})


_STRINGS = {"type": "array", "items": {"type": "string"}}
_CONDITION = {
    "type": "object",
    "properties": {
        "field": {"type": "string", "description": "Name of the property; case ignored"},
        "value": {"type": ["string", "number", "boolean"], "description": "Not needed for exists and missing"},
        "match_type": {
            "type": "string",
            "enum": ["contains", "equals", "not_contains", "not_equals", "exists", "missing"],
            "default": "contains",
        },
    },
    "required": ["field"],
    "additionalProperties": False,
}
_PROPERTY = {
    "type": ["object", "null"],
    "properties": {"key": {"type": "string"}, "value": {"type": "string"}},
    "required": ["key"],
    "additionalProperties": False,
}


class VaultServer:
    """The MCP server of one vault.

    Args:
        engine: Answers; its background work is started by whoever opened it.
        exclude: Globs of notes that ``search`` leaves out.
        patience: Seconds that a call waits for an index that is being built.
    """

    def __init__(self, engine: SearchEngine, exclude: Sequence[str] = (), patience: float = PATIENCE) -> None:
        self._engine = engine
        self._exclude = tuple(exclude)
        self._patience = patience
        self._readiness = Readiness(engine)
        self.mcp = StrictServer(
            name="vaulttui",
            title=f"Notes in {engine.vault_name}",
            instructions=guide.INSTRUCTIONS,
            version=__version__,
            log_level="WARNING",
        )
        self._add_find_notes()
        self._add_search()
        self._add_find()
        self._add_search_notes()
        add_resources(self.mcp, engine, self._ready)

    def _add_find_notes(self) -> None:
        @self.mcp.tool(
            title="List notes", description=guide.FIND_NOTES, annotations=_READ_ONLY, structured_output=False
        )
        async def find_notes(
            context: Context[Any, Any],
            query: Annotated[_Text, _text("Words and operators; empty for a plain listing")] = "",
            mode: Annotated[_Text, _choice("hybrid", "keyword", "semantic")] = "hybrid",
            folder: Annotated[_Text, _text('Relative to the vault; "." is its root; empty: anywhere')] = "",
            recursive: Annotated[Any, _flag("Take subfolders of folder, too")] = False,
            frontmatter: Annotated[
                Any, _shape("Conditions on properties; all hold", type=["array", "null"], items=_CONDITION)
            ] = None,
            date_start: Annotated[_Text, _text("First day, YYYY-MM-DD")] = "",
            date_end: Annotated[_Text, _text("Last day, YYYY-MM-DD, inclusive")] = "",
            date_type: Annotated[_Text, _choice("modified", "created")] = "modified",
            sort: Annotated[_Text, _choice("", "relevance", "modified", "created", "name")] = "",
            include_fields: Annotated[
                Any,
                _shape(
                    "Properties to tell of each note; without a query only", **{**_STRINGS, "type": ["array", "null"]}
                ),
            ] = None,
            n_results: Annotated[Any, _shape("Most results", type="integer", minimum=1, maximum=2000)] = 20,
            offset: Annotated[Any, _shape("Results to leave out first", type="integer", minimum=0)] = 0,
        ) -> CallToolResult:
            arguments = {
                "query": query,
                "mode": mode,
                "folder": folder,
                "recursive": recursive,
                "frontmatter": frontmatter,
                "date_start": date_start,
                "date_end": date_end,
                "date_type": date_type,
                "sort": sort,
                "include_fields": include_fields,
                "n_results": n_results,
                "offset": offset,
            }
            return await self._answer(context, lambda: find_notes_answer(self._engine, arguments))

    def _add_search(self) -> None:
        @self.mcp.tool(title="Search notes", description=guide.SEARCH, annotations=_READ_ONLY, structured_output=False)
        async def search(
            context: Context[Any, Any],
            query: Annotated[_Text, _text_or_none("One query: results are notes")] = _NOT_GIVEN,
            queries: Annotated[
                Any, _shape("Several queries: results are chunks", **{**_STRINGS, "type": ["array", "null"]})
            ] = None,
            mode: Annotated[_Text, _choice("hybrid", "vector", "fulltext", "fast", "deep")] = "hybrid",
            path: Annotated[_Text, _text_or_none("Only below this folder")] = _NOT_GIVEN,
            tag: Annotated[_Text, _text_or_none("Only with this tag or one nested below it")] = _NOT_GIVEN,
            scopes: Annotated[
                Any,
                _shape(
                    "Globs of paths, any may match; NOTE.md#HEADING for sections",
                    **{**_STRINGS, "type": ["array", "null"]},
                ),
            ] = None,
            limit: Annotated[
                Any, _shape("Most results; 10 with query, all with queries", type=["integer", "null"], minimum=1)
            ] = None,
            min_score: Annotated[
                Any,
                _shape(
                    "Least score; unset: 0.3, but 0 for queries by words alone",
                    type=["number", "null"],
                    minimum=0,
                    maximum=1,
                ),
            ] = None,
            date_from: Annotated[_Text, _text_or_none("First day: YYYY-MM-DD or '7 days ago'")] = _NOT_GIVEN,
            date_to: Annotated[_Text, _text_or_none("Last day, inclusive")] = _NOT_GIVEN,
            explain: Annotated[Any, _flag("Add relevance_reason to each result")] = False,
            format: Annotated[  # noqa: A002 - the name is the tool's contract
                Any,
                _shape(
                    "Form of results, if not that of query or queries",
                    type=["string", "null"],
                    enum=["notes", "chunks", None],
                ),
            ] = None,
        ) -> CallToolResult:
            arguments = {
                "query": query,
                "queries": queries,
                "mode": mode,
                "path": path,
                "tag": tag,
                "scopes": scopes,
                "limit": limit,
                "min_score": min_score,
                "date_from": date_from,
                "date_to": date_to,
                "explain": explain,
                "format": format,
            }
            return await self._answer(context, lambda: search_answer(self._engine, arguments, self._exclude))

    def _add_find(self) -> None:
        @self.mcp.tool(title="Find files", description=guide.FIND, annotations=_READ_ONLY, structured_output=False)
        async def find(
            context: Context[Any, Any],
            pattern: Annotated[_Text, _text("Glob, or part of the name or path")] = "",
            path: Annotated[_Text, _text_or_none("Only below this folder")] = _NOT_GIVEN,
            tag: Annotated[_Text, _text_or_none("Only notes with this tag or one nested below it")] = _NOT_GIVEN,
            property: Annotated[Any, _shape("Only notes with this property", **_PROPERTY)] = None,  # noqa: A002
            limit: Annotated[Any, _shape("Most results", type="integer", minimum=1)] = 50,
            sort: Annotated[
                Any, _shape("Order", type=["string", "null"], enum=["name", "modified", "size", None])
            ] = None,
        ) -> CallToolResult:
            arguments = {
                "pattern": pattern,
                "path": path,
                "tag": tag,
                "property": property,
                "limit": limit,
                "sort": sort,
            }
            return await self._answer(context, lambda: find_answer(self._engine, arguments), indexed=False)

    def _add_search_notes(self) -> None:
        @self.mcp.tool(
            title="Find literal words", description=guide.SEARCH_NOTES, annotations=_READ_ONLY, structured_output=False
        )
        async def search_notes(
            context: Context[Any, Any],
            query: Annotated[_Text, _text("Words; all have to occur")],
            read_content: Annotated[Any, _flag("Give whole notes in place of excerpts")] = False,
        ) -> CallToolResult:
            arguments = {"query": query, "read_content": read_content}
            return await self._answer(context, lambda: search_notes_answer(self._engine, arguments))

    async def _answer(
        self, context: Context[Any, Any], work: Callable[[], Reply], *, indexed: bool = True
    ) -> CallToolResult:
        """Wait for the words of the notes, do the work on a thread, and bring it into the protocol's form."""
        if indexed:
            await self._words_indexed(context)
        try:
            reply = await anyio.to_thread.run_sync(work)
        except VaultTuiError as fault:
            reply = Reply(told(fault), failed=True)
        remarks = [*reply.remarks, *([self._readiness.remark()] if indexed else [])]
        texts = [reply.text, *(remark for remark in remarks if remark)]
        return CallToolResult(content=[TextContent(type="text", text=text) for text in texts], is_error=reply.failed)

    async def _ready(self) -> str:
        """Wait for the words of the notes, and say what has to be known if that took too long."""
        await self._words_indexed()
        return self._readiness.remark()

    async def _words_indexed(self, context: Context[Any, Any] | None = None) -> None:
        """Wait until notes can be found by their words, but not for long, and tell how it goes."""
        deadline = time.monotonic() + self._patience
        while not await anyio.to_thread.run_sync(self._readiness.settled):
            newest = self._readiness.newest
            if context is not None and newest is not None and newest.total:
                message = f"Reading notes: {newest.done:,} of {newest.total:,}"
                await context.report_progress(newest.done, newest.total, message)
            if time.monotonic() >= deadline:
                return
            await anyio.sleep(_LOOK_SECONDS)

    def close(self) -> None:
        """Listen to the engine no longer."""
        self._readiness.stop_listening()


def serve(engine: SearchEngine, exclude: Sequence[str] = ()) -> None:
    """Serve until standard input ends. SIGTERM and SIGINT close the engine and end the process.

    Raises:
        OSError: Standard input or output failed, but not because the client has gone.
    """
    server = VaultServer(engine, exclude)
    try:
        anyio.run(_serve, server.mcp, engine)
    except BaseExceptionGroup as group:
        raise _innermost(group) from None
    finally:
        server.close()


def _innermost(group: BaseException) -> BaseException:
    """What a group of groups holds, if that is one exception."""
    while isinstance(group, BaseExceptionGroup) and len(group.exceptions) == 1:
        group = group.exceptions[0]
    return group


async def _serve(mcp: MCPServer[Any], engine: SearchEngine) -> None:
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(_end_on_signal, engine)
        await mcp.run_stdio_async()
        tasks.cancel_scope.cancel()


async def _end_on_signal(engine: SearchEngine) -> None:
    with anyio.open_signal_receiver(signal.SIGTERM, signal.SIGINT) as signals:
        async for received in signals:
            await anyio.to_thread.run_sync(engine.close)
            # A thread waits for standard input, which nothing can wake: it would hold up an orderly exit for ever.
            os._exit(0 if received == signal.SIGTERM else 130)
