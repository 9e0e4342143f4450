"""Links through symbolic links lead to the one note that is indexed, as these links come, go and are aimed anew."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from tests.conftest import MakeVault, OpenVault, write_notes
from tests.index.test_background import start
from tests.index.test_indexing import BuildFresh, dump, found, fresh  # noqa: F401 - a fixture
from vaulttui.api import Vault
from vaulttui.index.progress import IndexChanged
from vaulttui.search.local.local_engine import LocalEngine
from vaulttui.search.syntax import parse_query
from vaulttui.tools.mcp.resources import note_text
from vaulttui.vault.links.symlinks import SYMLINKS

NOTES: Mapping[str, str | bytes] = {
    "a.md": "[[alias/Note]] and ![[alias/pic.png]]\n",
    "b.md": "[x](alias/Note.md)\n",
    "c.md": "[[Nickname]]\n",
    "real/Note.md": "# Title\n\nreally here\n",
    "other/Note.md": "another one\n",
    "real/pic.png": b"x",
}

Follow = Callable[[LocalEngine, str], object]


@pytest.fixture(params=["reconciled", "watched"])
def follow(request: pytest.FixtureRequest) -> Follow:
    """Brings an index up to date with a path that changed."""

    def reconcile(engine: LocalEngine, path: str) -> None:
        engine.refresh(embed=False)

    def watch(engine: LocalEngine, path: str) -> None:
        assert engine._opened.needs_scan([path])
        engine._opened.reconcile(lambda: False)

    return reconcile if request.param == "reconciled" else watch


@pytest.fixture
def root(make_vault: MakeVault) -> Path:
    """A vault with a symbolic link to a folder and one to a note."""
    root = make_vault(NOTES)
    (root / "alias").symlink_to("real")
    (root / "Nickname.md").symlink_to("real/Note.md")
    return root


def leads(engine: LocalEngine, path: str) -> list[str | None]:
    return [link.path for link in engine.note(path).links]


def test_links_through_symbolic_links_lead_to_the_note_that_is_indexed(root: Path, open_vault: OpenVault) -> None:
    engine = open_vault(root)
    assert found(engine, "really") == ["real/Note.md"]
    assert leads(engine, "a.md") == ["real/Note.md", "real/pic.png"]
    assert leads(engine, "b.md") == leads(engine, "c.md") == ["real/Note.md"]
    assert [link.path for link in engine.backlinks("real/Note.md")] == ["a.md", "b.md", "c.md"]
    assert found(engine, "is:unresolved") == []
    assert found(engine, "has:backlinks") == ["real/Note.md"]
    assert engine.warnings() == []


@pytest.mark.parametrize("name", ["alias/Note", "alias/Note.md", "ALIAS/note", "Nickname", "[[alias/Note#Title]]"])
def test_names_in_queries_go_through_symbolic_links(root: Path, open_vault: OpenVault, name: str) -> None:
    engine = open_vault(root)
    assert found(engine, f'links-to:"{name}"') == ["a.md", "b.md", "c.md"]
    assert found(engine, "linked-from:a links-to:nothing") == []
    assert engine.link_target(name) == "real/Note.md"
    (root / "real/Note.md").write_text("[[a]]")
    engine.refresh(embed=False)
    assert found(engine, f'linked-from:"{name}"') == ["a.md"]


def test_an_attachment_behind_a_symbolic_link_is_what_a_name_stands_for(root: Path, open_vault: OpenVault) -> None:
    assert open_vault(root).link_target("alias/pic.png") == "real/pic.png"


@pytest.mark.parametrize("name", ["alias/pic.png", "[[alias/pic.png]]", "ALIAS/Pic.png", "/alias/pic.png", "shown.png"])
def test_names_of_attachments_in_queries_go_through_symbolic_links(
    root: Path, open_vault: OpenVault, name: str
) -> None:
    write_notes(root, {"d.md": "another\n\n![[shown.png]]\n", "e.md": "![[other/pic.png]] ![[alias/none.png]]"})
    (root / "shown.png").symlink_to("real/pic.png")
    engine = open_vault(root)
    assert found(engine, f"links-to:{name}") == ["a.md", "d.md"]
    hits = engine.search(parse_query(f"links-to:{name} sort:name")).hits
    assert [(hit.path, hit.line) for hit in hits] == [("a.md", 1), ("d.md", 3)]


@pytest.mark.parametrize("address", ["/alias/", "alias/", "[[/alias/#Title]]", "/alias/sub/", "sub/", "alias/sub/"])
def test_addresses_in_queries_go_through_symbolic_links(root: Path, open_vault: OpenVault, address: str) -> None:
    write_notes(
        root, {"real/_index.md": "[[a]]", "real/sub/README.md": "[[a]]", "f.md": "[x](/alias/) [y](/alias/sub/)"}
    )
    engine = open_vault(root)
    assert found(engine, f"links-to:{address}") == ["f.md"]
    assert found(engine, f"linked-from:{address}") == ["a.md"]


def test_paths_of_notes_and_scopes_may_go_through_symbolic_links(root: Path, open_vault: OpenVault) -> None:
    engine = open_vault(root)
    vault = Vault(engine)
    for path in ("alias/Note.md", "Nickname.md"):
        assert vault.note(path).path == "real/Note.md"
        assert len(vault.backlinks(path)) == 3
        assert "really" in note_text(engine, path)
    for scope in ("alias/Note.md", "alias", "Nickname.md", "alias/Note"):
        hits = vault.tools.search(queries=["*"], mode="fast", scopes=[scope])
        assert {hit["path"] for hit in hits} == ({"real/Note.md"}), scope
    assert json.loads(vault.tools.find_notes(folder="alias"))["results"] == ["real/Note.md"]


def test_links_follow_when_a_symbolic_link_comes_goes_or_is_aimed_anew(
    make_vault: MakeVault,
    open_vault: OpenVault,
    fresh: BuildFresh,  # noqa: F811 - pytest's way
    follow: Follow,
) -> None:
    root = make_vault(NOTES)
    engine = open_vault(root)
    told: list[object] = []
    engine.subscribe(told.append)

    def changed(path: str) -> None:
        told.clear()
        follow(engine, path)
        assert any(isinstance(event, IndexChanged) for event in told)
        assert dump(engine) == fresh(root)

    assert found(engine, "is:unresolved") == ["a.md", "b.md", "c.md"]
    (root / "alias").symlink_to("real")
    changed("alias")
    assert leads(engine, "b.md") == ["real/Note.md"]
    assert found(engine, "links-to:alias/Note") == ["a.md", "b.md"]
    (root / "alias").unlink()
    (root / "alias").symlink_to("other")
    changed("alias")
    assert leads(engine, "b.md") == ["other/Note.md"]
    (root / "alias").unlink()
    changed("alias")
    assert leads(engine, "b.md") == [None]
    (root / "Nickname.md").symlink_to("real/Note.md")
    changed("Nickname.md")
    assert leads(engine, "c.md") == ["real/Note.md"]
    (root / "Nickname.md").unlink()
    changed("Nickname.md")
    assert leads(engine, "c.md") == [None]


def test_links_follow_when_what_is_behind_a_symbolic_link_comes_and_goes(
    root: Path,
    open_vault: OpenVault,
    fresh: BuildFresh,  # noqa: F811
) -> None:
    (root / "real/Note.md").unlink()
    engine = open_vault(root)
    assert found(engine, "is:unresolved") == ["a.md", "b.md", "c.md"]
    write_notes(root, {"real/Note.md": "# Title\n\nreally here\n"})
    assert engine.index_note("real/Note.md")
    assert leads(engine, "b.md") == leads(engine, "c.md") == ["real/Note.md"]
    assert dump(engine) == fresh(root)
    (root / "real/Note.md").unlink()
    engine.index_note("real/Note.md")
    assert found(engine, "is:unresolved") == ["a.md", "b.md", "c.md"]
    assert dump(engine) == fresh(root)


def test_symbolic_links_are_known_to_an_index_that_is_opened_again(root: Path, open_vault: OpenVault) -> None:
    open_vault(root).close()
    engine = open_vault(root, refresh=False)
    write_notes(root, {"d.md": "[[alias/Note]]"})
    engine.index_note("d.md")
    assert leads(engine, "d.md") == ["real/Note.md"]
    assert engine.stale_notes() == ()


def test_symbolic_links_in_a_folder_that_cannot_be_listed_stay(
    make_vault: MakeVault, open_vault: OpenVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make_vault({"real/Note.md": "", "shelf/x.md": "", "a.md": "[[shelf/alias/Note]]"})
    (root / "shelf/alias").symlink_to("../real")
    engine = open_vault(root)
    scandir = os.scandir

    def refuse(path: str) -> object:
        if Path(path).name == "shelf":
            raise PermissionError(13, "Permission denied", path)
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refuse)
    engine.refresh(embed=False)
    assert leads(engine, "a.md") == ["real/Note.md"]


def test_a_vault_without_symbolic_links_keeps_none(make_vault: MakeVault, open_vault: OpenVault) -> None:
    engine = open_vault(make_vault(NOTES))
    assert engine._opened.meta.get(SYMLINKS) is None


def test_a_cleared_index_has_no_symbolic_links(root: Path, open_vault: OpenVault) -> None:
    engine = open_vault(root)
    engine.clear()
    assert engine._opened.meta.get(SYMLINKS) is None
    engine.refresh(embed=False)
    assert leads(engine, "b.md") == ["real/Note.md"]


def test_a_symbolic_link_that_is_made_is_noticed(make_vault: MakeVault, tmp_path: Path) -> None:
    root = make_vault(NOTES)
    engine, ear = start(root, tmp_path)
    try:
        ear.wait_until_settled()
        (root / "Nickname.md").symlink_to("real/Note.md")
        ear.wait(lambda _: leads(engine, "c.md") == ["real/Note.md"])
        (root / "Nickname.md").unlink()
        ear.wait(lambda _: leads(engine, "c.md") == [None])
    finally:
        engine.close()
