"""What the index holds of the vault's files, in memory, and how links resolve among them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from itertools import chain
from pathlib import Path

from vaulttui.index.reading.columns import NoteBatch, name_key
from vaulttui.index.storage.database import Database
from vaulttui.index.storage.indexed_files import attachments, indexed_files, note_count
from vaulttui.index.storage.meta import value_of
from vaulttui.index.sync.file_table import FileTable
from vaulttui.index.sync.page_names import PageNames
from vaulttui.vault.folding import fold_name
from vaulttui.vault.links.note_ids import has_word_ids, ids_of
from vaulttui.vault.links.resolution import FOLDER_NOTES, LinkResolver
from vaulttui.vault.links.symlinks import SYMLINKS, decode_symlinks
from vaulttui.vault.note_names import is_note_name


class KnownFiles:
    """Notes and attachments of the index. Read when first needed: who only searches what has not changed never does.

    Args:
        database: An open index.
        root: The vault's folder.
    """

    def __init__(self, database: Database, root: Path) -> None:
        self._database = database
        self._root = root
        self._resolver: LinkResolver | None = None
        self._word_ids = has_word_ids(root)
        self.moved: set[str] = set()
        """Files that came or went since links were last settled, or were found and could not be read. One that came and
        went is among them: links may have been resolved to it while it was there."""

        self.symlinks_changed = False
        """Whether symbolic links came, went or lead elsewhere since links were last settled."""

        self._discarded: set[str] = set()
        """Files that the resolver knew no longer when links were settled, while others were still expected."""

        self._expected: set[str] = set()
        """Notes that a scan found and that are still to be read: links are resolved to them already."""

        self.unread_moves: dict[str, str] = {}
        """Where notes were that seem to have moved to a place which could not be read, by that place: the index has
        them under the path of before."""

        self.doubtful = False
        """Whether the index may have other notes than are known of it: to be learned again before more is written."""

    @cached_property
    def notes(self) -> FileTable:
        """Every note of the index, by path."""
        return FileTable(indexed_files(self._database))

    @cached_property
    def attachments(self) -> set[str]:
        """Paths of every other file."""
        return set(attachments(self._database))

    @cached_property
    def symlinks(self) -> dict[str, str]:
        """Symbolic links that lead to a place within the vault, each with that place."""
        with self._database.read() as cursor:
            return decode_symlinks(value_of(cursor, SYMLINKS))

    @cached_property
    def _names(self) -> PageNames:
        return PageNames(self._database, self._root)

    @property
    def resolver(self) -> LinkResolver:
        """Knows every file; made when it is first needed, for where nothing has changed it never is."""
        if self._resolver is None:
            self._resolver = self._resolver_of([*self.notes, *self.attachments], self.notes)
        return self._resolver

    @property
    def note_count(self) -> int:
        """Notes in the index."""
        return len(self.notes) if "notes" in self.__dict__ else note_count(self._database)

    def read(self) -> None:
        """Have the files read by now: once something is being written it would be too late."""
        _ = self.notes, self.attachments, self.symlinks, self._names

    def forget(self) -> None:
        """Learn anew what the index holds when that is next asked for."""
        for name in ("notes", "attachments", "symlinks", "_names"):
            self.__dict__.pop(name, None)
        self._resolver = None
        self.moved = set()
        self.symlinks_changed = False
        self._discarded = set()
        self._expected = set()
        self.unread_moves = {}
        self.doubtful = False

    @contextmanager
    def following(self) -> Iterator[None]:
        """Notes are written or go, and that is taken note of: where it is broken off in between, by a fault or by
        Ctrl-C, what is known is in doubt."""
        commits = self._database.commits
        try:
            yield
        except BaseException:
            self.doubtful |= self._database.commits != commits  # else the index is as it was
            raise

    def learn_notes_again(self) -> None:
        """Learn anew which notes the index holds. What a scan found, and is still to be read, stays expected."""
        before = self.notes
        self.notes = FileTable(indexed_files(self._database))
        self.moved |= before.keys() ^ self.notes.keys()
        for path in before.keys() - self.notes.keys():
            self._names.drop(path)
        self.doubtful = False

    def clear(self) -> None:
        """The index is empty now."""
        self.forget()
        self.notes, self.attachments, self.symlinks = FileTable(), set(), {}

    def expect(self, notes: Iterable[str], attachments: set[str], symlinks: dict[str, str]) -> None:
        """Take over what a scan found, and resolve links among all of it from now on: of the notes that are read next,
        each may link to every other. :meth:`expect_no_more` tells that they were.

        Args:
            notes: Paths of the notes that there are.
            attachments: Paths of all other files.
            symlinks: Symbolic links that lead to a place within the vault, each with that place.
        """
        self.symlinks_changed |= symlinks != self.symlinks
        self.symlinks = symlinks
        self.moved |= self.attachments ^ attachments
        self.attachments = attachments
        self._names.read_rules()
        notes = list(notes)
        self._expected = {path for path in notes if path not in self.notes}
        # Known paths first: of equal texts the first is kept, and these are in memory anyway.
        paths = [*self.notes, *self.attachments, *notes]
        self._word_ids = has_word_ids(self._root)
        self._resolver = self._resolver_of(paths, paths)

    @property
    def expecting(self) -> bool:
        """Whether links may be resolved to notes that are still to be read."""
        return bool(self._expected)

    def expect_no_more(self) -> None:
        """Take note that nothing more is read of what was expected, be it that all of it was: links may lead to what
        was not, and nobody knows whether it will still be there."""
        self.moved.update(path for path in self._expected if path not in self.notes)
        self._expected = set()

    def _resolver_of(self, paths: Iterable[str], named: Iterable[str]) -> LinkResolver:
        names = self._names.of_all(named)
        return LinkResolver(paths, names, word_ids=self._word_ids, symlinks=self.symlinks)

    def add_attachment(self, path: str) -> None:
        """Take note of a file that is no note."""
        if path not in self.attachments:
            self.attachments.add(path)
            self.moved.add(path)

    def drop_attachment(self, path: str) -> None:
        """Take note that such a file is gone."""
        if path in self.attachments:
            self.attachments.discard(path)
            self.moved.add(path)

    def keep_unread_moves(self, moves: Mapping[str, str], among: Collection[str] | None = None) -> None:
        """Take note where notes seem to have moved to that stay in the index as they were.

        Args:
            moves: The new paths, by those of before.
            among: The paths that were looked at; ``None`` for all.
        """
        kept = {} if among is None else {new: old for new, old in self.unread_moves.items() if new not in among}
        self.unread_moves = {**kept, **{new: old for old, new in moves.items()}}

    def with_unread_moves(self, paths: Iterable[str]) -> tuple[str, ...]:
        """Some paths, and those that notes moved from or to there which could not be read."""
        places = {old: new for new, old in self.unread_moves.items()}
        found = dict.fromkeys(paths)
        to_do = list(found)
        while to_do:
            path = to_do.pop()
            others = {self.unread_moves.get(path), places.get(path)} - {None, *found}
            more = [other for other in others if other is not None]
            found.update(dict.fromkeys(more))
            to_do += more
        return tuple(found)

    def drop_notes(self, paths: Iterable[str]) -> None:
        """Take note that notes were taken out of the index."""
        for path in paths:
            del self.notes[path]
            self._names.drop(path)
            self.moved.add(path)

    def learn_names(self, batch: NoteBatch) -> bool:
        """Let links find the notes of a batch by what they are called.

        Returns:
            Whether links to any of them may resolve otherwise now.
        """
        renamed = self._names.learn(batch)
        for path in renamed:
            self.resolver.call(path, self._names.of(path))
        return bool(renamed)

    def settle(self, *, resolved: bool) -> tuple[list[str], list[str] | None]:
        """Let the resolver know what came and went.

        Args:
            resolved: Links were resolved among all files when they were written, but not by names that were read later,
                and perhaps to files that have gone since, or that had gone for a while.

        Returns:
            The keys of the names that may resolve otherwise now, and all attachments if some of these came or went.
        """
        gone = {path for path in self.moved if path not in self.notes and path not in self.attachments}
        if self._resolver is not None:
            for path in self.moved - gone:
                self._resolver.add(path)
                self._resolver.call(path, self._names.of(path))
            for path in gone:
                self._resolver.discard(path)
        names = set(self._names.changed)
        links_to = _by_place(self.symlinks)
        self._discarded |= gone
        for path in self.moved & self._discarded if resolved else self.moved:
            folder, _, name = fold_name(path).rpartition("/")
            others = (*self._names.of(path), *ids_of(name, words=self._word_ids), *links_to.get(path, ()))
            names.update(map(name_key, (path, *others)))
            if name in FOLDER_NOTES:
                names.update((name_key(folder), ".", ".."))  # ``../`` leads to them as well
        attachments = sorted(self.attachments) if not all(map(is_note_name, self.moved)) else None
        return sorted(names), attachments

    def settled(self) -> None:
        """Take note that links resolve as they should."""
        self.moved.clear()
        if not self.expecting:
            self._discarded.clear()
        self.symlinks_changed = False
        self._names.changed.clear()

    def name_otherwise_any(self, paths: Iterable[str]) -> bool:
        """Whether the index has a note by another spelling of some paths: with other capitals, or composed otherwise.
        Many a file system takes both for one, and tells that a file is there by either."""
        others = {fold_name(path) for path in paths if is_note_name(path) and path not in self.notes}
        return bool(others) and any(fold_name(path) in others for path in self.notes)

    def lie_below_any(self, folders: Iterable[str]) -> bool:
        """Whether any file lies below one of some folders. Where there is a file, none does."""
        gone = tuple(f"{path}/" for path in folders if path not in self.notes and path not in self.attachments)
        if not gone:
            return False
        holding = {f"{path.rpartition('/')[0]}/" for path in chain(self.notes, self.attachments)}
        return any(folder.startswith(gone) for folder in holding)


def _by_place(symlinks: Mapping[str, str]) -> dict[str, list[str]]:
    """Symbolic links by the places that they lead to."""
    found: dict[str, list[str]] = {}
    for link, place in symlinks.items():
        found.setdefault(place, []).append(link)
    return found
