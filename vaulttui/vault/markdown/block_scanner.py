"""Block structure of a note's body: where its text is and where it is code, math, a comment or HTML.

A line scanner after CommonMark 0.31 (quotes, lists, fences, indented code, HTML blocks, both kinds of headings, link
definitions) with GitHub's tables and footnotes and Obsidian's ``%%`` comments and ``$$`` math. It builds no tree: it
keeps what the inline scanner and the chunker need. Time is linear in the text whatever the text is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from vaulttui.vault.markdown import block_syntax as syntax
from vaulttui.vault.markdown.containers import CODE_INDENT, Containers
from vaulttui.vault.markdown.fences import fence_marker, math_marker, opaque_end
from vaulttui.vault.markdown.found_blocks import FoundBlocks, RunKind
from vaulttui.vault.markdown.html_blocks import BLANK_LINE_END, html_block_end
from vaulttui.vault.markdown.paragraph import Paragraph
from vaulttui.vault.markdown.task_marks import task_at

_NONE, _PARAGRAPH, _TABLE, _INDENTED, _FENCE, _MATH, _COMMENT, _HTML = range(8)

_PLAIN_START = frozenset(" \t#>-*+=_~`<$%|:[0123456789")
"""First characters of a line that may be more than text."""


class Mark(NamedTuple):
    """Math or a comment that begins a line."""

    marker: str
    line: int


class BlockScanner:
    """One reading of a body.

    Args:
        task_words: Whether a list item that begins with ``TODO`` or the like is a task.
        closing: From its line on, such marks close what a paragraph before them has left open, if one has.
    """

    __slots__ = (
        "_closing",
        "_containers",
        "_end_pattern",
        "_leaf",
        "_leaf_line",
        "_line_number",
        "_marked",
        "_marker",
        "_open_containers",
        "_paragraph",
        "_rule_line",
        "_task_words",
        "found",
        "unclosed",
    )

    def __init__(self, *, task_words: bool, closing: Mark | None = None) -> None:
        self.found = FoundBlocks()
        self.unclosed: Mark | None = None
        """What hides the rest of the body, once that is read."""
        self._closing = closing
        self._task_words = task_words
        self._containers = Containers()
        self._open_containers = self._containers.widths
        self._leaf = _NONE
        self._leaf_line = 0
        self._marker = ""
        self._end_pattern = BLANK_LINE_END
        self._paragraph = Paragraph()
        self._marked: list[Paragraph] = []  # those with marks of math or comments in them
        self._line_number = 0
        self._rule_line = -1

    def read(self, lines: Sequence[str], first_line: int) -> None:
        """Read all lines of a body, the first of which has that number in the file."""
        for number, line in enumerate(lines, first_line):
            self._line_number = number
            if not self._open_containers:
                if self._leaf <= _PARAGRAPH:
                    if not line or line.isspace():
                        if self._leaf == _PARAGRAPH:
                            self._close_leaf()
                        continue
                    if line[0] not in _PLAIN_START:
                        self._text(line.rstrip())
                        continue
                elif self._leaf == _FENCE and self._marker not in line:
                    continue
            self._line(line)
        self._line_number = first_line + len(lines)
        if self._leaf in (_MATH, _COMMENT):
            self.unclosed = Mark(self._marker, self._leaf_line)
        self._close_leaf()

    def closes_text(self, marker: str) -> bool:
        """Tell whether a mark may close what a paragraph has opened that was read since this was last asked."""
        marked, self._marked = self._marked, []
        return any(paragraph.leaves_open(marker) for paragraph in marked)

    # One line

    def _line(self, line: str) -> None:
        text = (syntax.expand_tabs(line) if "\t" in line else line).rstrip()
        position, matched = self._containers.match(text) if self._open_containers else (0, 0)
        start = syntax.skip_blanks(text, position)
        blank = start == len(text)
        if self._leaf >= _FENCE and matched == len(self._open_containers):
            self._continue_opaque(text, position, start)
        elif blank:
            if self._leaf in (_PARAGRAPH, _TABLE):
                self._close_leaf()
            self._leave(matched)
        else:
            self._open(text, position, start, matched)

    def _open(self, text: str, position: int, start: int, matched: int) -> None:
        """Handle a line of text that starts, ends or goes on with a block."""
        while start - position < CODE_INDENT:
            char = text[start]
            open_paragraph = self._leaf == _PARAGRAPH and matched == len(self._open_containers)
            if open_paragraph and char in "=-|:" and self._underlines(text, start):
                return
            if self._containers.full:
                break
            if char == ">":
                self._enter(matched)
                position = self._containers.open_quote(text, start)
            elif char == "[":
                footnote = syntax.FOOTNOTE.match(text, start)
                if footnote is None:
                    break
                self._enter(matched)
                self._containers.open_footnote()
                self.found.footnotes.append((footnote[1], self._line_number))
                position = footnote.end()
            elif char in "-+*0123456789":
                marker = syntax.MARKER.match(text, start)
                if marker is None or syntax.RULE.match(text, start):
                    break
                if open_paragraph and (marker.end() == len(text) or marker[1] not in (None, "1")):
                    break  # would cut a paragraph in two, as in "born in\n1984. That"
                self._enter(matched)
                position = self._containers.open_item(text, position, marker.end())
                if self._task(text, position):
                    return
            else:
                break
            matched += 1
            start = syntax.skip_blanks(text, position)
            if start == len(text):
                return
        if start - position >= CODE_INDENT:
            self._indented(text, start, matched)
        elif not self._open_leaf(text, start, matched):
            self._text(text[start:], matched)

    def _task(self, text: str, start: int) -> bool:
        """Read the check box or the word that a list item's content may start with, and that makes it a task."""
        task = task_at(text, start, words=self._task_words)
        if task is None:
            return False
        status, rest = task
        self.found.add_task(status, rest, self._line_number)
        self._start_paragraph(rest, RunKind.TASK)
        return True

    def _underlines(self, text: str, start: int) -> bool:
        """Make a heading or a table of the open paragraph if this line is the mark of it."""
        paragraph = self._paragraph.lines
        if syntax.UNDERLINE.match(text, start):
            if (
                text[start] == "-"
                and self._leaf_line == self._rule_line + 1
                and not self._open_containers
                and syntax.YAML_KEY.match(paragraph[0])
            ):
                return False  # frontmatter in the middle of a note, not a heading below a rule
            if not self._open_containers:
                level = 1 if text[start] == "=" else 2
                self.found.add_underlined_heading(level, " ".join(paragraph), self._leaf_line, self._line_number)
            self._close_leaf()
            return True
        if not syntax.is_delimiter_row(text[start:], paragraph[-1]):
            return False
        header = paragraph.pop()
        if paragraph:
            self._close_leaf()
            if not self._open_containers:
                self.found.starts.append(self._line_number - 1)
        self._leaf = _TABLE
        self.found.add_row(header, self._line_number - 1)
        return True

    # Leaves

    def _indented(self, text: str, start: int, matched: int) -> None:
        if self._leaf == _PARAGRAPH:
            self._paragraph.lines.append(text[start:])
        elif self._leaf == _TABLE and matched == len(self._open_containers):
            self.found.add_row(text[start:], self._line_number)
        elif self._leaf != _INDENTED or matched < len(self._open_containers):
            self._enter(matched)
            self._leaf = _INDENTED

    def _open_leaf(self, text: str, start: int, matched: int) -> bool:
        """Start a heading, rule, fence, math, comment, HTML block or definition, if the line is one."""
        char = text[start]
        if char == "#":
            if heading := syntax.ATX.match(text, start):
                self._enter(matched)
                self._heading(len(heading[1]), heading[2] or "")
                return True
        elif char in "`~":
            if fence := fence_marker(text, start):
                self._enter(matched)
                self._open_opaque(_FENCE, fence)
                return True
        elif char == "<":
            end = html_block_end(text, start, interrupts=self._leaf == _PARAGRAPH)
            if end is not None:
                self._enter(matched)
                if not end.search(text, start + 2):
                    self._open_opaque(_HTML, "")
                    self._end_pattern = end
                return True
        elif char == "$":
            if (math := math_marker(text, start)) and not self._left_open("$$"):
                self._enter(matched)
                self._open_marked(_MATH, math, text[start + len(math) :])
                return True
        elif char == "%":
            # Closed on the same line it is part of a paragraph.
            if text.startswith("%%", start) and text.find("%%", start + 2) < 0 and not self._left_open("%%"):
                self._enter(matched)
                self._open_marked(_COMMENT, "%%", text[start + 2 :])
                return True
        elif char in "-_*":
            if syntax.RULE.match(text, start):
                self._enter(matched)
                if text[start:] == "---":
                    self._rule_line = self._line_number
                return True
        elif char == "[" and self._leaf != _PARAGRAPH and (definition := syntax.DEFINITION.match(text, start)):
            self._enter(matched)
            self.found.add_definition(definition[1], definition[2])
            return True
        return False

    def _heading(self, level: int, text: str) -> None:
        text, name = syntax.split_attributes(text)
        self.found.add_text(text, self._line_number)
        if not self._open_containers:
            self.found.add_heading(level, text, self._line_number, name)

    def _open_opaque(self, leaf: int, marker: str) -> None:
        self._leaf = leaf
        self._leaf_line = self._line_number
        self._marker = marker

    def _open_marked(self, leaf: int, marker: str, rest: str) -> None:
        closing = self._closing
        if closing and marker == closing.marker and self._line_number >= closing.line and self.closes_text(marker):
            if rest := rest.strip():
                self._start_paragraph(rest)
        else:
            self._open_opaque(leaf, marker)

    def _continue_opaque(self, text: str, position: int, start: int) -> None:
        """Look for the end of a fence, math, comment or HTML block. What follows it on its line is a paragraph."""
        if self._leaf == _HTML:
            blank = start == len(text)
            ends = blank if self._end_pattern is BLANK_LINE_END else self._end_pattern.search(text, position)
            end = len(text) if ends else None
        else:
            end = opaque_end(text, position, start, self._marker, contained=bool(self._open_containers))
        if end is None:
            return
        self._close_leaf(with_line=True)
        if rest := text[end:].lstrip():
            self._start_paragraph(rest)

    def _left_open(self, marker: str) -> bool:
        """Tell whether a mark at the start of a line closes what the open paragraph has opened."""
        return self._leaf == _PARAGRAPH and self._paragraph.takes(marker)

    def _text(self, text: str, matched: int = 0) -> None:
        """Add a line to the open paragraph or table, or start a paragraph with it."""
        if self._leaf == _PARAGRAPH:
            self._paragraph.lines.append(text)
        elif self._leaf == _TABLE and matched == len(self._open_containers):
            self.found.add_row(text, self._line_number)
        else:
            self._enter(matched)
            self._start_paragraph(text)

    def _start_paragraph(self, text: str, kind: RunKind = RunKind.PLAIN) -> None:
        self._leaf = _PARAGRAPH
        self._leaf_line = self._line_number
        self._paragraph = Paragraph(text, kind)

    # Opening and closing

    def _enter(self, matched: int) -> None:
        """Get ready for a new block inside of the first ``matched`` containers."""
        if matched < len(self._open_containers):
            self._leave(matched)
        elif self._leaf:
            self._close_leaf()
        self._containers.fill()
        if not matched:
            self.found.add_start(self._line_number)

    def _leave(self, matched: int) -> None:
        if matched < len(self._open_containers):
            self._close_leaf()
            self._containers.leave(matched)

    def _close_leaf(self, *, with_line: bool = False) -> None:
        """End the open leaf block, above the line that is being read or, if that is its last one, with it."""
        if self._leaf == _PARAGRAPH:
            text = self._paragraph.text()
            self.found.add_text(text, self._leaf_line, self._paragraph.kind)
            if len(self._paragraph.lines) > 1 and self._paragraph.kind is RunKind.TASK:
                self.found.end_task(text)
            if "%%" in text or "$$" in text:
                self._marked.append(self._paragraph)
        elif self._leaf == _FENCE:
            self.found.fences.append((self._leaf_line, self._line_number - (not with_line)))
        self._leaf = _NONE
