"""Pages of notes, for each of which its best chunk stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from vaulttui.index.storage.arrays import FloatArray, IntArray, as_mask
from vaulttui.search.expression import about_chunks, about_passages
from vaulttui.search.memory.snapshot import Mask, Snapshot
from vaulttui.search.ranking.chunk_scores import NOT_FOUND, page_chunk_scores
from vaulttui.search.results.condition_places import holding
from vaulttui.search.results.fact_places import fact_places
from vaulttui.search.results.matches import Matches, Page
from vaulttui.search.results.ordering import by_key, by_score


def note_page(matches: Matches) -> Page:
    """The notes that a query finds, as far as it asks for them."""
    view, query, ranking, allowed = matches.view, matches.query, matches.ranking, matches.allowed
    snapshot = view.snapshot
    scores = ranking.scores if ranking is not None else np.ones(snapshot.note_count, dtype=np.float32)
    numbers = np.flatnonzero(_matched(matches, scores))
    ordered = by_score(query, numbers, scores, query.end) if matches.by_relevance else by_key(view, query, numbers)
    page = ordered[query.offset : query.end]
    held = holding(view, query.where, lambda: snapshot.chunks_below(page)[0])
    whole = _found_as_a_whole(matches, page, held)
    facts = fact_places(view, query.where, whole) if len(whole) else {}
    if facts:
        stated = as_mask(list(facts), snapshot.chunk_count)
        held = stated if held is None else held | stated
    said = view.filters.saying(query.where)
    standing = said if held is None else held if said is None else held | said
    chunk_scores = page_chunk_scores(snapshot, ranking, allowed, standing, page, whole)
    best = snapshot.best_chunks(page, chunk_scores)
    further = _further(matches, held, best)
    by_conditions = matches.by_conditions
    found = [
        matches.found(note, chunk, float(scores[note]))
        for note in page.tolist()
        for chunk in _chunks_of_note(
            snapshot, note, best.get(note), chunk_scores, query.max_per_note, by_conditions=by_conditions
        )
    ]
    if further:
        found = [replace(item, more=further[item.note]) for item in found]
    if len(whole):
        without = set(whole.tolist())
        found = [
            replace(item, passage=item.note not in without or (held is not None and bool(held[item.chunk])))
            for item in found
        ]
    return Page(found, len(numbers), facts)


def _matched(matches: Matches, scores: FloatArray) -> Mask:
    """All notes that are found, on whatever page."""
    snapshot, ranking, allowed = matches.view.snapshot, matches.ranking, matches.allowed
    eligible = snapshot.gather(allowed) if allowed is not None else np.ones(snapshot.note_count, dtype=np.bool_)
    if ranking is None or ranking.by_conditions:
        return matches.good_enough(eligible, scores)
    matched = eligible & ranking.matched
    if not matches.by_relevance:
        matched = matches.told_by_words(matched, [search.matches for search in ranking.searches], scores)
    return matches.good_enough(matched, scores)


def _further(matches: Matches, held: Mask | None, best: Mapping[int, int]) -> Mapping[int, int]:
    """How many passages of some notes match besides the best, whose numbers are given; nothing where several stand for
    a note."""
    snapshot, ranking, where = matches.view.snapshot, matches.ranking, matches.query.where
    if matches.query.max_per_note != 1 or not best:
        return {}
    notes = np.array(list(best), dtype=np.int64)
    chunks, counts = snapshot.chunks_below(notes)
    standing = np.repeat(np.array(list(best.values()), dtype=np.int64), counts)
    matching = np.zeros(len(chunks), dtype=np.bool_)
    for search in ranking.searches if ranking is not None else ():
        words = search.held.counts_below(notes)
        matching |= words[chunks] >= np.maximum(words[standing], 1)
    if ranking is None and held is not None:
        matching = held[chunks]
    elif ranking is None and about_chunks(where):
        matching[:] = True
    if matches.allowed is not None:
        matching &= matches.allowed[chunks]
    matching &= chunks != standing
    sums = np.bincount(np.repeat(np.arange(len(notes)), counts), weights=matching, minlength=len(notes))
    return dict(zip(best, sums.astype(np.int64).tolist(), strict=True))


def _found_as_a_whole(matches: Matches, page: IntArray, held: Mask | None) -> IntArray:
    """Which notes of a page were not found for what a passage of theirs says.

    Args:
        matches: What was found.
        page: Numbers of the notes.
        held: Chunks that hold what a regular expression looks for; ``None`` if there is none.
    """
    query, ranking = matches.query, matches.ranking
    if query.max_per_note == 1:
        if ranking is None and not about_passages(query.where):
            return page
        by_words = ranking.lexical if ranking is not None and ranking.by_conditions else None
        if by_words is not None and not about_chunks(query.where):
            by_passages = by_words > 0 if held is None else (by_words > 0) | matches.view.snapshot.gather(held)
            return page[~by_passages[page]]
    return page[:0]


def _chunks_of_note(
    snapshot: Snapshot, note: int, best: int | None, chunk_scores: FloatArray, most: int, *, by_conditions: bool
) -> Sequence[int]:
    """Chunks that are hits of a note, the best first: those that say something of what is asked for. Where none does,
    that is all that the conditions let through if these alone found the note, else the best.

    Args:
        snapshot: The index's shape.
        note: Its number.
        best: Its best chunk; ``None`` if it has none.
        chunk_scores: Of all chunks, see :func:`page_chunk_scores`.
        most: So many are hits at most, 0 for all.
        by_conditions: Whether the conditions alone decide what is found.
    """
    if best is None:
        return ()
    if most == 1:
        return (best,)
    numbers, _ = snapshot.chunks_below(np.array([note]))
    order = numbers[np.argsort(-chunk_scores[numbers], kind="stable")]
    kept = [int(chunk) for chunk in order if chunk_scores[chunk] > 0]
    if not kept:
        kept = [int(chunk) for chunk in order if chunk_scores[chunk] > NOT_FOUND] if by_conditions else [best]
    return kept[:most] if most else kept
