"""Links through the symbolic links of a vault lead to the file where it really is."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import MakeVault
from vaulttui.settings import VaultSettings
from vaulttui.vault.files.scan import digest_of_vault, scan_vault
from vaulttui.vault.links.resolution import LinkResolver
from vaulttui.vault.links.symlinks import SymlinkedPaths, decode_symlinks, encode_symlinks

PLAIN = VaultSettings()


def symlinks(root: Path, settings: VaultSettings = PLAIN) -> dict[str, str]:
    return dict(scan_vault(root, settings).symlinks)


def test_links_within_the_vault_are_listed_with_where_they_lead(make_vault: MakeVault, tmp_path: Path) -> None:
    root = make_vault({"real/deep/a.md": "", ".hidden/x": "", ".gitignore": "ignored\n"})
    leads: dict[str, str | Path] = {
        "alias": root / "real",
        "B.md": root / "real/deep/a.md",
        "real/up": "..",
        "real/deep/self": "self",
        "through": root / "alias/deep",
        "relative": "real/deep",
        "dead": root / "nowhere",
        "ignored": root / "real",
        ".dot": root / "real",
        "out": tmp_path,
        "sibling": f"{root}-2",
    }
    for link, target in leads.items():
        (root / link).symlink_to(target)
    assert symlinks(root) == {
        "alias": "real",
        "B.md": "real/deep/a.md",
        "real/up": "",
        "through": "real/deep",
        "relative": "real/deep",
        "dead": "nowhere",
    }


def test_links_of_a_vault_that_is_reached_by_a_link_are_within_it(make_vault: MakeVault, tmp_path: Path) -> None:
    root = make_vault({"real/a.md": ""})
    (tmp_path / "vault link").symlink_to(root)
    (root / "alias").symlink_to(tmp_path / "vault link/real")
    assert symlinks(tmp_path / "vault link") == {"alias": "real"}


def test_a_scan_whose_links_lead_elsewhere_has_another_digest(make_vault: MakeVault) -> None:
    root = make_vault({"a/x.md": "", "b/x.md": ""})
    (root / "b").touch()
    digests = {digest_of_vault(root, PLAIN)}
    for place in ("a", "b"):
        (root / "alias").unlink(missing_ok=True)
        (root / "alias").symlink_to(place)
        digests.add(digest_of_vault(root, PLAIN))
    assert len(digests) == 3


def test_a_link_that_does_not_answer_is_not_known_to_be_gone(
    make_vault: MakeVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make_vault({"a.md": ""})
    (root / "alias").symlink_to("a.md")

    class Silent:
        def call(self, folder: str, function: object, *arguments: object) -> object:
            if str(arguments[0]).endswith("alias"):
                raise TimeoutError(110, "the file system did not answer", folder)
            return function(*arguments)  # type: ignore[operator]

    monkeypatch.setattr("vaulttui.vault.files.scan.PATIENCE", Silent())
    assert scan_vault(root, PLAIN).unreadable_folders == ("alias",)


FILES = ["real/Note.md", "real/deep/Other.md", "real/pic.png", "real/index.md", "x/src.md", "Straße/é.md"]
LINKS = {
    "alias": "real",
    "x/near": "real/deep",
    "Nickname.md": "real/Note.md",
    "x/y/far": "real",
    "real/deep/loop": "",
    "ALIAS/never": "real",
    "umlaut": "Straße",
    "photo.png": "real/pic.png",
}


@pytest.mark.parametrize(
    ("target", "source", "found"),
    [
        ("alias/Note", "a.md", "real/Note.md"),
        ("alias/Note.md", "a.md", "real/Note.md"),
        ("ALIAS/note", "a.md", "real/Note.md"),
        ("alias\\Note", "a.md", "real/Note.md"),
        ("/alias/Note", "x/src.md", "real/Note.md"),
        ("./alias/Note.md", "a.md", "real/Note.md"),
        ("../alias/Note.md", "x/src.md", "real/Note.md"),
        ("./alias/Note.md", "x/src.md", None),
        ("alias/deep/../Note", "a.md", "real/Note.md"),
        ("alias/pic.png", "a.md", "real/pic.png"),
        ("alias/", "a.md", "real/index.md"),
        ("/alias/", "a.md", "real/index.md"),
        ("alias/nothing", "a.md", None),
        ("Nickname", "x/src.md", "real/Note.md"),
        ("nickname.md", "a.md", "real/Note.md"),
        ("photo.png", "x/src.md", "real/pic.png"),
        ("near/Other", "x/src.md", "real/deep/Other.md"),
        ("near/Other", "a.md", "real/deep/Other.md"),  # the shortest path that ends so
        ("far/Note", "a.md", "real/Note.md"),
        ("y/far/Note", "a.md", "real/Note.md"),
        ("z/far/Note", "a.md", None),
        ("alias/deep/loop/alias/deep/loop/real/Note", "a.md", "real/Note.md"),
        ("alias/deep/loop/real/deep/loop/real/deep/Other", "a.md", "real/deep/Other.md"),
        ("umlaut/e\u0301", "a.md", "Straße/é.md"),
        ("alias", "a.md", None),
        ("alias/..", "a.md", None),
        ("../../alias/Note", "x/src.md", None),
        ("real/Note", "a.md", "real/Note.md"),
    ],
)
def test_links_through_symbolic_links_lead_to_the_real_file(target: str, source: str, found: str | None) -> None:
    assert LinkResolver(FILES, symlinks=LINKS).resolve(target, source) == found


def test_what_is_really_there_comes_before_symbolic_links() -> None:
    resolver = LinkResolver([*FILES, "b/alias/Note.md"], symlinks=LINKS)
    assert resolver.resolve("alias/Note", "a.md") == "b/alias/Note.md"
    resolver.discard("b/alias/Note.md")
    assert resolver.resolve("alias/Note", "a.md") == "real/Note.md"
    resolver.discard("real/Note.md")
    assert resolver.resolve("alias/Note", "a.md") is None


def test_links_that_seem_to_lead_to_one_another_end() -> None:
    paths = SymlinkedPaths({"a": "b", "b": "a", "c": "c"})
    assert list(paths.real_paths("a/b/a/x.md", "")) == ["b/b/a/x.md"]
    assert list(paths.real_paths("c/c/x.md", "")) == ["c/c/x.md"]


def test_symbolic_links_are_kept_as_they_are() -> None:
    assert decode_symlinks(encode_symlinks(LINKS)) == LINKS
    assert decode_symlinks(None) == {}


_PARTS = st.lists(st.sampled_from("aAbc"), min_size=1, max_size=4).map("/".join)


@given(st.dictionaries(_PARTS, _PARTS, max_size=6), _PARTS, st.one_of(st.just(""), _PARTS))
def test_the_exact_link_is_meant_then_the_one_beside_the_note_then_the_shortest_path_that_ends_so(
    symlinks: dict[str, str], target: str, folder: str
) -> None:
    real = {path.lower(): place for path, place in symlinks.items()}

    def followed(place: str, parts: list[str]) -> str:
        for part in parts:
            place = f"{place}/{part}"
            place = real.get(place.lower(), place)
        return place

    parts = target.split("/")
    found = []
    for depth in range(1, len(parts) + 1):
        begin = "/".join(parts[:depth]).lower()
        for link in [link for link in real if f"/{link}".endswith(f"/{begin}")]:
            beside = bool(folder) and link == f"{folder.lower()}/{begin}"
            length = link.count("/") + len(parts) - depth
            found.append((link != begin, not beside, length, len(link), link, followed(real[link], parts[depth:])))
    expected = list(dict.fromkeys(place for *_, place in sorted(found)))
    assert list(SymlinkedPaths(symlinks).real_paths(target, folder)) == expected
