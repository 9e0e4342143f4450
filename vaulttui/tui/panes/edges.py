"""What stands in the borders of the panes: where one is, and what a click there does.

The upper edge of a pane says what is in it, the lower one what can be done with it and which panes are not in sight.
Everything here has a key as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from textual.content import Content
from textual.style import Style

from vaulttui.formatting import count
from vaulttui.tui.searching.question import describe_order

if TYPE_CHECKING:
    from vaulttui.tui.panes.arrangement import Pane
    from vaulttui.tui.panes.panes import Panes
    from vaulttui.tui.reading.visits import Visits
    from vaulttui.tui.searching.searching import Searching
    from vaulttui.tui.widgets.detail_panel import DetailPanel
    from vaulttui.tui.widgets.filter_sidebar import FilterSidebar
    from vaulttui.tui.widgets.preview_pane import PreviewPane
    from vaulttui.tui.widgets.result_list import ResultList

_FRAME = 6
"""Cells of an edge that its corners take, and a little of the line that is to be seen."""
_GAP = "  "


class Button(NamedTuple):
    """A word that can be clicked."""

    label: str
    action: str = ""
    """Textual action, ``""`` for a word that only says something."""
    on: bool = False
    """Whether what it does is in force."""
    before: str = " · "
    """What parts it from the button before it in its group."""


Group = Sequence[Button]


def edge(width: int, *variants: Sequence[Group]) -> Content:
    """Put groups of buttons into one line.

    Args:
        width: Cells of the pane.
        variants: What could be shown, the best first; the first that fits is taken, else what fits of the last one's
            end.
    """
    lines = ([_row(tuple(group)) for group in groups if group] for groups in variants)
    shown: list[Content] = []
    for line in lines:
        shown = line
        if _fits(line, width):
            break
    while len(shown) > 1 and not _fits(shown, width):
        del shown[0]
    return Content(_GAP).join(shown)


def _fits(line: Sequence[Content], width: int) -> bool:
    return sum(part.cell_length + len(_GAP) for part in line) - len(_GAP) <= width - _FRAME


@lru_cache(maxsize=256)
def _row(group: tuple[Button, ...]) -> Content:
    parts = [_word(button) for button in group]
    between = [Content(button.before) for button in group[1:]]
    return Content("").join([parts[0], *(part for pair in zip(between, parts[1:], strict=True) for part in pair)])


def _word(button: Button) -> Content:
    style = Style(bold=True, underline=True) if button.on else Style()
    return Content.styled(button.label, style + Style.from_meta({"@click": button.action}) if button.action else style)


def buttons(*entries: Button) -> Content:
    """One line of buttons, as dialogs have it at their lower edge."""
    return _row(entries)


class Edges:
    """Writes the edges of the panes of the main screen.

    Args:
        panes: Knows which panes are in sight.
        filters: A pane.
        results: A pane.
        preview: A pane; its upper edge is the path of its note and not written here.
        panel: A pane; its upper edge is its own, and it has a lower one only where it stands alone.
        searching: Knows what the results are of.
        visits: Knows whether there is anything to go back to.
    """

    def __init__(
        self,
        panes: Panes,
        filters: FilterSidebar,
        results: ResultList,
        preview: PreviewPane,
        panel: DetailPanel,
        searching: Searching,
        visits: Visits,
    ) -> None:
        self._panes = panes
        self._filters = filters
        self._results = results
        self._preview = preview
        self._panel = panel
        self._searching = searching
        self._visits = visits
        preview.edge = self._preview_edge
        # A pane that comes into sight may have its size after all else is done.
        filters.write_edges, results.write_edges = self.show_filters, self.show_results
        panel.write_edges = self.show_panel

    def show(self) -> None:
        """Write all of them anew."""
        self.show_filters()
        self.show_results()
        self.show_panel()
        self._preview.show_edge()

    def show_filters(self) -> None:
        """Write the lower edge of the filters: ways out of them."""
        hide = Button("hide", "screen.toggle_filters")
        others = [hide] if self._panes.shown("results") else self._hidden("results", "preview")
        self._filters.border_subtitle = edge(self._filters.size.width, [others])

    def show_results(self) -> None:
        """Write the edges of the results: their order; what is marked, and what can be done with it."""
        question, query = self._searching.question, self._searching.query
        what = Button("Passages" if question.passages else "Results", "screen.toggle_grouping")
        order = [] if query is None else [Button(describe_order(query), "screen.next_sort")]
        turn = Button("⇅", "screen.reverse_sort", before=" ")
        width = self._results.size.width
        self._results.border_title = edge(width, [[what, *order, turn]], [[what, *order]])
        number = len(self._results.marked)
        # Where passages are shown, one might take them for what is marked.
        notes = "" if not question.passages else " note" if number == 1 else " notes"
        marked = Button(f"{count(number)}{notes} marked")
        edit, unmark = Button("edit", "screen.edit"), Button("unmark", "screen.unmark")
        copies = [Button("copy paths", "screen.copy_path"), Button("copy links", "screen.copy_link")]
        copy = Button("copy", "screen.copy_path")
        others = self._hidden("filters", "preview")
        if self._results.marked:
            variants: list[list[Group]] = [
                [others, [marked, edit, *copies, unmark]],
                [others, [marked, edit, copy, unmark]],
                [others, [marked, edit, unmark]],
            ]
            self._results.border_subtitle = edge(width, *variants)
        else:
            self._results.border_subtitle = edge(width, [others])

    def show_panel(self) -> None:
        """Write the lower edge of the panel: ways out of it, where no other pane is in sight that has them."""
        alone = not self._panes.shown("results") and not self._panes.shown("preview")
        others = self._hidden("results", "preview") if alone else []
        self._panel.border_subtitle = edge(self._panel.size.width, [others])

    def _preview_edge(self) -> Content:
        """The lower edge of the preview: what else belongs to the note, what can be done with it, its matches."""
        preview = self._preview
        if preview.note is None:
            return edge(preview.size.width, [self._hidden("results")])
        total, current = len(preview.note.first_hits), preview.current_hit
        place = "" if current is None else f"{count(current + 1)} of "
        more = "+" if preview.note.more_found else ""
        words = f"{place}{count(total)}{more} {'match' if total == 1 else 'matches'}"
        back = [Button("← back", "screen.go_back")] if self._visits.before else []
        note = [
            *back,
            Button("edit", "screen.edit"),
            Button("source", "screen.toggle_source", preview.source_view),
            Button("zen", "screen.toggle_zen", self._panes.wishes.zen),
        ]
        labels = {} if self._panes.shown("panel") else self._panel.tab_labels()
        tabs = [Button(label, f"screen.show_panel('{tab}')", before=" │ ") for tab, label in labels.items()]
        links = [tab for tab in tabs if "backlinks" in tab.action]
        short = f"{'–' if current is None else current + 1}/{total}{more}"
        others = self._hidden("results")
        return edge(
            preview.size.width,
            [tabs, note, _matches(words, total), others],
            [links, note, _matches(words, total), others],
            [links, note, _matches(short, total), others],
            [links, note[:-1], _matches(short, total), others],
        )

    def _hidden(self, *panes: Pane) -> list[Button]:
        """Ways to panes that are not in sight."""
        return [
            Button(pane.capitalize(), f"screen.focus_pane('{pane}')", before=" │ ")
            for pane in panes
            if not self._panes.shown(pane)
        ]


def _matches(words: str, total: int) -> Group:
    if not total:
        return ()
    return (
        Button("‹", "screen.step_hit(-1)"),
        Button(words, before=" "),
        Button("›", "screen.step_hit(1)", before=" "),
    )
