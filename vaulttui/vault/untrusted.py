"""Paths that somebody else may have written, and files that somebody else may have put there."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from vaulttui.errors import PathOutsideVaultError


@contextmanager
def open_regular_file(path: str | Path) -> Iterator[int]:
    """Open a file for reading that must be a regular one: neither a pipe, which would block, nor a symbolic link.

    Yields:
        A descriptor, closed at the end.

    Raises:
        OSError: There is no such file, or it is something else.
    """
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError(errno.EINVAL, "not a regular file", os.fspath(path))
        yield descriptor
    finally:
        os.close(descriptor)


def is_folder(path: str | Path) -> bool:
    """Whether there is a folder that can be looked at. Unlike :meth:`pathlib.Path.is_dir`, it never raises."""
    return os.path.isdir(path)  # noqa: PTH112 - see above


def read_start(descriptor: int, size: int) -> bytes:
    """Read an open file up to so many bytes, or to its end."""
    with open(descriptor, "rb", closefd=False) as file:
        return file.read(size)


def read_regular_file(path: str | Path, size: int) -> bytes:
    """Read a file as :func:`open_regular_file` opens it, up to so many bytes, or to its end.

    Raises:
        OSError: As there, or it cannot be read.
    """
    with open_regular_file(path) as descriptor:
        return read_start(descriptor, size)


def check_relative(path: str) -> None:
    """See that a path leads to a place below another one, but for symbolic links.

    Raises:
        PathOutsideVaultError: It is absolute, contains ``..``, or no file can have that name.
    """
    if path.startswith("/") or ".." in path.split("/") or "\0" in path:
        raise PathOutsideVaultError(f"Path must be within vault: {path!r}")


def resolve_inside(root: Path, relative: str) -> Path:
    """Find the file or folder that a relative path from a query, a tool or a link means.

    Args:
        root: The vault's folder.
        relative: Relative to the vault, with ``/``. Nothing need exist there.

    Returns:
        ``root / relative``. Symbolic links are not replaced, only checked.

    Raises:
        PathOutsideVaultError: It is absolute, contains ``..``, no file can have that name, or a symbolic link on the
            way leads out of the vault.
    """
    check_relative(relative)
    path = root / relative
    if relative.startswith("\\") and not os.path.lexists(path):  # absolute elsewhere; a name like any other here
        raise PathOutsideVaultError(f"Path must be within vault: {relative!r}")
    try:
        real_root = os.path.realpath(root)
        real = os.path.realpath(path)
    except OSError as error:
        raise PathOutsideVaultError(f"Path must be within vault: {relative!r} ({error.strerror or error})") from error
    except ValueError as error:
        raise PathOutsideVaultError(f"Path must be within vault: {relative!r} is no path ({error})") from error
    if real != real_root and not real.startswith(real_root.rstrip("/") + "/"):
        raise PathOutsideVaultError(f"Path must be within vault: {relative!r} leads to {real!r}")
    return path
