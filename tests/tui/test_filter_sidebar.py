"""The sidebar shows facets and the query's filters, and asks for others."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import date
from typing import Any, Literal

import pytest
from textual.app import App, ComposeResult
from textual.events import AppBlur, AppFocus, Paste
from textual.pilot import Pilot

from vaulttui.search.engine import MOST_FACET_VALUES, Facets, FacetValue, PropertyFacet
from vaulttui.search.expression import Comparison
from vaulttui.search.syntax import ActiveFilter, FacetOperator, active_filters, set_filter
from vaulttui.tui.widgets.facet_filters import FacetFilters
from vaulttui.tui.widgets.facet_layout import MOST_ROWS, PROPERTIES
from vaulttui.tui.widgets.facet_row import FacetRow
from vaulttui.tui.widgets.facet_rows import FacetRows
from vaulttui.tui.widgets.facet_sections import UNKNOWN
from vaulttui.tui.widgets.filter_sidebar import FilterSidebar
from vaulttui.tui.widgets.typed import LONGEST_PASTE

from .interface import type_text

TODAY = date(2025, 5, 1)


def value(name: str, count: int) -> FacetValue:
    """A value as the engine gives it: labels of folders and tags are the last part of their names."""
    return FacetValue(name, name.rpartition("/")[2] or name, count)


FACETS = Facets(
    folders=(
        value("Areas", 212),
        value("Areas/Health", 31),
        value("Projects", 41),
        value("Projects/rust", 12),
        value("Projects/rust/tokio", 7),
    ),
    tags=(value("Work", 37), value("rust", 30), value("Work/Meeting", 12), value("idea", 6591)),
    months=(value("2024-11", 3), value("2024-12", 9), value("2025-02", 4)),
    properties=(
        PropertyFacet("Status", "text", 120, (value("draft", 80), value("done", 40)), 2),
        PropertyFacet("author", "list", 900, tuple(value(f"Author {i:02}", 100 - i) for i in range(50)), 182),
        PropertyFacet("published", "checkbox", 50, (value("false", 40), value("true", 10)), 2),
        PropertyFacet("rating", "number", 210, tuple(value(str(i), i) for i in range(20, 0, -1)), 20),
        PropertyFacet(
            "due",
            "date",
            3,
            (value("2025-02-28", 1), value("2025-01-05", 1), value("soon", 1), value("2024-07-01", 2)),
            4,
        ),
    ),
    total=300,
)


def active(
    operator: FacetOperator, text: str, key: str = "", negated: bool = False, comparison: Comparison = "equals"
) -> ActiveFilter:
    return ActiveFilter(operator, key, text, negated, 0, 0, comparison)


class Probe(App[None]):
    """A sidebar alone, which writes down what it asks for."""

    CSS = "FilterSidebar { width: 30; }"
    BINDINGS = [  # noqa: RUF012 - Textual's way
        ("down", "on_sidebar('cursor_down')"),
        ("up", "on_sidebar('cursor_up')"),
        ("left", "on_sidebar('fold')"),
        ("right", "on_sidebar('unfold')"),
        ("space,enter", "on_sidebar('include')"),
        ("x", "on_sidebar('exclude')"),
        ("c", "on_sidebar('clear')"),
        ("slash", "on_sidebar('filter')"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[tuple[str, str, str, str]] = []
        self.comparisons: list[str] = []
        self.released: list[str] = []
        self.facets_wanted: list[tuple[str, frozenset[str]]] = []

    def compose(self) -> ComposeResult:
        yield FilterSidebar(lambda: TODAY)

    def action_on_sidebar(self, name: str) -> None:
        getattr(self.query_one(FilterSidebar), f"action_{name}")()

    def on_filter_sidebar_filter_toggled(self, message: FilterSidebar.FilterToggled) -> None:
        self.asked.append((message.operator, message.key, message.value, message.state))
        self.comparisons.append(message.comparison)

    def on_filter_sidebar_released(self, message: FilterSidebar.Released) -> None:
        self.released.append(message.section.label)

    def on_facet_list_facets_wanted(self) -> None:
        filters = self.query_one(FilterSidebar)
        self.facets_wanted.append((filters.date_field, filters.whole))


@asynccontextmanager
async def sidebar(
    facets: Facets = FACETS, filters: tuple[ActiveFilter, ...] = (), size: tuple[int, int] = (40, 60)
) -> AsyncIterator[tuple[Probe, FilterSidebar, Pilot[None]]]:
    app = Probe()
    async with app.run_test(size=size) as pilot:
        widget = app.query_one(FilterSidebar)
        widget.focus()
        widget.update_facets(facets, filters)
        await pilot.pause()
        yield app, widget, pilot


def lines(widget: FilterSidebar) -> list[str]:
    """What is on the screen, without blanks at the end."""
    drawn = [widget.render_line(y).text.rstrip() for y in range(widget.size.height)]
    return [line for line in drawn if line]


def section(widget: FilterSidebar, name: str) -> list[str]:
    """Names of a section's rows, as drawn, from its first line."""
    names = [row.label if row.kind != "more" else f"… {row.amount}" for row in widget.rows]
    heads = [index for index, row in enumerate(widget.rows) if row.kind == "section"] + [len(names)]
    start = next(index for index in heads[:-1] if names[index] == name)
    return names[start : next(index for index in heads if index > start)]


def go_to(widget: FilterSidebar, label: str) -> FacetRow:
    """Put the cursor on the first row with a label."""
    index = next(index for index, row in enumerate(widget.rows) if row.label == label)
    widget.cursor = index
    return widget.rows[index]


async def open_row(widget: FilterSidebar, pilot: Pilot[None], *labels: str) -> None:
    for label in labels:
        go_to(widget, label)
        widget.action_unfold()
        await pilot.pause()


# What is shown


async def test_it_reads_like_a_table_of_names_and_counts() -> None:
    async with sidebar(filters=(active("tag", "#work"), active("tag", "rust", negated=True))) as (_, widget, pilot):
        await open_row(widget, pilot, "Areas")
        assert lines(widget)[:13] == [
            "▾ Folders",
            " ▾ Areas                  212",
            "     Health                31",
            " ▸ Projects                41",
            "▾ Tags",
            "■▸ Work                    37",
            "✗  rust                    30",
            "   idea                 6,591",
            "▾ Dates                  ▄█▁▅",
            " modified · created",
            "   Today",
            "   Yesterday",
            "   Last 7 days",
        ]


