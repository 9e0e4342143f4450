"""A link that is copied leads back to the note that it was copied from."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import MakeVault
from vaulttui.settings import VaultSettings
from vaulttui.vault.links.resolution import LinkResolver
from vaulttui.vault.links.written_links import written_links
from vaulttui.vault.markdown.inline import scan_inline

SETTINGS = VaultSettings()


def test_links_are_written_by_the_names_of_pages_or_else_of_files(make_vault: MakeVault) -> None:
    paths = ["pages/a___b.md", "journals/2025_07_04.md", "c.d.markdown"]
    root = make_vault({})
    assert written_links(root, paths, SETTINGS) == ["[[a___b]]", "[[2025_07_04]]", "[[c.d]]"]
    (root / "logseq").mkdir()
    (root / "logseq/config.edn").write_text("{}")
    assert written_links(root, paths, SETTINGS) == ["[[a/b]]", "[[Jul 4th, 2025]]", "[[c.d]]"]


@pytest.mark.parametrize(
    ("path", "link"),
    [
        ("a/v2.1.md", "[[v2.1]]"),
        ("50% done; it's.md", "[[50% done; it's]]"),
        ("C#/notes.md", "[[notes]]"),
        ("langs/C# notes.md", "[C# notes](langs/C%23%20notes.md)"),
        ("[draft] plan.md", r"[\[draft\] plan](%5Bdraft%5D%20plan.md)"),
        ("a|b.md", "[a|b](a%7Cb.md)"),
        (" blank.md", "[ blank](%20blank.md)"),
        ("re: x^2.md", "[re: x^2](re%3A%20x%5E2.md)"),
    ],
)
def test_a_name_that_no_wikilink_can_have_is_written_as_a_markdown_link(tmp_path: Path, path: str, link: str) -> None:
    assert written_links(tmp_path, [path], SETTINGS) == [link]


def test_a_heading_stands_behind_the_note(tmp_path: Path) -> None:
    paths = ["a/index.md", "C#.md"]
    links = ["[[index#What now?]]", "[C##What now?](C%23.md#What%20now%3F)"]
    assert written_links(tmp_path, paths, SETTINGS, "What now?") == links


@pytest.mark.parametrize(
    ("app", "links"),
    [
        ("{}", ["[[One]]", "[[b/two]]", "[[Pic.png.md]]"]),
        ('{"newLinkFormat": "shortest"}', ["[[One]]", "[[b/two]]", "[[Pic.png.md]]"]),
        ('{"newLinkFormat": "absolute"}', ["[[a/One]]", "[[b/two]]", "[[a/Pic.png.md]]"]),
        ('{"newLinkFormat": "relative"}', ["[[a/One]]", "[[b/two]]", "[[a/Pic.png.md]]"]),
    ],
)
def test_the_name_alone_is_written_where_it_says_enough_unless_obsidian_is_set_to_paths(
    make_vault: MakeVault, app: str, links: list[str]
) -> None:
    notes = ["a/One.md", "b/two.md", "a/Pic.png.md"]
    root = make_vault({path: "" for path in [*notes, "Two.md", "a/Pic.png"]} | {".obsidian/app.json": app})
    assert written_links(root, notes, SETTINGS) == links
    short = written_links(root, notes, VaultSettings(use_obsidian_settings=False))
    assert short == ["[[One]]", "[[b/two]]", "[[Pic.png.md]]"]


def test_in_a_vault_that_cannot_be_listed_now_links_have_their_folders(tmp_path: Path) -> None:
    assert written_links(tmp_path / "not mounted", ["a/One.md"], SETTINGS) == ["[[a/One]]"]


def test_an_excluded_file_of_its_name_gives_a_note_its_folder(make_vault: MakeVault) -> None:
    root = make_vault(
        {"Archive/Todo.md": "", "Projects/Todo.md": "", "built/x.md": "", "x.md": "", ".gitignore": "built"}
    )
    excluding = VaultSettings(exclude=("Archive/**",))
    assert written_links(root, ["Projects/Todo.md"], excluding) == ["[[Projects/Todo]]"]


def test_a_folder_of_its_name_does_not_give_a_note_its_ending(make_vault: MakeVault) -> None:
    paths = ["P/Foo.md", "P/Foo/x.md", "P/Foo/index.md", "P/Foo/Foo.md", "P/Bar", "P/Bar.md"]
    links = written_links(make_vault(dict.fromkeys(paths, "")), ["P/Foo.md", "P/Bar.md"], SETTINGS)
    assert links == ["[[P/Foo]]", "[[Bar.md]]"]
    assert LinkResolver(paths).resolve("P/Foo", "P/Foo/x.md") == "P/Foo.md"


NAMES = st.text(" ab#^|[](){}%&\\:.!é日`*_$~<>", min_size=1, max_size=6).filter(lambda name: not name.startswith("."))
PATHS = st.builds(
    lambda folder, name, ending: f"{folder}{name}{ending}",
    st.sampled_from(["", "one/", "one/two/", "C#/"]),
    NAMES,
    st.sampled_from([".md", ".md", ".markdown", ".md.md", ".png", ""]),
)


@given(st.lists(PATHS, min_size=1, max_size=6, unique=True))
def test_whatever_notes_are_called_their_links_lead_back_to_them(
    tmp_path_factory: pytest.TempPathFactory, paths: list[str]
) -> None:
    root = tmp_path_factory.mktemp("vault")
    for path in paths:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).touch()
    resolver = LinkResolver(paths)
    notes = [path for path in paths if path.endswith((".md", ".markdown"))]
    folders = {path.rpartition("/")[0] for path in paths} | {"elsewhere"}
    for path, link in zip(notes, written_links(root, notes, SETTINGS), strict=True):
        found, *others = scan_inline(link, {}).links
        assert not others
        for folder in folders:
            assert resolver.resolve(found.destination.target, f"{folder}/x.md" if folder else "x.md") == path, link
