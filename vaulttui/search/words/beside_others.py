"""Which of several words that one may be a misspelling of stands beside the other words of the query."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vaulttui.index.reading.letters import fold
from vaulttui.search.memory.postings import Postings
from vaulttui.search.memory.snapshot import Mask, Snapshot
from vaulttui.search.words.terms import Form, Term


def likeliest_beside_others(terms: Sequence[Term], postings: Postings, snapshot: Snapshot) -> tuple[Term, ...]:
    """Terms of which those that are misspelt name the correction first that stands beside the most of the other words,
    and of several such the one that does in the most passages: of ``bare chords`` *barre*, however many *bars* there
    are. Where none stands beside another word the order stays, and so it does behind what is rather meant for its first
    letter.

    Args:
        terms: Of a query.
        postings: Of all their forms.
        snapshot: Of the same moment.
    """

    def passages(forms: Sequence[Form]) -> Mask:
        """The chunks that hold any of some forms, or are of a note that has one in its fields."""
        identities = [form.term_id for form in forms]
        chunks = snapshot.chunk_mask(postings.of_chunks(identities, counted=False).owners)
        notes = snapshot.note_mask(postings.of_notes(identities, counted=False).owners)
        return chunks | snapshot.spread(notes)

    def reordered(term: Term) -> Term:
        others = [other.forms for other in terms if other is not term and other.forms and not other.minor]
        if len(term.meant) < 2 or not others or any(form.relation != "typo" for form in term.meant):
            return term
        beside = np.zeros(snapshot.chunk_count, dtype=np.int32)
        for forms in others:
            beside += passages(forms)
        holding = {form.term_id: beside[passages([form])] for form in term.meant}
        most = max(int(held.max(initial=0)) for held in holding.values())
        if not most:
            return term
        initial = fold(term.word)[:1]
        order = sorted(
            term.meant,
            key=lambda form: (fold(form.form)[:1] != initial, -int(np.count_nonzero(holding[form.term_id] == most))),
        )
        return replace(term, meant=tuple(order))

    return tuple(map(reordered, terms))
