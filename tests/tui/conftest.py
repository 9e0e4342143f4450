"""The same surroundings for every test of the interface."""

from tests.tui.environment import hold_still

hold_still()
