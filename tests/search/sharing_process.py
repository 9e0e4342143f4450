"""A process that opens a vault and does what is said to it, a line at a time; tests kill it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from vaulttui.search.query import Mode, Query
from vaulttui.search.sharing import SharedEngine
from vaulttui.search.syntax import parse_query
from vaulttui.settings import EmbeddingSettings, Settings


def main() -> None:
    """Answer each line of standard input with one line."""
    root, index = map(Path, sys.argv[1:3])
    engine = SharedEngine(root, Settings(embedding=EmbeddingSettings(enabled=False)), index)
    commands: dict[str, Callable[[str], object]] = {
        "owner": lambda _: engine.owner,
        "count": lambda _: engine.count(),
        "refresh": lambda _: engine.refresh().notes,
        "background": lambda _: engine.start_background(embed=False),
        "search": lambda text: engine.search(parse_query(text, defaults=Query(mode=Mode.KEYWORD))).total,
    }
    engine.initialize()
    print("ready", flush=True)
    for line in sys.stdin:
        name, _, rest = line.strip().partition(" ")
        if name == "close":
            break
        print(commands[name](rest), flush=True)
    engine.close()
    print("closed", flush=True)


if __name__ == "__main__":
    main()
