"""What was measured, and how it is told."""

from __future__ import annotations

import json
import statistics
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Literal

Unit = Literal["s", "ms", "MB", "×", "tokens/s", "%"]


@dataclass(slots=True)
class Figure:
    """One row of the table for one vault."""

    row: str
    """What was measured."""
    vault: str
    notes: int
    unit: Unit
    samples: list[float]
    """At least five, where a run is cheap."""
    peer: str = ""
    """What it is measured beside; ``""`` if nothing."""
    peer_samples: list[float] = field(default_factory=list)
    peer_note: str = ""
    """Why there are none, if so."""
    target: float | None = None
    """At most this much (at least, where more is better), in the unit; a ratio to the peer where ``relative``."""
    relative: bool = False
    more_is_better: bool = False

    @property
    def median(self) -> float:
        """The usual value."""
        return statistics.median(self.samples)

    @property
    def ratio(self) -> float | None:
        """How many times the peer's: less is better, or more where more is better."""
        if not self.peer_samples or not statistics.median(self.peer_samples):
            return None
        return self.median / statistics.median(self.peer_samples)

    @property
    def met(self) -> bool | None:
        """Whether the target is met; ``None`` if there is none or it cannot be told."""
        value = self.ratio if self.relative else self.median
        if self.target is None or value is None:
            return None
        return value >= self.target if self.more_is_better else value <= self.target


_HEAD = ("measured", "vault", "unit", "min", "median", "max", "n", "beside", "its median", "ratio", "target", "")


def table(figures: Sequence[Figure]) -> str:
    """All figures as a Markdown table."""
    rows = [_HEAD, ("---",) * len(_HEAD), *(_cells(figure) for figure in figures)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(_HEAD))]
    return "\n".join(
        "| "
        + " | ".join(cell.ljust(width, "-" if place == 1 else " ") for cell, width in zip(row, widths, strict=True))
        + " |"
        for place, row in enumerate(rows)
    )


def _cells(figure: Figure) -> tuple[str, ...]:
    ratio = figure.ratio
    sign = "≥" if figure.more_is_better else "≤"
    target = "" if figure.target is None else f"{sign} {_number(figure.target)}{' ×' if figure.relative else ''}"
    return (
        figure.row,
        figure.vault,
        figure.unit,
        *map(_number, (min(figure.samples), figure.median, max(figure.samples))),
        str(len(figure.samples)),
        figure.peer if figure.peer_samples or not figure.peer_note else f"{figure.peer}: {figure.peer_note}",
        _number(statistics.median(figure.peer_samples)) if figure.peer_samples else "",
        "" if ratio is None else f"{ratio:.2f}",
        target,
        {None: "", True: "met", False: "MISSED"}[figure.met],
    )


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def write_json(figures: Sequence[Figure], path: Path) -> None:
    """Write all figures, every sample included."""
    path.write_text(json.dumps([asdict(figure) for figure in figures], indent=1) + "\n", encoding="utf-8")


def read_json(path: Path) -> list[Figure]:
    """Figures that :func:`write_json` wrote."""
    return [Figure(**values) for values in json.loads(path.read_text(encoding="utf-8"))]
