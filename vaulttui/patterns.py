"""Regular expressions that are compiled when they are first used.

Compiling the classes of characters of a few scripts takes milliseconds each, and many a run meets no text that they are
for.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, cast


def late_pattern(source: str | Callable[[], str], flags: int = 0) -> re.Pattern[str]:
    """A regular expression that is compiled when it is first used, and from then on is as fast as any.

    Args:
        source: Its text, or what gives it then.
        flags: As for :func:`re.compile`.
    """
    return cast("re.Pattern[str]", _LatePattern(source, flags))


class _LatePattern:
    def __init__(self, source: str | Callable[[], str], flags: int) -> None:
        self._source = source
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        """Compile, and keep the attribute that was asked for: the next one who asks does not come here."""
        if name.startswith("__"):
            raise AttributeError(name)
        compiled = self.__dict__.get("_compiled")
        if compiled is None:
            source = self._source if isinstance(self._source, str) else self._source()
            compiled = self.__dict__["_compiled"] = re.compile(source, self._flags)
        found = self.__dict__[name] = getattr(compiled, name)
        return found
