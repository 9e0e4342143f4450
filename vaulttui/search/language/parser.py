"""Tokens → tree. Never fails: problems are collected, and what is left is read as well as it can be.

::

    expression = sequence *("OR" sequence)
    sequence   = *item
    item       = ["-"] (leaf / operator / "(" expression ")")
    operator   = name ":" (leaf / "(" expression ")")
"""

from __future__ import annotations

from vaulttui.search.language.hints import could_be_extended, explain_unknown
from vaulttui.search.language.lexer import Token, tokenize
from vaulttui.search.language.operators import OperatorInfo, find_operator
from vaulttui.search.language.tree import Choice, Group, Leaf, Negation, Node, Operator, Problem, Sequence, Tree
from vaulttui.search.language.unclosed import is_open, unclosed

MAX_DEPTH = 32
"""How many parentheses may be open at once."""


class _Parser:
    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = tokenize(text)
        self.index = 0
        self.problems: list[Problem] = []

    def problem(self, start: int, end: int, message: str, suggestion: str = "", *, unfinished: bool = False) -> None:
        self.problems.append(Problem(start, end, message, suggestion, unfinished))

    def expression(self, depth: int) -> Sequence | Choice:
        """Read up to the end, or up to the parenthesis that closes this level (which is left to the caller)."""
        tokens, size = self.tokens, len(self.tokens)
        begin = tokens[self.index].start if self.index < size else len(self.text)
        branches: list[Sequence] = []
        items: list[Node] = []
        pending_or: Token | None = None
        while self.index < size:
            token = tokens[self.index]
            kind = token.kind
            if kind == "word":
                self.index += 1
                items.append(Leaf(token))
            elif kind == "close":
                if depth:
                    break
                self.index += 1
                self.problem(token.start, token.end, 'This ")" closes nothing. Put it in quotes to search for it.')
            elif kind == "and":
                self.index += 1
            elif kind == "or":
                self.index += 1
                if items:
                    branches.append(_sequence(items))
                    items = []
                    pending_or = token
                else:
                    self._misplaced_or(token)
            else:
                items.append(self.item(depth))
        if items:
            branches.append(_sequence(items))
        elif pending_or is not None:
            self._misplaced_or(pending_or, at_end=self.index >= size)
        end = tokens[self.index - 1].end if self.index else begin
        if len(branches) > 1:
            return Choice(branches, begin, end)
        return branches[0] if branches else Sequence([], begin, max(begin, end))

    def _misplaced_or(self, token: Token, *, at_end: bool = False) -> None:
        self.problem(
            token.start,
            token.end,
            'OR needs something on both sides. Write it as "OR" or \\OR to search for the word.',
            unfinished=at_end or token.end == len(self.text),
        )

    def item(self, depth: int) -> Node:
        """Read one item."""
        token = self.tokens[self.index]
        self.index += 1
        match token.kind:
            case "not":
                item = self.item(depth)
                return Negation(item, token.start, item.end)
            case "open":
                return self._group(token, depth)
            case "operator" | "unknown":
                return self._operator(token, depth)
            case _:
                self._check_closed(token, depth)
                return Leaf(token)

    def _check_closed(self, token: Token, depth: int) -> None:
        if is_open(token):
            self.problems.append(unclosed(self.text, token, in_parentheses=depth > 0))

    def _group(self, opening: Token, depth: int) -> Group:
        if depth >= MAX_DEPTH:
            self.problem(opening.start, opening.end, f"More than {MAX_DEPTH} parentheses are open here.")
            return self._skipped_group(opening)
        inner = self.expression(depth + 1)
        if self.index < len(self.tokens):
            closing = self.tokens[self.index]
            self.index += 1
            return Group(inner, opening.start, closing.end, complete=True)
        if not is_open(self.tokens[-1]):  # which has swallowed what may have closed this
            self.problem(opening.start, opening.end, 'This "(" is not closed.', unfinished=True)
        return Group(inner, opening.start, max(opening.end, inner.end), complete=False)

    def _skipped_group(self, opening: Token) -> Group:
        open_count = 1
        end = opening.end
        while self.index < len(self.tokens) and open_count:
            token = self.tokens[self.index]
            self.index += 1
            open_count += (token.kind == "open") - (token.kind == "close")
            end = token.end
        return Group(Sequence([], opening.end, opening.end), opening.start, end, complete=not open_count)

    def _operator(self, token: Token, depth: int) -> Operator:
        info = find_operator(token.text) if token.kind == "operator" else None
        value: Leaf | Group | None = None
        if token.complete:
            first = self.tokens[self.index]
            self.index += 1
            if first.kind == "open":
                value = self._group(first, depth)
            else:
                value = Leaf(first)
                self._check_closed(first, depth)
        end = value.end if value is not None else token.end
        if info is None:
            self._unknown(token, value, end)
        else:
            value = self._checked_value(token, info, value)
        return Operator(token, info, value, token.start, end)

    def _unknown(self, token: Token, value: Leaf | Group | None, end: int) -> None:
        bare = value.token.text if isinstance(value, Leaf) else ""
        written = self.text[value.start : end] if value is not None else ""
        hint = explain_unknown(token.text, written, bare)
        self.problem(
            token.start,
            end if hint.replaces_value else token.end - 1,
            hint.message,
            hint.suggestion,
            unfinished=end == len(self.text) and could_be_extended(token.text, written or "/"),
        )

    def _checked_value(self, token: Token, info: OperatorInfo, value: Leaf | Group | None) -> Leaf | Group | None:
        """The value if there is one, else ``None`` after reporting that there is none."""
        size = len(self.text)
        name = token.text
        if value is None:
            following = self.tokens[self.index] if self.index < len(self.tokens) else None
            self.problem(
                token.start,
                token.end,
                f'{name}: needs a value, as in {info.example}. Write "{name}:" in quotes to search for the word.',
                unfinished=following is None or _reaches_end(self.tokens, self.index, size),
            )
            return None
        if isinstance(value, Group) and isinstance(value.inner, Sequence) and not value.inner.items:
            message = f"{name}: needs something between the parentheses, as in {info.example}."
            self.problem(token.start, value.end, message, unfinished=not value.complete)
            return None
        return value


def _reaches_end(tokens: list[Token], index: int, size: int) -> bool:
    """Whether at most one item stands at ``index``, and nothing behind it."""
    if tokens[index].kind == "operator" and tokens[index].complete:
        index += 1
    return index == len(tokens) - 1 and tokens[index].end == size


def _sequence(items: list[Node]) -> Sequence:
    return Sequence(items, items[0].start, items[-1].end)


def parse_tree(text: str) -> Tree:
    """Take a query text apart. Never raises."""
    parser = _Parser(text)
    root = parser.expression(0)
    return Tree(text, parser.tokens, root, parser.problems)
