"""What the hits of one note have in common."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from vaulttui.index.reading.letters import fold
from vaulttui.index.reading.property_values import decode_properties
from vaulttui.search.query import MatchRange, Query
from vaulttui.search.results.condition_places import lines_of_tasks, matches_in
from vaulttui.search.results.places import Places, Span
from vaulttui.search.results.property_snippets import property_lines
from vaulttui.search.results.title_matches import sought_in_titles, title_matches
from vaulttui.search.view import IndexView
from vaulttui.search.words.matching import Matcher
from vaulttui.values import dataclass
from vaulttui.vault.note import PropertyValue
from vaulttui.vault.properties.nested_properties import nested_values

_LITERALS, _LONGEST_LITERAL = 50, 200
"""Texts of one note, and characters of each."""


@dataclass(frozen=True, slots=True)
class Owner:
    """A note that hits are of."""

    path: str
    size: int
    modified: datetime
    created: datetime
    title: str
    title_matches: tuple[MatchRange, ...]
    tags: tuple[str, ...]
    all_properties: Mapping[str, PropertyValue]
    properties: Mapping[str, PropertyValue]
    """Those that were asked for."""
    property_spans: Sequence[Span]
    """What regular expressions match in :func:`~vaulttui.search.results.property_snippets.property_lines`."""
    property_literals: tuple[str, ...]
    """What that is."""
    literals: tuple[str, ...]
    """What they match anywhere in the note."""
    task_lines: Sequence[int]
    """Lines of the tasks that are asked for."""

    def told(self, matcher: Matcher) -> frozenset[str]:
        """Folded forms of the query's words that the title has."""
        if not self.title_matches:
            return frozenset()
        marked = {fold(self.title[match.start : match.end]) for match in self.title_matches}
        return frozenset(marked).union(
            *(family for family in matcher.families.values() if not marked.isdisjoint(family))
        )


def owners_of(
    view: IndexView, numbers: Sequence[int], query: Query, matcher: Matcher, places: Mapping[int, Places]
) -> dict[int, Owner]:
    """Fetch what is shown of notes.

    Args:
        view: The index.
        numbers: Of the notes, each once.
        query: What was asked.
        matcher: What matches by words.
        places: Where else conditions hold, in chunks of these notes.
    """
    snapshot = view.snapshot
    heads, metadata = view.note_heads(numbers), view.note_metadata(numbers)
    known = [number for number in numbers if number in heads and number in metadata]
    wanted = frozenset(map(fold, query.fields))
    properties = {number: decode_properties(metadata[number].properties)[0] for number in known}
    titles = {number: heads[number].title for number in known}
    sought = tuple(sought_in_titles(query.where))
    in_titles = matches_in(view, query.where, lambda: titles, ("any", "title"))
    lines: dict[int, str] = {}

    def lines_of_properties() -> Mapping[int, str]:
        lines.update((number, property_lines(values)) for number, values in properties.items())
        return lines

    in_properties = matches_in(view, query.where, lines_of_properties, ("any",))
    literals = _literals(view, places)
    tasks = lines_of_tasks(view, query.where, known)
    told = {number: tuple(dict.fromkeys(_pieces(lines[number], spans))) for number, spans in in_properties.items()}
    for number, pieces in told.items():
        literals.setdefault(number, {}).update(dict.fromkeys(pieces))
    rows = np.array(known, dtype=np.int64)
    return {
        number: Owner(
            path=snapshot.paths[number],
            size=size,
            modified=modified,
            created=created,
            title=titles[number],
            title_matches=title_matches(
                titles[number],
                [*(match[:2] for match in matcher.find(titles[number])), *in_titles.get(number, ())],
                sought,
            ),
            tags=metadata[number].tags,
            all_properties=properties[number],
            properties=_named(properties[number], wanted) if wanted else properties[number],
            property_spans=in_properties.get(number, ()),
            property_literals=told.get(number, ()),
            literals=tuple(literals.get(number, ()))[:_LITERALS],
            task_lines=tasks.get(number, ()),
        )
        for number, size, modified, created in zip(
            known,
            snapshot.sizes[rows].tolist(),
            _moments(snapshot.modified[rows]),
            _moments(snapshot.created[rows]),
            strict=True,
        )
    }


def _named(properties: Mapping[str, PropertyValue], wanted: Container[str]) -> dict[str, PropertyValue]:
    """Those of some properties, and of what is nested in them, that are asked for by their folded names."""
    return {
        name: own
        for key, value in properties.items()
        for name, own in ((key, value), *nested_values(key, value))
        if fold(name) in wanted
    }


def _literals(view: IndexView, places: Mapping[int, Places]) -> dict[int, dict[str, None]]:
    """Different texts that regular expressions matched in chunks, by note."""
    found: dict[int, dict[str, None]] = {}
    for number, chunk in view.chunk_texts(list(places)).items():
        texts = found.setdefault(int(view.snapshot.chunk_notes[number]), {})
        texts.update(dict.fromkeys(_pieces(chunk.text, places[number].matches)))
    return found


def _pieces(text: str, spans: Iterable[Span]) -> Iterator[str]:
    """What stands at some places, line by line."""
    for start, end in spans:
        yield from filter(None, map(str.strip, text[start : min(end, start + _LONGEST_LITERAL)].split("\n")))


def _moments(microseconds: NDArray[np.int64]) -> list[datetime]:
    moments: list[datetime] = microseconds.astype("datetime64[us]").tolist()
    return moments
