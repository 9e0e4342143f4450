"""Frontmatter gives the properties that its writer meant, and says what could not be read."""

from __future__ import annotations

from datetime import date, datetime
from typing import Literal
from unicodedata import normalize

import pytest

from vaulttui.vault.markdown.body import scan_body
from vaulttui.vault.note import Heading, PropertyValue
from vaulttui.vault.properties.frontmatter import MAX_FRONTMATTER, Frontmatter, read_frontmatter
from vaulttui.vault.properties.note_properties import choose_title, frontmatter_aliases, frontmatter_tags


def read(yaml: str, types: dict[str, str] | None = None) -> Frontmatter:
    return read_frontmatter(["---", *yaml.split("\n"), "---", "Body"], types)


def values(yaml: str, types: dict[str, str] | None = None) -> dict[str, PropertyValue]:
    found = read(yaml, types)
    assert not found.warnings
    return {prop.key: prop.value for prop in found.properties}


def tags(yaml: str) -> list[str]:
    return [tag.name for tag in frontmatter_tags(read(yaml).properties)]


# -- where it is -----------------------------------------------------------------------------------------------------


def test_the_body_begins_behind_the_closing_line() -> None:
    found = read_frontmatter(["---", "a: 1", "", "---", "Body", "---"])
    assert found.body_line == 5
    assert [(prop.key, prop.line) for prop in found.properties] == [("a", 2)]


def test_blanks_behind_the_marks_do_not_matter() -> None:
    assert read_frontmatter(["--- ", "a: 1", "---\t", "Body"]).body_line == 4


@pytest.mark.parametrize(
    "lines", [[], [""], ["Text"], ["", "---", "a: 1", "---"], [" ---", "a: 1", "---"], ["----", "a: 1", "----"]]
)
def test_without_marks_at_the_very_start_there_is_none(lines: list[str]) -> None:
    assert read_frontmatter(lines) == Frontmatter()


@pytest.mark.parametrize("yaml", ["", "# only a comment", "\n"])
def test_empty_frontmatter_has_no_properties_and_is_no_fault(yaml: str) -> None:
    found = read(yaml)
    assert not found.properties
    assert not found.warnings
    assert found.body_line > 1


def test_unclosed_frontmatter_is_body_and_a_warning() -> None:
    found = read_frontmatter(["---", "title: x", "", "Text"])
    assert (found.properties, found.body_line) == ((), 1)
    assert [(warning.code, warning.line) for warning in found.warnings] == [("frontmatter_unclosed", 1)]


def test_a_rule_as_the_first_line_is_no_fault() -> None:
    assert read_frontmatter(["---", "", "Text: of a note", "more"]) == Frontmatter()


def test_text_between_rules_is_body() -> None:
    found = read("Just a sentence.")
    assert (found.properties, found.body_line) == ((), 1)
    assert [warning.code for warning in found.warnings] == ["frontmatter_invalid"]


