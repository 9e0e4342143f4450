"""What of a text its reader does not see."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaulttui.vault.markdown.unseen_text import seen_text, unseen_text


@pytest.mark.parametrize(
    ("markdown", "addresses"),
    [
        ("[all *releases*](https://example.org/x) and on", ["https://example.org/x"]),
        ("![badge](<a b.png>)", ["<a b.png>"]),
        ('[x](y.md "said of it")', ["y.md", ' "said of it"']),
        ("[wiki](https://w.org/Rust_(game)) end", ["https://w.org/Rust_(game)"]),
        ("text\n[ref]: https://example.org", ["https://example.org"]),
        ('<a class="big" href="https://example.org">there</a>', ['"https://example.org"']),
        ("<img src=cat.png alt='a cat'>", ["cat.png", "'a cat'"]),
        ("[^1]: a footnote", []),
        ("[ref]: <a b.png> 'said of it' \n[next]: c", ["<a b.png>", "c"]),
        ("[10:15]: the meeting began\n[Ann]: hello there", []),
        ("[[Note|shown]] ![[picture.png]] %% for me %% <!-- for me -->", []),
        ("<https://example.org> https://example.org <me@example.org>", []),
    ],
)
def test_addresses(markdown: str, addresses: list[str]) -> None:
    assert unseen_text(markdown).addresses == "\n".join(addresses)


@pytest.mark.parametrize(
    ("markdown", "elements"),
    [
        ('<span class="git-footer">here</span>', ['span class="git-footer"', "/span"]),
        ("one<br/>two <BR>", ["br/", "BR"]),
        ('<a class="big" href="x">', ['a class="big"  ']),
        ("Vec<String>, <your name>, 3 < 4 > 2", []),
        ("<div\nclass='a'>", ["div\nclass='a'"]),
    ],
)
def test_elements(markdown: str, elements: list[str]) -> None:
    assert unseen_text(markdown).elements == "\n".join(elements)


@pytest.mark.parametrize(
    "code",
    [
        '`<b class="x">[a](b)`',
        "``[a](b) ` <br>``",
        "```html\n<div>\n[a](b)\n```",
        "````\n```\n<div>\n```\n<p>\n````",
        "~~~\n<div>[a](b)\n~~~",
        "```\n<div> to the end",
    ],
)
def test_code_shows_all(code: str) -> None:
    unseen = unseen_text(f"{code}")
    assert (unseen.addresses, unseen.elements) == ("", "")


def test_what_follows_code_is_looked_at() -> None:
    assert unseen_text("`x` [a](b) ```y``` <br>").elements == "br"
    assert unseen_text("`x` [a](b) ```y``` <br>").addresses == "b"


@pytest.mark.parametrize(
    ("heading", "seen"),
    [
        ("[1.2.0](https://example.org/compare/1.1) *new*", "[1.2.0] *new*"),
        ("Big <b class='wide'>news</b>", "Big  news "),
        ("`<b>[a](b)` of Vec<String>", "`<b>[a](b)` of Vec<String>"),
        ("Plain", "Plain"),
    ],
)
def test_the_rest_of_a_line_stays(heading: str, seen: str) -> None:
    assert seen_text(heading) == seen


def test_names_of_elements_are_told_in_any_case() -> None:
    assert seen_text("## A <BR> b") == seen_text("## A <br> b") == "## A   b"


@given(st.text(alphabet="`~[]()<>=\"'!:/ \nab"))
def test_whatever_is_written_what_is_unseen_is_part_of_it(markdown: str) -> None:
    unseen = unseen_text(markdown)
    for part in unseen.addresses.split("\n"):
        assert part in markdown
