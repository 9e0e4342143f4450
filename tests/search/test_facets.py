"""Counts of filter values follow what is written, note by note."""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from pathlib import Path

import pytest

from tests.conftest import WORDS_ONLY, MakeVault, OpenVault, indexed_vault, write_notes
from vaulttui.index.reading.letters import fold
from vaulttui.search.local.local_engine import LocalEngine
from vaulttui.search.query import FileQuery, Query
from vaulttui.search.syntax import FacetOperator, parse_query, set_filter


def note(chance: random.Random) -> str:
    tags = ", ".join(chance.sample(["work", "work/rust", "work/rust/async", "garden"], 2))
    status = chance.choice(["draft", "done", "", "[draft, done, draft]"])
    return f"---\ntags: [{tags}]\nstatus: {status}\nprio: {chance.randrange(3)}\n---\ntext {chance.random()}\n"


def test_counts_stay_true_while_notes_come_change_and_go(
    make_vault: MakeVault, open_vault: OpenVault, tmp_path: Path
) -> None:
    chance = random.Random(11)
    root = make_vault({})
    engine = open_vault(root)
    for _ in range(60):
        path = root / f"{chance.choice(['', 'a/', 'a/b/', 'c/'])}{chance.randrange(5)}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists() and chance.random() < 0.3:
            path.unlink()
        else:
            path.write_text(note(chance))
        engine.index_note(path.relative_to(root).as_posix())
        engine.facets(Query())
    engine.refresh()
    counted = engine.facets(Query())
    fresh = LocalEngine(root, WORDS_ONLY, tmp_path / "fresh" / "index.duckdb")
    fresh.initialize()
    try:
        fresh.refresh()
        assert fresh.facets(Query()) == counted
    finally:
        fresh.close()


def test_a_value_is_shown_as_most_notes_write_it_and_counted_once_a_note(
    make_vault: MakeVault, open_vault: OpenVault
) -> None:
    root = make_vault(
        {
            "a.md": "---\nStatus: Draft\n---\n",
            "b.md": "---\nstatus: [draft, DRAFT]\n---\n",
            "c.md": "---\nstatus: draft\n---\n",
            "d.md": "---\nstatus:\n---\n",
        }
    )
    (facet,) = open_vault(root).facets(Query()).properties
    assert (facet.key, facet.count, facet.distinct) == ("status", 4, 1)
    assert [(value.label, value.count) for value in facet.values] == [("draft", 3)]


def told(engine: LocalEngine) -> object:
    facets = engine.facets(Query())
    return [(facet.key, facet.type, facet.mixed, facet.values) for facet in facets.properties], facets.tags


def test_what_a_note_said_before_it_was_saved_counts_no_more(
    make_vault: MakeVault, open_vault: OpenVault, tmp_path: Path
) -> None:
    root = make_vault({f"{number}.md": "#Project\n" for number in range(5)} | {"odd.md": ""})
    engine = open_vault(root)
    prio = [f"prio: {value}" for value in ("5", "5.0", "5", "5", "HIGH", "high")]
    for number, head in enumerate((*prio, "Prio: high")):
        (root / "odd.md").write_text(f"---\n{head}\n---\n#project/{'x' * number}\n")
        engine.index_note("odd.md")
        live = told(engine)
        fresh = LocalEngine(root, WORDS_ONLY, tmp_path / f"fresh {number}" / "index.duckdb")
        fresh.initialize()
        try:
            fresh.refresh()
            assert told(fresh) == live
        finally:
            fresh.close()
    facets = engine.facets(Query())
    (prop,) = facets.properties
    assert (prop.key, prop.type, prop.mixed, [value.label for value in prop.values]) == (
        "Prio",
        "text",
        False,
        ["high"],
    )
    assert [tag.value for tag in facets.tags] == ["Project", "Project/xxxxxx"]
    assert [item.text for item in engine.suggest("tag", "project")] == ["Project", "Project/xxxxxx"]


