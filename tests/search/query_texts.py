"""Hypothesis strategies for query texts and queries."""

from __future__ import annotations

from datetime import date

from hypothesis import strategies as st

from tests.search.query_writer import normal_form
from vaulttui.search.expression import (
    AllOf,
    AnyOf,
    DateField,
    DateIs,
    Expression,
    Feature,
    FolderIs,
    HasFeature,
    Like,
    LinkedFrom,
    LinksTo,
    Not,
    PathGlob,
    PropertyIs,
    RegexIs,
    TagIs,
    TaskHas,
    TaskState,
    TextField,
    TextIs,
    Within,
)
from vaulttui.search.language.ranked_words import Piece, ranked_pieces, ranked_text
from vaulttui.search.query import NO_LIMIT, Mode, Query, SortKey

FRAGMENTS = (
    *(
        "rust",
        "dead",
        "数据库",
        "naïve",
        "C++",
        "gpt-4",
        "foo_bar",
        "v2.1",
        "OR",
        "AND",
        "or",
        "null",
        "x",
        "2025",
        "7",
    ),
    *(
        " ",
        " ",
        " ",
        " ",
        "  ",
        "\n",
        "\u3000",
        "-",
        "--",
        "(",
        ")",
        "(",
        ")",
        '"',
        '"',
        "“",
        "”",
        "[",
        "]",
        "[[",
        "]]",
    ),
    *(
        "/",
        "/a.b/",
        "\\",
        "\\(",
        ":",
        "::",
        "://",
        "#",
        "#tag",
        "#12",
        ",",
        "..",
        ">",
        "<=",
        "~",
        "*",
        "|",
        "🚀",
        "\x00",
    ),
    *("tag:", "path:", "folder:", "title:", "content:", "file:", "section:", "line:", "task:", "task-todo:", "TAG:"),
    *("created:", "modified:", "updated:", "content-date:", "links-to:", "linked-from:", "like:", "has:", "is:"),
    *("sort:", "mode:", "limit:", "tga:", "status:", "hash:", "block:", "since:", "C:\\x", "https://a.b/c", "12:30"),
    *(
        "tasks",
        "orphan",
        "name",
        ":desc",
        "keyword",
        "50",
        "2025-07",
        "-01",
        "7d",
        "today",
        "last week",
        "[due:<",
        "[due:",
        "next-week",
        "f(x)",
    ),
    *("[status:", "[status]", '["a b":', "draft", " OR ", "'", "don't", "ﬀ", "e\u0301", "（", "）", "\ud7ff"),
)
"""Pieces of query texts; put together at random they make valid and invalid ones."""

fragment_texts = st.lists(st.sampled_from(FRAGMENTS), max_size=9).map("".join)
texts = st.one_of(fragment_texts, fragment_texts, st.text(max_size=30))

_SLIPS = (
    *('"', '"', "“", "[", "[[", "(", "]", "]]", ")", "［", "］", "\\", "-", " ", " ", " OR ", ":", "(b)"),
    *("[status:", "[due:>", '["due date', "title:", "links-to:", "created:", "tga:", "status:", "since:", "has:"),
    *("in work", "river", "last week", "2024", "5..1", "tsks", "dr*", "=a", "!=a", "/*"),
)
slips = st.lists(st.sampled_from(_SLIPS), min_size=1, max_size=7).map("".join)
"""Query texts most of which cannot be understood: quotes and brackets that are not closed, names that are none."""

_MARKS = "abz09éЖ数_+.-#/:\\()[]\"'*~<>=,|&OR"
_LETTERS = st.sampled_from(_MARKS + " ")
words = st.one_of(
    st.sampled_from(
        ["rust", "OR", "AND", "-x", "#tag", "tag:x", "C++", "f(x)", "a(", ")b", "/re/", '"q', "\\x", "12:30"]
    ),
    st.text(st.sampled_from(_MARKS), max_size=5).map(lambda text: text + "w"),
)
phrases = st.lists(words, min_size=1, max_size=3).map(" ".join)
names = st.one_of(phrases, st.sampled_from(["Note", "a b", "00 Inbox", "x.md", "a|b", "it's"]))
values = st.one_of(
    st.text(_LETTERS, max_size=8),
    st.sampled_from(
        ["draft", "null", "today", ">5", "a..b", "1..2", "a OR b", "~x", "(x)", "[[Note]]", "7d", "/x/", " a "]
    ),
)
days = st.dates(date(1, 2, 1), date(9999, 11, 30))

