"""Where formulas are: rules for markdown-it."""

from __future__ import annotations

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline import StateInline
from mdit_py_plugins.dollarmath import dollarmath_plugin

from vaulttui.tui.preview.block_rules import INTERRUPTS, closes_text, find_end, go_on_behind
from vaulttui.vault.markdown.fences import formula_end, math_marker


def math_syntax(md: MarkdownIt) -> None:
    """Teach a parser everything of this module, and formulas that take a line between ``$$``."""
    md.use(dollarmath_plugin, allow_labels=False)
    md.inline.ruler.at("math_inline", inline_math)
    md.block.ruler.before("math_block", "math_lines", math_lines, INTERRUPTS)


def math_lines(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    """Read a formula of several lines, from one that begins with ``$$`` to the next ``$$``."""
    begin = state.bMarks[start_line] + state.tShift[start_line]
    mark = math_marker(state.src[begin : state.eMarks[start_line]], 0) if state.src.startswith("$$", begin) else None
    if mark is None or state.is_code_block(start_line):
        return False
    end = find_end(state, start_line, end_line, mark)
    if end is None:
        return False
    if silent:
        return not closes_text(state, start_line, "$$")
    line, at = end
    lines = [(begin + len(mark), state.eMarks[start_line])]
    lines += [(state.bMarks[number], state.eMarks[number]) for number in range(start_line + 1, line)]
    lines.append((state.bMarks[line], at))
    token = state.push("math_block", "math", 0)
    token.block = True
    token.content = "\n".join(state.src[first:behind] for first, behind in lines)
    token.markup = mark
    token.map = [start_line, line + 1]
    behind = state.src[at : state.eMarks[line]]
    go_on_behind(state, line, state.eMarks[line] - len(behind.lstrip("$")))
    return True


def inline_math(state: StateInline, silent: bool) -> bool:
    """Read ``$formula$`` on one line, and ``$$formula$$``."""
    text, start = state.src, state.pos
    if text[start] != "$":
        return False
    marks = "$$" if text.startswith("$$", start) else "$"
    begin = start + len(marks)
    end = text.find("$$", begin, state.posMax) if marks == "$$" else formula_end(text, begin, state.posMax)
    if end is None or end <= begin:
        return False
    if not silent:
        token = state.push("math_inline_double" if marks == "$$" else "math_inline", "math", 0)
        token.content = text[begin:end]
        token.markup = marks
    state.pos = end + len(marks)
    return True
