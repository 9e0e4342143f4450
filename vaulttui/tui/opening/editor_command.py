"""From what a person calls their editor to the argument list that opens a note at a line.

Pure: nothing is run and nothing is looked up. An editor that is not known is taken for one that runs in the terminal
and gets the note's path alone, which every editor understands.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path, PurePath

from vaulttui.errors import UsageError
from vaulttui.paths import expanded


@dataclass(frozen=True, slots=True)
class EditorCommand:
    """A command that is ready to run."""

    argv: tuple[str, ...]
    """The argument list; the path in it is absolute, so it can be taken neither for an option nor for a word of a
    shell."""
    waits: bool
    """True if the editor takes over the terminal or was told to wait (``code --wait``): the interface steps aside until
    it ends. False if it opens a window of its own."""
    graphical: bool = False
    """True if the editor shows a window of its own, waited for or not."""


@dataclass(frozen=True, slots=True)
class _Program:
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


def _each(names: str, program: _Program) -> dict[str, _Program]:
    return dict.fromkeys(names.split(), program)


_PROGRAMS: dict[str, _Program] = {
    # In the terminal. micro reads `file:line` only with its option parsecursor, `+line` always.
    **_each("vi vim nvim view nvi rvim rview vimx ex elvis vile vis less", _Program(_PLUS)),
    **_each("pico micro kak mcedit dte ee", _Program(_PLUS)),
    **_each("nano rnano joe jmacs jstar jpico rjoe jupp ne mg jove zile emacs-nox", _Program(_PLUS, each=True)),
    **_each("hx helix", _Program(_COLON)),
    **_each("jed", _Program(("{file}", "-g", "{line}"))),
    # In a window where there is a desktop, else in the terminal.
    **_each(
        "emacs emacsclient emacs-gtk emacs-lucid emacs-pgtk",
        _Program(_PLUS, True, terminal_flags=_IN_TERMINAL, each=True),
    ),
    # In a window.
    **_each("gvim gview gvimdiff evim mvim", _Program(_PLUS, True, frozenset({"-f", "--nofork"}))),
    **_each("neovide nvim-qt", _Program(("--", "+{line}", "{file}"), True, frozenset({"--no-fork", "--nofork"}))),
    **_each("gedit gnome-text-editor xed pluma featherpad bbedit", _Program(_PLUS, True, _WAIT)),
    **_each("subl sublime_text sublime zed zeditor zedit lapce lite-xl atom pulsar", _Program(_COLON, True, _WAIT)),
    **_each("code code-insiders code-oss codium vscodium cursor windsurf positron trae", _Program(_GOTO, True, _WAIT)),
    **_each("kate kwrite", _Program(_SHORT_OPTION, True, frozenset({"-b", "--block"}))),
    **_each("geany mousepad mate", _Program(_SHORT_OPTION, True, _WAIT)),
    **_each(_JETBRAINS, _Program(_LONG_OPTION, True, _WAIT)),
    **_each("xdg-open gio typora obsidian marktext ghostwriter apostrophe", _Program(_FILE, True)),
    **_each("open", _Program(_FILE, True, frozenset({"-W", "--wait-apps"}))),
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

_SHELLS = frozenset({"sh", "ash", "bash", "dash", "fish", "ksh", "mksh", "yash", "zsh", "csh", "tcsh"})
_SHELL_VALUE = re.compile(r"[-+][A-Za-z]*[oO]|--(rcfile|init-file)")
"""Options of shells that take the next word as value."""
_COMMAND_OPTION = re.compile(r"-[A-Za-z]*[cC]|--(init-)?command\b")
"""The option behind which a shell's commands stand."""

_ARGUMENT = re.compile(r"[\w./:=?&,@%+#~{}-]*")
"""A word that holds a path and whatever names it, and no commands of a shell, an editor or anything else."""

_ASSIGNMENT = re.compile(r"[A-Za-z_][A-Za-z0-9_]*=")
_PLACEHOLDER = re.compile(r"\{(file|line)\}")


def build_command(command: str, *places: tuple[Path, int], desktop: bool = True) -> EditorCommand:
    """Make the argument list that opens notes.

    Args:
        command: The editor as a person writes it in ``$EDITOR``: a program, with arguments, wrappers (``env``,
            ``sudo -e``, ``flatpak run`` …), quotes as in a shell, and, if they like, ``{file}`` and ``{line}``.
        places: The notes, made absolute, each with the line to open at, from 1; smaller numbers count as 1. Editors
            that take one line, be it for the first file or for all, get that of the first.
        desktop: Whether windows can be shown; decides for editors that can do both.

    Raises:
        UsageError: The command names no program, its quotes do not close, or the note's path would be read as commands.
    """
    words = _split(command)
    at, host = _find_program(words)
    words[at] = str(expanded(words[at])) if words[at].startswith("~") else words[at]
    program = _program(words, at)
    own = words[at + 1 :]
    if program.terminal_flags is not None and (not desktop or program.terminal_flags.intersection(own)):
        program = replace(program, graphical=False)
    repeated: tuple[str, ...] = ()
    if any(_PLACEHOLDER.search(word) for word in words):
        template = words if any("{file}" in word for word in words) else [*words, "{file}"]
    else:
        template = [*words[: at + 1], *_joined(own, program.arguments)]
        # Behind `--` all words are files.
        repeated = program.arguments if program.each and "--" not in own else ()
    _refuse_shell_text(command, template, at)
    first, *others = places
    argv = [_filled(word, first) for word in template]
    # What names the file names the other files as well; what only names a line cannot be said twice.
    again = repeated or [word for word in template if "{file}" in word]
    argv += [_filled(word, place) for place in others for word in again]
    waits = not host and (not program.graphical or bool(program.wait_flags.intersection(own)))
    return EditorCommand(tuple(argv), waits, host or program.graphical)


