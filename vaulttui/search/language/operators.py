"""The table of operators: what completion, help, error messages and the reference are made from."""

from __future__ import annotations

import unicodedata
from typing import Literal, TypeAlias

from vaulttui.values import dataclass

ArgumentKind: TypeAlias = Literal["text", "path", "folder", "tag", "date", "note", "choice", "number"]
"""What stands behind the colon. ``choice`` takes one of the operator's ``choices``."""


@dataclass(frozen=True, slots=True)
class OperatorInfo:
    """One operator of the query language."""

    name: str
    """As written in front of the colon, lower case."""
    argument: ArgumentKind
    help: str
    """One line that says what it does."""
    example: str
    aliases: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    """Values to offer: all there are for ``choice``, some for ``date``, ``*`` where anything is as well."""
    setting: bool = False
    """True for what says how to answer (``sort:``); False for what says which notes may be found."""


_DATES = (
    "today",
    "yesterday",
    "7d",
    "2w",
    "3m",
    "1y",
    "this week",
    "last week",
    "this month",
    "last month",
    "this year",
    "last year",
)

OPERATORS: tuple[OperatorInfo, ...] = (
    OperatorInfo("title", "text", "Text in the note's title.", 'title:"weekly review"'),
    OperatorInfo("content", "text", "Words in the note's text.", "content:deadlock", aliases=("body", "text")),
    OperatorInfo(
        "file", "text", "Text in the file's name, extension included.", "file:2025-07", aliases=("filename", "name")
    ),
    OperatorInfo(
        "path", "path", "Text in the path, or a pattern with * for the whole path.", "path:projects/*/state.md"
    ),
    OperatorInfo(
        "folder",
        "folder",
        "Notes in a folder and below it; a final /. leaves out what is below it.",
        'folder:"00 Inbox"',
        aliases=("dir",),
    ),
    OperatorInfo(
        "tag", "tag", "Notes with a tag or one nested below it; * for any tag.", "tag:work", aliases=("tags",)
    ),
    OperatorInfo("section", "text", "All of it within one section.", "section:(tokio deadlock)"),
    OperatorInfo(
        "block", "text", "All of it within one paragraph, list item, table or piece of code.", "block:(tokio deadlock)"
    ),
    OperatorInfo("line", "text", "All of it within one line.", "line:(mix flour)"),
    OperatorInfo("match-case", "text", "Words in just this case.", "match-case:IT"),
    OperatorInfo("task", "text", "In the text of a task; * for any task.", "task:(call OR email)", choices=("*",)),
    OperatorInfo("task-todo", "text", "In a task that is still to do; * for any.", "task-todo:call", choices=("*",)),
    OperatorInfo("task-done", "text", "In a task that is done; * for any.", "task-done:call", choices=("*",)),
    OperatorInfo("modified", "date", "When the file was last changed.", "modified:7d", choices=_DATES),
    OperatorInfo("created", "date", "When the note was made.", "created:2025-01..2025-03", choices=_DATES),
    OperatorInfo(
        "updated",
        "date",
        "The note's own date of change: its property `updated` or the like.",
        "updated:>=2025",
        choices=_DATES,
    ),
    OperatorInfo(
        "content-date",
        "date",
        "The date heading that the text stands under, else `updated`.",
        'content-date:"last week"',
        choices=_DATES,
    ),
    OperatorInfo("links-to", "note", "Notes that link to a note.", "links-to:[[Rust]]", aliases=("link-to",)),
    OperatorInfo("linked-from", "note", "Notes that a note links to.", "linked-from:[[Rust]]", aliases=("linked-by",)),
    OperatorInfo("like", "note", "Notes near in meaning to a note.", "like:[[Rust]]", aliases=("similar",)),
    OperatorInfo(
        "has",
        "choice",
        "Notes that have `tasks`, `links`, `backlinks`, an `attachment` or `warnings`.",
        "has:tasks",
        choices=("tasks", "links", "backlinks", "attachment", "warnings"),
    ),
    OperatorInfo(
        "is",
        "choice",
        "`orphan`: without any link in or out; `unresolved`: with links that lead nowhere.",
        "is:orphan",
        choices=("orphan", "unresolved"),
    ),
    OperatorInfo(
        "sort",
        "choice",
        "Order of the results; `:asc` or `:desc` behind the key sets its direction.",
        "sort:created:asc",
        choices=("relevance", "modified", "created", "updated", "name", "title", "size"),
        setting=True,
    ),
    OperatorInfo(
        "mode",
        "choice",
        "How words are matched.",
        "mode:keyword",
        choices=("keyword", "semantic", "hybrid", "deep"),
        setting=True,
    ),
    OperatorInfo("limit", "number", "How many results at most, 1 to 1000000.", "limit:50", setting=True),
)
"""Every operator, in the order of the reference."""

_BY_NAME = {name: info for info in OPERATORS for name in (info.name, *info.aliases)}

OPERATOR_NAMES: tuple[str, ...] = tuple(_BY_NAME)
"""All names and aliases."""


def find_operator(name: str) -> OperatorInfo | None:
    """Look up an operator by name or alias, in any case and width of its letters."""
    return _BY_NAME.get(name) or _BY_NAME.get(unicodedata.normalize("NFKC", name).casefold())
