"""Inline Markdown: tags and links in the text of a block.

Follows CommonMark 0.31 where it says what is code, HTML and a link, and what Obsidian 1.13 shows in its metadata cache
for tags, wikilinks, comments and math. Each construct that is never closed is looked for once in a text, not at each
place where it opens: time is linear in the text.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Mapping
from typing import NamedTuple

from vaulttui.vault.markdown.block_syntax import normalise_label
from vaulttui.vault.markdown.destinations import (
    Destination,
    WikilinkReader,
    markdown_destination,
    wikilink_destination,
    without_image_size,
)
from vaulttui.vault.markdown.fences import formula_end
from vaulttui.vault.markdown.html_blocks import OPEN_OR_CLOSING_TAG
from vaulttui.vault.markdown.plain_text import LINK_DESTINATION
from vaulttui.vault.markdown.tag_names import TAG, is_tag_name
from vaulttui.vault.note import LinkKind

_TOKEN = re.compile(r"!?\[\[?|\]|#|`++|<|://|\$++|%%|\\[!-/:-@\[-`{-~]")
EMPHASIS = re.compile(r"(?<!\w)_++(?=\S)")
"""Underscores that open emphasis: those at the end of a tag behind them may close it."""
_BEFORE_TAG = "*_"
_BEFORE_TAG_TWICE = ("~~", "==")
_LINK_TEXT_REST = re.compile(r"[^\[\]\n]*+\]\(")
WIKILINK = re.compile(r"\[\[(?!\[|\s*\]\])((?:[^\[\]\n]++|\[(?!\[)|\](?!\]))++)\]\]")
"""Its group is what stands between the brackets: it may hold single ones. Around blanks alone they are text."""
_DESTINATION = re.compile(LINK_DESTINATION, re.DOTALL)
_LABEL = re.compile(r"\[((?:[^\[\]\\]++|\\.)*+)\]", re.DOTALL)
_AUTOLINK = re.compile(r"<(?:[A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*+|[^\s<>@]++@[^\s<>@]++)>")
_URL_REST = re.compile(r"[^\s<>\[\]`]*+")
_BACKTICKS = re.compile(r"`++")
_MAX_LABEL = 999
"""Characters, CommonMark's limit."""
_MAX_DISPLAY = 1000
"""Characters that are kept of a link's text."""


class FoundLink(NamedTuple):
    """A link and where it stands in the text of its block."""

    start: int
    end: int
    kind: LinkKind
    destination: Destination
    display: str
    embed: bool


class InlineResult(NamedTuple):
    """What one text holds. All offsets are offsets of that text."""

    tags: list[tuple[str, int]]
    """Name without ``#``, and offset."""
    links: list[FoundLink]
    opaque: list[tuple[int, int]]
    """Where the text is code, math, a comment, HTML, or the target of a link or URL. In order, disjoint."""
    link_texts: list[tuple[int, int]]
    """From the opening bracket of each Markdown link or image to its closing one, be it to the web or into the vault.
    In order of their ends; an image may stand within a link."""


def scan_inline(
    text: str, definitions: Mapping[str, str], wikilinks: WikilinkReader = wikilink_destination
) -> InlineResult:
    """Find tags and links.

    A tag begins where the text does, behind white space, behind marks that open emphasis, or behind another tag, code,
    a link and the like. So it does where the text of a link does, ``[#tag](x)``: Obsidian reads tags within such a
    text, and what it makes of this place is not known.

    Args:
        text: The text of one block, lines joined by a line feed. The cell of a table is one: its begin is like that of
            a line, ``|#tag|``.
        definitions: Normalised label to destination of the note's reference links.
        wikilinks: Reads what stands between the brackets of a wikilink.
    """
    scanner = _InlineScanner(text, definitions, wikilinks)
    scanner.scan()
    scanner.links.sort()
    return InlineResult(scanner.tags, scanner.links, scanner.opaque, scanner.link_texts)


def stands_before_tag(text: str, start: int) -> bool:
    """Whether a tag may begin behind what stands there: white space, or marks that open emphasis."""
    before = text[start - 1]
    return before.isspace() or before in _BEFORE_TAG or text[start - 2 : start] in _BEFORE_TAG_TWICE


