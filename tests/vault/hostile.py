"""A vault that does everything a vault should not, and what must come of it.

Run ``python -m tests.vault.hostile DIR`` to have one, ``--small`` for one that is read in seconds, ``--large`` for one
with 14,000 notes of one name besides. Root reads even what nobody may read; ``setpriv --bounding-set
-dac_override,-dac_read_search --inh-caps -dac_override,-dac_read_search COMMAND`` takes that right from a command.
"""

from __future__ import annotations

import argparse
import os
import socket
import stat
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from tests.vault.hostile_texts import hostile_texts

Size = Literal["small", "full", "large"]

SECRET = "secretoutside"
"""A word that stands only in files outside the vault."""

HOSTILE_NAMES = (
    "'; drop table notes; --.md",
    '"; drop table notes; --.md',
    "[bold red]x[/].md",
    "[.md",
    "].md",
    "[[link]].md",
    "[link](x).md",
    "{{template}}.md",
    "(.md",
    "*.md",
    "?.md",
    "**.md",
    "!.md",
    "\\.md",
    "a|b.md",
    "a:b.md",
    "a<b>.md",
    "a#heading.md",
    "a^block.md",
    "#tag.md",
    "$(touch pwned).md",
    "`touch pwned`.md",
    "; touch pwned.md",
    "$HOME.md",
    "%2e%2e%2fetc.md",
    "%00.md",
    "-rf.md",
    "--help.md",
    "~.md",
    " leading.md",
    "trailing .md",
    " .md",
    "line\nbreak.md",
    "line\r\nbreak.md",
    "tab\tbreak.md",
    "\x1b[31mred\x1b[0m.md",
    "\x1b]0;owned\x07.md",
    "\x9b31m.md",
    "\x01\x02\x7f.md",
    "\u202egpj.exe.md",
    "\u2066isolate.md",
    "\u200b.md",
    "\ufeff.md",
    "\u2028.md",
    "\U000e0001.md",
    "👩‍👩‍👧‍👦.md",
    "שלום.md",
    "مرحبا.md",
    "日本語.md",
    "caf\u00e9 nfc.md",
    "cafe\u0301 nfd.md",
    "same\u00e9.md",
    "samee\u0301.md",
    "Case.md",
    "case.md",
    "CASE.MD",
    "straße.md",
    "STRASSE.md",
    "x" * 252 + ".md",
    "é" * 126 + ".md",
    "index.md.md",
    "a.markdown",
    "CON.md",
    "or.md",
    "AND.md",
    "0.md",
    "a b  c.md",
    "a..md",
    "[bold]folder[/]/note.md",
    "folder.md/note.md",
    "-rf/note.md",
    " blank /note.md",
    "\x1b[2J/note.md",
    "new\nline/note.md",
    "*/note.md",
    "a' OR 1=1 --/note.md",
)
"""Paths of notes, each of which must be found by its name."""

HIDDEN = (".obsidian/x.md", ".hidden.md", ".trash/x.md", ".git/x.md", "sub/.hidden/x.md", ".md")
"""Paths of notes that must not be read."""


@dataclass(slots=True)
class HostileVault:
    """What was made, and what must come of it."""

    root: Path
    """A symbolic link to the vault's folder."""
    notes: dict[str, str] = field(default_factory=dict)
    """Path of every note that must be found to a word that stands in it and in no other, ``""`` if no word can."""
    warnings: set[tuple[str, str]] = field(default_factory=set)
    """``(path, code)`` of every warning that there must be."""
    max_note_bytes: int = 5_000_000
    """To be set when the vault is read."""
    left_out: list[str] = field(default_factory=list)
    """What could not be made here, with the reason."""

    def add(self, path: str, content: str | bytes = "", *codes: str, word: str | None = None) -> None:
        """Write a note; its word is put at its end unless one is given."""
        if word is None:
            word = f"marker{len(self.notes)}"
            tail = f"\n\n{word}\n"
            content = content + tail if isinstance(content, str) else content + tail.encode()
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        if file.exists():
            self.left_out.append(f"{path!r}: the file system does not tell it from another name")
            return
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
        self.notes[path] = word
        self.warnings.update((path, code) for code in codes)


def make_hostile_vault(folder: Path, size: Size = "full") -> HostileVault:
    """Make the vault ``folder/vault``, a link to ``folder/real``, and ``folder/outside``, which must stay unread."""
    real = folder / "real"
    real.mkdir(parents=True)
    outside = folder / "outside"
    (outside / "sub").mkdir(parents=True)
    (outside / "secret.md").write_text(f"{SECRET} in a file\n")
    (outside / "sub" / "secret.md").write_text(f"{SECRET} in a folder\n")
    root = folder / "vault"
    root.symlink_to("real")
    vault = HostileVault(root)

    for name in HOSTILE_NAMES:
        vault.add(f"names/{name}", "# A heading\n\nwords\n")
    for path, content, codes in hostile_texts(1 if size != "small" else 50):
        vault.add(path, content, *codes, word="" if "note_truncated" in codes else None)
    _add_bytes(vault, size)
    _add_hidden(vault)
    _add_links(vault, outside)
    _add_special_files(vault)
    _add_folders(vault, size)
    _add_unreadable(vault)
    _add_settings(vault, outside)
    return vault


