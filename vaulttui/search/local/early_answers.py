"""Answers to questions that were asked while nobody knew yet whether the index is up to date."""

from __future__ import annotations

from vaulttui.index.storage.database import Database
from vaulttui.search.query import Query, Result


class EarlyAnswers:
    """Keeps answers until the index has been brought up to date. They hold if nothing had to be written for that.

    Args:
        database: Of the index.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._answers: list[tuple[Query, int, Result]] = []

    def keep(self, query: Query, commits: int | None, result: Result) -> None:
        """Keep an answer.

        Args:
            query: What was asked.
            commits: Those of the database before it was asked, see
                :attr:`~vaulttui.index.storage.database.Database.commits`.
            result: What was found.
        """
        if commits is not None:
            self._answers.append((query, commits, result))

    def take(self, query: Query) -> Result | None:
        """The answer to a query if it still holds. Each is given once: it is of its moment, as dates like today are."""
        for place, (asked, commits, result) in enumerate(self._answers):
            if asked == query:
                del self._answers[place]
                return result if commits == self._database.commits else None
        return None
