"""Inline tokens to running text."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from html import unescape
from typing import Protocol

from markdown_it.token import Token

from vaulttui.tui.preview import html
from vaulttui.tui.preview.flow import Flow
from vaulttui.tui.preview.formula import readable
from vaulttui.tui.preview.lines import FOOTNOTE
from vaulttui.tui.preview.links import NoteLinks, is_image, shown_target
from vaulttui.tui.preview.prose import meaningless_breaks, style_fields
from vaulttui.tui.preview.rendered import LinkTarget

_BLANKS = re.compile(r"[ \t]{2,}")
_SIZE = re.compile(r"\d+(?:x\d+)?")
_MOST_STYLES = 50
"""Of one text: where elements of HTML are opened again and again and never closed, each would cost more time."""
_UNSPACED = re.compile("[\u2e80-\u9fff\uf900-\ufaff\uff00-\uff60]")


class Notes(Protocol):
    """What inline text needs to know of its note."""

    links: NoteLinks

    def footnote(self, token: Token) -> tuple[str, LinkTarget]:
        """Return what a footnote reference shows and leads to."""


def inline_flow(token: Token, notes: Notes, source: int, style: str = "", *, is_cell: bool = False) -> Flow:
    """Turn an ``inline`` token into running text.

    Args:
        token: With its children.
        notes: The note around it.
        source: The line of the note that it begins on.
        style: Of all its text.
        is_cell: Whether it stands in a table.
    """
    writer = InlineWriter(notes, source, style)
    if token.type == "overlong":
        writer.raw(token.content)
    else:
        writer.write(token.children or [], token.content, is_cell=is_cell)
    return writer.flow


class InlineWriter:
    """Writes inline tokens into a flow."""

    def __init__(self, notes: Notes, source: int, style: str = "") -> None:
        self.flow = Flow(source)
        self._notes = notes
        self._source = source
        self._styles = [style] if style else []
        self._links: list[LinkTarget] = []
        self._hidden = 0
        self._verbatim = 0  # blanks and line ends count within <pre>
        self._items = html.ItemMarkers()
        self._shift = ""  # "sub" or "sup" while inside one

    @property
    def is_open(self) -> bool:
        """Whether what was written goes on into what follows: emphasis, a link or an element of HTML."""
        return bool(self._styles or self._links or self._hidden or self._verbatim or self._shift)

    def raw(self, text: str) -> None:
        """Write text as it is, line by line."""
        for number, line in enumerate(text.split("\n")):
            if number:
                self.flow.newline()
            self.flow.at_source(self._source + number)
            self.flow.add(line, self._style())

    def write_html(self, text: str) -> None:
        """Write HTML as the text that it holds."""
        at = 0
        line = self._source
        for match in html.TAG.finditer(text):
            line = self._html_text(text[at : match.start()], line)
            self.html_tag(match)
            line += match[0].count("\n")
            at = match.end()
        self._html_text(text[at:], line)

    def _html_text(self, text: str, line: int) -> int:
        for number, part in enumerate(text.split("\n")):
            if number:
                line += 1
                if self.flow.last not in ("", "\n") or (self._verbatim and self.flow):
                    self.flow.newline()
            self.flow.at_source(line)
            self._text(unescape(part))
        return line

    def write(self, tokens: Sequence[Token], content: str, *, is_cell: bool = False) -> None:
        """Write the children of an inline token.

        Args:
            tokens: The children.
            content: What they were read from, for counting lines.
            is_cell: Whether they stand in a table.
        """
        newlines = [at for at, character in enumerate(content) if character == "\n"] if "\n" in content else []
        joined = meaningless_breaks(content.split("\n")) if newlines else set()
        for token in tokens:
            if newlines and "at" in token.meta:
                self.flow.at_source(self._source + bisect_right(newlines, token.meta["at"] - 1))
            if token.type == "softbreak":
                self._break(bisect_left(newlines, token.meta["at"]) in joined)
            else:
                self._token(token)
        if "::" in content:
            style_fields(self.flow, is_cell=is_cell)

    def _token(self, token: Token) -> None:
        kind = token.type
        if kind == "text":
            self._text(token.content)
        elif (style := _PAIRS.get(kind)) is not None:
            self._styles.append(style)
        elif kind in _PAIR_ENDS:
            self._drop_style(_PAIR_ENDS[kind])
        elif kind == "hardbreak":
            self._break(False)
        elif (handler := _HANDLERS.get(kind)) is not None:
            handler(self, token)

    def _text(self, text: str) -> None:
        if self._hidden or not text:
            return
        if self._verbatim:
            text = text.expandtabs(4)
        else:
            if "  " in text or "\t" in text:
                text = _BLANKS.sub(" ", text)
            if text[0] == " " and self.flow.last in ("", " ", "\n"):
                text = text[1:]
        if self._shift:
            text = (html.raised if self._shift == "sup" else html.lowered)(text)
        self.flow.add(text, self._style(), self._link())

    def _break(self, joined: bool) -> None:
        if self._hidden or not self.flow:
            return
        if not joined:
            self.flow.newline()
        elif self.flow.last not in ("", " ", "\n") and not _UNSPACED.match(self.flow.last):
            self.flow.add(" ", self._style(), self._link())

    def _style(self, *more: str) -> str:
        return " ".join((*self._styles, *more)) if self._styles or more else ""

    def _drop_style(self, style: str) -> None:
        for at in range(len(self._styles) - 1, -1, -1):
            if self._styles[at] == style:
                del self._styles[at]
                return

    def _link(self) -> LinkTarget | None:
        return self._links[-1] if self._links else None

    def _code(self, token: Token) -> None:
        self.flow.add(token.content, self._style("code"), self._link())

    def _math(self, token: Token) -> None:
        self.flow.add(readable(token.content), self._style("math"), self._link())

    def _open_link(self, token: Token) -> None:
        self._follow(self._notes.links.address(str(token.attrGet("href") or "")))

    def _follow(self, link: LinkTarget) -> None:
        self._links.append(link)
        self._styles.append(link_style(link))

    def _close_link(self, token: Token) -> None:
        if self._links:
            self._drop_style(link_style(self._links.pop()))

    def _address(self, token: Token) -> None:
        self.flow.add(token.content, self._style("link.url"), LinkTarget("url", token.content))

    def _wikilink(self, token: Token) -> None:
        target, shown = self._notes.links.split(token.content)
        link = self._notes.links.note(target)
        self.flow.add(shown or shown_target(target), self._style(link_style(link)), link)

    def _block_reference(self, token: Token) -> None:
        link = self._notes.links.block(token.content)
        if link.path is None:
            self._text(link.target)
        else:
            self.flow.add(self._notes.links.shown(link.target), self._style(link_style(link)), self._link() or link)

    def _embed(self, token: Token) -> None:
        target, shown = self._notes.links.split(token.content)
        link = self._notes.links.note(target)
        before, _, size = shown.rpartition("|")
        shown = before.strip() if _SIZE.fullmatch(size.strip()) else shown
        mark = "🖼" if is_image(link.target) else "❐"
        name = f"{mark}\N{NO-BREAK SPACE}{shown or self._notes.links.shown(target)}"
        self.flow.add(name, self._style("image", link_style(link)), link)

    def _image(self, token: Token) -> None:
        described = InlineWriter(self._notes, self._source)
        described.write(token.children or [], "")
        alt, _, size = described.flow.text.rpartition("|")
        alt = alt if _SIZE.fullmatch(size.strip()) else described.flow.text
        self._picture(alt, str(token.attrGet("src") or ""))

    def _picture(self, alt: str, src: str) -> None:
        link = self._link() or self._notes.links.address(src)
        name = src.partition("?")[0].rstrip("/").rpartition("/")[2]
        self.flow.add(f"🖼\N{NO-BREAK SPACE}{alt.strip() or name or 'image'}", self._style("image"), link)

    def _tag(self, token: Token) -> None:
        self.flow.add(f"#{token.content}", self._style("tag"), LinkTarget("tag", token.content.strip("/")))

    def _footnote(self, token: Token) -> None:
        shown, link = self._notes.footnote(token)
        if FOOTNOTE in self.flow.styles_at(self.flow.length - 1).split():
            self.flow.add(",", self._style(FOOTNOTE))  # else two numbers read as one
        self.flow.add(shown, self._style(FOOTNOTE), link)

    def _html(self, token: Token) -> None:
        match = html.TAG.fullmatch(token.content)
        if match is not None:
            self.html_tag(match)

    def html_tag(self, match: re.Match[str]) -> None:
        """Act on one HTML tag or comment."""
        if match["name"] is None:
            return
        tag = html.read_tag(match)
        if tag is None:
            self._text(match[0])
        elif tag.name in html.HIDDEN:
            self._hidden = max(0, self._hidden - 1) if tag.closing else self._hidden + 1
        elif tag.closing:
            self._close_html(tag.name)
        else:
            self._open_html(tag)

    def _open_html(self, tag: html.HtmlTag) -> None:
        name = tag.name
        if name in html.BREAKS and self.flow and self.flow.last != "\n":
            self.flow.newline()
        if name == "pre":
            self._verbatim += 1
        if name in ("td", "th") and self.flow.last not in ("", "\n"):
            self._text("  ")
        if name in html.STYLES and len(self._styles) < _MOST_STYLES:
            self._styles.append(html.STYLES[name])
        elif name in ("sub", "sup"):
            self._shift = name
        elif name in html.LISTS:
            self._items.open_list(tag)
        elif name == "li":
            self._item()
        elif name == "img":
            self._picture(tag.attributes.get("alt", ""), tag.attributes.get("src", ""))
        elif name in html.FRAMES and (src := tag.attributes.get("src")):
            link = self._notes.links.address(src)
            self.flow.add(f"❐\N{NO-BREAK SPACE}{src}", self._style("image", link_style(link)), link)
        elif name == "a" and (href := tag.attributes.get("href")):
            self._follow(self._notes.links.address(href))

    def _item(self) -> None:
        if not self._hidden:
            self.flow.add(self._items.next(), self._style(), self._link())

    def _close_html(self, name: str) -> None:
        if name == "pre":
            self._verbatim = max(0, self._verbatim - 1)
        if name in html.STYLES:
            self._drop_style(html.STYLES[name])
        elif name in ("sub", "sup"):
            self._shift = ""
        elif name in html.LISTS:
            self._items.close_list()
        elif name == "a" and self._links:
            self._drop_style(link_style(self._links.pop()))
        if name in html.BREAKS and self.flow and self.flow.last != "\n":
            self.flow.newline()


_PAIRS = {"strong_open": "strong", "em_open": "em", "s_open": "strike", "mark_open": "highlight"}
_PAIR_ENDS = {kind.replace("open", "close"): style for kind, style in _PAIRS.items()}
_HANDLERS: dict[str, Callable[[InlineWriter, Token], None]] = {
    "code_inline": InlineWriter._code,
    "math_inline": InlineWriter._math,
    "math_inline_double": InlineWriter._math,
    "link_open": InlineWriter._open_link,
    "link_close": InlineWriter._close_link,
    "address": InlineWriter._address,
    "wikilink": InlineWriter._wikilink,
    "embed": InlineWriter._embed,
    "block_reference": InlineWriter._block_reference,
    "image": InlineWriter._image,
    "tag": InlineWriter._tag,
    "footnote_ref": InlineWriter._footnote,
    "html_inline": InlineWriter._html,
}


def link_style(link: LinkTarget) -> str:
    """Return the style of a link."""
    if link.kind == "url":
        return "link.url"
    return "link" if link.resolved else "link.unresolved"
