"""Editors, and the programs that run them: how each is called, and where in a command it stands.

An editor that is not known is taken for one that runs in the terminal and gets the note's path alone, which every
editor understands.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import PurePath


@dataclass(frozen=True, slots=True)
class Program:
    """How one editor is called: templates in which ``{file}`` and ``{line}`` stand for the note and the line."""

    arguments: tuple[str, ...] = ("{file}",)
    graphical: bool = False
    wait_flags: frozenset[str] = frozenset()
    terminal_flags: frozenset[str] | None = None
    """For a program that opens a window where there is a desktop: flags that keep it in the terminal."""
    each: bool = False
    """Whether the line can be said before each of several files, and holds for the one behind it."""


_FILE = ("{file}",)
_PLUS = ("+{line}", "{file}")
_COLON = ("{file}:{line}",)
_GOTO = ("-g", "{file}:{line}")
_SHORT_OPTION = ("-l", "{line}", "{file}")
_LONG_OPTION = ("--line", "{line}", "{file}")
_WAIT = frozenset({"-w", "--wait"})
_IN_TERMINAL = frozenset({"-nw", "--no-window-system", "-t", "--tty", "--terminal"})
_JETBRAINS = "idea pycharm webstorm phpstorm clion goland rider rubymine rustrover"


def _each(names: str, program: Program) -> dict[str, Program]:
    return dict.fromkeys(names.split(), program)


_PROGRAMS: dict[str, Program] = {
    # In the terminal. micro reads `file:line` only with its option parsecursor, `+line` always.
    **_each("vi vim nvim view nvi rvim rview vimx ex elvis vile vis less", Program(_PLUS)),
    **_each("pico micro kak mcedit dte ee", Program(_PLUS)),
    **_each("nano rnano joe jmacs jstar jpico rjoe jupp ne mg jove zile emacs-nox", Program(_PLUS, each=True)),
    **_each("hx helix", Program(_COLON)),
    **_each("jed", Program(("{file}", "-g", "{line}"))),
    # In a window where there is a desktop, else in the terminal.
    **_each(
        "emacs emacsclient emacs-gtk emacs-lucid emacs-pgtk",
        Program(_PLUS, True, terminal_flags=_IN_TERMINAL, each=True),
    ),
    # In a window.
    **_each("gvim gview gvimdiff evim mvim", Program(_PLUS, True, frozenset({"-f", "--nofork"}))),
    **_each("neovide nvim-qt", Program(("--", "+{line}", "{file}"), True, frozenset({"--no-fork", "--nofork"}))),
    **_each("gedit gnome-text-editor xed pluma featherpad bbedit", Program(_PLUS, True, _WAIT)),
    **_each("subl sublime_text sublime zed zeditor zedit lapce lite-xl atom pulsar", Program(_COLON, True, _WAIT)),
    **_each("code code-insiders code-oss codium vscodium cursor windsurf positron trae", Program(_GOTO, True, _WAIT)),
    **_each("kate kwrite", Program(_SHORT_OPTION, True, frozenset({"-b", "--block"}))),
    **_each("geany mousepad mate", Program(_SHORT_OPTION, True, _WAIT)),
    **_each(_JETBRAINS, Program(_LONG_OPTION, True, _WAIT)),
    **_each("xdg-open gio typora obsidian marktext ghostwriter apostrophe", Program(_FILE, True)),
    **_each("open", Program(_FILE, True, frozenset({"-W", "--wait-apps"}))),
}

_FLATPAKS: dict[str, str] = {
    "com.sublimetext.three": "subl",
    "com.visualstudio.code": "code",
    "com.vscodium.codium": "codium",
    "dev.zed.zed": "zed",
    "io.neovim.nvim": "nvim",
    "org.geany.geany": "geany",
    "org.gnome.gedit": "gedit",
    "org.gnome.texteditor": "gnome-text-editor",
    "org.gnu.emacs": "emacs",
    "org.kde.kate": "kate",
    "org.kde.kwrite": "kwrite",
    "org.vim.vim": "gvim",
}
"""Editor behind a Flatpak application id (folded)."""

_WRAPPERS: dict[str, frozenset[str]] = {
    "env": frozenset({"-u", "--unset", "-C", "--chdir"}),
    "sudo": frozenset({"-u", "--user", "-g", "--group", "-h", "--host", "-p", "--prompt", "-D", "--chdir"}),
    "doas": frozenset({"-u", "-C"}),
    "nice": frozenset({"-n", "--adjustment"}),
    "ionice": frozenset({"-c", "--class", "-n", "--classdata"}),
    "stdbuf": frozenset({"-i", "-o", "-e"}),
    "nohup": frozenset(),
    "setsid": frozenset(),
    "time": frozenset(),
    "busybox": frozenset(),
}
"""Programs that run the program that follows, with their options that take the next word as value."""

_TERMINALS: frozenset[str] = frozenset(
    {"xterm", "urxvt", "st", "alacritty", "kitty", "foot", "konsole", "gnome-terminal", "xfce4-terminal", "tilix"}
    | {"terminator", "ptyxis", "ghostty", "wezterm", "x-terminal-emulator"}
)
"""Programs that open a window with a terminal in it."""

_TMUX_VALUES = frozenset({"-c", "-e", "-F", "-l", "-n", "-p", "-t"})
_TMUX_POPUP_VALUES = frozenset("-" + letter for letter in "bcdehsStTwxy")
"""Options of tmux that take the next word as value: of ``new-window`` and ``split-window``; of ``display-popup``."""

SHELLS = frozenset({"sh", "ash", "bash", "dash", "fish", "ksh", "mksh", "yash", "zsh", "csh", "tcsh"})
"""Programs that may be given commands to run."""

ASSIGNMENT = re.compile(r"[A-Za-z_][A-Za-z0-9_]*=")
"""How a word begins that sets a variable of the environment."""


def find_program(words: list[str]) -> tuple[int, bool]:
    """Find the editor behind its wrappers.

    Args:
        words: The person's command.

    Returns:
        Its index, and whether it runs in another terminal (a new window, a tmux pane) than the interface's.
    """
    at = 0
    host = False
    while True:
        name = program_name(words[at])
        if name in _WRAPPERS:
            after = _skip(words, at + 1, _WRAPPERS[name], assignments=name in {"env", "sudo", "doas"})
            if name == "sudo" and {"-e", "--edit"}.intersection(words[at + 1 : after]):
                return at, host
        elif name in {"flatpak", "snap"} and words[at + 1 : at + 2] == ["run"]:
            after = _skip(words, at + 2, frozenset(), assignments=False)
        elif name in _TERMINALS:
            host = True
            marks = [words.index(mark, at) + 1 for mark in ("-e", "-x", "--") if mark in words[at:]]
            after = min(marks) if marks else _skip(words, at + 1 + (words[at + 1 : at + 2] == ["start"]), frozenset())
        elif name == "tmux":
            host = True
            verb = _skip(words, at + 1, frozenset({"-L", "-S", "-f"}))
            popup = words[verb : verb + 1] in (["display-popup"], ["popup"])
            after = _skip(words, verb + 1, _TMUX_POPUP_VALUES if popup else _TMUX_VALUES)
        else:
            return at, host
        if after >= len(words):
            return at, host
        at = after


def _skip(words: list[str], at: int, with_value: Iterable[str], *, assignments: bool = False) -> int:
    """Index of the first word that is neither an option, nor an option's value, nor an assignment."""
    while at < len(words):
        word = words[at]
        if word == "--":
            return at + 1
        if word.startswith("-"):
            at += 2 if word in with_value else 1
        elif assignments and ASSIGNMENT.match(word):
            at += 1
        else:
            break
    return at


