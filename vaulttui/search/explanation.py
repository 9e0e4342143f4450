"""One sentence that says why a hit was found, made from what really happened."""

from __future__ import annotations

from collections.abc import Sequence

from vaulttui.search.hits import Found
from vaulttui.search.lexical import LexicalSearch
from vaulttui.search.vocabulary import Term


def explain(found: Found, searches: Sequence[LexicalSearch], terms: Sequence[Term], *, filtered: bool) -> str:
    """Say which words a hit's note holds, how near in meaning it is, and what a deep search made of it.

    Args:
        found: The hit.
        searches: By words, of every text.
        terms: Of all of them.
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
        words = ", ".join(map(_told, distinct))
        parts.append(f"holds {share} words of the query ({words})" if wanted > 1 else f"holds the word {words}")
    if found.parts.semantic:
        parts.append(f"is near in meaning ({found.parts.semantic:.2f} of 1)")
    if found.parts.rerank is not None:
        parts.append(f"got {found.parts.rerank:.2f} of 1 at the second look")
    if not parts:
        return "It satisfies the filters." if filtered else "The note is hardly near in meaning (0.00 of 1)."
    told = " and ".join(parts) if len(parts) < 3 else f"{', '.join(parts[:-1])} and {parts[-1]}"
    return f"The note {told}."


def _told(term: Term) -> str:
    """A word as notes have it: where none has it as it was typed, another of its forms, a longer or a corrected one."""
    if any(form.relation in ("exact", "accent") for form in term.forms):
        return f"“{term.word}”"
    others = " or the like" if len(term.forms) > 1 else ""
    return f"“{term.forms[0].form}”{others} for “{term.word}”"
