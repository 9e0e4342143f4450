"""A section is a chunk; a long one is cut where a reader would cut it."""

from __future__ import annotations

from datetime import date

import pytest

from vaulttui.vault.chunking import MAX_CHARACTERS, MAX_FENCE_CHARACTERS, MIN_CHARACTERS, TINY_CHARACTERS, chunk_body
from vaulttui.vault.markdown.body import scan_body
from vaulttui.vault.note import Chunk
from vaulttui.vault.sentences import sentence_starts


def chunk(text: str, first_line: int = 1) -> tuple[Chunk, ...]:
    lines = text.split("\n")
    return chunk_body(lines, scan_body(lines, first_line), first_line)


def ranges(text: str) -> list[tuple[int, int, tuple[str, ...]]]:
    return [(piece.first_line, piece.last_line, piece.heading_path) for piece in chunk(text)]


def sentences(count: int, word: str = "word") -> str:
    """A paragraph of that many sentences of 60 characters."""
    return " ".join(f"{word} {number:03d} ".ljust(58, "x") + "." for number in range(count))


def test_each_section_is_a_chunk_with_its_heading_path() -> None:
    assert ranges("# A\none\n\n## B\ntwo\n## C\nthree\n# D\nfour") == [
        (1, 3, ("A",)),
        (4, 5, ("A", "B")),
        (6, 7, ("A", "C")),
        (8, 9, ("D",)),
    ]


def test_chunks_are_numbered_and_their_lines_are_absolute() -> None:
    first, second = chunk("# A\none\n# B\ntwo\n", first_line=7)
    assert (first.ordinal, first.first_line, first.last_line, first.text) == (0, 7, 8, "# A\none")
    assert (second.ordinal, second.first_line, second.last_line, second.text) == (1, 9, 11, "# B\ntwo\n")


def test_text_before_the_first_heading_is_a_chunk_without_headings_however_short() -> None:
    assert ranges("hi\n# A\none") == [(1, 1, ()), (2, 3, ("A",))]


def test_a_note_without_headings_is_one_chunk() -> None:
    assert ranges("one\n\ntwo") == [(1, 3, ())]


def test_leading_blank_lines_belong_to_the_first_chunk() -> None:
    assert ranges("\n\n# A\none") == [(1, 4, ("A",))]
    assert ranges("\n\none\n# A\ntwo") == [(1, 3, ()), (4, 5, ("A",))]


@pytest.mark.parametrize("text", ["", "\n", " \n\t\n"])
def test_blank_lines_alone_are_no_chunk(text: str) -> None:
    assert chunk(text) == ()


def test_a_lone_heading_joins_the_deeper_section_below_it() -> None:
    assert ranges("# A\n\n## B\n### C\ntext") == [(1, 5, ("A", "B", "C"))]


def test_a_lone_heading_stays_alone_above_a_section_that_is_not_deeper() -> None:
    assert ranges("## A\n## B\ntext\n# C") == [(1, 1, ("A",)), (2, 3, ("B",)), (4, 4, ("C",))]


def test_a_lone_underlined_heading_joins_the_deeper_section_too() -> None:
    assert ranges("A\n===\n\nB\n---\ntext") == [(1, 6, ("A", "B"))]


def test_short_sections_with_text_are_never_joined() -> None:
    assert len(chunk("\n".join(f"## {number}\nx" for number in range(50)))) == 50


def test_headings_in_code_and_quotes_cut_nothing() -> None:
    assert ranges("# A\n```\n# no\n```\n> # no\n%%\n# no\n%%") == [(1, 8, ("A",))]


def test_a_long_section_is_cut_between_paragraphs_into_pieces_of_good_length() -> None:
    text = "# Long\n\n" + "\n\n".join(sentences(6) for _ in range(12))
    pieces = chunk(text)
    assert len(pieces) > 2
    assert all(piece.heading_path == ("Long",) for piece in pieces)
    assert all(MIN_CHARACTERS <= len(piece.text) <= MAX_CHARACTERS for piece in pieces)
    assert all(piece.text.startswith("word 000") for piece in pieces[1:])
    assert all(piece.text.endswith("\n") for piece in pieces[:-1])


def test_the_pieces_of_a_section_are_of_even_length() -> None:
    first, second = chunk("\n\n".join(sentences(3) for _ in range(7)))
    assert abs(len(first.text) - len(second.text)) < 250


def test_a_long_list_is_cut_between_its_outermost_items() -> None:
    items = [f"- item {number}\n  - {sentences(2)}\n  - {sentences(1)}" for number in range(20)]
    pieces = chunk("\n".join(items))
    assert len(pieces) > 2
    assert all(piece.text.startswith("- item") for piece in pieces)


def test_a_long_paragraph_is_cut_behind_lines_that_end_a_sentence() -> None:
    lines = [("this line goes on" if number % 3 else "this line ends.").rjust(60, "x") for number in range(60)]
    pieces = chunk("\n".join(lines))
    assert len(pieces) > 2
    assert all(piece.text.endswith(".") for piece in pieces[:-1])


def test_a_sentence_in_any_script_ends_a_line_and_a_piece() -> None:
    for end in ("है।", "ہے۔", "ነው።", "三。」", "三！）"):
        lines = [("this line goes on" if number % 3 else end).rjust(60, "x") for number in range(60)]
        pieces = chunk("\n".join(lines))
        assert len(pieces) > 2
        assert all(piece.text.endswith(end) for piece in pieces[:-1])


