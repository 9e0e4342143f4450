"""A scan lists exactly the notes that belong to the vault, whatever else lies around there."""

from __future__ import annotations

import errno
import json
import os
import socket
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Literal, TypeAlias
from unicodedata import normalize

import pytest

from vaulttui.errors import PathOutsideVaultError, SettingsError, VaultNotFoundError
from vaulttui.settings import VaultSettings
from vaulttui.vault.files.file_stat import stat_file
from vaulttui.vault.files.folders import visible_folders
from vaulttui.vault.files.ignore import PathFilter
from vaulttui.vault.files.scan import ScanResult, scan_vault
from vaulttui.vault.note import NoteWarning
from vaulttui.vault.note_names import is_note_name
from vaulttui.vault.untrusted import resolve_inside

MakeVault = Callable[[Mapping[str, str | bytes]], Path]
PLAIN = VaultSettings()
Form: TypeAlias = Literal["NFC", "NFD"]


def scan(root: Path, settings: VaultSettings = PLAIN) -> ScanResult:
    return scan_vault(root, settings)


def notes(root: Path, settings: VaultSettings = PLAIN) -> list[str]:
    """Paths of the notes, after checking that the filter for single paths agrees about every file."""
    found = scan(root, settings)
    listed = {*(note.path for note in found.notes), *found.attachments}
    path_filter = PathFilter(root, settings)
    for folder, _, files in os.walk(root):
        for name in files:
            path = Path(folder, name).relative_to(root).as_posix()
            assert path_filter.excluded(path) is (path not in listed), path
    return [note.path for note in found.notes]


def codes(result: ScanResult) -> list[tuple[str, str]]:
    return [(path, warning.code) for path, warning in result.warnings]


# -- what there is ---------------------------------------------------------------------------------------------------


def test_notes_attachments_and_folders_are_listed_in_order(make_vault: MakeVault) -> None:
    root = make_vault({"b.md": "", "a/x.MD": "", "a/y.Markdown": "", "a/pic.png": "", "a/b/c.txt": "", "readme": ""})
    found = scan(root)
    assert [note.path for note in found.notes] == ["a/x.MD", "a/y.Markdown", "b.md"]
    assert found.attachments == ("a/b/c.txt", "a/pic.png", "readme")
    assert found.folders == ("a", "a/b")
    assert found.warnings == ()
    assert found.unreadable_folders == ()


def test_an_empty_vault_is_a_vault(tmp_path: Path) -> None:
    assert scan(tmp_path).notes == ()


def test_each_note_comes_with_its_stat(make_vault: MakeVault) -> None:
    root = make_vault({"a.md": "12345"})
    os.utime(root / "a.md", ns=(1, 1_600_000_000_123_456_789))
    (note,) = scan(root).notes
    assert (note.stat.size, note.stat.mtime_ns) == (5, 1_600_000_000_123_456_789)
    assert note.stat == stat_file(root / "a.md")


def test_dot_files_and_dot_folders_are_ignored(make_vault: MakeVault) -> None:
    root = make_vault(
        {
            ".obsidian/x.md": "",
            ".trash/x.md": "",
            ".git/x.md": "",
            "a/.hidden/x.md": "",
            ".x.md": "",
            ".md": "",
            "a.md": "",
        }
    )
    assert notes(root) == ["a.md"]


@pytest.mark.parametrize(
    "name", [" leading.md", "trailing .md", "two\nlines.md", "[.md", "日本.md", "a#b?c%20.md", "'\"$(x)`.md", "-rf.md"]
)
def test_odd_names_are_kept_as_they_are(make_vault: MakeVault, name: str) -> None:
    assert notes(make_vault({f"odd {name}/{name}": ""})) == [f"odd {name}/{name}"]


def test_names_that_are_not_utf8_are_warned_of_not_listed(make_vault: MakeVault) -> None:
    root = make_vault({"a.md": ""})
    try:
        Path(os.fsdecode(os.fsencode(root) + b"/caf\xe9.md")).touch()
        Path(os.fsdecode(os.fsencode(root) + b"/dir\xff")).mkdir()
    except OSError:
        pytest.skip("this file system allows UTF-8 names only")
    found = scan(root)
    assert [note.path for note in found.notes] == ["a.md"]
    assert codes(found) == [("caf?.md", "name_not_utf8"), ("dir?", "name_not_utf8")]
    repr(found).encode()


