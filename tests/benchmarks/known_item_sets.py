"""What a person who knows a note would type to find it, drawn from a vault by chance.

Notes are compared here by a rule of its own (letters and digits, without case and accents), which shares nothing with
the program's index. An item is fulfilled by any note that truly has what was typed: many notes share a title.
"""

from __future__ import annotations

import random
import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from vaulttui.settings import VaultSettings
from vaulttui.vault.files.scan import scan_vault
from vaulttui.vault.note import Note
from vaulttui.vault.reader import read_note

MOST_NOTES = 20
"""A phrase that more notes hold is nobody's way to find one."""
POPULAR_FROM = 10
"""A title that so many other notes mention is popular."""

_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_ACCENTED = {"a": "á", "e": "é", "i": "í", "o": "ö", "u": "ü", "c": "ç", "n": "ñ"}
_WORDS = re.compile(r"[^\W_]+")
_MARKUP = (
    (re.compile(r"!?\[\[(?:[^\[\]|]*\|)?([^\[\]|]*)\]\]"), r"\1"),
    (re.compile(r"!?\[([^\[\]]*)\]\([^()]*\)"), r"\1"),
    (re.compile(r"<[^<>]*>|[*`=~]+|(?<!\w)_+|_+(?!\w)|%%.*?%%|\^[\w-]+$"), ""),
)
_PROSE = re.compile(r"[^\W\d_]+(?: [^\W\d_]+){3,}")
_NO_PROSE = re.compile(r"\s*[|<!%`]|.*(?:://|\]\(|\[\[|\{\{|\$)")
_DATE = re.compile(r"(?<![\w-])20[0-3]\d-(?:0[1-9]|1[0-2])-(?:[0-2]\d|3[01])(?![\w-])")
_IDENTIFIER = re.compile(
    r"(?<![\w./%@#:&=?+-])(?=[\w.-]*[A-Za-z])(?:[A-Za-z]+(?:[_-][A-Za-z0-9]+)*[_-][A-Za-z0-9]*\d[A-Za-z0-9]*"
    r"|[A-Za-z]+_[A-Za-z0-9_]*[A-Za-z0-9]|v\d+(?:\.\d+)+|[A-Za-z]+\d[A-Za-z0-9]*)(?![\w./%@#:&=?+-])"
)


@dataclass(frozen=True, slots=True)
class Item:
    """One thing to look for."""

    kind: str
    text: str
    """What is typed."""
    accepted: frozenset[str]
    """Paths of the notes that fulfil it."""
    typing: bool = False
    """Whether the last word is not finished."""


def normal(text: str) -> str:
    """Words of a text, without case, accents and signs, one blank between them and at both ends."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    plain = "".join(char for char in decomposed if not unicodedata.combining(char))
    return f" {' '.join(_WORDS.findall(plain))} "


def plain(text: str) -> str:
    """A line as it is read: without Markdown's marks."""
    for pattern, replacement in _MARKUP:
        text = pattern.sub(replacement, text)
    return " ".join(text.split())


@dataclass(slots=True)
class KnownVault:
    """The notes of a vault, as items are drawn from them and checked against."""

    titles: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    """Paths by normalised title, alias and file name."""
    headings: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    """Paths by normalised heading."""
    written_titles: list[str] = field(default_factory=list)
    written_aliases: list[str] = field(default_factory=list)
    written_headings: list[str] = field(default_factory=list)
    texts: dict[str, str] = field(default_factory=dict)
    """Raw text by path."""
    normal_texts: dict[str, str] = field(default_factory=dict)

    def holding(self, text: str) -> frozenset[str]:
        """Notes that hold words in a row."""
        wanted = normal(text)
        return frozenset(path for path, found in self.normal_texts.items() if wanted in found)

    def writing(self, token: str) -> frozenset[str]:
        """Notes whose text, path or properties hold a token as written, in any case, not as a part of a longer one."""
        pattern = re.compile(rf"(?<!\w){re.escape(token)}(?!\w)", re.IGNORECASE)
        return frozenset(path for path, text in self.texts.items() if pattern.search(text) or pattern.search(path))

    def titled(self, text: str) -> frozenset[str]:
        """Notes that have a title, alias or file name."""
        return frozenset(self.titles.get(normal(text), ()))


