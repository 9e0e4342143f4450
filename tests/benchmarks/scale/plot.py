"""Cost curves: every row over the size of the vault, on logarithmic scales."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from pathlib import Path

from tests.benchmarks.scale.figures import Figure

_COLUMNS = 3


def plot(figures: Sequence[Figure], path: Path) -> bool:
    """Draw the rows that were measured on two vaults or more.

    Returns:
        Whether matplotlib is installed; nothing is drawn otherwise.
    """
    try:
        import matplotlib as mpl
    except ImportError:
        return False
    mpl.use("svg")
    mpl.rcParams["svg.hashsalt"] = "vaulttui"  # the same figures give the same file
    from matplotlib import pyplot
    from matplotlib.ticker import NullFormatter

    rows: dict[tuple[str, str], list[Figure]] = {}
    for figure in figures:
        rows.setdefault((figure.row, figure.unit), []).append(figure)
    drawn = {key: some for key, some in rows.items() if len({figure.notes for figure in some}) > 1}
    lines = -(-len(drawn) // _COLUMNS) or 1
    canvas, axes = pyplot.subplots(lines, _COLUMNS, figsize=(4.0 * _COLUMNS, 2.6 * lines), squeeze=False)
    for axis in axes.flat[len(drawn) :]:
        axis.axis("off")
    for axis, ((row, unit), some) in zip(axes.flat, drawn.items(), strict=False):
        _draw(axis, some)
        axis.set_title(row, fontsize=9)
        axis.set_ylabel(unit, fontsize=8)
        axis.set_xlabel("notes", fontsize=8)
        axis.tick_params(which="both", labelsize=6)
        axis.xaxis.set_minor_formatter(NullFormatter())
        axis.grid(visible=True, which="major", linewidth=0.3)
        axis.legend(fontsize=6, frameon=False)
    canvas.tight_layout()
    canvas.savefig(path, format="svg", metadata={"Date": None})
    pyplot.close(canvas)
    return True


def _draw(axis: object, figures: Sequence[Figure]) -> None:
    """The program's own curve with its spread, and one for each peer."""
    own = sorted({figure.notes: figure for figure in figures}.items())
    notes = [size for size, _ in own]
    medians = [figure.median for _, figure in own]
    low = [median - min(figure.samples) for median, (_, figure) in zip(medians, own, strict=True)]
    high = [max(figure.samples) - median for median, (_, figure) in zip(medians, own, strict=True)]
    axis.errorbar(notes, medians, yerr=(low, high), marker="o", markersize=3, linewidth=1.4, label="vaulttui")  # type: ignore[attr-defined]
    for peer in dict.fromkeys(figure.peer for figure in figures if figure.peer_samples):
        points = sorted(
            (figure.notes, statistics.median(figure.peer_samples))
            for figure in figures
            if figure.peer == peer and figure.peer_samples
        )
        axis.plot(*zip(*points, strict=True), marker=".", linewidth=0.8, linestyle="--", label=peer)  # type: ignore[attr-defined]
    axis.set_xscale("log")  # type: ignore[attr-defined]
    axis.set_yscale("log")  # type: ignore[attr-defined]
