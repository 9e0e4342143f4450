"""Whatever is in a file, reading it ends, raises nothing, and gives values that the rest of the program can keep."""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterator
from datetime import datetime

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from vaulttui.index.reading.stemming import LANGUAGES
from vaulttui.settings import VaultSettings
from vaulttui.vault.dates.property_dates import parse_date
from vaulttui.vault.files.gitignore import IgnoreRules
from vaulttui.vault.language import _weights, detect_language
from vaulttui.vault.links.resolution import LinkResolver
from vaulttui.vault.markdown.plain_text import plain_text
from vaulttui.vault.note import FileStat, Note, PropertyValue
from vaulttui.vault.other_programs.logseq import LogseqSettings
from vaulttui.vault.properties.frontmatter import read_frontmatter
from vaulttui.vault.reader import parse_note
from vaulttui.vault.text import cut_at_line_end, decode

SETTINGS = VaultSettings()
STAT = FileStat(size=1, mtime_ns=10**18, ctime_ns=10**18, inode=1)

fragments = st.sampled_from(
    [
        "---\n", "---", "\n", "\r\n", "\r", "\t", " ", "  ", ":", ": ", "- ", "? ", "#", "#tag", "[", "]", "[[", "]]",
        "{", "}", "{{x}}", "&a ", "*a", "!", "!!int ", "|", ">", "'", '"', "\\", "%", "@", "`", "```\n", "$$", "%%",
        "::", "key", "tags", "aliases", "title", "created", "date", "true", "null", "2025-07-14", "12:30", "99999999",
        "<<", "...", "\0", "\ufeff", "\u2028", "\x85", "\x1b", "\ue000", "\ue0000\ue001", "é", "日本", "🎉", "a/b",
        "<%", "^id",
    ]
)  # fmt: skip
"""What means something to one of the readers."""

notes = st.one_of(
    st.text(),
    st.lists(fragments, max_size=60).map("".join),
    st.lists(fragments, max_size=60).map(lambda parts: "---\n" + "".join(parts) + "\n---\n"),
    st.lists(fragments, max_size=30).map(lambda parts: "---\ntags: " + "".join(parts) + "\n---\n"),
)


def scalars(value: PropertyValue) -> Iterator[object]:
    if isinstance(value, list):
        for item in value:
            yield from scalars(item)
    elif isinstance(value, dict):
        for key, item in value.items():
            yield key
            yield from scalars(item)
    else:
        yield value


def check(note: Note, data: bytes) -> None:
    """Assert what everybody relies on."""
    pickle.dumps(note)
    for prop in note.properties:
        assert prop.key
        for scalar in (prop.key, *scalars(prop.value)):
            assert scalar is None or isinstance(scalar, (str, int, float, datetime)) or hasattr(scalar, "isoformat")
            if isinstance(scalar, str):
                assert "\0" not in scalar
                scalar.encode()
    for tag in note.tags:
        assert tag.name.strip() == tag.name != ""
        assert not tag.name.startswith("#")
    assert note.title.strip()
    assert "\n" not in note.title
    assert 1 <= note.body_line <= note.line_count + 1
    lines = decode(data).text.split("\n")
    behind = note.body_line
    for chunk in note.chunks:
        assert behind <= chunk.first_line <= chunk.last_line <= note.line_count
        assert chunk.text == "\n".join(lines[chunk.first_line - 1 : chunk.last_line])
        behind = chunk.last_line + 1
    for warning in note.warnings:
        assert warning.message
        assert warning.line is None or 1 <= warning.line <= max(1, note.line_count)


@given(st.binary())
@example(b"\xff\xfe\n")
@example(b"---\n\xff\n---")
def test_any_bytes_are_a_note(data: bytes) -> None:
    check(parse_note(data, "x.md", STAT, SETTINGS), data)


@given(notes)
@settings(max_examples=250)
def test_any_text_is_a_note(text: str) -> None:
    data = text.encode(errors="replace")
    for logseq in (None, LogseqSettings()):
        check(parse_note(data, "x.md", STAT, SETTINGS, logseq=logseq), data)


@given(st.text(st.sampled_from("_%2F0A9Ca .é"), min_size=1))
def test_any_file_is_a_page(name: str) -> None:
    for folder in ("pages", "journals"):
        check(parse_note(b"x", f"{folder}/{name}.md", STAT, SETTINGS, logseq=LogseqSettings()), b"x")


@given(st.binary(), st.binary(max_size=3))
def test_any_bytes_are_decoded_without_returns_and_marks(data: bytes, mark: bytes) -> None:
    for candidate in (data, b"\xff\xfe" + data, b"\xef\xbb\xbf" + data, mark + data):
        text = decode(candidate).text
        assert "\r" not in text
        text.encode()


@given(notes)
def test_what_was_written_as_utf8_is_what_is_read(text: str) -> None:
    plain = text.encode(errors="replace").decode().replace("\0", "")
    expected = plain.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff")
    assert decode(plain.encode()).text == expected


