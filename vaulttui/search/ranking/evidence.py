"""What only texts tell of a candidate: whether the query is its title, a heading or a row of words in it, and how near
to each other the words stand."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache

import numpy as np

from vaulttui.index.reading.letters import fold
from vaulttui.index.reading.property_values import decode_properties, property_text
from vaulttui.index.reading.symbols import join_symbols, joined_words
from vaulttui.index.reading.tokenizer import as_ascii, query_forms, words_of
from vaulttui.index.storage.arrays import FloatArray, as_mask, best_first, union
from vaulttui.search.conditions.row_spans import row_spans
from vaulttui.search.memory.note_rows import NoteHead
from vaulttui.search.memory.snapshot import Mask, numbers_of
from vaulttui.search.memory.texts import ChunkText
from vaulttui.search.query import RankedText
from vaulttui.search.ranking.few_notes import few_with_all, nearness_to_fields, telling
from vaulttui.search.ranking.fusion import put_first
from vaulttui.search.ranking.lexical import LexicalSearch
from vaulttui.search.ranking.named_paths import named_by_path
from vaulttui.search.ranking.proximity import proximity
from vaulttui.search.ranking.query_row import OTHER_FORM, QueryRow
from vaulttui.search.ranking.titles import COMPLETED, folded_row, is_heading, title_likeness
from vaulttui.search.view import IndexView
from vaulttui.search.words.matching import Matcher
from vaulttui.search.words.terms import Term
from vaulttui.values import dataclass

CANDIDATE_NOTES = 60
"""How many of the best notes have their titles looked at."""
CANDIDATE_NAMES = 120
"""How many more, at most, of the best of those that words of the query may name."""
CANDIDATE_CHUNKS = 24
"""How many of those have their best chunk read, and how many more of those notes that have all words."""

_CLOSENESS_SHARE = 0.12
_PROMINENCE_SHARE = 0.25
"""Shares of the scale of lexical scores that closeness and prominence may fill; the words have the rest."""
_NAMED = 0.5
"""What a note gains in a fusion that the query names, against the best score."""
_HEADING = 0.85
"""What it counts that the query is a heading, against being the title."""
_PROPERTY = 0.85
"""What it counts that the query is a property with its value, against being the title."""
_ROW = 0.8
"""What it counts that the query stands in the text word for word, against being the title."""
_TOGETHER = 0.8
"""What it counts that all words of a query stand in one passage of a note and of hardly another one, if they are next
to each other, against being the title."""
_FEWEST_IN_ROW = 3
"""Words from which a row of them says more than that they are near each other."""


@dataclass(frozen=True, slots=True)
class TextEvidence:
    """What the texts of one note tell."""

    closeness: float = 0.0
    """0..1: how near to each other, and how much in order, the words of the query stand."""
    prominence: float = 0.0
    """0..1: how much of the title, of a heading or of a row of words the query is."""

    @property
    def named(self) -> bool:
        """Whether the query is the title, an alias or the path, if with other joints or blanks or without its end."""
        return self.prominence >= COMPLETED


def with_evidence(scores: FloatArray, evidence: Mapping[int, TextEvidence]) -> FloatArray:
    """Lexical scores with what the texts of the best notes tell: fixed shares of the scale are kept for it.

    Args:
        scores: Of every note, 0..1.
        evidence: Of some notes, by their number.
    """
    raised = scores * np.float32(1 - _CLOSENESS_SHARE - _PROMINENCE_SHARE)
    for note, found in evidence.items():
        raised[note] += _CLOSENESS_SHARE * found.closeness + _PROMINENCE_SHARE * found.prominence
    return _named_first(raised, evidence, 1.0)


def with_prominence(scores: FloatArray, evidence: Mapping[int, TextEvidence]) -> FloatArray:
    """Scores of a fusion in which notes that the query names rise: by their title, a heading, or word for word.

    Args:
        scores: Of every note, 0..1.
        evidence: Of some notes, by their number.

    Returns:
        New scores, of which the best is as good as the best was.
    """
    best = float(scores.max(initial=0.0))
    raised = scores.copy()
    for note, found in evidence.items():
        raised[note] += best * _NAMED * found.prominence**2
    raised = _named_first(raised, evidence, best * (1 + _NAMED))
    highest = float(raised.max(initial=0.0))
    return raised * np.float32(best / highest) if highest > 0 else raised


def _named_first(scores: FloatArray, evidence: Mapping[int, TextEvidence], bound: float) -> FloatArray:
    """Scores with the notes first that the query is the title or an alias of: who types a name wants what is called so,
    even if it is hardly more than a name. Names that are written with other joints or blanks follow the others.

    Args:
        scores: Of every note, from 0.
        evidence: Of some notes, by their number.
        bound: What no score of another note reaches.
    """
    named = {note: found.prominence for note, found in evidence.items() if found.named}
    for least in sorted(set(named.values())):
        first = [note for note, prominence in named.items() if prominence >= least]
        scores = put_first(scores, as_mask(first, len(scores)), bound)
    return scores


def gather_evidence(
    view: IndexView, text: RankedText, search: LexicalSearch, scores: FloatArray, matcher: Matcher
) -> dict[int, TextEvidence]:
    """Look at the texts of the best notes.

    Args:
        view: The index.
        text: What was searched for.
        search: Its words in the index.
        scores: Of all notes, by words.
        matcher: Finds the words in texts.
    """
    words = joined_words(text.in_order)
    notes = np.flatnonzero(scores > 0)
    if not len(notes) or not words:
        return {}
    notes = best_first(notes, scores, CANDIDATE_NOTES)
    content = _content(words, search.terms)
    in_a_row = _row_of(words)
    if len(content) > 1:
        chunks = union(search.chunks_with_all(CANDIDATE_CHUNKS), search.best_chunks(notes[:CANDIDATE_CHUNKS]))
    elif in_a_row is not None:
        chunks = search.chunks_with_all(CANDIDATE_CHUNKS)
    else:
        chunks = search.chunks_headed(CANDIDATE_CHUNKS)
    few = few_with_all(search)
    if len(few):
        chunks = union(chunks, search.best_chunks(few))
    owners = view.snapshot.chunk_notes
    named = search.held.named_in_part()
    called = best_first(np.flatnonzero(named & (scores > 0)), scores, CANDIDATE_NAMES)
    heads = view.note_heads(union(union(notes, called), owners[chunks]).tolist())
    found = dict(_of_titles(view, text, search, words, heads, named))
    wanted = folded_row(tuple(words))
    if " " in wanted:
        of_properties = [note for note in found if search.held.in_fields[note] and found[note].prominence < _PROPERTY]
        for note, metadata in view.note_metadata(of_properties).items():
            if _is_property(wanted, metadata.properties):
                found[note] = TextEvidence(1.0, _PROPERTY)
    for chunk, evidence in _of_chunks(view, chunks.tolist(), content, wanted, in_a_row, matcher):
        note = int(owners[chunk])
        found[note] = _better(found[note], evidence)
    several = search.held.several
    beside = dict(nearness_to_fields(view, few, search, content, matcher)) if several else {}
    add_few(found, few.tolist(), several=several, beside=beside)
    at = named_by_path(view, text)
    return found | dict.fromkeys(at[scores[at] > 0].tolist(), TextEvidence(1.0, 1.0))


def _of_titles(
    view: IndexView,
    text: RankedText,
    search: LexicalSearch,
    words: Sequence[str],
    heads: Mapping[int, NoteHead],
    named: Mask,
) -> Iterator[tuple[int, TextEvidence]]:
    """How much each of some notes is called as the query.

    Args:
        view: The index.
        text: What was searched for.
        search: Its words in the index,
        words: and as written.
        heads: What the notes are called.
        named: Notes that a part of the query may name.
    """
    corrections = {fold(form.form): fold(term.word) for term in search.terms for form in term.meant}
    usual = _usual_ends(view, words, search.terms) if text.prefix_last else None
    row = QueryRow(words, search.terms, prefix_last=text.prefix_last)
    for note, head in heads.items():
        likeness = title_likeness(
            words, head.titles, corrections=corrections, prefix_last=text.prefix_last, usual=usual
        )
        whole = 0.0
        if named[note] and likeness < OTHER_FORM:
            whole = row.likeness_of_whole(head.titles)
            likeness = max(likeness, row.likeness(head.titles), whole)
        yield note, TextEvidence(1.0 if whole else 0.0, likeness)


def add_few(
    found: dict[int, TextEvidence], few: Sequence[int], *, several: bool, beside: Mapping[int, float] | None = None
) -> None:
    """Add what it tells that few notes have all words, unless they stand more prominently in one of them.

    Args:
        found: Of every candidate.
        few: Those notes.
        several: Whether it is more than one word: else none is nearer to others.
        beside: How near, 0..1, words in fields of some of these notes are to the others.
    """
    beside = beside or {}
    most = max((found[note].prominence for note in few), default=0.0)
    if most >= _ROW or (most and not several):
        return
    for note in few:
        nearness = math.sqrt(max(found[note].closeness, beside.get(note, 0.0))) if several else 1.0
        found[note] = _better(found[note], TextEvidence(0.0, _TOGETHER * nearness * telling(len(few))))


def _usual_ends(view: IndexView, words: Sequence[str], terms: Sequence[Term]) -> Callable[[str], float] | None:
    """How usual words are that the last one of a query begins, 0..1 by the logarithm of their chunks; ``None`` if notes
    have it as it is written, or none that begins so."""
    last = [form for token in words_of(words[-1])[-1:] for form in query_forms(token)[-1:]]
    forms = [form for term in terms if term.word in last for form in term.forms]
    if all(form.relation != "prefix" for form in forms) or any(
        form.relation in ("exact", "accent", "joint") for form in forms
    ):
        return None
    identities: dict[str, list[int]] = {}
    for form in forms:
        identities.setdefault(fold(form.form), []).append(form.term_id)

    @cache
    def usual(word: str) -> float:
        owners = view.postings.of_chunks(identities.get(word, []), counted=False).owners
        holding = int(np.count_nonzero(numbers_of(view.snapshot.chunk_numbers, owners) >= 0))
        return min(1.0, math.log1p(holding) / math.log1p(view.snapshot.chunk_count))

    return usual


def _content(words: Sequence[str], terms: Sequence[Term]) -> list[str]:
    """The words of a query that are no function words, as they are looked up: without the signs around them, and in
    parts where the whole is nowhere."""
    minor = {term.word: term.minor for term in terms}
    compounds = {term.compound: [part.word for part in terms if part.compound == term.compound] for term in terms}

    def forms(token: str) -> Sequence[str]:
        return (token,) if token in minor else compounds.get(token) or query_forms(token)

    found = [form for word in words for token in words_of(word) for form in forms(token)]
    return [form for form in found if not minor.get(form, False)]


def _of_chunks(
    view: IndexView,
    chunks: Sequence[int],
    content: Sequence[str],
    wanted: str,
    in_a_row: Callable[[str], bool] | None,
    matcher: Matcher,
) -> Iterator[tuple[int, TextEvidence]]:
    if len(content) > 1 or in_a_row is not None:
        for number, chunk in view.chunk_texts(chunks).items():
            yield number, _of_chunk(chunk, content, wanted, in_a_row, matcher)
    else:  # of one word only headings tell more
        for number, heading_path in view.heading_paths(chunks).items():
            if heading_path and is_heading(wanted, heading_path[-1]):
                yield number, TextEvidence(prominence=_HEADING)


def _of_chunk(
    chunk: ChunkText, content: Sequence[str], wanted: str, in_a_row: Callable[[str], bool] | None, matcher: Matcher
) -> TextEvidence:
    closeness = proximity(content, chunk.text, matcher)
    prominence = _HEADING if chunk.heading_path and is_heading(wanted, chunk.heading_path[-1]) else 0.0
    if in_a_row is not None and in_a_row(_plain(join_symbols(chunk.text))):
        closeness, prominence = 1.0, max(prominence, _ROW)
    return TextEvidence(closeness, prominence)


def _better(first: TextEvidence, second: TextEvidence) -> TextEvidence:
    return TextEvidence(max(first.closeness, second.closeness), max(first.prominence, second.prominence))


def _is_property(wanted: str, encoded: str) -> bool:
    """Whether a note has a property of which key and value (or an item of it) are the query."""
    first, _, rest = wanted.partition(" ")
    if not rest or first not in fold(encoded):
        return False
    values, _ = decode_properties(encoded)
    return any(
        folded_row((key, property_text(item))) == wanted
        for key, value in values.items()
        for item in (value if isinstance(value, list) else [value])
    )


def _row_of(words: Sequence[str]) -> Callable[[str], bool] | None:
    """A test for the words in a row in text made plain; ``None`` for too few to mean anything."""
    parts = [fold(part) for word in words for part in words_of(word)]
    if len(parts) < _FEWEST_IN_ROW:
        return None
    rows = row_spans(parts)
    return lambda text: any(rows(text))


def _plain(text: str) -> str:
    ascii_text = as_ascii(text)
    return fold(text) if ascii_text is None else ascii_text.lower()
