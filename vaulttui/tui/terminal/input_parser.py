"""What a terminal sends, made keys, mouse and pastes: what is pasted is text, and no escape is lost."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from textual._xterm_parser import BRACKETED_PASTE_END, BRACKETED_PASTE_START, XTermParser
from textual.events import Key, Paste
from textual.message import Message

MOST_PASTED: Final = 65_536
"""Characters that are kept of a paste. Inputs take fewer."""
SILENCE: Final = 3.0
"""Seconds without anything more after which a paste is taken as whole: its end was lost, and what follows is keys."""

_ESCAPE: Final = "\x1b"
_NOT_ALONE: Final = frozenset(f"[O{_ESCAPE}\x7f")
"""What is no key of its own behind an escape: it begins a sequence, or is backspace, which takes a word away so."""
_MARK: Final = len(BRACKETED_PASTE_END)
_HARMFUL: Final = re.compile(
    r"\x1b\[[0-?]*[ -/]*[@-~]"  # colours and the like
    r"|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)"  # links and the like
    r"|\x1b[()][0-9AB]|\x1b[78=>]"  # alphabets, the cursor's place, keypads
    "|[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f]"  # controls, also an escape alone; no blanks or ends of lines
)


class InputParser(XTermParser):
    """Textual's parser, with pastes taken out of the stream before it sees them, and no escape lost.

    Textual looks for keys in a paste: at an escape in it, as copied output of programs has it for colours, what follows
    becomes keys, which edit notes or quit. Where a stream is cut into pieces makes no difference.

    An escape and another key are the same to a terminal as alt and that key: here it is always told as alt and the key,
    with the character of the key, so that the application can take them for two. Textual does so for letters only, and
    only if nothing follows for a while: of escape and ``/`` it leaves the slash, of escape and ``2`` a ``™``.

    Args:
        debug: Whether Textual writes down what comes.
        tab_with_escape: Whether the terminal sends an escape and a tab for shift+tab, as the console of Linux does.
        clock: Seconds, from any moment on.
    """

    def __init__(
        self, debug: bool = False, *, tab_with_escape: bool = False, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._tab_with_escape = tab_with_escape
        super().__init__(debug)
        self._clock = clock
        self._paste: _Pasting | None = None
        self._last_came = 0.0
        self._before = ""
        """The end of what came outside of pastes: the beginning of a paste's mark may be there."""

    def feed(self, data: str) -> Iterator[Message]:
        """Take in some of the stream.

        Args:
            data: What came.

        Yields:
            What is whole by now, in its order.
        """
        self._last_came = self._clock()
        while data:
            paste = self._paste
            if paste is not None:
                rest = paste.add(data)
                if rest is not None:
                    yield self._end_paste(paste)
            else:
                keys, rest = self._up_to_paste(data)
                if keys:
                    yield from super().feed(keys)
                if rest is not None:
                    self._forget_mark()
                    self._paste = _Pasting()
            data = rest or ""

    def tick(self) -> Iterable[Message]:
        """Look whether something is over because nothing more has come."""
        yield from super().tick()
        if self._paste is not None and self._clock() - self._last_came >= SILENCE:
            yield self._end_paste(self._paste)

    def _sequence_to_key_events(self, sequence: str, alt: bool = False) -> Iterable[Key]:
        """The keys that a part of the stream stands for; none if there are none yet."""
        if len(sequence) == 2 and sequence[0] == _ESCAPE and sequence[1] not in _NOT_ALONE:
            if sequence[1] == "\t" and self._tab_with_escape:
                return super()._sequence_to_key_events(sequence)
            alt, sequence = True, sequence[1]
        keys = super()._sequence_to_key_events(sequence, alt=alt)
        return map(_with_alt, keys) if alt else keys

    def _up_to_paste(self, data: str) -> tuple[str, str | None]:
        """What of the stream comes before a paste, its mark without the last character included; and what comes in it,
        ``None`` if there is none."""
        seen = self._before + data
        place = seen.find(BRACKETED_PASTE_START)
        if place < 0:
            self._before = seen[1 - _MARK :]
            return data, None
        begins = place + _MARK - len(self._before)
        self._before = ""
        return data[: begins - 1], data[begins:]

    def _forget_mark(self) -> None:
        """Have Textual forget the mark, of which it has all but the last character, as if nothing was pasted."""
        if self._awaiting.timeout is not None:  # else it has given it up, as one that came too slowly
            for _ in super().feed(BRACKETED_PASTE_START[-1] + BRACKETED_PASTE_END):
                pass  # an empty paste

    def _end_paste(self, paste: _Pasting) -> Paste:
        self._paste = None
        return Paste(paste.text)


def _with_alt(key: Key) -> Key:
    """A key as its name is with alt: Textual says that of letters and digits only."""
    return key if key.key.startswith("alt+") else Key(f"alt+{key.key}", key.character)


class _Pasting:
    """A paste whose end has not come."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._room = MOST_PASTED
        self._held = ""
        """The last that came: the beginning of the end's mark may be there."""

    def add(self, data: str) -> str | None:
        """Take in more of it. Returns what follows its end, ``None`` if that has not come."""
        data = self._held + data
        text, end, rest = data.partition(BRACKETED_PASTE_END)
        if not end:
            text, self._held = data[: 1 - _MARK], data[1 - _MARK :]
        else:
            self._held = ""
        if self._room and text:
            self._parts.append(text[: self._room])
            self._room -= len(self._parts[-1])
        return rest if end else None

    @property
    def text(self) -> str:
        """What was pasted, without what a terminal would act on."""
        return _HARMFUL.sub("", "".join(self._parts) + self._held[: self._room])
