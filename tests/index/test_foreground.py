"""Background work waits while questions are asked, but not for ever."""

from __future__ import annotations

import pytest

from vaulttui.index.upkeep.foreground import LONGEST, QUIET, Foreground


class Clock:
    """Time that goes on while somebody waits."""

    def __init__(self) -> None:
        self.now = 100.0
        self.waits: list[float] = []

    def __call__(self) -> float:
        return self.now

    def wait(self, seconds: float) -> bool:
        self.waits.append(seconds)
        self.now += seconds
        return False


def test_nothing_waits_when_nothing_was_asked() -> None:
    clock = Clock()
    Foreground(clock).make_way(clock.wait)
    assert clock.waits == []


def test_work_waits_until_the_last_question_is_some_time_ago(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vaulttui.index.upkeep.foreground.LONGEST", 2 * QUIET)
    clock = Clock()
    foreground = Foreground(clock)
    with foreground.question():
        clock.now += 3
    clock.now += QUIET / 4
    foreground.make_way(clock.wait)
    assert clock.waits == [pytest.approx(QUIET * 3 / 4)]


def test_questions_without_end_hold_work_up_only_so_long() -> None:
    clock = Clock()
    foreground = Foreground(clock)

    def ask_and_wait(seconds: float) -> bool:
        with foreground.question():
            return clock.wait(seconds / 2)

    ask_and_wait(0)
    began = clock.now
    foreground.make_way(ask_and_wait)
    assert clock.now == pytest.approx(began + LONGEST)


def test_something_urgent_ends_the_waiting() -> None:
    clock = Clock()
    foreground = Foreground(clock)
    with foreground.question():
        pass
    foreground.make_way(lambda seconds: clock.wait(seconds / 100) or True)
    assert len(clock.waits) == 1
