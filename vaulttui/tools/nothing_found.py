"""What to tell who finds nothing, or is refused: a name that was guessed is not in the vault, or which dates count."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from vaulttui.errors import IndexFault, QuerySyntaxError, VaultTuiError
from vaulttui.formatting import counted
from vaulttui.index.reading.letters import fold
from vaulttui.search.engine import SearchEngine
from vaulttui.search.expression import AnyOf, Expression, Not, OnLines, PathGlob, PropertyIs, TagIs, affirmed
from vaulttui.search.language.combine import all_of
from vaulttui.search.language.values import written_value
from vaulttui.search.lookups.any_note import any_note
from vaulttui.search.lookups.unknown_names import UnknownName, nearest_name, unknown_names
from vaulttui.search.query import Mode, Query, Result
from vaulttui.tools.conditions import property_conditions
from vaulttui.tools.find_notes import NoteList
from vaulttui.tools.json_text import to_json
from vaulttui.tools.note_addresses import note_address
from vaulttui.tools.places import FolderNotFoundError, NotAFolderError
from vaulttui.tools.query_text import read_query
from vaulttui.tools.scopes import of_whole_notes, scope_condition
from vaulttui.values import dataclass
from vaulttui.vault.markdown.tag_names import TAG_KEYS
from vaulttui.vault.note_names import is_note_name

_UNDATED = (
    "date_from and date_to leave out notes that have neither a date heading nor a property like updated; "
    "modified:7d in the query asks when files were changed."
)
_NO_SCOPE = "No note matches any of the scopes: paths are relative to the vault, and case matters."
_HEADINGS = 8
"""Headings of notes that are told where a scope asks for none of them."""
_SCOPES = 10
"""Scopes that are looked for elsewhere: that takes a search each."""
_PARTS = 2_000
"""Parts of notes that are looked through for these."""
_LISTED = {"tag": "tags", "property": "properties"}
"""Resources that list all names of a kind."""


@dataclass(frozen=True, slots=True)
class _Frontmatter:
    """Lines were asked for that are a note's frontmatter: they belong to none of its parts."""

    path: str
    text_begins: int
    """The line on which the first of its parts begins, from 1."""

    @property
    def sentence(self) -> str:
        """What a person is told."""
        return f"These lines of {self.path!r} are frontmatter: its parts begin on line {self.text_begins}."


def why_nothing(engine: SearchEngine, arguments: Mapping[str, Any]) -> str:
    """The likely reasons why a tool found nothing, as an agent is told; ``""`` if none is known.

    Args:
        engine: Has answered.
        arguments: Of ``search``, ``find_notes`` or ``find``, checked by the tool.
    """
    found = _reasons(engine, conditions_of(engine, arguments), arguments.get("scopes"))
    told = " ".join(reason if isinstance(reason, str) else _for_agent(reason) for reason in found)
    return told or (_UNDATED if arguments.get("date_from") or arguments.get("date_to") else "")


def tags_remark(engine: SearchEngine, found: NoteList, frontmatter: Sequence[Mapping[str, Any]]) -> str:
    """What to say where tags are asked for as a property and notes that fulfil all other conditions have them
    elsewhere, in their text or as the beginning of a nested one; ``""`` if none has.

    Args:
        engine: Has answered.
        found: What ``find_notes`` found.
        frontmatter: The conditions on properties that it was given, checked.
    """
    # Words only rank, but for who asks by words.
    within = found.asked if found.result.mode is Mode.KEYWORD else Query()
    for index, condition in enumerate(frontmatter):
        if condition["field"].strip().casefold() not in TAG_KEYS:
            continue
        given = condition.get("match_type") or "contains"
        positive = given.removeprefix("not_").replace("missing", "exists")
        tag = "" if positive == "exists" else str(condition["value"]).strip().lstrip("#")
        others = property_conditions([*frontmatter[:index], *frontmatter[index + 1 :]])
        seen = property_conditions([{**condition, "match_type": positive}])
        missed = all_of((found.beside, others, TagIs(tag), None if seen is None else Not(seen)))
        if not engine.search(replace(within, where=missed, limit=0, offset=0)).total:
            continue
        written = f"tag:{written_value(tag) if tag else '*'}"
        if positive == given:
            how = f"query={to_json(written)} also finds tags in the text and nested ones."
        else:
            how = f"query={to_json('-' + written)} leaves out notes with tags in the text and nested ones, too."
        return f"frontmatter sees only the property tags: {how}"
    return ""


def why_refused(engine: SearchEngine, fault: VaultTuiError) -> str:
    """What helps an agent on beside what a tool says is wrong; ``""`` if nothing is known.

    Args:
        engine: Was asked.
        fault: Of the tool.
    """
    if isinstance(fault, NotAFolderError) and is_note_name(fault.path):
        return f"scopes=[{to_json(fault.path)}] of search is this note."
    if not isinstance(fault, FolderNotFoundError):
        return ""
    nearest = ""
    with suppress(IndexFault):  # without an index, files are found all the same
        nearest = nearest_name(engine, "folder", fault.folder.strip("/"))
    return f"Did you mean {nearest!r}?" if nearest else "vault://folders lists the folders that hold notes."


