"""How one result looks."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text

from vaulttui.formatting import age, score
from vaulttui.search.query import Hit, MatchRange, Snippet
from vaulttui.terminal_text import plain
from vaulttui.tui.widgets.note_place import NotePlace
from vaulttui.vault.markdown.plain_text import plain_text

if TYPE_CHECKING:
    from vaulttui.tui.widgets.line_styles import LineStyles

GUTTER = 2
"""Cells before every line."""
SHORTEST_PLACE = 8
"""Cells below which a folder or a name is not worth showing."""
_SHORTEST_PART = 6
"""Cells below which nothing more is put beside a folder: two blanks and the beginning of a word."""
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


def window(snippet: Snippet, width: int) -> Snippet:
    """Return the part of a snippet that fits into a width and shows its first match.

    The text may be a little longer than fits; its beginning is what matters.
    """
    text, matches = snippet.text, snippet.matches
    first = min(matches, key=lambda match: match.start, default=None)
    if first is None or cell_len(text[: first.end]) <= width - 1:
        return Snippet(text[:_LONGEST_SNIPPET], matches, snippet.line)
    before = width // 3
    start = max(0, first.start - before)
    spare = width - 2 - cell_len(text[start : start + width])
    while start > 0 and spare > 0:  # near the end of the text, more of what stands before
        start -= 1
        spare -= cell_len(text[start])
    blank = text.find(" ", start, first.start)
    start = blank + 1 if blank >= 0 else start
    if start == 0:  # all that can be seen of the match
        return Snippet(text[:_LONGEST_SNIPPET], matches, snippet.line)
    by = start - 1  # the ellipsis takes one character
    moved = tuple(MatchRange(match.start - by, match.end - by) for match in matches if match.start >= start)
    return Snippet("…" + text[start : start + _LONGEST_SNIPPET], moved, snippet.line)


def full_row(hit: Hit, width: int, styles: LineStyles, *, now: datetime, scored: bool, gutter: Text) -> list[Text]:
    """Draw a result in three lines: title and score, place and age, snippet.

    Args:
        hit: The result.
        width: Cells of a line.
        styles: Styles of its parts.
        now: The time that ages are counted from.
        scored: Whether to show the score.
        gutter: The two cells before every line.
    """
    inner = width - GUTTER - 1
    base = styles.base
    title = _title(hit, styles)
    if hit.more_in_note:
        title.append(f"  +{hit.more_in_note}", styles["row--place"])
    right = Text(score(hit.score), styles["row--score"]) if scored else Text()
    seen = window(hit.snippet, inner)
    snippet = highlighted(seen.text, seen.matches, styles["row--snippet"], styles["row--match"])
    passed = age(hit.modified, now)
    lines = [
        spread(title, right, inner, base),
        spread(_place(hit, inner - len(passed) - 2, styles), Text(passed, styles["row--age"]), inner, base),
        spread(snippet, Text(), inner, base),
    ]
    return [gutter + line for line in lines]


def compact_row(
    hit: Hit, width: int, styles: LineStyles, *, now: datetime, scored: bool, gutter: Text, above: Hit | None = None
) -> list[Text]:
    """Draw a result in one line: title, heading, place, age, score. Takes what :func:`full_row` takes.

    Args:
        above: The result before it. Where that is of the same note, the heading matters more than title and name;
            else the name, where the title does not tell it, matters more than the heading.
    """
    inner = width - GUTTER - 1
    right = Text(age(hit.modified, now).rjust(6), styles["row--age"])
    if scored:
        right.append("  ")
        right.append(score(hit.score), styles["row--score"])
    left = _title(hit, styles)
    heading = Text(_heading(hit), styles["row--heading"], no_wrap=True, end="")
    both = inner - right.cell_len - 4
    place, kept = NotePlace.of(hit.path, hit.title), 0
    if heading and above is not None and above.path == hit.path:
        left.truncate(max(SHORTEST_PLACE, both - min(heading.cell_len, both * 2 // 3)), overflow="ellipsis")
    elif place.name:
        kept = min(place.narrowest, (both - left.cell_len) * 2 // 3) + 2
    room = both - left.cell_len
    if heading and room - kept >= min(heading.cell_len, SHORTEST_PLACE):
        heading.truncate(room - kept, overflow="ellipsis")
        left.append("  ").append_text(heading)
        room -= heading.cell_len + 2
    if room >= SHORTEST_PLACE:
        left.append(f"  {place.cut(room)}", styles["row--place"])
    return [gutter + spread(left, right, inner, styles.base)]


def _title(hit: Hit, styles: LineStyles) -> Text:
    title = Text(no_wrap=True, end="")
    return title.append_text(highlighted(hit.title, hit.title_matches, styles["row--title"], styles["row--match"]))


def _heading(hit: Hit) -> str:
    """The heading that the passage stands below; ``""`` for none, or one that only says what the title says."""
    heading = plain(plain_text(hit.heading_path[-1])) if hit.passage and hit.heading_path else ""
    return f"§ {heading}" if heading and heading != plain(hit.title) else ""


def _place(hit: Hit, width: int, styles: LineStyles) -> Text:
    """Folder and name, heading and tags, as far as there are any and there is room."""
    where, heading = NotePlace.of(hit.path, hit.title), _heading(hit)
    # The folder before a name gives way to the heading, too: it is in what the preview is headed with.
    room = max(where.narrowest, width - cell_len(heading) - 2) if where.name and heading else width
    place = Text(no_wrap=True, end="")
    parts = [(where.cut(min(room, width)), "row--place"), (heading, "row--heading")]
    parts.extend((f"#{plain(tag)}", "row--tag") for tag in hit.tags)
    for text, name in parts:
        if place and place.cell_len + _SHORTEST_PART > width:
            break
        if text:
            if place:
                place.append("  ")
            place.append(text, styles[name])
    return place
