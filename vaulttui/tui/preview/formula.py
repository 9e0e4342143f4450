"""Formulas in one line of text: what LaTeX can say with characters, as characters; the rest as it is written."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from vaulttui.tui.preview import formula_names as names
from vaulttui.tui.preview.formula_atoms import (
    Atom,
    Kind,
    binomial,
    fraction,
    joined,
    primed,
    root,
    scripted,
    with_written_script,
)

_AFTER, _BEFORE = "\ufdd0", "\ufdd1"
"""No characters of any text: where a bracket opens a matrix, and where one closes it; no blanks are left there."""
_ROW, _COLUMN, _CASE = "\ufdd2", "\ufdd3", "\ufdd4"
"""As little: where a row ends, a column, and one of ``cases``."""
_LOOSE = re.compile(f"{_AFTER} ?|(?:; ?| )?{_BEFORE}")
_CASE_END = re.compile(rf"[\s,]*{_CASE}\s*")
_ROW_END = re.compile(r"\\\\\*?(?:\[ *-?[\d.]+ *(?:[a-z]{2}|\\[a-z]+) *\])?")
"""With how far below the next row stands."""
_TOKEN = re.compile(r"\\(?:[A-Za-z]+|.)|\s+|.", re.DOTALL)
_RUN = re.compile(r"[^\\{}^_'&~\s]+(?=[^\\{}^_'&~\s])")
"""Characters that mean themselves, up to the last of them, to which an index may belong."""
_BRACES = re.compile(r"\\.|[{}]", re.DOTALL)
_ENVIRONMENT = re.compile(r"\{([A-Za-z]+\*?)\}")
_PLACE = re.compile(r"\[[lrctb]\]")
"""How an environment or its columns are aligned."""
_DEGREE = re.compile(r"\s*\[([^\[\]{}\\]*)\]")
_NO_BRACKET = re.compile(r"\s*\.")
_STAR = re.compile(r"\*?")
_BLANKS = re.compile(r"\s*")
_QUADS: Final = frozenset({names.SYMBOLS["quad"], names.SYMBOLS["qquad"]})
_GAP = re.compile(r"\s+")
_PRIMES = re.compile(r"'+")
_TEXT_ESCAPE = re.compile(r"\\([{}&_])")
_ESCAPES: Final = {f"\\{character}": character for character in "{}&_"}
_SPACES: Final = frozenset({"\\,", "\\;", "\\:", "\\!", "\\ ", "~"})
_SIGNS: Final = frozenset("∑∏∫∮")
_DEEPEST = 20
"""Levels of nesting that are read."""
_LONGEST = 20_000
"""Characters of a formula that is read, in less than half a second: no person has written a longer one."""


def readable(latex: str) -> str:
    """Return one line of a formula with symbols, fractions and small letters as characters.

    What is not known stays as it is written, and so does what is longer than any formula.
    """
    if len(latex) > _LONGEST:
        return " ".join(latex.split())
    text = _CASE_END.sub(", ", joined(_Reader(latex).atoms()))
    rows = filter(None, (row.strip() for row in text.split(_ROW)))
    return _LOOSE.sub("", _GAP.sub(_gap, "; ".join(rows).replace(_COLUMN, " ")))


def _gap(match: re.Match[str]) -> str:
    """Return a blank, and a wider gap for ``quad``: terminals show all blanks one cell wide."""
    return "".join(blank for blank in match[0] if blank in _QUADS) + " "


class _Argument(NamedTuple):
    atoms: list[Atom]
    in_braces: bool

    @property
    def text(self) -> str:
        return joined(self.atoms).strip()

    @property
    def written(self) -> str:
        return f"{{{self.text}}}" if self.in_braces else self.text


class _Reader:
    """Reads a formula as LaTeX does: an argument is what stands in braces, or else one character or command."""

    def __init__(self, latex: str) -> None:
        self._latex = latex
        self._at = 0
        self._closing = dict(_pairs(latex))
        self._environments: list[str] = []
        self._depth = 0

    def atoms(self, end: int | None = None) -> list[Atom]:
        """Read to an offset; ``None`` is the end of the formula."""
        end = len(self._latex) if end is None else end
        atoms: list[Atom] = []
        while self._at < end:
            self._read_into(atoms, end)
        return atoms

    def _read_into(self, atoms: list[Atom], end: int) -> None:
        if self._latex[self._at] in "^_":
            self._script(atoms, end)
        elif self._latex[self._at] == "'":
            atoms.append(primed(_base(atoms), self._next(_PRIMES, end)))
        elif run := self._next(_RUN, end):
            atoms.append(Atom(run))
        else:
            atoms += self._one(end)

    def _one(self, end: int) -> list[Atom]:
        """Read one character, command or group."""
        row = _ROW_END.match(self._latex, self._at, end)
        if row is not None:
            self._at = row.end()
            return [Atom(_ROW, Kind.BREAK)]
        if self._latex[self._at] == "{" and self._at in self._closing:
            return [_group(self._braces())]
        token = self._next(_TOKEN, end)
        if token.isspace():
            return [Atom(" ", Kind.BLANK)]
        if token in _SPACES:
            return [Atom(" ", Kind.SPACE)]
        if token == "&":
            cases = bool(self._environments) and self._environments[-1] in names.CASES
            return [Atom(_CASE if cases else _COLUMN, Kind.BREAK)]
        if token[0] == "\\" and token[1:].isalpha():
            return self._command(token[1:], end)
        return [Atom(_ESCAPES.get(token, token))]

    def _next(self, pattern: re.Pattern[str], end: int) -> str:
        """Go behind what a pattern matches here, and return that, or its group; empty if it matches nothing."""
        match = pattern.match(self._latex, self._at, end)
        if match is None:
            return ""
        self._at = match.end()
        return match[pattern.groups]

    def _braces(self) -> list[Atom]:
        """Read the group that begins here; one that is too deep is left as it is written."""
        begin, close = self._at + 1, self._closing[self._at]
        self._at = begin
        if self._depth >= _DEEPEST:
            atoms = [Atom(self._latex[begin:close])]
        else:
            self._depth += 1
            atoms = self.atoms(close)
            self._depth -= 1
        self._at = close + 1
        return atoms

    def _argument(self, end: int) -> _Argument | None:
        """Read the argument that follows; ``None`` if there is none."""
        begin = self._at
        self._next(_BLANKS, end)
        if self._at < end and self._at in self._closing:
            return _Argument(self._braces(), in_braces=True)
        following = self._latex[self._at : self._at + 2] if self._at < end else ""
        is_command = following[:1] == "\\" and following[1:].isalpha()
        if self._depth < _DEEPEST and (is_command or following[:1].isalnum() or following[:1] in {"+", "-", "*"}):
            self._depth += 1
            atoms = self._one(end)
            self._depth -= 1
            return _Argument(atoms, in_braces=False)
        self._at = begin
        return None

    def _script(self, atoms: list[Atom], end: int) -> None:
        sign = self._latex[self._at]
        self._at += 1
        argument = self._argument(end)
        if argument is None or not (argument.in_braces or argument.text):
            atoms.append(Atom(sign))
        elif "\\" in argument.text:
            atoms.append(with_written_script(_base(atoms), sign + argument.written))
        else:
            atoms.append(scripted(_base(atoms), sign, argument.text))

    def _command(self, name: str, end: int) -> list[Atom]:
        if name in names.SYMBOLS:
            symbol = names.SYMBOLS[name]
            return [Atom(symbol, Kind.FUNCTION if symbol in _SIGNS else Kind.PLAIN)]
        if name in names.FUNCTIONS:
            return [Atom(name, Kind.FUNCTION)]
        if name in names.SIZES:
            self._next(_NO_BRACKET, end)
            return []
        if name in names.LAYOUT:
            return []
        if name in {"begin", "end"}:
            return self._environment(name, end)
        if name in names.WORDS:
            return self._words(name, end)
        return self._with_arguments(name, end)

    def _with_arguments(self, name: str, end: int) -> list[Atom]:
        command = f"\\{name}"
        count = 2 if name in names.FRACTIONS | names.BINOMIALS else 1
        degree = ""
        if name == "sqrt":
            begin = self._at
            degree = self._next(_DEGREE, end).strip()
            command += self._latex[begin : self._at]
        elif name == "operatorname":
            command += self._next(_STAR, end)
        elif name not in names.FRACTIONS | names.BINOMIALS | names.FACES | {"mathbb"}:
            groups = "".join(self._groups(end))
            return [Atom(command + groups, Kind.PLAIN if groups else Kind.COMMAND)]
        arguments: list[_Argument] = []
        while len(arguments) < count and (argument := self._argument(end)) is not None:
            arguments.append(argument)
        known = _known(name, degree, arguments) if len(arguments) == count else None
        return known or [Atom(command, Kind.COMMAND), *(Atom(argument.written) for argument in arguments)]

    def _groups(self, end: int) -> Iterator[str]:
        """Read the groups directly behind a command that is not known."""
        while self._at < end and self._at in self._closing:
            yield f"{{{joined(self._braces())}}}"

    def _words(self, name: str, end: int) -> list[Atom]:
        begin = self._at
        self._next(_BLANKS, end)
        close = self._closing.get(self._at)
        if close is None or close >= end:
            self._at = begin
            return [Atom(f"\\{name}", Kind.COMMAND)]
        text = self._latex[self._at + 1 : close]
        self._at = close + 1
        return [Atom(_TEXT_ESCAPE.sub(r"\1", text).replace("~", " "))]

    def _environment(self, command: str, end: int) -> list[Atom]:
        name = self._next(_ENVIRONMENT, end)
        plain = name.removesuffix("*")
        if plain not in names.FENCES.keys() | names.COLUMNS.keys() | names.FRAMES:
            return [Atom(f"\\{command}{{{name}}}") if name else Atom(f"\\{command}", Kind.COMMAND)]
        opening, closing = names.FENCES.get(plain, ("", ""))
        if command == "end":
            if self._environments:
                self._environments.pop()
            return [Atom(f"{_BEFORE}{closing}")] if closing else []
        self._environments.append(plain)
        if plain not in names.FENCES or name != plain:
            self._next(_PLACE, end)
        for _ in range(names.COLUMNS.get(name, names.COLUMNS.get(plain, 0))):
            self._next(_BLANKS, end)
            if self._at in self._closing:
                self._at = self._closing[self._at] + 1
        return [Atom(f"{opening}{_AFTER}")] if opening else []


def _pairs(latex: str) -> Iterator[tuple[int, int]]:
    """Yield the offsets of braces that open a group, and of those that close it."""
    opened: list[int] = []
    for match in _BRACES.finditer(latex):
        if match[0] == "{":
            opened.append(match.start())
        elif match[0] == "}" and opened:
            yield opened.pop(), match.start()


def _base(atoms: list[Atom]) -> Atom:
    """Take from atoms what an index or exponent behind them belongs to."""
    while atoms and atoms[-1].kind is Kind.BLANK:
        atoms.pop()
    return atoms.pop() if atoms and atoms[-1].kind not in {Kind.SPACE, Kind.BREAK} else Atom("")


def _group(atoms: list[Atom]) -> Atom:
    """Return what stands in braces as one atom.

    With braces, if there is a command in it as it is written: they may say how far it goes.
    """
    shown = [atom for atom in atoms if atom.kind is not Kind.BLANK]
    text = joined(atoms).strip(" ")
    if "\\" in text:
        return Atom(f"{{{text}}}")
    return shown[0] if len(shown) == 1 else Atom(text, Kind.GROUP)


def _known(name: str, degree: str, arguments: list[_Argument]) -> list[Atom] | None:
    """Return what a command says of its arguments; ``None`` if there are no characters for it."""
    texts = [argument.text for argument in arguments]
    if name in names.FRACTIONS:
        return [fraction(*texts)]
    if name in names.BINOMIALS:
        return [binomial(*texts)]
    if name == "operatorname":
        return [Atom(texts[0], Kind.FUNCTION)]
    if name == "mathbb":
        is_known = re.fullmatch("[A-Z]+", texts[0]) is not None
        return [Atom(texts[0].translate(names.BLACKBOARD))] if is_known else None
    if name == "sqrt":
        found = root(texts[0], degree)
        return None if found is None else [found]
    return [Atom(texts[0])]
