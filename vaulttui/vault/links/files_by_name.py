"""The files of a vault by name: what a link may mean that names only the end of a path, or an id."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterable
from typing import Final

from vaulttui.vault.folding import fold_name
from vaulttui.vault.links.note_ids import ids_of, is_id

_CROWD: Final = 32
"""So many files of one name are looked up by their folder's name as well."""


class FilesByName:
    """Finds files by paths and ends of paths, whatever the case and Unicode composition.

    Args:
        paths: All files of the vault, notes and attachments, relative to it.
        word_ids: Whether ids are not only numbers, see :mod:`~vaulttui.vault.links.note_ids`.
    """

    def __init__(self, paths: Iterable[str], *, word_ids: bool) -> None:
        self._names: dict[str, list[str]] = {}
        """Folded file name to the paths of all such files."""
        self._ranked: set[str] = set()
        """Names whose files are in the order in which they are meant: those nearest to the root first."""
        self._crowds: dict[str, dict[str, list[str]]] = {}
        """Folded name of many files to folded ``folder/name`` to their paths, nearest first; made when needed."""
        self._word_ids = word_ids
        self._ids: dict[str, set[str]] | None = None
        """Ids to the folded names of all files that begin with them; made when needed."""
        found = self._names
        for path in dict.fromkeys(paths):
            name = fold_name(path.rpartition("/")[2])
            if name in found:
                found[name].append(path)
            else:
                found[name] = [path]

    def __contains__(self, name: str) -> bool:
        """Whether any file has a folded name, wherever."""
        return name in self._names

    def add(self, path: str) -> None:
        """Add a file. One that is there already is not added again."""
        key = fold_name(path)
        name = last_name(key)
        paths = self._of_name(name)
        place = bisect_left(paths, rank(path), key=rank)
        if paths[place : place + 1] == [path]:
            return
        paths.insert(place, path)
        self._names[name] = paths
        if self._ids is not None:
            for each in ids_of(name, words=self._word_ids):
                self._ids.setdefault(each, set()).add(name)
        if name in self._crowds:
            insort(self._crowds[name].setdefault(_last_two(key), []), path, key=rank)

    def discard(self, path: str) -> bool:
        """Take out a file. Returns whether it was there."""
        key = fold_name(path)
        name = last_name(key)
        if path not in self._names.get(name, ()):
            return False
        take_out(self._names, name, path)
        if self._ids is not None and name not in self._names:
            for each in ids_of(name, words=self._word_ids):
                self._ids[each].discard(name)
        if name in self._crowds:
            take_out(self._crowds[name], _last_two(key), path)
        return True

    def with_id(self, wanted: str) -> str | None:
        """The only file that has an id; ``None`` for what is no id."""
        if not is_id(wanted, words=self._word_ids):
            return None
        ids = self._ids
        if ids is None:
            ids = self._ids = {}
            for name in self._names:
                for each in ids_of(name, words=self._word_ids):
                    ids.setdefault(each, set()).add(name)
        paths = [path for name in ids.get(wanted, ()) for path in self._names[name]]
        return paths[0] if len(paths) == 1 else None

    def exact(self, path: str) -> str | None:
        """The file at a path from the root."""
        alike = self.alike(fold_name(path))
        return written_alike(alike, path) if alike else None

    def first(self, paths: Iterable[str]) -> str | None:
        """The file at the first of some paths from the root at which there is one."""
        return next(filter(None, map(self.exact, paths)), None)

    def alike(self, key: str) -> list[str]:
        """Files whose path folds to a key, in the order of letters."""
        paths = self.namesakes(key, whole=True)
        if len(paths) == 1:
            return paths if fold_name(paths[0]) == key else []
        return sorted(path for path in paths if fold_name(path) == key)

    def shortest(self, target: str) -> str | None:
        """The file nearest to the root whose path ends in a target; of those that are as near, the one that is spelt
        so."""
        key = fold_name(target)
        end = f"/{key}"
        for path in self.namesakes(key):
            folded = fold_name(path)
            if folded.endswith(end):
                return written_alike(self.alike(folded), target)
        return None

    def namesakes(self, key: str, *, whole: bool = False) -> list[str]:
        """Files that a folded target may mean, those nearest to the root first.

        Args:
            whole: The target is a path from the root.
        """
        name = last_name(key)
        paths = self._of_name(name)
        if len(paths) < _CROWD or ("/" not in key and not whole):
            return paths
        crowd = self._crowds.get(name)
        if crowd is None:
            crowd = self._crowds[name] = {}
            for path in paths:
                crowd.setdefault(_last_two(fold_name(path)), []).append(path)
        return crowd.get(_last_two(key), [])

    def _of_name(self, name: str) -> list[str]:
        """Files of a folded name, those nearest to the root first. They are put in order when first asked for."""
        paths = self._names.get(name, [])
        if len(paths) > 1 and name not in self._ranked:
            paths.sort(key=rank)
            self._ranked.add(name)
        return paths


def take_out(lists: dict[str, list[str]], key: str, path: str) -> None:
    """Take a path off the list of a key, and the list with its last one."""
    lists[key].remove(path)
    if not lists[key]:
        del lists[key]


def last_name(path: str) -> str:
    """What follows the last ``/``."""
    return path.rpartition("/")[2]


def _last_two(path: str) -> str:
    return "/".join(path.rsplit("/", 2)[-2:])


def rank(path: str) -> tuple[int, int, str]:
    """Sorts paths: those nearest to the root first."""
    return path.count("/"), len(path), path


def written_alike(paths: list[str], wanted: str) -> str:
    """Of paths that differ only in case or composition, the one that is or ends in what was written, else the first."""
    if len(paths) == 1:
        return paths[0]
    return next((path for path in paths if path == wanted or path.endswith(f"/{wanted}")), paths[0])