def _add_bytes(vault: HostileVault, size: Size) -> None:
    words = "# Wide\n\nörtlich \U0001f600 wörter\n"
    vault.add("bytes/utf16le.md", ("\ufeff" + words + "widele\n").encode("utf-16-le"), word="widele")
    vault.add("bytes/utf16be.md", ("\ufeff" + words + "widebe\n").encode("utf-16-be"), word="widebe")
    vault.add("bytes/utf16 odd.md", ("\ufeff" + "odd\n").encode("utf-16-le") + b"x", "encoding_replaced", word="odd")
    vault.add("bytes/utf16 surrogate.md", b"\xff\xfe\x00\xd8a\x00", "encoding_replaced", word="")
    vault.add("bytes/utf16 without mark.md", words.encode("utf-16-le"), "binary", word="")
    vault.add("bytes/utf32.md", words.encode("utf-32"), "binary", word="")
    vault.add("bytes/binary.md", bytes(range(256)) * 400, "binary", word="")
    vault.add("bytes/zeros.md", bytes(100_000), "binary", word="")
    vault.add("bytes/nul.md", b"words\0words\n", "binary", word="")
    vault.add("bytes/png.md", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "binary", word="")
    vault.add("bytes/latin1.md", "cafétéria déjà\n".encode("latin-1"), "encoding_replaced")
    vault.add("bytes/cp1252 frontmatter.md", "---\ntitle: “Café”\n---\n".encode("cp1252"), "encoding_replaced")
    vault.add("bytes/surrogates.md", b"a \xed\xa0\x80 b\n", "encoding_replaced")
    vault.add("bytes/overlong.md", b"a \xc0\xaf b\n", "encoding_replaced")
    vault.add("bytes/bom.md", b"\xef\xbb\xbf---\ntitle: marked\n---\nbody\n")
    vault.add("bytes/two boms.md", b"\xef\xbb\xbf\xef\xbb\xbf# Title\n")
    vault.add("bytes/cr.md", b"---\rtitle: old mac\rtags: [x]\r---\r# One\rtext\r")
    vault.add("bytes/crlf.md", b"---\r\ntitle: windows\r\ntags: [x]\r\n---\r\n# One\r\ntext\r\n")
    vault.add("bytes/mixed ends.md", b"a\rb\r\nc\n\rd\r\r\n")
    vault.add("bytes/empty.md", b"", word="")
    vault.add("bytes/one byte.md", b"\n", word="")
    vault.add("bytes/no last line end.md", b"---\ntitle: x\n---\nunended", word="unended")
    megabytes = 50
    if size == "small":
        vault.max_note_bytes = 1_100_000
        megabytes = 2
    head = b"# Large\n\nhugehead\n\n"
    text = head + b"All work and no play makes a long note. [[index]] #dull\n\n" * (megabytes * 18_000)
    vault.add("bytes/large.md", text, "note_truncated", word="hugehead")


def _add_hidden(vault: HostileVault) -> None:
    for path in HIDDEN:
        file = vault.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"{SECRET} in a hidden file\n")


def _add_links(vault: HostileVault, outside: Path) -> None:
    links = vault.root / "symlinks"
    links.mkdir()
    vault.add("symlinks/real/note.md", "the one copy\n")
    for name, target in {
        "dangling.md": "nowhere.md",
        "loop.md": "loop.md",
        "ping.md": "pong.md",
        "pong.md": "ping.md",
        "inside.md": "real/note.md",
        "inside": "real",
        "up": "..",
        "itself": ".",
        "root": str(vault.root),
        "zero.md": "/dev/zero",
        "proc.md": "/proc/self/environ",
        "outside.md": str(outside / "secret.md"),
        "outside relative.md": "../../outside/secret.md",
        "outside": str(outside),
        "etc": "/etc",
        "\x1b[31mlink.md": str(outside / "secret.md"),
    }.items():
        (links / name).symlink_to(target)
    for name in ("outside.md", "outside relative.md", "outside", "etc", "zero.md", "proc.md", "\x1b[31mlink.md"):
        vault.warnings.add((f"symlinks/{name}", "symlink_outside"))


def _add_special_files(vault: HostileVault) -> None:
    folder = vault.root / "special"
    folder.mkdir()
    os.mkfifo(folder / "pipe.md")
    os.mkfifo(folder / "pipe.png")
    vault.warnings.add(("special/pipe.md", "not_a_file"))

    def bind() -> None:
        with closing(socket.socket(socket.AF_UNIX)) as server:
            here = os.open(folder, os.O_RDONLY)
            try:  # the whole path may be longer than a socket's name can be
                server.bind(f"/proc/self/fd/{here}/socket.md")
            finally:
                os.close(here)

    def device() -> None:
        os.mknod(folder / "zero.md", stat.S_IFCHR | 0o600, os.makedev(1, 5))

    for name, make in (("socket.md", bind), ("zero.md", device)):
        _try(vault, f"special/{name}", make, "not_a_file")


