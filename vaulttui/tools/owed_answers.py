"""Answers that are still owed when the input ends: they are given before the connection is taken for closed."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import anyio
import anyio.abc
from mcp.shared.message import SessionMessage
from mcp_types import JSONRPCError, JSONRPCNotification, JSONRPCRequest, JSONRPCResponse

LONGEST_WAIT = 20.0
"""Seconds that the end of the input is held back for calls that are being worked on: a little more than one of them
waits for an index that is being built."""


@asynccontextmanager
async def owed_answers(incoming: Any, outgoing: Any, longest_wait: float = LONGEST_WAIT) -> AsyncIterator[Any]:
    """The streams of a connection, of which the incoming one ends only when every request has its answer.

    The protocol's library drops what is being worked on as soon as the input ends, which is at once where a shell
    pipes requests in: they were all answered with "Connection closed".

    Args:
        incoming: Messages of the client.
        outgoing: Takes messages for the client.
        longest_wait: Seconds to wait for the last answers.

    Yields:
        The two streams to serve.
    """
    to_server, for_server = anyio.create_memory_object_stream[SessionMessage | Exception](0)
    from_server, by_server = anyio.create_memory_object_stream[SessionMessage](0)
    owed = _Owed()

    async def pass_in() -> None:
        async with to_server:
            async for message in incoming:
                if isinstance(message, SessionMessage):
                    owed.asked(message.message)
                await to_server.send(message)
            with anyio.move_on_after(longest_wait):
                await owed.settled()

    async def pass_out() -> None:
        async with outgoing, by_server:
            async for message in by_server:
                await outgoing.send(message)
                owed.answered(message.message)

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(pass_in)
        tasks.start_soon(pass_out)
        yield for_server, from_server


class _Owed:
    """Requests without an answer, by their ids."""

    def __init__(self) -> None:
        self._ids: set[str] = set()
        self._nothing = anyio.Event()

    def asked(self, message: Any) -> None:
        if isinstance(message, JSONRPCRequest):
            self._ids.add(str(message.id))
        elif isinstance(message, JSONRPCNotification) and message.method == "notifications/cancelled":
            # Nobody waits for it any more, and it gets no answer.
            self._ids.discard(str((message.params or {}).get("requestId")))

    def answered(self, message: Any) -> None:
        if isinstance(message, (JSONRPCResponse, JSONRPCError)):
            self._ids.discard(str(message.id))
            if not self._ids:
                self._nothing.set()
                self._nothing = anyio.Event()

    async def settled(self) -> None:
        """Wait until nothing is owed."""
        while self._ids:
            await self._nothing.wait()