def test_a_fence_is_not_cut_up_to_its_limit() -> None:
    fence = "```\n" + "\n".join("code\n" for _ in range(3000)) + "```"
    assert 10 * MAX_CHARACTERS < len(fence) <= MAX_FENCE_CHARACTERS
    pieces = chunk(sentences(10) + "\n\n" + fence + "\n\n" + sentences(10))
    assert [piece.text.strip() for piece in pieces] == [sentences(10), fence, sentences(10)]


def test_a_longer_fence_is_cut_between_its_lines() -> None:
    fence = "```\n" + "\n".join(f"code {number}" for number in range(3000)) + "\n```"
    pieces = chunk("# A\n" + fence)
    assert len(pieces) > 5
    assert all(len(piece.text) <= MAX_CHARACTERS + TINY_CHARACTERS for piece in pieces)


def test_a_heading_stays_with_the_long_fence_below_it() -> None:
    fence = "```\n" + "x = 1\n" * 2000 + "```"
    assert ranges("# A\n\n" + fence) == [(1, 2004, ("A",))]


def test_a_tiny_rest_joins_the_piece_beside_it() -> None:
    fence = "```\n" + "x = 1\n" * 300 + "```"
    pieces = chunk(f"{sentences(15)}\n\nAs follows:\n\n{fence}\n\nDone.")
    assert all(len(piece.text) >= TINY_CHARACTERS for piece in pieces)


def test_a_long_paragraph_on_one_line_is_cut_between_its_sentences() -> None:
    line = sentences(100)
    pieces = chunk(f"# A\n\nBefore it.\n\n{line}\n\nBehind it.", first_line=5)
    assert len(pieces) > 4
    assert all(MIN_CHARACTERS <= len(piece.text) <= MAX_CHARACTERS for piece in pieces)
    assert all(piece.text.startswith("word ") and piece.heading_path == ("A",) for piece in pieces[1:])
    assert [(piece.first_line, piece.last_line) for piece in pieces] == [(5, 9), *[(9, 9)] * (len(pieces) - 2), (9, 11)]
    assert "".join(piece.text for piece in pieces) == f"# A\n\nBefore it.\n\n{line}\n\nBehind it."


def test_paragraphs_come_before_sentences() -> None:
    text = "\n\n".join(sentences(18) for _ in range(6))
    assert [piece.text.rstrip("\n") for piece in chunk(text)] == text.split("\n\n")


@pytest.mark.parametrize(
    ("line", "starts"),
    [
        ("One. Two! Three? Four", [5, 10, 17]),
        ("“One.” (Two.) **Three.** Four", [7, 14, 25]),
        ("3.14 is no end, nor is a.b", []),
        ("One. ", []),
        ("一。二！三", [2, 4]),
        ("一。 二「三！」 四", [3, 9]),
        ("何！？次。。。後」。》", [3, 7, 10]),
        ("(是。)然后 [好。](u)然后 [[一。]]二", [4, 23]),
        ("एक वाक्य है। दूसरा है॥ तीसरा", [13, 23]),
        ("یہ ہے۔ کیا؟ ہاں", [7, 12]),
        ("Ա։ Բ։ ነው። ምን፧ အ။ ក។ x", [3, 6, 10, 14, 17, 20]),
        ("[[Mr. Smith. No]] One. `a. b` Two. Three", [23, 35]),
        ("[[No. 5.]] [[open. One. Two", [9 + 2]),
        ("``a. ` b.`` One. Two", [12, 17]),
    ],
)
def test_sentences_begin_behind_others_but_not_in_code_and_links(line: str, starts: list[int]) -> None:
    assert list(sentence_starts(line)) == starts


def test_a_mark_that_is_never_closed_hides_sentences_for_a_while_only() -> None:
    assert next(sentence_starts("a `b " + "One more. " * 60)) > 200


@pytest.mark.parametrize(
    "text",
    [
        "| " + sentences(60) + " | b |",
        "# " + sentences(60),
        "```\n" + sentences(60) + "\n```",
        "Key | Value\n--- | ---\nfirst | " + sentences(60),
        "first | " + sentences(60) + "\n--- | ---\nKey | Value",
        "> Key | Value\n> --- | ---\n> first | " + sentences(60),
        "- Key | Value\n  --- | ---\n  first | " + sentences(60),
    ],
)
def test_a_row_of_a_table_a_heading_and_code_are_not_cut(text: str) -> None:
    assert [piece.text for piece in chunk(text)] == [text]


def test_a_gigantic_line_is_a_chunk_of_its_own() -> None:
    line = "y" * 100_000
    assert [piece.text.strip() for piece in chunk(f"{sentences(10)}\n\n{line}\n\n{sentences(10)}")] == [
        sentences(10),
        line,
        sentences(10),
    ]


def test_no_piece_starts_with_a_blank_line() -> None:
    text = "\n\n\n".join("\n".join([sentences(2)] * 3) for _ in range(30))
    assert all(piece.text[0] not in "\n " for piece in chunk(text))


def test_the_date_of_a_chunk_is_that_of_the_nearest_heading_with_one() -> None:
    text = "intro\n# 2025-07-14\na\n## Work\nb\n### [[2025-07-15]]\nc\n# Other\nd\n# 2025-02-30\ne"
    assert [piece.content_date for piece in chunk(text)] == [
        None,
        date(2025, 7, 14),
        date(2025, 7, 14),
        date(2025, 7, 15),
        None,
        None,
    ]


def test_every_piece_of_a_dated_section_has_its_date() -> None:
    pieces = chunk("# 2025-07-14\n" + "\n\n".join(sentences(6) for _ in range(12)))
    assert {piece.content_date for piece in pieces} == {date(2025, 7, 14)}
