"""Names and values in a query that nothing in the vault has, and what is called nearly so: why it finds nothing, most
likely."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import Literal, TypeAlias

from vaulttui.index.reading.letters import fold
from vaulttui.index.reading.property_values import link_text
from vaulttui.search.conditions.targets import written_names
from vaulttui.search.engine import SearchEngine
from vaulttui.search.expression import Expression, FolderIs, LinksTo, PropertyIs, TagIs, affirmed
from vaulttui.search.lookups.any_note import any_note
from vaulttui.values import dataclass
from vaulttui.vault.note_names import note_name

NameKind: TypeAlias = Literal["tag", "property", "value", "folder", "note"]

_COMPARED = 5_000
"""Names, the most frequent: that many take some hundredths of a second."""
_NOTES = 5
"""Notes that a name may mean, of which the first that is spelt nearly so is told."""
_ALIKE = 0.65
"""The least share of letters that two names have in common, in order: 0.6 had "tags" for "status"."""
_WITHOUT = ("missing", "empty")
"""Comparisons that hold for notes without the property."""
_SENTENCES: dict[NameKind, str] = {
    "tag": "No note has the tag {!r}",
    "property": "No note has a property {!r}",
    "value": "No note has {!r}",
    "folder": "No note lies in a folder {!r}",
    "note": "No note is called {!r}",
}


@dataclass(frozen=True, slots=True)
class UnknownName:
    """A name that nothing in the vault has, or a property with a value."""

    kind: NameKind
    name: str
    """As it was written."""
    nearest: str
    """What is called nearly so, ``""`` if nothing is."""

    @property
    def statement(self) -> str:
        """A sentence without its full stop."""
        return _SENTENCES[self.kind].format(self.name)

    @property
    def sentence(self) -> str:
        """What a person is told."""
        return f"{self.statement}. Did you mean {self.nearest!r}?" if self.nearest else f"{self.statement}."


def unknown_names(engine: SearchEngine, *conditions: Expression | None) -> list[UnknownName]:
    """The names of queries that nothing has, in the order in which they stand there. What is to be left out is none.

    Args:
        engine: Knows the names.
        conditions: Those of each query, which found nothing.
    """
    leaves = dict.fromkeys(leaf for where in conditions for leaf in affirmed(where))
    found = (_unknown_name(engine, leaf) for leaf in leaves)
    return list(dict.fromkeys(name for name in found if name is not None))


def _unknown_name(engine: SearchEngine, leaf: Expression) -> UnknownName | None:
    """The name that one condition asks for if nothing has it; ``None`` if something has, or it asks for no name."""
    match leaf:
        case TagIs(name) if name and not any_note(engine, leaf):
            return _unknown(engine, "tag", name)
        case PropertyIs(name, comparison) if comparison not in _WITHOUT:
            if not any_note(engine, PropertyIs(name, "exists")):
                return _unknown(engine, "property", name)
            return _unknown_value(engine, leaf) if comparison in ("equals", "written") else None
        case FolderIs(name) if name.strip("/") and not any_note(engine, FolderIs(name)):
            return _unknown(engine, "folder", name)
        case LinksTo(name) if name and not any_note(engine, leaf):
            return _unknown_note(engine, name)
    return None


def _unknown(engine: SearchEngine, kind: Literal["tag", "property", "folder"], name: str) -> UnknownName:
    return UnknownName(kind, name, nearest_name(engine, kind, name))


def _unknown_value(engine: SearchEngine, asked: PropertyIs) -> UnknownName | None:
    """The value that a property is to have, if no note has it and another value contains it or is spelt nearly so. Of
    other words nothing is said: they may mean days (``[due:today]``)."""
    value = link_text(asked.value)
    if not any(map(str.isalpha, value)) or any_note(engine, asked):
        return None
    if holding := engine.suggest("value", value, key=asked.key, limit=1):
        nearest = holding[0].text
    else:
        known = engine.suggest("value", "", key=asked.key, limit=_COMPARED)
        nearest = _nearest(value, {fold(each.text): each.text for each in known})
    return UnknownName("value", f"{asked.key}: {asked.value}", f"{asked.key}: {nearest}") if nearest else None


def nearest_name(engine: SearchEngine, kind: Literal["tag", "property", "folder"], name: str) -> str:
    """What is called nearly like a name that nothing has, ``""`` if nothing is.

    Args:
        engine: Knows the names.
        kind: What is looked for. A folder may be meant by its path or by its own name.
        name: As it was written.
    """
    names: dict[str, str] = {}
    for known in engine.suggest(kind, "", limit=_COMPARED):
        names.setdefault(fold(known.text), known.text)
        if kind == "folder":  # one that lies deeper is found by its own name, too
            names.setdefault(fold(known.text.rpartition("/")[2]), known.text)
    return _nearest(name, names)


def _unknown_note(engine: SearchEngine, target: str) -> UnknownName | None:
    if engine.link_target(target) is not None:
        return None  # there is one, to which nothing links
    name = written_names(target)[-1]
    names: dict[str, str] = {}
    for note in engine.suggest("note", name.rpartition("/")[2], limit=_NOTES):
        called = note_name(note.text)
        names.setdefault(fold(called), called)
        names.setdefault(fold(note.label), called)
    if not name or fold(note_name(name)) in names:
        return None  # it can be taken for one
    return UnknownName("note", target, _nearest(name, names))


def _nearest(name: str, names: dict[str, str]) -> str:
    near: Iterable[str] = difflib.get_close_matches(fold(name), names, n=1, cutoff=_ALIKE)
    return next((names[each] for each in near), "")
