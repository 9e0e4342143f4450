"""Which theme is used, and what is told where it is another one than the person chose."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from vaulttui.tui.colors.theme import DARK


def choose_theme(
    known: Collection[str], chosen: str, wanted: str, settings_path: Path | None = None
) -> tuple[str, str]:
    """The theme that was chosen last, else that of the settings, else a theme that there is.

    Args:
        known: Names of all themes.
        chosen: Name of the one that was chosen last, ``""`` if none ever was.
        wanted: Name in the settings.
        settings_path: Their file, for messages.

    Returns:
        Its name, and what to tell of a theme that there is not, ``""`` of none.
    """
    name = next((name for name in (chosen, wanted) if name in known), DARK.name)
    if chosen and chosen not in known:
        what = f"The theme {chosen!r}, which was chosen last, is not there any more"
    elif not chosen and wanted not in known:
        what = f"{settings_path or 'the settings'}: interface.theme: there is no theme {wanted!r}"
    else:
        return name, ""
    import difflib  # late: themes are nearly always there

    near = difflib.get_close_matches(chosen or wanted, known, n=1)
    hint = f"; did you mean {near[0]!r}?" if near else "."
    return name, f"{what}{hint} {name} is used."