def test_a_huge_block_is_body() -> None:
    found = read("a: b\n" * (MAX_FRONTMATTER // 4))
    assert (found.properties, found.body_line) == ((), 1)
    assert [warning.code for warning in found.warnings] == ["frontmatter_too_large"]


# -- values ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "value", "kind"),
    [
        ("text", "text", "text"),
        ("5", 5, "number"),
        ("-3", -3, "number"),
        ("0", 0, "number"),
        ("10.5", 10.5, "number"),
        ("10.50", "10.50", "number"),
        ("-1.0", -1.0, "number"),
        ("-1.00", "-1.00", "number"),
        ("true", True, "checkbox"),
        ("False", False, "checkbox"),
        ("2025-01-31", date(2025, 1, 31), "date"),
        ("2025-01-31T10:00", datetime(2025, 1, 31, 10), "datetime"),
        ("2025-01-31T10:00:05", datetime(2025, 1, 31, 10, 0, 5), "datetime"),
        ("2025-01-31 10:00:05", "2025-01-31 10:00:05", "datetime"),
        ("2025-01-31T10:00:00", "2025-01-31T10:00:00", "datetime"),
        ("2025-01-31T10:00:05.250", "2025-01-31T10:00:05.250", "datetime"),
        ("2025-01-31T10:00:00+02:00", "2025-01-31T10:00:00+02:00", "datetime"),
        ("2025-01-31 10:00 UTC", "2025-01-31 10:00 UTC", "datetime"),
        ("2025-01-31T10:00:00Z", "2025-01-31T10:00:00Z", "datetime"),
        ("[1.10, 2025-01-31T10:00:00Z]", ["1.10", "2025-01-31T10:00:00Z"], "list"),
        ("[a, 1, true]", ["a", 1, True], "list"),
        ("{a: 1, b: [x]}", {"a": 1, "b": ["x"]}, "map"),
        ("", None, "empty"),
        ("~", None, "empty"),
        ("null", None, "empty"),
        ('"10.5"', "10.5", "text"),
        ("'true'", "true", "text"),
        ('"2025-01-31"', "2025-01-31", "text"),
        ('""', "", "text"),
        ("|\n  two\n  lines", "two\nlines", "text"),
        (">\n  one\n  line", "one line", "text"),
    ],
)
def test_every_type(written: str, value: PropertyValue, kind: str) -> None:
    (prop,) = read(f"key: {written}").properties
    assert (prop.value, prop.type) == (value, kind)


@pytest.mark.parametrize(
    "written",
    [
        "12:30",
        "1:30:00",
        "25:00",
        "yes",
        "no",
        "on",
        "off",
        "y",
        "007",
        "0o17",
        "0x1F",
        "0b101",
        "1_000",
        "1e5",
        "12e4567",
        "+49",
        ".5",
        ".inf",
        ".nan",
        "1.2.3",
        "2025-02-30",
        "2025-13-01",
        "0000-00-00",
        "2025-1-1",
        "2025-01-31T25:00",
        "9" * 5000,
        "12345678901234567890",
        "3.14159265358979323846",
        "<% tp.file.title %>",
        "C++",
        "a#b",
        "https://example.org/a?b=c#d",
        "{{title}}",
        "{{date:YYYY-MM-DD}} at {{time}}",
        "[[Note]]",
        "[[Note#Heading|shown]]",
        "[[A]], [[B]]",
        "[[It's here]]",
        '{{date:"YYYY-MM-DD"}}',
        '{{ replace .File.ContentBaseName "-" " " | title }}',
        "{{date:'YYYY'}} and {{title}}",
        '[["Quoted" beginning]]',
        "![[image.png]]",
        "!important",
        "!important thing",
    ],
)
def test_what_was_written_is_kept_as_text(written: str) -> None:
    assert values(f"key: {written}\nlist:\n  - {written}") == {"key": written, "list": [written]}


def test_keys_are_texts_as_written() -> None:
    assert list(values("2025: a\nyes: b\n12:30: c\n{{title}}: d\nA b: e\n日付: f")) == [
        "2025",
        "yes",
        "12:30",
        "{{title}}",
        "A b",
        "日付",
    ]


def test_items_of_a_list_have_their_lines() -> None:
    lists = "type:\n  - a\n  - [b,\n     c]\nflow: [d,\n  e]\nmap:\n  in: [x]\nsame: &s\n- f\nagain: *s"
    yaml = f"{lists}\ntags:\n- g, h\ntext: i"
    assert {prop.key: (prop.line, prop.item_lines) for prop in read(yaml).properties} == {
        "type": (2, (3, 4)),
        "flow": (6, (6, 7)),
        "map": (8, ()),
        "same": (10, (11,)),
        "again": (12, ()),
        "tags": (13, ()),  # of one text there are two tags
        "text": (15, ()),
    }


def test_links_within_quotes_and_lists_keep_their_brackets() -> None:
    assert values("""a: "[[It \\"is\\"]]"\nb: '[[It''s]]'\nc: [[[A]], "[[B]]"]\nd: [[1, 2], [3]]""") == {
        "a": '[[It "is"]]',
        "b": "[[It's]]",
        "c": ["[[A]]", "[[B]]"],
        "d": [[1, 2], [3]],
    }


def test_brackets_in_different_quoted_texts_are_no_link() -> None:
    assert values("""{"a": "{{", "b": "}}", "c": ['[[', ']]']}""") == {"a": "{{", "b": "}}", "c": ["[[", "]]"]}


def test_a_template_with_quotation_marks_leaves_what_is_quoted_elsewhere_alone() -> None:
    assert values("""a: '[[It''s]]'\nwhen: {{date:"YYYY"}}\nb: ["{{", '}}']\nc: "{{ \\"x\\" }}\"""") == {
        "a": "[[It's]]",
        "when": '{{date:"YYYY"}}',
        "b": ["{{", "}}"],
        "c": '{{ "x" }}',
    }


def test_private_characters_in_the_text_are_not_taken_for_hidden_links() -> None:
    assert values('a: "\\uE0007\\uE001"\nb: [[x]]') == {"a": "\ue0007\ue001", "b": "[[x]]"}
    assert values("a: \ue0000\ue001\nb: x") == {"a": "\ue0000\ue001", "b": "x"}


def test_json_is_frontmatter_too() -> None:
    assert values('{\n\t"a": 1,\n\t"b": [true, null, "x"]\n}') == {"a": 1, "b": [True, None, "x"]}


def test_tabs_indent_as_blanks_do() -> None:
    assert values("map:\n\ta: 1\n\tb:\n\t\t- x\nlist:\n-\ty\ntext:\tz") == {
        "map": {"a": 1, "b": ["x"]},
        "list": ["y"],
        "text": "z",
    }


def test_characters_that_yaml_forbids_do_not_cost_the_properties() -> None:
    found = values("a: one\x1b[31m\u2028two\x92\nb: 2")
    assert found == {"a": "one\ufffd[31m two\ufffd", "b": 2}


def test_escapes_cannot_bring_in_what_cannot_be_stored() -> None:
    assert values('a: "x\\0y"') == {"a": "x\ufffdy"}


def test_types_of_the_vault_decide_between_readings() -> None:
    types = {
        "code": "text",
        "Amount": "number",
        "when": "date",
        "at": "datetime",
        "names": "multitext",
        "mood": "tags",
        "other": "weird",
    }
    assert values(
        "code: 2025\namount: '5'\nwhen: 04.07.2025\nat: '2025-01-31T10:00+02:00'\nnames: 3\nmood: good, calm\nother: 1",
        types,
    ) == {
        "code": "2025",
        "amount": 5,
        "when": "04.07.2025",
        "at": "2025-01-31T10:00+02:00",
        "names": ["3"],
        "mood": ["good", "calm"],
        "other": 1,
    }


@pytest.mark.parametrize(("declared", "key"), [("NFC", "NFD"), ("NFD", "NFC")])
def test_types_of_the_vault_hold_however_the_letters_of_a_key_are_composed(
    declared: Literal["NFC", "NFD"], key: Literal["NFC", "NFD"]
) -> None:
    types = {normalize(declared, name): kind for name, kind in {"Échéance": "text", "Numéro": "number"}.items()}
    yaml = normalize(key, "échéance: 2025-07-04\nnuméro: '5'")
    assert values(yaml, types) == {normalize(key, "échéance"): "2025-07-04", normalize(key, "numéro"): 5}


# -- faults ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("yaml", "line"),
    [
        ("aliases:\n- @name", 3),
        ("a: 1\nb: c: d", 3),
        ("a: 1\nb: [1, 2", 3),
        ("a: 'open", 2),
        ("a: 1\n b: 2", 3),
        ("a: %x", 2),
        ("a: `x`", 2),
        ("a: *nowhere", 2),
        ("? [a]\n: b", 2),
        ("a: 1\n...\nb: 2", 4),
    ],
)
def test_invalid_yaml_leaves_no_properties_and_names_the_line(yaml: str, line: int) -> None:
    found = read(yaml)
    assert found.properties == ()
    assert found.body_line == len(yaml.split("\n")) + 3
    assert [(warning.code, warning.line) for warning in found.warnings] == [("frontmatter_invalid", line)]


