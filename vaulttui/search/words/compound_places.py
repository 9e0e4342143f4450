"""Where terms of the index stand in a row. Chunks and notes never change, so what was found once stays true: only those
that came since are looked at again."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from vaulttui.index.reading.tokenizer import folded_words
from vaulttui.index.reading.word_codes import word_code
from vaulttui.index.storage.arrays import IntArray, as_mask
from vaulttui.index.storage.schema import ONLY_IN_ELEMENTS
from vaulttui.search.conditions.phrases import select_among
from vaulttui.search.memory.lexicon import Entry
from vaulttui.search.memory.note_rows import NoteHead, NoteRows
from vaulttui.search.memory.posting_segments import PostingRows
from vaulttui.search.memory.postings import CHUNK_FIELDS, NOTE_FIELDS, Postings
from vaulttui.search.memory.selection import Selection
from vaulttui.search.memory.snapshot import Mask, numbers_of
from vaulttui.values import dataclass

_MOST_ROWS = 500_000
"""So many places are remembered, six megabytes."""
_ROWS_OF_COMPOUND = 50
"""What it takes to remember that a compound stands nowhere."""

_BODY, _HEADING = map(CHUNK_FIELDS.index, ("body", "heading"))

Compound: TypeAlias = tuple[Entry, ...]
"""Two or more terms that may stand in a row. Words with joints are none, nor are terms without a code of their own."""


@dataclass(frozen=True, slots=True)
class Occurrences:
    """Where a compound stands."""

    owners: IntArray
    """Identities of chunks or notes; some may be gone from the index."""
    counts: tuple[NDArray[np.int32], ...]
    """How often, one array a field."""

    def and_in(self, others: Occurrences) -> Occurrences:
        """These and those in other owners."""
        return Occurrences(
            np.concatenate((self.owners, others.owners)),
            tuple(np.concatenate(both) for both in zip(self.counts, others.counts, strict=True)),
        )


@dataclass(frozen=True, slots=True)
class CompoundRows:
    """All that is known of a compound."""

    chunks: Occurrences
    """Fields as in :data:`~vaulttui.search.memory.postings.CHUNK_FIELDS`."""
    notes: Occurrences
    """Fields as in :data:`~vaulttui.search.memory.postings.NOTE_FIELDS`; tags and properties are not looked at."""
    last_chunk: int
    last_note: int
    """Identities up to which it was looked for."""

    @property
    def rows(self) -> int:
        """What it takes to remember."""
        return _ROWS_OF_COMPOUND + len(self.chunks.owners) + len(self.notes.owners)


def _identities(compound: Compound) -> tuple[int, ...]:
    return tuple(term_id for term_id, *_ in compound)


def _nowhere() -> CompoundRows:
    nothing = np.zeros(0, dtype=np.int32)
    return CompoundRows(
        Occurrences(nothing, (nothing,) * len(CHUNK_FIELDS)),
        Occurrences(nothing, (nothing,) * len(NOTE_FIELDS)),
        -1,
        -1,
    )


class CompoundCache:
    """Remembers where the last compounds stand. Safe to use from several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._known: OrderedDict[tuple[int, ...], CompoundRows] = OrderedDict()
        self._total = 0

    def get(self, compound: Compound) -> CompoundRows:
        """What is known of a compound."""
        key = _identities(compound)
        with self._lock:
            if key not in self._known:
                return _nowhere()
            self._known.move_to_end(key)
            return self._known[key]

    def put(self, compound: Compound, rows: CompoundRows) -> None:
        """Remember more of a compound, and forget those that were not asked for."""
        key = _identities(compound)
        with self._lock:
            before = self._known.pop(key, None)
            self._total += rows.rows - (before.rows if before is not None else 0)
            self._known[key] = rows
            while self._total > _MOST_ROWS and len(self._known) > 1:
                self._total -= self._known.popitem(last=False)[1].rows


