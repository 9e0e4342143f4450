"""What stands behind a letter stands where it was counted, however wide the terminal draws the letter."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from contextlib import nullcontext

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from rich.cells import cell_len, get_character_cell_size
from textual.drivers.linux_driver import LinuxDriver

from vaulttui.tui.terminal.cell_widths import gives_marks_cells, marks_with_cells, steadied
from vaulttui.tui.terminal.driver import TerminalDriver

_LETTERS = [
    *(
        "👍🏽",
        "👩🏽\u200d💻",
        "👩\u200d👩\u200d👧\u200d👦",
        "🏳\ufe0f\u200d🌈",
        "🏴\u200d☠\ufe0f",
        "🇩🇪",
        "🇫",
        "🗂\ufe0f",
        "1\ufe0f\u20e3",
    ),
    *("\U0001fae8", "कि", "कौ", "कोवि", "க்", "e\u0301", "\u1100\u1161", "天", "a", " "),
]
_COLUMNS = 24


def _own_cells(character: str) -> int:
    """Of a terminal that knows characters alone: a skin tone is an emoji like others."""
    if len(character) > 1:
        return sum(map(_own_cells, character))
    if "🏻" <= character <= "🏿":
        return 2
    return 1 if unicodedata.category(character) == "Mc" else get_character_cell_size(character)


def _old_cells(character: str) -> int:
    """Of one that has not heard of an emoji."""
    return 0 if character == "\U0001fae8" else _own_cells(character)


def _widest(character: str) -> int:
    """Of one that widens what is to be an emoji."""
    return 1 if character == "\ufe0f" else _own_cells(character)


def _joined_cells(character: str) -> int:
    """Of one that draws marks and skin tones into the letter before."""
    is_joined = unicodedata.category(character[0])[0] == "M" or "🏻" <= character <= "🏿"
    return 0 if is_joined else _own_cells(character)


def _flag_cells(character: str) -> int:
    """Of one that joins the letters of flags, and gives one alone as many cells as both."""
    return 2 if "🇦" <= character[0] <= "🇿" else _own_cells(character)


def _flag_letter_cells(character: str) -> int:
    """Of one that gives each letter of a flag two cells."""
    return 2 * len(character) if "🇦" <= character[0] <= "🇿" else _own_cells(character)


def screen(output: str, cells_of: Callable[[str], int]) -> list[str]:
    """A row of a terminal that had points in it: what stands in each cell behind the first, "" in the second of a wide
    letter. How many cells are given is asked of characters, and of the two letters of a flag together."""
    row = ["."] * _COLUMNS
    at = 0
    for token in re.findall(r"\x1b\[[0-9;]*[A-Za-z]|[🇦-🇿]{2}|[^\x1b]", output):
        if token[0] == "\x1b":
            if token[-1] in "HG":
                at = int(token[2:-1].split(";")[-1]) - 1
            continue
        for place in range(at, at + cells_of(token)):
            if row[place] == "" and place == at:
                row[place - 1] = " "
            if place + 1 < _COLUMNS and row[place + 1] == "" and place == at + cells_of(token) - 1:
                row[place + 1] = " "
            row[place] = token if place == at else ""
        at += cells_of(token)
    return row


@pytest.mark.parametrize(
    ("cells_of", "measured_with_marks"),
    [
        *((cells_of, True) for cells_of in (_own_cells, _old_cells, _widest, _flag_cells, _flag_letter_cells)),
        *((_joined_cells, True), (_joined_cells, False)),
    ],
)
@given(
    st.lists(st.sampled_from(_LETTERS), max_size=5), st.sampled_from(["", "\x1b[1m"]), st.sampled_from(["", "│", "b│"])
)
def test_nothing_is_shifted_and_nothing_else_painted(
    cells_of: Callable[[str], int], measured_with_marks: bool, letters: list[str], style: str, behind: str
) -> None:
    with marks_with_cells() if measured_with_marks else nullcontext():
        counted = sum(map(cell_len, letters))
        row = screen(steadied(f"\x1b[3;2H{style.join(letters)}{style}{behind}"), cells_of)
    end = 1 + counted + len(behind)
    assert row[0] == "."
    assert "".join(row[1 + counted : end]) == behind
    assert row[end:] == ["."] * (_COLUMNS - end)
    assert "." not in row[1:end]


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("a👍🏽bc", "a  \x1b[6G👍🏽\x1b[8Gbc"),
        ("a👍🏽b", "a  \x1b[6G👍\x1b[8Gb"),
        ("👍", "  \x1b[5G👍\x1b[7G"),
        ("a 天 é", "a 天 é"),
        ("🇫🇷🇩🇪 x", "  \x1b[5G🇫🇷\x1b[7G  \x1b[7G🇩🇪\x1b[9G x"),
        ("🇫🇷🇩 x", "  \x1b[5G🇫🇷\x1b[7G \x1b[7G🇩\x1b[8G x"),
        ("🇫🇷b", "  \x1b[5G🇫\x1b[7Gb"),
        ("🇫", " \x1b[5G\x1b[6G"),
    ],
)
def test_what_may_flow_over_is_drawn_only_where_something_is_painted_over_it(text: str, drawn: str) -> None:
    assert steadied(f"\x1b[3;5H{text}\n\x1b[4;5H│") == f"\x1b[3;5H{drawn}\n\x1b[4;5H│"


@given(st.text(st.sampled_from("\u200d\ufe0f\u0301日a☠👍🇫"), max_size=8))
@example("\u200d日本")
def test_odd_joiners_shift_nothing(text: str) -> None:
    counted = cell_len(text)
    row = screen(steadied(f"\x1b[3;2H{text}\x1b[1m│"), _own_cells)
    assert row[1 + counted] == "│"
    assert row[2 + counted :] == ["."] * (_COLUMNS - 2 - counted)


@pytest.mark.parametrize("cells_of", [_own_cells, _flag_cells])
def test_flags_are_seen_where_there_is_room(cells_of: Callable[[str], int]) -> None:
    row = "".join(screen(steadied("\x1b[1;1H🇫🇷 France 🇩🇪 Germany│"), cells_of))
    assert row.rstrip(".") == "🇫🇷 France 🇩🇪 Germany│"


def test_what_is_drawn_from_no_place_is_left_as_it_is() -> None:
    assert steadied("\x1b]2;👍🏽\x07") == "\x1b]2;👍🏽\x07"


def test_marks_that_take_a_place_are_measured_so_while_that_holds() -> None:
    words = ["हिन्दी", "கோவில்", "বাংলা", "မြန်မာ", "天 e\u0301"]
    assert list(map(cell_len, words)) == [3, 3, 2, 3, 4]
    with marks_with_cells():
        assert list(map(cell_len, words)) == [5, 5, 5, 5, 4]
    assert list(map(cell_len, words)) == [3, 3, 2, 3, 4]


@pytest.mark.parametrize(
    ("environ", "gives"),
    [
        ({"TERM": "xterm-256color"}, True),
        ({"TERM": "xterm-kitty"}, False),
        ({"TERM": "xterm-kitty", "TMUX": "/tmp/tmux"}, True),
        ({}, True),
    ],
)
def test_terminals_that_join_marks_are_known(environ: dict[str, str], gives: bool) -> None:
    assert gives_marks_cells(environ) is gives


@pytest.mark.parametrize("kind", ["Mc", "So"])
def test_every_mark_and_emoji_is_steadied(kind: str) -> None:
    marks = [*range(0x900, 0x3000), *range(0xA000, 0xAC00), *range(0x11000, 0x12000), *range(0x16A00, 0x16FF0)]
    codes = marks if kind == "Mc" else range(0x1F000, 0x1FB00)
    letters = [f"\u0915{chr(code)}" for code in codes if unicodedata.category(chr(code)) == kind]
    assert [letter for letter in letters if steadied(f"\x1b[1;1H{letter}  ") == f"\x1b[1;1H{letter}  "] == []


def test_output_with_nothing_to_change_is_left_as_it_is() -> None:
    output = "\x1b[1;1H│ \x1b[38;2;205;214;244mnote – über 天気 › links\x1b[0m │\n"
    assert steadied(output) is output


def test_the_terminal_is_written_to_so(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[str] = []
    monkeypatch.setattr(LinuxDriver, "write", lambda _, data: written.append(data))
    TerminalDriver.write(TerminalDriver.__new__(TerminalDriver), "\x1b[1;1H👍 b")
    assert written == ["\x1b[1;1H  \x1b[1G👍\x1b[3G b"]
