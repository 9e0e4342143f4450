"""Snippets: the best place of a chunk on one line, without markup, with the ranges that match."""

from __future__ import annotations

import time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.conftest import MakeVault, OpenVault, ReadVault
from tests.search.asking import marked, search
from vaulttui.search.query import Snippet
from vaulttui.search.results.places import Places
from vaulttui.search.results.snippets import make_snippet
from vaulttui.search.words.matching import Matcher


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
        ("see [shop](http://a.b/c_(d)?e=(f) 'T') for seed", "see shop for seed"),
        ("> [!tip]- Sowing\n> seed in rows", "Sowing seed in rows"),
        ("> - [ ] seed\n> > 1. in rows", "seed in rows"),
        ("| what | when |\n| --- | :---: |\n| seed | May |", "what when seed May"),
        ("|what|when|\n|---|:-:|\n|seed|May|", "what when seed May"),
        ("| what | when |\n| --- | ---: |\n| seed | May |", "what when seed May"),
        ("## Seed\n\nbeans %%hidden%% are ==dear== `now`", "Seed · beans are dear now"),
        ("## Beans [[Seed]] ^b1  \n\n### Now\n- beans\n\n## Then\n", "Beans Seed · Now · beans Then"),
        ("# \nseed\nand beans", "seed and beans"),
        ("# Seed\n\n%% nothing %%\n\n## Beans\n<!-- nor here -->\n", "Seed · Beans"),
        ("what | when\n:-- | ---\nseed | *May*\n\nrice | June", "what when seed May rice | June"),
        ("> | what |\n> |---|\n\n1. | seed | May |", "what seed May"),
        ("`ls` | grep seed, P(A|B) || *c*", "ls | grep seed, P(A|B) || c"),
        ("```python\nseed = 1\n```", "seed = 1"),
        ("seed *  5 * 3", "seed * 5 * 3"),
        (r"seed $P(A|B) = f*g*h$ and *now*", r"seed $P(A|B) = f*g*h$ and now"),
        (r"seed $SS_{res}\,a_{ij}*b_{jk}$", r"seed $SS_{res}\,a_{ij}*b_{jk}$"),
        ("seed\n$$\na_{i}*b_{i}\n\n*c*\n$$\nand **so**", "seed $$ a_{i}*b_{i} *c* $$ and so"),
        ("seed for $5 and *more* for $6", "seed for $5 and more for $6"),
        (r"seed for \$5, *more*, not \$", "seed for $5, more, not $"),
        ("- [ ] seed\n\n%% kanban:settings\n```\n{}\n```\n%%", "seed"),
        ("seed\n<!--\n```\nhidden\n```\n-->\n*now*", "seed now"),
        ("seed\n```\na %% b\n```\n*c* %% d", "seed a %% b c %% d"),
        ("a _dear_ seed, __very__ (_dear_): ___no___", "a dear seed, very (dear): no"),
        ("_seed of [[the _plan_|a plan]]_ and _so_.", "seed of a plan and so."),
        ("seed snake_case_name a_ _private b_c _ _d", "seed snake_case_name a_ _private b_c _ _d"),
        ("seed `_x_ __init__` https://example.org/_a_/b", "seed _x_ __init__ https://example.org/_a_/b"),
        ("```python\nseed.__init__(_x_)\n```", "seed.__init__(_x_)"),
        (r"a\_b &amp; &lt;seed&gt; &nothing; AT&T; \*", "a_b & <seed> &nothing; AT&T; *"),
        (r"seed `a\_b &amp; <b>` and <b>x</b> <T>", r"seed a\_b &amp; <b> and x <T>"),
        ("```\na\\_b &amp; seed\n```", r"a\_b &amp; seed"),
        ("`arr[i[0]]` and `[[ -f seed ]] || a | b` [[c]]", "arr[i[0]] and [[ -f seed ]] || a | b c"),
        ("seed `` `a == **b` `` `%%x`%%y%% `open *z*", "seed `a == **b` %%x open z"),
        ("- ~~~py\n  # seed == 1\n  - **k**\n  ~~~\n- *b*", "# seed == 1 - **k** b"),
        ("> ```\n> a[b[0]] = seed\n> ```\n> *c*", "a[b[0]] = seed c"),
        ("```sh\n# [[ x ]] && `seed` %%\n```\n%%y%% *c*", "# [[ x ]] && `seed` %% c"),
        ("````\n```\n- seed\n```\n````\n- *c*", "``` - seed ``` c"),
        ("__by [a](b) seed.__\n\n- (__c!__) ___d.___ _e?_", "by a seed. (c!) d. e?"),
        ("a _dear\nseed_, __very\nmuch__ so", "a dear seed, very much so"),
        ("- _a seed\n- b_\n\n_c\n\nd_", "_a seed b_ _c d_"),
        ("at <https://seed.org/a> or <me@seed.org>", "at https://seed.org/a or me@seed.org"),
        ("| sow | the seed<br>and beans |", "sow the seed and beans"),
        (
            "<td>the seed</td><td style='x'>beans</td>s<p>un<b class='y z'>believ</b>able</p>",
            "the seed beans s unbelievable",
        ),
        ("- sow the seed ^a1b2\n- 2 ^3 more ^c3\n", "sow the seed 2 ^3 more"),
        (
            "- sow the seed\n  collapsed:: true\n  id:: 64f0c2a1-1234-4abc-9def-0123456789ab\n- id:: 3\n",
            "sow the seed id:: 3",
        ),
        ("- # sow\n- a seed ((64f0c2a1-1234-4abc-9def-0123456789ab)) ((x))\n\n> ## more", "sow a seed ((x)) more"),
        ("Seed\n=====\n\n= 5 == seed", "Seed = 5 seed"),
        ('seed [^1]\n\n[plan]: Plan.md "Plan"\n[//end]: # "x"\n[^1]: of beans', "seed [^1] [^1]: of beans"),
        ("[Ann]: the seed\n[10:15]: is sown", "[Ann]: the seed [10:15]: is sown"),
    ],
)
def test_markup_is_left_out(text: str, line: str) -> None:
    assert " ".join(snippet(text, "seed").text.split()) == line


