"""What happens to an index, step by step, for tests of what searches carry on from one step to the next."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple, NoReturn
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from vaulttui.index.storage import compaction
from vaulttui.index.storage.database import Database
from vaulttui.search.local.local_engine import LocalEngine

PATHS = [f"{folder}{name}.md" for folder in ("", "a/", "a b/", "c/d/") for name in ("eins", "two", "Zwei")]

_ACTS = ("write", "write", "write", "remove", "rename", "touch", "refresh", "fail", "clear", "compact")


class Step(NamedTuple):
    """One thing that happens."""

    act: str
    path: str
    other: str
    sections: int
    seed: int


steps = st.builds(
    Step,
    st.sampled_from(_ACTS),
    st.sampled_from(PATHS),
    st.sampled_from(PATHS),
    st.integers(0, 3),
    st.integers(0, 9),
)


few_examples = settings(
    max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)


def text_of(step: Step) -> str:
    """A note with tags, properties and sections."""
    head = f"---\nupdated: 2025-01-1{step.seed}\ncolour: {'RED' if step.seed % 2 else 'red'}\nn{step.seed}: 1\n"
    head += f"{'Kind' if step.seed % 3 else 'kind'}: {step.seed if step.seed % 2 else 'text'}\n---\n"
    body = "\n".join(f"## part {number}\n\n{'häuser ' * (30 + step.seed)}\n" for number in range(step.sections))
    return f"{head if step.seed else ''}#{'Tag' if step.sections else 'tag'}{step.seed}/x\n\n{body}"


def begin_anew(engine: LocalEngine) -> None:
    """Empty the vault and the index."""
    root = Path(engine.vault_path)
    for path in root.iterdir():
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    (root / "attachment.txt").touch()
    engine.clear()


def take(engine: LocalEngine, step: Step) -> None:
    """Let a step happen."""
    path, other = (Path(engine.vault_path) / name for name in (step.path, step.other))
    match step.act:
        case "write" | "fail":
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text_of(step), encoding="utf-8")
        case "remove":
            path.unlink(missing_ok=True)
        case "rename" if path.exists() and not other.exists():
            other.parent.mkdir(parents=True, exist_ok=True)
            path.rename(other)
        case "touch" if path.exists():
            os.utime(path, (step.seed, 1_000_000 + step.seed))
        case "refresh":  # several notes at once
            for number, name in enumerate(PATHS[step.seed :]):
                if (there := Path(engine.vault_path) / name).exists() and number % 2:
                    there.write_text(text_of(step._replace(seed=number % 10)), encoding="utf-8")
            engine.refresh(embed=False)
        case "clear":
            engine.clear()
        case "compact":
            with patch.object(compaction, "worth_compacting", return_value=True):
                engine._database.compact()
        case _:
            pass
    if step.act == "fail":
        with commits_fail(), suppress(OSError):
            engine.index_note(step.path)
        engine.refresh(embed=False)  # as whoever meets a fault does later
    elif step.act not in ("clear", "compact", "refresh"):
        engine.index_note(step.path)
        engine.index_note(step.other)


@contextmanager
def commits_fail() -> Iterator[None]:
    """Let every commit fail: what was written is rolled back."""

    def fail(_: Database) -> NoReturn:
        raise OSError("no space left")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Database, "_committing", fail)
        yield
