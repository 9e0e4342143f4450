"""Showing, focusing and resizing the panes of the main screen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import pairwise

from textual.geometry import Size, clamp
from textual.screen import Screen
from textual.widget import Widget

from vaulttui.tui.panes.arrangement import LOW, THREE_PANES, TWO_PANES, Arrangement, Pane, Wishes, arrange
from vaulttui.tui.state.remembered import FILTERS_WIDTHS, RESULTS_SHARES, UiState

DRAWER_WIDTH = 34


class Panes:
    """Applies :func:`~vaulttui.tui.panes.arrangement.arrange` to widgets and keeps what the person wants to see.

    Args:
        screen: The screen that they are on.
        widgets: The panes.
        reading: What holds preview and panel.
        query: The input; it comes first when one goes through the panes.
        state: Widths are read from it and written back.
        find: The input of what is found in the note: where it has the focus, the preview does.
    """

    def __init__(
        self,
        screen: Screen[None],
        widgets: Mapping[Pane, Widget],
        reading: Widget,
        query: Widget,
        state: UiState,
        find: Widget | None = None,
    ) -> None:
        self.wishes = Wishes(filters=state.filters_shown)
        self.arrangement = Arrangement(())
        self._screen = screen
        self._widgets = widgets
        self._reading = reading
        self._query = query
        self._find = find
        self._state = state
        self._arranged: Callable[[], object] | None = None
        self._left: Widget | None = None
        """What had the focus when the terminal became too small for anything."""

    # Showing

    def subscribe(self, arranged: Callable[[], object]) -> None:
        """Tell a function whenever the panes were arranged."""
        self._arranged = arranged
        arranged()

    def apply(self) -> None:
        """Show what there is room for, and keep the focus on something that is shown."""
        width, height = self._size
        self.arrangement = arranged = arrange(width, height, self.wishes)
        focused = self.focused
        self._screen.set_class(arranged.too_small, "-too-small")
        for pane, widget in self._widgets.items():
            widget.display = pane in arranged.panes
        self._reading.display = "preview" in arranged.panes or "panel" in arranged.panes
        self._widgets["panel"].set_class("preview" not in arranged.panes, "-alone")
        filters, results = self._widgets["filters"], self._widgets["results"]
        filters.set_class(arranged.drawer, "-drawer")
        alone = len(arranged.panes) == 1
        filters.styles.width = "1fr" if alone else DRAWER_WIDTH if arranged.drawer else self._state.filters_width
        # The preview takes the rest, so that no column is lost to rounding.
        left = self._state.filters_width if not arranged.drawer and "filters" in arranged.panes else 0
        results.styles.width = "1fr" if alone else max(20, (width - left) * self._state.results_share // 100)
        if focused is not None and focused not in arranged.panes and arranged.panes:
            self.focus("results" if "results" in arranged.panes else arranged.panes[0])
        if self._arranged is not None:
            self._arranged()

    @property
    def _size(self) -> Size:
        """Columns and lines that there are. Before its first layout a screen has no size; the terminal has one."""
        return self._screen.size if self._screen.size.area else self._screen.app.size

    def fit(self) -> None:
        """Show what there is room for now that the terminal has another size; what one reads stays in sight."""
        width, height = self._size
        if width >= THREE_PANES:
            # There filters stand beside the results: they are not to lie over them when it gets narrow again.
            self.wishes = replace(self.wishes, drawer=False)
        self.arrangement = arrange(width, height, self.wishes)
        focused = self.focused
        if self.arrangement.too_small:
            # Nothing is shown, so nothing can keep the focus.
            self._left = self._screen.focused or self._left
            self.apply()
            return
        # Filters would lie over the results: they give the focus away.
        if focused is None or focused == "filters" or self.shown(focused):
            self.apply()
        else:
            self.reveal(focused)
        left, self._left = self._left, None
        if left is not None and self._screen.focused is None:
            pane = next((pane for pane, widget in self._widgets.items() if widget is left), None)
            if pane is None:
                self._screen.set_focus(left)
            else:
                self.focus(pane if pane != "filters" or self.shown(pane) else "results")

    def wish(self, **changes: bool) -> None:
        """Change what the person wants to see."""
        self.wishes = replace(self.wishes, **changes)
        self._state.filters_shown = self.wishes.filters
        self.apply()

    def shown(self, pane: Pane) -> bool:
        """Whether a pane can be seen."""
        return pane in self.arrangement.panes

    def reveal(self, pane: Pane) -> None:
        """See to it that a pane can be seen."""
        if self.shown(pane):
            return
        match pane:
            case "filters":
                self._wish_filters(True)
            case "results":
                self.wish(zen=False, reading=False, drawer=False)
            case "preview":
                below = self._screen.size.height >= LOW  # else the panel would stand in its place
                self.wish(reading=True, drawer=False, panel=self.wishes.panel and below)
            case "panel":
                self.wish(panel=True, reading=True, drawer=False)

    def toggle_filters(self) -> bool:
        """Show or hide the filters. Returns whether they are shown now."""
        self._wish_filters(not self.shown("filters"))
        return self.shown("filters")

    def _wish_filters(self, wanted: bool) -> None:
        if self._screen.size.width >= THREE_PANES:
            self.wish(filters=wanted, zen=False, drawer=False)
        else:
            self.wish(drawer=wanted, zen=False)

    # Focus

    @property
    def focused(self) -> Pane | None:
        """The pane that has the focus; ``None`` for the query and anything else."""
        if self._find is not None and self._screen.focused is self._find:
            return "preview"
        return next((pane for pane, widget in self._widgets.items() if self._screen.focused is widget), None)

    def focus(self, pane: Pane) -> None:
        """Show a pane and put the focus there."""
        if self.arrangement.drawer and pane != "filters":
            self.wish(drawer=False)
        self.reveal(pane)
        self._screen.set_focus(self._widgets[pane])

    def focus_query(self) -> None:
        """Put the focus into the query."""
        if self.arrangement.drawer:
            self.wish(drawer=False)
        self._screen.set_focus(self._query)

    def close_drawer_behind(self) -> None:
        """Close the drawer if the focus has gone elsewhere, as it does with a click."""
        if self.arrangement.drawer and self.focused != "filters":
            self.wish(drawer=False)

    def cycle(self, direction: int) -> None:
        """Go to the next (1) or previous (-1) pane: query, results, what is right of them, filters."""
        panes = self.arrangement.panes
        stops: list[Pane | None] = [None, *(pane for pane in panes if pane != "filters")]
        if "filters" in panes:
            stops.append("filters")
        place = stops.index(self.focused) if self.focused in stops else 0
        stop = stops[(place + direction) % len(stops)]
        if stop is None:
            self.focus_query()
        else:
            self.focus(stop)

    def sideways(self, direction: int) -> None:
        """Go to the pane on the left (-1) or right (1); where there is room for one, to what would be there."""
        if self._screen.size.width < TWO_PANES and not self.wishes.zen:
            self.focus("preview" if direction > 0 else "results")
            return
        columns = self.arrangement.columns
        focused = "preview" if self.focused == "panel" and "preview" in columns else self.focused
        if focused in columns:
            self.focus(columns[min(max(columns.index(focused) + direction, 0), len(columns) - 1)])

    # Sizes

    def resize(self, delta: int) -> None:
        """Make the focused pane wider or narrower by some columns, or about as many percent."""
        state, pane = self._state, self.focused
        if pane == "filters":
            state.filters_width = clamp(state.filters_width + delta, *FILTERS_WIDTHS)
        else:
            delta = delta if pane == "results" else -delta
            state.results_share = clamp(state.results_share + delta, *RESULTS_SHARES)
        self.apply()

    def border_at(self, x: int, y: int) -> Pane | None:
        """The pane whose right border is at a place of the screen and can be moved: its corners are for words."""
        if self.arrangement.drawer:
            return None
        for pane, other in pairwise(self.arrangement.columns):
            region = self._widgets[pane].region
            if region.y < y < region.bottom - 1 and x in (region.right - 1, self._widgets[other].region.x):
                return pane
        return None

    def move_border(self, pane: Pane, x: int) -> None:
        """Make a pane as wide as it takes to have its right border in a column of the screen."""
        region = self._widgets[pane].region
        if pane == "filters":
            self._state.filters_width = clamp(x + 1 - region.x, *FILTERS_WIDTHS)
        else:
            share = round((x + 1 - region.x) * 100 / max(1, self._screen.size.width - region.x))
            self._state.results_share = clamp(share, *RESULTS_SHARES)
        self.apply()

    # Leaving

    def step_back(self) -> bool:
        """Undo what was opened last: drawer, the panel that one is in, zen, panel, preview in the place of the results.

        Returns:
            Whether there was anything to undo.
        """
        focused = self.focused
        if self.arrangement.drawer or (focused == "filters" and self.arrangement.panes == ("filters",)):
            self.wish(drawer=False)
        elif (focused == "panel" or not self.wishes.zen) and self.wishes.panel and self._shows_less(panel=False):
            self.wish(panel=False)
            self.focus("preview")
            return True
        elif self.wishes.zen:
            self.wish(zen=False)
        elif focused is None or focused == "results":
            return False
        self.focus("results")
        return True

    def _shows_less(self, **changes: bool) -> bool:
        """Whether there would be less to see if the person wanted something else."""
        return arrange(*self._size, replace(self.wishes, **changes)).panes != self.arrangement.panes
