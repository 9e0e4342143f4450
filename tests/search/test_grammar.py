"""The grammar in the reference of the query language: it says what the program understands, no less and no more."""

from __future__ import annotations

import random
import re

import pytest

from tests.search.grammar import REFERENCE, Characters, Choice, Matcher, Node, Reference, Repeat, Row, Without, grammar
from tests.search.query_texts import FRAGMENTS
from tests.search.random_queries import RandomQueries, is_operator
from vaulttui.errors import QuerySyntaxError
from vaulttui.search.syntax import OPERATORS, parse_query

_PROSE, _, _ = REFERENCE.partition("## Grammar")
REFUSED = {"OR", "tga:work", "craeted:2025", 'status:"in work"'}
"""What the reference names as an example of what is no query."""

EXAMPLES = [
    re.split(r" {2,}", line)[0].strip()
    for block in re.findall(r"```query\n(.*?)```", _PROSE, re.DOTALL)
    for line in block.splitlines()
    if line.strip()
]
SPANS = [
    span
    for span in dict.fromkeys(re.findall(r"`([^`]+)`", re.sub(r"```.*?```", "", _PROSE, flags=re.DOTALL)))
    if not re.fullmatch(r"[a-z-]+:", span)
]
DATES = [
    written
    for row in re.findall(r"\| Written \| Meaning \|\n\|---\|---\|\n((?:\|.*\n)+)", _PROSE)
    for line in row.splitlines()
    for written in re.findall(r"`([^`]+)`", line.split(" | ")[0])
]


def references(node: Node) -> set[str]:
    match node:
        case Reference(name, argument):
            return {name} | (references(argument) if argument is not None else set())
        case Row(items) | Choice(items):
            return {name for item in items for name in references(item)}
        case Repeat(item, _, _):
            return references(item)
        case Without(item, other):
            return references(item) | references(other)
        case _:
            return set()


def test_every_rule_that_the_grammar_uses_is_there_and_every_rule_is_used() -> None:
    rules = grammar()
    used = {name for rule in rules.values() for name in references(rule.node)}
    assert used - {rule.parameter for rule in rules.values()} == set(rules)


def test_every_name_of_an_operator_stands_in_the_grammar() -> None:
    block = REFERENCE.partition("```ebnf")[2]
    for info in OPERATORS:
        for name in (info.name, *info.aliases):
            assert f"'{name}'" in block, name


def test_character_classes_are_regular_expressions() -> None:
    def classes(node: Node) -> list[str]:
        match node:
            case Characters(pattern):
                return [pattern]
            case Row(items) | Choice(items):
                return [found for item in items for found in classes(item)]
            case Repeat(item, _, _) | Without(item, _):
                return classes(item)
            case _:
                return []

    found = [pattern for rule in grammar().values() for pattern in classes(rule.node)]
    assert len(found) > 20
    for pattern in found:
        re.compile(pattern)


@pytest.mark.parametrize("text", [*EXAMPLES, *(info.example for info in OPERATORS)])
def test_every_example_of_the_reference_is_understood_and_follows_the_grammar(text: str) -> None:
    parse_query(text)
    assert Matcher(text, is_operator).matches()


@pytest.mark.parametrize("text", SPANS)
def test_whatever_the_reference_quotes_is_understood_unless_it_says_otherwise(text: str) -> None:
    if text in REFUSED:
        with pytest.raises(QuerySyntaxError):
            parse_query(text)
    else:
        parse_query(text)
        assert Matcher(text, is_operator).matches()


@pytest.mark.parametrize("written", DATES)
def test_every_date_of_the_reference_is_understood(written: str) -> None:
    assert parse_query(f"modified:{written}").where is not None


def test_what_the_grammar_writes_is_understood() -> None:
    queries = RandomQueries(4, {"word": ["rust", "dead", "数据库"], "simple": ["draft"], "plain": ["work"]})
    texts = {queries.valid() for _ in range(300)}
    assert len(texts) > 200


def test_what_is_understood_follows_the_grammar() -> None:
    chance = random.Random(5)
    followed = 0
    while followed < 150:
        text = "".join(chance.choices(FRAGMENTS, k=chance.randint(1, 6)))
        if text.count("(") != text.count(")") or re.search(r'["“”„‟\])][^\s)]', text):
            continue  # open brackets and blanks left out are told in words
        try:
            parse_query(text)
        except QuerySyntaxError:
            continue
        assert Matcher(text, is_operator).matches(), text
        followed += 1


@pytest.mark.parametrize("text", ["tag:", "(a", "a OR", '"a', "[a", "sort:size:up", "created:soon", "-(a", "/a(/"])
def test_what_is_not_understood_does_not_follow_the_grammar_or_a_rule_besides_it(text: str) -> None:
    with pytest.raises(QuerySyntaxError) as refused:
        parse_query(text)
    assert not Matcher(text, is_operator).matches() or "regular expression" in refused.value.message


def test_a_key_to_sort_by_may_stand_behind_a_blank_with_its_direction() -> None:
    query = parse_query("sort: title:asc rust")
    assert (query.sort, query.descending, query.texts[0].words) == ("title", False, ("rust",))
