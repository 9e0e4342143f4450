"""The part of DuckDB that this program uses: the database, without the package around it.

``import duckdb`` also makes an interface for building queries step by step, of which nothing is used here and which
takes three times as long to import as the database itself: a quarter of what a search on the command line takes.
"""

from __future__ import annotations

try:
    from _duckdb import (
        CatalogException,
        DuckDBPyConnection,
        Error,
        FatalException,
        InternalException,
        OutOfMemoryException,
        TransactionException,
        connect,
    )
except ImportError:  # a release that keeps the database elsewhere
    from duckdb import (
        CatalogException,
        DuckDBPyConnection,
        Error,
        FatalException,
        InternalException,
        OutOfMemoryException,
        TransactionException,
        connect,
    )

Cursor = DuckDBPyConnection
"""A connection of one thread's own to the one open file, as :meth:`DuckDBPyConnection.cursor` gives it."""

__all__ = [
    "CatalogException",
    "Cursor",
    "DuckDBPyConnection",
    "Error",
    "FatalException",
    "InternalException",
    "OutOfMemoryException",
    "TransactionException",
    "connect",
]
