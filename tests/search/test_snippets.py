"""Snippets: the best place of a chunk on one line, without markup, with the ranges that match."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaulttui.search.matching import Matcher
from vaulttui.search.query import Snippet
from vaulttui.search.snippets import make_snippet


def snippet(text: str, *words: str, phrases: tuple[tuple[str, ...], ...] = ()) -> Snippet:
    return make_snippet(text, 1, Matcher({word: 1.0 for word in words}, phrases))


def shown(found: Snippet) -> list[str]:
    return [found.text[match.start : match.end] for match in found.matches]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("- [ ] buy **seed** potatoes", "buy seed potatoes"),
        ("see [[Garden/Plan|the plan]] for seed", "see the plan for seed"),
        ("see [[Plan]] and [shop](seed.md) for seed", "see Plan and shop for seed"),
        ("> [!tip]- Sowing\n> seed in rows", "Sowing seed in rows"),
        ("| what | when |\n| --- | :---: |\n| seed | May |", "what when seed May"),
        ("## Seed\n\nseed %%hidden%% is ==dear== `now`", "Seed seed is dear now"),
        ("```python\nseed = 1\n```", "seed = 1"),
        ("seed *  5 * 3", "seed * 5 * 3"),
    ],
)
def test_markup_is_left_out(text: str, line: str) -> None:
    assert " ".join(snippet(text, "seed").text.split()) == line


def test_matches_are_ranges_of_the_snippet() -> None:
    found = snippet("one **Seed** and\nmore SEEDS, séed", "seed", "seeds")
    assert shown(found) == ["Seed", "SEEDS", "séed"]


def test_the_window_holds_the_most_different_words() -> None:
    text = "seed " * 3 + "filler " * 60 + "\nseed and rake together\n" + "filler " * 60
    found = snippet(text, "seed", "rake")
    assert shown(found) == ["seed", "rake"]
    assert found.line == 2
    assert found.text.startswith("…")
    assert found.text.endswith("…")


def test_what_a_reader_does_not_see_counts_for_no_window() -> None:
    filling = "word " * 60
    hidden = "[x](http://a.b/alpha/beta/gamma)"
    # The address begins behind the window that "alpha" begins, but its "beta" is near enough to weigh for it.
    beside = "alpha " + "o " * 43 + "[y](http://a.b/beta-and-more-of-it)"
    text = "\n\n".join((hidden, filling, beside, filling, "here alpha and alpha stand."))
    assert snippet(text, "alpha", "beta", "gamma").line == 9


def test_a_phrase_is_one_match() -> None:
    assert shown(snippet("a seed tray, seed and tray", phrases=(("seed", "tray"),))) == ["seed tray"]


def test_pairs_of_characters_join_to_one_match() -> None:
    assert shown(snippet("今天学习机器学习和深度", "机器", "器学", "学习")) == ["学习", "机器学习"]


def test_without_a_match_the_text_below_the_heading_is_shown() -> None:
    found = snippet("# Title\n\nThe beginning.", "nowhere")
    assert (found.text, found.line, found.matches) == ("…The beginning.", 3, ())


@pytest.mark.parametrize(
    "piece",
    ["\n", " ", "\n ", "<!--", "<!-- a ", "%%", "[[", "[a](", "](", "**", "> ", "- ", "| ", "`", "<a ", "1. ", "seed "],
)
def test_a_chunk_full_of_marks_takes_no_more_than_linear_time(piece: str) -> None:
    def seconds(times: int) -> float:
        started = time.process_time()
        snippet(piece * times, "seed")
        return time.process_time() - started

    seconds(100)  # compiles and fills caches
    assert seconds(40_000) < 2.0, "some 0.1 s where every mark is looked at once"


@given(st.text(alphabet="seed *_`[]|()!#>-\n%<a/é学习", max_size=300))
def test_any_text_gives_ranges_within_one_line(text: str) -> None:
    found = snippet(text, "seed", "学习", phrases=(("seed", "seed"),))
    assert "\n" not in found.text
    for match in found.matches:
        assert 0 <= match.start < match.end <= len(found.text)


def test_a_text_of_which_a_reader_sees_nothing_has_no_snippet() -> None:
    text = "%% " + "nothing of this is to be seen by anybody who reads the note, " * 8 + "%%"
    assert make_snippet(text, 1, Matcher({})).text == ""
