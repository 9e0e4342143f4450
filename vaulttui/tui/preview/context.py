"""What the layout of every part of a note must know of the whole note."""

from __future__ import annotations

from collections.abc import Mapping

from markdown_it.token import Token

from vaulttui.search.engine import NoteDetail
from vaulttui.tui.preview.folds import fold_of
from vaulttui.tui.preview.footnotes import Footnotes
from vaulttui.tui.preview.links import NoteLinks
from vaulttui.tui.preview.match import Finder
from vaulttui.tui.preview.parse import Parsed, link_references, parse
from vaulttui.tui.preview.parts import TextPart
from vaulttui.tui.preview.rendered import LinkTarget
from vaulttui.vault.markdown.blocks import scan_blocks
from vaulttui.vault.markdown.destinations import Destination
from vaulttui.vault.markdown.found_blocks import FoundBlocks

_SUPERSCRIPT = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


class NoteContext:
    """Links, matches, footnotes and definitions of one note.

    Args:
        detail: The note.
        finder: Finds what to highlight.
        body: The text that footnotes and link definitions are looked for in, without frontmatter.
        body_line: The note's line that it begins on.
        folds: Whether callouts are to be folded, by their :meth:`fold`, where that was said.
    """

    def __init__(
        self,
        detail: NoteDetail,
        finder: Finder,
        body: str,
        body_line: int = 1,
        folds: Mapping[int, bool] | None = None,
    ) -> None:
        self.detail = detail
        self.finder = finder
        self.folds = folds or {}
        self.links = NoteLinks(detail.path, detail.links, detail.blocks)
        self._embeds = detail.embeds
        self._blocks = detail.blocks
        self.embedded_at: int | None = None
        """Line of the note that embeds this one, if one does."""
        marked = "[^" in body or "^[" in body or "]:" in body
        blocks = scan_blocks(body.split("\n"), body_line) if marked else FoundBlocks()
        self.references = link_references(blocks.definitions)
        self.footnotes = Footnotes(blocks)

    def embedded(self, path: str, text: str, line: int) -> NoteContext:
        """The context of a note that this one embeds; what that embeds in turn is not shown.

        Args:
            path: Path of the embedded note.
            text: What is shown of it.
            line: Line of this note that the embed is on.
        """
        inner = NoteContext(self.detail, self.finder.without_tasks(), text, folds=self.folds)
        inner.links = NoteLinks(path, self.detail.embedded_links.get(path, ()), self.detail.blocks)
        inner._embeds = {}
        inner._blocks = {}
        inner.embedded_at = line
        return inner

    def fold(self, line: int) -> int:
        """Return what tells the callout that begins on a line from all others of the note."""
        return fold_of(line, self.embedded_at)

    def shows_embed(self, link: LinkTarget) -> bool:
        """Tell whether it is known what an embed shows, and to be shown."""
        return link.block in self._blocks or Destination(link.target, link.heading, link.block).written in self._embeds

    def embed_text(self, link: LinkTarget) -> str | None:
        """Return the text of what an embed shows; ``None`` if there is nothing that is called so."""
        if (block := self._blocks.get(link.block)) is not None:
            return block.text
        return self._embeds.get(Destination(link.target, link.heading, link.block).written)

    def footnote_line(self, label: str) -> int | None:
        """Return the line of the note that a footnote is defined on; within an embedded note that of the embed."""
        line = self.footnotes.line(label)
        return self.embedded_at or line if line is not None else None


class Part:
    """One part of a note, parsed.

    Args:
        note: The whole.
        part: Where it is from.
    """

    def __init__(self, note: NoteContext, part: TextPart) -> None:
        self.note = note
        self.links = note.links
        self.finder = note.finder
        self.continued = bool(part.opening)
        """Whether the first block is code or a table that began in the part before."""
        self.parsed: Parsed = parse(
            part.opening + part.text, references=note.references, footnotes=note.footnotes.labels
        )
        self._line = part.line - part.opening.count("\n")
        self._unnamed = {
            number: note.footnotes.unnamed(part.line, nth)
            for nth, number in enumerate(sorted(self.parsed.inline_footnotes))
        }

    def source(self, token: Token) -> int:
        """Return the note's line that a block begins on."""
        return self._line + (token.map[0] if token.map else 0)

    def footnote(self, token: Token) -> tuple[str, LinkTarget]:
        """Return what a footnote reference shows and leads to."""
        label = token.meta.get("label")
        if label is None:
            number, _ = self._unnamed[token.meta["id"]]
            return raised_number(number), LinkTarget("footnote", str(number), line=self.note.embedded_at)
        number = self.note.footnotes.number(label)
        return raised_number(number), LinkTarget("footnote", label, line=self.note.footnote_line(label))

    def unnamed_footnotes(self) -> list[tuple[int, list[Token], int]]:
        """Return number, text and line of every ``^[footnote]``."""
        found = []
        for place, tokens in self.parsed.inline_footnotes.items():
            number, line = self._unnamed[place]
            found.append((number, tokens, line or self._line))
        return found


def raised_number(number: int) -> str:
    """Return a footnote's number as superscript."""
    return str(number).translate(_SUPERSCRIPT) if number else "*"