def read_known_vault(root: Path) -> KnownVault:
    """Read all notes of a vault."""
    settings = VaultSettings()
    known = KnownVault()
    for file in scan_vault(root, settings).notes:
        note = read_note(root, file.path, settings)
        raw = (root / file.path).read_bytes().decode("utf-8", "replace")
        _add(known, note, raw)
    for listed in (known.written_titles, known.written_aliases, known.written_headings):
        by_normal = {normal(text): text for text in reversed(listed) if normal(text).strip()}
        listed[:] = list(by_normal.values())[::-1]
    return known


def _add(known: KnownVault, note: Note, raw: str) -> None:
    path = note.path
    title = plain(note.title)
    stem = path.rpartition("/")[2].removesuffix(".md")
    for name in (title, note.title, stem, *note.aliases):
        known.titles[normal(name)].add(path)
    known.written_titles.append(title)
    known.written_aliases.extend(note.aliases)
    for heading in note.headings:
        text = plain(heading.text)
        known.headings[normal(text)].add(path)
        known.headings[normal(heading.text)].add(path)
        if heading.level > 1 and len(_WORDS.findall(text)) >= 2:
            known.written_headings.append(text)
    known.texts[path] = raw
    known.normal_texts[path] = normal(raw)


def draw_items(known: KnownVault, per_kind: int, seed: int) -> list[Item]:
    """Draw items of every kind.

    Args:
        known: The vault.
        per_kind: How many of each kind at most.
        seed: The same seed gives the same items of the same vault.
    """
    kinds: dict[str, Callable[[KnownVault, random.Random], Iterator[Item]]] = {
        "title": _titles,
        "popular title": _popular_titles,
        "alias": _aliases,
        "heading": _headings,
        "phrase": _phrases,
        "quoted phrase": _quoted_phrases,
        "typo": _typos,
        "accents": _accents,
        "prefix": _prefixes,
        "popular prefix": _popular_prefixes,
        "date": _dates,
        "identifier": _identifiers,
    }
    return [
        item
        for kind, drawn in kinds.items()
        for item in islice(drawn(known, random.Random(f"{seed} {kind}")), per_kind)
    ]


def _shuffled(texts: Iterable[str], chance: random.Random) -> list[str]:
    listed = list(texts)
    chance.shuffle(listed)
    return listed


def _titles(known: KnownVault, chance: random.Random) -> Iterator[Item]:
    for title in _shuffled(known.written_titles, chance):
        yield Item("title", title, known.titled(title))


def _popular_titles(known: KnownVault, chance: random.Random) -> Iterator[Item]:
    """A title that is written in many other notes: of a hub, a project, or a stub."""
    for title in _shuffled(known.written_titles, chance):
        accepted = known.titled(title)
        if normal(title).strip() and len(known.holding(title) - accepted) >= POPULAR_FROM:
            yield Item("popular title", title, accepted)


def _aliases(known: KnownVault, chance: random.Random) -> Iterator[Item]:
    for alias in _shuffled(known.written_aliases, chance):
        yield Item("alias", alias, known.titled(alias))


def _headings(known: KnownVault, chance: random.Random) -> Iterator[Item]:
    for heading in _shuffled(known.written_headings, chance):
        yield Item("heading", heading, frozenset(known.headings[normal(heading)]) | known.titled(heading))


def _phrases(known: KnownVault, chance: random.Random) -> Iterator[Item]:
    for phrase, accepted in _drawn_phrases(known, chance):
        yield Item("phrase", phrase, accepted)


def _quoted_phrases(known: KnownVault, chance: random.Random) -> Iterator[Item]:
    for phrase, accepted in _drawn_phrases(known, chance):
        yield Item("quoted phrase", f'"{phrase}"', accepted)


