"""Closed compounds: words that are written as one in German, Dutch and the Nordic languages.

A word that occurs nowhere may be a part of them (``suppen`` of *Gemüsesuppe* and *Suppenrezept*), or one of which only
the parts occur (``suppenrezept``, *a recipe for soups*).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from vaulttui.index.reading.letters import fold, is_alphabetic, is_unspaced
from vaulttui.index.reading.stemming import stem
from vaulttui.search.memory.lexicon import Entry, Lexicon
from vaulttui.search.words.terms import Form, Occurring, Term

MIN_PART = 4
"""Letters from which a word is taken for a part of others, and that the other part of these has."""
_LONGEST_INFLECTION = 3
"""Letters that may be behind the stem of a last part."""
_LONG_INFLECTION = 2
"""Letters by which forms with a stem of four may not differ: *Backoff* does not end with a ``koffer``."""
_COMPOUNDING = frozenset(("danish", "dutch", "german", "norwegian", "swedish"))


def ending_with_stem(word: str, languages: Sequence[str], lexicon: Lexicon) -> list[Entry]:
    """Terms that end with another form of a word: of ``suppen`` *Kartoffelsuppe*.

    Args:
        word: As the tokenizer gives it.
        languages: Of the vault; none is looked for in those that write compounds apart.
        lexicon: All forms.
    """
    found: dict[int, Entry] = {}
    length = len(fold(word))
    for language in _COMPOUNDING.intersection(languages):
        stemmed = stem(word, language)
        if len(stemmed) < MIN_PART:
            continue
        for entry in lexicon.ending_with(stemmed, len(stemmed) + MIN_PART, behind=_LONGEST_INFLECTION):
            part = len(entry[2]) - entry[2].rfind(stemmed)
            alike = len(stemmed) > MIN_PART or abs(part - length) < _LONG_INFLECTION
            if alike and stem(entry[1], language).endswith(stemmed):
                found[entry[0]] = entry
    return list(found.values())


def begun_by_part(word: str, languages: Sequence[str], lexicon: Lexicon) -> list[Entry]:
    """Terms that have a word as their first part, if the languages of the vault have compounds.

    Args:
        word: Folded.
        languages: Of the vault.
        lexicon: All forms.
    """
    if _COMPOUNDING.isdisjoint(languages):
        return []
    return [entry for entry in lexicon.beginning_with(word, None) if len(entry[2]) >= len(word) + MIN_PART]


def parts_as_terms(
    word: str,
    languages: Sequence[str],
    forms_of: Callable[[Collection[str]], Mapping[str, Sequence[Form]]],
    occurring: Occurring,
    is_minor: Callable[[str], bool],
) -> list[Term]:
    """The two words that a word is made of, as terms of the query instead of it; nothing if they do not both occur.

    Of several cuts the one is taken whose rarer part is the most frequent, after Koehn and Knight, *Empirical Methods
    for Compound Splitting*, 2003. What joins the parts (*Arbeitszimmer*) is left to the stems.

    Args:
        word: As the tokenizer gives it, one that occurs nowhere.
        languages: Of the vault; nothing is cut but in those that have compounds.
        forms_of: Tells what each of some words stands for.
        occurring: Only what any note holds counts.
        is_minor: Tells function words, of which no word is made.
    """
    if _COMPOUNDING.isdisjoint(languages) or not is_alphabetic(word) or is_unspaced(word):
        return []
    cuts = [(word[:at], word[at:]) for at in range(MIN_PART, len(word) - MIN_PART + 1)]
    cuts = [parts for parts in cuts if not any(map(is_minor, parts))]
    forms = forms_of({part for parts in cuts for part in parts})
    frequencies = occurring(list({form.term_id: None for found in forms.values() for form in found}))

    def frequency(part: str) -> int:
        return sum(frequencies.get(form.term_id, 0) for form in forms[part])

    weighed = [(min(map(frequency, parts)), parts) for parts in cuts]
    most, best = max(weighed, key=lambda cut: cut[0], default=(0, ()))
    return [Term(part, tuple(forms[part]), compound=word) for part in dict.fromkeys(best)] if most else []