async def test_recent_days_have_their_counts() -> None:
    days = tuple(value(day, number) for day, number in [("2025-05-01", 2), ("2025-04-30", 3), ("2025-04-05", 10)])
    facets = Facets(months=(value("2025-04", 13), value("2025-05", 2)), days=days, total=15)
    async with sidebar(facets) as (_, widget, pilot):
        widget.styles.height = 20
        await pilot.pause()
        shown = {line.strip().split("  ")[0]: line.split()[-1] for line in lines(widget) if line.strip()}
        assert [shown[name] for name in ("Today", "Yesterday", "Last 7 days", "Last 30 days")] == ["2", "3", "5", "15"]


@pytest.mark.parametrize("width", [22, 26, 30, 36])
async def test_no_line_is_wider_than_the_sidebar_and_counts_line_up(width: int) -> None:
    facets = Facets(
        tags=(value("日本語のとても長いタグの名前です", 12), value("a" * 60, 123_456), value("b", 7)), total=3
    )
    async with sidebar(facets) as (_, widget, pilot):
        widget.styles.width = width
        await pilot.pause()
        drawn = [widget.render_line(y) for y in range(4)]
        assert {strip.cell_length for strip in drawn} == {width}
        texts = [strip.text.rstrip() for strip in drawn[1:]]
        assert [text.split()[-1] for text in texts] == ["12", "123,456", "7"]
        assert all("…" in text for text in texts[:2])
        assert len({strip.cell_length - len(strip.text) + len(strip.text.rstrip()) for strip in drawn[2:]}) == 1


@pytest.mark.parametrize("width", [22, 26, 34, 60])
async def test_names_can_be_read_however_deep_they_are_nested(width: int) -> None:
    names = [f"{number:02} committee" for number in range(30)]
    paths = ["/".join(names[: end + 1]) for end in range(len(names))]
    async with sidebar(Facets(folders=tuple(value(path, 1) for path in paths)), size=(70, 60)) as (_, widget, pilot):
        widget.styles.width = width
        await pilot.pause()
        await open_row(widget, pilot, *names[:-1])
        drawn = lines(widget)[1:]
        assert [line.split()[1 if line.split()[0] in "▾▸" else 0] for line in drawn] == [name[:2] for name in names]
        assert all("comm" in line and line.endswith(" 1") for line in drawn)
        columns = [line.index(name[:2]) for line, name in zip(drawn, names, strict=True)]
        assert columns == sorted(columns)
        assert len(set(columns[:6])) == 6  # how deep they are, as long as there is room


async def test_property_sections_are_folded_and_say_how_many_notes_have_the_property() -> None:
    async with sidebar() as (_, widget, _pilot):
        assert lines(widget)[-5:] == [
            "▸ Status                  120",
            "▸ author                  900",
            "▸ published                50",
            "▸ rating                  210",
            "▸ due                       3",
        ]


async def test_years_hold_their_months_the_newest_first() -> None:
    async with sidebar() as (_, widget, pilot):
        await open_row(widget, pilot, "This year", "2024")
        assert section(widget, "Dates")[-5:] == ["This year", "February", "2024", "December", "November"]
        year = next(row for row in widget.rows if row.label == "2024")
        assert (year.value, year.amount) == ("2024", 12)


async def test_true_comes_before_false() -> None:
    async with sidebar() as (_, widget, pilot):
        await open_row(widget, pilot, "published")
        assert section(widget, "published") == ["published", "true", "false"]


async def test_many_numbers_are_shown_as_ranges_in_their_order() -> None:
    async with sidebar() as (_, widget, pilot):
        await open_row(widget, pilot, "rating", "1 – 3")
        rows = [row for row in widget.rows if row.section.label == "rating"][1:6]
        assert [(row.label, row.value, row.amount) for row in rows] == [
            ("1 – 3", "1..3", 6),
            ("1", "1", 1),
            ("2", "2", 2),
            ("3", "3", 3),
            ("4 – 6", "4..6", 15),
        ]


async def test_dates_of_a_property_nest_in_months_and_years_and_text_stands_behind_them() -> None:
    async with sidebar() as (_, widget, pilot):
        await open_row(widget, pilot, "due")
        go_to(widget, "due")
        widget.action_section(-1)
        dues = [row for row in widget.rows if row.section.label == "due"]
        assert [row.label for row in dues] == ["due", "2025", "2024", "soon"]
        widget.cursor = widget.rows.index(dues[1])
        widget.action_unfold()
        dues = [row for row in widget.rows if row.section.label == "due"]
        assert [(row.label, row.value, row.amount) for row in dues[1:4]] == [
            ("2025", "2025-01-01..2025-12-31", 2),
            ("February", "2025-02-01..2025-02-28", 1),
            ("January", "2025-01-01..2025-01-31", 1),
        ]


async def test_ranges_of_values_that_are_not_all_known_have_no_count() -> None:
    partly = Facets(
        properties=(PropertyFacet("rating", "number", 900, tuple(value(str(i), i) for i in range(1, 21)), 400),)
    )
    async with sidebar(partly) as (_, widget, pilot):
        await open_row(widget, pilot, "rating")
        assert lines(widget)[1] == " ▸ 1 – 3"


async def test_a_parent_that_is_not_listed_leaves_its_values_with_their_whole_names() -> None:
    async with sidebar(Facets(tags=(value("a/b", 2), value("c", 1)), total=2)) as (_, widget, _pilot):
        assert section(widget, "Tags") == ["Tags", "a/b", "c"]


async def test_until_filters_are_counted_nothing_is_said_of_them() -> None:
    async with sidebar(Facets()) as (_, counted, pilot):
        uncounted = FilterSidebar()
        await pilot.app.mount(uncounted)
        await counted.remove()
        await pilot.pause()
        assert lines(uncounted) == ["  Counting …"]


async def test_nothing_to_filter_by_is_said() -> None:
    async with sidebar(Facets()) as (_, widget, _pilot):
        assert lines(widget) == ["  Nothing to filter by"]


async def test_text_of_notes_is_neither_markup_nor_an_escape() -> None:
    facets = Facets(tags=(value("[red]x[/]", 2), value("a\x1b[31mb\nc", 1), value("\u202egnp", 1)), total=2)
    async with sidebar(facets) as (_, widget, pilot):
        assert [line.split()[0] for line in lines(widget)[1:]] == ["[red]x[/]", "a␛[31mb", "gnp"]
        await pilot.hover(FilterSidebar, offset=(4, 1))
        assert "\x1b" not in "".join(lines(widget))


# Filters of the query


async def test_a_filter_that_no_note_has_left_is_shown_with_a_zero_and_can_be_cleared() -> None:
    async with sidebar(filters=(active("tag", "gone"), active("folder", "Old/"))) as (app, widget, pilot):
        gone = go_to(widget, "gone")
        assert (gone.amount, gone.state) == (0, "include")
        await pilot.press("c")
        assert app.asked == [("tag", "", "gone", "off")]
        assert go_to(widget, "Old/").section.label == "Folders"