def _try(vault: HostileVault, path: str, make: Callable[[], None], code: str) -> None:
    try:
        make()
    except OSError as error:
        vault.left_out.append(f"{path}: {error.strerror}")
    else:
        vault.warnings.add((path, code))


def _add_folders(vault: HostileVault, size: Size) -> None:
    vault.add("/".join(f"d{level}" for level in range(200)) + "/deep.md", "at the bottom\n")
    for number in range({"small": 20, "full": 1_000, "large": 14_000}[size]):
        vault.add(f"many/{number % 97}/{number}/index.md", f"# index\n\n[[index]] [[{number}/index]]\n")
    (vault.root / "folder only.md").mkdir()
    for name in (b"latin1 \xe9.md", b"broken \xff\xfe"):
        try:
            descriptor = os.open(os.fsencode(vault.root) + b"/names/" + name, os.O_CREAT | os.O_WRONLY)
        except OSError as error:  # macOS refuses such names
            vault.left_out.append(f"{name!r}: {error.strerror}")
        else:
            os.close(descriptor)
            shown = name.decode("utf-8", "surrogateescape").encode("utf-8", "replace").decode()
            vault.warnings.add((f"names/{shown}", "name_not_utf8"))
    _too_deep(vault)


def _too_deep(vault: HostileVault) -> None:
    """Folders whose path is longer than the system lets anyone name (4,096 bytes), with a note at the bottom."""
    name = "too deep " + "x" * 240
    descriptor = os.open(vault.root, os.O_RDONLY)
    try:
        for _ in range(20):
            os.mkdir(name, dir_fd=descriptor)
            below = os.open(name, os.O_RDONLY, dir_fd=descriptor)
            os.close(descriptor)
            descriptor = below
        os.close(os.open("note.md", os.O_CREAT | os.O_WRONLY, dir_fd=descriptor))
    finally:
        os.close(descriptor)
    folder = str(vault.root)
    unreadable = next(
        "/".join([name] * levels) for levels in range(1, 21) if len(f"{folder}/{'/'.join([name] * levels)}") > 4_095
    )
    vault.warnings.add((unreadable, "folder_unreadable"))


def _add_unreadable(vault: HostileVault) -> None:
    closed = vault.root / "closed"
    closed.mkdir()
    (closed / "x.md").write_text("unreadable")
    file = vault.root / "closed.md"
    file.write_text("unreadable")
    file.chmod(0)
    closed.chmod(0)
    if os.access(file, os.R_OK):
        vault.left_out.append("unreadable files and folders: root reads everything")
        make_readable(vault.root.parent)
        vault.notes.update({"closed.md": "", "closed/x.md": ""})
    else:
        vault.warnings.update({("closed", "folder_unreadable"), ("closed.md", "read_failed")})


def _add_settings(vault: HostileVault, outside: Path) -> None:
    """Files that say how the vault is read, themselves hostile."""
    obsidian = vault.root / ".obsidian"
    (obsidian / "types.json").write_text('{"types": ' + "[" * 100_000 + "]" * 100_000 + "}")
    (obsidian / "app.json").write_text('{"userIgnoreFilters": ["/(/", 7, null, "never/"], "x": NaN}')
    os.mkfifo(obsidian / "daily-notes.json")
    (obsidian / "templates.json").symlink_to(outside / "secret.md")
    (vault.root / "names" / ".gitignore").write_bytes(b"\xff\xfe[[[\n[!\n!!\n\\\n/\n**\0**\n")
    vault.warnings.add((".obsidian", "obsidian_settings_invalid"))
    vault.warnings.add((".obsidian/app.json", "ignore_rule_invalid"))


def make_readable(folder: Path) -> None:
    """Give back the rights that the unreadable parts of a vault lack, so that it can be removed."""
    for path in (folder / "real" / "closed", folder / "real" / "closed.md"):
        with suppress(FileNotFoundError):
            path.chmod(0o700)


def every_file(folder: Path) -> Iterator[tuple[bytes, os.stat_result, int]]:
    """Path, stat and parent's descriptor of whatever is in a folder, however deep, links not followed."""
    for place, folders, files, descriptor in os.fwalk(os.fsencode(folder), follow_symlinks=False):
        for name in (*folders, *files):
            yield place + b"/" + name, os.stat(name, dir_fd=descriptor, follow_symlinks=False), descriptor


def main() -> None:
    """Make a hostile vault and tell about it."""
    parser = argparse.ArgumentParser(description="Make a hostile vault: DIR/vault.")
    parser.add_argument("folder", metavar="DIR", type=Path, help="folder that does not exist yet")
    parser.add_argument("--small", action="store_const", dest="size", const="small", default="full")
    parser.add_argument("--large", action="store_const", dest="size", const="large")
    options = parser.parse_args()
    vault = make_hostile_vault(options.folder, options.size)
    print(f"{vault.root}: {len(vault.notes):,} notes, {len(vault.warnings):,} things to warn of")
    for text in vault.left_out:
        print(f"left out: {text}")


if __name__ == "__main__":
    main()
