"""On what a folder lies: whether the system hears of everything that changes in it."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Final

_MOUNTS: Final = Path("/proc/self/mountinfo")
_SHARED: Final = frozenset(
    (
        *("nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "drvfs", "afs", "ceph", "glusterfs", "lustre", "gfs2", "ocfs2"),
        *("vboxsf", "vmhgfs", "prl_fs", "virtiofs"),
    )
)
"""File systems that other machines write to as well. Whoever watches hears of what this one does."""
_ESCAPE: Final = re.compile(r"\\([0-7]{3})")


def changes_unheard(folder: str | Path) -> bool:
    """Whether files below a folder may change without the system telling whoever watches it.

    That is so on network disks and on what programs make of other files (FUSE). Only Linux says where that is.

    Args:
        folder: Its path without symbolic links. It is not looked at: its disk may never answer.
    """
    try:
        mounts = list(map(_mount, _MOUNTS.read_text(encoding="utf-8", errors="surrogateescape").splitlines()))
    except (OSError, IndexError):
        return False
    root = os.fspath(folder)
    around = [(point, kind) for point, kind in mounts if f"{root}/".startswith(f"{point.rstrip('/')}/")]
    # Of those that lie around it the innermost, and of several at one place the last, is what it lies on.
    below = [kind for point, kind in mounts if point.startswith(f"{root.rstrip('/')}/")]
    return any(map(_is_shared, [*(kind for _, kind in sorted(around, key=lambda mount: len(mount[0]))[-1:]), *below]))


def _mount(line: str) -> tuple[str, str]:
    """Where a file system is mounted, and its type: https://docs.kernel.org/filesystems/proc.html#proc-pid-mountinfo"""
    before, _, behind = line.partition(" - ")
    return _ESCAPE.sub(lambda code: chr(int(code[1], 8)), before.split(" ")[4]), behind.split(" ")[0]


def _is_shared(kind: str) -> bool:
    # ``fuseblk`` is a disk of this machine, as one of Windows.
    return kind in _SHARED or kind == "fuse" or kind.startswith("fuse.")
