"""What notes write beyond CommonMark: rules for markdown-it.

Wikilinks, embeds, references to blocks, ``==highlights==``, ``%%comments%%``, tags and bare addresses. Tasks, callouts
and block ids are found when all blocks are known, before their text is read.
"""

from __future__ import annotations

import re

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from vaulttui.tui.preview.block_rules import block_syntax
from vaulttui.vault.markdown.block_syntax import split_attributes
from vaulttui.vault.markdown.inline import EMPHASIS, WIKILINK, stands_before_tag
from vaulttui.vault.markdown.tag_names import TAG, is_tag_name
from vaulttui.vault.other_programs.logseq import BLOCK_REFERENCE, EMBED, OWN_LINE

LONGEST_PARAGRAPH = 20_000
"""Characters; more are shown as they are written. Reading inline marks can take quadratic time."""

_MARK_OR_CODE = re.compile(r"==|\\.|(`++).+?(?<!`)\1(?!`)", re.DOTALL)
"""What ends a highlight, and what may hold the same characters without ending it."""
_SCHEME = re.compile(r"(?<![\w+.-])(https?|ftp|obsidian)$", re.IGNORECASE)
_ADDRESS = re.compile(r"://(?:[^\s<>\"`|\\^\[\]]|\[[^\s<>\"`|\\^\[\]]*\])+")
"""Brackets belong to an address in pairs: one that closes what is around it ends it, as in ``[https://x.org](y)``."""
_ADDRESS_END = "?!.,:;*_~'\""
_TASK = re.compile(r"\[(.)\](?:[ \t]+(?=\S)|[ \t]*(?=\n)|$)")
_CALLOUT = re.compile(r"\[!([^\[\]\n]{1,50})\]([+-]?)(?:[ \t]+|[ \t]*(?=\n)|$)")
_BLOCK_ID = re.compile(r"(?:^|[ \t\n])\^[A-Za-z0-9-]+[ \t]*$")
_CELLS = ("th_open", "td_open")
"""What stands before the text of a cell, which has no block id: it may be ``^C``."""
_OWN_LINE = re.compile(rf"[ \t]*{OWN_LINE}[ \t]*")


def vault_syntax(md: MarkdownIt) -> None:
    """Teach a parser everything of this module."""
    md.inline.ruler.before("link", "wikilink", wikilink)
    md.inline.ruler.before("link", "embed_macro", embed_macro)
    md.inline.ruler.before("strikethrough", "highlight", highlight)
    md.inline.ruler.before("escape", "inline_comment", inline_comment)
    md.inline.ruler.before("strikethrough", "tag", tag)
    md.inline.ruler.before("escape", "bare_address", bare_address)
    md.inline.ruler2.push("block_references", block_references)
    block_syntax(md)
    md.core.ruler.before("inline", "prepare", prepare)


def wikilink(state: StateInline, silent: bool) -> bool:
    """Read ``[[target#heading|shown]]`` and, as an embed, ``![[target]]``."""
    start = state.pos
    embed = state.src[start] == "!"
    match = WIKILINK.match(state.src, start + embed, state.posMax)
    if match is None:
        return False
    if not silent:
        token = state.push("embed" if embed else "wikilink", "", 0)
        token.content = match[1]
    state.pos = match.end()
    return True


def embed_macro(state: StateInline, silent: bool) -> bool:
    """Read Logseq's ``{{embed [[note]]}}`` and ``{{embed ((block))}}``."""
    match = EMBED.match(state.src, state.pos, state.posMax)
    if match is None:
        return False
    if not silent:
        token = state.push("embed", "", 0)
        token.content = match["note"] or match["block"]
    state.pos = match.end()
    return True


def block_references(state: StateInline) -> None:
    """Find Logseq's ``((name of a block))`` in the text that was read."""
    if "((" not in state.src:
        return
    found: list[Token] = []
    for token in state.tokens:
        parts = BLOCK_REFERENCE.split(token.content) if token.type == "text" else ()
        if len(parts) < 2:
            found.append(token)
            continue
        for number, part in enumerate(parts):
            kind = "block_reference" if number % 2 else "text"
            found.append(Token(kind, "", 0, content=part, level=token.level, meta=token.meta))
    state.tokens[:] = found


def highlight(state: StateInline, silent: bool) -> bool:
    """Read ``==marked text==``."""
    start, maximum = state.pos, state.posMax
    if not state.src.startswith("==", start) or start + 4 >= maximum or state.src[start + 2] in " \n\t=":
        return False
    marks = _MARK_OR_CODE.finditer(state.src, start + 2, maximum)
    end = next((match.start() for match in marks if match[0] == "=="), -1)
    if end < 0 or state.src[end - 1].isspace():
        return False
    if not silent:
        state.pos, state.posMax = start + 2, end
        state.push("mark_open", "mark", 1)
        state.md.inline.tokenize(state)
        state.push("mark_close", "mark", -1)
    state.pos, state.posMax = end + 2, maximum
    return True


