"""Conditions on whole paragraphs and list items, where a long one was cut into several chunks.

What was cut is looked at as it was written: any two chunks beside each other, as far as they have parts of one block,
and the whole block. Looked at is only what has the words that are asked for, and of which no chunk holds it alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import numpy as np

from vaulttui.index.storage.arrays import IntArray, as_mask, integers, objects, scan
from vaulttui.search.conditions.filter_caches import GenerationCache
from vaulttui.search.conditions.shared_parts import SharedParts, read_shared_parts
from vaulttui.search.conditions.text_conditions import Condition
from vaulttui.search.memory.selection import Selection
from vaulttui.search.memory.snapshot import Mask
from vaulttui.search.memory.texts import TextCache

Test = Callable[[Sequence[str]], Iterable[int]]
"""Gives the places of those of some texts that hold something."""


class SharedBlocks:
    """Looks for blocks that several chunks share.

    Args:
        selected: Asks the database.
        texts: Shared between searches.
        cache: Shared between searches.
    """

    def __init__(self, selected: Selection, texts: TextCache, cache: GenerationCache[SharedParts]) -> None:
        self._selected = selected
        self._texts = texts
        self._cache = cache

    def with_holding(self, found: Mask, test: Test, runs: Mask | None = None) -> Mask:
        """Some chunks, and those that hold something together which none of them holds alone.

        Args:
            found: Chunks that hold it alone.
            test: Whether a text holds it.
            runs: What can hold it, as :meth:`runs_holding` tells; ``None`` for anything.
        """
        parts = self._parts()
        if not parts.run_count:
            return found
        numbers = self._selected.snapshot.chunk_numbers[parts.chunk_ids]
        count = int(parts.pieces[-1]) + 1
        wanted = ~as_mask(parts.pieces[found[numbers]], count)
        if runs is not None:
            wanted &= as_mask(parts.pieces[runs[parts.runs[parts.chunk_ids]]], count)
        if not wanted.any():
            return found
        pieces = self._pieces(parts, wanted[parts.pieces])
        holding = as_mask(np.flatnonzero(wanted)[list(test(pieces))], count)
        is_pair = parts.pieces < parts.pair_count
        mask = found.copy()
        mask[numbers[is_pair & holding[parts.pieces]]] = True
        holding &= ~as_mask(parts.pieces[mask[numbers]], count)
        mask[numbers[~is_pair & holding[parts.pieces]]] = True
        return mask

    def satisfying(self, condition: Condition) -> Test:
        """A test for SQL over a column ``piece``."""
        sql, parameters = condition

        def places(pieces: Sequence[str]) -> Iterable[int]:
            rows = {"place": integers(range(len(pieces))), "piece": objects(pieces)}
            found = scan(self._selected.begin(), f"SELECT place FROM rows WHERE {sql}", rows, parameters)
            return [place for (place,) in found.fetchall()]

        return places

    def _pieces(self, parts: SharedParts, wanted: Mask) -> list[str]:
        """Texts of pieces, in the order of their numbers.

        Args:
            parts: Those there are.
            wanted: Which of them to take: all of a piece or none.
        """
        snapshot = self._selected.snapshot
        numbers = snapshot.chunk_numbers[parts.chunk_ids[wanted]]
        read = self._texts.bare(self._selected.begin, snapshot, np.flatnonzero(as_mask(numbers, snapshot.chunk_count)))
        texts = dict(zip(read[0].tolist(), read[1], strict=True))
        pieces: dict[int, str] = {}
        columns = (parts.pieces[wanted], numbers, parts.sides[wanted], parts.on_new_line[wanted])
        for piece, number, side, on_new_line in zip(*(column.tolist() for column in columns), strict=True):
            part = texts[number][:side] if side > 0 else texts[number][side:]
            pieces[piece] = f"{pieces.get(piece, '')}{chr(10) if on_new_line else ''}{part}"
        return list(pieces.values())

    def runs_holding(self, chunks: Sequence[IntArray]) -> Mask:
        """Which rows of chunks have one of each of some groups of chunks.

        Args:
            chunks: Identities; some may be gone from the index.
        """
        parts = self._parts()
        mask = np.ones(parts.run_count, dtype=np.bool_)
        for identities in chunks if parts.run_count else ():
            runs = parts.runs[identities[identities < len(parts.runs)]]
            mask &= as_mask(runs[runs >= 0], parts.run_count)
        return mask

    def _parts(self) -> SharedParts:
        return self._cache.get(
            self._selected.snapshot.generation, SharedParts, lambda: read_shared_parts(self._selected)
        )
