"""What of a text may be completed while it is typed, and whether what is offered is for that."""

from __future__ import annotations

from vaulttui.search.syntax import Completion, completion_context

_SHORTEST_OPERATOR = 2
"""Letters from which names of operators are offered."""


class Completing:
    """Keeps apart what is wanted and what is offered: keys that come at once may be ahead of the completions.

    Args:
        text: The text at the start, of which nothing is completed.
    """

    def __init__(self, text: str) -> None:
        self.wanted: Completion | None = None
        """What is to be completed; ``None`` if nothing is."""
        self._text = text
        """The text that it was found in."""
        self._offered: Completion | None = None
        """What the completions that are shown are for."""
        self._accept_when_offered = False

    def has_looked_at(self, text: str) -> bool:
        """Whether a text is the one that was looked at last."""
        return text == self._text

    def look_at(self, text: str, cursor: int | None) -> Completion | None:
        """Look for what may be completed in a text, without wanting it yet.

        Args:
            text: The text.
            cursor: Where one types in it; ``None`` if one does not.
        """
        self._accept_when_offered = False
        self._text = text
        found = completion_context(text, cursor) if cursor is not None else None
        short = found is not None and found.kind == "operator" and len(found.prefix) < _SHORTEST_OPERATOR
        return None if short else found

    def offer(self) -> bool:
        """Note that completions of what is wanted are shown. Returns whether they were accepted before they came."""
        self._offered = self.wanted
        accept, self._accept_when_offered = self._accept_when_offered, False
        return accept

    def accept(self) -> Completion | None:
        """Accept what was chosen of the completions that are shown.

        Returns:
            What is to be completed with it; ``None`` if that is still to come, since they are for a text before: then
            the first of those that come is accepted.
        """
        if self.wanted != self._offered:
            self._accept_when_offered = True
            return None
        return self.wanted

    def end(self) -> bool:
        """Complete nothing. Returns whether anything was to be completed."""
        wanted, self.wanted = self.wanted, None
        self._offered = None
        self._accept_when_offered = False
        return wanted is not None

    @property
    def of_value(self) -> bool:
        """Whether the value of a filter is being typed that may be completed."""
        return self.wanted is not None and self.wanted.kind != "operator"
