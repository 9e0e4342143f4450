"""What of a chunk is embedded: its title and headings for context, and its prose without markup and encoded data.

Whoever lets the same chunk give another text here raises ``READING_VERSION`` (:mod:`vaulttui.vault.note`): all notes
are then read once more, and what has another text gets another vector.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from hashlib import blake2b

MIN_CHARACTERS = 50
"""Chunks with less prose than this get no vector: they say too little to be near anything."""

_CONTEXT_FROM = 120
"""Chunks with less prose than this stand for themselves: with title and headings put before them, a footer that
stands under every note would be nearest to everything that its title says."""

_COMMENTS = re.compile(r"%%.*?%%", re.DOTALL)
_HTML_COMMENTS = re.compile(r"<!--.*?-->", re.DOTALL)
_TAGS = re.compile(r"</?[A-Za-z][^<>\n]{0,300}>")
_LINK_TARGETS = re.compile(r"\]\([^()\s]{0,2000}(?: \"[^\"\n]{0,300}\")?\)")
_WIKILINK = re.compile(r"!?\[\[([^\[\]|\n]{0,300})(?:\|([^\[\]\n]{0,300}))?\]\]")
_URLS = re.compile(r"https?://\S+")
_ENCODED_FROM = 100
"""Characters in a row from which letters, digits, ``+`` and ``/`` are encoded data: a drawing of Excalidraw's, a
picture."""
_ENCODED = re.compile(rf"[A-Za-z0-9+/]{{{_ENCODED_FROM},}}+(?:\s+[A-Za-z0-9+/]{{20,}}+)*+")
"""Encoded data, with a last line of it that is shorter."""
_MARKS = b"*_`~=|#>[]"
_WITHOUT_MARKS = bytes.maketrans(_MARKS, b" " * len(_MARKS))


def _plain(text: str) -> str:
    """Text on one line without the characters that are only markup."""
    # Bytes are translated in a third of the time; of no other sign these are a part in UTF-8.
    marked = text.encode("utf-8", "surrogatepass").translate(_WITHOUT_MARKS)
    return " ".join(marked.decode("utf-8", "surrogatepass").split())


def embedding_text(title: str, heading_path: Sequence[str], text: str) -> str:
    """Build the text that stands for a chunk.

    Args:
        title: The note's title if its writer wrote one, ``""`` if it is only the file's name: renaming a note must not
            change its vectors.
        heading_path: Headings above the chunk, outermost first.
        text: The chunk's lines.

    Returns:
        One line; ``""`` if the chunk has too little prose to be embedded, or neither a letter nor a digit: no vector
        comes out of signs that a model has no token for, or one that is near to anything.
    """
    prose = _COMMENTS.sub(" ", text) if "%%" in text else text
    if "<!--" in prose:
        # Behind the last end no comment can be closed, and each beginning there would be followed to the text's end.
        end = prose.rfind("-->") + 3
        prose = _HTML_COMMENTS.sub(" ", prose[:end]) + prose[end:] if end > 2 else prose
    if "<" in prose:
        prose = _TAGS.sub(" ", prose)
    if "](" in prose:
        prose = _LINK_TARGETS.sub("] ", prose)
    if "[[" in prose:
        prose = _WIKILINK.sub(lambda match: match[2] or match[1], prose)
    if "://" in prose:
        prose = _URLS.sub(" ", prose)
    prose = _plain(prose)
    if max(map(len, prose.split(" "))) >= _ENCODED_FROM:  # hardly ever
        prose = _plain(_ENCODED.sub(" ", prose))
    if len(prose) < MIN_CHARACTERS or not any(map(str.isalnum, prose)):
        return ""
    if len(prose) < _CONTEXT_FROM:
        return prose
    context = [_plain(part) for part in heading_path]
    if title and _plain(title) not in context[:1]:
        context.insert(0, _plain(title))
    if context and prose.startswith(context[-1]):
        context.pop()  # the chunk's own heading is its first words already
    return ": ".join((*context, prose))


def vector_hash(text: str) -> int:
    """64-bit address of an embedded text (BLAKE2b)."""
    return int.from_bytes(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little")
