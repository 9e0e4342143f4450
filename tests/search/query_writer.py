"""A query written as text: the way back from reading, which proves that nothing is lost on it."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date, datetime
from itertools import pairwise

from vaulttui.errors import QuerySyntaxError
from vaulttui.search.expression import (
    AllOf,
    AnyOf,
    DateIs,
    Expression,
    FolderIs,
    HasFeature,
    Like,
    LinkedFrom,
    LinksTo,
    Not,
    OnLines,
    PathGlob,
    PropertyIs,
    RegexIs,
    TagIs,
    TaskHas,
    TextIs,
    Within,
)
from vaulttui.search.language.combine import all_of, any_of, negated
from vaulttui.search.language.operators import OPERATORS
from vaulttui.search.language.quoting import quote
from vaulttui.search.language.ranked_words import ranked_pieces
from vaulttui.search.language.reader import parse_query
from vaulttui.search.language.values import (
    is_plain_word,
    written_key,
    written_pattern,
    written_property_value,
    written_target,
    written_value,
    written_word,
)
from vaulttui.search.query import Query

_BARE_GLOB = re.compile(r"""[^\s()\[\]"“”„‟/\\:#-][^\s()\\]*""")
_TASK_OPERATORS = {"any": "task", "todo": "task-todo", "done": "task-done"}
_DATE_OPERATORS = {"modified": "modified", "created": "created", "updated": "updated", "content": "content-date"}


def format_query(query: Query, *, defaults: Query | None = None) -> str:
    """Write a query as text, in one canonical way.

    ``parse_query(format_query(query, defaults=d), defaults=d)`` gives the query again, apart from ``source`` and what
    was not finished when it was typed, if it agrees with ``d`` in what a text cannot say: offset, minimum score,
    grouping, fields, context and explanation.

    Args:
        query: What to write. Relative dates have become days in it.
        defaults: What the reader of the text will take for granted, so need not be written; ``Query()`` if not given.

    Raises:
        ValueError: No text says the same: the query has several texts, or a condition that the language lacks.
    """
    base = defaults or Query()
    texts = tuple(replace(text, prefix_last=False) for text in query.texts if not text.empty)
    if len(texts) > 1:
        raise ValueError("a query with several texts cannot be written as one")
    where = normal_form(query.where) if query.where is not None else None
    items = where.items if isinstance(where, AllOf) else () if where is None else (where,)
    parts = _interleave(texts[0].text.split() if texts else [], len(texts[0].words) if texts else 0, items)
    if query.mode != base.mode:
        parts.append(f"mode:{query.mode}")
    if (query.sort, query.descending) != (base.sort, base.descending):
        direction = {None: "", False: ":asc", True: ":desc"}[query.descending]
        parts.append(f"sort:{query.sort}{direction}")
    if query.most != base.most:
        parts.append(f"limit:{query.most}")
    written = " ".join(parts)
    try:
        read = parse_query(written, now=datetime(2000, 1, 1), defaults=base)
    except QuerySyntaxError as error:
        raise ValueError(f"the query language cannot say this: {error}") from error
    done = finished(where) if where is not None else None
    if done != where:  # the words of an open phrase ranked by themselves
        texts = tuple(replace(text, words=(), phrases=()) for text in texts)
        read = replace(read, texts=tuple(replace(text, words=(), phrases=()) for text in read.texts))
    said = (read.texts, read.where, read.mode, read.sort, read.descending, read.limit, read.most)
    if said != (texts, done, query.mode, query.sort, query.descending, query.limit, query.most):
        raise ValueError("the query language cannot say this")
    return written


def _interleave(words: Sequence[str], single_words: int, items: Sequence[Expression]) -> list[str]:
    """Put the words that only rank among the conditions, so that all ranked words come in the order of the text.

    Args:
        words: All ranked words, those of conditions too.
        single_words: How many of them are not part of a phrase.
        items: The conditions, in their order.

    Raises:
        ValueError: The words of the conditions are not among the ranked words in this order.
    """
    pieces = [ranked_pieces(item) for item in items]
    soft_count = single_words - sum(len(piece) == 1 for found in pieces for piece in found)
    flat = [[word for piece in found for word in piece] for found in pieces]
    starts = [0]
    for item_words in flat:
        starts.append(starts[-1] + len(item_words))
    # Depth first over (conditions placed, words placed); a state that led nowhere once is not tried again.
    dead: set[tuple[int, int]] = set()
    path: list[tuple[int, int]] = [(0, 0)]
    while path:
        placed, soft = path[-1]
        position = starts[placed] + soft
        if placed == len(items) and soft == soft_count and position == len(words):
            return _written_path(path, words, starts, items)
        next_word = (placed, soft + 1)
        next_item = (placed + 1, soft)
        if soft < soft_count and position < len(words) and next_word not in dead:
            path.append(next_word)
        elif (
            placed < len(items)
            and words[position : position + len(flat[placed])] == flat[placed]
            and next_item not in dead
        ):
            path.append(next_item)
        else:
            dead.add(path.pop())
    raise ValueError("the ranked words do not agree with the conditions")


def _written_path(
    path: Sequence[tuple[int, int]], words: Sequence[str], starts: Sequence[int], items: Sequence[Expression]
) -> list[str]:
    parts: list[str] = []
    for (placed, soft), (placed_after, _) in pairwise(path):
        if placed_after > placed:
            parts.append(write_condition(items[placed], top=True))
        else:
            parts.append(written_word(words[starts[placed] + soft]))
    return parts


