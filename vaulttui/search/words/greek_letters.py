"""Greek letters and their names, which are written for each other in the sciences: *TNF-α*, ``TNF alpha``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from vaulttui.patterns import late_pattern

_NAMES: Final = {
    **{"alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "zeta": "ζ", "eta": "η", "theta": "θ"},
    **{"iota": "ι", "kappa": "κ", "lambda": "λ", "mu": "μ", "nu": "ν", "xi": "ξ", "pi": "π", "rho": "ρ"},
    **{"sigma": "σ", "tau": "τ", "upsilon": "υ", "phi": "φ", "chi": "χ", "psi": "ψ", "omega": "ω"},
}
"""All but the omicron, which nobody writes for its name."""
_LETTERS: Final = {letter: name for name, letter in _NAMES.items()}
_MIN_JOINED: Final = 4
"""Letters of a name that may end a word: ``TNFalpha``, but not *capi*."""
_ALONE, _BEHIND, _LAST = r"(?<![^\W\d_])", "(?<=[a-z]{2})", r"(?![^\W\d_])"
_NAME: Final = late_pattern(
    f"(?:{_ALONE}(?:{'|'.join(_NAMES)})"
    f"|{_BEHIND}(?:{'|'.join(name for name in _NAMES if len(name) >= _MIN_JOINED)})){_LAST}"
)
_LETTER: Final = late_pattern(f"(?:{_ALONE}|{_BEHIND})[{''.join(_LETTERS)}]{_LAST}")


def spelt_in_greek(word: str) -> tuple[str, ...]:
    """A word with letters for their names, or names for its letters, unless these are of a Greek word or a unit (*μm*).

    >>> spelt_in_greek("tnf-alpha"), spelt_in_greek("tnfα"), spelt_in_greek("χ2"), spelt_in_greek("alphabet")
    (('tnf-α',), ('tnfalpha',), ('chi2',), ())

    Args:
        word: As the tokenizer gives it.
    """
    if word.isascii():
        others = _NAME.sub(lambda name: _NAMES[name[0]], word)
    else:
        others = _LETTER.sub(lambda letter: _LETTERS[letter[0]], word)
    return (others,) if others != word else ()


def parts_in_greek(words: Iterable[str]) -> dict[str, tuple[str, str]]:
    """What words with a Greek letter behind others are made of, with its name: of ``tnfα``, ``tnf`` and ``alpha``.

    Args:
        words: As the tokenizer gives them.
    """
    found = ((word, word[:-1], _LETTERS.get(word[-1:], "")) for word in words if word[:-1].isalpha())
    return {word: (before, name) for word, before, name in found if name and before.isascii()}
