"""What keys do with the panes of the main screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaulttui.tui.screens.frame import Frame

if TYPE_CHECKING:
    from vaulttui.tui.panes.arrangement import Pane
    from vaulttui.tui.widgets.detail_panel import Tab


class PaneActions(Frame):
    """Actions of the main screen that show, focus and resize panes."""

    def action_focus_query(self) -> None:
        """Go to the query."""
        self.panes.focus_query()

    def action_focus_pane(self, pane: Pane) -> None:
        """Go to a pane, showing it if need be."""
        self.panes.focus(pane)

    def action_toggle_filters(self) -> None:
        """Show or hide the filters."""
        if self.panes.toggle_filters() and self.panes.arrangement.drawer:
            self.panes.focus("filters")

    def action_cycle_panes(self, direction: int) -> None:
        """Go to the next pane (1) or the one before (-1)."""
        self.panes.cycle(direction)

    def action_go_sideways(self, direction: int) -> None:
        """Go to the pane on the left (-1) or right (1)."""
        self.panes.sideways(direction)

    def action_resize(self, delta: int) -> None:
        """Make the focused pane wider or narrower."""
        self.panes.resize(delta)

    def action_toggle_zen(self) -> None:
        """Show the preview alone, or all panes."""
        self.panes.wish(zen=not self.panes.wishes.zen)
        self.panes.focus("preview" if self.panes.wishes.zen else "results")

    def action_show_panel(self, tab: Tab) -> None:
        """Show outline, backlinks or related notes, and go there; once more: hide them where room is scarce."""
        if self.panes.focused == "panel" and self.panel.tab == tab and self.panes.wishes.panel:
            self.panes.step_back()
            return
        self.panel.show_tab(tab)
        self.panes.focus("panel")

    def action_step_hit(self, direction: int) -> None:
        """Go to the next match in the preview (1) or the one before (-1); say so if there is none."""
        if not self.preview.step_hit(direction):
            self.notify("There are no matches here.", markup=False, timeout=3)

    def action_show_link_hints(self) -> None:
        """Put letters beside the links of the preview; typing them follows one."""
        if self.preview.note is not None:
            self.panes.focus("preview")
        if not self.preview.show_hints():
            self.vault_app.notify("There are no links in sight.", markup=False, timeout=3)

    def action_toggle_source(self) -> None:
        """Show the note's source, or the note as it is meant to be read."""
        if self.preview.note is not None:
            self.preview.action_toggle_source()
        else:
            self.vault_app.notify("There is no note to show the source of.", markup=False, timeout=3)
