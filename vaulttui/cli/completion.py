"""``vaulttui completion``: a script that teaches a shell the commands, read from the commands themselves."""

from __future__ import annotations

import argparse
import re
from typing import TYPE_CHECKING

from vaulttui.values import dataclass

if TYPE_CHECKING:
    from vaulttui.cli.context import Context

DESCRIPTION = "Print a script that completes commands, options and their values in a shell."
EPILOG = """\
bash:  mkdir -p ~/.local/share/bash-completion/completions
       vaulttui completion bash > ~/.local/share/bash-completion/completions/vaulttui
zsh:   vaulttui completion zsh > a file named _vaulttui in a folder of $fpath
       or, in ~/.zshrc below compinit: source <(vaulttui completion zsh)
fish:  mkdir -p ~/.config/fish/completions
       vaulttui completion fish > ~/.config/fish/completions/vaulttui.fish
"""

SHELLS = ("bash", "zsh", "fish")
_VALUES = {
    "MODE": ("keyword", "semantic", "hybrid", "deep"),
    "ORDER": ("relevance", "modified", "created", "name"),
    "MOMENT": ("modified", "created"),
}
"""Values of options whose faults are told by the tools, by what stands for them in the help."""


@dataclass(frozen=True, slots=True)
class _Option:
    flags: tuple[str, ...]
    help: str
    values: tuple[str, ...]
    """What it takes, if that can be listed."""
    takes: str
    """``""`` nothing, ``DIR``, ``FILE``, or anything else."""


@dataclass(frozen=True, slots=True)
class _Command:
    name: str
    """``""`` for ``vaulttui`` itself."""
    help: str
    options: tuple[_Option, ...]
    words: tuple[str, ...]
    """Arguments that can be listed."""
    free: str
    """Name of the arguments that cannot; ``""`` if there are none."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's own arguments."""
    parser.add_argument("shell", choices=SHELLS, metavar="SHELL", help="bash, zsh or fish")
    parser.add_argument("--json", action="store_true", help="print the script in one JSON document")


def run(options: argparse.Namespace, context: Context) -> int:
    """Print the script."""
    write = {"bash": _bash, "zsh": _zsh, "fish": _fish}[options.shell]
    script = write(_commands())
    if options.json:
        context.out.document({"shell": options.shell, "script": script})
    else:
        context.out.line(script)
    return 0


def _commands() -> list[_Command]:
    """All commands, ``vaulttui`` itself first."""
    from vaulttui.cli.parsers import COMMANDS, command_parser, main_parser

    listed = [_command("", "", main_parser())]
    listed += [_command(name, text, command_parser(name)) for name, text in COMMANDS.items()]
    return listed


def _command(name: str, text: str, parser: argparse.ArgumentParser) -> _Command:
    options: list[_Option] = []
    words: list[str] = []
    free = ""
    for action in parser._actions:
        values = tuple(str(value) for value in action.choices or ())
        if not action.option_strings:
            words += values
            free = "" if values else str(action.metavar)
            continue
        takes = "" if action.nargs == 0 else str(action.metavar or action.dest.upper())
        # What the tools check themselves, to tell it alike everywhere, argparse does not know to be a choice.
        values = values or tuple(takes[1:-1].split(",") if takes.startswith("{") else _VALUES.get(takes, ()))
        options.append(_Option(tuple(action.option_strings), action.help or "", values, takes))
    return _Command(name, text, tuple(options), tuple(words), free)


def _bash(commands: list[_Command]) -> str:
    options = "\n".join(
        f"        {item.name or '-'}) options='{' '.join(flag for option in item.options for flag in option.flags)}'"
        f" words='{' '.join(item.words)}' ;;"
        for item in commands
    )
    return f"""\
# bash completion for vaulttui
_vaulttui() {{
    local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD-1]}} command='' word options words
    COMPREPLY=()
    if [[ $current == '=' ]]; then  # --option=value is three words
        current=''
    elif [[ $previous == '=' ]]; then
        previous=${{COMP_WORDS[COMP_CWORD-2]}}
    fi
    for word in "${{COMP_WORDS[@]:1:COMP_CWORD-1}}"; do
        case $word in
            {"|".join(item.name for item in commands if item.name)}) command=$word; break ;;
        esac
    done
    case "$command $previous" in
{_bash_values(commands)}
    esac
    case ${{command:--}} in
{options}
    esac
    if [[ $current == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$options" -- "$current")
    elif [[ -n $command ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
    else
        mapfile -t COMPREPLY < <(compgen -W "{" ".join(item.name for item in commands if item.name)}" -- "$current"
            compgen -d -- "$current")
    fi
}}
complete -o filenames -o default -F _vaulttui vaulttui"""