def test_a_value_that_as_many_notes_write_in_one_way_as_in_another_is_shown_as_the_first_of_them_writes_it(
    make_vault: MakeVault, open_vault: OpenVault
) -> None:
    root = make_vault({"a.md": "#Idea\n", "b.md": "#idea\n"})
    engine = open_vault(root)
    assert [tag.value for tag in engine.facets(Query()).tags] == ["Idea"]
    (root / "a.md").write_text("#Idea, saved once more\n")
    engine.index_note("a.md")
    assert [tag.value for tag in engine.facets(Query()).tags] == ["Idea"]


def test_tags_that_are_written_in_several_ways_make_one_tree(make_vault: MakeVault, open_vault: OpenVault) -> None:
    root = make_vault(
        {"1.md": "#Work/Sub\n", "2.md": "#WORK/sub/Deep\n", "3.md": "#Work/other\n", "4.md": "#a//B #A/c"}
    )
    tags = {tag.value for tag in open_vault(root).facets(Query()).tags}
    assert tags == {"Work", "Work/Sub", "Work/Sub/Deep", "Work/other", "a", "a//B", "a/c"}


def test_every_property_is_counted_however_many_there_are(make_vault: MakeVault, open_vault: OpenVault) -> None:
    keys = [f"key{number:03}" for number in range(200)]
    engine = open_vault(make_vault({f"{key}.md": f"---\n{key}: x\n---\n" for key in keys}))
    facets = engine.facets(Query()).properties
    assert [(facet.key, [value.value for value in facet.values]) for facet in facets] == [(key, ["x"]) for key in keys]


def test_all_values_are_counted_of_the_properties_that_are_named(make_vault: MakeVault, open_vault: OpenVault) -> None:
    texts = {f"{n}.md": f"---\nAuthor: Person {n:02}\nplace: Place {n:02}\n---\n" for n in range(60)}
    engine = open_vault(make_vault(texts))
    found = {facet.key: facet for facet in engine.facets(Query(), whole=["AUTHOR"]).properties}
    assert [value.value for value in found["Author"].values] == [f"Person {n:02}" for n in range(60)]
    assert (len(found["place"].values), found["place"].distinct) == (50, 60)
    assert [len(facet.values) for facet in engine.facets(Query()).properties] == [50, 50]


def test_as_many_notes_are_counted_as_choosing_the_value_finds(make_vault: MakeVault, open_vault: OpenVault) -> None:
    values = (
        *("1", "1.0", '"1"', "[1, 1.0]", "2.5", "2.50", "2.5", "text", "TEXT", "true", "12345678901234567890"),
        *("2025-07-14", "2025-07-14T10:00", "2025-07-14 10:00:30", '"2025-07-14 11:00"', "2025-07-15T09:00"),
        *("'[[2025-07-15]]'", "2025", '"2025-07"', ".inf", "[2025-07-15, 2025-07-15T09:00, 1]"),
    )
    root = make_vault({f"{place}.md": f"---\nkey: {value}\n---\n" for place, value in enumerate(values)})
    engine = open_vault(root)
    (facet,) = engine.facets(Query(), limit=100).properties
    assert {value.label: value.count for value in facet.values} == {
        value.label: engine.search(parse_query(set_filter("", "property", ("key", value.value), state="include"))).total
        for value in facet.values
    }
    counts = {value.label: value.count for value in facet.values}
    assert (counts["1"], counts["2.5"], counts["2025-07-14"], counts["2025-07-15"]) == (5, 3, 4, 3)


def test_tags_are_counted_within_what_chosen_tags_have_left(make_vault: MakeVault, open_vault: OpenVault) -> None:
    engine = open_vault(make_vault({"1.md": "#a #b", "2.md": "#a/c #b", "3.md": "#a", "4.md": "#d #b", "5.md": "#d"}))
    for chosen in ("tag:a", "(tag:a OR tag:d)", "-tag:d"):
        for tag in engine.facets(parse_query(chosen)).tags:
            both = set_filter(chosen, "tag", tag.value, state="include")
            assert engine.search(parse_query(both)).total == tag.count, both
    assert {tag.value: tag.count for tag in engine.facets(parse_query("tag:a")).tags} == {"a": 3, "b": 2, "a/c": 1}


