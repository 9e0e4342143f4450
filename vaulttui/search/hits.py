"""Found notes and chunks with everything that a surface shows of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from vaulttui.search.condition_places import Places
from vaulttui.search.hit_owners import Owner, owners_of
from vaulttui.search.matching import Matcher
from vaulttui.search.property_snippets import property_lines, property_snippet
from vaulttui.search.query import Hit, Query, ScoreParts
from vaulttui.search.snippets import make_snippet
from vaulttui.search.texts import ChunkText
from vaulttui.search.view import IndexView
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
    owners = owners_of(view, list(dict.fromkeys(item.note for item in found)), query, matcher, places)
    whole_notes = query.group_by == "note"
    return tuple(
        _hit(item, owners[item.note], chunks[item.chunk], matcher, places.get(item.chunk), whole_notes=whole_notes)
        for item in found
        if item.chunk in chunks
    )


def _hit(
    found: Found, owner: Owner, chunk: ChunkText, matcher: Matcher, places: Places | None, *, whole_notes: bool
) -> Hit:
    snippet = make_snippet(chunk.text, chunk.first_line, matcher, places)
    told = None
    if whole_notes and not (snippet.matches or owner.title_matches) and (found.parts.lexical or owner.property_spans):
        told = property_snippet(property_lines(owner.all_properties), matcher, owner.property_spans)
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
