"""The preview follows the results: it shows the note that is selected there, with what was found in it marked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from vaulttui.tui import messages
from vaulttui.tui.preview import MatchTerms, NoteMatches
from vaulttui.tui.preview.place import Place

if TYPE_CHECKING:
    from vaulttui.search.query import Hit
    from vaulttui.tui.panes.panes import Panes
    from vaulttui.tui.reading.reading import Reading
    from vaulttui.tui.reading.shown_note import ShownNote
    from vaulttui.tui.searching.searching import Searching
    from vaulttui.tui.widgets.result_list import ResultList


class Following:
    """Tells what shows notes which result is selected, and what is to be marked in them.

    Args:
        results: Where one selects.
        searching: Knows what the results are of.
        reading: Told what is selected.
        shown: Told what is to be marked.
        panes: Know where the focus is.
    """

    def __init__(
        self, results: ResultList, searching: Searching, reading: Reading, shown: ShownNote, panes: Panes
    ) -> None:
        self._results = results
        self._searching = searching
        self._reading = reading
        self._shown = shown
        self._panes = panes
        self._in_notes = NoteMatches()

    def mark(self, message: messages.Answered) -> None:
        """Mark what an answer has found. The selected note may stay the same: then only its highlights change."""
        hits, changed = message.result.hits, self._searching.changed
        in_notes = NoteMatches(hits)
        if changed is not None:  # what further pages have found still holds until they come anew
            in_notes.keep(self._in_notes, changed.union(hit.path for hit in hits))
        if in_notes != self._in_notes:  # else the preview goes on with what further pages are added to
            self._in_notes = in_notes
        self._shown.highlight(MatchTerms.from_query(message.query, message.result.highlights, self._in_notes))

    def mark_more(self, hits: Sequence[Hit]) -> None:
        """Mark what a further page has found, too."""
        changed = self._in_notes.add(hits)
        if changed:
            self._shown.mark_again(changed)

    def go(self) -> None:
        """Show the result that the person has gone to, as soon as it is there."""
        self._searching.show_place()
        self._reading.expect_selection()
        if (hit := self._results.selected) is not None:
            self._reading.select(Place.of(hit), self._ahead)

    def renew(self) -> None:
        """Take in what is selected now that results have come: not what stands there while that is looked for."""
        self._searching.show_place()
        if self._results.seeks or self._searching.outdated:
            return
        hit, reads = self._results.selected, self._panes.focused in ("preview", "panel")
        if hit is not None:
            self._reading.renew_selection(Place.of(hit), self._ahead, reads=reads)
        elif not self._results.count and self._searching.answered:
            self._reading.clear(reads=reads)
        if self._searching.waiting and not self._searching.repeated:
            self._reading.expect_selection()  # what meaning adds may stand first

    @property
    def _ahead(self) -> list[Place]:
        """What may be selected next."""
        return list(map(Place.of, self._results.ahead))
