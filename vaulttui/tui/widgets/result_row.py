"""How one result looks."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text

from vaulttui.search.query import Hit, MatchRange
from vaulttui.tui.formatting import age, score
from vaulttui.tui.text import plain

if TYPE_CHECKING:
    from vaulttui.tui.widgets.line_styles import LineStyles

ROW_CLASSES = (
    "row--title",
    "row--match",
    "row--place",
    "row--heading",
    "row--tag",
    "row--snippet",
    "row--score",
    "row--age",
    "row--bar",
    "row--mark",
)
"""Component classes of a row."""

_GUTTER = 2
_LONGEST_SNIPPET = 400
"""Characters of a snippet that are looked at: no line is wider."""


def highlighted(text: str, matches: Sequence[MatchRange], style: Style, match_style: Style) -> Text:
    """Return note text, made safe, with its matches in another style.

    Args:
        text: Text of a note, as it is.
        matches: Ranges within ``text``; those that overlap or lie outside are left out.
        style: Style of all of it.
        match_style: Style of the matches.
    """
    result = Text(style=style, no_wrap=True, end="")
    end = 0
    for match in sorted(matches, key=lambda match: match.start):
        if not end <= match.start < match.end <= len(text):
            continue
        # Piece by piece: making text safe may change its length.
        result.append(plain(text[end : match.start]))
        result.append(plain(text[match.start : match.end]), match_style)
        end = match.end
    result.append(plain(text[end:]))
    return result


def spread(left: Text, right: Text, width: int, style: Style) -> Text:
    """Put two texts at both ends of a line, cutting the left one with ``…`` if there is no room."""
    room = max(0, width - right.cell_len - (1 if right.cell_len else 0))
    if left.cell_len > room:
        left = left.copy()
        left.truncate(room, overflow="ellipsis")
    line = Text(no_wrap=True, end="")
    line.append_text(left)
    line.append(" " * max(0, width - left.cell_len - right.cell_len), style)
    line.append_text(right)
    return line


def folder_of(path: str) -> str:
    """The folder of a note's path, with room between its parts; ``/`` for the root of the vault."""
    return plain(path.rpartition("/")[0].replace("/", " / ")) or "/"


def full_row(hit: Hit, width: int, styles: LineStyles, *, now: datetime, scored: bool, gutter: Text) -> list[Text]:
    """Draw a result in three lines: title and score, place and age, snippet.

    Args:
        hit: The result.
        width: Cells of a line.
        styles: Styles for :data:`ROW_CLASSES`.
        now: The time that ages are counted from.
        scored: Whether to show the score.
        gutter: The two cells before every line.
    """
    inner = width - _GUTTER - 1
    base = styles.base
    title = highlighted(hit.title, hit.title_matches, styles["row--title"], styles["row--match"])
    if hit.more_in_note:
        title.append(f"  +{hit.more_in_note}", styles["row--place"])
    right = Text(score(hit.score), styles["row--score"]) if scored else Text()
    snippet = highlighted(
        hit.snippet.text[:_LONGEST_SNIPPET], hit.snippet.matches, styles["row--snippet"], styles["row--match"]
    )
    lines = [
        spread(title, right, inner, base),
        spread(_place(hit, styles), Text(age(hit.modified, now), styles["row--age"]), inner, base),
        spread(snippet, Text(), inner, base),
    ]
    return [gutter + line for line in lines]


def compact_row(hit: Hit, width: int, styles: LineStyles, *, now: datetime, scored: bool, gutter: Text) -> list[Text]:
    """Draw a result in one line: title, place, age, score. Takes what :func:`full_row` takes."""
    inner = width - _GUTTER - 1
    right = Text(age(hit.modified, now).rjust(6), styles["row--age"])
    if scored:
        right.append("  ")
        right.append(score(hit.score), styles["row--score"])
    left = highlighted(hit.title, hit.title_matches, styles["row--title"], styles["row--match"])
    folder = folder_of(hit.path)
    if left.cell_len + cell_len(folder) + right.cell_len + 4 <= inner:
        left.append(f"  {folder}", styles["row--place"])
    return [gutter + spread(left, right, inner, styles.base)]


def _place(hit: Hit, styles: LineStyles) -> Text:
    """Folder, heading and tags, as far as there are any."""
    place = Text(no_wrap=True, end="")
    parts = [(folder_of(hit.path), "row--place")]
    heading = plain(hit.heading_path[-1]) if hit.heading_path else ""
    if heading and heading != plain(hit.title):
        parts.append((f"§ {heading}", "row--heading"))
    parts.extend((f"#{plain(tag)}", "row--tag") for tag in hit.tags)
    for text, name in parts:
        if text:
            if place:
                place.append("  ")
            place.append(text, styles[name])
    return place