_substring_fields: st.SearchStrategy[TextField] = st.sampled_from(["title", "file"])
_date_fields: st.SearchStrategy[DateField] = st.sampled_from(["modified", "created", "updated", "content"])
_task_states: st.SearchStrategy[TaskState] = st.sampled_from(["any", "todo", "done"])
_features: st.SearchStrategy[Feature] = st.sampled_from(
    ["tasks", "links", "backlinks", "attachment", "orphan", "unresolved", "warnings"]
)
_sort_keys: st.SearchStrategy[SortKey] = st.sampled_from(
    ["relevance", "modified", "created", "updated", "name", "title", "size"]
)
_patterns = st.sampled_from(["a.b", "x/y", r"\d{4}-\d\d", "(a|b) c", "[/]", r"\\", "\\bfoo", "/usr/", "“q”"])

_text_leaves: st.SearchStrategy[Expression] = st.one_of(phrases.map(TextIs), _patterns.map(RegexIs))


def _nested(leaves: st.SearchStrategy[Expression]) -> st.SearchStrategy[Expression]:
    return st.recursive(
        leaves,
        lambda inner: st.one_of(
            st.lists(inner, min_size=2, max_size=3).map(lambda items: AllOf(tuple(items))),
            st.lists(inner, min_size=2, max_size=3).map(lambda items: AnyOf(tuple(items))),
            inner.map(Not),
        ),
        max_leaves=5,
    )


_text_conditions = _nested(_text_leaves)


@st.composite
def _date_conditions(draw: st.DrawFn) -> DateIs:
    first, last = draw(st.one_of(st.none(), days)), draw(st.one_of(st.none(), days))
    if first is None and last is None:
        first = draw(days)
    if first is not None and last is not None and first > last:
        first, last = last, first
    return DateIs(draw(_date_fields), first, last)


_folders = names.map(lambda name: name.strip("/ ")).filter(lambda name: name != "." and not name.endswith("/."))
_tags = names.map(lambda name: name.strip("/# ")).filter(bool)
_targets = names.map(str.strip).filter(bool)

_leaves: st.SearchStrategy[Expression] = st.one_of(
    _text_leaves,
    phrases.map(lambda text: TextIs(text, "content")),
    st.builds(TextIs, names, _substring_fields),
    names.filter(lambda name: "*" not in name).map(lambda text: TextIs(text, "path")),
    st.builds(RegexIs, _patterns, st.sampled_from(["title", "file", "path", "content"])),
    st.one_of(st.just(""), _tags).map(TagIs),
    st.builds(FolderIs, st.one_of(st.just(""), _folders), st.booleans()),
    st.sampled_from(["a/*", "**/x y/*.md", "p(1)/*", "*"]).map(PathGlob),
    st.builds(PropertyIs, names, st.sampled_from(["exists", "missing", "empty"])),
    st.builds(PropertyIs, names, st.sampled_from(["contains", "equals", "<", "<=", ">", ">="]), values),
    st.builds(PropertyIs, names, st.just("range"), values, values),
    _date_conditions(),
    _targets.map(LinksTo),
    _targets.map(LinkedFrom),
    _features.map(HasFeature),
    st.builds(Within, st.sampled_from(["section", "block", "line"]), _text_conditions),
    st.builds(TaskHas, _task_states, st.one_of(st.none(), _text_conditions)),
)
conditions = st.one_of(_nested(_leaves), _targets.map(Like))


@st.composite
def queries(draw: st.DrawFn) -> Query:
    """Queries that the language can say: any conditions, with words that only rank anywhere between them."""
    where = normal_form(AllOf(tuple(draw(st.lists(conditions, max_size=3)))))
    items = where.items if isinstance(where, AllOf) else () if where is None else (where,)
    pieces: list[Piece] = [(word,) for word in draw(st.lists(words, max_size=2))]
    for item in items:
        pieces.extend(ranked_pieces(item))
        pieces.extend((word,) for word in draw(st.lists(words, max_size=1)))
    sort = draw(st.one_of(st.none(), _sort_keys))
    limit = draw(st.one_of(st.none(), st.integers(1, 1_000_000)))
    return Query(
        texts=(ranked_text(pieces),) if pieces else (),
        where=where,
        mode=draw(st.sampled_from(list(Mode))),
        sort=sort,
        descending=draw(st.sampled_from([None, True, False])) if sort else None,
        limit=limit or Query().limit,
        most=limit or NO_LIMIT,
    )