def test_two_hundred_levels_of_folders(make_vault: MakeVault) -> None:
    path = "/".join(["d"] * 200) + "/deep.md"
    assert notes(make_vault({path: ""})) == [path]


# -- what is left out ------------------------------------------------------------------------------------------------


def test_gitignore_files_hold_below_their_folder(make_vault: MakeVault) -> None:
    root = make_vault(
        {
            ".gitignore": "*.tmp.md\n/private/\nbuild/\n",
            "sub/.gitignore": "!keep.tmp.md\nlocal.md\n",
            "a.md": "",
            "x.tmp.md": "",
            "private/a.md": "",
            "other/private/a.md": "",
            "sub/build/a.md": "",
            "sub/keep.tmp.md": "",
            "sub/drop.tmp.md": "",
            "sub/local.md": "",
            "sub/deeper/local.md": "",
            "local.md": "",
        }
    )
    assert notes(root) == ["a.md", "local.md", "other/private/a.md", "sub/keep.tmp.md"]


def test_nothing_below_an_ignored_folder_comes_back(make_vault: MakeVault) -> None:
    root = make_vault({".gitignore": "out/\n!out/a.md\n", "out/a.md": "", "out/.gitignore": "!a.md", "b.md": ""})
    assert notes(root) == ["b.md"]


def test_gitignore_can_be_switched_off(make_vault: MakeVault) -> None:
    root = make_vault({".gitignore": "*", "a.md": ""})
    assert notes(root) == []
    assert notes(root, VaultSettings(use_gitignore=False)) == ["a.md"]


def test_a_bad_line_in_gitignore_is_a_warning(make_vault: MakeVault) -> None:
    root = make_vault({"x/.gitignore": "[\nb.md", "x/a.md": "", "x/b.md": ""})
    assert notes(root) == ["x/a.md"]
    assert codes(scan(root)) == [("x/.gitignore", "ignore_rule_invalid")]


@pytest.mark.parametrize(
    ("glob", "left"),
    [
        ("Private", ["a.md", "x/Private/c.md", "x/draft.tmp.md"]),
        ("Private/", ["a.md", "x/Private/c.md", "x/draft.tmp.md"]),
        ("Private/**", ["a.md", "x/Private/c.md", "x/draft.tmp.md"]),
        ("Private/*", ["a.md", "x/Private/c.md", "x/draft.tmp.md"]),
        ("./Private", ["a.md", "x/Private/c.md", "x/draft.tmp.md"]),
        ("**/Private", ["a.md", "x/draft.tmp.md"]),
        ("x/*.md", ["Private/b.md", "a.md", "x/Private/c.md"]),
        ("*.tmp.md", ["Private/b.md", "a.md", "x/Private/c.md"]),
        ("a.md", ["Private/b.md", "x/Private/c.md", "x/draft.tmp.md"]),
        ("c.md", ["Private/b.md", "a.md", "x/Private/c.md", "x/draft.tmp.md"]),
    ],
)
def test_globs_of_the_settings(make_vault: MakeVault, glob: str, left: list[str]) -> None:
    root = make_vault({"a.md": "", "Private/b.md": "", "x/Private/c.md": "", "x/draft.tmp.md": ""})
    assert notes(root, VaultSettings(exclude=(glob,))) == left


@pytest.mark.parametrize(
    ("glob", "left"),
    [
        ("2023*/**", ["2023-01-01.md", "x/2023-02-02.md", "x/2023-notes/c.md"]),
        ("./2023*/**", ["2023-01-01.md", "x/2023-02-02.md", "x/2023-notes/c.md"]),
        ("/2023*/**/**", ["2023-01-01.md", "x/2023-02-02.md", "x/2023-notes/c.md"]),
        ("**/2023*/**", ["2023-01-01.md", "x/2023-02-02.md"]),
        ("x/2023*/**", ["2023-01-01.md", "2023-notes/b.md", "x/2023-02-02.md"]),
        ("x/2023*", ["2023-01-01.md", "2023-notes/b.md"]),
        ("2023*", []),
        ("*/**", ["2023-01-01.md"]),
        ("**/**", []),
        ("/**", []),
        ("**", []),
    ],
)
def test_globs_of_what_lies_in_folders_leave_out_no_files_of_such_names(
    make_vault: MakeVault, glob: str, left: list[str]
) -> None:
    root = make_vault({"2023-01-01.md": "", "2023-notes/b.md": "", "x/2023-02-02.md": "", "x/2023-notes/c.md": ""})
    assert notes(root, VaultSettings(exclude=(glob,))) == left
    assert [path for path in left if PathFilter(root, VaultSettings(exclude=(glob,))).excluded(path)] == []


