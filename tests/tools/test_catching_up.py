"""Answers of the server know what was saved just before the question."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from mcp import Client

from tests.conftest import MakeVault, OpenVault, write_notes
from vaulttui.errors import VaultNotFoundError
from vaulttui.index.progress import RefreshReport
from vaulttui.search.local.local_engine import LocalEngine
from vaulttui.tools.catching_up import CatchingUp
from vaulttui.tools.mcp_server import VaultServer


@pytest.fixture
def root(make_vault: MakeVault) -> Path:
    return make_vault({"a.md": "A zebra.\n", "b.md": "A horse.\n"})


@pytest.fixture
def engine(root: Path, open_vault: OpenVault) -> LocalEngine:
    """Nobody watches the vault."""
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


class _Engine:
    """Takes some time to look at its vault, by a clock of its own."""

    def __init__(self, reports: Iterator[RefreshReport | VaultNotFoundError], seconds: float) -> None:
        self.now = 0.0
        self.looks = 0
        self._reports = reports
        self._seconds = seconds

    def refresh(self, *, embed: bool) -> RefreshReport:
        assert not embed
        self.looks += 1
        self.now += self._seconds
        report = next(self._reports)
        if isinstance(report, VaultNotFoundError):
            raise report
        return report


@pytest.mark.parametrize(
    ("reports", "seconds", "looks"),
    [
        ([RefreshReport(notes=1)] * 3, 0.1, 3),
        ([RefreshReport(notes=1)] * 3, 0.3, 1),
        ([RefreshReport(notes=9, added=8), RefreshReport(notes=9), RefreshReport(notes=9)], 0.3, 2),
        ([VaultNotFoundError("The vault is not there."), RefreshReport(notes=1), RefreshReport(notes=1)], 0.1, 3),
    ],
    ids=["quick", "slow", "much was new", "gone for a while"],
)
def test_who_would_wait_long_is_not_kept_waiting(reports: list[Any], seconds: float, looks: int) -> None:
    engine = _Engine(iter(reports), seconds)
    catching_up = CatchingUp(engine, lambda: engine.now)  # type: ignore[arg-type]
    for _ in range(3):
        catching_up.catch_up()
    assert engine.looks == looks
