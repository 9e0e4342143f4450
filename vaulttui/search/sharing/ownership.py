"""Who owns the index file: a lock that the system takes back when its holder ends, and where the owner can be asked.

The lock is on a file beside the index. What is written in it (process, version, socket) only informs: a file whose
lock is free belongs to nobody, whatever it says.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import json
import os
import socket
import stat
from dataclasses import asdict
from pathlib import Path

from vaulttui.errors import IndexFault
from vaulttui.index.faults import ELSEWHERE, READ_ONLY, make_index_folder, reason
from vaulttui.paths import make_private_dir
from vaulttui.shortage import remedy
from vaulttui.values import dataclass

_MOST_SOCKET_BYTES = 100
"""The system's limit for the path of a socket is 107 bytes on Linux and 103 on macOS."""
_NOTE_BYTES = 1024
"""Size of the lock file, whoever has it: where the disk is full by now, there is room to say who that is."""


@dataclass(frozen=True, slots=True)
class OwnerNote:
    """What the owner of an index says of itself."""

    pid: int
    version: str
    socket: str
    """Path of the socket that it answers at."""


class OwnerLock:
    """The lock, held. The system gives it back when the process ends, however it ends."""

    def __init__(self, path: Path, descriptor: int) -> None:
        self.path = path
        self.published = False
        """Whether it says whose it is."""
        self._descriptor = descriptor

    @classmethod
    def take(cls, path: Path) -> OwnerLock | None:
        """Take the lock, without waiting.

        Returns:
            The lock; ``None`` while another process holds it.

        Raises:
            IndexFault: The lock file cannot be made or locked; with the code ``READ_ONLY`` if the folder is read-only.
        """
        make_index_folder(path.parent)
        try:
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise _lock_fault(path, error) from error
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            with contextlib.suppress(FileNotFoundError):
                if os.path.samestat(os.fstat(descriptor), path.stat()):
                    lock = cls(path, descriptor)
                    lock._clear()
                    return lock
        except BlockingIOError:
            pass
        except OSError as error:
            os.close(descriptor)
            raise _lock_fault(path, error) from error
        os.close(descriptor)  # it is another's, or was deleted between opening and locking
        return None

    @property
    def held(self) -> bool:
        """Whether the lock file is still where everybody looks for it."""
        try:
            return os.path.samestat(os.fstat(self._descriptor), self.path.stat())
        except OSError:
            return False

    def publish(self, note: OwnerNote) -> None:
        """Say who has the lock.

        Raises:
            OSError: The disk is full.
        """
        self._write(json.dumps(asdict(note)))
        self.published = True

    def release(self) -> None:
        """Give the lock back. Safe to call twice."""
        if self._descriptor >= 0:
            with contextlib.suppress(OSError):
                self._clear()
            descriptor, self._descriptor = self._descriptor, -1
            os.close(descriptor)

    def _clear(self) -> None:
        """Say nothing any more, and keep the room to say something again."""
        try:
            self._write("")
        except OSError:
            os.ftruncate(self._descriptor, 0)

    def _write(self, text: str) -> None:
        os.pwrite(self._descriptor, text.encode().ljust(_NOTE_BYTES), 0)
        os.ftruncate(self._descriptor, _NOTE_BYTES)


def _lock_fault(path: Path, error: OSError) -> IndexFault:
    helps = remedy(error) or f"Check the folder's permissions and free space, or {ELSEWHERE}"
    return IndexFault(
        f"The lock of the index, {path}, cannot be taken: {reason(error)}. {helps}.",
        code=READ_ONLY if error.errno in (errno.EROFS, errno.EACCES, errno.EPERM) else None,
    )


def read_owner(path: Path) -> OwnerNote | None:
    """What the lock file says; ``None`` if it says nothing, or not yet."""
    try:
        return OwnerNote(**json.loads(path.read_bytes()))
    except (OSError, ValueError, TypeError):
        return None


class ListeningSocket:
    """A socket for this user alone, at a path short enough.

    Args:
        beside: The lock file: the socket is made beside it, or where the system has room for such things.

    Raises:
        OSError: No socket can be made anywhere.
    """

    def __init__(self, beside: Path) -> None:
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            self.path = self._bind(beside)
            self.socket.listen(64)
            self._identity = self.path.stat()
        except OSError:
            self.socket.close()
            raise

    def _bind(self, beside: Path) -> Path:
        with contextlib.suppress(OSError):  # macOS knows no mode before there is a file
            os.fchmod(self.socket.fileno(), 0o600)
        with contextlib.suppress(OSError):  # too long a path, a file system without sockets, a full one
            return self._bind_at(beside.with_suffix(".sock"))
        import hashlib

        name = hashlib.blake2b(os.fsencode(beside), digest_size=8).hexdigest()
        return self._bind_at(_short_folder() / f"{name}.sock")

    def _bind_at(self, path: Path) -> Path:
        if len(os.fsencode(path)) > _MOST_SOCKET_BYTES:
            raise OSError(errno.ENAMETOOLONG, os.strerror(errno.ENAMETOOLONG), str(path))
        path.unlink(missing_ok=True)  # of an owner that was killed: the lock is ours
        self.socket.bind(str(path))
        path.chmod(0o600)
        return path

    @property
    def found(self) -> bool:
        """Whether the socket is still where the others look for it; what tidies up temporary files takes it away."""
        try:
            return os.path.samestat(self.path.stat(), self._identity)
        except OSError:
            return False

    def close(self) -> None:
        """Close the socket and take its file away, unless another has put its own there meanwhile."""
        with contextlib.suppress(OSError):
            self.socket.shutdown(socket.SHUT_RDWR)  # wakes the thread that accepts
        with contextlib.suppress(OSError):
            if self.found:
                self.path.unlink()
        self.socket.close()


def _short_folder() -> Path:
    """A folder with a short path that nobody else can look into.

    Raises:
        OSError: There is none.
    """
    import tempfile  # late, as hashlib above: only a path that is too long comes here

    runtime = Path(os.environ.get("XDG_RUNTIME_DIR", ""))
    folder = runtime / "vaulttui" if runtime.is_absolute() else Path(tempfile.gettempdir()) / f"vaulttui-{os.getuid()}"
    make_private_dir(folder)
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or found.st_mode & 0o077:
        raise PermissionError(errno.EPERM, "the folder is open to others", str(folder))
    return folder
