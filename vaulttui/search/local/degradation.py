"""What can be answered now, and what is told where that is less than what was asked for."""

from __future__ import annotations

from dataclasses import replace

from vaulttui.embedding.cross_encoder import CrossEncoder
from vaulttui.embedding.embedder import Embedder
from vaulttui.errors import ModelUnavailableError
from vaulttui.index.vectors.vector_counter import VectorCounter, VectorCounts
from vaulttui.index.vectors.vector_store import vector_fingerprint
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


class Abilities:
    """Tells how queries can be answered. Safe to use from several threads.

    Args:
        vector_counter: Of the index.
        embedder: ``None`` where vectors are switched off.
        cross_encoder: ``None`` where the settings name none.
    """

    def __init__(
        self, vector_counter: VectorCounter, embedder: Embedder | None, cross_encoder: CrossEncoder | None
    ) -> None:
        self._vector_counter = vector_counter
        self._embedder = embedder
        self._cross_encoder = cross_encoder
        self._without_model = embedder is None
        self._own_vectors = False
        """Whether the vectors were seen to be this model's. They stay so: nobody else writes this index."""

    def mode_of(self, query: Query) -> Mode:
        """The mode that a query is answered in, as far as that is known without loading a model."""
        without = query.ranked and self._without_model and query.mode is not Mode.SEMANTIC
        return Mode.KEYWORD if without else query.mode

    def of(self, query: Query, *, sparing: bool = False) -> Ability:
        """Find out how a query can be answered. Loads the models that it needs.

        Args:
            query: What is asked.
            sparing: Load no model where there is no vector to compare a query with: nobody else in this process will
                need it. A broken one is not told then.

        Raises:
            ModelUnavailableError: A semantic query without a model.
        """
        able = self._by_model(query, sparing=sparing)
        if able.mode is Mode.DEEP and query.ranked and self._cross_encoder is not None:
            try:
                self._cross_encoder.load()
                able = replace(able, cross_encoder=self._cross_encoder)
            except ModelUnavailableError as error:
                able = replace(able, degraded=_joined(able.degraded, _without_cross_encoder(error)))
        if likes(query.where) and not self._vector_counter.nearly_all():  # it needs no model, but vectors
            counts = self._vector_counter.counts()
            # Who looks at related notes asks for what is near as well, and knows of no operator.
            why = " (embedding.enabled is off in the settings)" if self._embedder is None else ""
            told = f"No note has a vector{why}, so none is near to another."
            if counts.embedded:
                told = f"like: finds only what has a vector, {_percent(counts)} so far."
            able = replace(able, degraded=_joined(able.degraded, told))
        return able

    def after(self, able: Ability, failure: ModelUnavailableError) -> Ability:
        """How a query can still be answered once a model has failed in the midst of it.

        Args:
            able: How it was to be answered.
            failure: Of the cross-encoder or of the embedding model: without the former it is tried once more.

        Raises:
            ModelUnavailableError: There is nothing left to answer a semantic query by.
        """
        if able.cross_encoder is not None:
            return replace(able, cross_encoder=None, degraded=_joined(able.degraded, _without_cross_encoder(failure)))
        self._without_model = True
        if able.mode is Mode.SEMANTIC:
            raise failure
        return Ability(Mode.KEYWORD, _words_only(failure))

    def _by_model(self, query: Query, *, sparing: bool) -> Ability:
        mode = query.mode
        if mode is Mode.KEYWORD or not query.ranked:
            return Ability(mode)
        if self._embedder is None:
            if mode is Mode.SEMANTIC:
                raise ModelUnavailableError(
                    "Searching by meaning is switched off (embedding.enabled in the settings). "
                    "Switch it on, or search by words with mode:keyword."
                )
            return Ability(Mode.KEYWORD, "Meaning is switched off: found by words only.")
        able = self._by_vectors(mode)
        if sparing and able.mode is Mode.KEYWORD:
            return able
        try:
            self._embedder.load()
            self._without_model = others = able.mode is not Mode.KEYWORD and self._others_vectors(self._embedder)
        except ModelUnavailableError as error:
            self._without_model = True
            if mode is Mode.SEMANTIC:
                raise
            return Ability(Mode.KEYWORD, _words_only(error))
        if others:
            if mode is Mode.SEMANTIC:
                raise ModelUnavailableError(
                    "The vectors in the index are another model's, and this one has not made its own yet: "
                    "`vaulttui index` has it make them. Searching by words works meanwhile, with mode:keyword."
                )
            return Ability(
                Mode.KEYWORD,
                "Found by words only: the vectors in the index are another model's, and this one has not made its own "
                "yet.",
            )
        return able

    def _others_vectors(self, embedder: Embedder) -> bool:
        """Whether the vectors are those of another model, so that nothing can be compared with them: the settings name
        a new one, or its files were replaced."""
        if self._own_vectors:
            return False
        others = self._vector_counter.of_another(vector_fingerprint(embedder))
        self._own_vectors = not others and self._vector_counter.nearly_all()  # to count them takes long
        return others

    def _by_vectors(self, mode: Mode) -> Ability:
        """How a query can be answered in a mode by the vectors that there are, with a model."""
        if self._vector_counter.nearly_all():
            return Ability(mode)
        counts = self._vector_counter.counts()
        if counts.embeddable == 0:  # nothing to wait for
            if mode is Mode.SEMANTIC:
                return Ability(mode, "No note has text enough to be found by meaning.")
            return Ability(Mode.KEYWORD)
        if counts.embedded == 0:
            if mode is Mode.SEMANTIC:
                return Ability(mode, "No note has a vector yet: nothing is found by meaning.")
            return Ability(Mode.KEYWORD, "No note has a vector yet: found by words only.")
        rest = "is not found yet" if mode is Mode.SEMANTIC else "is found by words"
        return Ability(mode, f"Meaning covers {_percent(counts)} so far; the rest {rest}.")


def _percent(counts: VectorCounts) -> str:
    return f"{100 * counts.embedded // counts.embeddable} %"


def _words_only(failure: ModelUnavailableError) -> str:
    return f"Found by words only: {failure.message}"


def _without_cross_encoder(failure: ModelUnavailableError) -> str:
    return f"The best notes were ordered without the cross-encoder: {failure.message}"


def _joined(*told: str) -> str:
    return " ".join(filter(None, told))
