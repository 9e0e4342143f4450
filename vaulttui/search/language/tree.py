"""What a query text is made of, before it means anything: nodes with their places in the text."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from vaulttui.search.language.lexer import Token
from vaulttui.search.language.operators import OperatorInfo
from vaulttui.values import dataclass


class Problem(NamedTuple):
    """Something that cannot be understood."""

    start: int
    end: int
    message: str
    suggestion: str = ""
    unfinished: bool = False
    """True if it stands at the end of the text and more of it could put it right."""


@dataclass(slots=True)
class Leaf:
    """A word, phrase, regular expression, tag, link or property filter."""

    token: Token

    @property
    def start(self) -> int:
        """Offset of its first character."""
        return self.token.start

    @property
    def end(self) -> int:
        """Offset behind its last character."""
        return self.token.end


@dataclass(slots=True)
class Operator:
    """An operator with its value; what stands here for an unknown one has no ``info``."""

    token: Token
    info: OperatorInfo | None
    value: Leaf | Group | None
    start: int
    end: int


@dataclass(slots=True)
class Negation:
    """A ``-`` and what it negates."""

    item: Node
    start: int
    end: int


@dataclass(slots=True)
class Sequence:
    """Items next to each other: all of them are meant."""

    items: list[Node]
    start: int
    end: int


@dataclass(slots=True)
class Choice:
    """Two or more branches with ``OR`` between them."""

    branches: list[Sequence]
    start: int
    end: int


@dataclass(slots=True)
class Group:
    """A pair of parentheses."""

    inner: Sequence | Choice
    start: int
    end: int
    complete: bool


Node: TypeAlias = Leaf | Operator | Negation | Sequence | Choice | Group


@dataclass(slots=True)
class Tree:
    """A query text, taken apart."""

    text: str
    tokens: list[Token]
    root: Sequence | Choice
    problems: list[Problem]
