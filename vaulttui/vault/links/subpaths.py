"""The places within a note that links name: ``#Heading``, ``#Heading#Heading below`` and ``#^block``."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Sequence
from textwrap import dedent

from vaulttui.vault.markdown.plain_text import plain_text
from vaulttui.vault.note import Heading
from vaulttui.vault.other_programs.logseq import naming_line

_SPECIAL = re.compile(r"[\s!\"#$%&()*+,.:;<=>?@^`{|}~/\[\]\\]+")
"""What Obsidian takes for a blank where it compares a link with a heading: some of it may not stand in links."""
_NOT_IN_SLUG = re.compile(r"[^\w\- ]")
_FOOTNOTE = re.compile(r"\[\^[^\[\]\s]+\]")
_OWN_LINE = re.compile(r"[\s>]*\^[A-Za-z0-9-]+\s*")
_WITHOUT_MARK = re.compile(r"^\s*(?:[-*+]\s+)?")
_ITEM = re.compile(r"(\s*)(?:[-*+]|\d{1,9}[.)])(?:\s|$)")


def find_heading(headings: Sequence[Heading], written: str) -> Heading | None:
    """Find the heading that a link means.

    Args:
        headings: Those of the note, in its order.
        written: ``B``, or ``A#B`` for a heading B somewhere below a heading A; also as Obsidian writes headings with
            special characters, without these, by the id that is given to it, and as GitHub addresses it,
            ``what-is-new-1``.

    Returns:
        The first that is called so, by the strictest of these rules by which there is one.
    """
    wanted = [part.strip() for part in written.split("#") if part.strip()]
    if not wanted:
        return None
    found = (
        _first(headings, wanted, str.casefold)
        or _named(headings, wanted)
        or _first(headings, wanted, _spaced)
        or _first(headings, wanted, _spaced_as_seen)
    )
    if found is not None:
        return found
    slugs: Counter[str] = Counter()
    for heading in headings if len(wanted) == 1 else ():
        slug = _NOT_IN_SLUG.sub("", _seen(heading.text).casefold()).replace(" ", "-")
        before = slugs[slug]
        slugs[slug] += 1
        if wanted[0].casefold() == (f"{slug}-{before}" if before else slug):
            return heading
    return None


def _named(headings: Sequence[Heading], wanted: Sequence[str]) -> Heading | None:
    """The heading that was given an id."""
    name = wanted[0].casefold() if len(wanted) == 1 else ""
    return next((heading for heading in headings if heading.name and heading.name.casefold() == name), None)


def _first(headings: Sequence[Heading], wanted: Sequence[str], form: Callable[[str], str]) -> Heading | None:
    parts = [form(part) for part in wanted]
    for heading in headings:
        path = [form(text) for text in heading.path]
        if path[-1] == parts[-1] and all(part in path for part in parts):
            return heading
    return None


def _spaced(text: str) -> str:
    return _SPECIAL.sub(" ", text).strip().casefold()


def _spaced_as_seen(text: str) -> str:
    return _spaced(_seen(_FOOTNOTE.sub("", text)))


def _seen(text: str) -> str:
    """A heading as its reader sees it."""
    return plain_text(text) or text


def find_block(lines: Sequence[str], block: str) -> range | None:
    """Find the block that has an id: ``^id`` at its end, or on a line of its own below it, or as Logseq names blocks.

    Args:
        lines: The body of a note.
        block: The id without ``^``.

    Returns:
        Places of the block's lines, of a list item with all that is in it; ``None`` if none has the id.
    """
    own = naming_line(block)
    named = next(
        (at for at, line in enumerate(lines) if own in line and _WITHOUT_MARK.sub("", line).rstrip() == own), None
    )
    return _with_what_is_in_it(lines, named, 0) if named is not None else _find_marked(lines, block)


def _find_marked(lines: Sequence[str], block: str) -> range | None:
    """The block with ``^id``."""
    from vaulttui.vault.markdown.body import scan_body  # late: a search needs no parser

    body = scan_body(lines)
    line = next((line for name, line in body.block_ids if name.casefold() == block.casefold()), None)
    if line is None:
        return None
    at = line - 1
    starts = body.block_starts
    if _OWN_LINE.fullmatch(lines[at]) and at and not lines[at - 1].strip(" \t>"):
        nth = bisect_right(starts, at) - 1  # the last block that starts above
        if nth < 0:
            return range(at, line)
        while nth > 0 and _is_item(lines, starts[nth]) and _is_item(lines, starts[nth - 1]):
            nth -= 1  # the whole list
        first = starts[nth] - 1
        return range(first, _without_blank_end(lines, first, at))
    nth = bisect_right(starts, line) - 1
    return _with_what_is_in_it(lines, at, starts[nth] - 1 if nth >= 0 else 0)


def _with_what_is_in_it(lines: Sequence[str], at: int, top: int) -> range:
    """The block around a line, which does not begin before another one: of a list item with all that is in it."""
    first = at
    while first > top and lines[first - 1].strip() and not _ITEM.match(lines[first]):
        first -= 1
    item = _ITEM.match(lines[first])
    behind = at + 1
    if item is not None:
        while behind < len(lines) and (not lines[behind].strip() or _indent(lines[behind]) > len(item[1])):
            behind += 1
    return range(first, _without_blank_end(lines, at, behind))


def block_text(lines: Sequence[str], block: str) -> list[str] | None:
    """Return the lines of the block that has an id, as they are written outside of what is around it."""
    found = find_block(lines, block)
    return None if found is None else dedent("\n".join(lines[found.start : found.stop])).split("\n")


def _is_item(lines: Sequence[str], line: int) -> bool:
    return _ITEM.match(lines[line - 1]) is not None


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _without_blank_end(lines: Sequence[str], first: int, behind: int) -> int:
    while behind > first + 1 and not lines[behind - 1].strip():
        behind -= 1
    return behind
