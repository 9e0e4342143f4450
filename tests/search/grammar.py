"""Reads the grammar of the query language's reference, writes random texts by it, and tells which texts it allows."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TypeAlias

REFERENCE = (files("vaulttui.search") / "query-language.md").read_text(encoding="utf-8")

_TOKEN = re.compile(
    r"""\s*(?:(?P<literal>"[^"]*"|'[^']*')|(?P<class>\[(?:\\.|[^\]\\])+\])|(?P<words>\{[^}]*\})"""
    r"""|(?P<name>[A-Za-z_][\w-]*)|(?P<sign>[()?*+|]|-(?=\s)))"""
)
_RULE = re.compile(r"^(?P<name>[A-Za-z_][\w-]*)(?:\((?P<parameter>\w+)\))?\s*::=", re.MULTILINE)
_CHARACTERS = "abcdeghnrstxyzABOR0123579  .,:;_-+*/#|&<>=~'!?@%^éñßЖд数据ー🚀\t\u3000()[]\"“”«»「」\\{}$"
_MOST_REPEATS = 3


@dataclass(frozen=True, slots=True)
class Literal:
    text: str
    any_case: bool


@dataclass(frozen=True, slots=True)
class Characters:
    pattern: str


@dataclass(frozen=True, slots=True)
class Reference:
    name: str
    argument: Node | None = None


@dataclass(frozen=True, slots=True)
class InWords:
    text: str


@dataclass(frozen=True, slots=True)
class Row:
    items: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    items: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Repeat:
    item: Node
    least: int
    most: int | None


@dataclass(frozen=True, slots=True)
class Without:
    item: Node
    other: Node


Node: TypeAlias = Literal | Characters | Reference | InWords | Row | Choice | Repeat | Without


class _Reader:
    """One rule's right side into nodes."""

    def __init__(self, text: str) -> None:
        self.tokens: list[tuple[str, str]] = []
        position = 0
        text = text.rstrip()
        while position < len(text):
            match = _TOKEN.match(text, position)
            if match is None or match.lastgroup is None:
                raise ValueError(f"not a rule: {text[position:]!r}")
            self.tokens.append((match.lastgroup, match[match.lastgroup]))
            position = match.end()
        self.place = 0

    def next_is(self, *signs: str) -> bool:
        return self.place < len(self.tokens) and self.tokens[self.place] in [("sign", sign) for sign in signs]

    def choice(self) -> Node:
        items = [self.row()]
        while self.next_is("|"):
            self.place += 1
            items.append(self.row())
        return items[0] if len(items) == 1 else Choice(tuple(items))

    def row(self) -> Node:
        items: list[Node] = []
        while self.place < len(self.tokens) and not self.next_is("|", ")"):
            if self.next_is("-"):
                self.place += 1
                items = [Without(Row(tuple(items)), self.repeated())]
            else:
                items.append(self.repeated())
        return items[0] if len(items) == 1 else Row(tuple(items))

    def repeated(self) -> Node:
        node = self.single()
        while self.next_is("?", "*", "+"):
            sign = self.tokens[self.place][1]
            self.place += 1
            node = Repeat(node, int(sign == "+"), 1 if sign == "?" else None)
        return node

    def single(self) -> Node:
        kind, text = self.tokens[self.place]
        self.place += 1
        match kind:
            case "literal":
                return Literal(text[1:-1], text[0] == "'")
            case "class":
                return Characters(text)
            case "words":
                return InWords(text.strip("{ }"))
            case "name":
                argument = self._argument() if self.next_is("(") and self._calls(text) else None
                return Reference(text, argument)
            case _:
                return self._argument(opened=True)

    def _argument(self, *, opened: bool = False) -> Node:
        self.place += 0 if opened else 1
        node = self.choice()
        if not self.next_is(")"):
            raise ValueError(f"a parenthesis is not closed: {self.tokens}")
        self.place += 1
        return node

    @staticmethod
    def _calls(name: str) -> bool:
        return f"{name}(" in REFERENCE


@dataclass(frozen=True, slots=True)
class Rule:
    parameter: str
    node: Node


def read_rules(text: str) -> dict[str, Rule]:
    """Read the rules of a grammar."""
    starts = list(_RULE.finditer(text))
    ends = [match.start() for match in starts[1:]] + [len(text)]
    rules: dict[str, Rule] = {}
    for match, end in zip(starts, ends, strict=True):
        reader = _Reader(text[match.end() : end])
        rules[match["name"]] = Rule(match["parameter"] or "", reader.choice())
        if reader.place != len(reader.tokens):
            raise ValueError(f"{match['name']} is not read to its end")
    return rules


@cache
def grammar() -> Mapping[str, Rule]:
    """The rules of the reference."""
    block = re.search(r"```ebnf\n(.*?)```", REFERENCE, re.DOTALL)
    assert block is not None
    return read_rules(block[1])


Environment: TypeAlias = tuple[tuple[str, "Node", "Environment"], ...]
"""What the parameter of the rule at hand stands for."""


