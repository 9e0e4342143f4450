"""From the arguments to a command: which one is meant, and what becomes of its faults."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from vaulttui.cli import INTERRUPTED
from vaulttui.cli.context import Context
from vaulttui.cli.output import Output
from vaulttui.cli.parsers import COMMANDS, command_parser, load, main_parser
from vaulttui.cli.services import Services
from vaulttui.cli.streams import give_up, tolerant
from vaulttui.errors import OutputError, UsageError, VaultTuiError
from vaulttui.paths import expanded
from vaulttui.shortage import remedy

_STOPPED_STATEMENT = "Query interrupted"
"""What DuckDB says in a RuntimeError where Ctrl-C stops a statement."""


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