class CompoundPlaces:
    """Finds compounds at one moment of the index; used by one thread.

    Args:
        selection: Asks the database.
        postings: Of the index's terms.
        notes: Their names.
        cache: What was found before.
    """

    def __init__(self, selection: Selection, postings: Postings, notes: NoteRows, cache: CompoundCache) -> None:
        self._selection = selection
        self._snapshot = selection.snapshot
        self._postings = postings
        self._notes = notes
        self._cache = cache

    def find(self, compounds: Sequence[Compound]) -> list[CompoundRows]:
        """Where some compounds stand: in bodies, headings, titles, aliases and paths."""
        found = [self._cache.get(compound) for compound in compounds]
        last_chunk, last_note = len(self._snapshot.chunk_numbers) - 1, len(self._snapshot.note_numbers) - 1
        stale = [
            place
            for place, rows in enumerate(found)
            if rows.last_chunk < last_chunk or rows.last_note < last_note  # another may have seen a later moment
        ]
        if stale:
            wanted, before = [compounds[place] for place in stale], [found[place] for place in stale]
            ids = list(dict.fromkeys(entry[0] for compound in wanted for entry in compound))
            in_chunks = self._in_chunks(wanted, before, _Held(self._postings.of_chunks(ids), ids))
            in_notes = self._in_names(wanted, before, _Held(self._postings.of_notes(ids), ids))
            for place, chunks, notes in zip(stale, in_chunks, in_notes, strict=True):
                rows = found[place]
                found[place] = CompoundRows(
                    rows.chunks.and_in(chunks),
                    rows.notes.and_in(notes),
                    max(last_chunk, rows.last_chunk),
                    max(last_note, rows.last_note),
                )
                self._cache.put(compounds[place], found[place])
        return found

    def occurs(self, rows: CompoundRows) -> bool:
        """Whether anything that is there has a compound."""
        return any(
            bool((numbers_of(places, owners) >= 0).any())
            for places, owners in (
                (self._snapshot.chunk_numbers, rows.chunks.owners),
                (self._snapshot.note_numbers, rows.notes.owners),
            )
        )

    def _in_chunks(
        self, compounds: Sequence[Compound], before: Sequence[CompoundRows], held: _Held
    ) -> Iterator[Occurrences]:
        """Where compounds stand in newer chunks: among those that hold all their words. Headings hold them wherever
        these hold all: they are short."""
        places = self._snapshot.chunk_numbers
        shared = [
            held.by_all(compound, places, rows.last_chunk) for compound, rows in zip(compounds, before, strict=True)
        ]
        asked = [number for number, chunks in enumerate(shared) if chunks.any()]
        counted: dict[int, tuple[IntArray, NDArray[np.int32]]] = {}
        if asked:
            candidates = np.zeros(len(places), dtype=np.bool_)
            for number in asked:
                candidates |= shared[number]
            codes = ["".join(word_code(term_id) for term_id, *_ in compounds[number]) for number in asked]
            for number, (owners, counts) in zip(asked, self._counted(np.flatnonzero(candidates), codes), strict=True):
                new = shared[number][owners]  # what another compound was asked for may have been seen before
                counted[number] = owners[new], counts[new]
        nothing = np.zeros(0, dtype=np.int32)
        for number, compound in enumerate(compounds):
            owners, rows = counted.get(number, (nothing, nothing))
            yield Occurrences(owners, held.as_seen(compound, owners, rows))

    def _counted(self, candidates: IntArray, codes: Sequence[str]) -> Iterator[tuple[IntArray, NDArray[np.int32]]]:
        """Of each of some rows of words the identities of those chunks that hold it, and how often."""
        anywhere = " OR ".join(["contains(words, ?)"] * len(codes))
        numbers = self._snapshot.chunks_of(candidates)
        found = select_among(self._selection, numbers, "chunk_id, words", (anywhere, list(codes)))
        owners, rows = np.asarray(found["chunk_id"], dtype=np.int32), np.asarray(found["words"]).tolist()
        for code in codes:
            counts = np.fromiter((row.count(code) for row in rows), dtype=np.int32, count=len(rows))
            yield owners[counts > 0], counts[counts > 0]

    def _in_names(
        self, compounds: Sequence[Compound], before: Sequence[CompoundRows], held: _Held
    ) -> Iterator[Occurrences]:
        """Where compounds stand in what newer notes are called, and in the names of their folders."""
        snapshot = self._snapshot
        shared = [
            snapshot.notes_of(np.flatnonzero(held.by_all(compound, snapshot.note_numbers, rows.last_note))).tolist()
            for compound, rows in zip(compounds, before, strict=True)
        ]
        heads = self._notes.heads(self._selection.begin, snapshot, sorted({note for notes in shared for note in notes}))
        for compound, notes in zip(compounds, shared, strict=True):
            row = " ".join(folded for *_, folded in compound)
            counts = {note: _in_name(row, heads[note], snapshot.paths[note]) for note in notes}
            found = [note for note in notes if any(counts[note].values())]
            yield Occurrences(
                snapshot.note_ids[found].astype(np.int32),
                tuple(np.array([counts[note].get(name, 0) for note in found], dtype=np.int32) for name in NOTE_FIELDS),
            )


