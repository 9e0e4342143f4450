"""A property that is one thing here and another there is warned of, and found as both."""

from __future__ import annotations

from tests.conftest import MakeVault, OpenVault
from vaulttui.search.local.local_engine import LocalEngine
from vaulttui.search.query import Mode, Query
from vaulttui.search.syntax import parse_query

NUMBERS = {f"{number}.md": f"---\nyear: {number}\n---\n" for number in range(2000, 2020)}
ODD = "---\ntitle: odd\nYear: about 1995\n---\n"


def warnings(engine: LocalEngine) -> list[tuple[str, int | None, str]]:
    return list(engine.warnings())


def found(engine: LocalEngine, text: str) -> list[str]:
    return sorted(hit.path for hit in engine.search(parse_query(text, defaults=Query(mode=Mode.KEYWORD))).hits)


def test_the_odd_one_out_is_warned_of_with_its_line(make_vault: MakeVault, open_vault: OpenVault) -> None:
    engine = open_vault(make_vault({**NUMBERS, "odd.md": ODD}))
    assert warnings(engine) == [
        (
            "odd.md",
            3,
            "The property 'Year' is a text here, but it is a number in 20 others. "
            "It is found as what it is in each note.",
        )
    ]


def test_it_is_found_as_both(make_vault: MakeVault, open_vault: OpenVault) -> None:
    engine = open_vault(make_vault({**NUMBERS, "odd.md": ODD}))
    assert found(engine, "[year:>2017]") == ["2018.md", "2019.md"]
    assert found(engine, '[year:"about 1995"]') == ["odd.md"]
    assert found(engine, "[year:2001]") == ["2001.md"]
    facet = next(facet for facet in engine.facets(Query()).properties if facet.key.lower() == "year")
    assert (facet.type, facet.count) == ("number", 21)


def test_warnings_of_one_line_have_one_order_whichever_came_first(make_vault: MakeVault, open_vault: OpenVault) -> None:
    root = make_vault({**NUMBERS, "odd.md": ODD})
    engine = open_vault(root)
    (root / "odd.md").write_text(ODD.replace("title: odd", "Year: about 1990"))
    engine.index_note("odd.md")
    note = engine.note("odd.md")
    assert note is not None
    repeated, odd = note.warnings
    assert "more than once" in repeated
    assert "is a text here" in odd


def test_several_notes_of_the_same_odd_type_are_one_warning(make_vault: MakeVault, open_vault: OpenVault) -> None:
    engine = open_vault(
        make_vault({**NUMBERS, "odd.md": ODD, "even.md": ODD, "date.md": "---\nyear: 2020-01-01\n---\n"})
    )
    assert [(path, message.partition(",")[0]) for path, _, message in warnings(engine)] == [
        ("date.md", "The property 'year' is a date here"),
        ("even.md", "The property 'Year' is a text here and in 1 more note"),
    ]


def test_the_warning_comes_and_goes_with_its_reason(make_vault: MakeVault, open_vault: OpenVault) -> None:
    root = make_vault({**NUMBERS, "odd.md": ODD})
    engine = open_vault(root)
    (root / "odd.md").write_text("---\nyear: 1995\n---\n")
    engine.index_note("odd.md")
    assert warnings(engine) == []
    (root / "odd.md").write_text(ODD)
    engine.refresh()
    assert [path for path, _, _ in warnings(engine)] == ["odd.md"]
    (root / "odd.md").write_text(ODD + "\nmore")
    engine.index_note("odd.md")
    assert [path for path, _, _ in warnings(engine)] == ["odd.md"]
    (root / "odd.md").unlink()
    engine.index_note("odd.md")
    assert warnings(engine) == []


def test_what_obsidian_says_counts_more_than_what_most_notes_have(make_vault: MakeVault, open_vault: OpenVault) -> None:
    types = '{"types": {"year": "number", "code": "text", "when": "date"}}'
    texts = {f"{name}.md": f"---\nyear: {name}\ncode: 007\nwhen: 1.2.2024\n---\n" for name in ("one", "two")}
    engine = open_vault(make_vault({".obsidian/types.json": types, "n.md": "---\nyear: 3\ncode: 7\n---\n", **texts}))
    assert warnings(engine) == [
        (
            "one.md",
            2,
            "The property 'year' is a text here and in 1 more note, but Obsidian's types.json says that it is number. "
            "It is found as what it is in each note.",
        )
    ]
    assert found(engine, "[when:<2024-03]") == ["one.md", "two.md"]


def test_lists_dates_with_times_templates_and_nothing_are_no_other_type(
    make_vault: MakeVault, open_vault: OpenVault
) -> None:
    engine = open_vault(
        make_vault(
            {
                "a.md": "---\nauthor: Ann\nwhen: 2024-01-01\nempty:\n---\n",
                "b.md": "---\nauthor: [Ann, Bob]\nwhen: 2024-01-01T10:00\nempty: 1\n---\n",
                "c.md": "---\nauthor: []\nwhen: '{{date}}'\nempty: ''\n---\n",
            }
        )
    )
    assert warnings(engine) == []


def test_a_link_to_a_day_goes_with_other_links_and_with_dates(make_vault: MakeVault, open_vault: OpenVault) -> None:
    day = "[[Nov 25th, 2026]]"
    notes = {"a.md": f"see:: [[Plan]], {day}\nwhen:: {day}\n", "b.md": "see:: [[Plan]]\nwhen:: 2026-01-01\n"}
    root = make_vault(notes)
    engine = open_vault(root)
    assert warnings(engine) == []
    (root / "b.md").write_text("see:: [[Nov 25th, 2026]]\nwhen:: 2026-01-02\n")
    engine.index_note("b.md")
    assert warnings(engine) == []


def test_a_date_is_a_text_like_any_other_where_texts_belong(make_vault: MakeVault, open_vault: OpenVault) -> None:
    day = "---\ntitle: 2025-07-14\naliases: 2025-07-14\nnote: 2025-07-14\ncssclasses: [2025-07-14]\n---\n"
    word = "---\ntitle: word\naliases: [a word]\nnote: words\ncssclasses: wide\n---\n"
    notes = {"a.md": word, "b.md": day, "c.md": day}
    types = '{"types": {"aliases": "aliases", "cssclasses": "multitext", "note": "text"}}'
    assert warnings(open_vault(make_vault({".obsidian/types.json": types, **notes}))) == []


def test_dated_titles_and_aliases_need_no_declaration(make_vault: MakeVault, open_vault: OpenVault) -> None:
    engine = open_vault(make_vault({"a.md": "---\ntitle: 2025-07-14\nalias: 2025-07-14\n---\n", "odd.md": ODD}))
    assert warnings(engine) == []


def test_a_list_of_several_kinds_does_not_differ_from_itself(make_vault: MakeVault, open_vault: OpenVault) -> None:
    notes = {
        "authors.md": "---\nauthors: [Bob, {name: Zoe}]\nnumbers: [1, abc]\n---\n",
        "numbers.md": "---\nnumbers: [2, 3]\n---\n",
    }
    engine = open_vault(make_vault(notes))
    assert [(path, message.partition(",")[0]) for path, _, message in warnings(engine)] == [
        ("authors.md", "The property 'numbers' is a text here")
    ]
