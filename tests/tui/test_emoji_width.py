"""Emoji take two cells in every terminal."""

from __future__ import annotations

import pytest
from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color

from vaulttui.tui.terminal.emoji_width import NarrowEmoji, widens_emoji


def drawn(text: str) -> str:
    """A text as it is painted."""
    return "".join(segment.text for segment in NarrowEmoji().apply([Segment(text)], Color.parse("black")))


@pytest.mark.parametrize(
    ("text", "painted"),
    [
        ("🗂️ Templates", "🗂  Templates"),
        ("☑️☑️", "☑ ☑ "),
        ("1️⃣ first", "1⃣  first"),
        ("🔥 and 日本, é", "🔥 and 日本, é"),
        ("👁️‍🗨️", "👁️‍🗨️"),
        ("a\ufe0f", "a"),
        ("", ""),
    ],
)
def test_a_widened_symbol_is_drawn_with_a_blank(text: str, painted: str) -> None:
    assert drawn(text) == painted
    assert cell_len(painted) == cell_len(text)


@pytest.mark.parametrize(
    ("environ", "widens"),
    [
        ({"TERM": "xterm-256color"}, False),
        ({"TERM": "xterm-kitty"}, True),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"}, True),
        ({"TERM": "xterm-kitty", "TERM_PROGRAM": "kitty", "TMUX": "/tmp/tmux"}, False),
        ({}, False),
    ],
)
def test_terminals_that_widen_are_known_unless_another_program_is_between(
    environ: dict[str, str], widens: bool
) -> None:
    assert widens_emoji(environ) is widens
