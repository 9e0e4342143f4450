"""The vocabulary's forms that are one word: spelled otherwise, of its stem's family, with joints and without."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from vaulttui.index.reading.letters import fold, is_alphabetic, is_alphanumeric
from vaulttui.index.reading.stemming import stem
from vaulttui.index.reading.tokenizer import MAX_FORM, closed_form, forms_of
from vaulttui.search.memory.lexicon import Lexicon
from vaulttui.search.words.dotted_numbers import spellings
from vaulttui.search.words.greek_letters import spelt_in_greek
from vaulttui.search.words.stem_families import joined_with_stem, untold_with_stem
from vaulttui.search.words.terms import Form, Relation, forms_of_entries, with_new
from vaulttui.search.words.umlauts import spelt_otherwise

_TWO_VOWELS = re.compile("[aeiou]{2}")
_DAY = re.compile(r"\d{4}-\d\d-\d\d")


class WordFamilies:
    """Looks up the forms of words.

    Args:
        lexicon: All forms.
        languages: Languages whose stems are tried.
        is_function_word: Whether a word means little.
    """

    def __init__(self, lexicon: Lexicon, languages: Sequence[str], is_function_word: Callable[[str], bool]) -> None:
        self._lexicon = lexicon
        self._languages = languages
        self._is_function_word = is_function_word

    def of(
        self, words: Collection[str], rows: Collection[str] = (), closed_rows: Collection[str] = ()
    ) -> dict[str, list[Form]]:
        """The forms of words and of rows of words.

        Args:
            words: As the tokenizer gives them.
            rows: Words in a row, with joints between them: they have the forms that have joints.
            closed_rows: Those of the rows that have also the form without any.
        """
        by_folded: dict[str, list[str]] = {}
        by_stem: dict[tuple[str, str], list[str]] = {}
        found: dict[str, dict[int, Form]] = {word: {} for word in (*words, *rows)}
        for row in closed_rows:
            by_folded.setdefault(fold(closed_form(row)), []).append(row)
        for word in words:
            for folded in set(map(fold, (*spellings(word), closed_form(word), *self._in_greek(word)))) - {""}:
                by_folded.setdefault(folded, []).append(word)
            for key in self._stems(word):
                by_stem.setdefault(key, []).append(word)
        for term_id, form, folded in self._lexicon.folded_as(by_folded):
            for word in by_folded[folded]:
                alike: Relation = "accent" if folded == fold(word) else "joint"
                found[word][term_id] = Form(term_id, form, "exact" if form == word else alike)
        stems = {key[1] for key in by_stem}
        for language, stemmed, (term_id, form, _) in self._lexicon.stemmed_as(stems):
            for word in by_stem.get((language, stemmed), ()):
                found[word].setdefault(term_id, Form(term_id, form, "stem"))
        self._add_joined(found, words, rows)
        for word in [word for word in words if not found[word]]:
            settled = self._languages, self._lexicon
            others = (
                *joined_with_stem(word, self._stems(word), *settled),
                *spelt_otherwise(word, *settled),
                *untold_with_stem(word, *settled),
            )
            found[word].update((form.term_id, form) for form in reversed(others))
        return {word: _counted_once(word, forms.values()) for word, forms in found.items()}

    def with_longer(self, word: str, forms: list[Form]) -> list[Form]:
        """Add the identifiers of which one is a part between joints: of a month its days, of a day its hours and
        ``standup-2025-07-14``. Of a number with stops in it no digits are left out in front: ``14.2`` is no part of
        ``3.14.2``."""
        behind = r"t\d\d|[\W_]|$" if _DAY.fullmatch(word) else r"[\W_]|$"
        for spelling in map(fold, spellings(word)):
            part = re.compile(rf"(?<![^\W_])(?<!\d\.){re.escape(spelling)}(?:{behind})")
            longer = self._lexicon.ending_with(spelling, len(spelling) + 2, behind=MAX_FORM)
            forms = with_new(forms, forms_of_entries((entry for entry in longer if part.search(entry[2])), "prefix"))
        return forms

    def _in_greek(self, word: str) -> Iterator[str]:
        """A word with Greek letters for their names, or the other way round, and without joints; a function word stands
        for none."""
        for other in spelt_in_greek(word):
            if not (self._is_function_word(word) or self._is_function_word(other)):
                yield from (other, closed_form(other))

    def _add_joined(self, found: Mapping[str, dict[int, Form]], words: Collection[str], rows: Collection[str]) -> None:
        """Add the forms that are written with joints where a word or one of its family has none, or others; and those
        of rows of words."""
        by_closed: dict[str, dict[str, Relation]] = {}
        for word in words:
            if closed := closed_form(word):
                family = {fold(relative.form) for relative in found[word].values() if is_alphanumeric(relative.form)}
                family.update(stemmed for _, stemmed in self._stems(word))
                for relative in family:
                    by_closed.setdefault(relative, {})[word] = "stem"
                for whole in (closed, *spelt_in_greek(closed)):
                    by_closed.setdefault(fold(whole), {})[word] = "joint"
        for row in rows:
            if closed := closed_form(row):
                by_closed.setdefault(fold(closed), {})[row] = "joint"
        for term_id, form, folded in self._lexicon.joined_as(by_closed):
            for word, relation in by_closed[closed_form(folded)].items():
                found[word].setdefault(term_id, Form(term_id, form, relation))

    def _stems(self, word: str) -> set[tuple[str, str]]:
        """The stems of a word in each language. One that has nothing of the last part of a word with joints is none of
        it: *plugin* would be one of *plugin-ical*. Two vowels are none: *iOS* is no plural of *io*."""
        closed = closed_form(word)
        if not is_alphabetic(closed):
            return set()
        last = joint_parts(word)[-1:]
        shortest = len(closed) - len(last[0]) + 1 if last else 0
        stems = {(language, stem(closed, language)) for language in self._languages}
        return {
            (language, stemmed)
            for language, stemmed in stems
            if len(stemmed) >= shortest and not _TWO_VOWELS.fullmatch(stemmed)
        }


def joint_parts(form: str) -> list[str]:
    """What a form with joints consists of; nothing of any other."""
    return [part for part in forms_of(form) if part != form]


def _counted_once(word: str, forms: Collection[Form]) -> list[Form]:
    """Forms of a word without joints, but for those that consist of another one and more: where *mail-s* stands, *mail*
    does, too."""
    if joint_parts(word):
        return list(forms)
    known = {form.form for form in forms}
    return [form for form in forms if known.isdisjoint(joint_parts(form.form))]
