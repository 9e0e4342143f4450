"""Scores of notes and chunks: by words, by meaning, by both, and with a second look."""