async def test_filters_on_the_other_date_and_on_unknown_properties_are_shown_and_can_be_cleared() -> None:
    filters = (active("created", ">=2024"), active("property", "x", "nokey", negated=True))
    async with sidebar(filters=filters) as (app, widget, pilot):
        assert go_to(widget, "created >=2024").state == "include"
        await pilot.press("space")
        await open_row(widget, pilot, "nokey")
        assert go_to(widget, "x").state == "exclude"
        await pilot.press("c")
        assert app.asked == [("created", "", ">=2024", "include"), ("property", "nokey", "x", "off")]


async def test_filters_are_recognised_in_any_spelling() -> None:
    filters = (active("tag", "#WORK/"), active("folder", "/areas/"), active("property", "DRAFT", "status"))
    async with sidebar(filters=filters) as (_, widget, pilot):
        await open_row(widget, pilot, "Status")
        assert [go_to(widget, label).state for label in ("Work", "Areas", "draft")] == ["include"] * 3


async def test_filters_without_the_accents_of_what_they_are_on_are_recognised() -> None:
    priority = PropertyFacet("Priorité", "text", 41, (value("élevée", 12),), 1)
    facets = Facets(folders=(value("Küche", 3),), tags=(value("Café", 5),), properties=(priority,))
    filters = active_filters("tag:cafe folder:kuche [priorite:elevee]")
    async with sidebar(facets, filters) as (_, widget, pilot):
        await open_row(widget, pilot, "Priorité")
        assert [go_to(widget, label).state for label in ("Café", "Küche", "élevée")] == ["include"] * 3
        assert len(widget.rows) == 6, "nothing has a row of its own besides"


async def test_a_folder_that_is_found_by_a_part_of_its_path_is_not_said_to_have_no_notes() -> None:
    async def row(text: str) -> tuple[str, int]:
        async with sidebar(filters=active_filters(text)) as (_, widget, __):
            found = widget.rows[1]
            return found.label, found.amount

    assert await row("folder:rust") == ("rust", UNKNOWN)
    assert await row("folder:Areas/.") == ("Areas/.", UNKNOWN)
    assert await row("folder:/") == ("/", UNKNOWN)
    assert await row("folder:ust") == ("ust", 0)


async def test_a_folded_row_tells_of_filters_below_it() -> None:
    filters = (active("folder", "Projects/rust/tokio"), active("property", "done", "Status"))
    async with sidebar(filters=filters) as (_, widget, pilot):
        assert [line for line in lines(widget) if "Projects" in line] == ["□▸ Projects                41"]
        assert [line for line in lines(widget) if "Status" in line] == ["▸ Status ■1               120"]
        await open_row(widget, pilot, "Projects")
        assert next(line for line in lines(widget) if "rust  " in line).startswith("□  ▸ rust")


async def test_a_filter_beyond_the_end_of_a_cut_list_is_shown() -> None:
    async with sidebar(filters=(active("property", "author 33", "author"),)) as (_, widget, pilot):
        await open_row(widget, pilot, "author")
        names = section(widget, "author")
        assert names[-3:] == ["Author 09", "Author 33", "… 171"]


async def test_filters_that_are_no_values_say_how_they_compare_and_are_cleared_as_such() -> None:
    comparisons: tuple[tuple[str, Comparison], ...] = (("", "exists"), ("", "empty"), ("5", ">="), ("dr", "contains"))
    filters = tuple(active("property", text, "Status", comparison=comparison) for text, comparison in comparisons)
    async with sidebar(filters=filters) as (app, widget, pilot):
        await open_row(widget, pilot, "Status")
        labels = section(widget, "Status")[1:5]
        assert labels == ["any value", "no value", ">=5", "~dr"]
        for label in labels:
            go_to(widget, label)
            await pilot.press("c")
        assert app.comparisons == ["exists", "empty", ">=", "contains"]


# Choosing


async def test_space_includes_and_x_excludes_whatever_was_counted_last() -> None:
    async with sidebar() as (app, widget, pilot):
        go_to(widget, "rust")
        await pilot.press("space")
        widget.update_facets(FACETS, (active("tag", "rust"),))
        await pilot.press("x")
        widget.update_facets(FACETS, (active("tag", "rust", negated=True),))
        await pilot.press("x", "enter")
        assert [state for *_, state in app.asked] == ["include", "exclude", "exclude", "include"]
        assert app.asked[0] == ("tag", "", "rust", "include")


def without(facets: Facets, *gone: str) -> Facets:
    """What the engine counts when some values are excluded."""

    def left(values: tuple[FacetValue, ...]) -> tuple[FacetValue, ...]:
        return tuple(item for item in values if not any((item.value + end).startswith(gone) for end in ("", "/")))

    properties = tuple(replace(facet, values=left(facet.values)) for facet in facets.properties)
    properties = tuple(replace(facet, distinct=min(facet.distinct, len(facet.values) or 1)) for facet in properties)
    return replace(
        facets,
        folders=left(facets.folders),
        tags=left(facets.tags),
        months=left(facets.months),
        properties=tuple(facet for facet in properties if facet.values),
    )


@pytest.mark.parametrize(
    ("opened", "label", "item", "gone"),
    [
        ((), "Projects", active("folder", "Projects", negated=True), ("Projects/",)),
        (("Projects",), "rust", active("folder", "Projects/rust", negated=True), ("Projects/",)),
        ((), "rust", active("tag", "#Rust", negated=True), ("rust",)),
        ((), "Work", active("tag", "work/", negated=True), ("Work",)),
        (("This year",), "February", active("modified", "2025-02", negated=True), ("2025-02",)),
        ((), "2024", active("modified", "2024", negated=True), ("2024",)),
        (("Status",), "draft", active("property", "draft", "status", negated=True), ("draft",)),
        (("published",), "true", active("property", "true", "published", negated=True), ("true", "false")),
        (("rating",), "4 – 6", active("property", "4..6", "rating", True, "range"), ("4", "5", "6")),
        (("rating", "4 – 6"), "5", active("property", "5", "rating", negated=True), ("5",)),
        (
            ("due", "2025"),
            "February",
            active("property", "2025-02-01..2025-02-28", "due", True, "range"),
            ("2025-02-28",),
        ),
    ],
)
async def test_a_row_that_is_excluded_keeps_its_place(
    opened: tuple[str, ...], label: str, item: ActiveFilter, gone: tuple[str, ...]
) -> None:
    async with sidebar() as (app, widget, pilot):
        await open_row(widget, pilot, *opened)
        index = next(
            index
            for index, row in enumerate(widget.rows)
            if row.label == label
            and row.section.operator == item.operator
            and row.section.key.casefold() == item.key.casefold()
        )
        before = [row.label for row in widget.rows]
        widget.cursor = index
        await pilot.press("x")
        assert app.asked[0][-1] == "exclude"
        widget.update_facets(without(FACETS, *gone), (item,))
        row = widget.selected
        assert row is not None
        assert (row.label, row.state, widget.cursor) == (label, "exclude", index)
        assert [row.label for row in widget.rows[: index + 1]] == before[: index + 1]
        widget.update_facets(FACETS, ())
        assert [row.label for row in widget.rows] == before


