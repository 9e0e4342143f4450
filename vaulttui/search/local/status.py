"""The state of one vault's index: what it holds, and how far it is."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from vaulttui.embedding.embedder import Embedder
from vaulttui.errors import ModelUnavailableError
from vaulttui.index.progress import Progress
from vaulttui.index.storage.database import Database
from vaulttui.index.storage.schema import SCHEMA_VERSION
from vaulttui.index.vectors.vector_counter import VectorCounter
from vaulttui.index.vectors.vector_store import vector_fingerprint
from vaulttui.search.answers import NO_MODEL, Status

_COUNTS = (
    "SELECT (SELECT count(*) FROM notes), (SELECT count(*) FROM chunks), "
    "(SELECT count(DISTINCT tag_folded) FROM tags), (SELECT count(*) FROM links), "
    "(SELECT count(*) FROM links WHERE resolved IS NULL), (SELECT count(DISTINCT path) FROM warnings)"
)


def index_status(
    database: Database,
    root: Path,
    vector_counter: VectorCounter,
    *,
    generation: int,
    embedder: Embedder | None,
    told: Progress,
    last_refresh: datetime | None,
) -> Status:
    """Count what is in an index, and tell it with what its owner knows.

    Args:
        database: An open index.
        root: The vault's folder.
        vector_counter: Of the index.
        generation: Of the index.
        embedder: The model, if any.
        told: What is done in the background.
        last_refresh: Local time.

    Raises:
        IndexFault: The index cannot be read.
    """
    vectors = vector_counter.counts()
    row = database.ask(lambda cursor: cursor.execute(_COUNTS).fetchone())
    others = embedder is not None and _made_by_another(embedder, vector_counter)
    notes, chunks, tags, links, unresolved, warned = row or (0, 0, 0, 0, 0, 0)
    return Status(
        vault=str(root),
        index_path=str(database.path),
        index_bytes=database.file_size(),
        notes=notes,
        chunks=chunks,
        embeddable=vectors.embeddable,
        embedded=0 if others else vectors.embedded,
        tags=tags,
        links=links,
        unresolved=unresolved,
        warnings=warned,
        generation=generation,
        schema_version=SCHEMA_VERSION,
        model=_model_name(embedder),
        phase=told.phase,
        last_refresh=last_refresh,
        message=told.message,
    )


def status_without_index(root: Path, index_path: Path, embedder: Embedder | None) -> Status:
    """The state of a vault that was never indexed.

    Args:
        root: The vault's folder.
        index_path: Where its index will be.
        embedder: The model, if any.
    """
    return Status(
        vault=str(root),
        index_path=str(index_path),
        index_bytes=0,
        notes=0,
        chunks=0,
        embeddable=0,
        embedded=0,
        tags=0,
        links=0,
        unresolved=0,
        warnings=0,
        generation=0,
        schema_version=SCHEMA_VERSION,
        model=_model_name(embedder),
        phase="idle",
    )


def _made_by_another(embedder: Embedder, vector_counter: VectorCounter) -> bool:
    """Whether the vectors are of no use for the model; not known while its files are not there."""
    try:
        return vector_counter.of_another(vector_fingerprint(embedder))
    except ModelUnavailableError:
        return False


def _model_name(embedder: Embedder | None) -> str:
    """Which model it is, or why it is not there; empty without one."""
    if embedder is None:
        return ""
    try:
        return embedder.fingerprint
    except ModelUnavailableError as error:
        return f"{NO_MODEL}{error.message}"
