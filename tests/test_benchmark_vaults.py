"""The vaults that the benchmarks measure are made of real text, the same ones every time."""

from __future__ import annotations

from pathlib import Path

import pytest

import vaulttui
from tests.benchmarks.scale.figures import Figure, read_json, table, write_json
from tests.benchmarks.scale.generator import Source, generate, read_source
from vaulttui.settings import VaultSettings
from vaulttui.vault.files.scan import scan_vault
from vaulttui.vault.reader import read_note


@pytest.fixture(scope="module")
def source() -> Source:
    return read_source(Path(vaulttui.__file__).parent / "demo" / "vault")


def contents(folder: Path) -> dict[str, tuple[bytes, float]]:
    return {
        path.relative_to(folder).as_posix(): (path.read_bytes(), path.stat().st_mtime) for path in folder.rglob("*.md")
    }


def test_the_same_seed_gives_the_same_vault_and_another_seed_another(source: Source, tmp_path: Path) -> None:
    for name, seed in (("one", 1), ("again", 1), ("other", 2)):
        generate(source, tmp_path / name, 30, seed)
    assert contents(tmp_path / "one") == contents(tmp_path / "again")
    assert contents(tmp_path / "one") != contents(tmp_path / "other")


def test_a_smaller_vault_is_the_beginning_of_a_larger_one(source: Source, tmp_path: Path) -> None:
    generate(source, tmp_path / "small", 20)
    written = generate(source, tmp_path / "large", 40)
    small, large = contents(tmp_path / "small"), contents(tmp_path / "large")
    assert len(small) == 20
    assert len(large) == 40
    assert small.items() <= large.items()
    assert written == sum(len(data) for data, _ in large.values())


def test_its_notes_are_like_those_of_the_source(source: Source, tmp_path: Path) -> None:
    generate(source, tmp_path, 60)
    settings = VaultSettings()
    notes = [read_note(tmp_path, file.path, settings) for file in scan_vault(tmp_path, settings).notes]
    assert len({note.modified.year for note in notes}) == 5
    assert all(note.created_source == "property:created" for note in notes)
    assert not [warning for note in notes for warning in note.warnings if warning.code.startswith("frontmatter")]
    assert {tag.name for note in notes for tag in note.tags} & set(source.tags)
    linked = [link.target for note in notes for link in note.links if link.target.rpartition(" ")[2].isdigit()]
    names = {note.path.rpartition("/")[2].removesuffix(".md") for note in notes}
    assert len(linked) > 30
    assert len(names & set(linked)) > 10
    assert len({chunk.text for note in notes for chunk in note.chunks}) > 120


def test_a_vault_without_text_cannot_be_a_source(tmp_path: Path) -> None:
    (tmp_path / "empty.md").write_text("")
    with pytest.raises(ValueError, match="no paragraphs"):
        read_source(tmp_path)


def test_figures_say_whether_a_target_is_met() -> None:
    def figure(samples: list[float], *, peer: list[float], target: float, relative: bool, more: bool) -> Figure:
        return Figure("row", "vault", 1, "s", samples, "peer", peer, "", target, relative, more)

    assert figure([1, 2, 9], peer=[], target=2, relative=False, more=False).met is True
    assert figure([3, 3, 3], peer=[], target=2, relative=False, more=False).met is False
    assert figure([8], peer=[2], target=4, relative=True, more=False).met is True
    assert figure([8], peer=[1], target=4, relative=True, more=False).met is False
    assert figure([8], peer=[4], target=1.8, relative=True, more=True).met is True
    assert figure([8], peer=[], target=4, relative=True, more=False).met is None


def test_figures_are_kept_as_they_were(tmp_path: Path) -> None:
    figures = [Figure("row", "vault", 1_000, "ms", [1.0, 2.0, 3.0], "rg", [], "rg is not on the PATH", 4.0)]
    write_json(figures, tmp_path / "figures.json")
    assert read_json(tmp_path / "figures.json") == figures
    assert "rg is not on the PATH" in table(figures)
