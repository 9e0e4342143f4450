"""Which file a link leads to."""

from __future__ import annotations

import posixpath
from bisect import bisect_left, insort
from collections.abc import Iterable, Mapping
from typing import Final

from vaulttui.vault.folding import fold_name
from vaulttui.vault.links.fixed_places import fixed_place, without_detours
from vaulttui.vault.links.note_ids import ids_of, is_id
from vaulttui.vault.links.symlinks import SymlinkedPaths
from vaulttui.vault.note_names import NOTE_SUFFIXES

_SUFFIXES: Final = ("", *NOTE_SUFFIXES)
"""What a target may lack; the first that any file fits wins."""
_SUFFIXES_OF_NAMES: Final = (*NOTE_SUFFIXES, "")
"""The same for a target that seems to have no extension."""
_FOLDER_NAMES: Final = ("", ".", "..")
"""Last names of targets that are folders and no files."""
FOLDER_NOTES: Final = ("_index.md", "index.md", "readme.md")
"""Names, folded, of notes that stand for their folder: Hugo's, that of most others, and that of code hosts."""
_FOLDER_ENDINGS: Final = tuple(f"/{name}" for name in FOLDER_NOTES)
PAGE_ENDINGS: Final = (*NOTE_SUFFIXES, *_FOLDER_ENDINGS)
"""What the address of a page lacks that ends with ``/``; of those in one place the first wins."""
_ADDRESS_ENDINGS: Final = ("", *PAGE_ENDINGS)
"""The same for other addresses, which may be those of files, too."""
_CROWD: Final = 32
"""So many files of one name are looked up by their folder's name as well."""


