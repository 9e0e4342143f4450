"""An MCP server: strict about the arguments of its tools, lenient about paths in the addresses of notes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import anyio
from mcp.server.lowlevel.helper_types import ReadResourceContents
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.stdio import stdio_server
from mcp_types import CallToolResult, InputRequiredResult, TextContent, Tool
from pydantic import AnyUrl

from vaulttui.errors import UsageError
from vaulttui.tools.arguments import told
from vaulttui.tools.find_notes import error_json
from vaulttui.tools.mcp.owed_answers import owed_answers
from vaulttui.tools.mcp.schema import offered
from vaulttui.tools.note_addresses import with_whole_path


class StrictServer(MCPServer[Any]):
    """A server that refuses an argument which a tool does not have, where others leave it out without a word: most
    often it was meant as a condition, and the answer would be to another question. The address of a note may have its
    path as it is."""

    async def list_tools(self) -> list[Tool]:
        """All tools; their schemas say that they take nothing else."""
        return [
            tool.model_copy(update={"input_schema": offered(tool.input_schema)}) for tool in await super().list_tools()
        ]

    async def run_stdio_async(self) -> None:
        """Serve over standard input and output, until the input has ended and everything asked has its answer."""
        server = self._lowlevel_server
        try:
            async with stdio_server() as streams, owed_answers(*streams) as (incoming, outgoing):
                await server.run(incoming, outgoing, server.create_initialization_options())
        except* (BrokenPipeError, anyio.BrokenResourceError):
            pass  # the client has gone: there is nobody left to answer

    async def read_resource(
        self, uri: AnyUrl | str, context: Context[Any, Any] | None = None
    ) -> Iterable[ReadResourceContents] | InputRequiredResult:
        """Read a resource; signs that would end a path in an address belong to the path of a note."""
        return await super().read_resource(with_whole_path(str(uri)), context)

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[Any, Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        """Call a tool; one that is given arguments it does not have answers with a fault."""
        schema = next((tool.input_schema for tool in await super().list_tools() if tool.name == name), None)
        if schema is not None:
            fault = _wrong_names(name, arguments, schema)
            if fault is not None:
                text = error_json(fault) if name == "find_notes" else told(fault)
                return CallToolResult(content=[TextContent(type="text", text=text)], is_error=True)
        return await super().call_tool(name, arguments, context)


def _wrong_names(tool: str, arguments: Mapping[str, Any], schema: Mapping[str, Any]) -> UsageError | None:
    """What is wrong with the names of some arguments."""
    known = schema["properties"]
    for name in arguments:
        if name not in known:
            return UsageError(f"{tool} has no argument {name!r}; it takes {', '.join(known)}")
    for name in schema.get("required", ()):
        if name not in arguments:
            return UsageError(f"{tool} needs the argument {name!r}")
    return None
