"""What searching stands on: versions, places, the model, the index, and what the system allows."""

from __future__ import annotations

import os
import platform
import shutil
from collections.abc import Mapping
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING

from vaulttui import paths
from vaulttui.errors import ModelUnavailableError
from vaulttui.formatting import counted
from vaulttui.index.faults import ELSEWHERE
from vaulttui.logs import log_path
from vaulttui.version import __version__

if TYPE_CHECKING:
    from vaulttui.cli.context import Context
    from vaulttui.search.engine import Status

_LIBRARIES = ("duckdb", "textual", "fastembed", "onnxruntime", "numpy", "watchfiles", "mcp")
_LITTLE_SPACE = 500_000_000
"""Bytes that are free on the disk of the index; below, doctor says so."""
_INOTIFY = Path("/proc/sys/fs/inotify")
"""What limits watching on Linux, a file each."""


def checks(context: Context, status: Status) -> Mapping[str, str]:
    """What there is, by name, each in a few words."""
    index = Path(status.index_path)
    found = {
        "versions": ", ".join(f"{name} {version}" for name, version in versions().items()),
        "settings": str(context.settings_path) if context.settings_path.exists() else "all at their defaults",
        "model": _model(context),
        "index": f"{index} ({status.index_bytes / 1e6:.1f} MB, schema {status.schema_version})"
        + among_notes(index, context.vault),
        "vectors": f"{status.embedded:,} of {status.embeddable:,}",
        "space": _space(index),
        "log": str(log_path()),
        "state": str(paths.state_dir()),
    }
    process = owner(index)
    if process:
        found["open in"] = process
    aside = kept_aside(index)
    if aside:
        size = sum(file.stat().st_size for file in aside) / 1e6
        found["kept aside"] = (
            f"{counted(len(aside), 'damaged file')} ({size:.1f} MB) in {index.parent}; --repair deletes what is kept"
        )
    limits = [
        f"{int((_INOTIFY / limit).read_text()):,} {what} (fs.inotify.{limit})"
        for limit, what in (("max_user_watches", "folders"), ("max_user_instances", "watchers"))
        if (_INOTIFY / limit).exists()
    ]
    if limits:
        found["watching"] = f"at most {' by '.join(limits)}, of all programs of a user together"
    return found


def versions() -> dict[str, str]:
    """Of the program, of Python, and of the libraries that matter."""
    found = {"vaulttui": __version__, "Python": platform.python_version()}
    for name in _LIBRARIES:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue  # an extra that is not installed
    return found


def kept_aside(index: Path) -> list[Path]:
    """Damaged files that were kept when they were replaced."""
    found = index.parent.glob(f"{index.name}*.damaged.*") if index.parent.is_dir() else ()
    return sorted(path for path in found if path.is_file())  # no folder that was in the place of a file


def among_notes(index: Path, vault: Path) -> str:
    """What is to be said of an index that lies in its vault; ``""`` of one that does not."""
    if not index.resolve().is_relative_to(vault.resolve()):
        return ""
    return f": it lies in the vault, and whatever syncs the notes takes it along; {ELSEWHERE}"


def owner(index: Path) -> str:
    """Another process that has the index open and answers this one; ``""`` if there is none."""
    from vaulttui.search.sharing.ownership import read_owner

    note = read_owner(index.with_suffix(".lock"))
    return f"process {note.pid}, vaulttui {note.version}" if note is not None and note.pid != os.getpid() else ""


def _model(context: Context) -> str:
    from vaulttui.embedding import create_embedder
    from vaulttui.search.local.query_vectors import QueryVectors

    embedder = create_embedder(context.settings.embedding)
    if embedder is None:
        return "switched off"
    try:
        QueryVectors(embedder).embed_query("a text to try it with")
    except ModelUnavailableError as error:
        return error.message
    return "can be loaded"


def _space(index: Path) -> str:
    place = next((folder for folder in index.parents if folder.is_dir()), None)
    if place is None:
        return "not known"
    free = shutil.disk_usage(place).free
    little = ": that is little, and a full disk stops indexing" if free < _LITTLE_SPACE else ""
    return f"{free / 1e9:.1f} GB free{little}"