class LinkResolver:
    """Finds the file of a vault that a link target means.

    In this order: the path from the vault's root, the same folder as the linking note (or a path from there), the
    shortest path that ends in the target. Case and Unicode composition are ignored, though of two files that differ
    in nothing else the one written alike wins. ``.md`` may be left out, though ``[[image.png]]`` never leads to
    ``image.png.md`` where there is an ``image.png``. Targets that begin with ``/`` are paths from
    the root, those with ``./`` or ``../`` from the note's folder, and nothing else. Those with ``..``, ``.`` or no name
    between two slashes further on mean what is left without these, first from the note's folder. What none of these
    finds may be what else a note is called, or an id that the name of exactly one note begins with.

    At last it may be an address of a website that is made of the vault: ``/a/b/`` and ``a/b/`` lead to ``a/b.md``, or
    to the note that stands for the folder (``a/b/_index.md``, ``index.md``, ``README.md``), and ``/a/b`` as well. Which
    folder the site begins in is not known: it is the outermost of those around the note in which there is such a page,
    or else the page is the one with the shortest path.

    What nothing of all this finds may go through a symbolic link of the vault: what is meant is the file where it
    really is, for no file is listed twice.

    Args:
        paths: All files of the vault, notes and attachments, relative to it.
        names: What else some of them are called, see :meth:`call`.
        word_ids: Whether ids are not only numbers, see :mod:`~vaulttui.vault.links.note_ids`.
        symlinks: The symbolic links that lead to a place within the vault, each with that place.
    """

    def __init__(
        self,
        paths: Iterable[str],
        names: Mapping[str, Iterable[str]] | None = None,
        *,
        word_ids: bool = False,
        symlinks: Mapping[str, str] | None = None,
    ) -> None:
        self._symlinks = SymlinkedPaths(symlinks) if symlinks else None
        self._names: dict[str, list[str]] = {}
        """Folded file name to the paths of all such files."""
        self._ranked: set[str] = set()
        """Names whose files are in the order in which they are meant: those nearest to the root first."""
        self._crowds: dict[str, dict[str, list[str]]] = {}
        """Folded name of many files to folded ``folder/name`` to their paths, nearest first; made when needed."""
        found = self._names
        for path in dict.fromkeys(paths):
            name = fold_name(path.rpartition("/")[2])
            if name in found:
                found[name].append(path)
            else:
                found[name] = [path]
        self._names_of: dict[str, tuple[str, ...]] = {}
        """Folded, by path, what files are called besides."""
        self._called: dict[str, list[str]] = {}
        """Such a name to the paths of all files that have it, those nearest to the root first."""
        self._word_ids = word_ids
        self._ids: dict[str, set[str]] | None = None
        """Ids to the folded names of all files that begin with them; made when needed."""
        for path, others in (names or {}).items():
            self.call(path, others)

    def add(self, path: str) -> None:
        """Add a file. One that is there already is not added again."""
        key = fold_name(path)
        name = _name(key)
        paths = self._of_name(name)
        place = bisect_left(paths, _rank(path), key=_rank)
        if paths[place : place + 1] == [path]:
            return
        paths.insert(place, path)
        self._names[name] = paths
        if self._ids is not None:
            for each in ids_of(name, words=self._word_ids):
                self._ids.setdefault(each, set()).add(name)
        if name in self._crowds:
            insort(self._crowds[name].setdefault(_last_two(key), []), path, key=_rank)

    def call(self, path: str, names: Iterable[str]) -> None:
        """Let links name a file otherwise, too, in place of what it was called before.

        Args:
            path: Of a file that was added.
            names: In any case; no files lie where they say.
        """
        for name in self._names_of.pop(path, ()):
            _take_out(self._called, name, path)
        folded = tuple({fold_name(name) for name in names})
        if folded:
            self._names_of[path] = folded
        for name in folded:
            insort(self._called.setdefault(name, []), path, key=_rank)

    def discard(self, path: str) -> None:
        """Take out a file, if it is there."""
        key = fold_name(path)
        name = _name(key)
        if path not in self._names.get(name, ()):
            return
        _take_out(self._names, name, path)
        if self._ids is not None and name not in self._names:
            for each in ids_of(name, words=self._word_ids):
                self._ids[each].discard(name)
        if name in self._crowds:
            _take_out(self._crowds[name], _last_two(key), path)
        self.call(path, ())

    def resolve(self, target: str, source: str) -> str | None:
        """Find what a link leads to.

        Args:
            target: As written, percent-decoded, without heading and block; ``""`` for the note itself.
            source: Path of the linking note.

        Returns:
            A path as it was added, or ``None`` if the link is unresolved.
        """
        if not target:
            return source
        folded = fold_name(target)
        folder = source.rpartition("/")[0]
        name = _name(folded)
        if name not in _FOLDER_NAMES:
            for suffix in _SUFFIXES if "." in name else _SUFFIXES_OF_NAMES:
                # What most unresolved links come to: no file has that name, wherever.
                if name + suffix in self._names:
                    found = self._find(target + suffix, folded + suffix, folder)
                    if found is not None:
                        return found
            if folded in self._called:
                return self._called[folded][0]
            if is_id(folded, words=self._word_ids) and (found := self._with_id(folded)) is not None:
                return found
        if "\\" in target:  # written on Windows
            return self.resolve(target.replace("\\", "/"), source)
        page = self._page(target, folder) if target[0] == "/" or target[-1] == "/" else None
        if page is not None or self._symlinks is None:
            return page
        return self._behind_symlinks(target, folder, self._symlinks)

    def _behind_symlinks(self, target: str, folder: str, symlinks: SymlinkedPaths) -> str | None:
        """Find a file, or the page of a website, at a path that goes through symbolic links."""
        address = target.rstrip("/")
        name = _name(address)
        if name in _FOLDER_NAMES:
            return None
        endings: tuple[str, ...] = _SUFFIXES if "." in name else _SUFFIXES_OF_NAMES
        if target[-1] == "/":
            endings = PAGE_ENDINGS
        elif target[0] == "/":
            endings = _ADDRESS_ENDINGS
        folded = fold_name(name)
        # What most unresolved links come to, here as well: no file has that name, nor has a symbolic link.
        endings = tuple(
            ending
            for ending in endings
            if (last := _name(folded + ending)) in self._names or symlinks.may_lead_on(last)
        )
        places = (place for ending in endings for place in symlinks.real_paths(address + ending, folder))
        return next(filter(None, map(self._exact, places)), None)

    def _page(self, target: str, folder: str) -> str | None:
        """Find the page of a website at an address that begins or ends with ``/``."""
        address = target.strip("/")
        if not address:
            return None
        endings = PAGE_ENDINGS if target[-1] == "/" else _ADDRESS_ENDINGS
        if _name(address) in _FOLDER_NAMES:
            endings = _FOLDER_ENDINGS
        if target.startswith(("./", "../")):
            place = posixpath.normpath(f"{folder}/{address}" if folder else address)
            return self._page_at("" if place == "." else place, endings)
        address = without_detours(address)
        folded = fold_name(address)
        # What most come to that lead to no page: no file has such a name, wherever.
        endings = tuple(ending for ending in endings if self._namesakes(folded + ending))
        absolute = target[0] == "/"
        anywhere = "/" in address or (absolute and target[-1] == "/")  # a mere name says too little
        bases = [""]
        if not absolute:
            bases.append(folder)
        elif anywhere and endings:
            steps = folder.split("/")
            bases += ["/".join(steps[:depth]) for depth in range(1, len(steps) + 1)]
        for base in dict.fromkeys(bases):
            found = self._page_at(f"{base}/{address}" if base else address, endings)
            if found is not None:
                return found
        if not anywhere:
            return None
        found_pages = (self._shortest(address + ending, folded + ending) for ending in endings)
        return min(filter(None, found_pages), key=_rank, default=None)

    def _page_at(self, place: str, endings: Iterable[str]) -> str | None:
        """The page at a path from the root; the root's own for ``""``."""
        paths = (place + ending if place else ending.lstrip("/") for ending in endings)
        return next(filter(None, map(self._exact, paths)), None)

    def _with_id(self, wanted: str) -> str | None:
        """The only note that has an id."""
        ids = self._ids
        if ids is None:
            ids = self._ids = {}
            for name in self._names:
                for each in ids_of(name, words=self._word_ids):
                    ids.setdefault(each, set()).add(name)
        paths = [path for name in ids.get(wanted, ()) for path in self._names[name]]
        return paths[0] if len(paths) == 1 else None

    def _find(self, target: str, folded: str, folder: str) -> str | None:
        """Find a target that has its extension."""
        place = fixed_place(target, folder)
        if place is not None:
            return self._exact(place)
        path = without_detours(target)
        if path != target:
            folded = fold_name(path)
            # Who goes back up counts from the note, as file systems do.
            found = self._exact(posixpath.normpath(f"{folder}/{target}")) if folder else None
            if found is not None:
                return found
        alike = self._alike(folded)
        if alike:
            return _written_alike(alike, path)
        if folder:
            found = self._exact(f"{folder}/{path}")
            if found is not None:
                return found
        return self._shortest(path, folded)

    def _exact(self, path: str) -> str | None:
        alike = self._alike(fold_name(path))
        return _written_alike(alike, path) if alike else None

    def _alike(self, key: str) -> list[str]:
        """Files whose path folds to a key, in the order of letters."""
        paths = self._namesakes(key, whole=True)
        if len(paths) == 1:
            return paths if fold_name(paths[0]) == key else []
        return sorted(path for path in paths if fold_name(path) == key)

    def _shortest(self, target: str, key: str) -> str | None:
        end = f"/{key}"
        for path in self._namesakes(key):
            folded = fold_name(path)
            if folded.endswith(end):
                return _written_alike(self._alike(folded), target)
        return None

    def _namesakes(self, key: str, *, whole: bool = False) -> list[str]:
        """Files that a folded target may mean, those nearest to the root first.

        Args:
            whole: The target is a path from the root.
        """
        name = _name(key)
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
            paths.sort(key=_rank)
            self._ranked.add(name)
        return paths


def _take_out(lists: dict[str, list[str]], key: str, path: str) -> None:
    lists[key].remove(path)
    if not lists[key]:
        del lists[key]


def _name(path: str) -> str:
    return path.rpartition("/")[2]


def _last_two(path: str) -> str:
    return "/".join(path.rsplit("/", 2)[-2:])


def _rank(path: str) -> tuple[int, int, str]:
    return path.count("/"), len(path), path


def _written_alike(paths: list[str], wanted: str) -> str:
    """Of paths that differ only in case or composition, the one that is or ends in what was written, else the first."""
    if len(paths) == 1:
        return paths[0]
    return next((path for path in paths if path == wanted or path.endswith(f"/{wanted}")), paths[0])