def _drawn_phrases(known: KnownVault, chance: random.Random) -> Iterator[tuple[str, frozenset[str]]]:
    """Four to six words in a row out of prose, at least two of them of five letters."""
    for path in _shuffled(sorted(known.texts), chance):
        lines = [line for line in known.texts[path].splitlines() if not _NO_PROSE.match(line)]
        runs = [run.group().split() for line in lines for run in _PROSE.finditer(plain(line))]
        if not runs:
            continue
        run = chance.choice(runs)
        length = min(len(run), chance.randint(4, 6))
        start = chance.randint(0, len(run) - length)
        words = run[start : start + length]
        if sum(len(word) >= 5 for word in words) < 2:
            continue
        phrase = " ".join(words)
        accepted = known.holding(phrase)
        if 0 < len(accepted) <= MOST_NOTES:
            yield phrase, accepted


def _typos(known: KnownVault, chance: random.Random) -> Iterator[Item]:
    """A title with one typing error in a word of five letters or more."""
    for title in _shuffled(known.written_titles, chance):
        words = [match.span() for match in re.finditer(r"[^\W\d_]{5,}", title) if match.group().isascii()]
        if not words:
            continue
        start, end = chance.choice(words)
        wrong = title[:start] + _mistyped(title[start:end], chance) + title[end:]
        yield Item("typo", wrong, known.titled(title) | known.titled(wrong))


def _mistyped(word: str, chance: random.Random) -> str:
    """One letter left out, added, exchanged, or two that change places."""
    while True:
        place = chance.randrange(len(word) - 1)
        letter = chance.choice(_LETTERS)
        wrong = chance.choice(
            (
                word[:place] + word[place + 1 :],
                word[:place] + letter + word[place:],
                word[:place] + letter + word[place + 1 :],
                word[:place] + word[place + 1] + word[place] + word[place + 2 :],
            )
        )
        if wrong.casefold() != word.casefold():
            return wrong


def _accents(known: KnownVault, chance: random.Random) -> Iterator[Item]:
    """A title without its accents, or with one that it does not have."""
    for title in _shuffled(known.written_titles, chance):
        bare = "".join(char for char in unicodedata.normalize("NFD", title) if not unicodedata.combining(char))
        changed = unicodedata.normalize("NFC", bare)
        if changed == unicodedata.normalize("NFC", title):
            places = [place for place, char in enumerate(title) if char in _ACCENTED]
            if not places:
                continue
            place = chance.choice(places)
            changed = title[:place] + _ACCENTED[title[place]] + title[place + 1 :]
        yield Item("accents", changed, known.titled(title))


def _prefixes(known: KnownVault, chance: random.Random) -> Iterator[Item]:
    """A title whose last word is not finished: any note with a title that goes on so will do."""
    for title in _shuffled(known.written_titles, chance):
        match = re.search(r"[^\W_]{4,}$", title)
        if match is None:
            continue
        kept = chance.randint(min(3, len(match.group()) - 1), len(match.group()) - 1)
        begun = title[: match.start() + kept]
        start = normal(begun).rstrip()
        accepted = frozenset(path for name, paths in known.titles.items() if name.startswith(start) for path in paths)
        yield Item("prefix", begun, accepted, typing=True)


def _popular_prefixes(known: KnownVault, chance: random.Random) -> Iterator[Item]:
    """A popular title of which only the last letters are missing: it is the one that is meant, not one that goes on."""
    for item in _popular_titles(known, chance):
        match = re.search(r"[^\W\d_]{4,}$", item.text)
        if match is not None:
            missing = max(1, min(3, len(match.group()) // 3))
            yield Item("popular prefix", item.text[:-missing], item.accepted, typing=True)


def _dates(known: KnownVault, chance: random.Random) -> Iterator[Item]:
    found = {date for path, text in known.texts.items() for date in _DATE.findall(f"{path}\n{text}")}
    for date in _shuffled(sorted(found), chance):
        yield Item("date", date, known.writing(date))


def _identifiers(known: KnownVault, chance: random.Random) -> Iterator[Item]:
    found = {
        match.group()
        for text in known.texts.values()
        for line in text.splitlines()
        if "://" not in line
        for match in _IDENTIFIER.finditer(line)
    }
    for identifier in _shuffled(sorted(found), chance):
        if 4 <= len(identifier) <= 40:
            yield Item("identifier", identifier, known.writing(identifier))
