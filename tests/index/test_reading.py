"""Reading notes in worker processes: what is read, what a death costs, that scripts without a guard survive."""

from __future__ import annotations

import gc
import importlib
import os
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import MakeVault
from tests.interrupting import written_by_an_interrupted
from vaulttui.index.reading import batches as reading_batches
from vaulttui.index.reading.batches import ReadRequest, read_batch, read_batches
from vaulttui.index.reading.columns import NoteBatch
from vaulttui.index.reading.tokenizer import JOINTS
from vaulttui.index.reading.worker import BOOT, WorkerDiedError, WorkerProcess
from vaulttui.settings import VaultSettings


def die_of(marker: str) -> None:
    """Stands for a parser that takes its process down."""
    os._exit(7)


class Knot:
    """Holds itself, so that only the collector can take it."""

    def __init__(self) -> None:
        self.itself = self


def collections_with_a_knot() -> int:
    """Leave garbage behind; returns how many full collections there were so far, or -1 if there may be one any time."""
    Knot()
    return -1 if gc.isenabled() else int(gc.get_stats()[2]["collections"])


def knots() -> int:
    return sum(isinstance(each, Knot) for each in gc.get_objects())


def fail() -> None:
    raise ValueError("on purpose")


def requests(root: Path) -> list[ReadRequest]:
    return [ReadRequest(path.name, path.stat().st_size) for path in sorted(root.glob("*.md"))]


def test_every_note_is_in_exactly_one_batch(make_vault: MakeVault) -> None:
    root = make_vault({f"n{number}.md": f"text {number} " * 200 for number in range(700)})
    paths = [
        path for batch in read_batches(root, requests(root), VaultSettings(), lambda: False) for path in batch.paths
    ]
    assert sorted(paths) == sorted(f"n{number}.md" for number in range(700))


def test_the_first_notes_do_not_wait_for_hundreds_of_others(make_vault: MakeVault) -> None:
    root = make_vault({f"n{number:03}.md": "text" for number in range(300)})
    batches = list(read_batches(root, requests(root), VaultSettings(), lambda: False))
    sizes = {batch.paths[0]: len(batch.paths) for batch in batches}
    assert sizes == {"n000.md": 50, "n050.md": 50, "n100.md": 200}


