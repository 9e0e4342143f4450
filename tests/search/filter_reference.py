"""A vault made by chance, and what conditions mean: decided note by note in plain Python, from what the reader gives.

Shares nothing with the program's SQL. Words are plain ASCII, none is a form of another, and none is the name of a
folder or of a property.
"""

from __future__ import annotations

import hashlib
import os
import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from itertools import pairwise
from pathlib import Path

import numpy as np

from tests.conftest import write_notes
from vaulttui.embedding.embedder import Vectors
from vaulttui.search.expression import (
    AllOf,
    AnyOf,
    DateIs,
    Expression,
    FolderIs,
    HasFeature,
    LinkedFrom,
    LinksTo,
    Not,
    PathGlob,
    PropertyIs,
    RegexIs,
    TagIs,
    TaskHas,
    TextIs,
    Within,
)
from vaulttui.settings import VaultSettings
from vaulttui.vault.note import Chunk, Note, PropertyValue
from vaulttui.vault.reader import read_note

WORDS = (
    *("amber", "basil", "cedar", "delta", "ember", "fjord", "grape", "heron", "indigo", "jasper", "kelp", "lemon"),
    *("mango", "nectar", "olive", "pepper", "quartz", "raven", "saffron", "tulip", "umber", "violet", "walnut"),
    *("yarrow", "zephyr"),
)
FOLDERS = ("", "Alpha", "Alpha/Inner", "Beta", "Beta/Inner", "Gamma")
TAGS = ("topic", "topic/one", "topic/two", "other", "other/deep/er")
STATES = ("draft", "done", "in work")
FIRST_DAY = date(2024, 1, 1)
PEOPLE = ("Ann", "Bob", "Cleo")


class WordVectors:
    """A model for tests: texts are near to each other by the words that they share."""

    fingerprint = "words"
    dimensions = 384
    languages: frozenset[str] = frozenset()

    def load(self) -> None:
        """Nothing to load."""

    def knows(self, word: str) -> bool:
        return False

    def embed_passages(self, texts: Sequence[str], stop: Callable[[], bool] | None = None) -> Vectors:
        return np.stack([self.embed_query(text) for text in texts])

    def embed_query(self, text: str) -> Vectors:
        vector = np.full(self.dimensions, 0.01, dtype=np.float32)
        for word in re.findall(r"\w+", text.lower()):
            vector[int.from_bytes(hashlib.blake2b(word.encode(), digest_size=4).digest()) % self.dimensions] += 1
        return (vector / np.linalg.norm(vector)).astype(np.float32)


def write_vault(root: Path, count: int, chance: random.Random) -> None:
    """Write notes with folders, properties, tags, links, tasks, headings and dates."""
    names = [f"{chance.choice(WORDS)} {chance.choice(WORDS)} {number}" for number in range(count)]
    notes: dict[str, str | bytes] = {"Beta/picture.png": b"\x89PNG"}
    moments: dict[str, float] = {}
    for name in names:
        folder = chance.choice(FOLDERS)
        path = f"{folder}/{name}.md".lstrip("/")
        notes[path] = _note_text(names, name, chance)
        moments[path] = datetime.combine(_day(chance), datetime.min.time()).timestamp() + chance.randrange(86_400)
    write_notes(root, notes)
    for path, moment in moments.items():
        os.utime(root / path, (moment, moment))


def _day(chance: random.Random) -> date:
    return FIRST_DAY + timedelta(days=chance.randrange(500))


def _note_text(names: Sequence[str], own: str, chance: random.Random) -> str:
    lines = ["---"]
    if chance.random() < 0.3:
        lines.append(f"title: {_sentence(chance, 2)}")
    if chance.random() < 0.3:
        lines.append(f"aliases: [{_sentence(chance, 2)}, {_sentence(chance, 1)}]")
    if chance.random() < 0.6:
        lines.append(f"tags: [{', '.join(chance.sample(TAGS, chance.randint(1, 2)))}]")
    if chance.random() < 0.7:
        lines.append(f"status: {chance.choice((*STATES, ''))}")
    if chance.random() < 0.6:
        lines.append(f"prio: {chance.choice((1, 2, 3, 10, 2.5))}")
    if chance.random() < 0.5:
        lines.append(f"due: {_day(chance)}")
    if chance.random() < 0.4:
        lines.append(f"people: {chance.sample(PEOPLE, chance.randint(1, 2))}")
    lines.append(f"created: {_day(chance)}")
    if chance.random() < 0.5:
        lines.append(f"updated: {_day(chance)}")
    lines += ["---", ""]
    if chance.random() < 0.4:
        lines += [f"# {_sentence(chance, 2)}", ""]
    for _ in range(chance.randint(1, 4)):
        lines += [_sentence(chance, chance.randint(15, 60)), ""]
        if chance.random() < 0.1:  # on one line, and too long for a chunk
            lines += [" ".join(f"{_sentence(chance, 12)}." for _ in range(chance.randint(25, 60))), ""]
        if chance.random() < 0.3:
            lines += [f"- [{chance.choice(' x')}] {_sentence(chance, 3)}" for _ in range(chance.randint(1, 3))]
            lines.append("")
        if chance.random() < 0.5:
            other = chance.choice([name for name in names if name != own])
            target = chance.choice((other, other, f"nowhere {chance.randrange(3)}", "picture.png"))
            lines += [f"See [[{target}]].", ""]
        if chance.random() < 0.2:
            lines += [f"#{chance.choice(TAGS)}", ""]
        if chance.random() < 0.7:
            lines += [f"## {chance.choice((_sentence(chance, 2), str(_day(chance))))}", ""]
    return "\n".join(lines) + "\n"


