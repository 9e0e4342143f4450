"""What two windows on one vault have made of the state that both began with, as one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from vaulttui.tui.state.remembered import HISTORY_LENGTH, RECENT_NOTES, UiState

Item = TypeVar("Item")


def joined(before: UiState, ours: UiState, theirs: UiState) -> UiState:
    """What two windows have made of one state; of what they cannot share, it is ours."""
    both = replace(
        ours,
        saved=[],
        history=_merged_by_time(before.history, ours.history, theirs.history)[-HISTORY_LENGTH:],
        recent=_merged_by_time(before.recent[::-1], ours.recent[::-1], theirs.recent[::-1])[::-1][:RECENT_NOTES],
    )
    for search in _merged(before.saved, ours.saved, theirs.saved):
        both.save_search(search)
    return both


def _merged(before: Sequence[Item], ours: Sequence[Item], theirs: Sequence[Item]) -> list[Item]:
    """What two windows have made of one list whose order says nothing."""
    added = [item for item in theirs if item not in before and item not in ours]
    return added + [item for item in ours if item in theirs or item not in before]


def _merged_by_time(before: Sequence[str], ours: Sequence[str], theirs: Sequence[str]) -> list[str]:
    """What two windows have made of one list that is the oldest first: what is new in either is last, ours at the end.

    What one of them has deleted stays only where the other has remembered it anew. The list may be longer than both.
    """
    new, their_new = _newest(before, ours), _newest(before, theirs)
    gone = {*before}.difference(ours, their_new)
    both = [item for item in theirs if item not in gone and item not in new]
    deleted = {*before}.difference(theirs)
    behind = 0
    for item in ours[: len(ours) - len(new)]:
        if item in both:
            behind = both.index(item) + 1
        elif item not in deleted:  # brought back to where it was
            both.insert(behind, item)
            behind += 1
    return both + new


def _newest(before: Sequence[str], now: Sequence[str]) -> list[str]:
    """What was put at the end of a list, be it new or from further up."""
    place = {item: index for index, item in enumerate(before)}
    last, end = -1, 0
    for index, item in enumerate(now):
        if place.get(item, -1) > last:
            last, end = place[item], index + 1
    return [*now[end:]]
