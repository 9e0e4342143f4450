"""The body of a note: headings, tags, links, tasks, block ids and inline fields, with their lines.

What counts as what is decided as Obsidian does. This is an index's scanner, not a renderer: it keeps no tree and reads
some 10 MB a second.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate

from vaulttui.values import dataclass
from vaulttui.vault.markdown.blocks import scan_blocks
from vaulttui.vault.markdown.destinations import WikilinkReader, wikilink_destination
from vaulttui.vault.markdown.found_blocks import FoundHeading, RunKind, TextRun
from vaulttui.vault.markdown.inline import FoundLink, scan_inline
from vaulttui.vault.markdown.inline_fields import scan_fields
from vaulttui.vault.note import Heading, Link, Property, Tag, Task

_BLOCK_ID = re.compile(r"(?:^|(?<=\s))\^([A-Za-z0-9-]++)[ \t]*+$", re.MULTILINE)
_MAX_CONTEXT = 300
_MAX_HEADING = 1000
"""Characters that are kept of a heading: it is repeated in the path of every heading and chunk below."""


@dataclass(frozen=True, slots=True)
class Body:
    """What the body of a note holds. Lines are absolute."""

    headings: tuple[Heading, ...]
    tags: tuple[Tag, ...]
    """Every use of an inline tag, in order."""
    links: tuple[Link, ...]
    """Links into the vault, in order; none that has a URL scheme."""
    tasks: tuple[Task, ...]
    block_ids: tuple[tuple[str, int], ...]
    """Id without ``^``, and its line."""
    fields: tuple[Property, ...]
    """Inline fields as properties of type ``text``, or ``empty`` where there is no value."""
    heading_ends: tuple[int, ...]
    """Last line of each heading; the one below its text for an underlined heading."""
    block_starts: tuple[int, ...]
    """Lines where a block starts that is in no other block (an item of an outermost list counts), ascending."""
    fences: tuple[tuple[int, int], ...]
    """First and last line of each fenced code block, ascending."""
    rows: tuple[int, ...]
    """Lines that are rows of tables, ascending."""


def scan_body(
    lines: Sequence[str],
    first_line: int = 1,
    *,
    task_words: bool = False,
    wikilinks: WikilinkReader = wikilink_destination,
) -> Body:
    """Read the body of a note.

    Args:
        lines: The body's lines, without line ends and without the frontmatter.
        first_line: Number of the first of them in the file, from 1.
        task_words: Whether a list item that begins with ``TODO`` or the like is a task.
        wikilinks: Reads what stands between the brackets of a wikilink.

    Returns:
        What was found. Any text gives a result; nothing raises.
    """
    blocks = scan_blocks(lines, first_line, task_words=task_words)
    reader = _RunReader(lines, first_line, blocks.definitions, wikilinks)
    for run in blocks.runs:
        reader.read(run)
    return Body(
        headings=_with_paths(blocks.headings),
        tags=tuple(reader.tags),
        links=tuple(reader.links),
        tasks=tuple(blocks.tasks),
        block_ids=tuple(reader.block_ids),
        fields=tuple(reader.fields),
        heading_ends=tuple(heading.last_line for heading in blocks.headings),
        block_starts=tuple(blocks.starts),
        fences=tuple(blocks.fences),
        rows=tuple(blocks.rows),
    )


def cut_context(line: str, middle: int) -> str:
    """What a backlink shows of a line: a long one is cut around an offset."""
    start = max(0, min(middle - _MAX_CONTEXT // 2, len(line) - _MAX_CONTEXT))
    return line[start : start + _MAX_CONTEXT].strip()


def _with_paths(found: Sequence[FoundHeading]) -> tuple[Heading, ...]:
    headings: list[Heading] = []
    above: list[Heading] = []
    for level, text, line, _, name in found:
        while above and above[-1].level >= level:
            above.pop()
        text = text[:_MAX_HEADING]
        heading = Heading(level, text, line, (*(above[-1].path if above else ()), text), name)
        above.append(heading)
        headings.append(heading)
    return tuple(headings)


class _RunReader:
    """Collects what the runs of text of one body hold."""

    __slots__ = (
        "_context",
        "_context_line",
        "_cursor",
        "_definitions",
        "_first_line",
        "_lines",
        "_wikilinks",
        "block_ids",
        "fields",
        "links",
        "tags",
    )

    def __init__(
        self, lines: Sequence[str], first_line: int, definitions: dict[str, str], wikilinks: WikilinkReader
    ) -> None:
        self.tags: list[Tag] = []
        self.links: list[Link] = []
        self.block_ids: list[tuple[str, int]] = []
        self.fields: list[Property] = []
        self._lines = lines
        self._first_line = first_line
        self._definitions = definitions
        self._wikilinks = wikilinks
        self._context_line = -1
        self._context = ""
        self._cursor = 0

    def read(self, run: TextRun) -> None:
        """Add what one run of text holds."""
        text, first_line, kind = run
        tags, links, opaque, link_texts = scan_inline(text, self._definitions, self._wikilinks)
        # Where the second line starts, the third …: as many of them as are before an offset, so many lines down it is.
        starts = list(accumulate(len(line) + 1 for line in text.split("\n")[:-1])) if "\n" in text else []
        for name, offset in tags:
            self.tags.append(Tag(name, first_line + bisect_right(starts, offset)))
        for link in links:
            self._add_link(link, text, first_line + bisect_right(starts, link.start))
        if "^" in text and kind is not RunKind.CELL:
            self._add_block_ids(text, opaque, first_line, starts)
        if "::" in text:
            in_brackets = kind is not RunKind.PLAIN
            for key, value, number in scan_fields(text, opaque + link_texts, first_in_brackets=in_brackets):
                line = first_line + number
                self.fields.append(Property(key, "text" if value else "empty", value or None, line))

    def _add_link(self, link: FoundLink, text: str, line: int) -> None:
        start, end, kind, (target, heading, block), display, embed = link
        written = text[start : min(end, start + _MAX_CONTEXT)]
        context = self._context_of(line, written)
        self.links.append(Link(target, line, kind, heading, block, display, embed, context))

    def _context_of(self, line: int, written: str) -> str:
        """The source line, trimmed, and cut around the link if it is long."""
        if line != self._context_line:
            self._context_line = line
            self._cursor = 0
            self._context = self._lines[line - self._first_line].strip()
        context = self._context
        if len(context) <= _MAX_CONTEXT:
            return context
        # Links come in order, so one walk over the line finds them all. Behind a bar a cell is written differently.
        found = context.find(written.partition("|")[0], self._cursor)
        self._cursor = len(context) if found < 0 else found + 1
        return cut_context(context, self._cursor + len(written) // 2)

    def _add_block_ids(self, text: str, opaque: list[tuple[int, int]], first_line: int, starts: list[int]) -> None:
        opaque_starts = [start for start, _ in opaque]
        for match in _BLOCK_ID.finditer(text):
            offset = match.start()
            index = bisect_right(opaque_starts, offset) - 1
            if index < 0 or offset >= opaque[index][1]:
                self.block_ids.append((match[1], first_line + bisect_right(starts, offset)))
