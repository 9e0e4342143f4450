"""Bytes become text whatever wrote them, and what was lost on the way is said."""

from __future__ import annotations

import codecs

import pytest

from vaulttui.vault.text import cut_at_line_end, decode


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"plain", "plain"),
        ("Grüße, 東京 🎉".encode(), "Grüße, 東京 🎉"),
        (codecs.BOM_UTF8 + b"---\na: 1", "---\na: 1"),
        (codecs.BOM_UTF16_LE + "é\nü".encode("utf-16-le"), "é\nü"),
        (codecs.BOM_UTF16_BE + "é\nü".encode("utf-16-be"), "é\nü"),
        (b"", ""),
    ],
)
def test_every_encoding_that_names_itself_is_read(data: bytes, text: str) -> None:
    decoded = decode(data)
    assert decoded.text == text
    assert not decoded.warnings
    assert decoded.encoding != "binary"


@pytest.mark.parametrize(
    "data", [b"a\r\nb\r\nc", b"a\rb\rc", b"a\nb\r\nc", codecs.BOM_UTF16_LE + "a\r\nb\rc".encode("utf-16-le")]
)
def test_all_line_ends_become_line_feeds(data: bytes) -> None:
    assert decode(data).text == "a\nb\nc"


def test_separators_that_are_no_line_ends_stay_as_they_are() -> None:
    text = "a\x0bb\x0cc\x85d\u2028e"
    assert decode(text.encode()).text == text


def test_bytes_that_are_not_utf8_are_replaced_and_the_line_is_named() -> None:
    decoded = decode("fine\r\nstill fine\r\ncaf\xe9".encode("latin-1"))
    assert decoded.text == "fine\nstill fine\ncaf\ufffd"
    assert [(warning.code, warning.line) for warning in decoded.warnings] == [("encoding_replaced", 3)]


def test_an_odd_last_byte_of_utf16_is_a_replacement_too() -> None:
    decoded = decode(codecs.BOM_UTF16_LE + "ab".encode("utf-16-le") + b"c")
    assert decoded.text == "ab\ufffd"
    assert decoded.warnings


@pytest.mark.parametrize(
    "data",
    [
        b"text\0more text",
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
        bytes(range(1, 256)),
        codecs.BOM_UTF16_LE + "a\0b".encode("utf-16-le"),
        b"\xff\xfe\x00\x00a\x00\x00\x00",
    ],
)
def test_binary_data_has_no_text(data: bytes) -> None:
    decoded = decode(data)
    assert decoded.encoding == "binary"
    assert decoded.text == ""
    assert [warning.code for warning in decoded.warnings] == ["binary"]


def test_cyrillic_text_of_an_old_encoding_is_text_not_binary() -> None:
    decoded = decode("Привет, мир\n".encode("cp1251"))
    assert decoded.encoding != "binary"
    assert decoded.text.endswith("\n")


def test_escape_characters_do_not_make_a_note_binary() -> None:
    assert decode(b"\x1b[31mred\x1b[0m").text == "\x1b[31mred\x1b[0m"


@pytest.mark.parametrize(
    ("data", "kept"),
    [
        (b"one\ntwo\nthr", b"one\ntwo\n"),
        (b"one\rtwo\rthr", b"one\rtwo\r"),
        (b"one long line", b"one long line"),
        (b"one\none much longer line", b"one\none much longer line"),
        (b"one\n" + "日本".encode()[:-1], b"one\n" + "日".encode()),
        ("日本".encode()[:-1], "日".encode()),
        ("日本".encode()[:-2], "日".encode()),
        ("日本".encode(), "日本".encode()),
        ("🎉".encode()[:3], b""),
        (b"", b""),
    ],
)
def test_a_first_part_ends_behind_a_line_or_a_whole_character(data: bytes, kept: bytes) -> None:
    assert cut_at_line_end(data) == kept


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_a_first_part_of_utf16_is_cut_between_characters(encoding: str) -> None:
    mark = codecs.BOM_UTF16_LE if encoding == "utf-16-le" else codecs.BOM_UTF16_BE
    # U+0A00 and U+000A next to each other hold the bytes of a line feed across two characters.
    data = mark + "line\n\u0a00\u000aਊ\u0a0arest".encode(encoding)
    for length in range(len(mark), len(data) + 1):
        decoded = decode(cut_at_line_end(data[:length]))
        assert not decoded.warnings
        assert "line\n\u0a00\nਊ\u0a0arest".startswith(decoded.text)


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize(
    ("text", "kept"), [("one 🎉", "one "), ("one\rtwo\rthr🎉", "one\ntwo\n"), ("1\none 🎉", "1\none ")]
)
def test_a_first_part_of_utf16_without_line_feeds_ends_there_too(encoding: str, text: str, kept: str) -> None:
    mark = codecs.BOM_UTF16_LE if encoding == "utf-16-le" else codecs.BOM_UTF16_BE
    decoded = decode(cut_at_line_end(mark + text.encode(encoding)[:-2]))
    assert (decoded.text, decoded.warnings) == (kept, ())
