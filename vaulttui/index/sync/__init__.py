"""Keeping the notes of the index as the files of the vault are."""