@given(st.binary(), st.sampled_from([b"", b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf"]))
def test_a_first_part_is_a_beginning(data: bytes, mark: bytes) -> None:
    assert (mark + data).startswith(cut_at_line_end(mark + data))


@given(st.text(), st.integers(0, 300))
def test_a_first_part_of_valid_text_is_valid(text: str, length: int) -> None:
    data = text.encode(errors="replace")[:length]
    cut_at_line_end(data).decode()


@given(notes)
def test_any_frontmatter_is_read(text: str) -> None:
    lines = ["---", *text.split("\n"), "---", "body"]
    found = read_frontmatter(lines)
    assert 1 <= found.body_line <= len(lines) + 1


plain_texts = st.text("abcé日 0159'\\\"-:#,[]{}&*!|>%@`\t", max_size=10)
plain_scalars = st.none() | st.booleans() | st.integers(-(10**14), 10**14) | plain_texts
plain_keys = st.text("abcé日 1", min_size=1, max_size=5)
plain_values = st.recursive(
    plain_scalars | st.lists(plain_scalars),
    lambda inner: st.dictionaries(plain_keys, inner) | st.lists(st.dictionaries(plain_keys, inner)),
    max_leaves=8,
)
"""No lists directly within lists: ``[[x]]`` is a link."""


@given(st.dictionaries(plain_keys, plain_values, max_size=5))
@settings(max_examples=60)
def test_json_frontmatter_gives_back_what_went_in(mapping: dict[str, PropertyValue]) -> None:
    found = read_frontmatter(["---", json.dumps(mapping, ensure_ascii=False), "---"])
    expected = {key: value for key, value in mapping.items() if key.strip()}
    assert {prop.key: prop.value for prop in found.properties} == expected
    assert not found.warnings


@given(st.one_of(st.text(), st.integers(), st.floats(), st.lists(st.text()), st.from_regex(r"[0-9T:Zz+ ./-]{1,30}")))
def test_anything_may_be_asked_whether_it_is_a_date(value: object) -> None:
    found = parse_date(value)
    assert found is None or not isinstance(found, datetime) or found.tzinfo is None


@given(st.lists(st.text()), st.text(), st.booleans())
def test_any_lines_may_stand_in_a_gitignore(lines: list[str], path: str, folder: bool) -> None:
    assert IgnoreRules(lines).verdict(path, folder=folder) in (True, False, None)


names = st.text(st.sampled_from("aAbÉe\u0301./\\ "), min_size=1, max_size=12) | st.sampled_from(
    ("a1b2", "a1b2-c.md", "a1b2 d.md", "b/a1b2_e.md", "20250714", "20250714 a.md", "20250714-b.md", "b/20250714 a.md")
)


@given(st.lists(names), names, names)
def test_a_link_leads_to_a_file_that_is_there_or_nowhere(paths: list[str], target: str, source: str) -> None:
    assert LinkResolver(paths).resolve(target, source) in {*paths, None}


@given(st.lists(names, unique=True), names, names, st.data())
def test_a_resolver_that_was_changed_answers_like_a_new_one(
    paths: list[str], target: str, source: str, data: st.DataObject
) -> None:
    gone = data.draw(st.lists(st.sampled_from(paths))) if paths else []
    before, called = ({path: data.draw(st.lists(names, max_size=2)) for path in paths} for _ in range(2))
    changed = LinkResolver(paths, before, word_ids=True)
    changed.resolve(target, source)
    for path in gone:
        changed.discard(path)
    left = [path for path in paths if path not in gone]
    for path in left:
        changed.call(path, called[path])
    new = LinkResolver(left, {path: called[path] for path in left}, word_ids=True)
    assert changed.resolve(target, source) == new.resolve(target, source)


@given(st.text())
def test_any_heading_becomes_one_line(text: str) -> None:
    assert "\n" not in plain_text(text)


@given(st.lists(st.sampled_from(sorted(_weights()))).map(" ".join))
def test_a_language_is_one_that_has_a_stemmer(text: str) -> None:
    assert detect_language(text) in ("", *LANGUAGES)


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        "- " * 100_000,
        "> " * 100_000,
        "\n".join(" " * level + "- x" for level in range(1000)),
        "# " + "*" * 100_000,
        "# " + "[[" * 50_000,
        "---\na: " + "[" * 100_000 + "\n---\n",
        "---\n" + "- " * 100_000 + "\n---\n",
        "---\nn: " + "9" * 100_000 + "\n---\n",
        "---\n" + "a: 1\n" * 20_000 + "---\n",
        "---\n" * 10_000,
        "---\n" + "x" * 300_000,
        "k:: v\n" * 5_000,
        "".join(f"key{number}:: [[{number}]]\n" for number in range(5_000)),
        "#tag " * 10_000,
        "x" * 127_744,
        "\r" * 100_000,
        "é" * 100_000,
        "\u2028" * 50_000,
    ],
    ids=lambda text: f"{text[:10]!r}…",
)
def test_hostile_notes_are_read(text: str) -> None:
    for logseq in (None, LogseqSettings()):
        check(parse_note(text.encode(), "x.md", STAT, SETTINGS, logseq=logseq), text.encode())
