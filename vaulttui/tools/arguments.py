"""Checks of single arguments: what agents send is checked as strictly as what people type, and told as clearly."""

from __future__ import annotations

import contextlib
import math
import re
from collections.abc import Mapping, Sequence
from typing import Any

from vaulttui.errors import QuerySyntaxError, UsageError, VaultTuiError

_WHOLE = re.compile(r"-?[0-9]{1,4000}")
"""Python reads no longer ones; JSON has numbers of any length."""
_TRUE, _FALSE = ("true", "yes", "on", "1"), ("false", "no", "off", "0", "")
_LINE_ENDS = re.compile(r"\s*[\r\n]\s*")
_MOST_TOLD = 2_000
"""Characters of a fault."""


def given(arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Arguments without those that are ``None``: agents send null for what they leave to its default."""
    return {name: value for name, value in arguments.items() if value is not None}


def whole_number(name: str, value: Any, low: int, high: int | None = None) -> int:
    """Read an integer, or a text that is one. Truth values are no integers.

    Args:
        name: Of the argument, for the message.
        value: What was given.
        low: The least that it may be.
        high: The most that it may be, if there is such a bound.

    Raises:
        UsageError: It is no integer, or out of its range.
    """
    number: int | None = None
    if isinstance(value, int) and not isinstance(value, bool):
        number = value
    elif isinstance(value, str) and _WHOLE.fullmatch(value.strip()):
        number = int(value)
    if number is None or number < low or (high is not None and number > high):
        wanted = f"from {low} to {high}" if high is not None else f"of at least {low}"
        raise UsageError(f"{name} must be an integer {wanted}, got {_shown(value, number)}")
    return number


def share(name: str, value: Any) -> float:
    """Read a number from 0 to 1, or a text that is one.

    Raises:
        UsageError: It is none.
    """
    number: float | None = None
    if isinstance(value, (int, float, str)) and not isinstance(value, bool):
        with contextlib.suppress(ValueError, OverflowError):
            number = float(value)
    if number is None or not 0 <= number <= 1:
        raise UsageError(f"{name} must be a number from 0 to 1, got {_shown(value, number)}")
    return number


def flag(name: str, value: Any) -> bool:
    """Read a truth value, or a text or number that is one; nothing given is false.

    Raises:
        UsageError: It is something else.
    """
    word = str(value).strip().casefold() if isinstance(value, (bool, int, str)) else None
    if value is None or word in _FALSE:
        return False
    if word not in _TRUE:
        raise UsageError(f"{name} must be true or false, got {value!r}")
    return True


def one_of(name: str, value: Any, allowed: Sequence[str]) -> str:
    """Read a word of a few that are allowed.

    Raises:
        UsageError: It is another.
    """
    if not isinstance(value, str) or value not in allowed:
        raise UsageError(f"{name} must be one of {sorted(allowed)}, got {value!r}")
    return value


def text(name: str, value: Any) -> str:
    """Read a text; nothing given is an empty one.

    Raises:
        UsageError: It is something else.
    """
    if value is None:
        return ""
    if not isinstance(value, str):
        raise UsageError(f"{name} must be a text, got {value!r}")
    return value


def _shown(value: Any, number: float | None) -> str:
    """A value as a message shows it: a number is told alike whether it was given as such or as its text."""
    # An integer may have more digits than isfinite takes.
    known = number is not None and (isinstance(number, int) or math.isfinite(number))
    return str(value).strip() if known else repr(value)


def told(fault: VaultTuiError) -> str:
    """What went wrong and, where it is known, what was probably meant, on one line. What somebody gave is told again as
    far as one can read it."""
    message = _LINE_ENDS.sub(" ", fault.message)
    if len(message) > _MOST_TOLD:
        message = f"{message[: _MOST_TOLD // 2]} … {message[-_MOST_TOLD // 2 :]}"
    if isinstance(fault, QuerySyntaxError) and fault.suggestion and "Did you mean" not in message:
        message += f" Did you mean {fault.suggestion} ?"
    return message