async def test_what_is_excluded_keeps_its_place_through_other_questions() -> None:
    excluded = (active("tag", "rust", negated=True),)
    async with sidebar() as (_, widget, _pilot):
        widget.update_facets(without(FACETS, "rust"), excluded)
        widget.update_facets(Facets(tags=(value("idea", 3),)), excluded)
        assert section(widget, "Tags") == ["Tags", "rust", "idea"]
        widget.update_facets(without(FACETS, "rust"), excluded)
        assert section(widget, "Tags") == ["Tags", "Work", "rust", "idea"]


async def test_a_filter_whose_notes_were_not_all_counted_is_not_said_to_have_none() -> None:
    author = active("property", "Author 03", "author")
    fewer = tuple(item for item in FACETS.properties[1].values if item.value != "Author 03")
    async with sidebar(filters=(author,)) as (_, widget, pilot):
        await open_row(widget, pilot, "author")
        widget.update_facets(Facets(properties=(PropertyFacet("author", "list", 900, fewer, 182),)), (author,))
        assert section(widget, "author")[3:6] == ["Author 02", "Author 03", "Author 04"]
        assert go_to(widget, "Author 03").amount == UNKNOWN


async def test_excluded_values_are_not_taken_for_those_that_were_not_counted() -> None:
    authors = [value(f"Author {number:02}", 100 - number) for number in range(53)]

    def counted(*gone: str) -> Facets:
        left = [author for author in authors if author.value not in gone]
        facet = PropertyFacet("author", "text", 900, tuple(left[:50]), len(left), single=True)
        return Facets(properties=(facet,), total=900)

    excluded = ("Author 03", "Author 05")
    filters = tuple(active("property", author, "author", negated=True) for author in excluded)
    async with sidebar(counted()) as (app, widget, pilot):
        await open_row(widget, pilot, "author")
        before = section(widget, "author")
        widget.update_facets(counted(*excluded), filters)
        assert section(widget, "author") == before
        go_to(widget, "author")
        await pilot.press("slash", *"52")
        assert app.facets_wanted == [("modified", frozenset({"author"}))]


async def test_each_section_asks_with_its_own_operator() -> None:
    async with sidebar() as (app, widget, pilot):
        await open_row(widget, pilot, "Projects", "This year", "Status")
        for label in ("rust", "Last 7 days", "February", "draft"):
            go_to(widget, label)
            await pilot.press("space")
        assert app.asked == [
            ("folder", "", "Projects/rust", "include"),
            ("modified", "", "7d", "include"),
            ("modified", "", "2025-02", "include"),
            ("property", "Status", "draft", "include"),
        ]


async def test_a_range_of_a_property_is_asked_for_as_a_range() -> None:
    async with sidebar(filters=(active("property", "4..6", "rating", comparison="range"),)) as (app, widget, pilot):
        await open_row(widget, pilot, "rating")
        assert go_to(widget, "4 – 6").state == "include"
        await pilot.press("x")
        go_to(widget, "1 – 3")
        await pilot.press("space")
        assert app.asked == [("property", "rating", "4..6", "exclude"), ("property", "rating", "1..3", "include")]
        assert app.comparisons == ["range", "range"]


async def test_c_on_the_first_line_of_a_section_clears_the_whole_section() -> None:
    filters = (active("tag", "#work"), active("tag", "gone", negated=True), active("folder", "Areas"))
    async with sidebar(filters=filters) as (app, widget, pilot):
        go_to(widget, "Tags")
        await pilot.press("c")
        await pilot.pause()
        assert app.released == ["Tags"]


async def test_the_switch_asks_for_counts_by_the_other_date() -> None:
    async with sidebar() as (app, widget, pilot):
        go_to(widget, "modified")
        await pilot.press("enter")
        assert (app.facets_wanted, widget.date_field) == ([("created", frozenset())], "created")
        go_to(widget, "Today")
        await pilot.press("space")
        assert app.asked == [("created", "", "today", "include")]


async def test_more_shows_the_rest_and_asks_for_what_was_not_counted() -> None:
    async with sidebar() as (app, widget, pilot):
        await open_row(widget, pilot, "author")
        assert section(widget, "author")[-1] == "… 172"
        widget.cursor = next(index for index, row in enumerate(widget.rows) if row.kind == "more")
        await pilot.press("enter")
        assert section(widget, "author")[-2:] == ["Author 49", "… 132"]
        assert app.facets_wanted == [("modified", frozenset({"author"}))]
        assert widget.whole == {"author"}
        widget.cursor = next(index for index, row in enumerate(widget.rows) if row.kind == "more")
        await pilot.press("enter")
        assert len(app.facets_wanted) == 1


# Moving


async def test_left_folds_then_goes_to_the_parent_and_right_unfolds_then_goes_in() -> None:
    async with sidebar() as (_, widget, pilot):
        go_to(widget, "Projects")
        await pilot.press("right", "right", "right", "right")
        assert widget.selected is not None
        assert widget.selected.label == "tokio"
        await pilot.press("left", "left")
        assert widget.selected.label == "rust"
        assert widget.selected.open is False
        await pilot.press("left", "left", "left", "left")
        assert widget.selected.label == "Folders"
        assert widget.selected.open is False


async def test_cursor_and_folds_survive_new_counts() -> None:
    fewer = Facets(folders=FACETS.folders[2:4], tags=FACETS.tags[1:], months=FACETS.months, total=9)
    async with sidebar() as (_, widget, pilot):
        await open_row(widget, pilot, "Projects")
        go_to(widget, "idea")
        widget.update_facets(fewer, ())
        assert widget.selected is not None
        assert widget.selected.label == "idea"
        assert section(widget, "Folders") == ["Folders", "Projects", "rust"]


async def test_the_cursor_waits_above_a_row_that_vanished_and_returns_to_it() -> None:
    without = Facets(folders=FACETS.folders, tags=FACETS.tags[:1], total=9)
    async with sidebar() as (_, widget, _pilot):
        go_to(widget, "idea")
        widget.update_facets(without, ())
        assert widget.selected is not None
        assert widget.selected.label == "Work"
        widget.update_facets(FACETS, ())
        assert widget.selected.label == "idea"


