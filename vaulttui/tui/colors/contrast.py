"""Contrast: whether a colour can be read on another one, and the nearest to it that can."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from textual.color import Color, ColorParseError

LEAST_CONTRAST: Final = 3.0
"""Of any text, as WCAG 2 asks it of large text: what is faint here only accompanies."""
_FOCUS_TINT: Final = 0.05
"""Of the foreground, that Textual gives to the ground of an input with the focus."""
_USUAL_DISABLED: Final = "auto 38%"
"""What Textual makes of text that is disabled: black or white, thinned."""
_SELECTED_ROW: Final = 25
"""Percent of the primary colour, that the ground of a selected row of the palette has if it can be read so."""
_FAINT: Final = 50
"""Percent of the foreground, that the details of the palette have if they can be read so."""
_STEP: Final = 5
"""Percent by which either is changed until they can be."""
_STEPS: Final = 20
"""In which a colour is drawn nearer to black or white."""


def luminance(color: tuple[int, int, int]) -> float:
    """Relative luminance, as WCAG 2 defines it."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in (part / 255 for part in color)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: tuple[int, int, int], other: tuple[int, int, int]) -> float:
    """Contrast ratio, from 1 to 21, as WCAG 2 defines it."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


@lru_cache(maxsize=1024)
def readable(ink: Color, ground: Color) -> Color:
    """A colour of text that can be read on a ground: the same where it can, else one as little darker or lighter as it
    takes. Colours of the terminal itself, and what is not opaque, are left as they are: nobody knows how they look.
    """
    if ink.ansi is not None or ground.ansi is not None or ink.a < 1 or ground.a < 1:
        return ink
    ends = sorted((Color(0, 0, 0), Color(255, 255, 255)), key=lambda end: -contrast(end.rgb, ground.rgb))
    shades = (ink.blend(ends[0], step / _STEPS) for step in range(_STEPS + 1))
    return next((shade for shade in shades if contrast(shade.rgb, ground.rgb) >= LEAST_CONTRAST), ends[0])


def readable_variables(variables: Mapping[str, str]) -> dict[str, str]:
    """Variables for what Textual draws by the style sheet, faint as it is meant to be if it can be read so.

    Args:
        variables: Those of the theme.
    """
    try:
        foreground, background, surface, toast = (
            Color.parse(variables[name]) for name in ("foreground", "background", "surface", "panel-lighten-1")
        )
    except ColorParseError:
        foreground = background = surface = toast = Color.parse("ansi_default")
    field = surface.blend(foreground, _FOCUS_TINT)
    wanted = {
        "quiet": (foreground, 60, background),
        "faint": (foreground, 45, background),
        "faint-on-surface": (foreground, 45, surface),
        "placeholder": (foreground, 35, background),
        "text-on-toast": (foreground, 100, toast),
    }
    if variables.get("text-disabled") == _USUAL_DISABLED:  # a theme of the person's own may say otherwise
        wanted["text-disabled"] = (field.get_contrast_text(), 38, field)
    found: dict[str, str] = {}
    for name, (ink, percent, ground) in wanted.items():
        shade = ground.blend(ink, percent / 100, alpha=1)
        seen = readable(shade, ground)
        if seen != shade:
            found[name] = seen.hex
        elif name != "text-disabled":
            found[name] = variables["foreground"] if percent == 100 else f"{variables['foreground']} {percent}%"
    return (
        found
        | _palette(variables, foreground, surface)
        | _selection(variables.get("input-selection-background", ""), foreground, field)
    )


def _color(variables: Mapping[str, str], name: str) -> Color:
    try:
        return Color.parse(variables.get(name, ""))
    except ColorParseError:
        return Color.parse("ansi_default")


def _palette(variables: Mapping[str, str], foreground: Color, surface: Color) -> dict[str, str]:
    """The ground of the palette's selected row, and the text of details, which stands on it and on the others."""
    primary = _color(variables, "primary")
    tint, strength = _SELECTED_ROW, _FAINT
    if all(color.ansi is None and color.a == 1 for color in (foreground, surface, primary)):

        def read(percent: int, ground: Color) -> bool:
            return contrast(ground.blend(foreground, percent / 100).rgb, ground.rgb) >= LEAST_CONTRAST

        while tint > _STEP and not read(100, surface.blend(primary, tint / 100)):
            tint -= _STEP
        grounds = (surface, surface.blend(primary, tint / 100))
        while strength < 100 and not all(read(strength, ground) for ground in grounds):
            strength += _STEP
    return {
        "selected-on-surface": f"{variables['primary']} {tint}%" if "primary" in variables else "transparent",
        "detail-on-surface": f"{variables['foreground']} {strength}%",
    }


def _selection(usual: str, foreground: Color, field: Color) -> dict[str, str]:
    """The ground of text that is selected in an input, thinned until the text can be read on it."""
    name, _, percent = usual.partition(" ")
    try:
        ground = Color.parse(name)
        ground = ground.with_alpha(int(percent.removesuffix("%")) / 100) if percent else ground
    except (ColorParseError, ValueError):
        return {}
    thinned = ground
    while 0.1 < thinned.a < 1 and contrast(foreground.rgb, (field + thinned).rgb) < LEAST_CONTRAST:
        thinned = thinned.multiply_alpha(0.9)
    return {} if thinned == ground else {"input-selection-background": thinned.hex}
