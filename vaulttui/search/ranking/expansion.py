"""Words that the best first results have in common, to search with besides those of the query.

Pseudo-relevance feedback: a word counts by how often it stands in the feedback texts, each weighted by its score (the
relevance model RM1 of Lavrenko and Croft, *Relevance-Based Language Models*, 2001), times its inverse document
frequency. The words are mixed into the query with a smaller weight, as in RM3.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace

from vaulttui.index.reading.letters import is_alphabetic, is_unspaced
from vaulttui.index.reading.tokenizer import MAX_FORM, query_forms, words_of
from vaulttui.search.ranking.bm25 import idf
from vaulttui.search.ranking.lexical import LexicalSearch
from vaulttui.search.view import IndexView
from vaulttui.search.words.terms import Term
from vaulttui.search.words.unspaced_words import function_pairs
from vaulttui.search.words.vocabulary import Vocabulary
from vaulttui.vault.function_words import function_words

MOST_TERMS = 20
IMPORTANCE = 0.5
"""What the best of the added words counts, against one of the query."""
_CANDIDATES = 60
"""So many of the words are looked up in the index, those that weigh most."""
_SHORTEST = 3
"""Characters; shorter words are mostly function words and abbreviations."""
_PAIR = 2
"""Characters of what is looked up of a script without blanks."""


def expanding_terms(view: IndexView, texts: Mapping[str, float], terms: Sequence[Term]) -> tuple[Term, ...]:
    """Words to add to a query.

    Args:
        view: The index.
        texts: Those of the best first results, with their scores.
        terms: Of the query.

    Returns:
        The best words, each with its importance.
    """
    languages = view.snapshot.languages
    known = {term.word for term in terms} | {form.form for term in terms for form in term.forms}
    known.update(function_pairs(), *map(function_words, languages))
    total = sum(texts.values()) or 1.0
    weights: defaultdict[str, float] = defaultdict(float)
    for text, score in texts.items():
        words = _content_words(text)
        for word, count in Counter(words).items():
            if word not in known:
                weights[word] += count / len(words) * score / total
    candidates = sorted(weights, key=lambda word: (-weights[word], word))[:_CANDIDATES]
    found = Vocabulary(view.inverted.lexicon, languages).terms(candidates, typos=False, compounds=False)
    search = LexicalSearch(view.postings, view.snapshot, found)
    weighed = sorted(
        (
            (weights[term.word] * idf(view.snapshot.note_count, frequency), term)
            for term, frequency in zip(found, search.document_frequencies, strict=True)
            if frequency
        ),
        key=lambda item: (-item[0], item[1].word),
    )[:MOST_TERMS]
    return tuple(replace(term, importance=IMPORTANCE * weight / weighed[0][0]) for weight, term in weighed)


def _content_words(text: str) -> list[str]:
    """The words of a text that may be added, as they are looked up: without numbers and what has joints, and of runs of
    scripts without blanks the pairs of letters."""
    forms = [
        form for word in words_of(text) for form in (query_forms(word) if is_unspaced(word) else (word[:MAX_FORM],))
    ]
    return [form for form in forms if is_alphabetic(form) and len(form) >= (_PAIR if is_unspaced(form) else _SHORTEST)]