def reasons(engine: SearchEngine, conditions: Iterable[Expression | None], scopes: Any = None) -> list[str]:
    """The names that were asked for and nothing in the vault has, as a person is told.

    Args:
        engine: Has answered, and found nothing.
        conditions: Of the queries, and of what was given beside them.
        scopes: Globs that what is found had to match, checked; ``None`` for none.
    """
    found = _reasons(engine, conditions, scopes)
    return [reason if isinstance(reason, str) else reason.sentence for reason in found]


def conditions_of(engine: SearchEngine, arguments: Mapping[str, Any]) -> list[Expression | None]:
    """What a tool was asked for, but for scopes, folders and dates.

    Args:
        engine: Has answered.
        arguments: As :func:`why_nothing`.
    """
    tag = (arguments.get("tag") or "").strip().lstrip("#")
    wanted = arguments.get("property")
    conditions: list[Expression | None] = [
        TagIs(tag) if tag else None,
        PropertyIs(wanted["key"].strip(), "exists") if wanted else None,
        property_conditions(arguments.get("frontmatter")),
    ]
    for text in arguments.get("queries") or (arguments.get("query") or "",):
        with suppress(QuerySyntaxError):  # the tool has told it
            conditions.append(read_query(engine, text, Query()).query.where)
    return conditions


def _reasons(
    engine: SearchEngine, conditions: Iterable[Expression | None], scopes: Any
) -> list[str | UnknownName | _Frontmatter]:
    within = scope_condition(scopes, Path(engine.vault_path))
    nowhere = [] if within is None or any_note(engine, within) else [_nowhere(engine, within, scopes)]
    return [*nowhere, *unknown_names(engine, *conditions)]


def _nowhere(engine: SearchEngine, within: Expression, scopes: Any) -> str | _Frontmatter:
    """Why nothing lies in any of some scopes: there is no such note, or it has no such heading or lines.

    Args:
        engine: Has answered.
        within: The scopes as a condition.
        scopes: The same as they were given.
    """
    notes = of_whole_notes(within)
    if not any_note(engine, notes):
        deeper = next(_deeper(engine, scopes), "")
        return f"{_NO_SCOPE} Did you mean {deeper!r}?" if deeper else _NO_SCOPE
    asked = [leaf.heading for leaf in affirmed(within) if isinstance(leaf, PathGlob) and leaf.heading]
    if not asked:
        return next(_frontmatter(engine, within), "The notes in scope have no such lines.")
    parts = _parts(engine, notes)
    headings = {fold(heading): heading for hit in parts.hits for heading in hit.heading_path}
    near = [each for name in asked for each in difflib.get_close_matches(fold(name), headings, n=_HEADINGS)]
    told = [headings[each] for each in dict.fromkeys((*near, *headings))]
    missing = " or ".join(map(repr, dict.fromkeys(asked)))
    if not told:
        return f"The scopes name notes that have no heading, and so none that starts with or contains {missing}."
    more = f" and {counted(len(told) - _HEADINGS, 'other')}" if len(told) > _HEADINGS else ""
    there = ", ".join(map(repr, told[:_HEADINGS]))
    return f"No heading of the notes in scope starts with or contains {missing}; there are {there}{more}."


def _deeper(engine: SearchEngine, scopes: Any) -> Iterator[str]:
    """Those of some scopes that would match in another folder than the vault's root, in the form that does."""
    for scope in [scopes] if isinstance(scopes, str) else scopes[:_SCOPES]:
        anywhere = f"**/{scope}"
        where = scope_condition([anywhere], Path(engine.vault_path))
        if where is not None and any_note(engine, where):
            yield anywhere


def _frontmatter(engine: SearchEngine, within: Expression) -> Iterator[_Frontmatter]:
    """Notes whose frontmatter has the lines that one of some scopes asks for."""
    for scope in within.items if isinstance(within, AnyOf) else (within,):
        lines = next((leaf for leaf in affirmed(scope) if isinstance(leaf, OnLines)), None)
        if lines is None or lines.last is None or not 1 <= lines.first <= lines.last:
            continue
        for part in _parts(engine, of_whole_notes(scope)).hits:
            if part.chunk == 0 and lines.last < part.first_line:  # above the first part is nothing else
                yield _Frontmatter(part.path, part.first_line)


def _parts(engine: SearchEngine, notes: Expression) -> Result:
    return engine.search(Query(where=notes, sort="name", limit=_PARTS, group_by="chunk", max_per_note=0))


def _for_agent(reason: UnknownName | _Frontmatter) -> str:
    if isinstance(reason, _Frontmatter):
        return f"{reason.sentence} {note_address(reason.path)} shows the whole note."
    if reason.nearest or reason.kind not in _LISTED:
        return reason.sentence
    return f"{reason.statement}; vault://{_LISTED[reason.kind]} lists what there is."
