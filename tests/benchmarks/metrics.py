"""Measures of a ranking against relevance judgments, by the definitions of trec_eval."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

Ranking = Sequence[str]
"""Identities of documents, best first, none twice."""
Judgments = Mapping[str, int]
"""Grade by document; above 0 is relevant, higher is better."""


@dataclass(frozen=True, slots=True)
class Measures:
    """Means over the questions, each 0..1."""

    ndcg_10: float
    mrr_10: float
    recall_100: float


def ndcg(ranking: Ranking, judgments: Judgments, depth: int) -> float:
    """Normalised discounted cumulative gain: the gain is the grade, the discount log2(rank + 1), the ideal is that of
    all judged documents."""
    gains = [max(0, judgments.get(document, 0)) for document in ranking[:depth]]
    ideal = sorted((grade for grade in judgments.values() if grade > 0), reverse=True)[:depth]
    best = _discounted(ideal)
    return _discounted(gains) / best if best else 0.0


def _discounted(gains: Sequence[int]) -> float:
    return sum(gain / math.log2(place + 2) for place, gain in enumerate(gains))


def reciprocal_rank(ranking: Ranking, judgments: Judgments, depth: int) -> float:
    """1 / rank of the first relevant document within ``depth``, 0 if there is none."""
    for place, document in enumerate(ranking[:depth], 1):
        if judgments.get(document, 0) > 0:
            return 1 / place
    return 0.0


def recall(ranking: Ranking, judgments: Judgments, depth: int) -> float:
    """Share of all relevant documents that stand within ``depth``."""
    relevant = {document for document, grade in judgments.items() if grade > 0}
    return len(relevant & set(ranking[:depth])) / len(relevant) if relevant else 0.0


def measure(rankings: Mapping[str, Ranking], judgments: Mapping[str, Judgments]) -> Measures:
    """Means over every question with a relevant document; one without a ranking counts 0."""
    judged = [question for question, grades in judgments.items() if any(grade > 0 for grade in grades.values())]
    pairs = [(rankings.get(question, ()), judgments[question]) for question in judged]
    count = len(pairs) or 1
    return Measures(
        ndcg_10=sum(ndcg(ranking, grades, 10) for ranking, grades in pairs) / count,
        mrr_10=sum(reciprocal_rank(ranking, grades, 10) for ranking, grades in pairs) / count,
        recall_100=sum(recall(ranking, grades, 100) for ranking, grades in pairs) / count,
    )
