"""The parts of a formula, and how they are put into one line so that it can be read in one way only."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from vaulttui.tui.preview.formula_names import ROOTS
from vaulttui.tui.preview.html import lowered, raised

_SIMPLE = re.compile(r"[^\W_]*")
_DIVISOR = re.compile(r"[^\W\d_]*|\d+[^\W\da-zA-ZΑ-Ωα-ω_]*")
"""What is divided by as a whole without brackets: ``dx``, ``10²``, not ``2a``."""
_ONE = re.compile(r".?|\d*")
_BRACKETED = re.compile(r"\([^()]*\)")
_FACTOR_BEFORE: Final = frozenset(")]}⟩⌋⌉∞∂∇√∛∜!'′/÷")
_FACTOR_BEHIND: Final = frozenset("([{⟨⌊⌈∞∂∇√∛∜∑∏∫∮!'′/÷\\")
"""Besides letters and digits, what a fraction beside it would be taken together with."""
_STROKES: Final = frozenset("|‖")
"""Brackets that open as they close."""
_ROOT_SIGNS: Final = frozenset("√∛∜")


class Kind(Enum):
    """What matters of an atom to those beside it."""

    PLAIN = auto()
    BLANK = auto()
    """A blank that LaTeX does not show."""
    SPACE = auto()
    """A blank that it shows."""
    BREAK = auto()
    """The end of a row or column."""
    COMMAND = auto()
    """A command as it is written."""
    FUNCTION = auto()
    """A name, or a sign as ``∑``, of what follows."""
    GROUP = auto()
    """What stood in braces."""
    FRACTION = auto()
    ROOT = auto()


@dataclass(slots=True)
class Atom:
    """A part of a formula."""

    text: str
    kind: Kind = Kind.PLAIN
    marked: str = ""
    """The index or exponent at the end of the text, with its sign, if no small letters could be had for it."""


_BLANKS: Final = frozenset({Kind.BLANK, Kind.SPACE})


def joined(atoms: Sequence[Atom]) -> str:
    """Put atoms into one line."""
    seen = [atom for atom in atoms if atom.text and atom.kind not in _BLANKS]
    line = ""
    nth = -1
    for atom in filter(lambda atom: atom.text, atoms):
        if atom.kind in _BLANKS:
            line += atom.text
            continue
        nth += 1
        before = seen[nth - 1] if nth else Atom("")
        text = _unmistaken(atom, before, seen[nth + 1].text if nth + 1 < len(seen) else "", line)
        line += f" {text}" if _is_parted(before, atom, text) and line[-1:] != " " else text
    return line


def _unmistaken(atom: Atom, before: Atom, behind: str, line: str) -> str:
    """Return the text of an atom, in brackets where it would be taken together with what stands beside it.

    Args:
        atom: What is put behind the line.
        before: The atom before it.
        behind: The text behind it.
        line: All that stands before it.
    """
    last, first = before.text[-1:], behind[:1]
    match atom.kind:
        case Kind.FRACTION:
            opens = first in _STROKES and line.count(first) % 2 == 0
            unclear = opens or _is_factor(last, _FACTOR_BEFORE) or _is_factor(first, _FACTOR_BEHIND)
        case Kind.ROOT if atom.text[0] not in _ROOT_SIGNS:
            unclear = _is_factor(last, _FACTOR_BEFORE)
        case Kind.ROOT:
            unclear = atom.text[-1].isdecimal() and first.isdecimal()
        case Kind.GROUP if before.kind is Kind.FUNCTION:
            return grouped(atom.text)
        case _:
            unclear = False
    return f"({atom.text})" if unclear else atom.text


def _is_factor(character: str, others: frozenset[str]) -> bool:
    return character.isalnum() or character in others


def _is_parted(before: Atom, atom: Atom, text: str) -> bool:
    """Whether a blank is needed so that a name ends or begins where it does."""
    if before.kind is Kind.COMMAND:
        return text[0].isalpha()
    if before.kind is Kind.FUNCTION:
        return text[0].isalnum() or text[0] == "\\"
    return atom.kind is Kind.FUNCTION and text[0].isalpha() and before.text[-1:].isalnum()


def scripted(base: Atom, sign: str, inner: str) -> Atom:
    """Put an index or exponent behind an atom.

    Args:
        base: What it belongs to.
        sign: ``_`` or ``^``.
        inner: The index or exponent.
    """
    moved = (raised if sign == "^" else lowered)(inner)
    marked = sign + grouped(inner, _ONE) if moved[:1] == sign else ""
    text = _whole(base)
    return Atom(text + (marked or moved), _kind_behind(base), marked)


def primed(base: Atom, primes: str) -> Atom:
    """Put primes behind an atom."""
    return Atom(_whole(base) + primes, _kind_behind(base))


def with_written_script(base: Atom, script: str) -> Atom:
    """Put an index or exponent behind an atom as it is written, with its sign."""
    return Atom(_whole(base) + script, _kind_behind(base))


def _kind_behind(base: Atom) -> Kind:
    return Kind.FUNCTION if base.kind is Kind.FUNCTION else Kind.PLAIN


def _whole(base: Atom) -> str:
    """Return the text of an atom so that what is put behind it belongs to all of it."""
    if base.kind in {Kind.GROUP, Kind.FRACTION, Kind.ROOT}:
        return grouped(base.text, _ONE)
    if base.marked:
        return f"{base.text.removesuffix(base.marked)}{base.marked[0]}{_bracketed(base.marked[1:])}"
    return base.text


def fraction(above: str, below: str) -> Atom:
    """Return one number divided by another."""
    return Atom(f"{grouped(above)}/{grouped(below, _DIVISOR)}", Kind.FRACTION)


def binomial(above: str, below: str) -> Atom:
    """Return in how many ways so many can be chosen of so many."""
    return Atom(f"({above} choose {below})")


def root(inner: str, degree: str = "") -> Atom | None:
    """Return a root; ``None`` if there are no small letters for its degree."""
    sign = ROOTS.get(degree) or f"{raised(degree)}√"
    return None if sign[0] == "^" else Atom(sign + grouped(inner, _ONE), Kind.ROOT)


def grouped(text: str, one: re.Pattern[str] = _SIMPLE) -> str:
    """Return text in brackets, unless it is one thing.

    Args:
        text: A part of a formula.
        one: What else than brackets makes it one thing: of what stands behind a sign, ``^`` or ``√``, the sign is of
            the first letter alone.
    """
    text = text.strip()
    return text if one.fullmatch(text) else _bracketed(text)


def _bracketed(text: str) -> str:
    return text if _BRACKETED.fullmatch(text) else f"({text})"
