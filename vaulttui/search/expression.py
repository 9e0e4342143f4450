"""Conditions on notes and chunks: the tree behind ``Query.where``.

Conditions hold for whole notes unless their docstring says *chunk* or *passage*: a chunk may be found if its note
satisfies every note condition and it satisfies every chunk condition itself. A condition on passages asks for a chunk
that the note has: several may each be satisfied by another one, all of which are found, and to negate one leaves out
the notes that have such a chunk. All comparison of text ignores case and accents.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import date
from typing import Literal, TypeAlias

from vaulttui.values import dataclass

DateField: TypeAlias = Literal["modified", "created", "updated", "content"]
TextField: TypeAlias = Literal["any", "content", "title", "file", "path"]
Comparison: TypeAlias = Literal[
    "exists", "missing", "empty", "contains", "equals", "written", "<", "<=", ">", ">=", "range"
]
TextUnit: TypeAlias = Literal["section", "block", "line"]
TaskState: TypeAlias = Literal["any", "todo", "done"]
Feature: TypeAlias = Literal["tasks", "links", "backlinks", "attachment", "orphan", "unresolved", "warnings"]


@dataclass(frozen=True, slots=True)
class AllOf:
    """Every item holds. Holds without items."""

    items: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class AnyOf:
    """At least one item holds. Never holds without items."""

    items: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Not:
    """The item does not hold."""

    item: Expression


@dataclass(frozen=True, slots=True)
class TextIs:
    """Words in a row (one or more) occur in a field of the note.

    Whole words, compared without case and accents. In ``any``: content, title, aliases, path, tags, names and values of
    properties. ``title``, ``file`` (name with extension) and ``path``: as a substring, as typed.
    """

    text: str
    field: TextField = "any"
    unfinished: bool = False
    """True while typing: the last word may be the beginning of a longer one."""


@dataclass(frozen=True, slots=True)
class RegexIs:
    """A regular expression (RE2 syntax) matches somewhere in a field of the note; case is ignored unless it says so."""

    pattern: str
    field: TextField = "any"


@dataclass(frozen=True, slots=True)
class TagIs:
    """The note has the tag or one nested below it. ``""``: any tag."""

    tag: str


@dataclass(frozen=True, slots=True)
class FolderIs:
    """The note lies in a folder. ``""``: the root of the vault."""

    folder: str
    recursive: bool = True


@dataclass(frozen=True, slots=True)
class PathGlob:
    """The note's path matches a glob (``*`` one segment, a trailing ``*`` and ``**`` any number).

    With a heading this is a condition on the *chunk*: it lies below a heading that starts with or contains it.
    """

    glob: str
    heading: str = ""
    exact: bool = False
    """Whether case and accents matter, as where a path names one file."""


def literal(path: str) -> str:
    """A glob that means a path as it is written."""
    return re.sub(r"([*?[])", r"[\1]", path)


@dataclass(frozen=True, slots=True)
class OnLines:
    """The *chunk* has any of some lines of its note, both ends inclusive, from 1."""

    first: int
    last: int | None = None
    """``None`` for the end of the note."""


@dataclass(frozen=True, slots=True)
class PropertyIs:
    """A frontmatter property compares with a value. A list property holds if any item does."""

    key: str
    comparison: Comparison
    """``written`` is what ``equals`` is, but a number equals only what is written as it is: ``1.10`` is not ``1.1``."""
    value: str = ""
    upper: str = ""
    """Upper end (inclusive) of a ``range``; either end may be empty. For ``equals`` with a year or a month its last
    day: dates and months within it are equal to it as well; ``""`` elsewhere."""


@dataclass(frozen=True, slots=True)
class DateIs:
    """A date lies within a range of days, both ends inclusive, either end open.

    ``content`` is a condition on the *chunk*: the date heading that it lies under, else the note's ``updated``.
    """

    field: DateField
    first: date | None = None
    last: date | None = None


@dataclass(frozen=True, slots=True)
class Within:
    """Everything in ``item`` (text and regex conditions) holds within one unit of a text. A condition on a *passage*.

    A block is a heading, a list item, or any other lines without a blank one between them.
    """

    unit: TextUnit
    item: Expression


@dataclass(frozen=True, slots=True)
class TaskHas:
    """A *passage* has a task in that state within whose text ``item`` holds (``None``: any text)."""

    state: TaskState = "any"
    item: Expression | None = None


@dataclass(frozen=True, slots=True)
class LinksTo:
    """The note links to that note (a link target as one would write it between brackets)."""

    target: str


@dataclass(frozen=True, slots=True)
class LinkedFrom:
    """That note links to the note."""

    source: str


@dataclass(frozen=True, slots=True)
class Like:
    """Ranks by semantic nearness to that note, which is not found itself."""

    target: str


@dataclass(frozen=True, slots=True)
class HasFeature:
    """The note has tasks, links, backlinks, an attachment, no links in or out (``orphan``), unresolved links."""

    feature: Feature


Expression: TypeAlias = (
    AllOf
    | AnyOf
    | Not
    | TextIs
    | RegexIs
    | TagIs
    | FolderIs
    | PathGlob
    | OnLines
    | PropertyIs
    | DateIs
    | Within
    | TaskHas
    | LinksTo
    | LinkedFrom
    | Like
    | HasFeature
)


def named_notes(expression: Expression | None) -> list[tuple[str, str]]:
    """Operator and name of every note that a ``like:`` or ``linked-from:`` begins at, wherever it stands."""
    match expression:
        case Like(name):
            return [("like:", name)]
        case LinkedFrom(name):
            return [("linked-from:", name)]
        case Not(item):
            return named_notes(item)
        case AllOf(items) | AnyOf(items):
            return [found for item in items for found in named_notes(item)]
    return []


def conjuncts(expression: Expression | None) -> tuple[Expression, ...]:
    """The conditions that have to hold together, in order; those of a choice are one."""
    if expression is None:
        return ()
    return expression.items if isinstance(expression, AllOf) else (expression,)


def affirmed(expression: Expression | None) -> Iterator[Expression]:
    """The single conditions of a tree, in order, but for what stands below a negation."""
    match expression:
        case None | Not():
            return
        case AllOf(items) | AnyOf(items):
            for item in items:
                yield from affirmed(item)
        case _:
            yield expression


def likes(expression: Expression | None) -> list[str]:
    """Targets of ``like:`` that every hit has to be near to."""
    return [condition.target for condition in affirmed(expression) if isinstance(condition, Like)]


def about_passages(expression: Expression | None) -> bool:
    """Whether anything in it is a condition on chunks or passages, or on what notes say."""
    return _has(expression, lambda leaf: _is_on_chunks(leaf) or _is_on_contents(leaf))


def asks_for_passages(expression: Expression) -> bool:
    """Whether anything in it, not negated, is a condition on passages."""
    return any(isinstance(condition, (Within, TaskHas)) for condition in affirmed(expression))


def is_of_text_in_part(expression: Expression) -> bool:
    """Whether it asks what notes say or leaves out what says something, so that it matters which part of a note is
    looked at."""
    if isinstance(expression, Not) and not parts_notes(expression.item):
        return _has(expression, lambda leaf: _is_on_contents(leaf) or isinstance(leaf, (Within, TaskHas)))
    return any(map(_is_on_contents, affirmed(expression)))


def parts_notes(expression: Expression) -> bool:
    """Whether anything in it lets through some of the chunks of a note by where they stand: below a heading, or on some
    lines."""
    return _has(expression, lambda leaf: _is_on_chunks(leaf) and not isinstance(leaf, (Within, TaskHas)))


def about_chunks(expression: Expression | None) -> bool:
    """Whether anything in it is a condition on chunks or passages."""
    return _has(expression, _is_on_chunks)


def _is_on_chunks(leaf: Expression) -> bool:
    match leaf:
        case Within() | TaskHas() | DateIs("content") | OnLines():
            return True
        case PathGlob(heading=heading):
            return bool(heading)
    return False


def _is_on_contents(leaf: Expression) -> bool:
    return isinstance(leaf, (TextIs, RegexIs)) and leaf.field in ("any", "content")


def _has(expression: Expression | None, wanted: Callable[[Expression], bool]) -> bool:
    """Whether any condition of a tree is of some kind."""
    match expression:
        case None:
            return False
        case Not(item):
            return _has(item, wanted)
        case AllOf(items) | AnyOf(items):
            return any(_has(item, wanted) for item in items)
    return wanted(expression)
