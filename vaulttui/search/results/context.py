"""Chunks with the lines of their notes around them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from vaulttui.errors import PathOutsideVaultError
from vaulttui.search.query import Hit
from vaulttui.values import dataclass
from vaulttui.vault.patience import PATIENCE
from vaulttui.vault.text import decode
from vaulttui.vault.untrusted import read_regular_file, resolve_inside

MOST_BYTES = 20_000_000
"""So much of a file is read."""


def read_note_text(root: Path, path: str) -> str | None:
    """The text of a note as it is on disk, line ends unified; ``None`` if it cannot be read, or not in time."""
    try:
        return decode(PATIENCE.call(f"{root}/{path}".rpartition("/")[0], _read_bytes, root, path)).text
    except (OSError, PathOutsideVaultError):
        return None


def _read_bytes(root: Path, path: str) -> bytes:
    return read_regular_file(resolve_inside(root, path), MOST_BYTES)


@dataclass(frozen=True, slots=True)
class Passage:
    """Lines of a note in a row."""

    first_line: int
    """The absolute number of the first."""
    lines: tuple[str, ...]
    match: int = 0
    """Which of these lines has the best match, from 0."""
    column: int = 0
    """Where in that line it begins."""


def passage_of(hit: Hit) -> Passage:
    """A chunk alone."""
    before, _, line = f"\n{hit.content[: hit.snippet.at]}".rpartition("\n")
    return Passage(hit.first_line, tuple(hit.content.split("\n")), before.count("\n"), len(line))


class ContextReader:
    """Gives chunks their context, reading every file once.

    Args:
        root: The vault's folder.
        lines: How many lines to add on each side.
    """

    def __init__(self, root: Path, lines: int) -> None:
        self._root = root
        self._around = lines
        self._files: dict[str, list[str]] = {}

    def around(self, hit: Hit) -> Passage:
        """A chunk and the lines around it, clipped at the file's ends.

        Where the file has changed since it was indexed, or has gone, the chunk stands alone, as it was. Of a long line
        that was cut the chunk has a part, with an ellipsis where the line goes on.
        """
        lines = self._lines(hit.path)
        first, last = hit.first_line, min(hit.last_line, len(lines))
        if hit.content not in "\n".join(lines[first - 1 : last]):
            return passage_of(hit)
        start = max(1, first - self._around)
        if not hit.content:  # of a note without a body: a line of its frontmatter, or blank
            found = lines[start - 1 : last + self._around] or [""]
            return Passage(start, tuple(found), min(first - start, len(found) - 1))
        alone = passage_of(hit)
        own, match, column = list(alone.lines[: last - first + 1]), alone.match, alone.column
        if not lines[first - 1].startswith(own[0]):
            own[0] = f"…{own[0]}"
            column += match == 0
        if not lines[last - 1].endswith(own[-1].removeprefix("…")):
            own[-1] = f"{own[-1].rstrip()}…"
        shown = (*lines[start - 1 : first - 1], *own, *lines[last : last + self._around])
        return Passage(start, shown, first - start + min(match, len(own) - 1), column)

    def _lines(self, path: str) -> list[str]:
        if path not in self._files:
            lines = (read_note_text(self._root, path) or "").split("\n")
            if not lines[-1]:  # behind the last line end
                lines.pop()
            self._files[path] = lines
        return self._files[path]


def with_context(hits: Iterable[Hit], root: Path, lines: int) -> tuple[Hit, ...]:
    """Hits whose contents have so many lines of their notes on each side."""
    reader = ContextReader(root, lines)
    return tuple(replace(hit, content="\n".join(reader.around(hit).lines)) for hit in hits)
