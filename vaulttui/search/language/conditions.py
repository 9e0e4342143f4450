"""What one value of an operator means: leaf → condition."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from typing import TypeAlias, cast, get_args

from vaulttui.errors import UsageError
from vaulttui.search.expression import (
    DateField,
    DateIs,
    Expression,
    Feature,
    FolderIs,
    HasFeature,
    Like,
    LinkedFrom,
    LinksTo,
    PathGlob,
    RegexIs,
    TagIs,
    TextField,
    TextIs,
)
from vaulttui.search.folding import fold_as_column
from vaulttui.search.globs import glob_pattern
from vaulttui.search.language.date_hints import meant_date, range_of_quotes, year_behind
from vaulttui.search.language.dates import parse_date_range
from vaulttui.search.language.lexer import TAG_SIGNS, Token, has_word
from vaulttui.search.language.operators import OPERATORS, OperatorInfo
from vaulttui.search.language.periods import DateSyntaxError
from vaulttui.search.language.regex import find_regex_fault
from vaulttui.search.language.tree import Problem
from vaulttui.values import dataclass

_FEATURE_SPELLINGS = {
    "task": "tasks",
    "link": "links",
    "backlink": "backlinks",
    "attachments": "attachment",
    "warning": "warnings",
    "orphaned": "orphan",
    "orphans": "orphan",
}
_FEATURES: tuple[Feature, ...] = get_args(Feature)


class SyntaxProblem(Exception):
    """Carries a :class:`Problem` from a leaf to the builder."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


@dataclass(frozen=True, slots=True)
class LeafContext:
    """What a leaf must know besides itself to be understood. Leaves that are not closed are never asked."""

    text: str
    """The whole query."""
    today: date
    operator: OperatorInfo | None = None
    """The operator that it is a value of."""

    @property
    def choices(self) -> tuple[str, ...]:
        """What the operator offers to choose from."""
        return self.operator.choices if self.operator is not None else ()

    def raw(self, token: Token) -> str:
        """The token's text where it is taken literally: a tag with its ``#``, a link with its brackets."""
        return self.text[token.start : token.end] if token.kind in ("tag", "link") else token.text

    def at_tail(self, token: Token) -> bool:
        """Whether more letters could be added to the token."""
        return token.end == len(self.text) and token.kind == "word"

    def fault(self, token: Token, message: str, suggestion: str = "", *, unfinished: bool = False) -> SyntaxProblem:
        """A problem with the whole token, ready to be raised."""
        return SyntaxProblem(Problem(token.start, token.end, message, suggestion, unfinished))


LeafReader: TypeAlias = Callable[[LeafContext, Token], Expression | None]


def require_text(context: LeafContext, token: Token) -> str:
    """The text of a value that can be anything but a regular expression or nothing."""
    name = context.operator.name if context.operator else ""
    if token.kind == "regex":
        message = f"{name}: cannot be compared with a regular expression."
        raise context.fault(token, message, unfinished=token.end == len(context.text))
    text = context.raw(token)
    if not text.strip():
        raise context.fault(token, f"{name}: needs a value.")
    return text


def _text_of_name(context: LeafContext, token: Token) -> str:
    """The text of a value that is looked for in names, which are compared without case, accents and what is unseen."""
    text = require_text(context, token)
    if not fold_as_column(text).strip():  # nothing is left of it, which is in every name
        name = context.operator.name if context.operator else ""
        raise context.fault(token, f"{name}: needs a value.", unfinished=context.at_tail(token))
    return text


def read_regex(context: LeafContext, token: Token, field: TextField) -> RegexIs:
    """A regular expression in a field."""
    fault = find_regex_fault(token.text)
    if fault:
        message = f"The regular expression is malformed: {fault}."
        raise context.fault(token, message, unfinished=token.end == len(context.text))
    return RegexIs(token.text, field)


def read_words(context: LeafContext, token: Token, field: TextField = "any") -> Expression | None:
    """A word or phrase that is compared word by word; ``None`` if there is nothing in it to look for."""
    if token.kind == "regex":
        return read_regex(context, token, field)
    text = token.text if token.kind == "word" else " ".join(context.raw(token).split())
    if has_word(text):
        return TextIs(text, field)
    if token.kind == "phrase" and text:
        pattern = re.escape(text).replace("\\ ", " ").replace("/", "\\/")
        message = "There is no letter or digit in this phrase. A regular expression can find signs."
        raise context.fault(token, message, f"/{pattern}/")
    if context.operator is not None:
        message = f"{context.operator.name}: needs a letter or digit to look for."
        raise context.fault(token, message, unfinished=context.at_tail(token))
    return None


def read_substring(context: LeafContext, token: Token, field: TextField) -> Expression:
    """Text in a title or file name, as typed."""
    if token.kind == "regex":
        return read_regex(context, token, field)
    text = _text_of_name(context, token)
    if "*" in text and token.kind == "word":
        message = f"{field}: finds its text anywhere in the name: leave out the *, or use path: with a pattern."
        if field == "title":
            message = "title: finds its text anywhere in the title: leave out the *."
        raise context.fault(token, message, text.strip("*") if "*" not in text.strip("*") else "")
    return TextIs(text, field)


