"""vaulttui: browse and search a vault of Markdown notes by words, by meaning and by metadata."""

from __future__ import annotations

__version__ = "0.1.0"
