"""The one exception family of vaulttui.

Every fault that a person can meet is a :class:`VaultTuiError`: a stable ``code`` for programs, and a message that says
what happened, to which file or which part of the query, and what to do about it.
"""

from __future__ import annotations


class VaultTuiError(Exception):
    """Base of all faults that vaulttui reports.

    Args:
        message: What happened, to what, and what to do: a full sentence for a person.
        code: Overrides the class's code when one class covers several faults.
    """

    code: str = "error"
    """Stable, lower-case, words joined by ``_``; printed by ``--json``."""

    exit_status: int = 3
    """Exit status of the command line: 2 for wrong usage, 3 for a fault of the vault or the index."""

    def __init__(self, message: str, *, code: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        if code is not None:
            self.code = code


class UsageError(VaultTuiError):
    """An argument or option is wrong: nothing was done."""

    code = "usage"
    exit_status = 2


class VaultNotFoundError(VaultTuiError):
    """The vault's folder does not exist, is not a folder, or cannot be listed."""

    code = "vault_not_found"


class NoteNotFoundError(VaultTuiError):
    """No note of the vault has that path."""

    code = "note_not_found"


class PathOutsideVaultError(VaultTuiError):
    """A path from a query, a tool or a link leaves the vault."""

    code = "path_outside_vault"
    exit_status = 2


class SettingsError(VaultTuiError):
    """The settings file, or a variable of the environment, cannot be used; the message names file, key and nearest
    valid key."""

    code = "settings"
    exit_status = 2


class KeymapError(SettingsError):
    """The keys of the settings cannot be used; the message names key and command, not the file, which may be any."""


class OutputError(VaultTuiError):
    """What a command prints cannot be written, as to a full disk."""

    code = "output"


class IndexFault(VaultTuiError):
    """The index file cannot be opened, read or written."""

    code = "index"


class IndexLockedError(IndexFault):
    """Another process has the index open for writing."""

    code = "index_locked"


class IndexTooNewError(IndexFault):
    """The index was written by a newer version of vaulttui."""

    code = "index_too_new"


class ModelUnavailableError(VaultTuiError):
    """A model cannot be loaded, or fails; searching by words still works."""

    code = "model_unavailable"


class QuerySyntaxError(VaultTuiError):
    """The query text cannot be understood.

    Args:
        message: What is wrong.
        start: Offset (in characters) of the first wrong character of the query text.
        end: Offset just behind the last wrong character, at least ``start``.
        suggestion: What was probably meant, ready to replace ``text[start:end]``; ``""`` if nothing is near.
    """

    code = "query_syntax"
    exit_status = 2

    def __init__(self, message: str, start: int, end: int, suggestion: str = "") -> None:
        super().__init__(message)
        self.start = start
        self.end = end
        self.suggestion = suggestion
