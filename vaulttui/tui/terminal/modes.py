"""What a terminal is told so that it draws as a program expects, whatever another program has left set."""

from __future__ import annotations

from typing import Final

AS_EXPECTED: Final = "\x1b7\x1b[r\x1b8\x1b[4l\x1b[?1l\x1b>\x1b[>4m\x1b[0 q\x1b(B\x0f\x1b[m"
"""Scroll the whole screen, overwrite, the usual keys and cursor, letters for letters, no colours. The cursor stays."""
CLEAR: Final = "\x1b[2J"
"""Clear the screen."""
LEAVE_SCREEN: Final = "\x1b[?1049l"
"""Go back from a screen of one's own to the one that the shell has."""
LEAVE: Final = (
    "\x1b[?2026l\x1b[?1000l\x1b[?1003l\x1b[?1015l\x1b[?1006l\x1b[?1004l\x1b[?2004l\x1b[?2048l\x1b[?7h\x1b[<u"
    f"\x1b[m{LEAVE_SCREEN}\x1b[?25h"
)
"""Take back all that Textual has set: frames drawn at once, mouse, focus, pastes, sizes, keys, screen, cursor."""
