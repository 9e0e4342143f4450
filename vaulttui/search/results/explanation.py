"""One sentence that says why a hit was found, made from what really happened."""

from __future__ import annotations

from collections.abc import Sequence

from vaulttui.search.memory.postings import Postings
from vaulttui.search.memory.snapshot import Mask, Snapshot
from vaulttui.search.ranking.lexical import LexicalSearch
from vaulttui.search.results.hits import Found
from vaulttui.search.words.terms import Form, Term

_MOST_FORMS = 30
"""Forms of one word that are looked for in each note."""
_SATISFIES = "It satisfies the filters."


class HeldForms:
    """Knows which forms of the words of a query single notes hold.

    Args:
        postings: Of the snapshot's generation.
        snapshot: The index's shape.
        searches: For the words.
        allowed: Chunks that may count at all; ``None`` for all.
    """

    def __init__(
        self, postings: Postings, snapshot: Snapshot, searches: Sequence[LexicalSearch], allowed: Mask | None
    ) -> None:
        forms = {
            form.term_id: form for search in searches for term in search.terms for form in term.forms[:_MOST_FORMS]
        }
        self._places = {term_id: place for place, term_id in enumerate(forms)}
        alone = [Term(form.form, (form,)) for form in forms.values()]
        self._held = LexicalSearch(postings, snapshot, alone, allowed=allowed).matched_terms

    def of(self, term: Term, note: int) -> list[Form]:
        """Those of a term that a note holds, as far as is known."""
        return [form for form in term.forms[:_MOST_FORMS] if self._held[self._places[form.term_id], note]]


def explain_unranked(*, filtered: bool) -> str:
    """Say why a note is among the hits of a query that ranks none.

    Args:
        filtered: Whether there are conditions, which every hit satisfies.
    """
    return _SATISFIES if filtered else "Every note is listed."


def explain(
    found: Found, searches: Sequence[LexicalSearch], terms: Sequence[Term], forms: HeldForms, *, filtered: bool
) -> str:
    """Say which words a hit's note holds, how near in meaning it is, and what a deep search made of it.

    Args:
        found: The hit.
        searches: By words, of every text.
        terms: Of all of them.
        forms: Tells which forms of them the note holds.
        filtered: Whether there are conditions, which every hit satisfies.
    """
    parts: list[str] = []
    held = [
        term
        for search in searches
        for number, term in enumerate(search.terms)
        if search.matched_terms[number, found.note]
    ]
    distinct = list({term.word: term for term in held}.values())
    if distinct:
        wanted = len({term.word for term in terms})
        share = "all" if len(distinct) == wanted and wanted > 1 else f"{len(distinct)} of {wanted}"
        words = ", ".join(_told(term, forms.of(term, found.note)) for term in distinct)
        parts.append(f"holds {share} words of the query ({words})" if wanted > 1 else f"holds the word {words}")
    if found.parts.semantic:
        parts.append(f"is near in meaning ({found.parts.semantic:.2f} of 1)")
    if found.parts.rerank is not None:
        parts.append(f"got {found.parts.rerank:.2f} of 1 at the second look")
    if not parts:
        return _SATISFIES if filtered else "The note is hardly near in meaning (0.00 of 1)."
    told = " and ".join(parts) if len(parts) < 3 else f"{', '.join(parts[:-1])} and {parts[-1]}"
    return f"The note {told}."


def _told(term: Term, held: Sequence[Form]) -> str:
    """A word as a note has it: where it has not what was typed, another of its forms, a longer or a corrected one."""
    if any(form.relation in ("exact", "accent") for form in held):
        return f"“{term.word}”"
    return f"“{held[0].form}” for “{term.word}”" if held else f"“{term.forms[0].form}” or the like for “{term.word}”"