def test_a_tag_of_several_words_is_chosen_and_found_as_it_is_counted(
    make_vault: MakeVault, open_vault: OpenVault
) -> None:
    notes = {
        "1.md": '---\ntags: ["machine learning", food]\n---\n',
        "2.md": "---\ntags: [food, machine learning/x]\n---\n",
    }
    engine = open_vault(make_vault({**notes, "3.md": "#machine #learning"}))
    counts = {tag.value: tag.count for tag in engine.facets(Query()).tags}
    assert counts == {"machine learning": 2, "machine learning/x": 1, "food": 2, "machine": 1, "learning": 1}
    for tag, count in counts.items():
        assert engine.search(parse_query(set_filter("", "tag", tag, state="include"))).total == count
    assert engine.search(parse_query('tag:"machine learning"')).total == 2


@pytest.fixture(scope="module")
def priorities(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalEngine]:
    """Notes in three folders, of three months."""
    folder = tmp_path_factory.mktemp("priorities")
    values = ("1", "2", "5", "10", "[2, 5]", "high")
    notes = {f"{name}/{value[:2]}.md": f"---\nprio: {value}\n---\n" for name in "abc" for value in values}
    write_notes(folder / "vault", notes)
    for place, path in enumerate(sorted(notes)):
        moment = datetime(2025, 1 + place % 3, 14).timestamp()
        os.utime(folder / "vault" / path, (moment, moment))
    with indexed_vault(folder, {}) as engine:
        yield engine


@pytest.mark.parametrize(
    "text",
    [
        *("folder:(a OR b)", "folder:a OR folder:b", "folder:(a b)", "(folder:a OR [prio:2])", "-folder:(a OR b)"),
        *("modified:2025-01 OR modified:2025-02", "modified:(2025-01 OR 2025-02) [prio:5]", "[prio:>2] [prio:<9]"),
        *("[prio:~1]", "[prio]", "[prio:>2] folder:(a OR b)"),
    ],
)
def test_choosing_a_value_finds_as_many_notes_as_were_counted_whatever_else_is_asked_for(
    priorities: LocalEngine, text: str
) -> None:
    def finds(operator: FacetOperator, value: str | tuple[str, str]) -> int:
        return priorities.search(parse_query(set_filter(text, operator, value, state="include"))).total

    facets = priorities.facets(parse_query(text))
    assert [(one.value, one.count) for one in facets.folders] == [
        (one.value, finds("folder", one.value)) for one in facets.folders
    ]
    assert [(one.value, one.count) for one in facets.months] == [
        (one.value, finds("modified", one.value)) for one in facets.months
    ]
    for facet in facets.properties if "[prio:5]" not in text else ():
        assert [(one.value, one.count) for one in facet.values] == [
            (one.value, finds("property", ("prio", one.value))) for one in facet.values
        ]


def test_of_several_filters_by_one_property_only_the_one_that_a_value_joins_is_left_out(
    priorities: LocalEngine,
) -> None:
    (facet,) = priorities.facets(parse_query("[prio:2] [prio:5]")).properties
    assert set_filter("[prio:2] [prio:5]", "property", ("prio", "7"), state="include") == "[prio:2 OR 7] [prio:5]"
    assert {one.value: one.count for one in facet.values} == {"2": 3, "5": 6}


def test_nested_tags_and_folders_count_below_what_they_lie_in(make_vault: MakeVault, open_vault: OpenVault) -> None:
    root = make_vault({"x/y/1.md": "#a/b #a", "x/2.md": "#A/c", "3.md": "#d"})
    facets = open_vault(root).facets(Query())
    assert Counter({value.value: value.count for value in facets.tags}) == {"A": 2, "A/b": 1, "A/c": 1, "d": 1}
    assert [(value.value, value.count) for value in facets.folders] == [("x", 2), ("x/y", 1)]


