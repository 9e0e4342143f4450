"""Ages, numbers, places, what is remembered: the small values that the interface is made of."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.style import Style

from tests.tui.preview_notes import note
from vaulttui.formatting import age, bar, duration, percent, score
from vaulttui.paths import write_private
from vaulttui.search.engine import Progress
from vaulttui.search.query import Hit, MatchRange, Mode, ScoreParts, Snippet
from vaulttui.tui.preview.place import Place
from vaulttui.tui.reading.visits import LENGTH, Visits
from vaulttui.tui.searching.question import Question, describe_order
from vaulttui.tui.state.remembered import HISTORY_LENGTH, RECENT_NOTES, SavedSearch, UiState
from vaulttui.tui.state.store import StateStore
from vaulttui.tui.widgets.note_place import NotePlace, tail_of
from vaulttui.tui.widgets.progress import progress_text
from vaulttui.tui.widgets.result_row import highlighted, window

NOW = datetime(2025, 7, 14, 12)


@pytest.mark.parametrize(
    ("passed", "shown"),
    [
        (timedelta(seconds=-5), "now"),
        (timedelta(seconds=59), "now"),
        (timedelta(minutes=5), "5 min"),
        (timedelta(hours=23.9), "23 h"),
        (timedelta(days=6.9), "6 d"),
        (timedelta(days=13), "1 w"),
        (timedelta(days=60), "8 w"),
        (timedelta(days=62), "2 mo"),
        (timedelta(days=364), "11 mo"),
        (timedelta(days=800), "2 y"),
    ],
)
def test_ages_are_told_in_their_largest_unit(passed: timedelta, shown: str) -> None:
    assert age(NOW - passed, NOW) == shown


@given(st.integers(0, 10**10))
def test_ages_are_short_and_never_zero(seconds: int) -> None:
    try:
        text = age(NOW - timedelta(seconds=seconds), NOW)
    except OverflowError:
        return
    assert len(text) <= 7
    assert not text.startswith("0 ")


@pytest.mark.parametrize(("value", "shown"), [(0.914, ".91"), (0.999, "1.0"), (1.0, "1.0"), (0.0, ".00"), (7, "1.0")])
def test_scores_have_two_digits(value: float, shown: str) -> None:
    assert score(value) == shown


@given(st.floats(0, 1), st.integers(1, 20))
def test_a_bar_has_its_width(fraction: float, width: int) -> None:
    assert len(bar(fraction, width)) == width


def test_a_share_is_whole_only_when_nothing_is_missing() -> None:
    assert percent(99_999, 100_000) == "99 %"
    assert percent(100_000, 100_000) == "100 %"


@pytest.mark.parametrize(("seconds", "shown"), [(0.2, "1 s"), (59, "59 s"), (90, "2 min"), (7_300, "2 h")])
def test_times_to_wait(seconds: float, shown: str) -> None:
    assert duration(seconds) == shown


def test_progress_gives_up_speed_before_the_number_of_notes() -> None:
    progress = Progress("reading", 900, 1_843, rate=410, seconds_left=3, notes=900)
    assert progress_text(progress) == "900 notes · reading 900 of 1,843 · 410/s · 3 s left"
    assert progress_text(progress, 40) == "900 notes · reading 900 of 1,843 · 410/s"
    assert progress_text(progress, 12) == "900 notes"


def test_of_what_cannot_be_asked_no_number_is_told() -> None:
    assert progress_text(Progress("failed", message="It does not answer.")) == "It does not answer."
    assert progress_text(Progress("idle", notes=1)) == "1 note"


# Rows


@given(st.text(max_size=60), st.lists(st.tuples(st.integers(0, 70), st.integers(0, 70)), max_size=5))
def test_matches_of_any_kind_leave_the_text_whole(text: str, ranges: list[tuple[int, int]]) -> None:
    plain_text = highlighted(text, (), Style(), Style()).plain
    marked = highlighted(text, [MatchRange(start, end) for start, end in ranges], Style(), Style(bold=True)).plain
    assert marked.replace(" ", "") == plain_text.replace(" ", "")
    assert "\x1b" not in marked


@given(st.from_regex(r"[a-zäé日]{1,12}(/[a-z 日]{1,20}){0,6}", fullmatch=True), st.integers(1, 60))
def test_a_path_is_cut_at_its_beginning_and_fits(path: str, width: int) -> None:
    shown = tail_of(path, width)
    assert cell_len(shown) <= width
    if cell_len(path) > width and cell_len(path.rpartition("/")[2]) + 2 <= width:
        assert shown.endswith(path.rpartition("/")[2])


def test_a_name_that_is_cut_at_its_end_does_not_seem_to_lie_in_a_folder() -> None:
    assert tail_of("Expansions", 6) == "Expan…"
    assert tail_of("Community/Expansions", 6) == "…/Exp…"


@pytest.mark.parametrize(
    ("path", "title"),
    [
        ("P/tokio-deadlocks.md", "Tokio deadlocks"),
        ("P/a___b.md", "a/b"),
        ("P/What is Rust.markdown", "What is “Rust”?"),
        ("P/cafe.md", "Café"),
        ("P/!!.md", "!!"),
    ],
)
def test_a_title_tells_the_name_whatever_its_case_accents_and_joints(path: str, title: str) -> None:
    assert NotePlace.of(path, title).text == "P"


@pytest.mark.parametrize(
    ("path", "title", "shown"),
    [
        ("vault/dendron.topic.schema.md", "Schemas", "vault/dendron.topic.schema"),
        ("Contributing.MD", "How to help", "Contributing"),
        ("Index.md", "Index", "/"),
        ("P/!!.md", "??", "P/!!"),
        ("P/की.md", "का", "P/की"),
        ("P/\x1b[2J.md", "Title", "P/␛[2J"),
    ],
)
def test_a_name_that_the_title_does_not_tell_stands_behind_the_folder(path: str, title: str, shown: str) -> None:
    assert NotePlace.of(path, title).text == shown


@pytest.mark.parametrize(
    ("width", "shown"),
    [
        (36, "Some notes/of mine/topic.lock.schema"),
        (35, "…/of mine/topic.lock.schema"),
        (19, "…/topic.lock.schema"),
        (18, "…topic.lock.schema"),
        (12, "…lock.schema"),
    ],
)
def test_the_folder_gives_way_before_the_name_and_the_name_keeps_its_end(width: int, shown: str) -> None:
    assert NotePlace.of("Some notes/of mine/topic.lock.schema.md", "Schemas").cut(width) == shown


@pytest.mark.parametrize(
    ("sought", "shown"),
    [
        ("", "….lock.schema"),
        ("TOPIC", "topic.lock.s…"),
        ("topic lock", "topic.lock.s…"),
        ("mine", "….lock.schema"),
    ],
)
def test_what_was_typed_stays_in_sight_in_a_name(sought: str, shown: str) -> None:
    assert NotePlace.of("mine/topic.lock.schema.md", "Schemas").cut(13, sought) == shown


@pytest.mark.parametrize(
    ("title", "width", "shown"),
    [
        ("Commands", 21, "…ecial-notes.commands"),
        ("Commands", 14, "…pecial-notes…"),
        ("Notes Commands", 14, "topic.special…"),
        ("Other", 14, "…otes.commands"),
    ],
)
def test_of_a_name_the_end_that_repeats_the_title_gives_way_where_nothing_else_had_room(
    title: str, width: int, shown: str
) -> None:
    assert NotePlace.of("vault/topic.special-notes.commands.md", title).cut(width) == shown


def test_what_was_typed_stays_in_sight_in_the_middle_of_a_name() -> None:
    assert NotePlace.of("dendron.topic.lock.schema.md", "Schemas").cut(12, "lock") == "…topic.lock…"


@given(st.from_regex(r"([a-z日]{1,9}/)?[a-z.日]{1,40}", fullmatch=True), st.text(max_size=5), st.integers(1, 60))
def test_a_place_fits(path: str, sought: str, width: int) -> None:
    assert cell_len(NotePlace.of(f"{path}.md", "Title").cut(width, sought)) <= width


def test_a_snippet_is_moved_until_its_first_match_is_in_sight() -> None:
    text = "one two three four five six seven eight needle nine ten"
    seen = window(Snippet(text, (MatchRange(40, 46),)), 30)
    (match,) = seen.matches
    assert seen.text[match.start : match.end] == "needle"
    assert match.end <= 30
    assert seen.text.startswith("…")
    assert window(Snippet(text, (MatchRange(4, 7),)), 30).text == text


@pytest.mark.parametrize(
    "text", ["the quick brown fox jumps over the lazy dog", "…ck brown fox jumps over the lazy dog"]
)
def test_a_snippet_that_begins_with_a_long_match_is_not_cut(text: str) -> None:
    match = MatchRange(text.startswith("…"), len(text))
    assert window(Snippet(text, (match,)), 30) == Snippet(text, (match,))


@pytest.mark.parametrize("width", [10, 30, 40, 43, 44, 60])
def test_a_match_at_the_end_of_a_snippet_leaves_no_room_unused(width: int) -> None:
    text = "One two three four five six seven eight here"
    seen = window(Snippet(text, (MatchRange(40, 44),)), width)
    assert [seen.text[match.start : match.end] for match in seen.matches] == ["here"]
    assert width - len("seven ") < len(seen.text) + 1 <= width or seen.text == text


# Questions


def test_remembered_values_that_mean_nothing_are_left_out() -> None:
    def restored(mode: str, sort: str, default: str, reverse: bool = False, passages: bool = False) -> Question:
        return Question.restore("x", mode, sort, default, reverse=reverse, passages=passages)

    assert restored("nope", "nope", "semantic") == Question("x", Mode.SEMANTIC)
    assert restored("fulltext", "name", "hybrid", True, True) == Question("x", Mode.KEYWORD, "name", True, True)


def test_the_text_says_more_than_what_was_chosen_beside_it() -> None:
    query = Question("lock sort:size limit:7 mode:keyword", Mode.HYBRID, "name", reverse=True).query(NOW)
    assert (query.mode, query.sort, query.limit) == (Mode.KEYWORD, "size", 7)


def test_the_order_of_the_text_is_not_turned_round_by_what_was_chosen_beside_it() -> None:
    assert describe_order(Question("sort:name", sort="size", reverse=True).query(NOW)) == "by path"


def test_the_next_mode_and_order_are_written_where_the_text_has_one() -> None:
    question = Question("mode:keyword lock sort:name:desc", Mode.DEEP, "size", reverse=True)
    modes, orders = [question], [question]
    for _ in range(4):
        modes.append(modes[-1].next_mode())
        orders.append(orders[-1].next_sort(NOW))
    assert [item.text.split()[0] for item in modes[1:]] == ["mode:semantic", "mode:deep", "mode:hybrid", "mode:keyword"]
    assert [item.text.split()[2] for item in orders[1:]] == [
        "sort:size",
        "sort:relevance",
        "sort:modified",
        "sort:created",
    ]
    assert {(item.mode, item.sort, item.reverse) for item in modes + orders} == {(Mode.DEEP, "size", True)}
    for wrong in ("mode:nope sort:nope", "mode: lock sort: lock"):
        assert Question(wrong).next_mode() == Question(wrong).next_sort(NOW) == Question(wrong)
    assert Question("sort:title").next_sort(NOW).text == "sort:relevance"
    assert Question("tag:work", Mode.KEYWORD).next_mode() == Question("tag:work", Mode.SEMANTIC)


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("", [None, "created", "name", "size", None]),
        ("tag:work", [None, "created", "name", "size", None]),
        ("lock", [None, "modified", "created", "name", "size", None]),
        ("like:[[Deadlock]]", [None, "modified", "created", "name", "size", None]),
    ],
)
def test_every_step_through_the_orders_is_another_order(text: str, orders: list[str | None]) -> None:
    questions = [Question(text)]
    while len(questions) < len(orders):
        questions.append(questions[-1].next_sort(NOW))
    assert [question.sort for question in questions] == orders
    assert len({describe_order(question.query(NOW)) for question in questions}) == len(orders) - 1


@pytest.mark.parametrize(
    ("text", "turned", "back"),
    [
        ("sort:name", "sort:name:desc", "sort:name"),
        ("sort:size:desc lock", "sort:size:asc lock", "sort:size lock"),
        ("lock sort:relevance", "lock sort:relevance:asc", "lock sort:relevance"),
    ],
)
def test_the_order_of_the_text_is_turned_round_there(text: str, turned: str, back: str) -> None:
    assert Question(text).reversed(NOW) == Question(turned)
    assert Question(turned).reversed(NOW) == Question(back)


@pytest.mark.parametrize(
    "text", ["sort:nope", "lock sort:nam", "sort:m", "sort:path", "sort:occurrences", "sort:name:up"]
)
def test_an_order_that_the_text_does_not_have_is_not_turned_round(text: str) -> None:
    assert Question(text).reversed(NOW) == Question(text)


@pytest.mark.parametrize("text", ["sort:nope", "lock sort:nam", "sort:m", "sort:path", "sort:occurrences"])
def test_an_order_that_the_text_does_not_have_is_not_changed(text: str) -> None:
    assert Question(text).next_sort(NOW) == Question(text)


def test_the_last_word_is_a_beginning_while_one_types() -> None:
    assert Question("tok").query(NOW).texts[0].prefix_last


def test_orders_are_described() -> None:
    assert describe_order(Question("").query(NOW)) == "newest first"
    assert describe_order(Question("x").query(NOW)) == "best first"
    assert describe_order(Question("like:[[x]]").query(NOW)) == "best first"
    assert describe_order(Question("sort:relevance").query(NOW)) == "newest first"
    assert describe_order(Question("like:[[x]]", reverse=True).query(NOW)) == "worst first"
    assert describe_order(Question("x", sort="created", reverse=True).query(NOW)) == "first created first"


# Places


def test_visits_go_back_and_forward_and_forget_what_lay_ahead() -> None:
    visits = Visits()
    assert visits.back() is None
    visits.look_at(Place("a"))
    visits.look_at(Place("b"))
    visits.visit(Place("c"))
    visits.visit(Place("c"))
    assert visits.back() == Place("b")
    assert visits.back() is None
    assert visits.forward() == Place("c")
    assert visits.forward() is None
    visits.back()
    visits.visit(Place("d"))
    assert visits.forward() is None
    assert visits.here == Place("d")


# State


def test_what_one_looks_at_in_passing_takes_no_place_from_what_one_went_to() -> None:
    visits = Visits()
    visits.look_at(Place("a"))
    visits.visit(Place("named"))
    for path in "bcd":
        visits.look_at(Place(path))
    assert visits.here == Place("d")
    assert visits.back() == Place("named")
    visits.look_at(Place("e"))
    visits.look_at(Place("f"))
    assert visits.back() == Place("named"), "rows that were passed are no steps"
    assert visits.back() == Place("a")
    visits.look_at(Place("g"))
    assert visits.forward() == Place("named"), "what lies ahead is not forgotten by looking"
    assert visits.back() == Place("g")
    assert visits.back() == Place("a"), "one went back to it"


def test_no_step_leads_to_the_note_that_one_looks_at() -> None:
    visits = Visits()
    visits.look_at(Place("before"))
    visits.visit(Place("read"))
    visits.look_at(Place("next"))
    visits.look_at(Place("read", 5))
    assert visits.here == Place("read", 5)
    assert visits.back() == Place("before"), "the step of the note that one came from is its own"
    assert visits.back() is None
    visits.look_at(Place("other"))
    visits.look_at(Place("read", 7))
    assert visits.forward() is None
    assert visits.here == Place("read", 7)
    assert visits.back() == Place("before")


def test_the_oldest_visits_are_forgotten() -> None:
    visits = Visits()
    for number in range(LENGTH + 5):
        visits.visit(Place(f"{number}"))
    visits.look_at(Place("looked at"))
    seen = [visits.here]
    while (place := visits.back()) is not None:
        seen.append(place)
    assert len(seen) == LENGTH
    assert seen[:2] == [Place("looked at"), Place(f"{LENGTH + 4}")]


def test_the_history_keeps_the_newest_queries_once() -> None:
    state = UiState()
    for number in range(HISTORY_LENGTH + 5):
        state.remember_query(f" query {number} ")
    state.remember_query("query 100")
    state.remember_query("  ")
    assert len(state.history) == HISTORY_LENGTH
    assert state.history[-2:] == [f"query {HISTORY_LENGTH + 4}", "query 100"]
    assert state.history.count("query 100") == 1


def test_what_is_saved_is_loaded_again(tmp_path: Path) -> None:
    store = StateStore(tmp_path / "a" / "state.json")
    state = UiState(query="tag:日本 \ud800", sort="name", filters_width=30, history=["x"])
    store.save(state)
    assert store.load() == (state, "")
    assert [path.name for path in (tmp_path / "a").iterdir()] == ["state.json"]


def test_a_search_that_is_saved_and_deleted_in_one_sitting_is_gone(tmp_path: Path) -> None:
    store, other = StateStore(tmp_path / "state.json"), StateStore(tmp_path / "state.json")
    state, _ = store.load()
    theirs, _ = other.load()
    short_lived, kept = SavedSearch("Short-lived", "x"), SavedSearch("Kept", "y")
    state.save_search(short_lived)
    store.save(state)
    theirs.save_search(kept)
    other.save(theirs)
    state.saved.remove(short_lived)
    store.save(state)
    other.save(theirs)
    assert StateStore(tmp_path / "state.json").load()[0].saved == [kept]


def test_two_windows_on_one_vault_keep_the_searches_of_both(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    old, gone = SavedSearch("old", "a"), SavedSearch("gone", "b")
    StateStore(path).save(UiState(saved=[gone, old], history=["first"]))
    one, other = StateStore(path), StateStore(path)
    (ours, _), (theirs, _) = one.load(), other.load()
    ours.save_search(SavedSearch("ours", "c"))
    ours.remember_query("our query")
    theirs.saved.remove(gone)
    theirs.save_search(SavedSearch("theirs", "d"))
    theirs.save_search(SavedSearch("old", "changed"))
    theirs.remember_query("their query")
    one.save(ours)
    other.save(theirs)
    one.save(ours)
    state, _ = StateStore(path).load()
    assert [(search.name, search.text) for search in state.saved] == [
        ("old", "changed"),
        ("ours", "c"),
        ("theirs", "d"),
    ]
    assert state.history == ["first", "our query", "their query"], "in the order in which they were written"


@pytest.mark.parametrize("number", [5, HISTORY_LENGTH])
async def test_the_newest_of_two_windows_stays_the_newest_in_both_however_much_is_remembered(
    number: int, tmp_path: Path
) -> None:
    path = tmp_path / "state.json"
    queries = [f"query {index}" for index in range(number)]
    notes = [f"{index}.md" for index in range(min(number, RECENT_NOTES))]
    StateStore(path).save(UiState(history=queries, recent=notes))
    one, other = StateStore(path), StateStore(path)
    ours, theirs = one.load()[0], other.load()[0]
    for state, name in ((ours, "our"), (theirs, "their")):
        for index in range(3):
            state.remember_query(f"{name} query {index}")
            state.remember_note(f"{name} {index}.md")
    ours.remember_query(queries[0])
    await one.keep(ours)
    await other.keep(theirs)
    theirs.remember_query("their last")
    await other.keep(theirs)
    await one.keep(ours)
    wanted = ["our query 0", "our query 1", "our query 2", queries[0], "their query 0", "their query 1"]
    assert ours.history == theirs.history == StateStore(path).load()[0].history
    assert ours.history[-8:] == [*wanted, "their query 2", "their last"]
    assert ours.history[:-8] == queries[1:][-(HISTORY_LENGTH - 8) :]
    assert ours.recent == theirs.recent
    names = [f"{name} {index}.md" for name in ("their", "our") for index in (2, 1, 0)]
    assert ours.recent == [*names, *notes][:RECENT_NOTES]


async def test_what_is_deleted_or_brought_back_in_the_middle_of_a_history_is_so_in_the_other_window(
    tmp_path: Path,
) -> None:
    path = tmp_path / "state.json"
    StateStore(path).save(UiState(history=["a", "b", "c", "d"]))
    one, other = StateStore(path), StateStore(path)
    ours, theirs = one.load()[0], other.load()[0]
    ours.history.remove("b")
    ours.history.remove("c")
    await one.keep(ours)
    theirs.remember_query("c")
    theirs.remember_query("e")
    await other.keep(theirs)
    assert theirs.history == ["a", "d", "c", "e"], "what one asks anew is not deleted"
    ours.history.insert(1, "b")
    ours.remember_query("f")
    await one.keep(ours)
    await other.keep(theirs)
    assert ours.history == theirs.history == ["a", "b", "d", "c", "e", "f"]


async def test_a_window_takes_in_what_another_one_has_saved_and_deleted(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    gone, kept = SavedSearch("gone", "a"), SavedSearch("kept", "b")
    StateStore(path).save(UiState(saved=[gone, kept], history=["first"], recent=["A.md"]))
    one, other = StateStore(path), StateStore(path)
    ours, theirs = one.load()[0], other.load()[0]
    theirs.saved.remove(gone)
    theirs.save_search(SavedSearch("theirs", "c"))
    theirs.remember_query("their query")
    theirs.remember_note("B.md")
    other.save(theirs)
    saved, history = ours.saved, ours.history
    ours.remember_query("our query")
    await one.renew(ours)
    assert [search.name for search in saved] == ["kept", "theirs"]
    assert history == ["first", "their query", "our query"]
    assert ours.recent == ["B.md", "A.md"]
    assert one.due(ours), "our query is not written down"
    ours.saved.remove(SavedSearch("theirs", "c"))
    await one.keep(ours)
    assert StateStore(path).load()[0].saved == [kept], "what was taken in can be deleted"
    await other.keep(theirs)
    assert theirs.saved == [kept]


async def test_what_changes_while_it_is_written_is_written_the_next_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, state = StateStore(tmp_path / "state.json"), UiState(saved=[SavedSearch("old", "a")])

    def write(path: Path, text: str) -> None:
        write_private(path, text)
        state.saved[:] = [SavedSearch("new", "b")]

    monkeypatch.setattr("vaulttui.tui.state.store.write_private", write)
    await store.keep(state)
    assert [search.name for search in state.saved] == ["new"]
    assert store.due(state)
    monkeypatch.undo()
    await store.keep(state)
    assert not store.due(state)
    assert StateStore(tmp_path / "state.json").load()[0] == state


def test_a_file_that_says_the_same_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    store = StateStore(path)
    state, _ = store.load()
    assert not store.due(state)
    store.save(state)
    written = path.stat().st_ino, path.stat().st_mtime_ns
    state.remember_query("x")
    assert store.due(state)
    state.history.clear()
    store.save(state)
    assert (path.stat().st_ino, path.stat().st_mtime_ns) == written


@pytest.mark.parametrize("content", [None, "{"])
def test_a_file_that_is_gone_or_broken_by_the_end_does_not_take_the_saved_searches_with_it(
    tmp_path: Path, content: str | None
) -> None:
    path = tmp_path / "state.json"
    store = StateStore(path)
    saved = UiState(saved=[SavedSearch("name", "text")], history=["query"])
    store.save(saved)
    if content is None:
        path.unlink()
    else:
        path.write_text(content)
    store.save(saved)
    assert StateStore(path).load()[0] == saved
    kept = [other.read_text() for other in tmp_path.iterdir() if other != path]
    assert kept == ([] if content is None else [content])


@pytest.mark.parametrize("content", ["", "{", "[]", "\x00", '"x"', pytest.param("[" * 100_000, id="deep")])
def test_a_broken_file_is_told(tmp_path: Path, content: str) -> None:
    path = tmp_path / "state.json"
    path.write_text(content)
    state, notice = StateStore(path).load()
    assert state == UiState()
    assert "starts anew" in notice
    assert str(path) in notice


def test_values_of_a_wrong_kind_are_left_out(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    path.write_text(
        json.dumps({"query": 7, "compact": 1, "filters_width": 9_999, "history": ["a", 3, None], "later": True})
    )
    state, notice = StateStore(path).load()
    assert notice == ""
    assert state == UiState(filters_width=60, history=["a"])


@pytest.mark.parametrize(
    ("values", "saved"),
    [
        ({}, [SavedSearch("Old", "x")]),
        ({"passages": True}, [SavedSearch("Old", "x", passages=True)]),
        ({"passages": 1}, []),
        ({"of a later version": 1}, [SavedSearch("Old", "x")]),
    ],
)
def test_saved_searches_of_other_versions_are_read(
    tmp_path: Path, values: dict[str, object], saved: list[SavedSearch]
) -> None:
    path = tmp_path / "state.json"
    path.write_text(json.dumps({"saved": [{"name": "Old", "text": "x", **values}]}))
    assert StateStore(path).load() == (UiState(saved=saved), "")


def test_a_place_knows_the_part_of_a_long_line_that_is_meant() -> None:
    line = "One sentence. " * 100 + "Here it is. " + "More of it. " * 50
    detail = note(f"first\n{line}\nlast")

    def place(begin: str, of: int = 2, at: int = 2) -> Place:
        when = datetime(2025, 1, 1)
        snippet = Snippet("here", (), at)
        text = f"{begin}\nlast"
        found = Hit("N.md", "N", (), of, 3, text, snippet, 0.5, ScoreParts(), {}, (), 0, when, when, passage=True)
        return Place.of(found)

    assert place(line[line.index("Here") :]).share_in(detail) == line.index("Here") / len(line)
    assert place(line[line.index("Here") :], at=3).share_in(detail) == 0
    assert place("what is no longer there").share_in(detail) == 0
    assert place("behind the end", of=9, at=9).share_in(detail) == 0
