"""Telling the language of a note, well enough to choose a stemmer."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Final

from vaulttui.patterns import late_pattern
from vaulttui.vault.function_words import FUNCTION_WORDS, OTHER_WORDS

_SAMPLE: Final = 1000
"""Characters that are looked at first."""
_LARGER_SAMPLE: Final = 5000
"""Characters that are looked at if the first ones do not tell."""
_FEWEST_WORDS: Final = 12
"""Fewer say nothing of the language."""
_LEAST_SCORE: Final = 2.0
"""How many function words must belong to the language alone; shared ones count in part."""
_LEAST_SHARE: Final = 0.07
"""Which part of all words those must be."""
_LEAD: Final = 1.25
"""How far ahead of the next language the found one must be."""

_LANGUAGES: Final = (*FUNCTION_WORDS, *OTHER_WORDS)


@cache
def _weights() -> dict[str, tuple[tuple[int, float], ...]]:
    """Every function word with the numbers of its languages, and how much it speaks for each of them."""
    users: dict[str, list[int]] = {}
    for number, words in enumerate((*FUNCTION_WORDS.values(), *OTHER_WORDS.values())):
        for word in dict.fromkeys(words.split()):
            users.setdefault(word, []).append(number)
    return {word: tuple((number, 1 / len(numbers)) for number in numbers) for word, numbers in users.items()}


_OTHER_SCRIPT: Final = late_pattern(
    "(?P<greek>[\u0370-\u03ff\u1f00-\u1fff]+)|(?P<arabic>[\u0600-\u06ff]+)|(?P<tamil>[\u0b80-\u0bff]+)"
    "|(?P<cyrillic>[\u0400-\u052f]+)|(?P<unspaced>[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+)"
)
_NOT_ARABIC: Final = frozenset("پچژگکیٹڈڑےںټځڅډړښګڼەێۆڕڵۇې")
"""Letters of Persian, Urdu, Pashto, Kurdish and Uyghur, which use the same script."""
_NOT_RUSSIAN: Final = late_pattern("[\u0400\u0402-\u040f\u0450\u0452-\u052f]|[ъЪ](?![еёюяЕЁЮЯ])")
"""Letters of Ukrainian, Belarusian, Serbian, Macedonian, Kazakh and others, and the one that is a vowel in Bulgarian:
in Russian it stands before a few vowels alone."""
_LIKE_RUSSIAN: Final = ("ukrainian", "bulgarian")
"""Languages in Cyrillic letters whose function words are known."""


def detect_language(text: str) -> str:
    """Tell the language of a note's body.

    By the script where that is enough, however short the text is, else by the share of function words, each counting in
    parts for the languages that have it. Cyrillic letters are taken for Russian unless some letter, or the function
    words, say another language: of a few words in Bulgarian or Serbian there may be nothing that does.

    Args:
        text: The body, or its beginning; more than some thousand characters are not looked at.

    Returns:
        A Snowball language name, ``""`` if the text is too short, mixed, or in no language with a stemmer.
    """
    return _detect(text[:_SAMPLE]) or (_detect(text[:_LARGER_SAMPLE]) if len(text) > _SAMPLE else "")


def _detect(text: str) -> str:
    words = text.lower().split()
    script = "" if text.isascii() else _main_script(text, sum(map(len, words)))
    if script == "unspaced" or (script == "arabic" and not _NOT_ARABIC.isdisjoint(text)):
        return ""
    if script not in ("", "cyrillic"):
        return script
    if len(words) < _FEWEST_WORDS and not script:
        return ""
    scores = [0.0] * len(_LANGUAGES)
    for weights in filter(None, map(_weights().get, words)):
        for number, weight in weights:
            scores[number] += weight
    ranked = sorted(scores)
    best = scores.index(ranked[-1])
    if (
        len(words) >= _FEWEST_WORDS
        and ranked[-1] >= max(_LEAST_SCORE, _LEAST_SHARE * len(words))
        and ranked[-1] >= _LEAD * ranked[-2]
    ):
        return _LANGUAGES[best] if best < len(FUNCTION_WORDS) else ""
    others = max(scores[_LANGUAGES.index(language)] for language in _LIKE_RUSSIAN)
    russian = script == "cyrillic" and scores[_LANGUAGES.index("russian")] >= others
    return "russian" if russian and not _NOT_RUSSIAN.search(text) else ""


def _main_script(text: str, letters: int) -> str:
    """The script, of those that tell something, that at least half of the letters are in; ``""`` if none is."""
    lengths: Counter[str] = Counter()
    for match in _OTHER_SCRIPT.finditer(text):
        lengths[match.lastgroup or ""] += len(match[0])
    if not lengths:
        return ""
    script, length = lengths.most_common(1)[0]
    return script if 2 * length >= letters else ""
