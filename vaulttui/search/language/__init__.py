"""The query language: text in, :class:`~vaulttui.search.query.Query` out, and back. See ``search.syntax``."""
