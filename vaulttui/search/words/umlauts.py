"""Umlauts and the Nordic vowels, and how they are written where a keyboard has none: ``fuer``, *für*."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from vaulttui.index.reading.letters import fold
from vaulttui.index.reading.stemming import stem
from vaulttui.search.memory.lexicon import Lexicon
from vaulttui.search.words.terms import Form

_LANGUAGES = frozenset(("danish", "finnish", "german", "norwegian", "swedish"))
_SPELT_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"})
_TWO_LETTERS = re.compile("(?:a(?=[ae])|[ou](?=e)).")


def spelt_otherwise(word: str, languages: Sequence[str], lexicon: Lexicon) -> Iterator[Form]:
    """The forms that a word is, or has the stem of, with umlauts in place of two letters (``fuer``) or the other way
    round; none in a vault without any language that has them.

    Args:
        word: As the tokenizer gives it, one that occurs nowhere.
        languages: Those of the vault.
        lexicon: All forms.
    """
    own = [language for language in languages if language in _LANGUAGES]
    if not own:
        return
    spelt_out = word.translate(_SPELT_OUT)
    folded = {fold(spelt_out)} if spelt_out != word else set()
    with_umlauts = _TWO_LETTERS.sub(lambda letters: letters[0][0], fold(word))
    if with_umlauts != fold(word):
        folded.add(with_umlauts)
    if not folded:
        return
    for term_id, form, _ in lexicon.folded_as(folded):
        if form.translate(_SPELT_OUT) == spelt_out:
            yield Form(term_id, form, "accent")
    stems = {(language, stem(other, language)) for language in own for other in folded}
    for language, stemmed, (term_id, form, _) in lexicon.stemmed_as({stemmed for _, stemmed in stems}):
        if (language, stemmed) in stems and stem(form.translate(_SPELT_OUT), language) == stem(spelt_out, language):
            yield Form(term_id, form, "stem")
