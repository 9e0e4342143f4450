"""The tools for agents: thin forms of the one engine, the same from Python, on the command line and over MCP."""

from __future__ import annotations

from vaulttui.tools.compaction import compact
from vaulttui.tools.find import VaultFinder, find
from vaulttui.tools.find_notes import find_notes
from vaulttui.tools.search import search
from vaulttui.tools.search_notes import search_notes
from vaulttui.tools.toolbox import Toolbox

__all__ = ["Toolbox", "VaultFinder", "compact", "find", "find_notes", "search", "search_notes"]