def test_globs_are_literal_where_gitignore_has_marks(make_vault: MakeVault) -> None:
    root = make_vault({"!Inbox/a.md": "", "#x/b.md": "", "c.md": ""})
    assert notes(root, VaultSettings(exclude=("!Inbox", "#x"))) == ["c.md"]
    assert notes(root, VaultSettings(exclude=("!Inbox/**", "#x/**"))) == ["c.md"]


def test_an_excluded_folder_is_not_listed(make_vault: MakeVault) -> None:
    root = make_vault({"Private/sub/b.md": "", "Private/pic.png": "", "a.md": ""})
    found = scan(root, VaultSettings(exclude=("Private/**",)))
    assert (found.folders, found.attachments) == ((), ())
    assert PathFilter(root, VaultSettings(exclude=("Private",))).excluded("Private", folder=True)


def test_a_malformed_glob_is_an_error_that_names_it(make_vault: MakeVault) -> None:
    with pytest.raises(SettingsError, match=r"\[oops.*vaulttui config --path"):
        scan(make_vault({}), VaultSettings(exclude=("fine", "[oops")))


def test_files_that_obsidian_excludes(make_vault: MakeVault) -> None:
    filters = ["Archive/", r"/\.excalidraw\.md$/", "/(/", "Temp"]
    root = make_vault(
        {
            ".obsidian/app.json": json.dumps({"userIgnoreFilters": filters}),
            "Archive/a.md": "",
            "x/Archive/b.md": "",
            "x/c.excalidraw.md": "",
            "Template.md": "",
            "d.md": "",
        }
    )
    assert notes(root) == ["d.md", "x/Archive/b.md"]
    assert codes(scan(root)) == [(".obsidian/app.json", "ignore_rule_invalid")]
    assert len(notes(root, VaultSettings(use_obsidian_settings=False))) == 5


def test_attachments_that_obsidian_excludes_are_told_apart(make_vault: MakeVault) -> None:
    hidden = ["Assets/deep/b.png", "Assets/pic.png", "x.pdf"]
    others = ["Assets/.c.png", "Assets/deep/d.tmp", "Assets/note.md", "y.png"]
    root = make_vault(
        {
            ".obsidian/app.json": json.dumps({"userIgnoreFilters": ["Assets/", r"/\.pdf$/"]}),
            "Assets/deep/.gitignore": "*.tmp\n",
            **dict.fromkeys([*hidden, *others], ""),
        }
    )
    found = scan(root)
    assert (found.notes, found.attachments, found.folders) == ((), ("y.png",), ())
    assert found.hidden_attachments == tuple(hidden)
    assert scan(root, VaultSettings(exclude=("Assets",))).hidden_attachments == ("x.pdf",)
    (root / "Assets/new.png").touch()
    assert scan(root).digest != found.digest


COMPOSITIONS = pytest.mark.parametrize(("stored", "written"), [("NFC", "NFD"), ("NFD", "NFC")])
"""Of the letters of names on the disk, and of what people write for them."""


@COMPOSITIONS
@pytest.mark.parametrize("name", ["일기", "Privé"])
def test_what_is_excluded_is_so_however_its_letters_are_composed(
    make_vault: MakeVault, name: str, stored: Form, written: Form
) -> None:
    folder, typed = normalize(stored, name), normalize(written, name)
    root = make_vault({f"{folder}/{folder}.md": "", "a.md": ""})
    for glob in (f"{typed}/**", typed, f"*/{typed}.md", f"{'?' * len(name)}.md"):
        assert notes(root, VaultSettings(exclude=(glob,))) == ["a.md"], glob


