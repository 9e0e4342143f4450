"""What goes over the socket comes out as it went in, and nothing else comes out."""

from __future__ import annotations

import inspect
import json
from datetime import UTC, date, datetime

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaulttui import errors
from vaulttui.errors import QuerySyntaxError, VaultTuiError
from vaulttui.index.progress import IndexChanged
from vaulttui.index.reading.worker import WorkerDiedError
from vaulttui.search.engine import SearchEngine
from vaulttui.search.expression import Expression, HasFeature, OnLines
from vaulttui.search.query import Mode, Query, Result
from vaulttui.search.sharing.codec import CodecError, decode, decode_fault, encode, encode_fault
from vaulttui.search.sharing.outbox import Outbox
from vaulttui.search.sharing.server import METHODS
from vaulttui.vault.note import PropertyValue
from vaulttui.vault.written import NumberText

VALUES: st.SearchStrategy[PropertyValue] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text(st.characters())  # lone surrogates too: names that are no text have them
    | st.dates()
    | st.datetimes(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=10,
)


def over_the_wire(value: object) -> object:
    return decode(json.loads(json.dumps(encode(value)).encode("ascii")))


@given(VALUES)
def test_every_property_value_comes_back_as_it_was(value: PropertyValue) -> None:
    back = over_the_wire(value)
    assert back == value
    assert type(back) is type(value)


def test_a_number_that_is_kept_as_it_was_written_comes_back_as_that_text() -> None:
    assert over_the_wire([NumberText("1.10"), Mode.DEEP]) == ["1.10", Mode.DEEP]


@given(
    st.builds(
        Query,
        where=st.from_type(Expression),  # type: ignore[arg-type]
        texts=st.just(()),
        mode=st.sampled_from(Mode),
    )
)
def test_every_query_comes_back_as_it_was(query: Query) -> None:
    assert over_the_wire(query) == query


@pytest.mark.parametrize(
    "value",
    [
        ("a", 1, None),
        ["tuple", "list"],
        frozenset({"x"}),
        {"$": ["datetime", "now"], "": {}},
        date(2025, 1, 2),
        datetime(2025, 1, 2, 3, 4, 5, 678901),
        datetime(2025, 1, 2, tzinfo=UTC),
        Mode.DEEP,
        HasFeature("orphan"),
        OnLines(3),
        IndexChanged(3, frozenset({"a.md", "b.md"}), moved={"a.md": "b.md"}),
        float("inf"),
    ],
)
def test_a_value_comes_back_with_its_type(value: object) -> None:
    back = over_the_wire(value)
    assert back == value
    assert type(back) is type(value)


def test_numbers_of_numpy_become_plain_ones() -> None:
    assert [type(over_the_wire(value)) for value in (np.float32(0.5), np.float64(0.5), np.int32(3))] == [
        float,
        float,
        int,
    ]


def test_what_is_no_value_of_the_engine_does_not_go_out() -> None:
    with pytest.raises(TypeError, match="no value of the search engine"):
        encode(object())


@pytest.mark.parametrize(
    "raw",
    [
        {"a": 1},
        ["Popen", "ls"],
        ["os.system", "ls"],
        ["Query"],
        ["HasFeature", "orphan", "more"],
        ["Mode", "louder"],
        ["datetime", 5],
        ["map", ["one"]],
        [],
        [["list"]],
        [None],
    ],
)
def test_what_is_no_value_of_the_engine_does_not_come_in(raw: object) -> None:
    with pytest.raises(CodecError):
        decode(raw)


FAULTS = [
    kind
    for kind in vars(errors).values()
    if isinstance(kind, type) and issubclass(kind, VaultTuiError) and kind is not QuerySyntaxError
]


@pytest.mark.parametrize("kind", FAULTS)
def test_a_fault_comes_back_with_class_text_and_code(kind: type[VaultTuiError]) -> None:
    for fault in (kind("Something is wrong."), kind("Something is wrong.", code="very_special")):
        back = decode_fault(json.loads(json.dumps(encode_fault(fault))))
        assert type(back) is kind
        assert (back.message, back.code) == (fault.message, fault.code)


def test_a_syntax_error_comes_back_with_its_place() -> None:
    back = decode_fault(encode_fault(QuerySyntaxError("No such operator.", 3, 7, "tag:")))
    assert isinstance(back, QuerySyntaxError)
    assert (back.message, back.start, back.end, back.suggestion) == ("No such operator.", 3, 7, "tag:")


def test_faults_of_the_system_and_mistakes_come_back_too() -> None:
    denied = decode_fault(encode_fault(PermissionError(13, "Permission denied", "/x")))
    assert isinstance(denied, PermissionError)
    assert denied.filename == "/x"
    assert isinstance(decode_fault(encode_fault(ValueError("odd"))), ValueError)
    died = decode_fault(encode_fault(WorkerDiedError("gone")))
    assert isinstance(died, VaultTuiError)
    assert died.code == "worker_died"
    mistake = decode_fault(encode_fault(AttributeError("no such thing")))
    assert isinstance(mistake, VaultTuiError)
    assert mistake.code == "internal"


@pytest.mark.parametrize("raw", ["x", [], ["SystemExit", "0"], ["BaseException", "x"], ["VaultTuiError", 1, 2]])
def test_what_is_no_fault_does_not_come_in(raw: object) -> None:
    with pytest.raises(CodecError):
        decode_fault(raw)


def test_every_question_to_an_engine_can_be_asked_over_the_socket() -> None:
    public = {name for name, _ in inspect.getmembers(SearchEngine, inspect.isfunction) if not name.startswith("_")}
    assert METHODS | {"refresh", "subscribe"} == public - {"initialize", "released", "close"}


def test_an_empty_result_comes_back() -> None:
    result = Result((), 0, False)
    assert over_the_wire(result) == result


@pytest.mark.parametrize("number", [10, 10_000])
def test_what_waits_to_go_out_is_bounded(number: int) -> None:
    outbox = Outbox()
    moved = {f"old/{name}.md": f"new/{name}.md" for name in range(number)}
    outbox.put(IndexChanged(1, frozenset(moved.values()), moved=moved))
    outbox.put(IndexChanged(2, frozenset({"other.md"})))
    (change,) = outbox.take(0)
    few = number == 10
    expected = IndexChanged(2, frozenset({*moved.values(), "other.md"}), moved=moved) if few else IndexChanged(2, None)
    assert change == expected
