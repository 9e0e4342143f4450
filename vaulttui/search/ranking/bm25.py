"""BM25F: what the occurrences of a word are worth.

A term's occurrences in the fields of a unit (a note, or a chunk with the fields of its note) are weighted and added
before saturation, as in Robertson, Zaragoza and Taylor, *Simple BM25 extension to multiple weighted fields*, 2004:

    tf~(t, u) = sum over fields f of  w_f * tf_f(t, u) / (1 - b_f + b_f * len_f(u) / avglen_f)
    score(u)  = sum over terms t of  idf(t) * tf~ * (k1 + 1) / (tf~ + k1)
    idf(t)    = ln(1 + (N - n_t + 0.5) / (n_t + 0.5))

Only the body is normalised by length. Document frequencies are those of notes, counted over the whole vault, so that
a filter never changes what a word is worth.
"""

from __future__ import annotations

from dataclasses import field

import numpy as np

from vaulttui.index.storage.arrays import FloatArray
from vaulttui.values import dataclass


@dataclass(frozen=True, slots=True)
class FieldWeights:
    """What an occurrence counts in each field, against one in the body: in any it counts something."""

    body: float = 1.0
    heading: float = 1.0
    title: float = 3.0
    alias: float = 2.5
    tag: float = 2.0
    path: float = 0.8
    property: float = 1.0


@dataclass(frozen=True, slots=True)
class Bm25Parameters:
    """Parameters of the formula above, and those parts of it that need nothing else."""

    k1: float = 1.5
    b: float = 0.75
    weights: FieldWeights = field(default_factory=FieldWeights)

    def length_norms(self, lengths: FloatArray, mean: float) -> FloatArray:
        """What occurrences in bodies of some lengths are divided by.

        Args:
            lengths: Of notes, or of chunks, in words.
            mean: Of the lengths of all notes, or of all chunks.
        """
        return (np.float32(1 - self.b) + lengths * np.float32(self.b / (mean or 1.0))).astype(np.float32, copy=False)

    def saturated(self, frequency: FloatArray) -> FloatArray:
        """What weighted occurrences are worth, from 0 to ``k1 + 1``, which none reaches."""
        return (frequency * np.float32(self.k1 + 1) / (frequency + np.float32(self.k1))).astype(np.float32, copy=False)


def idf(total: int, holding: int) -> float:
    """Inverse document frequency, never negative: ``ln(1 + (total - holding + 0.5) / (holding + 0.5))``."""
    return float(np.log1p((total - holding + 0.5) / (holding + 0.5)))


_LEAST_BESIDES = 0.2
"""What a compound counts at least beside its parts: who writes it prefers what is written so."""


def besides_parts(total: int, with_parts: int, holding: int) -> float:
    """What of its weight a compound has beside its parts that count, too: ``wind-tunnel`` beside *wind* and *tunnel*.

    It is the share of what it tells, ``ln(total / holding)``, that is not told by its parts, and a fifth of all for
    being written so. Counted in full it would make its words weigh more than the others of a query.

    Args:
        total: Notes.
        with_parts: Those that hold all its parts, or itself.
        holding: Those that hold it; at least one.
    """
    told = np.log(with_parts / holding) / np.log((total + 1) / holding)
    return float(min(1.0, _LEAST_BESIDES + told))