@COMPOSITIONS
@pytest.mark.parametrize("item", ["일기/", "/^일[기]/", "/^.기/"])
def test_what_obsidian_excludes_is_left_out_however_its_letters_are_composed(
    make_vault: MakeVault, item: str, stored: Form, written: Form
) -> None:
    filters = json.dumps({"userIgnoreFilters": [normalize(written, item)]})
    root = make_vault({normalize(stored, "일기/a.md"): "", "b.md": "", ".obsidian/app.json": filters})
    assert notes(root) == ["b.md"]


@COMPOSITIONS
def test_the_rules_of_git_tell_spellings_apart_as_git_does(make_vault: MakeVault, stored: Form, written: Form) -> None:
    folder = normalize(stored, "Privé")
    root = make_vault({f"{folder}/a.md": "", ".gitignore": normalize(written, "Privé/\n")})
    assert notes(root) == [f"{folder}/a.md"]
    (root / ".gitignore").write_text(f"{folder}/\n")
    assert notes(root) == []


def test_an_expression_that_matches_a_folder_but_not_a_file_in_it_leaves_the_file_there(make_vault: MakeVault) -> None:
    filters = [r"/^(?!.*\.md$)/", "/^Books/(?!.*/Pad/)/", "/^[^.]*$/", r"/^Old\/(?:drafts)?$/"]
    paths = ("Notes/a.md", "Notes/pic.png", "b.md", "Books/X/c.md", "Books/X/Pad/d.md", "Old/e.md", "LICENSE")
    root = make_vault({".obsidian/app.json": json.dumps({"userIgnoreFilters": filters}), **dict.fromkeys(paths, "")})
    assert notes(root) == ["Books/X/Pad/d.md", "Notes/a.md", "Old/e.md", "b.md"]
    assert {"Books", "Books/X/Pad", "Notes", "Old"} <= set(visible_folders(root, PLAIN))


def test_folders_of_which_an_expression_leaves_out_everything_are_not_looked_into(make_vault: MakeVault) -> None:
    filters = ["/^Archive/[0-9]{4}/", "/(?i)attic/", r"/^Private\/.*$/"]
    paths = ("Archive/2019/May/a.md", "Archive/b.md", "Attic/c/d.md", "Private/e/f.md")
    root = make_vault({".obsidian/app.json": json.dumps({"userIgnoreFilters": filters}), **dict.fromkeys(paths, "")})
    assert notes(root) == ["Archive/b.md"]
    assert scan(root).folders == ("Archive",)


def test_older_versions_that_logseq_keeps_are_left_out(make_vault: MakeVault) -> None:
    versions = {"logseq/bak/pages/Foo/2025-01-01.md": "", "logseq/version-files/local/Foo.md": ""}
    others = {"pages/Foo.md": "", "logseq/notes.md": "", "deeper/logseq/bak/a.md": ""}
    root = make_vault({**versions, **others})
    assert notes(root) == sorted([*versions, *others])
    (root / "logseq/config.edn").write_text("{}")
    assert notes(root) == sorted(others)


def test_the_filter_notices_changed_rules(make_vault: MakeVault) -> None:
    root = make_vault({"a.md": "", "sub/b.md": ""})
    path_filter = PathFilter(root, PLAIN)
    assert not path_filter.excluded("sub/b.md")
    (root / ".gitignore").write_text("sub/\n")
    assert path_filter.excluded("sub/b.md")
    (root / ".gitignore").unlink()
    assert not path_filter.excluded("sub/b.md")


def test_the_filter_notices_what_obsidian_excludes_or_no_longer_does(make_vault: MakeVault) -> None:
    root = make_vault({".obsidian/app.json": json.dumps({"userIgnoreFilters": ["sub/", "/(/"]}), "sub/b.md": ""})
    path_filter = PathFilter(root, PLAIN)
    assert path_filter.excluded("sub/b.md")
    assert len(path_filter.warnings) == 1
    (root / ".obsidian/app.json").write_text(json.dumps({"userIgnoreFilters": ["/Draft/"]}))
    assert not path_filter.excluded("sub/b.md")
    assert path_filter.excluded("sub/Draft.md")
    assert path_filter.warnings == []
    (root / ".obsidian/app.json").unlink()
    assert not path_filter.excluded("sub/Draft.md")


