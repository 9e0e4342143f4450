"""The mark that the last scan left with which the index agreed: who scans the same again need not compare anything."""

from __future__ import annotations

from vaulttui.errors import IndexFault
from vaulttui.index.faults import READ_ONLY
from vaulttui.index.storage.meta import IndexMeta

SCANNED = "scanned"
"""Key of the mark. Who writes what the files say without a change of the generation takes it away."""


class ScanMark:
    """Stands for the files as a scan found them, the rules that they are read by, and the index as it was then.

    Args:
        meta: Of an open index.
    """

    def __init__(self, meta: IndexMeta) -> None:
        self._meta = meta
        self._agreed: tuple[int, bytes, str] | None = None
        """What the mark was put for in this process: vectors that are made meanwhile do not count."""

    def stands_for(self, digest: bytes, fingerprint: str) -> bool:
        """Whether nothing has changed since the mark was put.

        Args:
            digest: Of a scan made now.
            fingerprint: Of the rules that files are read by now.
        """
        return self._meta.get(SCANNED) == self._mark(digest, fingerprint)

    def still_agrees(self, digest: bytes, fingerprint: str) -> bool:
        """Whether the files and rules are those of the mark, and the index has got nothing but vectors since.

        Args:
            digest: Of a scan made now.
            fingerprint: Of the rules that files are read by now.
        """
        now = (self._meta.notes_generation, digest, fingerprint)
        return self._agreed == now or self.stands_for(digest, fingerprint)

    def put(self, digest: bytes, fingerprint: str) -> None:
        """Note that the index agrees with what a scan found. Not in one that may not be written, or on a full disk: the
        next one who scans compares.

        Args:
            digest: Of that scan.
            fingerprint: Of the rules that the files were read by.
        """
        self._agreed = (self._meta.notes_generation, digest, fingerprint)
        if self.stands_for(digest, fingerprint):
            return
        try:
            self._meta.set(SCANNED, self._mark(digest, fingerprint))
        except IndexFault as fault:
            if fault.code not in (READ_ONLY, "disk_full"):
                raise

    def _mark(self, digest: bytes, fingerprint: str) -> str:
        return f"{self._meta.generation} {digest.hex()} {fingerprint}"
