"""What a vault of Dendron's writes otherwise: links with their text first, and with the vault that they lead into.

After Dendron 0.124, https://wiki.dendron.so/notes/3472226a-ff3c-432d-bf5d-10926f39f6c2/.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Final

from vaulttui.vault.markdown.destinations import Destination, wikilink_destination

MARKS: Final = ("dendron.yml", "root.schema.yml")
"""Files of which a workspace has the first in its own folder, and each of its vaults the second."""

_VAULT: Final = re.compile(r"\s*dendron://[^/|#]*/")
_RANGE: Final = re.compile(r",[0-9]+$|(?:,[0-9]+)?:#.*")
"""Which lines below a heading an embed shows: ``#heading,1:#*``."""


def is_dendron(root: str | Path) -> bool:
    """Whether a vault is a workspace of Dendron's, or a vault of one."""
    return any(os.path.isfile(f"{root}/{name}") for name in MARKS)  # noqa: PTH113 - asked for every note, never raises


def dendron_destination(inner: str) -> tuple[Destination, str] | None:
    """Read the text between ``[[`` and ``]]`` as Dendron does: ``text|note``, ``dendron://vault/note#heading``.

    Notes are found by their names in all vaults of a workspace, so which vault is named does not matter.

    Returns:
        As :func:`~vaulttui.vault.markdown.destinations.wikilink_destination`.
    """
    text, bar, link = inner.partition("|")
    if not bar:
        text, link = "", inner
    target, mark, fragment = _VAULT.sub("", link, count=1).partition("#")
    found = wikilink_destination(target.partition("|")[0] + mark + _RANGE.sub("", fragment.rstrip()))
    return None if found is None else (found[0], text.removesuffix("\\").strip())
