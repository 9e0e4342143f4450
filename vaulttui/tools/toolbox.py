"""The four tools of one vault: bound to its engine and to what its settings keep from agents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from vaulttui.search.engine import SearchEngine
from vaulttui.tools.find import DEFAULT_LIMIT, find
from vaulttui.tools.find_notes import find_notes
from vaulttui.tools.search import search
from vaulttui.tools.search_notes import search_notes
from vaulttui.tools.search_request import Format


class Toolbox:
    """The tools for agents: functions of the same names in :mod:`vaulttui.tools`, with the arguments that agents give.

    Args:
        engine: Answers.
        exclude: Globs of notes that ``search`` leaves out.
    """

    def __init__(self, engine: SearchEngine, exclude: Sequence[str] = ()) -> None:
        self._engine = engine
        self._exclude = tuple(exclude)

    def find_notes(
        self,
        query: str = "",
        mode: str = "hybrid",
        folder: str = "",
        recursive: bool = False,
        frontmatter: Sequence[Mapping[str, Any]] | None = None,
        date_start: str = "",
        date_end: str = "",
        date_type: str = "modified",
        sort: str = "",
        include_fields: Sequence[str] | None = None,
        n_results: int | str = 20,
        offset: int | str = 0,
    ) -> str:
        """See :func:`vaulttui.tools.find_notes`."""
        return find_notes(
            self._engine,
            query=query,
            mode=mode,
            folder=folder,
            recursive=recursive,
            frontmatter=frontmatter,
            date_start=date_start,
            date_end=date_end,
            date_type=date_type,
            sort=sort,
            include_fields=include_fields,
            n_results=n_results,
            offset=offset,
        )

    def search(
        self,
        query: str | None = None,
        queries: Sequence[str] | None = None,
        mode: str = "hybrid",
        path: str | None = None,
        tag: str | None = None,
        scopes: Sequence[str] | None = None,
        limit: int | str | None = None,
        min_score: float | None = None,
        date_from: str | None = None,
        date_to: str | None = None,
        explain: bool = False,
        format: Format | None = None,  # noqa: A002 - the name is the tool's contract
    ) -> list[dict[str, Any]]:
        """See :func:`vaulttui.tools.search`."""
        return search(
            self._engine,
            query=query,
            queries=queries,
            mode=mode,
            path=path,
            tag=tag,
            scopes=scopes,
            limit=limit,
            min_score=min_score,
            date_from=date_from,
            date_to=date_to,
            explain=explain,
            format=format,
            exclude=self._exclude,
        )

    def find(
        self,
        pattern: str = "",
        path: str | None = None,
        tag: str | None = None,
        property: Mapping[str, Any] | None = None,  # noqa: A002 - the name is the tool's contract
        limit: int | str = DEFAULT_LIMIT,
        sort: str | None = None,
    ) -> list[dict[str, Any]]:
        """See :func:`vaulttui.tools.find`."""
        return find(self._engine, pattern=pattern, path=path, tag=tag, property=property, limit=limit, sort=sort)

    def search_notes(self, query: str, read_content: bool = False) -> str:
        """See :func:`vaulttui.tools.search_notes`."""
        return search_notes(self._engine, query, read_content)
