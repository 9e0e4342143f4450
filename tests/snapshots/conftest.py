"""The same surroundings for every picture of the interface."""

from tests.tui.environment import hold_still

hold_still()

from tests.tui.clocks import stop_clocks
from tests.tui.painting import paint_seldom
from tests.tui.parsed_styles import parse_styles_once
from tests.tui.quiet import wait_for_quiet

wait_for_quiet()
stop_clocks()
paint_seldom()
parse_styles_once()
