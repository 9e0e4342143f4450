"""Keeps what is handed to an agent within what it can read, and says what was cut."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from vaulttui.tools.excerpts import LONGEST_LINE, room_of
from vaulttui.tools.json_text import to_json
from vaulttui.tools.search_notes import TRUNCATED

LONGEST_ANSWER: Final = 40_000
"""Room of one answer, see :func:`room_of`: about 10,000 tokens, of which some clients take 25,000 and no more."""
LONGEST_RESULT: Final = LONGEST_ANSWER // 4
"""Room of one result where not all fit: a long one does not keep the others out."""
_LONGEST_TEXT: Final = LONGEST_RESULT * 4 // 5
"""Room of the text of such a result: there is some for its path beside it."""

_PATHS: Final = ("path", "source")
"""Names that the path of a result may have; the second is a property of the note beside the first."""

Form: TypeAlias = Callable[[int, int], Any]
"""Makes the result of some index with a text that takes so much room at most, in which what was found is."""


def fitting(results: Sequence[Any], form: Form | None = None, most: int = LONGEST_ANSWER) -> list[Any]:
    """As many results as fit as JSON, in their order. Of long lines a part is shown, and where not all fit also of
    long results.

    Args:
        results: In their whole length.
        form: Makes them shorter; ``None`` where any part of them is as good as another.
        most: Room that there is. One result is shown whatever it takes.
    """
    shown = list(results)
    sizes = [_size(result) for result in shown]

    def replace(index: int, result: Any) -> None:
        shown[index], sizes[index] = result, _size(result)

    if form is not None:
        for index in _longer_than(LONGEST_LINE, sizes):
            replace(index, form(index, LONGEST_ANSWER))
    if sum(sizes) > most:
        if form is not None:
            for index in _longer_than(LONGEST_RESULT, sizes):
                replace(index, form(index, _LONGEST_TEXT))
        for index in _longer_than(LONGEST_RESULT, sizes):
            replace(index, _shortened(shown[index]))
    left = most
    for count, size in enumerate(sizes):
        left -= size
        if left < 0:
            return shown[: max(count, 1)]
    return shown


def _longer_than(most: int, sizes: Sequence[int]) -> list[int]:
    return [index for index, size in enumerate(sizes) if size > most]


def _size(result: Any) -> int:
    """Room that a result takes in an answer, with what parts it from the next."""
    return room_of(to_json(result)) + 2


def _shortened(result: Any) -> Any:
    """A result with its longest texts cut until it fits, but its path; of a list that is cut its text is left."""
    if not isinstance(result, Mapping):
        return cut_text(result if isinstance(result, str) else to_json(result), LONGEST_RESULT // 8)
    texts = {key: value if isinstance(value, str) else to_json(value) for key, value in result.items()}
    path = next((key for key in _PATHS if key in texts), None)
    long = [key for key in texts if key != path]
    share, short = LONGEST_RESULT, result
    while share and _size(short) > LONGEST_RESULT:
        share = share * 3 // 4
        short = {**result, **{key: cut_text(texts[key], share) for key in long if room_of(texts[key]) > share}}
    return short


def cut_text(text: str, most: int = LONGEST_ANSWER) -> str:
    """A text with a sign where it was cut.

    Args:
        text: In its whole length.
        most: Room that there is for it.
    """
    if room_of(text) <= most:
        return text
    return f"{text.encode(errors='surrogatepass')[:most].decode(errors='ignore')}\n{TRUNCATED}"
