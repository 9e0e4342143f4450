"""A folder of Markdown notes, read into plain values. Knows nothing of the database or of the interface."""
