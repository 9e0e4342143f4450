"""Paths through the symbolic links of a vault: an editor opens what lies there, though it is listed elsewhere."""

from __future__ import annotations

import json
import posixpath
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final

from vaulttui.vault.folding import fold_name
from vaulttui.vault.links.files_by_name import last_name, rank

_KEPT: Final = 4096
"""Paths of which is kept what they may mean."""
SYMLINKS: Final = "symlinks"
"""Key under which an index keeps the symbolic links that lead to a place within the vault."""


def encode_symlinks(symlinks: Mapping[str, str]) -> str:
    """Symbolic links as an index keeps them."""
    return json.dumps(dict(sorted(symlinks.items())), ensure_ascii=False)


def decode_symlinks(kept: str | None) -> dict[str, str]:
    """The same, from what an index keeps; none if it keeps nothing."""
    found: dict[str, str] = json.loads(kept) if kept else {}
    return found


class SymlinkedPaths:
    """Tells what paths mean that go through symbolic links. Reads nothing: each link is followed once.

    Args:
        symlinks: Where each link really leads, both relative to the vault; ``""`` is its root. Neither that nor the
            folder that a link lies in has links in it.
    """

    def __init__(self, symlinks: Mapping[str, str]) -> None:
        self._real = {fold_name(path): real for path, real in symlinks.items()}
        self._by_name: dict[str, list[str]] = {}
        """Folded last name of a link to all folded paths of such links, those nearest to the root first."""
        for path in sorted(self._real, key=rank):
            self._by_name.setdefault(last_name(path), []).append(path)
        # Many notes have the same links, and many folders a symbolic link of the same name.
        self._anywhere = lru_cache(maxsize=_KEPT)(self._find_anywhere)

    def real_paths(self, target: str, folder: str) -> Iterator[str]:
        """What a path through a symbolic link may mean, as links are resolved: from the vault's root, from the folder
        of the linking note, and any that ends so, the shortest first.

        Args:
            target: With its extension. One that begins with ``/`` is a path from the root, one with ``./`` or ``../``
                from the note's folder, and nothing else.
            folder: That of the note, ``""`` for the root.

        Yields:
            Paths without symbolic links. Nothing need be there.
        """
        if target.startswith(("./", "../")):
            place, anywhere = f"{folder}/{target}" if folder else target, False
        else:
            place, anywhere = target.lstrip("/"), target[0] != "/"
        parts = posixpath.normpath(place).split("/")
        if parts[0] in ("", ".", ".."):
            return
        known = [(depth, begin) for depth, begin in self._beginnings(parts) if last_name(begin) in self._by_name]
        bases = ("", f"{fold_name(folder)}/") if anywhere and folder else ("",)
        told: set[str] = set()
        for base in bases:
            for depth, begin in known:
                link = base + begin
                if link in self._real and (real := self._follow(self._real[link], parts[depth:])) not in told:
                    told.add(real)
                    yield real
        if anywhere:
            yield from (real for real in self._anywhere("/".join(parts)) if real not in told)

    def may_lead_on(self, name: str) -> bool:
        """Whether a link has a folded name: what it leads to may be called otherwise."""
        return name in self._by_name

    @staticmethod
    def _beginnings(parts: Sequence[str]) -> Iterator[tuple[int, str]]:
        """How a path begins, folded, with the number of its parts."""
        for depth in range(1, len(parts) + 1):
            yield depth, fold_name("/".join(parts[:depth]))

    def _find_anywhere(self, path: str) -> tuple[str, ...]:
        """What a path may mean that is the end of one through a symbolic link, the shortest first."""
        parts = path.split("/")
        found: list[tuple[int, int, str, str]] = []
        for depth, begin in self._beginnings(parts):
            for link in self._by_name.get(last_name(begin), ()):
                if link == begin or link.endswith(f"/{begin}"):
                    real = self._follow(self._real[link], parts[depth:])
                    found.append((link.count("/") + len(parts) - depth, len(link), link, real))
        return tuple(dict.fromkeys(real for *_, real in sorted(found)))

    def _follow(self, place: str, parts: Sequence[str]) -> str:
        for part in parts:
            place = f"{place}/{part}" if place else part
            place = self._real.get(fold_name(place), place)
        return place
