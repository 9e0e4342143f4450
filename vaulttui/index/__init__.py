"""Notes and vectors into the DuckDB file, and the background worker that keeps it fresh."""
