"""Answers of the server know what was saved just before the question."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client, MCPError

from tests.conftest import MakeVault, OpenVault, write_notes
from vaulttui.errors import IndexLockedError, VaultTuiError
from vaulttui.index.progress import RefreshReport
from vaulttui.search.local.local_engine import LocalEngine
from vaulttui.tools.mcp.catching_up import CatchingUp
from vaulttui.tools.mcp.server import VaultServer


@pytest.fixture
def root(make_vault: MakeVault) -> Path:
    return make_vault({"a.md": "A zebra.\n", "b.md": "A horse.\n"})


@pytest.fixture
def engine(root: Path, open_vault: OpenVault, monkeypatch: pytest.MonkeyPatch) -> LocalEngine:
    """Nobody watches the vault. Looks at it count as quick on however busy a machine."""
    monkeypatch.setattr("vaulttui.tools.mcp.catching_up._QUICK", 30.0)
    return open_vault(root)


async def _paths(client: Client, tool: str, **arguments: Any) -> set[str]:
    result = await client.call_tool(tool, arguments)
    text = next(content.text for content in result.content if content.type == "text")
    if tool == "search_notes":
        return {name for name in ("a.md", "b.md", "c.md", "d.md") if f"## {name}" in text}
    found = json.loads(text)
    return {
        hit["path"] if tool == "search" else hit["source"] for hit in (found if tool == "search" else found["results"])
    }


async def test_what_was_saved_renamed_or_deleted_just_now_is_known(root: Path, engine: LocalEngine) -> None:
    server = VaultServer(engine, patience=0)
    async with Client(server.mcp) as client:
        write_notes(root, {"c.md": "Another zebra.\n"})
        assert await _paths(client, "search", query="zebra", mode="fulltext", min_score=0) == {"a.md", "c.md"}
        (root / "a.md").rename(root / "d.md")
        assert await _paths(client, "find_notes", query="zebra", mode="keyword") == {"c.md", "d.md"}
        (root / "c.md").unlink()
        assert await _paths(client, "search_notes", query="zebra") == {"d.md"}
    server.close()


async def _read(client: Client, uri: str) -> str:
    return str(getattr((await client.read_resource(uri)).contents[0], "text", ""))


async def test_resources_know_what_was_saved_renamed_or_deleted_just_now(root: Path, engine: LocalEngine) -> None:
    server = VaultServer(engine, patience=0)
    async with Client(server.mcp) as client:
        write_notes(root, {"new/c.md": "---\nmood: good\n---\n#zebra\n"})
        assert await _read(client, "vault://note/new/c.md") == "---\nmood: good\n---\n#zebra\n"
        (root / "new").rename(root / "moved")
        assert json.loads(await _read(client, "vault://folders")) == [{"folder": "moved", "notes": 1}]
        with pytest.raises(MCPError, match=r"There is no note 'new/c\.md'"):
            await _read(client, "vault://note/new/c.md")
        write_notes(root, {"a.md": "---\nage: 3\n---\n"})
        told = json.loads(await _read(client, "vault://properties"))
        assert {item["property"] for item in told} == {"age", "mood"}
        (root / "moved/c.md").unlink()
        assert json.loads(await _read(client, "vault://tags")) == []
    server.close()


@pytest.mark.parametrize("uri", ["vault://note/a.md", "vault://tags", "vault://properties", "vault://folders"])
async def test_resources_of_a_vault_that_has_vanished_say_so_until_it_is_back(
    root: Path, engine: LocalEngine, uri: str
) -> None:
    server = VaultServer(engine, patience=0)
    async with Client(server.mcp) as client:
        there = await _read(client, uri)
        root.rename(root.with_name("unmounted"))
        with pytest.raises(MCPError, match="is not there any more"):
            await _read(client, uri)
        root.with_name("unmounted").rename(root)
        assert await _read(client, uri) == there
    server.close()


_CALLS = [
    ("search", {"query": "zebra", "mode": "fulltext"}),
    ("search", {"queries": ["zebra"], "mode": "fast"}),
    ("find_notes", {"query": "zebra", "mode": "keyword"}),
    ("find_notes", {"folder": "."}),
    ("find_notes", {"date_start": "2020-01-01"}),
    ("search_notes", {"query": "zebra"}),
]


@pytest.mark.parametrize("looking", [0.0, 60.0], ids=["looked for", "not looked for"])
@pytest.mark.parametrize(("tool", "arguments"), _CALLS, ids=str)
async def test_a_vault_that_has_vanished_is_told_until_it_is_back(
    root: Path,
    engine: LocalEngine,
    monkeypatch: pytest.MonkeyPatch,
    tool: str,
    arguments: dict[str, Any],
    looking: float,
) -> None:
    server = VaultServer(engine, patience=0)
    refresh = engine.refresh
    monkeypatch.setattr(engine, "refresh", lambda **given: replace(refresh(**given), seconds_looking=looking))
    async with Client(server.mcp) as client:
        there = await _told(client, tool, arguments)
        assert not there[0]
        root.rename(root.with_name("unmounted"))
        for _ in range(2):
            failed, text = await _told(client, tool, arguments)
            assert failed
            assert "is not there any more. Check the path, and whether its disk is mounted" in text
            assert tool != "find_notes" or json.loads(text)["success"] is False
        root.with_name("unmounted").rename(root)
        assert await _told(client, tool, arguments) == there
    server.close()


async def test_of_a_vault_that_has_vanished_wrong_arguments_are_told_all_the_same(
    root: Path, engine: LocalEngine
) -> None:
    server = VaultServer(engine, patience=0)
    async with Client(server.mcp) as client:
        root.rename(root.with_name("unmounted"))
        failed, text = await _told(client, "find_notes", {"query": "zebra", "sort": "size"})
        assert failed
        assert "sort must be one of" in text
        failed, text = await _told(client, "search", {"query": '"zebra'})
        assert failed
        assert "not there" not in text
    server.close()


async def test_the_empty_folder_of_a_disk_that_was_unmounted_is_told(root: Path, engine: LocalEngine) -> None:
    server = VaultServer(engine, patience=0)
    async with Client(server.mcp) as client:
        root.rename(root.with_name("unmounted"))
        root.mkdir()
        failed, text = await _told(client, "search", {"query": "zebra", "mode": "fulltext"})
        assert failed
        assert "is empty, though 2 notes are indexed" in text
    server.close()


async def _told(client: Client, tool: str, arguments: dict[str, Any]) -> tuple[bool, str]:
    result = await client.call_tool(tool, arguments)
    return bool(result.is_error), next(content.text for content in result.content if content.type == "text")


class _Engine:
    """Takes some time to look at its vault, by a clock of its own."""

    vault_path = "/"

    def __init__(self) -> None:
        self.now = 0.0
        self.looks = 0

    def refresh(self, *, embed: bool) -> RefreshReport:
        """Look for as long as :meth:`ask` says, and wait for others or write notes for some time beside that."""
        assert not embed
        self.looks += 1
        self.now += self.looking + self.waiting
        if self.fault is not None:
            raise self.fault
        return RefreshReport(notes=1, seconds_looking=self.looking)

    def ask(
        self,
        times: int,
        looking: float,
        *,
        waiting: float = 0.0,
        every: float = 1.0,
        fault: VaultTuiError | None = None,
    ) -> int:
        """How many looks some questions lead to, which come so many seconds after each other."""
        self.looking, self.waiting, self.fault = looking, waiting, fault
        before = self.looks
        for _ in range(times):
            self.catching_up.catch_up()
            self.now += every
        return self.looks - before

    @cached_property
    def catching_up(self) -> CatchingUp:
        return CatchingUp(self, lambda: self.now)  # type: ignore[arg-type]


def test_a_quick_look_is_taken_before_each_question() -> None:
    assert _Engine().ask(1_000, 0.2, every=0.0) == 1_000


def test_what_a_look_waits_for_does_not_make_looks_rarer() -> None:
    assert _Engine().ask(100, 0.1, waiting=30.0) == 100


def test_slow_looks_take_a_tenth_of_the_time() -> None:
    engine = _Engine()
    looks = engine.ask(10_000, 1.0)
    assert looks * 1.0 == pytest.approx(engine.now / 10, rel=0.01)


def test_a_machine_that_is_busy_for_a_moment_changes_nothing() -> None:
    engine = _Engine()
    assert engine.ask(5, 0.35) == 5
    assert engine.ask(20, 0.1) == 20


@pytest.mark.parametrize("fault", [None, IndexLockedError("Another program has it."), VaultTuiError("Something else.")])
def test_behind_a_very_slow_look_there_are_others_again(fault: VaultTuiError | None) -> None:
    engine = _Engine()
    assert engine.ask(1, 12.0, fault=fault) == 1
    assert engine.ask(60, 0.1) == 0
    assert engine.ask(60, 0.1) > 0
    assert engine.ask(60, 0.1) == 60


async def test_what_is_saved_after_many_questions_at_once_is_known(root: Path, engine: LocalEngine) -> None:
    server = VaultServer(engine, patience=0)
    async with Client(server.mcp) as client:
        async with anyio.create_task_group() as tasks:
            for _ in range(12):
                tasks.start_soon(partial(_paths, client, "search", query="zebra", mode="fulltext"))
        write_notes(root, {"c.md": "Another zebra.\n"})
        assert await _paths(client, "search", query="zebra", mode="fulltext", min_score=0) == {"a.md", "c.md"}
    server.close()
