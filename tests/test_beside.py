"""Work on a thread of its own."""

from __future__ import annotations

import threading

import pytest

from vaulttui.beside import Beside
from vaulttui.errors import ModelUnavailableError


def test_both_go_on_at_the_same_time() -> None:
    begun, go_on = threading.Event(), threading.Event()

    def work() -> str:
        begun.set()
        assert go_on.wait(10)
        return threading.current_thread().name

    beside = Beside(work)
    assert begun.wait(10)
    go_on.set()
    assert beside.take() != threading.current_thread().name


def test_faults_reach_whoever_takes_it() -> None:
    def work() -> str:
        raise ModelUnavailableError("gone")

    beside = Beside(work)
    with pytest.raises(ModelUnavailableError, match="gone"):
        beside.take()
