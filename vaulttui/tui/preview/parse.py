"""Markdown to tokens. One parser for the whole program; parsing keeps no state between calls."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, Literal, NamedTuple

from markdown_it import MarkdownIt
from markdown_it.common.utils import normalizeReference
from markdown_it.parser_inline import ParserInline
from markdown_it.rules_inline import StateInline
from markdown_it.rules_inline.state_inline import Scanned
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict
from mdit_py_plugins.footnote import footnote_plugin
from mdit_py_plugins.footnote.index import footnote_def

from vaulttui.tui.preview.block_rules import DEEPEST_BLOCK, INTERRUPTS
from vaulttui.tui.preview.math_rules import math_syntax
from vaulttui.tui.preview.syntax import vault_syntax
from vaulttui.vault.markdown.emphasis import opens_and_closes

_DEEPEST_MARK = 24
"""Marks within each other; what lies deeper is shown as it is written. Each costs time in long paragraphs."""


class _State(StateInline):
    """Reads emphasis beside Chinese, Japanese and Korean as these write it."""

    def scanDelims(self, start: int, canSplitWord: bool) -> Scanned:
        found = super().scanDelims(start, canSplitWord)
        end = start + found.length
        before, behind = self.src[start - 1] if start else " ", self.src[end] if end < self.posMax else " "
        if before.isascii() and behind.isascii():
            return found
        return Scanned(*opens_and_closes(before, behind, within_words=canSplitWord), found.length)


class _LocatedState(_State):
    """Notes in the meta data of every token where in the text it was found, which markdown-it does not keep."""

    def push(self, ttype: str, tag: str, nesting: Literal[-1, 0, 1]) -> Token:
        token = super().push(ttype, tag, nesting)
        token.meta["at"] = self.pos
        return token

    def pushPending(self) -> Token:
        token = super().pushPending()
        token.meta["at"] = self.pos
        return token


class _LocatingParser(ParserInline):
    """Reads text; of several lines so that each token's line is known."""

    def parse(self, src: str, md: MarkdownIt, env: EnvType, tokens: list[Token]) -> list[Token]:
        md = _text_parser()
        state = (_LocatedState if "\n" in src else _State)(src, md, env, tokens)
        self.tokenize(state)
        for rule in self.ruler2.getRules(""):
            rule(state)
        return state.tokens


class _Markdown(MarkdownIt):
    """Reads links to local files, too, which markdown-it keeps from browsers: here they are refused when followed."""

    def validateLink(self, url: str) -> bool:
        return url[:5].casefold() == "file:" or super().validateLink(url)


class Parsed(NamedTuple):
    """What a part of a note says."""

    tokens: list[Token]
    inline_footnotes: dict[int, list[Token]]
    """The texts of ``^[footnotes]`` by the ``id`` that the reference's meta data has, in the order of the part."""


@cache
def _parser() -> MarkdownIt:
    md = _Markdown()
    md.inline = _LocatingParser()
    md.configure("commonmark", {"maxNesting": DEEPEST_BLOCK + 2, "html": True})
    md.enable(["table", "strikethrough"])
    math_syntax(md)
    md.use(footnote_plugin, move_to_end=False)
    md.block.ruler.at("footnote_def", footnote_def, INTERRUPTS)  # else one below a quote is taken for a part of it
    vault_syntax(md)
    return md


@cache
def _text_parser() -> MarkdownIt:
    """The same parser for the text of blocks: marks may not lie in each other as deep as lists."""
    md = copy.copy(_parser())
    md.options = OptionsDict({**md.options, "maxNesting": _DEEPEST_MARK})  # type: ignore[typeddict-item]
    return md


def parse(text: str, *, references: dict[str, Any] | None = None, footnotes: Iterable[str] = ()) -> Parsed:
    """Read Markdown.

    Args:
        text: Part of a note, without frontmatter.
        references: Link definitions from other parts, as markdown-it keeps them.
        footnotes: Labels of footnotes that are defined in other parts.
    """
    env: dict[str, Any] = {
        "references": dict(references or {}),
        "footnotes": {"refs": {f":{label}": -1 for label in footnotes}, "list": {}},
    }
    # markdown-it takes a lone carriage return for a line end; lines are counted without.
    tokens = _parser().parse(text.replace("\r", " "), env)
    listed = env["footnotes"]["list"]
    return Parsed(tokens, {number: data["tokens"] for number, data in listed.items() if "tokens" in data})


def link_references(definitions: Mapping[str, str]) -> dict[str, Any]:
    """Return definitions of links as markdown-it keeps them.

    Args:
        definitions: Where they lead, as written, by their labels.
    """
    md = _parser()
    found: dict[str, Any] = {}
    for label, destination in definitions.items():
        href = md.normalizeLink(destination[1:-1] if destination.startswith("<") else destination)
        if md.validateLink(href):
            found.setdefault(normalizeReference(label), {"title": "", "href": href, "map": [0, 0]})
    return found