def test_the_warning_shows_what_yaml_did_not_like() -> None:
    (warning,) = read("aliases:\n- @name").warnings
    assert "cannot start any token" in warning.message
    assert "'- @name'" in warning.message


def test_of_equal_keys_the_last_wins_with_a_warning() -> None:
    found = read("a: 1\nb: 2\na: 3\nm:\n  x: 1\n  x: 2")
    assert {prop.key: prop.value for prop in found.properties} == {"a": 3, "b": 2, "m": {"x": 2}}
    assert [(warning.code, warning.line) for warning in found.warnings] == [
        ("frontmatter_duplicate_key", 4),
        ("frontmatter_duplicate_key", 7),
    ]


@pytest.mark.parametrize("base", ["", "||||||| 1a2b3c\nb: 0\nt: [old]\n"])
def test_of_a_merge_conflict_the_first_side_counts_with_a_warning(base: str) -> None:
    found = read(f"a: 1\n<<<<<<< HEAD\nb: 2\nt: [x]\n{base}=======\nb: 3\nc: no\n>>>>>>> main\nd: 4")
    lines = 9 + base.count("\n")
    assert [(prop.key, prop.value, prop.line) for prop in found.properties] == [
        *(("a", 1, 2), ("b", 2, 4), ("t", ["x"], 5)),
        ("d", 4, lines + 1),
    ]
    assert [(warning.code, warning.line) for warning in found.warnings] == [("frontmatter_conflict", 3)]


