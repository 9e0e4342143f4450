"""The end of the input waits for what was asked before it."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import Any

import anyio
import pytest
from mcp.shared.message import SessionMessage
from mcp_types import JSONRPCNotification, JSONRPCRequest, JSONRPCResponse, jsonrpc_message_adapter
from pydantic import ValidationError

from vaulttui.tools.mcp.owed_answers import owed_answers, refusals


def request(identity: int | str) -> SessionMessage:
    return SessionMessage(JSONRPCRequest(jsonrpc="2.0", id=identity, method="tools/call"))


def cancel(identity: Any) -> SessionMessage:
    params = {"requestId": identity}
    return SessionMessage(JSONRPCNotification(jsonrpc="2.0", method="notifications/cancelled", params=params))


def answer(identity: int | str) -> SessionMessage:
    return SessionMessage(JSONRPCResponse(jsonrpc="2.0", id=identity, result={}))


class Conversation:
    """A client that has said all it has to say, and the server's side of it."""

    def __init__(self, incoming: Any, outgoing: Any) -> None:
        self.asked: list[Any] = []
        self.ended = anyio.Event()
        self._incoming = incoming
        self._outgoing = outgoing

    async def listen(self) -> None:
        async for message in self._incoming:
            self.asked.append(message)
        self.ended.set()

    async def answer(self, identity: int | str) -> None:
        await self._outgoing.send(answer(identity))
        await anyio.wait_all_tasks_blocked()

    async def close(self) -> None:
        await self._outgoing.aclose()
        await self._incoming.aclose()


@asynccontextmanager
async def conversation(*messages: SessionMessage, longest_wait: float = 60) -> Any:
    """What a server makes of some messages behind which the input ends."""
    said, incoming = anyio.create_memory_object_stream[SessionMessage](len(messages))
    outgoing, heard = anyio.create_memory_object_stream[SessionMessage](100)
    for message in messages:
        said.send_nowait(message)
    said.close()
    with anyio.fail_after(30):
        async with incoming, heard, owed_answers(incoming, outgoing, longest_wait) as streams:
            talk = Conversation(*streams)
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(talk.listen)
                await anyio.wait_all_tasks_blocked()
                yield talk
            await talk.close()


async def test_the_end_comes_behind_the_last_answer() -> None:
    async with conversation(request(1), request(2)) as talk:
        await talk.answer(2)
        assert not talk.ended.is_set()
        await talk.answer(1)
        assert talk.ended.is_set()


async def test_a_number_and_its_text_are_two_requests() -> None:
    async with conversation(request(1), request("1")) as talk:
        await talk.answer(1)
        assert not talk.ended.is_set()
        await talk.answer("1")
        assert talk.ended.is_set()


async def test_what_was_cancelled_is_not_waited_for_however_its_number_is_written() -> None:
    async with conversation(request(1), cancel("1"), cancel(["no id"]), cancel(7)) as talk:
        assert talk.ended.is_set()


async def test_an_answer_that_never_comes_is_waited_for_since_the_last_that_came(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    waits: list[float] = []

    def noted(seconds: float) -> anyio.CancelScope:
        waits.append(seconds)
        return move_on_after(0 if len(waits) == 3 else 60)

    move_on_after = anyio.move_on_after
    monkeypatch.setattr("vaulttui.tools.mcp.owed_answers.anyio.move_on_after", noted)
    async with conversation(*map(request, range(3)), longest_wait=5) as talk:
        for identity in range(2):
            assert not talk.ended.is_set()
            await talk.answer(identity)
        await talk.ended.wait()
    assert waits == [5, 5, 5]


def unread(line: str) -> Exception:
    """What the protocol's library passes on in the place of a line that it cannot read."""
    with pytest.raises(ValidationError) as caught:
        jsonrpc_message_adapter.validate_json(line)
    return caught.value


LONG = f"1{'0' * 5000}"
"""A number of more digits than Python reads."""


def call(params: str) -> str:
    """The line of a request that asks for this."""
    return f'{{"jsonrpc": "2.0", "method": "tools/call", "params": {params}, "id": 7}}'


@pytest.mark.parametrize(
    ("line", "identity", "code"),
    [
        (r'{"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {"query": "\ud83d"}}', 7, -32700),
        ('{"id": "a", "method": "ping"}', "a", -32600),
        ('\ufeff{"jsonrpc": "2.0", "id": 7, "method": "ping"}', 7, -32700),
        (call(f'{{"limit": {LONG}}}'), 7, -32700),
        (call(f'{{}}, "limit": {LONG}'), 7, -32700),
        (call("[" * 100_000 + "]" * 100_000), 7, -32700),
        (call('{"query": "]} \\" {[", "limit": 1,}'), 7, -32700),
    ],
    ids=["half a character", "no version", "mark", "digits", "digits outside", "levels", "comma"],
)
def test_a_request_that_cannot_be_read_is_refused(line: str, identity: int | str, code: int) -> None:
    (refused,) = refusals(unread(line))
    assert (refused.id, refused.error.code) == (identity, code)
    assert refused.error.message.startswith("The request cannot be read: ")


@pytest.mark.parametrize(
    "line",
    [
        *("", "{", "5", "[]", "null", '"id method"', '{"id": 1}', '{"method": "ping"}', "[" * 5000),
        *(call("{"), f"}}{call('5')}", call("5").replace("7", LONG), '"' + r"\"" * 50_000),
        *('{"id": true, "method": "ping"}', '{"id": 1.5, "method": "ping"}', r'{"id": "\ud83d", "method": "ping"}'),
    ],
)
def test_what_is_no_request_gets_no_answer(line: str) -> None:
    assert refusals(unread(line)) == []


def test_every_request_of_a_list_is_refused() -> None:
    line = '[{"id": 1, "method": "ping"}, {"method": "x"}, 5, {"id": "b", "method": "y"}]'
    assert [refused.id for refused in refusals(unread(line))] == [1, "b"]
    assert [refused.id for refused in refusals(unread(f"[{call('5')}, {call('[[5,]]')}]"))] == [7, 7]
    inner = '{"jsonrpc": "2.0", "id": 1, "method": "x", "params": [{"id": 2, "method": "y"}]}'
    assert refusals(unread(inner)) == []


async def test_who_asks_what_cannot_be_read_gets_an_answer_and_may_ask_again() -> None:
    said, incoming = anyio.create_memory_object_stream[SessionMessage | Exception](2)
    outgoing, heard = anyio.create_memory_object_stream[SessionMessage](100)
    said.send_nowait(unread('{"id": 1, "method": "ping"}'))
    said.send_nowait(request(2))
    said.close()
    with anyio.fail_after(30):
        async with incoming, heard, owed_answers(incoming, outgoing, 60) as streams:
            talk = Conversation(*streams)
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(talk.listen)
                first = (await heard.receive()).message
                assert getattr(first, "id", None) == 1
                await anyio.wait_all_tasks_blocked()
                assert [message.message.id for message in talk.asked] == [2]
                await talk.answer(2)
            await talk.close()
