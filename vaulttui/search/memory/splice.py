"""How the numbers of rows move when few of them go and few others come: in runs, each of which is copied as one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from vaulttui.index.storage.arrays import IntArray
from vaulttui.values import dataclass

_Scalar = TypeVar("_Scalar", bound=np.generic)


@dataclass(frozen=True, slots=True)
class Run:
    """Rows that stay beside each other, or that come together."""

    added: bool
    """Whether they are some of those that come."""
    start: int
    """Number of the first, among those before or among those that come."""
    stop: int
    place: int
    """Number of the first afterwards."""

    @property
    def rows(self) -> slice:
        """Their numbers afterwards."""
        return slice(self.place, self.place + self.stop - self.start)

    @property
    def moved(self) -> int:
        """What is added to their numbers."""
        return self.place - self.start


@dataclass(frozen=True, slots=True)
class Splice:
    """Which rows go and where others come, as runs in the order in which they stand afterwards."""

    runs: tuple[Run, ...]
    count: int
    """Rows before."""

    @classmethod
    def of(cls, count: int, gone: Sequence[int], places: Sequence[int]) -> Splice:
        """A splice of some rows.

        Args:
            count: Rows before.
            gone: Numbers of those that go, ascending.
            places: For each one that comes, the number of the one that it comes before, ascending.
        """
        # At a place, what comes there stands before what goes there.
        cuts = sorted([*((place, True) for place in gone), *((place, False) for place in places)])
        ranges: list[tuple[bool, int, int]] = []
        at = come = 0
        for place, goes in cuts:
            if at < place:
                ranges.append((False, at, place))
            at = place + goes
            if not goes:
                ranges.append((True, come, come + 1))
                come += 1
        return cls(tuple(_placed([*ranges, (False, at, count)])), count)

    def below(self, before: Callable[[int], int], added: Callable[[int], int]) -> Splice:
        """The splice of what belongs to the rows and stands in their order, run by run.

        Args:
            before: Gives the number of the first that belongs to a row before, or how many there are behind the last.
            added: The same for the rows that come.
        """
        firsts = (before, added)
        ranges = ((run.added, firsts[run.added](run.start), firsts[run.added](run.stop)) for run in self.runs)
        return Splice(tuple(_placed(ranges)), before(self.count))

    @property
    def in_place(self) -> bool:
        """Whether all rows that stay keep their numbers."""
        return self.runs[-1].rows.stop == self.count and not any(run.moved for run in self.runs if not run.added)

    def column(self, before: NDArray[_Scalar], added: NDArray[Any]) -> NDArray[_Scalar]:
        """An array of one value a row; the one before if nothing in it changes.

        Args:
            before: Values of the rows before.
            added: Values of those that come.
        """
        sources = (before, added.astype(before.dtype, copy=False))
        parts = [sources[run.added][run.start : run.stop] for run in self.runs]
        return self._joined(before, parts, self.in_place)

    def numbers(self, before: IntArray, added: IntArray, other: Splice) -> IntArray:
        """A column of numbers of other rows.

        Args:
            before: As with :meth:`column`.
            added: The same; numbers among those of the other rows that come.
            other: Moves the other rows; each of its runs has the rows that the numbers in a run of this one are of.
        """
        sources = (before, added.astype(before.dtype, copy=False))
        parts = [
            part + part.dtype.type(theirs.moved) if theirs.moved else part
            for run, theirs in zip(self.runs, other.runs, strict=True)
            for part in [sources[run.added][run.start : run.stop]]
        ]
        return self._joined(before, parts, self.in_place and other.in_place)

    def _joined(
        self, before: NDArray[_Scalar], parts: Sequence[NDArray[_Scalar]], same_beside: bool
    ) -> NDArray[_Scalar]:
        # Memory that is new costs more than to look whether it is needed.
        if same_beside and all(
            np.array_equal(before[run.rows], part) for run, part in zip(self.runs, parts, strict=True) if run.added
        ):
            return before
        return np.concatenate(parts)

    def texts(self, before: tuple[str, ...], added: Sequence[str]) -> tuple[str, ...]:
        """As :meth:`column`, of texts."""
        sources = (before, added)
        if self.in_place and all(
            before[place] == text
            for run in self.runs
            if run.added
            for place, text in enumerate(added[run.start : run.stop], run.place)
        ):
            return before
        texts: list[str] = []
        for run in self.runs:
            texts += sources[run.added][run.start : run.stop]
        return tuple(texts)

    def places(self, before: IntArray, old: IntArray, new: IntArray) -> IntArray:
        """Numbers by identity, -1 where there is none.

        Args:
            before: The numbers before.
            old: Identity of every row before.
            new: Identity of every row afterwards.
        """
        size = int(new.max()) + 1 if len(new) else 0
        places = np.empty(max(size, len(before)), dtype=before.dtype)
        places[: len(before)] = before
        places[len(before) :] = -1
        for start, stop in self._gone(len(old)):
            places[old[start:stop]] = -1
        for run in self.runs:
            if run.added or run.moved:
                places[new[run.rows]] = np.arange(run.rows.start, run.rows.stop, dtype=places.dtype)
        return places[:size]

    def _gone(self, count: int) -> Iterator[tuple[int, int]]:
        at = 0
        for run in self.runs:
            if not run.added:
                yield at, run.start
                at = run.stop
        yield at, count


def _placed(ranges: Iterable[tuple[bool, int, int]]) -> Iterator[Run]:
    place = 0
    for added, start, stop in ranges:
        yield Run(added, start, stop, place)
        place += stop - start