def test_marks_of_a_conflict_are_none_within_a_text() -> None:
    assert values("a: |\n  <<<<<<< HEAD\n  =======\nb: 2\n") == {"a": "<<<<<<< HEAD\n=======", "b": 2}


def test_aliases_of_yaml_are_followed() -> None:
    assert values("a: &x [1, 2]\nb: *x\nc: &t text\nd: *t") == {"a": [1, 2], "b": [1, 2], "c": "text", "d": "text"}


def test_no_object_is_ever_made() -> None:
    assert values("a: !!python/object/apply:os.system [echo]\nb: !!python/name:os.system x") == {
        "a": ["echo"],
        "b": "x",
    }


def bomb(levels: int) -> str:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, levels)]
    return "\n".join(lines)


def tower(floors: int, height: int) -> str:
    """Lists within each other: each value is of that many, and has the value before it in the innermost."""
    opened, closed = "[ " * height, " ]" * height
    lines = [f"a{n}: &a{n} {opened}{f'*a{n - 1}' if n else 'x'}{closed}" for n in range(floors)]
    return "\n".join(lines)


@pytest.mark.parametrize(
    "yaml",
    [
        "a: " + "[" * 100_000,
        "a: " + "[" * 100_000 + "]" * 100_000,
        "a: " + "{a: " * 50_000,
        "a: " + "{" * 100_000,
        "[\n" * 100_000,
        "- " * 100_000,
        "? " * 100_000,
        "a:\n" + "".join(f"{' ' * level}a:\n" for level in range(1, 500)),
        "a: &a [*a]",
        bomb(10),
        tower(20, 60),
        tower(61, 1) + "\nb: &b {c: *a60}\nd: [ [ *b ] ]",
        "a: &a " + "x" * 50_000 + "\nb: [" + "*a, " * 20_000 + "]",
        "!a " * 50_000,
        "&a " * 50_000,
        '"' * 100_001,
        "a: " + "'" * 100_001,
        "{{" * 100_000,
        "a: " + '{{"' * 100_000,
        "a:\n" + '- {{ "\n' * 50_000,
        "a: " + "[[" * 100_000,
    ],
    ids=lambda yaml: f"{yaml[:12]!r}…",
)
def test_hostile_frontmatter_is_refused_and_harms_nobody(yaml: str) -> None:
    found = read(yaml)
    assert found.properties == ()
    assert found.warnings


def test_deep_but_sane_nesting_is_read() -> None:
    value = values("a: " + "{a: " * 40 + "x" + "}" * 40)["a"]
    for _ in range(40):
        assert isinstance(value, dict)
        value = value["a"]
    assert value == "x"
    assert len(values(tower(63, 1))) == 63


def test_long_but_harmless_frontmatter_is_read() -> None:
    assert values("tags: " + "#" * 100_000) == {"tags": None}
    assert values("\t" * 100_000) == {}
    assert values("a: " + "x" * 100_000) == {"a": "x" * 100_000}


# -- tags, aliases, title --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "yaml",
    [
        "tags: [work, home/garden]",
        "tags:\n- work\n- home/garden",
        "tags: work, home/garden",
        "tags: work home/garden",
        "tags: work，home/garden、",
        'tags: "#work #home/garden"',
        "tags: #work #home/garden",
        "tags: [#work, #home/garden]",
        "tags:\n  - #work\n  - '#home/garden'",
        "tags:\n- work, home/garden",
        "Tags: [work]\ntag: home/garden",
        "tags: [work, ~, '', 2024, Work, home/garden/]",
        "tags: [work, home/garden] #remark",
        "tags: [work, home/garden] # remark",
        "tags: 'work, [[My, note]], #home/garden'",
    ],
)
def test_all_the_ways_to_write_tags(yaml: str) -> None:
    assert tags(yaml) == ["work", "home/garden"]


