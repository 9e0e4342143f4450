"""Conditions on what notes say: words, phrases, regular expressions, sections, blocks, lines and tasks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

import numpy as np

from vaulttui.index.reading.letters import fold, is_unspaced
from vaulttui.index.reading.tokenizer import MAX_FORM, words_of
from vaulttui.search.conditions.filter_caches import FilterCaches
from vaulttui.search.conditions.holders import Holders, find_holders
from vaulttui.search.conditions.passages import Passages
from vaulttui.search.conditions.phrases import find_phrase
from vaulttui.search.conditions.row_spans import holding_in_a_row
from vaulttui.search.conditions.shared_blocks import SharedBlocks
from vaulttui.search.conditions.text_conditions import (
    check_regexes,
    regex_is,
    task_condition,
    text_is,
)
from vaulttui.search.expression import RegexIs, TaskHas, TextField, TextIs
from vaulttui.search.folding import fold_as_column, folded
from vaulttui.search.memory.resident import InvertedIndex
from vaulttui.search.memory.selection import Selection
from vaulttui.search.memory.snapshot import Mask
from vaulttui.search.memory.texts import TextCache
from vaulttui.vault.note_names import NOTE_SUFFIXES

_EXTENSIONS = frozenset(suffix.strip(".") for suffix in NOTE_SUFFIXES)

_NAMES: Mapping[TextField, str] = {
    "title": "SELECT note_id, title AS value FROM notes UNION ALL SELECT note_id, unnest(aliases) FROM notes",
    "file": "SELECT note_id, name AS value FROM notes",
    "path": "SELECT note_id, path AS value FROM notes",
}
_CALLED: Mapping[TextField, str] = {
    "title": "SELECT note_id, title || chr(10) || array_to_string(aliases, chr(10)) AS name FROM notes",
    "file": "SELECT note_id, split_part(path, '/', -1) AS name FROM notes",
    # A slash stands before a folder of the root, too.
    "path": "SELECT note_id, '/' || path AS name FROM notes",
}
"""What is looked at of each note, as one text, for an operator on what it is called."""
_NOTE_VALUES = (
    f"{_NAMES['title']} UNION ALL {_NAMES['file']} UNION ALL SELECT note_id, tag FROM tags "
    "UNION ALL SELECT note_id, text FROM properties UNION ALL SELECT note_id, key || ': ' || text FROM properties"
)
"""Everything besides its text and its folder that words in a row and regular expressions are looked for in: what the
index has of them. A property is as it is written, too: its name and its value are words in a row."""
_NOTE_WORDS = f"{_NOTE_VALUES} UNION ALL SELECT note_id, folder FROM notes"


class TextFilters:
    """Evaluates conditions on texts against one snapshot, as masks over chunks.

    Args:
        selected: Asks the database.
        inverted: Of the same generation.
        texts: Shared between searches.
        caches: Shared between searches.
    """

    def __init__(self, selected: Selection, inverted: InvertedIndex, texts: TextCache, caches: FilterCaches) -> None:
        self._selected = selected
        self._shared_blocks = SharedBlocks(selected, texts, caches.shared_parts)
        self.passages = Passages(selected, inverted, texts, caches.masks, self._shared_blocks, self.saying)
        """Of the same snapshot."""
        self._snapshot = selected.snapshot
        self._inverted = inverted
        self._texts = texts
        self._masks = caches.masks
        self._names = caches.names

    def text(self, condition: TextIs) -> Mask:
        """Notes that hold a word or words in a row somewhere, or in one place."""
        if condition.field in ("title", "file", "path"):
            wanted = fold_as_column(condition.text)
            names = self._names.get(self._snapshot.generation, condition.field, partial(self._folded, condition.field))
            return self._snapshot.spread(np.array([wanted in name for name in names], dtype=np.bool_))
        return self._snapshot.of_whole_notes(self.said(condition))

    def _folded(self, field: TextField) -> Sequence[str]:
        """What all notes are called, folded, in the order of their numbers.

        Args:
            field: ``title`` (with the aliases, a line each), ``file`` or ``path`` (with a slash in front).
        """
        sql = f"SELECT note_id, {folded('name')} AS name FROM ({_CALLED[field]})"
        rows = self._selected.begin().execute(sql).fetchnumpy()
        names = np.full(self._snapshot.note_count, "", dtype=object)
        names[self._snapshot.note_numbers[np.asarray(rows["note_id"])]] = rows["name"]
        folded_names: list[str] = names.tolist()
        return folded_names

    def said(self, condition: TextIs | RegexIs) -> Mask:
        """Chunks that hold it themselves, and all of the notes that have it beside their text: in a name, a tag or a
        property."""
        if isinstance(condition, TextIs):
            return self.saying(condition) | self._in_fields(condition)
        check_regexes(self._selected.begin, condition)
        return self._matching(condition.pattern) | self._in_values(condition)

    def _in_fields(self, condition: TextIs) -> Mask:
        """All chunks of the notes that hold a word or words in a row in a field."""
        if condition.field == "content":
            return np.zeros(self._snapshot.chunk_count, dtype=np.bool_)
        text, unfinished = condition.text, condition.unfinished
        holders = find_holders(self._inverted, text, unfinished=unfinished)
        if holders is not None and _alone(condition, holders):
            in_fields = self._snapshot.note_mask(np.concatenate(list(holders.fields.values())))
        elif holders is not None:
            in_fields = self._phrase_in_fields(condition, holders)
        else:
            in_fields = self._note_fields(text_is(text, "value", unfinished=unfinished), _NOTE_WORDS)
        return self._snapshot.spread(in_fields)

    def saying(self, condition: TextIs) -> Mask:
        """Chunks that hold a word or words in a row themselves, or have a part of a paragraph that does; kept, as what
        is shown of a note is chosen by it."""
        key = ("saying", condition.text, condition.unfinished)
        return self._masks.get(self._snapshot.generation, key, lambda: self._saying(condition))

    def _saying(self, condition: TextIs) -> Mask:
        holders = find_holders(self._inverted, condition.text, unfinished=condition.unfinished)
        if holders is None:
            sql, parameters = text_is(condition.text, "text", unfinished=condition.unfinished)
            found = self._selected.chunks(f"SELECT chunk_id FROM chunks WHERE {sql}", parameters)
        elif _alone(condition, holders):
            return self._snapshot.chunk_mask(holders.chunks)
        else:
            found = find_phrase(self._selected, self._texts, condition, holders)
        runs = None if holders is None else self._shared_blocks.runs_holding(holders.each)
        return self._shared_blocks.with_holding(
            found, holding_in_a_row(condition.text, unfinished=condition.unfinished), runs
        )

    def _phrase_in_fields(self, condition: TextIs, holders: Holders) -> Mask:
        """Notes that hold words in a row in a field: of those that hold all the words there."""
        holding = holding_in_a_row(condition.text, unfinished=condition.unfinished)
        others = [notes for field, notes in holders.fields.items() if field != "path"]
        fields = self._selected.values(
            f"SELECT note_id, value FROM ({_NOTE_VALUES}) WHERE note_id IN (SELECT id FROM rows)",
            np.unique(np.concatenate(others)),
        )
        places = list(holding([value for _, value in fields]))
        found = self._snapshot.note_mask(np.array([fields[place][0] for place in places], np.int64))
        folders: dict[str, list[int]] = {}  # they are few
        for number in self._snapshot.notes_of(holders.fields["path"]).tolist():
            folders.setdefault(self._snapshot.paths[number].rpartition("/")[0], []).append(number)
        for place in holding(list(folders)):
            found[list(folders.values())[place]] = True
        if not _EXTENSIONS.isdisjoint(holders.terms):  # part of a file's name, but not in the index
            found[list(holding([path.rpartition("/")[2] for path in self._snapshot.paths]))] = True
        return found

    def _note_fields(self, condition: tuple[str, list[object]], values: str) -> Mask:
        """Notes of which any of some values satisfies a condition on ``value``."""
        sql, parameters = condition
        rows = self._selected.begin().execute(f"SELECT note_id FROM ({values}) WHERE {sql}", parameters).fetchnumpy()
        return self._snapshot.note_mask(np.asarray(rows["note_id"]))

    def regex(self, condition: RegexIs) -> Mask:
        """Notes that match a regular expression somewhere, or in one place."""
        if condition.field in _NAMES:
            check_regexes(self._selected.begin, condition)
            sql, parameters = regex_is(condition.pattern, "value")
            return self._selected.notes(f"SELECT note_id FROM ({_NAMES[condition.field]}) WHERE {sql}", parameters)
        return self._snapshot.of_whole_notes(self.said(condition))

    def _matching(self, pattern: str) -> Mask:
        """Chunks that match a regular expression, or have a part of a paragraph that does."""
        sql, parameters = regex_is(pattern, "text")
        found = self._selected.chunks(f"SELECT chunk_id FROM chunks WHERE {sql}", parameters)
        return self._shared_blocks.with_holding(found, self._shared_blocks.satisfying(regex_is(pattern, "piece")))

    def _in_values(self, condition: RegexIs) -> Mask:
        """All chunks of the notes that match a regular expression beside their text."""
        if condition.field == "content":
            return np.zeros(self._snapshot.chunk_count, dtype=np.bool_)
        return self._snapshot.spread(self._note_fields(regex_is(condition.pattern, "value"), _NOTE_VALUES))

    def task(self, condition: TaskHas) -> Mask:
        """Chunks with a task in a state, in which all conditions hold."""
        sql, parameters = task_condition(condition)
        check_regexes(self._selected.begin, condition)
        return self._selected.chunks(f"SELECT chunk_id FROM tasks WHERE {sql}", parameters)


def _alone(condition: TextIs, holders: Holders) -> bool:
    """Whether a condition asks for one word of which nothing is to be looked up but itself."""
    words = words_of(condition.text)
    # Of one as long as a form may be, the index does not know whether it goes on.
    whole = len(words) == 1 and len(words[0]) < MAX_FORM
    return whole and not is_unspaced(words[0]) and list(holders.terms) == [fold(words[0])]
