"""What of a text only its source shows: where links and pictures lead, and HTML elements.

Comments and the targets of wikilinks are none of it: a person wrote them as words.
"""

from __future__ import annotations

import re
from typing import Final

from vaulttui.patterns import late_pattern
from vaulttui.values import dataclass
from vaulttui.vault.markdown.interruptions import ADDRESS, TITLE
from vaulttui.vault.markdown.plain_text import DEFINITION_END, HTML_ELEMENTS

_SIGNS: Final = ("](", "]: ", "<")
"""Without any of these nothing is unseen."""
_PATTERN: Final = late_pattern(
    r"`(?P<fence>``+).*?(?:`(?P=fence)|\Z)|~~~.*?(?:~~~|\Z)"  # code shows all
    r"|`(?P<ticks>`?)(?!`)[^\n]+?(?<!`)`(?P=ticks)(?!`)"
    rf"|\]\((?P<address>{ADDRESS})(?P<title>\s+{TITLE})?\s*\)"
    rf"|\[(?<![^\n]\[)(?!\^)[^\[\]\n]+\]:[ \t]+(?P<reference><[^<>\n]*>|\S+)(?={DEFINITION_END})"
    r"|<(?P<element>/?(?P<name>[A-Za-z][A-Za-z0-9-]*)(?:[\s/][^<>]{0,2000})?)>",
    re.DOTALL,
)
"""Every alternative begins with characters of its own, so that the engine tries none elsewhere."""
_ATTRIBUTE: Final = late_pattern(
    r"\b(?:href|src|srcset|poster|cite|alt|title)\s*=\s*(\"[^\"]*\"|'[^']*'|[^\s\"'>]+)", re.IGNORECASE
)
"""Where an element leads, and what it says itself."""


@dataclass(frozen=True, slots=True)
class UnseenText:
    """Words that the reader of a rendered note does not see."""

    addresses: str
    """Where links, pictures and elements lead, and their titles: who looks for the site that a note links to means
    these."""
    elements: str
    """Names of HTML elements and the rest of their attributes (classes, styles): written for a browser."""


NOTHING_UNSEEN: Final = UnseenText("", "")


def seen_text(line: str) -> str:
    """A line of Markdown without what is unseen of it. All other marks stay: a word in it is one in its text, too."""
    if not any(sign in line for sign in _SIGNS):
        return line
    return _PATTERN.sub(_without_unseen, line)


def _without_unseen(found: re.Match[str]) -> str:
    if found["name"] is not None:
        return " " if found["name"].lower() in HTML_ELEMENTS else found[0]
    return "]" if found["address"] is not None else found[0]


def unseen_text(markdown: str) -> UnseenText:
    """What of a text its reader does not see. Code shows all.

    >>> unseen_text('[all](https://example.org/x) <span class="git-footer">here</span>')
    UnseenText(addresses='https://example.org/x', elements='span class="git-footer"\\n/span')
    """
    if not any(sign in markdown for sign in _SIGNS):
        return NOTHING_UNSEEN
    addresses: list[str] = []
    elements: list[str] = []
    for _, _, address, title, reference, element, name in _PATTERN.findall(markdown):
        if not name:
            addresses += filter(None, (address, title, reference))
        elif name.lower() in HTML_ELEMENTS:
            if "=" in element:
                addresses += _ATTRIBUTE.findall(element)
                element = _ATTRIBUTE.sub(" ", element)
            elements.append(element)
    return UnseenText("\n".join(addresses), "\n".join(elements))
