"""Long notes are laid out part by part, beginning where one reads, with the same result."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vaulttui.tui.preview import MatchTerms, RenderedNote
from vaulttui.tui.preview import render as rendering
from vaulttui.tui.preview.cursor import ReadingCursor
from vaulttui.tui.preview.parts import cut_into_parts
from vaulttui.tui.preview.render import render_progressively
from vaulttui.vault.note import Heading

from .preview_notes import THEME, note, render, render_note

SECTION = """## Section {0}

Some text with a [[Link]] and a word, number {0}.
Second line.[^{0}]

- item
- [ ] task

  more

```python
x = {0}

# not a heading
```

> [!note] Callout
> text

| A | B |
|---|---|
| {0} | [ref] |

%%
hidden

# hidden too
%%

"""
LONG = "".join(SECTION.format(number) for number in range(40)) + "[ref]: https://x.org\n\n[^7]: the seventh\n"


PIECES = [
    "# H\n", "\n", "text\n", "- a\n", "  b\n", "```\n", "~~~x\n", "%%\n", "<!--\n", "-->\n", "$$\n", "| a | b |\n",
    "|---|---|\n", "> q\n", "> ```\n", "1. x\n", "    code\n", "<pre>\n", "</pre>\n",
]  # fmt: skip


@pytest.fixture
def _small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is long for a note is shorter, to save time."""
    monkeypatch.setattr(rendering, "cut_into_parts", lambda body, line: cut_into_parts(body, line, 700, 1000))
    monkeypatch.setattr(rendering, "_FIRST_LINES", 40)


small_parts = pytest.mark.usefixtures("_small_parts")


def progress(text: str, at_line: int = 1, *, source_view: bool = False) -> list[RenderedNote]:
    """All states of a note that is laid out from a line on."""
    detail = note(text, headings=(Heading(2, "Section 37", text[: text.index("Section 37")].count("\n") + 1, ()),))
    return list(
        render_progressively(detail, width=60, match=MatchTerms(("word",)), at_line=at_line, source_view=source_view)
    )


def test_parts_are_the_whole_text() -> None:
    parts = cut_into_parts(LONG, 5, size=500, long=1000)
    assert len(parts) > 10
    assert "".join(part.text for part in parts) == LONG
    assert [part.line for part in parts] == [LONG.count("\n", 0, part.start) + 5 for part in parts]


def test_parts_begin_at_headings_and_never_within_code_or_comments() -> None:
    parts = cut_into_parts(LONG, 1, size=500, long=1000)
    assert all(part.text.startswith("## Section") for part in parts)


def test_a_short_note_is_left_whole() -> None:
    assert len(cut_into_parts(SECTION, 1)) == 1
    assert cut_into_parts("", 1) == []


@pytest.mark.parametrize(
    "text",
    [
        "".join(f"- item {number}\n  more\n" for number in range(400)),
        "".join(f"{number}. item\n" for number in range(400)),
        "".join(f"paragraph {number}\n\n" for number in range(400)),
        "> [!note] T\n" + "> text\n>\n" * 300 + "\nend\n",
        "```python\n" + "x = 1\n\n# no heading\n" * 300 + "```\n\nend\n",
        "```\n" + ("x" * 56 + "\n") * 25 + "```\n\n" + "end\n\n" * 100,
        "a\n\n%%\n" + "hidden\n\n# no heading\n" * 300 + "%%\n\nend\n",
        "a\n\n<PRE class=x>\n" + "raw  text\n\n# no heading\n" * 300 + "</Pre>\n\nend\n",
        "a\n<script>\n" + "hidden\n\n# no heading\n" * 300 + "</script>\n\nend\n",
        "<pre>one line</pre>\n\n# heading\n" * 100,
        "- a\n\n" + "      code\n\n" * 300 + "- b\n",
        LONG,
    ],
    ids=[
        "list",
        "numbers",
        "paragraphs",
        "callout",
        "code",
        "end of code",
        "comment",
        "preformatted",
        "script",
        "short HTML",
        "code in a list",
        "sections",
    ],
)
def test_parts_show_what_the_whole_would_show(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rendering, "cut_into_parts", lambda body, line: cut_into_parts(body, line, 10**6, 10**6))
    whole = [line.text.strip() for line in render(text).lines]
    monkeypatch.setattr(rendering, "cut_into_parts", lambda body, line: cut_into_parts(body, line, 700, 1000))
    in_parts = render(text)
    # Numbers of a list line up within a part only.
    assert [line.text.strip() for line in in_parts.lines] == whole
    assert [line.source for line in in_parts.lines] == sorted(line.source for line in in_parts.lines)


