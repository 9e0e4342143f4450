"""The Python interface: one vault, searched from a program."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from os import PathLike
from pathlib import Path
from typing import Any, cast, get_args

from vaulttui.errors import NoteNotFoundError, UsageError, VaultNotFoundError
from vaulttui.index.faults import check_index_file
from vaulttui.paths import expanded, index_path
from vaulttui.search.engine import (
    Backlink,
    Facets,
    FoundFile,
    NoteDetail,
    Progress,
    RefreshReport,
    SearchEngine,
    Status,
)
from vaulttui.search.expression import PathGlob, literal
from vaulttui.search.language.given import Given
from vaulttui.search.lookups.any_note import any_note
from vaulttui.search.query import GroupBy, Mode, Query, Result
from vaulttui.search.sharing import open_engine
from vaulttui.search.syntax import parse_query
from vaulttui.settings import Settings
from vaulttui.settings_file import load_settings
from vaulttui.spellings import as_listed
from vaulttui.tools.arguments import one_of, share, whole_number
from vaulttui.tools.find import find_entries
from vaulttui.tools.places import is_listed
from vaulttui.tools.scopes import exclusions
from vaulttui.tools.toolbox import Toolbox
from vaulttui.vault.note_names import is_note_name
from vaulttui.vault.untrusted import is_folder


class _Default(int):
    """A number that is told apart from the same one if somebody gives it."""


NOT_GIVEN = _Default(20)


class Vault:
    """An open vault.

    Args:
        engine: Answers everything; closed by :func:`open_vault`.
        exclude: Globs of notes that the agents' tool ``search`` leaves out.
    """

    def __init__(self, engine: SearchEngine, exclude: Sequence[str] = ()) -> None:
        self.engine = engine
        self.tools = Toolbox(engine, exclude)
        """The tools for agents: ``find_notes``, ``search``, ``find`` and ``search_notes``, as agents get them."""

    def refresh(self, embed: bool = True, progress: Callable[[Progress], None] | None = None) -> RefreshReport:
        """Bring the index up to date with the vault, and return when done.

        Args:
            embed: Also make vectors for what has none.
            progress: Called with the state of the work every now and then.

        Raises:
            VaultNotFoundError: The vault has vanished; nothing was removed from the index.
            IndexFault: The index cannot be written.
        """
        return self.engine.refresh(embed=embed, progress=progress)

    def search(
        self,
        text: str,
        mode: str = "hybrid",
        limit: int = NOT_GIVEN,
        *,
        offset: int = 0,
        min_score: float = 0.0,
        group_by: GroupBy = "note",
        max_per_note: int = 1,
        context_lines: int = 0,
        explain: bool = False,
        now: datetime | None = None,
    ) -> Result:
        """Search with a text of the query language. Its ``mode:`` wins over the argument, which a warning tells.

        Args:
            text: What to search for.
            mode: ``keyword``, ``semantic``, ``hybrid`` or ``deep``, or an alias of one.
            limit: Notes to return at most, or chunks if hits are grouped by these: the size of a page of what
                ``limit:`` of the text lets through. Where none is given, one page has all of that, or 20.
            offset: So many of them to leave out first.
            min_score: Least score, 0..1.
            group_by: ``note``: hits come note by note, and the notes are counted; ``chunk``: each chunk for itself.
            max_per_note: Hits of one note at most, 0 for all; each has another chunk of it.
            context_lines: Lines of the note to add to the content of each hit on both sides, up to 1000.
            explain: Say with each hit why it was found.
            now: What ``today`` is; ``None`` for the clock's time.

        Raises:
            QuerySyntaxError: The text cannot be understood.
            UsageError: There is no such mode or group, a number is out of its range, the text is none, or ``now`` is no
                datetime.
            ModelUnavailableError: Searching by meaning alone without a model.
        """
        chosen = _mode(mode)
        given = Given(
            mode=None if chosen is Mode.HYBRID else chosen,  # the default may not have been given
            limit=None if limit is NOT_GIVEN else whole_number("limit", limit, 0),
        )
        otherwise = Query(
            offset=whole_number("offset", offset, 0),
            min_score=share("min_score", min_score),
            group_by=cast(GroupBy, one_of("group_by", group_by, get_args(GroupBy))),
            max_per_note=whole_number("max_per_note", max_per_note, 0),
            context_lines=whole_number("context_lines", context_lines, 0, 1000),
            explain=explain,
        )
        if now is not None and not isinstance(now, datetime):
            raise UsageError(f"now must be a datetime, got {now!r}")
        read = parse_query(_text(text), now=now, defaults=given.defaults(otherwise))
        result = self.engine.search(given.paged(read))
        return replace(result, warnings=(*given.overruled(read), *result.warnings))

    def find(
        self,
        pattern: str = "",
        path: str | None = None,
        tag: str | None = None,
        property: Mapping[str, Any] | None = None,  # noqa: A002 - the name is the tool's contract
        limit: int = 50,
        sort: str | None = None,
    ) -> tuple[FoundFile, ...]:
        """Find files and folders by name.

        Args:
            pattern: A glob, or a part of the name or path; case and accents do not matter.
            path: Only below this folder.
            tag: Only notes with this tag, with or without ``#``, or one nested below it.
            property: ``{"key", "value"}``: only notes with this property; without a value, whatever it is.
            limit: Results at most, from 1.
            sort: ``name`` (by path, the default), ``modified`` (newest first) or ``size`` (largest first).

        Raises:
            UsageError: There is no such folder or order, the limit is below 1, the property has no key, or the pattern
                is a malformed glob.
        """
        return find_entries(self.engine, pattern=pattern, path=path, tag=tag, property=property, limit=limit, sort=sort)

    def facets(self, text: str = "", mode: str = "hybrid") -> Facets:
        """Filter values with their counts for a query.

        Raises:
            QuerySyntaxError: The text cannot be understood.
            UsageError: There is no such mode, or the text is none.
        """
        return self.engine.facets(parse_query(_text(text), defaults=Query(mode=_mode(mode))))

    def note(self, path: str | PathLike[str]) -> NoteDetail:
        """One note with its text, properties, links and backlinks.

        Args:
            path: Relative to the vault.

        Raises:
            NoteNotFoundError: No such note; one that is excluded is none.
            PathOutsideVaultError: The path leaves the vault.
            UsageError: What is given is no path.
        """
        name = self._as_listed(path)
        detail = self.engine.note(name)
        # The engine reads what is not indexed yet, and does not tell it from what never will be.
        indexed = any_note(self.engine, PathGlob(literal(name), exact=True))
        if not indexed and not (is_note_name(name) and is_listed(self.engine, name)):
            raise NoteNotFoundError(f"There is no note {os.fspath(path)!r} in the vault, or it is excluded.")
        return detail

    def backlinks(self, path: str | PathLike[str]) -> tuple[Backlink, ...]:
        """Links that lead to a note; none for what is no note of the vault.

        Args:
            path: Relative to the vault.

        Raises:
            UsageError: What is given is no path.
        """
        return self.engine.backlinks(self._as_listed(path))

    def status(self) -> Status:
        """How the index stands."""
        return self.engine.status()

    def _as_listed(self, given: str | PathLike[str]) -> str:
        """A path as the vault lists it; one that leaves the vault as it is."""
        path = os.fspath(given) if isinstance(given, PathLike) else given
        if not isinstance(path, str):
            raise UsageError(f"path must be a text or a path, got {given!r}")
        parts = path.split("/")
        if path.startswith("/") or ".." in parts or "\0" in path:
            return path
        return as_listed(Path(self.engine.vault_path), "/".join(part for part in parts if part not in ("", ".")))


def _text(given: str) -> str:
    """See that a query is a text: what it cannot be read from would be told in the words of its reader."""
    if not isinstance(given, str):
        raise UsageError(f"text must be a text, got {given!r}")
    return given


def _mode(name: str) -> Mode:
    try:
        return Mode.parse(name)
    except (ValueError, AttributeError) as error:
        names = ", ".join(mode.value for mode in Mode)
        raise UsageError(f"There is no mode {name!r}: choose one of {names}.") from error


@contextmanager
def open_vault(
    path: str | PathLike[str], index: str | PathLike[str] | None = None, *, settings: Settings | None = None
) -> Iterator[Vault]:
    """Open a vault for searching.

    Where numpy was not imported before, it is imported so that it makes no threads for matrices: a program that wants
    these for itself imports it first.

    Args:
        path: The vault's folder.
        index: The index file; ``None`` for its place in the user's cache.
        settings: ``None`` for those of the user's settings file.

    Raises:
        VaultNotFoundError: There is no such folder.
        IndexFault: The index cannot be opened, or what ``index`` names is something else.
    """
    settings = settings or load_settings()
    if not os.fspath(path):
        raise VaultNotFoundError("The path of the vault is empty: name its folder.")
    if "\0" in os.fspath(path):
        raise VaultNotFoundError(f"The vault {os.fspath(path)!r} is no path: name its folder.")
    file = expanded(index).absolute() if index is not None else None
    if file is not None:
        check_index_file(file)
    root = expanded(path)
    if not is_folder(root) and not os.path.lexists(file or index_path(root, settings)):
        # Never seen, so no vanished one that may still be searched: to become its owner would leave a lock behind.
        what = "is no folder: name the one" if os.path.lexists(root) else "is not there: name the folder"
        raise VaultNotFoundError(f"The vault {root} {what} that the notes are in.")
    engine = open_engine(root, settings, file)
    try:
        yield Vault(engine, exclusions(settings.agents))
    finally:
        engine.close()
