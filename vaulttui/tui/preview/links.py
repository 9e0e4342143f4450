"""What the links of a note lead to."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from vaulttui.search.engine import NamedBlock, ResolvedLink
from vaulttui.tui.preview.rendered import LinkTarget
from vaulttui.vault.markdown.destinations import SCHEME, Destination, markdown_destination, wikilink_destination
from vaulttui.vault.markdown.plain_text import plain_text
from vaulttui.vault.other_programs.dendron import dendron_destination
from vaulttui.vault.other_programs.logseq import BLOCK_REFERENCE, OWN_LINE

_REFUSED = re.compile(r"(?:javascript|vbscript|data):", re.IGNORECASE)
"""Addresses that are programs or contents themselves. What others may be opened, the opener knows."""
_IMAGE = re.compile(r"\.(?:png|jpe?g|gif|svg|webp|bmp|avif|ico|tiff?)$", re.IGNORECASE)
_ITEM_MARK = re.compile(r"^\s*(?:[-*+]|\d{1,9}[.)])\s+(?:\[.\]\s+)?")
_OWN_LINE = re.compile(OWN_LINE)
_FILE = re.compile(r"\.(?:pdf|mp3|m4a|wav|ogg|flac|3gp|mp4|webm|ogv|mov|mkv|canvas|base|zip)$", re.IGNORECASE)


class NoteLinks:
    """The links of a note, each with the file that it leads to by the index.

    Args:
        path: The note itself.
        links: Its links with the files that they lead to.
        blocks: The blocks that it refers to, by the names that Logseq gave them.
    """

    def __init__(self, path: str, links: Iterable[ResolvedLink], blocks: Mapping[str, NamedBlock]) -> None:
        self._path = path
        self._blocks = blocks
        self._paths: dict[str, str | None] = {}
        self._read: set[tuple[Destination, str]] = set()
        for link in links:
            self._read.add((Destination(link.target, link.heading, link.block), link.display))
            key = link.target.casefold()
            if self._paths.get(key) is None:
                self._paths[key] = link.path

    def note(self, written: str) -> LinkTarget:
        """Read what stands between the brackets of a wikilink, without the text that is shown instead."""
        if (reference := BLOCK_REFERENCE.fullmatch(written)) is not None:
            return self.block(reference[1])
        found = wikilink_destination(written)
        if found is None and SCHEME.match(written.strip()):
            return self.address(written.strip())
        return self._link(found[0] if found is not None else Destination(written.strip(), "", ""))

    def split(self, content: str) -> tuple[str, str]:
        """Split what stands between the brackets into target and text to show (``""`` if none was written).

        Which of them is written first, the vault says: the index has read the link by its rule.
        """
        dendron = dendron_destination(content)
        if dendron is not None and dendron in self._read and wikilink_destination(content) not in self._read:
            destination, shown = dendron
            return destination.written, shown
        target, _, shown = content.partition("|")
        return target.rstrip("\\").strip(), shown.strip()

    def address(self, href: str) -> LinkTarget:
        """Read the destination of a Markdown or HTML link, percent-encoded as markdown-it gives it."""
        if _REFUSED.match(href.strip()):
            return LinkTarget("note", href, resolved=False)
        if SCHEME.match(href):
            return LinkTarget("url", href)
        if (reference := BLOCK_REFERENCE.fullmatch(href)) is not None:
            return self.block(reference[1])
        if href.startswith("//"):
            return LinkTarget("url", f"https:{href}")
        return self._link(markdown_destination(href) or Destination(href, "", ""))

    def block(self, name: str) -> LinkTarget:
        """Find the block that Logseq gave a name."""
        found = self._blocks.get(name)
        path = found.path if found is not None else None
        return LinkTarget("note", f"(({name}))", path, block=name, resolved=path is not None)

    def shown(self, written: str) -> str:
        """Return what a wikilink without a text of its own shows, or a reference to a block: how that begins."""
        reference = BLOCK_REFERENCE.fullmatch(written)
        block = self._blocks.get(reference[1]) if reference is not None else None
        return shown_target(written) if block is None else _beginning(block.text)

    def title(self, written: str) -> str:
        """Return what stands above what an embed shows: of a block the name of its note."""
        path = self.note(written).path if BLOCK_REFERENCE.fullmatch(written) else None
        return shown_target(written) if path is None else shown_target(path.removesuffix(".md").rpartition("/")[2])

    def _link(self, destination: Destination) -> LinkTarget:
        target, heading, block = destination
        if not target:
            return LinkTarget("note", "", self._path, heading, block)
        key = target.casefold()
        known = key in self._paths
        return LinkTarget(
            "note", target, self._paths.get(key), heading, block, resolved=not known or bool(self._paths[key])
        )


def _beginning(block: str) -> str:
    """Return the first line of a block, without marks."""
    lines = (plain_text(_ITEM_MARK.sub("", line)) for line in block.split("\n"))
    return next((line for line in lines if line and not _OWN_LINE.fullmatch(line)), "❐")


def shown_target(target: str) -> str:
    """Return what a wikilink without a text of its own shows."""
    name, *places = target.split("#")
    return " › ".join(part for part in (name.strip(), *(place.strip().lstrip("^") for place in places)) if part)


def is_image(target: str) -> bool:
    """Whether a file name is that of a picture."""
    return _IMAGE.search(target) is not None


def is_attachment(target: str) -> bool:
    """Whether a file name is that of something that is not a note and cannot be shown here."""
    return is_image(target) or _FILE.search(target) is not None
