"""Where in notes the metadata stands that a query asks for: a tag or an inline field in the text, a link, a task.

What stands in the frontmatter is shown with the note as a whole; of one that has nothing else, the properties that are
asked for, or have the tags and links that are.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence

import numpy as np

from vaulttui.index.reading.folded_text import FoldedText, fold_with_origins
from vaulttui.index.reading.letters import fold
from vaulttui.index.storage.arrays import IntArray, scan
from vaulttui.search.conditions.filters import FEATURES, tag_query
from vaulttui.search.conditions.property_conditions import property_condition
from vaulttui.search.conditions.targets import links_to
from vaulttui.search.conditions.text_conditions import Condition
from vaulttui.search.expression import Expression, HasFeature, LinksTo, PropertyIs, TagIs, affirmed
from vaulttui.search.results.places import Places, Span, apart, line_ranges
from vaulttui.search.results.property_snippets import PropertyItem
from vaulttui.search.view import IndexView
from vaulttui.vault.markdown.tag_names import TAG_KEYS

_TAG = r"#{}(?![\w-])(?:/[^\s#,;.:!?)\]，、。；：！？]*)?"
"""A tag, and what is nested below it."""
_HOLDS_TAG = f"key_folded IN ({', '.join(map(repr, TAG_KEYS))}) AND contains(text_folded, tag_folded)"
_HOLDS_LINK = "(contains(text, target) OR contains(text, ']('))"
"""The address of a Markdown link may be written otherwise."""
_TAGS_ALONE = re.compile(r"[\s,;>*-]*+(?:#[^\s#]++[\s,;]*+)++")
"""A line that says nothing but how a note is filed."""


def fact_places(view: IndexView, where: Expression | None, notes: IntArray) -> Mapping[int, Places]:
    """Find the lines of some notes for which they were found.

    Args:
        view: The index.
        where: The conditions.
        notes: Numbers of notes that fulfil them.

    Returns:
        By the numbers of the chunks that have any; tags are matches.
    """
    lines = _lines(view, where, notes)
    if not lines:
        return {}
    rows = {"id": np.array(list(lines))}
    sql = "SELECT note_id, chunk_id, first_line, last_line FROM chunks WHERE note_id IN (SELECT id FROM rows)"
    found: dict[int, list[int]] = {}
    for note, identity, first, last in scan(view.cursor, sql, rows).fetchall():
        known = lines[note]
        inside = known[bisect_left(known, first) : bisect_right(known, last)]
        if inside:
            found[int(view.snapshot.chunk_numbers[identity])] = [line - first for line in inside]
    asked = [condition.tag.strip("#/") for condition in affirmed(where) if isinstance(condition, TagIs)]
    tags = [re.compile(_TAG.format(re.escape(fold(tag)))) for tag in asked]
    told: dict[int, dict[int, set[Span]]] = {}
    """Matches by line, by the chunks' numbers."""
    chunks = view.chunk_texts(list(found))
    for number, chunk in chunks.items():
        told[number] = {
            line: _places_of(tags, chunk.text, span)
            for line, span in zip(found[number], line_ranges(chunk.text, _single(found[number])), strict=False)
            if not _TAGS_ALONE.fullmatch(chunk.text, *span)
        }
    notes_of = view.snapshot.chunk_notes
    _leave_out_other_parts(told, {number: (int(notes_of[number]), chunks[number].first_line) for number in chunks})
    return {
        number: Places(tuple(apart(set().union(*lines.values()))), tuple(_single(lines)))
        for number, lines in told.items()
        if lines
    }


def properties_asked_for(
    view: IndexView, where: Expression | None, notes: IntArray
) -> Mapping[int, list[PropertyItem]]:
    """Find the values of properties for which some notes were found.

    Args:
        view: The index.
        where: The conditions.
        notes: Numbers of notes.

    Returns:
        By the numbers of the notes that have any, in the order of their lines.
    """
    found: dict[int, set[PropertyItem]] = {}
    rows = {"id": view.snapshot.note_ids[notes]}
    for sql, parameters in _items(view, where):
        known = f"SELECT note_id, key, text, line FROM ({sql}) WHERE note_id IN (SELECT id FROM rows)"
        for note, *item in scan(view.cursor, known, rows, parameters).fetchall():
            found.setdefault(int(view.snapshot.note_numbers[note]), set()).add(PropertyItem(*item))
    return {number: sorted(items, key=lambda item: item.line or 0) for number, items in found.items()}


