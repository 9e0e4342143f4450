"""One French vault, indexed once for each module that only reads it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import WORDS_ONLY, write_notes
from tests.tools.french import NOTES, date_files
from vaulttui.search.local.local_engine import LocalEngine


@pytest.fixture(scope="module")
def french_vault(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The vault's folder."""
    root = tmp_path_factory.mktemp("french") / "coffre"
    write_notes(root, NOTES)
    date_files(root)
    (root / "vide").mkdir()
    (root / ".obsidian").mkdir()
    (root / "carte.png").write_bytes(b"\x89PNG")
    (root / ".gitignore").write_text("brouillons/\n")
    write_notes(root, {"brouillons/secret.md": "# Secret\n\nUn brouillon sur la TVA.\n"})
    (root.parent / "coffre-2").mkdir()
    return root


@pytest.fixture(scope="module")
def engine(french_vault: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalEngine]:
    """The vault's engine, by words only."""
    opened = LocalEngine(french_vault, WORDS_ONLY, tmp_path_factory.mktemp("index") / "index.duckdb")
    opened.initialize()
    opened.refresh()
    yield opened
    opened.close()
