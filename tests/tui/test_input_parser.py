"""What a terminal sends becomes keys and pastes, in whatever pieces it comes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from textual import events
from textual._xterm_parser import XTermParser
from textual.message import Message

from vaulttui.tui.terminal.input_parser import MOST_PASTED, SILENCE, InputParser

START, END = "\x1b[200~", "\x1b[201~"
HOSTILE = "xx \x1b[31mred\x1b[0m\nq\tq"

pieces = st.sampled_from(
    [
        "q",
        "é",
        "\r",
        "\t",
        "\x1b[A",
        "\x1b[1;5C",
        "\x1b[<0;3;4M",
        "\x1b[I",
        "\x1bx",
        "\x1b2",
        "\x1b/",
        "\x1b\x1b[B",
        "\x1b[2",
        "\x1b[20",
    ]
)
keys = st.lists(pieces, max_size=4).map("".join)
inside = st.text(alphabet="\x1b[]201~mq\n\x07", max_size=20).filter(lambda text: END not in text + END[:-1])
pastes = inside.map(lambda text: START + text + END)
streams = st.lists(st.one_of(keys, pastes), max_size=6).map("".join)


class Clock:
    """A clock that is set by hand."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


def told(messages: Iterable[Message]) -> list[str]:
    """What came, each in a word."""
    names = []
    for message in messages:
        match message:
            case events.Key():
                names.append(message.key)
            case events.Paste():
                names.append(f"pasted {message.text!r}")
            case _:
                names.append(type(message).__name__)
    return names


def read(*parts: str, parser: XTermParser | None = None) -> list[str]:
    """What comes of a stream in these pieces."""
    parser = parser or InputParser()
    return told(message for part in parts for message in parser.feed(part))


def test_a_paste_with_escapes_is_one_text_between_the_keys_around_it() -> None:
    assert read(f"a{START}{HOSTILE}{END}b") == ["a", r"pasted 'xx red\nq\tq'", "b"]


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("\x1b[1mq", "q"),
        ("a\x1b]8;;https://example.org\x07link\x1b]8;;\x1b\\ b", "alink b"),
        ("\x1bq \x1b", "q "),
        ("\x1b(Bplain\x1b7", "plain"),
        ("\x00bell\x07 \x7f\x9bend", "bell end"),
        ("one\r\ntwo\tthree\x85four", "one\r\ntwo\tthree\x85four"),
        (f"{START}again", "again"),
        ("e\u0301 日本 👩\u200d🚀", "e\u0301 日本 👩\u200d🚀"),
    ],
)
def test_of_a_paste_remains_what_can_be_read(text: str, left: str) -> None:
    assert read(START + text + END) == [f"pasted {left!r}"]


@given(streams, st.lists(st.integers(min_value=1, max_value=9), max_size=30))
@example(f"q{START}{HOSTILE}{END}q", [1] * 30)
def test_it_makes_no_difference_in_what_pieces_a_stream_comes(stream: str, lengths: Sequence[int]) -> None:
    parts, rest = [], stream
    for length in lengths:
        parts.append(rest[:length])
        rest = rest[length:]
    whole = read(*([stream] if stream else []))
    assert read(*filter(None, (*parts, rest))) == whole
    assert read(*stream) == whole, "by single characters"


@given(streams)
def test_each_paste_is_one_and_stands_where_it_came(stream: str) -> None:
    before, mark, _ = stream.partition(START)
    assert sum(name.startswith("pasted") for name in read(*stream)) == stream.count(END)
    if mark and before:
        alone = read(before)
        assert read(stream)[: len(alone)] == alone


@given(
    keys.filter(
        lambda stream: (
            bool(stream)
            and not {"\x1bx", "\x1b2", "\x1b/"} & {stream[place : place + 2] for place in range(len(stream))}
        )
    )
)
def test_keys_are_what_they_are_without_pastes(stream: str) -> None:
    assert read(stream) == read(stream, parser=XTermParser())


