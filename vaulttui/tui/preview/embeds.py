"""Embeds on lines of their own within a paragraph, and the text between them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from markdown_it.token import Token

from vaulttui.tui.preview.context import Part
from vaulttui.tui.preview.inline import InlineWriter
from vaulttui.tui.preview.links import is_attachment

_BREAKS = ("softbreak", "hardbreak")


def is_framed(embed: Token, part: Part) -> bool:
    """Whether an embed that stands alone is shown as what it embeds, not as a link to it."""
    link = part.links.note(part.links.split(embed.content)[0])
    return not is_attachment(link.target) and part.note.shows_embed(link)


def split_at_embeds(inline: Token, part: Part) -> Iterator[tuple[int, Token]]:
    """Split a paragraph.

    Lines of nothing but an embed, or of some that are framed, stand alone, unless emphasis, a link or an element of
    HTML is open around them.

    Args:
        inline: Its text.
        part: The part of a note that it is in.

    Yields:
        Lines of the paragraph above a piece, and the piece: an ``embed``, or an ``inline`` token with the text between.
    """
    children = inline.children or []
    begin = 0  # of the text that is not yet told
    state = InlineWriter(part, 0)
    for first, last in _lines(children):
        line = children[first:last]
        if not state.is_open and _stand_alone(line, part):
            if begin < first:
                yield _text(inline, begin, first)
            begin = last
            for embed in line:
                if embed.type == "embed":
                    yield inline.content.count("\n", 0, embed.meta.get("at", 0)), embed
        state.write(line, "")
    if begin < len(children):
        yield _text(inline, begin, len(children))


def _lines(children: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """First token of each line, and that behind its last, which is the break."""
    first = 0
    for number, child in enumerate(children, 1):
        if child.type in _BREAKS or number == len(children):
            yield first, number
            first = number


def _stand_alone(line: Sequence[Token], part: Part) -> bool:
    embeds = [token for token in line if token.type == "embed"]
    return (
        bool(embeds)
        and all(token.type == "embed" or _is_blank(token) for token in line)
        and (len(embeds) == 1 or all(is_framed(embed, part) for embed in embeds))
    )


def _is_blank(token: Token) -> bool:
    if token.type == "text":
        return not token.content.strip()
    return token.type in ("comment", *_BREAKS) or (token.type == "html_inline" and token.content.startswith("<!--"))


def _text(inline: Token, begin: int, end: int) -> tuple[int, Token]:
    """The lines of some children as a token of their own, which counts its lines from its own beginning."""
    children = inline.children or []
    start, stop = 0, len(inline.content)
    if begin:
        start = inline.content.index("\n", children[begin - 1].meta["at"]) + 1
    if end < len(children):
        end -= 1
        stop = inline.content.index("\n", children[end].meta["at"])
    moved = [child.copy(meta={**child.meta, "at": child.meta.get("at", 0) - start}) for child in children[begin:end]]
    return inline.content.count("\n", 0, start), inline.copy(content=inline.content[start:stop], children=moved)
