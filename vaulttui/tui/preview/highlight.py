"""Colours for code, by Pygments."""

from __future__ import annotations

from functools import lru_cache
from time import monotonic

from pygments.lexer import Lexer
from pygments.lexers import get_lexer_by_name
from pygments.token import Token, _TokenType
from pygments.util import ClassNotFound

from vaulttui.tui.preview.lines import Run

LONGEST_CODE = 60_000
"""Characters; more is shown without colours."""
_PATIENCE = 0.5
"""Seconds; what is not coloured by then stays plain."""

_LANGUAGES = {"dataviewjs": "javascript", "templater": "javascript", "js-engine": "javascript", "jsonc": "json"}
"""Languages of code blocks in notes that Pygments knows by another name."""

_STYLES: dict[_TokenType, str] = {
    Token.Comment.Preproc: "token.keyword",
    Token.Comment: "token.comment",
    Token.Keyword.Constant: "token.number",
    Token.Keyword: "token.keyword",
    Token.Name.Class: "token.class",
    Token.Name.Function: "token.name",
    Token.Name.Decorator: "token.class",
    Token.Name.Builtin: "token.name",
    Token.Name.Tag: "token.keyword",
    Token.Name.Attribute: "token.name",
    Token.Name.Exception: "token.class",
    Token.Literal.String: "token.string",
    Token.Literal.Number: "token.number",
    Token.Literal.Date: "token.number",
    Token.Operator.Word: "token.keyword",
    Token.Operator: "token.operator",
    Token.Generic.Heading: "token.heading",
    Token.Generic.Subheading: "token.heading",
    Token.Generic.Inserted: "token.string",
    Token.Generic.Deleted: "token.error",
    Token.Generic.Strong: "token.strong",
    Token.Generic.Emph: "token.em",
}


@lru_cache(maxsize=64)
def find_lexer(language: str) -> Lexer | None:
    """Return the lexer of a language as named behind a code fence; ``None`` if there is none."""
    name = language.strip().strip("{}.").partition(",")[0].lower()
    if not name:
        return None
    try:
        return get_lexer_by_name(_LANGUAGES.get(name, name), stripnl=False, ensurenl=False)
    except ClassNotFound:
        return None


def highlight(code: str, language: str) -> list[list[Run]]:
    """Colour code.

    Args:
        code: Any number of lines.
        language: As written behind the fence; an unknown one gives no colours.

    Returns:
        One list of runs for each line, which together hold exactly the characters of the code.
    """
    lexer = find_lexer(language) if len(code) <= LONGEST_CODE else None
    if lexer is None:
        return [[(line, "")] if line else [] for line in code.split("\n")]
    lines: list[list[Run]] = [[]]
    written = code + "\n"  # some lexers need the end of the last line
    given = 0
    deadline = monotonic() + _PATIENCE
    for _, kind, text in lexer.get_tokens_unprocessed(written):
        if not written.startswith(text, given):
            break
        given += len(text)
        _append(lines, text, _style(kind))
        if monotonic() > deadline:
            break
    _append(lines, written[given:], "")
    del lines[-1]
    return lines


def _append(lines: list[list[Run]], text: str, style: str) -> None:
    for number, part in enumerate(text.split("\n")):
        if number:
            lines.append([])
        if part and lines[-1] and lines[-1][-1][1] == style:
            lines[-1][-1] = (lines[-1][-1][0] + part, style)
        elif part:
            lines[-1].append((part, style))


@lru_cache(maxsize=512)
def _style(kind: _TokenType) -> str:
    looked_at: _TokenType | None = kind
    while looked_at is not None:
        if looked_at in _STYLES:
            return _STYLES[looked_at]
        looked_at = looked_at.parent
    return ""
