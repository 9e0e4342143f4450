"""HTML in notes as plain text: known elements give styles and line breaks, all else is left out or shown as written."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import unescape
from typing import Final

from vaulttui.tui.preview.list_markers import bullet
from vaulttui.vault.markdown.plain_text import HTML_ELEMENTS

TAG: Final = re.compile(
    r"<!--.*?(?:-->|\Z)|<(?P<close>/?)(?P<name>[A-Za-z][A-Za-z0-9-]*)(?P<rest>(?:\s[^<>]*)?)/?>", re.DOTALL
)
"""A comment or one tag."""

_ATTRIBUTE = re.compile(r"""([A-Za-z-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""")

_NUMBER = re.compile(r"-?\d{1,9}")
_DEEPEST_LIST = 10
"""Lists within each other; deeper ones are indented no further, as where they are opened and never closed."""


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


STYLES: Final = {
    "b": "strong",
    "strong": "strong",
    "th": "strong",
    "summary": "strong",
    "dt": "strong",
    "i": "em",
    "em": "em",
    "cite": "em",
    "var": "em",
    "dfn": "em",
    "address": "em",
    "s": "strike",
    "del": "strike",
    "strike": "strike",
    "u": "underline",
    "ins": "underline",
    "code": "code",
    "tt": "code",
    "samp": "code",
    "kbd": "kbd",
    "mark": "highlight",
    "small": "muted",
    "h1": "h1",
    "h2": "h2",
    "h3": "h3",
    "h4": "h4",
    "h5": "h5",
    "h6": "h6",
}
"""Styles of elements."""

BREAKS: Final = _names(
    "address article aside blockquote br caption center dd details div dl dt fieldset figcaption figure footer form "
    "h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section summary table tbody thead tr ul"
)
"""Elements that stand on lines of their own."""

FRAMES: Final = _names("iframe video audio source embed")
"""Elements that show something else, of which an address is left."""

LISTS: Final = _names("ol ul")
"""Elements whose items are marked."""

HIDDEN: Final = _names("script style head template")
"""Elements whose text is not meant to be read."""

_SUPERSCRIPT = str.maketrans("0123456789+-=()abcdefghijklmnoprstuvwxyz", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ")
_SUBSCRIPT = str.maketrans("0123456789+-=()aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ")
_SEPARATORS = frozenset(" ,")
"""What stands between raised numbers and looks the same among them."""


@dataclass(frozen=True, slots=True)
class HtmlTag:
    """One tag of a known element."""

    name: str
    """Lower case."""
    closing: bool
    attributes: dict[str, str]


def read_tag(match: re.Match[str]) -> HtmlTag | None:
    """Read a match of :data:`TAG`. ``None`` for what is no HTML element: ``<T>`` or ``<your name>``."""
    name = (match["name"] or "").lower()
    if name not in HTML_ELEMENTS:
        return None
    attributes = {
        found[1].lower(): unescape(found[2] or found[3] or found[4] or "")
        for found in _ATTRIBUTE.finditer(match["rest"] or "")
    }
    return HtmlTag(name, bool(match["close"]), attributes)


class ItemMarkers:
    """What stands before the items of lists, the innermost that is open last."""

    def __init__(self) -> None:
        self._numbers: list[int | None] = []
        """Of the next item of each open list; ``None`` where they have none."""

    def open_list(self, tag: HtmlTag) -> None:
        """Say that one of :data:`LISTS` begins."""
        if tag.name == "ol":
            start = tag.attributes.get("start", "")
            self._numbers.append(int(start) if _NUMBER.fullmatch(start) else 1)
        else:
            self._numbers.append(None)

    def close_list(self) -> None:
        """Say that the innermost list ends, if one is open."""
        if self._numbers:
            self._numbers.pop()

    def next(self) -> str:
        """Return indentation and mark of the next item."""
        depth = max(1, min(len(self._numbers), _DEEPEST_LIST))
        number = self._numbers[-1] if self._numbers else None
        if number is not None:
            self._numbers[-1] = number + 1
        return "  " * (depth - 1) + (f"{bullet(depth)} " if number is None else f"{number}. ")


def raised(text: str) -> str:
    """Return text as superscript where all of it can be but blanks and commas, with ``^`` before it where not."""
    return _moved(text, _SUPERSCRIPT, "^")


def lowered(text: str) -> str:
    """Return text as subscript where all of it can be but blanks and commas, with ``_`` before it where not."""
    return _moved(text, _SUBSCRIPT, "_")


def _moved(text: str, table: dict[int, int], mark: str) -> str:
    if all(character in _SEPARATORS or ord(character) in table for character in text):
        return text.translate(table)
    return mark + text