class _Held:
    """What holds some terms.

    Args:
        rows: Of the terms.
        ids: Of the same.
    """

    def __init__(self, rows: PostingRows, ids: Sequence[int]) -> None:
        self._rows = rows
        self._places = {term_id: place for place, term_id in enumerate(ids)}

    def by_all(self, compound: Compound, places: IntArray, last: int) -> Mask:
        """What holds all terms of a compound, by identity.

        Args:
            compound: The terms.
            places: Numbers by identity, negative where it is gone.
            last: Only larger identities count.
        """
        found = np.ones(len(places), dtype=np.bool_)
        for entry in compound:
            found &= as_mask(self._owners(entry, len(places)), len(places))
        found[: last + 1] = False
        if found.any():
            found &= places >= 0
        return found

    def as_seen(
        self, compound: Compound, owners: IntArray, rows: NDArray[np.int32]
    ) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """How often a compound stands in the bodies and headings of some chunks, as it is kept of terms: no oftener
        than a reader sees each of its words there.

        Args:
            compound: The terms.
            owners: The chunks' identities.
            rows: How often their texts hold the terms in a row, in what a reader does not see, too.
        """
        body, heading = (
            np.stack([self._counts(field, entry, owners) for entry in compound]) for field in (_BODY, _HEADING)
        )
        unseen = heading == ONLY_IN_ELEMENTS
        seen = (body + np.where(unseen, 0, heading)).min(axis=0)
        return np.minimum(rows, seen), np.where(unseen.any(axis=0), ONLY_IN_ELEMENTS, heading.min(axis=0))

    def _counts(self, field: int, entry: Entry, owners: IntArray) -> NDArray[np.int32]:
        """How often a field of some chunks holds a term, as it is kept."""
        own = self._own(entry)
        counts = np.zeros(int(max(owners.max(initial=-1), self._rows.owners[own].max(initial=-1))) + 1, dtype=np.int32)
        counts[self._rows.owners[own]] = self._rows.counts[field][own]
        return counts[owners]

    def _owners(self, entry: Entry, below: int) -> IntArray:
        owners = self._rows.owners[self._own(entry)]
        return owners if owners.max(initial=-1) < below else owners[owners < below]

    def _own(self, entry: Entry) -> slice:
        place = self._places[entry[0]]
        return slice(int(self._rows.bounds[place]), int(self._rows.bounds[place + 1]))


def _in_name(folded: str, head: NoteHead, path: str) -> Mapping[str, int]:
    """How often some words stand in a row in each field of what a note is called."""
    # As the index has them: the file's name is a title, and of the path only the folders count.
    texts: Mapping[str, Iterable[str]] = {
        "title": {folded_words(head.title), folded_words(head.name)},
        "alias": map(folded_words, head.aliases),
        "path": map(folded_words, path.split("/")[:-1]),
    }
    return {name: sum(f" {text} ".count(f" {folded} ") for text in own) for name, own in texts.items()}