def _sentence(chance: random.Random, length: int) -> str:
    # The last words are rare.
    return " ".join(WORDS[min(int(chance.expovariate(0.15)), len(WORDS) - 1)] for _ in range(length))


@dataclass(slots=True)
class Reference:
    """The notes of a vault, and which of them satisfy a condition."""

    notes: list[Note]
    by_name: dict[str, str] = field(default_factory=dict)
    """Path by name of the file without its extension."""

    @classmethod
    def read(cls, root: Path) -> Reference:
        paths = sorted(str(path.relative_to(root)) for path in root.rglob("*.md"))
        notes = [read_note(root, path, VaultSettings()) for path in paths]
        return cls(notes, {path.rpartition("/")[2].removesuffix(".md"): path for path in paths})

    def matching(self, condition: Expression) -> set[str]:
        """Paths of the notes that have a chunk for which the condition holds."""
        return {note.path for note in self.notes if any(self.holds(condition, note, chunk) for chunk in note.chunks)}

    def holds(self, condition: Expression, note: Note, chunk: Chunk, part: list[Chunk] | None = None) -> bool:
        """Whether a condition holds for a chunk; where notes are looked at in part, by those chunks of its note."""
        match condition:
            case AllOf(items):
                parted = part is not None or any(map(_parts_notes, items))
                passages = [item for item in items if asks_for_a_passage(item)]
                texts = [item for item in items if item not in passages and parted and _is_of_text(item)]
                beside = [item for item in items if item not in passages and item not in texts]
                looked_at = [
                    each
                    for each in (note.chunks if part is None else part)
                    if all(self.holds(item, note, each) for item in beside)
                ]
                for item in texts:
                    if not any(self.holds(item, note, each, looked_at) for each in looked_at):
                        looked_at = []
                part = looked_at if parted else None
                if chunk not in looked_at or not passages:
                    return chunk in looked_at
                return any(self.holds(item, note, chunk, part) for item in passages) and all(
                    any(self.holds(item, note, each, part) for each in looked_at) for item in passages
                )
            case AnyOf(items):
                return any(self.holds(item, note, chunk, part) for item in items)
            case TextIs(field="any" | "content") | RegexIs(field="any" | "content") if part is not None:
                return self.holds(condition, replace(note, chunks=(chunk,)), chunk)
            case Not(item) if part is not None and _is_of_text(condition):
                return not any(self.holds(item, note, each, part) for each in part)
            case Not(item) if asks_for_a_passage(item):
                return not any(self.holds(item, note, each) for each in note.chunks)
            case Not(item):
                return not self.holds(item, note, chunk)
            case TextIs(text, of):
                return text_holds(text, of, note)
            case RegexIs(pattern, of):
                shared = [line for each in note.chunks for line in _shared_lines(note, each)]
                values = [*_values(note, of), *(shared if of in ("any", "content") else [])]
                return any(re.search(pattern, value, re.IGNORECASE | re.MULTILINE) for value in values)
            case TagIs(tag):
                own = [found.name.lower() for found in note.tags]
                return any(not tag or found == tag.lower() or found.startswith(tag.lower() + "/") for found in own)
            case FolderIs(folder, recursive):
                own_folder = note.path.rpartition("/")[0]
                return own_folder == folder or (recursive and (not folder or own_folder.startswith(folder + "/")))
            case PathGlob(glob):
                return re.fullmatch(re.escape(glob).replace(r"\*", ".*"), note.path) is not None
            case PropertyIs():
                return property_holds(condition, note)
            case DateIs(of_note, first, last):
                moments = {"modified": note.modified, "created": note.created, "updated": note.updated}
                moment = moments.get(of_note)
                day = moment.date() if moment is not None else None
                if of_note == "content":
                    day = chunk.content_date or (note.updated.date() if note.updated else None)
                return day is not None and (first or date.min) <= day <= (last or date.max)
            case Within("section", item):
                return _tree(item, lambda leaf: any(_in_text(leaf, part.text) for part in _section(note, chunk)))
            case Within("block", item):
                blocks = [*_blocks(chunk.text), *_shared_lines(note, chunk)]
                return any(_tree(item, lambda leaf, block=block: _in_text(leaf, block)) for block in blocks)  # type: ignore[misc]
            case Within("line", item):
                lines = [*chunk.text.split("\n"), *_shared_lines(note, chunk)]
                return any(_tree(item, lambda leaf, line=line: _in_text(leaf, line)) for line in lines)  # type: ignore[misc]
            case TaskHas(state, item):
                tasks = [task for task in note.tasks if chunk.first_line <= task.line <= chunk.last_line]
                kinds = {"x": "done", "X": "done", "-": "cancelled"}
                wanted = [task for task in tasks if state in ("any", kinds.get(task.status, "todo"))]
                inner = item or AllOf(())
                return any(_tree(inner, lambda leaf, task=task: _in_text(leaf, task.text)) for task in wanted)  # type: ignore[misc]
            case LinksTo(target):
                return target in [link.target for link in note.links] and self.by_name.get(target) != note.path
            case LinkedFrom(source):
                return note.path in self._targets(self._note(source))
            case HasFeature():
                return self._has(condition.feature, note)
            case _:
                raise ValueError(f"no reference for {condition}")

    def _note(self, name: str) -> Note:
        return next(note for note in self.notes if note.path == self.by_name[name])

    def _targets(self, note: Note) -> set[str]:
        return {self.by_name[link.target] for link in note.links if link.target in self.by_name}

    def _has(self, feature: str, note: Note) -> bool:
        linked = any(note.path in self._targets(other) for other in self.notes if other.path != note.path)
        known = {*self.by_name, "picture.png"}
        return {
            "tasks": bool(note.tasks),
            "links": bool(note.links),
            "backlinks": linked,
            "attachment": any(link.target == "picture.png" for link in note.links),
            "unresolved": any(link.target not in known for link in note.links),
            "orphan": not linked and all(self.by_name.get(link.target) == note.path for link in note.links),
        }[feature]


