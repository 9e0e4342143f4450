"""Answers one query: filters, ranks, orders, pages, and fetches what is shown."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from vaulttui.errors import QuerySyntaxError
from vaulttui.index.arrays import FloatArray, IntArray
from vaulttui.search.chunk_scores import all_chunk_scores, page_chunk_scores
from vaulttui.search.condition_places import Places, holding, places_in_notes
from vaulttui.search.explanation import explain
from vaulttui.search.expression import Expression, about_chunks, about_passages, likes, named_notes
from vaulttui.search.fact_places import fact_places
from vaulttui.search.hits import Found, build_hits
from vaulttui.search.language.faults import placed
from vaulttui.search.language.ranked import conditions_decide
from vaulttui.search.language.remarks import remarks
from vaulttui.search.matching import Matcher, matcher_for
from vaulttui.search.ordering import by_key, by_score
from vaulttui.search.query import Mode, Query, Result, ScoreParts, Timings
from vaulttui.search.ranked import Clock, QueryModel, Ranking, as_mask, best_chunks, top
from vaulttui.search.ranker import Ranker
from vaulttui.search.ranking import of_fulfilled
from vaulttui.search.snapshot import Mask
from vaulttui.search.view import IndexView

_ROUNDING = 1e-6
"""Scores are handed out with six digits: a hit's own score as the least one has to find it again."""

_TOLD_BY_MEANING = 100
"""So many of the best are found where no word tells."""


