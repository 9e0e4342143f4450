"""What stands before the items of lists: bullets, numbers, and the boxes of tasks."""

from __future__ import annotations

from typing import Final

from markdown_it.token import Token

from vaulttui.terminal_text import plain
from vaulttui.tui.preview.lines import Run

_BULLETS: Final = ("•", "◦", "▪")
_TASKS: Final = {
    " ": ("☐", "bullet", ""),
    "x": ("☑", "task.done", "text.done"),
    "X": ("☑", "task.done", "text.done"),
    "-": ("☒", "muted", "text.cancelled"),
    "/": ("◐", "task.other", ""),
    ">": ("▷", "task.other", ""),
    "<": ("◁", "task.other", ""),
}
"""Box, its style, and that of the text, by status. Others show their character."""


def bullet(depth: int) -> str:
    """Return what stands before the items of a list without numbers that is in so many lists, itself counted."""
    return _BULLETS[(depth - 1) % len(_BULLETS)]


def item_marker(item: Token, depth: int, digits: int) -> tuple[list[Run], str]:
    """Return what stands before an item, and the style of the item's text.

    Args:
        item: The token that opens the item.
        depth: How many lists the item is in, from 1.
        digits: Width of the longest number of the list; 0: it has none.

    Returns:
        The marker, and a style, ``""`` for that of the text around.
    """
    marker: list[Run] = []
    if digits:
        marker.append((f"{item.info or '1':>{digits}}. ", "bullet"))
    status = item.meta.get("task")
    if status is None:
        if not digits:
            marker.append((f"{bullet(depth)} ", "bullet"))
        return marker, ""
    if status in _TASKS:
        box, style, text_style = _TASKS[status]
    else:
        box, style, text_style = f"[{plain(status) or '☐'}]", "task.other", ""
    marker.append((f"{box} ", style))
    return marker, text_style
