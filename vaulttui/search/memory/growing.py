"""What is read on in parts, of which the first holds most."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

_MOST_PARTS = 8
"""When there are more, they are merged: each costs a look-up of all that is looked for."""


class _Part(Protocol):
    def __len__(self) -> int: ...


Part = TypeVar("Part", bound=_Part)


def grown(parts: tuple[Part, ...], added: Part, merge: Callable[[Sequence[Part]], Part]) -> tuple[Part, ...]:
    """Parts with one more; where they become many, the small ones become one, or all of them do."""
    parts = (*parts, added)
    if len(parts) <= _MOST_PARTS:
        return parts
    recent = merge(parts[1:])
    return (merge((parts[0], recent)),) if len(recent) > len(parts[0]) // 4 else (parts[0], recent)
