"""Paths through the symbolic links of a vault: an editor opens what lies there, though it is listed elsewhere."""

from __future__ import annotations

import json
import posixpath
from collections.abc import Iterator, Mapping
from typing import Final

from vaulttui.vault.links.folding import fold_path

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
        self._real = {fold_path(path): real for path, real in symlinks.items()}
        self._by_name: dict[str, list[str]] = {}
        """Folded last name of a link to all folded paths of such links, those nearest to the root first."""
        for path in sorted(self._real, key=lambda path: (path.count("/"), len(path), path)):
            self._by_name.setdefault(path.rpartition("/")[2], []).append(path)

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
        found: list[tuple[bool, bool, int, int, str, str]] = []
        beside = fold_path(folder)
        for depth, part in enumerate(parts, 1):
            name = fold_path(part)
            if name not in self._by_name:
                continue
            begin = fold_path("/".join(parts[:depth]))
            for link in self._by_name[name]:
                exact = link == begin
                if exact or (anywhere and link.endswith(f"/{begin}")):
                    near = bool(beside) and link == f"{beside}/{begin}"
                    real = self._follow(self._real[link], parts[depth:])
                    found.append((not exact, not near, link.count("/") + len(parts) - depth, len(link), link, real))
        yield from dict.fromkeys(real for *_, real in sorted(found))

    def _follow(self, place: str, parts: list[str]) -> str:
        for part in parts:
            place = f"{place}/{part}" if place else part
            place = self._real.get(fold_path(place), place)
        return place