def asks_for_a_passage(condition: Expression) -> bool:
    """Whether it holds for a note that has a passage of some kind."""
    if isinstance(condition, AllOf | AnyOf):
        return any(asks_for_a_passage(item) for item in condition.items)
    return isinstance(condition, Within | TaskHas)


def _asks_for_text(condition: Expression) -> bool:
    """Whether it holds for a note that says something."""
    if isinstance(condition, AllOf | AnyOf):
        return any(_asks_for_text(item) for item in condition.items)
    return isinstance(condition, TextIs | RegexIs) and condition.field in ("any", "content")


def _is_of_text(condition: Expression) -> bool:
    """Whether it holds for a note that says something, or for one that does not."""
    if isinstance(condition, Not) and not _parts_notes(condition.item):
        return _has_text(condition.item)
    return _asks_for_text(condition)


def _has_text(condition: Expression) -> bool:
    if isinstance(condition, AllOf | AnyOf):
        return any(_has_text(item) for item in condition.items)
    if isinstance(condition, Not):
        return _has_text(condition.item)
    return _asks_for_text(condition) or asks_for_a_passage(condition)


def _parts_notes(condition: Expression) -> bool:
    """Whether it holds for parts of a note."""
    if isinstance(condition, AllOf | AnyOf):
        return any(_parts_notes(item) for item in condition.items)
    if isinstance(condition, Not):
        return _parts_notes(condition.item)
    return isinstance(condition, DateIs) and condition.field == "content"


def _section(note: Note, chunk: Chunk) -> list[Chunk]:
    """A section goes from the chunk that begins with its heading to the one before the next such chunk."""
    headings = {heading.line for heading in note.headings}
    starts = [number for number, part in enumerate(note.chunks) if not number or part.first_line in headings]
    for start, end in pairwise([*starts, len(note.chunks)]):
        if chunk in note.chunks[start:end]:
            return list(note.chunks[start:end])
    return []