@small_parts
def test_very_long_code_and_tables_are_cut_and_go_on() -> None:
    code = render("```python\n" + "x = 1\n" * 1_000 + "```\n")
    assert code.height == 1_001
    assert "token.number" in str(code.lines[-1].runs)
    table = render("| A | B |\n|---|---|\n" + "| one | two |\n" * 1_000)
    assert table.height == 1_002
    assert [table.lines[y].source for y in (0, 1, 2, -1)] == [1, 2, 3, 1_002]


@small_parts
def test_the_part_that_is_read_comes_first() -> None:
    line = LONG[: LONG.index("Section 20")].count("\n") + 1
    first, *_, last = progress(LONG, line)
    assert not first.complete
    assert last.complete
    assert [text.text for text in first.lines[first.y_of_line(line) :][:6]] == [
        "Section 20",
        "─" * 60,
        "Some text with a Link and a word, number 20.",
        "Second line.[^20]",
        "",
        "• item",
    ]
    assert first.lines[0].text == "## Section 0", "what is far away is shown as it is written"


@small_parts
def test_matches_links_and_headings_lie_right_in_every_state() -> None:
    for rendered in progress(LONG, 400):
        assert {rendered.strip(spot.y, THEME).crop(spot.x_start, spot.x_end).text for spot in rendered.hits} == {"word"}
        for heading in rendered.headings:
            assert heading.heading.text in rendered.lines[heading.y].text
            assert rendered.source_line(heading.y) == heading.heading.line
        assert "Section 37" in {spot.heading.text for spot in rendered.headings}


@small_parts
def test_the_last_state_is_the_whole_note() -> None:
    assert progress(LONG, 400)[-1].text() == render(LONG, "word").text()
    assert progress(LONG, 400, source_view=True)[-1].text() == render(LONG, source_view=True).text()


@small_parts
def test_footnotes_and_references_are_found_across_parts() -> None:
    rendered = render(LONG)
    assert "Second line.¹" in rendered.text()
    assert rendered.text().endswith("¹ the seventh")
    assert {spot.link.target for spot in rendered.links if spot.link.kind == "url"} == {"https://x.org"}


@small_parts
@pytest.mark.parametrize("footnote", ["^[A needle.]", "[^a]\n\n[^a]: A needle."])
def test_a_match_in_a_footnote_is_begun_at_in_every_state(footnote: str) -> None:
    above = f"Text.^[A needle.]\n\n{LONG}\n"
    line = above.count("\n") + 1 + footnote.count("\n")
    detail = note(f"{above}Text.{footnote}\n\n{LONG}\n\nneedle")
    first, *more = render_progressively(detail, width=60, match=MatchTerms(("needle",)), at_line=line)
    cursor = ReadingCursor(first)
    cursor.begin(20, at_line=line, at_share=0)
    assert more
    for state in more:
        before, cursor = cursor, ReadingCursor(state)
        cursor.follow(before)
        assert cursor.hit is not None
        assert (cursor.hit.line, state.lines[cursor.hit.y].text[1:]) == (line, " A needle.")


def test_a_short_note_comes_once() -> None:
    assert [rendered.complete for rendered in progress(SECTION.replace("{0}", "Section 37"))] == [True]


@small_parts
def test_nothing_more_is_laid_out_when_nobody_waits() -> None:
    asked = 0

    def stopped() -> bool:
        nonlocal asked
        asked += 1
        return asked > 3

    states = list(render_progressively(note(LONG), width=60, stopped=stopped))
    assert asked == 4
    assert not any(rendered.complete for rendered in states)


@small_parts
def test_what_is_not_laid_out_yet_has_line_numbers_in_the_source_view() -> None:
    first = progress(LONG, source_view=True)[0]
    assert not first.complete
    assert first.lines[-1].text.split() == [str(first.lines[-1].source), "[^7]:", "the", "seventh"]


@settings(max_examples=60)
@given(
    st.lists(
        st.sampled_from(PIECES),
        max_size=120,
    ).map("".join),
    st.integers(1, 60),
)
def test_any_text_is_cut_into_itself(text: str, size: int) -> None:
    parts = cut_into_parts(text, 1, size, size)
    assert "".join(part.text for part in parts) == text
    assert [part.start for part in parts] == [sum(len(other.text) for other in parts[:n]) for n in range(len(parts))]
    assert all(part.line == text.count("\n", 0, part.start) + 1 for part in parts)


@small_parts
def test_rendering_twice_gives_the_same() -> None:
    detail = note(LONG)
    first, second = (render_note(detail, width=50, match=MatchTerms(("word",))) for _ in range(2))
    assert (first.text(), first.hits, first.links) == (second.text(), second.hits, second.links)
