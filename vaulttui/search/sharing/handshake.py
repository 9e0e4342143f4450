"""What two processes tell each other first: whether they understand each other and mean the same."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from vaulttui.errors import IndexLockedError
from vaulttui.search.sharing.codec import SHAPE, CodecError, Json
from vaulttui.settings import Settings
from vaulttui.values import dataclass
from vaulttui.version import __version__

PROTOCOL = 4
"""Raised with every change of the messages."""


@dataclass(frozen=True, slots=True)
class Greeting:
    """One side's own words."""

    pid: int
    version: str
    shape: str
    """Of the messages and values: equal, or nothing else that is said is understood."""
    vault: str
    """Its folder, links followed; "" if that is not said."""
    settings: Mapping[str, str]
    """Settings that decide what is found."""


def greeting(vault: Path, settings: Settings) -> Greeting:
    """What this process says of itself.

    Args:
        vault: Its folder, links followed.
        settings: All settings.
    """
    decisive = (
        {f"vault.{name}": getattr(settings.vault, name) for name in settings.vault.__slots__}
        | {f"embedding.{name}": getattr(settings.embedding, name) for name in ("enabled", "model", "model_path")}
        | {f"search.{name}": getattr(settings.search, name) for name in settings.search.__slots__}
    )
    said = {name: repr(value) for name, value in decisive.items()}
    return Greeting(os.getpid(), __version__, f"{PROTOCOL}.{SHAPE}", str(vault), said)


def encode_greeting(words: Greeting) -> Json:
    """The first message of either side. Every version that there will be begins with it."""
    return {
        "vaulttui": words.version,
        "pid": words.pid,
        "shape": words.shape,
        "vault": words.vault,
        "settings": dict(words.settings),
    }


def decode_greeting(raw: Json) -> Greeting:
    """Read a first message.

    Raises:
        CodecError: It is none.
    """
    match raw:
        case {"vaulttui": str(version), "pid": int(pid), "shape": str(shape), "settings": dict(settings)}:
            return Greeting(pid, version, shape, str(raw.get("vault", "")), settings)
    raise CodecError("what came in is no greeting of vaulttui")


def check(owner: Greeting, own: Greeting) -> None:
    """Make sure that the owner of an index can be asked.

    Raises:
        IndexLockedError: It is another version (``versions_differ``), has another vault in the same index
            (``vaults_differ``), or reads the vault by other settings, among which may be what is to be left out
            (``settings_differ``).
    """
    if (owner.version, owner.shape) != (own.version, own.shape):
        other = owner.version if owner.version != own.version else f"{owner.version}, but another build of it"
        raise IndexLockedError(
            f"The vault is open in vaulttui {other} (process {owner.pid}), and this is vaulttui {own.version}. "
            "Close that one, then try again.",
            code="versions_differ",
        )
    if owner.vault and not _same_folder(owner.vault, own.vault):
        raise IndexLockedError(
            f"The index is that of another vault, {owner.vault!r}, which is open in process {owner.pid}. "
            "Give each vault an index of its own.",
            code="vaults_differ",
        )
    names = [name for name in own.settings if owner.settings.get(name) != own.settings[name]]
    if names:
        raise IndexLockedError(
            f"The vault is open in another vaulttui (process {owner.pid}) with other settings ({', '.join(names)}). "
            "Close that one, or use the same settings.",
            code="settings_differ",
        )


def _same_folder(first: str, second: str) -> bool:
    """Whether two paths lead to one folder, which may be reached in several ways though links were followed."""
    try:
        return first == second or Path(first).samefile(second)
    except OSError:
        return False
