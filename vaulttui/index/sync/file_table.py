"""What the index knows of many files, in columns: a hundred thousand entries as objects would take three times as much
memory, for as long as the program runs."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, MutableMapping

from vaulttui.index.storage.indexed_files import IndexedFile

_DIGEST = 16
"""Bytes of a digest, see :func:`vaulttui.vault.reader.content_hash`."""
_SIGNED = 4
"""Numbers of a file that may be below zero: its note's identity, size, and both times."""


class FileTable(MutableMapping[str, IndexedFile]):
    """Files by path, as a dictionary has them.

    Args:
        files: With their paths.
    """

    def __init__(self, files: Iterable[tuple[str, IndexedFile]] = ()) -> None:
        self._rows: dict[str, int] = {}
        self._numbers = array("q")
        self._inodes = array("Q")
        self._digests = bytearray()
        self._unused: list[int] = []
        """Rows of files that were taken out."""
        for path, file in files:
            self[path] = file

    def __getitem__(self, path: str) -> IndexedFile:
        row = self._rows[path]
        note_id, size, mtime, ctime = self._numbers[row * _SIGNED : (row + 1) * _SIGNED]
        return IndexedFile(
            note_id, (size, mtime, ctime, self._inodes[row]), bytes(self._digests[row * _DIGEST : (row + 1) * _DIGEST])
        )

    def __setitem__(self, path: str, file: IndexedFile) -> None:
        row = self._rows.get(path)
        if row is None:
            row = self._rows[path] = self._unused.pop() if self._unused else len(self._inodes)
        size, mtime, ctime, inode = file.stat
        # Beyond the end this appends.
        self._numbers[row * _SIGNED : (row + 1) * _SIGNED] = array("q", (file.note_id, size, mtime, ctime))
        self._inodes[row : row + 1] = array("Q", (inode,))
        self._digests[row * _DIGEST : (row + 1) * _DIGEST] = file.content_hash

    def __delitem__(self, path: str) -> None:
        self._unused.append(self._rows.pop(path))

    def __contains__(self, path: object) -> bool:
        return path in self._rows

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)
