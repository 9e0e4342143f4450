"""How long a search on the command line takes as a whole process, beside what its libraries alone take to import.

    python -m tests.benchmarks.cli_process --vault DIR [--runs 15] [--json FILE]

The kinds take turns, so that all of them meet the machine in the same moods. Modules are compiled before. The vault is
only read; the index is made in a folder of its own.
"""

from __future__ import annotations

import argparse
import compileall
import contextlib
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import vaulttui
from tests.benchmarks.scale.figures import Figure, table, write_json
from tests.benchmarks.scale.processes import usual_environ

_BOUND = "python -c 'import numpy, duckdb'"
_TARGET = 0.4
_HOLD = """
import sys
from pathlib import Path
from vaulttui.search.sharing import open_engine
from vaulttui.settings_file import load_settings
engine = open_engine(Path(sys.argv[1]), load_settings())
print("open", flush=True)
sys.stdin.read()
engine.close()
"""


def main() -> int:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--vault", type=Path, required=True, help="folder of notes")
    parser.add_argument("--runs", type=int, default=15, help="of each kind")
    parser.add_argument("--words", default="graph view", help="what to search for")
    parser.add_argument("--json", type=Path, help="also write all samples to this file")
    options = parser.parse_args()
    compileall.compile_dir(str(Path(vaulttui.__file__).parent), quiet=2)
    with tempfile.TemporaryDirectory() as folder:
        environ = usual_environ() | {
            name: str(Path(folder) / name.lower())
            for name in ("VAULTTUI_CACHE_DIR", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME")
        }
        figures = _measure(options, environ)
    print(table(figures))
    if options.json:
        write_json(figures, options.json)
    return 0


def _measure(options: argparse.Namespace, environ: Mapping[str, str]) -> list[Figure]:
    python = [sys.executable, "-c"]
    search = [sys.executable, "-m", "vaulttui", "search", "--vault", str(options.vault), "--mode", "keyword"]
    words = options.words.split()
    _time([*search, *words], environ)  # makes the index
    index = next(Path(environ["VAULTTUI_CACHE_DIR"]).glob("*/index.duckdb"))
    spent = _in_turns(
        {
            "python -c pass": [*python, "pass"],
            _BOUND: [*python, "import numpy, duckdb"],
            "search, nobody has the index open": [*search, *words],
            "search --stale": [*search, "--stale", *words],
        },
        options.runs,
        environ,
    )
    with _owner(options.vault, environ):
        spent |= _in_turns({"search, another process has it open": [*search, *words]}, options.runs, environ)
    notes = _count(index)
    bound = spent[_BOUND]
    return [
        Figure(
            *(name, options.vault.name, notes, "s", samples),
            peer="" if name == _BOUND else _BOUND,
            peer_samples=[] if name == _BOUND else bound,
            target=_TARGET if name.startswith("search") else None,
        )
        for name, samples in spent.items()
    ]


def _in_turns(commands: Mapping[str, Sequence[str]], runs: int, environ: Mapping[str, str]) -> dict[str, list[float]]:
    spent: dict[str, list[float]] = {name: [] for name in commands}
    for command in commands.values():
        _time(command, environ)
    for _ in range(runs):
        for name, command in commands.items():
            spent[name].append(_time(command, environ))
    return spent


def _time(command: Sequence[str], environ: Mapping[str, str]) -> float:
    started = time.perf_counter()
    done = subprocess.run(command, env=environ, capture_output=True, check=False)
    seconds = time.perf_counter() - started
    if done.returncode not in (0, 1) or done.stderr:
        raise SystemExit(f"{' '.join(command)}: {done.stderr.decode()}")
    return seconds


@contextlib.contextmanager
def _owner(vault: Path, environ: Mapping[str, str]) -> Iterator[None]:
    """Another process that has the index open."""
    command = [sys.executable, "-c", _HOLD, str(vault)]
    with subprocess.Popen(command, env=environ, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdout.readline()
        yield
        process.stdin.close()


def _count(index: Path) -> int:
    import duckdb

    with duckdb.connect(str(index), read_only=True) as connection:
        return int(connection.execute("SELECT count(*) FROM notes").fetchall()[0][0])


if __name__ == "__main__":
    # Nothing of it is to be found in the vault's own environment.
    os.environ.pop("VAULTTUI_VAULT", None)
    sys.exit(main())
