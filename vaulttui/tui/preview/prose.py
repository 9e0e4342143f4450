"""What line breaks and colons mean within running text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain, pairwise

from vaulttui.tui.preview.flow import Flow

_LINE_FIELD = re.compile(r"^(?P<open>)(?P<key>\w[^\n:()\[\]`]{0,60}?)(?P<mark>::)(?=\s|$)(?P<close>)", re.MULTILINE)
_BRACKET_FIELD = re.compile(
    r"(?P<open>[\[(])(?P<key>[^\n:()\[\]`]{1,60})(?P<mark>::)\s[^\n\])]{0,1000}(?P<close>[\])])"
)
_NARROWEST_WRAP, _WIDEST_WRAP = 50, 140
_SENTENCE_ENDS = (".", "!", "?", ":", ";", "  ")


def style_fields(flow: Flow, *, is_cell: bool) -> None:
    """Bring out the keys of inline fields: ``key:: value`` on a line of its own, ``[key:: value]`` anywhere.

    Args:
        flow: The running text.
        is_cell: Whether it is in a table: no line of it is its own.
    """
    text = flow.text
    changes: list[tuple[int, int, str]] = []
    for match in chain(() if is_cell else _LINE_FIELD.finditer(text), _BRACKET_FIELD.finditer(text)):
        if "code" not in flow.styles_at(match.start("key")):
            for group, style in (("open", "faint"), ("key", "field"), ("mark", "faint"), ("close", "faint")):
                if match[group]:
                    changes.append((*match.span(group), style))
    if changes:
        flow.restyle(sorted(changes))


def meaningless_breaks(lines: Sequence[str]) -> set[int]:
    """Find the line breaks that an editor's fill column made, not the writer's wish.

    Returns:
        Indices of the lines behind which to go on: all of a paragraph that was filled (no line could have taken the
        first word of the next), and long ones in the midst of a sentence.
    """
    if len(lines) > 1 and not lines[0]:  # that of a callout's title
        return {at + 1 for at in meaningless_breaks(lines[1:])}
    wide = [_NARROWEST_WRAP <= len(line) <= _WIDEST_WRAP for line in lines[:-1]]
    widest = max(map(len, lines))
    filled = len(lines) > 2 and all(
        usual and len(line) + 1 + len(following.partition(" ")[0]) > widest
        for usual, (line, following) in zip(wide, pairwise(lines), strict=True)
    )
    return {
        at
        for at, (line, following) in enumerate(pairwise(lines))
        if filled or (len(line) >= _NARROWEST_WRAP and not line.endswith(_SENTENCE_ENDS) and following[:1].islower())
    }
