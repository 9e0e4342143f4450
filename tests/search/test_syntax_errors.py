"""What is refused, where the fault is said to be, and what is suggested instead."""

from __future__ import annotations

from datetime import datetime

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.search.query_texts import slips, texts
from vaulttui.errors import QuerySyntaxError
from vaulttui.search.syntax import parse_query

NOW = datetime(2025, 7, 14, 12)


def refusal(text: str, *, typing: bool = False) -> QuerySyntaxError:
    with pytest.raises(QuerySyntaxError) as caught:
        parse_query(text, now=NOW, typing=typing)
    return caught.value


def fault(text: str) -> QuerySyntaxError | None:
    try:
        parse_query(text, now=NOW)
    except QuerySyntaxError as error:
        return error
    return None


@pytest.mark.parametrize(
    ("text", "wrong", "suggestion", "message"),
    [
        ("caf\udce9 x", "\udce9", "", "not valid UTF-8"),
        ("tag:caf\udce9", "\udce9", "", "not valid UTF-8"),
        ("rust tga:work", "tga", "tag", "tag:"),
        ("fil:x", "fil", "file", "file:"),
        ("titel:x", "titel", "title", "title:"),
        ("conten:x", "conten", "content", "content:"),
        ("task-tood:x", "task-tood", "task-todo", "task-todo:"),
        ("linksto:[[x]]", "linksto", "links-to", "links-to:"),
        ("-foldr:x", "foldr", "folder", "folder:"),
        ("(a OR sectoin:x)", "sectoin", "section", "section:"),
        ("craeted:2025", "craeted", "created", "created:"),
        ("mdoe:deep", "mdoe", "mode", "mode:"),
        ("links:x", "links", "links-to", "links-to:"),
        ('status:"in work" x', 'status:"in work"', '[status:"in work"]', "property"),
        ("ext:pdf", "ext:pdf", "file:.pdf", "file:"),
        ("filetype:pdf", "filetype:pdf", "file:.pdf", "file:"),
        ("intitle:plan", "intitle", "title", "title:"),
        ("ignore-case:ikea", "ignore-case:ikea", "ikea", "unless match-case:"),
        ("match-case:", "match-case:", "", "needs a value"),
        ("match-case:/a(/ b", "/a(/", "", "malformed"),
        ("since:2024", "since:2024", "modified:>=2024", "modified:"),
        ("since:>=2024", "since:>=2024", "modified:>=2024", "modified:"),
        ('since:"march 2025"', 'since:"march 2025"', 'modified:">=march 2025"', "modified:"),
        ('since:"last week"', 'since:"last week"', 'modified:">=last week"', "modified:"),
        ('since:">last week"', 'since:">last week"', 'modified:">last week"', "modified:"),
        ("date:2024..2025-03 x", "date:2024..2025-03", "modified:2024..2025-03", "modified:"),
        ("until:yesterday..today", "until:yesterday..today", "modified:yesterday..today", "modified:"),
        ("craeted:7d..", "craeted", "created", "created:"),
        ("newer_than:7d", "newer_than:7d", "modified:>=7d", "modified:"),
        ("older_than:1y", "older_than:1y", "modified:<1y", "modified:"),
        ("prop:status:draft", "prop:status:draft", "[status:draft]", "brackets"),
        ("prop:[status:draft]", "prop:[status:draft]", "[status:draft]", "brackets"),
        ('prop:"a]:b]"', 'prop:"a]:b]"', '["a]":"b]"]', "brackets"),
        ("ext:(md pdf)", "ext:(md pdf)", "", "file:"),
        ("tag:", "tag:", "", "needs a value"),
        ("tag: OR x", "tag:", "", "needs a value"),
        ("tag: path:x", "tag:", "", "needs a value"),
        ('title:" " x', '" "', "", "needs a value"),
        ('file:"\u200d" x', '"\u200d"', "", "needs a value"),
        ("-path:\u0640 x", "\u0640", "", "needs a value"),
        ("title:(a OR \u064e)", "\u064e", "", "needs a value"),
        ("tag:() x", "tag:()", "", "between the parentheses"),
        ("tag:# x", "#", "", "name of a tag"),
        ("tag:work/* x", "work/*", "work", "nested"),
        ("file:*.pdf", "*.pdf", ".pdf", "anywhere in the name"),
        ("title:*", "*", "", "anywhere in the title"),
        ("title:plan* x", "plan*", "plan", "anywhere in the title"),
        ("folder:a/*", "a/*", "a", "all below"),
        ("path:[*x y", "[*x", "", "'[' at character 1 is never closed"),
        ('-path:"a [b-a]*"', '"a [b-a]*"', "", "'b-a' at character 4 ends before it begins"),
        ("folder:(/x/)", "/x/", "", "regular expression"),
        ("content:++", "++", "", "letter or digit"),
        ('"->"', '"->"', "/\\->/", "regular expression"),
        ("links-to:[[]]", "[[]]", "", "name of a note"),
        ("has:tsks", "tsks", "tasks", "attachment"),
        ("has:orphan", "orphan", "", "is:orphan"),
        ("has:tags", "tags", "", "tag:*"),
        ("is:orfan", "orfan", "orphan", "unresolved"),
        ("sort:modifed", "modifed", "modified", "relevance"),
        ("sort:name:up", "name:up", "name", "relevance"),
        ("mode:keywrd", "keywrd", "keyword", "hybrid"),
        ("limit:0", "0", "", "1 to 1000000"),
        ("limit:many", "many", "", "1 to 1000000"),
        ("limit:9999999", "9999999", "", "1 to 1000000"),
        ("created:yesteday", "yesteday", "yesterday", "not a date"),
        ("created:Friday x", "Friday", "last-Friday", "not a date"),
        ("created:next 7 days", "next 7 days", '"next 7 days"', "quotes"),
        ("created:last monday x", "last monday", '"last monday"', "quotes"),
        ("created:2025-7-4 x", "2025-7-4", "2025-07-04", "not a date"),
        ("created:2025-02-30", "2025-02-30", "", "no date"),
        ("created:2025-03..2025-01", "2025-03..2025-01", "2025-01..2025-03", "before it begins"),
        ("created:last week", "last week", '"last week"', "quotes"),
        ('created:<"last week" x', '<"last week"', '"<last week"', "sign"),
        ("(updated:>=“2025-07-01”)", ">=“2025-07-01”", '">=2025-07-01"', "sign"),
        ('created:"2025-01".."2025-03" x', '"2025-01".."2025-03"', '"2025-01..2025-03"', "Both ends"),
        ('created:"last week"..today', '"last week"..today', '"last week..today"', "Both ends"),
        ('(created:"last week"..)', '"last week"..', '"last week.."', "Both ends"),
        ('created:"2025".."soon"', '"2025".."soon"', "", "Both ends"),
        ("modified:3 months ago rust", "3 months ago", '"3 months ago"', "quotes"),
        ("modified:99999y", "99999y", "", "years 1 to 9999"),
        ("[x:5..1]", "5..1", "1..5", "before it begins"),
        ("[x:2025-03..2025-01]", "2025-03..2025-01", "2025-01..2025-03", "before it begins"),
        (
            "[x:2025-07-14T10:00..2025-07-14 9:00]",
            "2025-07-14T10:00..2025-07-14 9:00",
            "2025-07-14 9:00..2025-07-14T10:00",
            "(2025-07-14 9:00) before it begins",
        ),
        (
            "[x:2025-07-14T10:00..2025-07-13]",
            "2025-07-14T10:00..2025-07-13",
            "2025-07-13..2025-07-14T10:00",
            "before it",
        ),
        ("[x:..2025-07-14T25:00]", "..2025-07-14T25:00", "", "no date"),
        ("[x:5..2025-07-14T10:00]", "5..2025-07-14T10:00", "", "not both"),
        ("[x:>=2025-07-14T10:00..]", "[x:>=2025-07-14T10:00..]", "[x:2025-07-14T10:00..]", "no sign"),
        ("[x:<2025-02-30]", "<2025-02-30", "", "no date"),
        ("[x:/re/]", "/re/", '"/re/"', "regular expression"),
        ("[x=a]", "[x=a]", "[x:a]", "colon"),
        ('[x == "a b"]', '[x == "a b"]', '[x:"a b"]', "colon"),
        ("[x:=a]", "[x:=a]", "[x:a]", "colon"),
        ("[x >= 3]", "[x >= 3]", "[x:>=3]", "colon"),
        ("[x!=a]", "[x!=a]", "-[x:a]", "minus"),
        ("[x:!=a]", "[x:!=a]", "-[x:a]", "minus"),
        ("-[x<>a]", "[x<>a]", "[x:a]", "minus"),
        ("[x:>2026-11-26 <2026-12-15]", "[x:>2026-11-26 <2026-12-15]", "[x:>2026-11-26] [x:<2026-12-15]", "once"),
        ("-[x: >5 AND < 10 ]", "[x: >5 AND < 10 ]", "([x:>5] [x:<10])", "once"),
        ("[x:<10,>=5]", "[x:<10,>=5]", "[x:<10] [x:>=5]", "once"),
        ("[x:>5<10]", "[x:>5<10]", "[x:>5] [x:<10]", "once"),
        ("[x:>=5 <=10]", "[x:>=5 <=10]", "[x:5..10]", "range"),
        ("[x:>2 <3 OR 7]", ">2 <3", "", "once"),
        ('[x:>"last week" <"next week"]', '[x:>"last week" <"next week"]', '[x:>"last week"] [x:<"next week"]', "once"),
        ("[x:>=2026-11-27..2026-12-01]", "[x:>=2026-11-27..2026-12-01]", "[x:2026-11-27..2026-12-01]", "no sign"),
        ("[x:a OR dr*]", "dr*", "~dr", "part of the value"),
        ("[ ] buy milk", "[ ]", "", "task-todo:"),
        ("[x:]", "]", "", "null"),
        ("[x:a OR ]", "]", "", "null"),
        ('[x:"a" b]', "b", "", "quotes"),
        ("[status:draft", "[status:draft", "[status:draft]", "not closed"),
        ('rust "dead lock', '"dead lock', '"dead lock"', "not closed"),
        ("links-to:[[Note", "[[Note", "[[Note]]", "not closed"),
        ('[status:"in work] tokio', '"in work', '"in work"', "quote that begins here is not closed"),
        ('a [status:("draft" OR "in work )] b', '"in work )', '"in work )"', "quote"),
        ('[rel:"[[Note]]] x', '"[[Note]]', '"[[Note]]"', "quote"),
        ('［status："in work］ tokio', '"in work', '"in work"', "quote"),
        ('[due:"2025-01-01', '"2025-01-01', '"2025-01-01"]', "quote"),
        ('["due date:x] y', '"due date', '"due date"', "quote"),
        ('["due date] line:y', '"due date', '"due date"', "quote"),
        ('(garden "river stone)', '"river stone', '"river stone"', "quote"),
        ('title:("a (b) c) OR d', '"a (b) c', '"a (b) c"', "quote"),
        ('a "river stone) b', '"river stone) b', '"river stone) b"', "quote"),
        ("(a [[b) c", "[[b", "[[b]]", "link"),
        ("(a [b) c", "[b", "[b]", "bracket"),
        ('([a:"b) c', '"b', '"b"]', "quote"),
        ('(a "b', '"b', '"b"', "quote"),
        ('folder:"C:\\', '"C:\\', '"C:\\\\"', "quote"),
        ('"C:\\\\', '"C:\\\\', '"C:\\\\"', "quote"),
        ('"', '"', "", "quote"),
        ("[", "[", "", "bracket"),
        ("[[", "[[", "", "link"),
        ("[status:", "[status:", "", "bracket"),
        ('[status:"in work" tokio', '[status:"in work" tokio', "", "bracket"),
        ("(a OR b", "(", "", "not closed"),
        ("a) b", ")", "", "closes nothing"),
        ("OR a", "OR", "", "both sides"),
        ("a OR", "OR", "", "both sides"),
        ("a OR OR b", "OR", "", "both sides"),
        ("(a OR ) b", "OR", "", "both sides"),
        ("/a(b/", "/a(b/", "", "not closed"),
        ("/(?=x)/ y", "/(?=x)/", "", "ahead"),
        (r"/a\C/ y", r"/a\C/", "", "part of a character"),
        ("section:(tag:x)", "tag:x", "", "inside another operator"),
        ("title:([k:v])", "[k:v]", "", "inside title:"),
        ("-sort:name", "sort:name", "", "negated"),
        ("sort:(name)", "(name)", "", "one value"),
        ("-like:[[X]]", "like:[[X]]", "", "beside OR"),
        ("a OR like:[[X]]", "like:[[X]]", "", "beside OR"),
        ("like:(-a)", "a", "", "beside OR"),
        ("like:(-[[X]] OR -b)", "[[X]]", "", "beside OR"),
        ("like:(a OR b)", "a", "", "beside OR"),
    ],
)
def test_a_fault_is_told_with_its_place_and_a_remedy(text: str, wrong: str, suggestion: str, message: str) -> None:
    error = refusal(text)
    assert text[error.start : error.end] == wrong
    assert error.suggestion == suggestion
    assert message in error.message


