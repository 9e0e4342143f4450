"""What a deep search does beyond a hybrid one: it learns from its best first results, and looks at the best ones twice.

Expansion adds words that the best first results have in common and moves the query's vector towards them. Afterwards
the best notes are reranked: by a cross-encoder where the settings name one, otherwise by the sentence of each that is
nearest in meaning (words near each other, titles and headings have counted before, see
:mod:`vaulttui.search.ranking.evidence`).
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np

from vaulttui.embedding.embedder import Vectors
from vaulttui.index.storage.arrays import FloatArray
from vaulttui.search.memory.snapshot import Mask
from vaulttui.search.query import RankedText
from vaulttui.search.ranking.evidence import gather_evidence, with_evidence
from vaulttui.search.ranking.expansion import expanding_terms
from vaulttui.search.ranking.fusion import lexical_scores, semantic_scores
from vaulttui.search.ranking.lexical import LexicalSearch
from vaulttui.search.ranking.ranking import Clock, QueryModel, Ranking, top
from vaulttui.search.ranking.smoothing import smoothed
from vaulttui.search.view import IndexView
from vaulttui.vault.sentences import sentence_starts

FEEDBACK_NOTES = 5
"""How many of the best first results a deep search learns from."""
FEEDBACK_SHARE = 0.15
"""What they count against the query itself, 0..1."""

SMOOTHED_NOTES = 50
"""How many notes lend each other a part of their scores. More than in a hybrid search: with the words and the vector
widened, more of what is found is near to each other because it is relevant."""
SMOOTHED_SHARE = 0.5
"""The part of a score that is borrowed from others in a deep search, 0..1."""

RERANKED_NOTES = 10
"""How many of the best notes are looked at once more, sentence by sentence."""
SENTENCE_SHARE = 0.2
"""What the nearest sentence counts against what was known before, 0..1."""
JUDGED_NOTES = 20
"""How many of the best notes are read by a cross-encoder."""
JUDGEMENT_SHARE = 0.8
"""What a cross-encoder says counts against what was known before, 0..1."""

_MOST_SENTENCES = 6
"""Of one chunk."""
_SHORTEST = 20
"""Characters: what is shorter says nothing by itself."""


class DeepSearch:
    """The steps of one deep search.

    Args:
        view: The index.
        model: For vectors and judgements.
        clock: Is told what takes how long.
    """

    def __init__(self, view: IndexView, model: QueryModel, clock: Clock) -> None:
        self._view = view
        self._model = model
        self._clock = clock

    def feedback(self, ranking: Ranking, scores: FloatArray, smooth: FloatArray) -> dict[int, float]:
        """Numbers of the chunks that are learnt from, with the scores of their notes.

        Args:
            ranking: By words and by meaning.
            scores: By both;
            smooth: and after the best have lent each other a part of them.
        """
        notes = np.flatnonzero(top(smooth, FEEDBACK_NOTES))
        chunk_scores = _chunk_scores(ranking)
        return {
            chunk: float(scores[note]) for note, chunk in self._view.snapshot.best_chunks(notes, chunk_scores).items()
        }

    def expand_words(
        self, text: RankedText, ranking: Ranking, chunks: Mapping[int, float], allowed: Mask | None
    ) -> FloatArray:
        """Lexical scores with words that the best first results have in common."""
        started = time.perf_counter()
        search = ranking.searches[0]
        texts = self._view.chunk_texts(list(chunks))
        added = expanding_terms(self._view, {texts[chunk].text: chunks[chunk] for chunk in texts}, search.terms)
        postings = self._view.postings
        wider = LexicalSearch(postings, self._view.snapshot, (*search.terms, *added), allowed=allowed)
        scores = lexical_scores(wider.scores, wider.best_possible, search.coverage(), len(search.terms))
        assert ranking.matcher is not None  # of the one text that it ranks by
        expanded = with_evidence(scores, gather_evidence(self._view, text, search, scores, ranking.matcher))
        self._clock.add("expand", started)
        return expanded

    def expand_vector(self, vector: Vectors, chunks: Sequence[int]) -> Vectors:
        """Move a query's vector towards the best first results, so that what is like them is found too.

        Rocchio, *Relevance Feedback in Information Retrieval*, 1971, with the best notes taken for relevant.
        """
        view = self._view
        found, _ = view.semantic.vectors_of(view.cursor, view.snapshot, np.array(chunks, dtype=np.int32))
        if not len(found):
            return vector
        moved: Vectors = vector + np.float32(FEEDBACK_SHARE) * found.mean(axis=0)
        return moved / np.float32(np.linalg.norm(moved))

    def smoothed(self, scores: FloatArray, chunk_similarity: FloatArray | None) -> FloatArray:
        """Scores of all notes, after the best ones have lent each other a part, see
        :func:`vaulttui.search.ranking.smoothing.smoothed`."""
        return smoothed(self._view, scores, chunk_similarity, most=SMOOTHED_NOTES, share=SMOOTHED_SHARE)

    def rerank(
        self, text: RankedText, vector: Vectors, ranking: Ranking, scores: FloatArray
    ) -> tuple[FloatArray, FloatArray]:
        """Bring the best notes into a better order.

        Args:
            text: What was asked for.
            vector: Of the query.
            ranking: By words and by meaning: decides which chunk stands for a note.
            scores: Of all notes.

        Returns:
            New scores, the best notes' within the range that they had; and what the second look says of each, 0..1,
            NaN for the notes that were not looked at.
        """
        started = time.perf_counter()
        judge = self._model.judge
        notes = np.flatnonzero(top(scores, JUDGED_NOTES if judge is not None else RERANKED_NOTES))
        opinions = np.full(len(scores), np.nan, dtype=np.float32)
        chosen = self._view.snapshot.best_chunks(notes, _chunk_scores(ranking))
        if len(chosen) < 2:
            return scores, opinions
        notes = np.array(list(chosen), dtype=np.int64)
        texts = self._view.chunk_texts(list(chosen.values()))
        passages = [texts[chunk].text for chunk in chosen.values()]
        if judge is not None:
            titles = self._view.note_heads(notes.tolist())
            headed = [
                "\n".join((" > ".join((titles[note].title, *texts[chunk].heading_path)), texts[chunk].text))
                for note, chunk in chosen.items()
            ]
            opinions[notes] = judge(text.text or " ".join(text.words), headed)
        else:
            opinions[notes] = nearest_sentences(self._model, vector, passages)
        changed = scores.copy()
        changed[notes] = blend(scores[notes], opinions[notes], JUDGEMENT_SHARE if judge is not None else SENTENCE_SHARE)
        self._clock.add("rerank", started)
        return changed, opinions


def nearest_sentences(model: QueryModel, vector: Vectors, passages: Sequence[str]) -> FloatArray:
    """Semantic score of each passage's sentence that is nearest to a query, 0 where it has none.

    Args:
        model: For the sentences' vectors.
        vector: Of the query.
        passages: Texts of chunks; of each no more than the first few sentences are compared.
    """
    sentences = [_sentences(passage) for passage in passages]
    together = [sentence for several in sentences for sentence in several]
    best = np.zeros(len(passages), dtype=np.float32)
    if together:
        similarities = np.nan_to_num(model.embed_sentences(together) @ vector, nan=-1.0)
        owners = np.repeat(np.arange(len(passages)), [len(several) for several in sentences])
        np.maximum.at(best, owners, semantic_scores(similarities))
    return best


def blend(scores: FloatArray, opinions: FloatArray, share: float) -> FloatArray:
    """Convex sum of two kinds of scores after min-max normalisation, stretched to the range of the first.

    Args:
        scores: What was known before.
        opinions: What the second look says, on any scale.
        share: 0..1: what the opinions count.
    """
    low, high = float(scores.min()), float(scores.max())
    span = float(np.ptp(opinions))
    if high <= low or span <= 0:
        return scores
    known = (scores - low) / (high - low)
    total = (1 - share) * known + share * (opinions - opinions.min()) / span
    least, most = float(total.min()), float(total.max())
    if most <= least:
        return scores
    blended: FloatArray = (low + (total - least) / (most - least) * (high - low)).astype(np.float32)
    return blended


def _sentences(text: str) -> list[str]:
    sentences: list[str] = []
    for line in text.split("\n"):
        for start, end in pairwise((0, *sentence_starts(line), len(line))):
            sentence = line[start:end].strip()
            if len(sentence) >= _SHORTEST:
                sentences.append(sentence)
                if len(sentences) == _MOST_SENTENCES:
                    return sentences
    return sentences


def _chunk_scores(ranking: Ranking) -> FloatArray:
    search = ranking.searches[0]
    scores: FloatArray = search.chunk_scores / np.float32(search.best_possible or 1.0)
    return scores if ranking.chunk_similarity is None else scores + ranking.chunk_similarity
