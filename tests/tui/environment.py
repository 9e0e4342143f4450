"""Everything that would make a picture or a test of the interface differ from one run to the next, held still."""

from __future__ import annotations

import os

UNWANTED = ("NO_COLOR", "TEXTUAL_THEME", "TEXTUAL", "VISUAL", "EDITOR", "DISPLAY", "WAYLAND_DISPLAY", "TMUX")


def hold_still() -> None:
    """Set the environment. To be called before Textual is imported, which reads it once."""
    os.environ["TEXTUAL_ANIMATIONS"] = "none"
    os.environ["COLORTERM"] = "truecolor"
    os.environ["TERM"] = "xterm-256color"
    for name in UNWANTED:
        os.environ.pop(name, None)
