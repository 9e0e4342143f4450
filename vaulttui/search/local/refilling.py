"""An index that was damaged and begun anew is not asked until it has all notes again: an empty one answers, too.

Whoever met the damage was told. Another one, as with several questions for one answer, would never know.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from vaulttui.errors import IndexFault

_Answer = TypeVar("_Answer")


class Refilling:
    """Has an index filled again before it is asked.

    Args:
        index_path: The index file.
        emptied: Tells whether it was begun anew and has not got all notes since.
        in_background: Tells whether somebody else is filling it then.
        fill: Fills it, and returns when done.
    """

    def __init__(
        self, index_path: Path, emptied: Callable[[], bool], in_background: Callable[[], bool], fill: Callable[[], None]
    ) -> None:
        self._index_path = index_path
        self._emptied = emptied
        self._in_background = in_background
        self._fill = fill

    def answer(self, question: Callable[[], _Answer]) -> _Answer:
        """The answer of an index with all notes.

        Raises:
            IndexFault: The index cannot be read, or the background is just filling it.
        """
        self._fill_again()
        answered = question()
        if self._emptied():  # meanwhile
            self._fill_again()
            return question()
        return answered

    def _fill_again(self) -> None:
        if not self._emptied():
            return
        if self._in_background():
            raise IndexFault(
                f"The index {self._index_path} was damaged, and is being built anew from the notes: try again in a few "
                "seconds.",
                code="index_damaged",
            )
        self._fill()