def _blocks(text: str) -> list[str]:
    """Headings, list items, and other lines without a blank one between them."""
    apart = re.sub(r"^(?=[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]|#{1,6}[ \t])", "\n", text, flags=re.MULTILINE)
    apart = re.sub(r"^(#{1,6}[ \t].*)$", r"\1\n", apart, flags=re.MULTILINE)
    return [block for block in re.split(r"\n(?:[ \t]*\n)+", apart) if block.strip()]


def _shared_lines(note: Note, chunk: Chunk) -> list[str]:
    """The whole lines of which this chunk and others have a part each."""
    lines = []
    for number in {chunk.first_line, chunk.last_line}:
        parts = [each for each in note.chunks if each.first_line <= number <= each.last_line]
        if len(parts) > 1:
            lines.append("".join(part.text.split("\n")[number - part.first_line] for part in parts))
    return lines


def _tree(item: Expression, leaf: Callable[[Expression], bool]) -> bool:
    match item:
        case AllOf(items):
            return all(_tree(part, leaf) for part in items)
        case AnyOf(items):
            return any(_tree(part, leaf) for part in items)
        case Not(part):
            return not _tree(part, leaf)
        case _:
            return leaf(item)


def _in_text(leaf: Expression, text: str) -> bool:
    if isinstance(leaf, RegexIs):
        return re.search(leaf.pattern, text, re.IGNORECASE | re.MULTILINE) is not None
    assert isinstance(leaf, TextIs)
    return words_in_a_row(leaf.text, text)


def words_in_a_row(words: str, text: str) -> bool:
    """Whether a text holds words as whole words, one behind the other."""
    wanted = r"[^a-z0-9]+".join(re.findall(r"[a-z0-9]+", words.lower()))
    return re.search(rf"(?<![a-z0-9_]){wanted}(?![a-z0-9_])", text.lower()) is not None


def _values(note: Note, of: str) -> list[str]:
    name = note.path.rpartition("/")[2]
    match of:
        case "title":
            return [note.title, *note.aliases]
        case "file":
            return [name]
        case "path":
            return [note.path]
        case "content":
            return [chunk.text for chunk in note.chunks]
        case _:
            texts = [text for prop in note.properties for text in _texts(prop.value)]
            texts += [f"{prop.key}: {text}" for prop in note.properties for text in _texts(prop.value)]
            tags = [tag.name for tag in note.tags]
            return [note.title, name, *note.aliases, *tags, *texts, *(chunk.text for chunk in note.chunks)]


def text_holds(text: str, of: str, note: Note) -> bool:
    """Whether words occur in a field of a note."""
    if of in ("title", "file", "path"):
        return any(text.lower() in value.lower() for value in _values(note, of))
    return any(words_in_a_row(text, value) for value in _values(note, of))


def _texts(value: PropertyValue) -> list[str]:
    if isinstance(value, list):
        return [text for item in value for text in _texts(item)]
    return ["" if value is None else str(value)]


def property_holds(condition: PropertyIs, note: Note) -> bool:
    """Whether a property compares so; a list does if one of its items does."""
    found = [prop.value for prop in note.properties if prop.key.lower() == condition.key.lower()]
    if condition.comparison == "missing":
        return not found
    return any(
        _compares(item, condition) for value in found for item in (value if isinstance(value, list) else [value])
    )


def _compares(item: PropertyValue, condition: PropertyIs) -> bool:
    text = "" if item is None else str(item).lower()
    value, upper = condition.value.lower(), condition.upper.lower()
    match condition.comparison:
        case "exists":
            return True
        case "empty":
            return item is None
        case "contains":
            return value in text
        case "equals":
            return text == value or (_number(value) is not None and _number(text) == _number(value))
        case "range":
            return _at_least(text, value) and _at_least(upper, text) if text else False
        case "<":
            return _alike(text, value) and not _at_least(text, value)
        case "<=":
            return _alike(text, value) and _at_least(value, text)
        case ">":
            return _alike(text, value) and not _at_least(value, text)
        case _:
            return _alike(text, value) and _at_least(text, value)


def _number(text: str) -> float | None:
    return float(text) if re.fullmatch(r"-?\d+(\.\d+)?", text) else None


def _kind(text: str) -> str:
    if not text:
        return "nothing"
    if _number(text) is not None:
        return "number"
    return "date" if re.fullmatch(r"\d{4}-\d\d-\d\d", text) else "text"


def _alike(first: str, second: str) -> bool:
    return _kind(first) == _kind(second)


def _at_least(high: str, low: str) -> bool:
    """Whether ``high >= low``, both of one kind; an end that is left open is no bound."""
    if not high or not low:
        return True
    if not _alike(high, low):
        return False
    first, second = _number(high), _number(low)
    return first >= second if first is not None and second is not None else high >= low