def presses(stream: str) -> list[tuple[str, str | None]]:
    """The keys of a stream behind which nothing follows, each with its character."""
    parser = InputParser()
    came = list(parser.feed(stream))
    if parser._timeout_time is not None:
        parser._timeout_time = 0.0  # long ago
    return [(key.key, key.character) for key in (*came, *parser.tick()) if isinstance(key, events.Key)]


@pytest.mark.parametrize(
    "character", ["a", "G", "é", "日", "2", "=", "/", "?", "<", " ", "\r", "\t", "\x04", "]", "[", "O"]
)
def test_an_escape_with_another_key_is_told_as_alt_and_that_key(character: str) -> None:
    ((alone, _),) = presses(character)
    named = f"shift+{alone.lower()}" if alone.isupper() else alone
    assert presses(f"\x1b{character}") == [(f"alt+{named}", character)]


@given(
    st.text(alphabet="aG2=/?<] \r\t\x04", min_size=1, max_size=40), st.lists(st.booleans(), min_size=40, max_size=40)
)
@example("j" * 40, [True, *[False] * 39])
@example("jj", [True, True])
def test_no_escape_is_lost_before_whatever_follows_it(characters: str, escaped: Sequence[bool]) -> None:
    stream = "".join(
        f"\x1b{character}" if also else character for character, also in zip(characters, escaped, strict=False)
    )
    came = presses(stream)
    assert "".join(character or "" for _, character in came) == characters
    assert [key.startswith("alt+") for key, _ in came] == list(escaped[: len(characters)])


def test_the_console_of_linux_sends_an_escape_and_a_tab_for_shift_and_tab() -> None:
    assert read("\x1b\t", parser=InputParser(tab_with_escape=True)) == ["shift+tab"]
    assert read("\x1b\x7f") == ["ctrl+w"], "so it takes a word away in an input"


@pytest.mark.parametrize(
    ("sequence", "key"),
    [
        ("\x1b[1;3D", "alt+left"),
        ("\x1b[13;3u", "alt+enter"),
        ("\x1b[27u", "escape"),
        ("\x1b[49;3u", "alt+1"),
        ("\x1bOP", "f1"),
        ("\x1b[O", "AppBlur"),
        ("\x1b[?2026;2$y", "TerminalSupportsSynchronizedOutput"),
    ],
)
def test_sequences_are_one_key_in_whatever_pieces_they_come(sequence: str, key: str) -> None:
    assert read(sequence) == read(*sequence) == [key]


def test_the_end_of_a_paste_within_it_is_its_end_and_a_second_one_is_nothing() -> None:
    assert read(f"{START}one{END}{END}q") == ["pasted 'one'", "q"]


def test_a_paste_whose_end_never_comes_is_over_when_nothing_more_comes() -> None:
    clock = Clock()
    parser = InputParser(clock=clock)
    assert read(f"{START}words \x1b[20", parser=parser) == []
    clock.now += SILENCE - 1
    assert told(parser.tick()) == []
    assert read("0m and more", parser=parser) == []
    clock.now += SILENCE - 1
    assert told(parser.tick()) == [], "more has come"
    clock.now += 1
    assert told(parser.tick()) == ["pasted 'words  and more'"]
    assert read("q", parser=parser) == ["q"]
    assert read(f"{START}more{END}", parser=parser) == ["pasted 'more'"]


def test_a_mark_that_comes_too_slowly_for_a_key_still_begins_a_paste() -> None:
    parser = InputParser()
    assert read("\x1b[20", parser=parser) == []
    parser._timeout_time = 0.0  # long ago
    given_up = told(parser.tick())
    assert given_up
    assert read(f"0~\x1b[1mq{END}q", parser=parser) == ["0", "pasted 'q'", "q"]


def test_of_a_paste_of_megabytes_the_beginning_is_kept() -> None:
    parser = InputParser()
    block = "words \x1b[1m" * 10_000
    assert read(START, *[block] * 50, parser=parser) == []
    (paste,) = parser.feed(END)
    assert isinstance(paste, events.Paste)
    assert paste.text.startswith("words words")
    assert len(paste.text) <= MOST_PASTED
    assert read("q", parser=parser) == ["q"]