class Searcher:
    """Searches one snapshot of the index.

    Args:
        view: The index.
        model: For a query's vector; ``None`` where there is no model now.
    """

    def __init__(self, view: IndexView, model: QueryModel | None) -> None:
        self._view = view
        self._snapshot = view.snapshot
        self._clock = Clock()
        self._ranker = Ranker(view, model, self._clock)

    def allowed(self, where: Expression | None) -> Mask | None:
        """Chunks that a query's conditions let through; ``None`` for all."""
        if where is None:
            return None
        started = time.perf_counter()
        mask = self._view.filters.mask(where)
        self._clock.add("filter", started)
        return mask

    def search(self, query: Query, mode: Mode) -> Result:
        """Answer a query in a mode that can be answered.

        Raises:
            QuerySyntaxError: A regular expression is not valid.
        """
        started = time.perf_counter()
        try:
            allowed = self.allowed(query.where)
        except QuerySyntaxError as fault:
            raise placed(fault, query.source) from fault
        by_relevance = query.order == "relevance"
        ranking = self._ranker.rank(query, mode, allowed)
        self._remember_matches(query, ranking)
        if query.group_by == "chunk":
            found, total, matcher = self._chunks(query, mode, ranking, allowed, by_relevance=by_relevance)
            facts: Mapping[int, Places] = {}
        else:
            found, total, matcher, facts = self._notes(query, mode, ranking, allowed, by_relevance=by_relevance)
        fetching = time.perf_counter()
        places = facts or places_in_notes(self._view, query.where, [item.chunk for item in found])
        hits = build_hits(self._view, found, query, matcher, places)
        self._clock.add("fetch", fetching)
        return Result(
            hits=hits,
            total=total,
            has_more=query.offset + query.limit < total,
            timings=Timings((time.perf_counter() - started) * 1000, dict(self._clock.parts)),
            mode=mode,
            highlights=tuple(matcher.forms),
            warnings=(*remarks(query.source), *self._unknown_notes(query.where), *_corrections(ranking)),
        )

    def _unknown_notes(self, where: Expression | None) -> Iterator[str]:
        """Say which notes of the conditions there are not: nothing is near to them, and they link to nothing."""
        for operator, name in named_notes(where):
            if self._view.filters.note_named(name) is None:
                yield f"There is no note “{name.strip('[]')}”, so {operator} finds nothing."

    def _remember_matches(self, query: Query, ranking: Ranking | None) -> None:
        """Keep which notes have the words: facets will ask for that next."""
        if ranking is not None and ranking.searches:
            texts = [text for text in query.texts if not text.empty]
            for text, search in zip(texts, ranking.searches, strict=True):
                self._view.matches.put(self._snapshot.generation, (text, query.where), search.matches)

    def matching_notes(self, query: Query, mode: Mode, where: Expression | None) -> Mask:
        """Notes that a query finds in a mode under some conditions, without ranking them: what facets count.

        In a hybrid or deep search those that hold words are counted, if any does, and not those that meaning adds:
        these would be nearly all, whatever is asked, and the counts would not tell where the words are.
        """
        allowed = self.allowed(where)
        count = self._snapshot.note_count
        everything = self._snapshot.gather(allowed) if allowed is not None else np.ones(count, dtype=np.bool_)
        texts = [text for text in query.texts if not text.empty]
        if not (texts or likes(where)) or conditions_decide(query):
            return everything
        matched = np.zeros(count, dtype=np.bool_)
        if mode is not Mode.SEMANTIC:
            for text in texts:
                matched |= self._view.matches.get(
                    self._snapshot.generation,
                    (text, where),
                    lambda text=text: self._ranker.lexical(text, allowed).matches,  # type: ignore[misc]
                )
        told_by_words = mode in (Mode.HYBRID, Mode.DEEP) and matched.any()
        if not told_by_words and ((texts and mode is not Mode.KEYWORD) or self._ranker.near_to_any(likes(where))):
            matched |= self._view.semantic.notes_with_vectors(self._view.begin, self._snapshot, allowed)
        return matched

    def _notes(
        self, query: Query, mode: Mode, ranking: Ranking | None, allowed: Mask | None, *, by_relevance: bool
    ) -> tuple[list[Found], int, Matcher, Mapping[int, Places]]:
        snapshot = self._snapshot
        eligible = snapshot.gather(allowed) if allowed is not None else np.ones(snapshot.note_count, dtype=np.bool_)
        scores = ranking.scores if ranking is not None else np.ones(snapshot.note_count, dtype=np.float32)
        if ranking is None or conditions_decide(query):
            matched = eligible
        else:
            matched = eligible & ranking.matched
            if not by_relevance:
                matched = _told_by_words(matched, [search.matches for search in ranking.searches], scores, mode)
        if query.min_score > 0:
            matched = matched & (scores >= query.min_score - _ROUNDING)
        numbers = np.flatnonzero(matched)
        end = query.offset + query.limit
        ordered = by_score(query, numbers, scores, end) if by_relevance else by_key(self._view, query, numbers)
        page = ordered[query.offset : end]
        held = holding(self._view, query.where, lambda: snapshot.chunks_below(page)[0])
        whole = self._found_as_a_whole(query, ranking, page)
        facts = fact_places(self._view, query.where, whole) if len(whole) else {}
        if facts:
            stated = as_mask(np.array(list(facts)), snapshot.chunk_count)
            held = stated if held is None else held | stated
        said = self._view.filters.saying(query.where)
        standing = said if held is None else held if said is None else held | said
        chunk_scores = page_chunk_scores(self._snapshot, ranking, allowed, standing, page, whole)
        best = best_chunks(snapshot, page, chunk_scores)
        further = self._further(query, ranking, allowed, held, best)
        found = [
            self._found(note, chunk, float(scores[note]), ranking)
            for note in page.tolist()
            for chunk in self._chunks_of_note(note, best.get(note), chunk_scores, query.max_per_note)
        ]
        if further:
            found = [replace(item, more=further[item.note]) for item in found]
        if len(whole):
            without = set(whole.tolist())
            found = [
                replace(item, passage=item.note not in without or (held is not None and bool(held[item.chunk])))
                for item in found
            ]
        matcher = _matcher(query, ranking)
        if query.explain and ranking is not None:
            found = [replace(item, explanation=explain(item, ranking.searches, ranking.terms)) for item in found]
        return found, len(numbers), matcher, facts

    def _further(
        self, query: Query, ranking: Ranking | None, allowed: Mask | None, held: Mask | None, best: Mapping[int, int]
    ) -> Mapping[int, int]:
        """How many passages of some notes match besides the best, whose numbers are given; nothing where several stand
        for a note."""
        if query.max_per_note != 1 or not best:
            return {}
        notes = np.array(list(best), dtype=np.int64)
        chunks, counts = self._snapshot.chunks_below(notes)
        standing = np.repeat(np.array(list(best.values()), dtype=np.int64), counts)
        matching = np.zeros(len(chunks), dtype=np.bool_)
        for search in ranking.searches if ranking is not None else ():
            words = search.words_below(notes)
            matching |= words[chunks] >= np.maximum(words[standing], 1)
        if ranking is None and held is not None:
            matching = held[chunks]
        elif ranking is None and about_chunks(query.where):
            matching[:] = True
        if allowed is not None:
            matching &= allowed[chunks]
        matching &= chunks != standing
        sums = np.bincount(np.repeat(np.arange(len(notes)), counts), weights=matching, minlength=len(notes))
        return dict(zip(best, sums.astype(np.int64).tolist(), strict=True))

    @staticmethod
    def _found_as_a_whole(query: Query, ranking: Ranking | None, page: IntArray) -> IntArray:
        """Which notes of a page were not found for what a passage of theirs says."""
        if query.max_per_note == 1:
            if ranking is None and not about_passages(query.where):
                return page
            by_words = None if ranking is None else ranking.lexical
            if by_words is not None and conditions_decide(query) and not about_chunks(query.where):
                return page[by_words[page] <= 0]
        return page[:0]

    def _chunks_of_note(self, note: int, best: int | None, chunk_scores: FloatArray, most: int) -> Sequence[int]:
        if best is None:
            return ()
        if most == 1:
            return (best,)
        numbers, _ = self._snapshot.chunks_below(np.array([note]))
        order = numbers[np.argsort(-chunk_scores[numbers], kind="stable")]
        kept = [int(chunk) for chunk in order if chunk_scores[chunk] > 0] or [best]
        return kept[:most] if most else kept

    def _chunks(
        self, query: Query, mode: Mode, ranking: Ranking | None, allowed: Mask | None, *, by_relevance: bool
    ) -> tuple[list[Found], int, Matcher]:
        snapshot = self._snapshot
        scores = np.ones(snapshot.chunk_count, dtype=np.float32)
        matched = allowed if allowed is not None else np.ones(snapshot.chunk_count, dtype=np.bool_)
        if ranking is not None:
            scores = all_chunk_scores(self._snapshot, ranking)
        if ranking is not None and not conditions_decide(query):
            matched = matched & (scores > 0)
            if not by_relevance:
                by_words = [search.chunk_scores > 0 for search in ranking.searches]
                matched = _told_by_words(matched, by_words, scores, mode)
        else:
            held = holding(self._view, query.where, lambda: np.flatnonzero(matched))
            if ranking is not None:
                held = scores > 0 if held is None else held | (scores > 0)
                scores = of_fulfilled(scores)
            if held is not None:
                matched = matched & (held | ~snapshot.spread(snapshot.gather(matched & held)))
        if query.min_score > 0:
            matched = matched & (scores >= query.min_score - _ROUNDING)
        numbers = np.flatnonzero(matched)
        notes = snapshot.chunk_notes[numbers]
        last = None if query.max_per_note else query.offset + query.limit  # else later ones may come up
        total = len(numbers)
        order = by_score(query, numbers, scores, last) if by_relevance else numbers
        if not by_relevance:
            ranks = np.zeros(snapshot.note_count, dtype=np.int64)
            distinct = by_key(self._view, query, np.unique(notes))
            ranks[distinct] = np.arange(len(distinct))
            order = order[np.argsort(ranks[snapshot.chunk_notes[order]], kind="stable")]
        if query.max_per_note:
            order = _at_most(order, snapshot.chunk_notes, query.max_per_note)
            total = len(order)
        page = order[query.offset : query.offset + query.limit]
        found = [
            self._found(int(snapshot.chunk_notes[chunk]), int(chunk), float(scores[chunk]), ranking)
            for chunk in page.tolist()
        ]
        matcher = _matcher(query, ranking)
        if query.explain and ranking is not None:
            found = [replace(item, explanation=explain(item, ranking.searches, ranking.terms)) for item in found]
        return found, total, matcher

    def _found(self, note: int, chunk: int, score: float, ranking: Ranking | None) -> Found:
        if ranking is None:
            return Found(note, chunk, 1.0, ScoreParts())
        lexical = float(ranking.lexical[note]) if ranking.lexical is not None else None
        semantic = float(ranking.semantic[note]) if ranking.semantic is not None else None
        fused = float(ranking.fused[note]) if ranking.fused is not None else None
        rerank = float(ranking.reranked[note]) if ranking.reranked is not None else math.nan
        return Found(
            note, chunk, round(score, 6), ScoreParts(lexical, semantic, fused, None if math.isnan(rerank) else rerank)
        )


