"""What could be completed at the cursor, and putting the chosen completion into the text."""

from __future__ import annotations

import re
from typing import Literal, TypeAlias

from vaulttui.index.reading.letters import fold
from vaulttui.search.answers import Suggestion, SuggestKind
from vaulttui.search.language.brackets import PropertyFilter
from vaulttui.search.language.lexer import TAG_SIGNS, Token, is_tag
from vaulttui.search.language.operators import OPERATOR_NAMES, OPERATORS, ArgumentKind, OperatorInfo, find_operator
from vaulttui.search.language.parser import parse_tree
from vaulttui.search.language.quoting import QUOTES, opens_quote, quote, read_quoted, unescape
from vaulttui.search.language.tree import Choice, Group, Leaf, Negation, Node, Operator, Sequence
from vaulttui.search.language.values import (
    value_condition,
    written_key,
    written_property_value,
    written_target,
    written_value,
)
from vaulttui.values import dataclass

CompletionKind: TypeAlias = Literal["operator", "choice"] | SuggestKind
"""``operator`` and ``choice`` are completed by :func:`suggest_syntax`, the others by the engine's ``suggest``."""

_BEGUN_TAG = re.compile(rf"[{TAG_SIGNS}][\w/-]*")
"""What may become a tag by what follows: ``#2025`` is none, ``#2025-goals`` is."""
_COLON = re.compile("[:：]")
_OPENED_LIST = re.compile(r"(?:::?|：)\s*\(")
_REST_OF_WORD = re.compile(rf"[^\s:|()\[\]{QUOTES}]*")
_NEXT_FILTER = re.compile(r"\s[-(]*\[(?!\[)")

_ASKED: dict[ArgumentKind, CompletionKind] = {
    "tag": "tag",
    "folder": "folder",
    "path": "folder",
    "note": "note",
}


@dataclass(frozen=True, slots=True)
class Completion:
    """What is being typed at the cursor."""

    kind: CompletionKind
    prefix: str
    """What is there already, up to the cursor, without quotes, brackets and ``#``."""
    key: str
    """The property for ``value``, the operator's name for ``choice``, else ``""``."""
    start: int
    end: int
    """The part of the text that a completion takes the place of, its quotes and brackets included."""
    certain_end: int
    """What stands behind here, up to ``end``, may be another word that one types in front of: a completion that does
    not go on with it leaves it there."""
    behind_operator: bool = False
    """Whether it is the value of an operator, so that it needs none of its own."""
    closing: str = ""
    """What closes the brackets of the property filter that it is in, if nothing does behind it."""


def completion_context(text: str, cursor: int) -> Completion | None:
    """What is being completed at the cursor, ``None`` if nothing can be. Never raises."""
    cursor = max(0, min(cursor, len(text)))
    return _in_node(text, cursor, parse_tree(text).root, None)


def suggest_syntax(completion: Completion) -> tuple[Suggestion, ...]:
    """Completions of operators and of the fixed values that an operator takes; none for other kinds."""
    prefix = completion.prefix.casefold()
    if completion.kind == "operator":
        return tuple(
            Suggestion(info.name, f"{info.name}:", info.help)
            for info in OPERATORS
            if any(name.startswith(prefix) for name in (info.name, *info.aliases))
        )
    info = find_operator(completion.key) if completion.kind == "choice" else None
    if info is None:
        return ()
    return tuple(
        Suggestion(choice, choice, "any" if choice == "*" else "")
        for choice in info.choices
        if choice.startswith(prefix)
    )