@pytest.mark.parametrize("path", ["../x.md", "/etc/passwd", "a/../../x.md", "a//b.md", ".obsidian", "caf\udce9.md"])
def test_the_filter_excludes_what_can_be_no_part_of_the_vault(tmp_path: Path, path: str) -> None:
    assert PathFilter(tmp_path, PLAIN).excluded(path)


def test_a_link_may_be_taken_for_what_stood_there_before_it(make_vault: MakeVault, tmp_path: Path) -> None:
    root = make_vault({"a.md": "", ".gitignore": "left.md\n"})
    for name in ("link.md", "left.md"):
        (root / name).symlink_to("a.md")
    (root / "folder").symlink_to(tmp_path)
    path_filter = PathFilter(root, PLAIN)
    assert path_filter.excluded("link.md")
    assert not path_filter.excluded("link.md", link=True)
    assert path_filter.excluded("left.md", link=True)
    assert path_filter.excluded("folder/b.md", link=True)


def test_names_that_are_not_utf8_are_not_told_of_where_they_are_left_out(make_vault: MakeVault) -> None:
    root = make_vault({"a.md": "", ".gitignore": "*.bak\ncaf*/\n"})
    try:
        Path(os.fsdecode(os.fsencode(root) + b"/\xe9.bak")).touch()
        Path(os.fsdecode(os.fsencode(root) + b"/caf\xe9")).mkdir()
    except OSError:
        pytest.skip("this file system allows UTF-8 names only")
    assert codes(scan(root)) == []
    told = codes(scan(root, VaultSettings(use_gitignore=False)))
    assert told == [("?.bak", "name_not_utf8"), ("caf?", "name_not_utf8")]


def test_the_vault_itself_is_not_excluded(tmp_path: Path) -> None:
    for path in ("", ".", "/"):
        assert not PathFilter(tmp_path, PLAIN).excluded(path, folder=True)


# -- what is no file -------------------------------------------------------------------------------------------------


