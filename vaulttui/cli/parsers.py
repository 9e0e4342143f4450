"""The commands, and what each of them takes."""

from __future__ import annotations

import argparse
import importlib
from functools import partial
from typing import TYPE_CHECKING, Any, NoReturn, Protocol, cast

from vaulttui import __version__
from vaulttui.errors import UsageError

if TYPE_CHECKING:
    from vaulttui.cli.context import Context

COMMANDS: dict[str, str] = {
    "search": "find notes by words, meaning and metadata",
    "find": "find files and folders by name, with no index",
    "find-notes": "list notes by query, folder, properties and dates",
    "search-notes": "find notes that hold words just as they are",
    "mcp": "serve the vault to agents over MCP",
    "index": "bring the index up to date",
    "status": "how the index stands",
    "doctor": "what was not read as written, and why a note has its dates",
    "demo": "open a sample vault",
    "config": "the settings, and where they are",
    "completion": "completion of these commands for a shell",
}
"""Commands with what they do. Each is the module of that name (``_`` for ``-``), imported when it is asked for."""

_WITHOUT_VAULT = frozenset({"demo", "config", "completion"})
_WITHOUT_SETTINGS = frozenset({"completion"})
"""Commands that would not use what the option names, so do not take it."""

_EPILOG = """\
exit status: 0 found or done, 1 nothing found, 2 wrong usage, 3 a fault of the vault or the index.
The vault is --vault, else $VAULTTUI_VAULT, else the vault around the working directory, else the one that was last
opened in the interface or indexed.
"""


class CommandModule(Protocol):
    """A module that is a command. One whose JSON has a form of its own for faults has a ``fault_document``, too."""

    DESCRIPTION: str
    EPILOG: str

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Add the command's own arguments."""

    def run(self, options: argparse.Namespace, context: Context) -> int:
        """Do it, and return the exit status."""


class Parser(argparse.ArgumentParser):
    """A parser whose faults are faults like all others."""

    def format_help(self) -> str:
        """The help, as wide as the terminal."""
        self.formatter_class = argparse.RawDescriptionHelpFormatter
        return super().format_help()

    def error(self, message: str) -> NoReturn:
        """Raise what :func:`run` reports.

        Raises:
            UsageError: Always.
        """
        raise UsageError(message)

    def with_words(self, arguments: list[str]) -> list[str]:
        """Let words of a query begin with ``-``, as those to be left out do, and values of options, as names may.

        Options of one letter there are none but ``-h`` and ``-0``, so ``-word``, ``-tag:x y`` and ``-猫`` can only be
        meant so; ``-n`` is what another program calls an option.

        Raises:
            UsageError: A word is an option that lacks a dash.
        """
        if not any(action.dest == "query" for action in self._actions):
            return arguments
        end = arguments.index("--") if "--" in arguments else len(arguments)
        found: list[str] = []
        words = iter(arguments[:end])
        for word in words:
            if self._takes_value(word):
                value = next(words, None)
                found += [word] if value is None else [f"{word}={value}"] if _has_one_dash(value) else [word, value]
                continue
            if word.startswith("-") and f"-{word}" in self._option_string_actions:
                raise UsageError(f"{word}: options have two dashes, -{word}; to leave that word out, write -- {word}")
            found.append(_word(word) if _has_one_dash(word) else word)
        return [*found, *map(_word, arguments[end + 1 :])]

    def _takes_value(self, word: str) -> bool:
        """Whether a word is an option whose value is the word behind it."""
        option = self._option_string_actions.get(word)
        return option is not None and option.nargs is None


class Once(argparse.Action):
    """Keeps the one value that an option may have: a second one would take its place, and nobody would be told."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, option: str | None = None
    ) -> None:
        """Keep a value."""
        if getattr(namespace, self.dest) is not None:
            parser.error(f"{option} can be given once only.")
        setattr(namespace, self.dest, values)


def _has_one_dash(word: str) -> bool:
    """Whether argparse would take a word for an option that nobody can have meant."""
    return len(word) > (2 if word.isascii() else 1) and word[0] == "-" != word[1]


def _word(text: str) -> str:
    """A word that argparse takes for no option: one that begins with a blank, which means nothing to a query."""
    return f" {text}"


def load(command: str) -> CommandModule:
    """Import the module of a command."""
    return cast(CommandModule, importlib.import_module(f"vaulttui.cli.{command.replace('-', '_')}"))


def command_parser(command: str) -> Parser:
    """The parser of a command."""
    module = load(command)
    parser = _parser(f"vaulttui {command}", module.DESCRIPTION, module.EPILOG)
    module.add_arguments(parser)
    _add_common(parser, vault=command not in _WITHOUT_VAULT, settings=command not in _WITHOUT_SETTINGS)
    parser._has_negative_number_optionals.clear()  # that there is -0 makes no options of -1 and -2025
    return parser


def main_parser() -> Parser:
    """The parser of ``vaulttui`` without a command."""
    listed = "\n".join(f"  {name:<14}{text}" for name, text in COMMANDS.items())
    parser = _parser(
        "vaulttui",
        "Browse and search a vault of Markdown notes in the terminal.\n\n"
        f"commands (vaulttui COMMAND --help tells more):\n{listed}",
        _EPILOG,
    )
    parser.usage = "vaulttui [VAULT] [--vault DIR] [--config FILE]\n       vaulttui COMMAND ..."
    parser.add_argument("folder", nargs="?", metavar="VAULT", help="folder of notes to open; ./index for one named so")
    parser.add_argument("--version", action="version", version=f"vaulttui {__version__}")
    _add_common(parser)
    return parser


_QUICK_FORMATTER = partial(argparse.RawDescriptionHelpFormatter, width=80)
"""What argparse checks every option with. It need not ask for the terminal's size, and import what tells it."""


def _parser(name: str, description: str, epilog: str) -> Parser:
    return Parser(
        prog=name,
        description=description,
        epilog=epilog,
        allow_abbrev=False,
        formatter_class=_QUICK_FORMATTER,
    )


def _add_common(parser: Parser, *, vault: bool = True, settings: bool = True) -> None:
    if vault:
        parser.add_argument("--vault", metavar="DIR", help="the vault")
    if settings:
        parser.add_argument("--config", metavar="FILE", help="settings file, instead of the user's own")
