"""A file becomes a note: everything that is known of it, and whatever was wrong with it."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Mapping
from datetime import date, datetime
from pathlib import Path
from unicodedata import normalize

import pytest

from vaulttui.errors import PathOutsideVaultError
from vaulttui.settings import VaultSettings
from vaulttui.vault.files.note_data import read_note_data
from vaulttui.vault.note import FileStat, Note
from vaulttui.vault.other_programs import obsidian
from vaulttui.vault.reader import content_hash, parse_note, read_note

MakeVault = Callable[[Mapping[str, str | bytes]], Path]
PLAIN = VaultSettings()
STAT = FileStat(size=1, mtime_ns=1_700_000_000 * 10**9, ctime_ns=1_700_000_001 * 10**9, inode=7)

NOTE = """\
---
title: "The plan"
aliases: [Plan A]
tags: [work, Rust]
created: 2025-01-02
updated: 2025-03-04T05:06
status: bloqué
---
Intro with #idea and [[Other#Part|that]].

# Heading

- [ ] write it
- [x] read it ^done

prio:: haute
status:: open
due:: 2025-07-14
due:: 2025-07-15

## 2025-07-14

What happened. #work
"""


def parse(text: str | bytes, path: str = "folder/My note.md", settings: VaultSettings = PLAIN) -> Note:
    return parse_note(text if isinstance(text, bytes) else text.encode(), path, STAT, settings)


def codes(note: Note) -> list[str]:
    return [warning.code for warning in note.warnings]


# -- a whole note ----------------------------------------------------------------------------------------------------


def test_everything_that_a_note_says_is_read() -> None:
    note = parse(NOTE)
    assert note.path == "folder/My note.md"
    assert (note.title, note.title_source) == ("The plan", "property")
    assert note.aliases == ("Plan A",)
    assert (note.created, note.created_source) == (datetime(2025, 1, 2), "property:created")
    assert note.updated == datetime(2025, 3, 4, 5, 6)
    assert note.modified == datetime.fromtimestamp(1_700_000_000)
    assert [(tag.name, tag.line) for tag in note.tags] == [("work", None), ("Rust", None), ("idea", 9), ("work", 23)]
    assert [(heading.text, heading.line) for heading in note.headings] == [("Heading", 11), ("2025-07-14", 21)]
    assert [(link.target, link.heading, link.display, link.line) for link in note.links] == [
        ("Other", "Part", "that", 9)
    ]
    assert [(task.status, task.line) for task in note.tasks] == [(" ", 13), ("x", 14)]
    assert (note.line_count, note.body_line) == (23, 9)
    assert not note.partial
    assert note.warnings == ()


def test_fields_of_the_body_are_properties_unless_the_frontmatter_has_the_key() -> None:
    properties = {prop.key: (prop.value, prop.type, prop.line) for prop in parse(NOTE).properties}
    assert properties["status"] == ("bloqué", "text", 7)
    assert properties["prio"] == ("haute", "text", 16)
    assert properties["due"] == ([date(2025, 7, 14), date(2025, 7, 15)], "list", 18)
    assert list(properties) == ["title", "aliases", "tags", "created", "updated", "status", "prio", "due"]


def test_fields_of_the_body_are_known_by_their_keys_however_the_letters_are_composed() -> None:
    frontmatter, again, other = "état", normalize("NFD", "État"), "Échéance"
    body = f"{again}:: b\n\n{other}:: 1\n\n{normalize('NFD', other)}:: 2\n"
    note = parse(f"---\n{frontmatter}: a\n---\n{body}")
    assert {prop.key: prop.value for prop in note.properties} == {frontmatter: "a", other: [1, 2]}


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("[[project_1]], [[project_2|second]]", ["[[project_1]]", "[[project_2|second]]"]),
        ("![[a, b]],#t1 , #t2/x", ["![[a, b]]", "#t1", "#t2/x"]),
        ('"a, b", [[c]], 12, 2025-07-14, true,', ["a, b", "[[c]]", 12, date(2025, 7, 14), True]),
        ("1, -2, 1.10", [1, -2, "1.10"]),
        ("[[project_1]],", ["[[project_1]]"]),
        ('"of 1,5 m", 3', ["of 1,5 m", 3]),
        *(
            ('"draft"', "draft"),
            ('"10"', "10"),
            ('"red, green"', "red, green"),
            ('"a" b', '"a" b'),
            ('"a" "b"', '"a" "b"'),
        ),
        *((text, text) for text in ("red, green", "2, or three", "[[a]], and b", "[[a]] [[b]]", "a, [[b]]", ", ,")),
        *((text, text) for text in ("[[a]], , [[b]]", '"a, b', "1, {{two}}", "10,000", "1,5", "1,5, [[a]]")),
    ],
)
def test_what_is_no_prose_is_a_list_between_the_commas_of_a_field(written: str, value: object) -> None:
    (prop,) = parse(f"Projects:: {written}\n").properties
    assert (prop.value, prop.type) == (value, "list" if isinstance(value, list) else "text")


def test_all_values_of_a_field_that_stands_several_times_are_one_list_with_their_lines() -> None:
    (prop,) = parse("see:: [[a]], [[b]]\nsee:: c, d\n\nsee:: 1, 2\n").properties
    assert prop.value == ["[[a]]", "[[b]]", "c, d", 1, 2]
    assert prop.item_lines == (1, 1, 2, 4, 4)


def test_links_in_properties_are_links_of_the_note_in_their_lines() -> None:
    note = parse(
        "---\n"
        'up: "[[Map#Part|the map]]"\n'
        "next: [[Bare]]\n"
        "# [[a remark]]\n"
        "related:\n"
        "  - '[[One]]'\n"
        "  - see [Two](two%20words.md), not https://example.com\n"
        "map: {cover: '![[a.png]]'}\n"
        "text: |\n"
        "  two lines\n"
        "  with [[Three]]\n"
        'quoted: "[[say \\"yes\\"]]"\n'
        "number: 12\n"
        "---\n"
        "[[Body]]\n"
    )
    assert [(link.target, link.line) for link in note.links] == [
        *(("Map", 2), ("Bare", 3), ("One", 6), ("two words.md", 7), ("a.png", 8), ("Three", 11), ('say "yes"', 12)),
        ("Body", 15),
    ]
    first = note.links[0]
    assert (first.heading, first.display, first.context) == ("Part", "the map", 'up: "[[Map#Part|the map]]"')
    assert [link.target for link in note.links if link.embed] == ["a.png"]


def test_links_in_frontmatter_that_cannot_be_read_are_none() -> None:
    assert parse("---\nup: '[[A]]\n---\n[[B]]\n").links[0].target == "B"


def test_a_long_line_of_properties_is_cut_around_its_link() -> None:
    (link,) = parse(f"---\nkey: {'a ' * 400}[[X]]{' b' * 400}\n---\n").links
    assert len(link.context) <= 300
    assert "[[X]]" in link.context[100:200]


def test_fields_of_the_body_do_not_name_or_date_the_note() -> None:
    note = parse("title:: Other\ncreated:: 2020-01-01\naliases:: X\n")
    assert (note.title, note.title_source) == ("My note", "filename")
    assert note.aliases == ()
    assert note.created_source == "mtime"


def test_chunks_cover_the_body_and_not_the_frontmatter() -> None:
    chunks = parse(NOTE).chunks
    lines = NOTE.split("\n")
    for chunk in chunks:
        assert chunk.text == "\n".join(lines[chunk.first_line - 1 : chunk.last_line])
    assert chunks[0].first_line == 9
    assert chunks[-1].last_line == 23
    assert chunks[-1].content_date == date(2025, 7, 14)


def test_the_same_text_gives_the_same_note_however_it_is_encoded() -> None:
    plain = parse(NOTE)
    for data in (
        NOTE.replace("\n", "\r\n").encode(),
        NOTE.replace("\n", "\r").encode(),
        b"\xef\xbb\xbf" + NOTE.encode(),
        b"\xff\xfe" + NOTE.encode("utf-16-le"),
    ):
        note = parse(data)
        assert (note.properties, note.tags, note.chunks, note.warnings) == (
            plain.properties,
            plain.tags,
            plain.chunks,
            (),
        )
        assert note.content_hash == content_hash(data) != plain.content_hash


@pytest.mark.parametrize("text", ["", "\n", "---\n---\n", "---\ntitle:\n---"])
def test_an_empty_note_is_known_by_its_name(text: str) -> None:
    note = parse(text)
    assert (note.title, note.title_source, note.chunks) == ("My note", "filename", ())
    assert note.warnings == ()


@pytest.mark.parametrize(("text", "lines"), [("", 0), ("a", 1), ("a\n", 1), ("a\n\n", 2), ("\n", 1), ("a\nb", 2)])
def test_lines_are_counted_as_an_editor_does(text: str, lines: int) -> None:
    assert parse(text).line_count == lines


@pytest.mark.parametrize(
    ("path", "title"),
    [("a/Note.md", "Note"), ("Note.MARKDOWN", "Note"), ("v1.2.md", "v1.2"), (" x .md", " x "), ("a.b/[.md", "[")],
)
def test_the_file_name_is_the_last_resort_for_a_title(path: str, title: str) -> None:
    assert parse("text", path).title == title


# -- what goes wrong -------------------------------------------------------------------------------------------------


def test_invalid_frontmatter_costs_the_properties_not_the_body() -> None:
    note = parse("---\naliases:\n- @name\n---\n# Title\n\nBody #tag\n")
    assert note.properties == ()
    assert note.title == "Title"
    assert [tag.name for tag in note.tags] == ["tag"]
    assert [(chunk.first_line, chunk.last_line) for chunk in note.chunks] == [(5, 7)]
    assert [(warning.code, warning.line) for warning in note.warnings] == [("frontmatter_invalid", 3)]


def test_unclosed_frontmatter_is_found_as_text() -> None:
    note = parse("---\ntags: [x]\n\nBody\n")
    assert (note.properties, note.body_line) == ((), 1)
    assert note.chunks[0].text.startswith("---\ntags: [x]")
    assert codes(note) == ["frontmatter_unclosed"]


def test_a_binary_file_is_known_by_its_name_only() -> None:
    note = parse(b"---\ntags: [x]\n---\n# Title\0")
    assert (note.title, note.title_source) == ("My note", "filename")
    assert (note.tags, note.properties, note.chunks) == ((), (), ())
    assert codes(note) == ["binary"]


def test_undecodable_bytes_are_a_warning_and_the_rest_is_read() -> None:
    note = parse("# Caf\xe9\n\nText".encode("latin-1"))
    assert note.title == "Caf\ufffd"
    assert codes(note) == ["encoding_replaced"]


def test_all_warnings_of_a_note_are_kept() -> None:
    note = parse(b"---\na: 1\na: 2\n---\n\xff")
    assert codes(note) == ["encoding_replaced", "frontmatter_duplicate_key"]


# -- settings --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "path", "title"),
    [
        ("---\nexcalidraw-plugin: parsed\n---\n# Excalidraw Data\n", "Excalidraw/Plan.excalidraw.md", "Plan"),
        ("---\nexcalidraw-plugin: parsed\n---\n# Excalidraw Data\n", "Drawing 1.md", "Drawing 1"),
        ("# Excalidraw Data\n", "Plan.Excalidraw.md", "Plan"),
        ("# Excalidraw Data\n", ".excalidraw.md", "Excalidraw Data"),
        ("# Excalidraw Data\n", "How to draw.md", "Excalidraw Data"),
    ],
)
def test_a_drawing_is_called_by_its_file(text: str, path: str, title: str) -> None:
    note = parse(text, path)
    assert (note.title, note.aliases) == (title, ())
    assert note.title_source == ("heading" if title == "Excalidraw Data" else "filename")
    assert parse(f"---\ntitle: Mine\nexcalidraw-plugin: parsed\n---\n{text}", path).title == "Mine"


@pytest.mark.parametrize(("setting", "language"), [("auto", "english"), ("none", ""), ("german", "german")])
def test_the_language_is_told_or_set(setting: str, language: str) -> None:
    text = "---\nlang: de\n---\nThis is what they said about it when we were there, and it was all that could be done."
    assert parse(text, settings=VaultSettings(language=setting)).language == language


def test_types_of_the_vault_are_honoured_and_read_again_when_they_change(make_vault: MakeVault) -> None:
    root = make_vault({".obsidian/types.json": '{"types": {"code": "text"}}', "a.md": "---\ncode: 12\n---\n"})

    def code(settings: VaultSettings = PLAIN) -> object:
        return read_note(root, "a.md", settings).properties[0].value

    assert code() == "12"
    assert code(VaultSettings(use_obsidian_settings=False)) == 12
    (root / ".obsidian/types.json").write_text('{"types": {"code": "number"}}')
    assert code() == 12


def test_types_of_the_vault_that_could_not_be_read_are_read_with_the_next_note(
    make_vault: MakeVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make_vault({".obsidian/types.json": '{"types": {"due": "date"}}', "a.md": "---\ndue: 4 July 2025\n---\n"})

    def failing(_: str) -> str:
        raise OSError(errno.EMFILE, "Too many open files")

    with monkeypatch.context() as patch:
        patch.setattr(obsidian, "read_settings_text", failing)
        assert read_note(root, "a.md", PLAIN).properties[0].type == "text"
    assert read_note(root, "a.md", PLAIN).properties[0].type == "date"


def forbidden(_: str) -> str:
    raise PermissionError(errno.EACCES, "Permission denied")


@pytest.mark.parametrize("kind", ["broken", "link", "folder", "forbidden"])
def test_settings_that_will_not_be_readable_unless_they_change_are_not_read_for_each_note(
    make_vault: MakeVault, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    root = make_vault({".obsidian/types.json": '{"types": {}}', "a.md": "", "elsewhere": "{}"})
    place = root / ".obsidian/daily-notes.json"
    if kind == "broken":
        place.write_text("{")
    elif kind == "link":
        place.symlink_to(root / "elsewhere")
    elif kind == "folder":
        place.mkdir()
    else:
        monkeypatch.setattr(obsidian, "read_settings_text", forbidden)
    read_note(root, "a.md", PLAIN)
    monkeypatch.delattr(obsidian, "read_settings_text")
    read_note(root, "a.md", PLAIN)


@pytest.mark.parametrize(
    ("written", "value", "kind"),
    [
        ("+5", "+5", "number"),
        ("++5", "++5", "text"),
        ("+-5", "+-5", "text"),
        ("-+5", "-+5", "text"),
        ("+", "+", "text"),
        ("+٣", "+٣", "text"),
        ("[++1, +2]", ["++1", "+2"], "list"),
        ("[-1, 2]", [-1, 2], "list"),
    ],
)
def test_a_declared_number_has_one_sign_at_most(make_vault: MakeVault, written: str, value: object, kind: str) -> None:
    root = make_vault({".obsidian/types.json": '{"types": {"n": "number"}}', "a.md": f"---\nn: {written}\n---\n"})
    read = read_note(root, "a.md", PLAIN).properties[0]
    assert (read.value, read.type) == (value, kind)


# -- files -----------------------------------------------------------------------------------------------------------


def test_a_note_is_read_from_its_file(make_vault: MakeVault) -> None:
    root = make_vault({"folder/My note.md": NOTE})
    note = read_note(root, "folder/My note.md", PLAIN)
    found = (root / "folder/My note.md").stat()
    assert note.properties == parse(NOTE).properties
    assert note.content_hash == content_hash(NOTE.encode())
    assert (note.stat.size, note.stat.mtime_ns, note.stat.inode) == (found.st_size, found.st_mtime_ns, found.st_ino)


def test_the_birth_time_is_read_where_there_is_one(make_vault: MakeVault) -> None:
    root = make_vault({"a.md": "x"})
    later = 2_000_000_000 * 10**9
    os.utime(root / "a.md", ns=(later, later))
    note = read_note(root, "a.md", PLAIN)
    if note.stat.birthtime_ns is None:
        pytest.skip("this file system keeps no birth times")
    assert note.created_source == "birthtime"
    assert abs(note.created.timestamp() - (root / "a.md").stat().st_ctime) < 60


def test_a_large_note_is_read_in_part_and_says_so(make_vault: MakeVault) -> None:
    text = "---\ntags: [big]\n---\n" + "A line of words.\n" * 1000
    root = make_vault({"big.md": text, "exact.md": "x" * 500})
    settings = VaultSettings(max_note_bytes=500)
    note = read_note(root, "big.md", settings)
    assert note.partial
    assert [tag.name for tag in note.tags] == ["big"]
    assert note.stat.size == len(text)
    assert note.chunks[-1].text.rstrip("\n").endswith("A line of words.")
    assert sum(len(chunk.text) + 1 for chunk in note.chunks) <= 500
    assert codes(note) == ["note_truncated"]
    assert not read_note(root, "exact.md", settings).partial


def test_a_large_note_is_not_cut_within_a_character(make_vault: MakeVault) -> None:
    root = make_vault({"big.md": "日" * 400})
    note = read_note(root, "big.md", VaultSettings(max_note_bytes=500))
    assert codes(note) == ["note_truncated"]
    assert note.chunks[0].text == "日" * 166


def test_a_file_that_changes_while_it_is_read_is_read_again(
    make_vault: MakeVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make_vault({"a.md": "old"})
    fstat = os.fstat
    calls: list[int] = []

    def change_after_the_look_before(descriptor: int) -> os.stat_result:
        found = fstat(descriptor)
        calls.append(descriptor)
        if len(calls) == 2:  # between the looks before and after reading
            (root / "a.md").write_text("new text")
        return found

    monkeypatch.setattr(os, "fstat", change_after_the_look_before)
    found = read_note_data(root, "a.md", PLAIN)
    assert found.data == b"new text"
    assert found.stat.size == 8


def test_a_file_that_never_rests_is_accepted_with_the_stat_from_before(
    make_vault: MakeVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make_vault({"log.md": "x"})
    fstat = os.fstat

    def grow_after_each_look(descriptor: int) -> os.stat_result:
        found = fstat(descriptor)
        with (root / "log.md").open("a") as file:
            file.write("x")
        return found

    monkeypatch.setattr(os, "fstat", grow_after_each_look)
    found = read_note_data(root, "log.md", PLAIN)
    assert found.stat.size < (root / "log.md").stat().st_size


@pytest.mark.parametrize("path", ["missing.md", "folder", "pipe.md", "link.md", "linked/a.md", "folder/a.md/x.md"])
def test_what_is_no_regular_file_is_an_error_not_a_note(make_vault: MakeVault, path: str) -> None:
    root = make_vault({"folder/a.md": "x"})
    os.mkfifo(root / "pipe.md")
    (root / "link.md").symlink_to(root / "folder/a.md")
    (root / "linked").symlink_to(root / "folder")
    with pytest.raises(OSError, match=r"."):
        read_note(root, path, PLAIN)


@pytest.mark.parametrize("path", ["../x.md", "/etc/passwd", "a/../../x.md", "a\0.md"])
def test_no_path_leads_out_of_the_vault(make_vault: MakeVault, path: str) -> None:
    with pytest.raises(PathOutsideVaultError):
        read_note(make_vault({}), path, PLAIN)
