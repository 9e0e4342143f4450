"""Screens that lie on each other: what is on them is styled once."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from textual.css.stylesheet import Stylesheet
from textual.dom import DOMNode

from .interface import running


async def test_main_screen_and_dialogs_are_styled_once_until_another_theme_is_chosen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    styled: Counter[str] = Counter()
    apply = Stylesheet.apply

    def count(self: Stylesheet, node: DOMNode, **options: Any) -> None:
        styled.update([type(node).__name__])
        apply(self, node, **options)

    monkeypatch.setattr(Stylesheet, "apply", count)
    async with running() as ui:
        assert styled["StatusLine"] == styled["MainScreen"] == 1
        await ui.press("ctrl+o")
        assert styled["Switcher"] == styled["StatusLine"] == 1
        before = ui.main.styles.background
        ui.app.theme = "vault-light"
        await ui.press("escape")
        assert ui.main.styles.background != before