def known_program(words: list[str], at: int) -> Program:
    """What is known of a program.

    Args:
        words: The person's command.
        at: The program's index in it.
    """
    before = [program_name(word) for word in words[:at]]
    if "flatpak" in before:
        inner = [word.removeprefix("--command=") for word in words[:at] if word.startswith("--command=")]
        name = program_name(inner[0]) if inner else _FLATPAKS.get(words[at].casefold(), "")
        return _PROGRAMS.get(name, Program(graphical=not inner))
    name = program_name(words[at])
    own = words[at + 1 :]
    known = _PROGRAMS.get(name, Program())
    if name == "vim" and "-g" in own:
        return _PROGRAMS["gvim"]
    if name == "nvim" and any(word.startswith("--remote") for word in own):
        # Hands the file to another Neovim, which does not know +line, and returns.
        return Program(graphical=True)
    return known


def program_name(word: str) -> str:
    """The known name of a program: without folder, version and build (``/usr/bin/vim.gtk3``, ``emacs-29.1``)."""
    name = PurePath(word).name.casefold()
    known = _PROGRAMS.keys() | _WRAPPERS.keys() | _TERMINALS | SHELLS
    for candidate in (name, name.split(".")[0], re.split(r"[-_.]?\d", name)[0]):
        if candidate in known:
            return candidate
    return name