def _bash_values(commands: list[_Command]) -> str:
    """Cases for options that take something that can be completed."""
    places: dict[str, list[str]] = {}
    for item in commands:
        for option in item.options:
            if option.values:
                generate = f'-W "{" ".join(option.values)}"'
            elif option.takes in ("DIR", "FILE"):
                generate = "-d" if option.takes == "DIR" else "-f"
            else:
                continue
            # Commands have options of one name with other values.
            places.setdefault(generate, []).extend(f"'{item.name} {flag}'" for flag in option.flags)
    return "\n".join(
        f'        {"|".join(where)}) mapfile -t COMPREPLY < <(compgen {generate} -- "$current"); return ;;'
        for generate, where in places.items()
    )


def _zsh(commands: list[_Command]) -> str:
    listed = "\n".join(f"        {_quoted(f'{item.name}:{item.help}')}" for item in commands if item.name)
    cases = "\n".join(
        f"        {item.name})\n            _arguments {' '.join(_zsh_specs(item))}\n            ;;"
        for item in commands
        if item.name
    )
    return f"""\
#compdef vaulttui
# zsh completion for vaulttui
_vaulttui() {{
    local context state line
    local -a commands
    commands=(
{listed}
    )
    _arguments -C {" ".join(_zsh_options(commands[0]))} '1: :->command' '*:: :->arguments'
    case $state in
        command)
            _describe -t commands command commands
            _path_files -/
            ;;
        arguments)
    case $words[1] in
{cases}
    esac
            ;;
    esac
}}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then  # found in a folder of $fpath
    _vaulttui "$@"
else
    compdef _vaulttui vaulttui
fi"""


def _zsh_options(item: _Command) -> list[str]:
    return [_zsh_option(option, flag) for option in item.options for flag in option.flags]


def _zsh_option(option: _Option, flag: str) -> str:
    text = re.sub(r"([\[\]:])", r"\\\1", option.help)
    spec = f"{flag}{'=' if option.takes else ''}[{text}]"  # the value is the next word, or behind a "="
    if option.values:
        spec += f":value:({' '.join(option.values)})"
    elif option.takes:
        spec += f":{option.takes.casefold()}:" + {"DIR": "_path_files -/", "FILE": "_files"}.get(option.takes, " ")
    return _quoted(spec)


def _zsh_specs(item: _Command) -> list[str]:
    words = [_quoted(f"1:word:({' '.join(item.words)})")] if item.words else []
    takes = {"NOTE": "_files", "VAULT": "_path_files -/"}.get(item.free, " ")
    free = [_quoted(f"*:{item.free.casefold()}:{takes}")] if item.free else []
    return [*_zsh_options(item), *words, *free]


def _fish(commands: list[_Command]) -> str:
    names = " ".join(item.name for item in commands if item.name)
    lines = ["# fish completion for vaulttui", "complete -c vaulttui -f"]
    none_yet = f"'not __fish_seen_subcommand_from {names}'"
    lines.append(f"complete -c vaulttui -n {none_yet} -a '(__fish_complete_directories)'")
    for item in commands:
        if item.name:
            lines.append(f"complete -c vaulttui -n {none_yet} -a {item.name} -d {_quoted(item.help)}")
        seen = f"'__fish_seen_subcommand_from {item.name}'" if item.name else none_yet
        for option in item.options:
            line = f"complete -c vaulttui -n {seen}"
            for flag in option.flags:
                line += f" -l {flag[2:]}" if flag.startswith("--") else f" -s {flag[1:]}"
            line += f" -d {_quoted(option.help)}"
            if option.values:
                line += f" -x -a {_quoted(' '.join(option.values))}"
            elif option.takes in ("DIR", "FILE"):
                line += " -r -F"
            elif option.takes:
                line += " -x"
            lines.append(line)
        if item.words:
            lines.append(f"complete -c vaulttui -n {seen} -a {_quoted(' '.join(item.words))}")
        if item.name and item.free == "VAULT":
            lines.append(f"complete -c vaulttui -n {seen} -a '(__fish_complete_directories)'")
        if item.free == "NOTE":
            lines.append(f"complete -c vaulttui -n {seen} -F")
    return "\n".join(lines)


def _quoted(text: str) -> str:
    """A text in single quotes, for any shell of the three."""
    return "'" + text.replace("'", "'\\''") + "'"
