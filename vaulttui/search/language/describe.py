"""How a query was understood, in words."""

from __future__ import annotations

from vaulttui.index.reading.property_values import link_text
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
    conjuncts,
)
from vaulttui.search.language.regex import cased_text
from vaulttui.search.query import Mode, Query, RankedText

_MODES = {
    Mode.KEYWORD: "by words",
    Mode.SEMANTIC: "by meaning",
    Mode.HYBRID: "by words and meaning",
    Mode.DEEP: "by words and meaning, with a second, closer look at the best",
}
_FEATURES = {
    "tasks": "with tasks",
    "links": "with links",
    "backlinks": "that other notes link to",
    "attachment": "with an attachment",
    "warnings": "not wholly read as written (with warnings)",
    "orphan": "without any link in or out",
    "unresolved": "with links that lead nowhere",
}
_FIELDS = {"content": "in the text", "title": "in the title", "file": "in the file name", "path": "in the path"}
_DATES = {
    "modified": "last modified",
    "created": "created",
    "updated": "updated (by its property)",
    "content": "under a date heading, or updated,",
}
_TASKS = {"any": "a task", "todo": "a task to do", "done": "a done task"}
_COMPARISONS = {
    "equals": "is",
    "written": "is",
    "contains": "contains",
    "<": "is less than",
    "<=": "is at most",
    ">": "is more than",
    ">=": "is at least",
}


def describe_query(query: Query) -> str:
    """Say how a query was understood.

    Returns:
        A few lines of plain text: what ranks, what restricts (one line for each condition), then order and number.
    """
    lines = [_described_ranking(query)]
    conditions = [_described(item) for item in conjuncts(query.where) if not isinstance(item, Like)]
    if conditions:
        lines.append("Only notes" + (":" if len(conditions) > 1 else " " + conditions[0] + "."))
        if len(conditions) > 1:
            lines.extend(f"- {condition}" for condition in conditions)
    lines.append(_described_order(query))
    return "\n".join(lines)


def _quoted(text: str) -> str:
    return f"“{text}”"


def _described_text(text: RankedText) -> str:
    return ", ".join([*text.words, *(_quoted(" ".join(phrase)) for phrase in text.phrases)])


def _described_ranking(query: Query) -> str:
    texts = [_described_text(text) for text in query.ranking_texts]
    near = [f"nearness to the note {_quoted(item.target)}" for item in conjuncts(query.where) if isinstance(item, Like)]
    if not texts and not near:
        return "All notes." if query.where is None else "Nothing to rank by: the notes are only filtered."
    begins = any(text.prefix_last and text.words for text in query.ranking_texts)
    how = _MODES[query.mode] + ("; the last word also as a beginning" if begins else "")
    sources = ([f"{' | '.join(texts)} ({how})"] if texts else []) + near
    return f"Ranked by {', and by '.join(sources)}."


def _described_order(query: Query) -> str:
    key, descending = query.order, query.descends
    if key in ("modified", "created", "updated"):
        order = f"date {key}, {'newest' if descending else 'oldest'} first"
    elif key == "size":
        order = f"size, {'largest' if descending else 'smallest'} first"
    elif key == "relevance":
        order = "relevance, best first" if descending else "relevance, worst first"
    else:
        order = f"{key}, {'Z to A' if descending else 'A to Z'}"
    # The interface sets no bound: it shows all, page by page.
    return f"Sorted by {order}" + (f"; at most {query.limit}." if query.limit else ".")


def _described(expression: Expression) -> str:
    """A phrase that goes on from “Only notes …”."""
    match expression:
        case TextIs(text=text, field=field):
            return f"with {_quoted(text)}" + (f" {_FIELDS[field]}" if field != "any" else "")
        case RegexIs(pattern=pattern, field=field):
            words = cased_text(pattern)
            described = f"with {_quoted(words)} in just this case" if words else f"matching /{pattern}/"
            return described + (f" {_FIELDS[field]}" if field != "any" else "")
        case TagIs(tag=tag):
            return f"tagged {_quoted('#' + tag)} (or nested below it)" if tag else "with any tag"
        case FolderIs(folder=folder, recursive=recursive):
            place = f"the folder {_quoted(folder)}" if folder else "the vault's top folder"
            return f"in {place}" + (" (or below it)" if recursive else " itself")
        case PathGlob(glob=glob, heading=heading):
            return f"with a path like {_quoted(glob)}" + (f", below the heading {_quoted(heading)}" if heading else "")
        case OnLines(first=first, last=last):
            return f"on the lines from {first}" + (f" to {last}" if last is not None else "")
        case PropertyIs():
            return _described_property(expression)
        case DateIs():
            return _described_date(expression)
        case Within(unit=unit, item=item):
            return f"with {_described_inside(item)} within one {unit}"
        case TaskHas(state=state, item=item):
            return f"with {_TASKS[state]}" + (f" that has {_described_inside(item)}" if item is not None else "")
        case LinksTo(target=target):
            return f"linking to {_quoted(target)}"
        case LinkedFrom(source=source):
            return f"linked from {_quoted(source)}"
        case Like(target=target):
            return f"near in meaning to {_quoted(target)}"
        case HasFeature(feature=feature):
            return _FEATURES[feature]
        case Not(item=TextIs(text=text, field="any")):
            return f"without {_quoted(text)}"
        case Not(item=item):
            inner = _described(item)
            return f"not ({inner})" if isinstance(item, AllOf | AnyOf | Not) else f"not {inner}"
        case AllOf(items=items):
            return " and ".join(_grouped(item) for item in items)
        case AnyOf(items=items):
            return " or ".join(_grouped(item) for item in items) or "that do not exist"


def _grouped(item: Expression) -> str:
    return f"({_described(item)})" if isinstance(item, AllOf | AnyOf) else _described(item)


def _described_inside(item: Expression) -> str:
    """What a section, block, line or task must have: a phrase that goes on from “with …”."""
    match item:
        case TextIs(text=text):
            return _quoted(text)
        case RegexIs(pattern=pattern):
            return f"a match of /{pattern}/"
        case Not(item=inner):
            return f"no {_described_inside(inner)}"
        case AllOf(items=items):
            return f"({' and '.join(_described_inside(part) for part in items)})"
        case AnyOf(items=items):
            return f"({' or '.join(_described_inside(part) for part in items)})"
        case _:
            return _described(item)


def _described_property(item: PropertyIs) -> str:
    key = _quoted(item.key)
    match item.comparison:
        case "exists":
            return f"with the property {key}"
        case "missing":
            return f"without the property {key}"
        case "empty":
            return f"whose {key} is empty"
        case "range":
            return f"whose {key} lies {_between(item.value, item.upper)}"
        case comparison:
            return f"whose {key} {_COMPARISONS[comparison]} {_quoted(link_text(item.value))}"


def _between(first: str, last: str) -> str:
    if first and last:
        return f"from {first} to {last}"
    return f"from {first} on" if first else f"up to {last}"


def _described_date(item: DateIs) -> str:
    if item.first is not None and item.first == item.last:
        return f"{_DATES[item.field]} on {item.first}"
    return f"{_DATES[item.field]} {_between(str(item.first or ''), str(item.last or ''))}"
