"""Tree → what is looked for: conditions, ranked words and settings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field, replace
from datetime import date
from typing import cast

from vaulttui.index.reading.tokenizer import words_of
from vaulttui.search.expression import Expression, LinksTo, RegexIs, TagIs, TaskHas, TaskState, TextIs, TextUnit, Within
from vaulttui.search.language.combine import all_of, any_of, negated
from vaulttui.search.language.conditions import (
    VALUE_READERS,
    LeafContext,
    LeafReader,
    SyntaxProblem,
    choice_fault,
    read_regex,
    read_target,
    read_words,
)
from vaulttui.search.language.lexer import Token, has_pictograph, has_word
from vaulttui.search.language.operators import OperatorInfo
from vaulttui.search.language.properties import read_property_filter
from vaulttui.search.language.ranked_words import Piece, ranked_pieces, split_phrase
from vaulttui.search.language.regex import cased_words
from vaulttui.search.language.tree import Choice, Group, Leaf, Negation, Node, Operator, Problem, Sequence, Tree
from vaulttui.search.query import MODE_ALIASES, Mode, SortKey
from vaulttui.values import dataclass

MAX_LIMIT = 1_000_000

_TASK_STATES: dict[str, TaskState] = {"task": "any", "task-todo": "todo", "task-done": "done"}
_LIKE_RANKS = "like: ranks all results, so it cannot be negated or stand beside OR."
_UNITS: dict[str, TextUnit] = {"section": "section", "block": "block", "line": "line"}
_SHORTEST_BEGINNING = 2
"""Letters from which a condition's last word may be the beginning of another: words that begin with one are in most
texts, and each of these would be looked through."""


@dataclass(slots=True)
class Meaning:
    """What a query text asks for."""

    where: Expression | None = None
    pieces: list[Piece] = field(default_factory=list)
    """Words and phrases to rank by, in order."""
    word_at_end: bool = False
    """Whether the text ends in the last single word of them, so it may not be finished."""
    mode: Mode | None = None
    sort: SortKey | None = None
    descending: bool | None = None
    limit: int | None = None
    problems: list[Problem] = field(default_factory=list)
    """Those of the tree as well, in the order of the text."""


class _Builder:
    def __init__(self, tree: Tree, today: date, *, typing: bool) -> None:
        self.text = tree.text
        self.typing = typing
        self.context = LeafContext(tree.text, today)
        self.today = today
        self.meaning = Meaning(problems=list(tree.problems))
        self.where: list[Expression] = []
        self.negations = 0
        """How many ``-`` stand in front of what is being read."""
        self.choices = 0
        """How many ``OR`` it is a branch of."""

    def build(self, root: Node) -> Meaning:
        self.top(root)
        meaning = self.meaning
        meaning.where = all_of(self.where)
        meaning.problems.sort(key=lambda problem: (problem.start, problem.end))
        return meaning

    def top(self, node: Node) -> None:
        """Read what must hold for the whole: here plain words only rank."""
        match node:
            case Leaf() if node.token.kind == "word" and (
                words_of(node.token.text) or not has_pictograph(node.token.text)
            ):
                # An emoji, which no index of words holds, is a condition instead.
                word = node.token.text
                if words_of(word):
                    self.meaning.pieces.append((word,))
                    self.meaning.word_at_end = node.token.end == len(self.text)
            case Leaf() if node.token.kind == "phrase" and not node.token.complete:
                words = split_phrase(node.token.text)
                self.meaning.pieces.extend((word,) for word in words)
                self.meaning.word_at_end = bool(words) and not self.text[-1].isspace()
            case Sequence():
                for item in node.items:
                    self.top(item)
            case Group():
                self.top(node.inner)
            case _:
                for condition in self.conditions(node, self.restricting_leaf):
                    self.where.append(condition)
                    self.meaning.pieces.extend(ranked_pieces(condition))

    def conditions(self, node: Node, read_leaf: Callable[[Token], Expression | None]) -> list[Expression]:
        """The conditions of a node, all of which must hold.

        Args:
            node: What to read.
            read_leaf: What a leaf means here. Operators are understood only where it is :meth:`restricting_leaf`.
        """
        match node:
            case Leaf():
                try:
                    condition = read_leaf(node.token)
                except SyntaxProblem as error:
                    self.meaning.problems.append(error.problem)
                    return []
                return [] if condition is None else [condition]
            case Sequence():
                return [condition for item in node.items for condition in self.conditions(item, read_leaf)]
            case Group():
                return self.conditions(node.inner, read_leaf)
            case Negation():
                self.negations += 1
                condition = all_of(self.conditions(node.item, read_leaf))
                self.negations -= 1
                return [] if condition is None else [negated(condition)]
            case Choice():
                self.choices += 1
                found = [all_of(self.conditions(branch, read_leaf)) for branch in node.branches]
                self.choices -= 1
                condition = any_of(item for item in found if item is not None)
                return [] if condition is None else [condition]
            case Operator():
                # Bound methods are equal, not identical.
                if read_leaf == self.restricting_leaf:
                    return self.operator(node)
                if node.info is not None and node.value is not None:
                    self.problem(node, f"{node.token.text}: cannot stand inside another operator.")
                return []

    def problem(self, node: Node, message: str, *, unfinished: bool = False) -> None:
        if isinstance(node, Operator) and isinstance(node.value, Leaf):
            # A second slash would turn it into the beginning of an address, which is a word.
            unfinished = node.value.token.text == "/" and node.end == len(self.text)
        self.meaning.problems.append(Problem(node.start, node.end, message, unfinished=unfinished))

    def restricting_leaf(self, token: Token) -> Expression | None:
        """A leaf outside of operators, where it restricts."""
        if not token.complete and token.kind != "phrase":
            return None
        match token.kind:
            case "tag":
                return TagIs(token.text)
            case "link":
                return LinksTo(read_target(self.context, token))
            case "property":
                return read_property_filter(self.context, token)
            case "regex":
                return read_regex(self.context, token, "any")
            case _:
                return self._text(read_words, self.context, token)

    def _text(self, reader: LeafReader, context: LeafContext, token: Token) -> Expression | None:
        """A leaf that words are looked for by. The last one may not be finished, nor its phrase be closed; what is to
        be left out waits until it is."""
        open_end = self.typing and not self.negations and has_word(token.text)
        if not token.complete and not open_end:
            return None
        condition = reader(context, token)
        may_go_on = token.end == len(self.text) and not (
            self.text[-1].isspace() or (token.kind == "phrase" and token.complete)
        )
        if open_end and may_go_on and isinstance(condition, TextIs) and condition.field in ("any", "content"):
            if len(token.text) >= _SHORTEST_BEGINNING:
                condition = replace(condition, unfinished=True)
            elif not token.complete:
                condition = None
        if not self.negations:
            pieces = ranked_pieces(condition) if condition is not None else []
            self.meaning.word_at_end = may_go_on and bool(pieces) and len(pieces[-1]) == 1
        return condition

    def operator(self, node: Operator) -> list[Expression]:
        info, value = node.info, node.value
        if info is None or value is None:
            return []
        if info.setting:
            self.setting(node, info, value)
            return []
        if info.name == "like" and (self.negations or self.choices):
            self.problem(node, _LIKE_RANKS)
            return []
        state = _TASK_STATES.get(info.name)
        if state and isinstance(value, Leaf) and _anything(value.token):
            return [TaskHas(state)]
        reader = VALUE_READERS[info.name]
        context = LeafContext(self.text, self.today, info)
        found = self.conditions(value, lambda token: self._value(reader, context, info, token))
        item = all_of(found)
        if item is not None and state:
            return [TaskHas(state, item)]
        if item is not None and info.name in _UNITS:
            return [Within(_UNITS[info.name], item)]
        return found

    def _value(self, reader: LeafReader, context: LeafContext, info: OperatorInfo, token: Token) -> Expression | None:
        if token.kind == "property":
            raise context.fault(token, f"A property cannot stand inside {info.name}:.")
        if info.name == "like" and (self.negations or self.choices):
            raise context.fault(token, _LIKE_RANKS)
        if info.argument == "text":
            condition = self._text(reader, context, token)
            if info.name != "match-case":
                return condition
            self.meaning.word_at_end = False  # it does not rank
            return _minding_case(condition)
        return reader(context, token) if token.complete else None

    def setting(self, node: Operator, info: OperatorInfo, value: Leaf | Group) -> None:
        if self.negations:
            self.problem(node, f"{info.name}: cannot be negated.")
            return
        if isinstance(value, Group):
            self.problem(value, f"{info.name}: takes one value, as in {info.example}.", unfinished=not value.complete)
            return
        token = value.token
        if not token.complete:
            return
        written = token.text.strip().casefold()
        context = LeafContext(self.text, self.today, info)
        try:
            match info.name:
                case "sort":
                    self._sort(context, token, written)
                case "mode":
                    self._mode(context, token, written)
                case _:
                    self._limit(context, token, written)
        except SyntaxProblem as error:
            self.meaning.problems.append(error.problem)

    def _sort(self, context: LeafContext, token: Token, written: str) -> None:
        key, _, direction = written.partition(":")
        accepted = tuple(choice + direction for choice in context.choices for direction in ("", ":asc", ":desc"))
        if written not in accepted:
            raise choice_fault(context, token, written, accepted)
        self.meaning.sort = cast("SortKey", key)
        self.meaning.descending = {"asc": False, "desc": True}.get(direction)

    def _mode(self, context: LeafContext, token: Token, written: str) -> None:
        try:
            self.meaning.mode = Mode.parse(written)
        except ValueError:
            raise choice_fault(context, token, written, (*context.choices, *MODE_ALIASES)) from None

    def _limit(self, context: LeafContext, token: Token, written: str) -> None:
        digits = written.isascii() and written.isdigit() and not written.startswith("0") and len(written) <= 7
        if not digits or int(written) > MAX_LIMIT:
            message = f'limit: takes a whole number from 1 to {MAX_LIMIT}, not "{token.text}".'
            open_end = written == "/" or (written[:1].isdigit() and "(" in written)
            raise context.fault(token, message, unfinished=open_end and context.at_tail(token))
        self.meaning.limit = int(written)


def _minding_case(condition: Expression | None) -> Expression | None:
    """The same words or the same regular expression in just the case that they are written in."""
    match condition:
        case TextIs(text, unfinished=unfinished):
            return RegexIs(cased_words(text, unfinished=unfinished))
        case RegexIs(pattern):
            return RegexIs(f"(?-i){pattern}")
    return condition


def _anything(token: Token) -> bool:
    """Whether a value asks for no text in particular."""
    return token.complete and (token.kind, token.text.strip()) in (("word", "*"), ("phrase", ""))


def build(tree: Tree, today: date, *, typing: bool = False) -> Meaning:
    """Find out what a query asks for. Never raises: what cannot be understood is told by ``problems``.

    Args:
        tree: Of its text.
        today: What relative dates count from.
        typing: The text may not be finished.
    """
    return _Builder(tree, today, typing=typing).build(tree.root)