def test_links_that_leave_the_vault_are_not_followed(make_vault: MakeVault, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret.md").touch()
    root = make_vault({"a.md": ""})
    (root / "folder").symlink_to(outside)
    (root / "secret.md").symlink_to(outside / "secret.md")
    (root / "sibling").symlink_to(f"{root}-sibling")
    found = scan(root)
    assert [note.path for note in found.notes] == ["a.md"]
    assert codes(found) == [("folder", "symlink_outside"), ("secret.md", "symlink_outside")]
    assert PathFilter(root, PLAIN).excluded("folder/secret.md")


@pytest.mark.parametrize("rules", ["folder\nsecret.md", "folder/\n*.md"])
def test_links_that_leave_the_vault_are_not_told_of_where_they_are_left_out(
    make_vault: MakeVault, tmp_path: Path, rules: str
) -> None:
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside/secret.md").touch()
    root = make_vault({".gitignore": rules})
    (root / "folder").symlink_to(tmp_path / "outside")
    (root / "secret.md").symlink_to(tmp_path / "outside/secret.md")
    assert codes(scan(root)) == []


def test_links_within_the_vault_add_no_second_copy_and_loops_end(make_vault: MakeVault) -> None:
    root = make_vault({"notes/a.md": ""})
    (root / "again").symlink_to(root / "notes")
    (root / "b.md").symlink_to(root / "notes" / "a.md")
    (root / "notes" / "loop").symlink_to(root)
    (root / "self").symlink_to("self")
    (root / "gone.md").symlink_to(root / "nowhere.md")
    found = scan(root)
    assert [note.path for note in found.notes] == ["notes/a.md"]
    assert found.warnings == ()
    assert PathFilter(root, PLAIN).excluded("again/a.md")


def test_a_vault_may_be_reached_by_a_link(make_vault: MakeVault, tmp_path: Path) -> None:
    root = make_vault({"a/b.md": ""})
    (tmp_path / "link").symlink_to(root)
    assert notes(tmp_path / "link") == ["a/b.md"]


def test_pipes_and_sockets_are_skipped(make_vault: MakeVault, monkeypatch: pytest.MonkeyPatch) -> None:
    root = make_vault({"a.md": ""})
    os.mkfifo(root / "pipe.md")
    os.mkfifo(root / ".gitignore")
    os.mkfifo(root / "pipe")
    monkeypatch.chdir(root)  # the path of a socket is short
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind("socket.md")
        found = scan(root)
    assert [note.path for note in found.notes] == ["a.md"]
    assert found.attachments == ()
    assert codes(found) == [("pipe.md", "not_a_file"), ("socket.md", "not_a_file")]


# -- what goes wrong -------------------------------------------------------------------------------------------------


def test_a_gitignore_that_is_one_endless_line_is_passed_over_at_once(
    make_vault: MakeVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make_vault({".gitignore": "a" * 1_000_000, "a.md": ""})
    translated: list[str] = []
    monkeypatch.setattr("vaulttui.vault.files.gitignore._name_regex", translated.append)
    found = scan(root)
    assert [note.path for note in found.notes] == ["a.md"]
    too_long, no_pattern = (warning.message for _, warning in found.warnings)
    assert "too long: what follows its first 200,000 bytes" in too_long
    assert "is not a pattern" in no_pattern
    assert len(no_pattern) < 200
    assert translated == []


def test_of_a_gitignore_that_is_too_long_whole_lines_are_followed(
    make_vault: MakeVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vaulttui.vault.files.ignore._LARGEST_GITIGNORE", len("first.md\n*"))
    root = make_vault({".gitignore": "first.md\n*.tmp.md\nlast.md", "first.md": "", "kept.md": "", "last.md": ""})
    found = scan(root)
    assert [note.path for note in found.notes] == ["kept.md", "last.md"]
    assert codes(found) == [(".gitignore", "ignore_rule_invalid")]


def test_a_gitignore_of_nonsense_is_told_with_few_warnings(make_vault: MakeVault) -> None:
    found = scan(make_vault({".gitignore": "[\n" * 1000, "a.md": ""}))
    assert len(found.warnings) == 21
    assert found.warnings[-1][1] == NoteWarning(
        "ignore_rule_invalid", "Lines that are no patterns are passed over from here on: 980.", 21
    )


def test_a_gitignore_that_is_no_text_is_told(make_vault: MakeVault) -> None:
    found = scan(make_vault({".gitignore": "*\n\0\0", "a.md": ""}))
    assert [note.path for note in found.notes] == ["a.md"]
    assert codes(found) == [(".gitignore", "ignore_rule_invalid")]


@pytest.mark.parametrize("name", ["missing", "file.md"])
def test_a_vault_must_be_a_folder(make_vault: MakeVault, name: str) -> None:
    root = make_vault({"file.md": ""})
    with pytest.raises(VaultNotFoundError, match=name):
        scan(root / name)


def refuse(monkeypatch: pytest.MonkeyPatch, broken: str, error: OSError) -> None:
    """Let listing one folder fail."""
    scandir = os.scandir

    def failing(path: str) -> object:
        if Path(path).name == broken:
            raise error
        return scandir(path)

    monkeypatch.setattr(os, "scandir", failing)


def test_a_vault_that_too_many_open_files_hide_is_told_with_what_helps(
    make_vault: MakeVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make_vault({"a.md": ""})
    refuse(monkeypatch, root.name, OSError(errno.EMFILE, "Too many open files"))
    with pytest.raises(VaultNotFoundError, match=r"Too many open files\. Close .*ulimit -n.*; nothing was removed"):
        scan(root)


def test_an_unreadable_folder_is_a_warning_and_its_notes_are_not_gone(
    make_vault: MakeVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make_vault({"a.md": "", "locked/b.md": "", "open/c.md": ""})
    refuse(monkeypatch, "locked", PermissionError(13, "Permission denied"))
    found = scan(root)
    assert [note.path for note in found.notes] == ["a.md", "open/c.md"]
    assert found.unreadable_folders == ("locked",)
    assert codes(found) == [("locked", "folder_unreadable")]


def test_visible_folders_are_those_that_a_scan_looks_into(
    make_vault: MakeVault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make_vault({"a/b/c.md": "", ".x/d.md": "", "e/.gitignore": "f", "e/f/g.md": "", "dead/h/i.md": ""})
    (root / "link").symlink_to(root / "a")
    scandir = os.scandir

    def refuse(path: str) -> Any:
        if path.endswith("/dead"):
            raise OSError(errno.ETIMEDOUT, "it does not answer")
        return scandir(path)

    assert {*visible_folders(root, PLAIN)} == {"", *scan(root).folders} == {"", "a", "a/b", "e", "dead", "dead/h"}
    monkeypatch.setattr(os, "scandir", refuse)
    assert {*visible_folders(root, PLAIN)} == {"", "a", "a/b", "e"}
    assert [*visible_folders(tmp_path / "nothing", PLAIN)] == [""]


def test_a_folder_that_goes_while_it_is_scanned_is_gone(make_vault: MakeVault, monkeypatch: pytest.MonkeyPatch) -> None:
    root = make_vault({"a.md": "", "going/b.md": ""})
    refuse(monkeypatch, "going", FileNotFoundError(2, "No such file or directory"))
    found = scan(root)
    assert (found.folders, found.unreadable_folders, found.warnings) == ((), (), ())


def test_a_stopped_scan_claims_to_know_nothing(make_vault: MakeVault) -> None:
    root = make_vault({"a.md": "", "b/c.md": ""})
    found = scan_vault(root, PLAIN, lambda: True)
    assert found.unreadable_folders == ("",)
    assert scan_vault(root, PLAIN, lambda: False).unreadable_folders == ()


# -- paths from elsewhere --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("relative", ["", ".", "a.md", "a/b/c.md", "a/./b.md", "not there.md", "..a", "a..b/c"])
def test_paths_within_the_vault_are_found(tmp_path: Path, relative: str) -> None:
    assert resolve_inside(tmp_path, relative) == tmp_path / relative


@pytest.mark.parametrize(
    "relative", ["..", "../x", "a/../../x", "a/../b", "/etc/passwd", "//x", "\\\\server\\x", "a\0b", "\ud800"]
)
def test_paths_that_leave_the_vault_are_refused(tmp_path: Path, relative: str) -> None:
    with pytest.raises(PathOutsideVaultError, match="Path must be within vault"):
        resolve_inside(tmp_path, relative)


def test_a_name_that_begins_with_a_backslash_is_a_name(tmp_path: Path) -> None:
    (tmp_path / "\\x.md").touch()
    assert resolve_inside(tmp_path, "\\x.md") == tmp_path / "\\x.md"


def test_links_on_the_way_must_not_leave_the_vault(tmp_path: Path) -> None:
    root = tmp_path / "vault"
    root.mkdir()
    (tmp_path / "vault-2").mkdir()
    (root / "inside").mkdir()
    (root / "out").symlink_to(tmp_path)
    (root / "sibling").symlink_to(tmp_path / "vault-2")
    (root / "in").symlink_to(root / "inside")
    (root / "loop").symlink_to("loop")
    for relative in ("out", "out/x.md", "sibling/x.md", "sibling"):
        with pytest.raises(PathOutsideVaultError):
            resolve_inside(root, relative)
    assert resolve_inside(root, "in/x.md") == root / "in/x.md"
    assert resolve_inside(root, "loop/x.md") == root / "loop/x.md"


def test_only_regular_files_have_a_stat(make_vault: MakeVault) -> None:
    root = make_vault({"a.md": ""})
    (root / "link.md").symlink_to("a.md")
    assert stat_file(root / "a.md") is not None
    for name in ("link.md", "missing.md", "a.md/below.md", "."):
        assert stat_file(root / name) is None


def test_names_of_notes() -> None:
    assert all(map(is_note_name, ["a.md", "A.MD", "x/y.markdown", "Z.MarkDown"]))
    assert not any(map(is_note_name, ["a.txt", "md", "a.mdx", "a.md.bak", ""]))


def test_a_link_that_goes_while_it_is_looked_at_disturbs_nothing(
    make_vault: MakeVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make_vault({"kept.md": ""})
    (root / "link.md").symlink_to(root / "kept.md")
    realpath = os.path.realpath

    def gone(path: str | Path, *, strict: bool = False) -> str:
        if str(path).endswith("link.md"):
            raise FileNotFoundError(2, "No such file or directory", str(path))
        return realpath(path, strict=strict)

    monkeypatch.setattr("os.path.realpath", gone)
    assert [note.path for note in scan(root).notes] == ["kept.md"]
