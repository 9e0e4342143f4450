"""Counting the forms of many texts at once: what the inverted index is made of.

A text is cut at blanks and at the punctuation that no word holds, which bytes do at the speed of memory; what lies
between (a *piece*) is tokenised once and then only looked up. Counting is left to numpy. The result is exactly what
counting :func:`~vaulttui.index.reading.tokenizer.forms_of` of every word would give, at a fifth of the cost, if
numbers and symbols are joined first.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from vaulttui.index.reading.symbols import join_symbols
from vaulttui.index.reading.tokenizer import JOINTS, MAX_FORM, forms_in_row, row_of, words_of
from vaulttui.index.reading.word_codes import WordRows
from vaulttui.values import dataclass

_IN_WORDS: Final = b"-_.'+#"
"""What of ASCII may stand in a word besides letters and digits. A typographic apostrophe is not ASCII and stays."""
_TABLE: Final = bytes(
    code if code >= 0x80 or code in _IN_WORDS else ord(chr(code).lower()) if chr(code).isalnum() else 0x20
    for code in range(256)
)
_JOINERS: Final = b"-_.'"
"""What of these words are joined by, and none begins or ends with."""
_JOINT_NUMBERS: Final = {joint: number for number, joint in enumerate(JOINTS)}
_MOST_PIECES = 200_000
"""So many are remembered, about 40 MB."""


@dataclass(slots=True)
class Postings:
    """Occurrences of terms, by term and then by owner. All arrays are of one length."""

    term: NDArray[np.int32]
    """Number of the term within the batch."""
    owner: NDArray[np.int32]
    """Number of the chunk or note within the batch."""
    counts: dict[str, NDArray[Any]]
    """Occurrences by field."""

    def __len__(self) -> int:
        return len(self.term)


class Terms:
    """Numbers distinct forms. May serve any number of batches, one after the other."""

    def __init__(self) -> None:
        self.forms: list[str] = []
        """By number."""
        self.pieces = _Pieces(self.forms)

    @property
    def many(self) -> bool:
        """Whether there are so many that it is time to begin with none."""
        return len(self.pieces) > _MOST_PIECES


class _Pieces(dict[bytes, int]):
    """Numbers of pieces; those that are new are tokenised."""

    def __init__(self, forms: list[str]) -> None:
        self._forms = forms
        self._numbers: dict[str, int] = {}
        self._flat = array("i")
        self._ends = array("i")
        self._rows = array("i")
        self._row_ends = array("i")
        self._lengths = array("i")

    def __missing__(self, piece: bytes) -> int:
        word = piece.strip(_JOINERS)
        if word.isalnum() and len(word) <= MAX_FORM:  # mostly, and in a third of the time
            number = self._number(word.decode("ascii"))
            return self._keep(piece, 1, (number,), (number + len(JOINTS),))
        return self._tokenised(piece)

    def _tokenised(self, piece: bytes) -> int:
        length = 0
        flat: list[int] = []
        words: list[int] = []
        for word in words_of(piece.decode("utf-8", "surrogatepass")):
            row = row_of(word)
            forms = forms_in_row(row, word)
            length += max(1, sum(item not in JOINTS for item in row))  # what has joints counts as its parts
            flat.extend(map(self._number, forms))
            words.extend(
                [_JOINT_NUMBERS[item] if item in _JOINT_NUMBERS else self._number(item) + len(JOINTS) for item in row]
            )
        return self._keep(piece, length, flat, words)

    def _keep(self, piece: bytes, length: int, flat: Iterable[int], words: Iterable[int]) -> int:
        # All of it at once: after half a piece, those that follow would have the forms of others.
        self._flat.extend(flat)
        self._rows.extend(words)
        self._ends.append(len(self._flat))
        self._row_ends.append(len(self._rows))
        self._lengths.append(length)
        self[piece] = place = len(self)
        return place

    def _number(self, form: str) -> int:
        number = self._numbers.setdefault(form, len(self._forms))
        if number == len(self._forms):
            self._forms.append(form)
        return number

    def lengths(self) -> NDArray[np.int32]:
        """Length of every piece in words."""
        return np.array(self._lengths, dtype=np.int32)

    def expand(self, pieces: NDArray[np.int32]) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Forms of some pieces in a row, and how many each of them has."""
        return _taken(self._flat, self._ends, pieces)

    def rows(self, pieces: NDArray[np.int32]) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Words of some pieces in a row, and how many each has, see
        :class:`~vaulttui.index.reading.word_codes.WordRows`."""
        return _taken(self._rows, self._row_ends, pieces)


def _taken(
    flat: array[int], ends: array[int], pieces: NDArray[np.int32]
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """What belongs to some pieces in a row, and how much each has.

    Args:
        flat: What belongs to all of them.
        ends: Where what belongs to each ends.
        pieces: Their numbers.
    """
    all_ends = np.array(ends, dtype=np.int32)
    sizes = np.diff(all_ends, prepend=np.int32(0))[pieces]
    first = all_ends[pieces] - sizes
    # Place of everything: where its piece begins, and how far it stands behind that.
    behind = np.arange(int(sizes.sum()), dtype=np.int32) - np.repeat(np.cumsum(sizes, dtype=np.int32) - sizes, sizes)
    return np.array(flat, dtype=np.int32)[np.repeat(first, sizes) + behind], sizes


InverterPlace: TypeAlias = tuple[tuple[int, int], ...]
"""How far an :class:`Inverter` has come: pieces and texts of each field."""


class Inverter:
    """Collects texts of one kind of owner, by field.

    Args:
        terms: Shared by all inverters of a batch.
        fields: Names of the fields with the largest number that the index stores of each.
    """

    def __init__(self, terms: Terms, fields: dict[str, int]) -> None:
        self._terms = terms
        self._largest = fields
        self._fields = {name: _Field() for name in fields}

    def add(self, field: str, owner: int, *texts: str) -> None:
        """Add texts.

        Args:
            field: That their occurrences count in.
            owner: Number of the chunk or note.
            texts: Words do not go on from one to the next.
        """
        if text := "\n".join(texts):
            self._fields[field].add(self._terms.pieces, owner, text)

    @property
    def place(self) -> InverterPlace:
        """How far it has come, for :meth:`go_back`."""
        return tuple([field.place for field in self._fields.values()])

    def go_back(self, place: InverterPlace) -> None:
        """Forget the texts that were added since it was at a place."""
        for field, (pieces, texts) in zip(self._fields.values(), place, strict=True):
            field.go_back(pieces, texts)

    def lengths(self, field: str, owners: int) -> NDArray[np.int32]:
        """Words of every owner in one field."""
        found = self._fields[field]
        words = self._terms.pieces.lengths()[found.piece_numbers()]
        return np.bincount(found.owner_numbers(), weights=words, minlength=owners).astype(np.int32)

    def words(self, field: str, owners: int) -> WordRows:
        """The words of every owner in one field, in a row; terms by their number in what all inverters share."""
        found = self._fields[field]
        numbers, sizes = self._terms.pieces.rows(found.piece_numbers())
        lengths = np.bincount(found.owner_numbers(), weights=sizes, minlength=owners).astype(np.int64)
        return WordRows(numbers, lengths)

    def postings(self) -> Postings:
        """Occurrences of everything that was added."""
        counted = {name: self._count(field) for name, field in self._fields.items()}
        keys, _ = _distinct(np.concatenate([found for found, _ in counted.values()]))
        counts: dict[str, NDArray[Any]] = {}
        for name, (found, occurrences) in counted.items():
            column = np.zeros(len(keys), dtype=np.min_scalar_type(self._largest[name]))
            column[np.searchsorted(keys, found)] = np.minimum(occurrences, self._largest[name])
            counts[name] = column
        return Postings((keys >> 32).astype(np.int32), (keys & 0xFFFFFFFF).astype(np.int32), counts)

    def _count(self, field: _Field) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Distinct pairs of term and owner as one number each, ascending, and how often each occurs."""
        terms, sizes = self._terms.pieces.expand(field.piece_numbers())
        owners = np.repeat(field.owner_numbers(), sizes)
        keys = (terms.astype(np.int64) << 32) | owners
        return _distinct(keys)


