"""Conditions on parts of texts: all holds in one section, block or line.

What stands in a chunk is told by the inverted index, where its text is plain. What stands together in a line, and by
that in a block, is told by one pattern for the whole text, if there are many: to take texts apart takes longer then. Of
few, and of what neither tells, it is looked for line by line and block by block.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import reduce
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from vaulttui.index.reading.letters import fold
from vaulttui.index.reading.tokenizer import MAX_FORM, words_of
from vaulttui.index.storage.arrays import CHUNK_IS_SET, as_mask
from vaulttui.search.conditions.blocks import BLOCKS, LINES
from vaulttui.search.conditions.filter_caches import MaskCache
from vaulttui.search.conditions.holders import Holders, find_holders
from vaulttui.search.conditions.row_patterns import has_pattern, line_pattern, row_of
from vaulttui.search.conditions.shared_blocks import SharedBlocks
from vaulttui.search.conditions.shared_lines import SharedLines
from vaulttui.search.conditions.text_conditions import Condition, check_regexes, compile_text, matches_folded
from vaulttui.search.expression import AllOf, AnyOf, Expression, Not, TextIs, Within
from vaulttui.search.memory.resident import InvertedIndex
from vaulttui.search.memory.selection import Selection
from vaulttui.search.memory.snapshot import Mask
from vaulttui.search.memory.texts import TextCache

_WITH_HEADING = "SELECT chunk_id FROM chunks JOIN headings USING (note_id) WHERE line = first_line"
"""Chunks whose first line is a heading, or a part of one that was cut."""
_PATTERN_PAYS = 2_000
"""From more chunks on a pattern for a line costs less than to take texts apart."""


class Passages:
    """Looks for sections, blocks and lines in which conditions hold.

    Args:
        selected: Asks the database.
        inverted: Of the same generation.
        texts: Shared between searches.
        masks: Shared between searches.
        shared_blocks: Of the same generation.
        saying: Gives the chunks that hold a word or words in a row, as the index knows them.
    """

    def __init__(
        self,
        selected: Selection,
        inverted: InvertedIndex,
        texts: TextCache,
        masks: MaskCache,
        shared_blocks: SharedBlocks,
        saying: Callable[[TextIs], Mask],
    ) -> None:
        self._selected = selected
        self._snapshot = selected.snapshot
        self._inverted = inverted
        self._texts = texts
        self._masks = masks
        self._shared_blocks = shared_blocks
        self._shared_lines = SharedLines(selected, masks)
        self._saying = saying

    def section(self, item: Expression) -> Mask:
        """Chunks of sections in which all conditions hold; each may hold in another chunk of the section.

        Raises:
            QuerySyntaxError: A regular expression is not valid, or a condition is none on text.
        """
        sections = self._sections()
        count = int(sections[-1]) + 1 if len(sections) else 0

        def holds(expression: Expression) -> Mask:
            match expression:
                case AllOf(items):
                    return reduce(np.logical_and, map(holds, items), np.ones(count, dtype=np.bool_))
                case AnyOf(items):
                    return reduce(np.logical_or, map(holds, items), np.zeros(count, dtype=np.bool_))
                case Not(part):
                    return ~holds(part)
            check_regexes(self._selected.begin, expression)
            return as_mask(sections[self._with_cut(expression, self._in_text(expression))], count)

        return holds(item)[sections]

    def _sections(self) -> NDArray[np.int64]:
        """Number of every chunk's section: with a heading, or a note, begins another one."""

        def starts() -> Mask:
            notes = self._snapshot.chunk_notes
            mask = self._selected.chunks(_WITH_HEADING, []) & ~self._shared_lines.continuing()
            mask[:1] = True
            mask[1:] |= notes[1:] != notes[:-1]
            return mask

        return np.cumsum(self._masks.get(self._snapshot.generation, _WITH_HEADING, starts)) - 1

    def within(self, condition: Within) -> Mask:
        """Chunks with a line or a block in which all conditions hold; of a long one that was cut, in a part or in the
        whole.

        Raises:
            QuerySyntaxError: A regular expression is not valid, or a condition is none on text.
        """
        check_regexes(self._selected.begin, condition)
        if condition.unit != "block":
            in_lines = self._shared_lines.holding(*compile_text(condition.item, "line"))
            return self._within("line", condition.item) | in_lines
        return self._with_cut(condition.item, self._within("block", condition.item))

    def _with_cut(self, item: Expression, found: Mask) -> Mask:
        """Chunks for which a condition holds, and those with parts of a block that was cut and for which it does."""
        runs = self._holding(item, lambda holders: self._shared_blocks.runs_holding(holders.each))
        test = self._shared_blocks.satisfying(compile_text(item, "piece"))
        return self._shared_blocks.with_holding(found, test, runs)

    def _within(self, unit: Literal["block", "line"], item: Expression) -> Mask:
        if isinstance(item, AnyOf):
            none = np.zeros(self._snapshot.chunk_count, dtype=np.bool_)
            return reduce(np.logical_or, (self._within(unit, each) for each in item.items), none)
        leaves = list(dict.fromkeys(_all_of(item)))
        texts = [leaf for leaf in leaves if isinstance(leaf, TextIs)]
        rows = [row_of(leaf.text, unfinished=leaf.unfinished) for leaf in texts]
        if len(leaves) == 1 and rows and rows[0] is not None and len(rows[0].words) == 1:
            return self._in_text(leaves[0])  # a word stands in one line, and this in one block
        found = self._candidates(item)
        for leaf in texts:
            if len(words_of(leaf.text)) > 1 and _is_plain(leaf):
                found &= self._saying(leaf) | self._not_plain(found)
        pieces = LINES if unit == "line" else BLOCKS
        told = [row for row in rows if row is not None]
        by_pattern = len(told) == len(leaves) and has_pattern(told)
        if not by_pattern or (len(told) > 1 and np.count_nonzero(found) <= _PATTERN_PAYS):
            return self._in_pieces(found, pieces, item)
        in_lines = self._among(found, matches_folded("text", told, lambda alphabet: line_pattern(told, alphabet)))
        return in_lines if unit == "line" else in_lines | self._in_pieces(found & ~in_lines, pieces, item)

    def _in_pieces(self, chunks: Mask, pieces: str, item: Expression) -> Mask:
        """Those of some chunks of which a piece satisfies a condition.

        Args:
            chunks: To be looked at.
            pieces: SQL for the pieces of a column ``text``.
            item: The condition.
        """
        if not chunks.any():
            return chunks
        sql, parameters = compile_text(item, "piece")
        pieces = f"unnest(CASE WHEN {CHUNK_IS_SET} THEN {pieces} END)"
        return self._selected.chunks(
            f"SELECT DISTINCT chunk_id FROM (SELECT chunk_id, {pieces} AS piece FROM chunks) WHERE {sql}",
            [self._snapshot.chunk_bits(chunks), *parameters],
        )

    def _in_text(self, leaf: Expression) -> Mask:
        """Chunks whose text satisfies a condition on words or a regular expression."""
        candidates = self._candidates(leaf)
        if not (isinstance(leaf, TextIs) and _is_plain(leaf)):
            return self._among(candidates, compile_text(leaf, "text"))
        others = self._not_plain(candidates)
        return (self._saying(leaf) & candidates & ~others) | self._among(others, compile_text(leaf, "text"))

    def _not_plain(self, chunks: Mask) -> Mask:
        """Those of some chunks of which the index may know other words than their folded texts have."""
        numbers = np.flatnonzero(chunks)
        return as_mask(numbers[self._texts.not_plain(self._selected.begin, self._snapshot, numbers)], len(chunks))

    def _among(self, chunks: Mask, condition: Condition) -> Mask:
        """Those of some chunks that satisfy a condition on their text."""
        if not chunks.any():
            return chunks
        sql, parameters = condition
        return self._selected.chunks(
            f"SELECT chunk_id FROM chunks WHERE CASE WHEN {CHUNK_IS_SET} THEN {sql} END",
            [self._snapshot.chunk_bits(chunks), *parameters],
        )

    def _candidates(self, item: Expression) -> Mask:
        """Chunks that have all words which conditions on one piece of their texts ask for, as the inverted index knows
        them; all chunks if that is no help."""
        mask = self._holding(item, lambda holders: self._snapshot.chunk_mask(holders.chunks))
        return np.ones(self._snapshot.chunk_count, dtype=np.bool_) if mask is None else mask

    def _holding(self, item: Expression, of: Callable[[Holders], Mask]) -> Mask | None:
        """What has all words that conditions ask for; ``None`` if that cannot be told.

        Args:
            item: The conditions.
            of: Gives what has those of one condition.
        """
        match item:
            case TextIs(text, unfinished=unfinished):
                holders = find_holders(self._inverted, text, unfinished=unfinished)
                return None if holders is None else of(holders)
            case AllOf(items):
                masks = [mask for each in items if (mask := self._holding(each, of)) is not None]
                return reduce(np.logical_and, masks) if masks else None
            case AnyOf(items):
                each = [self._holding(one, of) for one in items]
                masks = [mask for mask in each if mask is not None]
                return reduce(np.logical_or, masks) if masks and len(masks) == len(each) else None
        return None


def _all_of(item: Expression) -> Iterator[Expression]:
    """What has to hold together."""
    if isinstance(item, AllOf):
        for each in item.items:
            yield from _all_of(each)
    else:
        yield item


def _is_plain(leaf: TextIs) -> bool:
    """Whether the index knows which plain texts satisfy it."""
    row = row_of(leaf.text, unfinished=leaf.unfinished)
    return (
        row is not None
        and not (leaf.unfinished and len(row.words) > 1)
        and all(word.isascii() and word.isalnum() and len(word) < MAX_FORM for word in row.words)
        and tuple(map(fold, words_of(leaf.text))) == row.words
    )
