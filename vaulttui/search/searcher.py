"""Answers one query: filters, ranks, orders, pages, and fetches what is shown."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from vaulttui.errors import QuerySyntaxError
from vaulttui.index.reading.letters import fold, is_unspaced
from vaulttui.search.conditions.targets import written_names
from vaulttui.search.expression import Expression, likes, named_notes
from vaulttui.search.language.faults import placed
from vaulttui.search.language.ranked_words import conditions_decide, words_of_conditions
from vaulttui.search.language.remarks import remarks
from vaulttui.search.memory.snapshot import Mask
from vaulttui.search.query import Mode, Query, Result, Timings
from vaulttui.search.ranking.named_paths import without_ending
from vaulttui.search.ranking.ranker import Ranker
from vaulttui.search.ranking.ranking import Clock, QueryModel, Ranking
from vaulttui.search.results.chunk_pages import chunk_page
from vaulttui.search.results.condition_places import places_in_notes
from vaulttui.search.results.explanation import HeldForms, explain, explain_unranked
from vaulttui.search.results.hits import Found, build_hits
from vaulttui.search.results.matches import Matches
from vaulttui.search.results.note_pages import note_page
from vaulttui.search.view import IndexView
from vaulttui.search.words.matching import Matcher, matcher_for


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
        ranking = self._ranker.rank(query, mode, allowed)
        self._remember_matches(query, ranking)
        matches = Matches(self._view, query, mode, ranking, allowed)
        page = chunk_page(matches) if query.group_by == "chunk" else note_page(matches)
        found = self._explained(page.found, query, ranking, allowed) if query.explain else page.found
        matcher = _matcher(query, ranking)
        fetching = time.perf_counter()
        places = {**places_in_notes(self._view, query.where, [item.chunk for item in found]), **page.facts}
        hits = build_hits(self._view, found, query, matcher, places)
        self._clock.add("fetch", fetching)
        return Result(
            hits=hits,
            total=page.total,
            has_more=query.end < min(page.total, query.most),
            timings=Timings((time.perf_counter() - started) * 1000, dict(self._clock.parts)),
            mode=mode,
            highlights=matcher.marked_forms,
            warnings=(
                *remarks(query.source, self._is_property),
                *self._unknown_notes(query.where, ranking),
                *_corrections(ranking),
                *_without_words(query, ranking, page.total),
            ),
        )

    def _explained(
        self, found: Sequence[Found], query: Query, ranking: Ranking | None, allowed: Mask | None
    ) -> Sequence[Found]:
        """Hits with the reason why each was found."""
        filtered = query.where is not None
        if ranking is None:
            return [replace(item, explanation=explain_unranked(filtered=filtered)) for item in found]
        forms = HeldForms(self._view.postings, self._snapshot, ranking.searches, allowed)
        return [
            replace(item, explanation=explain(item, ranking.searches, ranking.terms, forms, filtered=filtered))
            for item in found
        ]

    def _is_property(self, name: str) -> bool:
        return fold(name) in self._view.facet_columns().keys.values.names

    def _unknown_notes(self, where: Expression | None, ranking: Ranking | None) -> Iterator[str]:
        """Say which notes of the conditions there are not, or have no vector where others have one: nothing is near to
        them, and they link to nothing."""
        for operator, name in named_notes(where):
            if self._view.filters.note_named(name) is None:
                yield f"There is no note “{written_names(name)[0]}”, so {operator} finds nothing."
            elif operator == "like:" and ranking is not None and name in ranking.without_vector and self._any_vectors():
                shown = written_names(name)[0]
                yield (
                    f"“{shown}” has no vector of its own, so like: finds nothing. "
                    "It may be too short or new, or say only what many others say."
                )

    def _any_vectors(self) -> bool:
        return bool(self._view.semantic.with_vectors(self._view.cursor, self._snapshot).any())

    def _remember_matches(self, query: Query, ranking: Ranking | None) -> None:
        """Keep which notes have the words: facets will ask for that next."""
        if ranking is not None and ranking.searches:
            for text, search in zip(query.ranking_texts, ranking.searches, strict=True):
                self._view.matched_notes.put(self._snapshot.generation, (text, query.where), search.matches)

    def matching_notes(self, query: Query, mode: Mode, where: Expression | None) -> Mask:
        """Notes that a query finds in a mode under some conditions, without ranking them: what facets count.

        In a hybrid or deep search those that hold words are counted, if any does, and not those that meaning adds:
        these would be nearly all, whatever is asked, and the counts would not tell where the words are.
        """
        allowed = self.allowed(where)
        count = self._snapshot.note_count
        everything = self._snapshot.gather(allowed) if allowed is not None else np.ones(count, dtype=np.bool_)
        texts = query.ranking_texts
        if not (texts or likes(where)) or conditions_decide(query):
            return everything
        matched = np.zeros(count, dtype=np.bool_)
        if mode is not Mode.SEMANTIC:
            for text in texts:
                matched |= self._view.matched_notes.get(
                    self._snapshot.generation,
                    (text, where),
                    lambda text=text: self._ranker.lexical(without_ending(self._view, text), allowed).matches,  # type: ignore[misc]
                )
        told_by_words = mode in (Mode.HYBRID, Mode.DEEP) and matched.any()
        if not told_by_words and ((texts and mode is not Mode.KEYWORD) or self._ranker.near_to_any(likes(where))):
            matched |= self._view.semantic.notes_with_vectors(self._view.begin, self._snapshot, allowed)
        return matched


def _matcher(query: Query, ranking: Ranking | None) -> Matcher:
    matcher = ranking.matcher if ranking is not None else None
    if matcher is None:
        matcher = matcher_for(ranking.terms if ranking is not None else (), *query.texts)
    words = [word for text in query.texts for word in text.words]
    whole = [word for word in words_of_conditions(query) if is_unspaced(word)]
    return matcher.marking_whole(whole, [word for word in words if word not in whole]) if whole else matcher


def _corrections(ranking: Ranking | None) -> Iterator[str]:
    """Say which words were taken for others."""
    compounds: dict[str, list[str]] = {}
    for term in ranking.terms if ranking is not None else ():
        if term.compound:
            compounds.setdefault(term.compound, []).append(f"“{term.word}”")
        others = [form for form in term.meant if form.relation != "stem"]  # what has its stem is found as ever
        if others:
            likeliest, *rest = others
            verbs = {"prefix": "begin", "suffix": "end"}
            several = dict.fromkeys(verbs[form.relation] for form in rest if form.relation in verbs)
            told = f" and other words that {' or '.join(several)} with it" if several else ""
            how = "instead" if len(others) == len(term.forms) else "as well"
            yield f"“{term.word}” occurs nowhere; searched for “{likeliest.form}”{told} {how}."
    for compound, parts in compounds.items():
        yield f"“{compound}” occurs nowhere; searched for {' and '.join(parts)} instead."


def _without_words(query: Query, ranking: Ranking | None, total: int) -> Iterator[str]:
    """Say so where nothing but meaning has found what is listed, though words were looked for, too: of a word that a
    model does not know, it is what looks like it."""
    if ranking is None or ranking.semantic is None or not ranking.searches or likes(query.where):
        return
    if total and not any(search.matches.any() for search in ranking.searches):
        words = list(dict.fromkeys(word for text in query.ranking_texts for word in text.in_order))
        if query.where is None:
            missing = f"“{words[0]}” is not found" if len(words) == 1 else "No word is found"
            yield f"{missing}; these are only near in meaning."
        else:  # it may be in others
            missing = f"“{words[0]}” is" if len(words) == 1 else "The words are"
            yield f"{missing} in none of these; they are only near in meaning."
