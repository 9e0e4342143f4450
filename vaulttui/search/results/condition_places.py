"""Where in chunks the conditions of a query hold, besides the words that it ranks by.

Words are found again in what is shown, see :mod:`vaulttui.search.words.matching`. What a regular expression matches,
which line has all that ``line:`` asks for, and which task is meant, is asked of the database: it has the engine of the
conditions, whose expressions never take long.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice

import numpy as np

from vaulttui.index.reading.tokenizer import words_of
from vaulttui.index.storage.arrays import CHUNK_IS_SET, IntArray, as_mask, objects, scan
from vaulttui.search.conditions.blocks import blocks_of
from vaulttui.search.conditions.text_conditions import compile_text, task_condition
from vaulttui.search.expression import (
    Expression,
    RegexIs,
    TaskHas,
    TextField,
    TextIs,
    Within,
    affirmed,
)
from vaulttui.search.language.regex import whole_words, without_end
from vaulttui.search.memory.snapshot import Mask
from vaulttui.search.results.places import Places, Span, apart, apart_lines, line_ranges
from vaulttui.search.view import IndexView

_BEGIN, _MIDDLE, _END = _SIGNS = "\ufdd0", "\ufdd1", "\ufdd2"
"""Put around what matches. No text has them: Unicode keeps them out of the interchange of texts."""
_MARKED = re.compile(f"{_BEGIN}(?:([^{_MIDDLE}{_END}]*){_MIDDLE})?([^{_MIDDLE}{_END}]*){_END}")
_MOST_SPANS = 200
"""So many in one text are told: an expression may match every character."""
_OTHER_CHUNKS = 1_000
"""So many besides those that are shown are looked at for what regular expressions match."""
_MOST_TASKS = 1_000
"""So many of one note are told."""
_FEW = 5_000
"""Texts of so many chunks are handed to the database; of more, it reads them from the file."""


def holding(view: IndexView, where: Expression | None, wanted: Callable[[], IntArray]) -> Mask | None:
    """Which chunks hold what a note was found by, if that is in its text.

    Args:
        view: The index.
        where: The conditions.
        wanted: Gives numbers of chunks; asked if there is such a condition.

    Returns:
        A mask over all chunks; ``None`` if no condition is of that kind: one on whole notes that words tell nothing of.
    """
    patterns = list(dict.fromkeys(_patterns(where)))
    if not patterns:
        return None
    chunks = wanted()
    matches = " OR ".join(["regexp_matches(text, ?, 'i')"] * len(patterns))
    if len(chunks) <= _FEW:
        numbers, texts = view.texts.bare(view.begin, view.snapshot, chunks)
        rows = {"id": numbers, "text": objects(texts)}
        found = scan(view.cursor, f"SELECT id FROM rows WHERE {matches}", rows, patterns).fetchnumpy()["id"]
        return as_mask(np.asarray(found), view.snapshot.chunk_count)
    looked_at = view.snapshot.chunk_bits(chunks)
    sql = f"SELECT chunk_id FROM chunks WHERE CASE WHEN {CHUNK_IS_SET} THEN {matches} END"
    found = view.cursor.execute(sql, [looked_at, *patterns]).fetchnumpy()["chunk_id"]
    return view.snapshot.chunk_mask(np.asarray(found))


def places_in_notes(view: IndexView, where: Expression | None, chunks: Sequence[int]) -> Mapping[int, Places]:
    """Where conditions hold in some chunks, and in other chunks of their notes what a preview marks besides.

    Args:
        view: The index.
        where: The conditions.
        chunks: Numbers of some chunks.
    """
    if where is None or not chunks:
        return {}
    places = find_places(view, where, chunks)
    snapshot = view.snapshot
    held = holding(view, where, lambda: snapshot.chunks_below(np.unique(snapshot.chunk_notes[list(chunks)]))[0])
    if held is None:
        return places
    others = [chunk for chunk in np.flatnonzero(held).tolist() if chunk not in places]
    return {**places, **find_places(view, where, others[:_OTHER_CHUNKS])}


def find_places(view: IndexView, where: Expression | None, chunks: Sequence[int]) -> Mapping[int, Places]:
    """Where in some chunks the conditions hold.

    Args:
        view: The index.
        where: The conditions.
        chunks: Numbers of some chunks.

    Returns:
        By number; those of which there is nothing to say are left out.
    """
    patterns, leaves = list(dict.fromkeys(_patterns(where))), list(_of_lines(where))
    if not chunks or not (patterns or leaves):
        return {}
    texts = {number: chunk.text for number, chunk in view.chunk_texts(chunks).items()}
    matches: dict[int, list[Span]] = {}
    lines: dict[int, set[range]] = {}
    for pattern in patterns:
        for number, spans in matched_spans(view, texts, pattern):
            matches.setdefault(number, []).extend(spans)
    for leaf in leaves:
        held = _pieces_of(view, texts, leaf) if isinstance(leaf, Within) else _tasks_of(view, texts, leaf)
        for number, piece in held:
            lines.setdefault(number, set()).add(piece)
        for pattern in _patterns(leaf.item):
            for number, spans in matched_spans(view, texts, pattern):
                pieces = line_ranges(texts[number], list(lines.get(number, ())))
                inside = [span for span in spans if any(first <= span[0] <= last for first, last in pieces)]
                matches.setdefault(number, []).extend(inside)
    return {
        number: Places(tuple(apart(matches.get(number, ()))), apart_lines(lines.get(number, ())))
        for number in texts
        if matches.get(number) or lines.get(number)
    }


def lines_of_tasks(view: IndexView, where: Expression | None, notes: Sequence[int]) -> Mapping[int, list[int]]:
    """Which tasks of some notes a query asks for.

    Args:
        view: The index.
        where: The conditions.
        notes: Numbers of the notes.

    Returns:
        Their lines in the note, in order, by the notes' numbers; the first of them, if they are many.
    """
    lines: dict[int, set[int]] = {}
    for leaf in dict.fromkeys(leaf for leaf in _of_lines(where) if isinstance(leaf, TaskHas)):
        meant, parameters = task_condition(leaf)
        rows = {"id": view.snapshot.note_ids[list(notes)], "number": np.array(notes, dtype=np.int64)}
        sql = f"SELECT number, line FROM tasks JOIN rows ON note_id = id WHERE {meant}"
        for number, line in scan(view.cursor, sql, rows, parameters).fetchall():
            lines.setdefault(number, set()).add(line)
    return {number: sorted(found)[:_MOST_TASKS] for number, found in lines.items()}


def matches_in(
    view: IndexView, where: Expression | None, texts: Callable[[], Mapping[int, str]], fields: tuple[TextField, ...]
) -> Mapping[int, list[Span]]:
    """What regular expressions match in texts beside those of chunks.

    Args:
        view: The index.
        where: The conditions.
        texts: Gives them by any number; asked if there are expressions.
        fields: Where an expression has to look.
    """
    found: dict[int, list[Span]] = {}
    patterns = list(dict.fromkeys(_patterns(where, fields)))
    known = texts() if patterns else {}
    for pattern in patterns:
        for number, spans in matched_spans(view, known, pattern):
            found.setdefault(number, []).extend(spans)
    return {number: list(apart(spans)) for number, spans in found.items()}


def _patterns(where: Expression | None, fields: tuple[TextField, ...] = ("any", "content")) -> Iterator[str]:
    """Regular expressions of all conditions that look for something in texts that no word tells of."""
    for condition in affirmed(where):
        match condition:
            case RegexIs(pattern, field) if field in fields:
                yield f"(?m){pattern}"
            case TextIs(text, field) if field in fields and not words_of(text):
                yield re.escape(text)
            case Within("section", item) if "content" in fields:
                yield from _patterns(item, fields)


def _of_lines(where: Expression | None) -> Iterator[Within | TaskHas]:
    for condition in affirmed(where):
        match condition:
            case Within("block" | "line") | TaskHas():
                yield condition


def matched_spans(view: IndexView, texts: Mapping[int, str], pattern: str) -> Iterator[tuple[int, list[Span]]]:
    """What a regular expression matches in texts, if anything."""
    rows = {"id": np.array(list(texts), dtype=np.int64), "text": objects(list(texts.values()))}
    sought, mark = without_end(pattern), f"{_BEGIN}\\0{_END}"
    if r"\B" in pattern:
        # It holds between the bytes of a character, and the database breaks down at a sign put in there: where nothing
        # else begins, each character is taken as a whole.
        sought, mark = f"({sought})|(?s:.)", f"{_BEGIN}\\1{_MIDDLE}\\0{_END}"
    sql = "SELECT id, regexp_replace(text, ?, ?, 'gi') FROM rows WHERE regexp_matches(text, ?, 'i')"
    for number, marked in scan(view.cursor, sql, rows, [sought, mark, pattern]).fetchall():
        text = texts[number]
        whole = (whole_words(pattern, text, start, end) for start, end in islice(_marked(marked), _MOST_SPANS))
        spans = [span for span in whole if span]
        if spans and not any(sign in text for sign in _SIGNS):
            yield number, spans


def _marked(text: str) -> Iterator[Span]:
    """Where in a text, as it is without signs, something stands between them."""
    more = 0  # characters up to here that the other text lacks
    for match in _MARKED.finditer(text):
        start, end = match.start() - more, match.start() - more + len(match[2])
        more = match.end() - end
        if start < end and match[1] != "":
            yield start, end


def _pieces_of(view: IndexView, texts: Mapping[int, str], leaf: Within) -> Iterator[tuple[int, range]]:
    """Chunks and their lines and blocks in which a condition on one of them holds."""
    places: list[tuple[int, range]] = []
    pieces: list[str] = []
    for number, text in texts.items():
        lines = text.split("\n")
        for piece in blocks_of(lines) if leaf.unit == "block" else (range(at, at + 1) for at in range(len(lines))):
            places.append((number, piece))
            pieces.append("\n".join(lines[piece.start : piece.stop]))
    condition, parameters = compile_text(leaf.item, "text")
    rows = {"id": np.arange(len(places)), "text": objects(pieces)}
    for (found,) in scan(view.cursor, f"SELECT id FROM rows WHERE {condition}", rows, parameters).fetchall():
        yield places[found]


def _tasks_of(view: IndexView, texts: Mapping[int, str], leaf: TaskHas) -> Iterator[tuple[int, range]]:
    """Chunks and the lines of tasks that are meant; of one that goes on in another chunk, those in this one."""
    numbers = np.array(list(texts), dtype=np.int64)
    first_lines = {number: chunk.first_line for number, chunk in view.chunk_texts(list(texts)).items()}
    meant, parameters = task_condition(leaf)
    sql = f"SELECT chunk_id, line, text FROM tasks WHERE chunk_id IN (SELECT id FROM rows) AND {meant}"
    rows = {"id": view.snapshot.chunk_ids[numbers]}
    for identity, line, task in scan(view.cursor, sql, rows, parameters).fetchall():
        number = int(view.snapshot.chunk_numbers[identity])
        first = line - first_lines[number]
        yield number, range(first, min(first + task.count("\n"), texts[number].count("\n")) + 1)
