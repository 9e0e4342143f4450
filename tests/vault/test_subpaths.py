"""Links into a note lead to the heading or block that they name."""

from __future__ import annotations

import pytest

from vaulttui.vault.links.subpaths import block_text, find_block, find_heading
from vaulttui.vault.markdown.body import scan_body

DAYS = """# Day one
## Tasks
# Day two
## Tasks
## What's new: 1.2 (beta)
## The `code` of [[Other|others]]
## What's new: 1.2 (beta)
## C#
## Über-*uns*"""
HEADINGS = scan_body(DAYS.split("\n")).headings


@pytest.mark.parametrize(
    ("written", "line"),
    [
        ("tasks", 2),
        ("Day two#Tasks", 4),
        ("Day one#Tasks", 2),
        ("What's new: 1.2 (beta)", 5),
        ("What's new 1 2 beta", 5),
        ("whats-new-12-beta", 5),
        ("whats-new-12-beta-1", 7),
        ("The code of others", 6),
        ("The `code` of Other others", 6),
        ("the-code-of-others", 6),
        ("C", 8),
        ("über-uns", 9),
        ("Day one#What's new 1 2 beta", None),
        ("Nowhere", None),
        ("", None),
    ],
)
def test_a_heading_is_found_as_people_and_programs_write_it(written: str, line: int | None) -> None:
    heading = find_heading(HEADINGS, written)
    assert (heading.line if heading is not None else None) == line


NAMES = """# First
## 1. First step {#first-step}
## Second {.class #second}
Third {#third}
---
## Twice {#first}
## first-step"""
NAMED = scan_body(NAMES.split("\n")).headings


@pytest.mark.parametrize(
    ("written", "line"),
    [
        ("Second", 3),
        ("third", 4),
        ("THIRD", 4),
        ("1. First step", 2),
        ("First", 1),
        ("first-step", 7),
    ],
)
def test_a_heading_is_found_by_the_id_that_is_given_to_it(written: str, line: int | None) -> None:
    heading = find_heading(NAMED, written)
    assert (heading.line if heading is not None else None) == line


NOTE = """# Head
first line
second line ^para

| a | b |
|---|---|
| 1 | 2 |

^table

> quoted
> twice

^quote

own
^own

- item ^item
    - inner ^inner
        - innermost

    more of the item
- other
  goes on ^other
1. number ^number

```
^code

code
```

^code

- list one

- list two

^list"""
LINES = NOTE.split("\n")


@pytest.mark.parametrize(
    ("block", "text"),
    [
        ("para", "first line\nsecond line ^para"),
        ("table", "| a | b |\n|---|---|\n| 1 | 2 |"),
        ("quote", "> quoted\n> twice"),
        ("own", "own\n^own"),
        ("item", "- item ^item\n    - inner ^inner\n        - innermost\n\n    more of the item"),
        ("inner", "- inner ^inner\n    - innermost"),
        ("OTHER", "- other\n  goes on ^other"),
        ("number", "1. number ^number"),
        ("code", "```\n^code\n\ncode\n```"),
        ("list", "- list one\n\n- list two"),
    ],
)
def test_a_block_is_what_its_id_stands_at_the_end_of_or_below(block: str, text: str) -> None:
    assert "\n".join(block_text(LINES, block) or []) == text


def test_an_id_that_is_not_there_names_no_block() -> None:
    assert find_block(LINES, "nowhere") is None
    assert find_block(["^alone"], "alone") == range(1)
    assert find_block(["", "^alone"], "alone") == range(1, 2)