def _distinct(values: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Distinct values, ascending, and how often each occurs: :func:`numpy.unique`, in half its time."""
    values.sort()
    first = np.flatnonzero(np.concatenate((np.ones(min(1, len(values)), dtype=np.bool_), values[1:] != values[:-1])))
    return values[first], np.diff(first, append=len(values))


class _Field:
    """The pieces of all texts of one field."""

    def __init__(self) -> None:
        self._pieces = array("i")
        self._owners = array("i")
        self._sizes = array("i")

    @property
    def place(self) -> tuple[int, int]:
        return len(self._pieces), len(self._sizes)

    def go_back(self, pieces: int, texts: int) -> None:
        del self._pieces[pieces:]
        del self._owners[texts:]
        del self._sizes[texts:]

    def add(self, table: _Pieces, owner: int, text: str) -> None:
        pieces = join_symbols(text).encode("utf-8", "surrogatepass").translate(_TABLE).split()
        self._pieces.extend(map(table.__getitem__, pieces))
        self._owners.append(owner)
        self._sizes.append(len(pieces))

    def piece_numbers(self) -> NDArray[np.int32]:
        return np.frombuffer(self._pieces, dtype=np.int32) if self._pieces else np.zeros(0, dtype=np.int32)

    def owner_numbers(self) -> NDArray[np.int32]:
        """The owner of every piece."""
        return np.repeat(np.array(self._owners, dtype=np.int32), np.array(self._sizes, dtype=np.int32))
