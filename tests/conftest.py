"""What every test may rely on: its own folders, one time zone, no animations, a vault made of texts."""

from __future__ import annotations

import os

os.environ["TEXTUAL_ANIMATIONS"] = "none"  # read when textual is imported
os.environ["TEXTUAL_FPS"] = "250"  # so, too, by the programs that tests start: what is to be painted is waited for
os.environ["TZ"] = "UTC"
os.environ["TERM"] = "xterm-256color"
_SETTINGS = ("NO_COLOR", "VISUAL", "EDITOR", "TEXTUAL_THEME", "VAULTTUI_VAULT", "COLUMNS", "LINES")
_RICHS = ("FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE")
for _name in (*_SETTINGS, *_RICHS):
    os.environ.pop(_name, None)

import gc
import logging
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path

import hypothesis
import pytest

import vaulttui.tui.terminal.job_control
import vaulttui.vault.properties.toml_mapping  # noqa: F401 - see "repeatable" below
from vaulttui.search.local.local_engine import LocalEngine
from vaulttui.settings import EmbeddingSettings, Settings

time.tzset()
# A busy machine takes as long as it takes, and what passed once passes again. `--hypothesis-profile=exploring` looks at
# others each time, and at more of them. Constants of all modules that are loaded are among the examples: those that
# the program loads late are loaded above, not by whichever test happens to come first.
hypothesis.settings.register_profile("repeatable", deadline=None, derandomize=True, max_examples=40)
hypothesis.settings.register_profile("exploring", deadline=None)
hypothesis.settings.load_profile("repeatable")

WORDS_ONLY = Settings(embedding=EmbeddingSettings(enabled=False))
"""Settings without a model."""

MOST_SHARED = 4
"""Engines that stay open for tests that read the same notes: these come one behind the other."""

MakeVault = Callable[[Mapping[str, str | bytes]], Path]
OpenVault = Callable[..., LocalEngine]
ReadVault = Callable[[Mapping[str, str | bytes]], LocalEngine]
Travel = Callable[[str], None]


def pytest_collection_finish() -> None:
    """Look for garbage less often and leave the tests themselves alone, as the interface does with what it imports.

    What Textual makes for one paint would have it looked for several times, which was a third of the time of every test
    of the interface.
    """
    gc.freeze()
    gc.set_threshold(100_000, 50, 1_000)


@pytest.fixture(scope="session")
def homes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Names of folders that are not there yet, one for each test: most write nothing."""
    folder = tmp_path_factory.mktemp("homes")
    return (folder / str(number) for number in count())


@pytest.fixture(autouse=True)
def own_folders(homes: Iterator[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep caches, state and settings of a test apart from the user's."""
    home = next(homes)
    for variable in ("VAULTTUI_CACHE_DIR", "XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(variable, str(home / variable.lower()))
    monkeypatch.setenv("HOME", str(home))


@pytest.fixture(autouse=True)
def own_log() -> Iterator[None]:
    """End the log of a test with it: the next one would write to the same file, and hear of nothing by itself."""
    logger = logging.getLogger("vaulttui")
    before = logger.handlers[:], logger.propagate, logger.level
    yield
    logger.handlers, logger.propagate = before[:2]
    logger.setLevel(before[2])


def write_notes(root: Path, notes: Mapping[str, str | bytes]) -> None:
    """Write files of a vault; their folders are made."""
    for name, text in notes.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())


@contextmanager
def indexed_vault(folder: Path, notes: Mapping[str, str | bytes]) -> Iterator[LocalEngine]:
    """A vault in a folder, indexed by words only: for tests of one module that share it and change nothing."""
    write_notes(folder / "vault", notes)
    engine = LocalEngine(folder / "vault", WORDS_ONLY, folder / "index.duckdb")
    engine.initialize()
    try:
        engine.refresh()
        yield engine
    finally:
        engine.close()


@pytest.fixture
def travel(monkeypatch: pytest.MonkeyPatch) -> Iterator[Travel]:
    """Has the machine be in another time zone until the test is over. Nothing tells the process."""
    with monkeypatch.context() as patch:
        yield lambda zone: patch.setenv("TZ", zone)
    time.tzset()


@pytest.fixture
def make_vault(tmp_path: Path) -> MakeVault:
    """Make a vault of ``{path: text}``."""

    def make(notes: Mapping[str, str | bytes]) -> Path:
        root = tmp_path / "vault"
        root.mkdir(exist_ok=True)
        write_notes(root, notes)
        return root

    return make


@pytest.fixture
def open_vault(tmp_path: Path) -> Iterator[OpenVault]:
    """Open a vault by words only, refreshed; ``settings`` and ``refresh=False`` say otherwise."""
    with ExitStack() as stack:

        def open_(root: Path, settings: Settings = WORDS_ONLY, *, refresh: bool = True) -> LocalEngine:
            engine = LocalEngine(root, settings, tmp_path / "index" / "index.duckdb")
            engine.initialize()
            stack.callback(engine.close)
            if refresh:
                engine.refresh()
            return engine

        yield open_


@pytest.fixture(scope="session")
def read_vault(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ReadVault]:
    """Open a vault of ``{path: text}`` by words only, for tests that change nothing: those that want the same notes
    share one engine. To index a vault takes longer than to ask it anything."""
    engines: dict[tuple[tuple[str, str | bytes], ...], tuple[LocalEngine, ExitStack]] = {}

    def read(notes: Mapping[str, str | bytes]) -> LocalEngine:
        asked = tuple(notes.items())
        if asked not in engines:
            if len(engines) == MOST_SHARED:
                engines.pop(next(iter(engines)))[1].close()
            stack = ExitStack()
            engines[asked] = stack.enter_context(indexed_vault(tmp_path_factory.mktemp("read"), notes)), stack
        return engines[asked][0]

    yield read
    for _, stack in engines.values():
        stack.close()
