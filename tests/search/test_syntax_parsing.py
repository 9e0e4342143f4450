"""What query texts mean, operator by operator."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime

import pytest

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
    PathGlob,
    PropertyIs,
    RegexIs,
    TagIs,
    TaskHas,
    TextIs,
    Within,
)
from vaulttui.search.language.regex import cased_words
from vaulttui.search.query import Mode, Query, RankedText
from vaulttui.search.syntax import OPERATORS, OperatorInfo, parse_query

NOW = datetime(2025, 7, 14, 12)  # a Monday
TODAY = date(2025, 7, 14)


def where(text: str) -> Expression | None:
    return parse_query(text, now=NOW).where


def ranked(text: str, *, typing: bool = False) -> RankedText:
    return parse_query(text, now=NOW, typing=typing).texts[0]


A, B, C = TextIs("a"), TextIs("b"), TextIs("c")


@pytest.mark.parametrize("text", ["", "   ", "*", "-", "--", "()", "( () )", '""', "AND", "...", "- — ·"])
def test_a_text_without_words_asks_for_everything(text: str) -> None:
    assert parse_query(text, now=NOW) == Query(source=text)


@pytest.mark.parametrize("sign", ["🎈", "★", "✓", "☐", "⭐", "⏰", "▶️", "🇫🇷", "👍🏽"])
def test_a_picture_is_a_condition(sign: str) -> None:
    assert where(f"{sign} milk") == where(f'"{sign}" milk') == TextIs(sign)


@pytest.mark.parametrize("sign", ["●", "│", "█", "°", "©", "→", "➜", "•", "-", "❯", "\ue0b0", "\u0301"])
def test_a_sign_that_is_pasted_along_says_nothing(sign: str) -> None:
    query = parse_query(f"{sign} milk", now=NOW)
    assert (query.where, query.texts[0].words) == (None, ("milk",))


def test_a_sign_that_is_in_quotes_or_left_out_is_a_condition() -> None:
    assert where('"●" milk') == TextIs("●")
    assert where("-● milk") == Not(TextIs("●"))


def test_an_emoji_which_no_index_of_words_holds_is_a_condition() -> None:
    query = parse_query("rust 🚀", now=NOW)
    assert query.where == TextIs("🚀")
    assert query.texts == (RankedText("rust", ("rust",)),)


@pytest.mark.parametrize(
    "text",
    [
        "rust deadlock",
        "C++ gpt-4 foo_bar v2.1 don't node.js C# f(x) print() a[0]",
        "https://a.b/c?d=e#f http://localhost:8080 mailto:a@b.c file:///etc/hosts",
        "12:30 C:\\Users\\x std::string due:: a:b 10:1 note: re:invent node:fs hash:1f3a localhost:8080 status:draft",
        "/usr/local/bin and/or 1/2 ~/x /etc",
        "--flag --x #1 #12 @name & a-b 5\" don't",
        "数据库 检索 （甲） naïve Straße e\u0301",
        "not or and Or",
    ],
)
def test_plain_words_only_rank(text: str) -> None:
    query = parse_query(text, now=NOW)
    words = tuple(word for word in text.split() if word != "&")
    assert query.where is None
    assert query.texts == (RankedText(" ".join(words), words),)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("\\#tag", "#tag"),
        ("\\-x", "-x"),
        ("\\OR", "OR"),
        ("\\tag:x", "tag:x"),
        ('\\"x', '"x'),
        ("\\(x", "(x"),
        ("a\\)", "a)"),
    ],
)
def test_a_backslash_makes_a_plain_word(text: str, word: str) -> None:
    query = parse_query(text, now=NOW)
    assert (query.texts[0].words, query.where) == ((word,), None)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a OR b", AnyOf((A, B))),
        ("a b OR c", AnyOf((AllOf((A, B)), C))),
        ("a (b OR c)", AnyOf((B, C))),
        ("a AND (b OR c)", AnyOf((B, C))),
        ("a OR (b OR c)", AnyOf((A, B, C))),
        ("(a OR b) (b OR c)", AllOf((AnyOf((A, B)), AnyOf((B, C))))),
        ("-a", Not(A)),
        ("x -a -b", AllOf((Not(A), Not(B)))),
        ("-(a b)", Not(AllOf((A, B)))),
        ("-(a OR b)", Not(AnyOf((A, B)))),
        ("-(-a)", Not(Not(A))),
        ('-"a b"', Not(TextIs("a b"))),
        ('"a b" c', TextIs("a b")),
        ("“a  b” „c“", AllOf((TextIs("a b"), C))),
        ("« a b » c", TextIs("a b")),
        ("»a b«", TextIs("a b")),
        ("「a b」 『c』", AllOf((TextIs("a b"), C))),
        ("«a \\» b»", TextIs("a » b")),
        ("-「a b」", Not(TextIs("a b"))),
        ("x «a b", None),
        ("x a » b » c « d", None),
        ("x 「a b", None),
        ("x a「b」 «» ［b］", None),
        ('"they said \\"hi\\" \\\\ C:\\x"', TextIs('they said "hi" \\ C:\\x')),
        ('"OR" "-x"', AllOf((TextIs("OR"), TextIs("-x")))),
        ("-OR", Not(TextIs("OR"))),
        ("(a) (b)", None),
        ("(a b) c", None),
        ("a OR b sort:name", AnyOf((A, B))),
        ("a ＯＲ b", AnyOf((A, B))),
        ("a ＡＮＤ (b OR c)", AnyOf((B, C))),
    ],
)
def test_words_restrict_beside_or_behind_minus_and_in_quotes(text: str, expected: Expression | None) -> None:
    assert where(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("/a.b/", RegexIs("a.b")),
        ("-/a b/", Not(RegexIs("a b"))),
        ("/a\\/b\\d/", RegexIs("a/b\\d")),
        ("path:/\\d{4}/", RegexIs("\\d{4}", "path")),
        ("title:/^A/", RegexIs("^A", "title")),
        ("(/a/ OR /b/)", AnyOf((RegexIs("a"), RegexIs("b")))),
        ("title:Rust", TextIs("Rust", "title")),
        ('TITLE:"weekly  review"', TextIs("weekly  review", "title")),
        ("title:(a OR -b)", AnyOf((TextIs("a", "title"), Not(TextIs("b", "title"))))),
        ("title:f(x)", TextIs("f(x)", "title")),
        ("content:dead", TextIs("dead", "content")),
        ('body:"dead  lock"', TextIs("dead lock", "content")),
        ("file:.jpg", TextIs(".jpg", "file")),
        ("name:#x", TextIs("#x", "file")),
        ('path:"Daily notes/2022-07"', TextIs("Daily notes/2022-07", "path")),
        ("path:structure/", TextIs("structure/", "path")),
        ("path:C:\\x", TextIs("C:\\x", "path")),
        ("path:projects/*/state.md", PathGlob("projects/*/state.md")),
        ('path:"a b/*"', PathGlob("a b/*")),
        ("folder:Projects", FolderIs("Projects")),
        ("folder:/Projects/x/", FolderIs("Projects/x")),
        ('folder:"/00 Inbox/"', FolderIs("00 Inbox")),
        ("folder:Projects/.", FolderIs("Projects", recursive=False)),
        ("folder:.", FolderIs("", recursive=False)),
        ("folder:/", FolderIs("")),
        ("tag:work", TagIs("work")),
        ("tag:#Work/x/", TagIs("Work/x")),
        ("tag: #work", TagIs("work")),
        ("tags:*", TagIs("")),
        ("tag:(a OR b)", AnyOf((TagIs("a"), TagIs("b")))),
        ("#work", TagIs("work")),
        ("-#a/b", Not(TagIs("a/b"))),
        ("#数据", TagIs("数据")),
        ("#2024/01", TagIs("2024/01")),
        ("#1/2/", TagIs("1/2")),
        ("#→", TagIs("→")),
        ("#۱۴۰۳", TagIs("۱۴۰۳")),
        ("#2024", None),
        ("#2024/", None),
        ("#می\u200cخواهم", TagIs("می\u200cخواهم")),
        ("section:(dog cat)", Within("section", AllOf((TextIs("dog"), TextIs("cat"))))),
        ("section:dog", Within("section", TextIs("dog"))),
        ("block:(dog cat)", Within("block", AllOf((TextIs("dog"), TextIs("cat"))))),
        ("match-case:HappyCat", RegexIs(cased_words("HappyCat"))),
        ('match-case:"Happy  Cat"', RegexIs(cased_words("Happy Cat"))),
        ("match-case:/Happy.?Cat/", RegexIs("(?-i)Happy.?Cat")),
        ("match-case:(IT OR C++)", AnyOf((RegexIs(cased_words("IT")), RegexIs(cased_words("C++"))))),
        ("-match-case:IT", Not(RegexIs(cased_words("IT")))),
        ('line:("a b" OR /c/ -d)', Within("line", AnyOf((TextIs("a b"), AllOf((RegexIs("c"), Not(TextIs("d")))))))),
        ("line:(#todo call)", Within("line", AllOf((TextIs("#todo"), TextIs("call"))))),
        ("task:call", TaskHas("any", TextIs("call"))),
        ("task-todo:(call OR email)", TaskHas("todo", AnyOf((TextIs("call"), TextIs("email"))))),
        ("task-done:*", TaskHas("done")),
        ('task:""', TaskHas("any")),
        ("created:2025", DateIs("created", date(2025, 1, 1), date(2025, 12, 31))),
        ("modified:7d", DateIs("modified", date(2025, 7, 7), None)),
        ('updated:"last week"', DateIs("updated", date(2025, 7, 7), date(2025, 7, 13))),
        ("content-date:>=2025-07", DateIs("content", date(2025, 7, 1), None)),
        ("modified:today", DateIs("modified", TODAY, TODAY)),
        ("links-to:[[Some Note|shown]]", LinksTo("Some Note")),
        ("links-to:Rust", LinksTo("Rust")),
        ('linked-from:"Some Note"', LinkedFrom("Some Note")),
        ("like:[[a/b]]", Like("a/b")),
        ("[[Some Note#Part]]", LinksTo("Some Note#Part")),
        ("has:tasks", HasFeature("tasks")),
        ("HAS:Attachments", HasFeature("attachment")),
        (
            "has:(links OR backlink) -has:warnings",
            AllOf((AnyOf((HasFeature("links"), HasFeature("backlinks"))), Not(HasFeature("warnings")))),
        ),
        ("is:orphan", HasFeature("orphan")),
        ("is:unresolved", HasFeature("unresolved")),
        ('tag: #TODO \npath: "Study Log"', AllOf((TagIs("TODO"), TextIs("Study Log", "path")))),
    ],
)
def test_operators_restrict(text: str, expected: Expression) -> None:
    assert where(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[status]", PropertyIs("status", "exists")),
        ("[status:*]", PropertyIs("status", "exists")),
        ('[status:"*"]', PropertyIs("status", "equals", "*")),
        ('["a=b"]', PropertyIs("a=b", "exists")),
        ("[stars:***]", PropertyIs("stars", "equals", "***")),
        ("-[status]", PropertyIs("status", "missing")),
        ("[status:draft]", PropertyIs("status", "equals", "draft")),
        ("[status:: draft]", PropertyIs("status", "equals", "draft")),
        ("[status:::draft]", PropertyIs("status", "equals", ":draft")),
        ("[prio::>5]", PropertyIs("prio", ">", "5")),
        ("[ status : in progress ]", PropertyIs("status", "equals", "in progress")),
        ('["quoted: key":"quoted ] value"]', PropertyIs("quoted: key", "equals", "quoted ] value")),
        ("[book:«Война и мир»]", PropertyIs("book", "equals", "«Война и мир»")),
        ("[book:~「羅生門」]", PropertyIs("book", "contains", "「羅生門」")),
        ("[book:«a» OR »b«]", AnyOf((PropertyIs("book", "equals", "«a»"), PropertyIs("book", "equals", "»b«")))),
        ("[«статус»:новый]", PropertyIs("«статус»", "equals", "новый")),
        ("[『状態』]", PropertyIs("『状態』", "exists")),
        ("[「状態:読む」]", PropertyIs("「状態", "equals", "読む」")),
        ("[status:null]", PropertyIs("status", "empty")),
        ('[status:"null"]', PropertyIs("status", "equals", "null")),
        ("[prio:>5]", PropertyIs("prio", ">", "5")),
        ("[prio:<= 5.5]", PropertyIs("prio", "<=", "5.5")),
        ("[name:>m]", PropertyIs("name", ">", "m")),
        ("[summary:~dead lock]", PropertyIs("summary", "contains", "dead lock")),
        (
            "[s:a OR b OR null]",
            AnyOf((PropertyIs("s", "equals", "a"), PropertyIs("s", "equals", "b"), PropertyIs("s", "empty"))),
        ),
        ('[s:(a OR "b c")]', AnyOf((PropertyIs("s", "equals", "a"), PropertyIs("s", "equals", "b c")))),
        ("[s:(a) b]", PropertyIs("s", "equals", "(a) b")),
        ("[year:2020..2024]", PropertyIs("year", "range", "2020", "2024")),
        ("[n:-5..1.5]", PropertyIs("n", "range", "-5", "1.5")),
        ("[n:..5]", PropertyIs("n", "range", "", "5")),
        ("[n:5..]", PropertyIs("n", "range", "5", "")),
        ("[due:2025-01-01..2025-03-31]", PropertyIs("due", "range", "2025-01-01", "2025-03-31")),
        ("[due:2025-01..2025-02]", PropertyIs("due", "range", "2025-01", "2025-02")),
        ("[due:2024..2025-02]", PropertyIs("due", "range", "2024-01-01", "2025-02")),
        ("[due:today..+7d]", PropertyIs("due", "range", "2025-07-14", "2025-07-21")),
        ('[v:"a".."b"]', PropertyIs("v", "range", "a", "b")),
        ("[p:../x]", PropertyIs("p", "equals", "../x")),
        ("[p:and so on..]", PropertyIs("p", "equals", "and so on..")),
        (
            "[due:today]",
            AnyOf((PropertyIs("due", "equals", "today"), PropertyIs("due", "equals", "2025-07-14"))),
        ),
        (
            "[due:this-week]",
            AnyOf((PropertyIs("due", "equals", "this-week"), PropertyIs("due", "range", "2025-07-14", "2025-07-20"))),
        ),
        (
            '[due:"this week"]',
            AnyOf(
                (PropertyIs("due", "equals", "[[this week]]"), PropertyIs("due", "range", "2025-07-14", "2025-07-20"))
            ),
        ),
        (
            "[due:3 months ago]",
            AnyOf((PropertyIs("due", "equals", "[[3 months ago]]"), PropertyIs("due", "range", "2025-04-14", ""))),
        ),
        ("[due:99999y]", PropertyIs("due", "equals", "99999y")),
        ("[due:today..next-week]", PropertyIs("due", "range", "2025-07-14", "2025-07-27")),
        ("[due:last week..next month]", PropertyIs("due", "range", "2025-07-07", "2025-08-31")),
        ("[due:2025-07-10..next-week]", PropertyIs("due", "range", "2025-07-10", "2025-07-27")),
        ("[due:..this-year]", PropertyIs("due", "range", "", "2025-12-31")),
        ('[due:today.."next week"]', PropertyIs("due", "range", "2025-07-14", "2025-07-27")),
        ('[due:"this week"..2025-12]', PropertyIs("due", "range", "2025-07-14", "2025-12")),
        ("[due:2025-07-14T09:30..]", PropertyIs("due", "range", "2025-07-14T09:30")),
        ("[due:2025-07-14 9:30..next-week]", PropertyIs("due", "range", "2025-07-14 9:30", "2025-07-27")),
        ('[due:"last week"..2025-07-14T9:30Z]', PropertyIs("due", "range", "2025-07-07", "2025-07-14T9:30Z")),
        ('[due:"today".."tomorrow"]', PropertyIs("due", "range", "today", "tomorrow")),
        ('[due:<="last week"]', PropertyIs("due", "<=", "2025-07-13")),
        ('[due:"today"]', PropertyIs("due", "equals", "today")),
        ("[due:<today]", PropertyIs("due", "<", "2025-07-14")),
        ("[due:>2025-02]", PropertyIs("due", ">", "2025-02")),
        ("[due:>=2025-02]", PropertyIs("due", ">=", "2025-02")),
        ("[due:<=2 weeks ago]", PropertyIs("due", "<=", "2025-06-30")),
        ("[up:[[Some Note|x]]]", PropertyIs("up", "equals", "[[Some Note|x]]")),
        ("[url:https://a.b]", PropertyIs("url", "equals", "https://a.b")),
        ('[k:""]', PropertyIs("k", "equals", "")),
        ("-[s:a OR b]", Not(AnyOf((PropertyIs("s", "equals", "a"), PropertyIs("s", "equals", "b"))))),
    ],
)
def test_brackets_compare_a_property(text: str, expected: Expression) -> None:
    assert where(text) == expected


@pytest.mark.parametrize(
    ("text", "words", "phrases", "whole"),
    [
        ('rust "dead lock" tokio', ("rust", "tokio"), (("dead", "lock"),), "rust dead lock tokio"),
        ('x "one"', ("x", "one"), (), "x one"),
        ("x (a OR b c) y", ("x", "a", "b", "c", "y"), (), "x a b c y"),
        ("a tag:t -b [k:v] /r/ folder:f path:p c", ("a", "c"), (), "a c"),
        ('title:(a OR b) content:"c d" file:e', ("a", "b"), (("c", "d"),), "a b c d"),
        ("section:(a -b) line:c task:d", ("a", "c", "d"), (), "a c d"),
        ("a - b & c", ("a", "b", "c"), (), "a b c"),
        ('"a - b"', (), (("a", "b"),), "a b"),
        ("rust rust", ("rust", "rust"), (), "rust rust"),
    ],
)
def test_positive_words_rank_in_order(
    text: str, words: tuple[str, ...], phrases: tuple[tuple[str, ...], ...], whole: str
) -> None:
    assert ranked(text) == RankedText(whole, words, phrases)


@pytest.mark.parametrize(
    "text", ["tag:work", "-rust", "-(a OR b)", "/re/", "[k:v]", "path:x", "like:[[X]]", "sort:name"]
)
def test_filters_and_negations_rank_nothing(text: str) -> None:
    assert parse_query(text, now=NOW).texts == ()


@pytest.mark.parametrize(
    ("text", "prefix"),
    [
        ("rust dead", True),
        ("rust dead ", False),
        ("tag:x dead", True),
        ("dead tag:x", False),
        ("title:dead", True),
        ("(a OR dead", True),
        ('"dead lo', True),
        ('"dead lo"', False),
        ('line:"dead lo', True),
        ('line:"dead ', False),
        ('rust title:"dead', True),
        ('rust title:"dead lo', False),
        ('rust content:"d', False),
        ('x "dead lock" lo', True),
        ("rust -dead", False),
        ("rust path:dead", False),
        ("rust file:dead", False),
        ("rust line:dead", True),
        ("rust line:/dead/", False),
        ("rust match-case:Dead", False),
        ("rust -", False),
        ("f(dead", True),
    ],
)
def test_the_last_word_is_a_prefix_while_it_is_typed(text: str, prefix: bool) -> None:
    assert ranked(text, typing=True).prefix_last is prefix


def test_the_last_word_is_no_prefix_when_the_text_is_finished() -> None:
    assert ranked("rust dead").prefix_last is False


@pytest.mark.parametrize(
    ("text", "as_if"),
    [
        ('rust "dead lo', "rust dead lo"),
        ("rust (a OR b ", "rust (a OR b)"),
        ("rust (a", "rust a"),
        ("rust OR", "rust"),
        ("rust OR ", "rust"),
        ("rust tag:", "rust"),
        ("rust -", "rust"),
        ("rust -tag:", "rust"),
        ("rust tag:#", "rust"),
        ("rust [sta", "rust"),
        ("rust [status:dra", "rust"),
        ('rust title:"a', "rust title:a"),
        ('rust tag:"a', "rust"),
        ('rust -line:"a', "rust"),
        ('rust line:"', "rust"),
        ("rust links-to:[[No", "rust"),
        ("rust [[No", "rust"),
        ("rust has:ta", "rust"),
        ("rust mode:key", "rust"),
        ("rust sort:name:de", "rust"),
        ("rust created:2025-0", "rust"),
        ("rust created:>=", "rust"),
        ('rust created:"last we', "rust"),
        ("rust section:(", "rust"),
        ("rust section:(a b ", "rust section:(a b)"),
        ("rust /a(/", "rust"),
    ],
)
def test_an_unfinished_end_is_read_as_well_as_it_can_be(text: str, as_if: str) -> None:
    typed, finished = parse_query(text, now=NOW, typing=True), parse_query(as_if, now=NOW)
    assert typed.where == finished.where
    assert [found.words for found in typed.texts] == [found.words for found in finished.texts]


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("rust OR dead", AnyOf((TextIs("rust"), TextIs("dead", unfinished=True)))),
        ("(rust OR dead", AnyOf((TextIs("rust"), TextIs("dead", unfinished=True)))),
        ("rust OR dead ", AnyOf((TextIs("rust"), TextIs("dead")))),
        ("dead OR tag:x", AnyOf((TextIs("dead"), TagIs("x")))),
        ("content:dead", TextIs("dead", "content", unfinished=True)),
        ("content:d", TextIs("d", "content")),
        ('content:"d', None),
        ("line:(mix flo", Within("line", AllOf((TextIs("mix"), TextIs("flo", unfinished=True))))),
        ("line:(mix flo)", Within("line", AllOf((TextIs("mix"), TextIs("flo"))))),
        ("line:(mix -flo", Within("line", AllOf((TextIs("mix"), Not(TextIs("flo")))))),
        ("match-case:Happ", RegexIs(cased_words("Happ", unfinished=True))),
        ("match-case:Happ ", RegexIs(cased_words("Happ"))),
        ("line:#gar", Within("line", TextIs("#gar", unfinished=True))),
        ('section:"dead lo', Within("section", TextIs("dead lo", unfinished=True))),
        ('section:"dead lo"', Within("section", TextIs("dead lo"))),
        ('rust OR "dead lo', AnyOf((TextIs("rust"), TextIs("dead lo", unfinished=True)))),
        ("title:dead", TextIs("dead", "title")),
        ("-dead", Not(TextIs("dead"))),
        ('"dead"', TextIs("dead")),
    ],
)
def test_the_last_word_of_a_condition_may_go_on_while_it_is_typed(text: str, where: Expression | None) -> None:
    assert parse_query(text, typing=True).where == where


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("sort:modified", Query(sort="modified")),
        ("sort:name:desc", Query(sort="name", descending=True)),
        ("SORT:Created:ASC", Query(sort="created", descending=False)),
        ("sort:name sort:size", Query(sort="size")),
        ("mode:deep", Query(mode=Mode.DEEP)),
        ("mode:fulltext", Query(mode=Mode.KEYWORD)),
        ("mode:Vector", Query(mode=Mode.SEMANTIC)),
        ("limit:5", Query(limit=5)),
        ("limit:1000000", Query(limit=1_000_000)),
        ("(sort:title limit:3)", Query(sort="title", limit=3)),
    ],
)
def test_settings_say_how_to_answer(text: str, expected: Query) -> None:
    query = parse_query(text, now=NOW)
    assert (query.sort, query.descending, query.mode, query.limit) == (
        expected.sort,
        expected.descending,
        expected.mode,
        expected.limit,
    )
    assert (query.texts, query.where) == ((), None)


def test_defaults_give_what_the_text_does_not_say() -> None:
    defaults = Query(mode=Mode.DEEP, limit=7, sort="name", descending=True, min_score=0.3, group_by="chunk")
    assert parse_query("", defaults=defaults) == defaults
    said = parse_query("mode:keyword limit:9 sort:size", defaults=defaults)
    assert (said.mode, said.limit, said.sort, said.descending) == (Mode.KEYWORD, 9, "size", None)
    assert (said.min_score, said.group_by) == (0.3, "chunk")


def test_texts_and_conditions_of_the_defaults_are_not_taken_over() -> None:
    defaults = Query(texts=(RankedText("x", ("x",)),), where=TagIs("t"))
    assert parse_query("", defaults=defaults) == Query()


@pytest.mark.parametrize("info", OPERATORS, ids=lambda info: info.name)
def test_every_operator_reads_its_example(info: OperatorInfo) -> None:
    query = parse_query(info.example, now=NOW)
    assert query != Query(source=info.example)
    for alias in info.aliases:
        written = alias + info.example.removeprefix(info.name)
        assert parse_query(written, now=NOW).where == query.where


@pytest.mark.parametrize(
    ("wide", "narrow"),
    [
        ("tag：仕事", "tag:仕事"),
        ("ｔａｇ： 仕事", "tag:仕事"),
        ("tag：＃仕事", "tag:仕事"),
        ("-＃仕事/営業", "-#仕事/営業"),
        ("title：(a OR -b)", "title:(a OR -b)"),
        ("[状態：進行中]", "[状態:進行中]"),
        ("［状態：進行中 ＯＲ “完 了”］", '[状態:進行中 OR "完 了"]'),
        ("-［prio：>3］", "-[prio:>3]"),
        ("sort：name limit：5", "sort:name limit:5"),
    ],
)
def test_operators_may_be_as_wide_as_chinese_letters(wide: str, narrow: str) -> None:
    assert replace(parse_query(wide, now=NOW), source="") == replace(parse_query(narrow, now=NOW), source="")


@pytest.mark.parametrize("text", ["会議：来週", "12：30", "结果：很好", "［重要］会議", "C＃", "＃１", "ＯＲ会議"])
def test_wide_signs_of_other_texts_are_part_of_words(text: str) -> None:
    query = parse_query(text, now=NOW)
    assert (query.texts[0].words, query.where) == ((text,), None)
