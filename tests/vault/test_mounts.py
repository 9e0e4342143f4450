"""Where the system does not hear of all changes is told by what a folder lies on."""

from __future__ import annotations

from pathlib import Path

import pytest

from vaulttui.vault.files.mounts import changes_unheard


@pytest.fixture
def mounted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A list of mounts in place of the system's, for others to write."""
    path = tmp_path / "mountinfo"
    monkeypatch.setattr("vaulttui.vault.files.mounts._MOUNTS", path)
    return path


def mount(point: str | Path, kind: str) -> str:
    escaped = str(point).replace("\\", "\\134").replace(" ", "\\040")
    return f"36 35 98:0 / {escaped} rw,noatime master:1 shared:2 - {kind} /dev/root rw,errors=continue\n"


@pytest.mark.parametrize(
    ("kind", "unheard"),
    [("ext4", False), ("nfs4", True), ("cifs", True), ("fuse", True), ("fuse.sshfs", True), ("fuseblk", False)],
)
def test_a_folder_is_what_the_innermost_disk_around_it_is(
    mounted: Path, tmp_path: Path, kind: str, *, unheard: bool
) -> None:
    vault = tmp_path / "my notes" / "vault"
    mounted.write_text(mount(vault.parent, kind) + mount("/", "ext4") + mount(f"{vault}s", "nfs"))
    assert changes_unheard(vault) is unheard
    mounted.write_text(mount(vault.parent, kind) + mount(vault, "ext4") + mount("/", "nfs"))
    assert not changes_unheard(vault)


def test_of_several_disks_at_one_place_the_last_one_counts(mounted: Path, tmp_path: Path) -> None:
    mounted.write_text(mount(tmp_path, "ext4") + mount(tmp_path, "nfs"))
    assert changes_unheard(tmp_path)
    mounted.write_text(mount(tmp_path, "nfs") + mount(tmp_path, "ext4"))
    assert not changes_unheard(tmp_path)


def test_a_network_disk_within_a_folder_counts(mounted: Path, tmp_path: Path) -> None:
    mounted.write_text(mount("/", "ext4") + mount(tmp_path / "a b" / "shared", "nfs"))
    assert changes_unheard(tmp_path)
    assert not changes_unheard(tmp_path / "a")


def test_where_the_system_says_nothing_all_is_taken_to_be_heard(mounted: Path, tmp_path: Path) -> None:
    assert not changes_unheard(tmp_path)
    mounted.write_text("")
    assert not changes_unheard(tmp_path)
    mounted.write_text("odd\n\n")
    assert not changes_unheard(tmp_path)
