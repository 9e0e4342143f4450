"""A digest of what a scan of a vault finds, made folder by folder while the files just looked at are at hand."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from hashlib import blake2b
from typing import Final

from vaulttui.vault.note import FileStat

_DIGESTED: Final = 4
"""Fields of a file that tell whether it has changed: all but its birth."""


class ScanDigest:
    """Takes in what is found, in the order in which it is: a file system lists an unchanged folder in one order.

    To bring it into an order of our own first, or to go over all files once more, takes several times as long.
    """

    def __init__(self) -> None:
        self._hash = blake2b(digest_size=32)

    def add_folder(self, notes: Sequence[tuple[str, FileStat]], attachments: Sequence[str]) -> None:
        """Take in the files of one folder.

        Args:
            notes: Their paths, and by what a change of them is told.
            attachments: Paths of the other files.
        """
        self._add_texts([path for path, _ in notes])
        self._add_texts(attachments)
        for column in list(zip(*[seen for _, seen in notes], strict=True))[:_DIGESTED]:
            try:
                self._hash.update(array("Q", column))
            except OverflowError:  # a time before 1970
                self._hash.update(array("Q", [value % 2**64 for value in column]))

    def finish(
        self, unreadable_folders: Iterable[str], warnings: Iterable[object], symlinks: Iterable[tuple[str, str]]
    ) -> bytes:
        """Take in the rest, and give 32 bytes."""
        self._add_texts(unreadable_folders)
        self._add_texts(map(repr, warnings))
        for link in symlinks:
            self._add_texts(link)
        return self._hash.digest()

    def _add_texts(self, texts: Iterable[str]) -> None:
        self._hash.update("\0".join(texts).encode("utf-8", "surrogateescape") + b"\0\0")
