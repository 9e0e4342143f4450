"""Conditions on a piece of text, as SQL over one text column. Regular expressions are RE2's: linear in time."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from vaulttui.errors import QuerySyntaxError
from vaulttui.index.reading.tokenizer import PART, WORD
from vaulttui.index.storage import duckdb
from vaulttui.index.storage.database import NO_TEXT, Begin
from vaulttui.search.conditions.row_patterns import (
    AMONG_SIGNS,
    FOLDED,
    PLAIN,
    Alphabet,
    Row,
    in_a_row,
    row_of,
    row_pattern,
)
from vaulttui.search.conditions.row_spans import LONG_ROW
from vaulttui.search.conditions.runs_as_seen import parted, runs_of
from vaulttui.search.expression import AllOf, AnyOf, Expression, Not, RegexIs, TaskHas, TaskState, TextIs
from vaulttui.search.folding import fold_as_column, folded, is_plain
from vaulttui.search.language.regex import cased_literals
from vaulttui.vault.markdown.interruptions import INTERRUPTION

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


def text_is(text: str, column: str, *, unfinished: bool = False) -> Condition:
    """Words in a row, of which the last may go on; punctuation alone is looked for as it is."""
    words = WORD.findall(fold_as_column(text))
    if not words:
        return f"contains({column}, ?)", [text]
    row = row_of(text, unfinished=unfinished)
    if row is not None and len(words) <= LONG_ROW:
        return matches_folded(column, [row], lambda alphabet: row_pattern(row, alphabet))
    sql, parameters = _held(words, row, folded(column))
    if row is not None:
        return sql, parameters
    as_seen, of_runs = _held(words, row, runs_of(folded(column)))
    sql = f"CASE WHEN {sql} THEN TRUE WHEN regexp_matches({column}, ?) THEN {as_seen} ELSE FALSE END"
    return sql, [*parameters, parted(words, folded=False), *of_runs]


def _held(words: Sequence[str], row: Row | None, text: str) -> Condition:
    """Words in a row that are too many for a pattern, or need not be whole; see :func:`_long_row`."""
    if len(words) > LONG_ROW:
        return _long_row(words, row, text)
    return f"regexp_matches({text}, ?)", [in_a_row(words, FOLDED.between)]


def _long_row(words: Sequence[str], row: Row | None, text: str) -> Condition:
    """Many words in a row: those of a text that has a blank for all that stands between words, in the source or for a
    reader. Joints within words count as blanks.

    Args:
        words: Folded.
        row: The same; ``None`` if they need not be whole.
        text: SQL for the text, folded.
    """
    parts = tuple(PART.findall(" ".join(words)))
    pattern = " ".join(parts)
    if row is not None:
        pattern = f"(?:^|{FOLDED.beside}){pattern}" + ("" if row.ends else f"(?:$|{FOLDED.beside})")
    holds = f"regexp_matches(regexp_replace({text}, ?, ' ', 'g'), ?)"
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
