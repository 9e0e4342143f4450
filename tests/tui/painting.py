"""Painting what can be seen once there is nothing left to do, not once for everything that changed on the way there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from weakref import WeakKeyDictionary

from rich.console import RenderableType
from textual._compositor import Compositor
from textual.screen import Screen

_owed: WeakKeyDictionary[Compositor, list[Screen[Any]]] = WeakKeyDictionary()
_paint = Compositor.render_update
_put_off = False


def paint_when_quiet() -> None:
    """Let every test of this process paint so.

    What Pilot paints goes nowhere: that a paint raises nothing is all it can show, and it was a third of the time of
    the tests of the interface. What changes meanwhile stays to be painted, as it does for a terminal that is slow.
    """
    Compositor.render_update = _owe  # type: ignore[method-assign]


def _owe(
    self: Compositor, full: bool = False, screen_stack: list[Screen[Any]] | None = None, simplify: bool = False
) -> RenderableType | None:
    if full:  # a picture is wanted now
        return _paint(self, full, screen_stack, simplify)
    _owed[self] = screen_stack or []
    return None


@contextmanager
def put_off() -> Iterator[None]:
    """Let the paint wait though there is nothing left to do: it is not yet what is waited for."""
    global _put_off
    _put_off = True
    try:
        yield
    finally:
        _put_off = False


def paint() -> None:
    """Paint what is owed, as far as it can still be seen."""
    while _owed and not _put_off:
        compositor, screens = _owed.popitem()
        screen = compositor.root
        if isinstance(screen, Screen) and screen.is_running and screen.is_current:
            with screen._context():
                _paint(compositor, screen_stack=screens)
