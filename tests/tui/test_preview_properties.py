"""Properties stand above the text, each with its value as its writer meant it."""

from __future__ import annotations

from datetime import date, datetime

from vaulttui.tui.preview import LinkTarget
from vaulttui.vault.note import PropertyValue

from .preview_notes import hits_of, links_of, note, render, shown, styles_of


def properties(yaml: str, **values: PropertyValue) -> str:
    """The lines above the rule."""
    text = shown(note(f"---\n{yaml}\n---\nBody", properties=values), width=30)
    return text.partition("\n" + "─" * 30)[0]


def test_each_type_of_value_has_its_form() -> None:
    assert properties(
        "",
        status="draft",
        rating=4.5,
        done=True,
        open=False,
        day=date(2024, 3, 2),
        time=datetime(2024, 3, 2, 9, 5),
        topics=["a", "b c", 3],
        none=None,
        nothing=[],
    ).split("\n") == [
        "status   draft",
        "rating   4.5",
        "done     ☑ yes",
        "open     ☐ no",
        "day      2024-03-02",
        "time     2024-03-02T09:05",
        "topics   a · b c · 3",
        "none     –",
        "nothing  –",
    ]


def test_tags_look_like_tags_however_they_are_written() -> None:
    assert properties("", tags=["work", "#rust/async"]) == "tags  #work #rust/async"
    assert properties("", tags="work, rust") == "tags  #work #rust"
    assert properties("", tags=["work", "[[My page]]"]) == "tags  #work My page"


def test_what_is_no_tag_among_tags_is_not_shown_as_one() -> None:
    detail = note("---\ntags: x\n---\n", properties={"tags": ["2024", "{{date}}", "2024/plan", "", "ok"]})
    rendered = render(detail)
    assert rendered.text().split("\n")[0] == "tags  2024 {{date}} #2024/plan – #ok"
    assert links_of(rendered) == [("#2024/plan", LinkTarget("tag", "2024/plan")), ("#ok", LinkTarget("tag", "ok"))]


def test_long_values_are_wrapped_beside_their_key() -> None:
    assert properties("", summary="one two three four five six") == "summary  one two three four\n         five six"


def test_nested_values_are_listed_below_each_other() -> None:
    assert properties("", map={"a": 1, "b": {"c": "d"}, "e": {}, "f": [1, 2]}).split("\n") == [
        "map  a: 1",
        "     b:",
        "       c: d",
        "     e: –",
        "     f: 1 · 2",
    ]
    assert properties("", list=[{"a": 1, "b": [{"c": 2}]}, "d"]).split("\n") == [
        "list  • a: 1",
        "        b:",
        "          • c: 2",
        "      • d",
    ]


def test_text_of_several_lines_keeps_them_before_a_link() -> None:
    assert properties("", a="one\ntwo [[Note]] three\nfour\n") == "a  one\n   two Note three\n   four"


def test_a_rule_separates_them_from_the_text() -> None:
    assert shown(note("---\na: 1\n---\nBody", properties={"a": 1}), width=9) == "a  1\n─────────\n\nBody"


def test_links_in_values_can_be_followed() -> None:
    detail = note(
        "---\n---\n",
        properties={
            "up": ["[[Other|shown]]", "x [[gone]]"],
            "url": "https://x.org/a",
            "md": "[t](Other.md)",
            "tags": ["t"],
        },
        links={"Other": "Other.md", "gone": None, "Other.md": "Other.md"},
    )
    rendered = render(detail)
    assert links_of(rendered) == [
        ("shown", LinkTarget("note", "Other", "Other.md")),
        ("gone", LinkTarget("note", "gone", None, resolved=False)),
        ("https://x.org/a", LinkTarget("url", "https://x.org/a")),
        ("t", LinkTarget("note", "Other.md", "Other.md")),
        ("#t", LinkTarget("tag", "t")),
    ]


def test_brackets_around_nothing_stay_in_values() -> None:
    assert "[[ ]]" in shown(note("---\na: x\n---\n", properties={"a": "see [[ ]]"}))


def test_markdown_in_values_is_text() -> None:
    assert properties("", a="*not* `code` [bold]x[/]", b="# no") == "a  *not* `code` [bold]x[/]\nb  # no"


def test_each_property_knows_its_line() -> None:
    detail = note('---\ntitle: T\ntags:\n  - a\n  - b\n"quoted key": 1\n---\n\nBody', properties={"title": "T"})
    detail.properties.update({"tags": ["a", "b"], "quoted key": 1})  # type: ignore[attr-defined]
    rendered = render(detail)
    assert [line.source for line in rendered.lines] == [2, 3, 6, 7, 8, 9]
    assert rendered.y_of_line(4) == 1, "a line within a value is shown where its key is"


def test_each_property_of_a_frontmatter_in_toml_knows_its_line() -> None:
    text = '+++\ntitle = "T"\nurl = "http://x"\n\n[params]\nx = 1\n+++\nBody'
    rendered = render(note(text, properties={"title": "T", "url": "http://x", "params": {"x": 1}}))
    assert [line.source for line in rendered.lines] == [2, 3, 5, 7, 7, 8]


def test_a_match_in_a_key_is_on_the_line_of_its_property() -> None:
    detail = note("---\na: 1\nrust: rust\n---\nx", properties={"a": 1, "rust": "rust"})
    assert [hit.line for hit in render(detail, "rust").first_hits] == [3, 3]


def test_inline_fields_stand_only_where_they_are_written() -> None:
    detail = note("---\na: 1\n---\nw:: x", properties={"a": 1, "w": "x"}, inline=("w",))
    assert shown(detail, width=10) == "a  1\n──────────\n\nw:: x"


def test_matches_are_found_in_keys_and_values() -> None:
    assert hits_of(render(note("---\n---\n", properties={"rust": "a rust b", "l": ["rust"]}), "rust")) == ["rust"] * 3


def test_long_keys_are_cut() -> None:
    assert properties("", **{"a very long name of a property": 1}) == "a very lo…  1"


def test_frontmatter_that_could_not_be_read_is_shown_as_it_is_written() -> None:
    rendered = render(note("---\naliases: - @name\n---\nBody"))
    assert rendered.text() == "---\naliases: - @name\n---\n\nBody"
    assert "muted" in styles_of(rendered, "@name")
    fields = note("---\naliases: - @name\n---\na:: x", properties={"a": "x"}, inline=("a",))
    assert shown(fields) == "---\naliases: - @name\n---\n\na:: x"


def test_empty_frontmatter_is_not_shown() -> None:
    assert shown("---\n\n---\nBody") == "Body"
    assert shown("+++\n+++\nBody") == "Body"


def test_control_characters_in_keys_and_values_are_shown_not_sent() -> None:
    assert properties("", **{"k\x1b[2Jy": "v\x00\nw"}) == "k␛[2Jy  v␀\n        w"
