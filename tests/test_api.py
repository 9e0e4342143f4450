"""The Python interface, as a program uses it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.conftest import MakeVault
from vaulttui import open_vault
from vaulttui.errors import UsageError
from vaulttui.settings import EmbeddingSettings, Settings


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"limit": -1}, "limit must be an integer of at least 0, got -1"),
        ({"offset": -1}, "offset must be an integer of at least 0, got -1"),
        ({"max_per_note": -1}, "max_per_note must be an integer of at least 0, got -1"),
        ({"min_score": 5}, "min_score must be a number from 0 to 1, got 5"),
        ({"mode": "psychic"}, "There is no mode 'psychic'"),
    ],
)
def test_a_search_with_a_number_out_of_its_range_is_refused(
    make_vault: MakeVault, tmp_path: Path, arguments: dict[str, Any], message: str
) -> None:
    root = make_vault({"a.md": "boat", "b.md": "boat", "c.md": "boat"})
    settings = Settings(embedding=EmbeddingSettings(enabled=False))
    with open_vault(root, tmp_path / "index.duckdb", settings=settings) as vault:
        vault.refresh()
        assert [hit.path for hit in vault.search("boat", offset=1, limit=1).hits] == ["b.md"]
        with pytest.raises(UsageError, match=message):
            vault.search("boat", **arguments)
        with pytest.raises(UsageError, match="limit must be an integer of at least 0"):
            vault.find("", limit=-1)
