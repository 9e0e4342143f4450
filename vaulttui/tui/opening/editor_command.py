"""From what a person calls their editor to the argument list that opens a note at a line.

Pure: nothing is run and nothing is looked up.
"""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass, replace
from pathlib import Path

from vaulttui.errors import UsageError
from vaulttui.paths import expanded
from vaulttui.tui.opening.editor_programs import ASSIGNMENT, SHELLS, find_program, known_program, program_name


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


_SHELL_VALUE = re.compile(r"[-+][A-Za-z]*[oO]|--(rcfile|init-file)")
"""Options of shells that take the next word as value."""
_COMMAND_OPTION = re.compile(r"-[A-Za-z]*[cC]|--(init-)?command\b")
"""The option behind which a shell's commands stand."""

_ARGUMENT = re.compile(r"[\w./:=?&,@%+#~{}-]*")
"""A word that holds a path and whatever names it, and no commands of a shell, an editor or anything else."""

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
    at, host = find_program(words)
    words[at] = str(expanded(words[at])) if words[at].startswith("~") else words[at]
    program = known_program(words, at)
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
    if program_name(words[at]) not in SHELLS:
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
    if ASSIGNMENT.match(words[0]):
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
