"""Vaults of any number of notes, made of the real paragraphs of another vault.

Paragraphs, headings, titles and tags are drawn from the source by chance, so that words are as frequent, sections as
long and links as many as people write them. Every note has a name with a number and a date of its own, and one in ten
an identifier: the vocabulary grows with the vault, as it does in real ones. The same source and seed give the same
vault, byte for byte, and a smaller vault is the beginning of a larger one.
"""

from __future__ import annotations

import os
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from vaulttui.settings import VaultSettings
from vaulttui.vault.files.scan import scan_vault
from vaulttui.vault.reader import read_note

YEARS = 5
_LAST_DAY = datetime(2025, 12, 31, tzinfo=UTC)
_NOTES_A_FOLDER = 120
"""Folders grow in number with the vault, as they do where people sort."""
_STATUSES = ("draft", "active", "waiting", "done")
_NOT_IN_NAMES = re.compile(r'[\\/:*?"<>|#^\[\]\x00-\x1f]+')
_BLANK = re.compile(r"\n[ \t]*\n")


@dataclass(frozen=True, slots=True)
class Source:
    """What notes are made of."""

    paragraphs: tuple[str, ...]
    headings: tuple[str, ...]
    titles: tuple[str, ...]
    tags: tuple[str, ...]
    section_counts: tuple[int, ...]
    """Of every note of the source, so that notes are as long as there."""
    paragraph_counts: tuple[int, ...]
    """Of every section of the source."""


def read_source(vault: Path) -> Source:
    """Take a vault apart.

    Raises:
        ValueError: It has no paragraph.
    """
    settings = VaultSettings()
    paragraphs: list[str] = []
    headings: list[str] = []
    titles: dict[str, None] = {}
    tags: dict[str, None] = {}
    section_counts: list[int] = []
    paragraph_counts: list[int] = []
    for file in scan_vault(vault, settings).notes:
        note = read_note(vault, file.path, settings)
        titles[" ".join(_NOT_IN_NAMES.sub(" ", note.title).split())[:60].strip(" .")] = None
        tags.update((tag.name, None) for tag in note.tags)
        headings += [heading.text for heading in note.headings if heading.text.strip()]
        section_counts.append(max(1, len(note.chunks)))
        for chunk in note.chunks:
            found = [text for text in _paragraphs(chunk.text) if text]
            paragraphs += found
            paragraph_counts.append(max(1, len(found)))
    if not paragraphs:
        raise ValueError(f"{vault} has no paragraphs to make notes of")
    titles.pop("", None)
    return Source(
        tuple(paragraphs),
        tuple(headings) or ("Notes",),
        tuple(titles),
        tuple(tags) or ("note",),
        tuple(section_counts),
        tuple(paragraph_counts),
    )


def _paragraphs(text: str) -> Iterator[str]:
    """Paragraphs without headings. A section with a fence stays in one piece, so that none is left open."""
    lines = [line for line in text.split("\n") if not line.startswith("#")]
    body = "\n".join(lines).strip("\n")
    yield from [body] if "```" in body or "~~~" in body or "$$" in body else _BLANK.split(body)


def generate(source: Source, folder: Path, notes: int, seed: int = 1) -> int:
    """Write a vault, note by note; nothing of it is kept in memory.

    Args:
        source: What it is made of.
        folder: New or empty.
        notes: How many notes.
        seed: Of everything that is drawn.

    Returns:
        Bytes written.
    """
    written = 0
    made: set[Path] = set()
    for number in range(notes):
        path, text, moment = _note(source, number, seed)
        file = folder / path
        if file.parent not in made:
            file.parent.mkdir(parents=True, exist_ok=True)
            made.add(file.parent)
        data = text.encode("utf-8", "replace")
        file.write_bytes(data)
        os.utime(file, (moment.timestamp(), moment.timestamp()))
        written += len(data)
    return written


def note_path(source: Source, number: int, seed: int = 1) -> str:
    """Path of a note by its number: links can lead to notes that are written later or were written before."""
    chance = random.Random(f"{seed}/name/{number}")
    folder = number // _NOTES_A_FOLDER
    area = source.tags[folder % len(source.tags)].replace("/", " ") or "notes"
    return f"{area}/{folder:04d}/{chance.choice(source.titles)} {number}.md"


def _note(source: Source, number: int, seed: int) -> tuple[str, str, datetime]:
    """Path, text and date of one note."""
    chance = random.Random(f"{seed}/{number}")
    moment = _LAST_DAY - timedelta(days=chance.randrange(YEARS * 365), seconds=chance.randrange(86_400))
    path = note_path(source, number, seed)
    name = path.rpartition("/")[2].removesuffix(".md")
    tags = chance.sample(source.tags, min(len(source.tags), chance.choice((0, 1, 1, 2, 3))))
    parts = [
        "---",
        f"created: {moment:%Y-%m-%d}",
        f"status: {chance.choice(_STATUSES)}",
        f"rating: {chance.randrange(1, 11)}",
        *([f"id: {chance.getrandbits(32):08x}"] if chance.random() < 0.1 else []),
        *(["tags:", *(f"  - {tag}" for tag in tags)] if tags else []),
        "---",
        f"# {name}",
        "",
    ]
    for section in range(chance.choice(source.section_counts)):
        if section:
            parts += [f"## {chance.choice(source.headings)}", ""]
        for _ in range(chance.choice(source.paragraph_counts)):
            parts += [chance.choice(source.paragraphs), ""]
    # A note links to older and newer ones; the new is linked to the recent, as people do.
    for _ in range(chance.choice((0, 1, 2, 3))):
        target = max(0, number - 1 - int(chance.expovariate(1 / 200)))
        linked = note_path(source, target, seed).rpartition("/")[2].removesuffix(".md")
        parts.append(f"See [[{linked}]].")
    return path, "\n".join(parts) + "\n", moment
