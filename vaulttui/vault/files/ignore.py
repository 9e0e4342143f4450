"""Which files and folders of a vault are left out: dot-files, ``.gitignore``, globs, Obsidian's excluded files, and the
older versions of notes that Logseq keeps."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Sequence
from pathlib import Path
from typing import Final, TypeAlias

from vaulttui.errors import SettingsError
from vaulttui.settings import VaultSettings
from vaulttui.vault.files.excluded_files import ExcludedFiles
from vaulttui.vault.files.gitignore import IgnoreRules
from vaulttui.vault.folding import composed
from vaulttui.vault.note import NoteWarning
from vaulttui.vault.other_programs.logseq import CONFIG, VERSIONS, LogseqSettings, logseq_settings
from vaulttui.vault.other_programs.obsidian import OBSIDIAN, SELECTING_FILE, read_obsidian_settings
from vaulttui.vault.patience import PATIENCE
from vaulttui.vault.text import cut_at_line_end, decode
from vaulttui.vault.untrusted import read_regular_file

PathWarning: TypeAlias = tuple[str, NoteWarning]
"""A path of the vault and what is wrong there."""

_GITIGNORE: Final = ".gitignore"
_LARGEST_GITIGNORE: Final = 200_000
"""Bytes of rules: some ten thousand, which take a second to read and a thousandth for each file."""
_MOST_INVALID: Final = 20
"""Lines of one file that are told one by one where they are no patterns."""
_MOST_SHOWN: Final = 80
"""Characters that are told of each of those lines."""
_WILDCARD: Final = re.compile(r"[*?\[\\]")
_BELOW: Final = re.compile(r"(?:/+\*\*)+\Z")
"""Ends a glob for all that lies in folders."""


_Signature: TypeAlias = tuple[int, int, int] | None
"""What tells that a file has changed; ``None`` where there is no regular file."""
_UNREAD: Final = (-1, -1, -1)
"""Unlike that of any file."""


class PathFilter:
    """Tells which paths of a vault are left out.

    The ``exclude`` globs of the settings: one without wildcards is a path from the vault's root; one with wildcards
    but without ``/`` matches names at any depth; ``*`` stays within a folder, ``**`` does not. One that ends in ``/**``
    matches folders, no files, but ``**/**`` matches all, as for Git. Whatever lies below an excluded folder is
    excluded. Composed letters are no others than decomposed ones, but in ``.gitignore``, where they are for Git.

    Args:
        root: The vault's folder.
        settings: What to leave out.

    Raises:
        SettingsError: A glob of the settings is malformed.
    """

    def __init__(self, root: Path, settings: VaultSettings) -> None:
        self.warnings: list[PathWarning] = []
        """What is wrong with the files that say what to leave out; grows as they are read."""
        self._root = os.fspath(root)
        self._use_gitignore = settings.use_gitignore
        self._globs = _exclude_rules(settings.exclude) if settings.exclude else None
        self._use_obsidian = settings.use_obsidian_settings
        self._logseq: LogseqSettings | None = None
        self._hidden_in_logseq = ExcludedFiles(())
        self._hidden_in_obsidian = ExcludedFiles(())
        self._obsidian_signature: _Signature = _UNREAD
        self._folder_rules: dict[str, tuple[_Signature, IgnoreRules | None]] = {}
        self._read_settings()

    def excluded(self, relative_path: str, *, folder: bool = False, link: bool = False) -> bool:
        """Tell whether a path is left out, it or a folder that it lies in.

        Files that say what to leave out are read again when they have changed. Nothing need exist at the path.

        Args:
            relative_path: Relative to the vault, with ``/``. Symbolic links are left out, and so is what lies outside.
            folder: Whether it is a folder.
            link: Take a symbolic link at the path itself for what may have stood there before it.
        """
        parts = relative_path.strip("/").split("/")
        if relative_path in ("", ".", "/"):
            return False
        if relative_path.startswith("/") or any(part.startswith(".") or not part for part in parts):
            return True
        self._read_settings()
        chain: FolderRules = ()
        path = ""
        for number, part in enumerate(parts, 1):
            chain = self.rules_below(path, chain)
            path = f"{path}/{part}" if path else part
            is_folder = folder or number < len(parts)
            if not is_storable(part) or self.leaves_out(path, chain, folder=is_folder):
                return True
            may_be_link = link and number == len(parts)
            if not may_be_link and os.path.islink(f"{self._root}/{path}"):  # noqa: PTH114 - five times as fast
                return True
        return False

    def rules_below(self, folder: str, chain: FolderRules) -> FolderRules:
        """The rules that hold directly in a folder.

        Args:
            folder: Relative to the vault, ``""`` for its root.
            chain: The rules that hold in the folder above.
        """
        if not self._use_gitignore:
            return chain
        rules = self._read_gitignore(folder)
        return chain if rules is None else ((len(folder) + 1 if folder else 0, rules), *chain)

    def leaves_out(self, path: str, chain: FolderRules, *, folder: bool) -> bool:
        """Tell whether a path that lies in no excluded folder is left out itself (dot-files apart).

        Args:
            path: Relative to the vault.
            chain: The rules that hold in its folder.
            folder: Whether it is a folder.
        """
        for hidden in self._hidden:
            if hidden.leave_out(f"{path}/" if folder else path):
                return True
        return self.leaves_out_altogether(path, chain, folder=folder)

    def leaves_out_altogether(self, path: str, chain: FolderRules, *, folder: bool) -> bool:
        """As :meth:`leaves_out`, apart from what Obsidian and Logseq only keep out of sight: links lead there."""
        if folder and self._logseq is not None and path in VERSIONS:
            return True
        if self._globs is not None:
            named = path if path.isascii() else composed(path)  # a call for each path of a vault is saved
            if self._globs.verdict(named, folder=folder):
                return True
        for start, rules in chain:
            verdict = rules.verdict(path[start:], folder=folder)
            if verdict is not None:
                return verdict
        return False

    def _read_gitignore(self, folder: str) -> IgnoreRules | None:
        relative = f"{folder}/{_GITIGNORE}" if folder else _GITIGNORE
        path = f"{self._root}/{relative}"
        signature = _signature(path)  # like Git, which does not follow a symbolic link here
        known = self._folder_rules.get(folder)
        if known is not None and known[0] == signature:
            return known[1]
        self._forget_warnings(relative)
        rules = None if signature is None else self._parse_gitignore(path, relative)
        self._folder_rules[folder] = (signature, rules)
        return rules

    def _parse_gitignore(self, path: str, relative: str) -> IgnoreRules | None:
        try:
            read = PATIENCE.call(path.rpartition("/")[0], read_regular_file, path, _LARGEST_GITIGNORE + 1)
        except OSError as error:
            self._warn(relative, f"The file cannot be read ({error.strerror}): nothing is left out because of it.")
            return None
        if len(read) > _LARGEST_GITIGNORE:
            read = cut_at_line_end(read[:_LARGEST_GITIGNORE])  # half a line might leave out everything
            self._warn(relative, f"The file is too long: what follows its first {len(read):,} bytes is passed over.")
        decoded = decode(read)
        if decoded.encoding == "binary":
            self._warn(relative, "The file holds binary data, not text: nothing is left out because of it.")
        rules = IgnoreRules(decoded.text.split("\n"))
        for line, pattern in rules.invalid[:_MOST_INVALID]:
            shown = pattern if len(pattern) <= _MOST_SHOWN else f"{pattern[:_MOST_SHOWN]}…"
            self._warn(relative, f"The line {shown!r} is not a pattern and is passed over.", line)
        if more := rules.invalid[_MOST_INVALID:]:
            self._warn(relative, f"Lines that are no patterns are passed over from here on: {len(more):,}.", more[0][0])
        return rules

    def _read_settings(self) -> None:
        """Read what the other programs leave out, if it has changed."""
        self._read_obsidian_filters()
        self._read_logseq_settings()
        self._hidden = tuple(filter(None, (self._hidden_in_logseq, self._hidden_in_obsidian)))

    def _read_obsidian_filters(self) -> None:
        if not self._use_obsidian:
            return
        signature = _signature(f"{self._root}/{SELECTING_FILE}")
        if signature == self._obsidian_signature:
            return
        self._forget_warnings(OBSIDIAN, SELECTING_FILE)
        found = read_obsidian_settings(Path(self._root))
        self._obsidian_signature = _UNREAD if found.incomplete else signature
        self.warnings.extend((OBSIDIAN, warning) for warning in found.warnings)
        self._hidden_in_obsidian = ExcludedFiles(
            found.ignore_filters, warn=lambda message: self._warn(SELECTING_FILE, message)
        )

    def _read_logseq_settings(self) -> None:
        found = logseq_settings(self._root)
        if found == self._logseq:
            return
        self._forget_warnings(CONFIG)
        self._logseq = found
        self._hidden_in_logseq = ExcludedFiles(found.hidden if found is not None else ())
        self.warnings.extend((CONFIG, warning) for warning in (found.warnings if found is not None else ()))

    def _forget_warnings(self, *paths: str) -> None:
        """Forget what was wrong with files that have changed."""
        self.warnings[:] = [warning for warning in self.warnings if warning[0] not in paths]

    def _warn(self, path: str, message: str, line: int | None = None) -> None:
        self.warnings.append((path, NoteWarning("ignore_rule_invalid", message, line)))


FolderRules: TypeAlias = tuple[tuple[int, IgnoreRules], ...]
"""Rules with the length of the path of the folder that they are relative to, innermost first."""


def _signature(path: str) -> _Signature:
    try:
        found = os.lstat(path)
    except OSError:
        return None
    return (found.st_mtime_ns, found.st_size, found.st_ino) if stat.S_ISREG(found.st_mode) else None


def is_storable(name: str) -> bool:
    """Whether a file name is text. Names that are not UTF-8 on disk cannot be shown, stored or asked for."""
    if name.isascii():
        return True
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


def _exclude_rules(globs: Sequence[str]) -> IgnoreRules:
    rules = IgnoreRules(map(_as_pattern, globs))
    for number, _ in rules.invalid:
        raise SettingsError(
            f"The glob {globs[number - 1]!r} of the setting vault.exclude is malformed: correct it or take it out. "
            "The command vaulttui config --path says in which file."
        )
    return rules


def _as_pattern(glob: str) -> str:
    glob = composed(glob.strip().removeprefix("./"))
    folder = _BELOW.sub("", glob)
    if folder != glob:  # not what lies in them one by one, but the folders: they are not even listed
        return f"/{folder.lstrip('/')}/" if folder not in ("", "**") else "**"
    if glob and not _WILDCARD.search(glob) and "/" not in glob.rstrip("/"):
        return f"/{glob}"
    return f"\\{glob}" if glob.startswith(("!", "#")) else glob
