"""Blocks that hold no other blocks: code, formulas, tables, lines across the page."""

from __future__ import annotations

import re
from collections.abc import Sequence

from markdown_it.token import Token
from rich.cells import cell_len

from vaulttui.terminal_text import plain
from vaulttui.tui.preview.canvas import Canvas, plain_row
from vaulttui.tui.preview.cells import break_anywhere, cut
from vaulttui.tui.preview.context import Part
from vaulttui.tui.preview.flow import Flow, Row
from vaulttui.tui.preview.formula import readable
from vaulttui.tui.preview.highlight import highlight
from vaulttui.tui.preview.inline import inline_flow
from vaulttui.tui.preview.lines import Run
from vaulttui.tui.preview.tables import Table

_TAB_SIZE = 4
_LANGUAGE = re.compile(r"\s*(?:\{\s*[.=]?)?([^\s{},:]+)")
"""``js``, and what other programs write: ``{.js .numberLines}``, ``{r, echo=FALSE}``, ``js:file.js``."""
_MATH_LINE = re.compile(r"\\\\(?:\[[^\[\]]*\])?")
"""What ends a line of a formula."""


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
    for number, line in enumerate(token.content.split("\n"), part.source(token)):
        indent = len(line) - len(line.lstrip())
        for shown in filter(None, map(readable, _MATH_LINE.split(line))):
            flow = Flow(number)
            flow.add(" " * min(indent, _TAB_SIZE) + shown, "math")
            flows.append(flow)
    return flows


def write_math(canvas: Canvas, part: Part, lines: Sequence[Flow]) -> None:
    """Write the lines of a formula."""
    with canvas.margin([("  ", "")]):
        for flow in lines:
            canvas.write_all(flow.rows(canvas.room, part.finder))


def write_rule(canvas: Canvas, part: Part, token: Token) -> None:
    """Write a line across the page."""
    canvas.write(plain_row([("─" * canvas.room, "rule")], part.source(token)))


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
