"""Counts a vault's headings, tags, links and tasks again: ``python -m tests.benchmarks.compare_parsing VAULT``.

The second way is markdown-it-py for blocks (CommonMark with tables) and plain regular expressions for what is
Obsidian's own; it shares nothing with the program's reader but the values that come out. Every place where the two
differ is printed, with the reason if it is one of :data:`REASONS`; whatever has none is a fault of one of them.

The Obsidian Hub (6,571 notes, 21,270 headings, 390 inline tags, 22,575 links, 26 tasks) differs in two headings, both
of frontmatter that is not at the top; the example vault of Dataview in nothing.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import unquote

from markdown_it import MarkdownIt
from markdown_it.token import Token

from vaulttui.settings import VaultSettings
from vaulttui.vault.files.scan import scan_vault
from vaulttui.vault.note import Note
from vaulttui.vault.reader import read_note

Place = tuple[int, str]
"""Line and what stands there."""

REASONS = {
    "frontmatter that does not begin in the first line": re.compile(r"[\w][\w .-]*:"),
}
"""Why the two ways differ, each with what the line looks like where they do.

Keys between two ``---`` lines that stand below the first line are a heading to CommonMark (the second is the underline
of the last paragraph), though nobody meant one: the reader takes them for text.
"""

MARKDOWN = MarkdownIt("commonmark", {"html": True}).enable("table")

_FRONTMATTER = re.compile(r"\A---[ \t]*\n(.*?\n)?---[ \t]*(\n|\Z)", re.DOTALL)
_FENCES = re.compile(r"^([ \t>]*)(`{3,}|~{3,})[^\n]*\n.*?(?:^[ \t>]*\2[`~]*[ \t]*$|\Z)", re.DOTALL | re.MULTILINE)
_HIDDEN = (
    re.compile(r"%%.*?(?:%%|\Z)", re.DOTALL),
    re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL),
    re.compile(r"\$\$.*?\$\$", re.DOTALL),
)
_CODE = re.compile(r"(?<![`\\])(`+)(?!`)(.+?)(?<!`)\1(?!`)", re.DOTALL)
_MATH = re.compile(r"(?<![\\$])\$(?=[^\s$])[^$\n]*?(?<=[^\s\\$])\$(?![\d$])")
_WIKILINK = re.compile(r"!?\[\[(?!\]\])([^\[\]|#\n]*)[^\[\]\n]*\]\]")
_MARKDOWN_LINK = re.compile(
    r"(?<!\\)!?\[(?:[^\[\]]|\[[^\[\]]*\])*\]\(\s*(<[^<>\n]*>|(?:[^\s()]|\([^\s()]*\))*)(?:\s+[\"'(][^\n]*?[\"')])?\s*\)"
)
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:|//|#\^?$|$")
_URL = re.compile(r"\b[A-Za-z][A-Za-z0-9+.-]*://[^\s<>\[\]]*")
_HTML_TAG = re.compile(r"</?[A-Za-z][^<>]*>")
_INLINE_TAG = re.compile(r"(?<![^\s*_])#([^\s#!\"$%&'()*+,.:;<=>?@\[\\\]^`{|}~\u2000-\u206f\u2e00-\u2e7f]+)")
_TASK = re.compile(r"\[(.)\](?=[ \t]|$)")


@dataclass
class Counted:
    """What one way found in one note."""

    headings: Counter[Place] = field(default_factory=Counter)
    tags: Counter[Place] = field(default_factory=Counter)
    links: Counter[Place] = field(default_factory=Counter)
    tasks: Counter[Place] = field(default_factory=Counter)


KINDS = ("headings", "tags", "links", "tasks")


def read_lines(path: Path) -> list[str]:
    """Lines of a file, as an editor counts them."""
    text = path.read_bytes().decode("utf-8-sig", "replace").replace("\r\n", "\n").replace("\r", "\n")
    return text.removesuffix("\n").split("\n")


def count_independently(lines: list[str]) -> Counted:
    """Count with markdown-it-py and regular expressions."""
    text = "\n".join(lines)
    match = _FRONTMATTER.match(text)
    body = _blank(text, *match.span()) if match else text
    body = _hide(body)
    found = Counted()
    item_line = -1
    for token in MARKDOWN.parse(body):
        first = token.map[0] + 1 if token.map else 0
        if token.type == "heading_open" and token.level == 0:
            found.headings[(first, token.tag)] += 1
        elif token.type == "list_item_open":
            item_line = first
        elif token.type == "inline":
            if item_line == first and (task := _TASK.match(token.content)):
                found.tasks[(first, task[1])] += 1
            item_line = -1
            _count_inline(token, first, found)
    return found


def _hide(body: str) -> str:
    """Blank comments and blocks of mathematics that stand outside of fenced code, line ends kept."""
    fences = [match.span() for match in _FENCES.finditer(body)]
    for pattern in _HIDDEN:
        position = 0
        while match := pattern.search(body, position):
            inside = any(start <= match.start() < end for start, end in fences)
            behind = body[body.rfind("\n", 0, match.start()) + 1 : match.start()]
            if inside or behind.count("`") % 2:
                position = match.start() + 2  # the mark is code: what it would close is not closed by it
            else:
                body = _blank(body, *match.span())
                position = match.end()
    return body


def _blank(text: str, start: int, end: int) -> str:
    return text[:start] + re.sub(r"[^\n]", " ", text[start:end]) + text[end:]


def _count_inline(token: Token, first: int, found: Counted) -> None:
    content = token.content
    for pattern in (_CODE, _MATH):
        for match in list(pattern.finditer(content)):
            content = _blank(content, *match.span())

    def line(position: int) -> int:
        return first + content.count("\n", 0, position)

    for match in list(_WIKILINK.finditer(content)):
        found.links[(line(match.start()), match[1].replace("\\", "").strip())] += 1
        content = _blank(content, *match.span())
    for match in list(_MARKDOWN_LINK.finditer(content)):
        target = match[1].strip("<>")
        if not _SCHEME.match(target):
            found.links[(line(match.start()), unquote(target).partition("#")[0].strip())] += 1
        start, end = match.span(1)
        content = _blank(content, start, end)
    for pattern in (_HTML_TAG, _URL):
        for match in list(pattern.finditer(content)):
            content = _blank(content, *match.span())
    for match in _INLINE_TAG.finditer(content):
        name = match[1].strip("/")
        if name and not name.replace("/", "").isdigit():
            found.tags[(line(match.start()), name)] += 1


def count_as_read(note: Note) -> Counted:
    """Count what the program's reader found in the body."""
    return Counted(
        headings=Counter((heading.line, f"h{heading.level}") for heading in note.headings),
        tags=Counter((tag.line, tag.name.strip("/")) for tag in note.tags if tag.line is not None),
        links=Counter((link.line, link.target.strip()) for link in note.links),
        tasks=Counter((task.line, task.status) for task in note.tasks),
    )


