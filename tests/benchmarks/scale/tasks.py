"""What is measured of the program itself, each in a process of its own: the last line printed is the answer in JSON."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from vaulttui import environment

environment.settle()  # as the program does

from tests.benchmarks.scale.questions import read_questions
from tests.benchmarks.scale.saving import Saver
from tests.ear import Ear
from vaulttui.embedding import create_embedder
from vaulttui.index.progress import IndexChanged
from vaulttui.search.local.local_engine import LocalEngine
from vaulttui.search.query import Mode, Query
from vaulttui.search.syntax import parse_query
from vaulttui.settings import EmbeddingSettings, Settings

_PATIENCE = 600.0
_WORDS_ONLY = Settings(embedding=EmbeddingSettings(enabled=False))


def _open(vault: str, index: str, settings: Settings = _WORDS_ONLY) -> LocalEngine:
    engine = LocalEngine(Path(vault), settings, Path(index))
    engine.initialize()
    return engine


def phase1(vault: str, index: str) -> Any:
    """Words and metadata of a whole vault."""
    started = time.perf_counter()
    engine = _open(vault, index)
    engine.refresh(embed=False)
    seconds = time.perf_counter() - started
    engine.close()
    return {"seconds": seconds}


def answered(vault: str, index: str) -> Any:
    """Open an index and ask one question, when all is imported."""
    started = time.perf_counter()
    engine = _open(vault, index)
    engine.search(parse_query("note", defaults=Query(mode=Mode.KEYWORD)))
    seconds = time.perf_counter() - started
    engine.close()
    return {"seconds": seconds}


def fresh(vault: str, index: str) -> Any:
    """Open an index of a vault that has not changed and make certain of that, when all is imported."""
    started = time.perf_counter()
    engine = _open(vault, index)
    report = engine.refresh(embed=False)
    seconds = time.perf_counter() - started
    engine.close()
    if report.added or report.changed or report.removed:
        raise SystemExit(f"the vault has changed: {report}")
    return {"seconds": seconds}


def save(vault: str, index: str, count: str) -> Any:
    """Save notes of a vault one after the other while the program runs, each with a word that no other has."""
    engine = _open(vault, index)
    heard = Ear(engine, _PATIENCE)
    engine.start_background()
    heard.wait_until_settled()
    # As in the interface at rest: what searches keep in memory is there, and what was read for it has been let go of.
    for _ in range(3):
        engine.search(parse_query("note", defaults=Query(mode=Mode.KEYWORD)))
        engine.facets(Query())
    engine._views._shared.resident.read()
    engine._opened.rest()
    moments: list[float] = []
    watcher = engine._background.worker._watcher  # type: ignore[union-attr]
    handed_on = watcher._changed

    def changed(paths: frozenset[str]) -> None:
        moments.append(time.perf_counter())
        handed_on(paths)

    watcher._changed = changed
    found: list[float] = []
    with Saver(Path(vault)) as saver:
        for number in range(int(count)):
            note = saver.choose()
            word = f"zzsaved{os.getpid()}x{number}"
            del moments[:]
            heard.forget()
            saver.save(note, word)
            heard.wait_for_change(saver.path(note))
            while engine.search(parse_query(word, defaults=Query(mode=Mode.KEYWORD))).total != 1:
                pass
            found.append(time.perf_counter() - moments[0])
            heard.forget()
            saver.put_back(note)
            heard.wait_for_change(saver.path(note))
    engine.close()
    return {"seconds": found}


def behind(vault: str, index: str, count: str) -> Any:
    """Save notes while the program runs and ask one question in the default mode behind each, and behind its vectors:
    the first that finds what is kept in memory out of date."""
    engine = _open(vault, index, Settings())
    heard = Ear(engine, _PATIENCE)
    engine.start_background()
    heard.wait_until_settled()
    query = parse_query("note view", defaults=Query(mode=Mode.HYBRID))

    def ask() -> float:
        started = time.perf_counter()
        engine.search(query)
        return time.perf_counter() - started

    for _ in range(3):
        ask()
        engine.facets(query)
    engine._views._shared.resident.read()
    engine._opened.rest()
    answers = []
    with Saver(Path(vault)) as saver:
        for number in range(int(count)):
            note = saver.choose()
            heard.forget()
            saver.save(note, f"what was thought of {number} just now, and written down")
            heard.wait_for_change(saver.path(note))
            behind_words = ask()
            heard.wait(lambda event: isinstance(event, IndexChanged) and event.vectors)
            heard.wait_until_settled()
            answers.append([behind_words, ask(), ask()])
    engine.close()
    return answers


def search(vault: str, index: str, questions: str, mode: str) -> Any:
    """Ask every question once of an index that is in memory as it is when a person searches. Seconds for the results,
    for the facets, and of the results for the scores by words alone."""
    settings = _WORDS_ONLY if mode == "keyword" else Settings()
    engine = _open(vault, index, settings)
    warm = parse_query("warm up", defaults=Query(mode=Mode(mode)))
    for _ in range(3):
        engine.search(warm)
        engine.facets(warm)
    engine._views._shared.resident.read()
    engine.search(warm)
    answers = []
    for question in read_questions(Path(questions)):
        query = parse_query(question.text, typing=question.typing, defaults=Query(mode=Mode(mode)))
        moments = [time.perf_counter()]
        parts = engine.search(query).timings.parts
        moments.append(time.perf_counter())
        engine.facets(query)
        moments.append(time.perf_counter())
        answers.append([moments[1] - moments[0], moments[2] - moments[1], parts.get("lexical", 0.0) / 1_000])
    engine.close()
    return answers


def embed(texts: str, *model: str) -> Any:
    """Embed texts and tell tokens a second. With a folder: fastembed's defaults on the model in it."""
    from tokenizers import Tokenizer

    from vaulttui.embedding.bundled import MAX_TOKENS, MODEL_FOLDER

    wanted: list[str] = json.loads(Path(texts).read_text(encoding="utf-8"))
    tokenizer = Tokenizer.from_file(str(MODEL_FOLDER / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.enable_truncation(MAX_TOKENS)
    tokens = sum(len(encoding.ids) for encoding in tokenizer.encode_batch(wanted))
    work: Callable[[list[str]], object]
    if model:
        work = _fastembed_defaults(model[0])
    else:
        embedder = create_embedder(EmbeddingSettings())
        assert embedder is not None
        work = embedder.embed_passages
    work(wanted[:8])
    started = time.perf_counter()
    work(wanted)
    return {"rate": tokens / (time.perf_counter() - started)}


def _fastembed_defaults(folder: str) -> Callable[[list[str]], object]:
    from fastembed import TextEmbedding
    from fastembed.common.model_description import ModelSource, PoolingType

    name = "benchmark/all-MiniLM-L6-v2"
    TextEmbedding.add_custom_model(
        name,
        pooling=PoolingType.MEAN,
        normalization=True,
        sources=ModelSource(hf="sentence-transformers/all-MiniLM-L6-v2"),  # never asked for
        dim=384,
        model_file="model.onnx",
    )
    model = TextEmbedding(name, specific_model_path=folder, cache_dir=folder, local_files_only=True)
    return lambda texts: list(model.embed(texts))


TASKS: dict[str, Callable[..., Any]] = {
    "phase1": phase1,
    "answered": answered,
    "fresh": fresh,
    "save": save,
    "behind": behind,
    "search": search,
    "embed": embed,
}


def main() -> None:
    """Run one task."""
    answer = TASKS[sys.argv[1]](*sys.argv[2:])
    print(json.dumps(answer), flush=True)
    os._exit(0)  # nothing of the end is measured


if __name__ == "__main__":
    main()
