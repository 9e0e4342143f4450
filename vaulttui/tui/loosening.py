"""What would find something where a query finds nothing: the same with one condition less, or a weaker one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from vaulttui.search.syntax import filter_chips, remove_span

MOST = 6
"""Queries that are tried."""
_EQUAL = re.compile(r"""\[\s*([^\s:\[\]"][^:\[\]"]*):\s*([^\s:\[\]"<>=~][^:\[\]"]*)\]""")
"""A property with its whole value, as one mostly writes it."""


class Looser(NamedTuple):
    """A query that asks for less."""

    label: str
    """What it leaves out; may hold text of notes."""
    text: str
    """The query."""
    total: int = 0
    """Notes that it finds."""


def looser(text: str) -> tuple[Looser, ...]:
    """The queries that are left if a filter, all words, or the quotes of a phrase are taken out of one, and those of
    which a property need only contain its value."""
    found = {item.text: item for item in reversed(list(_looser(text))) if item.text not in ("", text.strip())}
    return tuple(reversed(found.values()))[:MOST]


def _looser(text: str) -> Iterator[Looser]:
    chips = filter_chips(text)
    for chip in chips:
        label = f"not {chip.label}" if chip.negated else chip.label
        if equal := _EQUAL.fullmatch(text, chip.start, chip.end):
            name, value = equal.groups()
            within = f"{text[: chip.start]}[{name}:~{value}]{text[chip.end :]}"
            yield Looser(f"{value.strip()} within {name}", within.strip())
        yield Looser(f"without {label}", remove_span(text, chip.start, chip.end).strip())
    filters = " ".join(text[chip.start : chip.end] for chip in chips)
    words = text
    for chip in reversed(chips):
        words = remove_span(words, chip.start, chip.end)
    if words.strip():
        yield Looser(f"without {words.strip()}", filters)
    if '"' in words:
        yield Looser("without the quotes", f"{words.replace(chr(34), '').strip()} {filters}".strip())
