"""A word of a query into the vocabulary's forms that it may stand for: itself, its stem's family, longer ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from vaulttui.index.reading.letters import is_alphanumeric, is_unspaced
from vaulttui.index.reading.symbols import is_amount
from vaulttui.index.reading.tokenizer import closed_form, is_identifier, query_forms, words_of
from vaulttui.search.memory.lexicon import Lexicon
from vaulttui.search.words.beginnings import begun_by, begun_with_any_joints, is_single_unspaced
from vaulttui.search.words.closed_compounds import parts_as_terms
from vaulttui.search.words.corrections import Corrections
from vaulttui.search.words.dotted_numbers import says_little_apart, spellings
from vaulttui.search.words.elisions import find_elisions
from vaulttui.search.words.greek_letters import parts_in_greek
from vaulttui.search.words.open_compounds import OpenCompounds, parts_by_capitals
from vaulttui.search.words.rows import LONGEST_ROW, closed_rows, pairs_of, rows_of
from vaulttui.search.words.terms import Form, Occurring, Term, all_occurring, with_new
from vaulttui.search.words.unspaced_words import pairs_that_say_little
from vaulttui.search.words.word_families import WordFamilies, joint_parts
from vaulttui.vault.function_words import PRONOUNS_BEHIND_HYPHENS, function_words, particles

FUNCTION_WORD_IMPORTANCE = 0.05
"""What a function word counts beside content words, against one of those."""


class Vocabulary:
    """Looks words up in the index's vocabulary.

    Args:
        lexicon: All forms.
        languages: Languages whose stems are tried (those that the vault's notes are in).
        occurring: Only what any note holds corrects typing errors, and counts among very many words that begin as one
            does.
        open_compounds: Finds words in a row that are one of the query; ``None`` if they are not looked for.
    """

    def __init__(
        self,
        lexicon: Lexicon,
        languages: Sequence[str],
        occurring: Occurring = all_occurring,
        open_compounds: OpenCompounds | None = None,
    ) -> None:
        self._lexicon = lexicon
        self._occurring = occurring
        self._open_compounds = open_compounds
        self._corrections = Corrections(lexicon, languages, occurring)
        self._families = WordFamilies(lexicon, languages, self._is_function_word)
        self._languages = languages
        self._particles = frozenset[str]().union(*map(particles, languages))
        self._function_words = [function_words(language) for language in languages]
        # In all others hyphens make a word of its own of function words: to-do, one-on-one.
        joining = PRONOUNS_BEHIND_HYPHENS.intersection(languages)
        self._hyphenated = frozenset[str]().union(*map(function_words, joining))

    def terms(
        self, words: Sequence[str], *, prefix_last: bool = False, typos: bool = True, compounds: bool = True
    ) -> tuple[Term, ...]:
        """Look up the words of a query.

        A word with joints (``gpt-4``) counts as a whole if the vocabulary has it, or longer ones that begin with it and
        a joint (``gpt-4-mini``), and it is an identifier (with digits or underscores), and as its parts besides
        otherwise. Hyphens, underscores and stops within a word make no other one of it (``email``, ``e-mail``), unless
        they part digits; nor does a blank between what is one word elsewhere, asked for (``data view``) or written, nor
        a ``v`` before a version. Of a version that occurs nowhere the parts count in a row alone.

        Args:
            words: As written.
            prefix_last: The last word also stands for everything that begins with it.
            typos: Try words that occur nowhere, or of which only others with their stem do, with one or two typing
                errors.
            compounds: Two to four words after each other may be written as one.

        Returns:
            Terms in the order of the words, repeats counted once. A word that stands for nothing has no forms, or the
            parts that it is made of are terms instead.
        """
        tokens = [token for word in words for token in words_of(word)]
        wanted = Counter(form for token in tokens for form in query_forms(token))
        if not wanted:
            return ()
        # Of a word with an apostrophe what is behind it may go on, too: l'ét stands for été.
        unfinished = set(query_forms(tokens[-1])[-2 if "'" in tokens[-1] else -1 :])
        parts = pairs_of(tokens, self._is_function_word, self._particles) if compounds else {}
        rows = rows_of(tokens) if compounds else {}
        rows = {row: apart for row, apart in rows.items() if row not in wanted and row not in parts}
        closed = closed_rows(rows, self._is_function_word)
        found = self._families.of({**wanted, **parts}, rows, closed)
        if prefix_last:
            ends = {"-".join(tokens[-size:]) for size in range(2, LONGEST_ROW + 1)}
            for whole in (unfinished | ends) & {*wanted, *parts, *closed}:
                for spelling in spellings(whole):
                    begun = begun_with_any_joints(self._lexicon, spelling, self._occurring)
                    found[whole] = with_new(found[whole], begun)
        in_a_row = self._settle_parts(wanted, found)
        for whole, forms in (*parts.items(), *closed.items()):
            _add_closed(found, whole, forms)
        if self._open_compounds is not None:
            content = [form for form in wanted if not self._is_function_word(form)]
            told = {**parts_in_greek(content), **parts_by_capitals(words), **in_a_row}
            settled = content, self._languages, self._is_function_word, self._particles
            for form, apart in self._open_compounds.forms_of(*settled, told).items():
                found[form] = [*found[form], *apart]
        longer = _longer_than_typed(wanted, found, parts, rows)
        # A function word is no other word misspelt: of *what does it cost* nobody means *that*. Alone, it may be.
        minor = self._minor(wanted, tokens)
        terms: list[Term] = []
        for form, occurrences in wanted.items():
            besides = () if is_unspaced(form) else tuple(part for part in joint_parts(form) if part in wanted)
            term = Term(form, tuple(found[form]), occurrences, parts=besides, longer=longer[form])
            if form in minor:
                term = replace(term, importance=FUNCTION_WORD_IMPORTANCE, minor=True)
            elif typos and all(item.relation == "stem" for item in term.forms):
                alone = not wanted.keys() - minor - {form}
                term = self._corrected(term, last=form in unfinished, alone=alone)
                settled_parts = self._languages, self._families.of, self._occurring, self._is_function_word
                if in_parts := () if term.forms else parts_as_terms(form, *settled_parts):
                    known = {*wanted, *(other.word for other in terms)}
                    terms += [part for part in in_parts if part.word not in known]
                    continue
            terms.append(term)
        return tuple(terms)

    def _settle_parts(self, wanted: Counter[str], found: dict[str, list[Form]]) -> dict[str, tuple[str, ...]]:
        """Let a word with joints count as a whole or as its parts, and a single character for the pairs it begins.

        Args:
            wanted: Occurrences of the query's forms; those that do not count are taken out.
            found: What each stands for; is widened.

        Returns:
            The parts of those that count as a whole though they occur nowhere: these may be found in a row.
        """
        in_a_row: dict[str, tuple[str, ...]] = {}
        for form in list(wanted):
            if is_single_unspaced(form):
                found[form] = with_new(found[form], begun_by(self._lexicon, form, "exact"))  # first of indexed pairs
            parts = joint_parts(form)
            if parts and not is_unspaced(form):
                if is_identifier(form):
                    found[form] = self._families.with_longer(form, found[form])
                if not found[form] and says_little_apart(form):
                    in_a_row[form] = tuple(parts)
                joined = any(not is_alphanumeric(item.form) for item in found[form])
                if form in in_a_row or (joined and is_identifier(form)):
                    for part in parts:
                        wanted[part] -= wanted[form]
                        if wanted[part] <= 0:  # else it is a word of its own, too
                            del wanted[part]
                elif not found[form]:
                    del wanted[form]
                else:
                    _add_closed(found, form, parts)
        return in_a_row

    def corrected(self, terms: Sequence[Term], gone: Collection[int]) -> tuple[Term, ...]:
        """Terms with others instead of some of them: words that no note holds any more.

        Args:
            terms: As :meth:`terms` gave them.
            gone: Places of those terms.
        """

        def instead(place: int, term: Term) -> Term:
            emptied = replace(term, forms=())
            alone = all(other.minor or other is term for other in terms)
            return emptied if term.minor else self._corrected(emptied, last=place == len(terms) - 1, alone=alone)

        return tuple(instead(place, term) if place in gone else term for place, term in enumerate(terms))

    def _corrected(self, term: Term, *, last: bool, alone: bool) -> Term:
        """A term that occurs nowhere, but for others with its stem, with the words that it may stand for.

        Args:
            term: No function word among content words.
            last: Whether it is the query's last.
            alone: Whether it is the only one that is no function word. It may be one misspelt if it is no other word.
        """
        if term.forms:  # what has its stem may be another word: of *interne*, *internal*
            known = with_new(term.forms, self._corrections.begun(term.word)) if last else term.forms
            near = self._corrections.beside(term.word, known)
        else:
            known, near = (), self._corrections.of(term.word, last=last, minor=self._is_function_word)
        meant = [form for form in near if form.relation != "typo" or not self._is_function_word(form.form)]
        if alone and not (meant or known):
            meant = near
        return replace(term, forms=tuple(with_new(known, meant)), meant=tuple(meant))

    def _minor(self, wanted: Collection[str], tokens: Sequence[str]) -> set[str]:
        """Forms that count less because there are content words beside them, and are no names."""
        elisions = find_elisions(tokens)
        meant = elisions.meant.union(_named_beside_unspaced(tokens))
        minor = {
            form for form in wanted if form in elisions.minor or (self._is_function_word(form) and form not in meant)
        }
        minor.update(pairs_that_say_little(tokens).intersection(wanted))
        minor.update(
            form
            for form in wanted
            if (parts := joint_parts(form))
            and minor.issuperset(parts)
            and (not closed_form(form) or self._hyphenated.issuperset(parts))
        )
        return minor if len(minor) < len(wanted) else set(elisions.minor)

    def _is_function_word(self, word: str) -> bool:
        return any(word in words for words in self._function_words)


def _named_beside_unspaced(tokens: Iterable[str]) -> set[str]:
    """Words of another script that touch one without blanks: they name something (``A社``), whatever they mean
    elsewhere."""
    return {form for token in tokens if is_unspaced(token) for form in query_forms(token) if not is_unspaced(form)}


def _longer_than_typed(
    wanted: Collection[str],
    found: Mapping[str, Sequence[Form]],
    parts: Mapping[str, Sequence[str]],
    rows: Collection[str],
) -> dict[str, tuple[tuple[int, int], ...]]:
    """What makes texts count as longer, for :attr:`Term.longer` of each form that is wanted.

    Args:
        wanted: The query's forms.
        found: What each stands for, and what each pair and row does.
        parts: Pairs of words that may be one, with these.
        rows: Words in a row that may be one.
    """
    longer = {form: _longer(form, found[form]) for form in wanted}
    for whole, halves in parts.items():
        for first in [half for half in halves if half in wanted][:1]:
            longer[first] = (*longer[first], *_longer(whole, found[whole], apart=True))
    for row in sorted(rows):
        written = [form for form in found[row] if joint_parts(form.form) in ([], joint_parts(row))]
        for first in [part for part in joint_parts(row) if part in wanted][:1]:
            longer[first] = (*longer[first], *_longer(row, written, apart=True))
    return longer


def _longer(word: str, forms: Iterable[Form], *, apart: bool = False) -> tuple[tuple[int, int], ...]:
    """What makes texts count as longer, for :attr:`Term.longer`.

    Args:
        word: Of the query.
        forms: Of it.
        apart: The query has its parts as words of their own: what joins them is not as it was typed, either.
    """
    size = 1 if is_unspaced(word) else len(joint_parts(word)) or 1
    found = [
        (form.term_id, max(int(apart), size - (len(joint_parts(form.form)) or 1)))
        for form in forms
        if form.term_id >= 0 and (apart or form.relation != "exact")
    ]
    return tuple((term_id, words) for term_id, words in found if words > 0)


def _add_closed(found: dict[str, list[Form]], whole: str, parts: Iterable[str]) -> None:
    """Let the parts of a word stand for the forms of it that have no joints, too: who writes it so left none out. The
    stops of an amount are not between its words."""
    closed = [form for form in found[whole] if is_alphanumeric(form.form) or is_amount(form.form)]
    for part in parts:
        found[part] = with_new(found[part], closed)
