"""Found notes and chunks with everything that a surface shows of them."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import replace

import numpy as np

from vaulttui.index.storage.arrays import scan
from vaulttui.search.memory.texts import ChunkText
from vaulttui.search.query import Hit, Query, ScoreParts, Snippet
from vaulttui.search.results.fact_places import properties_asked_for
from vaulttui.search.results.hit_owners import Owner, owners_of
from vaulttui.search.results.note_beginnings import past_pictures
from vaulttui.search.results.places import Places, line_ranges
from vaulttui.search.results.property_snippets import (
    PropertyItem,
    item_line,
    item_spans,
    property_lines,
    property_of,
    property_snippet,
    shown_keys,
)
from vaulttui.search.results.snippets import make_snippet
from vaulttui.search.view import IndexView
from vaulttui.search.words.matching import Matcher
from vaulttui.values import dataclass


@dataclass(frozen=True, slots=True)
class Found:
    """A hit before its texts are fetched."""

    note: int
    """Number in the snapshot."""
    chunk: int
    """Number of the chunk that stands for it."""
    score: float
    parts: ScoreParts
    more: int = 0
    explanation: str = ""
    passage: bool = True
    """Whether the query says anything about passages, or the chunk has what it asks for."""


def build_hits(
    view: IndexView, found: Sequence[Found], query: Query, matcher: Matcher, places: Mapping[int, Places]
) -> tuple[Hit, ...]:
    """Fetch what the surfaces show. Hits keep their order.

    Args:
        view: The index.
        found: The hits.
        query: What was asked.
        matcher: What matches by words.
        places: Where else conditions hold, in these and other chunks of their notes.
    """
    chunks = view.chunk_texts([item.chunk for item in found])
    beginnings, begun = past_pictures(view, [item.chunk for item in found if not item.passage], chunks)
    if beginnings:
        chunks = {**chunks, **begun}
        found = [
            item if item.passage else replace(item, chunk=beginnings.get(item.chunk, item.chunk)) for item in found
        ]
    owners = owners_of(view, list(dict.fromkeys(item.note for item in found)), query, matcher, places)
    found = [item for item in found if item.chunk in chunks]
    snippets = [
        make_snippet(
            chunks[item.chunk].text,
            chunks[item.chunk].first_line,
            matcher,
            places.get(item.chunk),
            owners[item.note].told(matcher),
        )
        for item in found
    ]
    passages = query.group_by == "chunk"
    textless = {item.note for item, shown in zip(found, snippets, strict=True) if not shown.text}
    silent = {
        item.chunk: item.note
        for item, shown in zip(found, snippets, strict=True)
        if not (shown.text and (passages or _says_why(shown, item, owners[item.note])))
    }
    asked_for = properties_asked_for(view, query.where, np.array(sorted(textless), np.int64)) if textless else {}
    told = _property_snippets(view, {note: owners[note] for note in silent.values()}, matcher, textless, asked_for)
    return tuple(
        _hit(
            item,
            item.chunk - int(view.snapshot.first_chunks[item.note]),
            owners[item.note],
            chunks[item.chunk],
            shown,
            told.get(silent.get(item.chunk, -1)),
            _snippets_of_places(chunks[item.chunk], matcher, places.get(item.chunk)) if passages else (),
        )
        for item, shown in zip(found, snippets, strict=True)
    )


def _snippets_of_places(chunk: ChunkText, matcher: Matcher, places: Places | None) -> tuple[Snippet, ...]:
    """A snippet of each line, block and task of a chunk that is meant."""
    if places is None:
        return ()
    snippets = []
    for piece, (start, end) in zip(places.lines, line_ranges(chunk.text, places.lines), strict=False):
        spans = tuple((first - start, min(last, end) - start) for first, last in places.matches if start <= first < end)
        shown = make_snippet(chunk.text[start:end], chunk.first_line + piece.start, matcher, Places(matches=spans))
        snippets.append(replace(shown, at=start + shown.at))
    return tuple(snippets)


def _says_why(snippet: Snippet, found: Found, owner: Owner) -> bool:
    """Whether what is shown of a note tells why it was found, or no words or expressions are the reason."""
    return bool(snippet.matches or owner.title_matches or not (found.parts.lexical or owner.property_spans))


def _property_snippets(
    view: IndexView,
    owners: Mapping[int, Owner],
    matcher: Matcher,
    textless: Container[int],
    asked_for: Mapping[int, Sequence[PropertyItem]],
) -> Mapping[int, Snippet]:
    """Of notes that were found by their properties, these, with the line of the one that matches best.

    Args:
        view: The index.
        owners: The notes.
        matcher: What matches by words.
        textless: Notes that have nothing else to show.
        asked_for: The values for which these were found.
    """
    shown: dict[int, Snippet] = {}
    for number, owner in owners.items():
        lines = property_lines(owner.all_properties, tags=number in textless)
        spans = [*owner.property_spans, *item_spans(owner.all_properties, asked_for.get(number, ()))]
        snippet = property_snippet(lines, matcher, spans, alone=number in textless)
        if snippet is not None:
            shown[number] = snippet
    if not shown:
        return {}
    rows = {"id": view.snapshot.note_ids[list(shown)]}
    sql = "SELECT note_id, key, text, line FROM properties WHERE note_id IN (SELECT id FROM rows) ORDER BY line"
    items: dict[tuple[int, str], list[tuple[str, int | None]]] = {}
    for note, key, text, line in scan(view.cursor, sql, rows).fetchall():
        items.setdefault((note, key), []).append((text, line))
    for number, snippet in shown.items():
        owner = owners[number]
        keys = shown_keys(owner.all_properties, tags=True)
        key = keys[snippet.line - 1]
        meant = [(item.text, item.line) for item in asked_for.get(number, ()) if property_of(item, keys) == key]
        known = meant or items.get((int(view.snapshot.note_ids[number]), key), [])
        line = item_line(known, matcher, owner.property_literals)
        shown[number] = replace(snippet, line=line or 1, at=0)
    return shown


def _hit(
    found: Found,
    number: int,
    owner: Owner,
    chunk: ChunkText,
    snippet: Snippet,
    told: Snippet | None,
    places: tuple[Snippet, ...],
) -> Hit:
    return Hit(
        path=owner.path,
        title=owner.title,
        heading_path=chunk.heading_path,
        first_line=told.line if told is not None and not chunk.text else chunk.first_line,
        last_line=told.line if told is not None and not chunk.text else chunk.last_line,
        content=chunk.text,
        snippet=told or snippet,
        score=found.score,
        parts=found.parts,
        properties=owner.properties,
        tags=owner.tags,
        size=owner.size,
        modified=owner.modified,
        created=owner.created,
        title_matches=owner.title_matches,
        literals=owner.literals,
        more_in_note=found.more,
        explanation=found.explanation,
        chunk=number,
        passage=found.passage and told is None,
        places=places,
        task_lines=tuple(owner.task_lines),
    )
