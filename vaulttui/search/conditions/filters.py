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

from vaulttui.index.reading.letters import fold
from vaulttui.index.storage.database import Begin
from vaulttui.search.conditions.filter_caches import FilterCaches
from vaulttui.search.conditions.property_conditions import property_condition
from vaulttui.search.conditions.targets import find_attachment, find_target, links_to
from vaulttui.search.conditions.text_conditions import Condition
from vaulttui.search.conditions.text_filters import TextFilters
from vaulttui.search.expression import (
    AllOf,
    AnyOf,
    DateIs,
    Expression,
    FolderIs,
    HasFeature,
    Like,
    LinkedFrom,
    LinksTo,
    Not,
    OnLines,
    PathGlob,
    PropertyIs,
    RegexIs,
    TagIs,
    TaskHas,
    TextIs,
    Within,
    affirmed,
    asks_for_passages,
    is_of_text_in_part,
    parts_notes,
)
from vaulttui.search.folding import fold_as_column, fold_in_place, folded
from vaulttui.search.globs import glob_pattern
from vaulttui.search.memory.resident import InvertedIndex
from vaulttui.search.memory.selection import Selection
from vaulttui.search.memory.snapshot import Mask, Snapshot
from vaulttui.search.memory.texts import TextCache

FEATURES = {
    "tasks": "SELECT {columns} FROM tasks",
    "links": "SELECT note_id FROM links",
    "backlinks": "SELECT n.note_id FROM notes n JOIN links l ON l.resolved = n.path AND l.note_id <> n.note_id",
    "attachment": "SELECT {columns} FROM links WHERE resolved IN (SELECT path FROM attachments)",
    "unresolved": "SELECT {columns} FROM links WHERE resolved IS NULL",
    "warnings": "SELECT note_id FROM notes WHERE path IN (SELECT path FROM warnings)",
    "orphan": (
        "SELECT note_id FROM notes WHERE note_id NOT IN (SELECT l.note_id FROM links l JOIN notes s USING (note_id) "
        "WHERE l.target <> '' AND l.resolved IS DISTINCT FROM s.path) AND "
        "path NOT IN (SELECT l.resolved FROM links l JOIN notes s USING (note_id) WHERE l.resolved <> s.path)"
    ),
}
"""Identities of notes by feature; other columns, too, where something in the note has it."""


