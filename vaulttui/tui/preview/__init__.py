"""Markdown laid out as lines of styled text, off the interface's thread."""
