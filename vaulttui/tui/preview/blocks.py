"""Block tokens to lines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from operator import itemgetter
from typing import Final

from markdown_it.token import Token

from vaulttui.tui.preview.block_tokens import behind_block, is_close, is_tight, is_under_heading, list_items
from vaulttui.tui.preview.callouts import callout_kind, callout_title
from vaulttui.tui.preview.canvas import Canvas, plain_row, rows_of
from vaulttui.tui.preview.context import NoteContext, Part, raised_number
from vaulttui.tui.preview.embeds import is_framed, split_at_embeds
from vaulttui.tui.preview.flow import Flow
from vaulttui.tui.preview.inline import InlineWriter, inline_flow, link_style
from vaulttui.tui.preview.leaves import math_lines, write_code, write_table
from vaulttui.tui.preview.lines import Run
from vaulttui.tui.preview.list_markers import item_marker
from vaulttui.tui.preview.parts import TextPart
from vaulttui.tui.preview.rendered import LinkTarget
from vaulttui.vault.note import Heading

LONGEST_EMBED = 20_000
"""Characters of an embedded note that are shown."""


class BlockWriter:
    """Writes the blocks of one part of a note onto a canvas.

    Args:
        canvas: Where to.
        part: The part, parsed.
    """

    def __init__(self, canvas: Canvas, part: Part) -> None:
        self._canvas = canvas
        self._part = part
        self._tokens: Sequence[Token] = part.parsed.tokens
        self._style = ""
        """Of all text that is written now."""
        self._lists = 0
        self._folded: dict[int, bool] = {}
        """Whether callouts are folded, by their first token."""
        self.footnotes: list[tuple[int, int, int]] = []
        """Number, and first and last token (excluded) of every footnote that is defined in the part."""

    def write_all(self) -> None:
        """Write the whole part, footnotes left out."""
        self._blocks(0, len(self._tokens))

    def write_footnote(self, number: int, start: int, end: int) -> None:
        """Write one of the :attr:`footnotes`."""
        with self._canvas.margin([(f"{raised_number(number)} ", "footnote")]):
            self._blocks(start, end)

    def write_unnamed_footnote(self, number: int, tokens: list[Token], source: int) -> None:
        """Write the text of a ``^[footnote]``."""
        writer = InlineWriter(self._part, source)
        writer.write(tokens, "")
        with self._canvas.margin([(f"{raised_number(number)} ", "footnote")]):
            self._flow(writer.flow)

    def _blocks(self, start: int, end: int, tight: bool = False) -> None:
        """Write the blocks between two tokens, with an empty line between them."""
        at = start
        before: Token | None = None
        while at < end:
            token = self._tokens[at]
            behind = behind_block(self._tokens, at)
            if self._is_shown(at):
                if before and not (tight and is_close(before, token)) and not is_under_heading(before, token):
                    self._canvas.gap(max(self._canvas.source, self._part.source(token) - 1))
                _HANDLERS[token.type](self, at, behind)
                before = token
            elif token.type == "footnote_reference_open":
                number = self._part.note.footnotes.number(token.meta["label"])
                if (footnote := (number, at + 1, behind - 1)) not in self.footnotes:
                    self.footnotes.append(footnote)
            at = behind

    def _is_shown(self, at: int) -> bool:
        """Whether there is anything to be seen of a block: not of comments, block ids and empty formulas."""
        token = self._tokens[at]
        if token.type == "paragraph_open":
            token.meta["flow"] = self._inline(at + 1)
        elif token.type == "html_block":
            writer = InlineWriter(self._part, self._part.source(token), self._style)
            writer.write_html(token.content)
            token.meta["flow"] = writer.flow
        elif token.type == "math_block":
            token.meta["lines"] = math_lines(self._part, token)
            return bool(token.meta["lines"])
        else:
            return token.type in _HANDLERS
        return bool(token.meta["flow"].text.strip())

    def _flow(self, flow: Flow) -> None:
        self._canvas.write_all(flow.rows(self._canvas.room, self._part.finder))

    def _inline(self, at: int, style: str = "") -> Flow:
        token = self._tokens[at]
        return inline_flow(token, self._part, self._part.source(token), style or self._style)

    def _paragraph(self, at: int, behind: int) -> None:
        inline = self._tokens[at + 1]
        if not any(child.type == "embed" for child in inline.children or ()):
            self._flow(self._tokens[at].meta["flow"])
            return
        source = self._part.source(self._tokens[at])
        for line, piece in split_at_embeds(inline, self._part):
            if piece.type == "embed":
                self._embed(piece, source + line)
            elif flow := inline_flow(piece, self._part, source + line, self._style):
                self._flow(flow)

    def _embed(self, token: Token, source: int) -> None:
        """Write an embed that stands alone: another note in a frame, or the name of a file."""
        if not is_framed(token, self._part):
            writer = InlineWriter(self._part, source, self._style)
            writer.write([token], "")
            self._flow(writer.flow)
            return
        target, _ = self._part.links.split(token.content)
        link = self._part.links.note(target)
        canvas = self._canvas
        title = Flow(source)
        title.add("❐ ", "embed.title")
        title.add(self._part.links.title(target), f"embed.title {link_style(link)}", link)
        with canvas.margin([("╭─ ", "embed.bar")], [("│  ", "embed.bar")]):
            self._flow(title)
        with canvas.margin([("│ ", "embed.bar")], [("│ ", "embed.bar")]):
            text = self._part.note.embed_text(link)
            if text is None:
                self._missing_part(link, source)
            else:
                inner = Canvas(canvas.room)
                write_embedded(inner, self._part.note, link.path or "", text, source)
                canvas.write_all(rows_of(inner.layout, source))
        canvas.write(plain_row([("╰─", "embed.bar")], source))

    def _missing_part(self, link: LinkTarget, source: int) -> None:
        """Say that an embedded note does not have what is asked of it."""
        missing = Flow(source)
        missing.add("The note has no such heading." if link.heading else "The note has no such block.", "muted")
        self._flow(missing)

    def _heading(self, at: int, behind: int) -> None:
        level = int(self._tokens[at].tag[1:])
        content = self._tokens[at + 1]
        source = self._part.source(self._tokens[at])
        flow = self._inline(at + 1, f"h{level}")
        if not flow:
            flow.add(" ")
        if not self._tokens[at].level:  # in quotes and the like it is none to the index, and no link leads to it
            self._canvas.heading(Heading(level, " ".join(flow.words.split()), source, ()))
        self._flow(flow)
        if level <= 2:
            line = "━" if level == 1 else "─"
            below = max(self._canvas.source, source + content.content.count("\n"))
            self._canvas.write(plain_row([(line * self._canvas.room, f"h{level}.rule")], below))

    def _quote(self, at: int, behind: int) -> None:
        token = self._tokens[at]
        if "callout" in token.meta:
            self._callout(at, behind)
            return
        outer, self._style = self._style, self._style or "quote"
        with self._canvas.margin([("▌ ", "quote.bar")], [("▌ ", "quote.bar")]):
            self._inside(at, behind)
        self._style = outer

    def _callout(self, at: int, behind: int) -> None:
        token = self._tokens[at]
        kind = callout_kind(token.meta["callout"])
        name = f"callout.{kind.color}"
        bar: list[Run] = [("▌", f"{name}.bar"), (" ", f"{name} {name}.bar")]
        title = self._inline(at + 1, f"{name}.title")
        if not title:
            title.add(callout_title(token.meta["callout"]), f"{name}.title")
        folded = self._is_folded(at, behind)
        if token.meta["fold"]:
            switch = LinkTarget("fold", "closed" if folded else "open", line=self._fold(token))
            title.add(" ▸" if folded else " ▾", f"{name}.title", switch)
        with self._canvas.margin(bar, bar, fill=name):
            with self._canvas.margin([(f"{kind.icon} ", f"{name}.title")]):
                self._flow(title)
            if not folded:
                self._inside(at, behind)

    def _is_folded(self, at: int, behind: int) -> bool:
        """Whether a callout is folded: as the person wants it, else as it is written unless a match is in it."""
        token = self._tokens[at]
        wanted = self._part.note.folds.get(self._fold(token)) if token.meta["fold"] else False
        if wanted is not None or token.meta["fold"] != "-":
            return bool(wanted)
        if at not in self._folded:  # else those in each other would be laid out twice as often with each level
            outer, self._canvas = self._canvas, Canvas(self._canvas.room)
            self._inside(at, behind)
            self._folded[at], self._canvas = not self._canvas.layout.hits, outer
        return self._folded[at]

    def _fold(self, token: Token) -> int:
        return self._part.note.fold(self._part.source(token))

    def _inside(self, at: int, behind: int) -> None:
        before = len(self._canvas.layout.lines)
        self._blocks(at + 1, behind - 1)
        if len(self._canvas.layout.lines) == before and "callout" not in self._tokens[at].meta:
            self._canvas.write(plain_row([], self._part.source(self._tokens[at])))

    def _list(self, at: int, behind: int) -> None:
        items = list(list_items(self._tokens, at, behind))
        ordered = self._tokens[at].type == "ordered_list_open"
        tight = is_tight(self._tokens, at, behind)
        digits = max((len(self._tokens[item].info) for item, _ in items), default=1) if ordered else 0
        self._lists += 1
        for number, (item, after) in enumerate(items):
            source = self._part.source(self._tokens[item])
            if number and not tight:
                self._canvas.gap(max(self._canvas.source, source - 1))
            self._item(item, after, digits, tight)
        self._lists -= 1

    def _item(self, at: int, behind: int, digits: int, tight: bool) -> None:
        token = self._tokens[at]
        outer = self._style
        marker, style = item_marker(token, self._lists, digits)
        self._style = style or outer
        before = len(self._canvas.layout.lines)
        with self._canvas.margin(marker):
            self._blocks(at + 1, behind - 1, tight)
            if len(self._canvas.layout.lines) == before:
                self._canvas.write(plain_row([], self._part.source(token)))
        self._style = outer

    def _code(self, at: int, behind: int) -> None:
        write_code(self._canvas, self._part, self._tokens[at], continued=self._is_continued(at))

    def _math(self, at: int, behind: int) -> None:
        with self._canvas.margin([("  ", "")]):
            for flow in self._tokens[at].meta["lines"]:
                self._flow(flow)

    def _rule(self, at: int, behind: int) -> None:
        source = self._part.source(self._tokens[at])
        self._canvas.write(plain_row([("─" * self._canvas.room, "rule")], source))

    def _table(self, at: int, behind: int) -> None:
        tokens = self._tokens[at:behind]
        write_table(self._canvas, self._part, tokens, self._style, continued=self._is_continued(at))

    def _is_continued(self, at: int) -> bool:
        return at == 0 and self._part.continued

    def _html(self, at: int, behind: int) -> None:
        self._flow(self._tokens[at].meta["flow"])


def write_embedded(canvas: Canvas, note: NoteContext, path: str, text: str, line: int) -> None:
    """Write the text of an embedded note with its footnotes. What that embeds in turn is shown as a link.

    Args:
        canvas: Where to.
        note: The note that embeds it.
        path: Path of the embedded note.
        text: What is to be shown of it.
        line: Line of ``note`` that the embed is on.
    """
    shown = text[:LONGEST_EMBED]
    part = Part(note.embedded(path, shown, line), TextPart(shown, 0, 1))
    writer = BlockWriter(canvas, part)
    writer.write_all()
    footnotes = [(footnote[0], partial(writer.write_footnote, *footnote)) for footnote in writer.footnotes]
    footnotes += [
        (unnamed[0], partial(writer.write_unnamed_footnote, *unnamed)) for unnamed in part.unnamed_footnotes()
    ]
    if footnotes:
        canvas.gap(canvas.source)
    for _, write in sorted(footnotes, key=itemgetter(0)):
        write()
    if len(text) > LONGEST_EMBED:
        canvas.write(plain_row([("…", "muted")], canvas.source))


_HANDLERS: Final[dict[str, Callable[[BlockWriter, int, int], None]]] = {
    "paragraph_open": BlockWriter._paragraph,
    "heading_open": BlockWriter._heading,
    "hr": BlockWriter._rule,
    "blockquote_open": BlockWriter._quote,
    "bullet_list_open": BlockWriter._list,
    "ordered_list_open": BlockWriter._list,
    "fence": BlockWriter._code,
    "code_block": BlockWriter._code,
    "math_block": BlockWriter._math,
    "html_block": BlockWriter._html,
    "table_open": BlockWriter._table,
}
