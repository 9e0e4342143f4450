"""Titles and headings are shown as the rendered note shows them."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from vaulttui.vault.markdown.emphasis import without_emphasis
from vaulttui.vault.markdown.plain_text import plain_text


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("An Introduction to [[dataview|Dataview]]", "An Introduction to Dataview"),
        ("See [[note|a|b]], ![[a.png|b]] and [[c|]]", "See a|b, b and [[c|]]"),
        ('[Guide](https://example.org/a_b "T") and `code`', "Guide and code"),
        ('[Guide](https://example.org/a_(b)?c=(d) "T") and (more)', "Guide and (more)"),
        ("**Bold**, *slanted*, __bold__, ~~gone~~, ==marked==", "Bold, slanted, bold, gone, marked"),
        ("**Bold and *slanted `code`***", "Bold and slanted code"),
        ("1. First | Second [x] - 3 * 4 == 12", "1. First | Second [x] - 3 * 4 == 12"),
        ("*args and **kwargs, f(*args, **kwargs)", "*args and **kwargs, f(*args, **kwargs)"),
        ("C*-algebras and W*-algebras, 2 ** 3 ** 4", "C*-algebras and W*-algebras, 2 ** 3 ** 4"),
        ("un*believ*able **a**, (*b*): *c **d***", "unbelievable a, (b): c d"),
        ("Set up %%later%% <!-- or never -->", "Set up"),
        ("snake_case [[Note#Part]]", "snake_case Note#Part"),
        (r"snake\_case, R&amp;D &lt; 5\. A & B; &#x41;&#66; &nothing;", "snake_case, R&D < 5. A & B; AB &nothing;"),
        (r"\*not slanted\*, *slanted*, &#42;not slanted&#42;", "*not slanted*, slanted, *not slanted*"),
        (r"`C:\_x &amp; **x** <b>`", r"C:\_x &amp; **x** <b>"),
        ("A & <b>b</b> &amp; c", "A & b & c"),
        ("<td>one</td><td>two</td><p>thr<i>ee</i></p>", "one two three"),
        ("H<sub>2</sub>O<br/>and <span style='color: red'>red</span>", "H2O and red"),
        ("Vec<T> of <your name>, 1 < 2 > 1, &lt;b&gt;", "Vec<T> of <your name>, 1 < 2 > 1, <b>"),
        ("<https://example.org/a_b_c> <me@example.org>", "https://example.org/a_b_c me@example.org"),
        ("Tools [![Build Status](https://ci.example/b.svg)](https://ci.example/x)", "Tools Build Status"),
        ("[Rust](https://en.wikipedia.org/wiki/Rust_(programming_language)) now", "Rust now"),
        ("![alt](u \"t (x)\") [b](<c (d> 'e') [f]( g (h) )", "alt b f"),
        ("[a [b] c](u) [d](<https://example.org/(e>)", "a [b] c d"),
        ("[Foo][1] bar, [Foo *bar*][] and ![picture][23]", "Foo bar, Foo bar and picture"),
        ("[a][b](u) [c](d e) [f] [g]", "[a]b [c](d e) [f] [g]"),
        ("As Smith says [1][2], [3][] and [4]", "As Smith says [1][2], [3][] and [4]"),
        ("[RFC][WIP] Links", "[RFC][WIP] Links"),
        ("[![a][1]][2][![d][3]][4] [![g][5]](i)", "ad g"),
        ("a[i][j][k] = int[][] [][] here [^1][^2]", "a[i][j][k] = int[][] [][] here [^1][^2]"),
        ("a](b) ](c) [d](e", "a](b) ](c) [d](e"),
        (r"*So* $a*b*c$, $$x_1_2$$ and $\$_a_\&$", r"So $a*b*c$, $$x_1_2$$ and $\$_a_\&$"),
        (r"For $5 to *save* $6, 5$*a*$ and \$*a*\$", "For $5 to save $6, 5$a$ and $a$"),
        ("%% all of it %%", ""),
        ("", ""),
    ],
)
def test_markup_of_a_line_is_left_out(written: str, shown: str) -> None:
    assert plain_text(written) == shown


@given(st.text(alphabet='aि ("*_', max_size=30))
def test_emphasis_is_what_the_preview_takes_for_it(text: str) -> None:
    rendered = MarkdownIt().renderInline(text).replace("&quot;", '"')
    assert without_emphasis(text).strip() == re.sub("</?(?:em|strong)>", "", rendered).strip()


@given(st.text(alphabet="ab [](){}|*_`=~%<>!-/#$\\", max_size=40))
def test_nothing_is_added(text: str) -> None:
    rest = iter(text)
    assert all(character in rest for character in plain_text(text))


@pytest.mark.parametrize(
    "piece",
    ["*", "**a ", "`", "``a`", "[[", "<!--", "<a ", "_a", "&", "%%", "[a](", "[a][", "](", "[](a)", "\\", "$a", "$$a"],
)
def test_a_line_of_any_length_is_read_at_once(piece: str) -> None:
    assert len(plain_text(piece * 500_000)) <= 500