def inline_comment(state: StateInline, silent: bool) -> bool:
    """Leave out ``%%what is not meant to be read%%``."""
    if not state.src.startswith("%%", state.pos):
        return False
    end = state.src.find("%%", state.pos + 2, state.posMax)
    if end < 0:
        return False
    if not silent:
        state.push("comment", "", 0)
    state.pos = end + 2
    return True


def tag(state: StateInline, silent: bool) -> bool:
    """Read ``#tag/nested`` where the index finds one."""
    start = state.pos
    match = TAG.match(state.src, start, state.posMax)
    behind_text = state.pending or (state.tokens and state.tokens[-1].type in ("text", "text_special"))
    if match is None or (behind_text and not stands_before_tag(state.src, start)):
        return False
    name = match[1]
    if name.endswith("_") and EMPHASIS.search(state.src, 0, start + 1):
        name = name.rstrip("_")
    if not is_tag_name(name.strip("/")):
        return False
    if not silent:
        token = state.push("tag", "", 0)
        token.content = name
    state.pos = start + 1 + len(name)
    return True


def bare_address(state: StateInline, silent: bool) -> bool:
    """Read ``https://…`` without brackets around it, up to white space, without punctuation at its end."""
    start = state.pos
    if state.src[start] != ":" or state.linkLevel:
        return False
    scheme = _SCHEME.search(state.src[max(0, start - 12) : start])
    match = _ADDRESS.match(state.src, start, state.posMax) if scheme else None
    if scheme is None or match is None:
        return False
    address = match[0].rstrip(_ADDRESS_END)
    while address.endswith(")") and address.count(")") > address.count("("):
        address = address[:-1].rstrip(_ADDRESS_END)
    if len(address) < 4:
        return False
    if not silent:
        if not state.pending.endswith(scheme[1]):
            return False
        state.pending = state.pending[: -len(scheme[1])]
        token = state.push("address", "", 0)
        token.content = scheme[1] + address
    state.pos = start + len(address)
    return True


def prepare(state: StateCore) -> None:
    """Find callouts, tasks, block ids and the attributes of headings, and keep overlong paragraphs from being read."""
    prepared: list[Token] = []
    for token in state.tokens:
        if token.type == "inline":
            around = prepared[-2] if len(prepared) > 1 and prepared[-1].type == "paragraph_open" else None
            if around is not None and around.type == "blockquote_open":
                title = _read_callout(around, token)
                if title is not None:
                    prepared.insert(-1, title)
            elif around is not None and around.type == "list_item_open":
                if task := _TASK.match(token.content):
                    around.meta["task"] = task[1]
                    token.content = token.content[task.end() :]
                # What is called so is the item, whatever lines follow.
                first, newline, rest = token.content.partition("\n")
                token.content = _without_block_id(first) + newline + rest
            if not (prepared and prepared[-1].type in _CELLS):
                token.content = _without_block_id(token.content)
            if prepared and prepared[-1].type == "heading_open":
                token.content = split_attributes(token.content.rstrip())[0]
            if len(token.content) > LONGEST_PARAGRAPH:
                token.type = "overlong"
        prepared.append(token)
    state.tokens = prepared


def _without_block_id(text: str) -> str:
    block_id = _BLOCK_ID.search(text) if "^" in text else None
    if block_id:
        return text[: block_id.start()]
    return _without_own_lines(text) if ":: " in text else text


def _without_own_lines(text: str) -> str:
    """A block without the lines at its end that Logseq keeps its name in."""
    end = len(text)
    while end > 0:
        start = text.rfind("\n", 0, end) + 1
        if not _OWN_LINE.fullmatch(text, start, end):
            break
        end = start - 1
    return text[: max(0, end)]


def _read_callout(quote: Token, first: Token) -> Token | None:
    """Turn a quote that begins with ``[!kind] title`` into a callout.

    Returns:
        The title as an inline token of its own, which comes first in the quote; ``None`` if it is no callout.
    """
    match = _CALLOUT.match(first.content)
    if match is None:
        return None
    written, newline, rest = first.content[match.end() :].partition("\n")
    quote.meta["callout"] = match[1].strip()
    quote.meta["fold"] = match[2]
    # The first line is blanked, not cut: lines stay counted from where the paragraph begins.
    first.content = newline + rest
    return Token("inline", "", 0, map=first.map, level=first.level, content=written.strip(), children=[], block=True)
