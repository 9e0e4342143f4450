"""What is told of a query below it: why it has no answer, or what is to be known of the answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vaulttui.tui.widgets.chips import Chips
    from vaulttui.tui.widgets.query_input import QueryInput


class QueryHint:
    """Writes the line below the query, and underlines what is wrong in it.

    Args:
        typed: Where one types.
        chips: The line below it.
    """

    def __init__(self, typed: QueryInput, chips: Chips) -> None:
        self._typed = typed
        self._chips = chips
        self._hint = ""
        self._error = ""
        """Why the present text has no answer, which late answers to an earlier one do not hide."""

    @property
    def is_error(self) -> bool:
        """Whether it is told that there is no answer."""
        return bool(self._error)

    def forget_error(self) -> None:
        """Tell of no error from the next hint on."""
        self._error = ""

    def tell(self, hint: str) -> None:
        """Tell what is to be known of an answer."""
        self._hint = hint
        self.show()

    def show(self) -> None:
        """Show what was told last, unless there is an error."""
        if not self._error:
            # Completions lie above it, and what is being typed need not be finished.
            self._chips.show_hint("" if self._typed.completing else self._hint)

    def show_error(self, reason: str, start: int | None, end: int | None, suggestion: str = "") -> None:
        """Show why there is no answer.

        Args:
            reason: A sentence.
            start: Where the text is wrong; ``None``: nowhere.
            end: Where that ends; ``None``: where it begins.
            suggestion: What may have been meant.
        """
        hint = f"{reason} Did you mean {suggestion}?" if suggestion and suggestion not in reason else reason
        self._error = hint
        self._chips.show_hint(hint, "error")
        self._typed.mark_error(None if start is None else (start, start if end is None else end))
