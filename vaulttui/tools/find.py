"""``find``: files and folders by name, not by content. Needs no index."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, cast

from vaulttui.errors import UsageError
from vaulttui.index.reading.property_values import number_text
from vaulttui.search.engine import FoundFile
from vaulttui.search.globs import glob_pattern, has_wildcards
from vaulttui.search.lookups.finding import find_files
from vaulttui.search.query import FileQuery
from vaulttui.settings import VaultSettings
from vaulttui.tools.arguments import one_of, text, whole_number
from vaulttui.tools.places import Finder, find_folder

SORTS = ("name", "modified", "size")
DEFAULT_LIMIT = 50


class VaultFinder:
    """Finds files and folders of a vault that nobody has opened or indexed.

    Args:
        root: The vault's folder.
        settings: What is left out.
    """

    def __init__(self, root: Path, settings: VaultSettings) -> None:
        self._root = root
        self._settings = settings

    @property
    def vault_path(self) -> str:
        """Absolute path of the vault's folder."""
        return str(self._root)

    def find(self, query: FileQuery) -> tuple[FoundFile, ...]:
        """See :meth:`vaulttui.search.engine.SearchEngine.find`."""
        return find_files(self._root, self._settings, query)


def find(
    finder: Finder,
    pattern: str = "",
    path: str | None = None,
    tag: str | None = None,
    property: Mapping[str, Any] | None = None,  # noqa: A002 - the name is the tool's contract
    limit: int | str = DEFAULT_LIMIT,
    sort: str | None = None,
) -> list[dict[str, Any]]:
    """Find files and folders by name.

    Args:
        finder: An engine, or a :class:`VaultFinder`.
        pattern: A glob (``*``, ``**``, ``?``, ``[…]``) or a part of the name or path; case and accents do not matter.
            For it, too, the paths of folders end in ``/``.
        path: Only below this folder.
        tag: Only notes with this tag, with or without ``#``, or one nested below it.
        property: ``{"key", "value"}``: only notes with this property; without a value, whatever it is. A number is
            found however it is written, 3 as 3.0, too; a text as it is written.
        limit: Results at most.
        sort: ``name`` (by path, the default), ``modified`` (newest first) or ``size`` (largest first).

    Returns:
        ``{path, size, mtime, tags}`` for each. The path of a folder ends in ``/``; times are local.

    Raises:
        UsageError: An argument is wrong.
        VaultNotFoundError: The vault cannot be read.
    """
    return [
        {
            "path": f"{item.path}/" if item.folder else item.path,
            "size": item.size,
            "mtime": item.modified.isoformat(timespec="seconds"),
            "tags": list(item.tags),
        }
        for item in find_entries(finder, pattern=pattern, path=path, tag=tag, property=property, limit=limit, sort=sort)
    ]


def find_entries(
    finder: Finder,
    *,
    pattern: Any,
    path: Any,
    tag: Any,
    property: Any,  # noqa: A002 - the name is the tool's contract
    limit: Any,
    sort: Any,
) -> tuple[FoundFile, ...]:
    """Find files and folders as :func:`find` does, for a program.

    Raises:
        UsageError: An argument is wrong.
        VaultNotFoundError: The vault cannot be read.
    """
    most = whole_number("limit", limit, 1)
    order = one_of("sort", sort, SORTS) if sort not in (None, "", "name") else None
    wanted = _wanted_property(property)
    pattern = text("pattern", pattern)
    _check_glob(pattern)
    folder = find_folder(finder, text("path", path)) if path else ""
    tag = text("tag", tag).strip().lstrip("#").strip("/")
    by = cast('Literal["modified", "size"] | None', order)
    return finder.find(FileQuery(pattern, folder or None, tag or None, wanted, most, by))


def _wanted_property(wanted: Any) -> dict[str, str] | None:
    """A property that was asked for, checked; ``None`` if none was.

    Raises:
        UsageError: It is not ``{"key", "value"}``.
    """
    if not wanted:
        return None
    if not isinstance(wanted, Mapping):
        raise UsageError(f'property must be an object {{"key", "value"}}, got {wanted!r}')
    unknown = [name for name in wanted if name not in ("key", "value")]
    key, value = wanted.get("key"), wanted.get("value")
    if unknown or not isinstance(key, str) or not key.strip():
        raise UsageError(f'property must be an object {{"key", "value"}} with a key, got {dict(wanted)!r}')
    if value is not None and not isinstance(value, (str, int, float)):
        raise UsageError(f"property: 'value' must be a text, got {value!r}")
    key = key.strip()
    if isinstance(value, bool):
        return {"key": key, "value": str(value).lower()}
    if isinstance(value, (int, float)):
        return {"key": key, "value": str(value) if isinstance(value, int) else number_text(value), "type": "number"}
    return {"key": key, "value": value or ""}


def _check_glob(pattern: str) -> None:
    """See that a glob can be used.

    Raises:
        UsageError: It cannot; the message names it.
    """
    if not has_wildcards(pattern):
        return
    try:
        re.compile(glob_pattern(pattern))
    except re.error as error:
        raise UsageError(f"The glob {pattern!r} is malformed: {error}.") from error
