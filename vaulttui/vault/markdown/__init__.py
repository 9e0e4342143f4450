"""Markdown: the body of a note, its blocks, and what stands in their text."""
