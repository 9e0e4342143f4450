"""Signatures of texts: 512 bits that tell which words may stand next to each other in a chunk.

Every two words in a row set one bit (superimposed coding; Faloutsos and Christodoulakis, *Signature Files*, 1984). A
chunk in which a phrase stands has all bits of the phrase; of those that only hold its words, nearly none has them, so
that their texts need not be read. Words are what :mod:`vaulttui.index.tokenizer` makes of a text, folded, those with
joints taken apart.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from vaulttui.index.schema import SIGNATURE_WORDS
from vaulttui.index.tokenizer import MAX_FORM, fold, is_unspaced, query_forms, words_of

_BITS = 64 * SIGNATURE_WORDS
_FIRST, _SECOND = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xC2B2AE3D27D4EB4F)
"""Odd numbers with bits all over: multiplying by them spreads a hash (Fibonacci hashing; Knuth, TAOCP 3, 6.4)."""

Hashes = NDArray[np.uint64]


def form_hash(form: str) -> int:
    """Hash of a form, 32 bits; the same for all that fold to the same."""
    return zlib.crc32(fold(form).encode("utf-8", "surrogatepass"))


def signatures(hashes: Hashes, owners: NDArray[np.int32], count: int) -> NDArray[np.uint64]:
    """Signatures of some texts.

    Args:
        hashes: Of the words of all texts, one text after the other.
        owners: Number of the text that each of them stands in.
        count: How many texts there are.

    Returns:
        Shape ``(count, SIGNATURE_WORDS)``.
    """
    bits = np.zeros((count, _BITS), dtype=np.bool_)
    together = owners[1:] == owners[:-1]
    bits[owners[1:][together], _pair_bits(hashes[:-1][together], hashes[1:][together])] = True
    return np.packbits(bits, axis=1, bitorder="little").view(np.uint64)


def phrase_masks(text: str) -> dict[int, int]:
    """Which bits the signature of every text has that words in a row stand in.

    Returns:
        Bits by column; empty where that cannot be told.
    """
    forms: list[str] = []
    for word in words_of(text):
        parts = query_forms(word)
        forms += parts[:-1] if len(parts) > 1 and parts[-1] == word[:MAX_FORM] else parts
    if is_unspaced(text) or not all(fold(form).isascii() for form in forms):
        return {}
    masks: dict[int, int] = {}
    for bit in _bits_of(forms):
        masks[bit // 64] = masks.get(bit // 64, 0) | 1 << bit % 64
    return masks


def _bits_of(forms: Sequence[str]) -> list[int]:
    hashes = [form_hash(form) for form in forms]
    pairs = np.array(list(pairwise(hashes)), dtype=np.uint64).reshape(-1, 2)
    bits: list[int] = _pair_bits(pairs[:, 0], pairs[:, 1]).tolist()
    return bits


def _pair_bits(first: Hashes, second: Hashes) -> NDArray[np.int64]:
    """Bit of every two hashes."""
    mixed = (first * _FIRST ^ second) * _SECOND
    return (mixed >> np.uint64(64 - (_BITS - 1).bit_length())).astype(np.int64)