@pytest.mark.parametrize(
    ("label", "text"),
    [
        ("rust", "-tag:rust"),
        ("Areas", "-folder:Areas"),
        ("Today", "-modified:today"),
        ("Today", "created:2025 -modified:today"),
    ],
)
async def test_the_cursor_stays_on_a_filter_that_leaves_nothing(label: str, text: str) -> None:
    async with sidebar() as (_, widget, pilot):
        go_to(widget, label)
        widget.update_facets(Facets(), active_filters(text))
        await pilot.pause()
        assert widget.selected is not None
        assert (widget.selected.kind, widget.selected.state) == ("value", "exclude")
        widget.update_facets(FACETS, ())
        assert widget.selected.label == label


async def test_a_folded_section_stays_folded_while_nothing_is_found() -> None:
    async with sidebar() as (_, widget, pilot):
        go_to(widget, "Dates")
        await pilot.press("left")
        widget.update_facets(Facets(), active_filters("created:2025"))
        assert section(widget, "Dates") == ["Dates"]


async def test_a_sidebar_that_nobody_went_into_begins_with_its_first_section() -> None:
    async with sidebar(size=(40, 12)) as (_, widget, pilot):
        widget.update_facets(Facets(), active_filters("tag:none"))
        widget.update_facets(FACETS, ())
        await pilot.pause()
        assert widget.cursor == 0
        assert widget.scroll_offset.y == 0


async def test_new_counts_leave_the_cursor_on_its_line_of_the_screen() -> None:
    tags = tuple(value(f"tag{i}", 100 - i) for i in range(12))
    folders = tuple(value(f"Folder {i}", 1) for i in range(12))
    async with sidebar(Facets(folders, tags, total=9), size=(40, 10)) as (_, widget, pilot):
        go_to(widget, "tag8")
        await pilot.pause()
        line = widget.cursor - widget.scroll_offset.y
        widget.update_facets(Facets(folders[:5], tags, total=9), ())
        await pilot.pause()
        assert widget.selected is not None
        assert widget.selected.label == "tag8"
        assert widget.cursor - widget.scroll_offset.y == line


async def test_new_counts_do_not_scroll_back_to_a_cursor_that_was_scrolled_away() -> None:
    tags = tuple(value(f"tag{i}", 100 - i) for i in range(12))
    async with sidebar(Facets(tags, tags, total=9), size=(40, 8)) as (_, widget, pilot):
        widget.scroll_to(y=6, animate=False)
        await pilot.pause()
        widget.update_facets(Facets(tags[:11], tags, total=9), ())
        await pilot.pause()
        assert widget.cursor == 0
        assert widget.scroll_offset.y == 6


@pytest.mark.parametrize(("height", "top_label"), [(10, "Folder 10"), (6, "Tags")])
async def test_what_unfolds_at_the_end_comes_into_sight_below_its_row(height: int, top_label: str) -> None:
    tags = tuple(value(f"tag{i}", 100 - i) for i in range(7))
    folders = tuple(value(f"Folder {i}", 1) for i in range(12))
    async with sidebar(Facets(folders, tags, total=9), size=(40, height)) as (_, widget, pilot):
        go_to(widget, "Tags")
        await pilot.press("left")
        widget.action_first()
        await pilot.pause()
        go_to(widget, "Tags")
        await pilot.pause()
        assert widget.cursor - widget.scroll_offset.y == height - 1, "it is the last line of the screen"
        await pilot.press("right")
        await pilot.pause()
        assert widget.rows[widget.scroll_offset.y].label == top_label
        assert widget.selected is not None
        assert widget.selected.label == "Tags"


# Narrowing a section


async def test_typing_narrows_the_section_to_what_contains_the_text_without_case_and_accents() -> None:
    tags = (value("évènement", 1), value("Events/summer", 3), value("work", 9))
    async with sidebar(Facets(tags=tags, total=9)) as (app, widget, pilot):
        go_to(widget, "work")
        await pilot.press("slash", *"eve")
        assert section(widget, "Tags") == ["Tags", "évènement", "Events/summer"]
        assert "/eve" in lines(widget)[0]
        await pilot.press("down", "enter")
        assert app.asked == [("tag", "", "Events/summer", "include")]


async def test_keys_that_delete_a_text_in_an_input_delete_it_where_a_section_is_narrowed() -> None:
    async with sidebar() as (_, widget, pilot):
        go_to(widget, "Folders")
        whole = section(widget, "Folders")
        await pilot.press("f", *"areas", "space", *"zz")
        assert lines(widget)[0].endswith("/areas zz▏")
        await pilot.press("ctrl+w")
        assert lines(widget)[0].endswith("/areas ▏")
        await pilot.press("ctrl+u")
        assert lines(widget)[0].endswith(" /▏")
        assert section(widget, "Folders") == whole
        await pilot.press("x")
        assert lines(widget)[0].endswith("/x▏")


async def test_joiners_of_words_narrow_a_section_as_letters_do() -> None:
    tags = (value("می\u200cخواهم", 1), value("می", 3))
    async with sidebar(Facets(tags=tags, total=4)) as (app, widget, pilot):
        go_to(widget, "می")
        await pilot.press("slash")
        type_text(app, "می\u200cخ")
        await pilot.pause()
        assert section(widget, "Tags") == ["Tags", "می\u200cخواهم"]
        assert "/می\u200cخ" in lines(widget)[0]


async def test_of_a_long_text_of_wide_letters_the_end_is_in_sight() -> None:
    async with sidebar(Facets(tags=(value("日本", 3),), total=3)) as (app, widget, pilot):
        await pilot.press("slash")
        type_text(app, "日本語の長い名前のタグを探しています")
        await pilot.pause()
        assert lines(widget)[0].endswith("しています▏")


async def test_enter_takes_what_was_typed_in_full_before_what_only_has_it() -> None:
    tags = (value("homework", 9), value("Work", 3), value("work/rust", 2))
    async with sidebar(Facets(tags=tags, total=9)) as (app, widget, pilot):
        go_to(widget, "homework")
        await pilot.press("slash", *"work", "enter")
        assert app.asked == [("tag", "", "Work", "include")]
    async with sidebar() as (app, widget, pilot):
        go_to(widget, "rating")
        await pilot.press("slash", *"12", "enter")
        assert app.asked == [("property", "rating", "12", "include")]


async def test_what_was_chosen_by_typing_is_shown_where_it_belongs_with_the_cursor_on_it() -> None:
    folders = (value("Area", 9), value("Area/Deep", 9), value("Area/Deep/Plugins", 4), value("Area/Deep/Themes", 5))
    facets = Facets(folders=folders, total=9)
    async with sidebar(facets) as (app, widget, pilot):
        go_to(widget, "Area")
        await pilot.press("slash", *"plug", "enter")
        assert app.asked == [("folder", "", "Area/Deep/Plugins", "include")]
        widget.update_facets(facets, (active("folder", "Area/Deep/Plugins"),))
        assert section(widget, "Folders") == ["Folders", "Area", "Deep", "Plugins", "Themes"]
        assert widget.selected is not None
        assert (widget.selected.label, widget.selected.state) == ("Plugins", "include")


