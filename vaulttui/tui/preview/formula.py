"""Formulas in one line of text: what LaTeX can say with characters, as characters; the rest as it is written."""

from __future__ import annotations

import re
from typing import Final

from vaulttui.tui.preview.html import lowered, raised


def _names(text: str) -> list[str]:
    return text.split(" ")


_SYMBOLS: Final = dict(
    pair.split("=")
    for pair in _names(
        "alpha=α beta=β gamma=γ delta=δ epsilon=ε varepsilon=ε zeta=ζ eta=η theta=θ vartheta=ϑ iota=ι kappa=κ "
        "lambda=λ mu=μ nu=ν xi=ξ pi=π rho=ρ sigma=σ tau=τ upsilon=υ phi=φ varphi=φ chi=χ psi=ψ omega=ω Gamma=Γ "
        "Delta=Δ Theta=Θ Lambda=Λ Xi=Ξ Pi=Π Sigma=Σ Phi=Φ Psi=Ψ Omega=Ω sum=∑ prod=∏ int=∫ oint=∮ partial=∂ nabla=∇ "
        "infty=∞ pm=± mp=∓ times=× div=÷ cdot=· ast=∗ star=⋆ circ=∘ bullet=• oplus=⊕ otimes=⊗ le=≤ leq=≤ ge=≥ geq=≥ "
        "ll=≪ gg=≫ ne=≠ neq=≠ approx=≈ sim=∼ simeq=≃ cong=≅ equiv=≡ propto=∝ to=→ rightarrow=→ leftarrow=← gets=← "
        "leftrightarrow=↔ Rightarrow=⇒ implies=⇒ Leftarrow=⇐ Leftrightarrow=⇔ iff=⇔ mapsto=↦ uparrow=↑ downarrow=↓ "
        "in=∈ notin=∉ ni=∋ subset=⊂ subseteq=⊆ supset=⊃ supseteq=⊇ cup=∪ cap=∩ setminus=∖ emptyset=∅ varnothing=∅ "
        "forall=∀ exists=∃ neg=¬ lnot=¬ land=∧ wedge=∧ lor=∨ vee=∨ vdash=⊢ models=⊨ perp=⊥ parallel=∥ angle=∠ mid=∣ "
        "ldots=… dots=… cdots=⋯ vdots=⋮ prime=′ degree=° hbar=ℏ ell=ℓ Re=ℜ Im=ℑ aleph=ℵ langle=⟨ rangle=⟩ lfloor=⌊ "
        "rfloor=⌋ lceil=⌈ rceil=⌉ lVert=‖ rVert=‖ Vert=‖ quad=\u2002 qquad=\u2003"
    )
)
_FUNCTIONS: Final = frozenset(
    _names(
        "sin cos tan cot arcsin arccos arctan sinh cosh tanh log ln lg exp lim max min sup inf arg det dim gcd ker Pr"
    )
)
_BLACKBOARD: Final = str.maketrans("CHNPQRZ", "ℂℍℕℙℚℝℤ")

_WORDS = re.compile(r"\\(?:text|textrm|textit|textbf|mathrm|mathbf|mathit|mathsf|operatorname|mbox)\{([^{}]*)\}")
_DOUBLE = re.compile(r"\\mathbb\{?([A-Z])\}?")
_FRACTION = re.compile(r"\\[dt]?frac\s*\{([^{}]*)\}\s*\{([^{}]*)\}")
_ROOT = re.compile(r"\\sqrt\s*\{([^{}]*)\}")
_SCRIPT = re.compile(r"([\^_])(?:\{([^{}]*)\}|([A-Za-z0-9+\-*]))")
_FRAME = re.compile(r"\\(?:begin|end)\{[a-z*]*\}|\\(?:left|right|[bB]igg?[lr]?|displaystyle|limits)(?![A-Za-z])\.?")
_MATRIX = re.compile(r"\\(begin|end)\{([pbvBV])matrix\}")
_FENCES: Final = {"p": "()", "b": "[]", "v": "||", "B": ("\\{", "\\}"), "V": "‖‖"}
"""Brackets of the matrices, by the first letter of their names."""
_AFTER, _BEFORE = "\ufdd0", "\ufdd1"
"""No characters of any text: where a bracket opens a matrix, and where one closes it; no blanks are left there."""
_LOOSE = re.compile(f"{_AFTER} ?|(?:; ?| )?{_BEFORE}")
_ROW_END = re.compile(r"\\\\\*?(?:\[ *-?[\d.]+ *(?:[a-z]{2}|\\[a-z]+) *\])?")
"""With how far below the next row stands."""
_COLUMN_END = re.compile(r"(?<!\\)&")
_ESCAPED = re.compile(r"\\([{}&])")
_NAME = re.compile(r"\\([A-Za-z]+)( ?)(?=([A-Za-z0-9\\])?)")
_BLANK = re.compile(r"\\[,;:! ]|~")
_SIMPLE = re.compile(r"[^\W_]*")
_ONE = re.compile(r"[^\W_]?|\d*")
_BRACKETED = re.compile(r"\([^()]*\)")
_DEEPEST = 6
"""Levels of nesting that are read."""


def readable(latex: str) -> str:
    """Return one line of a formula with symbols, fractions and small letters as characters.

    What is not known stays as it is written.
    """
    text = _MATRIX.sub(_fence, latex)
    text = _FRAME.sub("", text)
    text = _DOUBLE.sub(lambda match: match[1].translate(_BLACKBOARD), text)
    for _ in range(_DEEPEST):
        before = text
        text = _WORDS.sub(r"\1", text)
        text = _NAME.sub(_symbol, text)
        text = _SCRIPT.sub(_script, text)
        text = _ROOT.sub(lambda match: f"√{_grouped(match[1], _ONE)}", text)
        text = _FRACTION.sub(lambda match: f"{_grouped(match[1])}/{_grouped(match[2])}", text)
        if text == before:
            break
    rows = filter(None, (_BLANK.sub(" ", row).strip() for row in _ROW_END.split(text)))
    line = " ".join(_ESCAPED.sub(r"\1", _COLUMN_END.sub(" ", "; ".join(rows))).split())
    return _LOOSE.sub("", line)


def _fence(match: re.Match[str]) -> str:
    opening, closing = _FENCES[match[2]]
    return f"{opening}{_AFTER}" if match[1] == "begin" else f"{_BEFORE}{closing}"


def _symbol(match: re.Match[str]) -> str:
    name, blank, following = match.groups()
    if name in _SYMBOLS:
        return _SYMBOLS[name] + blank
    if name in _FUNCTIONS:
        return f"{name} " if blank or following else name
    return match[0]


def _script(match: re.Match[str]) -> str:
    inner = match[2] if match[2] is not None else match[3]
    if "\\" in inner:
        return match[0]
    moved = (raised if match[1] == "^" else lowered)(inner)
    return moved if moved[:1] not in "^_" else match[1] + _grouped(inner, _ONE)


def _grouped(text: str, one: re.Pattern[str] = _SIMPLE) -> str:
    """Return text in brackets, unless it is one thing.

    Args:
        text: A part of a formula.
        one: What else than brackets makes it one thing: of what stands behind a sign, ``^`` or ``√``, the sign is of
            the first letter alone.
    """
    text = text.strip()
    return text if one.fullmatch(text) or _BRACKETED.fullmatch(text) else f"({text})"
