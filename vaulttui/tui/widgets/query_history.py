"""Going through earlier queries, and back to what was being typed."""

from __future__ import annotations

from collections.abc import Sequence


class QueryHistory:
    """Steps through earlier queries in place of the one that is being typed.

    Args:
        queries: Earlier queries, oldest first.
    """

    def __init__(self, queries: Sequence[str]) -> None:
        self._queries = queries
        self._browsed: list[str] = []
        """The queries as they were when one began to look at them: other windows add to them meanwhile."""
        self._place: int | None = None
        """Which of these is shown; ``None`` while one types."""
        self._draft = ""

    def step(self, direction: int, text: str) -> str | None:
        """Go to an earlier (-1) or later (1) query; behind the last one is what was being typed.

        Args:
            direction: Which way.
            text: What is shown now.

        Returns:
            What is to be shown; ``None`` if there are no earlier queries.
        """
        if not self._queries:
            return None
        place = self._place
        if place is None or self._browsed[place] != text:
            # What was changed since is being typed, by whatever key, and so is the first.
            self._browsed = [*self._queries]
            self._draft = text
            place = len(self._browsed)
            if direction < 0 and self._browsed[-1:] == [text.strip()]:
                place -= 1
        place = max(0, place + direction)
        self._place = place if place < len(self._browsed) else None
        return self._draft if self._place is None else self._browsed[place]

    def leave(self) -> None:
        """Take what is shown for what is being typed: it is the last of the queries by now, wherever it was."""
        self._place = None
