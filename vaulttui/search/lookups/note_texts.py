"""Notes, and parts of them, as they are on disk now."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

from vaulttui.errors import NoteNotFoundError
from vaulttui.settings import VaultSettings
from vaulttui.vault.patience import PATIENCE
from vaulttui.vault.text import cut_at_line_end, decode
from vaulttui.vault.untrusted import open_regular_file, read_start, resolve_inside

_PART_LINES = 60
"""Lines that are shown of a note in another one."""


class NoteText(NamedTuple):
    """A note as it is on disk."""

    text: str
    """Decoded."""
    truncated: bool
    """Whether it was cut at the settings' size limit, where the index cuts it."""
    stat: os.stat_result


def read_note_text(root: Path, path: str, settings: VaultSettings) -> NoteText:
    """Read a note.

    Raises:
        NoteNotFoundError: It is gone or cannot be read, or not in time.
        PathOutsideVaultError: The path leaves the vault.
    """
    limit = settings.max_note_bytes
    try:
        data, stat = PATIENCE.call(f"{root}/{path}".rpartition("/")[0], _read_bytes, root, path, limit + 1)
    except (FileNotFoundError, NotADirectoryError) as error:
        told = f"The note {path!r} is not there: moved, deleted, or its disk is not mounted."
        raise NoteNotFoundError(told) from error
    except OSError as error:
        raise NoteNotFoundError(f"The note {path!r} cannot be read: {error.strerror or error}.") from error
    truncated = len(data) > limit
    return NoteText(decode(cut_at_line_end(data[:limit]) if truncated else data).text, truncated, stat)


def _read_bytes(root: Path, path: str, size: int) -> tuple[bytes, os.stat_result]:
    with open_regular_file(os.path.realpath(resolve_inside(root, path))) as descriptor:
        return read_start(descriptor, size), os.fstat(descriptor)


def note_part(text: str, heading: str, block: str) -> str | None:
    """The section or block of a note that another one asks for, at most a screenful or two; ``None`` if it has none."""
    from vaulttui.vault.properties.frontmatter import read_frontmatter  # late, as is the parser: a search needs neither

    lines = text.split("\n")
    written = lines[read_frontmatter(lines).body_line - 1 :]
    body: list[str] | None = written
    if heading:
        body = _section(written, heading)
    elif block:
        from vaulttui.vault.links.subpaths import block_text

        body = block_text(written, block)
    if body is None:
        return None
    shown = body[:_PART_LINES]
    return "\n".join(shown) + ("\n…" if len(body) > _PART_LINES else "")


def _section(body: list[str], wanted: str) -> list[str] | None:
    """The lines from a heading to the next one of its level; ``None`` if there is no such heading."""
    from vaulttui.vault.links.subpaths import find_heading
    from vaulttui.vault.markdown.body import scan_body

    headings = scan_body(body).headings
    heading = find_heading(headings, wanted)
    if heading is None:
        return None
    following = (later.line for later in headings if later.line > heading.line and later.level <= heading.level)
    return body[heading.line - 1 : next(following, len(body) + 1) - 1]
