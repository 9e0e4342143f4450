"""Each text has one vector, however many threads make them."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

from tests.conftest import WORDS_ONLY, MakeVault
from tests.index.kill_process import HashEmbedder
from vaulttui.embedding.embedder import Vectors
from vaulttui.index.upkeep.foreground import Foreground
from vaulttui.index.upkeep.pace import FULL, PAUSED, Pace
from vaulttui.index.upkeep.paced_embedding import PacedEmbedding
from vaulttui.index.vectors.vectorizer import SLICE
from vaulttui.search.local.local_engine import LocalEngine

PROSE = "This paragraph is long enough to be embedded, since it has more than fifty characters. "


class MeetingEmbedder(HashEmbedder):
    """Lets something happen while it works for the first time."""

    def __init__(self, meanwhile: Callable[[], None]) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._meanwhile: Callable[[], None] | None = meanwhile

    def embed_passages(self, texts: Sequence[str], stop: Callable[[], bool] | None = None) -> Vectors:
        meanwhile, self._meanwhile = self._meanwhile, None
        if meanwhile is not None:
            meanwhile()
        self.texts.extend(texts)
        return super().embed_passages(texts, stop)


def test_two_threads_never_embed_the_same_text(make_vault: MakeVault, tmp_path: Path) -> None:
    def refresh_as_well() -> None:
        other.start()
        other.join(0.3)  # it waits for its turn; if it did not, it would be done by then

    root = make_vault({f"{number}.md": f"{PROSE} {number}" for number in range(10)})
    embedder = MeetingEmbedder(refresh_as_well)
    engine = LocalEngine(root, WORDS_ONLY, tmp_path / "index" / "index.duckdb", embedder=embedder)
    engine.initialize()
    vectorizer = engine._vectorizer
    assert vectorizer is not None
    other = threading.Thread(target=lambda: vectorizer.embed_slice(lambda: False))
    engine.refresh()
    other.join()
    assert len(embedder.texts) == len(set(embedder.texts)) == 10
    assert engine.status().embedded == 10
    engine.close()


def test_a_vector_that_is_there_stays_the_only_one(make_vault: MakeVault, tmp_path: Path) -> None:
    root = make_vault({"a.md": PROSE})
    engine = LocalEngine(root, WORDS_ONLY, tmp_path / "index" / "index.duckdb", embedder=HashEmbedder())
    engine.initialize()
    engine.refresh()
    vectorizer = engine._vectorizer
    assert vectorizer is not None
    with engine._database.read() as cursor:
        hashes = [row[0] for row in cursor.execute("SELECT hash FROM vectors").fetchall()]
    vectorizer.store.write(hashes, HashEmbedder().embed_passages(["another text"]))
    with engine._database.read() as cursor:
        assert cursor.execute("SELECT count(*) FROM vectors").fetchall() == [(1,)]
    engine.close()


def test_time_in_which_no_vectors_are_made_does_not_count_for_their_rate(make_vault: MakeVault, tmp_path: Path) -> None:
    root = make_vault({f"{number}.md": f"{PROSE} {number}" for number in range(2 * SLICE)})
    engine = LocalEngine(root, WORDS_ONLY, tmp_path / "index" / "index.duckdb", embedder=HashEmbedder())
    engine.initialize()
    engine.refresh(embed=False)
    vectorizer = engine._vectorizer
    assert vectorizer is not None
    on_battery = False
    minutes = itertools.count()
    pace = Pace(FULL, PAUSED, lambda: on_battery, lambda: 60.0 * next(minutes))
    work = PacedEmbedding(vectorizer, lambda: 0, pace, Foreground(), lambda _: False, lambda _: None).work
    assert work(0)
    assert vectorizer.progress(0).rate > 0
    on_battery = True
    assert work(0)
    assert vectorizer.progress(0).seconds_left is None, "it is paused"
    on_battery = False
    while work(0):
        pass
    (root / "new.md").write_text(f"{PROSE} new")
    engine.refresh(embed=False)
    assert vectorizer.progress(0).seconds_left is None, "the others are long done"
    engine.close()


class FailingEmbedder(HashEmbedder):
    """Has no memory for any text."""

    def embed_passages(self, texts: Sequence[str], stop: Callable[[], bool] | None = None) -> Vectors:
        raise MemoryError("too little memory")


def test_texts_that_failed_are_warned_of_until_they_have_vectors(make_vault: MakeVault, tmp_path: Path) -> None:
    root = make_vault({"a.md": "\n".join(f"# {number}\n{PROSE} {number}" for number in range(2 * SLICE))})
    for embedder, warned in ((FailingEmbedder(), 1), (FailingEmbedder(), 1), (HashEmbedder(), 0)):
        engine = LocalEngine(root, WORDS_ONLY, tmp_path / "index" / "index.duckdb", embedder=embedder)
        engine.initialize()
        engine.refresh()
        assert len(engine.warnings()) == warned
        engine.close()


class ChokingEmbedder(HashEmbedder):
    """Cannot embed one text, nor others together with it."""

    def embed_passages(self, texts: Sequence[str], stop: Callable[[], bool] | None = None) -> Vectors:
        if any("bone" in text for text in texts):
            raise RuntimeError("it chokes")
        return super().embed_passages(texts, stop)


def test_a_text_that_fails_costs_no_other_its_vector(make_vault: MakeVault, tmp_path: Path) -> None:
    notes: dict[str, str | bytes] = {f"{number}.md": f"{PROSE} {number}" for number in range(SLICE // 2)}
    root = make_vault({**notes, "bad.md": f"{PROSE} bone"})
    engine = LocalEngine(root, WORDS_ONLY, tmp_path / "index" / "index.duckdb", embedder=ChokingEmbedder())
    engine.initialize()
    engine.refresh()
    assert engine.status().embedded == len(notes)
    ((path, _, message),) = engine.warnings()
    assert (path, "it chokes" in message) == ("bad.md", True)
    engine.close()


def test_every_note_with_a_text_that_failed_is_warned_of_whatever_is_written(
    make_vault: MakeVault, tmp_path: Path
) -> None:
    bad = f"# Bad\n{PROSE} bone\n"
    root = make_vault({"a.md": f"# Good\n{PROSE}\n{bad}", "b.md": bad})
    engine = LocalEngine(root, WORDS_ONLY, tmp_path / "index" / "index.duckdb", embedder=ChokingEmbedder())
    engine.initialize()
    engine.refresh()
    assert [path for path, _, _ in engine.warnings()] == ["a.md", "b.md"]
    (root / "a.md").write_text(f"# Good\n{PROSE} edited\n{bad}")
    (root / "b.md").rename(root / "renamed.md")
    (root / "copy.md").write_text(bad)
    engine.refresh()
    assert [path for path, _, _ in engine.warnings()] == ["a.md", "copy.md", "renamed.md"]
    (root / "a.md").write_text(f"# Good\n{PROSE} edited\n")
    engine.refresh()
    assert [path for path, _, _ in engine.warnings()] == ["copy.md", "renamed.md"]
    engine.close()


def test_a_text_that_failed_and_is_gone_hides_no_work_that_is_left(make_vault: MakeVault, tmp_path: Path) -> None:
    root = make_vault({"a.md": PROSE, "bad.md": f"{PROSE} bone"})
    engine = LocalEngine(root, WORDS_ONLY, tmp_path / "index" / "index.duckdb", embedder=ChokingEmbedder())
    engine.initialize()
    engine.refresh()
    vectorizer = engine._vectorizer
    assert vectorizer is not None
    assert vectorizer.progress(2).phase == "idle"
    (root / "bad.md").unlink()
    (root / "new.md").write_text(f"{PROSE} new")
    engine.refresh(embed=False)
    assert vectorizer.progress(2).phase == "embedding"
    engine.close()


def test_a_refresh_of_words_does_not_wait_for_vectors(make_vault: MakeVault, tmp_path: Path) -> None:
    def refresh_words() -> None:
        (root / "new.md").write_text("zeppelin")
        added.append(engine.refresh(embed=False).added)

    added: list[int] = []
    root = make_vault({"a.md": PROSE})
    engine = LocalEngine(
        root,
        WORDS_ONLY,
        tmp_path / "index" / "index.duckdb",
        embedder=MeetingEmbedder(lambda: in_thread(refresh_words)),
    )
    engine.initialize()
    engine.refresh()
    assert added == [1]
    engine.close()


def in_thread(work: Callable[[], None]) -> None:
    thread = threading.Thread(target=work)
    thread.start()
    thread.join(20)
