"""Scopes of ``search``: globs of paths, of which some go on with the heading of a section, or with lines."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile
from pathlib import Path
from typing import Any
from unicodedata import normalize

from vaulttui.errors import PathOutsideVaultError, SettingsError, UsageError
from vaulttui.search.expression import AllOf, AnyOf, Expression, Not, OnLines, PathGlob, literal
from vaulttui.search.globs import glob_pattern, has_wildcards
from vaulttui.settings import AgentSettings
from vaulttui.spellings import as_listed
from vaulttui.vault.untrusted import resolve_inside

AGENT_EXCLUSIONS = ("overview.md", "tree.md", "profile.md", "inbox/*")
"""The ``agents`` preset: what agents get told anyway, and what nobody has sorted yet."""

BETWEEN_HEADINGS = " > "
"""Between the headings above a passage in the ``section`` of a result. A scope understands it, too."""
_HEADING = re.compile(r"(?P<glob>.*?\.(?:md|markdown))#(?P<heading>.*)", re.IGNORECASE | re.DOTALL)
_LINES = re.compile(
    r"(?P<glob>.*\.(?:md|markdown)):(?P<first>[0-9]{1,9})(?P<more>-(?P<last>[0-9]{1,9})?)?", re.IGNORECASE | re.DOTALL
)


def scope_condition(scopes: Any, root: Path) -> Expression | None:
    """What lies in any of some scopes; ``None`` if there are none.

    Args:
        scopes: Globs relative to the vault, with or without a leading ``vault/``. Behind one of notes may stand
            ``#heading`` for sections, or lines: ``note.md:12``, ``note.md:12-30``, or ``note.md:12-`` for all from one.
        root: The vault's folder: a note that is named like a glob is found by its name.

    Raises:
        UsageError: A scope is no text, or no glob; the message names it.
    """
    if not scopes:
        return None
    listed = [scopes] if isinstance(scopes, str) else scopes
    if not isinstance(listed, Sequence) or not all(isinstance(scope, str) for scope in listed):
        raise UsageError(f"scopes must be a list of globs, got {scopes!r}")
    return AnyOf(tuple(condition for scope in listed for condition in _scope(scope, root)))


def lines_scope(path: str, first: int, last: int | None = None) -> str:
    """A scope for some lines of a note.

    Args:
        path: Of the note.
        first: The first of the lines, from 1.
        last: The last; ``None`` for the end of the note.
    """
    return f"{path}:{first}-{last or ''}"


def of_whole_notes(within: Expression) -> Expression:
    """What :func:`scope_condition` gave, without the headings and lines behind paths."""
    match within:
        case AllOf(items):
            return AllOf(tuple(map(of_whole_notes, items)))
        case AnyOf(items):
            return AnyOf(tuple(map(of_whole_notes, items)))
        case PathGlob(glob, _, exact):
            return PathGlob(glob, exact=exact)
        case OnLines():
            return AllOf(())
    return within


def exclusions(settings: AgentSettings) -> tuple[str, ...]:
    """Globs of what the settings keep from agents."""
    return (*(AGENT_EXCLUSIONS if settings.exclude_preset else ()), *settings.exclude)


def outside(globs: Sequence[str], root: Path) -> Expression | None:
    """What lies in none of some scopes; ``None`` if there are none.

    Args:
        globs: As :func:`exclusions` gives them; they mean what scopes mean, but ``vault/`` is a folder of that name,
            and what the same globs leave out of the vault in the settings.
        root: The vault's folder.

    Raises:
        SettingsError: One is no glob; the message names it.
    """
    try:
        inside = [
            condition for glob in globs for path in _left_out(_relative(glob)) for condition in _place(path, glob, root)
        ]
    except UsageError as error:
        raise SettingsError(f"agents.exclude in the settings: {error.message}") from error
    return Not(AnyOf(tuple(inside))) if inside else None


def _left_out(glob: str) -> list[str]:
    """A glob, and what it means among the excluded of a vault, as Git has it: without a slash it holds in every folder,
    and what is in a folder goes with it. Who keeps something from agents must not be understood in the narrower way."""
    bare = glob.removesuffix("/**").rstrip("/")
    if "#" in glob or not bare or not has_wildcards(bare):
        return [glob]
    places = [bare] if "/" in bare else [bare, f"**/{bare}"]
    return [glob, *(path for place in places for path in (place, f"{place}/**"))]


def _relative(scope: str) -> str:
    return scope.removeprefix("./").lstrip("/")


def _scope(scope: str, root: Path) -> list[Expression]:
    if not _names_note(scope, root):  # names may begin and end with blanks
        scope = scope.strip()
    if not scope:
        return []
    paths = [_relative(scope)]
    if paths[0].startswith("vault/"):
        inner = paths[0].removeprefix("vault/")  # the vault itself, unless it has a folder of that name
        paths = [inner] if _names_note(inner, root) and not _names_note(paths[0], root) else [*paths, inner]
    return [condition for path in paths for condition in _place(path, scope, root)]


def _place(path: str, scope: str, root: Path) -> list[Expression]:
    """What a path relative to the vault may mean.

    Raises:
        UsageError: It can be read as no glob.
    """
    if path in ("", "."):  # the root
        return [PathGlob("**")]
    lines = _LINES.fullmatch(path)
    if lines and not _exists(path, root):
        first = int(lines["first"])
        last = int(lines["last"]) if lines["last"] else None if lines["more"] else first
        return [AllOf((place, OnLines(first, last))) for place in _meanings(lines["glob"], "", scope, root)]
    with_heading = _HEADING.fullmatch(path)
    glob, _, heading = path.partition("#")
    if with_heading:
        return _meanings(with_heading["glob"], with_heading["heading"], scope, root)
    if not heading or _exists(path, root):
        return _meanings(path, "", scope, root)
    # A note by its name alone, "changelog#2025", or a folder that has the sign in its name, "C#/*".
    meanings: list[Expression] = []
    faults: list[UsageError] = []
    for reading in ((path, ""), (glob, heading)):
        try:
            meanings += _meanings(*reading, scope, root)
        except UsageError as fault:
            faults.append(fault)
    if not meanings:
        raise faults[0]
    return meanings


def _meanings(path: str, heading: str, scope: str, root: Path) -> list[Expression]:
    """What a path may mean: a glob, a note, or everything in a folder; each below all of its headings, which may be
    parted as in links or as in the ``section`` of a result."""
    globs: list[str] = []
    if _is_glob(path, scope, root) and has_wildcards(path):
        below = f"{path}*" if path.endswith("/") else path  # folders: what is in them
        globs += [below, _through_links(below, root)]
    if not globs or _exists(path, root):
        for name in dict.fromkeys((path.rstrip("/"), as_listed(root, path.rstrip("/")))):
            plain = literal(name)
            globs += [plain, f"{plain}/*", f"{plain}.md"]
    # A letter with a mark is one character or two, and two in names from a Mac.
    globs = list(
        dict.fromkeys(form for glob in globs for form in (glob, normalize("NFC", glob), normalize("NFD", glob)))
    )
    partings = dict.fromkeys((_headings(heading), _headings(heading.replace(BETWEEN_HEADINGS, "#"))))
    return [AllOf(tuple(PathGlob(glob, part, exact=True) for part in parts)) for glob in globs for parts in partings]


def _through_links(glob: str, root: Path) -> str:
    """A glob with what symbolic links lead to in the place of the folders that it begins with."""
    *folders, name = glob.split("/")
    plain = list(takewhile(lambda folder: not has_wildcards(folder), folders))
    real = as_listed(root, "/".join(plain))
    return glob if real == "/".join(plain) else "/".join([literal(real), *folders[len(plain) :], name])


def _headings(path: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in path.split("#") if part.strip()) or ("",)


def _is_glob(glob: str, scope: str, root: Path) -> bool:
    """Whether a path can be read as a glob.

    Raises:
        UsageError: It cannot, and there is no file of that name.
    """
    try:
        re.compile(glob_pattern(glob))
    except (UsageError, re.error) as error:
        if _exists(glob, root):
            return False
        reason = error.message if isinstance(error, UsageError) else f"The glob {glob!r} is malformed: {error}."
        raise UsageError(f"Invalid scope {scope!r}: {reason}") from error
    return True


def _names_note(scope: str, root: Path) -> bool:
    """Whether there is a file or folder of the name that a scope is, or has before its lines or heading."""
    parted = (_LINES.fullmatch(scope), _HEADING.fullmatch(scope))
    return _exists(scope, root) or any(_exists(found["glob"], root) for found in parted if found)


def _exists(path: str, root: Path) -> bool:
    try:
        return bool(path) and resolve_inside(root, path).exists()
    except (PathOutsideVaultError, OSError):
        return False
