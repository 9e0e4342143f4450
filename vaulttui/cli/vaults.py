"""Which vault a command is about."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from vaulttui.errors import VaultNotFoundError
from vaulttui.paths import expanded, is_marked


def find_vault(
    given: str | None,
    environ: Mapping[str, str],
    cwd: Path | None,
    recent: Iterable[Path],
    *,
    vanished: Path | None = None,
) -> Path:
    """Find the vault: the one given, ``$VAULTTUI_VAULT``, the one around the working directory, the last one used.

    Args:
        given: What ``--vault`` or the argument says, ``None`` without it.
        environ: The environment.
        cwd: The working directory; ``None`` if it is gone.
        recent: Vaults used before, the last one first. They are vaults to be inside of, too.
        vanished: The last one used, if it is not there now: no other one is taken for it.

    Raises:
        VaultNotFoundError: The one given is no folder, or cannot be told from the working directory, which is gone; or
            there is none.
    """
    if given is not None:
        return _folder(given, cwd, "there is no such folder")
    if environ.get("VAULTTUI_VAULT"):
        return _folder(environ["VAULTTUI_VAULT"], cwd, "there is no such folder, but $VAULTTUI_VAULT says so")
    known = list(recent)
    for folder in (cwd, *cwd.parents) if cwd is not None else ():
        if folder in known or is_marked(folder):
            return folder
    if vanished is not None:
        raise VaultNotFoundError(
            f"{vanished}: the vault that was used last is not there. Is its disk mounted? "
            "To search another one, name it with --vault; one that vaulttui index was run on is used from then on."
        )
    if known:
        return known[0]
    raise VaultNotFoundError(
        "Which vault? Open it once, like vaulttui ~/notes, or name it with --vault or $VAULTTUI_VAULT; "
        "vaulttui demo opens a sample."
    )


def _folder(name: str, cwd: Path | None, fault: str) -> Path:
    if not name:  # what an unset variable leaves behind; as a path it would be the working directory
        raise VaultNotFoundError("The path of the vault is empty: name its folder.")
    folder = expanded(name)
    if cwd is None and not folder.is_absolute():
        raise VaultNotFoundError(
            f"{name}: the working directory, from where that is meant, was deleted. "
            "Go to a folder that is there, or name the whole path."
        )
    if not folder.is_dir():
        raise VaultNotFoundError(f"{name}: {'that is no folder' if folder.exists() else fault}.")
    # What is above a link, only the system knows; without "..", paths are told with the links that lead to them.
    return folder.resolve() if ".." in folder.parts else folder.absolute()