def _filled(word: str, place: tuple[Path, int]) -> str:
    """Put a note and its line into a word of the template."""
    values = {"file": str(place[0].absolute()), "line": str(max(1, place[1]))}
    return _PLACEHOLDER.sub(lambda found: values[found[1]], word)


def _refuse_shell_text(command: str, template: list[str], at: int) -> None:
    """Refuse a command in which the note's path would be read by a shell, or would stand within commands of an editor:
    whoever names a note could run commands.

    Args:
        command: As the person wrote it.
        template: Its words.
        at: Index of the program. A path in that very word is for the shell of tmux or of a terminal:
            ``tmux new-window 'vim {file}'``.
    """
    texts = [template[at], *(word for start in range(len(template)) for word in _shell_text(template, start))]
    if any("{file}" in text for text in (*texts, *(word for word in template if not _ARGUMENT.fullmatch(word)))):
        raise UsageError(
            f"The editor command {command!r} has the note's path read as commands, and so run what stands in it. Give "
            "{file} as a word of its own, like sh -c 'vim \"$1\"' sh {file} or tmux split-window vim {file}: correct "
            "interface.editor, $VISUAL or $EDITOR.",
            code="editor_command",
        )


def _shell_text(words: list[str], at: int) -> list[str]:
    """The words that hold commands for the shell at an index; none if there is no shell, or it gets no commands."""
    if _name(words[at]) not in _SHELLS:
        return []
    end = at + 1
    while end < len(words) and words[end].startswith(("-", "+")):
        end += 2 if _SHELL_VALUE.fullmatch(words[end]) else 1
    takes_commands = any(map(_COMMAND_OPTION.match, words[at + 1 : end]))
    return words[at + 1 : end + 1] if takes_commands else []


def _split(command: str) -> list[str]:
    """Split a command as a shell would, without running one."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise UsageError(
            f"The editor command {command!r} cannot be read: {error}. Correct interface.editor, $VISUAL or $EDITOR.",
            code="editor_command",
        ) from error
    if not words or not words[0].strip():
        raise UsageError(
            f"The editor command {command!r} names no program. Correct interface.editor, $VISUAL or $EDITOR.",
            code="editor_command",
        )
    if _ASSIGNMENT.match(words[0]):
        # `FOO=1 vim` is for a shell to read; env does the same without one.
        words.insert(0, "env")
    return words


def _joined(own: list[str], arguments: tuple[str, ...]) -> list[str]:
    """Put the arguments of the line and the file behind the person's own, options before a closing ``--``."""
    if "--" not in own:
        return [*own, *arguments]
    end = own.index("--")
    if arguments[0] == "--":
        return [*own, *arguments[1:]]
    file = next(index for index, word in enumerate(arguments) if "{file}" in word)
    return [*own[:end], *arguments[:file], *own[end:], *arguments[file:]]


def _find_program(words: list[str]) -> tuple[int, bool]:
    """Find the editor behind its wrappers.

    Returns:
        Its index, and whether it runs in another terminal (a new window, a tmux pane) than the interface's.
    """
    at = 0
    host = False
    while True:
        name = _name(words[at])
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
        elif assignments and _ASSIGNMENT.match(word):
            at += 1
        else:
            break
    return at


def _program(words: list[str], at: int) -> _Program:
    """What is known of the program at an index."""
    before = [_name(word) for word in words[:at]]
    if "flatpak" in before:
        inner = [word.removeprefix("--command=") for word in words[:at] if word.startswith("--command=")]
        name = _name(inner[0]) if inner else _FLATPAKS.get(words[at].casefold(), "")
        return _PROGRAMS.get(name, _Program(graphical=not inner))
    name = _name(words[at])
    own = words[at + 1 :]
    known = _PROGRAMS.get(name, _Program())
    if name == "vim" and "-g" in own:
        return _PROGRAMS["gvim"]
    if name == "nvim" and any(word.startswith("--remote") for word in own):
        # Hands the file to another Neovim, which does not know +line, and returns.
        return _Program(graphical=True)
    return known


def _name(word: str) -> str:
    """The known name of a program: without folder, version and build (``/usr/bin/vim.gtk3``, ``emacs-29.1``)."""
    name = PurePath(word).name.casefold()
    known = _PROGRAMS.keys() | _WRAPPERS.keys() | _TERMINALS | _SHELLS
    for candidate in (name, name.split(".")[0], re.split(r"[-_.]?\d", name)[0]):
        if candidate in known:
            return candidate
    return name
