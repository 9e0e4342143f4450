"""Found notes and chunks with everything that a surface shows of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from vaulttui.index.property_values import decode_properties
from vaulttui.search.condition_places import Places, matches_in_titles
from vaulttui.search.matching import Matcher
from vaulttui.search.property_snippets import property_snippet
from vaulttui.search.query import Hit, MatchRange, Query, ScoreParts
from vaulttui.search.snippets import make_snippet
from vaulttui.search.texts import ChunkText
from vaulttui.search.view import IndexView
from vaulttui.values import dataclass
from vaulttui.vault.note import PropertyValue

_LITERALS, _LONGEST_LITERAL = 50, 200
"""Texts of one note, and characters of each."""


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


@dataclass(frozen=True, slots=True)
class _Owner:
    """What the hits of one note have in common."""

    path: str
    size: int
    modified: datetime
    created: datetime
    title: str
    title_matches: tuple[MatchRange, ...]
    literals: tuple[str, ...]
    all_properties: Mapping[str, PropertyValue]
    properties: Mapping[str, PropertyValue]
    """Those that were asked for."""
    tags: tuple[str, ...]


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
    literals = _literals(view, places)
    owners = _owners(view, list(dict.fromkeys(item.note for item in found)), query, matcher, literals)
    whole_notes = query.group_by == "note"
    return tuple(
        _hit(item, owners[item.note], chunks[item.chunk], matcher, places.get(item.chunk), whole_notes=whole_notes)
        for item in found
        if item.chunk in chunks
    )


def _literals(view: IndexView, places: Mapping[int, Places]) -> dict[int, tuple[str, ...]]:
    """Different texts that regular expressions matched in notes, line by line."""
    found: dict[int, dict[str, None]] = {}
    for number, chunk in view.chunk_texts(list(places)).items():
        texts = found.setdefault(int(view.snapshot.chunk_notes[number]), {})
        for start, end in places[number].matches:
            lines = chunk.text[start : min(end, start + _LONGEST_LITERAL)].split("\n")
            texts.update(dict.fromkeys(filter(None, map(str.strip, lines))))
    return {note: tuple(texts)[:_LITERALS] for note, texts in found.items()}


def _owners(
    view: IndexView,
    numbers: Sequence[int],
    query: Query,
    matcher: Matcher,
    literals: Mapping[int, tuple[str, ...]],
) -> dict[int, _Owner]:
    snapshot = view.snapshot
    heads, metadata = view.note_heads(numbers), view.note_metadata(numbers)
    wanted = frozenset(name.casefold() for name in query.fields)
    in_titles = matches_in_titles(view, query.where, {number: head.title for number, head in heads.items()})
    places = np.array(numbers, dtype=np.int64)
    columns = zip(
        numbers,
        snapshot.sizes[places].tolist(),
        _moments(snapshot.modified[places]),
        _moments(snapshot.created[places]),
        strict=True,
    )
    return {
        number: _Owner(
            snapshot.paths[number],
            size,
            modified,
            created,
            heads[number].title,
            tuple(
                MatchRange(*span)
                for span in (
                    *(match[:2] for match in matcher.find(heads[number].title)),
                    *in_titles.get(number, ()),
                )
            ),
            literals.get(number, ()),
            properties := decode_properties(metadata[number].properties)[0],
            {key: value for key, value in properties.items() if key.casefold() in wanted} if wanted else properties,
            metadata[number].tags,
        )
        for number, size, modified, created in columns
        if number in heads and number in metadata
    }


def _hit(
    found: Found, owner: _Owner, chunk: ChunkText, matcher: Matcher, places: Places | None, *, whole_notes: bool
) -> Hit:
    snippet = make_snippet(chunk.text, chunk.first_line, matcher, places)
    told = None
    if whole_notes and found.parts.lexical and not (snippet.matches or owner.title_matches):
        told = property_snippet(owner.all_properties, matcher)
    return Hit(
        path=owner.path,
        title=owner.title,
        heading_path=chunk.heading_path,
        first_line=chunk.first_line,
        last_line=chunk.last_line,
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
        passage=found.passage and told is None,
    )


def _moments(microseconds: NDArray[np.int64]) -> list[datetime]:
    moments: list[datetime] = microseconds.astype("datetime64[us]").tolist()
    return moments
