"""Where a folded text has words in a row: what :mod:`~vaulttui.search.conditions.text_conditions` asks the database,
of texts that have been fetched."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from vaulttui.index.reading.letters import is_unspaced
from vaulttui.index.reading.tokenizer import WORD, as_ascii
from vaulttui.patterns import late_pattern
from vaulttui.search.conditions.row_patterns import ends_itself, in_a_row, sign_between
from vaulttui.search.conditions.runs_as_seen import parted, run_text
from vaulttui.search.folding import fold_as_column
from vaulttui.vault.markdown.interruptions import BETWEEN_SEEN, INTERRUPTION_SIGN

LONG_ROW = 50
"""Of more words than these no pattern is made that has a group for each: :mod:`re` takes no deep ones, RE2 no large
ones."""


def row_spans(
    words: Sequence[str], *, whole_words: bool = True, unfinished: bool = False
) -> Callable[[str], Iterator[tuple[int, int]]]:
    """A search for the places where a folded text has some folded words in a row, with anything but words between them,
    or with what a reader does not see. First come those in the source, then others that only a reader sees.

    Args:
        words: At least one.
        whole_words: The first and the last may not be part of longer ones.
        unfinished: The last one may go on all the same.

    Returns:
        Gives where each row begins and ends.
    """
    interrupted = late_pattern(lambda: _interrupted(words))
    search = re.compile(in_a_row(words, sign_between(words))).search
    may_be_parted = late_pattern(lambda: parted(words)) if any(map(is_unspaced, words)) else None
    may_go_on = unfinished or ends_itself(words[-1])

    def in_source(text: str, begin: int) -> tuple[int, int] | None:
        match = search(text, begin)
        return match.span() if match else None

    def as_seen(text: str, begin: int) -> tuple[int, int] | None:
        while match := interrupted.search(text, begin):
            begin = match.start()
            if end := _end_for_reader(words, text, begin):
                return begin, end
            begin += 1
        return None

    def spans(text: str) -> Iterator[tuple[int, int]]:
        found = set()
        for span in between_words(text):
            found.add(span)
            yield span
        if may_be_parted is not None and may_be_parted.search(text):
            runs = run_text(text)
            yield from (span for place in between_words(runs.text) if (span := runs.span(*place)) not in found)

    def between_words(text: str) -> Iterator[tuple[int, int]]:
        found = set()
        for span in whole(in_source, text):
            found.add(span)
            yield span
        if len(words) > 1:
            yield from (span for span in whole(as_seen, text) if span not in found)

    def whole(find: Callable[[str, int], tuple[int, int] | None], text: str) -> Iterator[tuple[int, int]]:
        # What is beside them is looked at here: a pattern that begins with a literal is found ten times as fast.
        begin = 0
        while span := find(text, begin):
            start, end = span
            goes_on = not may_go_on and _is_part(text[end : end + 1])
            if whole_words and (goes_on or _is_part(text[start - 1 : start])):
                begin = start + 1
            else:
                yield span
                begin = end

    return spans


def _interrupted(words: Sequence[str]) -> str:
    """Pattern for the first of some words in a row, up to where something may interrupt them; for the first one alone
    if they are many."""
    if len(words) > LONG_ROW:
        return re.escape(words[0])
    rest = ""
    for word in reversed(words[1:-1]):
        rest = rf"(?:[\W_]*{re.escape(word)}{rest})?"
    return rf"{re.escape(words[0])}{rest}[\W_]*?{INTERRUPTION_SIGN}"


def _end_for_reader(words: Sequence[str], text: str, start: int) -> int | None:
    """Where a row of words that begins at some place ends, as a reader sees it; ``None`` if none does.

    A pattern for that takes milliseconds to compile.
    """
    end = start + len(words[0])
    for before, word in pairwise(words):
        between = BETWEEN_SEEN.match(text, end)
        following = between.end() if between else end
        if not ((between or ends_itself(before)) and text.startswith(word, following)):
            return None
        end = following + len(word)
    return end


def _is_part(beside: str) -> bool:
    """Whether a word goes on with the letter beside it, if there is one."""
    if beside.isascii():
        return beside.isalnum()
    return (beside.isalnum() or unicodedata.category(beside)[0] == "M") and not is_unspaced(beside)


def holding_in_a_row(text: str, *, unfinished: bool = False) -> Callable[[Sequence[str]], Iterator[int]]:
    """A test for words in a row, as :func:`text_is` makes one for a column: for texts that have been fetched.

    Python compiles such a pattern in microseconds, RE2 in milliseconds.

    Args:
        text: If it has no words, it is looked for as it is.
        unfinished: The last word may go on.

    Returns:
        Gives the places of those of some texts that hold the words, in order.
    """
    words = WORD.findall(fold_as_column(unicodedata.normalize("NFKC", text)))
    if not words:
        return lambda values: (place for place, value in enumerate(values) if text in value)
    rows = row_spans(words, whole_words=not any(map(is_unspaced, words)), unfinished=unfinished)
    plainest = f" {' '.join(words)} "
    as_it_is = plainest.isascii()

    def holding(values: Sequence[str]) -> Iterator[int]:
        for place, value in enumerate(values):
            if as_it_is and plainest in value:  # in most texts that hold it: to make them lower-case takes longer
                yield place
                continue
            plain = as_ascii(value)  # has the same words, and folding it costs a fiftieth
            compared = fold_as_column(unicodedata.normalize("NFKC", value)) if plain is None else plain.lower()
            if plainest in compared or any(True for _ in rows(compared)):
                yield place

    return holding
