"""Query text → tokens. Never fails: whatever is typed is a sequence of tokens, complete or not."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import cached_property
from typing import Literal, NamedTuple, TypeAlias

from vaulttui.search.language.brackets import PropertyFilter, read_property
from vaulttui.search.language.hints import looks_attempted
from vaulttui.search.language.operators import OperatorInfo, find_operator
from vaulttui.search.language.quoting import QuoteReader
from vaulttui.vault.markdown.tag_names import TAG, is_tag_name

TokenKind: TypeAlias = Literal[
    "word", "phrase", "regex", "tag", "link", "property", "operator", "unknown", "not", "or", "and", "open", "close"
]
"""``unknown`` is what looks like an operator and is none."""


class Token(NamedTuple):
    """A piece of a query text."""

    kind: TokenKind
    start: int
    end: int
    text: str
    """What it means: a word, phrase or pattern with its escapes resolved, a tag without ``#``, the target of a link,
    an operator's name as written."""
    complete: bool = True
    """Whether its closing mark is there; for an operator: whether a value follows, as the next token."""
    property: PropertyFilter | None = None


TAG_SIGNS = "#＃"
"""What a tag begins with."""
_BLANKS = re.compile(r"\s*")
_PLAIN_WORD = re.compile(r"""[^\s()\[\]"“”„‟«»「『［#＃/\\:：-][^\s():：\\]*+(?=\s|\Z)""")
_OPERATOR = re.compile(r"([^\W\d_][\w-]*+)[:：](?!:|//)")
_WIDE_PROPERTY = re.compile(r"［[^［］\[\]:：]*[:：][^［］\[\]]*］")
_NARROW_BRACKETS = str.maketrans("［］", "[]")
_BOOLEANS: Mapping[str, TokenKind] = {"OR": "or", "AND": "and", "ＯＲ": "or", "ＡＮＤ": "and"}
_REGEX = re.compile(r"/(?=[^\s/])([^/\\]*+(?:\\.[^/\\]*+)*+)/(?=[\s)]|\Z)", re.DOTALL)
_SLASH = re.compile(r"\\(.)", re.DOTALL)
_TAG = re.compile(rf"[{TAG_SIGNS}]{TAG.pattern.removeprefix('#')}(?=[\s)]|\Z)")
_WIDE_NUMBER = re.compile(r"[0-9０-９]++")
_WORD_RUN = re.compile(r"[^\s()\\]++")
_PARENTHESIS = re.compile(r"\\[()]|[()]|\s")
_DIRECTION = re.compile(r"(?:asc|desc)(?=[\s)]|\Z)", re.IGNORECASE)
_RAW_WORD = re.compile(r"[^\s()]*+")
_LETTER = re.compile(r"[^\W_]")
_WORD_CATEGORIES = frozenset({"So", "Mn", "Mc", "Co"})
_PICTOGRAPH = re.compile(
    "[\ufe0f\u231a\u231b\u23e9-\u23fa\u2600-\u266e\u2670-\u2767\u2795-\u2797\u27a1\u27b0\u27bf"
    "\u2b05-\u2b07\u2b12-\u2b2f\u2b50-\u2b59\U0001f000-\U0001faff]"
)
_ESCAPED_PARENTHESIS = re.compile(r"\\([()])")


def is_boolean(text: str) -> bool:
    """Whether a word stands between what it joins: ``OR`` or ``AND``, if as wide as Chinese letters."""
    return text in _BOOLEANS


def has_word(text: str) -> bool:
    """Whether there is anything to look for in a text: a letter or digit of any script, an emoji or another symbol."""
    if _LETTER.search(text):
        return True
    return any(unicodedata.category(char) in _WORD_CATEGORIES for char in text)


def has_pictograph(text: str) -> bool:
    """Whether there is an emoji in a text, or a picture like ``★`` and ``✓``: neither an arrow, nor a sign that lists,
    tables and prompts are drawn with, which comes along when something is pasted."""
    return not text.isascii() and _PICTOGRAPH.search(text) is not None


