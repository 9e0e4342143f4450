"""Which file of the vault a name stands for, whether or not anything links to it."""

from __future__ import annotations

from pathlib import Path

from vaulttui.index.storage.meta import value_of
from vaulttui.search.conditions.targets import written_names
from vaulttui.search.view import IndexView
from vaulttui.vault.links.note_ids import has_word_ids
from vaulttui.vault.links.resolution import LinkResolver
from vaulttui.vault.links.symlinks import SYMLINKS, decode_symlinks
from vaulttui.vault.note_names import is_note_name
from vaulttui.vault.other_programs.logseq_pages import page_namer


def link_target(view: IndexView, root: Path, name: str) -> str | None:
    """Find what conditions take a name for, or else what a link that is written so leads to.

    Args:
        view: The index.
        root: The vault's folder.
        name: As one writes it between brackets. Where it is a path that begins with ``./`` or ``../``, nobody knows
            from where: any such path counts.

    Returns:
        The path of a note or another file; ``None`` if there is none.
    """
    note = view.filters.note_named(name)
    if note is not None:
        return note
    paths = [path for (path,) in view.cursor.execute("SELECT path FROM notes UNION ALL FROM attachments").fetchall()]
    page_name = page_namer(root)
    pages = {path: (page_name(path),) for path in paths if is_note_name(path)} if page_name is not None else {}
    symlinks = decode_symlinks(value_of(view.cursor, SYMLINKS))
    resolver = LinkResolver(paths, pages, word_ids=has_word_ids(root), symlinks=symlinks)
    places = filter(None, map(_anywhere, written_names(name)))
    return next(filter(None, (resolver.resolve(place, "") for place in places)), None)


def _anywhere(name: str) -> str:
    """A target without what says from where it is meant."""
    place = name.replace("\\", "/")
    while place.startswith(("./", "../")):
        place = place.partition("/")[2]
    return place