class _InlineScanner:
    """The state of the scan of one text."""

    __slots__ = (
        "_backticks",
        "_brackets",
        "_dead_brackets",
        "_definitions",
        "_emphasis_start",
        "_missing",
        "_read_wikilink",
        "_text",
        "_token_end",
        "link_texts",
        "links",
        "opaque",
        "tags",
    )

    def __init__(self, text: str, definitions: Mapping[str, str], wikilinks: WikilinkReader) -> None:
        self.tags: list[tuple[str, int]] = []
        self.links: list[FoundLink] = []
        self.opaque: list[tuple[int, int]] = []
        self.link_texts: list[tuple[int, int]] = []
        self._text = text
        self._definitions = definitions
        self._read_wikilink = wikilinks
        self._brackets: list[int] = []  # offsets of open brackets, those of images negative (less one)
        self._dead_brackets = 0  # so many of them are around a link: no link themselves
        self._token_end = -1  # behind the last thing that is not plain text: a tag may start there
        self._missing: set[str] = set()  # closing marks that do not occur any more
        self._backticks: dict[int, list[int]] | None = None
        self._emphasis_start: int | None = None

    def scan(self) -> None:
        text = self._text
        search = _TOKEN.search
        position = 0
        while match := search(text, position):
            start, position = match.span()
            char = text[start]
            if char in "[!":
                position = self._opening(start, position)
            elif char == "]":
                position = self._closing(start)
            elif char == "#":
                position = self._tag(start)
            elif char == "`":
                position = self._code(start, position)
            elif char == "<":
                position = self._angle(start)
            elif char == ":":
                match = _URL_REST.match(text, position)
                position = self._skip(start, match.end() if match else position)
            elif char == "$":
                position = self._math(start, position)
            elif char == "%":
                position = self._until("%%", start, position)

    def _skip(self, start: int, end: int) -> int:
        """Note a stretch of text that holds nothing to find; returns its end."""
        self.opaque.append((start, end))
        self._token_end = end
        return end

    def _until(self, closing: str, start: int, position: int) -> int:
        """Skip to behind the closing mark, or only to ``position`` if there is none."""
        end = -1 if closing in self._missing else self._text.find(closing, position)
        if end < 0:
            self._missing.add(closing)
            return position
        return self._skip(start, end + len(closing))

    def _tag(self, start: int) -> int:
        text = self._text
        match = TAG.match(text, start)
        if match is None:
            return start + 1
        if start and start != self._token_end:
            in_link = text[start - 1] == "[" and _LINK_TEXT_REST.match(text, start)
            if not (in_link or stands_before_tag(text, start)):
                return start + 1
        name = match[1].strip("/")
        if name.endswith("_") and self._emphasised(start):
            name = name.rstrip("_")
        if is_tag_name(name):
            self.tags.append((name, start))
            self._token_end = match.end()
        return match.end()

    def _emphasised(self, start: int) -> bool:
        """Whether an underscore that opens emphasis stands before an offset: one behind it may close it."""
        if self._emphasis_start is None:
            match = EMPHASIS.search(self._text)
            self._emphasis_start = match.start() if match else len(self._text)
        return self._emphasis_start < start

    def _code(self, start: int, position: int) -> int:
        if self._backticks is None:
            self._backticks = {}
            for match in _BACKTICKS.finditer(self._text, start):
                self._backticks.setdefault(match.end() - match.start(), []).append(match.start())
        width = position - start
        closings = self._backticks.get(width, [])
        index = bisect_left(closings, position)
        return self._skip(start, closings[index] + width) if index < len(closings) else position

    def _math(self, start: int, position: int) -> int:
        if position - start > 1:
            return self._until("$$", start, position)
        end = formula_end(self._text, position, len(self._text))
        return position if end is None else self._skip(start, end + 1)

    def _angle(self, start: int) -> int:
        text = self._text
        if text.startswith("<!--", start):
            return self._until("-->", start, start + 2 if text.startswith(("<!-->", "<!--->"), start) else start + 4)
        match = OPEN_OR_CLOSING_TAG.match(text, start) or _AUTOLINK.match(text, start)
        return self._skip(start, match.end()) if match else start + 1

    def _opening(self, start: int, position: int) -> int:
        """Handle ``[``, ``![``, ``[[`` or ``![[``."""
        text = self._text
        image = text[start] == "!"
        bracket = start + image
        if position - bracket == 2:
            match = WIKILINK.match(text, bracket)
            if match:
                self._wikilink(start, match.end(), match[1], image)
                return self._skip(bracket, match.end())
        self._brackets.append(-bracket - 1 if image else bracket)
        return bracket + 1

    def _wikilink(self, start: int, end: int, inner: str, image: bool) -> None:
        found = self._read_wikilink(inner)
        if found:
            destination, display = found
            if image:
                display = without_image_size(display)
            self.links.append(FoundLink(start, end, "wikilink", destination, display, image))

    def _closing(self, start: int) -> int:
        """Handle ``]``: look whether it ends the text of a Markdown link."""
        brackets = self._brackets
        if not brackets:
            return start + 1
        bracket = brackets.pop()
        depth = len(brackets)
        image = bracket < 0
        alive = image or depth >= self._dead_brackets
        self._dead_brackets = min(self._dead_brackets, depth)
        if not alive:
            return start + 1
        bracket = -bracket - 1 if image else bracket
        text = self._text
        if text.startswith("(", start + 1) and (match := _DESTINATION.match(text, start + 1)):
            end, destination = match.end(), match[1]
        elif self._definitions and (reference := self._reference(bracket + 1, start)):
            end, destination = reference
        else:
            return start + 1
        if not image:
            self._dead_brackets = depth
        self._skip(start, end)
        self.link_texts.append((bracket, start))
        place = markdown_destination(destination)
        if place:
            display = text[bracket + 1 : min(start, bracket + 1 + _MAX_DISPLAY)]
            if image:
                display = without_image_size(display)
            self.links.append(FoundLink(bracket - image, end, "markdown", place, display, image))
        return end

    def _reference(self, start: int, end: int) -> tuple[int, str] | None:
        """Look up the label of ``[text][label]``, ``[label][]`` or ``[label]``.

        Returns:
            Offset behind the link, and its destination.
        """
        match = _LABEL.match(self._text, end + 1)
        label = match[1] if match and match[1] else None
        if label is None and end - start <= _MAX_LABEL:
            label = self._text[start:end]
        destination = self._definitions.get(normalise_label(label)) if label else None
        return None if destination is None else (match.end() if match else end + 1, destination)