@pytest.mark.parametrize("words", [("seed",), ("length",)])
def test_a_padded_table_fills_its_snippet(words: tuple[str, ...]) -> None:
    rows = [("What", "How much"), ("-" * 30, "-" * 29 + ":"), *((f"length {row}", f"{row} m") for row in range(12))]
    text = "\n".join(f"| {left:<30} | {right:>30} |" for left, right in rows)
    found = snippet(text, *words)
    assert "length 0 0 m length 1 1 m" in found.text
    assert 100 < len(found.text) < 180
    assert "-" not in found.text


@pytest.mark.parametrize("words", [("badge",), ("nothing",)])
def test_addresses_that_are_left_out_make_room_for_more_text(words: tuple[str, ...]) -> None:
    badge = "[![badge](https://img.example/badge/of/the/latest/release?style=flat)](https://example.org/releases)"
    found = snippet(f"{badge}\n{badge}\n\nSow beans in May, " + "and water them in the evening. " * 9, *words)
    assert found.text.startswith("badge badge Sow beans in May, and water")
    assert 100 < len(found.text) < 180


def test_a_word_in_an_address_that_is_left_out_is_not_marked() -> None:
    address = "https://example.org/" + "path/" * 20
    found = snippet(f"See [the seed]({address}) or [another]({address}seed) here.", "seed")
    assert found.text == "See the seed or another here."
    assert shown(found) == ["seed"]


@pytest.mark.parametrize("offset", range(5))
def test_an_entity_may_be_cut_with_the_long_word_that_it_is_in(offset: int) -> None:
    found = snippet("s" * offset + "&amp;" * 100, "seed")
    assert found.text.strip("s…") == "&" * found.text.count("&")


def test_matches_are_ranges_of_the_snippet() -> None:
    found = snippet("one **Seed** and\nmore SEEDS, séed", "seed", "seeds")
    assert shown(found) == ["Seed", "SEEDS", "séed"]


def test_matches_stay_where_they_are_behind_what_is_written_otherwise() -> None:
    assert shown(snippet("R&amp;D &lt; **seed** &copy; <https://seed.org>", "seed", "d")) == ["D", "seed", "seed"]
    assert shown(snippet("amp &amp; amp", "amp")) == ["amp", "amp"]


