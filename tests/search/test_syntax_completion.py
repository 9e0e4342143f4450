"""What is completed at the cursor, marked with | in these texts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.search.query_texts import names, texts
from vaulttui.search.syntax import (
    OPERATORS,
    Completion,
    OperatorInfo,
    active_filters,
    apply_completion,
    completion_context,
    parse_query,
    suggest_syntax,
)


def at_cursor(marked: str) -> tuple[str, Completion | None]:
    cursor = marked.index("|")
    text = marked[:cursor] + marked[cursor + 1 :]
    return text, completion_context(text, cursor)


@pytest.mark.parametrize(
    ("marked", "kind", "prefix", "key", "replaced"),
    [
        ("tag:wo|", "tag", "wo", "", "wo"),
        ("tag:|", "tag", "", "", ""),
        ("tag: wo|", "tag", "wo", "", "wo"),
        ("tag:#wo|", "tag", "wo", "", "#wo"),
        ("-tag:wo|rk x", "tag", "wo", "", "work"),
        ("tag:(a OR wo|)", "tag", "wo", "", "wo"),
        ("tag：仕|", "tag", "仕", "", "仕"),
        ("tag：＃仕|", "tag", "仕", "", "＃仕"),
        ("雨 ＃仕|", "tag", "仕", "", "＃仕"),
        ("[状態：進|", "value", "進", "状態", "進"),
        ("［状態：進|行中］", "value", "進", "状態", "進行中"),
        ("[状態：“進|行中”]", "value", "進", "状態", "“進行中”"),
        ("[book:«Вой|на»]", "value", "«Вой", "book", "«Война»"),
        ("rust #wo|", "tag", "wo", "", "#wo"),
        ("#|", "tag", "", "", "#"),
        ("folder:Pro|", "folder", "Pro", "", "Pro"),
        ('folder:"00 In|', "folder", "00 In", "", '"00 In'),
        ('folder:"00 In|box" x', "folder", "00 In", "", '"00 Inbox"'),
        ("path:Pro|", "folder", "Pro", "", "Pro"),
        ("links-to:[[No|", "note", "No", "", "[[No"),
        ("links-to:[[No|te]] x", "note", "No", "", "[[Note]]"),
        ("links-to:No|", "note", "No", "", "No"),
        ("like:|", "note", "", "", ""),
        ("rust [[No|", "note", "No", "", "[[No"),
        ("[sta|", "property", "sta", "", "sta"),
        ("[|", "property", "", "", ""),
        ("[sta|tus:x]", "property", "sta", "", "status"),
        ("-[sta| tag:x", "property", "sta", "", "sta"),
        ("[status:dr|", "value", "dr", "status", "dr"),
        ("[status:|", "value", "", "status", ""),
        ("[status::dr|", "value", "dr", "status", "dr"),
        ("[status: dr|aft]", "value", "dr", "status", "draft"),
        ("[status:a OR dr|]", "value", "dr", "status", "dr"),
        ('["due date":"a|', "value", "a", "due date", '"a'),
        ("[prio:>|5]", "value", "", "prio", "5"),
        ("[status:| draft]", "value", "", "status", " draft"),
        ("[status:x OR | draft]", "value", "", "status", " draft"),
        ("[status:| draft", "value", "", "status", ""),
        ('[status:"dr|aft"', "value", "dr", "status", '"draft"'),
        ('[status:"a\\"b|"]', "value", 'a"b', "status", '"a\\"b"'),
        ('["a\\"b|"]', "property", 'a"b', "", '"a\\"b"'),
        ("[due |:today]", "property", "due ", "", "due "),
        ("[status:dr| [prio:5]", "value", "dr", "status", "dr"),
        ("[sta| -[prio:5]", "property", "sta", "", "sta"),
        ("tag:| rust", "tag", "", "", ""),
        ("links-to:| (a b)", "note", "", "", ""),
        ("#20|", "tag", "20", "", "#20"),
        ("ti|", "operator", "ti", "", "ti"),
        ("rust -ti|tle", "operator", "ti", "", "title"),
        ("(TAS|", "operator", "TAS", "", "TAS"),
        ("ti|tle:x", "operator", "ti", "", "title:"),
        ("title|:", "operator", "title", "", "title:"),
        ("has:ta|", "choice", "ta", "has", "ta"),
        ("sort:|", "choice", "", "sort", ""),
        ("modified:la|", "choice", "la", "modified", "la"),
    ],
)
def test_the_part_at_the_cursor_is_completed(marked: str, kind: str, prefix: str, key: str, replaced: str) -> None:
    text, found = at_cursor(marked)
    assert found is not None
    assert (found.kind, found.prefix, found.key) == (kind, prefix, key)
    assert text[found.start : found.end] == replaced


@pytest.mark.parametrize(
    "marked",
    [
        *(
            "|",
            "rust |",
            "| rust",
            "zebra|",
            '"ti|',
            '"ti"|',
            "/ti|/",
            "title:ti|",
            "section:(ti|)",
            "tag:x |",
            "12:30|",
        ),
        *("[k:v]|", "[[Note]]|", "links-to:[[Note#He|", "limit:1|", "tag:(|)", 'tag:"a"|', "foo:bar|"),
    ],
)
def test_elsewhere_nothing_is_completed(marked: str) -> None:
    _, found = at_cursor(marked)
    assert found is None


@pytest.mark.parametrize(
    ("marked", "value", "expected"),
    [
        ("tag:wo| x", "work", "tag:work| x"),
        ("tag:#wo|", "work/x", "tag:#work/x|"),
        ("#wo|", "work", "#work|"),
        ("＃仕|", "仕事", "#仕事|"),
        ("[状|：進行中]", "状態", "[状態|：進行中]"),
        ("#wo|", "a b", 'tag:"a b"|'),
        ("tag:#wo|", "a b", 'tag:"a b"|'),
        ("folder:00|", "00 Inbox", 'folder:"00 Inbox"|'),
        ('folder:"00 In| x', "00 Inbox", 'folder:"00 Inbox"| x'),
        ("[sta|", "status", "[status:|"),
        ("[sta|]", "status", "[status|]"),
        ("[sta| tag:x", "due: date", '["due: date":| tag:x'),
        ("[status:dr|", "draft", "[status:draft]|"),
        ("[status:dr|]", "in [work]", '[status:"in [work]"|]'),
        ("[status:dr| OR x]", "draft", "[status:draft| OR x]"),
        ("(rust OR [status:dr|)", "draft", "(rust OR [status:draft]|)"),
        ("[status:| OR tag:x", "draft", "[status:draft]| OR tag:x"),
        ('[status:"dr|aft" rust', "done", "[status:done]| rust"),
        ("[status:(dr|", "draft", "[status:(draft)]|"),
        ("[status:(dr| [prio:5]", "draft", "[status:(draft)]| [prio:5]"),
        ("[status:(done OR |", "draft", "[status:(done OR draft)]|"),
        ("[status:(done OR dr| rust", "draft", "[status:(done OR draft)]| rust"),
        ("[status:(done OR dr|)]", "draft", "[status:(done OR draft|)]"),
        ("rust [sta| [prio:>5]", "status", "rust [status:| [prio:>5]"),
        ("rust [status:dr| [prio:>5]", "draft", "rust [status:draft]| [prio:>5]"),
        ("rust tag:| draft", "work", "rust tag:work| draft"),
        ("[[No|", "[odd", 'links-to:"[odd"|'),
        ("links-to:[[No|", "a|b", 'links-to:"a|b"|'),
        ("links-to:(x OR [[No|)", "a]b", 'links-to:(x OR "a]b"|)'),
        ("tag:(x OR #wo|)", "a b", 'tag:(x OR "a b"|)'),
        ("tag:wo|rk", "work", "tag:work|"),
        ("tag:WO|RK x", "work/rust", "tag:work/rust| x"),
        ("tag:ev|en", "évènement", "tag:évènement|"),
        ("tag:in|box", "00/inbox", "tag:00/inbox|"),
        ("tag:wor|deadlock", "work", "tag:work| deadlock"),
        ("(tag:wor|deadlock)", "work", "(tag:work| deadlock)"),
        ("tag:|deadlock", "work", "tag:work| deadlock"),
        ('tag:|"dead lock"', "work", 'tag:work| "dead lock"'),
        ("#wor|deadlock", "work", "#work| deadlock"),
        ("tag:ma|", "machine learning", 'tag:"machine learning"|'),
        ("x #ma|", "machine learning", 'x tag:"machine learning"|'),
        ("folder:00|deadlock", "00 Inbox", 'folder:"00 Inbox"| deadlock'),
        ('folder:"00 In|box x', "00 Inbox", 'folder:"00 Inbox"| x'),
        ("links-to:No|deadlock", "Note", "links-to:[[Note]]| deadlock"),
        ("[[No|deadlock", "Note", "[[Note]]| deadlock"),
        ("[[No|te x", "Note", "[[Note]]| x"),
        ("[status:dr|deadlock rust", "draft", "[status:draft]| deadlock rust"),
        ("[status:dr|aft rust", "draft", "[status:draft]| rust"),
        ("[sta|deadlock", "status", "[status:| deadlock"),
        ("[sta|tus:x", "status", "[status|:x"),
        ("modified:la|deadlock", "last week", 'modified:"last week"| deadlock'),
        ("ta|deadlock", "tag", "tag:| deadlock"),
        ("ta|title:x", "tag", "tag:| title:x"),
        ("di|r", "folder", "folder:|"),
        ("di|r:x", "folder", "folder:|x"),
        ("links-to:No|", "Note", "links-to:[[Note]]|"),
        ("[[No|", "Note", "[[Note]]|"),
        ("rust ti|", "title", "rust title:|"),
        ("ta|g:x", "task", "task:|x"),
        ("modified:la|", "last week", 'modified:"last week"|'),
    ],
)
def test_a_completion_is_put_in_with_its_quotes_and_brackets(marked: str, value: str, expected: str) -> None:
    text, found = at_cursor(marked)
    assert found is not None
    changed, cursor = apply_completion(text, found, value)
    assert changed[:cursor] + "|" + changed[cursor:] == expected


def test_operators_are_offered_by_name_and_alias() -> None:
    _, found = at_cursor("ta|")
    assert found is not None
    assert [suggestion.text for suggestion in suggest_syntax(found)] == ["tag", "task", "task-todo", "task-done"]
    _, found = at_cursor("dir|")
    assert found is not None
    assert [suggestion.text for suggestion in suggest_syntax(found)] == ["folder"]


def test_fixed_values_are_offered() -> None:
    _, found = at_cursor("has:b|")
    assert found is not None
    assert [suggestion.text for suggestion in suggest_syntax(found)] == ["backlinks"]


def test_the_engine_is_asked_for_the_rest() -> None:
    _, found = at_cursor("tag:wo|")
    assert found is not None
    assert suggest_syntax(found) == ()


@pytest.mark.parametrize("info", [info for info in OPERATORS if info.choices], ids=lambda info: info.name)
def test_every_value_that_is_offered_is_accepted(info: OperatorInfo) -> None:
    text, found = at_cursor(f"{info.name}:|")
    assert found is not None
    offered = suggest_syntax(found)
    assert offered
    for suggestion in offered:
        changed, _ = apply_completion(text, found, suggestion.text)
        parse_query(changed)


@given(texts, st.integers(-2, 40))
def test_a_completion_lies_in_the_text_and_around_the_cursor(text: str, cursor: int) -> None:
    found = completion_context(text, cursor)
    if found is not None:
        assert 0 <= found.start <= max(0, min(cursor, len(text))) <= found.end <= len(text)


@given(st.sampled_from(["tag", "folder"]), names.map(lambda name: name.strip("#/ ")).filter(bool))
def test_a_completed_value_is_the_active_filter(operator: str, value: str) -> None:
    text, found = at_cursor(f"rust {operator}:x|")
    assert found is not None
    changed, _ = apply_completion(text, found, value)
    assert [(item.operator, item.value) for item in active_filters(changed)] == [(operator, value)]


@given(names, names)
def test_a_completed_property_is_the_active_filter(key: str, value: str) -> None:
    text, found = at_cursor("rust [x|")
    assert found is not None
    text, cursor = apply_completion(text, found, key)
    found = completion_context(text, cursor)
    assert found is not None
    assert (found.kind, found.key) == ("value", key)
    changed, _ = apply_completion(text, found, value)
    assert [(item.key, item.value) for item in active_filters(changed)] == [(key, value)]
