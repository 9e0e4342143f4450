"""What the session's threads tell the main screen. Widgets keep their own messages to themselves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.message import Message

from vaulttui.search.engine import Facets, Suggestion
from vaulttui.search.query import Query, Result

if TYPE_CHECKING:
    from vaulttui.tui.loosening import Looser
    from vaulttui.tui.preview import RenderedNote
    from vaulttui.tui.preview.prepared import Asked


@dataclass
class EngineOpened(Message):
    """The index is open; the first notes may still have to be read."""

    notes: int


@dataclass
class EngineFailed(Message):
    """The index could not be opened: nothing can be searched."""

    reason: str


@dataclass
class EngineReported(Message):
    """The engine sent events: the session's ``events`` can be taken."""


@dataclass
class Answered(Message):
    """A search was answered."""

    request: int
    """Id that :meth:`vaulttui.tui.session.session.SearchSession.search` returned."""
    query: Query
    result: Result
    final: bool
    """False if a better answer to the same request follows (words first, meaning later)."""


@dataclass
class MoreAnswered(Message):
    """Further hits of a search that was answered before."""

    request: int
    offset: int
    result: Result


@dataclass
class HitsFound(Message):
    """Some hits of a query, for something to be done with them."""

    request: int
    result: Result


@dataclass
class SearchFailed(Message):
    """A search could not be answered; the last good results stay."""

    request: int
    reason: str
    start: int | None = None
    """First wrong character of the query text, where that is the reason."""
    end: int | None = None


@dataclass
class FacetsCounted(Message):
    """Filter values with their counts, for a search."""

    request: int
    facets: Facets


@dataclass
class LooserFound(Message):
    """Queries that find something where one found nothing, those that find most first."""

    request: int
    queries: tuple[Looser, ...]
    unknown: tuple[str, ...] = ()
    """Sentences about names in the query that nothing has; may hold text of notes."""


@dataclass
class NoteLoaded(Message):
    """A note was read and laid out; a long one comes several times, each time with more of it laid out."""

    request: int
    rendered: RenderedNote


@dataclass
class PlacesFound(Message):
    """A text was looked for in a note that is laid out."""

    rendered: RenderedNote
    """With the places as its matches."""


@dataclass
class NotePrepared(Message):
    """A note was read and laid out, at least its beginning, because it may be wanted next."""

    asked: Asked
    rendered: RenderedNote


@dataclass
class NoteFailed(Message):
    """A note could not be read."""

    request: int
    path: str
    reason: str


@dataclass
class NoteUnchanged(Message):
    """A note that was read once more is as it was known."""

    request: int


@dataclass
class RelatedFound(Message):
    """Notes that are semantically near to one."""

    path: str
    result: Result | None
    reason: str = ""
    """Why there is no result."""


@dataclass
class Suggested(Message):
    """Completions were found."""

    request: int
    suggestions: tuple[Suggestion, ...]


@dataclass
class NotesNamed(Message):
    """The titles of some notes, as far as the index has them."""

    titles: Mapping[str, str]
    """By path."""


@dataclass
class NoteIndexed(Message):
    """A note was read again at the person's wish."""

    path: str


@dataclass
class NoteReady(Message):
    """A note that was asked for by its name or day is there."""

    path: str
    line: int
    """Where one begins to write."""
    made: bool
    """Whether it was made just now."""
    left_out: bool = False
    """Whether it was made where the vault's or the person's rules leave notes out: no search will find it."""


@dataclass
class NoteNotMade(Message):
    """A note that was named cannot be made."""

    path: str
    reason: str


@dataclass
class LinksNamed(Message):
    """Links to notes as one would write them."""

    links: list[str]


@dataclass
class NotesVanished(Message):
    """Of some notes these are not there any more."""

    paths: frozenset[str]


@dataclass
class NameLookedUp(Message):
    """Whether there is a note of a name that is being typed."""

    name: str
    """As it was asked for, like a path from the vault's root."""
    path: str
    """Where a note of that name is kept."""
    there: bool


@dataclass
class TemplatesListed(Message):
    """The notes that new ones can start from."""

    paths: tuple[str, ...]


@dataclass
class WarningsListed(Message):
    """Everything that was not read as written."""

    warnings: tuple[tuple[str, int | None, str], ...]


@dataclass
class TaskFailed(Message):
    """Something that was asked of the engine did not work; a notification says so."""

    title: str
    reason: str
