"""BM25F without its extras, against the formula of its authors, computed here from the notes' texts in plain Python."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
import pytest

from tests.conftest import WORDS_ONLY, write_notes
from vaulttui.search.local.local_engine import LocalEngine
from vaulttui.search.ranking.bm25 import Bm25Parameters, FieldWeights
from vaulttui.search.ranking.lexical import LexicalSearch
from vaulttui.search.view import IndexView, IndexViews
from vaulttui.search.words.vocabulary import Vocabulary

TOLERANCE = 1e-4
# Words with digits: nothing to stem, nothing to correct.
WORDS = [f"w{number}x" for number in range(120)]


@dataclass(frozen=True, slots=True)
class Written:
    """A note as it is written, field by field."""

    folder: str
    title: list[str]
    alias: list[str]
    tag: list[str]
    subject: list[str]
    sections: list[tuple[list[str], list[str]]]
    """Words of the heading (none for the first) and of the text below it."""

    @property
    def text(self) -> str:
        lines = ["---", f"title: {' '.join(self.title)}", f"aliases: [{' '.join(self.alias)}]"]
        lines += [f"tags: [{', '.join(self.tag)}]", f"subject: {' '.join(self.subject)}", "---"]
        for heading, body in self.sections:
            lines += [f"## {' '.join(heading)}", ""] if heading else []
            lines += [" ".join(body), ""]
        return "\n".join(lines)

    @property
    def body(self) -> list[str]:
        return [word for _, words in self.sections for word in words]

    @property
    def properties(self) -> list[str]:
        """Words of all the frontmatter: a title or tag there is the value of a property too."""
        return [*self.title, *self.alias, *self.tag, *self.subject]

    @property
    def heading(self) -> list[str]:
        return [word for words, _ in self.sections for word in words]


def make_corpus(count: int, chance: random.Random) -> dict[str, Written]:
    def some(most: int, least: int = 1) -> list[str]:
        # Few words are frequent and many are rare, as in a language.
        places = [min(len(WORDS) - 1, int(chance.paretovariate(0.7)) - 1) for _ in range(chance.randint(least, most))]
        return [WORDS[place] for place in places]

    notes: dict[str, Written] = {}
    for number in range(count):
        folder = chance.choice(WORDS)
        sections: list[tuple[list[str], list[str]]] = [([], some(60))]
        sections += [(some(4), some(200)) for _ in range(chance.randint(0, 4))]
        tags = list(dict.fromkeys(some(3)))
        notes[f"{folder}/n{number}.md"] = Written(folder, some(5), some(4), tags, some(3), sections)
    return notes


def reference_scores(
    notes: Mapping[str, Written], words: list[str], k1: float, b: float, weights: FieldWeights
) -> dict[str, float]:
    """Robertson, Zaragoza and Taylor, 2004: weighted frequencies are added before they are saturated."""
    lengths = {path: len(note.body) + len(note.heading) for path, note in notes.items()}
    average = sum(lengths.values()) / len(lengths)
    scores = dict.fromkeys(notes, 0.0)
    for word, occurrences in Counter(words).items():
        frequencies = {
            path: weights.body * note.body.count(word) / (1 - b + b * lengths[path] / average)
            + weights.heading * note.heading.count(word)
            + weights.title * note.title.count(word)
            + weights.alias * note.alias.count(word)
            + weights.tag * note.tag.count(word)
            + weights.path * (note.folder == word)
            + weights.property * note.properties.count(word)
            for path, note in notes.items()
        }
        holding = sum(frequency > 0 for frequency in frequencies.values())
        idf = math.log(1 + (len(notes) - holding + 0.5) / (holding + 0.5))
        for path, frequency in frequencies.items():
            scores[path] += occurrences * idf * frequency * (k1 + 1) / (frequency + k1)
    return scores


@pytest.fixture(scope="module")
def corpus() -> dict[str, Written]:
    return make_corpus(90, random.Random(11))


@pytest.fixture(scope="module")
def engine(corpus: Mapping[str, Written], tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalEngine]:
    folder = tmp_path_factory.mktemp("bm25")
    write_notes(folder / "vault", {path: note.text for path, note in corpus.items()})
    engine = LocalEngine(folder / "vault", WORDS_ONLY, folder / "index.duckdb")
    engine.initialize()
    engine.refresh()
    yield engine
    engine.close()


@pytest.fixture(params=["read as needed", "kept in memory"])
def view(request: pytest.FixtureRequest, engine: LocalEngine) -> Iterator[IndexView]:
    views = IndexViews(engine._database)
    if request.param == "kept in memory":
        views._shared.resident.read()
    with views.view() as view:
        yield view
    views.close()


def found_scores(view: IndexView, words: list[str], parameters: Bm25Parameters) -> dict[str, float]:
    terms = Vocabulary(view.inverted.lexicon, view.snapshot.languages).terms(words, typos=False)
    search = LexicalSearch(view.inverted.postings, view.snapshot, terms, parameters=parameters)
    return {path: float(score) for path, score in zip(view.snapshot.paths, search.note_scores, strict=True)}


def random_questions(chance: random.Random) -> list[list[str]]:
    return [[chance.choice(WORDS[:80]) for _ in range(chance.randint(1, 6))] for _ in range(40)]


@pytest.mark.parametrize(
    "parameters",
    [
        Bm25Parameters(),
        Bm25Parameters(k1=0.9, b=0.4),
        Bm25Parameters(k1=2.0, b=1.0, weights=FieldWeights(body=1.5, heading=1.0, title=1.0, path=3.0)),
        Bm25Parameters(b=0.0, weights=FieldWeights(title=2.0)),
    ],
    ids=["as they are", "other k1 and b", "other weights", "without lengths"],
)
def test_scores_of_all_notes_equal_those_of_the_formula(
    view: IndexView, corpus: Mapping[str, Written], parameters: Bm25Parameters
) -> None:
    scored = 0
    for words in random_questions(random.Random(12)):
        wanted = reference_scores(corpus, words, parameters.k1, parameters.b, parameters.weights)
        found = found_scores(view, words, parameters)
        assert found == pytest.approx(wanted, abs=TOLERANCE), words
        scored += sum(score > 0 for score in wanted.values())
    assert scored > 1000


@pytest.mark.parametrize("filtered", [False, True])
def test_of_one_word_the_best_chunks_are_found_without_scoring_all(view: IndexView, filtered: bool) -> None:
    snapshot = view.snapshot
    chance = np.random.default_rng(4)
    allowed = chance.random(snapshot.chunk_count) < 0.6 if filtered else None
    compared = 0
    for word in WORDS[:40]:
        terms = Vocabulary(view.inverted.lexicon, snapshot.languages).terms([word], typos=False)
        search = LexicalSearch(view.inverted.postings, snapshot, terms, allowed=allowed)
        headed = search.chunks_headed(3)
        scores = search.scores  # before the scores of all chunks are asked for
        best = np.zeros(snapshot.note_count, dtype=np.float32)
        np.maximum.at(best, snapshot.chunk_notes, search.chunk_scores)
        assert np.array_equal(scores, (search.note_scores + best) / 2), word
        everyone = search.chunks_headed(snapshot.chunk_count)
        assert sorted(search.chunk_scores[headed]) == sorted(search.chunk_scores[everyone])[-3:]
        compared += len(headed)
    assert compared > 40