@pytest.mark.parametrize(
    ("word", "line", "match"),
    [
        ("strasse", "Die Straße ist lang, Hauptstraße nicht.", "Straße"),
        ("aesir", "gods: Æsir.", "Æsir"),
        ("etude", "une e\u0301tude ici", "e\u0301tude"),
        ("cafe", "Noir-cafe\u0301, then", "cafe\u0301"),
        ("fine", "the ﬁne print", "ﬁne"),
    ],
)
def test_a_letter_that_stands_for_two_or_a_mark_behind_its_letter_hides_no_match(
    word: str, line: str, match: str
) -> None:
    found = snippet("filler " * 60 + f"\n{line}\n" + "filler " * 60, word)
    assert shown(found) == [match]
    assert found.line == 2


def test_the_window_holds_the_most_different_words() -> None:
    text = "seed " * 3 + "filler " * 60 + "\nseed and rake together\n" + "filler " * 60
    found = snippet(text, "seed", "rake")
    assert shown(found) == ["seed", "rake"]
    assert found.line == 2
    assert found.text.startswith("…")
    assert found.text.endswith("…")


@pytest.mark.parametrize(
    ("text", "words", "line"),
    [
        ("The retry is simple.\n\nWe use a retry when the network fails.", ("retry", "network"), 3),
        ("- alpha one\n- something\n- alpha with beta\n- beta and alpha", ("alpha", "beta"), 3),
        ("- alpha alpha\n- beta and beta\n", ("alpha", "beta"), 1),  # what is said twice is one word
        ("- alpha one\n- beta two\n", ("beta", "alpha"), 1),
    ],
)
def test_the_line_is_the_one_in_the_window_that_has_the_most_different_words(
    text: str, words: tuple[str, ...], line: int
) -> None:
    found = snippet(text, *words)
    assert found.line == line
    assert text.count("\n", 0, found.at) == line - 1


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
    assert (found.text, found.line, found.matches) == ("The beginning.", 3, ())


LONG = "Item of the list that goes on for a while, so that it fills most of a window.\n"


@pytest.mark.parametrize(
    ("line", "seen"),
    [
        ("- see [the site](https://site17.example.org/seed) today", "see the site today"),
        ("- see [[A seed tray|that]] today", "see that today"),
        ("- see ![tray](a/seed.png) today", "see tray today"),
        ('- see <span class="seed">that</span> today', "see that today"),
        ("- see %% the seed %% that", "see that"),
        ("- see that\n%%\nalpha\nthe seed\nomega\n%%", "see that"),
        ("%%\nalpha\nthe seed\n%%\n\n- see that", "see that"),
        ("[that]: https://site17.example.org/seed\n\nsee that", "see that"),
        ("> [!seed]\n> see that", "see that"),
    ],
)
def test_a_match_that_a_reader_does_not_see_has_its_line_and_what_stands_around_it(line: str, seen: str) -> None:
    text = f"# Title\n\n{LONG * 8}{line}\n{LONG * 8}"
    found = snippet(text, "seed")
    assert found.line == 1 + text[: text.index("seed")].count("\n")
    assert text.startswith("seed", found.at)
    assert seen in found.text
    assert found.matches == ()


def test_where_nothing_around_an_unseen_match_is_to_be_seen_the_beginning_is_shown() -> None:
    found = snippet("# Title\n\nThe beginning.\n\n%% " + "nothing to be seen " * 40 + "%%\n\n%% seed %%", "seed")
    assert (found.text, found.line) == ("The beginning.", 7)


@pytest.mark.parametrize("line", ["#idea A novel about two sisters.", "#1 priority", "#!/bin/sh", "#######"])
def test_a_line_that_begins_with_a_tag_is_no_heading(line: str) -> None:
    below = snippet(f"# Ideas\n\n{line}\nMore of it.")
    assert (below.line, below.text) == (3, f"{line} More of it.")
    far = snippet(f"{line}\n{'More of it. ' * 50}Seed\n", "seed")
    assert far.text.startswith("…")


