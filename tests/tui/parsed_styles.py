"""Styles that are parsed once for all interfaces of a process, not once for each."""

from __future__ import annotations

from typing import Any

from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet


def parse_styles_once() -> None:
    """Let every stylesheet of this process take what another one has parsed, where their variables are the same.

    An interface parses the styles of its widgets as they come; for each of many hundred tests that was a sixth of the
    start.
    """
    parsed: dict[object, list[RuleSet]] = {}
    parse = Stylesheet._parse_rules

    def parse_once(self: Stylesheet, *args: Any, **kwargs: Any) -> list[RuleSet]:
        asked = (args, *kwargs.items(), *self._variables.items())
        if asked not in parsed:
            parsed[asked] = parse(self, *args, **kwargs)
        return parsed[asked]

    Stylesheet._parse_rules = parse_once  # type: ignore[method-assign]