class Filters:
    """Evaluates conditions against one snapshot.

    Args:
        begin: Gives a cursor that sees the same generation as the snapshot.
        snapshot: The index's shape.
        inverted: Of the same generation.
        texts: Shared between searches.
        caches: Shared between searches.
    """

    def __init__(
        self,
        begin: Begin,
        snapshot: Snapshot,
        inverted: InvertedIndex,
        texts: TextCache,
        caches: FilterCaches,
    ) -> None:
        self._begin = begin
        self._snapshot = snapshot
        self._masks = caches.masks
        self._targets = caches.targets
        self._selected = Selection(begin, snapshot)
        self._texts = TextFilters(self._selected, inverted, texts, caches)

    def note_named(self, name: str) -> str | None:
        """The path of the note that a name stands for; ``None`` if there is none.

        Args:
            name: As one writes it between brackets.
        """
        return self._targets.get(self._snapshot.generation, name, lambda: find_target(self._begin(), name))

    def file_linked_as(self, name: str) -> str | None:
        """The path of the note that a name stands for, or of the attachment behind symbolic links of the vault, see
        :func:`~vaulttui.search.conditions.targets.links_to`; ``None`` if there is neither.

        Args:
            name: As one writes it between brackets.
        """
        return self.note_named(name) or find_attachment(self._begin(), name)

    def mask(self, expression: Expression) -> Mask:
        """Chunks that satisfy a condition (all chunks of a note for a condition on notes).

        Raises:
            QuerySyntaxError: A regular expression is not valid.
        """
        if isinstance(expression, AllOf):
            return self._all(expression.items)
        if isinstance(expression, AnyOf):
            mask = np.zeros(self._snapshot.chunk_count, dtype=np.bool_)
            for item in expression.items:
                mask = mask | self.mask(item)
            return mask
        if isinstance(expression, Not):
            mask = self.mask(expression.item)
            return ~(self._snapshot.of_whole_notes(mask) if asks_for_passages(expression.item) else mask)
        return self._masks.get(self._snapshot.generation, expression, lambda: self._compute(expression))

    def saying(self, where: Expression | None) -> Mask | None:
        """Chunks that hold any of the words, alone or in a row, that notes have to have; ``None`` if there are none."""
        texts = [condition for condition in affirmed(where) if isinstance(condition, TextIs)]
        masks = [self._texts.saying(condition) for condition in texts if condition.field in ("any", "content")]
        return reduce(np.logical_or, masks) if masks else None

    def _all(self, items: Sequence[Expression], part: Mask | None = None) -> Mask:
        """Chunks that satisfy all of some conditions.

        Args:
            items: The conditions.
            part: Where what notes say has to stand; ``None`` for anywhere, unless one of the conditions tells.
        """
        mask = np.ones(self._snapshot.chunk_count, dtype=np.bool_) if part is None else part
        parted = part is not None or any(map(parts_notes, items))
        texts: list[Expression] = []
        passages: list[Expression] = []
        for item in items:
            if asks_for_passages(item):
                passages.append(item)
            elif parted and is_of_text_in_part(item):
                texts.append(item)
            else:
                mask = mask & self.mask(item)
        for item in texts:
            mask = mask & self._snapshot.of_whole_notes(self._said(item, mask))
        found = [mask & (self._said(item, mask) if parted else self.mask(item)) for item in passages]
        if len(found) < 2:
            return found[0] if found else mask
        # Each may be in another chunk.
        return reduce(np.logical_and, map(self._snapshot.of_whole_notes, found)) & reduce(np.logical_or, found)

    def _said(self, expression: Expression, part: Mask) -> Mask:
        """Chunks of a part of the vault in which something is said."""
        match expression:
            case AllOf(items):
                return self._all(items, part)
            case AnyOf(items):
                return reduce(np.logical_or, [self._said(item, part) for item in items], np.zeros_like(part))
            case Not(item) if is_of_text_in_part(expression):
                return part & ~self._snapshot.of_whole_notes(self._said(item, part))
            case TextIs(field="any" | "content") | RegexIs(field="any" | "content"):
                key = ("said", expression)
                return part & self._masks.get(self._snapshot.generation, key, lambda: self._texts.said(expression))
        return part & self.mask(expression)

    def _compute(self, expression: Expression) -> Mask:
        match expression:
            case TextIs():
                return self._texts.text(expression)
            case RegexIs():
                return self._texts.regex(expression)
            case TagIs(tag):
                return self._selected.notes(*tag_query(tag))
            case FolderIs():
                return self._folder(expression)
            case PathGlob():
                return self._glob(expression)
            case OnLines(first, last):
                within, lines = ("", [first]) if last is None else (" AND first_line <= ?", [first, last])
                return self._selected.chunks(f"SELECT chunk_id FROM chunks WHERE last_line >= ?{within}", lines)
            case PropertyIs():
                return self._selected.notes(*property_condition(expression))
            case DateIs():
                return self._date(expression)
            case Within("section", item):
                return self._texts.passages.section(item)
            case Within():
                return self._texts.passages.within(expression)
            case TaskHas():
                return self._texts.task(expression)
            case LinksTo(target):
                return self._selected.notes(*links_to(target, self.file_linked_as(target)))
            case LinkedFrom(source):
                return self._selected.notes(
                    "SELECT n.note_id FROM notes n JOIN links l ON l.resolved = n.path "
                    "JOIN notes s ON s.note_id = l.note_id WHERE s.path = ? AND n.path <> s.path",
                    [self.note_named(source)],
                )
            case Like(target):
                return ~self._selected.notes("SELECT note_id FROM notes WHERE path = ?", [self.note_named(target)])
            case HasFeature(feature):
                return self._selected.notes(FEATURES[feature].format(columns="note_id"), [])
            case AllOf() | AnyOf() | Not():
                return self.mask(expression)

    def _folder(self, condition: FolderIs) -> Mask:
        folder = condition.folder.strip("/")
        if not folder:
            where = "TRUE" if condition.recursive else "folder = ''"
            return self._selected.notes(f"SELECT note_id FROM notes WHERE {where}", [])
        written = ("'/' || folder || '/'", f"/{folder}/")
        alike = (f"'/' || {folded('folder')} || '/'", f"/{fold_as_column(folder)}/")
        of_root, deeper = ("starts_with({}, ?)", "{} = ?"), ("contains({}, ?)", "ends_with({}, ?)")
        mask = np.zeros(self._snapshot.chunk_count, dtype=np.bool_)
        # If no folder of the root is called so, it is one that lies deeper and has that name.
        for (place, wanted), (below, itself) in ((written, of_root), (alike, of_root), (alike, deeper)):
            mask = self._selected.notes(f"SELECT note_id FROM notes WHERE {below.format(place)}", [wanted])
            if mask.any() and condition.recursive:
                return mask
            if mask.any():
                return self._selected.notes(f"SELECT note_id FROM notes WHERE {itself.format(place)}", [wanted])
        return mask

    def _glob(self, condition: PathGlob) -> Mask:
        glob = condition.glob
        ways = [("path", glob_pattern(glob))]
        if not condition.exact:
            glob = glob.removeprefix("/")
            ways = [(folded("path"), glob_pattern(glob, fold_as_column))]
            if "?" in glob or "[" in glob:  # one character, where a folded letter may be two
                ways.append((folded("path", in_place=True), glob_pattern(glob, fold_in_place)))
        fits = " OR ".join(f"regexp_full_match({column}, ?)" for column, _ in ways)
        notes = self._selected.notes(f"SELECT note_id FROM notes WHERE {fits}", [pattern for _, pattern in ways])
        if not condition.heading:
            return notes
        heading = fold_as_column(condition.heading)
        below = self._selected.chunks(
            f"SELECT chunk_id FROM chunks WHERE contains({folded('heading_path')}, ?)", [heading]
        )
        return notes & below

    def _date(self, condition: DateIs) -> Mask:
        snapshot = self._snapshot
        if condition.field == "content":
            first = condition.first or date.min
            last = condition.last or date.max
            return self._selected.chunks(
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


def tag_query(tag: str, columns: str = "note_id") -> Condition:
    """SQL and parameters for the notes that have a tag or one nested below it; ``""``: any. Slashes before a tag do not
    count, in a note as little as here."""
    name = fold(tag.lstrip("#").strip("/"))
    if not name:
        return f"SELECT {columns} FROM tags", []
    tags = f"SELECT {columns} FROM tags WHERE ltrim(tag_folded, '/')"
    return f"{tags} = ? OR starts_with(ltrim(tag_folded, '/'), ?)", [name, name + "/"]


def _microseconds(day: date) -> int:
    return int((datetime(day.year, day.month, day.day) - datetime(1970, 1, 1)) / timedelta(microseconds=1))
