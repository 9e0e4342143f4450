"""Vectors are made at half speed or not at all where a person wishes so, always or on battery."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from vaulttui.index.upkeep.pace import FULL, HALF, PAUSED, Pace, runs_on_battery


def supplies(root: Path, **given: Mapping[str, str]) -> Path:
    for name, values in given.items():
        for key, value in values.items():
            (root / name).mkdir(parents=True, exist_ok=True)
            (root / name / key).write_text(value + "\n")
    return root


DISCHARGING = {"type": "Battery", "status": "Discharging"}


@pytest.mark.parametrize(
    ("given", "battery"),
    [
        ({"BAT0": DISCHARGING}, True),
        ({"BAT0": DISCHARGING, "AC": {"type": "Mains", "online": "0"}}, True),
        ({"BAT0": DISCHARGING, "AC": {"type": "Mains", "online": "1"}}, False),
        ({"BAT0": {"type": "Battery", "status": "Charging"}}, False),
        ({"BAT0": {"type": "Battery", "status": "Full"}, "BAT1": DISCHARGING}, True),
        ({"mouse": {**DISCHARGING, "scope": "Device"}}, False),
        ({"ucsi": {"type": "USB", "online": "1"}, "BAT0": DISCHARGING}, False),
        ({"odd": {"status": "Discharging"}}, False),
    ],
)
@pytest.mark.skipif("sys.platform != 'linux'")
def test_linux_tells_whether_a_battery_of_the_machine_gives_the_power(
    given: Mapping[str, Mapping[str, str]], battery: bool, tmp_path: Path
) -> None:
    assert runs_on_battery(supplies(tmp_path, **given)) is battery


@pytest.mark.skipif("sys.platform != 'linux'")
def test_a_machine_without_power_supplies_does_not_run_on_battery(tmp_path: Path) -> None:
    assert runs_on_battery(tmp_path / "nothing") is False


@pytest.mark.parametrize(
    ("speed", "on_battery", "battery", "expected"),
    [
        (FULL, HALF, False, FULL),
        (FULL, HALF, True, HALF),
        (FULL, PAUSED, True, PAUSED),
        (HALF, FULL, True, HALF),
        (HALF, PAUSED, False, HALF),
        (PAUSED, FULL, False, PAUSED),
        (PAUSED, HALF, True, PAUSED),
    ],
)
def test_the_slower_one_of_both_settings_counts(speed: str, on_battery: str, battery: bool, expected: str) -> None:
    assert Pace(speed, on_battery, lambda: battery).speed == expected


def test_half_speed_rests_as_long_as_it_worked() -> None:
    assert Pace(HALF).rest(3.0) == 3.0
    assert Pace(FULL).rest(3.0) == 0.0


def test_a_pause_says_why() -> None:
    assert "battery" in Pace(FULL, PAUSED, lambda: True).why_paused
    assert "setting" in Pace(PAUSED, PAUSED, lambda: True).why_paused
    assert Pace(HALF).why_paused == ""


def test_the_battery_is_asked_for_twice_a_minute_and_not_where_it_makes_no_difference() -> None:
    asked: list[float] = []
    times: list[float] = []

    def ask() -> bool:
        asked.append(times[-1])
        return True

    pace = Pace(FULL, HALF, ask, lambda: times[-1])
    for moment in (0.0, 10.0, 29.0, 30.0, 31.0, 60.0):
        times.append(moment)
        assert pace.speed == HALF
    assert asked == [0.0, 30.0, 60.0]
    assert Pace(HALF, FULL, lambda: pytest.fail("asked")).speed == HALF
