"""Notes that a query names by their path or by the name of their file, as one copies these: ``Projects/Plan.md``."""

from __future__ import annotations

import unicodedata
from dataclasses import replace

import numpy as np

from vaulttui.index.storage.arrays import IntArray
from vaulttui.search.memory.snapshot import numbers_of
from vaulttui.search.query import RankedText
from vaulttui.search.ranking.titles import folded_row
from vaulttui.search.view import IndexView
from vaulttui.vault.note_names import is_note_name, note_name

_MOST = 50
"""So many of the notes that have all letters of a path are compared with it, the shortest paths first."""


def without_ending(view: IndexView, text: RankedText) -> RankedText:
    """A text without the ending of a note's file, if it is the name or the path of one.

    No note has it among its words, but others may: of two notes that tell of ``Plan.md``, none is that one.

    Args:
        view: The index.
        text: What is searched for.
    """
    if not is_note_name(text.text) or not _as_written(text) or not _notes_at(view, text.text):
        return text
    without = text.text[: text.text.rindex(".")]
    return replace(text, text=without, words=tuple(without.split()), prefix_last=False)


def named_by_path(view: IndexView, text: RankedText) -> IntArray:
    """Numbers of the notes of which a text is the path, with or without its ending, or else of those of which it is the
    last folders with the name. By a name alone notes are found anyway.

    Args:
        view: The index.
        text: What is searched for.
    """
    found = _notes_at(view, text.text) if "/" in text.text and _as_written(text) else {}
    shortest = min(found.values(), default=0)
    identities = [identity for identity, folders in found.items() if folders == 0 or shortest]
    numbers = numbers_of(view.snapshot.note_numbers, np.array(identities, dtype=np.int32))
    return numbers[numbers >= 0].astype(np.int64)


def _as_written(text: RankedText) -> bool:
    """Whether a text was written in one piece, without quotes."""
    return not text.phrases and text.text.split() == list(text.words)


def _notes_at(view: IndexView, path: str) -> dict[int, int]:
    """Identities of notes whose path ends so, with how many folders lie above."""
    wanted = _rows(path)
    found = ((identity, _rows(each)) for identity, each in _with_letters(view, path)) if wanted else ()
    return {identity: len(rows) - len(wanted) for identity, rows in found if rows[-len(wanted) :] == wanted}


def _with_letters(view: IndexView, path: str) -> list[tuple[int, str]]:
    """Identities and paths of notes that have the letters of a path in theirs, whatever stands between these."""
    folder, _, name = path.rpartition("/")
    return view.cursor.execute(
        """
        SELECT note_id, path FROM notes
        WHERE len(list_filter($names, lambda run: NOT contains(strip_accents(lower(name)), run))) = 0
            AND len(list_filter($folders, lambda run: NOT contains(strip_accents(lower(folder)), run))) = 0
        ORDER BY length(path), path LIMIT $most
        """,
        {"names": _runs(note_name(name)), "folders": _runs(folder), "most": _MOST},
    ).fetchall()


def _runs(text: str) -> list[str]:
    """What of a text are letters and digits, as the database makes them alike."""
    return "".join(letter if letter.isalnum() else " " for letter in _bare(text)).split()


def _bare(text: str) -> str:
    """Small letters without marks, as the database's ``strip_accents`` gives them."""
    apart = unicodedata.normalize("NFD", text.lower())
    letters = "".join(letter for letter in apart if not unicodedata.category(letter).startswith("M"))
    return unicodedata.normalize("NFC", letters)


def _rows(path: str) -> tuple[str, ...]:
    """Folders and name of a path without its ending, each as titles are compared, without those that are only signs."""
    *folders, _ = path.split("/")
    return tuple(filter(None, (folded_row((part,)) for part in (*folders, note_name(path)))))
