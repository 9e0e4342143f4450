"""The tools as a server of the Model Context Protocol over standard input and output."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Annotated, Any

import anyio
import anyio.abc
import anyio.to_thread
from mcp.server.mcpserver import Context
from mcp_types import CallToolResult, TextContent, ToolAnnotations

from vaulttui.errors import VaultNotFoundError, VaultTuiError
from vaulttui.search.engine import SearchEngine
from vaulttui.tools.answers import Reply, answered, find_answer, find_notes_answer, search_answer, search_notes_answer
from vaulttui.tools.arguments import given, told
from vaulttui.tools.find_notes import MODES, SearchFailed, error_json
from vaulttui.tools.mcp import guide
from vaulttui.tools.mcp.catching_up import CatchingUp
from vaulttui.tools.mcp.readiness import Readiness
from vaulttui.tools.mcp.resources import add_resources
from vaulttui.tools.mcp.schema import (
    CONDITION,
    NOT_GIVEN,
    PROPERTY,
    STRINGS,
    Text,
    choice,
    flag,
    shape,
    text,
)
from vaulttui.tools.mcp.strict_server import StrictServer
from vaulttui.version import __version__

PATIENCE = 15.0
"""Seconds that a call waits for an index that is being built, before it is answered from what there is."""
_LOOK_SECONDS = 0.25
_READ_ONLY = ToolAnnotations(read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False)


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
        self._catching_up = CatchingUp(engine)
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
            query: Annotated[Text, text("Words and operators; empty for a plain listing")] = "",
            mode: Annotated[Text, choice(guide.LIST_MODE, *MODES)] = "hybrid",
            folder: Annotated[Text, text('Relative to the vault; "." is its root; empty: anywhere')] = "",
            recursive: Annotated[Any, flag("Take subfolders of folder, too")] = False,
            frontmatter: Annotated[
                Any, shape("Conditions on properties; all hold", type="array", items=CONDITION)
            ] = None,
            date_start: Annotated[Text, text("First day, YYYY-MM-DD")] = "",
            date_end: Annotated[Text, text("Last day, YYYY-MM-DD, inclusive")] = "",
            date_type: Annotated[Text, choice("Which date the two days bound", "modified", "created")] = "modified",
            sort: Annotated[Text, choice(guide.SORT, "relevance", "modified", "created", "name")] = "",
            include_fields: Annotated[
                Any,
                shape("Properties to tell of each note; without a query only", **STRINGS),
            ] = None,
            n_results: Annotated[Any, shape("Most results", type="integer", minimum=1, maximum=2000)] = 20,
            offset: Annotated[Any, shape("Results to leave out first", type="integer", minimum=0)] = 0,
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
            return await self._answer(
                context,
                lambda: find_notes_answer(self._engine, given(arguments)),
                form=lambda fault: error_json(SearchFailed(fault)),
            )

    def _add_search(self) -> None:
        @self.mcp.tool(title="Search notes", description=guide.SEARCH, annotations=_READ_ONLY, structured_output=False)
        async def search(
            context: Context[Any, Any],
            query: Annotated[Text, text("One query: results are notes")] = NOT_GIVEN,
            queries: Annotated[Any, shape("Several queries: results are chunks", **STRINGS)] = None,
            mode: Annotated[Text, choice(guide.MODE, "hybrid", "vector", "fulltext", "fast", "deep")] = "hybrid",
            path: Annotated[Text, text("Only below this folder")] = NOT_GIVEN,
            tag: Annotated[Text, text("Only with this tag or one nested below it")] = NOT_GIVEN,
            scopes: Annotated[
                Any,
                shape(
                    "Globs of paths, any may match; NOTE.md#HEADING for sections, NOTE.md:12-30 for lines",
                    **STRINGS,
                ),
            ] = None,
            limit: Annotated[
                Any, shape("Most results; 10 with query, all with queries", type="integer", minimum=1)
            ] = None,
            min_score: Annotated[
                Any,
                shape(
                    "Least score. Unset: 0.3, but 0 with queries in mode fulltext or fast",
                    type="number",
                    minimum=0,
                    maximum=1,
                ),
            ] = None,
            date_from: Annotated[Text, text(guide.DATE_FROM)] = NOT_GIVEN,
            date_to: Annotated[Text, text("Last day, inclusive; see date_from")] = NOT_GIVEN,
            explain: Annotated[Any, flag("Add relevance_reason to each result")] = False,
            format: Annotated[  # noqa: A002 - the name is the tool's contract
                Any, choice("Form of results, if not that of query or queries", "notes", "chunks")
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
            return await self._answer(context, lambda: search_answer(self._engine, given(arguments), self._exclude))

    def _add_find(self) -> None:
        @self.mcp.tool(title="Find files", description=guide.FIND, annotations=_READ_ONLY, structured_output=False)
        async def find(
            context: Context[Any, Any],
            pattern: Annotated[Text, text("Glob, or part of the name or path")] = "",
            path: Annotated[Text, text("Only below this folder")] = NOT_GIVEN,
            tag: Annotated[Text, text("Only notes with this tag or one nested below it")] = NOT_GIVEN,
            property: Annotated[Any, shape("Only notes with this property", **PROPERTY)] = None,  # noqa: A002
            limit: Annotated[Any, shape("Most results", type="integer", minimum=1)] = 50,
            sort: Annotated[Any, choice("Order", "name", "modified", "size")] = None,
        ) -> CallToolResult:
            arguments = {
                "pattern": pattern,
                "path": path,
                "tag": tag,
                "property": property,
                "limit": limit,
                "sort": sort,
            }
            return await self._answer(
                context, lambda: find_answer(self._engine, given(arguments), self._up_to_date), indexed=False
            )

    def _add_search_notes(self) -> None:
        @self.mcp.tool(
            title="Find literal words", description=guide.SEARCH_NOTES, annotations=_READ_ONLY, structured_output=False
        )
        async def search_notes(
            context: Context[Any, Any],
            query: Annotated[Text, text("Words; all have to occur")],
            read_content: Annotated[Any, flag("Give whole notes in place of excerpts")] = False,
        ) -> CallToolResult:
            arguments = {"query": query, "read_content": read_content}
            return await self._answer(context, lambda: search_notes_answer(self._engine, arguments))

    async def _answer(
        self,
        context: Context[Any, Any],
        work: Callable[[], Reply],
        *,
        indexed: bool = True,
        form: Callable[[VaultTuiError], str] = told,
    ) -> CallToolResult:
        """Wait for the words of the notes, do the work on a thread, and bring it into the protocol's form.

        Args:
            context: Of the call.
            work: Answers; what is wrong with the arguments is told before anything else.
            indexed: Whether it asks the index.
            form: Tells a fault that it does not tell itself.
        """
        gone: VaultTuiError | None = None
        if indexed:
            await self._words_indexed(context)
            gone = await anyio.to_thread.run_sync(self._catch_up)
        reply = await anyio.to_thread.run_sync(answered, self._engine, work, form)
        if gone is not None and not reply.failed:  # what the index still knows is of notes that are not there
            reply = Reply(form(gone), failed=True)
        remarks = [*reply.remarks, *([self._readiness.remark()] if indexed and not reply.failed else [])]
        said = [reply.text, *(remark for remark in remarks if remark)]
        return CallToolResult(content=[TextContent(type="text", text=each) for each in said], is_error=reply.failed)

    async def _ready(self) -> str:
        """Wait for the words of the notes, find what was saved just now, and say what has to be known if the wait took
        too long.

        Raises:
            VaultNotFoundError: The vault has vanished.
        """
        await self._words_indexed()
        gone = await anyio.to_thread.run_sync(self._catch_up)
        if gone is not None:  # the index would go on telling what there was
            raise gone
        return self._readiness.remark()

    async def _words_indexed(self, context: Context[Any, Any] | None = None) -> None:
        """Wait until notes can be found by their words, but not for long, and tell how it goes. What an index is at
        fault with is told by whoever asks it then."""
        deadline = time.monotonic() + self._patience
        while not await anyio.to_thread.run_sync(self._settled):
            newest = self._readiness.newest
            if context is not None and newest is not None and newest.total:
                message = f"Reading notes: {newest.done:,} of {newest.total:,}"
                await context.report_progress(newest.done, newest.total, message)
            if time.monotonic() >= deadline:
                return
            await anyio.sleep(_LOOK_SECONDS)

    def _catch_up(self) -> VaultNotFoundError | None:
        """Find what was saved just now, unless the notes are still being read anyway. Returns why there is no vault any
        more, if there is none."""
        if self._settled():
            try:
                self._catching_up.catch_up()
            except VaultNotFoundError as fault:
                return fault
        return None

    def _up_to_date(self) -> bool:
        """Find what was saved just now, and tell whether answers of the index are complete."""
        return self._catch_up() is None and not self._readiness.remark()

    def _settled(self) -> bool:
        """Whether there is nothing to wait for."""
        try:
            return self._readiness.settled()
        except VaultTuiError:
            return True

    def close(self) -> None:
        """Listen to the engine no longer."""
        self._readiness.stop_listening()