def apply_completion(text: str, completion: Completion, value: str) -> tuple[str, int]:
    """Put a completion into the text, with the quotes and brackets that it needs.

    The rest of the word that one types in is part of it if the completion goes on with it, else a word of its own.

    Returns:
        The new text, and where the cursor belongs.
    """
    kept = not _goes_on_with(completion, value, text[completion.certain_end : completion.end])
    rest = f" {text[completion.certain_end :]}" if kept else text[completion.end :]
    match completion.kind:
        case "operator":
            inserted = f"{value}:"
        case "note":
            inserted = written_target(value)
            if not inserted.startswith("[[") and not completion.behind_operator:
                inserted = f"links-to:{inserted}"
        case "property":
            inserted = written_key(value) + ("" if rest.lstrip().startswith((":", "：", "]")) else ":")
        case "value":
            inserted = written_property_value(value_condition(completion.key, value))
            inserted += completion.closing
        case "tag" if text.startswith(tuple(TAG_SIGNS), completion.start):
            inserted = f"#{value}"
            if not is_tag(value):
                inserted = ("" if completion.behind_operator else "tag:") + quote(value)
        case "choice" if value == "*":
            inserted = value
        case "tag" | "folder" | "choice":
            inserted = written_value(value)
    return text[: completion.start] + inserted + rest, completion.start + len(inserted)


def _goes_on_with(completion: Completion, value: str, rest: str) -> bool:
    """Whether a completion has what was typed together with what stands right behind it."""
    if not rest:
        return True
    begun = fold(completion.prefix + rest)
    info = find_operator(value) if completion.kind == "operator" else None
    if info is not None:
        return any(f"{name}:".startswith(begun) for name in (info.name, *info.aliases))
    return begun in fold(value)


def _in_node(text: str, cursor: int, node: Node, operator: OperatorInfo | None) -> Completion | None:
    match node:
        case Leaf(token=token):
            return _in_leaf(text, cursor, token, operator) if token.start < cursor <= token.end else None
        case Sequence(items=parts) | Choice(branches=parts):
            return next(filter(None, (_in_node(text, cursor, part, operator) for part in parts)), None)
        case Group(inner=inner) | Negation(item=inner):
            return _in_node(text, cursor, inner, operator)
        case Operator():
            return _in_operator(text, cursor, node)


def _in_operator(text: str, cursor: int, node: Operator) -> Completion | None:
    name_end = node.token.end
    if node.start < cursor < name_end:
        # A colon ends the name, unless it is that of another operator that one types in front of.
        return _operator_name(text, cursor, node.start, name_end, name_end if node.info is not None else cursor)
    if node.info is None:
        return None
    value_start = node.value.start if node.value is not None else len(text)
    if name_end <= cursor <= value_start and not text[name_end:cursor].strip():
        if node.value is None or cursor < value_start:  # what follows a blank need not be meant as the value
            return _argument(node.info, "", cursor, cursor, cursor)
        return _argument(node.info, "", cursor, node.value.end, cursor) if isinstance(node.value, Leaf) else None
    return _in_node(text, cursor, node.value, node.info) if node.value is not None else None


def _operator_name(text: str, cursor: int, start: int, end: int, certain_end: int) -> Completion | None:
    prefix = text[start:cursor]
    folded = prefix.casefold()
    known = any(name.startswith(folded) for name in OPERATOR_NAMES)
    return Completion("operator", prefix, "", start, end, certain_end) if known else None


def _argument(info: OperatorInfo, prefix: str, start: int, end: int, certain_end: int) -> Completion | None:
    kind = "choice" if info.choices else _ASKED.get(info.argument)
    key = info.name if kind == "choice" else ""
    return Completion(kind, prefix, key, start, end, certain_end, behind_operator=True) if kind else None


