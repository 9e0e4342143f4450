"""The words of the notes of a batch: where they occur and count, in what order they stand, and what their stems are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from vaulttui.index.reading.inverting import Inverter, InverterPlace, Postings, Terms
from vaulttui.index.reading.letters import fold, is_alphabetic
from vaulttui.index.reading.property_values import property_text
from vaulttui.index.reading.stemming import LANGUAGES, stem, stemming_language
from vaulttui.index.reading.symbols import join_symbols, lost_elements
from vaulttui.index.reading.word_codes import WordRows
from vaulttui.index.storage.schema import ONLY_IN_ELEMENTS
from vaulttui.values import dataclass
from vaulttui.vault.markdown.unseen_text import NOTHING_UNSEEN, seen_text, unseen_text
from vaulttui.vault.note import Note, PropertyValue

_BYTE, _WORD = 255, 65_535
"""What a column of occurrences holds at most; more count as that many."""
_UNSEEN = ("address", "element")
"""Fields of what a reader does not see. They are part of the body, and not stored."""


@dataclass(slots=True)
class WordColumns:
    """The words of some notes and their chunks, in columns. Terms are numbered within the batch."""

    terms: list[str]
    """Distinct forms."""
    stems: dict[str, Sequence[Any]]
    """``term``, ``language``, ``stem``: of every language that a term was met in."""
    postings: Postings
    """Of the chunks."""
    note_postings: Postings
    words: WordRows
    """Of every chunk."""
    lengths: NDArray[np.int32]
    """Words of every chunk that a reader sees."""


class WordsPlace(NamedTuple):
    """How far :class:`BatchWords` has come."""

    notes: int
    chunks: int
    chunk_words: InverterPlace
    note_words: InverterPlace


class BatchWords:
    """Collects the words of a batch.

    Args:
        language: A Snowball language for every note, ``auto`` for each note's own, ``none`` for no stemming.
        terms: Knows what is in most batches, so that it need not be tokenised again.
    """

    def __init__(self, language: str, terms: Terms) -> None:
        self._language = language
        self._terms = terms
        self._chunk_words = Inverter(
            terms, {"body": _WORD, "heading": ONLY_IN_ELEMENTS - 1, **dict.fromkeys(_UNSEEN, _BYTE)}
        )
        self._note_words = Inverter(
            terms, {"title": _BYTE, "alias": _BYTE, "tag": _BYTE, "path": _BYTE, "property": _WORD}
        )
        self._languages: list[str] = []
        """The language that each note's words are stemmed in."""
        self._notes: list[int] = []
        """The note of each chunk."""

    @property
    def place(self) -> WordsPlace:
        """How far it has come, for :meth:`go_back`."""
        return WordsPlace(len(self._languages), len(self._notes), self._chunk_words.place, self._note_words.place)

    def go_back(self, place: WordsPlace) -> None:
        """Forget what was added since it was at a place."""
        del self._languages[place.notes :]
        del self._notes[place.chunks :]
        self._chunk_words.go_back(place.chunk_words)
        self._note_words.go_back(place.note_words)

    def add_chunk(self, owner: int, note: int, text: str, headings: Iterable[str]) -> None:
        """Add what a chunk says.

        Args:
            owner: Number of the chunk, one more than that of the last.
            note: Number of its note.
            text: All of it.
            headings: Those in the text.
        """
        words = self._chunk_words
        self._notes.append(note)
        joined = join_symbols(text)
        if joined != text and (lost := lost_elements(text, joined)):
            joined = "\n".join((joined, *lost))  # whoever asks for an element means it
        words.add("body", owner, joined)
        unseen = unseen_text(text)
        for where, hidden in zip(_UNSEEN, (unseen.addresses, unseen.elements), strict=True):
            words.add(where, owner, hidden)
        if unseen is not NOTHING_UNSEEN:
            headings = map(seen_text, map(join_symbols, headings))
        words.add("heading", owner, *headings)

    def add_note(self, owner: int, note: Note, tags: Iterable[str]) -> None:
        """Add what a note is called and what is said about it.

        Args:
            owner: Number of the note, one more than that of the last.
            note: The note. Its chunks are added one by one.
            tags: Its tags without repeats.
        """
        self._languages.append(stemming_language(note.language, self._language))
        folder, _, name = note.path.rpartition("/")
        titles = {note.title, name.rpartition(".")[0] or note.path}
        words = self._note_words
        words.add("title", owner, *([max(titles, key=len)] if _same_words(titles) else sorted(titles)))
        words.add("alias", owner, *note.aliases)
        words.add("tag", owner, *tags)
        words.add("path", owner, folder)
        words.add(
            "property",
            owner,
            *(
                part
                for prop in note.properties
                for part in (prop.key, *(property_text(item) for item in _items(prop.value)))
            ),
            note.unread_frontmatter,
        )

    def build(self) -> WordColumns:
        """What was collected."""
        postings, note_postings = _each_once(self._chunk_words.postings()), self._note_words.postings()
        chunks = len(self._notes)
        words = self._chunk_words.words("body", chunks)
        body, *unseen = (self._chunk_words.lengths(field, chunks) for field in ("body", *_UNSEEN))
        used = np.unique(np.concatenate((postings.term, note_postings.term)))
        # The most frequent first: what is new of them gets the shortest codes.
        used = used[np.argsort(-words.occurrences(len(self._terms.forms))[used], kind="stable")]
        places = np.empty(len(self._terms.forms), dtype=np.int32)
        places[used] = np.arange(len(used), dtype=np.int32)
        for each in (postings, note_postings):
            each.term = places[each.term]
        terms = [self._terms.forms[number] for number in used.tolist()]
        return WordColumns(
            terms=terms,
            stems=self._stems(terms, postings, note_postings),
            postings=postings,
            note_postings=note_postings,
            words=words.renumbered(places),
            lengths=np.maximum(body - sum(unseen), 0),
        )

    def _stems(self, forms: Sequence[str], postings: Postings, note_postings: Postings) -> dict[str, Sequence[Any]]:
        """Stems of the forms, in every language that they were met in."""
        languages = {name: code for code, name in enumerate(sorted(set(self._languages))) if name in LANGUAGES}
        of_notes = np.array([languages.get(name, -1) for name in self._languages], dtype=np.int64)
        owners = np.array(self._notes, dtype=np.int64)
        met = [of_notes[owners[postings.owner]] << 32 | postings.term] if len(owners) else []
        met.append(of_notes[note_postings.owner] << 32 | note_postings.term)
        pairs = np.unique(np.concatenate(met))
        pairs = pairs[pairs >= 0]
        names = {code: name for name, code in languages.items()}
        rows = [
            (term, names[code], stem(forms[term], names[code]))
            for code, term in zip((pairs >> 32).tolist(), (pairs & 0xFFFFFFFF).tolist(), strict=True)
            if is_alphabetic(forms[term])
        ]
        return dict(zip(("term", "language", "stem"), zip(*rows, strict=True) if rows else ((),) * 3, strict=True))


def _each_once(postings: Postings) -> Postings:
    """Occurrences that count: those in headings and in what is unseen are in the chunk's text, too. The former weigh
    more, the latter are none. A word that only an address in the chunk has gets a posting without occurrences, one that
    only elements have :data:`ONLY_IN_ELEMENTS`."""
    kept = postings.counts["body"] > 0
    body, heading, *unseen = (postings.counts[field][kept] for field in ("body", "heading", *_UNSEEN))
    elsewhere = np.add.reduce([heading, *unseen], dtype=np.int64)
    body = np.maximum(body - elsewhere, 0).astype(body.dtype)
    in_addresses = unseen[0] > 0
    heading = np.where((body == 0) & (heading == 0) & ~in_addresses, ONLY_IN_ELEMENTS, heading).astype(heading.dtype)
    return Postings(postings.term[kept], postings.owner[kept], {"body": body, "heading": heading})


def _same_words(titles: Iterable[str]) -> bool:
    return len({fold(title).strip() for title in titles}) == 1


def _items(value: PropertyValue) -> list[PropertyValue]:
    return value if isinstance(value, list) else [value]
