"""Painting each kind of screen once when it has come, and what a test comes to, not all that changes on the way."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from weakref import WeakKeyDictionary

from rich.console import RenderableType
from textual._compositor import Compositor
from textual.geometry import Size
from textual.screen import Screen

_owed: WeakKeyDictionary[Compositor, list[Screen[Any]]] = WeakKeyDictionary()
_painted: set[tuple[type, Size]] = set()
_paint = Compositor.render_update
_put_off = False
_each_time = False


def paint_seldom() -> None:
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


@contextmanager
def each_time() -> Iterator[None]:
    """Paint whenever there is nothing left to do: paints are what is tested."""
    global _each_time
    _each_time = True
    try:
        yield
    finally:
        _each_time = False


def paint_what_has_come() -> None:
    """Paint screens of kinds and sizes that were never painted, as far as they can be seen."""
    for compositor in list(_owed):
        if _each_time or _kind(compositor) not in _painted:
            _paint_owed(compositor)


def paint() -> None:
    """Paint what is owed, as far as it can be seen."""
    for compositor in list(_owed):
        _paint_owed(compositor)


def _paint_owed(compositor: Compositor) -> None:
    if _put_off:
        return
    screens = _owed.pop(compositor)
    screen = compositor.root
    if isinstance(screen, Screen) and screen.is_running and screen.is_current:
        with screen._context():
            _paint(compositor, screen_stack=screens)
        _painted.add(_kind(compositor))


def _kind(compositor: Compositor) -> tuple[type, Size]:
    return type(compositor.root), compositor.size