async def test_nested_values_that_are_chosen_one_by_one_among_those_found_stand_unfolded_afterwards() -> None:
    tags = (value("work", 9), value("work/rust", 4), value("work/go", 2), value("cork", 1))
    async with sidebar(Facets(tags=tags, total=9)) as (app, widget, pilot):
        go_to(widget, "cork")
        await pilot.press("slash", *"wor", "down")
        while widget.selected is not None and widget.selected.value != "work/rust":
            await pilot.press("down")
        await pilot.press("space")
        assert app.asked == [("tag", "", "work/rust", "include")]
        assert "cork" not in section(widget, "Tags"), "others that were found may be chosen as well"
        widget.update_facets(Facets(tags=tags, total=9), (active("tag", "work/rust"),))
        await pilot.press("escape")
        assert section(widget, "Tags") == ["Tags", "work", "rust", "go", "cork"]
        assert widget.selected is not None
        assert (widget.selected.value, widget.selected.state) == ("work/rust", "include")


async def test_paths_found_by_typing_are_cut_at_their_beginning() -> None:
    folders = tuple(value(f"A long name of a folder/{name}", 4) for name in ("Plugins", "Themes"))
    async with sidebar(Facets(folders=folders, total=9)) as (_, widget, pilot):
        go_to(widget, folders[0].value)
        await pilot.press("slash", *"long")
        shown = [line.strip() for line in lines(widget)]
        assert any(line.startswith("…/Plugins") for line in shown)
        assert any(line.startswith("…/Themes") for line in shown)


async def test_letters_that_are_commands_are_text_while_typing() -> None:
    async with sidebar(Facets(tags=(value("x c", 1), value("work", 9)), total=9)) as (app, widget, pilot):
        go_to(widget, "work")
        await pilot.press("slash", "x", "space", "c")
        assert section(widget, "Tags") == ["Tags", "x c"]
        assert app.asked == []
        await pilot.press("enter")
        assert app.asked == [("tag", "", "x c", "include")]
        assert "/" not in lines(widget)[0]


async def test_who_types_goes_on_typing_after_a_look_into_another_window() -> None:
    async def look_away(app: Probe, pilot: Pilot[None]) -> None:
        for event in (AppBlur(), AppFocus()):
            app.post_message(event)
            await pilot.pause()

    async with sidebar() as (app, widget, pilot):
        go_to(widget, "rust")
        await pilot.press("slash")
        await look_away(app, pilot)
        widget.post_message(Paste("i"))
        await pilot.pause()
        await look_away(app, pilot)
        await pilot.press("d", "x")
        assert section(widget, "Tags") == ["Tags", "nothing like that"]
        assert (widget.typing, app.asked) == (True, [])


async def test_escape_and_backspace_on_nothing_show_the_whole_section_again() -> None:
    async with sidebar(Facets(tags=(value("rust", 1), value("work", 9)), total=9)) as (_, widget, pilot):
        go_to(widget, "work")
        await pilot.press("slash", "r", "u", "escape")
        assert section(widget, "Tags") == ["Tags", "rust", "work"]
        await pilot.press("slash", "z")
        assert section(widget, "Tags") == ["Tags", "nothing like that"]
        await pilot.press("backspace", "backspace")
        assert widget.selected is not None
        assert section(widget, "Tags") == ["Tags", "rust", "work"]


async def test_an_excluded_folder_that_has_no_note_left_shows_the_end_of_its_path() -> None:
    path = "02 - Community Expansions/02.01 Plugins"
    async with sidebar(filters=(active("folder", path, negated=True),)) as (_, widget, _):
        assert any(line.startswith("✗  …/02.01 Plugins") for line in lines(widget))


async def test_a_section_stays_narrowed_when_counts_change() -> None:
    async with sidebar() as (_, widget, pilot):
        go_to(widget, "rust")
        await pilot.press("slash", "i", "d")
        widget.update_facets(FACETS, (active("tag", "work"),))
        assert section(widget, "Tags") == ["Tags", "idea"]


async def test_new_counts_leave_the_cursor_on_the_match_that_enter_takes() -> None:
    async with sidebar() as (app, widget, pilot):
        go_to(widget, "author")
        await pilot.press("slash", "4", "9")
        widget.update_facets(FACETS, (active("tag", "work"),))
        assert widget.selected is not None
        assert widget.selected.label == "Author 49"
        await pilot.press("enter")
        assert app.asked == [("property", "author", "Author 49", "include")]


async def test_who_has_moved_among_the_matches_stays_there_when_counts_change_and_to_type_on() -> None:
    async with sidebar() as (_, widget, pilot):
        go_to(widget, "author")
        await pilot.press("slash", *"author 1", "down", "down", "slash")
        for counted in (FACETS, replace(FACETS, tags=())):
            assert widget.selected is not None
            assert widget.selected.label == "Author 12"
            widget.update_facets(counted, ())
        await pilot.press("9")
        assert widget.selected is not None
        assert widget.selected.label == "Author 19"


async def test_values_that_are_counted_while_one_types_are_taken_by_enter_and_come_into_sight() -> None:
    author = replace(FACETS.properties[1], values=FACETS.properties[1].values[:20])
    few = replace(FACETS, properties=(FACETS.properties[0], author))
    async with sidebar(few, size=(40, 12)) as (app, widget, pilot):
        go_to(widget, "author")
        await pilot.press("slash", *"author 4")
        assert lines(widget)[-1].strip() == "counting …"
        widget.update_facets(replace(FACETS, properties=FACETS.properties[:2]), ())
        await pilot.pause()
        assert sum("Author 4" in line for line in lines(widget)) == 10
        await pilot.press("enter")
        assert app.asked == [("property", "author", "Author 40", "include")]


async def test_narrowing_a_property_with_uncounted_values_asks_for_all_of_them() -> None:
    async with sidebar() as (app, widget, pilot):
        go_to(widget, "author")
        await pilot.press("slash", "4", "9")
        assert app.facets_wanted == [("modified", frozenset({"author"}))]
        assert section(widget, "author") == ["author", "Author 49"]


async def test_a_filter_on_the_other_date_narrows_the_section_that_it_stands_in() -> None:
    async with sidebar(filters=(active("created", "2025"),)) as (app, widget, pilot):
        go_to(widget, "created 2025")
        await pilot.press("slash", "d", "e", "c")
        assert section(widget, "Dates") == ["Dates", "2024-12"]
        assert any("Dates" in line and "/dec" in line for line in lines(widget))
        await pilot.press("enter")
        assert app.asked == [("modified", "", "2024-12", "include")]


