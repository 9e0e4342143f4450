"""What is being looked for: the text of the query bar, with the mode and the order chosen beside it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal

from vaulttui.errors import QuerySyntaxError
from vaulttui.search.query import GroupBy, Mode, Query, SortKey
from vaulttui.search.syntax import OPERATORS, parse_query, with_setting, written_setting

MODES = (Mode.HYBRID, Mode.KEYWORD, Mode.SEMANTIC, Mode.DEEP)
"""The modes, in the order in which a key goes through them."""
SORTS: tuple[SortKey | None, ...] = (None, "modified", "created", "name", "size")
"""The orders that a key goes through; ``None`` is the natural one."""
_WRITTEN_SORTS = next(info.choices for info in OPERATORS if info.name == "sort")
"""The orders that a text can name: the engine knows others."""

_ORDER_NAMES = {
    ("modified", True): "newest first",
    ("modified", False): "oldest first",
    ("created", True): "last created first",
    ("created", False): "first created first",
    ("updated", True): "last updated first",
    ("updated", False): "first updated first",
    ("name", False): "by path",
    ("name", True): "by path, backwards",
    ("title", False): "by title",
    ("title", True): "by title, backwards",
    ("size", True): "largest first",
    ("size", False): "smallest first",
    ("relevance", True): "best first",
    ("relevance", False): "worst first",
}


@dataclass(frozen=True, slots=True)
class Question:
    """A question that a person puts together."""

    text: str = ""
    mode: Mode = Mode.HYBRID
    """Holds unless the text has ``mode:``."""
    sort: SortKey | None = None
    """Holds unless the text has ``sort:``."""
    reverse: bool = False
    """Whether the order runs against its natural direction. Holds unless the text has ``sort:``."""
    passages: bool = False
    """Whether every matching passage is a result of its own, not only the best of each note."""

    @classmethod
    def restore(cls, text: str, mode: str, sort: str, default_mode: str, *, reverse: bool, passages: bool) -> Question:
        """Make a question of remembered values; those that mean nothing are left out."""
        try:
            chosen = Mode.parse(mode)
        except ValueError:
            chosen = Mode.parse(default_mode)
        known = sort if sort in _WRITTEN_SORTS else None
        return cls(text, chosen, known, reverse, passages)  # type: ignore[arg-type]

    def next_mode(self) -> Question:
        """The same with the next mode, in the text if that has one."""
        written = self.said("mode")
        try:
            place = MODES.index(Mode.parse(written) if written else self.mode)
        except ValueError:  # what stands there is wrong, and told to be
            return self
        mode = MODES[(place + 1) % len(MODES)]
        return replace(self, text=with_setting(self.text, "mode", mode.value)) if written else replace(self, mode=mode)

    def next_sort(self, now: datetime) -> Question:
        """The same with the next order, in its natural direction, in the text if that has one. Each step is
        another order than the one before.

        Args:
            now: What relative dates count from.
        """
        written = self.said("sort").partition(":")[0]
        if written and written not in _WRITTEN_SORTS:
            return self  # what stands there is wrong, and told to be, or not finished
        chosen = self.sort if not written else None if written == "relevance" else written
        step = SORTS.index(chosen) + 1 if chosen in SORTS else 0
        if chosen is None and self._order(now) == SORTS[step]:
            step += 1  # without words the natural order is that one
        sort = SORTS[step % len(SORTS)]
        if written:
            return replace(self, text=with_setting(self.text, "sort", sort or "relevance"))
        return replace(self, sort=sort, reverse=False)

    def reversed(self, now: datetime) -> Question:
        """The same with its order turned round, in the text if that has one and can be understood.

        Args:
            now: What relative dates count from.
        """
        written = self.said("sort").partition(":")[0]
        if not written:
            return replace(self, reverse=not self.reverse)
        if written not in _WRITTEN_SORTS:
            return self  # as above: what is half written is no order of the query either
        try:
            query = self.query(now)
        except QuerySyntaxError:
            return self
        descending = not query.descends
        direction = "" if descending == query.naturally_descending else ":desc" if descending else ":asc"
        return replace(self, text=with_setting(self.text, "sort", written + direction))

    def _order(self, now: datetime) -> SortKey | None:
        """The order of the results, ``None`` if the text cannot be understood."""
        try:
            return self.query(now).order
        except QuerySyntaxError:
            return None

    def said(self, name: Literal["mode", "sort"]) -> str:
        """What the text itself says of mode or order; ``""``: nothing, so that what was chosen beside it holds."""
        return written_setting(self.text, name)

    def query(self, now: datetime) -> Query:
        """Read it. The query's ``limit`` is what the text says, 0 if it says nothing.

        Args:
            now: What relative dates count from.

        Raises:
            QuerySyntaxError: The text cannot be understood, however it may go on.
        """
        group_by: GroupBy = "chunk" if self.passages else "note"
        defaults = Query(
            mode=self.mode, sort=self.sort, limit=0, group_by=group_by, max_per_note=int(not self.passages)
        )
        query = parse_query(self.text, now=now, typing=True, defaults=defaults)
        if self.reverse and query.descending is None and not self.said("sort"):
            query = replace(query, descending=not query.naturally_descending)
        return query

    def problem(self, now: datetime) -> str:
        """What is wrong with the text if it is finished as it stands, ``""`` if nothing is."""
        try:
            parse_query(self.text, now=now)
        except QuerySyntaxError as error:
            return error.message
        return ""


def describe_order(query: Query) -> str:
    """Say in which order the results come: ``best first``, ``newest first`` …"""
    return _ORDER_NAMES[query.order, query.descends]
