"""How cost grows with the vault, beside its peers.

    python -m tests.benchmarks.scale [VAULT] [--notes 1000 10000 50000 100000] [--json FILE] [--plot FILE.svg]

Measures a vault (the bundled demo vault if none is given; a copy of it, nothing is written into it), then vaults of
some numbers of notes that are made of its paragraphs. Peers are optional: ``pip install '.[benchmark]'`` brings tantivy
and matplotlib; DuckDB's fts extension gets an environment of its own; ripgrep is used where it is on the PATH;
``--fp32 FOLDER`` names the fp32 weights of the bundled model (``python -m tests.benchmarks.scale.fp32 FOLDER`` makes
them), for fastembed's defaults. What is missing is said in the table.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from pathlib import Path

import vaulttui
from tests.benchmarks.scale.figures import Figure, read_json, table, write_json
from tests.benchmarks.scale.generator import read_source
from tests.benchmarks.scale.measuring import Options
from tests.benchmarks.scale.plot import plot
from tests.benchmarks.scale.rows import all_rows
from tests.benchmarks.scale.vaults import copied_vault, made_vault

_DEMO = Path(vaulttui.__file__).parent / "demo" / "vault"


def main() -> int:
    """Measure, print, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("vault", type=Path, nargs="?", default=_DEMO)
    parser.add_argument("--notes", type=int, nargs="*", default=[1_000, 10_000, 50_000, 100_000], metavar="N")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--large-runs", type=int, default=5, help="of what takes minutes in 20,000 notes and more")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--work", type=Path, help="keep vaults, indexes and peers here; what is there is used again")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures here")
    parser.add_argument("--plot", type=Path, metavar="FILE.svg", help="draw cost curves")
    parser.add_argument("--from", dest="before", type=Path, metavar="FILE", help="go on from figures measured before")
    parser.add_argument("--fp32", type=Path, metavar="FOLDER", help="model.onnx in fp32 and its tokenizer")
    parser.add_argument("--ripgrep", default="rg", metavar="PROGRAM")
    parser.add_argument("--no-vectors", action="store_true", help="leave out what needs vectors")
    parser.add_argument("--no-interface", action="store_true", help="leave out what needs a terminal")
    parser.add_argument("--no-source", action="store_true", help="only vaults that are made")
    options = parser.parse_args()
    chosen = Options(
        runs=options.runs,
        large_runs=options.large_runs,
        vectors=not options.no_vectors,
        interface=not options.no_interface,
        fp32=options.fp32,
        ripgrep=options.ripgrep,
    )
    figures: list[Figure] = read_json(options.before) if options.before else []
    with tempfile.TemporaryDirectory() as temporary:
        work: Path = (options.work or Path(temporary)).absolute()
        source = options.vault.resolve()
        place = work / "vaults"
        vaults = [] if options.no_source else [(source.name, copied_vault(source, place))]
        if options.notes:
            parts = read_source(source)
            vaults += [(f"{notes:,} notes", made_vault(parts, place, notes, options.seed)) for notes in options.notes]
        for name, folder in vaults:
            figures = [figure for figure in figures if figure.vault != name]
            for figure in all_rows(name, folder, work / "indexes" / folder.name, work, chosen):
                figures.append(figure)
                print(f"{figure.vault}: {figure.row} {figure.median:.3g} {figure.unit} {figure.peer}", file=sys.stderr)
                if options.json:  # what is measured is kept, whatever comes
                    write_json(figures, options.json)
            if options.work is None:
                shutil.rmtree(work / "indexes" / folder.name, ignore_errors=True)
    print(table(figures))
    if options.plot and not plot(figures, options.plot):
        print("No curves: matplotlib is not installed (pip install '.[benchmark]').", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
