"""What the command line prints: harmless on a terminal, exact in a pipe, JSON for programs."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any, TextIO, TypeAlias

from vaulttui.cli.streams import is_utf8, unfailing
from vaulttui.errors import OutputError, QuerySyntaxError, VaultTuiError
from vaulttui.patterns import late_pattern
from vaulttui.terminal_text import plain

FaultDocument: TypeAlias = Callable[[VaultTuiError], Mapping[str, Any]]
"""Makes the JSON document that tells what went wrong."""

_COLUMNS = 80
"""Of a terminal that does not say how many it has."""
_STYLES = {"path": "35", "line": "32", "match": "1;31", "mark": "36", "name": "1", "quiet": "2", "fault": "1;31"}
"""SGR codes by the role of a text, those of grep where it has them."""

_UNSEEN_IN_JSON = late_pattern("[\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""What JSON lets stand and a terminal might act on, and halves of characters, which no encoding can write."""


class Output:
    """The two streams of a command.

    Args:
        stdout: Gets results.
        stderr: Gets everything that is said about them; where it cannot be written, that is lost.
        environ: ``NO_COLOR`` and ``TERM`` count.
        as_json: Whether results and faults are JSON documents.
    """

    def __init__(self, stdout: TextIO, stderr: TextIO, environ: Mapping[str, str], *, as_json: bool = False) -> None:
        self._stdout = stdout
        self.stderr = unfailing(stderr)
        self.as_json = as_json
        self.fault_document: FaultDocument = fault_document
        """The form of faults in JSON: that of a tool whose answers a command gives."""
        dumb = environ.get("TERM") == "dumb"
        dull = bool(environ.get("NO_COLOR")) or dumb
        self._overwrites = stderr.isatty() and not dumb
        self.to_terminal = stdout.isatty()
        self._coloured = self.to_terminal and not dull
        self._coloured_stderr = stderr.isatty() and not dull

    @property
    def talkative(self) -> bool:
        """Whether somebody sits in front of it: progress and hints are shown."""
        return self.stderr.isatty()

    def safe(self, text: str) -> str:
        """Text of a note or a name on one line: without what a terminal acts on, if it is printed on one."""
        return plain(text) if self.to_terminal else text.replace("\r", " ").replace("\n", " ")

    def styled(self, text: str, role: str) -> str:
        """A text, made safe, in the colour of its role if there are colours."""
        safe = self.safe(text)
        return f"\x1b[{_STYLES[role]}m{safe}\x1b[0m" if self._coloured and safe else safe

    def line(self, text: str = "") -> None:
        """Print a line of results; parts that come from notes must have been made safe.

        Raises:
            OutputError: It cannot be written; so do all that print.
            BrokenPipeError: Nobody reads any more.
        """
        with _written():
            self._stdout.write(text + "\n")

    def found(self, path: str, line: int, text: str) -> None:
        """Print what was found as grep prints a line.

        Args:
            path: Of the note.
            line: Where in it.
            text: What stands there, made safe.
        """
        mark = self.styled(":", "mark")
        self.line(f"{self.styled(path, 'path')}{mark}{self.styled(str(line), 'line')}{mark} {text}")

    def names(self, paths: Iterable[str]) -> None:
        """Print paths alone, each once and ended by NUL: as they are, whatever characters they have.

        Raises:
            OutputError: They cannot be written.
        """
        with _written():
            for path in dict.fromkeys(paths):
                if self.to_terminal:
                    self._stdout.write(f"{plain(path)}\0")
                else:
                    self._stdout.flush()
                    self._stdout.buffer.write(os.fsencode(f"{path}\0"))

    def table(self, rows: Mapping[str, str]) -> None:
        """Print names and values in two columns."""
        width = max(map(len, rows), default=0)
        for name, value in rows.items():
            self.line(f"{self.styled(name.ljust(width), 'quiet')}  {self.safe(value)}")

    def document(self, value: Mapping[str, Any] | Sequence[Any]) -> None:
        """Print the one JSON document of a command.

        Args:
            value: What JSON has forms for, and moments, which are told in ISO 8601.
        """
        lossless = is_utf8(self._stdout)  # another encoding has signs for some characters only: escapes say them all
        indent = 2 if self.to_terminal else None
        text = json.dumps(value, ensure_ascii=not lossless, default=datetime.isoformat, indent=indent)
        self.line(_UNSEEN_IN_JSON.sub(lambda found: f"\\u{ord(found[0]):04x}", text))

    def say(self, *messages: str) -> None:
        """Tell a person something that is no result; what is empty is left out."""
        for message in filter(None, messages):
            self.stderr.write(f"vaulttui: {plain(message)}\n")

    def pass_by(self, text: str = "") -> None:
        """Show what is being done, on one line that the next call replaces; nothing where a line cannot be replaced.

        Args:
            text: Without control characters; cut where the terminal's line ends. ``""`` takes the last one away.
        """
        if not self._overwrites:
            return
        try:
            columns = os.get_terminal_size(self.stderr.fileno()).columns or _COLUMNS
        except OSError:
            columns = _COLUMNS
        self.stderr.write(f"\r\x1b[K{text[: columns - 1]}")
        self.stderr.flush()

    def fault(self, error: VaultTuiError, hint: str = "") -> None:
        """Tell what went wrong: as a JSON document among the results, or to a person."""
        if self.as_json:
            self.document(self.fault_document(error))
            return
        name = "\x1b[1;31mvaulttui:\x1b[0m" if self._coloured_stderr else "vaulttui:"
        self.stderr.write(f"{name} {plain(error.message)}\n")
        if hint:
            self.stderr.write(f"{plain(hint, keep_newlines=True)}\n")

    def flush(self) -> None:
        """Write out what is held back.

        Raises:
            OutputError: It cannot be written.
            BrokenPipeError: Nobody reads any more.
        """
        with _written():
            self._stdout.flush()
        self.stderr.flush()


@contextmanager
def _written() -> Iterator[None]:
    """Tell a fault of the results' own stream from those of all the files that a command reads."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputError(f"The output cannot be written: {error.strerror or error}.") from error


def fault_document(error: VaultTuiError) -> dict[str, Any]:
    """What went wrong, as most commands tell it in JSON."""
    told: dict[str, Any] = {"code": error.code, "message": error.message}
    if isinstance(error, QuerySyntaxError):
        told |= {"start": error.start, "end": error.end, "suggestion": error.suggestion}
    return {"error": told}
