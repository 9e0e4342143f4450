"""Found notes and chunks with everything that a surface shows of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

import numpy as np

from vaulttui.index.property_values import decode_properties
from vaulttui.search.matching import Matcher
from vaulttui.search.query import Hit, MatchRange, Query, ScoreParts
from vaulttui.search.snapshot import Snapshot
from vaulttui.search.snippets import make_snippet
from vaulttui.search.texts import ChunkText, NoteText
from vaulttui.search.view import IndexView
from vaulttui.values import dataclass
from vaulttui.vault.note import PropertyValue

_EPOCH = datetime(1970, 1, 1)


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


def build_hits(view: IndexView, found: Sequence[Found], query: Query, matcher: Matcher) -> tuple[Hit, ...]:
    """Fetch what the surfaces show. Hits keep their order."""
    chunks = view.chunk_texts([item.chunk for item in found])
    notes = view.note_texts(list(dict.fromkeys(item.note for item in found)))
    return tuple(
        _hit(view.snapshot, item, notes[item.note], chunks[item.chunk], query.fields, matcher)
        for item in found
        if item.chunk in chunks
    )


def _hit(
    snapshot: Snapshot, found: Found, note: NoteText, chunk: ChunkText, fields: Sequence[str], matcher: Matcher
) -> Hit:
    return Hit(
        path=snapshot.paths[found.note],
        title=note.title,
        heading_path=chunk.heading_path,
        first_line=chunk.first_line,
        last_line=chunk.last_line,
        content=chunk.text,
        snippet=make_snippet(chunk.text, chunk.first_line, matcher),
        score=found.score,
        parts=found.parts,
        properties=_selected(note.properties, fields),
        tags=note.tags,
        size=int(snapshot.sizes[found.note]),
        modified=_moment(snapshot.modified[found.note]),
        created=_moment(snapshot.created[found.note]),
        title_matches=tuple(MatchRange(start, end) for start, end, _ in matcher.find(note.title)),
        more_in_note=found.more,
        explanation=found.explanation,
    )


def _moment(microseconds: np.int64) -> datetime:
    return _EPOCH + timedelta(microseconds=int(microseconds))


def _selected(encoded: str, fields: Sequence[str]) -> Mapping[str, PropertyValue]:
    values, _ = decode_properties(encoded)
    if not fields:
        return values
    wanted = {name.casefold() for name in fields}
    return {key: value for key, value in values.items() if key.casefold() in wanted}
