"""Queries by chance: whatever is typed is answered or refused, at once. The long run is a benchmark of this name."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import WORDS_ONLY
from tests.search.filter_reference import FOLDERS, STATES, TAGS, WORDS, Reference, WordVectors, write_vault
from tests.search.random_queries import RandomQueries, ask, use_text
from vaulttui.errors import QuerySyntaxError, VaultTuiError
from vaulttui.search.local.local_engine import LocalEngine
from vaulttui.search.query import Mode

TEXTS = 80


@pytest.fixture(scope="module")
def vault(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("random") / "vault"
    write_vault(root, 30, random.Random(31))
    return root


@pytest.fixture(scope="module")
def engine(vault: Path) -> Iterator[LocalEngine]:
    engine = LocalEngine(vault, WORDS_ONLY, vault.parent / "index.duckdb", embedder=WordVectors())
    engine.initialize()
    engine.refresh()
    yield engine
    engine.close()


@pytest.fixture(scope="module")
def queries(vault: Path) -> RandomQueries:
    names = list(Reference.read(vault).by_name)
    samples = {
        **{rule: WORDS for rule in ("word", "plain", "simple")},
        **{"target": names, "name": TAGS, "property-name": ("status", "prio", "due", "people")},
        "phrase": [f'"{text}"' for text in (*STATES, *WORDS, *names, *filter(None, FOLDERS))],
    }
    return RandomQueries(32, samples)


def modes() -> random.Random:
    return random.Random(33)


def test_valid_queries_are_answered(engine: LocalEngine, queries: RandomQueries) -> None:
    chance = modes()
    for _ in range(TEXTS):
        text = queries.valid()
        use_text(text)
        try:
            ask(engine, text, chance.choice(list(Mode)))
        except QuerySyntaxError as error:
            if "regular expression" not in error.message:  # only the database knows all of RE2
                raise


def test_strings_of_any_kind_are_answered_or_refused(engine: LocalEngine, queries: RandomQueries) -> None:
    chance = modes()
    answered = 0
    for _ in range(TEXTS * 2):
        text = queries.anything()
        try:
            use_text(text)
            ask(engine, text, chance.choice(list(Mode)))
            answered += 1
        except VaultTuiError:
            continue
    assert 25 < answered < TEXTS * 2