def write_condition(expression: Expression, *, top: bool = False) -> str:
    """Write one condition.

    Args:
        expression: In normal form.
        top: Whether it stands where plain words only rank, so that a word needs quotes to restrict.

    Raises:
        ValueError: The language cannot say it.
    """
    match expression:
        case TextIs(text=text, field="any"):
            return quote(text) if top else written_text(text)
        case TextIs(text=text, field=field):
            return f"{field}:{written_value(text)}"
        case RegexIs(pattern=pattern, field=field):
            return ("" if field == "any" else f"{field}:") + written_pattern(pattern)
        case TagIs(tag=tag):
            return f"tag:{written_value(tag) if tag else '*'}"
        case FolderIs(folder=folder, recursive=recursive):
            name = folder if recursive else f"{folder}/.".lstrip("/")
            return f"folder:{written_value(name or '/')}"
        case PathGlob(glob=glob):
            return f"path:{written_glob(glob)}"
        case OnLines():
            raise ValueError("There is no operator for lines: scopes have them")
        case DateIs(field=field, first=first, last=last):
            return f"{_DATE_OPERATORS[field]}:{format_date_range(first, last)}"
        case LinksTo(target=target):
            return f"links-to:{written_target(target)}"
        case LinkedFrom(source=source):
            return f"linked-from:{written_target(source)}"
        case Like(target=target):
            return f"like:{written_target(target)}"
        case HasFeature(feature=feature):
            return f"{next(info.name for info in OPERATORS if feature in info.choices)}:{feature}"
        case Within(unit=unit, item=item):
            return f"{unit}:{_written_inside(item)}"
        case TaskHas(state=state, item=item):
            return f"{_TASK_OPERATORS[state]}:{_written_inside(item) if item is not None else '*'}"
        case PropertyIs(key=key, comparison="exists"):
            return f"[{written_key(key)}]"
        case PropertyIs(key=key, comparison="missing"):
            return f"-[{written_key(key)}]"
        case PropertyIs(key=key):
            return f"[{written_key(key)}:{written_property_value(expression)}]"
        case Not(item=item):
            return _written_negation(item)
        case AllOf(items=items):
            return f"({' '.join(write_condition(item) for item in items)})"
        case AnyOf(items=items):
            return _written_choice(items)


def _written_choice(items: Sequence[Expression]) -> str:
    properties = [
        item for item in items if isinstance(item, PropertyIs) and item.comparison not in ("exists", "missing")
    ]
    if len(properties) == len(items) and len({item.key for item in properties}) == 1:
        values = " OR ".join(written_property_value(item) for item in properties)
        return f"[{written_key(properties[0].key)}:{values}]"
    return f"({' OR '.join(write_condition(item) for item in items)})"


def _written_negation(item: Expression) -> str:
    written = write_condition(item)
    return f"-({written})" if written.startswith("-") else f"-{written}"


def _written_inside(item: Expression) -> str:
    """The value of an operator that takes text conditions."""
    match item:
        case TextIs(text=text, field="any"):
            return written_value(text)
        case RegexIs(pattern=pattern, field="any"):
            return written_pattern(pattern)
        case AllOf() | AnyOf():
            return write_condition(item)
        case _:
            return f"({write_condition(item)})"


def written_text(text: str) -> str:
    """A word or phrase where both restrict: in quotes where needed."""
    return text if is_plain_word(text) else quote(text)


def written_glob(glob: str) -> str:
    """A pattern behind ``path:``: in quotes where needed."""
    return glob if _BARE_GLOB.fullmatch(glob) else quote(glob)


def format_date_range(first: date | None, last: date | None) -> str:
    """Write a range of days so that :func:`parse_date_range` reads the same, as short as the ends allow.

    Raises:
        ValueError: Both ends are open.
    """
    if first is None and last is None:
        raise ValueError("a date filter needs at least one end")
    if first is None or last is None:
        return f"<={last}" if first is None else f">={first}"
    if first == last:
        return str(first)
    if (first.month, first.day, last.month, last.day) == (1, 1, 12, 31):
        low, high = f"{first.year:04}", f"{last.year:04}"
    elif first.day == 1 and last.day == monthrange(last.year, last.month)[1]:
        low, high = str(first)[:7], str(last)[:7]
    else:
        low, high = str(first), str(last)
    return low if low == high else f"{low}..{high}"


def normal_form(expression: Expression) -> Expression | None:
    """The same condition in the form that a query text gives; ``None`` if no part of it says anything."""
    match expression:
        case AllOf(items=items):
            return all_of(_normal_forms(items))
        case AnyOf(items=items) if items:
            return any_of(_normal_forms(items))
        case Not(item=item):
            inner = normal_form(item)
            return None if inner is None else negated(inner)
        case Within(unit=unit, item=item):
            inner = normal_form(item)
            return None if inner is None else Within(unit, inner)
        case TaskHas(state=state, item=item) if item is not None:
            return TaskHas(state, normal_form(item))
        case _:
            return expression


def _normal_forms(items: Iterable[Expression]) -> list[Expression]:
    return [form for item in items if (form := normal_form(item)) is not None]


def finished(expression: Expression) -> Expression:
    """The same condition without anything that was still being typed."""
    match expression:
        case TextIs():
            return replace(expression, unfinished=False)
        case AllOf(items) | AnyOf(items):
            return replace(expression, items=tuple(map(finished, items)))
        case Not(item) | Within(_, item):
            return replace(expression, item=finished(item))
        case TaskHas(item=item) if item is not None:
            return replace(expression, item=finished(item))
    return expression