def test_a_note_that_takes_its_process_down_costs_only_itself(
    make_vault: MakeVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make_vault({f"n{number}.md": "text" for number in range(10)})
    call = WorkerProcess.call

    def fatal(self: WorkerProcess, function: object, arguments: tuple[object, ...]) -> object:
        if any(request.path == "n7.md" for request in arguments[1]):  # type: ignore[attr-defined]
            return call(self, die_of, ("n7.md",))
        return call(self, function, arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(WorkerProcess, "call", fatal)
    monkeypatch.setattr(reading_batches, "INLINE_NOTES", 0)
    batches = list(read_batches(root, requests(root), VaultSettings(), lambda: False))
    assert [failure for batch in batches for failure in batch.failures] == [("n7.md", "the process that read it died")]
    assert sum(len(batch.paths) for batch in batches) == 9


def test_a_fault_in_what_is_done_about_a_worker_that_died_is_raised_and_not_waited_for(
    make_vault: MakeVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make_vault({f"n{number}.md": "text" for number in range(40)})
    looks = iter(range(100))

    def die(*_: object) -> None:
        raise WorkerDiedError("it died")

    def no_memory(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(WorkerProcess, "call", die)
    monkeypatch.setattr(reading_batches, "INLINE_NOTES", 0)
    monkeypatch.setattr("vaulttui.index.reading.batches._add_unread", no_memory)
    with pytest.raises(MemoryError):
        list(read_batches(root, requests(root), VaultSettings(), lambda: next(looks, None) is None))


def test_nothing_of_an_answer_is_lost_that_a_stop_interrupts() -> None:
    request = pickle.dumps((bytes, (1_000_000,)))
    environ = os.environ | {"PYTHONUNBUFFERED": "1"}
    answer = written_by_an_interrupted([sys.executable, "-P", "-c", BOOT, *sys.path], environ, request)
    assert pickle.loads(answer) == bytes(1_000_000)


def content(batch: NoteBatch) -> tuple[object, ...]:
    """What a batch holds, whatever its terms' numbers are."""
    terms = batch.terms
    postings = [
        sorted(
            zip(
                map(terms.__getitem__, each.term),
                each.owner.tolist(),
                zip(*(counts.tolist() for counts in each.counts.values()), strict=True),
                strict=True,
            )
        )
        for each in (batch.postings, batch.note_postings)
    ]
    stems = sorted((terms[term], language, stem) for term, language, stem in zip(*batch.stems.values(), strict=True))
    words = [terms[term - len(JOINTS)] if term >= len(JOINTS) else term for term in batch.words.numbers.tolist()]
    tables = {
        table: {name: list(values) for name, values in columns.items()} for table, columns in batch.tables.items()
    }
    return batch.paths, tables, postings, stems, words, batch.words.lengths.tolist()


@pytest.mark.parametrize(
    ("function", "argument"),
    [
        ("columns.encode_properties", "marked"),
        ("columns.property_moment", "marked"),
        ("columns.embedding_text", "A marked part"),
        ("batch_words.unseen_text", "A marked part"),
        ("batch_words.property_text", "marked"),
        ("inverting.row_of", "marked-time"),
    ],
)
def test_a_note_that_anything_fails_at_costs_only_itself(
    make_vault: MakeVault, monkeypatch: pytest.MonkeyPatch, function: str, argument: str
) -> None:
    german = "Das ist der Text, den wir nicht mit den anderen zusammen gelesen haben, und er ist auf Deutsch."
    notes = {
        "a.md": "---\ntags: [x]\nn: plain\n---\n# A part\n- [ ] task [[b]]\n",
        "b.md": "---\ntags: [y]\nn: marked\n---\n# First\nsome words, some [[links]]\n- [ ] task\n"
        "# A marked part\na first/marked-time, unmarked-time\n",
        "c.md": f"---\ntags: [z]\nn: plain\n---\n# Ein Teil\n{german} unmarked-time first some [[a]]\n",
    }
    root = make_vault(notes)
    wanted = requests(root)
    without = read_batch(str(root), [wanted[0], wanted[2]], VaultSettings())
    module, _, name = function.partition(".")
    whole = getattr(importlib.import_module(f"vaulttui.index.reading.{module}"), name)

    def failing(*arguments: Any) -> Any:
        if argument in repr(arguments) and f"un{argument}" not in repr(arguments):
            raise RuntimeError("of a mistake in the program")
        return whole(*arguments)

    monkeypatch.setattr(f"vaulttui.index.reading.{function}", failing)
    batch = read_batch(str(root), wanted, VaultSettings())
    assert batch.failures == [("b.md", "unexpected RuntimeError: of a mistake in the program")]
    assert content(batch) == content(without)


def test_stopping_leaves_out_the_rest(make_vault: MakeVault) -> None:
    root = make_vault({f"n{number}.md": "text " * 2000 for number in range(600)})
    batches: list[NoteBatch] = []
    for batch in read_batches(root, requests(root), VaultSettings(), lambda: bool(batches)):
        batches.append(batch)  # noqa: PERF402 - `stop` looks at the list meanwhile
    assert len(batches) == 1


def test_an_exception_in_the_worker_is_raised_here() -> None:
    worker = WorkerProcess()
    try:
        with pytest.raises(ValueError, match="on purpose"):
            worker.call(fail, ())
    finally:
        worker.kill()


def test_a_worker_collects_garbage_behind_each_answer_and_never_meanwhile() -> None:
    worker = WorkerProcess()
    try:
        first, second, third = [worker.call(collections_with_a_knot, ()) for _ in range(3)]
        assert (second - first, third - first) == (1, 2)
        assert worker.call(knots, ()) == 0
    finally:
        worker.kill()


@pytest.mark.parametrize("module", ["json", "pickle", "signal", "vaulttui"])
def test_nothing_in_the_working_directory_is_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, module: str) -> None:
    for place in (tmp_path / f"{module}.py", tmp_path / module / "__init__.py"):
        place.parent.mkdir(exist_ok=True)
        place.write_text(f"open({str(tmp_path / 'ran')!r}, 'w')\n")
    monkeypatch.chdir(tmp_path)
    worker = WorkerProcess()
    try:
        assert worker.call(os.getcwd, ()) == str(tmp_path)
    finally:
        worker.kill()
    assert not (tmp_path / "ran").exists()


def test_a_killed_worker_says_so() -> None:
    worker = WorkerProcess()
    worker.kill()
    with pytest.raises(WorkerDiedError):
        worker.call(fail, ())


def test_a_script_without_a_main_guard_can_open_a_vault(make_vault: MakeVault, tmp_path: Path) -> None:
    root = make_vault({f"n{number}.md": f"word{number}" for number in range(60)})
    script = tmp_path / "script.py"
    script.write_text(
        "import sys, vaulttui\n"
        "with vaulttui.open_vault(sys.argv[1], index=sys.argv[2]) as vault:\n"
        "    print(vault.refresh(embed=False).notes, vault.search('word42', mode='keyword').hits[0].path)\n"
    )
    done = subprocess.run(
        [sys.executable, str(script), str(root), str(tmp_path / "script.duckdb")],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert (done.stdout, done.stderr) == ("60 n42.md\n", "")