def test_a_heading_is_left_out_where_the_text_below_shows_as_much() -> None:
    beside = snippet("# Garden\n\n## To do\n\nsow the seed today", "seed")
    assert (beside.text, beside.line, shown(beside)) == ("sow the seed today", 5, ["seed"])
    twice = snippet("## Seed\n\nsow the seed", "seed")
    assert (twice.text, twice.line) == ("sow the seed", 3)
    only_there = snippet("## Seed beans\n\nsow the seed", "seed", "beans")
    assert (only_there.text, shown(only_there)) == ("Seed beans · sow the seed", ["Seed", "beans", "seed"])
    further_on = snippet("Dear diary\n\n## Seed\n\nsow the seed", "seed")
    assert further_on.text == "Dear diary Seed · sow the seed"


def test_an_ellipsis_stands_for_prose_that_is_left_out_not_for_a_heading() -> None:
    assert snippet("## Beans\n\nBetween the last frosts and the first of May, sow.", "sow").text == (
        "Between the last frosts and the first of May, sow."
    )
    assert snippet("## Beans\n\nSome say between the last frosts and the first of May, sow.", "sow").text.startswith(
        "…"
    )


def test_a_long_word_is_cut_in_front_of_a_letter_with_its_vowel() -> None:
    word = "पि" * 100
    for filling in ("", "x"):
        found = snippet(f"{filling}{word} seed {word}", "seed")
        assert shown(found) == ["seed"]
        assert (found.text[1], found.text[-2]) == ("प", "ि")


@pytest.mark.parametrize(
    "piece",
    [
        "\n",
        " ",
        "\n ",
        "<!--",
        "<!-- a ",
        "%%",
        "[[",
        "_a ",
        "[a](",
        "](",
        "**",
        "> ",
        "- ",
        "| ",
        "`",
        "<a ",
        "1. ",
        "seed ",
        "\\_",
        "`\\_",
        "&amp;",
        "`&lt;\n",
        "<b>",
        "<a:b>",
        " ^a",
        "\nid:: 64f0c2a1-1234-4abc-9def-0123456789ab",
        "` `` ",
        "`a` ``b`` ",
        "~~~\n",
        "> ```\n",
        "_a\n",
        "a_\n",
    ],
)
def test_a_chunk_full_of_marks_takes_no_more_than_linear_time(piece: str) -> None:
    def seconds(times: int) -> float:
        started = time.process_time()
        snippet(piece * times, "seed")
        return time.process_time() - started

    seconds(100)  # compiles and fills caches
    took = seconds(40_000)
    assert took < 2.0 or took < 8 * seconds(10_000), "some 0.1 s where every mark is looked at once"


@given(st.text(alphabet="seed *_`[]|()!#>-\n%<a/é学习\\&;gt^:", max_size=300))
def test_any_text_gives_ranges_within_one_line(text: str) -> None:
    found = snippet(text, "seed", "学习", phrases=(("seed", "seed"),))
    assert "\n" not in found.text
    for match in found.matches:
        assert 0 <= match.start < match.end <= len(found.text)


@given(
    st.text(alphabet="seed *_`[]|()!#>-\n%<a/é学习\\&;gt^:", max_size=300),
    st.lists(st.tuples(st.integers(0, 299), st.integers(1, 300))),
    st.sets(st.integers(0, 20)),
)
@example(": ", [(1, 1)], set())
def test_any_places_give_ranges_within_one_line(text: str, spans: list[tuple[int, int]], lines: set[int]) -> None:
    apart = [(start, min(start + size, len(text))) for start, size in spans if start < len(text)]
    apart = [
        span for place, span in enumerate(sorted(apart)) if all(span[0] >= end for _, end in sorted(apart)[:place])
    ]
    places = Places(tuple(apart), tuple(range(line, line + 1) for line in sorted(lines)))
    found = make_snippet(text, 1, Matcher({"seed": 1.0}), places)
    assert "\n" not in found.text
    assert 1 <= found.line <= 1 + text.count("\n")
    for match in found.matches:
        assert 0 <= match.start < match.end <= len(found.text)


TASKS = "Call them.\n- [x] call A about seed\n- [ ] call B\n- [ ] sow **seed** " + "and more " * 40


