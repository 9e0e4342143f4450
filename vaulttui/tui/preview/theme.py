"""The looks of a rendered note, made from the colours of the application's theme."""

from __future__ import annotations

from collections.abc import Mapping

from rich.style import Style
from textual.color import Color, ColorParseError

from vaulttui.tui.colors.contrast import readable

_FALLBACK = {
    "background": "#121212",
    "foreground": "#e0e0e0",
    "primary": "#57a5e2",
    "secondary": "#5684a5",
    "accent": "#ffc473",
    "success": "#8ad4a1",
    "warning": "#ffc473",
    "error": "#d17e92",
}


class PreviewTheme:
    """Styles by name.

    Every difference that carries meaning is made by an attribute or a character as well as by a colour, so that a
    terminal without colours shows it too.

    Args:
        variables: The theme variables of the application: colours by name, such as ``primary`` and ``text-primary``.
            Missing or unreadable ones are replaced.
        background: The colour that the note is drawn on, if it is not the ``background`` of the theme.
    """

    def __init__(self, variables: Mapping[str, str] | None = None, background: str | None = None) -> None:
        self._styles = _make_styles(_Palette(variables or {}, background))
        self._combined: dict[str, Style] = {"": Style.null()}

    def style(self, names: str) -> Style:
        """Return the style of some names joined by blanks; later ones win, unknown ones count for nothing."""
        style = self._combined.get(names)
        if style is None:
            style = Style.null()
            for name in names.split():
                style += self._styles.get(name, Style.null())
            self._combined[names] = style
        return style


class _Palette:
    """The few colours that everything is made of."""

    def __init__(self, variables: Mapping[str, str], background: str | None) -> None:
        def color(name: str) -> Color:
            for key in (f"text-{name}", name):
                try:
                    parsed = Color.parse(variables[key])
                except (KeyError, ColorParseError):
                    continue
                if parsed.ansi is not None or parsed.a == 1:
                    return parsed
            return Color.parse(_FALLBACK[name])

        self.foreground = color("foreground")
        self.background = color("background")
        if background is not None and (drawn_on := Color.parse(background)).a == 1:
            self.background = drawn_on
        self.primary = color("primary")
        self.secondary = color("secondary")
        self.accent = color("accent")
        self.success = color("success")
        self.warning = color("warning")
        self.error = color("error")
        self.muted = self.mix(self.foreground, 0.62)
        self.faint = self.mix(self.foreground, 0.32)

    def mix(self, color: Color, share: float) -> Color:
        """Return a colour thinned by the background. The terminal's own colours cannot be mixed: a grey instead."""
        if color.ansi is not None or self.background.ansi is not None:
            return Color.parse("ansi_bright_black")
        return self.background.blend(color, share)

    def tint(self, color: Color, share: float) -> Style:
        """Return a background with a touch of a colour; none at all in the terminal's own colours."""
        if color.ansi is not None or self.background.ansi is not None:
            return Style.null()
        return Style(bgcolor=self.background.blend(color, share).rich_color)


def _make_styles(p: _Palette) -> dict[str, Style]:
    code = p.mix(p.foreground, 0.06)

    def ink(color: Color, attributes: str = "", ground: Color = p.background) -> Style:
        return Style.parse(attributes) + Style(color=readable(color, ground).rich_color)

    def line(color: Color) -> Style:
        """Lines and bars may be as faint as they are meant to be."""
        return Style(color=color.rich_color)

    code_background = p.tint(p.foreground, 0.06)
    styles = {
        "muted": ink(p.muted),
        "faint": ink(p.faint),
        "strong": Style(bold=True),
        "em": Style(italic=True),
        "strike": Style(strike=True) + ink(p.muted),
        "underline": Style(underline=True),
        "code": ink(p.accent, ground=code) + code_background,
        "help.key": ink(p.primary, "bold"),
        "kbd": Style(bold=True) + p.tint(p.foreground, 0.14),
        "highlight": Style(underline=True) + p.tint(p.warning, 0.30),
        "math": ink(p.secondary, "italic"),
        "h1": ink(p.primary, "bold"),
        "h2": ink(p.primary, "bold"),
        "h3": ink(p.secondary, "bold"),
        "h4": Style(bold=True),
        "h5": ink(p.muted, "bold italic"),
        "h6": ink(p.muted, "italic"),
        "h1.rule": line(p.mix(p.primary, 0.75)),
        "h2.rule": line(p.mix(p.primary, 0.40)),
        "rule": line(p.faint),
        "link": ink(p.primary, "underline"),
        "link.url": ink(p.secondary, "underline"),
        "link.unresolved": ink(p.muted, "italic"),
        "tag": ink(p.accent),
        "footnote": ink(p.primary, "bold"),
        "image": ink(p.secondary, "italic"),
        "field": ink(p.secondary, "italic"),
        "bullet": ink(p.primary),
        "task.done": ink(p.success),
        "task.other": ink(p.warning, "bold"),
        "text.done": ink(p.muted),
        "text.cancelled": ink(p.muted, "strike"),
        "quote": ink(p.mix(p.foreground, 0.80)),
        "quote.bar": line(p.faint),
        "embed.bar": line(p.mix(p.primary, 0.55)),
        "embed.title": ink(p.primary, "bold"),
        "table.head": Style(bold=True),
        "property.key": ink(p.muted),
        "codeblock": code_background,
        "codeblock.bar": line(p.faint),
        "codeblock.label": ink(p.muted, "italic", code),
        "number": ink(p.faint),
        "hit": ink(p.warning, "bold underline", p.mix(p.warning, 0.22)) + p.tint(p.warning, 0.22),
        # Reversed, so that it stands out where there are no colours.
        "hit.current": Style(
            color=p.warning.rich_color, bgcolor=p.background.rich_color, bold=True, underline=False, reverse=True
        ),
        "link.focus": Style(bold=True, reverse=True),
        "token.keyword": ink(p.primary, ground=code),
        "token.name": ink(p.secondary, ground=code),
        "token.class": ink(p.accent, ground=code),
        "token.string": ink(p.success, ground=code),
        "token.number": ink(p.warning, ground=code),
        "token.comment": ink(p.muted, "italic", code),
        "token.operator": ink(p.mix(p.foreground, 0.8), ground=code),
        "token.heading": ink(p.primary, "bold", code),
        "token.error": ink(p.error, ground=code),
        "token.strong": Style(bold=True),
        "token.em": Style(italic=True),
    }
    kinds = {
        "blue": p.primary,
        "cyan": p.secondary,
        "green": p.success,
        "yellow": p.accent,
        "orange": p.warning,
        "red": p.error,
        "grey": p.muted,
    }
    for name, color in kinds.items():
        styles[f"callout.{name}"] = p.tint(color, 0.07)
        styles[f"callout.{name}.bar"] = line(color)
        styles[f"callout.{name}.title"] = ink(color, "bold", p.mix(color, 0.07))
    return styles
