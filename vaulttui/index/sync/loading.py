"""Brings notes from their files into the index."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from types import MappingProxyType

from vaulttui.index.progress import IndexChanged, Listener, Progress
from vaulttui.index.reading.batches import ReadRequest, Stop, read_batches, read_here
from vaulttui.index.reading.columns import NoteBatch
from vaulttui.index.storage.indexed_files import IndexedFile
from vaulttui.index.sync.moves import why_held_back
from vaulttui.index.sync.note_store import NoteStore
from vaulttui.index.sync.plan import stat_key
from vaulttui.settings import VaultSettings
from vaulttui.vault.files.scan import ScannedFile
from vaulttui.vault.note import READ_FAILED, FileStat


class NoteLoader:
    """Reads files, writes what they hold, and keeps what is known of them in step.

    Args:
        root: The vault's folder.
        settings: How the vault is read.
        store: The notes of an open index.
        emit: Gets progress and changes.
    """

    def __init__(self, root: Path, settings: VaultSettings, store: NoteStore, emit: Listener) -> None:
        self._root = root
        self._settings = settings
        self._meta = store.meta
        self._writer = store.writer
        self._warnings = store.warnings
        self._known = store.known
        self._housekeeping = store.housekeeping
        self._emit = emit

    def load(
        self,
        files: Sequence[ScannedFile],
        stop: Stop,
        writing: Callable[[], AbstractContextManager[None]],
        *,
        reread: bool,
        moved: Mapping[str, str],
        claimed: Collection[str],
    ) -> tuple[int, int]:
        """Bring many files into the index, newest first: what a person works on is findable first.

        Args:
            files: Notes that a scan found.
            stop: When it answers true, the rest is left out.
            writing: Gives a lock that is held while a batch is written, and free while the next is read.
            reread: Parse even what has not changed.
            moved: Where notes of the index that are gone seem to have moved to. Each stays until its new place is read.
            claimed: Paths that notes of the index seem to have moved to, these and others: they are found as they were,
                and not by their new names, until these can be read.

        Returns:
            How many notes are new, those that have moved included, and how many have changed.

        Raises:
            IndexFault: The index cannot be written, or what ``writing`` raises; what was written before stays.
        """
        known_before = set(self._known.notes)
        changed: set[str] = set()
        done = 0
        started = time.perf_counter()
        ordered = [
            self._request(file.path, file.stat, claimed, reread=reread)
            for file in sorted(files, key=lambda file: -file.stat.mtime_ns)
        ]
        for batch in read_batches(self._root, ordered, self._settings, stop):
            with writing():
                written = self._write(batch, moved)
                if reread:
                    self.doubt(path for path, _ in batch.failures)
            done += len(batch.paths) + len(batch.failures) + len(batch.unchanged)
            rate = done / max(1e-6, time.perf_counter() - started)
            self._emit(
                Progress(
                    "reading",
                    done=done,
                    total=len(files),
                    rate=rate,
                    seconds_left=(len(files) - done) / rate,
                    notes=len(self._known.notes),
                )
            )
            changed |= written
            come = {old: new for old, new in moved.items() if new in written}
            paths = frozenset((*batch.paths, *come)) if len(files) < 50 else None
            self._emit(IndexChanged(self._meta.generation, paths, moved=come))
            del batch  # before the next is waited for: some are large
        return len(changed - known_before), len(changed & known_before)

    def doubt(self, paths: Iterable[str]) -> None:
        """Have notes of the index read once that is possible, though their files have not changed meanwhile: the rules
        have, and by these they hold something else.

        Args:
            paths: Of files, some of which may not be in the index.
        """
        doubted = {path: self._known.notes[path].doubted() for path in paths if path in self._known.notes}
        if doubted:
            with self._known.following():
                self._writer.update_files(list(doubted.values()))
                self._known.notes.update(doubted)

    def hold_back(self, held: Mapping[str, str]) -> None:
        """Take note of files that are not read for now, see :func:`~vaulttui.index.sync.moves.held_back`."""
        if held:
            self._warnings.write_failures([(path, READ_FAILED, reason) for path, reason in why_held_back(held)])

    def load_few(self, files: Mapping[str, FileStat], claimed: Collection[str], changed: set[str]) -> bool:
        """Bring a few files that have changed into the index.

        Args:
            files: Of notes, relative to the vault.
            claimed: See :meth:`load`.
            changed: Gets the paths of notes that are new or changed, those before a fault as well.

        Returns:
            Whether something follows for other notes.

        Raises:
            IndexFault: The index cannot be written.
        """
        requests = [self._request(path, stat, claimed) for path, stat in files.items()]
        follows = False
        for batch in read_here(self._root, requests, self._settings):
            asked = [*batch.paths, *(path for path, _ in batch.failures)]
            older = [known.note_id for path in batch.paths if (known := self._known.notes.get(path)) is not None]
            some_are_new = any(path not in self._known.notes for path in asked)
            unsettling = some_are_new or not self._warnings.same_kinds(older, batch.tables)
            follows |= unsettling
            for path in asked:
                self._known.resolver.add(path)
            changed |= self._write(batch, unsettling=unsettling)
        return follows

    def _request(self, path: str, stat: FileStat, claimed: Collection[str], *, reread: bool = False) -> ReadRequest:
        known = self._known.notes.get(path)
        same_size = known is not None and known.stat[0] == stat.size
        # One that is found by its name, whether or not it can be read; not if it is unknown.
        by_name = stat.inode and known is None and path not in claimed
        return ReadRequest(
            path,
            stat.size,
            known_hash=known.content_hash if known is not None and same_size and not reread else None,
            new=stat if by_name else None,
        )

    def _write(
        self, batch: NoteBatch, moved: Mapping[str, str] = MappingProxyType({}), *, unsettling: bool = True
    ) -> set[str]:
        """Write a batch.

        Args:
            batch: Of notes that were read.
            moved: See :meth:`load`.
            unsettling: Whether something follows for other notes.

        Returns:
            Paths whose notes are new or changed.
        """
        if batch.failures:
            self._warnings.write_failures([(path, READ_FAILED, reason) for path, reason in batch.failures])
            # Links were to lead to them, but they are not in the index, and may be gone.
            self._known.moved |= {path for path, _ in batch.failures if path not in self._known.notes}
        # Somebody else may have taken a note out since it was read.
        unchanged = {path: stat for path, stat in batch.unchanged if path in self._known.notes}
        if unchanged:
            with self._known.following():
                self._writer.update_stats({self._known.notes[path].note_id: stat for path, stat in unchanged.items()})
                self._warnings.forget_failures(list(unchanged), READ_FAILED)
                for path, stat in unchanged.items():
                    self._known.notes[path] = self._known.notes[path]._replace(stat=stat_key(stat))
        if not batch.paths:
            return set()
        new = [path for path in batch.paths if path not in self._known.notes]
        there = set(batch.paths)
        left = [old for old, place in moved.items() if place in there and old in self._known.notes]
        older = {path: self._known.notes.get(path) for path in (*there, *left)}
        replaced = {path: known.note_id for path, known in older.items() if known is not None}
        unsettling = self._known.learn_names(batch) or unsettling
        with self._known.following():
            first = self._writer.write_notes(batch, self._known.resolver, replaced=replaced, unsettling=unsettling)
            self._known.drop_notes(left)
            self._known.moved |= set(new)
            columns = batch.tables["notes"]
            keys = zip(columns["size"], columns["mtime_ns"], columns["ctime_ns"], columns["inode"], strict=True)
            for place, (path, key) in enumerate(zip(batch.paths, keys, strict=True)):
                self._known.notes[path] = IndexedFile(first + place, key, columns["content_hash"][place])
        self._housekeeping.written(len(batch.postings))
        return there
