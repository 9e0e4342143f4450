"""What the program is compared with: bm25s and SQLite's FTS5, over the same documents or chunks."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Protocol

from tests.index.forms import count_forms
from vaulttui.index.reading.letters import is_unspaced
from vaulttui.index.reading.stemming import LANGUAGES, stem
from vaulttui.index.reading.tokenizer import query_forms, words_of
from vaulttui.vault.language import detect_language

DEPTH = 100
"""How many results every peer is asked for."""

_WITH_STOPWORDS = (
    *("english", "danish", "dutch", "french", "german", "italian", "norwegian", "portuguese", "russian", "spanish"),
    *("swedish", "turkish"),
)
"""Languages that bm25s has lists of function words for."""


class Peer(Protocol):
    """A program that ranks texts by words."""

    name: str

    def search(self, question: str) -> list[int]:
        """Numbers of the best texts, best first."""


def language_of(texts: Sequence[str]) -> str:
    """The language that most texts are in; English if none can be told."""
    found = Counter(filter(None, map(detect_language, texts)))
    return found.most_common(1)[0][0] if found else "english"


class Bm25s:
    """bm25s with its own tokenizer, function words and Snowball stems: the usual way to run it.

    Args:
        texts: To be ranked.
        language: Of the texts.
    """

    name = "bm25s"

    def __init__(self, texts: Sequence[str], language: str) -> None:
        import bm25s

        self._language = language
        self._index = bm25s.BM25()
        self._index.index(self._tokens(texts), show_progress=False)
        self._count = len(texts)

    def _tokens(self, texts: Sequence[str]) -> list[list[str]]:
        import bm25s

        stemmer: Callable[[list[str]], list[str]] | None = None
        if self._language in LANGUAGES:
            stemmer = lambda words: [stem(word, self._language) for word in words]  # noqa: E731
        tokens: list[list[str]] = bm25s.tokenize(
            list(texts),
            stopwords=self._language if self._language in _WITH_STOPWORDS else None,
            stemmer=stemmer,
            return_ids=False,
            show_progress=False,
        )
        return tokens

    def search(self, question: str) -> list[int]:
        """See :meth:`Peer.search`."""
        return _retrieve(self._index, self._tokens([question])[0], self._count)


class Bm25sSameTokens:
    """bm25s over the words as this program cuts and stems them.

    Args:
        texts: To be ranked.
        language: Of the texts.
    """

    name = "bm25s, same tokens"

    def __init__(self, texts: Sequence[str], language: str) -> None:
        import bm25s

        self._language = language
        self._index = bm25s.BM25()
        tokens = [[stem(form, language) for form in count_forms(text)[0].elements()] for text in texts]
        self._index.index(tokens, show_progress=False)
        self._count = len(texts)

    def search(self, question: str) -> list[int]:
        """See :meth:`Peer.search`."""
        forms = [form for word in words_of(question) for form in query_forms(word)]
        return _retrieve(self._index, [stem(form, self._language) for form in forms], self._count)


def _retrieve(index: object, tokens: list[str], count: int) -> list[int]:
    found, scores = index.retrieve([tokens], k=min(DEPTH, count), show_progress=False)  # type: ignore[attr-defined]
    return [int(number) for number, score in zip(found[0], scores[0], strict=True) if score > 0]


class Fts5:
    """SQLite's full text search, ranked by its ``bm25()``.

    Args:
        rows: Title and text of what is to be ranked.
        language: Of the texts: decides between word stems (English), plain words, and runs of three characters.
    """

    name = "SQLite FTS5"

    def __init__(self, rows: Sequence[tuple[str, str]], language: str) -> None:
        sample = "".join(text for _, text in rows[:20])
        self._trigrams = is_unspaced(sample) and sum(map(is_unspaced, sample)) > len(sample) / 4
        plain = "unicode61 remove_diacritics 2"
        tokenizer = "trigram" if self._trigrams else f"porter {plain}" if language == "english" else plain
        self._connection = sqlite3.connect(":memory:")
        self._connection.execute(f"CREATE VIRTUAL TABLE texts USING fts5(title, body, tokenize = '{tokenizer}')")
        self._connection.executemany(
            "INSERT INTO texts (rowid, title, body) VALUES (?, ?, ?)",
            ((number, *row) for number, row in enumerate(rows, 1)),
        )

    def search(self, question: str) -> list[int]:
        """See :meth:`Peer.search`."""
        words = dict.fromkeys(words_of(question))
        if self._trigrams:
            words = dict.fromkeys(word[place : place + 3] for word in words for place in range(max(1, len(word) - 2)))
        if not words:
            return []
        wanted = " OR ".join('"' + word.replace('"', '""') + '"' for word in words)
        return self.match(wanted)

    def match(self, expression: str) -> list[int]:
        """Numbers of the best texts for an expression in FTS5's own language."""
        rows = self._connection.execute(
            "SELECT rowid FROM texts WHERE texts MATCH ? ORDER BY bm25(texts) LIMIT ?", (expression, DEPTH)
        ).fetchall()
        return [row[0] - 1 for row in rows]
