"""Answers to agents are bounded: of what is long they get a part, in which what was found is, and the rest gets in."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import MakeVault, OpenVault
from vaulttui.search.local.local_engine import LocalEngine
from vaulttui.search.results.context import Passage
from vaulttui.tools import search
from vaulttui.tools.answers import Reply, find_notes_answer, search_answer
from vaulttui.tools.bounds import LONGEST_ANSWER, LONGEST_RESULT, cut_text, fitting
from vaulttui.tools.excerpts import LONGEST_LINE, excerpt
from vaulttui.tools.json_text import to_json

PICTURE = f"![](data:image/png;base64,{'iVBORw0KGgo' * 6_000})"
NOTES = {
    "meeting.md": f"The platypus invoice is due.\n\n{PICTURE}\n\n## Later\n\nThe weather was fine.\n",
    **{
        f"{number}.md": f"The platypus invoice number {number}, and more of that. {'Some words. ' * 15}"
        for number in range(9)
    },
}


@pytest.fixture
def engine(make_vault: MakeVault, open_vault: OpenVault) -> LocalEngine:
    return open_vault(make_vault(NOTES))


def answer(engine: LocalEngine, **arguments: Any) -> tuple[list[dict[str, Any]], Reply]:
    reply = search_answer(engine, {"mode": "fast", **arguments}, ())
    assert len(reply.text) <= LONGEST_ANSWER
    return json.loads(reply.text), reply


def remarks(reply: Reply) -> list[str]:
    return [remark for remark in reply.remarks if remark]


def test_the_room_of_an_answer_is_what_its_letters_take_of_a_model() -> None:
    results = [{"path": f"{number}.md", "snippet": "海" * 1_000} for number in range(40)]
    kept = fitting(results)
    assert kept == results[:13]
    assert fitting([{**result, "snippet": "s" * 1_000} for result in results])[20:]
    shown, _, sign = cut_text("海" * 20_000).partition("\n")
    assert shown == "海" * (LONGEST_ANSWER // 3)
    assert sign


@pytest.mark.parametrize("limit", [None, 10])
def test_a_picture_beside_what_was_found_keeps_no_other_result_out(engine: LocalEngine, limit: int | None) -> None:
    shown, reply = answer(engine, queries=["platypus invoice"], limit=limit)
    whole = search(engine, queries=["platypus invoice"], mode="fast", limit=limit)
    assert len(shown) == len(whole) == 10
    assert [result for result in shown if result["path"] != "meeting.md"] == [
        result for result in whole if result["path"] != "meeting.md"
    ]
    (beside,) = (result["chunk_with_context"].split("\n") for result in shown if result["path"] == "meeting.md")
    assert beside[:2] == ["1  | The platypus invoice is due.", "2  | "]
    assert beside[2] == f"3  | {PICTURE[:LONGEST_LINE]}…"
    assert beside[3] == "4  | "
    assert remarks(reply) == [
        "Long lines and texts are shown in part (…); the resource vault://note/PATH has the whole note."
    ]


@pytest.mark.parametrize("arguments", [{"queries": ["weather"]}, {"queries": ["*"], "scopes": ["meeting.md#Later"]}])
def test_what_was_found_behind_a_picture_is_shown(engine: LocalEngine, arguments: dict[str, Any]) -> None:
    (result,), _ = answer(engine, **arguments)
    lines = result["chunk_with_context"].split("\n")
    assert lines[-1] == "7  | The weather was fine."
    assert f"3  | {PICTURE[:LONGEST_LINE]}…" in lines
    assert all(len(line) < LONGEST_LINE + 10 for line in lines)


@pytest.mark.parametrize("where", ["begin", "middle", "end"])
@pytest.mark.parametrize("context", [True, False], ids=["search", "find_notes"])
def test_what_was_found_in_one_unbroken_line_is_shown(
    make_vault: MakeVault, open_vault: OpenVault, where: str, context: bool
) -> None:
    before, behind = {"begin": (0, 60_000), "middle": (30_000, 30_000), "end": (60_000, 0)}[where]
    text = f"{'x-y-z,' * before} ENDOFLINE {'x-y-z,' * behind}"
    engine = open_vault(make_vault({"line.md": text, "other.md": "the ENDOFLINE of another"}))
    if context:
        shown, _ = answer(engine, queries=["ENDOFLINE"])
        texts = [result["chunk_with_context"] for result in shown]
    else:
        reply = find_notes_answer(engine, {"query": "ENDOFLINE", "mode": "keyword"})
        texts = [result["content"] for result in json.loads(reply.text)["results"]]
    assert len(texts) == 2
    assert all("ENDOFLINE" in text and len(text) < LONGEST_LINE + 20 for text in texts)


def test_of_many_long_results_the_lines_around_what_was_found_are_shown(
    make_vault: MakeVault, open_vault: OpenVault
) -> None:
    code = [f"call_number({line})  # {'and so on ' * 4}" for line in range(300)]
    notes = {
        f"{number}.md": "\n".join(["```", *code, f"the needle {number}", *code[:20], "```"]) for number in range(3)
    }
    engine = open_vault(make_vault({**notes, "short.md": "needle"}))
    shown, _ = answer(engine, queries=["needle"])
    assert len(shown) == 4
    for result in shown:
        if result["path"] == "short.md":
            continue
        assert LONGEST_RESULT // 2 < len(to_json(result)) <= LONGEST_RESULT
        lines = result["chunk_with_context"].split("\n")
        numbers = [int(line.partition("|")[0]) for line in lines]
        assert numbers == list(range(numbers[0], numbers[-1] + 1))
        assert len({line.index("|") for line in lines}) == 1
        assert f"302  | the needle {result['path'][0]}" in lines
        assert lines[0].startswith(f"{numbers[0]}  | …call_number(")
        (alone,), _ = answer(engine, queries=["needle"], scopes=[result["path"]])
        assert len(alone["chunk_with_context"]) > len(result["chunk_with_context"])  # there is room for all of it


def test_a_match_in_what_a_reader_does_not_see_is_shown_as_well(make_vault: MakeVault, open_vault: OpenVault) -> None:
    engine = open_vault(make_vault({"a.md": f"Before.\n%% {'so ' * 9_000}hidden.needle{' so' * 9_000} %%\n"}))
    (result, *_), _ = answer(engine, queries=["/hidden.needle/"])
    assert "hidden.needle" in result["chunk_with_context"]


def test_long_properties_leave_room_for_other_notes(make_vault: MakeVault, open_vault: OpenVault) -> None:
    notes = {f"{number}.md": f"---\nlog: {'word ' * 4_000}\nport: Brest\n---\n" for number in range(3)}
    engine = open_vault(make_vault({**notes, "9.md": "---\nport: Muros\n---\n"}))
    reply = find_notes_answer(engine, {"folder": ".", "include_fields": ["log", "port"]})
    results = json.loads(reply.text)["results"]
    assert [(result["path"], result["port"]) for result in results] == [
        *((f"{number}.md", "Brest") for number in range(3)),
        ("9.md", "Muros"),
    ]
    assert all(result["log"].endswith("[Content truncated...]") for result in results[:3])


def test_a_property_named_as_a_path_may_be_is_cut_like_others() -> None:
    cut, other = fitting([{"path": "a.md", "source": "x" * 50_000, "status": "draft"}, {"path": "b.md"}])
    assert cut["source"].endswith("[Content truncated...]")
    assert (cut["path"], cut["status"], other) == ("a.md", "draft", {"path": "b.md"})


def test_what_fits_is_whole() -> None:
    results = [{"path": "a.md", "text": "x" * (LONGEST_ANSWER // 2)}, {"path": "b.md", "text": "x" * 10_000}]
    assert fitting(results) == results


@pytest.mark.parametrize("text", ['"', "\n", "\0", "ä"])
def test_no_result_takes_more_than_its_share_whatever_it_is_written_with(text: str) -> None:
    results: list[Mapping[str, str]] = [{"path": "a.md", "one": text * 50_000, "two": text * 50_000, "three": "3"}] * 4
    shown = fitting(results)
    assert len(to_json(shown)) <= LONGEST_ANSWER
    assert len(shown) >= 3
    assert all((result["path"], result["three"]) == ("a.md", "3") for result in shown)


def test_of_the_first_there_is_always_something() -> None:
    assert len(fitting([{f"{number}": None for number in range(20_000)}, {}])) == 1


lines = st.integers(0, 3 * LONGEST_LINE).map(lambda length: "abcdefghij" * (length // 10))


@given(st.lists(lines, min_size=1, max_size=12), st.data(), st.integers(0, 12_000))
def test_the_match_is_in_what_is_shown_and_no_more_than_fits(texts: list[str], data: st.DataObject, most: int) -> None:
    match = data.draw(st.integers(0, len(texts) - 1))
    column = data.draw(st.integers(0, len(texts[match])))
    texts[match] = f"{texts[match][:column]}FOUND{texts[match][column:]}"
    left_out, shown = excerpt(Passage(1, tuple(texts), match, column), most)
    assert "FOUND" in shown[match - left_out]
    assert all(len(line) <= LONGEST_LINE + 2 + 2 for line in shown)
    if len(shown) > 1:
        assert len(to_json("\n".join(shown))) <= most + 4
    for number, line in enumerate(shown, left_out):
        assert line.strip("…") in texts[number]
        assert line.strip("…") == texts[number] or "…" in line
    assert (left_out > 0) <= shown[0].startswith("…")
    assert (left_out + len(shown) < len(texts)) <= shown[-1].endswith("…")


@pytest.mark.parametrize(
    ("order", "which"),
    [("", "best"), ("sort:relevance", "best"), ("sort:relevance:asc", "first"), ("sort:name", "first")],
)
def test_only_what_comes_first_by_relevance_is_called_the_best(engine: LocalEngine, order: str, which: str) -> None:
    _, reply = answer(engine, queries=[f"platypus invoice {order}"], limit=2)
    assert remarks(reply)[0] == f"The {which} 2 of 10 matching chunks; a higher limit shows more."
