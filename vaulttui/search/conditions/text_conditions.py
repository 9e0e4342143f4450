"""Conditions on a piece of text, as SQL over one text column. Regular expressions are RE2's: linear in time."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise

from vaulttui.errors import QuerySyntaxError
from vaulttui.index.reading.letters import is_unspaced
from vaulttui.index.reading.tokenizer import PART, WORD, as_ascii
from vaulttui.index.storage import duckdb
from vaulttui.index.storage.database import NO_TEXT, Begin
from vaulttui.patterns import late_pattern
from vaulttui.search.conditions.row_patterns import (
    AMONG_SIGNS,
    FOLDED,
    PLAIN,
    Alphabet,
    Row,
    ends_itself,
    in_a_row,
    row_of,
    row_pattern,
    sign_between,
)
from vaulttui.search.expression import AllOf, AnyOf, Expression, Not, RegexIs, TaskHas, TaskState, TextIs
from vaulttui.search.folding import fold_as_column, folded, is_plain
from vaulttui.search.language.regex import cased_literals
from vaulttui.vault.markdown.interruptions import BETWEEN_SEEN, INTERRUPTION, INTERRUPTION_SIGN

Condition = tuple[str, list[object]]
"""SQL with ``?`` marks, and their parameters."""

_TASK_STATES: Mapping[TaskState, str] = {
    "any": "TRUE",
    "todo": "status NOT IN ('x', 'X', '-')",
    "done": "status IN ('x', 'X')",
}
"""SQL over the status of a task. One that was cancelled, ``[-]``, is neither to do nor done."""

_GIVEN_UP = re.compile(r"\(\?<?[=!]|\\\d")
_OTHERWISE_NAMED = re.compile(r"\(\?[<'](\w+)[>']")
_LONG_ROW = 50
"""Of more words than these no pattern is made that has a group for each: :mod:`re` takes no deep ones, RE2 no large
ones."""


def row_spans(
    words: Sequence[str], *, whole_words: bool = True, unfinished: bool = False
) -> Callable[[str], Iterator[tuple[int, int]]]:
    """A search for the places where a folded text has some folded words in a row, with anything but words between them,
    or with what a reader does not see. First come those in the source, then others that only a reader sees.

    Args:
        words: At least one.
        whole_words: The first and the last may not be part of longer ones,
        unfinished: but the last one may go on.

    Returns:
        Gives where each row begins and ends.
    """
    interrupted = late_pattern(lambda: _interrupted(words))
    search = re.compile(in_a_row(words, sign_between(words))).search
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
    if len(words) > _LONG_ROW:
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


def text_is(text: str, column: str, *, unfinished: bool = False) -> Condition:
    """Words in a row, of which the last may go on; punctuation alone is looked for as it is."""
    words = WORD.findall(fold_as_column(text))
    if not words:
        return f"contains({column}, ?)", [text]
    row = row_of(text, unfinished=unfinished)
    if len(words) > _LONG_ROW:
        return _long_row(words, row, column)
    if row is not None:
        return matches_folded(column, [row], lambda alphabet: row_pattern(row, alphabet))
    return f"regexp_matches({folded(column)}, ?)", [in_a_row(words, FOLDED.between)]


def _long_row(words: Sequence[str], row: Row | None, column: str) -> Condition:
    """Many words in a row: those of a text that has a blank for all that stands between words, in the source or for a
    reader. Joints within words count as blanks.

    Args:
        words: Folded.
        row: The same; ``None`` if they need not be whole.
        column: Of the text.
    """
    parts = tuple(PART.findall(" ".join(words)))
    pattern = " ".join(parts)
    if row is not None:
        pattern = f"(?:^|{FOLDED.beside}){pattern}" + ("" if row.ends else f"(?:$|{FOLDED.beside})")
    holds = f"regexp_matches(regexp_replace({folded(column)}, ?, ' ', 'g'), ?)"
    sign = r"[^\p{L}\p{N}\p{M}]"
    return f"({holds} OR {holds})", [f"{sign}+", pattern, f"(?:{INTERRUPTION}|{sign})+", pattern]


def matches_folded(column: str, rows: Sequence[Row], pattern: Callable[[Alphabet], str]) -> Condition:
    """A pattern for rows of words that matches a text once it is folded. That takes several times as long as to match
    it, and is hardly ever needed.

    Args:
        column: Of the text.
        rows: What the pattern asks for.
        pattern: Gives it for some alphabet.
    """
    parameters = [pattern(AMONG_SIGNS), pattern(FOLDED)]
    if all(row.plain for row in rows):
        told, parameters = (
            f"WHEN {is_plain(column)} THEN regexp_matches({column}, ?, 'i')",
            [pattern(PLAIN), *parameters],
        )
    else:
        told = ""
    among_signs = f"WHEN regexp_matches(lower({column}), ?) THEN TRUE"
    return f"CASE {told} {among_signs} ELSE regexp_matches({folded(column)}, ?) END", [*parameters]


def regex_is(pattern: str, column: str) -> Condition:
    """A regular expression; ``^`` and ``$`` match at lines, case is ignored unless ``(?-i)`` says otherwise."""
    literals: list[object] = [*cased_literals(pattern)]
    if not literals:
        return f"regexp_matches({column}, ?, 'i')", [f"(?m){pattern}"]
    having = " AND ".join([f"contains({column}, ?)"] * len(literals))
    return f"CASE WHEN {having} THEN regexp_matches({column}, ?, 'i') ELSE FALSE END", [*literals, f"(?m){pattern}"]


def check_regexes(begin: Begin, expression: Expression) -> None:
    """See that the regular expressions of a tree can be used; no transaction begins where there are none.

    Raises:
        QuerySyntaxError: One cannot; the message says why.
    """
    for pattern in regexes_of(expression):
        _check_regex(begin(), pattern)


def _check_regex(cursor: duckdb.DuckDBPyConnection, pattern: str) -> None:
    try:
        cursor.execute("SELECT regexp_matches('', ?, 'i')", [f"(?m){pattern}"]).fetchall()
    except duckdb.Error as error:
        if NO_TEXT in str(error):
            raise  # told as of any other text
        reason = str(error).partition(":")[2].strip() or str(error)
        hint = ""
        if named := _OTHERWISE_NAMED.search(pattern):
            hint = f" A named group is written (?P<{named[1]}>…)."
        elif _GIVEN_UP.search(pattern):
            hint = " Look-around and back-references are not supported."
        raise QuerySyntaxError(f"The regular expression /{pattern}/ is not valid: {reason}.{hint}", 0, 0) from error


def compile_text(expression: Expression, column: str) -> Condition:
    """SQL for a tree of text and regex conditions on one column.

    Raises:
        QuerySyntaxError: The tree holds another kind of condition.
    """
    if isinstance(expression, TextIs):
        return text_is(expression.text, column, unfinished=expression.unfinished)
    if isinstance(expression, RegexIs):
        return regex_is(expression.pattern, column)
    if isinstance(expression, Not):
        sql, parameters = compile_text(expression.item, column)
        return f"NOT ({sql})", parameters
    if isinstance(expression, (AllOf, AnyOf)):
        parts = [compile_text(item, column) for item in expression.items]
        return _joined(parts, " AND " if isinstance(expression, AllOf) else " OR ")
    raise QuerySyntaxError(
        "section:, block:, line: and task: take words, phrases and regular expressions only; other filters go outside.",
        0,
        0,
    )


def task_condition(task: TaskHas) -> Condition:
    """SQL over the text and the status of a task that is asked for.

    Raises:
        QuerySyntaxError: Its tree holds another kind of condition than on text.
    """
    sql, parameters = compile_text(task.item or AllOf(()), "text")
    return f"{_TASK_STATES[task.state]} AND ({sql})", parameters


def _joined(parts: Sequence[Condition], operator: str) -> Condition:
    if not parts:
        return ("TRUE" if operator == " AND " else "FALSE"), []
    return operator.join(f"({sql})" for sql, _ in parts), [value for _, values in parts for value in values]


def regexes_of(expression: Expression) -> list[str]:
    """Every regular expression of a tree."""
    if isinstance(expression, RegexIs):
        return [expression.pattern]
    if isinstance(expression, (AllOf, AnyOf)):
        return [pattern for item in expression.items for pattern in regexes_of(item)]
    item = getattr(expression, "item", None)
    return regexes_of(item) if item is not None else []
