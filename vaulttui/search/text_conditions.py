"""Conditions on a piece of text, as SQL over one text column. Regular expressions are RE2's: linear in time."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache, reduce

from vaulttui.errors import QuerySyntaxError
from vaulttui.index import duckdb
from vaulttui.index.database import NO_TEXT
from vaulttui.index.tokenizer import INVISIBLE, UNSPACED, WORD, as_ascii, is_unspaced
from vaulttui.search.expression import AllOf, AnyOf, Expression, Not, RegexIs, TaskState, TextIs

Condition = tuple[str, list[object]]
"""SQL with ``?`` marks, and their parameters."""

TASK_STATES: Mapping[TaskState, str] = {
    "any": "TRUE",
    "todo": "status NOT IN ('x', 'X', '-')",
    "done": "status IN ('x', 'X')",
}
"""SQL over the status of a task. One that was cancelled, ``[-]``, is neither to do nor done."""

_NO_PART = rf"[^\p{{L}}\p{{N}}]|[{UNSPACED}]"
"""What a word does not go on with: as in the index, one ends where a script without blanks begins."""
_BEFORE = f"(?:^|{_NO_PART})"
_AFTER = f"(?:$|{_NO_PART})"
_BETWEEN = r"[^\p{L}\p{N}]+"

LINES = "string_split(text, chr(10))"
"""SQL for the lines of a column ``text``."""
_BLANK, _ITEM, _HEADING = r"[ \t]*", r"[ \t]*(?:[-*+]|[0-9]{1,9}[.)])[ \t]", r"#{1,6}[ \t]"
_BLOCK_START = re.compile(f"{_ITEM}|{_HEADING}")
_FENCE = "```"
_PARTS = f"string_split(chr(10) || text, chr(10) || '{_FENCE}')"
_BLOCK_STEPS = (
    # In code, which is every second part, ends of lines are hidden from the following steps.
    f"list_transform({_PARTS}, lambda part, number: if(number % 2 = 0, replace(part, chr(10), chr(31)), part))",
    f"array_to_string({{}}, chr(10) || '{_FENCE}')",
    rf"regexp_replace({{}}, '\n({_ITEM}|{_HEADING})', chr(30) || '\1', 'g')",
    rf"regexp_replace({{}}, '((?:^|\x1e){_HEADING}[^\n\x1e]*)\n', '\1' || chr(30), 'g')",
    rf"regexp_replace({{}}, '\n(?:{_BLANK}\n)+', chr(30), 'g')",
    "replace({}, chr(31), chr(10))",
)
_PIECES = f"string_split({reduce(lambda inner, step: step.replace('{}', inner), _BLOCK_STEPS)}, chr(30))"
BLOCKS = f"list_filter({_PIECES}, lambda piece: trim(piece, ' ' || chr(9) || chr(10)) <> '')"
"""SQL for the blocks of a column ``text``, as :func:`blocks_of` finds them."""

_GIVEN_UP = re.compile(r"\(\?[=!<]|\\\d")


_LETTERS = {
    **{"ß": "ss", "æ": "ae", "œ": "oe", "þ": "th", "ł": "l", "ø": "o", "đ": "d", "ð": "d", "ı": "i", "ς": "σ"},
    **{"ﬁ": "fi", "ﬂ": "fl", "ﬀ": "ff", "ﬃ": "ffi", "ﬄ": "ffl"},
    **{"’": "'", "ʼ": "'"},
}
"""What is left when marks are dropped, and is found by what people type instead. Ligatures come from printed pages."""
_TO_PLAIN_LETTERS = str.maketrans(_LETTERS)
_WIDE, _NARROW = ("".join(chr(code + by) for code in (*range(48, 58), *range(97, 123))) for by in (0xFEE0, 0))
_RARE = _WIDE + INVISIBLE
"""Letters and digits as wide as Chinese ones, and what nobody sees in words: hardly a text has any."""
_TO_NARROW = str.maketrans({**dict(zip(_WIDE, _NARROW, strict=True)), **dict.fromkeys(INVISIBLE)})
_NOT_ASCII = re.compile(r"[^\x00-\x7f]+")
_SHORT = 8
"""Letters: runs up to there are few, and come again and again."""


def folded(column: str) -> str:
    """SQL for a column as conditions compare it: without case and accents, as :func:`fold_as_column` makes a text."""
    rare, lower = f"regexp_matches({column}, '(?i)[{_RARE}]')", f"lower({column})"
    sql = f"strip_accents(CASE WHEN {rare} THEN translate({lower}, '{_RARE}', '{_NARROW}') ELSE {lower} END)"
    for letter, plain in _LETTERS.items():  # six times as fast as translate()
        sql = f"replace({sql}, '{letter}', '{plain.replace(chr(39), chr(39) * 2)}')"
    return f"CASE WHEN strlen({column}) = length({column}) THEN lower({column}) ELSE {sql} END"


def fold_as_column(text: str) -> str:
    """A text as :func:`folded` makes it, letter for letter.

    :func:`vaulttui.index.tokenizer.fold` is not that: it keeps the marks that are part of a letter in Indic scripts and
    in kana, which ``strip_accents`` drops.
    """
    lower = text.lower()
    return lower if lower.isascii() else _NOT_ASCII.sub(_plain_run, lower)


def _plain_run(run: re.Match[str]) -> str:
    return _known_plain_letters(run[0]) if run.end() - run.start() <= _SHORT else _plain_letters(run[0])


def _plain_letters(piece: str) -> str:
    """A run of letters that are not ASCII, as :func:`folded` makes it."""
    decomposed = unicodedata.normalize("NFD", piece.translate(_TO_NARROW))
    stripped = "".join(letter for letter in decomposed if unicodedata.category(letter) not in ("Mn", "Mc", "Me"))
    return unicodedata.normalize("NFC", stripped).translate(_TO_PLAIN_LETTERS)


_known_plain_letters = lru_cache(maxsize=4_096)(_plain_letters)


def words_pattern(text: str, *, unfinished: bool = False) -> str:
    """RE2 pattern for words in a row in folded text; ``""`` if the text has no word.

    Args:
        text: The words.
        unfinished: The last one may go on.
    """
    words = WORD.findall(fold_as_column(text))
    if not words:
        return ""
    body = _in_a_row(words, _BETWEEN)
    return body if is_unspaced(text) else f"{_BEFORE}{body}{'' if unfinished or _ends(words[-1]) else _AFTER}"


def row_spans(
    words: Sequence[str], *, whole_words: bool = True, unfinished: bool = False
) -> Callable[[str], Iterator[tuple[int, int]]]:
    """A search for the places where a folded text has some folded words in a row, with anything but words between them.

    Args:
        words: At least one.
        whole_words: The first and the last may not be part of longer ones,
        unfinished: but the last one may go on.

    Returns:
        Gives where each row begins and ends.
    """
    find = re.compile(_in_a_row(words, r"[\W_]+")).search
    may_go_on = unfinished or _ends(words[-1])

    def spans(text: str) -> Iterator[tuple[int, int]]:
        # What is beside them is looked at here: a pattern that begins with a literal is found ten times as fast.
        begin = 0
        while match := find(text, begin):
            start, end = match.span()
            goes_on = not may_go_on and _is_part(text[end : end + 1])
            if whole_words and (goes_on or _is_part(text[start - 1 : start])):
                begin = start + 1
            else:
                yield start, end
                begin = end

    return spans


def _in_a_row(words: Sequence[str], between: str) -> str:
    """A pattern for words in a row. Behind ``c++`` the next one may begin at once: ``C++11``."""
    joined = (f"{re.escape(word)}{between[:-1]}{'*' if _ends(word) else '+'}" for word in words[:-1])
    return "".join(joined) + re.escape(words[-1])


def _ends(word: str) -> bool:
    """Whether a word ends by itself, whatever stands behind it."""
    return word.endswith("++")


def _is_part(beside: str) -> bool:
    """Whether a word goes on with the letter beside it, if there is one."""
    return beside.isalnum() and not is_unspaced(beside)


def holding_in_a_row(text: str, *, unfinished: bool = False) -> Callable[[Sequence[str]], Iterator[int]]:
    """A test for words in a row, as :func:`text_is` makes one for a column: for texts that have been fetched.

    Python compiles such a pattern in microseconds, RE2 in milliseconds.

    Args:
        text: If it has no words, it is looked for as it is.
        unfinished: The last word may go on.

    Returns:
        Gives the places of those of some texts that hold the words, in order.
    """
    words = _folded_words(text)
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


def _folded_words(text: str) -> list[str]:
    return WORD.findall(fold_as_column(unicodedata.normalize("NFKC", text)))


def text_is(text: str, column: str, *, unfinished: bool = False) -> Condition:
    """Words in a row, of which the last may go on; punctuation alone is looked for as it is."""
    pattern = words_pattern(text, unfinished=unfinished)
    if not pattern:
        return f"contains({column}, ?)", [text]
    return f"regexp_matches({folded(column)}, ?)", [pattern]


def regex_is(pattern: str, column: str) -> Condition:
    """A regular expression; ``^`` and ``$`` match at lines, case is ignored unless ``(?-i)`` says otherwise."""
    return f"regexp_matches({column}, ?, 'i')", [f"(?m){pattern}"]


def check_regex(cursor: duckdb.DuckDBPyConnection, pattern: str) -> None:
    """See that a regular expression can be used.

    Raises:
        QuerySyntaxError: It cannot; the message says why.
    """
    try:
        cursor.execute("SELECT regexp_matches('', ?, 'i')", [f"(?m){pattern}"]).fetchall()
    except duckdb.Error as error:
        if NO_TEXT in str(error):
            raise  # told as of any other text
        reason = str(error).partition(":")[2].strip() or str(error)
        hint = " Look-around and back-references are not supported." if _GIVEN_UP.search(pattern) else ""
        raise QuerySyntaxError(f"The regular expression /{pattern}/ is not valid: {reason}.{hint}", 0, 0) from error


def blocks_of(lines: Sequence[str]) -> Iterator[range]:
    """Which lines of a text, from 0, make up each block: a heading, a list item, or any other lines without a blank one
    between them. A line that begins with three backticks opens or closes code, of which no line ends a block."""
    begin: int | None = None
    alone = in_code = False
    for number, line in enumerate(lines):
        fence = line.startswith(_FENCE)
        blank = not in_code and not line.strip(" \t")
        starts = alone or (not in_code and _BLOCK_START.match(line) is not None)
        if begin is not None and (blank or starts):
            yield range(begin, number)
            begin = None
        if begin is None and not blank:
            begin, alone = number, not in_code and re.match(_HEADING, line) is not None
        in_code ^= fence
    if begin is not None:
        yield range(begin, len(lines))


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
