"""What a scan of the vault says is to be done in the index, and by which rules files are read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from vaulttui.clock import local_zone
from vaulttui.errors import VaultNotFoundError
from vaulttui.index.reading.letters import fold
from vaulttui.index.reading.tokenizer import TOKENIZER_VERSION
from vaulttui.index.storage.indexed_files import IndexedFile
from vaulttui.index.sync.moves import moved_notes
from vaulttui.settings import VaultSettings
from vaulttui.values import dataclass
from vaulttui.vault.files.scan import ScannedFile, ScanResult
from vaulttui.vault.links.note_ids import has_word_ids
from vaulttui.vault.note import READING_VERSION, FileStat
from vaulttui.vault.other_programs.dendron import is_dendron
from vaulttui.vault.other_programs.logseq import logseq_settings
from vaulttui.vault.other_programs.obsidian import USUAL_DAY, ObsidianSettings, read_obsidian_settings


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be done."""

    read: list[ScannedFile]
    removed: dict[str, IndexedFile]
    attachments: set[str]
    """All files that are not notes."""
    symlinks: dict[str, str]
    """All symbolic links that lead to a place within the vault, and that place."""
    unlisted: list[str]
    """Notes of the index that lie in folders which could not be listed."""
    everything: bool
    """The rules have changed: even unchanged files are to be parsed again."""

    @property
    def empty(self) -> bool:
        """Whether nothing is to be done."""
        return not (self.read or self.removed or self.everything)

    def moved(self, known: Mapping[str, IndexedFile]) -> dict[str, str]:
        """Where notes seem to have moved to that are not where they were: nothing is there, or another file.

        Args:
            known: Every note of the index.

        Returns:
            The new paths, by those of before, see :func:`~vaulttui.index.sync.moves.moved_notes`.
        """
        return moved_notes(self.removed, {file.path: file.stat for file in self.read}, known)


@dataclass(frozen=True, slots=True)
class Task:
    """What a look at the vault found to be done, and how the index stood then."""

    scan: ScanResult
    fingerprint: str
    """Of the rules by which notes are read."""
    plan: Plan
    moved: dict[str, str]
    """Where notes seem to have moved to, by their paths of before."""
    before: dict[str, IndexedFile]
    """Those notes as the index had them."""
    known_before: set[str]
    """Paths that notes moved to, and that others of the index had."""
    held: dict[str, str]
    """Paths that are not to be read, see :func:`~vaulttui.index.sync.moves.held_back`."""
    overcome: list[str]
    """Notes that could not be read, and of which that holds no longer."""
    doubtful: bool
    """Whether what follows for other notes was left undone before."""
    in_new: bool
    """Whether the index was empty."""
    begun: int
    """What :attr:`Database.replacements` was."""
    clearings: int
    """What :attr:`NoteStore.clearings` was."""
    looking: float
    """Seconds that the look took."""


def make_plan(
    scan: ScanResult,
    known: Mapping[str, IndexedFile],
    attachments: Iterable[str],
    symlinks: Mapping[str, str],
    *,
    everything: bool,
) -> Plan:
    """Compare a scan with what the index holds. What lies below a folder that could not be listed stays.

    Args:
        scan: Of the vault.
        known: Every note of the index.
        attachments: Every other file of the index.
        symlinks: The symbolic links of the index.
        everything: Even unchanged files are to be parsed again.
    """
    present = {file.path for file in scan.notes}
    unlisted = tuple(f"{folder}/" if folder else "" for folder in scan.unreadable_folders)

    def may_be_there(path: str) -> bool:
        return bool(unlisted) and f"{path}/".startswith(unlisted)

    gone = {path: before for path, before in known.items() if path not in present}
    return Plan(
        read=[
            file
            for file in scan.notes
            if everything or (before := known.get(file.path)) is None or before.stat != stat_key(file.stat)
        ],
        removed={path: before for path, before in gone.items() if not may_be_there(path)},
        attachments={
            *scan.attachments,
            *scan.hidden_attachments,
            *(path for path in attachments if may_be_there(path)),
        },
        symlinks={**{path: real for path, real in symlinks.items() if may_be_there(path)}, **dict(scan.symlinks)},
        unlisted=[path for path in gone if may_be_there(path)],
        everything=everything,
    )


def check_not_unmounted(root: Path, scan: ScanResult, known: int) -> None:
    """An unmounted disk leaves an empty folder: that is no reason to forget every note.

    Args:
        root: The vault's folder.
        scan: Of it.
        known: How many notes are indexed.

    Raises:
        VaultNotFoundError: The folder is empty though notes are indexed.
    """
    if known and not scan.notes and not any(root.iterdir()):
        raise VaultNotFoundError(
            f"The vault {root} is empty, though {known:,} notes are indexed. "
            "Is its disk mounted? Nothing was removed. If it really is empty, put any file into it."
        )


def warning_rows(scan: ScanResult) -> list[tuple[str, int | None, str, str]]:
    """What a scan warns of: path, line if there is one, code and message."""
    return [(path, warning.line, warning.code, warning.message) for path, warning in scan.warnings]


def stat_key(stat: FileStat) -> tuple[int, int, int, int]:
    """By what a file is known to be unchanged."""
    return stat[:4]


def declared_types(root: Path, settings: VaultSettings) -> dict[str, str]:
    """Property types that the vault says, by folded key."""
    if not settings.use_obsidian_settings:
        return {}
    return {fold(key): kind for key, kind in read_obsidian_settings(root).property_types.items()}


def reading_fingerprint(root: Path, settings: VaultSettings) -> str:
    """Changes whenever the same file would be indexed in another way, also because all times are local ones. Which
    files are notes is up to the scan."""
    obsidian = read_obsidian_settings(root) if settings.use_obsidian_settings else ObsidianSettings()
    types = sorted((fold(key), kind) for key, kind in obsidian.property_types.items())
    logseq = logseq_settings(root)
    called = "" if logseq is None else f".{logseq.journals!r}.{logseq.day_file!r}.{logseq.day_title!r}"
    days = "" if obsidian.daily_format == USUAL_DAY else f".{obsidian.daily_format!r}"
    ids = ".zk" if has_word_ids(root) else ""
    links = ".dendron" if is_dendron(root) else ""
    rules = replace(settings, exclude=(), use_gitignore=True)
    return f"{TOKENIZER_VERSION}.{READING_VERSION}.{rules!r}.{types!r}.{local_zone()}{called}{days}{ids}{links}"
