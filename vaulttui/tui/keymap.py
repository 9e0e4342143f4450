"""Which keys each command has: presets, the person's own changes, and what is made of both."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import get_args

from textual.binding import Binding
from textual.widgets import Input

from vaulttui.errors import KeymapError
from vaulttui.tui.commands import COMMANDS, OF_MATCHES, OF_NOTE, TYPED, Command, Context, Group, Preset
from vaulttui.tui.key_names import check_key, is_text, show_key, split_keys

_NO_KEY = "no-key"
"""A key of every command that no terminal sends. Where one types, Textual leaves out the keys that are text before it
changes any: a command that lost all its keys so would not get those of the settings."""
_ASKING: frozenset[Context] = frozenset({"switcher", "searches"})
"""Dialogs with an input."""
_EDITING: frozenset[str] = frozenset(
    key for binding in Input.BINDINGS if isinstance(binding, Binding) for key in split_keys(binding.key)
)
"""Keys of every input."""
_PLACES: tuple[tuple[Context, ...], ...] = (
    *((pane, "main", "app") for pane in ("query", "results", "preview", "find", "filters", "panel")),
    ("help", "dialog", "app"),
    ("switcher", "dialog", "app"),
    ("searches", "switcher", "dialog", "app"),
)
"""Where the focus may be, with all contexts whose keys work there, narrowest first."""


@dataclass(frozen=True, slots=True)
class Keymap:
    """Which keys each command has: a preset with the person's own changes."""

    keys: Mapping[str, tuple[str, ...]]
    """Keys by command id, for every command."""

    def shown(self, command_id: str) -> str:
        """Keys of a command as a person reads them, joined by blanks; ``""`` for none."""
        return " ".join(show_key(key) for key in self.keys[command_id])

    def first_shown(self, command_id: str, *, typing: bool = False) -> str:
        """The first key of a command as a person reads it, ``typing``: the first that is no text; ``""`` for none."""
        keys = (key for key in self.keys[command_id] if not (typing and is_text(key)))
        return next(map(show_key, keys), "")

    def textual_keymap(self) -> dict[str, str]:
        """What Textual must change of the bindings that :func:`bindings` made."""
        return {
            command.id: ",".join(self.keys[command.id])
            for command in COMMANDS
            if self.keys[command.id] != command.default_keys("vim") and self.keys[command.id]
        }


def resolve_keymap(preset: str = "vim", changes: Mapping[str, str] | None = None) -> Keymap:
    """Put a preset and the settings' own keys together.

    Args:
        preset: ``vim`` or ``plain``.
        changes: Keys by command id, joined by commas.

    Raises:
        KeymapError: No such command or key, or one key for two commands of the same place.
    """
    chosen: Preset = "plain" if preset == "plain" else "vim"
    keys = {command.id: command.default_keys(chosen) for command in COMMANDS}
    for command_id, written in (changes or {}).items():
        if command_id not in keys:
            near = difflib.get_close_matches(command_id, keys, n=1, cutoff=0.4)
            hint = f"; did you mean {near[0]!r}?" if near else ""
            raise KeymapError(f"[keys] there is no command {command_id!r}{hint}")
        own = split_keys(written)
        if not own:
            raise KeymapError(f"[keys] {command_id}: name at least one key")
        for key in own:
            check_key(key, command_id)
        keys[command_id] = own
    if changes:
        _check_clashes(keys)
        _check_reach(keys)
    return Keymap(keys)


def _check_clashes(keys: Mapping[str, tuple[str, ...]]) -> None:
    """Refuse one key for two commands of the same context (a narrower context may take over a wider one's)."""
    taken: dict[tuple[Context, str], str] = {}
    for command in COMMANDS:
        for context in command.contexts:
            for key in keys[command.id]:
                # To Textual all bindings of a dialog that is typed into are those of one screen.
                other = taken.setdefault(("dialog" if context in _ASKING else context, key), command.id)
                if other != command.id:
                    raise _given_twice(key, other, command.id)