@pytest.mark.parametrize(
    ("words", "lines", "text", "line"),
    [
        ((), (2,), "…call B…", 3),
        (("call",), (2,), "…call B…", 3),
        (("call",), (1, 2), "…call A about seed…", 2),
        (("seed",), (1, 2), "…call A about seed…", 2),
        (("nothing",), (2, 3), "…call B…", 3),
        (("them",), (9,), "Call them. call A about seed call B sow seed and more and more", 1),
    ],
)
def test_the_snippet_is_of_the_line_in_which_conditions_hold(
    words: tuple[str, ...], lines: tuple[int, ...], text: str, line: int
) -> None:
    found = make_snippet(
        TASKS, 1, Matcher(dict.fromkeys(words, 1.0)), Places(lines=tuple(range(line, line + 1) for line in lines))
    )
    assert found.text.startswith(text)
    assert found.line == line


def test_a_match_that_a_reader_does_not_see_is_in_the_line_in_which_conditions_hold() -> None:
    text = "- [ ] call A\n- [ ] call [B](https://b.example/seed) now\n- [ ] call C"
    found = make_snippet(text, 1, Matcher({"seed": 1.0}), Places(lines=(range(1), range(1, 2), range(2, 3))))
    assert (found.text, found.line) == ("…call B now…", 2)


def test_a_long_line_in_which_conditions_hold_is_shown_around_the_match() -> None:
    found = make_snippet(f"{TASKS}end\nnext", 1, Matcher({"end": 1.0}), Places(lines=(range(3, 4),)))
    assert found.text.startswith("…and more")
    assert shown(found) == ["end"]
    assert "next" not in found.text
    assert found.line == 4


def test_what_an_expression_matches_takes_the_place_of_words_and_is_cut_with_the_window() -> None:
    found = make_snippet("the seed of it " * 30, 1, Matcher({"seed": 1.0}), Places(matches=((4, 400),)))
    assert len(found.matches) == 1
    assert shown(found)[0].startswith("seed of it the seed")
    assert len(found.text) < 170


def test_a_text_of_which_a_reader_sees_nothing_has_no_snippet() -> None:
    text = "%% " + "nothing of this is to be seen by anybody who reads the note, " * 8 + "%%"
    assert make_snippet(text, 1, Matcher({})).text == ""


def test_the_rarer_of_two_words_far_apart_is_shown(make_vault: MakeVault, open_vault: OpenVault) -> None:
    others = {f"{number}.md": f"Some links to page {number}.\n" for number in range(20)}
    text = f"Links: a link, or linked notes. {'Something else is said here. ' * 12}An embded file.\n"
    (hit, *_) = search(open_vault(make_vault({**others, "one.md": text})), "link embd").hits
    assert (hit.path, marked(hit)) == ("one.md", ["embded"])


@pytest.mark.parametrize("typed", ["long-term", "longterm", "long-term trees", "art long-term"])
@pytest.mark.parametrize("written", ["long-term", "longterm"])
def test_the_line_of_a_word_with_a_hyphen_is_shown_before_one_of_its_parts(
    read_vault: ReadVault, typed: str, written: str
) -> None:
    filling = "It was signed in the spring, and much was said of it by all who were there. " * 4
    text = f"A term of art, and a term sheet.\n{filling}\nNow a {written} plan for trees.\n"
    engine = read_vault({"plan.md": text, "others.md": "Nothing of the kind.\n"})
    (hit,) = [hit for hit in search(engine, typed).hits if hit.path == "plan.md"]
    assert (hit.line, marked(hit)[0]) == (3, written)


@pytest.mark.parametrize("query", ["{}", '"{}"', "line:({})", 'content:"{}"'])
@pytest.mark.parametrize("word", ["0123456789abcdef" * 8, "Wörterbuch" * 7, "key-" + "0123456789abcdef" * 8])
def test_a_word_that_is_too_long_for_the_index_is_marked_to_its_end_in_its_line(
    read_vault: ReadVault, query: str, word: str
) -> None:
    engine = read_vault({"note.md": f"intro\nsum of it:\n{word}\ntail\n"})
    (hit,) = search(engine, query.format(word)).hits
    assert (hit.line, marked(hit)) == (3, [word])


def test_words_beside_those_of_the_title_are_shown_first(read_vault: ReadVault) -> None:
    text = f"A path leads through the tree: paths, paths.\n\n{'Of all kinds of nodes. ' * 20}\n\n- attributes\n"
    engine = read_vault({"Path.md": text})
    assert marked(search(engine, "paths attributes").hits[0]) == ["attributes"]
    assert marked(search(engine, "path").hits[0]) == ["path", "paths", "paths"]
