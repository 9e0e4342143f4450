"""Finding files and folders by name: walks the vault, needs no index."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from vaulttui.index.reading.distinct_tags import distinct_tags
from vaulttui.index.reading.letters import fold
from vaulttui.search.answers import FoundFile
from vaulttui.search.conditions.property_conditions import is_value
from vaulttui.search.globs import glob_pattern, has_wildcards
from vaulttui.search.query import FileQuery
from vaulttui.settings import VaultSettings
from vaulttui.values import dataclass
from vaulttui.vault.dates.file_dates import local_time
from vaulttui.vault.files.note_data import read_note_data
from vaulttui.vault.files.scan import scan_vault
from vaulttui.vault.note import Note
from vaulttui.vault.note_names import is_note_name
from vaulttui.vault.properties.frontmatter_lines import frontmatter_end
from vaulttui.vault.properties.nested_properties import with_nested
from vaulttui.vault.text import decode

_MOST_STARS = 3
"""Stars from which on a glob is not for Python's regular expressions: they try every way to share a name among them."""
_MOST_WAYS = 400_000_000
"""Ways to try, over all names, from which on a glob is not for them either: that takes a second."""
_NAME_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class IndexedNotes:
    """What an index knows of notes that are looked for by a tag or a property."""

    stats: Mapping[str, tuple[int, int, int, int]]
    """Size, mtime_ns, ctime_ns and inode of every note's file when it was read, by path."""
    fitting: Mapping[str, tuple[str, ...]]
    """Tags of those that have what is looked for."""

    def with_tags(self, file: FoundFile) -> FoundFile | None:
        """The file with its tags; ``None`` if it has not what is looked for."""
        tags = self.fitting.get(file.path)
        return None if tags is None else replace(file, tags=tags)


def find_files(
    root: Path,
    settings: VaultSettings,
    query: FileQuery,
    indexed: Callable[[], IndexedNotes | None] = lambda: None,
) -> tuple[FoundFile, ...]:
    """Find by glob or substring on name and path; see :meth:`vaulttui.search.engine.SearchEngine.find`.

    Args:
        root: The vault's folder.
        settings: What is left out.
        query: What is looked for.
        indexed: Asked if there are notes to look into: with what an index knows, those alone are read that have changed
            since. ``None`` is no index.
    """
    scan = scan_vault(root, settings)
    folders = [f"{name}/" for name in scan.folders]
    fits = name_test(query.pattern, [*folders, *scan.attachments, *(file.path for file in scan.notes)])
    below = f"{query.path.strip('/')}/" if query.path and query.path.strip("/.") else ""
    filtered = query.tag is not None or query.property is not None
    found = [
        FoundFile(name.rstrip("/"), 0 if folder else stat.st_size, local_time(stat.st_mtime_ns), folder=folder)
        for names, folder in (() if filtered else ((folders, True), (scan.attachments, False)))
        for name in names
        if name.rstrip("/").startswith(below) and fits(name) and (stat := _stat(root / name)) is not None
    ]
    found.extend(
        FoundFile(file.path, file.stat.size, local_time(file.stat.mtime_ns))
        for file in scan.notes
        if file.path.startswith(below) and fits(file.path)
    )
    if filtered and found:
        known = indexed() or IndexedNotes({}, {})
        stats = {file.path: file.stat[:4] for file in scan.notes}
        found = [
            item
            for item in (
                known.with_tags(item)
                if known.stats.get(item.path) == stats[item.path]
                else _with_tags(root, item, settings, query.tag, query.property)
                for item in found
            )
            if item is not None
        ]
    found.sort(key=lambda item: (fold(item.path), item.path))
    if query.sort == "modified":
        found.sort(key=lambda item: _timestamp(item.modified), reverse=True)
    elif query.sort == "size":
        found.sort(key=lambda item: item.size, reverse=True)
    shown = found[: query.limit]
    if filtered:
        return tuple(shown)
    return tuple(item if item.folder else _with_tags(root, item, settings, None, None) or item for item in shown)


def _stat(path: Path) -> os.stat_result | None:
    try:
        return path.stat()
    except OSError:
        return None  # it went away since the scan


def _timestamp(moment: datetime) -> float:
    """Seconds since 1970 of a file's local time: the hour that clocks show twice has an order by these alone."""
    try:
        return moment.timestamp()
    except (ValueError, OverflowError, OSError):  # an absurd one
        return math.copysign(math.inf, moment.year - 1970)


