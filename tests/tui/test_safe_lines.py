"""What comes to the screen by way of inputs and messages moves nothing there."""

from __future__ import annotations

import pytest
from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color

from vaulttui.tui.widgets.safe_lines import SafeLines

from .fake_engine import FakeEngine
from .fake_notes import FakeNote
from .interface import running

ODD = "a\x1b[2Jb\u202ec"


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("a\x1b[31mb\x9bc\rd", "a[31mbcd"),
        ("abc\u202edef\u2066", "abcdef"),
        ("caf\udce9", "caf\N{REPLACEMENT CHARACTER}"),
        ("日本\xa0é 👩\u200d💻 🗂️", "日本\xa0é 👩\u200d💻 🗂️"),
        ("", ""),
    ],
)
def test_a_line_keeps_its_width_and_loses_what_a_terminal_would_act_on(text: str, drawn: str) -> None:
    (segment,) = SafeLines().apply([Segment(text)], Color.parse("black"))
    assert segment.text == drawn
    assert cell_len(drawn) == cell_len(text)


async def test_a_folder_with_an_odd_name_is_drawn_harmlessly_wherever_it_comes_to() -> None:
    engine = FakeEngine([FakeNote(f"{ODD}/{ODD}.md", "Note", "Text.")])
    async with running(engine, toasts=True) as ui:
        await ui.enter(f'folder:"{ODD}"')
        await ui.press("escape", "y")
        await ui.until(lambda: "Copied a" in "".join(ui.screen_lines), "the message is shown")
        await ui.press("a")
        await ui.until(lambda: "A name cannot have" in "".join(ui.screen_lines), "the name is refused")
        drawn = "".join(ui.screen_lines)
        assert drawn.count("[2Jbc") >= 3
        assert not {"\x1b", "\u202e"} & set(drawn)
