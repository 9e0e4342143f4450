"""What can be answered now, and what is told where that is less than what was asked for."""

from __future__ import annotations

from dataclasses import replace

from vaulttui.embedding.cross_encoder import CrossEncoder
from vaulttui.embedding.embedder import Embedder
from vaulttui.errors import ModelUnavailableError
from vaulttui.index.database import Database
from vaulttui.index.vector_store import vector_counts
from vaulttui.search.expression import likes
from vaulttui.search.query import Mode, Query
from vaulttui.values import dataclass


@dataclass(frozen=True, slots=True)
class Ability:
    """How a query can be answered."""

    mode: Mode
    degraded: str = ""
    """Why it is less than what was asked for: sentences for a person."""
    cross_encoder: CrossEncoder | None = None
    """Loaded; of deep searches only."""


def ability(query: Query, database: Database, embedder: Embedder | None, cross_encoder: CrossEncoder | None) -> Ability:
    """Find out how a query can be answered. Loads the models that it needs.

    Args:
        query: What is asked for.
        database: Of the index.
        embedder: ``None`` where vectors are switched off.
        cross_encoder: ``None`` where the settings name none.

    Raises:
        ModelUnavailableError: A semantic query without a model.
    """
    able = _by_model(query, database, embedder)
    if able.mode is Mode.DEEP and query.ranked and cross_encoder is not None:
        try:
            cross_encoder.load()
            able = replace(able, cross_encoder=cross_encoder)
        except ModelUnavailableError as error:
            told = f"The best notes were ordered without the cross-encoder: {error.message}"
            able = replace(able, degraded=" ".join(filter(None, (able.degraded, told))))
    if likes(query.where) and not vector_counts(database).embedded:
        told = "No note has a vector, so like: finds nothing."  # it needs no model, but vectors
        able = replace(able, degraded=" ".join(filter(None, (able.degraded, told))))
    return able


def _by_model(query: Query, database: Database, embedder: Embedder | None) -> Ability:
    mode = query.mode
    if mode is Mode.KEYWORD or not query.ranked:
        return Ability(mode)
    if embedder is None:
        if mode is Mode.SEMANTIC:
            raise ModelUnavailableError(
                "Searching by meaning is switched off (embedding.enabled in the settings). "
                "Switch it on, or search by words with mode:keyword."
            )
        return Ability(Mode.KEYWORD, "Meaning is switched off: found by words only.")
    try:
        embedder.load()
    except ModelUnavailableError as error:
        if mode is Mode.SEMANTIC:
            raise
        return Ability(Mode.KEYWORD, f"Found by words only: {error.message}")
    counts = vector_counts(database)
    if counts.embedded == 0:
        if mode is Mode.SEMANTIC:
            return Ability(mode, "No note has a vector yet; they are being made.")
        return Ability(Mode.KEYWORD, "No note has a vector yet: found by words only.")
    if counts.embedded < counts.embeddable:
        share = counts.embedded / counts.embeddable
        return Ability(mode, f"Meaning covers {share:.0%} of the vault so far; the rest is found by words.")
    return Ability(mode)