async def test_matches_of_a_section_at_the_lower_end_come_into_sight() -> None:
    async with sidebar(size=(40, 12)) as (_, widget, pilot):
        widget.cursor = next(index for index, row in enumerate(widget.rows) if row.label == "author")
        await pilot.pause()
        widget.scroll_to(y=widget.cursor - 11, animate=False)
        await pilot.press("slash", *"author 1")
        await pilot.pause()
        assert sum("Author 1" in line for line in lines(widget)) == 10


async def test_what_is_typed_for_a_section_that_has_gone_is_no_command_and_harms_nothing() -> None:
    async with sidebar() as (app, widget, pilot):
        go_to(widget, "author")
        await pilot.press("slash", "4")
        widget.update_facets(replace(FACETS, properties=FACETS.properties[:1]), ())
        await pilot.press("x", "c")
        assert not app.asked
        widget.update_facets(FACETS, ())
        assert "/4xc" in "".join(lines(widget))


async def test_values_that_even_the_whole_count_leaves_out_are_not_said_to_be_missing() -> None:
    counted = tuple(value(f"Author {i:05}", 9) for i in range(MOST_FACET_VALUES))
    async with sidebar() as (_, widget, pilot):
        go_to(widget, "author")
        await pilot.press("slash", *"zz")
        assert section(widget, "author") == ["author", "counting …"]
        widget.update_facets(Facets(properties=(PropertyFacet("author", "text", 1, counted, len(counted) + 1),)), ())
        assert section(widget, "author") == ["author", "none of the 20,000 most frequent"]


async def test_a_long_list_ends_where_nobody_reads_on_and_says_how_the_rest_is_found() -> None:
    facets = Facets(tags=tuple(value(f"tag{i}", 9) for i in range(MOST_ROWS + 7)))
    async with sidebar(facets, filters=(active("tag", f"tag{MOST_ROWS + 3}"),)) as (_, widget, pilot):
        widget.cursor = len(widget.rows) - 1
        await pilot.press("enter")
        names = section(widget, "Tags")
        assert names[-3:] == [f"tag{MOST_ROWS - 1}", f"tag{MOST_ROWS + 3}", "6 more: find them by name"]


# Rare properties


def many_properties(number: int) -> Facets:
    found = (PropertyFacet(f"key{i:03}", "text", 500 - i, (value("a", 2), value("b", 1)), 2) for i in range(number))
    return Facets(tags=(value("work", 3),), properties=tuple(found))


def headings(widget: FilterSidebar) -> list[str]:
    return [row.label for row in widget.rows if row.kind == "section"]


async def test_rare_properties_stand_below_one_row_that_unfolds() -> None:
    async with sidebar(many_properties(PROPERTIES)) as (_, widget, _):
        assert headings(widget)[-1] == f"key{PROPERTIES - 1:03}"
    async with sidebar(many_properties(PROPERTIES + 30)) as (_, widget, pilot):
        assert headings(widget)[-2:] == [f"key{PROPERTIES - 1:03}", "More properties"]
        widget.cursor = len(widget.rows) - 1
        await pilot.pause()
        assert lines(widget)[-1].split() == ["▸", "More", "properties", "30"]
        await pilot.press("right")
        assert headings(widget)[-1] == f"key{PROPERTIES + 29:03}"
        await pilot.press("right", "down", "right")
        assert section(widget, "key061") == ["key061", "a", "b"]
        await pilot.press("left", "left")
        assert widget.selected is not None
        assert widget.selected.label == "More properties"
        await pilot.press("left")
        assert headings(widget)[-1] == "More properties"


async def test_maps_which_have_no_section_leave_as_many_properties_that_have_one() -> None:
    found = many_properties(PROPERTIES - 2).properties
    maps = tuple(PropertyFacet(f"map{number}", "map", 1, (), 0) for number in range(PROPERTIES + 10))
    for facets in (Facets(properties=found + maps[:4]), Facets(tags=(value("work", 3),), properties=maps)):
        async with sidebar(facets) as (_, widget, __):
            assert "More properties" not in headings(widget)


async def test_a_rare_property_with_a_filter_has_its_section_among_the_others() -> None:
    filters = (active("property", "b", "key080", negated=True),)
    async with sidebar(many_properties(PROPERTIES + 30), filters) as (_, widget, _):
        assert headings(widget)[-2:] == ["key080", "More properties"]
        assert widget.rows[-1].amount == 29
        assert headings(widget).count("key080") == 1


async def test_a_rare_property_is_found_by_its_name() -> None:
    async with sidebar(many_properties(PROPERTIES + 30)) as (app, widget, pilot):
        widget.cursor = len(widget.rows) - 1
        await pilot.press("slash", *"y08")
        assert headings(widget)[-3:] == ["key087", "key088", "key089"]
        await pilot.press(*"3")
        assert headings(widget)[-2:] == ["More properties", "key083"]
        await pilot.press("enter")
        assert widget.selected is not None
        assert (widget.selected.label, widget.selected.open) == ("key083", True)
        assert headings(widget)[-1] == "key089"
        await pilot.press("down", "down", "space")
        assert app.asked == [("property", "key083", "b", "include")]
        go_to(widget, "More properties")
        await pilot.press("slash", *"y083", "enter")
        assert (widget.selected.label, widget.selected.open) == ("key083", True)


async def test_a_section_that_was_found_by_its_name_can_be_narrowed_itself() -> None:
    async with sidebar(many_properties(PROPERTIES + 30)) as (app, widget, pilot):
        widget.cursor = len(widget.rows) - 1
        await pilot.press("slash", *"y08", "down", "slash", "b")
        assert section(widget, "key081") == ["key081", "b"]
        await pilot.press("enter")
        assert app.asked == [("property", "key081", "b", "include")]


async def test_of_rare_properties_the_one_that_was_typed_comes_before_those_that_only_have_its_name_in_theirs() -> None:
    facets = many_properties(PROPERTIES)
    rare = (PropertyFacet("due date", "text", 2, (), 0), PropertyFacet("Date", "text", 1, (), 0))
    async with sidebar(replace(facets, properties=facets.properties + rare)) as (_, widget, pilot):
        widget.cursor = len(widget.rows) - 1
        await pilot.press("slash", *"date")
        assert widget.selected is not None
        assert widget.selected.label == "Date"
        await pilot.press(*"xx")
        assert widget.rows[-1].label == "none of these 2"


async def test_control_characters_typed_or_pasted_are_drawn_harmlessly() -> None:
    async with sidebar() as (_, widget, pilot):
        go_to(widget, "rust")
        await pilot.press("slash")
        widget.post_message(Paste("a\x1b[2J\nnext line"))
        await pilot.pause()
        assert "/a␛[2J" in "".join(lines(widget))


