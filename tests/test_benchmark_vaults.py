"""The vaults that the benchmarks measure are made of real text, the same ones every time; how that is measured."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path
from subprocess import PIPE

import pytest

import vaulttui
from tests.benchmarks.scale.figures import Figure, read_json, table, write_json
from tests.benchmarks.scale.generator import Source, generate, read_source
from tests.benchmarks.scale.interface import empty_memory
from tests.benchmarks.scale.measuring import percentile
from tests.benchmarks.scale.peers import ripgrep
from tests.benchmarks.scale.processes import TaskFailedError, memory
from tests.benchmarks.scale.questions import Question
from tests.benchmarks.scale.saving import Saver
from tests.benchmarks.scale.vaults import copied_vault, made_vault
from tests.benchmarks.search_latency import Words
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


def test_a_vault_that_was_written_in_part_is_written_anew(source: Source, tmp_path: Path) -> None:
    whole = made_vault(source, tmp_path, 20, 1)
    half = tmp_path / f"{whole.name}.part"
    whole.rename(half)
    kept = sorted(half.rglob("*.md"))
    kept[0].unlink()
    (half / "left.md").write_text("Of a run that was broken off.\n")
    assert made_vault(source, tmp_path, 20, 1) == whole
    assert len(contents(whole)) == 20
    assert "left.md" not in contents(whole)


def test_a_vault_that_is_there_is_used_again_for_the_same_source_alone(source: Source, tmp_path: Path) -> None:
    other = read_source_of(tmp_path / "other", "Another paragraph.")
    made = made_vault(source, tmp_path / "vaults", 5, 1)
    before = contents(made)
    assert made_vault(source, tmp_path / "vaults", 5, 1) == made
    assert contents(made) == before
    assert contents(made_vault(other, tmp_path / "vaults", 5, 1)) != before


def read_source_of(folder: Path, text: str) -> Source:
    folder.mkdir(parents=True)
    (folder / "note.md").write_text(f"{text}\n")
    return read_source(folder)


def test_a_vault_of_the_same_name_with_other_notes_is_copied_as_well(tmp_path: Path) -> None:
    for folder in ("one", "two"):
        (tmp_path / folder / "notes").mkdir(parents=True)
        (tmp_path / folder / "notes" / f"{folder}.md").write_text("Text.\n")
    copies = [copied_vault(tmp_path / folder / "notes", tmp_path / "vaults") for folder in ("one", "two", "one")]
    assert [list(contents(copy)) for copy in copies] == [["one.md"], ["two.md"], ["one.md"]]


def test_only_notes_of_the_vault_are_saved(tmp_path: Path) -> None:
    for path in ("note.md", ".trash/thrown away.md", ".obsidian/template.md", "drafts/ignored.md"):
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text("Text.\n")
    (tmp_path / ".gitignore").write_text("drafts/\n")
    with Saver(tmp_path) as saver:
        assert {saver.path(saver.choose()) for _ in range(30)} == {"note.md"}


def test_a_percentile_is_a_value_that_so_many_do_not_exceed() -> None:
    assert percentile(range(1, 101), 0.95) == 95
    assert percentile(range(1, 21), 0.95) == 19
    assert percentile(range(1, 20), 0.95) == 19
    assert percentile(range(1, 97), 0.5) == 48
    assert percentile([7], 0.95) == 7
    assert percentile([1, 2], 0.0) == 1


def test_a_peer_is_asked_for_an_unfinished_word_as_one() -> None:
    assert Question("prefix", "note vie", ("note", "vie"), typing=True).fts5 == '"note" OR "vie"*'
    assert Question("three words", "note view", ("note", "view")).fts5 == '"note" OR "view"'


def test_a_program_that_fails_is_not_measured(tmp_path: Path) -> None:
    failing = tmp_path / "failing"
    failing.write_text("#!/bin/sh\necho broken >&2\nexit 2\n")
    failing.chmod(0o755)
    found = ripgrep(tmp_path, [Question("common word", "note", ("note",))], 1, str(failing))
    assert (found.queries, found.missing) == ([], "ended with 2: broken")
    with pytest.raises(TaskFailedError, match="ready"):
        empty_memory({"PYTHONHOME": str(tmp_path)})


@pytest.mark.skipif(not Path("/proc/self/smaps_rollup").exists(), reason="the system does not tell")
def test_memory_that_is_shared_with_who_measures_counts_whole_and_once() -> None:
    assert "duckdb" in sys.modules
    child = "import duckdb; print(flush=True); input()"
    parent = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {child!r}])"
    with subprocess.Popen([sys.executable, "-c", child], stdin=PIPE, stdout=PIPE) as alone:
        with subprocess.Popen([sys.executable, "-c", parent], stdin=PIPE, stdout=PIPE) as both:
            for process in (alone, both):
                assert process.stdout is not None
                process.stdout.readline()
            resident = int(Path(f"/proc/{alone.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
            assert memory(alone.pid) == pytest.approx(resident, rel=0.05)
            assert resident < memory(both.pid) < resident + 20  # the parent's own objects; no library again
            both.communicate(b"\n")
        alone.communicate(b"\n")


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


def test_no_query_is_asked_twice() -> None:
    vault, settings = Path(vaulttui.__file__).parent / "demo" / "vault", VaultSettings()
    notes = [read_note(vault, file.path, settings) for file in scan_vault(vault, settings).notes]
    for seed in range(5):
        texts = [question.text for question in Words(notes, random.Random(seed)).questions(20)]
        assert len(set(texts)) == len(texts) == 200