@pytest.mark.parametrize("depth", [33, 200, 5000])
def test_too_many_parentheses_are_refused(depth: int) -> None:
    error = refusal("(" * depth + "a" + ")" * depth)
    assert "32" in error.message
    assert error.start == 32


def test_as_many_parentheses_as_allowed_are_read() -> None:
    query = parse_query("-(" * 32 + "a" + ")" * 32, now=NOW)
    assert query.where is not None


@pytest.mark.parametrize("text", ["tga:work", "a) b", "OR a", "[x:5..1]", "section:(tag:x)", "has:xyz", "limit:0"])
def test_what_more_text_cannot_mend_is_refused_while_typing_too(text: str) -> None:
    assert refusal(text, typing=True).code == "query_syntax"


def test_the_first_fault_is_the_one_that_is_told() -> None:
    assert refusal("tga:x has:y ) [z:]").start == 0


@pytest.mark.parametrize(
    "suggested",
    ["tga:work", "file:*.pdf", "created:last week", 'status:"in work"', "since:2024", "[x:5..1]", "[x!=a]", "[x:dr*]"],
)
def test_a_text_is_accepted_when_the_suggestion_is_put_in(suggested: str) -> None:
    error = refusal(suggested)
    parse_query(suggested[: error.start] + error.suggestion + suggested[error.end :], now=NOW)


@given(st.one_of(texts, slips))
@example('[status:"in work] tokio')
@example('(garden "river stone)')
@example("[due:")
def test_what_is_suggested_is_not_refused_itself(text: str) -> None:
    error = fault(text)
    if error is None:
        return
    again = fault(text[: error.start] + error.suggestion + text[error.end :])
    # There may be more that is wrong elsewhere.
    assert again is None or not error.start <= again.start < error.start + len(error.suggestion)
