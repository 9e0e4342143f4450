"""The same surroundings for every picture of the interface."""

from tests.tui.environment import hold_still

hold_still()

from tests.tui.quiet import wait_for_quiet

wait_for_quiet()
