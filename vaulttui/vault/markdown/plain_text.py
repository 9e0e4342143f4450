"""One line of inline Markdown as the reader of the rendered note sees it."""

from __future__ import annotations

import re
from typing import Final

from vaulttui.patterns import late_pattern
from vaulttui.vault.markdown.emphasis import without_emphasis

_ELEMENTS = (
    "a abbr address article aside audio b base bdi bdo blockquote body br button canvas caption center circle "
    "cite code col colgroup data dd defs del details dfn div dl dt em embed fieldset figcaption figure font "
    "footer form g h1 h2 h3 h4 h5 h6 head header hr html i iframe img input ins kbd label legend li line link "
    "main map mark meta meter nav noscript object ol option output p param path picture polygon polyline pre "
    "progress q rect rp rt ruby s samp script section select small source span strike strong style sub summary "
    "sup svg table tbody td template text textarea tfoot th thead time title tr track tt u ul use var video wbr"
)
HTML_ELEMENTS: Final = frozenset(_ELEMENTS.split())
"""Names of elements, in lower case. What looks like another, ``<T>`` or ``<your name>``, is shown as written."""
_WITHIN = (
    "a abbr b bdi bdo cite code data del dfn em font i ins kbd mark q rp rt ruby s samp small span strike strong sub "
    "sup time tt u var wbr"
)
WITHIN_WORDS: Final = frozenset(_WITHIN.split())
"""Elements that a word may begin or end in: *un<b>believ</b>able*. All others part words."""
_NAME: Final = re.compile(r"</?([A-Za-z][A-Za-z0-9-]*)")

_MARKED: Final = re.compile(r"[\[*_`=~%<\\&]")
ONE_CHARACTER: Final = (
    r"\\(?P<escaped>[!-/:-@\[-`{-~])"
    r"|(?P<entity>&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});)"
)
"""Pattern of what stands for one character: CommonMark 0.31, sections 2.4 and 2.5."""
LINK_DESTINATION: Final = (
    r"\(\s*+(<[^<>\n]*+>|(?!<)(?:[^\s()\\]++|\\.|\((?:[^\s()\\]++|\\.|\((?:[^\s()\\]++|\\.)*+\))*+\))*+)"
    r"(?:\s++(?:\"(?:[^\"\\]++|\\.)*+\"|'(?:[^'\\]++|\\.)*+'|\((?:[^()\\]++|\\.)*+\)))?+\s*+\)"
)
"""Pattern of what follows the text of a link: where it leads, which is its one group, and a title."""
DEFINITION_END: Final = r"(?:[ \t]++(?:\"[^\"\n]*+\"|'[^'\n]*+'|\([^()\n]*+\)))?+[ \t]*+(?![^\n])"
"""Pattern of what may follow where the definition of a link leads: a title. Behind more it is a line of text, such as
``[10:15]: the meeting began``."""
_FORMULA: Final = r"(?P<formula>\$\$.+?\$\$|(?<!\d)\$(?![\s$])(?:[^$\\]++|\\.)*+(?<!\s)\$(?!\d))"
_LITERAL: Final = late_pattern(rf"(?P<ticks>`++)(?P<code>.+?)(?<!`)(?P=ticks)(?!`)|{_FORMULA}|{ONE_CHARACTER}")
"""Characters that are no markup, whatever they look like. A formula stays as it is written, its dollars too."""
_TAG: Final = late_pattern(r"</?([A-Za-z][A-Za-z0-9-]*)(?:\s[^<>]*)?/?>")
_MARKUP: Final = (
    (late_pattern(r"%%.*?%%|<!--.*?-->"), ""),
    (late_pattern(r"!?\[\[(?:[^\[\]|]*\|)?+([^\[\]]+)\]\]"), r"\1"),
)
_AUTOLINK: Final = late_pattern(r"<([A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*|[\w.+-]+@[\w.-]+)>")
_BRACKET: Final = late_pattern(
    rf"!?(?P<opening>\[)|\](?:(?P<destination>{LINK_DESTINATION})|(?P<label>\[\d*+\](?!\()))?+"
)
_MARKS: Final = (late_pattern(r"~~(?=\S)(.+?)(?<=\S)~~"), late_pattern(r"==(?=\S)(.+?)(?<=\S)=="))
"""Of what is struck out and of what is highlighted; their group is what is left."""
_LONGEST: Final = 500
"""Characters that are looked at: no title and no line of a terminal has more."""
_FIRST_STAND_IN: Final = 0x10_0000
"""Characters for private use stand for what is not to be looked at."""


