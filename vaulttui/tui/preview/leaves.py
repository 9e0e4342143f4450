"""Blocks that hold no other blocks: code, formulas, tables."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from markdown_it.token import Token
from rich.cells import cell_len

from vaulttui.terminal_text import plain
from vaulttui.tui.preview.canvas import Canvas
from vaulttui.tui.preview.cells import break_anywhere, cut
from vaulttui.tui.preview.context import Part
from vaulttui.tui.preview.flow import Flow, Row
from vaulttui.tui.preview.formula import readable
from vaulttui.tui.preview.formula_names import FENCES
from vaulttui.tui.preview.highlight import highlight
from vaulttui.tui.preview.inline import inline_flow
from vaulttui.tui.preview.lines import Run
from vaulttui.tui.preview.tables import Table

_TAB_SIZE = 4
_LANGUAGE = re.compile(r"\s*(?:\{\s*[.=]?)?([^\s{},:]+)")
"""``js``, and what other programs write: ``{.js .numberLines}``, ``{r, echo=FALSE}``, ``js:file.js``."""
_FENCED = "|".join(FENCES)
_MATH_MARK = re.compile(rf"(?P<mark>\\(?:begin|end))\{{(?:{_FENCED})\*?\}}|\\\\(?:\[[^\[\]]*\])?|(?P<line>\n)")
"""Where brackets open and close around rows that belong together, as of a matrix, and what ends a line elsewhere."""


def write_code(canvas: Canvas, part: Part, token: Token, *, continued: bool) -> None:
    """Write a code block on a ground of its own, its language in the corner; long lines go on below with a mark.

    Args:
        canvas: Where to.
        part: What the code is part of.
        token: A ``fence`` or ``code_block``.
        continued: Whether its first lines were written before.
    """
    fenced = token.type == "fence"
    named = _LANGUAGE.match(token.info) if fenced else None
    language = named[1] if named is not None else ""
    first = part.source(token) + fenced
    bar: list[Run] = [("▏", "codeblock.bar codeblock")]
    with canvas.margin(bar, bar, fill="codeblock"):
        if fenced and not continued:
            label = cut(plain(language), max(canvas.room - 2, 1))
            corner = Flow(first - 1)
            # Without a label the blanks say that the row is one of code, which is not copied.
            corner.add(" " * (canvas.room - cell_len(label) - 1), "" if label else "codeblock.label")
            corner.add(label, "codeblock.label")
            canvas.write_all(corner.rows(canvas.room, part.finder))
        room = max(canvas.room - 2, 2)
        lines = highlight(token.content.removesuffix("\n").expandtabs(_TAB_SIZE), language)
        for number, runs in enumerate(lines, first):
            flow = Flow(number)
            for text, style in runs:
                flow.add(text, style)
            for nth, row in enumerate(flow.rows(room, part.finder, break_anywhere)):
                shown = Row([("↳" if nth else " ", "codeblock.bar")], 1, number, joint=row.joint)
                shown.append(row)
                canvas.write(shown)


def math_lines(part: Part, token: Token) -> list[Flow]:
    """Read a formula as lines of text; it has none if nothing is to be seen of it."""
    flows: list[Flow] = []
    indent = 0
    for number, begins, line in _rows_of_formula(token.content):
        if begins:
            indent = len(line) - len(line.lstrip()) if number else 0  # else there are blanks behind the ``$$``
        if shown := readable(line):
            flow = Flow(part.source(token) + number)
            flow.add(" " * min(indent, _TAB_SIZE) + shown, "math")
            flows.append(flow)
    return flows


def _rows_of_formula(formula: str) -> Iterator[tuple[int, bool, str]]:
    """Cut a formula where lines end in it or in its source, but not within a matrix or cases.

    Yields:
        The line of the source, from 0, that a row begins on, whether it is the first of that line, and the row.
    """
    marks = list(_MATH_MARK.finditer(formula))
    kinds = [mark["mark"] for mark in marks]
    closed = kinds.count("\\begin") == kinds.count("\\end")
    start = line = depth = at = 0
    begins = True
    for mark in marks:
        if mark["mark"]:
            depth += closed and (1 if mark["mark"] == "\\begin" else -1)
            continue
        if depth <= 0:
            yield at, begins, formula[start : mark.start()]
            start, begins = mark.end(), bool(mark["line"])
        line += bool(mark["line"])
        if depth <= 0:
            at = line
    yield at, begins, formula[start:]


def write_table(canvas: Canvas, part: Part, tokens: Sequence[Token], style: str, *, continued: bool) -> None:
    """Write a table.

    Args:
        canvas: Where to.
        part: What the table is part of.
        tokens: From ``table_open`` to ``table_close``.
        style: Of all its text.
        continued: Whether its head was written before.
    """
    rows: list[list[Flow]] = []
    aligns: list[str] = []
    source = part.source(tokens[0])
    for at, token in enumerate(tokens):
        if token.type == "tr_open":
            rows.append([])
        elif token.type in ("th_open", "td_open"):
            is_head = token.type == "th_open"
            if is_head:
                aligns.append(str(token.attrGet("style") or "").rpartition(":")[2])
            line = source if is_head else source + len(rows)
            cell_style = f"{style} table.head".strip() if is_head else style
            rows[-1].append(inline_flow(tokens[at + 1], part, line, cell_style, is_cell=True))
    table = Table(rows[0], aligns, rows[1:], source, continued)
    canvas.write_all(table.rows(canvas.room, part.finder))
