"""Paths as the file system has them: a name may be there by other capitals, or with letters that are written otherwise,
and a folder by the path of a symbolic link."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from unicodedata import normalize


def as_spelled(root: Path, relative: str) -> str:
    """A path as the file system spells it: a letter with a mark is one character or two, and two in names from a Mac.

    Args:
        root: The vault's folder.
        relative: Relative to the vault, with ``/``. Any other is given back.

    Returns:
        The path of what is there, exactly as it was given or in the other spelling; else the path as it was given.
    """
    if relative.isascii() or relative.startswith("/") or os.path.lexists(root / relative):
        return relative
    spelled: list[str] = []
    for part in relative.split("/"):
        folder = root.joinpath(*spelled)
        if os.path.lexists(folder / part):
            spelled.append(part)
            continue
        name = _alike(folder, part, _composed)
        if name is None:
            return relative
        spelled.append(name)
    return "/".join(spelled)


def as_there_is(root: Path, relative: str) -> str:
    """A path with those of its folders, and the file, that there are but for case and composition: a twin of one of
    them cannot be told from it, and other systems, to which a vault may be synchronised, have no room for both.

    Args:
        root: The vault's folder.
        relative: Relative to the vault, with ``/``. What there is not at all stays as it is written.
    """
    parts = relative.split("/")
    for number, part in enumerate(parts):
        folder = root.joinpath(*parts[:number])
        if os.path.lexists(folder / part):
            continue
        name = _alike(folder, part, _folded)
        if name is None:
            break
        parts[number] = name
    return "/".join(parts)


def in_listed_case(root: Path, relative: str) -> str:
    """A path of something that is there with capitals and small letters as its folders list them: on macOS, mostly, it
    is there with any.

    Args:
        root: The vault's folder.
        relative: Relative to the vault, with ``/``.

    Returns:
        The path as it was given where a folder does not list a part of it in any case.
    """
    spelled: list[str] = []
    for part in relative.split("/"):
        folder = root.joinpath(*spelled)
        name = _alike(folder, part, str) or _alike(folder, part, _folded)
        if name is None:
            return relative
        spelled.append(name)
    return "/".join(spelled)


def real_place(path: Path) -> Path:
    """Where a folder really is: without symbolic links, of which one that leads to itself is followed as far as can be,
    and as the folders above it list it, see :func:`in_listed_case`.

    Args:
        path: Nothing need exist there.
    """
    # Path.resolve raises RuntimeError for such a link, up to Python 3.12.
    found, *parts = Path(os.path.realpath(path)).parts
    place = Path(found)
    for part in parts:
        any_case = _is_there_in_any_case(place / part)  # else its folder, which may be large, is not listed
        place /= in_listed_case(place, part) if any_case else part
    return place


def _is_there_in_any_case(path: Path) -> bool:
    """Whether the file system takes no notice of capitals in a name."""
    other = path.with_name(path.name.swapcase())
    try:
        return other.name != path.name and other.samefile(path)
    except OSError:
        return False


def _composed(name: str) -> str:
    return normalize("NFC", name)


def _folded(name: str) -> str:
    return _composed(name).casefold()


def as_listed(root: Path, relative: str) -> str:
    """A path as a scan lists it: as :func:`as_spelled` gives it, and where it really is, for there is listed what
    symbolic links lead to.

    Args:
        root: The vault's folder.
        relative: Relative to the vault, with ``/``. One that leaves the vault is given back.
    """
    spelled = as_spelled(root, relative)
    if relative.startswith("/"):
        return relative
    try:
        place, real = os.path.realpath(root), os.path.realpath(root / spelled)
    except (OSError, ValueError):  # no file can be called so
        return spelled
    inside = place.rstrip("/") + "/"
    return real[len(inside) :] if real.startswith(inside) else spelled


def _alike(folder: Path, wanted: str, form: Callable[[str], str]) -> str | None:
    """The first name in a folder that is the same as another one in some form; ``None`` if there is none, or the folder
    cannot be listed."""
    try:
        names = os.listdir(folder)  # noqa: PTH208 - names are all that is wanted
    except OSError:
        return None
    same = form(wanted)
    return min((name for name in names if form(name) == same), default=None)
