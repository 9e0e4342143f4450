"""Dates as people write them: in properties, headings, names and links."""