def name_test(pattern: str, paths: Sequence[str]) -> Callable[[str], bool]:
    """Whether one of some paths or its last part fits: a substring or, if the pattern has glob characters, a glob.

    Args:
        pattern: What is looked for. A glob that ends in ``/`` means folders.
        paths: All that are asked about; those of folders end in ``/``.
    """
    pattern = pattern.removeprefix("./")
    if pattern.endswith("/"):
        pattern = f"{pattern.rstrip('/')}/"
    wanted = fold(pattern)
    if not has_wildcards(pattern):
        return lambda path: wanted in fold(path)
    glob = glob_pattern(pattern, fold)
    matches: Callable[[str], object] = re.compile(glob).fullmatch

    def forms(folded: str) -> tuple[str, str]:
        """What a glob may match: a path, and its last part."""
        bare = folded.rstrip("/")
        end = folded[len(bare) :] if wanted.endswith("/") else ""
        return bare + end, bare.rpartition("/")[2] + end

    if _takes_long(wanted, paths):
        matches = _matching(glob, {form for path in paths for form in forms(fold(path))}).__contains__

    def fits(path: str) -> bool:
        folded = fold(path)
        # Names may have these characters, too, as "Draft [2].md" has.
        return wanted in folded or any(map(matches, forms(folded)))

    return fits


def _takes_long(glob: str, paths: Sequence[str]) -> bool:
    """Whether Python may take long to find which paths match a glob."""
    stars = len(re.findall(r"\*+", glob))
    return stars > _MOST_STARS or sum(len(path) ** stars for path in paths) / math.factorial(stars) > _MOST_WAYS


def _matching(expression: str, texts: Collection[str]) -> frozenset[str]:
    """Those of some texts that a regular expression matches, found in a time that grows with their length alone."""
    from vaulttui.index.storage import duckdb  # late: names are found without it

    with duckdb.connect(":memory:") as connection:
        rows = connection.execute(
            "SELECT text FROM (SELECT unnest(?::VARCHAR[]) AS text) WHERE regexp_full_match(text, ?)",
            [list(texts), expression],
        ).fetchall()
    return frozenset(text for (text,) in rows)


def _with_tags(
    root: Path, item: FoundFile, settings: VaultSettings, tag: str | None, wanted: Mapping[str, str] | None
) -> FoundFile | None:
    """The file with its tags; ``None`` if it has not the tag or property asked for, or cannot be read."""
    if not is_note_name(item.path):
        return None
    from vaulttui.vault.reader import understand_note

    try:
        found = read_note_data(root, item.path, settings)
    except OSError:
        return None
    if not _may_fit(found.data, tag, wanted):
        return None
    note = understand_note(root, item.path, found, settings)
    tags = tuple(tag.name for tag in distinct_tags(note.tags))
    if tag is not None and not _has_tag(tags, fold(tag.lstrip("#"))):
        return None
    if wanted is not None and not _has_property(note, wanted):
        return None
    return replace(item, tags=tags)


def _may_fit(data: bytes, tag: str | None, wanted: Mapping[str, str] | None) -> bool:
    """Whether a look at the text leaves it open that the note has a tag and a property: parsing takes far longer.

    Names are looked for by their words. What stands between these may be written otherwise in a frontmatter, as a
    quotation mark twice or a blank as a line end.
    """
    if tag is None and wanted is None:
        return True
    text = decode(data).text
    lines = text.split("\n") if text.startswith(("---", "+++")) else []
    frontmatter = "\n".join(lines[: frontmatter_end(lines) or 0])
    if "\\" in frontmatter:  # an escape may spell anything
        return True
    folded, fields = fold(frontmatter), "::" in text

    def may_have(name: str) -> bool:
        words = _NAME_WORD.findall(name)
        return _all_in(words, folded) or (fields and _all_in(words, fold(text)))

    label = fold(tag.lstrip("#")) if tag is not None else ""
    if label and not may_have(label):
        inline = re.compile(rf"#/*{re.escape(label)}")
        if "#" not in text or inline.search(fold(text)) is None:
            return False
    return wanted is None or may_have(fold(wanted.get("key", "")))


def _all_in(words: Sequence[str], text: str) -> bool:
    return all(word in text for word in words)


def _has_tag(tags: tuple[str, ...], wanted: str) -> bool:
    names = [fold(name).lstrip("/") for name in tags]
    return any(name == wanted or name.startswith(f"{wanted}/") for name in names)


def _has_property(note: Note, wanted: Mapping[str, str]) -> bool:
    key, value, as_number = fold(wanted.get("key", "")), wanted.get("value", ""), wanted.get("type") == "number"
    for candidate in with_nested(note.properties):
        if fold(candidate.key) == key:  # so may others be: Status and status
            items = candidate.value if isinstance(candidate.value, list) else [candidate.value]
            if not value or any(is_value(item, value, as_number=as_number) for item in items):
                return True
    return False
