"""Notes that moved: none is lost, and none is there twice, while some of them cannot be read.

A note of the index whose file is found elsewhere stays under its path of before until it is read at its new one. While
that cannot be done, no other note of the index that moved there takes its path: it has a path of before itself. A file
that the index does not have takes it all the same. Of two notes that claim one path that is the one which a person
finds there, and which cannot be found otherwise; the other comes back once its file can be read.

A folder that cannot be listed tells of no files: what seems gone may lie there, or be gone, and is taken out.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from vaulttui.index.storage.indexed_files import IndexedFile
from vaulttui.settings import VaultSettings
from vaulttui.vault.files.note_data import read_note_data


def moved_notes(
    gone: Mapping[str, IndexedFile],
    files: Mapping[str, Sequence[int | None]],
    known: Mapping[str, IndexedFile],
) -> dict[str, str]:
    """Which notes seem to have moved: another path has the same file, as it was.

    Args:
        gone: Notes where there is nothing any more.
        files: Files that are new or changed, each as a :class:`FileStat` or the beginning of one, by path.
        known: Every note of the index.

    Returns:
        The new paths, by those of before.
    """
    others = {
        path: stat
        for path, stat in files.items()
        if (before := known.get(path)) is None or _same_file(before.stat) != _same_file(stat)
    }
    places = {_same_file(stat): path for path, stat in others.items()}
    left = {**gone, **{path: known[path] for path in others if path in known}}
    return {path: places[key] for path, file in left.items() if (key := _same_file(file.stat)) in places}


def _same_file(stat: Sequence[int | None]) -> tuple[int | None, ...]:
    """Size, time and inode: a file that was made after another one was deleted may have got its inode."""
    return stat[0], stat[1], stat[3]


def held_back(moved: Mapping[str, str], gone: Collection[str], root: Path, settings: VaultSettings) -> dict[str, str]:
    """Which paths are not to be read, as their notes of before moved to where they cannot be read.

    Looks at the files that notes moved to whose paths were taken.

    Args:
        moved: Where notes moved to, by their paths of before.
        gone: Paths of before where there is nothing.
        root: The vault's folder.
        settings: How the vault is read.

    Returns:
        By each of these paths the one that cannot be read.
    """
    unreadable = [new for old, new in moved.items() if old not in gone and not _is_readable(root, new, settings)]
    before = {new: old for old, new in moved.items()}
    held: dict[str, str] = {}
    for place in unreadable:
        line: dict[str, str] = {}
        path = before.get(place)
        while path is not None and path not in line:
            line[path] = place
            path = before.get(path)
        if path is not None or next(reversed(line)) in gone:  # they went in a circle, or no new file came after them
            held.update(line)
    return {path: place for path, place in held.items() if path not in gone and path not in unreadable}


def _is_readable(root: Path, path: str, settings: VaultSettings) -> bool:
    try:
        read_note_data(root, path, settings)
    except OSError:  # told when it is read
        return False
    return True


def why_held_back(held: Mapping[str, str]) -> list[tuple[str, str]]:
    """Paths that are not read, each with the reason, for a person."""
    return [
        (path, f"waits until {place!r} can be read, which the index has by this name") for path, place in held.items()
    ]


class MovesLeft(NamedTuple):
    """What is to be done with moved notes that the index has under their paths of before, now that files were read."""

    there: dict[str, IndexedFile]
    """Those that it has under their new paths, too."""
    waiting: dict[str, str]
    """The new paths of those that could not be read there."""


def moves_left(
    moved: Iterable[tuple[str, str]], before: Mapping[str, IndexedFile], known: Mapping[str, IndexedFile]
) -> MovesLeft:
    """Tell what is to be done with moved notes.

    Args:
        moved: Paths of before, and new ones.
        before: The notes, as they were before files were read.
        known: Every note of the index.
    """
    left = MovesLeft({}, {})
    for old, new in moved:
        file, there = known.get(old), known.get(new)
        if file is None or file.note_id != before[old].note_id:
            continue
        if there is not None and _same_file(there.stat) == _same_file(file.stat):
            left.there[old] = file
        else:
            left.waiting[old] = new
    return left
