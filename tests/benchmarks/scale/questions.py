"""Queries about a vault, made of the words that its index holds."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import duckdb

_TERMS = """
    SELECT form, count(*) AS chunks FROM postings JOIN terms USING (term_id)
    WHERE length(form) BETWEEN 3 AND 16 AND regexp_full_match(form, '[a-z]+') GROUP BY form
"""


@dataclass(frozen=True, slots=True)
class Question:
    """One query, in this program's language and in words for its peers."""

    kind: str
    text: str
    words: tuple[str, ...]
    phrase: bool = False
    typing: bool = False
    conditional: bool = False
    """Whether it has a condition, which no peer is given."""

    @property
    def whole_words(self) -> bool:
        """Whether it is words alone, which every peer understands as this program does."""
        return not (self.phrase or self.typing or self.conditional)

    @property
    def fts5(self) -> str:
        """In the language of SQLite's FTS5."""
        if self.phrase:
            return f'"{" ".join(self.words)}"'
        return " OR ".join(f'"{word}"' for word in self.words) + "*" * self.typing


def make_questions(index: Path, count: int, seed: int = 1) -> list[Question]:
    """So many queries of every kind; the same for every index of the same notes, in whatever order they were read."""
    chance = random.Random(seed)
    with duckdb.connect(str(index), read_only=True) as connection:
        ordered = [
            row[0]
            for row in connection.execute(
                f"{_TERMS} HAVING chunks >= 3 ORDER BY chunks DESC, form LIMIT 20000"
            ).fetchall()
        ]
        rare_words = [
            row[0]
            for row in connection.execute(
                f"{_TERMS} HAVING chunks <= 3 AND length(form) >= 5 ORDER BY hash(form) LIMIT 500"
            ).fetchall()
        ]
        tags = [row[0] for row in connection.execute("SELECT DISTINCT tag FROM tags ORDER BY tag").fetchall()]
        texts = [
            row[0]
            for row in connection.execute(
                "SELECT DISTINCT text FROM chunks WHERE length > 20 ORDER BY hash(text), text LIMIT 500"
            ).fetchall()
        ]
    common, middle = ordered[:150] or ["note"], ordered[150:2_000] or ordered or ["note"]
    rare_words = rare_words or middle
    found: list[Question] = []
    for _ in range(count):
        first, word, rare = chance.choice(common), chance.choice(middle), chance.choice(rare_words)
        three = tuple(chance.sample(middle, min(3, len(middle))))
        asked = ("how", "do", "i", "use", first, "with", word, "in", "my", rare)
        phrase = _phrase(chance, texts)
        found += [
            Question("common word", first, (first,)),
            Question("rare word", rare, (rare,)),
            Question("three words", " ".join(three), three),
            Question("question", " ".join(asked), asked),
            Question("prefix", f"{first} {word[:3]}", (first, word[:3]), typing=True),
            Question("phrase", f'"{" ".join(phrase)}"', phrase, phrase=True),
            Question("words and dates", f"{word} modified:>=2023", (word,), conditional=True),
        ]
        if tags:
            tag = chance.choice(tags)
            found.append(Question("words and tag", f'{word} tag:"{tag}"', (word,), conditional=True))
    return found


def _phrase(chance: random.Random, texts: Sequence[str]) -> tuple[str, ...]:
    for _ in range(1_000):
        words = [word for word in chance.choice(texts or ["a plain sentence"]).split() if word.isascii()]
        start = chance.randrange(max(1, len(words) - 2))
        found = tuple(words[start : start + 3])
        if len(found) == 3 and all(word.isalpha() for word in found):
            return tuple(word.lower() for word in found)
    return ("a", "plain", "sentence")


def write_questions(questions: Sequence[Question], path: Path) -> None:
    """Hand questions on to another process."""
    path.write_text(json.dumps([asdict(question) for question in questions]), encoding="utf-8")


def read_questions(path: Path) -> list[Question]:
    """Questions that :func:`write_questions` wrote."""
    return [
        Question(**{**values, "words": tuple(values["words"])})
        for values in json.loads(path.read_text(encoding="utf-8"))
    ]