def plain_text(markdown: str) -> str:
    """One line of inline Markdown as its reader sees it: no marks, tags, link targets, comments, or escapes.

    Of a line that is longer than any that is shown, it is the beginning. The definitions of its links are not known:
    ``[text][1]`` and ``[text][]`` are taken for links, unless they go on with a word, as ``a[i][0]`` does; of any other
    label nothing is to be lost. Nor is it of ``[1][2]``, which are two sources.
    """
    markdown = markdown[:_LONGEST]
    if not _MARKED.search(markdown):
        return " ".join(markdown.split())
    kept: dict[str, str] = {}

    def keep(found: re.Match[str]) -> str:
        stand_in = chr(_FIRST_STAND_IN + len(kept))
        literal, entity = found["code"] or found["formula"], found["entity"]
        kept[stand_in] = literal or (character_of(entity) if entity else found["escaped"])
        return stand_in

    text = _LITERAL.sub(keep, markdown)
    for pattern, replacement in _MARKUP:
        text = pattern.sub(replacement, text)
    text = _TAG.sub(_without_tag, _AUTOLINK.sub(r"\1", _without_destinations(text)))
    if "*" in text or "_" in text:
        text = without_emphasis(text)
    for pattern in _MARKS:
        text = pattern.sub(r"\1", text)
    return " ".join("".join([kept.get(char, char) for char in text]).split())


def _without_destinations(text: str) -> str:
    """Links and images, also within each other, as the texts between their brackets."""
    pieces = [""]
    opened: list[tuple[int, bool]] = []  # which piece each open bracket is, and whether it goes on with a word
    position = 0
    while found := _BRACKET.search(text, position):
        start = found.start()
        before = text[position:start] or pieces[-1]
        pieces.append(text[position:start])
        position = found.end()
        if found["opening"]:
            opened.append((len(pieces), before[-1:] == "]" or before[-1:].isalnum()))
            pieces.append(found[0])
            continue
        piece, in_word = opened.pop() if opened else (-1, False)
        linked = "".join(pieces[piece + 1 :]) if found["label"] is not None and not in_word else ""
        is_reference = bool(linked.strip()) and not linked.isdecimal()
        if piece >= 0 and (found["destination"] is not None or is_reference):
            pieces[piece] = ""
            pieces.append("")
        else:
            pieces.append("]")
            position = start + 1
    return "".join(pieces) + text[position:]


def character_of(entity: str) -> str:
    """The character that is written ``&name;`` or ``&#number;``; as written if there is none of that name."""
    from html import unescape  # late: the names of two thousand characters, which few texts need
    from html.entities import html5

    # Of a name that it does not know, unescape takes a beginning that it knows: of &nothing; the sign ¬.
    return unescape(entity) if entity[1] == "#" else html5.get(entity[1:], entity)


def parts_words(tag: str) -> bool:
    """Whether what stands before a tag of HTML and what stands behind it are two words: a cell, a paragraph, a line."""
    name = _NAME.match(tag)
    return name is not None and (lower := name[1].lower()) in HTML_ELEMENTS and lower not in WITHIN_WORDS


def _without_tag(found: re.Match[str]) -> str:
    if found[1].lower() not in HTML_ELEMENTS:
        return found[0]
    return " " if parts_words(found[0]) else ""
