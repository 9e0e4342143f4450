"""Conditions into masks: which chunks may be found at all.

Every condition is answered by one small query for identities, as a mask over the chunks; ``and``, ``or`` and ``not``
are operations on masks. So filters always run before ranking, totals are exact, and a mask that an earlier keystroke
needed is not computed again.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from functools import reduce

import numpy as np

from vaulttui.index.arrays import scan
from vaulttui.index.database import Begin
from vaulttui.index.tokenizer import fold, is_unspaced, words_of
from vaulttui.search.expression import (
    AllOf,
    AnyOf,
    DateIs,
    Expression,
    FolderIs,
    HasFeature,
    Like,
    LineHas,
    LinkedFrom,
    LinksTo,
    Not,
    PathGlob,
    PropertyIs,
    RegexIs,
    SectionHas,
    TagIs,
    TaskHas,
    TextIs,
)
from vaulttui.search.filter_caches import MaskCache, NameCache
from vaulttui.search.globs import glob_pattern
from vaulttui.search.holders import Holders, find_holders, forms_in
from vaulttui.search.property_conditions import property_condition
from vaulttui.search.resident import InvertedIndex
from vaulttui.search.snapshot import IntArray, Mask, Snapshot
from vaulttui.search.targets import find_target, target_key
from vaulttui.search.text_conditions import (
    check_regex,
    compile_text,
    fold_as_column,
    folded,
    holds_in_a_row,
    regex_is,
    regexes_of,
    text_is,
)
from vaulttui.search.texts import TextCache
from vaulttui.vault.scan import NOTE_SUFFIXES

_EXTENSIONS = frozenset(suffix.strip(".") for suffix in NOTE_SUFFIXES)

FEATURES = {
    "tasks": "SELECT note_id FROM tasks",
    "links": "SELECT note_id FROM links",
    "backlinks": "SELECT n.note_id FROM notes n JOIN links l ON l.resolved = n.path AND l.note_id <> n.note_id",
    "attachment": "SELECT note_id FROM links WHERE resolved IN (SELECT path FROM attachments)",
    "unresolved": "SELECT note_id FROM links WHERE resolved IS NULL",
    "warnings": "SELECT note_id FROM notes WHERE path IN (SELECT path FROM warnings)",
    "orphan": (
        "SELECT note_id FROM notes n WHERE note_id NOT IN (SELECT note_id FROM links WHERE target <> '') AND "
        "path NOT IN (SELECT l.resolved FROM links l JOIN notes s USING (note_id) "
        "WHERE l.resolved IS NOT NULL AND l.resolved <> s.path)"
    ),
}
"""Identities of notes by feature."""

_NOTE_VALUES = (
    "SELECT note_id, title AS value FROM notes UNION ALL SELECT note_id, name FROM notes "
    "UNION ALL SELECT note_id, unnest(aliases) FROM notes UNION ALL SELECT note_id, tag FROM tags "
    "UNION ALL SELECT note_id, text FROM properties"
)
"""Everything besides its text that a word is looked for in."""


class Filters:
    """Evaluates conditions against one snapshot.

    Args:
        begin: Gives a cursor that sees the same generation as the snapshot.
        snapshot: The index's shape.
        inverted: Of the same generation.
        texts: Shared between searches.
        masks: Shared between searches.
        names: Shared between searches.
    """

    def __init__(
        self,
        begin: Begin,
        snapshot: Snapshot,
        inverted: InvertedIndex,
        texts: TextCache,
        masks: MaskCache,
        names: NameCache,
    ) -> None:
        self._begin = begin
        self._snapshot = snapshot
        self._inverted = inverted
        self._texts = texts
        self._masks = masks
        self._names = names

    def mask(self, expression: Expression) -> Mask:
        """Chunks that satisfy a condition (all chunks of a note for a condition on notes).

        Raises:
            QuerySyntaxError: A regular expression is not valid.
        """
        if isinstance(expression, AllOf):
            mask = np.ones(self._snapshot.chunk_count, dtype=np.bool_)
            for item in expression.items:
                mask = mask & self.mask(item)
            return mask
        if isinstance(expression, AnyOf):
            mask = np.zeros(self._snapshot.chunk_count, dtype=np.bool_)
            for item in expression.items:
                mask = mask | self.mask(item)
            return mask
        if isinstance(expression, Not):
            return ~self.mask(expression.item)
        return self._masks.get(self._snapshot.generation, expression, lambda: self._compute(expression))

    def _compute(self, expression: Expression) -> Mask:
        match expression:
            case TextIs():
                return self._text(expression)
            case RegexIs():
                return self._regex(expression)
            case TagIs(tag):
                return self._notes(*_tag_query(tag))
            case FolderIs():
                return self._folder(expression)
            case PathGlob():
                return self._glob(expression)
            case PropertyIs():
                return self._notes(*property_condition(expression))
            case DateIs():
                return self._date(expression)
            case SectionHas(item):
                return self._section(item)
            case LineHas(item):
                return self._line(item)
            case TaskHas():
                return self._task(expression)
            case LinksTo(target):
                path = find_target(self._begin(), target)
                return self._notes(
                    "SELECT note_id FROM links WHERE resolved = ? OR (resolved IS NULL AND name_key = ?)",
                    [path, target_key(target)],
                )
            case LinkedFrom(source):
                return self._notes(
                    "SELECT n.note_id FROM notes n JOIN links l ON l.resolved = n.path "
                    "JOIN notes s ON s.note_id = l.note_id WHERE s.path = ? AND n.path <> s.path",
                    [find_target(self._begin(), source)],
                )
            case Like(target):
                return ~self._notes("SELECT note_id FROM notes WHERE path = ?", [find_target(self._begin(), target)])
            case HasFeature(feature):
                return self._notes(FEATURES[feature], [])
            case AllOf() | AnyOf() | Not():
                return self.mask(expression)

    def _notes(self, sql: str, parameters: Sequence[object]) -> Mask:
        rows = self._begin().execute(sql, list(parameters)).fetchnumpy()
        return self._snapshot.spread(self._snapshot.note_mask(np.asarray(rows["note_id"])))

    def _chunks(self, sql: str, parameters: Sequence[object]) -> Mask:
        rows = self._begin().execute(sql, list(parameters)).fetchnumpy()
        return self._snapshot.chunk_mask(np.asarray(rows["chunk_id"]))

    def _text(self, condition: TextIs) -> Mask:
        text = condition.text
        if condition.field in ("title", "file", "path"):
            wanted = fold_as_column(text)
            names = self._names.get(condition.field, self._begin, self._snapshot)
            return self._snapshot.spread(np.array([wanted in name for name in names], dtype=np.bool_))
        words, forms = words_of(text), forms_in(text)
        holders = find_holders(self._inverted, forms) if forms else None
        if holders is not None and len(words) == 1 and forms == [fold(words[0])] and not is_unspaced(text):
            found, in_fields = self._snapshot.chunk_mask(holders.chunks), self._snapshot.note_mask(holders.notes)
        elif holders is not None:
            found, in_fields = self._phrase(text, forms, holders)
        else:
            sql, parameters = text_is(text, "text")
            found = self._chunks(f"SELECT chunk_id FROM chunks WHERE {sql}", parameters)
            in_fields = self._note_fields(text_is(text, "value"))
        whole = self._snapshot.spread(self._snapshot.gather(found))
        return whole if condition.field == "content" else whole | self._snapshot.spread(in_fields)

    def _phrase(self, text: str, forms: Sequence[str], holders: Holders) -> tuple[Mask, Mask]:
        """Chunks that hold words in a row, and notes that do so in their fields: of those that hold all the words."""
        holds = holds_in_a_row(text)
        numbers = self._snapshot.chunks_of(holders.chunks).tolist()
        texts = self._texts.chunks(self._begin, self._snapshot, numbers)
        found = np.zeros(self._snapshot.chunk_count, dtype=np.bool_)
        found[[number for number, chunk in texts.items() if holds(chunk.text)]] = True
        fields = self._those(
            f"SELECT note_id, value FROM ({_NOTE_VALUES}) WHERE note_id IN (SELECT id FROM rows)", holders.notes
        )
        in_fields = self._snapshot.note_mask(np.array([note for note, value in fields if holds(value)], np.int64))
        if not _EXTENSIONS.isdisjoint(forms):  # part of a file's name, but not in the index
            in_fields |= np.array([holds(path.rpartition("/")[2]) for path in self._snapshot.paths], np.bool_)
        return found, in_fields

    def _those(self, sql: str, identities: IntArray) -> list[tuple[int, str]]:
        """Rows of some identities."""
        if not len(identities):
            return []
        rows: list[tuple[int, str]] = scan(self._begin(), sql, {"id": identities}).fetchall()
        return rows

    def _note_fields(self, condition: tuple[str, list[object]]) -> Mask:
        """Notes of which title, an alias, the file name, a tag or a property satisfies a condition on ``value``."""
        sql, parameters = condition
        rows = self._begin().execute(f"SELECT note_id FROM ({_NOTE_VALUES}) WHERE {sql}", parameters).fetchnumpy()
        return self._snapshot.note_mask(np.asarray(rows["note_id"]))

    def _regex(self, condition: RegexIs) -> Mask:
        check_regex(self._begin(), condition.pattern)
        columns = {"title": "title", "file": "name", "path": "path"}
        if condition.field in columns:
            sql, parameters = regex_is(condition.pattern, columns[condition.field])
            return self._notes(f"SELECT note_id FROM notes WHERE {sql}", parameters)
        sql, parameters = regex_is(condition.pattern, "text")
        found = self._chunks(f"SELECT chunk_id FROM chunks WHERE {sql}", parameters)
        whole = self._snapshot.spread(self._snapshot.gather(found))
        if condition.field == "content":
            return whole
        return whole | self._snapshot.spread(self._note_fields(regex_is(condition.pattern, "value")))

    def _folder(self, condition: FolderIs) -> Mask:
        folder = fold_as_column(condition.folder.strip("/"))
        column = folded("folder")
        if not folder:
            where = "TRUE" if condition.recursive else "folder = ''"
            return self._notes(f"SELECT note_id FROM notes WHERE {where}", [])
        if not condition.recursive:
            return self._notes(f"SELECT note_id FROM notes WHERE {column} = ?", [folder])
        mask = self._notes(f"SELECT note_id FROM notes WHERE starts_with({column} || '/', ?)", [folder + "/"])
        if mask.any():
            return mask
        # Not a folder of the root: one that lies deeper and has that name.
        return self._notes(f"SELECT note_id FROM notes WHERE contains('/' || {column} || '/', ?)", [f"/{folder}/"])

    def _glob(self, condition: PathGlob) -> Mask:
        notes = self._notes(
            "SELECT note_id FROM notes WHERE regexp_full_match(path, ?)", [glob_pattern(condition.glob)]
        )
        if not condition.heading:
            return notes
        heading = fold_as_column(condition.heading)
        below = self._chunks(
            "SELECT chunk_id FROM chunks WHERE "
            f"len(list_filter(heading_path, lambda h: contains({folded('h')}, ?))) > 0",
            [heading],
        )
        return notes & below

    def _date(self, condition: DateIs) -> Mask:
        snapshot = self._snapshot
        if condition.field == "content":
            first = condition.first or date.min
            last = condition.last or date.max
            return self._chunks(
                "SELECT chunk_id FROM chunks JOIN notes USING (note_id) "
                "WHERE coalesce(content_date, updated::DATE) BETWEEN ? AND ?",
                [first, last],
            )
        moments = {"modified": snapshot.modified, "created": snapshot.created, "updated": snapshot.updated}
        values = moments[condition.field]
        mask = values > np.iinfo(np.int64).min
        if condition.first is not None:
            mask &= values >= _microseconds(condition.first)
        if condition.last is not None and condition.last < date.max:
            mask &= values < _microseconds(condition.last + timedelta(days=1))
        return snapshot.spread(mask)

    def _section(self, item: Expression) -> Mask:
        """Chunks of sections in which all conditions hold; each may hold in another chunk of the section."""
        sections = self._sections()
        count = int(sections.max()) + 1 if len(sections) else 0

        def holds(expression: Expression) -> Mask:
            match expression:
                case AllOf(items):
                    return reduce(np.logical_and, map(holds, items), np.ones(count, dtype=np.bool_))
                case AnyOf(items):
                    return reduce(np.logical_or, map(holds, items), np.zeros(count, dtype=np.bool_))
                case Not(part):
                    return ~holds(part)
            self._check(expression)
            sql, parameters = compile_text(expression, "text")
            chunks = self._chunks(f"SELECT chunk_id FROM chunks WHERE {sql}", parameters)
            mask = np.zeros(count, dtype=np.bool_)
            mask[sections[chunks]] = True
            return mask

        return holds(item)[sections]

    def _sections(self) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
        """Number of every chunk's section: chunks in a row of one note with one heading path."""
        rows = self._begin().execute("SELECT chunk_id, hash(heading_path) AS path FROM chunks").fetchnumpy()
        paths = np.zeros(self._snapshot.chunk_count, dtype=np.uint64)
        paths[self._snapshot.chunk_places[np.asarray(rows["chunk_id"])]] = rows["path"]
        notes = self._snapshot.chunk_notes
        if not len(paths):
            return np.zeros(0, dtype=np.int64)
        starts = np.ones(len(paths), dtype=np.int64)
        starts[1:] = (paths[1:] != paths[:-1]) | (notes[1:] != notes[:-1])
        return np.cumsum(starts) - 1

    def _line(self, item: Expression) -> Mask:
        self._check(item)
        sql, parameters = compile_text(item, "line")
        return self._chunks(
            "SELECT DISTINCT chunk_id FROM (SELECT chunk_id, unnest(string_split(text, chr(10))) AS line FROM chunks) "
            f"WHERE {sql}",
            parameters,
        )

    def _task(self, condition: TaskHas) -> Mask:
        states = {"any": "TRUE", "todo": "status NOT IN ('x', 'X')", "done": "status IN ('x', 'X')"}
        sql, parameters = compile_text(condition.item or AllOf(()), "text")
        self._check(condition.item or AllOf(()))
        return self._chunks(f"SELECT chunk_id FROM tasks WHERE {states[condition.state]} AND ({sql})", parameters)

    def _check(self, expression: Expression) -> None:
        for pattern in regexes_of(expression):
            check_regex(self._begin(), pattern)


def _tag_query(tag: str) -> tuple[str, list[object]]:
    name = fold(tag.lstrip("#").strip("/"))
    if not name:
        return "SELECT note_id FROM tags", []
    return "SELECT note_id FROM tags WHERE tag_folded = ? OR starts_with(tag_folded, ?)", [name, name + "/"]


def _microseconds(day: date) -> int:
    return int((datetime(day.year, day.month, day.day) - datetime(1970, 1, 1)) / timedelta(microseconds=1))