def _path(context: LeafContext, token: Token) -> Expression:
    if token.kind == "regex":
        return read_regex(context, token, "path")
    text = _text_of_name(context, token)
    if "*" not in text:
        return TextIs(text, "path")
    try:
        glob_pattern(text)
    except UsageError as error:
        raise context.fault(token, error.message, unfinished=context.at_tail(token)) from None
    return PathGlob(text)


def _folder(context: LeafContext, token: Token) -> Expression:
    text = require_text(context, token)  # in quotes with the blanks that a folder's name may begin or end with
    if "*" in text and token.kind == "word":
        message = "folder: takes the name of a folder and finds all below it. Use path: for a pattern."
        raise context.fault(token, message, text.rstrip("*/") if "*" not in text.rstrip("*/") else "")
    if text.endswith("/.") or text == ".":
        return FolderIs(text[:-1].strip("/"), recursive=False)
    return FolderIs(text.strip("/"))


def _tag(context: LeafContext, token: Token) -> Expression:
    text = require_text(context, token).strip()
    if text == "*" and token.kind == "word":
        return TagIs("")
    name = text.lstrip(TAG_SIGNS).strip("/")
    if not name:
        raise context.fault(token, "tag: needs the name of a tag.", unfinished=context.at_tail(token))
    if "*" in name and token.kind == "word":
        message = "tag: finds the tag and all nested below it: leave out the *."
        raise context.fault(token, message, name.rstrip("*/") if "*" not in name.rstrip("*/") else "")
    return TagIs(name)


def _date(field: DateField) -> LeafReader:
    def read(context: LeafContext, token: Token) -> Expression:
        text = require_text(context, token)
        try:
            first, last = parse_date_range(text, context.today)
        except DateSyntaxError as error:
            meant = meant_date(context.text, token, context.today)
            if meant:
                raise SyntaxProblem(meant) from None
            fault = context.fault(token, error.message, error.suggestion, unfinished=context.at_tail(token))
            raise fault from None
        further = range_of_quotes(context.text, token, context.today) or year_behind(context.text, token)
        if further is not None:
            raise SyntaxProblem(further)
        return DateIs(field, first, last)

    return read


def read_target(context: LeafContext, token: Token) -> str:
    """The note that a link leads to."""
    if token.kind == "link":
        if not token.text:
            raise context.fault(token, "Write the name of a note between the brackets.")
        return token.text
    return require_text(context, token)  # in quotes with the blanks that a path may begin with


def _feature(context: LeafContext, token: Token) -> Expression:
    written = require_text(context, token).strip().casefold()
    name = _FEATURE_SPELLINGS.get(written, written)
    operator = context.operator
    if operator is None or name in operator.choices:
        return HasFeature(cast("Feature", name))
    if name in _FEATURES:
        other = next(info.name for info in OPERATORS if name in info.choices)
        raise context.fault(token, f"Write {other}:{name} instead.")
    if operator.name == "has" and name in ("tag", "tags"):
        raise context.fault(token, "Write tag:* for notes that have any tag.")
    raise choice_fault(context, token, written, (*operator.choices, *_FEATURE_SPELLINGS))


def choice_fault(context: LeafContext, token: Token, written: str, accepted: tuple[str, ...]) -> SyntaxProblem:
    """A value that is none of those that an operator takes.

    Args:
        context: Where it stands.
        token: The value.
        written: Its text, in lower case.
        accepted: Everything that may be written, other spellings too.
    """
    choices = context.choices
    name = context.operator.name if context.operator is not None else ""
    from difflib import get_close_matches  # late: only what cannot be understood needs it

    near = get_close_matches(written, choices, n=1)
    # A parenthesis may turn out to begin a group, and a second slash an address, which is a word.
    open_end = any(choice.startswith(written) for choice in accepted) or "(" in written or written == "/"
    return context.fault(
        token,
        f'{name}: takes {", ".join(choices[:-1])} or {choices[-1]}, not "{token.text}".',
        near[0] if near else "",
        unfinished=open_end and context.at_tail(token),
    )


VALUE_READERS: dict[str, LeafReader] = {
    "title": lambda context, token: read_substring(context, token, "title"),
    "file": lambda context, token: read_substring(context, token, "file"),
    "content": lambda context, token: read_words(context, token, "content"),
    "section": read_words,
    "block": read_words,
    "line": read_words,
    "match-case": read_words,
    "task": read_words,
    "task-todo": read_words,
    "task-done": read_words,
    "path": _path,
    "folder": _folder,
    "tag": _tag,
    "modified": _date("modified"),
    "created": _date("created"),
    "updated": _date("updated"),
    "content-date": _date("content"),
    "links-to": lambda context, token: LinksTo(read_target(context, token)),
    "linked-from": lambda context, token: LinkedFrom(read_target(context, token)),
    "like": lambda context, token: Like(read_target(context, token)),
    "has": _feature,
    "is": _feature,
}
"""How each filter operator reads one value."""