def _places_of(tags: Sequence[re.Pattern[str]], text: str, within: Span) -> set[Span]:
    """Where a part of a text has some tags, which are compared folded as to find their notes they were."""
    begin, end = within
    folded = fold_with_origins(text[begin:end]) if tags else FoldedText("", None)
    spans = [folded.span(*match.span()) for tag in tags for match in tag.finditer(folded.text)]
    return {(begin + start, begin + behind) for start, behind in spans}


def _single(lines: Iterable[int]) -> list[range]:
    return [range(line, line + 1) for line in lines]


def _leave_out_other_parts(told: Mapping[int, dict[int, set[Span]]], begins: Mapping[int, tuple[int, int]]) -> None:
    """Leave out those parts of a line that several chunks share that lack the matches which another part has.

    Args:
        told: Matches by line, by the chunks' numbers; parts are taken out.
        begins: Note and first line of each of the chunks.
    """
    parts: dict[tuple[int, int], list[int]] = {}
    for number, lines in told.items():
        note, first = begins[number]
        for line in lines:
            parts.setdefault((note, first + line), []).append(number)
    for (_, at), numbers in parts.items():
        if any(told[number][at - begins[number][1]] for number in numbers):
            for number in numbers:
                if not told[number][at - begins[number][1]]:
                    del told[number][at - begins[number][1]]


def _lines(view: IndexView, where: Expression | None, notes: IntArray) -> Mapping[int, list[int]]:
    """Lines below the frontmatter, from 1, ascending, by identities of notes."""
    lines: dict[int, set[int]] = {}
    rows = {"id": view.snapshot.note_ids[notes]}
    for sql, parameters in _conditions(view, where):
        known = (
            f"SELECT f.note_id, f.line FROM ({sql}) f JOIN notes n USING (note_id) "
            "WHERE f.note_id IN (SELECT id FROM rows) AND f.line >= n.body_line"
        )
        for note, line in scan(view.cursor, known, rows, parameters).fetchall():
            lines.setdefault(note, set()).add(line)
    return {note: sorted(found) for note, found in lines.items()}


def _conditions(view: IndexView, where: Expression | None) -> Iterator[Condition]:
    """Queries for notes and lines."""
    columns = "note_id, line"
    for condition in affirmed(where):
        match condition:
            case TagIs(tag):
                yield tag_query(tag, columns)
            case PropertyIs(comparison=comparison) if comparison != "missing":
                yield property_condition(condition, columns)
            case LinksTo(target):
                yield links_to(target, view.filters.file_linked_as(target), columns)
            case HasFeature("tasks" | "attachment" | "unresolved" as feature):
                yield FEATURES[feature].format(columns=columns), []


def _items(view: IndexView, where: Expression | None) -> Iterator[Condition]:
    """Queries for notes, and keys, texts and lines of their properties."""
    columns = "note_id, key, text, line"
    of_tag = f"SELECT {columns} FROM ({{}}) JOIN properties USING (note_id) WHERE {_HOLDS_TAG}"
    of_link = f"SELECT {columns} FROM ({{}}) JOIN properties USING (note_id, line) WHERE {_HOLDS_LINK}"
    for condition in affirmed(where):
        match condition:
            case TagIs(tag):
                sql, parameters = tag_query(tag, "note_id, tag_folded")
                yield of_tag.format(sql), parameters
            case PropertyIs(comparison=comparison) if comparison != "missing":
                yield property_condition(condition, columns)
            case LinksTo(target):
                sql, parameters = links_to(target, view.filters.file_linked_as(target), "note_id, line, target")
                yield of_link.format(sql), parameters
            case HasFeature("attachment" | "unresolved" as feature):
                yield of_link.format(FEATURES[feature].format(columns="note_id, line, target")), []
