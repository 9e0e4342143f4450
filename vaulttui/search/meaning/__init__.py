"""Vectors of chunks, and which of them are the nearest to a question's."""
