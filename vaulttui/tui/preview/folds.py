"""Numbers that tell the callouts of a note apart, to remember which are folded."""

from __future__ import annotations

_MOST_LINES = 1_000_000
"""More than are shown of an embedded note."""


def fold_of(line: int, embedded_at: int | None) -> int:
    """Return the number of a callout: for those of the note itself their line, for others a negative number.

    Args:
        line: The line that it begins on.
        embedded_at: The note's line that the text is embedded on that this is a line of; ``None``: that is the note.
    """
    return -(embedded_at * _MOST_LINES + line) if embedded_at else line


def line_of(fold: int) -> int:
    """The note's line that a callout, or the embed that it is in, begins on."""
    return fold if fold > 0 else -fold // _MOST_LINES


def moved_fold(fold: int, line: int) -> int:
    """Return the number of a callout once its :func:`line_of` is another."""
    return line if fold > 0 else fold_of(-fold % _MOST_LINES, line)
