"""The preview takes its colours from the theme and is legible without any."""

from __future__ import annotations

import pytest
from rich.style import Style
from textual.theme import BUILTIN_THEMES

from vaulttui.tui.preview import PreviewTheme

from .preview_notes import note, render


def theme(name: str) -> PreviewTheme:
    """The preview's colours for one of Textual's themes."""
    found = BUILTIN_THEMES[name]
    return PreviewTheme({**found.to_color_system().generate(), **found.variables})


def attributes(style: Style) -> tuple[bool | None, ...]:
    """What is left of a style without colours."""
    return (style.bold, style.italic, style.underline, style.reverse, style.strike)


@pytest.mark.parametrize("name", BUILTIN_THEMES)
def test_every_theme_gives_every_style(name: str) -> None:
    colours = theme(name)
    # The terminal's own colours cannot be mixed into a ground.
    grounds = {"callout.blue", "codeblock"} if name.startswith("ansi") else set()
    rendered = render(note("# H\n\n> [!note] c\n\n```py\nx = 1\n```\n\n[[a]] #t **b**"), "b")
    for line in rendered.lines:
        for _, names in line.runs:
            for style in set(names.split()) - grounds:
                assert colours.style(style), f"{style} looks like nothing in {name}"


@pytest.mark.parametrize("name", ["textual-dark", "textual-light", "ansi-dark", "ansi-light"])
def test_differences_that_matter_remain_without_colours(name: str) -> None:
    style = theme(name).style
    plain = attributes(Style())
    for names in ("hit", "hit.current", "link", "link.unresolved", "highlight", "link.focus", "strong", "h1", "h4"):
        assert attributes(style(names)) != plain
    assert attributes(style("hit")) != attributes(style("hit.current"))
    assert attributes(style("link")) != attributes(style("link.unresolved"))


def test_the_terminals_own_colours_are_left_alone() -> None:
    style = theme("ansi-dark").style
    assert style("h1").color is not None
    assert style("h1").color.is_system_defined  # type: ignore[union-attr]
    assert style("codeblock").bgcolor is None


def test_missing_and_unreadable_colours_are_replaced() -> None:
    assert PreviewTheme({"primary": "no colour", "background": "auto 87%"}).style("h1").color is not None
    assert PreviewTheme({}, "transparent").style("hit").color is not None


def test_later_names_win_and_unknown_ones_count_for_nothing() -> None:
    style = PreviewTheme().style
    assert style("muted h1 nonsense") == style("muted") + style("h1")
    assert style("") == Style.null()
