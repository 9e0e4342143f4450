"""Which pages of results are asked for, and where a result is after all was asked anew."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from vaulttui.search.query import Hit
from vaulttui.tui.widgets.marks import Marks
from vaulttui.tui.widgets.result_pages import MOST_SOUGHT, PAGE_SIZE, ResultPages, pages_around, place_of

from .fake_engine import hit_of
from .fake_notes import FakeNote

TOTAL = 4 * PAGE_SIZE


def results(numbers: list[int]) -> list[Hit]:
    return [hit_of(FakeNote(f"{number:03}.md", f"Note {number}", "text", days=number)) for number in numbers]


ALL = results(list(range(TOTAL)))


@given(st.lists(st.integers(0, TOTAL - 1)), st.sets(st.integers(0, 3)))
def test_each_page_is_asked_for_once_until_it_has_come(rows: list[int], come: set[int]) -> None:
    pages = ResultPages()
    for page in come:
        pages.add(page * PAGE_SIZE, ALL[page * PAGE_SIZE : (page + 1) * PAGE_SIZE])
    missing = {row - row % PAGE_SIZE for row in rows if row // PAGE_SIZE not in come}
    asked = pages.to_ask_for(rows)
    assert sorted(asked) == sorted(missing)
    assert pages.to_ask_for(rows) == []
    pages.forget_asked()
    assert pages.to_ask_for(rows) == asked


def test_further_pages_stay_until_they_come_anew_if_the_same_is_asked_again() -> None:
    pages = ResultPages()
    for again in (False, True):
        pages.begin(ALL[:PAGE_SIZE], TOTAL, again=False)
        pages.add(PAGE_SIZE, ALL[PAGE_SIZE : 2 * PAGE_SIZE])
        pages.begin(ALL[1 : PAGE_SIZE + 1], TOTAL - 1, again=again)
        assert pages.at(0) == ALL[1]
        assert pages.at(PAGE_SIZE) == (ALL[PAGE_SIZE] if again else None)
        assert pages.to_ask_for([0, PAGE_SIZE]) == [PAGE_SIZE]
        pages.add(PAGE_SIZE, ALL[PAGE_SIZE + 1 : 2 * PAGE_SIZE + 1])
        assert pages.at(PAGE_SIZE) == ALL[PAGE_SIZE + 1]
        assert pages.to_ask_for([0, PAGE_SIZE]) == []


def test_a_passage_is_found_again_on_another_line_before_another_one_of_its_note() -> None:
    first, second = (replace(ALL[0], first_line=line, content=text) for line, text in [(5, "one"), (9, "two")])
    shifted = [replace(hit, first_line=hit.first_line + 4) for hit in (first, second)]
    assert [place_of(hit, dict(enumerate(shifted))) for hit in (first, second)] == [0, 1]


def test_a_mark_keeps_to_its_passage_and_stays_as_it_was_where_its_note_is_not_found() -> None:
    first, second = (replace(ALL[0], first_line=line, content=text) for line, text in [(5, "one"), (9, "two")])
    marks = Marks()
    marks.toggle(second)
    marks.toggle(ALL[1])
    for shift in (4, 8):
        found = [replace(hit, first_line=hit.first_line + shift) for hit in (first, second)]
        marks.renew(dict(enumerate(found)))
        assert marks.hits == (found[1], ALL[1])


@given(st.integers(0, TOTAL - 1), st.sets(st.integers(0, TOTAL - 1), max_size=5))
def test_a_result_is_found_again_on_the_first_page_or_looked_for_on_those_near_its_row(
    row: int, gone: set[int]
) -> None:
    reach = len(gone)
    left = [hit for number, hit in enumerate(ALL) if number not in gone]
    pages = ResultPages()
    pages.begin(left[:PAGE_SIZE], len(left), again=True)
    place, sought = pages.follow(ALL[row], row, len(left), grown=-reach, reach=reach)
    where = left.index(ALL[row]) if row not in gone else None
    if where is not None and where < PAGE_SIZE:
        assert (place, sought) == (where, None)
        return
    assert place == row
    assert where is None or (sought is not None and where - where % PAGE_SIZE in sought.pages)
    while sought is not None:
        assert all(PAGE_SIZE <= page < len(left) for page in sought.pages)
        sought = sought.without(sought.pages[0])


@given(st.integers(PAGE_SIZE, TOTAL - 1), st.integers(-TOTAL, TOTAL), st.none() | st.integers(0, TOTAL))
def test_a_result_is_looked_for_as_far_as_it_may_have_moved_and_first_where_new_ones_above_it_bring_it(
    row: int, grown: int, reach: int | None
) -> None:
    total = max(row + 1, TOTAL + grown)
    pages = pages_around(row, total, grown=grown, reach=reach)
    assert len(pages) == len(set(pages))
    assert all(page % PAGE_SIZE == 0 and 0 <= page < total for page in pages)
    for place in range(total):
        if reach is None or abs(place - row) <= reach:
            assert place - place % PAGE_SIZE in pages
    likely = [row - row % PAGE_SIZE, max(0, row + grown) - max(0, row + grown) % PAGE_SIZE]
    assert {*pages[: len(set(likely))]} == {*likely} or not {*likely} <= {*pages}


def test_what_is_not_on_as_many_pages_as_are_looked_through_counts_as_there_still() -> None:
    total = (MOST_SOUGHT + 10) * PAGE_SIZE
    pages = ResultPages()
    pages.begin(ALL[:PAGE_SIZE], total, again=True)
    _, sought = pages.follow(ALL[60], 60, total)
    for page in [*sought.pages] if sought is not None else ():
        assert sought is not None
        sought = sought.without(page)
    assert sought is not None
    assert sought.pages == []
    _, near = pages.follow(ALL[60], 60, total, reach=1)
    for page in [*near.pages] if near is not None else ():
        assert near is not None
        near = near.without(page)
    assert near is None


def test_what_most_of_some_rows_have_moved_by() -> None:
    pages = ResultPages()
    pages.begin([ALL[7], *(hit for hit in ALL[:PAGE_SIZE] if hit is not ALL[7])], TOTAL, again=True)
    assert pages.moved_by({row: ALL[row] for row in range(5, 8)}) == 1
    assert pages.moved_by({row: ALL[row] for row in range(8, 12)}) == 0
    assert pages.moved_by({3: None, 4: ALL[4]}) == 1
    assert pages.moved_by({3: None, 90: ALL[90]}) is None