class RandomConditions:
    """Makes conditions of every kind.

    Args:
        names: Of the vault's notes.
        whole_notes: Leave out conditions on chunks.
    """

    def __init__(self, seed: int, names: Sequence[str], *, whole_notes: bool = False) -> None:
        self._chance = random.Random(seed)
        self._names = names
        self._whole_notes = whole_notes

    def condition(self, depth: int = 0) -> Expression:
        """One condition, of up to three levels."""
        chance = self._chance
        if depth < 3 and chance.random() < 0.45:
            items = tuple(self.condition(depth + 1) for _ in range(chance.randint(2, 3)))
            return chance.choice((AllOf(items), AnyOf(items), Not(items[0])))
        makers: list[Callable[[], Expression]] = [
            *(self._text, self._tag, self._folder, self._property, self._property, self._date),
            *(self._regex, self._link, self._feature, self._glob),
        ]
        if not self._whole_notes:
            makers += [self._content_date, self._section, self._block, self._line, self._task]
        return chance.choice(makers)()

    def words(self, most: int = 3) -> tuple[str, ...]:
        """Some words."""
        return tuple(self._chance.choices(WORDS, k=self._chance.randint(1, most)))

    def _text(self) -> Expression:
        text = " ".join(self.words(2))
        if self._chance.random() < 0.6:
            return TextIs(text, self._chance.choice(("any", "content")))
        return TextIs(text[: self._chance.randint(2, 6)].strip(), self._chance.choice(("title", "file", "path")))

    def _regex(self) -> Expression:
        word = self._chance.choice(WORDS)
        pattern = self._chance.choice((word[:2] + "." + word[3:], f"^{word}", f"{word}\\s+[a-f]", f"({word}|tulip)$"))
        return RegexIs(pattern, self._chance.choice(("any", "content", "title", "file", "path")))

    def _tag(self) -> Expression:
        return TagIs(self._chance.choice((*TAGS, "", "TOPIC", "other/deep", "top")))

    def _folder(self) -> Expression:
        return FolderIs(self._chance.choice(FOLDERS), self._chance.random() < 0.6)

    def _glob(self) -> Expression:
        return PathGlob(self._chance.choice(("Alpha/*", "Beta/**", "*", "Gamma/*")))

    def _property(self) -> Expression:
        chance = self._chance
        key = chance.choice(("status", "Prio", "due", "people", "absent"))
        values = {"Prio": "2", "due": str(_day(chance)), "people": chance.choice(PEOPLE)}
        value = values.get(key, chance.choice(STATES))
        match chance.randrange(5):
            case 0:
                return PropertyIs(key, chance.choice(("exists", "missing", "empty")))
            case 1:
                return PropertyIs(key, "contains", value[:3])
            case 2:
                return PropertyIs(key, "equals", value)
            case 3:
                return PropertyIs(key, chance.choice(("<", "<=", ">", ">=")), value)
            case _:
                upper = {"Prio": "3", "due": str(date.fromisoformat(value) + timedelta(90)) if key == "due" else ""}
                return PropertyIs(key, "range", value, upper.get(key, ""))

    def _date(self) -> Expression:
        first, last = sorted((_day(self._chance), _day(self._chance)))
        ends = self._chance.choice(((first, last), (first, None), (None, last), (first, first + timedelta(40))))
        return DateIs(self._chance.choice(("modified", "created", "updated")), *ends)

    def _content_date(self) -> Expression:
        first, last = sorted((_day(self._chance), _day(self._chance)))
        return DateIs("content", first, last)

    def _inner(self) -> Expression:
        first, second = (TextIs(word) for word in self._chance.choices(WORDS, k=2))
        choices: list[Expression] = [first, AllOf((first, second)), AnyOf((first, second)), AllOf((first, Not(second)))]
        return self._chance.choice(choices)

    def _section(self) -> Expression:
        return Within("section", self._inner())

    def _block(self) -> Expression:
        return Within("block", self._inner())

    def _line(self) -> Expression:
        return Within("line", self._inner())

    def _task(self) -> Expression:
        return TaskHas(self._chance.choice(("any", "todo", "done")), self._chance.choice((None, self._inner())))

    def _link(self) -> Expression:
        name = self._chance.choice(self._names)
        return self._chance.choice((LinksTo(name), LinkedFrom(name), LinksTo("nowhere 1")))

    def _feature(self) -> Expression:
        return HasFeature(self._chance.choice(("tasks", "links", "backlinks", "attachment", "orphan", "unresolved")))