def test_folders_are_in_the_order_of_their_names_and_of_the_numbers_in_them(
    make_vault: MakeVault, open_vault: OpenVault
) -> None:
    folders = ["1 Inbox", "2 Work", "2 Work/Week 9", "2 Work/Week 10", "10 Archive", "Éte 2", "eté 10", "Notes"]
    engine = open_vault(make_vault({f"{folder}/n.md": "x" for folder in folders[::-1]}))
    assert [folder.value for folder in engine.facets(Query()).folders] == folders


def test_folders_whose_names_differ_in_case_alone_are_in_one_order_whichever_came_first(
    make_vault: MakeVault, open_vault: OpenVault
) -> None:
    root = make_vault({"b/1.md": "x"})
    engine = open_vault(root)
    for note in ("a/1.md", "a/z/1.md", "A/1.md", "A/c/1.md"):
        write_notes(root, {note: "x"})
        engine.refresh(embed=False)
    assert [folder.value for folder in engine.facets(Query()).folders] == ["A", "A/c", "a", "a/z", "b"]


def test_choosing_a_folder_finds_as_many_notes_as_were_counted_though_another_is_called_alike(
    make_vault: MakeVault, open_vault: OpenVault
) -> None:
    names = ["Père/1", "Pere/1", "Pere/2", "Pere/ｗ/1", "Pere/w/1", "バス/1", "ハス/1", "ハス/2", "z/PERE/1"]
    engine = open_vault(make_vault({f"{name}.md": "x" for name in names}))
    folders = {folder.value: folder.count for folder in engine.facets(Query()).folders}
    assert len(folders) == 8
    for folder, count in folders.items():
        assert engine.search(parse_query(f'folder:"{folder}"')).total == count
    assert engine.search(parse_query("folder:pere")).total == 5
    assert engine.search(parse_query("folder:Pere/.")).total == 2
    assert engine.search(parse_query("folder:PERE")).total == 5


def test_a_tag_that_begins_with_a_slash_is_nested_in_nothing(make_vault: MakeVault, open_vault: OpenVault) -> None:
    engine = open_vault(make_vault({"1.md": "---\ntags: [/work, a//b]\n---\n"}))
    tags = [value.value for value in engine.facets(Query()).tags]
    assert sorted(tags) == ["a", "a//b", "work"]
    assert sorted(item.text for item in engine.suggest("tag", "")) == sorted(tags)


def test_each_row_of_tags_is_one_that_choosing_finds_with_its_count(
    make_vault: MakeVault, open_vault: OpenVault
) -> None:
    tags = ["x／y", "X/z", "a//b", "a", "a／／B", "a//b/c", "/q", "q/r", "／Q", "k℀l", "é/É", "ﬁ／ﬂ", "Å//ﬁ"]
    notes = {f"{number}.md": f"---\ntags: ['{tag}']\n---\n" for number, tag in enumerate(tags)}
    engine = open_vault(make_vault({**notes, "text.md": "#f／g #x/y\n"}))
    rows = engine.facets(Query()).tags
    assert len({fold(row.value) for row in rows}) == len(rows)
    for row in rows:
        chosen = parse_query(set_filter("", "tag", row.value, state="include"))
        assert (row.value, engine.search(chosen).total) == (row.value, row.count)
        assert (row.value, len(engine.find(FileQuery(tag=row.value)))) == (row.value, row.count)


def test_recent_days_are_listed_however_many_lie_ahead(make_vault: MakeVault, open_vault: OpenVault) -> None:
    days = [date.today() + timedelta(ahead) for ahead in range(-40, 70)]
    engine = open_vault(make_vault({f"{day}.md": f"---\ncreated: {day}\n---\n" for day in days}))
    listed = [value.value for value in engine.facets(Query(), date_field="created").days]
    assert listed == [str(day) for day in reversed(days)]
