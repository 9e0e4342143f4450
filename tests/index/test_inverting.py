"""Counting the forms of many texts at once gives what counting each of them gives."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from tests.index.forms import count_forms
from vaulttui.index.reading.inverting import Inverter, Postings, Terms
from vaulttui.index.reading.symbols import join_symbols
from vaulttui.index.reading.tokenizer import JOINTS, row_of, words_of

_TEXTS = st.lists(
    st.text() | st.text(alphabet="aB9é'’-_.+#=,^{}\u0301\u0338 \u00a0\n東京") | st.just("gpt-4 C++ naïve v2.1, ﬁn."),
    max_size=6,
)


def _by_owner(postings: Postings, forms: list[str], field: str) -> dict[int, dict[str, int]]:
    found: dict[int, dict[str, int]] = {}
    for term, owner, count in zip(postings.term, postings.owner, postings.counts[field], strict=True):
        if count:
            found.setdefault(int(owner), {})[forms[term]] = int(count)
    return found


@given(_TEXTS)
@example(["0ｸｧ:ｸｧ"])
def test_every_text_has_the_forms_that_it_has_alone(texts: list[str]) -> None:
    terms = Terms()
    inverter = Inverter(terms, {"body": 65_535})
    for owner, text in enumerate(texts):
        inverter.add("body", owner, text)
    alone = {owner: dict(count_forms(text)[0]) for owner, text in enumerate(texts)}
    assert _by_owner(inverter.postings(), terms.forms, "body") == {
        owner: counts for owner, counts in alone.items() if counts
    }
    assert inverter.lengths("body", len(texts)).tolist() == [count_forms(text)[1] for text in texts]


def test_what_an_earlier_batch_had_changes_nothing() -> None:
    terms = Terms()
    for text in ("one two", "two three gpt-4"):
        inverter = Inverter(terms, {"body": 255})
        inverter.add("body", 0, text)
        assert _by_owner(inverter.postings(), terms.forms, "body") == {0: dict(count_forms(text)[0])}


def test_fields_are_counted_apart_and_a_form_of_any_has_one_row() -> None:
    terms = Terms()
    inverter = Inverter(terms, {"title": 255, "tag": 255})
    inverter.add("title", 3, "Red car", "red")
    inverter.add("tag", 3, "car", "blue")
    postings = inverter.postings()
    assert _by_owner(postings, terms.forms, "title") == {3: {"red": 2, "car": 1}}
    assert _by_owner(postings, terms.forms, "tag") == {3: {"car": 1, "blue": 1}}
    assert len(postings) == 3


def test_more_occurrences_than_a_column_holds_count_as_the_most_that_it_holds() -> None:
    inverter = Inverter(Terms(), {"body": 255})
    inverter.add("body", 0, "word " * 300)
    assert inverter.postings().counts["body"].tolist() == [255]
    assert inverter.lengths("body", 1).tolist() == [300]


@given(_TEXTS)
def test_words_come_in_the_order_in_which_they_stand(texts: list[str]) -> None:
    terms = Terms()
    inverter = Inverter(terms, {"body": 65_535})
    for owner, text in enumerate(texts):
        inverter.add("body", owner, text)
    rows = inverter.words("body", len(texts))
    in_order = [[item for word in words_of(join_symbols(text)) for item in row_of(word)] for text in texts]
    assert rows.lengths.tolist() == [len(row) for row in in_order]
    names = (*JOINTS, *terms.forms)
    assert [names[number] for number in rows.numbers] == [item for row in in_order for item in row]


def test_nothing_gives_no_postings() -> None:
    assert len(Inverter(Terms(), {"body": 255}).postings()) == 0
