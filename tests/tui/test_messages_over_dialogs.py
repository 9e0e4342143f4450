"""Where messages are shown: over no dialog, and over as little else as can be."""

from __future__ import annotations

import pytest
from textual.geometry import Region
from textual.widgets._toast import Toast

from .interface import Interface, running

LONG = "The vault '/home/me/notes' cannot be read: No such file or directory. Is its disk on, and is the path right?"


STAYS = 3600
"""Seconds that a message is shown: longer than any test takes."""


def boxes(ui: Interface) -> list[Region]:
    """Where the box of the dialog is."""
    return [widget.region for widget in ui.app.screen.query(".dialog, CommandList") if widget.region]


def toasts(ui: Interface) -> list[Region]:
    """Where messages are."""
    return [toast.region for toast in ui.app.screen.query(Toast)]


def in_sight(ui: Interface) -> int:
    """How many messages are shown whole."""
    return sum(bool(toast) and ui.app.screen.region.contains_region(toast) for toast in toasts(ui))


@pytest.mark.parametrize("size", [(60, 20), (100, 30), (160, 45)])
async def test_a_message_does_not_lie_over_a_dialog(size: tuple[int, int]) -> None:
    async with running(size=size, toasts=True) as ui:
        await ui.press("escape")
        for key in ("f1", "ctrl+o", "ctrl+p", "ctrl+r", "w", "a", "d", "V"):
            ui.app.notify(LONG, markup=False, timeout=STAYS)
            await ui.until(lambda: len(toasts(ui)) == 1, "it is shown")
            await ui.press(key)
            await ui.until(lambda: boxes(ui) and in_sight(ui) == 1, f"it is shown once more, behind {key}")
            ui.app.notify("Another one", markup=False, timeout=STAYS)
            await ui.until(lambda: in_sight(ui) == 2, f"both are shown, behind {key}")
            (box,) = boxes(ui)
            assert box.height >= 5, key
            assert not any(box.overlaps(toast) for toast in toasts(ui)), key
            await ui.press("escape")
            await ui.until(lambda: ui.app.screen is ui.main, f"what {key} opened is closed")
            ui.app.clear_notifications()
            await ui.until(lambda: not toasts(ui), "the messages are gone")


async def test_a_message_is_not_seen_twice_behind_a_dialog() -> None:
    async with running(size=(100, 30), toasts=True) as ui:
        await ui.press("escape")
        ui.app.notify("Once only", markup=False, timeout=STAYS)
        await ui.until(lambda: "Once only" in "".join(ui.screen_lines), "it is shown")
        await ui.press("ctrl+o")
        await ui.until(lambda: boxes(ui) and in_sight(ui), "it is shown on the dialog")
        assert "\n".join(ui.screen_lines).count("Once only") == 1
        await ui.press("escape")
        await ui.until(lambda: ui.app.screen is ui.main, "the dialog is closed")
        await ui.until(lambda: "\n".join(ui.screen_lines).count("Once only") == 1, "it is there again")


async def test_a_message_leaves_most_of_a_narrow_terminal_in_sight() -> None:
    async with running(size=(60, 20), toasts=True) as ui:
        ui.app.notify(LONG, markup=False, timeout=STAYS)
        await ui.until(lambda: in_sight(ui) == 1, "it is shown")
        (toast,) = toasts(ui)
        assert toast.height <= 5
