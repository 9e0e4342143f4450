"""From the arguments to a command: which one is meant, and what becomes of its faults."""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Sequence
from functools import partial
from typing import NoReturn, Protocol, cast

from vaulttui import __version__
from vaulttui.cli import INTERRUPTED
from vaulttui.cli.context import Context, Services
from vaulttui.cli.output import Output
from vaulttui.cli.streams import give_up, tolerant
from vaulttui.errors import OutputError, UsageError, VaultTuiError
from vaulttui.paths import expanded
from vaulttui.shortage import remedy

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

_STOPPED_STATEMENT = "Query interrupted"
"""What DuckDB says in a RuntimeError where Ctrl-C stops a statement."""

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


def run(argv: Sequence[str], services: Services | None = None) -> int:
    """Run a command and report its faults.

    Args:
        argv: Arguments without the program's name.
        services: The rest of the program.

    Returns:
        The exit status.
    """
    services = services or Services()
    # Decided before anything is parsed: what is wrong with the arguments must be told in the same form.
    own = argv[: list(argv).index("--")] if "--" in argv else argv
    as_json = "--json" in own
    out = Output(tolerant(sys.stdout), tolerant(sys.stderr), services.environ, as_json=as_json)
    try:
        try:
            return _run(argv, services, out)
        except (BrokenPipeError, OutputError):
            raise
        except VaultTuiError as error:
            out.fault(error, _where_help_is(argv) if isinstance(error, UsageError) else "")
            return error.exit_status
        except KeyboardInterrupt:
            return _stopped(out)
        except SystemExit as finished:
            # argparse ends so after --help and --version.
            return finished.code if isinstance(finished.code, int) else 0
        except OSError as error:
            place = f"{error.filename}: " if error.filename is not None else ""
            out.fault(VaultTuiError(_with_remedy(f"{place}{error.strerror or error}", error), code="io"))
            return 3
        except Exception as error:
            if isinstance(error, RuntimeError) and str(error) == _STOPPED_STATEMENT:
                return _stopped(out)
            if remedy(error):
                out.fault(VaultTuiError(_with_remedy(str(error) or "out of memory", error), code="shortage"))
                return 3
            # A mistake of the program: its trace is what is needed to mend it.
            if as_json:
                out.fault(VaultTuiError(f"unexpected {type(error).__name__}: {error}", code="internal"))
            import traceback

            traceback.print_exc(file=out.stderr)
            return 3
        finally:
            out.flush()
    except BrokenPipeError:
        # `| head` has what it wants.
        give_up(sys.stdout)
        return 0
    except OutputError as error:
        give_up(sys.stdout)
        out.say(error.message)
        out.stderr.flush()
        return 3


def _stopped(out: Output) -> int:
    """Tell that a person broke the command off. Returns the exit status."""
    out.stderr.write("\n")
    if out.as_json:
        out.fault(VaultTuiError("Stopped.", code="interrupted"))
    return INTERRUPTED


def _with_remedy(message: str, error: Exception) -> str:
    """What went wrong and, where the system had too little of something, what helps."""
    helps = remedy(error)
    return f"{message}. {helps}." if helps else message


def _named_vault(options: argparse.Namespace) -> str | None:
    """The vault that the command line names, by itself or with ``--vault``."""
    folder: str | None = getattr(options, "folder", None)
    vault: str | None = getattr(options, "vault", None)
    if folder is not None and vault is not None:
        raise UsageError("the vault is given twice: leave out VAULT or --vault")
    return folder if folder is not None else vault


def _run(argv: Sequence[str], services: Services, out: Output) -> int:
    place = _first_word(argv)
    word = argv[place] if place is not None else None
    if place is not None and word is not None and word in COMMANDS:
        out.fault_document = getattr(load(word), "fault_document", out.fault_document)
        parser = command_parser(word)
        arguments = parser.with_words([*argv[:place], *argv[place + 1 :]])
        # Parsing intermixed takes what stands behind "--" for options once more, and fixes how wide the usage is.
        plainly = not {"--", "-h", "--help"}.isdisjoint(arguments)
        parse = parser.parse_args if plainly else parser.parse_intermixed_args
        options = parse(arguments)
        config = getattr(options, "config", None)
        return load(word).run(options, Context(out, services, vault=_named_vault(options), config=config))
    if word is not None and not expanded(word).is_dir():
        import difflib

        near = difflib.get_close_matches(word, COMMANDS, n=1)
        hint = f"; did you mean {near[0]}?" if near else ""
        raise UsageError(f"{word} is neither a command nor a folder{hint}")
    options = main_parser().parse_args(argv)
    context = Context(out, services, vault=_named_vault(options), config=options.config)
    return context.run_app(context.vault_or_none, remember=True)


def _where_help_is(argv: Sequence[str]) -> str:
    """What to do after wrong usage of a command, or of the program."""
    place = _first_word(argv)
    command = f"{argv[place]} " if place is not None and argv[place] in COMMANDS else ""
    return f"vaulttui {command}--help tells how it is used."


def _first_word(argv: Sequence[str]) -> int | None:
    """Index of the first argument that is neither an option nor an option's value; none of those behind ``--``."""
    place = 0
    while place < len(argv):
        if argv[place] == "--":
            return None
        if not argv[place].startswith("-"):
            return place
        place += 2 if argv[place] in ("--vault", "--config") else 1
    return None


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
