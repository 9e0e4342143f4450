"""A histogram of notes over time in one line."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from vaulttui.search.engine import FacetValue
from vaulttui.tui.widgets.histogram import bars, spark


def months(**counts: int) -> list[FacetValue]:
    """Months from ``y2024_01=3``."""
    named = {name[1:].replace("_", "-"): count for name, count in counts.items()}
    return [FacetValue(month, month, count) for month, count in sorted(named.items())]


def test_every_month_has_a_bar_if_there_is_room_and_months_without_notes_have_empty_ones() -> None:
    shown = bars(months(y2023_11=1, y2024_02=4), 12)
    assert [(bar.first, bar.count) for bar in shown] == [("2023-11", 1), ("2023-12", 0), ("2024-01", 0), ("2024-02", 4)]
    assert shown[0].filter_value == "2023-11"


def test_bars_stand_for_quarters_where_months_do_not_fit() -> None:
    shown = bars(months(y2024_01=1, y2024_03=2, y2024_12=5), 4)
    assert [(bar.filter_value, bar.count) for bar in shown] == [
        ("2024-01..2024-03", 3),
        ("2024-04..2024-06", 0),
        ("2024-07..2024-09", 0),
        ("2024-10..2024-12", 5),
    ]


def test_one_note_of_long_ago_does_not_flatten_the_rest() -> None:
    shown = bars(months(y1970_01=1, y2024_01=300, y2024_06=400), 12)
    assert shown[0].first == "2024-01"


def test_no_months_make_no_bars() -> None:
    assert bars([], 10) == ()
    assert bars(months(y2024_01=3), 0) == ()


def test_the_highest_bar_is_full_and_only_nothing_looks_like_nothing() -> None:
    assert spark([0, 1, 50, 100]) == "▁▂▅█"
    assert spark([]) == ""


@given(
    counts=st.dictionaries(st.integers(1990 * 12, 2040 * 12), st.integers(1, 500), min_size=1),
    width=st.integers(1, 40),
)
def test_bars_fit_and_follow_each_other_and_count_nearly_every_note(counts: dict[int, int], width: int) -> None:
    values = [FacetValue(f"{n // 12:04}-{n % 12 + 1:02}", "", count) for n, count in sorted(counts.items())]
    shown = bars(values, width)
    assert 1 <= len(shown) <= width
    assert [bar.first for bar in shown] == sorted(bar.first for bar in shown)
    assert sum(bar.count for bar in shown) <= sum(counts.values())
    if width >= 13:
        assert sum(bar.count for bar in shown) >= sum(counts.values()) * 0.98
