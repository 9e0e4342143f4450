"""Blocks that notes have beyond CommonMark: rules for markdown-it."""

from __future__ import annotations

from markdown_it import MarkdownIt
from markdown_it.ruler import RuleOptionsType
from markdown_it.rules_block import StateBlock, lheading

from vaulttui.vault.markdown.block_syntax import YAML_KEY
from vaulttui.vault.markdown.paragraph import Paragraph

DEEPEST_BLOCK = 96
"""Blocks within each other, a list and its item being two; what lies deeper is shown as it is written."""
INTERRUPTS: RuleOptionsType = {"alt": ["paragraph", "reference", "blockquote", "list"]}
"""Of blocks that may stand directly below text."""


def block_syntax(md: MarkdownIt) -> None:
    """Teach a parser everything of this module."""
    md.block.ruler.before("table", "too_deep", too_deep)
    md.block.ruler.before("fence", "comment", block_comment, INTERRUPTS)
    md.block.ruler.before("lheading", "frontmatter_within", frontmatter_within)


def too_deep(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    """Take what lies too deep in lists and quotes as code: markdown-it would leave it out."""
    if silent or state.level < DEEPEST_BLOCK:
        return False
    line = start_line
    while line < end_line and (state.sCount[line] >= state.blkIndent or state.isEmpty(line)):
        line += 1
    token = state.push("code_block", "code", 0)
    token.content = state.getLines(start_line, line, state.blkIndent, False).rstrip() + "\n"
    token.map = [start_line, line]
    state.line = line
    return True


def frontmatter_within(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    """Take frontmatter in the middle of a note as text between two rules, not as a heading below one."""
    if silent or state.level or not state.tokens or state.tokens[-1].map != [start_line - 1, start_line]:
        return False
    before, first = state.getLines(start_line - 1, start_line + 1, 0, False).split("\n")
    if before.strip() != "---" or not YAML_KEY.match(first.strip()):
        return False
    at = len(state.tokens)
    if not lheading(state, start_line, end_line, False):
        return False
    opening, _, closing = state.tokens[at:]
    if opening.markup == "-":
        opening.type, closing.type, opening.tag, closing.tag = "paragraph_open", "paragraph_close", "p", "p"
        rule = state.push("hr", "hr", 0)
        rule.map = [state.line - 1, state.line]
    return True


def block_comment(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    """Leave out the lines from one that begins with ``%%`` to the next ``%%``."""
    begin = state.bMarks[start_line] + state.tShift[start_line]
    if state.is_code_block(start_line) or not state.src.startswith("%%", begin):
        return False
    at = state.src.find("%%", begin + 2, state.eMarks[start_line])
    if at >= 0 and state.src[at + 2 : state.eMarks[start_line]].strip():
        return False  # text follows on the same line: a comment within a paragraph
    end = (start_line, at) if at >= 0 else find_end(state, start_line, end_line, "%%")
    if end is None:
        return False
    if silent:
        return not closes_text(state, start_line, "%%")
    go_on_behind(state, end[0], end[1] + 2)
    return True


def find_end(state: StateBlock, start_line: int, end_line: int, mark: str) -> tuple[int, int] | None:
    """Return the line and the offset of the mark that closes a comment or formula; ``None`` if nothing does.

    Args:
        state: What is read.
        start_line: The line that the block begins on, which does not close it.
        end_line: Behind the last line that may.
        mark: What to look for.
    """
    # Behind a list the block's first line decides where it is, not the list that it ends.
    indent = min(state.blkIndent, state.sCount[start_line])
    for line in range(start_line + 1, end_line):
        if state.sCount[line] < indent and not state.isEmpty(line):
            return None
        at = state.src.find(mark, state.bMarks[line], state.eMarks[line])
        if at >= 0:
            return line, at
    return None


def go_on_behind(state: StateBlock, line: int, at: int) -> None:
    """Go on behind the end of a comment or formula: what else stands there is read as a line of its own."""
    rest = state.src[at : state.eMarks[line]]
    if rest.strip():
        state.bMarks[line] = at
        state.tShift[line] = len(rest) - len(rest.lstrip())
        state.sCount[line] = state.blkIndent
        state.line = line
    else:
        state.line = line + 1


def closes_text(state: StateBlock, line: int, mark: str) -> bool:
    """Whether the mark that a line begins with ends a comment or formula that was begun within the text before it.

    Asked line by line, by several rules: what was looked at is kept, so that each line is looked at once.
    """
    first = state.line
    if line <= first:
        return False
    begin, paragraph, known = state.env.get("text_before", (None, None, None))
    if begin != (first, state.level):
        paragraph, known = Paragraph(state.getLines(first, first + 1, state.blkIndent, False)), {}
        state.env["text_before"] = (first, state.level), paragraph, known
    if line not in known:
        behind = range(first + len(paragraph.lines), line)
        paragraph.lines.extend(state.getLines(at, at + 1, state.blkIndent, False) for at in behind)
        known[line] = paragraph.takes(mark)
    return bool(known[line])