@pytest.mark.parametrize(
    "yaml",
    [
        'tags: ["machine learning", food]',
        "tags:\n- machine  learning\n- food",
        "tags:\n- machine learning, food",
        "tags: [#machine learning, '#food']",
        "tags: ['machine learning，food']",
        "tags:\n- #machine learning #food",
        "tags: [#machine learning #food]",
    ],
)
def test_blanks_are_part_of_a_tag_where_items_or_marks_part_them(yaml: str) -> None:
    assert tags(yaml) == ["machine learning", "food"]


def test_a_number_is_a_tag_where_it_is_one_in_a_text() -> None:
    text = "#۱۴۰۳ #१२ #2024"
    assert tags(f"tags: '{text}'") == [tag.name for tag in scan_body([text]).tags] == ["۱۴۰۳", "१२"]


@pytest.mark.parametrize(
    "yaml", ["tags: travel boat, food", "tags: '#travel #boat #food'", "tags: 'travel，boat food'"]
)
def test_blanks_and_commas_part_the_tags_of_a_text(yaml: str) -> None:
    assert tags(yaml) == ["travel", "boat", "food"]


@pytest.mark.parametrize(
    "text", ["- '#a #b/c'", "- #a #b/c", " #a #b/c", " a b/c", " [#a #b/c]", ' ["#a  #b/c"]', "\n- #a\t#b/c"]
)
def test_several_marked_words_are_several_tags_and_so_are_words_that_nothing_else_parts(text: str) -> None:
    assert tags(f"tags:{text}" if text[0] in " \n" else f"tags:\n{text}") == ["a", "b/c"]


@pytest.mark.parametrize("yaml", ["tags:", "tags:\n-", "tags: []", "tags: 2024", "tags: {{tag}}", "tags: ['[[Note]]']"])
def test_nothing_numbers_templates_and_links_are_no_tags(yaml: str) -> None:
    assert tags(yaml) == []


def test_tags_and_aliases_are_lists_of_texts_as_properties() -> None:
    assert values("tags: one two\naliases: Foo, Bar") == {"tags": ["one", "two"], "aliases": ["Foo", "Bar"]}
    assert values("tags: [2024, x]\naliases:\n- 2024\n- Foo: bar\n-") == {
        "tags": ["2024", "x"],
        "aliases": ["2024", "Foo: bar"],
    }
    assert read("tags:").properties[0].type == "empty"


def test_aliases_are_kept_once_in_order() -> None:
    assert frontmatter_aliases(read("aliases: [B, A, B]\nalias: C").properties) == ("B", "A", "C")


def heading(level: int, text: str) -> Heading:
    return Heading(level, text, 5, (text,))


@pytest.mark.parametrize(
    ("yaml", "headings", "title", "source"),
    [
        ("title: Mine", [heading(1, "H")], "Mine", "property"),
        ("Title: 1984", [], "1984", "property"),
        ("title: 1.10", [], "1.10", "property"),
        ("title:", [heading(1, "H")], "H", "heading"),
        ("title: [a]", [heading(2, "Two"), heading(1, "One")], "One", "heading"),
        ("a: b", [heading(2, "Two")], "My note", "filename"),
        ("a: b", [heading(1, "%% hidden %%")], "My note", "filename"),
        ("a: b", [heading(1, "{{title}}")], "My note", "filename"),
        ("title: '{{title}}'", [heading(1, "<% tp.file.title %>")], "My note", "filename"),
        ("a: b", [heading(1, "{{date}} in the yard")], "{{date}} in the yard", "heading"),
        ("a: b", [heading(1, "**Bold** [[A|link]] and [b](c) `x` \\#1 snake_case_name")], None, "heading"),
    ],
)
def test_title_is_property_then_heading_then_file_name(
    yaml: str, headings: list[Heading], title: str | None, source: str
) -> None:
    expected = title or "Bold link and b x #1 snake_case_name"
    assert choose_title(read(yaml).properties, headings, "My note") == (expected, source)
