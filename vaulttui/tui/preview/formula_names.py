"""What the commands and environments of LaTeX mean that a formula in one line of text can do without."""

from __future__ import annotations

from typing import Final


def _names(text: str) -> list[str]:
    return text.split(" ")


SYMBOLS: Final = dict(
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
FUNCTIONS: Final = frozenset(
    _names(
        "sin cos tan cot arcsin arccos arctan sinh cosh tanh log ln lg exp lim max min sup inf arg det dim gcd ker Pr"
    )
)
BLACKBOARD: Final = str.maketrans("CHNPQRZ", "ℂℍℕℙℚℝℤ")
ROOTS: Final = {"3": "∛", "4": "∜"}
"""Signs of roots, by their degree."""
WORDS: Final = frozenset(_names("text textrm textit textbf textsf texttt textnormal mbox"))
"""What holds text and no formula."""
FACES: Final = frozenset(_names("mathrm mathbf mathit mathsf substack"))
"""What holds a formula that is read as if it stood there by itself."""
FRACTIONS: Final = frozenset(_names("frac dfrac tfrac cfrac"))
BINOMIALS: Final = frozenset(_names("binom dbinom tbinom"))
SIZES: Final = frozenset(_names("left right middle big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr Biggl Biggr"))
"""What stands before a bracket, or before a ``.`` for none."""
LAYOUT: Final = frozenset(_names("displaystyle textstyle scriptstyle limits nolimits"))
CASES: Final = frozenset(_names("cases dcases rcases"))
_BRACKETS: Final = {"p": ("(", ")"), "b": ("[", "]"), "v": ("|", "|"), "B": ("{", "}"), "V": ("‖", "‖")}
FENCES: Final = (
    {f"{letter}matrix": pair for letter, pair in _BRACKETS.items()}
    | {f"{letter}smallmatrix": pair for letter, pair in _BRACKETS.items()}
    | dict.fromkeys(CASES, ("{", "}"))
)
"""Brackets around environments, by their names without ``*``."""
COLUMNS: Final = {"array": 1, "tabular": 1, "alignedat": 1, "alignat": 1, "xalignat": 1, "subarray": 1, "tabular*": 2}
"""How many arguments, of columns and widths, stand behind the beginning of an environment, by its name."""
FRAMES: Final = frozenset(
    _names("matrix smallmatrix align aligned split gather gathered equation multline eqnarray flalign math displaymath")
)
"""Environments without brackets and arguments, by their names without ``*``."""
