"""Every line of the screen knows the line of the note that it shows, and the other way round."""

from __future__ import annotations

import pytest

from .preview_notes import note, render

NOTE = """---
title: T
---
# Head

First line
second line

- item one
  goes on
- item two

> [!note] Title
> quoted

```
code 1

code 2
```

| A |
|---|
| r1 |
| r2 |

$$
x
y
$$

<p>one</p>
<p>two</p>

![[Gone]]

last"""
WANTED = [
    ("title  T", 2),
    ("Head", 4),
    ("First line", 6),
    ("second line", 7),
    ("• item one", 9),
    ("  goes on", 10),
    ("• item two", 11),
    ("▌ ✎ Title", 13),
    ("▌ quoted", 14),
    ("▏ code 1", 17),
    ("▏ code 2", 19),
    ("A", 22),
    ("━━", 23),
    ("r1", 24),
    ("r2", 25),
    ("  x", 28),
    ("  y", 29),
    ("one", 32),
    ("two", 33),
    ("❐\xa0Gone", 35),
    ("last", 37),
]


def test_every_line_comes_from_where_it_is_written() -> None:
    rendered = render(note(NOTE, properties={"title": "T"}))
    lines = {line.text.rstrip(): line.source for line in rendered.lines}
    assert {text: lines[text] for text, _ in WANTED} == dict(WANTED)


def test_every_line_of_the_note_is_found_on_the_screen() -> None:
    rendered = render(note(NOTE, properties={"title": "T"}))
    assert {text: rendered.lines[rendered.y_of_line(line)].text.rstrip() for text, line in WANTED} == {
        text: text for text, _ in WANTED
    }


def test_lines_never_go_back() -> None:
    sources = [line.source for line in render(note(NOTE, properties={"title": "T"})).lines]
    assert sources == sorted(sources)


def test_a_wrapped_line_is_one_line_of_the_note() -> None:
    rendered = render("one two three four\nfive", width=9)
    assert [line.source for line in rendered.lines] == [1, 1, 1, 2]
    assert (rendered.y_of_line(1), rendered.y_of_line(2)) == (0, 3)


@pytest.mark.parametrize(
    "between", ["`a\nb`", "%%a\nb%%", "<!-- a\nb -->", "[a\nb](c)", "**a\nb**", "<b\nclass=x>y</b>"]
)
def test_lines_are_counted_through_marks_of_several_lines(between: str) -> None:
    rendered = render(f"one\ntwo {between}\nlast")
    assert [line.source for line in rendered.lines if line.text == "last"] == [4]


def test_lines_that_an_editor_wrapped_keep_their_numbers() -> None:
    text = "a " * 34 + "end\n" + "b " * 34 + "end\n" + "c " * 30
    rendered = render(text.strip(), width=20)
    first = {letter: min(line.source for line in rendered.lines if line.text.startswith(letter)) for letter in "abc"}
    assert first == {"a": 1, "b": 2, "c": 3}


def test_a_line_that_is_not_shown_is_found_at_what_comes_before_it() -> None:
    rendered = render("one\n\n%%\nhidden\n%%\n\ntwo")
    assert rendered.y_of_line(4) == 0
    assert rendered.y_of_line(99) == 2
    assert rendered.y_of_line(0) == 0


def test_a_footnote_is_found_at_the_end() -> None:
    rendered = render("a[^1]\n\n[^1]: note\n\nb")
    assert rendered.lines[rendered.y_of_line(3)].text == "¹ note"
    assert rendered.lines[rendered.y_of_line(5)].text == "b"


def test_the_line_of_a_footnote_within_the_text_is_found_in_the_text() -> None:
    first = "a " * 30 + "end"
    rendered = render(f"{first}\nb^[note] b\nc\n\nd", width=80)
    assert [rendered.lines[rendered.y_of_line(line)].text for line in (2, 3, 5)] == [f"{first} b¹ b", "c", "d"]
    assert rendered.source_line(rendered.height - 1) == 2


def test_headings_lie_where_they_are_drawn() -> None:
    rendered = render("intro\n\n# A\n\ntext\n\n## B\n\ntext")
    assert [rendered.lines[spot.y].text for spot in rendered.headings] == ["A", "B"]
    at = [rendered.heading_at(y) for y in (0, 2, 4, rendered.height)]
    assert [spot.heading.text if spot else None for spot in at] == [None, "A", "A", "B"]


def test_the_source_view_shows_every_line_with_its_number() -> None:
    text = "---\na: 1\n---\n# Head\n\n- x %%y%%\n\tz"
    rendered = render(note(text, properties={"a": 1}), source_view=True)
    assert rendered.text() == "1  ---\n2  a: 1\n3  ---\n4  # Head\n5\n6  - x %%y%%\n7      z"
    assert [line.source for line in rendered.lines] == [1, 2, 3, 4, 5, 6, 7]


def test_long_lines_of_the_source_view_go_on_without_a_number() -> None:
    rendered = render("one two three", "three", width=12, source_view=True)
    assert rendered.text() == "1  one two\n   three"
    assert [(spot.y, spot.x_start, spot.x_end) for spot in rendered.hits] == [(1, 3, 8)]


def test_the_source_view_colours_markdown_and_frontmatter() -> None:
    rendered = render(note("---\nkey: 1\n---\n# Head\n\n`code`"), source_view=True)
    styles = {style for line in rendered.lines for _, style in line.runs}
    assert {"number", "token.heading", "token.keyword"} <= styles
