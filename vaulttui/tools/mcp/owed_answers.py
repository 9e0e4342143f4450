"""Answers that the protocol's library would leave owed: when the input ends, and to requests that cannot be read."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import anyio
import anyio.abc
from mcp.shared.message import SessionMessage
from mcp_types import (
    INVALID_REQUEST,
    PARSE_ERROR,
    ErrorData,
    JSONRPCError,
    JSONRPCNotification,
    JSONRPCRequest,
    JSONRPCResponse,
)
from pydantic import ValidationError

LONGEST_WAIT = 20.0
"""Seconds that the end of the input is held back for the next answer: a little more than a call waits for an index that
is being built."""

_MARK = "\ufeff"
"""Some programs begin what they write with it."""
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*+"?|[\[\]{}]', re.DOTALL)
"""What opens or closes a level, or a text, in which nothing does."""


@asynccontextmanager
async def owed_answers(incoming: Any, outgoing: Any, longest_wait: float = LONGEST_WAIT) -> AsyncIterator[Any]:
    """The streams of a connection, of which the incoming one ends only when every request has its answer.

    The protocol's library drops what is being worked on as soon as the input ends, which is at once where a shell
    pipes requests in: they were all answered with "Connection closed". And it passes over what it cannot read, with
    half a character in it perhaps: whoever had asked waited for ever.

    Args:
        incoming: Messages of the client.
        outgoing: Takes messages for the client.
        longest_wait: Seconds to wait for the next of the last answers.

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
                elif refused := refusals(message):
                    for answer in refused:
                        await outgoing.send(SessionMessage(answer))
                    continue
                await to_server.send(message)
            await owed.settle(longest_wait)

    async def pass_out() -> None:
        async with outgoing, by_server:
            async for message in by_server:
                await outgoing.send(message)
                owed.answered(message.message)

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(pass_in)
        tasks.start_soon(pass_out)
        yield for_server, from_server


def refusals(fault: Exception) -> list[JSONRPCError]:
    """The answers to a line that could not be read: one, or one for each request of several in a list, which the
    protocol once had; none where it cannot be told which requests these were.

    Args:
        fault: What the protocol's library says of it.
    """
    if not isinstance(fault, ValidationError):
        return []
    first = fault.errors(include_url=False)[0]
    given: Any = first["input"]
    unread = first["type"] == "json_invalid"
    try:
        # Halves of characters are no fault to it.
        read = json.loads(_outline(given.lstrip(_MARK)), parse_int=_whole_number) if unread else given
    except ValueError:
        return []
    several = isinstance(read, list) and len(first["loc"]) <= 1  # further in, it is a part of one request
    error = ErrorData(
        code=PARSE_ERROR if unread else INVALID_REQUEST, message=f"The request cannot be read: {first['msg']}"
    )
    return [
        JSONRPCError(jsonrpc="2.0", id=identity, error=error)
        for request in (read if several else [read])
        if (identity := _identity(request)) is not None
    ]


def _outline(line: str) -> str:
    """A line without what its requests ask for: most likely the fault is there, like levels without end."""
    deepest = 2 if line.lstrip().startswith("[") else 1
    kept: list[str] = []
    depth = start = 0
    for token in _TOKEN.finditer(line):
        if token[0] in ("[", "{"):
            if depth == deepest:
                kept.append(f"{line[start : token.start()]}null")
            depth += 1
        elif token[0] in ("]", "}"):
            depth -= 1
            if depth == deepest:
                start = token.end()
    return "".join([*kept, line[start:] if depth <= deepest else ""])


def _whole_number(digits: str) -> int | None:
    """A number; ``None`` for one of more digits than Python reads, which is what the line is refused for."""
    try:
        return int(digits)
    except ValueError:
        return None


def _identity(request: Any) -> int | str | None:
    """What the answer to a request is known by; ``None`` if it is none, or has nothing that can be written."""
    if not isinstance(request, Mapping) or "method" not in request:
        return None
    identity = request.get("id")
    if isinstance(identity, bool) or not isinstance(identity, (int, str)):
        return None
    try:
        str(identity).encode()
    except ValueError:
        return None
    return identity


class _Owed:
    """Requests without an answer, by their ids: 1 and "1" are one for who cancels it, but may be asked beside each
    other."""

    def __init__(self) -> None:
        self._ids: Counter[str] = Counter()
        self._answered = anyio.Event()

    def asked(self, message: Any) -> None:
        if isinstance(message, JSONRPCRequest):
            self._ids[str(message.id)] += 1
        elif isinstance(message, JSONRPCNotification) and message.method == "notifications/cancelled":
            # Nobody waits for it any more, and it gets no answer.
            self._take_out((message.params or {}).get("requestId"))

    def answered(self, message: Any) -> None:
        if isinstance(message, (JSONRPCResponse, JSONRPCError)):
            self._take_out(message.id)
            self._answered.set()
            self._answered = anyio.Event()

    def _take_out(self, identity: Any) -> None:
        key = str(identity)
        if self._ids[key] > 1:
            self._ids[key] -= 1
        else:
            self._ids.pop(key, None)

    async def settle(self, longest_wait: float) -> None:
        """Wait until nothing is owed, or no answer comes for so many seconds."""
        while self._ids:
            with anyio.move_on_after(longest_wait) as waiting:
                await self._answered.wait()
            if waiting.cancelled_caught:
                return
