"""The Python interface, as a program uses it."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import MakeVault
from vaulttui import VaultTuiError, open_vault
from vaulttui.errors import IndexFault, NoteNotFoundError, UsageError, VaultNotFoundError
from vaulttui.settings import EmbeddingSettings, Settings

WORDS_ONLY = Settings(embedding=EmbeddingSettings(enabled=False))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"limit": -1}, "limit must be an integer of at least 0, got -1"),
        ({"offset": -1}, "offset must be an integer of at least 0, got -1"),
        ({"max_per_note": -1}, "max_per_note must be an integer of at least 0, got -1"),
        ({"context_lines": -1}, "context_lines must be an integer from 0 to 1000, got -1"),
        ({"min_score": 5}, "min_score must be a number from 0 to 1, got 5"),
        ({"mode": "psychic"}, "There is no mode 'psychic'"),
    ],
)
def test_a_search_with_a_number_out_of_its_range_is_refused(
    make_vault: MakeVault, tmp_path: Path, arguments: dict[str, Any], message: str
) -> None:
    root = make_vault({"a.md": "boat", "b.md": "boat", "c.md": "boat"})
    with open_vault(root, tmp_path / "index.duckdb", settings=WORDS_ONLY) as vault:
        vault.refresh()
        assert [hit.path for hit in vault.search("boat", offset=1, limit=1).hits] == ["b.md"]
        with pytest.raises(UsageError, match=message):
            vault.search("boat", **arguments)
        for limit in (-1, 0):
            with pytest.raises(UsageError, match="limit must be an integer of at least 1"):
                vault.find("", limit=limit)


def test_a_property_without_a_key_is_refused(make_vault: MakeVault, tmp_path: Path) -> None:
    root = make_vault({"a.md": "---\nstatus: done\n---\n", "b.md": "boat"})
    wrong: tuple[Any, ...] = ({"value": "done"}, {"key": "status", "equals": "done"}, "status")
    with open_vault(root, tmp_path / "index.duckdb", settings=WORDS_ONLY) as vault:
        assert [found.path for found in vault.find(property={"key": "status"})] == ["a.md"]
        for given in wrong:
            with pytest.raises(UsageError, match="property must be an object"):
                vault.find(property=given)


def test_names_are_found_as_agents_find_them(make_vault: MakeVault, tmp_path: Path) -> None:
    root = make_vault({"a.md": "#work", "b.md": "#work/rust", "c.md": "#home", "d.png": b"\x89"})
    with open_vault(root, tmp_path / "index.duckdb", settings=WORDS_ONLY) as vault:
        vault.refresh()
        for tag in ("work", "#work", " #work ", "work/"):
            assert [found.path for found in vault.find(tag=tag)] == ["a.md", "b.md"]
        for nothing in (" ", "#", None):
            assert len(vault.find(tag=nothing)) == 4
        assert [found["path"] for found in vault.tools.find(tag=" #work ")] == ["a.md", "b.md"]


@pytest.mark.parametrize("given", [None, 5, ["boat"]])
def test_what_is_no_text_is_refused(make_vault: MakeVault, tmp_path: Path, given: Any) -> None:
    root = make_vault({"a.md": "boat"})
    with open_vault(root, tmp_path / "index.duckdb", settings=WORDS_ONLY) as vault:
        with pytest.raises(UsageError, match="text must be a text, got"):
            vault.search(given)
        with pytest.raises(UsageError, match="text must be a text, got"):
            vault.facets(given)


@pytest.mark.parametrize("given", [None, 5, b"a.md"])
def test_what_is_no_path_is_refused(make_vault: MakeVault, tmp_path: Path, given: Any) -> None:
    root = make_vault({"a.md": "boat"})
    with open_vault(root, tmp_path / "index.duckdb", settings=WORDS_ONLY) as vault:
        for asked in (vault.note, vault.backlinks):
            with pytest.raises(UsageError, match="path must be a text or a path, got"):
                asked(given)


def test_a_note_is_named_by_a_path_as_by_its_text(make_vault: MakeVault, tmp_path: Path) -> None:
    root = make_vault({"Log/a.md": "boat", "b.md": "[[a]]", ".trash/c.md": "car"})
    with open_vault(root, tmp_path / "index.duckdb", settings=WORDS_ONLY) as vault:
        vault.refresh()
        assert vault.note(Path("Log", "a.md")) == vault.note("Log/a.md")
        assert [link.path for link in vault.backlinks(Path("Log", "a.md"))] == ["b.md"]
        with pytest.raises(NoteNotFoundError, match=r"There is no note '\.trash/c\.md'"):
            vault.note(Path(".trash", "c.md"))


@pytest.mark.parametrize("given", [date(2025, 7, 14), "2025-07-14", 0])
def test_the_present_is_a_moment(make_vault: MakeVault, tmp_path: Path, given: Any) -> None:
    with (
        open_vault(make_vault({"a.md": "boat"}), tmp_path / "index.duckdb", settings=WORDS_ONLY) as vault,
        pytest.raises(UsageError, match="now must be a datetime, got"),
    ):
        vault.search("modified:today", now=given)


def test_a_hit_tells_its_lines_and_a_score_that_finds_it_again(make_vault: MakeVault, tmp_path: Path) -> None:
    root = make_vault(
        {"a.md": "# Boat\n\na boat\n", "b.md": "boat and sail, and much more than that", "c.md": "x boat y"}
    )
    with open_vault(root, tmp_path / "index.duckdb", settings=WORDS_ONLY) as vault:
        vault.refresh()
        hits = vault.search("boat sail").hits
        assert {hit.path: hit.lines for hit in hits} == {"a.md": "1-3", "b.md": "1-1", "c.md": "1-1"}
        for place, hit in enumerate(hits, 1):
            assert round(hit.shown_score, 4) == hit.shown_score
            assert len(vault.search("boat sail", min_score=hit.shown_score).hits) >= place


def test_limits_count_notes_and_hits_of_one_follow_each_other(make_vault: MakeVault, tmp_path: Path) -> None:
    root = make_vault({"a.md": "# A\n\nboat\n\n# B\n\nboat boat\n", "b.md": "# C\n\nboat and more\n"})
    with open_vault(root, tmp_path / "index.duckdb", settings=WORDS_ONLY) as vault:
        vault.refresh()
        found = vault.search("boat", limit=1, max_per_note=0)
        assert [(hit.path, hit.first_line) for hit in found.hits] == [("a.md", 5), ("a.md", 1)]
        assert (len({hit.score for hit in found.hits}), found.total, found.has_more) == (1, 2, True)
        assert [hit.path for hit in vault.search("boat", offset=1, max_per_note=0).hits] == ["b.md"]
        found = vault.search("boat", limit=1, group_by="chunk", max_per_note=0)
        assert (len(found.hits), found.total) == (1, 3)


def test_the_text_wins_over_arguments_and_its_limit_bounds_all_pages(make_vault: MakeVault, tmp_path: Path) -> None:
    root = make_vault({f"{number:02}.md": "boat" for number in range(30)})
    with open_vault(root, tmp_path / "index.duckdb", settings=WORDS_ONLY) as vault:
        vault.refresh()
        assert len(vault.search("boat").hits) == 20
        assert len(vault.search("boat limit:25").hits) == 25
        pages = [vault.search("boat limit:3", limit=2, offset=offset) for offset in (0, 2)]
        assert [[hit.path for hit in page.hits] for page in pages] == [["00.md", "01.md"], ["02.md"]]
        assert [(page.has_more, page.total) for page in pages] == [(True, 30), (False, 30)]
        pages = [vault.search("boat limit:25", limit=20, offset=offset) for offset in (0, 20)]
        assert [len(page.hits) for page in pages] == [20, 5], "20 was given, and is a page"
        found = vault.search("boat mode:keyword", mode="semantic")
        assert found.mode == "keyword"
        assert found.warnings == ("mode:keyword in the query counts, not the mode semantic.",)


def test_contents_have_lines_around_them_if_asked_for(make_vault: MakeVault, tmp_path: Path) -> None:
    root = make_vault({"a.md": "one\n\n# Boat\n\nboat\n\n# Three\nfour\nfive\n"})
    with open_vault(root, tmp_path / "index.duckdb", settings=WORDS_ONLY) as vault:
        vault.refresh()
        (hit,) = vault.search("boat", context_lines=2).hits
        assert hit.content == "one\n\n# Boat\n\nboat\n\n# Three\nfour"
        assert hit.lines == "3-6"


def test_a_group_or_order_that_there_is_not_is_refused(make_vault: MakeVault, tmp_path: Path) -> None:
    root = make_vault({"Boat/a.md": "boat"})
    with open_vault(root, tmp_path / "index.duckdb", settings=WORDS_ONLY) as vault:
        with pytest.raises(UsageError, match="group_by must be one of"):
            vault.search("boat", group_by="page")  # type: ignore[arg-type]
        with pytest.raises(UsageError, match="sort must be one of"):
            vault.find(sort="colour")


def test_a_folder_to_find_in_is_one_of_the_vault(make_vault: MakeVault, tmp_path: Path) -> None:
    root = make_vault({"Boat/a.md": "boat"})
    with open_vault(root, tmp_path / "index.duckdb", settings=WORDS_ONLY) as vault:
        assert [file.path for file in vault.find(path="./Boat/")] == ["Boat/a.md"]
        assert [file.path for file in vault.find("./Boat/")] == ["Boat", "Boat/a.md"]
        for outside in ("..", "/etc"):
            with pytest.raises(UsageError, match="Path must be within vault"):
                vault.find(path=outside)
        with pytest.raises(UsageError, match="Folder not found: Car"):
            vault.find(path="Car")


def test_a_named_index_is_never_taken_for_a_folder_or_a_note(make_vault: MakeVault, tmp_path: Path) -> None:
    root = make_vault({"a.md": "boat", "empty.md": ""})
    for named in (root, tmp_path, root / "a.md", root / "empty.md"):
        message = "is a folder" if named.is_dir() else "is no index"
        with pytest.raises(IndexFault, match=message), open_vault(root, named, settings=WORDS_ONLY):
            pytest.fail("it was opened")
    assert sorted(path.name for path in root.iterdir()) == ["a.md", "empty.md"]
    assert sorted(path.name for path in tmp_path.iterdir()) == [root.name]


def test_a_named_index_may_have_any_name(make_vault: MakeVault, tmp_path: Path) -> None:
    root = make_vault({"a.md": "boat"})
    for _ in range(2):
        with open_vault(root, tmp_path / "notes.index", settings=WORDS_ONLY) as vault:
            assert vault.refresh().notes == 1


def test_the_index_may_lie_in_the_users_folder(
    make_vault: MakeVault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make_vault({"a.md": "boat"})
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    with open_vault(root, "~/index.duckdb", settings=WORDS_ONLY) as vault:
        assert vault.status().index_path == str(tmp_path / "home" / "index.duckdb")
    assert not (tmp_path / "~").exists()


@pytest.mark.parametrize("path", ["", "~nobody-has-this-name/notes", "/no/such/folder", "a\0b", __file__])
def test_a_vault_that_is_not_there_is_told_and_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    monkeypatch.setenv("VAULTTUI_CACHE_DIR", str(tmp_path / "cache"))
    with pytest.raises(VaultNotFoundError, match=r"name (the|its) "), open_vault(path, settings=WORDS_ONLY):
        pytest.fail("it was opened")
    assert not (tmp_path / "cache").exists()


@pytest.mark.parametrize("cache", ["/elsewhere", "cache"])
def test_a_link_that_leads_to_itself_is_no_vault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cache: str) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("VAULTTUI_CACHE_DIR", cache)
    (tmp_path / "loop").symlink_to("loop")
    with pytest.raises(VaultTuiError, match="is no folder"), open_vault("loop", settings=WORDS_ONLY):
        pytest.fail("it was opened")


def test_a_note_is_one_that_the_vault_lists(make_vault: MakeVault, tmp_path: Path) -> None:
    root = make_vault(
        {"a.md": "---\nx: 1\n---\n[[a]]", "b/c.md": "[[a]]", ".obsidian/app.json": "{}", ".gitignore": "b/secret.md"}
    )
    (root / "b/secret.md").write_text("secret")
    with open_vault(root, tmp_path / "index.duckdb", settings=WORDS_ONLY) as vault:
        vault.refresh()
        (root / "b/new.md").write_text("not indexed yet")
        assert vault.note("b/new.md").text == "not indexed yet"
        for excluded in ("b/secret.md", ".obsidian/app.json", ".gitignore"):
            with pytest.raises(NoteNotFoundError, match="There is no note"):
                vault.note(excluded)
        assert (vault.note("./a.md").path, vault.note("./a.md").properties) == ("a.md", {"x": 1})
        assert [link.path for link in vault.backlinks("./a.md")] == ["b/c.md"]
