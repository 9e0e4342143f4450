"""Reading a note takes time in proportion to its length, whatever it repeats."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vaulttui.index.reading.columns import BatchBuilder
from vaulttui.settings import VaultSettings
from vaulttui.vault.note import FileStat
from vaulttui.vault.reader import parse_note

LENGTH = 2_500
"""Characters of the shorter text."""
GROWTH = 8
"""The longer text is so many times as long; a reader of quadratic time takes 64 times as long for it."""
ALLOWED = 24
"""Times as long as the shorter one that the longer one may take."""
SLACK = 0.02
"""Seconds that do not count: a pause of the machine."""

STAT = FileStat(size=1, mtime_ns=10**18, ctime_ns=10**18, inode=1)

ADVERSARIES = (
    "[", "[[", "![[", "]", "]]", "](", "[a](", "[a](<", '[a](b "', "[a][", "[[a|", "[a]: ", "[^a]: ", "[^a]", "(", "((",
    "*", "**", "****", "_", "__a", "~~", "==", "`", "``", "`a ``b ", "```\n", "~~~\n", "$", "$$", "$a ", "%%", "%% ",
    "<", "<!--", "<!-- ", "-->", "<a b='", "<a ", "<div>\n", "</", "<?", "<![CDATA[", "&", "&amp;", "\\", "\\`", "\\[",
    "#", "#a", "#a/", "# ", "# a\n", "## 2025-07-14 ", "a\n===\n", "> ", "> > > ", ">", "- ", "- - - ", "* ", "1. ",
    "- [ ] ", "- [ ] a\n", "  - a\n", "> a\n", "> - a\n", "    a\n", "\t", "a::", "a:: b\n", "[a:: ", "(a:: b) ",
    "| a ", "| a | b |\n", "| a | b |\n|---|---|\n", "|---", "---\n", "a | b\n", "^a", " ^a\n", "http://", "a@b.c ",
    "\n", "\r", " ", " \n", "a", "a ", "é", "e\u0301", "日", "🎉", "\u2028", "\ufeff", "\x1b", "a. ", "14 juillet ",
    "a $$\n$$\n", "a %%\n%%\n", "![", "[[a", "(a:: ",
    "[\n", "[[\n", "![\n", "[[a\n", "[a](\n", "[a](<\n", '[a](b "\n', "[a][\n", "`a ``b \n", "$a \n", "<!-- \n",
    "<a b='\n", "%%\n", "#a\n", "(a:: \n",
)  # fmt: skip
"""What Markdown's and Obsidian's marks are made of, repeated without end."""

YAML_ADVERSARIES = (
    "[", "{", "- ", "? ", "a: ", "a: b\n", "a: [b]\n", "&a ", "*a ", "- &a x\n", "!", "!!str ", "|", ">", '"', "'", "#",
    "# \n", "[[", "{{", "{{a}} ", "[[a]]", "tags: #a\n", "#a, ", "\t", "\ta: b\n", "- a\n", "a:\n - b\n", "%", "@", "`",
    "2025-07-14 ", "9", "\\", '"\\', "<<: ", "~", ",", ":", "é: b\n", "\x0b", "\u2028",
)  # fmt: skip

TOML_ADVERSARIES = (
    "[", "]", "{", "a", "a.", '"a".', "a . ", "a = 1\n", "[a]\n", "[[a]]\n", "[a.a]\n", "a = [", "a = {", '"',
    "'", '"""', "'''", "\\", '"\\', "# ", ", ", "1", "1_", "2025-07-14 ", " ", "\t", "\n", "=",
    "b.b.b.b = {}\n", "a-", "é",
)  # fmt: skip

pieces = st.sampled_from(sorted({*ADVERSARIES, *YAML_ADVERSARIES}))
openings = st.sampled_from(["", "---\n", "---\ntags: ", "---\na: ", "# ", "- ", "> ", "```\n", "<!--", "[a]: x\n\n"])
endings = st.sampled_from(["", "\n---\n", "]", "]]", ")", "\n```\n", "$", "%%", "-->", "x"])


def read(text: str) -> None:
    """Everything that happens to a note before it is written into the index."""
    BatchBuilder().add(parse_note(text.encode(errors="replace"), "x.md", STAT, VaultSettings()))


def seconds(function: Callable[[str], None], text: str, attempts: int, clock: Callable[[], float]) -> float:
    """Time by a clock that a text takes, at best."""
    best = float("inf")
    gc.disable()
    try:
        for _ in range(attempts):
            started = clock()
            function(text)
            best = min(best, clock() - started)
    finally:
        gc.enable()
    return best


def is_linear(
    function: Callable[[str], None],
    opening: str,
    unit: str,
    ending: str,
    clock: Callable[[], float] = time.thread_time,
) -> bool:
    """Whether a text of many times as many units takes about as many times as long."""
    count = max(1, LENGTH // len(unit))
    short, long = (opening + unit * (count * times) + ending for times in (1, GROWTH))
    return any(
        seconds(function, long, attempts, clock) <= ALLOWED * seconds(function, short, attempts, clock) + SLACK
        for attempts in (1, 3, 5)
    )


@pytest.mark.parametrize("unit", ADVERSARIES)
def test_what_is_repeated_is_read_in_linear_time(unit: str) -> None:
    assert is_linear(read, "", unit, "")


@pytest.mark.parametrize("unit", YAML_ADVERSARIES)
def test_frontmatter_that_repeats_is_read_in_linear_time(unit: str) -> None:
    assert is_linear(read, "---\na: b\n", unit, "\n---\ntext\n")


@pytest.mark.parametrize("opening", ["", "a", "a = [", 'a = """', "[", "[[a"])
@pytest.mark.parametrize("unit", TOML_ADVERSARIES)
def test_frontmatter_in_toml_that_repeats_is_read_in_linear_time(opening: str, unit: str) -> None:
    assert is_linear(read, f"+++\nx = 1\n{opening}", unit, "\n+++\ntext\n")


@given(openings, st.lists(pieces, min_size=1, max_size=4).map("".join), endings)
@settings(max_examples=60)
def test_any_mixture_is_read_in_linear_time(opening: str, unit: str, ending: str) -> None:
    assert is_linear(read, opening, unit, ending)


class Reader:
    """Takes as long, by a clock of its own, as a cost says of the length of a text: no pause of the machine counts."""

    def __init__(self, cost: Callable[[int], float]) -> None:
        self._cost = cost
        self._now = 0.0

    def __call__(self, text: str) -> None:
        self._now += self._cost(len(text))

    def clock(self) -> float:
        return self._now


@pytest.mark.parametrize("unit", ["a", "a" * 10])
def test_quadratic_time_would_be_noticed(unit: str) -> None:
    quadratic = Reader(lambda length: 1e-9 * length**2)
    assert not is_linear(quadratic, "", unit, "", quadratic.clock)
    linear = Reader(lambda length: 1e-6 * length)
    assert is_linear(linear, "", unit, "", linear.clock)