class Matcher:
    """Tells whether a text follows a rule. Rules may be ambiguous: all ends are kept.

    Args:
        in_words: Decides about what the grammar says in words: whether a text is that.
    """

    def __init__(self, text: str, in_words: Callable[[str], bool]) -> None:
        self._text = text
        self._in_words = in_words
        self._known: dict[tuple[Node, Environment, int], frozenset[int]] = {}

    def matches(self, rule: str = "query") -> bool:
        """Whether the whole text follows a rule."""
        return len(self._text) in self.ends(Reference(rule), (), 0)

    def ends(self, node: Node, environment: Environment, start: int) -> frozenset[int]:
        """All places where a node that begins at a place may end."""
        key = (node, environment, start)
        if key not in self._known:
            self._known[key] = frozenset()
            self._known[key] = self._ends(node, environment, start)
        return self._known[key]

    def _ends(self, node: Node, environment: Environment, start: int) -> frozenset[int]:
        text = self._text
        match node:
            case Literal(wanted, any_case):
                found = text[start : start + len(wanted)]
                same = found == wanted or (any_case and found.casefold() == wanted.casefold())
                return frozenset({start + len(wanted)} if same else ())
            case Characters(pattern):
                return frozenset({start + 1} if start < len(text) and re.match(pattern, text[start]) else ())
            case InWords():
                return frozenset(end for end in range(start, len(text) + 1) if self._in_words(text[start:end]))
            case Reference(name, argument):
                return self._of_rule(name, argument, environment, start)
            case Row(items):
                places = frozenset({start})
                for item in items:
                    places = frozenset(end for place in places for end in self.ends(item, environment, place))
                return places
            case Choice(items):
                return frozenset(end for item in items for end in self.ends(item, environment, start))
            case Without(item, other):
                candidates = self.ends(item, environment, start)
                return candidates - self.ends(other, environment, start)
            case Repeat(item, least, most):
                found_ends = set() if least else {start}
                reached, count = {start}, 0
                while reached and (most is None or count < most):
                    reached = {end for place in reached for end in self.ends(item, environment, place)} - found_ends
                    found_ends |= reached
                    count += 1
                return frozenset(found_ends)

    def _of_rule(self, name: str, argument: Node | None, environment: Environment, start: int) -> frozenset[int]:
        for parameter, node, outer in environment:
            if parameter == name:
                return self.ends(node, outer, start)
        rule = grammar()[name]
        inner: Environment = ((rule.parameter, argument, environment),) if argument is not None else ()
        return self.ends(rule.node, inner, start)


class Writer:
    """Writes random texts that follow the rules.

    Args:
        chance: Decides.
        samples: For some rules, texts that are taken instead of made ones, mostly.
        in_words: As for :class:`Matcher`.
    """

    def __init__(
        self, chance: random.Random, samples: Mapping[str, Sequence[str]], in_words: Callable[[str], bool]
    ) -> None:
        self._chance = chance
        self._samples = samples
        self._in_words = in_words

    def text(self, rule: str = "query") -> str:
        """A text that follows a rule."""
        return self._write(Reference(rule), (), 0)

    def _write(self, node: Node, environment: Environment, depth: int) -> str:
        chance = self._chance
        match node:
            case Literal(text, any_case):
                return text.upper() if any_case and chance.random() < 0.1 else text
            case Characters(pattern):
                return chance.choice(_fitting(pattern))
            case InWords(text):
                raise ValueError(f"nothing is written for: {text}")
            case Reference(name, argument):
                return self._write_rule(name, argument, environment, depth)
            case Row(items):
                return "".join(self._write(item, environment, depth + 1) for item in items)
            case Choice(items):
                return self._write(chance.choice(items), environment, depth + 1)
            case Without(item, other):
                while True:
                    text = self._write(item, environment, depth)
                    matcher = Matcher(text, self._in_words)
                    if len(text) not in matcher.ends(other, (), 0):
                        return text
            case Repeat(item, least, most):
                count = least
                limit = most if most is not None else least + _MOST_REPEATS
                while count < limit and chance.random() < (0.5 if depth < 25 else 0.1):
                    count += 1
                return "".join(self._write(item, environment, depth + 1) for _ in range(count))

    def _write_rule(self, name: str, argument: Node | None, environment: Environment, depth: int) -> str:
        for parameter, node, outer in environment:
            if parameter == name:
                return self._write(node, outer, depth + 1)
        samples = self._samples.get(name)
        if samples and self._chance.random() < 0.8:
            return self._chance.choice(samples)
        if name == "_" and self._chance.random() < 0.9:
            return " "
        rule = grammar()[name]
        inner: Environment = ((rule.parameter, argument, environment),) if argument is not None else ()
        return self._write(rule.node, inner, depth + 1)


@cache
def _fitting(pattern: str) -> str:
    return "".join(char for char in _CHARACTERS if re.match(pattern, char))
