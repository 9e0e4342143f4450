"""Which file a link leads to."""

from __future__ import annotations

import posixpath
from bisect import insort
from collections.abc import Iterable, Mapping
from typing import Final

from vaulttui.vault.folding import fold_name
from vaulttui.vault.links.files_by_name import FilesByName, last_name, rank, take_out
from vaulttui.vault.links.fixed_places import fixed_place, without_detours
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


class LinkResolver:
    """Finds the file of a vault that a link target means.

    In this order: the path from the vault's root, the same folder as the linking note (or a path from there), the
    shortest path that ends in the target. Case and Unicode composition are ignored, though of two files that differ
    in nothing else the one written alike wins. ``.md`` may be left out, though ``[[image.png]]`` never leads to
    ``image.png.md`` where there is an ``image.png``. Targets that begin with ``/`` are paths from
    the root, those with ``./`` or ``../`` from the note's folder, and nothing else. Those with ``..``, ``.`` or no name
    between two slashes further on mean what is left without these, first from the note's folder. What none of these
    finds may be what else a note is called, or an id that the name of exactly one note begins with.

    At last it may be a folder or an address of a website that is made of the vault: ``/a/b/`` and ``a/b/`` lead to
    ``a/b.md``, or to the note that stands for the folder (``a/b/_index.md``, ``index.md``, ``README.md``), and so do
    ``/a/b``, ``a/b``, ``./a`` and ``..``, as on GitHub; a mere name does not. Which
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
        self._files = FilesByName(paths, word_ids=word_ids)
        self._names_of: dict[str, tuple[str, ...]] = {}
        """Folded, by path, what files are called besides."""
        self._called: dict[str, list[str]] = {}
        """Such a name to the paths of all files that have it, those nearest to the root first."""
        for path, others in (names or {}).items():
            self.call(path, others)

    def add(self, path: str) -> None:
        """Add a file. One that is there already is not added again."""
        self._files.add(path)

    def call(self, path: str, names: Iterable[str]) -> None:
        """Let links name a file otherwise, too, in place of what it was called before.

        Args:
            path: Of a file that was added.
            names: In any case; no files lie where they say.
        """
        for name in self._names_of.pop(path, ()):
            take_out(self._called, name, path)
        folded = tuple({fold_name(name) for name in names})
        if folded:
            self._names_of[path] = folded
        for name in folded:
            insort(self._called.setdefault(name, []), path, key=rank)

    def discard(self, path: str) -> None:
        """Take out a file, if it is there."""
        if self._files.discard(path):
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
        name = last_name(folded)
        if name not in _FOLDER_NAMES:
            for suffix in _SUFFIXES if "." in name else _SUFFIXES_OF_NAMES:
                # What most unresolved links come to: no file has that name, wherever.
                if name + suffix in self._files:
                    found = self._find(target + suffix, folder)
                    if found is not None:
                        return found
            if folded in self._called:
                return self._called[folded][0]
            found = self._files.with_id(folded)
            if found is not None:
                return found
        if "\\" in target:  # written on Windows
            return self.resolve(target.replace("\\", "/"), source)
        page = None
        if "/" in target or name in _FOLDER_NAMES:  # [[projects]] may be a note that is not written yet
            page = self._page(target if target[0] == "/" or target[-1] == "/" else f"{target}/", folder)
        if page is not None or self._symlinks is None:
            return page
        return self._behind_symlinks(target, folder, self._symlinks)

    def _behind_symlinks(self, target: str, folder: str, symlinks: SymlinkedPaths) -> str | None:
        """Find a file, or the page of a website, at a path that goes through symbolic links."""
        address = target.rstrip("/")
        name = last_name(address)
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
            if (last := last_name(folded + ending)) in self._files or symlinks.may_lead_on(last)
        )
        places = (place for ending in endings for place in symlinks.real_paths(address + ending, folder))
        return self._files.first(places)

    def _page(self, target: str, folder: str) -> str | None:
        """Find the page of a website, or the note of a folder, at an address that begins or ends with ``/``."""
        address = target.strip("/")
        if not address:
            return None
        endings = PAGE_ENDINGS if target[-1] == "/" else _ADDRESS_ENDINGS
        if last_name(address) in _FOLDER_NAMES:
            endings = _FOLDER_ENDINGS
        if target.startswith(("./", "../")):
            place = posixpath.normpath(f"{folder}/{address}" if folder else address)
            return self._page_at("" if place == "." else place, endings)
        address = without_detours(address)
        folded = fold_name(address)
        # What most come to that lead to no page: no file has such a name, wherever.
        endings = tuple(ending for ending in endings if self._files.namesakes(folded + ending))
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
        found_pages = (self._files.shortest(address + ending) for ending in endings)
        return min(filter(None, found_pages), key=rank, default=None)

    def _page_at(self, place: str, endings: Iterable[str]) -> str | None:
        """The page at a path from the root; the root's own for ``""``."""
        return self._files.first(place + ending if place else ending.lstrip("/") for ending in endings)

    def _find(self, target: str, folder: str) -> str | None:
        """Find a target that has its extension."""
        place = fixed_place(target, folder)
        if place is not None:
            return self._files.exact(place)
        path = without_detours(target)
        places = [path]
        if folder:
            places.append(f"{folder}/{path}")
            if path != target:  # who goes back up counts from the note first, as file systems do
                places.insert(0, posixpath.normpath(f"{folder}/{target}"))
        return self._files.first(places) or self._files.shortest(path)
