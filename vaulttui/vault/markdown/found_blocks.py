"""What the block scanner gives: runs of text, headings, tasks, link definitions, and where blocks and fences are."""

from __future__ import annotations

from dataclasses import replace
from enum import IntEnum
from typing import NamedTuple

from vaulttui.vault.markdown.block_syntax import cells, normalise_label, split_attributes, strip_block_id
from vaulttui.vault.note import Task


class RunKind(IntEnum):
    """What a run of text is part of."""

    PLAIN = 0
    TASK = 1
    CELL = 2


class TextRun(NamedTuple):
    """Text that is parsed for inline Markdown in one go: a paragraph, a heading, a table cell."""

    text: str
    """Its lines, joined by a line feed, without quote marks, list markers and indentation."""
    line: int
    """Line of its first line."""
    kind: RunKind


class FoundHeading(NamedTuple):
    """A heading that stands outside of quotes and lists: the only ones that Obsidian counts."""

    level: int
    text: str
    line: int
    last_line: int
    """Differs from ``line`` only for underlined headings."""
    name: str
    """The id that is given to it as an attribute."""


class FoundBlocks:
    """Collects what is found in one body, in its order."""

    __slots__ = ("definitions", "fences", "footnotes", "headings", "rows", "runs", "starts", "tasks")

    def __init__(self) -> None:
        self.runs: list[TextRun] = []
        """Only those that can hold a tag, link, field or block id."""
        self.headings: list[FoundHeading] = []
        self.tasks: list[Task] = []
        self.definitions: dict[str, str] = {}
        """Normalised label to destination of ``[label]: destination``."""
        self.footnotes: list[tuple[str, int]] = []
        """Label and line of each footnote that is defined."""
        self.starts: list[int] = []
        """Lines where a block starts that is in no other block; each item of an outermost list is one."""
        self.fences: list[tuple[int, int]] = []
        """First and last line of each fenced code block."""
        self.rows: list[int] = []
        """Lines that are rows of tables, without those that make tables of the lines above them."""

    def add_text(self, text: str, line: int, kind: RunKind = RunKind.PLAIN) -> None:
        """Take a run of text."""
        if "[" in text or "#" in text or "::" in text or "^" in text:
            self.runs.append(TextRun(text, line, kind))

    def add_row(self, row: str, line: int) -> None:
        """Take a table row: every cell is a run of its own."""
        self.rows.append(line)
        if "#" in row or "[" in row or "::" in row or "^" in row:
            columns = cells(row)
            # A line without any bar is a row of the table above it to GitHub; to Obsidian it may name that table.
            kind = RunKind.CELL if len(columns) > 1 or row.startswith("|") else RunKind.PLAIN
            for cell in columns:
                self.add_text(cell.replace("\\|", "|"), line, kind)

    def add_heading(self, level: int, text: str, line: int, name: str) -> None:
        """Take the text behind the ``#`` of a heading, without attributes, and the id that these give it."""
        title = strip_block_id(text)
        unmarked = title.rstrip("#")
        if not unmarked or unmarked[-1] in " \t":
            title = unmarked.rstrip()
        self.headings.append(FoundHeading(level, title, line, line, name))

    def add_underlined_heading(self, level: int, text: str, line: int, last_line: int) -> None:
        """Take the text above the line of ``=`` or ``-`` on ``last_line``."""
        title, name = split_attributes(strip_block_id(text))
        self.headings.append(FoundHeading(level, title, line, last_line, name))

    def add_task(self, status: str, text: str, line: int) -> None:
        """Take the character in a check box and the text behind the box, as far as it is on the same line."""
        self.tasks.append(Task(line, status, strip_block_id(text)))

    def end_task(self, text: str) -> None:
        """Take the whole text of the last task."""
        self.tasks[-1] = replace(self.tasks[-1], text=strip_block_id(text))

    def add_definition(self, label: str, destination: str) -> None:
        """Take the definition of a link: the first one of a label counts."""
        self.definitions.setdefault(normalise_label(label), destination)

    def add_start(self, line: int) -> None:
        """Take a line on which an outermost block starts."""
        if not self.starts or self.starts[-1] != line:
            self.starts.append(line)