def _in_leaf(text: str, cursor: int, token: Token, operator: OperatorInfo | None) -> Completion | None:
    # A quote or bracket that is not closed runs to the end of the text, but what is completed ends with the word.
    end = token.end if token.complete else _end_of_word(text, cursor)
    if token.property is not None:
        return _in_property(text, cursor, token.property) if operator is None else None
    if token.kind == "tag" and operator is None:
        return Completion("tag", text[token.start + 1 : cursor], "", token.start, end, cursor)
    bounded = end if token.complete else cursor
    if token.kind == "link":
        prefix = text[token.start + 2 : cursor]
        inside = cursor >= token.start + 2 and "]" not in prefix and "|" not in prefix and "#" not in prefix
        if not inside or (operator is not None and operator.argument != "note"):
            return None
        return Completion("note", prefix, "", token.start, end, bounded, behind_operator=operator is not None)
    if token.kind == "word" and operator is None:
        if _BEGUN_TAG.fullmatch(text, token.start, cursor):
            return Completion("tag", text[token.start + 1 : cursor], "", token.start, end, cursor)
        return _operator_name(text, cursor, token.start, end, cursor)
    if operator is None or token.kind not in ("word", "phrase", "tag"):
        return None
    quoted = token.kind == "phrase"
    if quoted and token.complete and cursor == token.end:
        return None
    prefix = unescape(text[token.start + 1 : cursor]) if quoted else text[token.start : cursor]
    if operator.argument == "tag":
        prefix = prefix.lstrip(TAG_SIGNS)
    return _argument(operator, prefix, token.start, end, bounded if quoted else cursor)


def _in_property(text: str, cursor: int, found: PropertyFilter) -> Completion | None:
    if found.complete and cursor == found.end:
        return None
    colon = found.end
    if found.alternatives is not None and (sign := _COLON.search(text, found.key_end)):
        colon = sign.start()
    if cursor <= colon:
        start = min(found.key_start, cursor)
        end, certain_end, _ = _end_of_part(text, cursor, start, max(cursor, found.key_end), closed=found.complete)
        return Completion("property", _typed(text, start, cursor), "", start, end, certain_end)
    opened = _OPENED_LIST.match(text, colon)
    for alternative in found.alternatives or ():
        begin = alternative.value_start
        if opened and begin + 1 == opened.end():  # that it opens a list is known once it is closed
            begin += not found.complete or _NEXT_FILTER.search(text, cursor, alternative.end) is not None
        start = min(begin, cursor)
        last = found.alternatives is not None and alternative is found.alternatives[-1]
        end = max(cursor, alternative.end) if last else alternative.end
        if cursor > end:
            continue
        end, certain_end, closed = _end_of_part(text, cursor, start, end, closed=found.complete or not last)
        if start < begin and not _between_blanks(text, cursor, begin):
            return None
        closing = "" if closed and found.complete else ")]" if opened else "]"
        return Completion("value", _typed(text, start, cursor), found.key, start, end, certain_end, closing=closing)
    return None


def _end_of_part(text: str, cursor: int, start: int, end: int, *, closed: bool) -> tuple[int, int, bool]:
    """Where a name or value in brackets ends that is to be replaced, where it ends for certain, and whether something
    closes it behind there.

    What is not closed runs to the end of the text, or to the bracket of the next filter, but what is completed ends
    with the word.
    """
    quoted = read_quoted(text, start) if opens_quote(text, start) else None
    if quoted is None:
        closed = closed and not _NEXT_FILTER.search(text, cursor, end)
    elif quoted.complete and not closed:
        end = max(cursor, quoted.end)
        return end, end, False
    return (end, end, True) if closed else (_end_of_word(text, cursor), cursor, False)


def _end_of_word(text: str, cursor: int) -> int:
    """Where the rest of a word ends that the cursor is in."""
    rest = _REST_OF_WORD.match(text, cursor)
    return rest.end() if rest else cursor


def _between_blanks(text: str, cursor: int, value_start: int) -> bool:
    """Whether one may type a value at the cursor, in front of where it begins."""
    return not text[cursor:value_start].strip() and (text[cursor - 1] in ":(" or text[cursor - 1].isspace())


def _typed(text: str, start: int, cursor: int) -> str:
    """What was typed of a name or value, without its quotes."""
    typed = text[start:cursor].lstrip()
    return unescape(typed[1:]) if typed and opens_quote(text, cursor - len(typed)) else typed
