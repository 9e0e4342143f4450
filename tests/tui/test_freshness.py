"""What is shown follows the notes, but not under the hands of who is moving in it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import pytest

from vaulttui.search.engine import IndexChanged, Progress
from vaulttui.tui.searching.freshness import (
    MOST_PUT_OFF,
    RERUN_SECONDS,
    REST_SECONDS,
    SOON_SECONDS,
    VECTORS_SECONDS,
    Freshness,
)


class Clock:
    """Timers that go off when they are told to."""

    def __init__(self) -> None:
        self.now = 1_000.0
        self._timers: list[tuple[float, float, Callable[[], None]]] = []

    def seconds(self) -> float:
        return self.now

    @property
    def waiting(self) -> list[float]:
        """Seconds that timers were set for, the next to go off first."""
        return [seconds for _, seconds, _ in self._timers]

    def set_timer(self, seconds: float, callback: Callable[[], None]) -> Any:
        timer = self.now + seconds, seconds, callback
        self._timers = sorted([*self._timers, timer], key=lambda timer: timer[0])
        return Timer(lambda: self._timers.remove(timer))

    def run(self) -> float:
        """Let the next timer go off. Returns the seconds that it was set for."""
        self.now, seconds, callback = self._timers.pop(0)
        callback()
        return seconds


class Timer:
    """What a timer is stopped by."""

    def __init__(self, stop: Callable[[], None]) -> None:
        self.stop = stop


class Asked:
    """Stands for the search, the note and what is related to it: counts what is asked for."""

    uses_vectors = True
    in_sight = False
    waiting = False

    def __init__(self) -> None:
        self.searches = self.notes = 0
        self.touched = False

    def ask_again(self, *, facets: bool = True, touched: bool = True, changed: frozenset[str] | None = None) -> None:
        del facets, changed
        self.searches += 1
        self.touched = touched

    def count_facets(self) -> None:
        """Not counted."""

    def reload(self) -> None:
        self.notes += 1

    def take_change(self, paths: frozenset[str]) -> None:
        """Not counted."""

    def find(self) -> None:
        """Not counted."""


class Person:
    """Presses keys, or rests."""

    idle = float("inf")

    def idle_seconds(self) -> float:
        return self.idle


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def asked() -> Asked:
    return Asked()


@pytest.fixture
def person() -> Person:
    return Person()


@pytest.fixture
def freshness(clock: Clock, asked: Asked, person: Person) -> Freshness:
    everyone = cast(Any, asked)
    return Freshness(everyone, everyone, everyone, person.idle_seconds, clock.set_timer, clock.seconds)


@pytest.mark.parametrize(("vectors", "seconds"), [(False, SOON_SECONDS), (True, VECTORS_SECONDS)])
def test_who_rests_sees_changes_soon(
    freshness: Freshness, clock: Clock, asked: Asked, vectors: bool, seconds: float
) -> None:
    freshness.take_in(IndexChanged(1, None, vectors=vectors))
    assert clock.run() == seconds
    assert asked.searches == 1


def test_all_is_asked_again_once_a_fault_is_over(freshness: Freshness, asked: Asked) -> None:
    freshness.take_progress(Progress("idle", notes=10))
    freshness.take_progress(Progress("failed", message="Who has this vault open does not answer."))
    freshness.take_progress(Progress("scanning"))
    assert (asked.searches, asked.notes) == (0, 0)
    for _ in range(2):
        freshness.take_progress(Progress("idle", notes=10))
        assert (asked.searches, asked.notes) == (1, 1)


def test_who_saves_again_and_again_sees_it_once_a_second(freshness: Freshness, clock: Clock, asked: Asked) -> None:
    freshness.take_in(IndexChanged(1, None))
    clock.run()
    clock.now += 0.25
    freshness.take_in(IndexChanged(2, None))
    freshness.take_in(IndexChanged(3, None))
    assert clock.run() == pytest.approx(RERUN_SECONDS - 0.25)
    assert asked.searches == 2
    clock.now += RERUN_SECONDS
    freshness.take_in(IndexChanged(4, None))
    assert clock.run() == SOON_SECONDS
    assert asked.searches == 3


def test_nothing_moves_until_the_hands_have_rested(
    freshness: Freshness, clock: Clock, asked: Asked, person: Person
) -> None:
    freshness.take_in(IndexChanged(1, None))
    person.idle = 0.1
    clock.run()
    assert (asked.searches, asked.notes) == (0, 0)
    person.idle = REST_SECONDS
    assert clock.run() == pytest.approx(REST_SECONDS - 0.1)
    assert (asked.searches, asked.notes) == (1, 1)


def test_who_never_rests_sees_changes_all_the_same(
    freshness: Freshness, clock: Clock, asked: Asked, person: Person
) -> None:
    freshness.take_in(IndexChanged(1, None))
    person.idle = 0.0
    waited = 0.0
    while not asked.searches:
        waited += clock.run()
    assert waited == pytest.approx(SOON_SECONDS + MOST_PUT_OFF)


def test_an_answer_that_takes_long_is_waited_for_within_reason(
    freshness: Freshness, clock: Clock, asked: Asked
) -> None:
    asked.waiting = True
    freshness.take_in(IndexChanged(1, None))
    for _ in range(3):
        clock.run()
    assert asked.searches == 0
    asked.waiting = False
    clock.run()
    assert asked.searches == 1
    asked.waiting = True
    freshness.take_in(IndexChanged(2, None))
    began = clock.now
    while asked.searches == 1:
        clock.run()
    assert clock.now - began == pytest.approx(RERUN_SECONDS + MOST_PUT_OFF, abs=2 * SOON_SECONDS)


def test_a_changed_note_does_not_wait_behind_vectors_that_are_put_off(
    freshness: Freshness, clock: Clock, asked: Asked, person: Person
) -> None:
    freshness.take_in(IndexChanged(1, None, vectors=True))
    person.idle = 0.0
    clock.run()
    freshness.take_in(IndexChanged(2, None))
    assert clock.waiting == [SOON_SECONDS]
    person.idle = REST_SECONDS
    clock.run()
    assert (asked.searches, asked.notes) == (1, 1)
