"""Text of notes made safe to draw: no character of it moves the cursor, hides, or reorders its neighbours."""

from __future__ import annotations

import re

from vaulttui.patterns import late_pattern

TAB = "    "
"""What a tab becomes."""

REPLACEMENT = "\N{REPLACEMENT CHARACTER}"

_EMOJI = "\u203c-\u205f\u2070-\u20cf\u2100-\u3299\U0001f000-\U0001faff"
"""Neither combining marks nor what is dropped: no joiner loses a neighbour."""
_JOINING = "\u0600-\u08ff\u0900-\u109f\u1780-\u17ff\ufb50-\ufdff\ufe70-\ufefc"
"""Scripts that use the zero-width non-joiner for spelling (Arabic, Indic and their neighbours)."""

_UNSAFE = late_pattern(
    "[\x00-\x1f\x7f-\x9f]"  # C0, DEL, C1
    "|[\u2028\u2029]"  # line and paragraph separator
    "|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u206f]"  # marks, embeddings, overrides and isolates of direction
    "|[\xad\u180e\u200b\u2060-\u2065\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]"  # nothing to see
    "|[\ud800-\udfff\ufffe\uffff]"  # halves of characters, no characters
)
_STRAY_JOINER = late_pattern(
    f"(?<![{_JOINING}])\u200c|\u200c(?![{_JOINING}])|(?<![{_EMOJI}\ufe0f])\u200d|\u200d(?![{_EMOJI}])"
)
_MARK = "[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]"
_STACKED_MARKS = late_pattern(f"({_MARK}{{4}}){_MARK}+")


def plain(text: str, *, keep_newlines: bool = False) -> str:
    """Return text without anything that a terminal would act on.

    Tabs become blanks; other control characters become their pictures (``ESC`` is ``␛``), so that a person sees them;
    characters that change the direction of writing and invisible ones are dropped, except joiners inside emoji
    sequences and non-joiners between letters that need them; lone surrogates become ``�``; more than four
    combining marks on one letter are cut. Letters of any script stay as they are. Idempotent.

    Args:
        text: Anything.
        keep_newlines: Keep ``\\n``, which becomes a blank otherwise.
    """
    if text.isascii():
        return text if text.isprintable() else _UNSAFE.sub(_kept_lines if keep_newlines else _one_line, text)
    if not text.isprintable():
        text = _UNSAFE.sub(_kept_lines if keep_newlines else _one_line, text)
        # Joiners are judged by the neighbours that they have then, before marks are counted that they hold apart.
        text = _STRAY_JOINER.sub("", text)
    return _STACKED_MARKS.sub(r"\1", text)


def _visible(character: str) -> str:
    code = ord(character)
    if character == "\t":
        return TAB
    if character in "\n\v\f\r\u2028\u2029":
        return " "
    if code < 0x20:
        return chr(0x2400 + code)
    if code == 0x7F:
        return "\N{SYMBOL FOR DELETE}"
    return REPLACEMENT if code < 0xA0 or 0xD800 <= code < 0xE000 or code in (0xFFFE, 0xFFFF) else ""


def _one_line(match: re.Match[str]) -> str:
    return _visible(match[0])


def _kept_lines(match: re.Match[str]) -> str:
    return "\n" if match[0] == "\n" else _visible(match[0])
