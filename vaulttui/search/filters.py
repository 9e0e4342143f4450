"""Conditions into masks: which chunks may be found at all.

Every condition is answered by one small query for identities, as a mask over the chunks; ``and``, ``or`` and ``not``
are operations on masks. So filters always run before ranking, totals are exact, and a mask that an earlier keystroke
needed is not computed again.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from datetime import date, datetime, timedelta
from functools import reduce

import duckdb
import numpy as np

from vaulttui.index.tokenizer import fold, forms_of, is_unspaced, words_of
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
from vaulttui.search.globs import glob_pattern
from vaulttui.search.property_conditions import property_condition
from vaulttui.search.snapshot import Mask, Snapshot
from vaulttui.search.targets import find_target, target_key
from vaulttui.search.text_conditions import (
    check_regex,
    compile_text,
    fold_as_column,
    folded,
    regex_is,
    regexes_of,
    text_is,
)

_CACHED = 64

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


class MaskCache:
    """Masks of conditions at one generation, the least used dropped first. Safe to use from several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._generation = -1
        self._masks: OrderedDict[Expression, Mask] = OrderedDict()

    def get(self, generation: int, expression: Expression, compute: Callable[[], Mask]) -> Mask:
        """The mask of a condition, computed if it is not known."""
        with self._lock:
            if generation != self._generation:
                self._masks.clear()
                self._generation = generation
            mask = self._masks.get(expression)
            if mask is not None:
                self._masks.move_to_end(expression)
                return mask
        mask = compute()
        with self._lock:
            if generation == self._generation:
                self._masks[expression] = mask
                while len(self._masks) > _CACHED:
                    self._masks.popitem(last=False)
        return mask


class Filters:
    """Evaluates conditions against one snapshot.

    Args:
        cursor: Sees the same generation as the snapshot.
        snapshot: The index's shape.
        cache: Shared between searches.
    """

    def __init__(self, cursor: duckdb.DuckDBPyConnection, snapshot: Snapshot, cache: MaskCache) -> None:
        self._cursor = cursor
        self._snapshot = snapshot
        self._cache = cache

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
        return self._cache.get(self._snapshot.generation, expression, lambda: self._compute(expression))

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
                path = find_target(self._cursor, target)
                return self._notes(
                    "SELECT note_id FROM links WHERE resolved = ? OR (resolved IS NULL AND name_key = ?)",
                    [path, target_key(target)],
                )
            case LinkedFrom(source):
                return self._notes(
                    "SELECT n.note_id FROM notes n JOIN links l ON l.resolved = n.path "
                    "JOIN notes s ON s.note_id = l.note_id WHERE s.path = ? AND n.path <> s.path",
                    [find_target(self._cursor, source)],
                )
            case Like(target):
                return ~self._notes("SELECT note_id FROM notes WHERE path = ?", [find_target(self._cursor, target)])
            case HasFeature(feature):
                return self._notes(FEATURES[feature], [])
            case AllOf() | AnyOf() | Not():
                return self.mask(expression)

    def _notes(self, sql: str, parameters: Sequence[object]) -> Mask:
        rows = self._cursor.execute(sql, list(parameters)).fetchnumpy()
        return self._snapshot.spread(self._snapshot.note_mask(np.asarray(rows["note_id"])))

    def _chunks(self, sql: str, parameters: Sequence[object]) -> Mask:
        rows = self._cursor.execute(sql, list(parameters)).fetchnumpy()
        return self._snapshot.chunk_mask(np.asarray(rows["chunk_id"]))

    def _text(self, condition: TextIs) -> Mask:
        text = condition.text
        if condition.field in ("title", "file", "path"):
            column = {"title": "title || chr(10) || array_to_string(aliases, chr(10))", "file": "name", "path": "path"}
            where = f"contains({folded(column[condition.field])}, ?)"
            return self._notes(f"SELECT note_id FROM notes WHERE {where}", [fold_as_column(text)])
        words = [fold(word) for word in words_of(text)]
        if len(words) == 1 and not is_unspaced(text) and len(forms_of(words[0])) == 1:
            content = self._chunks(
                "SELECT chunk_id FROM postings WHERE term_id IN (SELECT term_id FROM terms WHERE folded = ?)", words
            )
            whole = self._snapshot.spread(self._snapshot.gather(content))
            if condition.field == "content":
                return whole
            return whole | self._notes(
                "SELECT note_id FROM note_postings WHERE term_id IN (SELECT term_id FROM terms WHERE folded = ?) "
                "AND title + alias + tag + path + property > 0",
                words,
            )
        whole = self._snapshot.spread(self._snapshot.gather(self._phrase(text)))
        if condition.field == "content":
            return whole
        return whole | self._note_fields(text_is(text, "value"))

    def _phrase(self, text: str) -> Mask:
        """Chunks that hold words in a row: those that hold all the words, looked at one by one."""
        sql, parameters = text_is(text, "text")
        forms = list(dict.fromkeys(form for word in words_of(text) for form in forms_of(fold(word))))
        if not forms:
            return self._chunks(f"SELECT chunk_id FROM chunks WHERE {sql}", parameters)
        marks = ", ".join("?" * len(forms))
        return self._chunks(
            f"SELECT chunk_id FROM chunks WHERE chunk_id IN (SELECT chunk_id FROM postings JOIN terms USING (term_id) "
            f"WHERE folded IN ({marks}) GROUP BY chunk_id HAVING count(DISTINCT folded) >= ?) AND {sql}",
            [*forms, len(set(map(fold, forms))), *parameters],
        )

    def _note_fields(self, condition: tuple[str, list[object]]) -> Mask:
        """Notes of which title, an alias, the file name, a tag or a property satisfies a condition on ``value``."""
        sql, parameters = condition
        return self._notes(
            "SELECT note_id FROM ("
            "SELECT note_id, title AS value FROM notes UNION ALL SELECT note_id, name FROM notes "
            "UNION ALL SELECT note_id, unnest(aliases) FROM notes UNION ALL SELECT note_id, tag FROM tags "
            f"UNION ALL SELECT note_id, text FROM properties) WHERE {sql}",
            parameters,
        )

    def _regex(self, condition: RegexIs) -> Mask:
        check_regex(self._cursor, condition.pattern)
        columns = {"title": "title", "file": "name", "path": "path"}
        if condition.field in columns:
            sql, parameters = regex_is(condition.pattern, columns[condition.field])
            return self._notes(f"SELECT note_id FROM notes WHERE {sql}", parameters)
        sql, parameters = regex_is(condition.pattern, "text")
        found = self._chunks(f"SELECT chunk_id FROM chunks WHERE {sql}", parameters)
        whole = self._snapshot.spread(self._snapshot.gather(found))
        return (
            whole if condition.field == "content" else whole | self._note_fields(regex_is(condition.pattern, "value"))
        )

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
        rows = self._cursor.execute("SELECT chunk_id, hash(heading_path) AS path FROM chunks").fetchnumpy()
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
            check_regex(self._cursor, pattern)


def _tag_query(tag: str) -> tuple[str, list[object]]:
    name = fold(tag.lstrip("#").strip("/"))
    if not name:
        return "SELECT note_id FROM tags", []
    return "SELECT note_id FROM tags WHERE tag_folded = ? OR starts_with(tag_folded, ?)", [name, name + "/"]


def _microseconds(day: date) -> int:
    return int((datetime(day.year, day.month, day.day) - datetime(1970, 1, 1)) / timedelta(microseconds=1))
