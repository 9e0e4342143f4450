"""What links call the notes of a vault of Logseq's besides by their files: names of pages, titles and aliases."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from vaulttui.index.reading.columns import NoteBatch, name_key
from vaulttui.index.storage.database import Database
from vaulttui.index.storage.indexed_files import given_names
from vaulttui.vault.note_names import is_note_name
from vaulttui.vault.other_programs.logseq_pages import page_namer


class PageNames:
    """Knows the names of all notes, where there are any but those of their files; elsewhere does nothing.

    Args:
        database: An open index.
        root: The vault's folder.
    """

    def __init__(self, database: Database, root: Path) -> None:
        self._database = database
        self._root = root
        self._page_name = page_namer(root)
        self._given = self._read()
        self.changed: set[str] = set()
        """Keys of the names that notes got or lost since links were last settled."""

    def read_rules(self) -> None:
        """Name notes by what the vault's settings say now."""
        before, self._page_name = self._page_name, page_namer(self._root)
        if before is None:
            self._given = self._read()

    def _read(self) -> dict[str, tuple[str, ...]]:
        return {} if self._page_name is None else dict(given_names(self._database))

    def of(self, path: str) -> tuple[str, ...]:
        """Names of the note in a file; none of a file that is no note."""
        if self._page_name is None or not is_note_name(path):
            return ()
        return self._page_name(path), *self._given.get(path, ())

    def of_all(self, paths: Iterable[str]) -> Mapping[str, Sequence[str]]:
        """Names of notes by their paths."""
        return {} if self._page_name is None else {path: self.of(path) for path in paths}

    def learn(self, batch: NoteBatch) -> list[str]:
        """Take note of how the notes of a batch are called.

        Returns:
            Paths of those that were called otherwise before.
        """
        if self._page_name is None:
            return []
        renamed = []
        for path, names in _given_in(batch):
            before = self._given.get(path, ())
            if names != before:
                self.changed.update(map(name_key, {*names} ^ {*before}))
                self._given[path] = names
                renamed.append(path)
        return renamed

    def drop(self, path: str) -> None:
        """Take note that a note is gone."""
        self.changed.update(map(name_key, self._given.pop(path, ())))


def _given_in(batch: NoteBatch) -> Iterator[tuple[str, tuple[str, ...]]]:
    notes = batch.tables["notes"]
    columns = (notes[name] for name in ("path", "title", "title_source", "aliases"))
    for path, title, source, aliases in zip(*columns, strict=True):
        yield path, (title, *aliases) if source == "property" else tuple(aliases)