async def test_of_a_very_long_text_that_is_pasted_the_beginning_is_taken_and_that_is_told() -> None:
    longest = "x" * LONGEST_PASTE
    async with sidebar(Facets(tags=(value(longest, 1), value("x", 2)), total=3)) as (app, widget, pilot):
        go_to(widget, "Tags")
        await pilot.press("slash")
        widget.post_message(Paste(longest + "yz"))
        await pilot.pause()
        assert section(widget, "Tags") == ["Tags", longest]
        assert [notice.message for notice in app._notifications] == ["Only the first 4,000 characters are taken."]


# Mouse


def line_of(widget: FilterSidebar, label: str) -> int:
    return next(index for index, row in enumerate(widget.rows) if row.label == label)


async def test_a_click_includes_and_a_right_or_ctrl_click_excludes() -> None:
    async with sidebar() as (app, widget, pilot):
        await pilot.click(FilterSidebar, offset=(6, line_of(widget, "rust")))
        await pilot.click(FilterSidebar, offset=(6, line_of(widget, "rust")), control=True)
        await pilot.click(FilterSidebar, offset=(6, line_of(widget, "rust")), button=3)
        assert [state for *_, state in app.asked] == ["include", "exclude", "exclude"]


async def test_a_click_on_the_triangle_folds_and_one_on_a_section_too() -> None:
    async with sidebar() as (app, widget, pilot):
        await pilot.click(FilterSidebar, offset=(1, line_of(widget, "Projects")))
        assert "rust" in section(widget, "Folders")
        await pilot.click(FilterSidebar, offset=(1, line_of(widget, "Projects")))
        assert "rust" not in section(widget, "Folders")
        await pilot.click(FilterSidebar, offset=(5, 0))
        assert section(widget, "Folders") == ["Folders"]
        assert app.asked == []


async def test_a_click_on_a_bar_of_the_histogram_chooses_its_month() -> None:
    async with sidebar() as (app, widget, pilot):
        y = line_of(widget, "Dates")
        x = lines(widget)[y].index("█")
        await pilot.click(FilterSidebar, offset=(x, y))
        widget.update_facets(FACETS, (active("modified", "2024-12"),))
        await pilot.click(FilterSidebar, offset=(x, y))
        assert app.asked == [("modified", "", "2024-12", "include")] * 2


@pytest.mark.parametrize(("narrowed", "drawn"), [("rust", True), ("This year", False)])
async def test_a_bar_tells_of_its_month_and_is_clicked_while_it_is_drawn_whatever_else_is_narrowed(
    narrowed: str, drawn: bool
) -> None:
    async with sidebar() as (app, widget, pilot):
        x = lines(widget)[line_of(widget, "Dates")].index("█")
        go_to(widget, narrowed)
        await pilot.press("slash", "i", "down")
        place = (x, line_of(widget, "Dates"))
        await pilot.hover(FilterSidebar, offset=place)
        assert str(widget.tooltip) == ("2024-12: 9 notes" if drawn else "None")
        await pilot.click(FilterSidebar, offset=place)
        assert app.asked == ([("modified", "", "2024-12", "include")] if drawn else [])


async def test_a_name_that_is_cut_off_is_shown_in_full_below_the_mouse() -> None:
    async with sidebar(Facets(tags=(value("[b]" + "long " * 12, 3), value("short", 1)), total=3)) as (_, widget, pilot):
        await pilot.hover(FilterSidebar, offset=(6, 1))
        assert str(widget.tooltip).startswith("[b]long long")
        await pilot.hover(FilterSidebar, offset=(6, 2))
        assert widget.tooltip is None


# The query text


def unfolded(rows: FacetRows) -> list[FacetRow]:
    """All rows, with nothing folded and no list cut."""
    while True:
        row = next((row for row in rows.rows if row.open is False), None)
        if row is not None:
            rows.set_open(row, True)
            continue
        more = next((row for row in rows.rows if row.kind == "more" and row.amount != row.section.hidden), None)
        if more is None:
            return list(rows.rows)
        rows.show_whole(more)


@pytest.mark.parametrize("state", ["include", "exclude"])
def test_what_a_row_asks_for_is_what_it_shows_when_the_text_has_it_and_can_be_released(
    state: Literal["include", "exclude"],
) -> None:
    rows = FacetRows()
    rows.update(FACETS, (), TODAY)
    values = [row for row in unfolded(rows) if row.kind == "value"]
    assert len(values) > 80
    for row in values:
        target = (row.section.key, row.value) if row.section.operator == "property" else row.value
        text = set_filter("rust", row.section.operator, target, state=state, comparison=row.comparison)
        item = ActiveFilter(row.section.operator, row.section.key, row.value, False, 0, 0, row.comparison)
        assert FacetFilters(active_filters(text)).state(item) == state
        rows.update(FACETS, active_filters(text), TODAY)
        shown = [other for other in rows.rows if other.kind == "value" and other.state != "off"]
        assert [(other.id, other.state) for other in shown] == [(row.id, state)]
        assert set_filter(text, row.section.operator, target, state="off", comparison=row.comparison) == "rust"


# Speed


def test_two_thousand_rows_are_made_in_a_few_milliseconds() -> None:
    tags = tuple(value(f"tag{i}", i) for i in range(2000))
    facets = (Facets(tags=tags, total=1), Facets(tags=tags[::-1], total=1))
    rows = FacetRows()
    rows.update(facets[0], (active("tag", "tag7"),), TODAY)
    rows.show_whole(rows.rows[-1])
    assert len(rows.rows) > 2000
    times = []
    for turn in range(10):
        start = time.thread_time()
        rows.update(facets[turn % 2], (active("tag", "tag7"),), TODAY)
        times.append(time.thread_time() - start)
    # 2.5 ms where it was written; ten times that still tells a quadratic mistake.
    assert min(times) < 0.025


def test_no_two_rows_are_the_same_row() -> None:
    filters = (
        active("modified", "2025"),
        active("created", "2025"),
        active("property", "", "Status", comparison="exists"),
        active("property", "", "Status", comparison="empty"),
        active("property", "4..6", "rating"),
    )
    rows = FacetRows()
    rows.update(FACETS, filters, TODAY)
    ids = [row.id for row in unfolded(rows)]
    assert len(ids) == len(set(ids))


def test_only_the_present_filters_count() -> None:
    rows = FacetRows()
    rows.update(FACETS, (active("tag", "rust"),), TODAY)
    rows.update(FACETS, (), TODAY)
    states: dict[str, Any] = {row.label: row.state for row in rows.rows}
    assert states["rust"] == "off"
