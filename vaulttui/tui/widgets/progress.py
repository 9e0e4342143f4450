"""How the index stands, for the status line."""

from __future__ import annotations

from vaulttui.formatting import count, counted, duration, percent
from vaulttui.search.engine import Progress


def working(progress: Progress) -> bool:
    """Whether index work is going on."""
    return progress.phase in ("scanning", "reading", "embedding")


def progress_text(progress: Progress, width: int = 80) -> str:
    """Say in one line how the index stands.

    Args:
        progress: The newest report.
        width: Cells that there are; speed and time left give way first, a message is cut.
    """
    notes = counted(progress.notes, "note")
    parts = [notes]
    if progress.phase == "scanning":
        parts.append("looking for notes")
    elif progress.phase == "reading":
        parts.append(f"reading {count(progress.done)} of {count(progress.total)}")
    elif progress.embedded < progress.embeddable and progress.phase in ("embedding", "paused"):
        parts.append(f"vectors {percent(progress.embedded, progress.embeddable)}")
    if progress.message:
        # Who could not ask does not know how many there are.
        parts = [progress.message] if progress.phase == "failed" and not progress.notes else [notes, progress.message]
    elif progress.shared and not working(progress):
        parts.append("index shared")
    elif working(progress):
        if progress.rate >= 1:
            parts.append(f"{count(round(progress.rate))}/s")
        if progress.seconds_left is not None:
            parts.append(f"{duration(progress.seconds_left)} left")
    while not progress.message and len(parts) > 1 and len(" · ".join(parts)) > width:
        parts.pop()
    text = " · ".join(parts)
    return text if len(text) <= width else f"{text[: width - 1]}…"


def progress_fraction(progress: Progress) -> float | None:
    """How much of the present work is done, 0..1; ``None`` if there is nothing to measure."""
    if progress.phase == "reading" and progress.total:
        return progress.done / progress.total
    if progress.phase == "embedding" and progress.embeddable:
        return progress.embedded / progress.embeddable
    return None