def _check_reach(keys: Mapping[str, tuple[str, ...]]) -> None:
    """Refuse a key that never does what it is given for, as other commands or inputs take it wherever it would."""
    does = {place: _done_by_keys(keys, place) for place in _PLACES}
    for command in COMMANDS:
        # In dialogs the commands of the application work besides: that alone is not what somebody wants a key for.
        wanted = ("main",) if "app" in command.contexts else command.contexts
        places = [place for place in _PLACES if not set(wanted).isdisjoint(place)]
        for key in keys[command.id]:
            if any(does[place].get(key) == command.id for place in places):
                continue
            other = next((other for place in places if (other := does[place].get(key))), None)
            if other is not None:
                raise _given_twice(key, other, command.id)
            raise KeymapError(
                f"[keys] {command.id}: {show_key(key)} is typed as text where this works; "
                "choose one that is not, like f6 or alt+x"
            )
    if all(map(is_text, keys["dialog.close"])):
        raise KeymapError(
            "[keys] dialog.close: letters are typed as text where a dialog asks for a name; "
            "add a key that is not, like escape"
        )


def _done_by_keys(keys: Mapping[str, tuple[str, ...]], place: tuple[Context, ...]) -> dict[str, str]:
    """Ids of the commands that keys have in a place, by key."""
    typing = not TYPED.isdisjoint(place)
    done: dict[str, str] = {}
    for context, priority in (*((context, True) for context in reversed(place)), *((one, False) for one in place)):
        for command in COMMANDS:
            if command.priority == priority and context in command.contexts:
                for key in keys[command.id]:
                    # What edits a text does so before wider places are asked.
                    edits = typing and not priority and context in ("main", "app") and key in _EDITING
                    if not (typing and is_text(key)) and not edits:
                        done.setdefault(key, command.id)
    return done


def _given_twice(key: str, one: str, other: str) -> KeymapError:
    return KeymapError(f"[keys] {show_key(key)} is given to both {one!r} and {other!r}; change one of them")


@cache
def bindings(context: Context) -> list[Binding]:
    """Textual bindings of one context, with the keys of the ``vim`` preset.

    Other keys come through :meth:`textual.app.App.set_keymap`, which finds a binding by its id.
    """
    return [
        Binding(
            ",".join(filter(None, (command.keys, _NO_KEY))),
            command.action,
            command.description,
            show=bool(command.label),
            priority=command.priority,
            id=command.id,
        )
        for command in COMMANDS
        if context in command.contexts
    ]


def footer_entries(
    keymap: Keymap,
    contexts: Sequence[Context],
    *,
    note: bool = True,
    matches: bool = True,
    typing: bool = False,
    labels: Mapping[str, str] | None = None,
) -> list[tuple[Command, str]]:
    """What the footer offers in some contexts, and by which key.

    Args:
        keymap: The keys in force.
        contexts: Where one is, narrowest first.
        note: Whether there is a note at hand.
        matches: Whether notes may have matches.
        typing: Whether letters are text though the place is one where they are commands otherwise.
        labels: What commands do just now, by their ids, where that is something else than otherwise; ``""`` for those
            that can do nothing.

    Returns:
        Commands with one of their keys, the most important first. Keys that would be typed as text are left out.
    """
    typing = typing or not TYPED.isdisjoint(contexts)
    idle = (frozenset() if note else OF_NOTE) | (frozenset() if matches else OF_MATCHES)
    shown: dict[str, tuple[Command, str]] = {}
    taken: set[str] = set()
    for context in contexts:
        for command in COMMANDS:
            if context not in command.contexts:
                continue
            keys = [key for key in keymap.keys[command.id] if key not in taken and not (typing and is_text(key))]
            label = (labels or {}).get(command.id, command.label)
            if label and keys and (command.id not in idle or label != command.label):
                shown.setdefault(label, (replace(command, label=label), keys[0]))
        taken.update(key for command in COMMANDS if context in command.contexts for key in keymap.keys[command.id])
    return sorted(shown.values(), key=lambda entry: entry[0].rank)


def commands_by_group() -> dict[Group, list[Command]]:
    """All commands, by group."""
    return {group: [command for command in COMMANDS if command.group == group] for group in get_args(Group)}


def keymap_table() -> str:
    """The key table of the README, in Markdown."""
    presets: tuple[Preset, ...] = get_args(Preset)
    lines = ["| | `vim` | `plain` | id |", "|---|---|---|---|"]
    for group, commands in commands_by_group().items():
        lines.append(f"| **{group}** | | | |")
        for command in commands:
            if not command.keys:
                continue
            keys = [
                " ".join(f"`{show_key(key)}`" for key in command.default_keys(preset)).replace("|", "\\|")
                for preset in presets
            ]
            lines.append(f"| {command.description} | {keys[0]} | {keys[1]} | `{command.id}` |")
    return "\n".join(lines) + "\n"
