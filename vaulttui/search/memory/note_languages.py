"""Languages of the notes that are there: in these the words of a query are stemmed.

Not those of the table ``stems``, whose rows stay when the notes that they were met in go.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vaulttui.index.reading.stemming import FALLBACK_LANGUAGE, LANGUAGES

_MOST_LANGUAGES = 4
"""So many are tried with each word of a query."""
_UNTOLD = 0
_FALLBACK = LANGUAGES.index(FALLBACK_LANGUAGE) + 1
_NAMES = ", ".join(f"'{name}'" for name in LANGUAGES)

LANGUAGE_NUMBER = f"coalesce(list_position([{_NAMES}], language), {_UNTOLD})::UTINYINT AS language"
"""SQL of a note's language as a number: its place in :data:`LANGUAGES` from 1, 0 if it could not be told."""


def frequent_languages(numbers: NDArray[np.uint8], *, stemmed: bool) -> tuple[str, ...]:
    """The languages that most notes are stemmed in, the most frequent first, at most four.

    Args:
        numbers: Of each note's language, see :data:`LANGUAGE_NUMBER`.
        stemmed: Whether the index has stems. It has none if the settings say so: then notes are in no language.
    """
    if not stemmed:
        return ()
    counts = np.bincount(numbers, minlength=len(LANGUAGES) + 1)
    counts[_FALLBACK] += counts[_UNTOLD]
    counts[_UNTOLD] = 0
    order = np.argsort(-counts, kind="stable")[:_MOST_LANGUAGES]  # of equal ones the first by name
    return tuple(LANGUAGES[number - 1] for number in order.tolist() if counts[number])
