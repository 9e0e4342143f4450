"""From the bytes of a file to text with plain line ends."""

from __future__ import annotations

import codecs
import re

from vaulttui.values import dataclass
from vaulttui.vault.note import NoteWarning

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
"""Byte order marks, and the encodings that they tell."""

_CONTROLS = re.compile("[\x01-\x08\x0e-\x1a\x1c-\x1f]")
"""Control characters that no editor writes into text; tabs, line and page breaks and ESC may occur."""

_BINARY_SHARE = 0.03
"""Share of such characters above which undecodable bytes are no text. Random bytes have a tenth of them."""


@dataclass(frozen=True, slots=True)
class DecodedText:
    """A file's content as text."""

    text: str
    """Without byte order mark, every line end a ``\\n``; ``""`` if the file is binary."""
    encoding: str
    """``utf-8``, ``utf-16-le``, ``utf-16-be``, or ``binary``."""
    warnings: tuple[NoteWarning, ...]


def decode(data: bytes) -> DecodedText:
    """Decode the bytes of a note. Never fails.

    UTF-8 unless a byte order mark says UTF-16. Bytes that are not valid become U+FFFD, with a warning. Data that holds
    a NUL character, or that is not valid and full of control characters, is binary and has no text.
    """
    mark, encoding = _mark_of(data)
    content = data.removeprefix(mark)
    warnings: tuple[NoteWarning, ...] = ()
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError as error:
        text = content.decode(encoding, "replace")
        if len(_CONTROLS.findall(text)) > _BINARY_SHARE * len(text):
            return _binary()
        line = _unify_line_ends(content[: error.start].decode(encoding, "replace")).count("\n") + 1
        warnings = (
            NoteWarning(
                "encoding_replaced",
                f"The file is not valid {encoding.upper()}: bytes that could not be read are shown as \ufffd. "
                "Save it as UTF-8 to read it whole.",
                line,
            ),
        )
    if "\0" in text:
        return _binary()
    return DecodedText(_unify_line_ends(text), encoding, warnings)


def _unify_line_ends(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def _binary() -> DecodedText:
    warning = NoteWarning("binary", "The file holds binary data, not text: only its name is indexed.")
    return DecodedText("", "binary", (warning,))


def cut_at_line_end(data: bytes) -> bytes:
    """Shorten the beginning of a longer file so that it ends behind a line, or at least behind a whole character.

    A line that takes more than half of the data is kept as far as it goes.
    """
    _, encoding = _mark_of(data)
    end = max(_behind_last(data, sign.encode(encoding)) for sign in "\n\r")
    if end >= len(data) / 2:
        return data[:end]
    decoder = codecs.getincrementaldecoder(encoding)("replace")
    decoder.decode(data)
    return data.removesuffix(decoder.getstate()[0])


def _mark_of(data: bytes) -> tuple[bytes, str]:
    """The byte order mark that a text begins with, ``b""`` if there is none, and its encoding."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return mark, encoding
    return b"", "utf-8"


def _behind_last(data: bytes, unit: bytes) -> int:
    """Offset behind the last occurrence of a character of one or two bytes, 0 if there is none."""
    place = data.rfind(unit)
    while place > 0 and place % len(unit):  # the two bytes belong to two neighbouring characters
        place = data.rfind(unit, 0, place + 1)
    return place + len(unit) if place >= 0 else 0
