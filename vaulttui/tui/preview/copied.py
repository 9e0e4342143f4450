"""The text of drawn lines as one would want to have it: without bars and rules, broken lines in one again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from textual.selection import Selection

from vaulttui.tui.preview.lines import Line

_BAR: Final = ".bar"
"""Ends the names of styles of what stands beside a block: it is left out, with all that is to its left."""
_NUMBER: Final = "number"
_CODE: Final = "codeblock.bar"
_RULES: Final = frozenset(("rule", "h1.rule", "h2.rule", "codeblock.label"))
"""Styles of what is there to be seen only: lines that have nothing else are left out."""


def selected_text(lines: Sequence[Line], selection: Selection, margin: int) -> str:
    """The text of what is selected of a note.

    Args:
        lines: All lines of the note.
        selection: In characters of the lines as they stand on the screen.
        margin: Blanks before each line there.
    """
    first = 0 if selection.start is None else max(0, selection.start.y)
    behind = len(lines) if selection.end is None else min(selection.end.y + 1, len(lines))
    parts: list[str] = []
    for y in range(first, behind):
        line, (start, end) = lines[y], selection.get_span(y) or (0, 0)
        if is_rule(line):
            continue
        left, behind_text = written(line)
        text = line.text[:behind_text][max(start - margin, left) : None if end < 0 else max(end - margin, 0)]
        if not parts or line.joint == "\n":
            parts.append(text)
        else:
            # What goes on with prose is indented as its beginning is; blanks of code are its own.
            parts[-1] += line.joint + (text if is_code(line) else text.lstrip())
    return "\n".join(map(str.rstrip, parts))


def written(line: Line) -> tuple[int, int]:
    """First and last character (excluded) of what a line has but bars, numbers and ground."""
    return _left(line), len(line.text) - line.fill


def is_rule(line: Line) -> bool:
    """Whether there is a rule or the name of a language on a line, and nothing else but bars."""
    rules = [not _RULES.isdisjoint(style.split()) for _, style in line.runs]
    others = (text for (text, style), rule in zip(line.runs, rules, strict=True) if not (rule or _is_beside(style)))
    return any(rules) and not any(map(str.strip, others))


def is_code(line: Line) -> bool:
    """Whether a line is one of a code block."""
    return any(_CODE in style.split() for _, style in line.runs)


def _left(line: Line) -> int:
    """Characters up to the end of the last bar or number."""
    left = behind = 0
    for text, style in line.runs:
        behind += len(text)
        if _is_beside(style):
            left = behind
    return left


def _is_beside(style: str) -> bool:
    return any(name.endswith(_BAR) or name == _NUMBER for name in style.split())