def range_faults(note: Note, lines: list[str]) -> Iterator[str]:
    """What is wrong with the line ranges of a note's chunks: nothing, one hopes."""
    covered: Counter[int] = Counter()
    for chunk in note.chunks:
        covered.update(range(chunk.first_line, chunk.last_line + 1))
        if chunk.text != "\n".join(lines[chunk.first_line - 1 : chunk.last_line]):
            yield f"lines {chunk.first_line} to {chunk.last_line} are not the chunk's text"
    for number, text in enumerate(lines[note.body_line - 1 :], note.body_line):
        if text.strip() and covered[number] != 1:
            yield f"line {number} is in {covered[number]} chunks"
    starts = [chunk.first_line for chunk in note.chunks]
    if starts != sorted(starts):
        yield "chunks are not in order"


def main() -> None:
    """Compare and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("vault", type=Path)
    options = parser.parse_args()
    settings = VaultSettings(use_obsidian_settings=False)
    totals = {kind: Counter[str]() for kind in KINDS}
    notes = chunks = faults = 0
    for file in scan_vault(options.vault, settings).notes:
        note = read_note(options.vault, file.path, settings)
        lines = read_lines(options.vault / file.path)
        notes += 1
        chunks += len(note.chunks)
        for fault in range_faults(note, lines):
            faults += 1
            print(f"{file.path}: {fault}")
        here, there = count_as_read(note), count_independently(lines)
        for kind in KINDS:
            read: Counter[Place] = getattr(here, kind)
            counted: Counter[Place] = getattr(there, kind)
            total = totals[kind]
            total["read"] += read.total()
            total["counted"] += counted.total()
            total["both"] += (read & counted).total()
            for name, difference in (("only read", read - counted), ("only counted", counted - read)):
                total[name] += difference.total()
                for line, what in sorted(difference.elements()):
                    text = lines[line - 1].strip()[:160]
                    why = next((reason for reason, form in REASONS.items() if form.fullmatch(text)), "NOT EXPLAINED")
                    print(f"{kind}, {name}: {file.path}:{line}: {what!r} in {text!r}: {why}")
    print(f"{notes:,} notes, {chunks:,} chunks, {faults} faults of line ranges")
    print(f"{'':10} {'read':>9} {'counted':>9} {'both':>9} {'only read':>11} {'only counted':>13}")
    for kind, total in totals.items():
        print(
            f"{kind:10} {total['read']:>9,} {total['counted']:>9,} {total['both']:>9,} "
            f"{total['only read']:>11,} {total['only counted']:>13,}"
        )


if __name__ == "__main__":
    main()
