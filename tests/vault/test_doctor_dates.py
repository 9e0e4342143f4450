"""``vaulttui doctor NOTE`` shows every date that was read of a note, and by which rule."""

from __future__ import annotations

import json
from pathlib import Path
from unicodedata import normalize

import pytest

from tests.conftest import MakeVault
from vaulttui.cli.dispatch import run
from vaulttui.cli.services import Services

NOTE = """---
Date: 13 juillet 2025
updated: 14.07.2025 10:30
---
# Journal
## [1.2.0] - 2025-07-14
one
## 15. Juli 2025
two
"""


def test_doctor_names_a_date_s_property_however_its_letters_are_composed(
    make_vault: MakeVault, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    key = normalize("NFD", "modifiée")
    config = tmp_path / "config.toml"
    config.write_text('[vault]\nupdated_properties = ["Modifiée"]\n')
    root = make_vault({"a.md": f"---\n{key}: 2025-07-14\n---\n"})
    services = Services(environ={"VAULTTUI_VAULT": str(root)})
    assert run(["doctor", "a.md", "--json", "--config", str(config)], services) == 0
    assert json.loads(capsys.readouterr().out)["updated_source"] == f"property:{key}"


def test_doctor_shows_dates_and_their_rules(make_vault: MakeVault, capsys: pytest.CaptureFixture[str]) -> None:
    services = Services(environ={"VAULTTUI_VAULT": str(make_vault({"a.md": NOTE}))})
    assert run(["doctor", "a.md", "--json"], services) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["created"], told["created_source"]) == ("2025-07-13T00:00:00", "property:Date")
    assert (told["updated"], told["updated_source"]) == ("2025-07-14T10:30:00", "property:updated")
    assert told["content_dates"] == ["2025-07-14", "2025-07-15"]
    assert run(["doctor", "a.md"], services) == 0
    shown = capsys.readouterr().out
    assert "2025-07-13 00:00:00 (the property Date)" in shown
    assert "2025-07-14, 2025-07-15" in shown


def test_doctor_names_the_property_that_counted_where_the_text_has_another(
    make_vault: MakeVault, capsys: pytest.CaptureFixture[str]
) -> None:
    notes = {"a.md": "---\nmodified: 2025-07-14\n---\nupdated:: 2025-08-01\n", "b.md": "updated:: 2025-08-01\n"}
    services = Services(environ={"VAULTTUI_VAULT": str(make_vault(notes))})
    told = {}
    for path in notes:
        assert run(["doctor", path, "--json"], services) == 0
        document = json.loads(capsys.readouterr().out)
        told[path] = document["updated"], document["updated_source"]
    assert told == {"a.md": ("2025-07-14T00:00:00", "property:modified"), "b.md": (None, "")}
