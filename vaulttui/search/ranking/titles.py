"""How much of a note's name a query is."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from vaulttui.index.reading.letters import fold
from vaulttui.index.reading.tokenizer import closed_form, folded_words, forms_of, words_of

ALIKE = 0.99
"""Likeness of a title that the query is with other joints or blanks: ``todo list``, *To-Do List*."""
COMPLETED = 0.98
"""Likeness, at least, of a title of which the query lacks only the end of a word that no note has as it is:
``zettelkas``. The rest to :data:`ALIKE` tells how usual the finished word is."""


@lru_cache(maxsize=256)
def folded_row(words: tuple[str, ...]) -> str:
    """The words of a query as one folded text, as titles are folded."""
    return " ".join(fold(part) for word in words for part in words_of(word))


def title_likeness(
    query_words: Sequence[str],
    titles: Sequence[str],
    *,
    corrections: Mapping[str, str] | None = None,
    prefix_last: bool = False,
    usual: Callable[[str], float] | None = None,
) -> float:
    """1 if the query is a title or an alias, hardly less with other joints or blanks, less if only the end of its last
    word is missing, still less if the query is its beginning or lies within it, 0 if not.

    Each of the last three has a range of its own (.55, .4 and .2 upwards), in which up to .4 more tell how much of the
    title the query is.

    Args:
        query_words: As written.
        titles: Of one note.
        corrections: What words of titles were written as, by mistake.
        prefix_last: The last word may be unfinished.
        usual: It surely is, as no note has it as it is written: how usual each word is that it begins, 0..1.
    """
    if not query_words:
        return 0.0
    wanted = folded_row(tuple(query_words))
    closed = without_joints(wanted)
    best = 0.0
    for title in titles:
        words = folded_words(title)
        if not words:
            continue
        if words == wanted:
            return 1.0
        if corrections:
            words = " ".join(corrections.get(word, word) for word in words.split(" "))
            if words == wanted:
                return 1.0
        folded, words = words, without_joints(words)
        if _is_same(words, closed):
            best = max(best, ALIKE)
        if closed not in words:
            continue
        share = len(closed) / len(words)
        if prefix_last and words.startswith(closed) and " " not in words[len(closed) :]:
            likeness = 0.55 + 0.4 * share
            # A file's zettelkasten-outliner is no end of zettelkas.
            if usual is not None and len(forms_of(_last(folded))) == len(forms_of(_last(wanted))):
                likeness = COMPLETED + (ALIKE - COMPLETED) * usual(_last(folded))
            best = max(best, likeness)
        elif words.startswith(closed + " ") or (prefix_last and words.startswith(closed)):
            best = max(best, 0.4 + 0.4 * share)
        elif f" {closed} " in f" {words} ":
            best = max(best, 0.2 + 0.4 * share)
    return best


def is_heading(wanted: str, heading: str) -> bool:
    """Whether a heading is a query, if with other joints or blanks.

    Args:
        wanted: The query, as :func:`folded_row` gives it.
        heading: As written.
    """
    closed = without_joints(wanted)
    return bool(closed) and _is_same(without_joints(folded_words(heading)), closed)


@lru_cache(maxsize=20_000)
def without_joints(words: str) -> str:
    """Folded words without joints, where these may be left out."""
    return " ".join(closed_form(word) or word for word in words.split(" "))


def _last(words: str) -> str:
    return words.rpartition(" ")[2]


def _is_same(words: str, wanted: str) -> bool:
    """Whether folded words without joints are the same but for blanks."""
    if words == wanted:
        return True
    together = _together(wanted)
    # A word begins with no joint: few need be joined.
    return bool(together) and words[:1] == together[:1] and _together(words) == together


@lru_cache(maxsize=256)
def _together(words: str) -> str:
    """Folded words as one; "" where digits would meet, or a sign is part of one."""
    return closed_form(words.replace(" ", "-"))
