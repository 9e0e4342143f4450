"""A scan by a child process finds what a scan finds, and never gets in the way."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tests.conftest import MakeVault
from vaulttui.settings import VaultSettings
from vaulttui.vault.files.scan import scan_vault
from vaulttui.vault.files.scan_ahead import ScanAhead

SETTINGS = VaultSettings()


@pytest.fixture
def root(make_vault: MakeVault) -> Path:
    return make_vault(
        {"a.md": "A", "b/é.md": "B", "b/picture.png": b"\x89", ".gitignore": "left out\n[", "x\x01.md": ""}
    )


def in_a_process_of_its_own(root: Path, program: str, pass_fds: tuple[int, ...] = ()) -> str:
    """Run a program that has one thread, as a command has when it begins."""
    start = (
        "from pathlib import Path\nfrom vaulttui.settings import VaultSettings\n"
        f"from vaulttui.vault.files.scan_ahead import ScanAhead\n"
        f"root = Path({str(root)!r})\nsettings = VaultSettings()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", start + program],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
        pass_fds=pass_fds,
    )
    assert done.stderr == ""
    return done.stdout


def test_it_finds_what_a_scan_finds(root: Path) -> None:
    told = in_a_process_of_its_own(root, "print(ScanAhead.begin(root, settings).digest(lambda: False).hex())")
    assert told.strip() == scan_vault(root, SETTINGS).digest.hex()


def test_whoever_reads_what_is_printed_does_not_wait_for_it(root: Path) -> None:
    reading, writing = os.pipe()
    program = (
        "import os\nfrom vaulttui.vault.files import scan\n"
        f"scan.digest_of_vault = lambda *_: os.read({reading}, 1)\n"  # until this test is over
        "assert ScanAhead.begin(root, settings)\nprint('done', flush=True)\nos._exit(0)"
    )
    try:
        assert in_a_process_of_its_own(root, program, (reading,)) == "done\n"
    finally:
        os.close(reading)
        os.close(writing)


def test_a_scan_that_is_given_up_tells_nothing_and_leaves_no_process(root: Path) -> None:
    program = (
        "import os\nahead = ScanAhead.begin(root, settings)\nprint(ahead.digest(lambda: True))\nahead.close()\n"
        "try:\n    os.waitpid(-1, 0)\nexcept ChildProcessError:\n    print('no child')"
    )
    assert in_a_process_of_its_own(root, program) == "None\nno child\n"


def test_a_scan_that_fails_tells_nothing(root: Path) -> None:
    program = "print(ScanAhead.begin(root / 'gone', settings).digest(lambda: False))"
    assert in_a_process_of_its_own(root, program) == "None\n"


def test_a_program_with_threads_makes_no_half_copy_of_itself(root: Path) -> None:
    ended = threading.Event()
    thread = threading.Thread(target=ended.wait)
    thread.start()
    try:
        assert ScanAhead.begin(root, SETTINGS) is None
    finally:
        ended.set()
        thread.join()


def test_the_digest_stays_as_long_as_the_files_do(root: Path) -> None:
    assert scan_vault(root, SETTINGS).digest == scan_vault(root, SETTINGS).digest


@pytest.mark.parametrize(
    "change", ["saved", "new", "gone", "renamed", "attachment", "touched", "1969", "warning", "replaced"]
)
def test_the_digest_changes_with_whatever_an_index_goes_by(root: Path, change: str) -> None:
    before = scan_vault(root, SETTINGS).digest
    note = root / "a.md"
    match change:
        case "saved":
            note.write_text("longer")
        case "new":
            (root / "c.md").write_text("")
        case "gone":
            note.unlink()
        case "renamed":
            note.rename(root / "z.md")
        case "attachment":
            (root / "b/other.png").write_bytes(b"")
        case "touched":
            os.utime(note, ns=(1, 1))
        case "1969":
            os.utime(note, ns=(-1, -1))
        case "warning":
            (root / ".gitignore").write_text("left out\n[a-")
        case "replaced":
            kept = note.stat()
            note.rename(root / ".old")
            note.write_text("B")
            os.utime(note, ns=(kept.st_atime_ns, kept.st_mtime_ns))
    assert scan_vault(root, SETTINGS).digest != before