def is_tag(text: str) -> bool:
    """Whether ``#`` and this text is a tag, as it would be one in a note; but ``＃１`` is a number in wide digits."""
    name = text.strip("/")
    return bool(_TAG.fullmatch("#" + text)) and is_tag_name(name) and not _WIDE_NUMBER.fullmatch(name)


class _Lexer:
    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens: list[Token] = []
        self.quotes = QuoteReader(text)
        self.parentheses = _parentheses_in_words(text) if "(" in text else {}

    def run(self) -> list[Token]:
        text, tokens = self.text, self.tokens
        pos, size = 0, len(text)
        blanks, plain = _BLANKS.match, _PLAIN_WORD.match
        while True:
            space = blanks(text, pos)
            pos = space.end() if space else pos
            if pos >= size:
                return tokens
            word = plain(text, pos)
            if word:
                self._word_or_boolean(pos, word.end(), word.group())
                pos = word.end()
            else:
                pos = self._special(pos)

    def _word_or_boolean(self, start: int, end: int, text: str) -> None:
        kind: TokenKind = "word"
        if is_boolean(text):
            negated = self.tokens and self.tokens[-1].kind == "not" and self.tokens[-1].end == start
            if not negated:
                kind = _BOOLEANS[text]
        self.tokens.append(Token(kind, start, end, text))

    def _special(self, pos: int) -> int:
        """Read the token at ``pos``, which is not a plain word. Returns where it ends (an operator: with its value)."""
        char = self.text[pos]
        if char == "(" or char == ")":
            return self._add(Token("open" if char == "(" else "close", pos, pos + 1, char))
        if char == "-":
            following = self.text[pos + 1 : pos + 2]
            if following and following not in "-)" and not following.isspace():
                return self._add(Token("not", pos, pos + 1, "-"))
            return self._word(pos)
        if char == "[" and not self.text.startswith("[[", pos):
            found = read_property(self.text, pos)
            return self._add(Token("property", pos, found.end, found.key, found.complete, found))
        wide = _WIDE_PROPERTY.match(self.text, pos)
        if wide:
            found = read_property(self._narrow, pos)
            return self._add(Token("property", pos, found.end, found.key, found.complete, found))
        if char in TAG_SIGNS:
            tag = _TAG.match(self.text, pos)
            if tag and is_tag(tag[1]):
                return self._add(Token("tag", pos, tag.end(), tag[1].strip("/")))
            return self._word(pos)
        delimited = self._delimited(pos)
        if delimited:
            return self._add(delimited)
        operator = _OPERATOR.match(self.text, pos)
        return (operator and self._operator(pos, operator)) or self._word(pos)

    @cached_property
    def _narrow(self) -> str:
        """The text with narrow brackets for wide ones: once for all filters that have them."""
        return self.text.translate(_NARROW_BRACKETS)

    def _add(self, token: Token) -> int:
        self.tokens.append(token)
        return token.end

    def _delimited(self, pos: int) -> Token | None:
        """A phrase, link or regular expression."""
        char = self.text[pos]
        quoted = self.quotes.read(pos)
        if quoted:
            return Token("phrase", pos, quoted.end, quoted.text, quoted.complete)
        if self.text.startswith("[[", pos):
            closing = self.text.find("]]", pos + 2)
            target = self.text[pos + 2 : closing if closing >= 0 else len(self.text)]
            end = closing + 2 if closing >= 0 else len(self.text)
            return Token("link", pos, end, target.partition("|")[0].strip(), closing >= 0)
        if char == "/":
            regex = _REGEX.match(self.text, pos)
            if regex:
                pattern = _SLASH.sub(lambda escape: "/" if escape[1] == "/" else escape[0], regex[1])
                return Token("regex", pos, regex.end(), pattern)
        return None

    def _word_end(self, pos: int) -> int:
        """Where the word at ``pos`` ends: at a blank, or at a parenthesis that is not its own."""
        text, size = self.text, len(self.text)
        while pos < size:
            run = _WORD_RUN.match(text, pos)
            if run:
                pos = run.end()
                continue
            char = text[pos]
            if char == "\\":
                pos += 2 if text[pos + 1 : pos + 2] in ("(", ")") else 1
            elif char == "(" and pos in self.parentheses:
                pos = self.parentheses[pos] + 1
            else:
                break
        return pos

    def _word(self, pos: int) -> int:
        raw_end = pos + 1
        escaped = self.text[pos] == "\\" and not self.text[raw_end : raw_end + 1].isspace() and raw_end < len(self.text)
        end = self._word_end(raw_end + 1 if escaped else raw_end)
        raw = self.text[pos:end]
        if escaped:
            self.tokens.append(Token("word", pos, end, raw[1] + _unescape(raw[2:])))
        else:
            self._word_or_boolean(pos, end, _unescape(raw))
        return end

    def _operator(self, start: int, match: re.Match[str]) -> int:
        """Read an operator and its value. Returns 0 if it is a plain word after all."""
        name, end, text = match[1], match.end(), self.text
        following = text[end : end + 1]
        adjacent = bool(following) and following != ")" and not following.isspace()
        kind: TokenKind = "operator"
        info = find_operator(name)
        if info is None:
            if not adjacent or text[end - 1] != ":":
                return 0
            raw = _RAW_WORD.match(text, end)
            if not looks_attempted(name, raw.group() if raw and raw.group() else following):
                return 0
            kind = "unknown"
        position = len(self.tokens)
        self.tokens.append(Token(kind, start, end, name, complete=False))
        value_start = end
        if not adjacent:
            space = _BLANKS.match(text, end)
            value_start = space.end() if space else end
            if not self._value_follows(value_start, info):
                return end
        self.tokens[position] = Token(kind, start, end, name)
        if text[value_start] == "(":
            return value_start
        # Behind the others a slash is part of a name: folder:/Projects/
        if text[value_start] != "/" or info is None or info.argument in ("text", "path"):
            delimited = self._delimited(value_start)
            if delimited:
                return self._add(delimited)
        value_end = self._word_end(value_start)
        return self._add(Token("word", value_start, value_end, _unescape(text[value_start:value_end])))

    def _value_follows(self, pos: int, info: OperatorInfo | None) -> bool:
        """Whether what stands at ``pos``, with blanks between it and an operator, is that operator's value."""
        text = self.text
        if pos >= len(text) or text[pos] == ")":
            return False
        if text[pos] == "[":
            return text.startswith("[[", pos)
        if text[pos] == "-":
            return text[pos + 1 : pos + 2] in ("", "-") or text[pos + 1].isspace()
        operator = _OPERATOR.match(text, pos)
        if operator and find_operator(operator[1]):
            # A key to sort by, with its direction, looks like an operator with a value.
            direction = _DIRECTION.match(text, operator.end())
            return direction is not None and info is not None and operator[1].casefold() in info.choices
        raw = _RAW_WORD.match(text, pos)
        return raw is None or not is_boolean(raw.group())


def _unescape(raw: str) -> str:
    return _ESCAPED_PARENTHESIS.sub(r"\1", raw) if "\\" in raw else raw


def _parentheses_in_words(text: str) -> dict[int, int]:
    """For every ``(`` that a word may keep: where its ``)`` is.

    A word keeps parentheses that are balanced without a blank, like ``f(x)``. Those that are still open where the
    text ends are kept too, for they may be about to be closed.
    """
    pairs: dict[int, int] = {}
    opened: list[int] = []
    for match in _PARENTHESIS.finditer(text):
        char = match.group()
        if char == "(":
            opened.append(match.start())
        elif char == ")":
            if opened:
                pairs[opened.pop()] = match.start()
        elif len(char) == 1:
            opened.clear()
    return pairs | {position: position for position in opened}


def tokenize(text: str) -> list[Token]:
    """Cut a query text into tokens, in order, without overlaps; only blanks are left out."""
    return _Lexer(text).run()
