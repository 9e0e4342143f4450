"""The two themes of vaulttui, beside those of Textual."""

from __future__ import annotations

from textual.theme import Theme

DARK = Theme(
    name="vault-dark",
    primary="#7fb4ca",
    secondary="#a29bd0",
    accent="#e6c07b",
    success="#8fbf8a",
    warning="#e0a66b",
    error="#e07a7a",
    foreground="#d5d9e2",
    background="#12151c",
    surface="#171b24",
    panel="#1f2430",
    boost="#252b39",
    dark=True,
    variables={
        "text-primary": "#7fb4ca",
        "text-secondary": "#a29bd0",
        "text-accent": "#e6c07b",
        "text-warning": "#e6b673",
        "text-error": "#e78585",
        "text-success": "#8fbf8a",
        "block-cursor-background": "#7fb4ca",
        "block-cursor-foreground": "#12151c",
        "block-cursor-text-style": "none",
        "input-selection-background": "#7fb4ca 30%",
        "input-cursor-background": "#e6c07b",
        "input-cursor-foreground": "#12151c",
        "scrollbar": "#2a3140",
        "scrollbar-hover": "#3a4357",
        "scrollbar-active": "#4b566e",
        "scrollbar-background": "#12151c",
        "scrollbar-background-hover": "#12151c",
        "scrollbar-background-active": "#12151c",
        "scrollbar-corner-color": "#12151c",
    },
)
"""Ink and lamplight: a blue-black ground, cool lines, warm matches."""

LIGHT = Theme(
    name="vault-light",
    primary="#2f6f8f",
    secondary="#6d5aa8",
    accent="#844a06",
    success="#4d7f45",
    warning="#844a06",
    error="#9e2f2f",
    foreground="#2b2f38",
    background="#f7f4ed",
    surface="#f1ede3",
    panel="#e8e2d4",
    boost="#dfd8c8",
    dark=False,
    variables={
        "text-primary": "#2f6f8f",
        "text-secondary": "#6d5aa8",
        "text-accent": "#844a06",
        "text-warning": "#844a06",
        "text-error": "#9e2f2f",
        "text-success": "#4d7f45",
        "block-cursor-background": "#2f6f8f",
        "block-cursor-foreground": "#f7f4ed",
        "block-cursor-text-style": "none",
        "input-selection-background": "#2f6f8f 25%",
        "input-cursor-background": "#844a06",
        "input-cursor-foreground": "#f7f4ed",
        "scrollbar": "#d6cebc",
        "scrollbar-hover": "#c5bba5",
        "scrollbar-active": "#b3a88f",
        "scrollbar-background": "#f7f4ed",
        "scrollbar-background-hover": "#f7f4ed",
        "scrollbar-background-active": "#f7f4ed",
        "scrollbar-corner-color": "#f7f4ed",
    },
)
"""Paper and ink."""

THEMES = (DARK, LIGHT)
