"""The DuckDB file of an index: opening, mending and shrinking it, its tables and single values."""
