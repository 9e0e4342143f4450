"""Words of every kind in texts of every kind: whatever is asked for, an answer comes, with its parts in place."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from tests.conftest import WORDS_ONLY, write_notes
from tests.search.filter_reference import WordVectors
from vaulttui.errors import QuerySyntaxError
from vaulttui.search.local.local_engine import LocalEngine
from vaulttui.search.query import Mode, Query
from vaulttui.search.syntax import parse_query

NOTES, TEXTS = 200, 150

WORDS = (
    *("e-mail", "mail", "mails", "e", "long-term", "term", "terms", "to-do", "todo", "how-to", "one-on-one", "it's"),
    *("config_file", "config", "files", "file", "chart.js", "v1.2.3", "2025-07-14", "2025", "C++", "c#", "x86_64"),
    *("DarkMode", "dark", "mode", "modes", "dark-mode", "weekly", "review", "template", "templates", "1,000", "1000"),
    *("database", "data", "base", "data-base", "rock'n'roll", "AT&T", "R&D", "a/b", "the", "of", "and", "not"),
    *("l'été", "été", "étés", "e\u0301te\u0301", "naïve", "naive", "Küchenliste", "Küche", "küchen"),
    *("日本", "日本語", "語", "한국어", "한국", "привет", "Приветы", "ไทย", "ภาษา", "हिन्दी", "مرحبا", "İstanbul"),
    *("Straße", "strasse", "🎉", "ﬁle", "Ⅷ", "ß"),
)
FORMS = (
    *("{}", "{}", "{}", "{}", "{}, {}", "({})", "**{}**", "*{}*", "`{}`", "=={}==", "<b>{}</b>", "${}$", "#{}", "[^1]"),
    *("[[{}]]", "[[{}|{}]]", "[{}](https://example.org/{})", "[{}]: {}", "https://example.org/{}/{}", "{}::{}"),
    *('<span class="{}">{}</span>', "%%{}%%", "<!-- {} -->", "| {} | {} |", "{}\n{}", "\n\n{}", "\n- {}\n- {}"),
    *("\n\n## {} {}\n\n", "\n> {}\n", "\n```\n{} {}\n```\n"),
)


def some_words(chance: random.Random, most: int) -> str:
    return " ".join(chance.choices(WORDS, k=chance.randint(1, most)))


def some_path(chance: random.Random, number: int) -> str:
    name = some_words(chance, 3).replace("/", "")
    return f"{chance.choice(('', 'Dark mode/', 'files/'))}{name}{chance.choice(('', f' {number}'))}.md"


def some_note(chance: random.Random) -> str:
    lines = []
    if chance.random() < 0.4:
        values = [some_words(chance, 2).replace("'", "''") for _ in range(3)]
        lines = ["---", f"title: '{values[0]}'", f"aliases: ['{values[1]}']", f"kind: '{values[2]}'", "---"]
    pieces = chance.choices(FORMS, k=chance.randint(1, 25))
    return "\n".join([*lines, " ".join(form.format(*chance.choices(WORDS, k=2)) for form in pieces), ""])


def some_text(chance: random.Random) -> str:
    """A few words: perhaps a phrase, letters out of order, an operator, a last word that is not finished."""
    words = chance.choices(WORDS, k=chance.randint(1, 4))
    if chance.random() < 0.2:
        words[0] = f'"{words[0]} {chance.choice(WORDS)}"'
    if chance.random() < 0.15:
        words.append("".join(chance.sample(words[-1], len(words[-1]))))
    if chance.random() < 0.1:
        words += [chance.choice(("OR", "NOT")), chance.choice(WORDS)]
    if chance.random() < 0.15:
        words[-1] = words[-1][: chance.randint(1, len(words[-1]))]
    return " ".join(words)


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalEngine]:
    chance = random.Random(1)
    root = tmp_path_factory.mktemp("words") / "vault"
    write_notes(root, {some_path(chance, number): some_note(chance) for number in range(NOTES)})
    engine = LocalEngine(root, WORDS_ONLY, root.parent / "index.duckdb", embedder=WordVectors())
    engine.initialize()
    engine.refresh()
    yield engine
    engine.close()


def test_every_text_is_answered_in_order_with_its_marks_in_place(engine: LocalEngine) -> None:
    chance = random.Random(2)
    answered = 0
    for _ in range(TEXTS):
        text = some_text(chance)
        defaults = Query(mode=chance.choice(list(Mode)), group_by=chance.choice(("note", "chunk")), limit=50)
        try:
            query = parse_query(text, defaults=defaults, typing=chance.random() < 0.5)
        except QuerySyntaxError:
            continue
        result = engine.search(query)
        engine.facets(query)
        scores = [hit.score for hit in result.hits]
        assert all(0 <= score <= 1 for score in scores), text
        assert query.order != "relevance" or query.group_by == "chunk" or scores == sorted(scores, reverse=True), text
        assert len({(hit.path, hit.chunk) for hit in result.hits}) == len(scores) == min(result.total, 50), text
        for hit in result.hits:
            ends = [place for match in hit.snippet.matches for place in (match.start, match.end)]
            assert ends == sorted(ends), text
            assert all(0 <= place <= len(hit.snippet.text) for place in ends), text
        answered += bool(scores)
    assert answered > TEXTS / 2