def _told_by_words(found: Mask, by_words: Sequence[Mask], scores: FloatArray, mode: Mode) -> Mask:
    """What is found where relevance does not order it. Meaning has no yes or no: it is what has the words, if any has.

    Args:
        found: Notes or chunks.
        by_words: Which of them have any word of each text.
        scores: How well they match.
        mode: Words are told from meaning where both are asked.
    """
    if not by_words or mode not in (Mode.HYBRID, Mode.DEEP):
        return found
    told = found & np.logical_or.reduce(by_words)
    return told if told.any() else found & top(scores, _TOLD_BY_MEANING)


def _matcher(query: Query, ranking: Ranking | None) -> Matcher:
    if ranking is not None and ranking.matcher is not None:
        return ranking.matcher
    return matcher_for(ranking.terms if ranking is not None else (), *query.texts)


def _at_most(order: IntArray, owners: IntArray, most: int) -> IntArray:
    """Keep the first few chunks of every note."""
    seen: dict[int, int] = {}
    kept = []
    for chunk in order.tolist():
        owner = int(owners[chunk])
        seen[owner] = seen.get(owner, 0) + 1
        if seen[owner] <= most:
            kept.append(chunk)
    return np.array(kept, dtype=np.int64)


def _corrections(ranking: Ranking | None) -> Iterator[str]:
    """Say which words were taken for others."""
    for term in ranking.terms if ranking is not None else ():
        if term.corrected:
            yield f"“{term.word}” occurs nowhere; searched for “{term.forms[0].form}” instead."
